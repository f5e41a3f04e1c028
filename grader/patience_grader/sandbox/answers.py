"""What a question to a submission can come back with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Returned:
    """The function returned a value."""

    value: object
    changed: tuple[int, ...] = ()
    """Which arguments the call left changed, by their places."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a traceback in the student's own files."""

    file: str
    line: int
    function: str
    source: str


@dataclass(frozen=True, slots=True)
class Raised:
    """The function raised an exception."""

    name: str
    supplied: tuple[str, ...]
    """The supplied error classes it is one of, most special first."""
    builtin: tuple[str, ...]
    """Python's own exception classes it is one of, most special first."""
    message: str
    frames: tuple[Frame, ...]
    changed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """The file holds no such function."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The call took too long and was stopped."""

    cpu_seconds: float
    limit: str
    """The limit that was passed, in words."""
    seen: str = ""
    """What a program has printed before; NUL stands where it read a line."""


@dataclass(frozen=True, slots=True)
class Crashed:
    """The process in which the function ran has ended."""

    how: str
    seen: str = ""
    """What a program has printed before; NUL stands where it read a line."""


@dataclass(frozen=True, slots=True)
class InvalidReply:
    """What came back was not an answer."""

    why: str


@dataclass(frozen=True, slots=True)
class Unreceived:
    """The answer was lost because a later call ended the process before it crossed."""


Answer = Unreceived | Returned | Raised | Missing | TimedOut | Crashed | InvalidReply
