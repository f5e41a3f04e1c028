"""Who looks at an object: the suite, or pytest and Python's own machinery."""

from __future__ import annotations

from types import FrameType

_FOR_SUITES = ("unittest.", f"{__package__}.introspection")


def is_asked_by_suite(frame: FrameType, suites: str) -> bool:
    """Whether the code of a frame is a suite's, or that of `unittest`, which suites call."""
    namespace = frame.f_globals
    if str(namespace.get("__file__", "")).startswith(suites):
        return True
    return str(namespace.get("__name__", "")).startswith(_FOR_SUITES)
