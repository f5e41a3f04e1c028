"""The game so far: undo and redo without end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class History(Generic[T]):
    """What is now, what was before it, the newest last, and what was undone, the next last."""

    now: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    @property
    def first(self) -> T:
        """What was before all steps."""
        return self.past[0] if self.past else self.now

    def then(self, new: T) -> History[T]:
        """The history after one more step; what was undone is gone."""
        return History(new, (*self.past, self.now))

    def undone(self) -> History[T]:
        """The history without its last step, the same if there is none."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (*self.future, self.now))

    def redone(self) -> History[T]:
        """The history with the step undone last, the same if there is none."""
        if not self.future:
            return self
        return History(self.future[-1], (*self.past, self.now), self.future[:-1])
