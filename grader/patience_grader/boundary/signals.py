"""What ends a test from below, past every `except Exception` of a suite."""

from __future__ import annotations

from typing import Any

import pytest

from ..sandbox.answers import Crashed, InvalidReply, TimedOut

_Failed: Any = pytest.fail.Exception


class BoundarySignal(_Failed):  # type: ignore[misc]
    """Fails a test as pytest's own `fail` does; no `except Exception` of a suite catches it."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason, pytrace=False)


class WrongAnswer(BoundarySignal):
    """The submission gave an object where only a plain value can be right."""


class MissingAnswer(BoundarySignal):
    """The submission has nothing of this name, `module:name`, or no file that is called so."""

    def __init__(self, name: str) -> None:
        what = f"defines no {name.replace(':', '.')}" if ":" in name else f"has no file {name}"
        super().__init__(f"the submission {what}")


class LostGuest(BoundarySignal):
    """The guest is gone: it took too long, crashed, or said nonsense."""

    def __init__(self, answer: TimedOut | Crashed | InvalidReply) -> None:
        super().__init__(str(answer))
        self.answer = answer


class Overtaxed(BoundarySignal):
    """What the suite does with the submission's answers takes too long."""


class Unusable(BoundarySignal):
    """A test is of no use as it is: it does not end on the solution, or works only once."""


class RefusedSignal(BoundarySignal):
    """The submission raised what must never reach a suite, such as KeyboardInterrupt."""


class Unavailable(BoundarySignal):
    """The reference cannot say what it would answer here."""
