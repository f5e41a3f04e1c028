"""Runs a file as Python runs a script: with arguments, a standard input, and a fresh start.

What comes of it is what a process would leave: an exit code, and what was printed to the two
streams. An exception that nothing catches is printed as Python does, with the names of the
submission's files alone.
"""

from __future__ import annotations

import atexit
import builtins
import contextlib
import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import streams
else:
    import streams

Ended = tuple[int, str, str]
"""The exit code, and what was printed to standard output and to standard error."""


class _Taken(io.RawIOBase):
    """Takes down what is written to a stream."""

    def __init__(self) -> None:
        super().__init__()
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        if len(self.data) + len(part) > streams.MAX_PRINTED:
            raise streams.PrintedTooMuch(f"more than {streams.MAX_PRINTED} bytes")
        self.data += part
        return len(part)


def run(
    code: CodeType, space: dict[str, Any], words: Sequence[str], typed: str, *, merged: bool
) -> Ended:
    """What comes of a script whose module holds `space`, which is given this to read.

    `words` are what `sys.argv` holds; with `merged`, standard error is standard output. The folder
    and the environment are as before when it has ended. Raises PrintedTooMuch.
    """
    taken = _Taken(), _Taken()
    printed = [io.TextIOWrapper(one, "utf-8", write_through=True) for one in taken]  # type: ignore[type-var]
    before = sys.stdin, sys.stdout, sys.stderr, sys.argv
    sys.stdin = io.TextIOWrapper(
        io.BytesIO(typed.encode("utf-8", "surrogatepass")), "utf-8", newline="\n"
    )
    sys.stdout, sys.stderr = printed[0], printed[not merged]
    sys.argv = list(words)
    error = ""
    try:
        with (
            _as_before(),
            streams.logs_as_before(),
            as_process(sys.stdin, sys.stdout, sys.stderr),
        ):
            exec(code, space)  # noqa: S102 this is what a guest is for
        exit_code = 0
    except SystemExit as leaving:
        exit_code, error = _left(leaving)
    except Exited as exited:
        exit_code = exited.exit_code
    except streams.PrintedTooMuch:
        raise
    except BaseException as fault:  # noqa: BLE001 whatever it raises is how it ended
        exit_code, error = 1, _printed(fault, code.co_filename)
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before
        space.clear()  # files that are still open are closed, as when Python ends
    for stream in printed:
        with contextlib.suppress(ValueError):
            stream.flush()
    out, err = (one.data.decode("utf-8", "replace") for one in taken)
    return (exit_code, out + error, "") if merged else (exit_code, out, err + error)


@contextlib.contextmanager
def _as_before() -> Iterator[None]:
    """Whatever a process leaves behind in its folder and environment is gone with it."""
    place, variables = Path.cwd(), dict(os.environ)
    try:
        yield
    finally:
        if not _is_here(place):
            os.chdir(place)
        if dict(os.environ) != variables:
            os.environ.clear()
            os.environ.update(variables)


def _is_here(place: Path) -> bool:
    try:
        return Path.cwd() == place
    except FileNotFoundError:  # it was removed
        return False


class Exited(BaseException):
    """A script or a program has ended its process by `os._exit`."""

    def __init__(self, exit_code: int) -> None:
        super().__init__()
        self.exit_code = exit_code & 0xFF


def _exit(status: int) -> NoReturn:
    raise Exited(status)


@contextlib.contextmanager
def as_process(stdin: Any, stdout: Any, stderr: Any) -> Iterator[None]:
    """While this lasts, streams are opened by their numbers, and exit handlers run at the end."""
    named: dict[Any, Any] = {0: stdin, 1: stdout, 2: stderr}
    named |= {"/dev/stdin": stdin, "/dev/stdout": stdout, "/dev/stderr": stderr}
    handlers = contextlib.ExitStack()
    opened = builtins.open

    def open_(file: Any, mode: str = "r", *more: Any, **options: Any) -> Any:
        stream = named.get(file) if type(file) in (int, str) else None
        if stream is None:
            return opened(file, mode, *more, **options)
        return stream.buffer if "b" in mode else stream

    def register(function: Any, *arguments: Any, **options: Any) -> Any:
        handlers.callback(function, *arguments, **options)
        return function

    replaced: Sequence[tuple[Any, str, Any]] = (
        (builtins, "open", open_),
        (io, "open", open_),
        (os, "fdopen", open_),
        (os, "_exit", _exit),
        (atexit, "register", register),
    )
    with contextlib.ExitStack() as back:
        for module, name, put in replaced:
            back.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, put)
        try:
            yield
        except Exited:
            handlers.pop_all()
            raise
        finally:
            handlers.close()


def _left(leaving: SystemExit) -> tuple[int, str]:
    """The exit code of `sys.exit` and what it prints."""
    try:
        code = leaving.code
        if code is None or isinstance(code, int):
            return int(code or 0) & 0xFF, ""
        return 1, f"{code}\n"
    except BaseException:  # noqa: BLE001 a student's `__str__` may do anything
        return 1, "\n"


def _printed(error: BaseException, file: str) -> str:
    """The traceback from the script on, without folders and without the text of lines."""
    rows = traceback.extract_tb(error.__traceback__, limit=200)
    first = next((number for number, row in enumerate(rows) if row.filename == file), len(rows))
    said = [f'  File "{row.filename.rpartition("/")[2]}", line {row.lineno}, in {row.name}'
            for row in rows[first:]]  # fmt: skip
    try:
        text = "".join(traceback.format_exception_only(error))
    except BaseException:  # noqa: BLE001 a student's `__str__` may do anything
        text = f"{type(error).__name__}\n"
    return "\n".join(["Traceback (most recent call last):", *said, text])
