"""What is done with a submission's values comes to an end and raises nothing, whatever they are.

A suite judges and draws values as they should be. One that is not may make any of that raise or
take for ever, which is neither the suite's fault nor the kit's: the submission gave an odd value.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from ..errors import PatienceError
from ..marks.verdict import VerdictReached

__all__ = ["OddError", "total", "unless_odd"]

T = TypeVar("T")

_SECONDS = 2.0
"""Processor time: a thousand times what judging or drawing an ordinary value takes."""
_MOST_TEXT = 4_000


class OddError(Exception):
    """A value could not be judged, since it is not as it should be."""


class _TooSlow(BaseException):
    """Not an Exception, so that no suite catches it."""


def unless_odd(action: Callable[[], T]) -> T:
    """What the action gives. Raises OddError if it raises, or takes too long."""
    outer = _start(_SECONDS) if _can_stop() else None
    try:
        return action()
    except (PatienceError, VerdictReached):
        raise
    except _TooSlow as error:
        raise OddError("it takes too long") from error
    except Exception as error:
        raise OddError(type(error).__name__) from error
    finally:
        if outer is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, *outer)


def total(action: Callable[[], str], otherwise: Callable[[], str]) -> str:
    """The text that the action gives, cut to size; another where a value is too odd for it."""
    try:
        return _bounded(unless_odd(action))
    except OddError:
        return _bounded(otherwise())


def _bounded(text: str) -> str:
    """The text, cut to what a person may look at."""
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"


def _can_stop() -> bool:
    """Whether the system measures processor time, and tells this thread."""
    return hasattr(signal, "setitimer") and threading.get_ident() == threading.main_thread().ident


def _start(seconds: float) -> tuple[float, float]:
    """Has _TooSlow raised after so much processor time; what was to come before that."""
    _listen()
    return signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


@cache
def _listen() -> None:
    """From now on this process hears that the time is over: to ask for that takes long."""
    signal.signal(signal.SIGVTALRM, _stop)


def _stop(*_: object) -> None:
    raise _TooSlow
