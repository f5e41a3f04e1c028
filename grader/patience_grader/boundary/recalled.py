"""Where the reference has objects, by its record, once it is not known what it would answer.

That is so when it would call a function of the suite as the submission has not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ..sandbox.guest.operations import LEAVING
from .align import contents, object_number
from .exchange import Exchange, all_of

Node = Any
_MOST = 100
"""Up to here are the items of a list taken for what those of the record are."""


class Recalled:
    """What the reference has answered to operations of the same form."""

    def __init__(self, record: Sequence[Exchange]) -> None:
        self._answers: dict[object, list[Node]] = defaultdict(list)
        self._calls: dict[object, list[list[Node]]] = defaultdict(list)
        self.steps = 0
        """How often an iterator was asked for the next."""
        self.has_changed_own = False
        """Whether lists or the like were changed that the suite had handed over."""
        self.changed_files: set[str] = set()
        """The names of the files that were changed."""
        self.leaving: list[Node] = []
        """The exceptions of Python's own by which `with` statements were left."""
        self.has_gone_on = False
        """Whether such a statement went on past an exception."""
        for exchange in all_of(record):
            answer = exchange.answer
            self._take_leave(exchange)
            self.has_changed_own |= any(
                _is_changed(*row)
                for news in (*answer[:1], *(one.payload[0] for one in exchange.calls))
                for row in news
            )
            self.has_changed_own |= any(row[0] == "frozen" for row in (*answer[4:], [])[0])
            self.changed_files |= {row[1] for row in (*answer[4:], [])[0] if row[0] == "file"}
            self.steps += exchange.request[3][:2] == ["op", "next"]
            if answer and answer[3][0] == "ok":
                like = _objects_in(answer[3][1], contents(answer[0]))
                self._answers[_form(exchange.request[3])].append(like)
            for called in exchange.calls:
                match called.operation:
                    case ["call", number, arguments, {}]:
                        cells = contents(called.payload[0])
                        like = [_objects_in(one, cells) for one in arguments]
                        self._calls[number, len(arguments)].append(like)
                    case ["set" | "setvar", _, str() as name, [value]]:
                        like = [_objects_in(value, contents(called.payload[0]))]
                        self._calls["set", name].append(like)

    def _take_leave(self, exchange: Exchange) -> None:
        match exchange.request[3], exchange.answer:
            case ["op", kind, _, [*error]], [_, _, _, ["ok", ended], *_] if kind in LEAVING:
                self.has_gone_on |= ended not in (None, ["false"])
                if left_by := of_pythons_own(error):
                    self.leaving.append(left_by)

    def like(self, operation: list[Any]) -> Node:
        """The object, or list of objects, that such an operation always gave; None otherwise."""
        found = self._answers.get(_form(operation), [])
        return _alike(found)

    def given(self, operation: list[Any]) -> list[Node]:
        """What the suite was always given in such a call, or as this attribute of one of its own.

        None stands for what is not an object.
        """
        match operation:
            case ["call", number, arguments, {}]:
                found = self._calls.get((number, len(arguments)), [])
            case ["set" | "setvar", _, str() as name, [_]]:
                found = self._calls.get(("set", name), [])
            case _:
                return []
        return [_alike(column) for column in zip(*found, strict=True)]


def of_pythons_own(error: Node) -> Node:
    """The class of an exception of Python's own, and what it was made of; None for any other."""
    match error:
        case ["kx", _, ["x", *_] as inner]:
            return inner[:3]
        case ["x", *_]:
            return error[:3]
    return None


def _is_changed(number: int, content: Node) -> bool:
    """Whether a row of news says that the suite's own is changed; generators are, wherever used."""
    return number > 0 and content[0] != "random"


def _alike(found: Sequence[Node]) -> Node:
    """The last of some nodes if all are of one kind."""
    return found[-1] if found and len({one[0] if one else "" for one in found}) == 1 else None


def _form(operation: list[Any]) -> object:
    """What an operation is, but for the objects and values that it is done with."""
    match operation:
        case ["call", ["s", str() as path], list() as arguments, dict() as named]:
            return "call", path, len(arguments), tuple(sorted(named))
        case ["call", _, list() as arguments, dict() as named]:
            return "call", None, len(arguments), tuple(sorted(named))
        case ["attr", _, str() as name]:
            return "attr", name
        case [str() as kind, str() as name, *rest]:
            return kind, name, len(rest)
    return None


def _objects_in(node: Node, cells: dict[int, Node]) -> Node:
    """The node of an object or function, or one of a tuple of objects; None for anything else."""
    if object_number(node) is not None or (isinstance(node, list) and node[:1] == ["s"]):
        return node
    if isinstance(node, list) and node[:1] == ["c"]:
        node = cells.get(node[1])
    if not isinstance(node, list) or node[:1] not in (["list"], ["t"]) or len(node) == 1:
        return None
    is_all = all(object_number(one) is not None for one in node[1:])
    return ["t", *[node[-1]] * _MOST] if is_all else None
