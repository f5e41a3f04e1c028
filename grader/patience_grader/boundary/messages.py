"""How recorded operations go over to a submission: which of them are sent together.

What is asked next may tell what was to be answered, and a submission sees all of a message that it
is sent: so each operation is sent when the one before has been answered. What begins a drawn
example, or a test, goes with what is before it, unless it speaks of what that has left, or holds
what some of it was to be answered with. The call of a method goes with the look for it: that an
object has it is known anyway.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..sandbox.guest.nodes import MAX_DEPTH
from .align import Cells, Node, contents
from .exchange import Exchange

_TELLING_NOTHING = (None, "", ["true"], ["false"], *range(-1, 3))
"""Values that are in so many questions that they tell no answer."""
_SHORT = 2


@dataclass(frozen=True)
class Message:
    """Operations of a record that are sent together."""

    first: int
    """The place of the first one in the record."""
    exchanges: Sequence[Exchange]
    requests: Sequence[list[Any]]
    """As they are sent."""


def messages_of(record: Sequence[Exchange]) -> tuple[Message, ...]:
    """How a record goes over, whoever is asked."""
    found = []
    dropped: list[int] = []
    for start, stop in _together(record):
        requests, dropped = _discreet(record[start:stop], dropped)
        found.append(Message(start, record[start:stop], requests))
    return tuple(found)


def replies_to(
    messages: Sequence[Sequence[list[Any]]], do: Callable[[Sequence[list[Any]]], list[Any]]
) -> list[Any]:
    """What comes of requests that are sent message by message, until one is not answered."""
    replies: list[Any] = []
    for requests in messages:
        found = do(requests)
        replies += found
        if len(found) < len(requests) or not isinstance(found[-1], list):
            break
    return replies


def unexpected(_: Any) -> str:
    """Why the suite does not answer a submission that calls it back where nothing of it is run."""
    return "a call that is not expected"


def _together(record: Sequence[Exchange]) -> Iterator[tuple[int, int]]:
    """What may be sent together: where it begins and where it ends."""
    start = 0
    known: set[int] = set()
    answers: set[str] = set()
    """What the questions since the start are answered with."""
    for place, one in enumerate(record):
        is_free = one.begins_example or _calls(one, record[place - 1])
        is_told = is_free and (_speaks_of(one, known) or tells(one, answers))
        if place > start and (is_told or not is_free):
            yield start, place
            start = place
            answers = set()
        known |= {number for news in (one.request[1], one.answer[0]) for number, _ in news}
        answers |= texts_of(answered_with(one))
    if record:
        yield start, len(record)


def _speaks_of(exchange: Exchange, known: set[int]) -> bool:
    """Whether a request says what the suite has made of cells that are known, or of files."""
    _, news, patches, _ = exchange.request
    return bool(patches) or any(number in known for number, _ in news)


def answered_with(exchange: Exchange) -> list[Node]:
    """The values in an answer by which it could be known, with what their lists hold."""
    held = contents(exchange.answer[0])
    values = [exchange.answer[3][1], *held.values()]
    return [_expanded(value, held) for value in values if value not in _TELLING_NOTHING]


def given_in(exchange: Exchange) -> list[Node]:
    """The values that a request hands over, with what their lists hold."""
    _, news, _, operation = exchange.request
    match operation:
        case ["call", _, list() as arguments, dict() as named]:
            given = [*arguments, *named.values()]
        case ["op", _, *operands]:
            given = operands
        case _:
            return []
    cells = contents(news)
    return [_expanded(one, cells) for one in given]


def tells(exchange: Exchange, answers: set[str]) -> bool:
    """Whether a request hands over one of these answers."""
    given = given_in(exchange) if answers else []
    text = json.dumps(given)
    if not any(one in text for one in answers):
        return False
    return any(json.dumps(part) in answers for one in given for part in parts_of(one))


def texts_of(values: Iterable[Node]) -> set[str]:
    """Values as texts, which are the same for the same values."""
    return set(map(json.dumps, values))


def parts_of(node: Node) -> Iterator[Node]:
    """A value, and what in it is more than a number or a letter or two."""
    yield node
    for one in node if isinstance(node, list) else ():
        if isinstance(one, list) or (isinstance(one, str) and len(one) > _SHORT):
            yield from parts_of(one)


def _expanded(node: Node, cells: Cells, depth: int = 0) -> Node:
    if not isinstance(node, list) or depth > MAX_DEPTH:
        return node
    if node[:1] == ["c"] and len(node) == 2 and node[1] in cells:
        return _expanded(cells[node[1]], cells, depth + 1)
    return [_expanded(one, cells, depth + 1) for one in node]


def _discreet(
    exchanges: Sequence[Exchange], dropped: Sequence[int]
) -> tuple[list[list[Any]], list[int]]:
    """The requests of a message, of which the first drops the cells that were `dropped` before.

    That a cell is dropped which an answer of the same message has made would tell what the answer
    is: those are left for the next message.
    """
    requests: list[list[Any]] = []
    made: set[int] = set()
    left: list[int] = []
    for one in exchanges:
        drops, *rest = one.request
        left += [number for number in drops if number in made]
        requests.append([[number for number in drops if number not in made], *rest])
        made |= {number for number, _ in one.answer[0]}
    requests[0][0] = [*dropped, *requests[0][0]]
    return requests, left


def _calls(exchange: Exchange, before: Exchange) -> bool:
    """Whether this calls the method that was looked for before."""
    match before.request[3], before.answer[3], exchange.request[3]:
        case ["attr", *_], ["ok", ["h", number, "builtins:method", *_]], ["call", target, *_]:
            return bool(target == ["h", number])
    return False
