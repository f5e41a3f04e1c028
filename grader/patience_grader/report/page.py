"""The pages: one for a student, one for the cohort. Self-contained HTML, everything escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from statistics import mean, median

from ..marks.changes import Change
from ..marks.mark_sheet import Award, MarkSheet
from ..marks.scheme import Exercise, Scheme
from ..marks.verdict import State
from ..text.numbers import format_marks
from ..text.sanitize import sanitize
from .environment import environment
from .table import Absent, Row

_BINS = 11


def _beside(text: str, other: str) -> list[tuple[str, bool]]:
    """The lines of a drawing, each with whether the drawing beside it has not got it there."""
    mine, theirs = ([row.rstrip() for row in sanitize(one).split("\n")] for one in (text, other))
    if len(mine) == 1 or len(theirs) == 1:
        return [(row, False) for row in mine]
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    same = {at for block in blocks for at in range(block.a, block.a + block.size)}
    return [(row, number not in same) for number, row in enumerate(mine)]


@dataclass(frozen=True)
class Bar:
    """One bar of a diagram: its label, its number, and its length as a share of the longest."""

    label: str
    number: str
    share: float


def _by_cause(awards: Sequence[Award]) -> list[tuple[Award, ...]]:
    """The lost awards, those together that one cause has lost, as far as it is told."""
    groups: dict[object, list[Award]] = {}
    for award in awards:
        verdict = award.verdict
        trace = verdict.evidence.trace[-1:] if verdict.evidence else ()
        alone = verdict.state in {State.FAILED, State.VOID, State.PARTIAL} or not verdict.reason
        by_person = award.criterion.manual and verdict.state is not State.AWAITING
        alone = alone or by_person or bool(verdict.overridden)
        cause: object = award.criterion.id if alone else (verdict.state, verdict.reason, trace)
        if verdict.state is not State.PASSED:
            groups.setdefault(cause, []).append(award)
    return [tuple(group) for group in groups.values()]


_ENVIRONMENT = environment(beside=_beside, by_cause=_by_cause)


def feedback_page(sheet: MarkSheet, title: str, version: str) -> str:
    """The page that a student reads."""
    template = _ENVIRONMENT.get_template("feedback.html")
    return template.render(sheet=sheet, title=title, version=version)


def exercise_part(
    sheet: MarkSheet, exercise: Exercise, earned: Fraction, notes: Sequence[str]
) -> str:
    """What the page says of one exercise, to stand on a page of another program.

    `earned` is what it counts there, and the notes say why, if that is less.
    """
    template = _ENVIRONMENT.get_template("alone.html")
    return template.render(sheet=sheet, exercise=exercise, earned=earned, notes=notes)


@dataclass(frozen=True)
class About:
    """What the page of a cohort says of the download that it comes from."""

    summary: str = ""
    notes: Sequence[str] = ()
    attempts: Sequence[str] = ()
    absent: Sequence[Absent] = ()
    named: bool = False
    """Whether a roster gives names."""


def cohort_page(  # noqa: PLR0913, PLR0917 what a cohort is told by
    rows: Sequence[Row],
    scheme: Scheme,
    title: str,
    version: str,
    missing: Sequence[str] = (),
    notices: Sequence[str] = (),
    about: About | None = None,
    *,
    questions: str = "",
    guessable: bool = False,
    changes: Mapping[str, Change] | None = None,
) -> str:
    """The page that an instructor reads: table, histogram, and what was lost most.

    It also names the layers of the lock that were `missing`, what else is to be noticed, the
    fingerprint of the `questions` that were asked, says whether these are `guessable`, and shows
    the `changes` that a run made last.
    """
    totals = [row.mark for row in rows]
    template = _ENVIRONMENT.get_template("cohort.html")
    return template.render(
        title=title,
        version=version,
        missing=missing,
        notices=notices,
        questions=questions,
        guessable=guessable,
        changes=changes or {},
        about=about or About(),
        named=any(row.name for row in rows),
        timed=any(row.submitted or row.late for row in rows),
        rows=rows,
        scheme=scheme,
        bands=any(row.band for row in rows),
        waiting=sum(bool(row.awaiting) for row in rows),
        histogram=_histogram(totals, scheme.total),
        lost=_lost(rows, scheme),
        mean=Fraction(mean(totals)),
        median=Fraction(median(totals)),
    )


def _histogram(totals: Sequence[Fraction], out_of: Fraction) -> list[Bar]:
    """How many submissions earned how much, in ten steps and the full marks."""
    counts = [0] * _BINS
    for total in totals:
        counts[min(int(total * (_BINS - 1) / out_of), _BINS - 1)] += 1
    most = max(counts)
    width = out_of / (_BINS - 1)
    labels = [f"{format_marks(width * step)}–" for step in range(_BINS - 1)] + [
        format_marks(out_of)
    ]
    return [
        Bar(label, str(count), count / most) for label, count in zip(labels, counts, strict=True)
    ]


def _lost(rows: Sequence[Row], scheme: Scheme) -> list[Bar]:
    """The mean share of every exercise's marks that was lost, most first.

    What a person marks is left out while somebody's is still to be marked.
    """
    waiting = any(row.awaiting for row in rows)
    shares = [
        (_lost_share(rows, place, exercise), exercise)
        for place, exercise in enumerate(scheme.exercises)
        if not (waiting and exercise.manual)
    ]
    shares.sort(key=lambda one: -one[0])
    return [Bar(exercise.name, f"{share:.0%}", share) for share, exercise in shares]


def _lost_share(rows: Sequence[Row], place: int, exercise: Exercise) -> float:
    return float(1 - mean(row.earned[place] for row in rows) / exercise.worth)
