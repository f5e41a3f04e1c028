"""What a submission has replied to a script already, to run a test on without asking again.

A test may accept other answers than the reference's: lists for tuples, other messages. Whether it
does, its own run on the replies says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..boundary.messages import Message
from ..sandbox.account import Tally
from ..sandbox.answers import Frame
from ..sandbox.talk import Out, Reply
from ..sandbox.watch import Used

_MOST_REMEMBERED = 10_000


class Accepted:
    """Whether tests pass on replies, whoever has given them: each is found out once."""

    def __init__(self) -> None:
        self._found: dict[bytes, bool] = {}

    def by(self, test: str, marks: Mapping[int, bytes | str], find: Callable[[], bool]) -> bool:
        """Whether the test of this id passes, found out by `find` if nobody replied so before.

        `marks` tell the replies from any others, by their places in the script of the test.
        """
        said = [test, *((place, str(mark)) for place, mark in sorted(marks.items()))]
        key = hashlib.blake2b(json.dumps(said).encode("utf-8", "surrogatepass")).digest()
        if key not in self._found:
            found = find()
            if len(self._found) == _MOST_REMEMBERED:
                del self._found[next(iter(self._found))]
            self._found[key] = found
        return self._found[key]


class AskedOtherwise(BaseException):
    """The test asks what was not asked before. No suite catches it, and Hypothesis neither."""


class Replies:
    """Stands for a submission in the run of a test that asks what its script has asked."""

    cpu_seconds = 0.0
    may_show = False
    """Nothing more is asked of it for evidence."""
    tally = Tally(Used(), Used())

    def __init__(
        self, script: Sequence[Message], others: Mapping[int, Reply], *, is_shown: bool = False
    ) -> None:
        """`others` are the replies that are not the reference's answers, by their places.

        Unless what they come to `is_shown`, it is only seen whether the test passes.
        """
        self.is_shown = is_shown
        self._asked = [
            (request, others.get(message.first + place, [*exchange.answer, []]))
            for message in script
            for place, (request, exchange) in enumerate(
                zip(message.requests, message.exchanges, strict=True)
            )
        ]
        self._place = 0
        self.was_asked_otherwise = False

    def do(self, requests: Sequence[list[Any]], out: Out) -> list[Reply]:  # noqa: ARG002
        """The replies to these requests. Raises AskedOtherwise if they are not those that come.

        Which lists are not spoken of any more makes no difference.
        """
        found: list[Reply] = []
        for request in requests:
            if self._place == len(self._asked) or self._asked[self._place][0][1:] != request[1:]:
                self._refuse()
            found.append(self._asked[self._place][1])
            self._place += 1
        return found

    def begin_afresh(self) -> None:
        """Raises AskedOtherwise: there is nobody who could."""
        self._refuse()

    def frames(self, rows: object) -> tuple[Frame, ...]:  # noqa: ARG002
        """None: nothing is shown."""
        return ()

    def _refuse(self) -> None:
        self.was_asked_otherwise = True
        raise AskedOtherwise
