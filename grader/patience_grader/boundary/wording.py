"""Operations and answers in words, for evidence."""

from __future__ import annotations

import inspect
import logging
import re
import reprlib
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from types import FunctionType
from typing import Any

from ..sandbox.guest import arrays, buffers, kinds, plain_values, typings
from ..sandbox.guest.nodes import SAME_CLASS, NodeError, cell_number
from . import lambdas
from .align import member_of
from .binding import BoundMeta
from .bound_functions import BoundFunction
from .bound_modules import BoundModule
from .exchange import is_answer
from .link_view import known_of
from .odd import Odd
from .own_objects import FIRST_ERROR

_OF_TIME = {"date", "time", "datetime", "timedelta", "timezone", "zone"}
_MODULES = re.compile(r"\b(?:datetime|zoneinfo)\.")
_UNCHANGED = "; its arguments are unchanged"
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 120
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = _SHORT.maxset = 20
_SHORT.maxlevel = 5
_PLACE = re.compile(r" (at 0x[0-9a-fA-F]+|id='\d+')")
"""Where an object of the test's own lies, which differs between any two runs."""
_DEEPEST = 6
_MOST_NODES = 3_000
_MOST_LINE = 120
"""Characters of a line that a script prints."""
_MOST_SAID = 400
"""Characters of the end of what a script prints to standard error."""
_LONGEST_NOTE = 120
"""Characters of a warning or a log record."""
_ODD = (
    *(ArithmeticError, AttributeError, LookupError, NodeError, RecursionError),
    *(TypeError, ValueError),
)
"""What looking at nodes raises that nobody has read yet."""


def shown(value: Any, depth: int = 0) -> str:
    """A value as Python, not too long. A list may hold itself."""
    known = known_of(value)
    if known is not None:
        return str(known.source.text or known.path.rpartition(":")[2])
    if issubclass(type(value), Odd):
        return repr(value)
    if type(value) in (BoundFunction, BoundMeta):
        return str(value.patience_path).rpartition(":")[2]
    if type(value) is BoundModule:
        return value.__name__
    if callable(value) and hasattr(value, "__name__"):
        found = lambdas.written(value) if type(value) is FunctionType else None
        return found[0] if found else str(value.__name__)
    if isinstance(value, list | tuple | set | frozenset) or type(value) is dict:
        return _inside(value, depth) if depth < _SHORT.maxlevel else "..."
    if known_of(inspect.getattr_static(type(value), "__repr__", None)) is not None:
        return f"<{type(value).__name__} object>"
    try:
        text = _SHORT.repr(value)
    except Exception:  # noqa: BLE001 only for showing
        return "..."
    if type(value).__module__ == "numpy":
        return " ".join(text.split())
    is_plain = type(value).__module__ == "builtins" and text[:1] != "<"
    return text if is_plain else _PLACE.sub("", text)


def _inside(value: Any, depth: int) -> str:
    some = [shown(one, depth + 1) for one in list(value)[:20]]
    if type(value) is dict:
        held = [shown(one, depth + 1) for one in list(value.values())[:20]]
        some = [f"{key}: {one}" for key, one in zip(some, held, strict=True)]
    elif isinstance(value, set | frozenset):
        some.sort()
    inner = ", ".join(some + ["..."] * (len(value) > 20))
    if isinstance(value, list):
        return f"[{inner}]"
    if isinstance(value, tuple):
        return f"({inner}{',' if len(value) == 1 else ''})"
    if isinstance(value, frozenset) or not (value or type(value) is dict):
        return f"{type(value).__name__}({f'{{{inner}}}' if value else ''})"
    return f"{{{inner}}}"


def outcome_text(answer: list[Any] | None) -> str:
    """What an answer says, in words; whatever a submission has put into it."""
    if answer is None:
        return "what the solution would answer is not known here"
    try:
        return _Words(answer[0]).outcome(answer)
    except _ODD:
        return "what cannot be shown"


