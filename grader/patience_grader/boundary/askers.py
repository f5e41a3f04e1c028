"""Who looks at an object: the suite, or pytest and Python's own machinery."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

_PYTESTS = {
    *("__wrapped__", "__test__", "__isabstractmethod__", "__bases__", "__path__"),
    *("patience_known", "__tracebackhide__", "pytestmark", "hypothesis", "__code__"),
    *("__signature__", "__globals__", "_mock_name"),
}
"""What pytest and Python look for in whatever they find, which is none of the other end's."""
_PRIVATE = ("_pytest", "patience_", "__globals__")
PATCHING = "_pytest.monkeypatch"
"""The module of pytest that puts other things in the place of attributes."""
_KIT = str(Path(__file__).parents[1])
_FOR_SUITES = ("unittest.", f"{__package__}.introspection")


def is_asked_by_suite(frame: FrameType, suites: str) -> bool:
    """Whether the code of a frame is a suite's, or that of `unittest`, which suites call."""
    namespace = frame.f_globals
    if str(namespace.get("__file__", "")).startswith(suites):
        return True
    return str(namespace.get("__name__", "")).startswith(_FOR_SUITES)


def outside(frame: FrameType | None) -> FrameType | None:
    """The first frame that is not the kit's, from this one outwards; None if all are."""
    while frame is not None and frame.f_code.co_filename.startswith(_KIT):
        frame = frame.f_back
    return frame


def is_closed(run: Any, name: str) -> bool:
    """Whether the code that asks for an attribute now must not get it from the other end."""
    if name.startswith(_PRIVATE):
        return True
    return name in _PYTESTS and not run.boundary.is_asked_by_suite(sys._getframe(2))  # noqa: SLF001


def is_used_by_suite(cls: Any) -> bool:
    """Whether it is the suite that uses a class, from where this is called."""
    boundary = cls.patience_current().boundary
    return bool(boundary.is_asked_by_suite(sys._getframe(2)))  # noqa: SLF001


def is_mock(frame: FrameType) -> bool:
    """Whether a mock looks through what it is made like, which may have more than the reference."""
    return frame.f_globals.get("__name__") == "unittest.mock"
