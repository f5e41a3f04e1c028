"""Notices calls of Python's own ways to mix things, however student code came by them.

It looks at the code that runs, not at its name, so an alias, `getattr` or an import under
another name makes no difference. It is the guest's word: who wants to can keep it from noticing.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import CodeType, FrameType

MIXING: dict[CodeType, str] = {
    method.__code__: f"random.Random.{method.__name__}"
    for method in (random.Random.shuffle, random.Random.sample, random.Random.choices)
}
"""What can be noticed, by its code."""


@contextmanager
def noticing(names: Sequence[str]) -> Iterator[list[str]]:
    """Gives a list that holds, at the end, those of the names that were called, in that order."""
    wanted = {code: name for code, name in MIXING.items() if name in names}
    seen: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        name = wanted.get(frame.f_code) if event == "call" else None
        if name and name not in seen:
            seen.append(name)

    before = sys.getprofile()
    if wanted:
        sys.setprofile(look)
    try:
        yield seen
    finally:
        sys.setprofile(before)