def script_text(answer: list[Any] | None) -> str:
    """What a script has left, in words: what it printed, and how it ended."""
    match answer:
        case [_, _, _, ["ok", ["t", int(code), str(out), str(err)]], *_]:
            said = [out.rstrip("\n") or "(it prints nothing)"]
            said += [f"standard error: {err.strip()[-_MOST_SAID:]}"] * bool(err.strip())
            said += [f"(exit code {code})"] * bool(code)
            return "\n".join(said)
    return outcome_text(answer)


def script_difference(answer: list[Any], right: list[Any] | None) -> str:
    """What is wrong first with what a script has left; empty if it cannot be said in a line."""
    match answer, right:
        case (
            [_, _, _, ["ok", ["t", int(code), str(out), str(err)]], *_],
            [_, _, _, ["ok", ["t", int(code_there), str(out_there), str(err_there)]], *_],
        ):
            if out != out_there:
                return f"it prints {_first_difference(out, out_there)}"
            if code != code_there:
                return f"its exit code is {code}, not {code_there}"
            if err != err_there:
                return f"to standard error it prints {_first_difference(err, err_there)}"
    return ""


def _first_difference(text: str, right: str) -> str:
    """The first line of a text that is another, beside the right one."""
    pairs = zip_longest(text.splitlines(), right.splitlines())
    one, two = next(((one, two) for one, two in pairs if one != two), (text, right))
    if one is None:
        return f"no line {two[:_MOST_LINE]!r}"
    return (
        f"{one[:_MOST_LINE]!r}, not {two[:_MOST_LINE]!r}"
        if two
        else f"{one[:_MOST_LINE]!r} too many"
    )


def files_told_apart(answer: list[Any], right: list[Any] | None) -> tuple[str, str] | None:
    """The first line in which a file should be another, and what it is; None if none differs."""
    held, there = _contents(answer), _contents(right)
    for name in held.keys() & there.keys():
        pairs = zip_longest(held[name].splitlines(), there[name].splitlines())
        for number, (one, two) in enumerate(pairs, 1):
            if one != two:
                place = f"line {number} of {name[:100]}"
                return _line_in(place, two), _line_in(place, one)
    return None


def lists_told_apart(answer: list[Any], right: list[Any] | None) -> tuple[str, str] | None:
    """What is expected and what came where lists are shared, or what was given before has changed.

    None if neither is so.
    """
    if right is None:
        return None
    try:
        text, wanted = outcome_text(answer), outcome_text(right)
        if (times := _most_shared(answer)) > _most_shared(right):
            return f"{wanted}: each a list of its own", f"{text}: the same list in {times} places"
        words = _Words(answer[0])
        changed = [words.cell(content, 0) for content in _changed_before(answer)]
        if changed and len(changed) > len(_changed_before(right)):
            return wanted, f"{text}; what it gave before is then {' and '.join(changed[:2])}"
    except _ODD:
        pass
    return None


def _most_shared(answer: list[Any]) -> int:
    """How often the same list or the like stands in one that is given."""
    inner = (
        Counter(number for one in content if (number := cell_number(one)) is not None)
        for _, content in answer[0]
    )
    return max((count for found in inner for count in found.values()), default=1)


def _changed_before(answer: list[Any]) -> list[Any]:
    """What lists and the like hold now that were given before, and are no part of this answer."""
    cells = {number: content for number, content in answer[0] if number < 0}
    waiting, given = [answer[3]], set[int]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            number = cell_number(node)
            if number is not None and number not in given:
                given.add(number)
                waiting.append(cells.get(number))
            waiting += node
    return [content for number, content in cells.items() if number not in given]


def errors_told_apart(answer: list[Any], right: list[Any] | None) -> tuple[str, str] | None:
    """What an exception should be derived from, and is not or is besides, or how it should read.

    None if it is as it should be.
    """
    mine, there = _ancestors(answer), _ancestors(right)
    lacking = [one for one in there if one not in mine]
    further = [one for one in mine if one not in there]
    text = outcome_text(answer)
    read, right_text = _message(answer), _message(right)
    if mine == there and read is not None and right_text is not None and read != right_text:
        return f"{text} that reads {right_text!r}", f"{text} that reads {read!r}"
    if not (mine and there and (lacking or further)):
        return None
    name = _told_class((lacking or further)[0], further if lacking else lacking)
    told = f"{text}, derived from {name}", f"{text}, not derived from {name}"
    return told if lacking else (told[1], told[0])


