"""Which files a suite may use once a submission has answered otherwise than the reference.

A suite opens, lists and removes what a submission names. It does so as the instructor, in the
process that decides marks, and quotes in its messages what it has read.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import importlib
import io
import os
import shutil
import sys
import tempfile
import types
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

_GUARDED: tuple[tuple[ModuleType, str, int], ...] = (
    (builtins, "open", 1),
    (io, "open", 1),
    *((os, name, 1) for name in "open listdir scandir remove unlink rmdir mkdir chmod".split()),
    *((os, name, 1) for name in "truncate chdir".split()),
    *((os, name, 2) for name in "rename replace link symlink".split()),
    (shutil, "rmtree", 1),
)
"""What uses files, and how many of its first arguments name some."""
_NAMES = ("file", "path", "src", "dst")
_OPENS = frozenset(("open", "sqlite3.connect"))
"""The audit events of files that are opened."""
_KIT = str(Path(__file__).parents[1])
_PYTHONS = (sys.prefix, sys.base_prefix, "/usr", os.devnull, "/dev/urandom")
_READERS = ("<frozen importlib", importlib.__path__[0])
_OF_SOURCES = ("linecache.py", "tokenize.py")
_FINALIZER = vars(tempfile.TemporaryDirectory)["_cleanup"].__func__.__code__
"""What Python calls when a forgotten folder is collected, in the midst of anybody's code."""

Refuse = Callable[[str], None]


@contextlib.contextmanager
def guarded(
    suites: str, places: Callable[[], Collection[str] | None], refuse: Refuse
) -> Iterator[None]:
    """While a suite in this folder is used, it uses no files but its own.

    `places` gives the folders that it may use beside its own, or None if it may use any now;
    `refuse` is called with the name of any other file.
    """
    before = [(module, name, getattr(module, name)) for module, name, _ in _GUARDED]

    def check(path: Any) -> None:
        allowed = places()
        if allowed is None or not _is_asked_by(suites):
            return
        real = os.path.realpath(os.fsdecode(path))
        is_data = _is_in(real, [suites]) and not real.endswith(".py")
        if not is_data and not _is_in(real, [*allowed, *_PYTHONS]):
            refuse(real)

    for module, name, count in _GUARDED:
        setattr(module, name, _checked(getattr(module, name), count, check))
    _add_hook()
    _checks.append(check)
    try:
        yield
    finally:
        _checks.remove(check)
        for module, name, original in before:
            setattr(module, name, original)


_checks: list[Callable[[Any], None]] = []


@functools.cache
def _add_hook() -> None:
    """Hears of what is opened by modules that hold `open` since before it was replaced."""
    sys.addaudithook(_heed)


def _heed(event: str, arguments: tuple[Any, ...]) -> None:
    if _checks and event in _OPENS and isinstance(arguments[0], str | bytes | os.PathLike):
        _checks[-1](arguments[0])


def _checked(original: Any, count: int, check: Callable[[Any], None]) -> Any:
    @functools.wraps(original)
    def wrapper(*arguments: Any, **named: Any) -> Any:
        for path in (*arguments[:count], *(named.get(one) for one in _NAMES)):
            if isinstance(path, str | bytes | os.PathLike):
                check(path)
        return original(*arguments, **named)

    vars(wrapper)["patience_original"] = original
    return wrapper


def unguarded(function: Any) -> Any:
    """The function of Python's own that a guarded one stands for; any other is itself."""
    is_function = isinstance(function, types.FunctionType)  # a mock has every attribute
    return vars(function).get("patience_original", function) if is_function else function


def _is_in(path: str, folders: Collection[str]) -> bool:
    return any(path == one or path.startswith(f"{one}/") for one in folders)


def _is_asked_by(suites: str) -> bool:
    """Whether a suite's code uses the file, and neither this kit, an import nor a collection."""
    frame = sys._getframe(3)  # noqa: SLF001
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(suites):
            return True
        if file.startswith((_KIT, *_READERS)) or file.endswith(_OF_SOURCES):
            return False
        if frame.f_code is _FINALIZER:
            return False
        frame = frame.f_back  # type: ignore[assignment]
    return False
