"""Standard streams of submitted code: what is printed is taken down, in bounds."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
from collections.abc import Iterator
from types import TracebackType

MAX_PRINTED = 200_000
MAX_ENDS = 1_000
_LOGGED = logging.Logger.callHandlers, logging.Logger.isEnabledFor
"""What Python does with a record, before notices are taken of it."""


class PrintedTooMuch(BaseException):
    """The code prints without end, or reads on and on where the input has ended."""


class Printed(io.TextIOBase):
    """A stream that takes down what is written to it."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._left = MAX_PRINTED

    def write(self, text: str) -> int:
        """Takes the text down. Raises PrintedTooMuch."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.parts.append(str(text[: max(self._left, 0)]))
        self._left -= len(text)
        if self._left < 0:
            raise PrintedTooMuch(f"more than {MAX_PRINTED} characters")
        return len(text)

    def writable(self) -> bool:
        """Always."""
        return True

    def taken(self) -> str:
        """What was written since this was last asked."""
        text = "".join(self.parts)
        self.parts = []
        return text


class NoInput(io.TextIOBase):
    """A standard input that has ended."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self._ends = 0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override] # noqa: ARG002
        """Nothing. Raises PrintedTooMuch when asked without end."""
        self._ends += 1
        if self._ends > MAX_ENDS:
            raise PrintedTooMuch("it reads on where the input has ended")
        return ""

    def read(self, size: int | None = -1) -> str:
        """Nothing."""
        return self.readline(size)

    def readable(self) -> bool:
        """Always."""
        return True


class Streams:
    """The standard streams while submitted code runs; its own streams it keeps between runs."""

    def __init__(self) -> None:
        self.out = Printed()
        self.err = Printed()
        self._mine: tuple[object, object, object] = (NoInput(), self.out, self.err)
        self._others: list[tuple[object, object, object]] = []

    def __enter__(self) -> Streams:
        self._others.append((sys.stdin, sys.stdout, sys.stderr))
        sys.stdin, sys.stdout, sys.stderr = self._mine
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._mine = (sys.stdin, sys.stdout, sys.stderr)
        sys.stdin, sys.stdout, sys.stderr = self._others.pop()


@contextlib.contextmanager
def logs_as_before() -> Iterator[None]:
    """What code logs goes to handlers of its own, which are gone with it: they hold its streams."""
    root, kind = logging.getLogger(), logging.Logger
    noted = kind.callHandlers, kind.isEnabledFor
    kind.callHandlers, kind.isEnabledFor = _LOGGED  # type: ignore[method-assign]
    handlers, filters, level = [*root.handlers], [*root.filters], root.level
    loggers, disabled = dict(root.manager.loggerDict), root.manager.disable
    try:
        yield
    finally:
        kind.callHandlers, kind.isEnabledFor = noted  # type: ignore[method-assign]
        for handler in {*root.handlers}.difference(handlers):
            with contextlib.suppress(Exception):
                handler.close()
        root.handlers, root.filters = handlers, filters
        root.setLevel(level)
        root.manager.loggerDict = loggers
        logging.disable(disabled)