def _ancestors(answer: list[Any] | None) -> list[str]:
    """The names of the classes of an exception that was raised or made, its own first."""
    match answer:
        case [_, _, _, [_, ["E", [*paths], *_]], *_]:
            return [str(one).rpartition(SAME_CLASS)[2] for one in paths]
        case [_, _, _, [_, ["x", str(path), *_]], *_]:
            return [path]
    return []


def _message(answer: list[Any] | None) -> str | None:
    """How an exception of a student's own class reads."""
    match answer:
        case [_, _, _, [_, ["E", _, _, str(text), *_]], *_]:
            return text[:_MOST_LINE]
    return None


def _told_class(path: str, others: Sequence[str]) -> str:
    """The name of a class, with its module's where another class of these is called so, too."""
    name = path.rpartition(":")[2]
    is_alone = all(one.rpartition(":")[2] != name for one in others)
    return name if is_alone else path.replace(":", ".")


def _contents(answer: list[Any] | None) -> dict[str, str]:
    """What stands in the files that were written, by their names."""
    rows = answer[4] if answer else []
    texts = {row[1]: row[2] for row in rows if row[0] == "file" and row[2] is not None}
    return {name: text.encode("latin-1").decode("utf-8", "replace") for name, text in texts.items()}


def _line_in(place: str, line: str | None) -> str:
    return f"no {place}" if line is None else f"{place}: {line[:_MOST_LINE]!r}"


def call_text(payload: Any, target: str) -> str:
    """What is done with an object of the suite, in words; `target` is that object."""
    try:
        words = _Words(payload[0])
        match payload[3]:
            case ["call", _, [*arguments], {**named}]:
                given = [words.node(one) for one in arguments]
                given += [f"{name}={words.node(one)}" for name, one in named.items()]
                return f"{target}({', '.join(given)})"
            case ["set" | "setvar", _, str(name), [value]]:
                return f"{target}.{name} = {words.node(value)}"
            case ["attr" | "getvar", _, str(name), *_]:
                return f"{target}.{name}"
            case ["del" | "delvar", _, str(name), *_]:
                return f"del {target}.{name}"
            case ["op", _, str(name), [*arguments]]:
                return f"{name}({', '.join([target, *map(words.node, arguments)])})"
            case [kind, _, *_]:
                return f"{kind} {target}"
    except _ODD:
        pass
    return "what cannot be shown"


def said_in(reply: Any) -> str:
    """What tells a reply from others, whatever the code that gave it looks like.

    Of an exception that is its class: its text is free.
    """
    if not is_answer(reply):
        return type(reply).__name__
    match reply[3]:
        case ["raise", ["x", str(path), *_]] | ["raise", ["E", [str(path), *_], *_]]:
            return f"raises {path}"
    return outcome_text(reply) + changed_text(reply)


def changed_text(answer: list[Any] | None) -> str:
    """What an answer leaves in the lists and the like that were handed over."""
    if answer is None:
        return ""
    try:
        words = _Words(answer[0])
        changed = [words.cell(content, 0) for number, content in answer[0] if number > 0]
    except _ODD:
        return ""
    return f"; an argument is then {' and '.join(changed[:2])}" if changed else _UNCHANGED


def content_text(rows: list[Any], content: list[Any]) -> str:
    """A list or the like, beside the rows that say what others hold."""
    return _Words(rows).cell(content, 0)


def part_text(rows: list[Any], node: Any) -> str:
    """A value, beside the rows that say what lists hold."""
    return _Words(rows).node(node)


