"""Scenes: sessions of the game, with what is right after each line."""

from __future__ import annotations

from dataclasses import dataclass

from patience_grader.suite.sessions import Session

PACKAGE = "terminal"
START = "start.txt"


@dataclass(frozen=True)
class Step:
    """What is right after a line."""

    drawn: str
    """The screen."""
    refused: bool
    won: bool
    saved: str = ""
    """The save, if the line saves one."""


@dataclass(frozen=True)
class Scene:
    """A session from a start, and the steps that are right; step 0 is the start."""

    session: Session
    steps: tuple[Step, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """What is typed."""
        return self.session.lines

    def draw(self, step: int) -> str:
        """What is right after a line, drawn."""
        if self.steps[step].refused:
            return f"Error: ...\n(and then the same table)\n{self.steps[step].drawn}"
        return self.steps[step].drawn


@dataclass(frozen=True)
class Act:
    """A part of a medley: acts from the same start, played one after the other in one session.

    An act that does not go right there is played alone, and what comes of that counts:
    so a mistake in one act costs no other, and the student sees the shortest session.
    """

    medley: Scene
    first: int
    """The step of the medley after which it begins."""
    alone: Scene
    before: int
    """How many lines it needs before its own when it is played alone."""

    @property
    def count(self) -> int:
        """How many lines of its own it has."""
        return len(self.alone.lines) - self.before
