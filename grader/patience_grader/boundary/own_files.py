"""Which files a suite may use once a submission has answered otherwise than the reference.

A suite opens, lists and removes what a submission names. It does so as the instructor, in the
process that decides marks, and quotes in its messages what it has read. So do objects that it
hands over, such as an archive or a parser, when a submission uses them.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from .mentions import is_mentioned
from .on_behalf import is_for_suite

_USES = {
    **dict.fromkeys(("open", "sqlite3.connect", "shutil.rmtree"), 1),
    **dict.fromkeys((f"os.{name}" for name in "listdir scandir remove rmdir mkdir".split()), 1),
    **dict.fromkeys((f"os.{name}" for name in "chmod chown utime truncate chdir".split()), 1),
    **dict.fromkeys((f"os.{name}" for name in "rename link symlink".split()), 2),
}
"""The audit events of what uses files, and how many of their first arguments name some."""
_NETWORK = frozenset(
    f"socket.{name}" for name in "connect bind sendto sendmsg getaddrinfo gethostbyname".split()
)
"""The audit events of what uses the network."""
_PYTHONS = (sys.prefix, sys.base_prefix, "/usr", "/dev/urandom")
"""What may be read, and not changed; so may data files of the suite."""
_READING = {"open", "sqlite3.connect", "os.listdir", "os.scandir", "os.chdir"}
_NO_FILE = re.compile(r"<[\w ]+>")
"""What Python calls code that is in no file, and tries to open when it quotes a line of that."""
_OUTSIDE = "the name of a file outside the test's folder"
_SENT = "something that the test would send over the network"
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
Refuse = Callable[[str], None]
"""Is told of what may not be used, in words."""
_original_fifo, _original_node = os.mkfifo, os.mknod


@contextlib.contextmanager
def guarded(
    suites: str,
    solutions: Sequence[str],
    places: Callable[[], Collection[str] | None],
    refuse: Refuse,
) -> Iterator[None]:
    """While a suite in this folder is used, and a solution in those, they use only own files.

    `places` gives the folders that it may use beside its own, or None if it may use any now;
    `refuse` is called with what else it uses. The network may not be used then.
    """
    own = (suites, *solutions)

    def check(path: Any, *, is_read: bool = False) -> None:
        allowed = places()
        if allowed is None:
            return
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001
        while frame is not None and frame.f_code.co_filename == __file__:
            frame = frame.f_back
        if not is_for_suite(frame, own):
            return
        if path is None:
            refuse(_SENT)
            return
        real = _real(path)
        is_data = _is_in(real, own) and not real.endswith(".py")
        may_read = is_read and (is_data or _is_in(real, _PYTHONS))
        if real.startswith(f"{tempfile.gettempdir()}/{tempfile.gettempprefix()}"):
            return
        if real != os.devnull and not may_read and not _is_in(real, allowed):
            refuse(_OUTSIDE)

    _add_hook()
    _checks.append(check)
    os.mkfifo, os.mknod = _checked(_original_fifo, check), _without_devices(check)
    try:
        with _attaching_checked(own, check):
            yield
    finally:
        os.mkfifo, os.mknod = _original_fifo, _original_node
        _checks.remove(check)


def _checked(make: Any, check: _Check) -> Any:
    """What makes a file of a kind of which no event tells."""

    @functools.wraps(make)
    def made(path: Any, *arguments: Any, **named: Any) -> Any:
        check(path)
        return make(path, *arguments, **named)

    return made


def _without_devices(check: _Check) -> Any:
    """What makes files as `os.mknod` does, but no devices: those are the machine's, wherever."""

    @functools.wraps(_original_node)
    def made(path: Any, mode: int = 0o600, *arguments: Any, **named: Any) -> Any:
        check("/dev" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else path)
        return _original_node(path, mode, *arguments, **named)

    return made


class _Check(Protocol):
    def __call__(self, path: Any, *, is_read: bool = False) -> None:
        """Refuses the file if it may not be used, or not be changed; with None, the network."""


_checks: list[_Check] = []


@contextlib.contextmanager
def _attaching_checked(folders: Sequence[str], check: _Check) -> Iterator[None]:
    """While this lasts, a database of SQLite attaches no other file than a suite may use.

    No event tells of that. It is so where a file of the suite or the solution speaks of SQL.
    """
    if not is_mentioned("sql", folders):
        yield
        return
    import sqlite3  # noqa: PLC0415 few suites use it

    connect: Any = sqlite3.connect

    def authorized(action: int, name: str | None, *_: Any) -> int:
        if action == sqlite3.SQLITE_ATTACH and name not in ("", ":memory:"):
            check(_database(name or os.sep))
        return sqlite3.SQLITE_OK

    @functools.wraps(connect)
    def connected(*arguments: Any, **named: Any) -> Any:
        connection = connect(*arguments, **named)
        connection.set_authorizer(authorized)
        return connection

    both: tuple[Any, ...] = (sqlite3, sqlite3.dbapi2)
    for one in both:
        one.connect = connected
    try:
        yield
    finally:
        for one in both:
            one.connect = connect


def _database(name: Any) -> Any:
    """The file of a database, which may be named by a URI."""
    text = os.fsdecode(name) if isinstance(name, str | bytes | os.PathLike) else ""
    if not text.lower().startswith("file:"):
        return name
    parts = urlsplit(text)
    query = parse_qs(parts.query)
    if "vfs" in query or parts.netloc not in ("", "localhost"):
        return os.sep
    is_in_memory = query.get("mode") == ["memory"] or parts.path in ("", ":memory:")
    return os.devnull if is_in_memory else unquote(parts.path)


@functools.cache
def _add_hook() -> None:
    """Hears of every file that is used, once for all: a hook cannot be taken away again."""
    sys.addaudithook(_heed)


def _heed(event: str, arguments: tuple[Any, ...]) -> None:
    if _checks and event in _NETWORK:
        _checks[-1](None)
    if _checks and event in _USES:
        is_read = event in _READING and not (event == "open" and arguments[2] & _WRITING)
        if event == "sqlite3.connect":
            arguments = (_database(arguments[0]),)
        for path in arguments[: _USES[event]]:
            if is_read and isinstance(path, str) and _NO_FILE.fullmatch(path):
                continue
            if isinstance(path, str | bytes | os.PathLike | int):
                _checks[-1](path, is_read=is_read)


def _real(path: Any) -> str:
    """Where a file lies, of which the name or the number is given."""
    if isinstance(path, int):
        try:
            return str(Path(f"/proc/self/fd/{int(path)}").readlink())
        except OSError:
            return ""
    return os.path.realpath(os.fsdecode(path))


def _is_in(path: str, folders: Collection[str]) -> bool:
    return any(path == one or path.startswith(f"{one}/") for one in folders)
