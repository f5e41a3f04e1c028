"""Lines of which the same comes several times in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

_FEW = 2
"""So many are left as they are."""


def without_repeats(lines: Iterable[str], put: Callable[[str, int], str]) -> Iterator[str]:
    """The lines, but for each that comes three times in a row or more what is `put` for it.

    That is given the line, and how often it comes.
    """
    for line, same in groupby(lines):
        count = len(list(same))
        yield from [put(line, count)] if count > _FEW else [line] * count


def as_loop(line: str, count: int) -> str:
    """A line of Python that is run so often; as a prompt needs it, an empty line ends the loop."""
    return f"for _ in range({count}): {line}\n"
