"""What is printed in a test goes nowhere, except where the test looks at it."""

from __future__ import annotations

import io
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout


class _Nowhere(io.TextIOBase):
    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


@contextmanager
def unheard() -> Iterator[None]:
    """While this lasts, what is printed is lost, but for what somebody within takes down."""
    with redirect_stdout(_Nowhere()), redirect_stderr(_Nowhere()):
        yield


@contextmanager
def kept() -> Iterator[None]:
    """While this lasts, `sys.stdout.getvalue()` gives what was printed, as if unittest buffered."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        yield


def looks_at_streams(names: Collection[str]) -> bool:
    """Whether who uses these names may ask the streams themselves what was printed."""
    return "getvalue" in names and not {"stdout", "stderr"}.isdisjoint(names)


def is_heard() -> bool:
    """Whether somebody takes down what is printed now: a fixture, a test, what a test calls.

    With a stream of its own, or with a method of its own in the place of the stream's.
    """
    return any(type(one) is not _Nowhere or vars(one) for one in (sys.stdout, sys.stderr))
