"""What is asked and answered between a test and the code that it examines, as it is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..sandbox.answers import Crashed, InvalidReply, TimedOut
from ..sandbox.guest.nodes import cell_number
from ..sandbox.guest.notices import MAX_NOTICES
from .signals import LostGuest

NOTHING: list[Any] = [[], "", "", ["ok", None], []]
"""An answer that nothing is compared with."""


@dataclass
class Called:
    """A call of a function of the suite, from within an operation."""

    payload: Any
    inner: list[Exchange]
    reply: list[Any] | None = None
    value: Any = None

    @property
    def operation(self) -> Any:
        """What is done with which object of the suite."""
        return self.payload[3]


@dataclass
class Exchange:
    """A request, what was called back, and the answer."""

    request: list[Any]
    begins_example: bool = False
    """It is the first of a test, or of an example that was drawn."""
    calls: list[Called] = field(default_factory=list)
    answer: list[Any] = field(default_factory=list)
    is_heard: bool = True
    """What is printed meanwhile is taken down by the suite."""
    is_independent: bool = False
    """It is asked whatever those before it in the test are answered with."""
    changed: frozenset[str] = frozenset()
    """The attributes of objects of the suite that its functions have changed meanwhile."""


def all_of(record: Sequence[Exchange]) -> Iterator[Exchange]:
    """The exchanges, with those that were made amid others."""
    for exchange in record:
        yield exchange
        for called in exchange.calls:
            yield from all_of(called.inner)


def is_answer(reply: Any) -> bool:
    """Whether this looks like an answer; what is in it may still be anything."""
    return (
        isinstance(reply, list)
        and len(reply) == 6
        and isinstance(reply[0], list)
        and all(map(_is_cell, reply[0]))
        and all(isinstance(text, str) and len(text) < 300_000 for text in reply[1:3])
        and isinstance(reply[3], list)
        and len(reply[3]) == 2
        and isinstance(reply[4], list)
        and all(_is_left(row) for row in reply[4])
        and sum(row[0] in ("warning", "log") for row in reply[4]) <= MAX_NOTICES
    )


def _is_cell(row: Any) -> bool:
    """Whether this is the number of a cell, with what it holds."""
    return isinstance(row, list) and len(row) == 2 and type(row[0]) is int


def _is_left(row: Any) -> bool:
    """Whether this may be left beside a value: a file, a warning, a log record, a frozen field."""
    match row:
        case ["file", str(), None | str()] | ["warning", str(), str()]:
            return True
        case ["log", str(), int(), str()] | ["frozen", int(), str(), _]:
            return True
    return False


def is_call(payload: Any) -> bool:
    if not isinstance(payload, list) or len(payload) != 4:
        return False
    if not all(isinstance(text, str) and len(text) < 300_000 for text in payload[1:3]):
        return False
    operation = payload[3]
    if not isinstance(operation, list) or len(operation) < 3 or type(operation[1]) is not int:
        return False
    if operation[0] == "call":
        return (
            len(operation) == 4
            and isinstance(operation[2], list)
            and isinstance(operation[3], dict)
        )
    if operation[0] in ("op", "set", "setvar"):
        return len(operation) == 4 and isinstance(operation[3], list)
    return operation[0] in ("attr", "del", "getvar", "delvar", "vars")


def with_contents(answer: list[Any], held: Mapping[int, tuple[Any, Any]]) -> list[Any]:
    """An answer in which what objects hold stands in their place, if that is known of them."""
    if not held:
        return answer
    news = [[number, _with(content, held)] for number, content in answer[0]]
    kind, node = answer[3]
    added = [row for cells, _ in held.values() for row in cells]
    return [[*news, *added], *answer[1:3], [kind, _with(node, held)], *answer[4:]]


def spelled_out(answer: list[Any], known: Mapping[int, Any]) -> list[Any]:
    """An answer in which the contents of cells stand that it does not say, as they are known."""
    said = {number for number, _ in answer[0]}
    kind, node = answer[3]
    rows = [[number, _spelled_out(content, known, said, 0)] for number, content in answer[0]]
    return [rows, *answer[1:3], [kind, _spelled_out(node, known, said, 0)], *answer[4:]]


def _spelled_out(node: Any, known: Mapping[int, Any], said: set[int], depth: int) -> Any:
    if not isinstance(node, list) or depth > _DEEPEST:
        return node
    number = cell_number(node)
    if number is not None and number in known and number not in said:
        node = known[number]
    return [_spelled_out(one, known, said, depth + 1) for one in node]


_DEEPEST = 6


def _with(node: Any, held: Mapping[int, tuple[Any, Any]]) -> Any:
    if not isinstance(node, list):
        return node
    if node[:1] == ["h"] and len(node) == 4 and node[1] in held:
        return held[node[1]][1]
    return [_with(one, held) for one in node]


def lost(answer: Any) -> LostGuest:
    if isinstance(answer, TimedOut | Crashed | InvalidReply):
        return LostGuest(answer)
    return LostGuest(InvalidReply("a malformed answer"))