def _files_text(rows: list[Any]) -> str:
    """What an answer leaves beside its value: files, warnings and log records.

    That a file was not closed is not said: Python does not say it either, unless it is asked to.
    """
    said = []
    told = [one for one in rows if one[:2] != ["warning", "builtins:ResourceWarning"]]
    for row in told[:3]:
        match row:
            case ["file", path, content, *_]:
                said.append(f"{'deleting' if content is None else 'writing'} {str(path)[:100]}")
            case ["log", name, int(level), text]:
                note = f"{logging.getLevelName(level)}:{name}:{text}"
                said.append(f"with the log {note[:_LONGEST_NOTE]!r}")
            case [kind, path, *_, text]:
                name = str(path).partition(SAME_CLASS)[0].rpartition(":")[2]
                note = f"{name}: {text}"
                said.append(f"with the {kind} {note[:_LONGEST_NOTE]!r}")
    return "".join(f", {one}" for one in said)


class _Words:
    """Nodes as Python would show their values: each at most, and not too many of them.

    A few lists that hold each other often are many nodes to whoever writes them out.
    """

    def __init__(self, cells: Any) -> None:
        self._cells = {row[0]: row[1] for row in cells}
        self._left = _MOST_NODES

    def outcome(self, answer: list[Any]) -> str:
        """What an answer says."""
        kind, node = answer[3]
        printed = f", printing {answer[1][:200]!r}" if answer[1] else ""
        printed += f", printing {answer[2][:200]!r} to standard error" if answer[2] else ""
        printed += _files_text([row for row in answer[4] if row[0] != "frozen"])
        printed += self._frozen(answer[4])
        if kind == "ok":
            return self.node(node) + printed
        if kind == "missing":
            return "nothing of this name"
        if kind == "lost":
            return "no answer"
        return "raises " + self._error(node, 0) + printed

    def _frozen(self, rows: list[Any]) -> str:
        """What is written to fields of frozen arguments."""
        written = [row[2:] for row in rows if row[0] == "frozen"]
        said = [f"{name} of an argument is then {self.node(node)}" for name, node in written[:2]]
        return "".join(f", {one}" for one in said)

    def _error(self, node: Any, depth: int) -> str:
        if node[0] == "x":
            name, args = node[1], node[2]
        elif node[0] == "E":
            name, args = node[1][0], node[2]
        else:
            return "an exception of the test's own"
        inner = ", ".join(self._all(args, 20, depth))
        return f"{name.rpartition(':')[2].rpartition('.')[2]}({inner})"

    def _all(self, nodes: list[Any], most: int, depth: int) -> list[str]:
        parts = [self.node(one, depth) for one in nodes[:most]]
        return [*parts, *["..."] * (len(nodes) > most)]

    def node(self, node: Any, depth: int = 0) -> str:
        """The value of a node."""
        self._left -= 1
        if not isinstance(node, list):
            return repr(node[:200] if isinstance(node, str) else node)[:200]
        if depth > _DEEPEST or self._left < 0:
            return "..."
        kind, *rest = node
        if kind == "c":
            return self.cell(self._cells.get(rest[0]) or ["..."], depth)
        if kind in _CELLS:
            return self.cell(node, depth)
        if kind == "v" and rest[0] in typings.BUILDERS:
            return self._hint(*rest, depth=depth + 1)
        if kind in _TOGETHER:
            inner = ", ".join(self._all(rest[_TOGETHER[kind] :], 20, depth + 1))
            return _made_of(kind, rest, inner)
        if kind in ("x", "E"):
            return self._error(node, depth + 1)
        return _simple(kind, rest)

    def _hint(self, name: str, *parts: Any, depth: int) -> str:
        """A type hint as it is written."""
        if name in ("typed", "typing"):
            first, inner = str(parts[0]), self._all([*parts[1:]], 20, depth)
        else:
            first, *inner = [*self._all([*parts], 20, depth), ""]
        match name:
            case "nonetype":
                return "None"
            case "union":
                return " | ".join([first, *inner][:-1])
            case "generic":
                inner = inner[:-1]
        return f"{first}[{', '.join(inner)}]" if inner else first

    def cell(self, content: list[Any], depth: int) -> str:
        """The value of a cell that holds this."""
        kind, *rest = content
        if kind == "ndarray":
            return arrays.text(arrays.array, *rest)
        if kind == "array":
            return buffers.array_text(*rest)
        if kind == "bytearray":
            return f"bytearray({_simple('y', rest)})"
        inner = [self.node(one, depth + 1) for one in rest[:40]]
        more = ["..."] * (len(rest) > 40)
        if kind == "list":
            return f"[{', '.join([*inner, *more])}]"
        if kind == "set":
            return f"{{{', '.join([*inner, *more])}}}" if rest else "set()"
        if kind in kinds.MAPPINGS:
            first = inner[: kind == "defaultdict"]
            held = inner[len(first) :]
            entries = [f"{a}: {b}" for a, b in zip(held[::2], held[1::2], strict=False)]
            text = f"{{{', '.join([*entries, *more])}}}"
            return text if kind == "dict" else f"{kind}({', '.join([*first, text])})"
        if kind == "object":
            parts = zip(rest[1::2], inner[2::2], strict=False)
            shown_parts = ", ".join(f"{name}={text}" for name, text in parts)
            return f"{str(rest[0]).rpartition(':')[2]}({shown_parts})"
        return f"{kind}({', '.join(inner)})"


