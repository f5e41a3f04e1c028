"""The instructor's desk: what people say about the submissions of a cohort, read from files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ..course.coursework import Coursework
from ..errors import InputError
from ..manual.sheet import Marks, is_for, read_marks
from ..marks.late import Timing, read_time, read_times
from .complete import InstructorNotes

MANUAL_MARKS = "manual-marks.csv"
"""The file of a person's marks, in the folder of all results, unless another is named."""


@dataclass(frozen=True)
class InstructorInput:
    """A person's marks, the times at which submissions came in, and the deadline."""

    given: Marks = field(default_factory=dict)
    times: Mapping[str, Timing] = field(default_factory=dict)
    deadline: datetime | None = None

    def said(self, name: str, digest: str = "") -> InstructorNotes:
        """What is said about the submission of this name, and about the version of this digest."""
        given = self.given.get(name, {})
        timing = self.times.get(name, Timing())
        return InstructorNotes(
            {one: marks for one, marks in given.items() if is_for(marks.version, digest)},
            timing if is_for(timing.version, digest) else Timing(),
            self.deadline,
        )

    def outdated(self, name: str, digest: str) -> list[str]:
        """What is said about another version of the submission, in words."""
        given = self.given.get(name, {}).values()
        timing = self.times.get(name, Timing())
        marks = any(not is_for(one.version, digest) for one in given)
        kinds = {"marks given by hand": marks, "the time": not is_for(timing.version, digest)}
        return [kind for kind, is_outdated in kinds.items() if is_outdated]

    def unknown(self, names: Iterable[str]) -> list[str]:
        """The names in the file of times that no submission has."""
        return sorted(set(self.times) - set(names))


def read_instructor_input(
    coursework: Coursework, out: Path, times: Path | None, deadline: str, manual: Path | None
) -> InstructorInput:
    """What the files say. Raises InputError when one cannot be used.

    A person's marks are read from the folder of results if they are there.
    """
    given = _given(coursework, manual or out / MANUAL_MARKS, is_named=manual is not None)
    rule = coursework.late
    if rule is None:
        if times or deadline:
            raise InputError(
                f"handout/{coursework.slug}.md has no rule for late work, so --times and "
                "--deadline have no effect; add a [late] block to its front matter"
            )
        return InstructorInput(given)
    return InstructorInput(
        given,
        read_times(times, rule.timezone) if times else {},
        read_time(deadline, rule.timezone) if deadline else None,
    )


def _given(coursework: Coursework, path: Path, *, is_named: bool) -> Marks:
    if not coursework.scheme.manual:
        if is_named:
            raise InputError(
                f"{coursework.slug} has no manual marks, so {path} "
                "has no effect; see manual in the handout's front matter"
            )
        return {}
    return read_marks(path, coursework.scheme) if is_named or path.exists() else {}
