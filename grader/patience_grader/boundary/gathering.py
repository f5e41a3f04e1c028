"""Where a suite gathers answers: `[square(i) for i in range(5)]`, `list(numbers())`.

It looks at them when all have come, so the first wrong one is what went wrong.
"""

from __future__ import annotations

import dis
from functools import cache
from types import CodeType, FrameType

from .askers import outside
from .steps import Place

WITHIN = ("<listcomp>", "<setcomp>", "<dictcomp>")
"""What Python 3.11 runs in a frame of its own, and looks at when it is complete."""
_ADDING = ("LIST_APPEND", "SET_ADD", "MAP_ADD")
_IN_LOOP = 2
"""So deep below what is added lies what it is added to, if the iterator of a loop is between."""


def gathered_at(frame: FrameType | None, kind: str) -> Place | None:
    """The place in a suite that gathers what an operation of this kind gives, if one does."""
    frame = outside(frame)
    if frame is None:
        return None
    code, at = frame.f_code, frame.f_lasti
    if code.co_name in WITHIN:
        return id(frame), 0
    for loop in _inlined(code):
        if at in loop:
            return id(frame), loop.start
    return (id(frame), at) if kind == "next" and at in _calls(code) else None


@cache
def _inlined(code: CodeType) -> tuple[range, ...]:
    """Where the loops of comprehensions are, which later Pythons run in the frame around them."""
    steps = list(dis.get_instructions(code))
    adds = [one.offset for one in steps if one.opname in _ADDING and (one.arg or 0) >= _IN_LOOP]
    loops = [range(one.offset, one.argval) for one in steps if one.opname == "FOR_ITER"]
    return tuple(loop for loop in loops if any(one in loop for one in adds))


@cache
def _calls(code: CodeType) -> frozenset[int]:
    """Where something is called, which goes through all that an iterator gives."""
    return frozenset(one.offset for one in dis.get_instructions(code) if "CALL" in one.opname)
