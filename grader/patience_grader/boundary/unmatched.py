"""What a test may ask of an object where the reference has None, or nothing.

A tree may be right and of another shape than the reference's, so a test can walk through it: its
attributes and methods are asked for beside the reference, which is not asked. What the object says
of itself decides no more than None would: it equals no plain value, of which it is not even told,
and takes part in no arithmetic, of which one operand would tell it what is expected.
"""

from __future__ import annotations

from ..sandbox.guest.operations import OPERATIONS
from .source import Operation

SPECIAL_METHODS = ["__call__", "__contains__", "__getitem__", "__iter__", "__len__"]
"""Those of its class that are carried across."""
_ASKED = frozenset(
    "bool isinstance eq ne hash repr str format len iter getitem contains copy deepcopy".split()
)


def may_be_asked(operation: Operation) -> bool:
    """Whether a test may do this with such an object: walk through it, or look at it."""
    return operation.kind not in OPERATIONS or operation.kind in _ASKED


def may_claim(operation: Operation) -> bool:
    """Whether such an object's word counts: of its truth and its class.

    To be false is what None would say; to be true, or of a student's class, is to be an object.
    """
    return operation.kind in ("bool", "isinstance")
