"""What suites see of the exceptions that students declare."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any


def _said(self: Any) -> str:
    known = self.__dict__.get("patience_known")
    text = self.__dict__.get("patience_text")
    if text is not None or known is None:
        return text if isinstance(text, str) else Exception.__str__(self)
    return str(known.run.current().operate("str", self))


def _error_attribute(self: Any, name: str) -> Any:
    known = self.__dict__.get("patience_known")
    if known is None or name.startswith(("_pytest", "__")):
        raise AttributeError(name)
    return known.run.current().attribute(self, name)


def _asked_for(name: str) -> property:
    """An attribute of every exception, for which the submission is asked."""
    original = BaseException.__dict__[name]

    def value(error: Any) -> Any:
        known = _known_to_suite(error, sys._getframe(1))  # noqa: SLF001
        return known.run.current().attribute(error, name) if known else original.__get__(error)

    return property(value, original.__set__)


def _known_to_suite(error: Any, frame: FrameType) -> Any:
    """Where a student's exception is known if the suite asks for a part of it; None otherwise."""
    known = error.__dict__.get("patience_known")
    is_asked = known and known.run.current().boundary.is_asked_by_suite(frame)
    return known if is_asked else None


def _notes(error: Any) -> Any:
    """What has been noted here, or else there. Raises AttributeError."""
    held = error.__dict__.get("__notes__")
    known = _known_to_suite(error, sys._getframe(1))  # noqa: SLF001
    if held is None and known:
        return known.run.current().attribute(error, "__notes__")
    if held is None:
        raise AttributeError("__notes__")
    return held


def _set_notes(error: Any, notes: Any) -> None:
    error.__dict__["__notes__"] = notes


_ORIGINS = ("__cause__", "__context__", "__suppress_context__")
ERROR_PARTS = {
    "__str__": _said,
    "__getattr__": _error_attribute,
    **{name: _asked_for(name) for name in _ORIGINS},
    "__notes__": property(_notes, _set_notes),
}
"""What the class of a student's exception has, as suites see it.

Among that is what it was raised from or amid, whether that is told, and its notes.
"""
