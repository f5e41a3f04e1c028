"""Fields of frozen dataclasses that code has written to all the same.

Such a value crosses as what it holds, so the suite would not see it changed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import kinds
else:
    import kinds

_WRITERS = re.compile(r"__setattr__|__dict__|__set__|__setstate__|\bvars\b")


def may_be_written(texts: Iterable[str | None]) -> bool:
    """Whether code of these texts names anything that writes to frozen instances.

    Only for such code is it worth looking.
    """
    return any(_WRITERS.search(text) for text in texts if text)


class Watched:
    """What frozen instances hold that are handed over."""

    def __init__(self, given: list[Any]) -> None:
        self._before = [(one, _held(one)) for one in given]

    def written(self) -> Iterator[tuple[int, str, Any]]:
        """The fields that hold something else by now: whose, in their order, and what they hold."""
        for place, (one, before) in enumerate(self._before):
            now = _held(one)
            if not all(map(operator.is_, before, now)):
                for name, old, new in zip(_names(one), before, now, strict=True):
                    if old is not new:
                        yield place, name, new


def _held(one: Any) -> list[Any]:
    return [getattr(one, name, None) for name in _names(one)]


def _names(one: Any) -> tuple[str, ...]:
    kind: Any = type(one)
    return kinds.fields_of(kind)
