"""The pages: one for a student, one for the cohort. Self-contained HTML, everything escaped."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from urllib.parse import quote

from ..course.coursework import Coursework
from ..marks.mark_sheet import Award, MarkSheet
from ..marks.scheme import Exercise
from ..marks.verdict import State, Verdict
from ..text.sanitize import sanitize
from .at_fault import first_look
from .environment import environment
from .misread import sentences


def _beside(text: str, other: str) -> list[tuple[str, bool]]:
    """The lines of a drawing, each with whether the drawing beside it has not got it there."""
    mine, theirs = ([row.rstrip() for row in sanitize(one).split("\n")] for one in (text, other))
    if len(mine) == 1 or len(theirs) == 1:
        return [(row, False) for row in mine]
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    same = {at for block in blocks for at in range(block.a, block.a + block.size)}
    return [(row, number not in same) for number, row in enumerate(mine)]


def _by_cause(awards: Sequence[Award]) -> list[tuple[Award, ...]]:
    """The lost awards, those together that one cause has lost, as far as it is told."""
    groups: dict[object, list[Award]] = {}
    for award in awards:
        verdict = award.verdict
        trace = verdict.evidence.trace[-1:] if verdict.evidence else ()
        failed = verdict.state is State.FAILED and not _returned_nothing(verdict)
        alone = failed or verdict.state in {State.VOID, State.PARTIAL} or not verdict.reason
        by_person = award.criterion.manual and verdict.state is not State.AWAITING
        alone = alone or by_person or bool(verdict.overridden)
        cause: object = award.criterion.id if alone else (verdict.state, verdict.reason, trace)
        if verdict.state is not State.PASSED:
            groups.setdefault(cause, []).append(award)
    return [tuple(group) for group in groups.values()]


def _returned_nothing(verdict: Verdict) -> bool:
    """Whether `None` came back where a value is right: most often `return` was forgotten."""
    shown = verdict.evidence
    return shown is not None and shown.got == "None" and not shown.expected.startswith("raises ")


_ENVIRONMENT = environment(beside=_beside, by_cause=_by_cause)


def prepare(coursework: Coursework) -> None:
    """Compiles what a student's page is made of, once for all processes forked after this.

    The handout is read for its sections, too.
    """
    links_of(coursework)
    for name in ("feedback.html", "base.html", "exercise.html", "exercise.css"):
        _ENVIRONMENT.get_template(name)


@dataclass(frozen=True)
class Link:
    """A section of the handout, and where it can be read; empty if nobody says where."""

    title: str
    url: str


def links_of(coursework: Coursework) -> Mapping[str, Link]:
    """The sections of the handout that explain exercises, by the names of these."""
    url = coursework.handout_url
    return {
        name: Link(one.title, f"{url}#{quote(one.anchor)}" if url else "")
        for name, one in coursework.sections.items()
    }


def unchecked_of(coursework: Coursework) -> frozenset[str]:
    """The exercises that are marked only, as the handout makes none of their tests public."""
    if coursework.public_tests is None:
        return frozenset()
    return frozenset(
        exercise.name
        for exercise in coursework.scheme.exercises
        if not any(coursework.is_named_public(one.id) for one in exercise.criteria)
    )


def feedback_page(
    sheet: MarkSheet,
    title: str,
    version: str,
    links: Mapping[str, Link] | None = None,
    unchecked: Collection[str] = (),
) -> str:
    """The page that a student reads, with links to the sections that explain exercises.

    Of the `unchecked` exercises it does not say that they can be checked at home.
    """
    folds = _folds(sheet)
    template = _ENVIRONMENT.get_template("feedback.html")
    return template.render(
        sheet=sheet,
        title=title,
        version=version,
        links=links or {},
        unchecked=unchecked,
        misread=list(sentences(sheet)),
        first_look=list(first_look(sheet)),
        folds=folds,
        folded=[exercise for fold in folds for exercise in fold.exercises],
    )


@dataclass(frozen=True)
class Fold:
    """Exercises of which there is only one thing to say, the same for all of them."""

    why: str
    exercises: tuple[Exercise, ...]

    @property
    def worth(self) -> Fraction:
        """What they are worth together."""
        return sum((exercise.worth for exercise in self.exercises), Fraction(0))


def _folds(sheet: MarkSheet) -> list[Fold]:
    """The exercises that were not answered at all, those together that one cause has lost."""
    found: dict[str, list[Exercise]] = {}
    for exercise in sheet.scheme.exercises:
        verdicts = [award.verdict for award in sheet.of(exercise)]
        if all(one.state is State.NOT_ANSWERED and not one.overridden for one in verdicts):
            found.setdefault(verdicts[0].reason, []).append(exercise)
    return [
        Fold(f"{why}." if why else "not answered.", tuple(exercises))
        for why, exercises in found.items()
        if len(exercises) > 1
    ]


def exercise_part(
    sheet: MarkSheet, exercise: Exercise, earned: Fraction, notes: Sequence[str]
) -> str:
    """What the page says of one exercise, to stand on a page of another program.

    `earned` is what it counts there, and the notes say why, if that is less.
    """
    template = _ENVIRONMENT.get_template("alone.html")
    return template.render(sheet=sheet, exercise=exercise, earned=earned, notes=notes)
