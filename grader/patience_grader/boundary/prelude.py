"""What was asked for when the suite was collected, asked of a submission.

Objects are spoken of by numbers. Those that the reference gave them in the record of the
collection are not always the submission's: where it returns a function that it was given, say, the
reference may return an object of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .align import aligned, contents, member_of, object_number
from .exchange import Exchange, is_answer
from .messages import Message, messages_of, repeated, replies_to

Node = Any
_PLAIN_HEADS = {"k", "s", "g", "true", "false", "f", "i", "y", "e"}
"""Nodes that mean the same in every message."""


@dataclass(frozen=True)
class Prelude:
    """What was asked for when the suite was collected."""

    exchanges: Sequence[Exchange] = ()
    cells: int = 0
    """How many lists and the like were numbered."""

    @cached_property
    def messages(self) -> Sequence[Message]:
        """How it goes over to submissions."""
        return messages_of(self.exchanges)

    @cached_property
    def lasting(self) -> Sequence[int]:
        """The places of the operations that may leave something: all but those that only look."""
        return [place for place, one in enumerate(self.exchanges) if not _only_looks(one)]

    @cached_property
    def left(self) -> Sequence[Exchange]:
        """Those operations."""
        return [self.exchanges[place] for place in self.lasting]

    @cached_property
    def repeated(self) -> Sequence[Message]:
        """How they go over once more to a submission that answers all as the reference does."""
        return repeated(self.left)


@dataclass(frozen=True)
class Replayed:
    """The operations of the collection, as a submission has carried them out."""

    prelude: Prelude = field(default_factory=Prelude)
    messages: Sequence[Sequence[list[Any]]] = ()
    """As they are put to this submission, one message after the other."""
    answers: Sequence[Any] = ()
    objects: Mapping[int, Node] | None = None
    """What the submission has in the place of each object of the reference, by the numbers of
    these; None if its objects have the same numbers."""
    is_alike: bool = False
    """Whether it answers all of it as the reference does."""

    @property
    def places(self) -> Sequence[int]:
        """Which operations of the collection the messages ask for, one after the other."""
        return self.prelude.lasting if self.is_alike else range(len(self.prelude.exchanges))

    def number(self, number: int) -> int:
        """The submission's number of an object of the reference; -1 if it has another thing."""
        node = ["h", number] if self.objects is None else self.objects.get(number)
        return int(node[1]) if isinstance(node, list) and node[:1] == ["h"] else -1

    def is_named(self, number: int) -> bool:
        """Whether the submission has a function or class by its name there."""
        node = self.objects.get(number) if self.objects is not None else None
        return isinstance(node, list) and node[:1] == ["s"]


def replayed(
    prelude: Prelude, fresh: Callable[[], object], do: Callable[[Sequence[list[Any]]], list[Any]]
) -> Replayed:
    """Has a submission carry out what was recorded; `fresh` starts it anew, `do` asks it."""
    if not prelude.exchanges:
        return Replayed(prelude)
    fresh()
    messages = [one.requests for one in prelude.messages]
    answers = replies_to(messages, do)
    members = members_in([one.answer for one in prelude.exchanges])
    names = _Names(members)
    for exchange, answer in zip(prelude.exchanges, answers, strict=False):
        names.learn(exchange.answer, answer)
    if _are_alike(prelude.exchanges, answers):
        messages = [one.requests for one in prelude.repeated]
        return Replayed(prelude, messages, answers, is_alike=True)
    if names.are_the_same:
        return Replayed(prelude, messages, answers)
    fresh()
    names, translated, answers = _Names(members), [], []
    for exchange in prelude.exchanges:
        translated.append(names.request(exchange.request))
        answers += do(translated[-1:])[-1:]
        names.learn(exchange.answer, answers[-1])
    return Replayed(prelude, [[one] for one in translated], answers, names.objects)


