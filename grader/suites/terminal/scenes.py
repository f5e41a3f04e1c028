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
class Question:
    """A line of a play, asked among the others and, if that goes wrong, in a session of its own.

    What comes of the session of its own counts. So a fault that other lines show costs this one
    nothing, and a student sees the shortest session.
    """

    among: Scene
    at: int
    """The line's number among the others."""
    alone: Scene
    step: int
    """Its number in the session of its own, after the lines that it needs."""


@dataclass(frozen=True)
class Numbered:
    """A load of a file in which a line is wrong, and the numbers that may be named."""

    question: Question
    numbers: tuple[int, ...]
