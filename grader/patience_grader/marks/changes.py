"""What a submission earned in one run, and what another run changed about that."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from ..text.numbers import format_marks
from .verdict import State

_DECIDED_BY = {
    "submission": "the submission changed",
    "handout": "the settings in the handout changed",
    "suite": "the tests or the solution changed",
    "packages": "other versions of packages are installed",
    "kit": "the kit changed",
    "lock": "the sandbox has other layers",
    "questions": "the questions changed",
    "drawn_from": "the questions changed",
}
"""What it means when a part of a fingerprint is another one."""


def differences(before: Mapping[str, str], later: Mapping[str, str]) -> tuple[str, ...]:
    """In words, why what was found with one fingerprint does not hold for another one."""
    parts = [name for name in {**before, **later} if before.get(name) != later.get(name)]
    return tuple(dict.fromkeys(_DECIDED_BY.get(name, "the kit changed") for name in parts))


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """What one submission earned in one run."""

    mark: Fraction
    band: str = ""
    earned: Mapping[str, Fraction]
    """By criterion."""
    states: Mapping[str, str]
    fingerprint: Mapping[str, str] = {}


class CriterionChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a criterion earned before and after, and how it ended after."""

    criterion: str
    before: Fraction
    after: Fraction
    state: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is different about a submission since the run before."""

    before: Fraction
    after: Fraction
    band_before: str = ""
    band_after: str = ""
    criteria: tuple[CriterionChange, ...] = ()
    reasons: tuple[str, ...] = ()
    """Why it was examined again; empty when the same verdicts earn something else."""

    @property
    def gained(self) -> str:
        """The difference with its sign, or the bands when the mark is the same."""
        if self.before == self.after and self.band_before != self.band_after:
            return f"{self.band_before} to {self.band_after}"
        sign = "+" if self.after >= self.before else "-"
        return f"{sign}{format_marks(abs(self.after - self.before))}"

    @property
    def for_student(self) -> str:
        """What changed, in a sentence or two that show marks alone."""
        what = f"from {format_marks(self.before)} to {format_marks(self.after)}"
        if self.band_before != self.band_after:
            what += f" (band {self.band_before or 'none'} to {self.band_after or 'none'})"
        same = self.before == self.after and self.band_before == self.band_after
        first = (
            "This was marked again, and the total is the same"
            if same
            else f"This was marked again, and the mark changed {what}"
        )
        parts = [
            f"{one.criterion} {format_marks(one.before)} to {format_marks(one.after)}"
            for one in self.criteria
        ]
        return f"{first}: {'; '.join(parts)}." if parts else f"{first}."


def change_between(before: Marked, later: Marked) -> Change | None:
    """What changed, or None.

    A criterion that was waiting for manual marks and has them has not changed, and neither
    has a mark that differs only for that.
    """
    waited = {name for name, state in before.states.items() if state == State.AWAITING}
    nothing = Fraction(0)
    criteria = tuple(
        CriterionChange(
            criterion=name,
            before=before.earned.get(name, nothing),
            after=later.earned.get(name, nothing),
            state=later.states.get(name, "no longer a criterion"),
        )
        for name in dict.fromkeys((*later.earned, *before.earned))
        if before.earned.get(name, nothing) != later.earned.get(name, nothing)
        and name not in waited
    )
    completed = any(later.states.get(name) != State.AWAITING for name in waited)
    same = (before.mark, before.band) == (later.mark, later.band)
    if not criteria and (same or completed):
        return None
    return Change(
        before=before.mark,
        after=later.mark,
        band_before=before.band,
        band_after=later.band,
        criteria=criteria,
        reasons=differences(before.fingerprint, later.fingerprint),
    )
