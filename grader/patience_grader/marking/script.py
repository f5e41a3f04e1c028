"""Puts a recorded test to a submission as a script: what it asks is known from the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..boundary.exchange import Exchange
from ..boundary.wording import said_in
from ..sandbox.student import Student
from ..sandbox.talk import Reply


@dataclass(frozen=True)
class Played:
    """What came of a script."""

    is_equal: bool
    """All answers are the reference's."""
    wrong: Mapping[int, str]
    """The other ones up to where it ended, in words, by their places in the script."""


_UNPLAYED = Played(is_equal=False, wrong={})


@dataclass(frozen=True)
class Message:
    """Operations of a script that are sent together."""

    first: int
    """The place of the first one in the script."""
    exchanges: Sequence[Exchange]
    requests: Sequence[list[Any]]
    """As they are sent."""


def messages_of(script: Sequence[Exchange]) -> tuple[Message, ...]:
    """How a script goes over, whoever is asked.

    What is asked next may tell what was to be answered, and a submission that takes its process
    over sees all of a message: so each operation is sent when the one before has been answered.
    What begins a drawn example tells nothing about the examples before it, and goes with them
    unless it speaks of what these have left. The call of a method goes with the look for it: that
    an object has it is known anyway.
    """
    found = []
    dropped: list[int] = []
    for start, stop in _together(script):
        requests, dropped = _discreet(script[start:stop], dropped)
        found.append(Message(start, script[start:stop], requests))
    return tuple(found)


def played(
    script: Sequence[Message], prelude: Sequence[Exchange], collected: range, student: Student
) -> Played:
    """Plays a script in a guest that begins a test by doing the `prelude`.

    Of that, the operations that are `collected` must be answered as by the reference, too.
    """
    begin = [Exchange([]), *prelude]
    wrong = _wrong(Message(0, begin, [one.request for one in begin]), student)
    if wrong is None or any(1 + one in wrong for one in collected):
        return _UNPLAYED
    for message in script:
        wrong = _wrong(message, student)
        if wrong is None or wrong:
            return Played(is_equal=False, wrong=wrong or {})
    return Played(is_equal=True, wrong={})


def _together(script: Sequence[Exchange]) -> Iterator[tuple[int, int]]:
    """What may be sent together: where it begins and where it ends."""
    start = 0
    known: set[int] = set()
    for place, one in enumerate(script):
        is_apart = one.begins_example or _calls(one, script[place - 1])
        if place > start and (not is_apart or _speaks_of(one, known)):
            yield start, place
            start = place
        known |= {number for news in (one.request[1], one.answer[0]) for number, _ in news}
    if script:
        yield start, len(script)


def _speaks_of(exchange: Exchange, known: set[int]) -> bool:
    """Whether a request says what the suite has made of cells that are known, or of files."""
    _, news, patches, _ = exchange.request
    return bool(patches) or any(number in known for number, _ in news)


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


def _wrong(message: Message, student: Student) -> dict[int, str] | None:
    """Which answers are not those that are known, by their places; None if not all came."""
    wrong: dict[int, str] = {}

    def compare(place: int, reply: Reply) -> Reply:
        if not isinstance(reply, list) or reply[:5] != message.exchanges[place].answer:
            wrong[message.first + place] = said_in(reply)
        return []

    replies = student.do(message.requests, lambda _: "a call that is not expected", compare)
    return wrong if len(replies) == len(message.requests) else None
