"""Warnings and log records of submitted code, which the suite sees as if they were made there."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

MAX_NOTICES = 500
MAX_TEXT = 2_000
_ROOT = 30
"""The level of the root logger unless somebody sets it: `logging.WARNING`."""

Notice = list[Any]
"""`["warning", classes, text]` or `["log", logger, level, text]`."""


class Notices:
    """Takes down what is noted while code of this end runs."""

    def __init__(self, name: Callable[[type], str]) -> None:
        """`name` gives the names that both ends know a class by, and those of its ancestors."""
        self._name = name
        self._found: list[Notice] = []
        self._stack = contextlib.ExitStack()

    def taken(self) -> list[Notice]:
        """What was noted since this was last asked."""
        found, self._found = self._found, []
        return found

    def __enter__(self) -> Notices:
        self._stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("always")
        warnings.showwarning = self._warned
        logging = sys.modules.get("logging")
        if logging is not None:
            self._stack.enter_context(_handled(logging.Logger, self._logged))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _add(self, *notice: Any) -> None:
        if len(self._found) < MAX_NOTICES:
            self._found.append(list(notice))

    def _warned(self, message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        text = str(message)[:MAX_TEXT]
        if category is ResourceWarning:  # the same encoding has two names, in processes apart
            text = text.replace("encoding='UTF-8'", "encoding='utf-8'")
        self._add("warning", self._name(category), text)

    def _logged(self, logger: Any, record: Any) -> None:
        self._add(
            "log", str(logger.name)[:200], int(record.levelno), record.getMessage()[:MAX_TEXT]
        )


@contextlib.contextmanager
def _handled(logger: Any, take: Callable[[Any, Any], None]) -> Iterator[None]:
    """Records go to `take` and to no handler; levels count as far as loggers have their own."""
    before = logger.callHandlers, logger.isEnabledFor
    logger.callHandlers = lambda self, record: take(self, record)  # noqa: PLW0108 a bound method would not be given the logger
    logger.isEnabledFor = _is_enabled
    try:
        yield
    finally:
        logger.callHandlers, logger.isEnabledFor = before


def _is_enabled(logger: Any, level: int) -> bool:
    """Whether a record is to be seen by the suite, whose root logger has a level of its own."""
    is_default = logger.name == "root" and logger.level == _ROOT
    return not logger.disabled and (is_default or level >= logger.level)
