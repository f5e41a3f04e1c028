"""Where a suite gathers answers: `[square(i) for i in range(5)]`, `list(numbers())`.

It looks at them when all have come, so the first wrong one is what went wrong.
"""

from __future__ import annotations

import dis
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

from .steps import Place

_KIT = str(Path(__file__).parents[1])
_WITHIN = ("<listcomp>", "<setcomp>", "<dictcomp>")
"""What Python runs in a frame of its own, and looks at when it is complete."""


def gathered_at(frame: FrameType | None, kind: str) -> Place | None:
    """The place in a suite that gathers what an operation of this kind gives, if one does."""
    while frame is not None and frame.f_code.co_filename.startswith(_KIT):
        frame = frame.f_back
    if frame is None:
        return None
    code, at = frame.f_code, frame.f_lasti
    if code.co_name in _WITHIN:
        return id(frame), 0
    return (id(frame), at) if kind == "next" and at in _calls(code) else None


@cache
def _calls(code: CodeType) -> frozenset[int]:
    """Where something is called, which goes through all that an iterator gives."""
    return frozenset(one.offset for one in dis.get_instructions(code) if "CALL" in one.opname)
