"""How recorded operations go over to a submission: which of them are sent together.

What is asked next may tell what was to be answered, and a submission sees all of a message that it
is sent: so each operation is sent when the one before has been answered. What begins a drawn
example, or a test, goes with what is before it, unless it speaks of what that has left, or holds
what some of it was to be answered with. The call of a method goes with the look for it: that an
object has it is known anyway.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..sandbox.guest.nodes import MAX_DEPTH, PLAIN, cell_number
from .again import numbers_in
from .align import Cells, Node, contents
from .exchange import Exchange
from .looks import Looks

_TELLING_NOTHING = (None, "", ["true"], ["false"], *range(-1, 3))
"""Values that are in so many questions that they tell no answer."""
_MOST_TOGETHER = 8
"""So many arguments of a call may be a tuple that is another one's answer."""
_MOST_REPEATED = 100
"""So many operations go over together that have been answered before."""


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
    return _messages(record, _together(record))


def repeated(record: Sequence[Exchange]) -> tuple[Message, ...]:
    """How a record goes over to whoever has answered all of it before, and cannot be told more.

    The last operation goes by itself, so that it drops what those before it have made.
    """
    last = len(record) - 1
    starts = [*range(0, last, _MOST_REPEATED), last, last + 1]
    return _messages(record, itertools.pairwise(starts))


def _messages(
    record: Sequence[Exchange], together: Iterable[tuple[int, int]]
) -> tuple[Message, ...]:
    """The messages, by where each begins and ends in a record."""
    found = []
    dropped: list[int] = []
    for start, stop in together:
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


def at_import(payload: Any) -> list[Any] | str:
    """What a submission hears that calls the suite while it does what was asked for at collection.

    The attributes that it gives a class of the suite's are there once a test makes that anew.
    """
    match payload:
        case [_, _, _, ["set" | "del", *_]]:
            return [[], [], ["ok", None]]
    return unexpected(payload)


def _together(record: Sequence[Exchange]) -> Iterator[tuple[int, int]]:
    """What may be sent together: where it begins and where it ends."""
    start = 0
    known: set[int] = set()
    looks = Looks()
    sent = _Sent()
    has_changed = False
    """Whether an answer in this example has changed a list that the test holds."""
    for place, one in enumerate(record):
        has_changed &= not one.begins_example
        is_free = one.begins_example or (one.is_independent and not has_changed)
        is_free |= _calls(one, record[place - 1])
        is_free &= place - start < _MOST_REPEATED
        if place > start and (not is_free or _speaks_of(one, known) or sent.tells(one, looks)):
            yield start, place
            start, sent = place, _Sent()
        known |= {number for number, _ in one.request[1]}
        changed = {number for number, _ in one.answer[0]}
        has_changed |= not known.isdisjoint(changed)
        known |= changed
        sent.add(one, looks, record[place + 1 : place + 2])
    if record:
        yield start, len(record)


class _Sent:
    """What goes over together, and what it is answered with."""

    def __init__(self) -> None:
        self._answers: set[str] = set()
        self._named: set[int] = set()
        self._are_counted = True
        """Whether anybody knows how many objects answers have made so far."""
        self._later: set[int] = set()
        """The numbers of those that were made since nobody does."""

    def add(self, exchange: Exchange, looks: Looks, after: Sequence[Exchange]) -> None:
        """One more operation, with the one that comes after it."""
        self._named |= numbers_in(exchange.request[3])
        cells, _, _, outcome, *_ = exchange.answer
        made = (numbers_in([cells, outcome]) - self._named) | {number for number, _ in cells}
        is_looked_for = any(_calls(one, exchange) for one in after)
        self._are_counted &= is_looked_for or (bool(made) and _is_instance(exchange))
        if not self._are_counted:
            self._later |= made
        self._answers |= answers_of(exchange, looks)

    def tells(self, exchange: Exchange, looks: Looks) -> bool:
        """Whether a request says what one of them is answered with.

        Objects are numbered one after the other, so the number of a later one would say how many
        there were before.
        """
        _, news, _, operation = exchange.request
        named = numbers_in(operation) | _cells_in([news, operation])
        return not named.isdisjoint(self._later) or tells(exchange, self._answers, looks)


