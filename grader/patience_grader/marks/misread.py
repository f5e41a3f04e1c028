"""That a handout was misread throughout: what explains most of what a submission lost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class BothWays:
    """One question, or one board, as the handout has it and as the submission reads it."""

    handout: str
    reading: str
    called: str = ""
    given: str = ""


@dataclass(frozen=True)
class Misread:
    """One misreading, or several at once, that a submission follows throughout."""

    names: tuple[str, ...]
    sentences: tuple[str, ...]
    """What the student is told, a sentence each; none where it may not be seen."""
    right: tuple[str, ...]
    """The criteria that were lost, and are right for somebody who reads it that way."""
    shown: BothWays | None = None


@dataclass(frozen=True)
class Once:
    """What a misreading costs where it costs once."""

    marks: Fraction


def settled(strict: Fraction, by_reading: Fraction, costs: Once | None) -> Fraction:
    """What a submission earns that earns so much strictly, and so much by its own reading.

    A misreading costs in full unless it costs once: then so many marks less than by that reading,
    but never less than strictly.
    """
    if costs is None:
        return strict
    return max(strict, by_reading - costs.marks)
