"""What stands at the top of a handout, and what each of its sections is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..course.coursework import Coursework
from ..marks.scheme import Exercise, Scheme
from ..text.numbers import format_marks


@dataclass(frozen=True)
class Fact:
    """One line at the top of a handout."""

    label: str
    text: str


def facts_of(coursework: Coursework) -> tuple[Fact, ...]:
    """The lines at the top, as far as the front matter has them."""
    return tuple(Fact(label, text) for label, text in _facts(coursework) if text)


def _facts(coursework: Coursework) -> Iterator[tuple[str, str]]:
    about = coursework.about
    yield "Marks", _total(coursework.scheme)
    yield "Deadline", _deadline(coursework)
    yield "Weight", f"{about.weight:g} % of the mark of the course" if about.weight else ""
    yield "Expected effort", f"{about.hours:g} hours" if about.hours else ""
    yield "Questions", about.ask or ""
    yield "Errors in this handout", about.errors or ""
    yield "Re-assessment", about.reassessment or ""


def _total(scheme: Scheme) -> str:
    bonus = f", and up to {format_marks(scheme.most_bonus)} bonus marks" if scheme.bonus else ""
    return f"{format_marks(scheme.total)}{bonus}"


def _deadline(coursework: Coursework) -> str:
    late = coursework.late
    deadline = late.deadline if late and late.deadline else coursework.about.deadline
    if deadline is None:
        return ""
    zone = f" ({late.timezone})" if late and deadline.tzinfo is None else f" {deadline:%Z}"
    return f"{deadline:%A} {deadline.day} {deadline:%B %Y, %H:%M}{zone}".rstrip()


@dataclass(frozen=True)
class Worth:
    """What the exercises of a section are worth."""

    full: str
    """Each of them, where there are several."""
    total: str


def worths_of(coursework: Coursework) -> Mapping[str, Worth]:
    """What the exercises of each section are worth, by the section's anchor."""
    scheme = coursework.scheme
    sections: dict[str, list[Exercise]] = {}
    for exercise in scheme.exercises:
        if section := coursework.sections.get(exercise.name):
            sections.setdefault(section.anchor, []).append(exercise)
    return {anchor: _worth(some, scheme) for anchor, some in sections.items()}


def _worth(exercises: Sequence[Exercise], scheme: Scheme) -> Worth:
    total = _marks(sum((one.worth for one in exercises), Fraction(0)))
    if len(exercises) == 1:
        return Worth(_full(exercises[0], scheme), total)
    return Worth(", ".join(f"{one.name}: {_full(one, scheme)}" for one in exercises), total)


def _full(exercise: Exercise, scheme: Scheme) -> str:
    bonus = "bonus " if exercise in scheme.bonus else ""
    by_hand = ", given by a person" if exercise.manual else ""
    return f"{_marks(exercise.worth, bonus)}{by_hand}"


def _marks(worth: Fraction, bonus: str = "") -> str:
    return f"{format_marks(worth)} {bonus}{'mark' if worth == 1 else 'marks'}"