_CELLS = {*kinds.CELLS.values(), "object", "ndarray"}
"""Contents of cells, where they stand in the place of these."""
_TOGETHER = {"t": 0, "z": 0, "v": 1, "n": 1, "d": 1}
"""Nodes that consist of others, and where these begin."""


def _made_of(kind: str, rest: list[Any], inner: str) -> str:
    if kind == "t":
        return f"({inner}{',' if len(rest) == 1 else ''})"
    if kind == "z":
        return f"frozenset({{{inner}}})"
    if kind == "v" and rest[0] == "number":
        return arrays.text(arrays.number, *rest[1:])
    if kind == "v" and rest[0] == "memoryview":
        return _view(inner.rsplit(", ", 3)[0], rest[1:])
    if kind == "v":
        return _plain(rest) or f"{rest[0]}({inner})"
    return f"{rest[0].rpartition(':')[2]}({inner})"


def _view(owner: str, parts: list[Any]) -> str:
    """A view of memory: of bytes, it is of all of them."""
    match parts:
        case [[kind, *_], int(begin), int(size), _] if kind != "y":
            return f"memoryview({owner})[{begin}:{begin + size}]"
    return f"memoryview({owner})"


def _plain(parts: list[Any]) -> str:
    """A value that holds no others, as it is written in Python; empty if it is none."""
    try:
        text = repr(_made(["v", *parts]))
    except _ODD:
        return ""
    return _MODULES.sub("", text) if parts[0] in _OF_TIME else text[:200]


def _made(node: Any) -> Any:
    match node:
        case ["v", str(kind), *parts]:
            return plain_values.BUILDERS[kind](*map(_made, parts))
        case [("i" | "f"), _]:
            return plain_values.READERS[node[0]](node)
        case None | int() | str():
            return node
    raise NodeError("a value that holds others")


def _simple(kind: str, rest: list[Any]) -> str:
    match kind:
        case "true" | "false":
            return str(kind == "true")
        case "f" | "j" | "y":
            return repr(plain_values.READERS[kind]([kind, *rest]))[:200]
        case "i":
            return f"0x{rest[0][:60]}" if len(rest[0]) > 60 else str(int(rest[0], 16))
        case "e":
            return f"{rest[0].rpartition(':')[2]}.{rest[1]}"
        case "h" if len(rest) == 1:
            return "..."
        case "h":
            member = member_of([kind, *rest])
            cls = rest[1].rpartition(":")[2]
            return member.rpartition(":")[2] if member else f"an object of {cls}"
        case "k":
            is_error = type(rest[0]) is int and rest[0] >= FIRST_ERROR
            return f"{'the exception' if is_error else 'an object'} of the test's own"
        case "s" | "g":
            return str(rest[0]).rpartition(":")[2][:200]
    return str(rest[0])[:200] if rest else kind