def _is_instance(exchange: Exchange) -> bool:
    """Whether a class was called, and has given an instance of its own."""
    match exchange.request[3], exchange.answer[3]:
        case ["call", ["s", str(path)], *_], ["ok", ["h", int(), str(kind), *_]]:
            return path == kind
    return False


def _cells_in(node: Any) -> set[int]:
    """The numbers of the lists and the like that stand in a node."""
    number = cell_number(node)
    if number is not None:
        return {number}
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return set[int]().union(*map(_cells_in, parts))


def _speaks_of(exchange: Exchange, known: set[int]) -> bool:
    """Whether a request says what the suite has made of cells that are known, or of files."""
    _, news, patches, _ = exchange.request
    return bool(patches) or any(number in known for number, _ in news)


def answered_with(exchange: Exchange) -> list[Node]:
    """The values by which an answer could be known, with what their lists hold.

    What the code prints, writes to files and calls the suite with is among them.
    """
    news, out, err, (_, value), left = exchange.answer[:5]
    held = contents(news)
    values = [value, *held.values(), out.strip(), err.strip()]
    values += [row[-1].strip() for row in left if isinstance(row[-1], str)]
    found = [_expanded(value, held) for value in values if value not in _TELLING_NOTHING]
    for called in exchange.calls:
        cells = contents(called.payload[0])
        found += [_expanded(one, cells) for one in called.operation[2:]]
    return found


def given_in(exchange: Exchange) -> list[Node]:
    """The values that a request hands over, with what their lists hold."""
    _, news, patches, operation = exchange.request
    match operation:
        case ["call", _, list() as arguments, dict() as named]:
            given = [*arguments, *named.values()]
        case ["op", _, *operands] | ["set", _, _, *operands]:
            given = operands
        case ["class", _, _, dict() as members, dict() as named]:
            given = [*named.values(), *(part for _, *parts in members.values() for part in parts)]
        case ["run", _, text, list() as words, typed, *_]:
            given = [text, *words, typed]
        case _:
            given = []
    cells = contents(news)
    given += [value for *_, value in patches]
    return [_expanded(one, cells) for one in given]


def tells(exchange: Exchange, answers: set[str], looks: Looks) -> bool:
    """Whether a request hands over one of these answers, or what looks like it."""
    return bool(answers) and not answers.isdisjoint(seen_in(given_in(exchange), looks))


def seen_in(given: Sequence[Node], looks: Looks) -> set[str]:
    """How what a request hands over looks, one by one and together, and what it holds."""
    found: set[str] = set()
    together = [["t", *given]] if 1 < len(given) <= _MOST_TOGETHER else []
    return found.union([looks.of(one, found) for one in (*given, *together)], found)


def sought_in(exchange: Exchange, looks: Looks) -> tuple[set[str], set[str]]:
    """How the values look by which an answer could be known, and what they hold."""
    parts: set[str] = set()
    whole = {looks.of(one, parts) for one in answered_with(exchange)}
    small = whole - parts
    asked = given_in(exchange) if small else ()
    return whole.union(looks.pair(one, answer) for one in asked for answer in small), parts


def answers_of(exchange: Exchange, looks: Looks) -> set[str]:
    """What would give an answer away to whoever does not hold it already."""
    whole, parts = sought_in(exchange, looks)
    return whole | (parts - seen_in(given_in(exchange), looks) if parts else parts)


def _expanded(node: Node, cells: Cells, depth: int = 0) -> Node:
    if not cells or not isinstance(node, list) or depth > MAX_DEPTH:
        return node
    number = cell_number(node)
    if number is not None and number in cells:
        return _expanded(cells[number], cells, depth + 1)
    return [one if type(one) in PLAIN else _expanded(one, cells, depth + 1) for one in node]


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
