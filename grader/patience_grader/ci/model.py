"""A report of one submission, as far as every format of continuous integration needs it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..marks.verdict import Evidence, State

_FRAME = re.compile(r"(?P<file>[^\n]+?\.py), line (?P<line>[0-9]+), in ")


@dataclass(frozen=True)
class Place:
    """A line of a file, by its path in the repository."""

    file: str
    line: int


@dataclass(frozen=True)
class Test:
    """One criterion and what became of it."""

    id: str
    group: str
    title: str
    state: State
    score: Fraction
    worth: Fraction
    reason: str = ""
    evidence: Evidence | None = None
    place: Place | None = None
    is_broken: bool = False
    """Whether the file that it examines cannot be imported."""

    @property
    def passed(self) -> bool:
        """Whether all of it is earned."""
        return self.state is State.PASSED

    @property
    def is_void(self) -> bool:
        """Whether the kit failed to examine it."""
        return self.state is State.VOID

    @property
    def is_open(self) -> bool:
        """Whether a person has still to mark it."""
        return self.state is State.AWAITING

    @property
    def is_lost(self) -> bool:
        """Whether the submission is to blame for what is not earned."""
        return not (self.passed or self.is_void or self.is_open)

    @property
    def is_to_do(self) -> bool:
        """Whether nothing is written yet that could be right or wrong."""
        is_missing = self.state is State.NOT_ANSWERED and self.evidence is None
        return is_missing and not self.is_broken

    @property
    def plain_title(self) -> str:
        """The title without its markup."""
        return self.title.replace("`", "").replace("*", "")

    @property
    def message(self) -> str:
        """Why it is not passed, in one line."""
        if self.is_void:
            return "this could not be examined, which is not the student's fault"
        return f"{self.state}: {self.reason}" if self.reason else str(self.state)

    @property
    def explanation(self) -> tuple[tuple[str, str], ...]:
        """The parts of the evidence that there are, each with its label."""
        one = self.evidence
        if one is None:
            return ()
        parts = (
            ("Called", one.called),
            ("On", one.given),
            ("Expected", one.expected),
            ("Got", one.got),
            ("In your code", "\n".join(one.trace)),
            ("Look here first", one.cause),
            ("Note", one.note),
            (f"To see it again, {one.repeat}", one.snippet),
        )
        return tuple((label, text) for label, text in parts if text)


@dataclass(frozen=True)
class Report:
    """All tests of one submission."""

    name: str
    """Whose it is; empty where that is known."""
    title: str
    version: str
    headline: str
    """What was reached, for example `58 of 66 marks`."""
    tests: tuple[Test, ...]
    remarks: tuple[str, ...] = ()
    score: Fraction = Fraction(0)
    out_of: Fraction = Fraction(0)

    @property
    def groups(self) -> Mapping[str, tuple[Test, ...]]:
        """The tests of each exercise."""
        names = dict.fromkeys(one.group for one in self.tests)
        return {name: tuple(one for one in self.tests if one.group == name) for name in names}

    @property
    def lost(self) -> tuple[Test, ...]:
        """The tests that the submission does not pass."""
        return tuple(one for one in self.tests if one.is_lost)

    @property
    def void(self) -> tuple[Test, ...]:
        """The tests that the kit failed to examine."""
        return tuple(one for one in self.tests if one.is_void)


def place_in(evidence: Evidence | None) -> Place | None:
    """The line of the student's code at which an exception was raised, if there was one."""
    for frame in reversed(evidence.trace if evidence else ()):
        if found := _FRAME.match(frame):
            return Place(found["file"], int(found["line"]))
    return None
