"""What the instructor says about the submissions of a cohort: marks by hand, and times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ..course.coursework import Coursework
from ..errors import InputError
from ..manual.overrides import Overrides
from ..manual.sheet import Marks, is_for, read_marks
from ..marks.late import Timing
from .complete import InstructorNotes

MANUAL_MARKS = "manual-marks.csv"
"""The file of a person's marks, in the folder of all results, unless another is named."""


@dataclass(frozen=True)
class InstructorInput:
    """A person's marks and overrides, the times at which submissions came in, and the deadline."""

    given: Marks = field(default_factory=dict)
    times: Mapping[str, Timing] = field(default_factory=dict)
    deadline: datetime | None = None
    overrides: Overrides = field(default_factory=dict)

    def said(self, name: str, digest: str = "") -> InstructorNotes:
        """What is said about the submission of this name, and about the version of this digest."""
        given = self.given.get(name, {})
        timing = self.times.get(name, Timing())
        return InstructorNotes(
            {one: marks for one, marks in given.items() if is_for(marks.version, digest)},
            timing if is_for(timing.version, digest) else Timing(),
            self.deadline,
            {
                one: override
                for one, override in self.overrides.get(name, {}).items()
                if is_for(override.version, digest)
            },
        )

    def outdated(self, name: str, digest: str) -> list[str]:
        """What is said about another version of the submission, in words."""
        given = self.given.get(name, {}).values()
        timing = self.times.get(name, Timing())
        marks = any(not is_for(one.version, digest) for one in given)
        kinds = {"marks given by hand": marks, "the time": not is_for(timing.version, digest)}
        for criterion, one in self.overrides.get(name, {}).items():
            kinds[f"the override of {criterion}"] = not is_for(one.version, digest)
        return [kind for kind, is_outdated in kinds.items() if is_outdated]


def given_marks(coursework: Coursework, out: Path, manual: Path | None) -> Marks:
    """A person's marks, from the folder of results if no file is named. Raises InputError."""
    path = manual or out / MANUAL_MARKS
    if not coursework.scheme.manual:
        if manual:
            raise InputError(
                f"{coursework.slug} has no manual marks, so {path} "
                "has no effect; see manual in the handout's front matter"
            )
        return {}
    return read_marks(path, coursework.scheme) if manual or path.exists() else {}
