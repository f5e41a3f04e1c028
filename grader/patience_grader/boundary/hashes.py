"""Hashes of objects of the submission, and what a suite compares them with.

Hashes of texts differ between any two processes, and those of most objects between any two runs.
So an object's hash is a number by which equal hashes are known, and whether it is that of a plain
value is asked where the object is.
"""

from __future__ import annotations

import builtins
from typing import Any

_hash = builtins.hash


class Hash(int):
    """What `hash` gives a suite, with the object or value that it is of."""

    of: Any

    def __new__(cls, number: int, of: Any) -> Hash:
        made = super().__new__(cls, number)
        made.of = of
        return made

    def __eq__(self, other: object) -> bool:
        if type(other) is not Hash or _is_there(self) is _is_there(other):
            return int.__eq__(self, other) is True
        there, value = (self.of, other.of) if _is_there(self) else (other.of, self.of)
        known = object.__getattribute__(there, "patience_known")
        return known.run.current().operate("has_hash", there, value) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


def _is_there(one: Hash) -> bool:
    """Whether it is of an object of the submission."""
    return hasattr(type(one.of), "patience_known")


def hash_for_suite(value: Any) -> int:
    """The hash of an object, or of a value of the suite's own."""
    return Hash(_hash(value), value)
