"""Puts a recorded test to a submission as a script: what it asks is known from the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..boundary.messages import Message, unexpected
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


def played(
    script: Sequence[Message], prelude: Sequence[Message], collected: range, student: Student
) -> Played:
    """Plays a script in a guest that begins a test by doing the `prelude`.

    Of that, the operations that are `collected` must be answered as by the reference, too.
    """
    student.do([[]], unexpected)
    for message in prelude:
        wrong = _wrong(message, student)
        if wrong is None or any(one in wrong for one in collected):
            return _UNPLAYED
    for message in script:
        wrong = _wrong(message, student)
        if wrong is None or wrong:
            return Played(is_equal=False, wrong=wrong or {})
    return Played(is_equal=True, wrong={})


def _wrong(message: Message, student: Student) -> dict[int, str] | None:
    """Which answers are not those that are known, by their places; None if not all came."""
    wrong: dict[int, str] = {}

    def compare(place: int, reply: Reply) -> Reply:
        if not isinstance(reply, list) or reply[:5] != message.exchanges[place].answer:
            wrong[message.first + place] = said_in(reply)
        return []

    replies = student.do(message.requests, unexpected, compare)
    return wrong if len(replies) == len(message.requests) else None
