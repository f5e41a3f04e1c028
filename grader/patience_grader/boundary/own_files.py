"""Which files a suite may use once a submission has answered otherwise than the reference.

A suite opens, lists and removes what a submission names. It does so as the instructor, in the
process that decides marks, and quotes in its messages what it has read.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

_USES = {
    **dict.fromkeys(("open", "sqlite3.connect", "shutil.rmtree"), 1),
    **dict.fromkeys((f"os.{name}" for name in "listdir scandir remove rmdir mkdir".split()), 1),
    **dict.fromkeys((f"os.{name}" for name in "chmod truncate chdir".split()), 1),
    **dict.fromkeys((f"os.{name}" for name in "rename link symlink".split()), 2),
}
"""The audit events of what uses files, and how many of their first arguments name some."""
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

    def check(path: Any) -> None:
        allowed = places()
        if allowed is None or not _is_asked_by(suites):
            return
        real = os.path.realpath(os.fsdecode(path))
        is_data = _is_in(real, [suites]) and not real.endswith(".py")
        if not is_data and not _is_in(real, [*allowed, *_PYTHONS]):
            refuse(real)

    _add_hook()
    _checks.append(check)
    try:
        yield
    finally:
        _checks.remove(check)


_checks: list[Callable[[Any], None]] = []


@functools.cache
def _add_hook() -> None:
    """Hears of every file that is used, once for all: a hook cannot be taken away again."""
    sys.addaudithook(_heed)


def _heed(event: str, arguments: tuple[Any, ...]) -> None:
    if _checks and event in _USES:
        for path in arguments[: _USES[event]]:
            if isinstance(path, str | bytes | os.PathLike):
                _checks[-1](path)


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
