"""Known submissions are marked as any other is, and nothing may deviate."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ..course.coursework import Coursework
from ..grading.cohort import mark_all, tasks_for
from ..grading.results import stored_sheet
from ..marks.mark_sheet import Award
from ..marks.verdict import State
from ..questions.drawing import settle
from ..questions.secret import Secret
from ..submission.finding import find_uploads
from .known import KnownSubmission, equivalents


@dataclass(frozen=True)
class Marked:
    """A known submission and what it earned."""

    known: KnownSubmission
    lost: frozenset[str]
    """The criteria of which it earned less than what it was made from."""
    void: Mapping[str, str]
    """The criteria that the kit or the suite failed to examine, and why."""
    mark: Fraction

    @property
    def is_suite_at_fault(self) -> bool:
        """Whether a test fails or raises by itself, and not for what a submission answers."""
        from ..boundary.verdicts import SUITE_AT_FAULT  # noqa: PLC0415 brings pytest and Hypothesis

        return any(SUITE_AT_FAULT in why for why in self.void.values())

    @property
    def deviation(self) -> str:
        """How the outcome differs from the known one, in words; empty when it does not."""
        loses = self.known.loses
        parts = {
            "lost too": self.lost - loses if loses is not None else frozenset(),
            "not lost": (loses or frozenset()) - self.lost,
        }
        noted = [f"{what}: {', '.join(sorted(ids))}" for what, ids in parts.items() if ids]
        noted[:0] = [f"void: {name} ({why})" for name, why in sorted(self.void.items())]
        bounds = self.known.bounds
        if bounds and not bounds.least <= self.mark <= bounds.most:
            noted.append(f"{float(self.mark):g} marks, not {bounds.least} to {bounds.most}")
        return "; ".join(noted)


def mark_known(
    coursework: Coursework,
    known_submissions: Sequence[KnownSubmission],
    jobs: int,
    report: Callable[[], None],
    secret: Secret | None = None,
) -> list[Marked]:
    """What the known submissions lost, by way of real zips and real results; in their order.

    The questions are drawn from the secret of the course, unless another one is named.
    """
    with tempfile.TemporaryDirectory(prefix="patience-") as name:
        folder, out = Path(name) / "submissions", Path(name) / "marks"
        folder.mkdir()
        for number, known in enumerate(known_submissions):
            with zipfile.ZipFile(folder / f"{number:05}.zip", "w") as archive:
                for file, data in known.files.items():
                    archive.writestr(file, data)
        questions = settle(coursework, out, secret=secret)
        found = find_uploads([folder], coursework.required)
        tasks = tasks_for(coursework, found, questions=questions)
        mark_all(coursework, tasks, out, jobs, lambda _: report())
        sheets = [
            _awards(out / f"{number:05}", coursework) for number in range(len(known_submissions))
        ]
    earned = {one.name: sheet for one, sheet in zip(known_submissions, sheets, strict=True)}
    return [
        _marked(one, sheet, earned.get(one.base, []))
        for one, sheet in zip(known_submissions, sheets, strict=True)
    ]


def _awards(folder: Path, coursework: Coursework) -> list[Award]:
    """What was awarded for the criteria that no person marks."""
    sheet = stored_sheet(folder, coursework.scheme).sheet
    return [one for one in sheet.awards if one.verdict.state is not State.AWAITING]


def _marked(known: KnownSubmission, awards: Sequence[Award], base: Sequence[Award]) -> Marked:
    """What was lost: of a mistake, what its base earned; else what is failed."""
    most = {one.criterion.id: one.criterion.worth for one in awards}
    if known.loses:
        most |= {one.criterion.id: one.earned for one in base}
    in_part = State.PARTIAL if known.bounds else None
    void = {
        one.criterion.id: one.verdict.reason for one in awards if one.verdict.state is State.VOID
    }
    lost = frozenset(
        one.criterion.id
        for one in awards
        if one.earned < most[one.criterion.id] and one.verdict.state is not in_part
    )
    mark = sum((one.earned for one in awards), Fraction(0))
    return Marked(known, lost - void.keys(), void, mark)


@dataclass(frozen=True)
class MutantCount:
    """What became of the mutants."""

    killed: int
    equivalent: int
    surviving: tuple[str, ...]
    """What the surviving mutants change."""
    mistaken: tuple[str, ...]
    """Changes written down as equivalent that were killed, or that no mutant makes."""


def count_mutants(coursework: Coursework, marked: Sequence[Marked]) -> MutantCount:
    """Killed, equivalent and surviving mutants."""
    known: Mapping[str, str] = equivalents(coursework)
    alive = [one.known.change for one in marked if not one.lost]
    return MutantCount(
        killed=len(marked) - len(alive),
        equivalent=sum(change in known for change in alive),
        surviving=tuple(change for change in alive if change not in known),
        mistaken=tuple(sorted(set(known) - set(alive))),
    )