@dataclass(frozen=True)
class _Names:
    """What the submission has in the place of the reference's objects and cells."""

    members: Mapping[str | None, list[Any]]
    """The reference's members of enums, by their names."""
    objects: dict[int, Node] = field(default_factory=dict)
    cells: dict[int, int] = field(default_factory=dict)
    missing: set[int] = field(default_factory=set)
    """The objects of the reference in whose place the submission has nothing."""

    @property
    def are_the_same(self) -> bool:
        is_object = all(node == ["h", number] for number, node in self.objects.items())
        return not self.missing and is_object and all(a == b for a, b in self.cells.items())

    def learn(self, expected: Any, answer: Any) -> None:
        """Takes down what stands in an answer where the reference has objects and cells."""
        if not isinstance(answer, list) or not is_answer(answer):
            return
        mine, others = contents(answer[0]), contents(expected[0])
        found = aligned(answer[3], expected[3], mine, others)
        for number in list(found.cells):
            found.add(aligned(mine.get(number), others.get(found.cells[number]), mine, others))
        for number, node in found.objects.items():
            short = _short(node)
            if short is not None:
                self.objects.setdefault(number, short)
        for name, node in members_in([answer]).items():
            if name in self.members:
                self.objects.setdefault(self.members[name][1], node[:2])
        if answer[3][0] != expected[3][0]:
            self.missing.update(set(objects_in([expected])) - self.objects.keys())
        for mine_number, number in found.cells.items():
            self.cells.setdefault(number, mine_number)

    def request(self, request: list[Any]) -> list[Any]:
        """What the reference was asked, as it is put to the submission."""
        drops, news, patches, operation = request
        return [
            [self.cells.get(one, one) for one in drops],
            [[self.cells.get(number, number), self._parts(row)] for number, row in news],
            [[*one[:2], self._node(one[2])] for one in patches],
            self._operation(operation),
        ]

    def _operation(self, operation: list[Any]) -> list[Any]:
        match operation:
            case ["call", target, list() as arguments, dict() as named]:
                given = [self._node(one) for one in arguments]
                return ["call", self._node(target), given, self._values(named)]
            case ["attr" | "del" as kind, target, name]:
                return [kind, self._node(target), name]
            case ["set", target, name, value]:
                return ["set", self._node(target), name, self._node(value)]
            case ["class", name, list() as bases, dict() as members, dict() as named]:
                made = {key: self._parts(one) for key, one in members.items()}
                bound = [self._node(one) for one in bases]
                return ["class", name, bound, made, self._values(named)]
            case ["seed" | "op", *_]:
                return self._parts(operation)
        return operation

    def _node(self, node: Node) -> Node:
        match node:
            case ["h", int(number)]:
                return self.objects.get(number, node)
            case ["c", int(number)]:
                return ["c", self.cells.get(number, number)]
            case ["x", path, list() as arguments, dict() as named, *rest]:
                given = [self._node(one) for one in arguments]
                return ["x", path, given, self._values(named), *rest]
            case ["kx", number, error]:
                return ["kx", number, self._node(error)]
            case ["kx", number, callback, list() as arguments]:
                return ["kx", number, callback, [self._node(one) for one in arguments]]
            case [str() as head, *_] if head not in _PLAIN_HEADS:
                return self._parts(node)
        return node

    def _parts(self, node: list[Any]) -> list[Any]:
        return [node[0], *(self._node(one) for one in node[1:])]

    def _values(self, named: dict[str, Any]) -> dict[str, Any]:
        return {name: self._node(one) for name, one in named.items()}


def _are_alike(exchanges: Sequence[Exchange], answers: Sequence[Any]) -> bool:
    """Whether all these answers are the reference's."""
    said = [one[:5] if isinstance(one, list) else one for one in answers]
    return said == [one.answer for one in exchanges]


def _only_looks(exchange: Exchange) -> bool:
    """Whether an operation neither makes nor changes anything.

    pytest asks of which of Python's own classes each parameter is.
    """
    *brought, operation = exchange.request
    match operation:
        case ["name", *_] | ["op", "isinstance", _, ["g", *_]]:
            return not any(brought) and not exchange.answer[0] and not objects_in([exchange.answer])
    return False


def members_in(answers: Sequence[Any]) -> Mapping[str | None, list[Any]]:
    """The nodes of members of enums in these answers, by their names."""
    found = {member_of(node): node for node in objects_in(answers).values()}
    found.pop(None, None)
    return found


def objects_in(answers: Sequence[Any]) -> Mapping[int, list[Any]]:
    """The nodes of objects, by their numbers: what was said of each first."""
    found: dict[int, list[Any]] = {}
    waiting = list(reversed(answers))
    while waiting:
        match waiting.pop():
            case ["h", int(number), str(), list()] as node:
                found.setdefault(number, node)
            case list(parts):
                waiting += [one for one in reversed(parts) if isinstance(one, list)]
    return found


def _short(node: Node) -> Node:
    """How a request speaks of what an answer has; None where no request can."""
    number = object_number(node)
    if number is not None:
        return ["h", number]
    is_plain = not isinstance(node, list) or any(node[:1] == [one] for one in _PLAIN_HEADS)
    return node if is_plain else None
