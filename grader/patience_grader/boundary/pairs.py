"""Which object of the reference each object of a submission stands for, in one run.

An object is paired where the suite meets it first. One that comes again where the reference has
just made another object stands for that from then on: a method may return `self` where the
reference returns a new object. But what came in the place of another object may be anything, so
its word is not taken: that it equals a plain value, is true, or contains or is an instance of
something counts only if the reference's object says the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .handles import Known

CLAIMS = frozenset("eq ne lt le gt ge bool contains isinstance issubclass has_hash".split())
"""Operations that say yes or no."""


class Pairs:
    """The pairs of a run, by the numbers of the objects."""

    def __init__(self, known: Mapping[int, int]) -> None:
        """`known` are the objects that were met while the suite was collected.

        They are the submission's numbers with the reference's.
        """
        self._stand_for = dict(known)
        self._met = set(known.values())
        self._doubtful: set[int] = set()
        self._iterators: dict[int, int] = {}
        """What objects that are their own iterators stand for when they are asked for the next."""
        self.is_speaking_of_doubtful = False
        """Whether the operation that goes on has an operand that came in the place of another."""

    def reference(self, known: Known, *, as_iterator: bool = False) -> int | None:
        """The number of the reference's object; None if there is none."""
        if known.submission is None:
            return known.reference
        if as_iterator and known.submission in self._iterators:
            return self._iterators[known.submission]
        return self._stand_for.get(known.submission, known.reference)

    def is_doubtful(self, number: int) -> bool:
        """Whether an object of the submission came in the place of another."""
        return number in self._doubtful

    def begin(self, number: int, like: int | None, *, is_doubtful: bool = False) -> None:
        """The suite meets an object of the submission for the first time."""
        if like is not None:
            self._stand_for[number] = like
            self._met.add(like)
        if is_doubtful or self.is_speaking_of_doubtful:
            self._doubtful.add(number)

    def meet(self, number: int, shape: Any, *, is_own_iterator: bool = False) -> None:
        """The suite meets an object again, where the reference has what `shape` says.

        One that is its own iterator stays what it is, and is the reference's iterator, too.
        """
        is_object = isinstance(shape, list) and shape[:1] == ["h"] and len(shape) == 4
        like = shape[1] if is_object else None
        if like is not None and like == self._stand_for.get(number):
            return
        self._doubtful.add(number)
        if like is not None and is_own_iterator:
            self._met.add(like)
            self._iterators[number] = like
        elif like is not None and like not in self._met:
            self._met.add(like)
            self._stand_for[number] = like
