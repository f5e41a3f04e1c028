"""Modules that a suite imports by the path of a file: those of students are the submission's."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from types import FrameType
from typing import Any

from .commands import module_at


@contextlib.contextmanager
def imported_by_file(
    student: Callable[[], Any],
    is_asked_by_suite: Callable[[FrameType], bool],
    spec_of: Callable[[str], ModuleSpec],
) -> Iterator[None]:
    """While this lasts, `spec_from_file_location` of a suite finds the modules of the `student`.

    A path leads to one as it does in a command. `spec_of` says how it is imported.
    """
    original = importlib.util.spec_from_file_location

    def spec_from_file_location(name: str, location: Any = None, **more: Any) -> ModuleSpec | None:
        is_suite = is_asked_by_suite(sys._getframe(1))  # noqa: SLF001
        module = module_at(location, student()) if is_suite else None
        return original(name, location, **more) if module is None else spec_of(module)

    importlib.util.spec_from_file_location = spec_from_file_location
    try:
        yield
    finally:
        importlib.util.spec_from_file_location = original
