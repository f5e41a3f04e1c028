"""What one submission earns: exact until a report rounds it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from .changes import Change
from .late import Settlement
from .misread import Misread, Once, settled
from .place import Place
from .scheme import Criterion, Exercise, Scheme
from .verdict import PASSED, State, Verdict
from .visibility import Level, Phase, Visibility, as_visible


@dataclass(frozen=True)
class Award:
    """What one criterion earned, and why."""

    criterion: Criterion
    verdict: Verdict

    @property
    def earned(self) -> Fraction:
        """The criterion's worth if it is passed, a share if it is passed in part, else nothing."""
        match self.verdict.state:
            case State.PASSED:
                return self.criterion.worth
            case State.PARTIAL:
                return self.criterion.worth * self.verdict.share
        return Fraction(0)


@dataclass(frozen=True)
class MarkSheet:
    """All awards of one submission, in the handout's order."""

    submission: str
    student: str
    scheme: Scheme
    awards: tuple[Award, ...]
    remarks: tuple[str, ...] = ()
    """What deviates from the submission instructions, a line each."""
    notes: tuple[str, ...] = ()
    """What the student should know of how the submission was read, and costs nothing."""
    broken: tuple[str, ...] = ()
    """The files that could not be imported, and why, a line each."""
    excerpts: tuple[str, ...] = ()
    """Where such a file cannot be parsed: its place, the line, and a caret below, as text."""
    unreadable: str = ""
    """Why the submission could not be read at all."""
    stopped: str = ""
    """Why it was stopped while it was marked."""
    cap: int | None = None
    """The most that it can earn, when that is limited."""
    settlement: Settlement | None = None
    """What the late rule makes of the total, under a coursework that has one."""
    changed: Change | None = None
    """What marking it again changed last."""
    since: str = ""
    """What it changed about the attempt before it, or which one does not count, for its student."""
    place: Place | None = None
    """Where the mark stands in the cohort, if students are shown that."""
    misread: Misread | None = None
    """What explains most of what was lost, if a misreading of the handout does."""
    costs: Once | None = None
    """What that costs, where it does not cost in full."""

    @property
    def sum(self) -> Fraction:
        """What is earned together, where a misreading costs once with what that leaves."""
        return settled(self.strict, self.by_reading, self.costs)

    @cached_property
    def strict(self) -> Fraction:
        """What the criteria earned together."""
        return sum((award.earned for award in self.awards), Fraction(0))

    @cached_property
    def by_reading(self) -> Fraction:
        """What they would earn together if the handout meant what the submission reads in it."""
        return self._by_reading(self.awards) if self.misread else self.strict

    @property
    def regained(self) -> Fraction:
        """How much of the sum is there because a misreading costs once."""
        return self.sum - self.strict

    @property
    def total(self) -> Fraction:
        """The sum, unless it is capped."""
        return self.sum if self.cap is None else min(self.sum, Fraction(self.cap))

    @property
    def mark(self) -> Fraction:
        """The total, after the late rule."""
        return self.settlement.after if self.settlement else self.total

    @property
    def band(self) -> str:
        """The band that the mark stands for, under a late rule with bands."""
        return self.settlement.band_after if self.settlement else ""

    @property
    def out_of(self) -> Fraction:
        """The most that can be earned, without a bonus. The same for every submission."""
        return self.scheme.total

    @property
    def bonus(self) -> Fraction:
        """How much of the sum is bonus."""
        return sum((self.earned(exercise) for exercise in self.scheme.bonus), Fraction(0))

    @property
    def is_perfect(self) -> bool:
        """Whether every criterion is passed."""
        return all(award.verdict.state is State.PASSED for award in self.awards)

    @property
    def awaiting(self) -> Fraction:
        """What the criteria are worth that a person has still to mark."""
        waiting = (one for one in self.awards if one.verdict.state is State.AWAITING)
        return sum((one.criterion.worth for one in waiting), Fraction(0))

    @property
    def void(self) -> tuple[Award, ...]:
        """The criteria that the kit failed to examine."""
        return tuple(award for award in self.awards if award.verdict.state is State.VOID)

    @property
    def overridden(self) -> tuple[Award, ...]:
        """The criteria whose marks a person has set in place of what was found."""
        return tuple(award for award in self.awards if award.verdict.overridden)

    @property
    def flags(self) -> tuple[str, ...]:
        """What staff should look at, a line each."""
        return tuple(
            f"{one.criterion.id}: {one.verdict.flag}" for one in self.awards if one.verdict.flag
        )

    @property
    def status(self) -> str:
        """`marked`, or in one to three words what a person must look at."""
        if self.unreadable:
            return "unreadable"
        if self.stopped:
            return "stopped"
        flags: dict[str, object] = {"void": self.void, "awaiting manual marks": self.awaiting}
        flags |= {"capped": self.cap is not None, "instructions not followed": self.remarks}
        flags |= {"flagged": self.flags}
        return " + ".join(flag for flag, holds in flags.items() if holds) or "marked"

    def as_visible(self, seen: Visibility, phase: Phase) -> MarkSheet:
        """The sheet with what is seen of its verdicts in this phase.

        What a person says of a criterion is always seen, and so is what is said of the submission
        as a whole: that is known before the first question. What is flagged is for staff alone,
        and where the mark stands is not known before the deadline.
        """
        awards = tuple(
            one
            if one.criterion.manual
            else _with(one, as_visible(one.verdict, seen.level(one.criterion.id, phase)))
            for one in self.awards
        )
        if phase is not Phase.STAFF:
            awards = tuple(
                _with(one, replace(one.verdict, flag="")) if one.verdict.flag else one
                for one in awards
            )
        place = None if phase is Phase.SUBMISSION else self.place
        misread = self._misread_as_visible(seen, phase)
        return replace(self, awards=awards, place=place, misread=misread)

    def _misread_as_visible(self, seen: Visibility, phase: Phase) -> Misread | None:
        """The misreading, with its sentences and the board only where all of that may be seen.

        Otherwise nothing is said of it unless it has changed the mark.
        """
        if self.misread is None:
            return None
        if all(seen.level(one, phase) is Level.COUNTEREXAMPLE for one in self.misread.right):
            return self.misread
        hidden = replace(self.misread, names=(), sentences=(), shown=None)
        return hidden if self.regained else None

    def of(self, exercise: Exercise) -> tuple[Award, ...]:
        """The awards of one exercise."""
        awards = self._by_id
        return tuple(awards[one.id] for one in exercise.criteria if one.id in awards)

    @cached_property
    def _by_id(self) -> Mapping[str, Award]:
        return {award.criterion.id: award for award in self.awards}

    def tells_of(self, exercise: Exercise) -> bool:
        """Whether there is more to say of an exercise than that all of it is earned."""
        return any(one.verdict != PASSED for one in self.of(exercise))

    def can_be_checked(self, exercise: Exercise) -> bool:
        """Whether something of the exercise is lost that the students' check looks at."""
        lost = (one for one in self.of(exercise) if one.verdict.state is not State.PASSED)
        return not self.unreadable and any(not one.criterion.manual for one in lost)

    def by_reading_of(self, exercise: Exercise) -> Fraction:
        """What one exercise would earn if the handout meant what the submission reads in it."""
        return self._by_reading(self.of(exercise))

    def _by_reading(self, awards: Iterable[Award]) -> Fraction:
        right = self.misread.right if self.misread else ()
        return sum((_by_reading(award, right) for award in awards), Fraction(0))

    def earned(self, exercise: Exercise) -> Fraction:
        """What one exercise earned."""
        return sum((award.earned for award in self.of(exercise)), Fraction(0))


def _with(award: Award, verdict: Verdict) -> Award:
    return award if verdict is award.verdict else replace(award, verdict=verdict)


def _by_reading(award: Award, right: Collection[str]) -> Fraction:
    """What a criterion earns by a reading for which these are right; not what a person has set."""
    is_right = award.criterion.id in right and award.verdict.state not in _NEVER_RIGHT
    return award.criterion.worth if is_right and not award.verdict.overridden else award.earned


_NEVER_RIGHT = {State.VOID, State.AWAITING}


def award(scheme: Scheme, verdicts: Mapping[str, Verdict]) -> tuple[Award, ...]:
    """One award a criterion. One that should have a verdict and has none is void."""
    awaiting = Verdict(State.AWAITING, "this is marked by hand, and has not been marked yet")
    nothing = Verdict(State.VOID, "the criterion was not examined")
    return tuple(
        Award(one, verdicts.get(one.id, awaiting if one.manual else nothing))
        for one in scheme.criteria
    )
