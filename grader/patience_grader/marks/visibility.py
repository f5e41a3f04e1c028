"""Who sees what of a lost criterion, and when.

The table `[visibility]` of a handout gives each phase a level; single criteria and whole exercises
may have levels of their own. All of it needs the standard library alone, since the check
that students run at home goes by the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from functools import total_ordering

from ..errors import InputError
from .verdict import Evidence, State, Verdict


class Phase(StrEnum):
    """When, and by whom, an outcome is read."""

    CHECK = "check"
    """By a student at home, who asks the public questions."""
    SUBMISSION = "submission"
    """By a student who has just handed in."""
    DEADLINE = "deadline"
    """By a student after the deadline."""
    STAFF = "staff"


@total_ordering
class Level(Enum):
    """How much is seen of a lost criterion. Each level has all of those before it."""

    SCORE = "score"
    """That it is passed or lost, and the marks."""
    KIND = "kind"
    """The state in which it ended."""
    INPUT = "input"
    """What was called, and on what."""
    EXPECTED = "expected"
    COUNTEREXAMPLE = "counterexample"
    """Everything."""

    def __lt__(self, other: Level) -> bool:
        levels = list(Level)
        return levels.index(self) < levels.index(other)


USUAL: Mapping[Phase, Level] = {
    Phase.CHECK: Level.COUNTEREXAMPLE,
    Phase.SUBMISSION: Level.KIND,
    Phase.DEADLINE: Level.COUNTEREXAMPLE,
    Phase.STAFF: Level.COUNTEREXAMPLE,
}
"""What a handout that says nothing else means."""

Levels = Mapping[Phase, Level]


@dataclass(frozen=True)
class Visibility:
    """The table of a handout."""

    phases: Levels = field(default_factory=dict)
    special: Mapping[str, Levels] = field(default_factory=dict)
    """The levels that criteria and exercises have of their own, by their names."""

    def level(self, criterion: str, phase: Phase) -> Level:
        """How much of this criterion is seen in the phase; what is said most specially counts."""
        exercise = criterion.partition(".")[0]
        own, common = (self.special.get(name, {}) for name in (criterion, exercise))
        return {**USUAL, **self.phases, **common, **own}[phase]


def as_visible(verdict: Verdict, level: Level) -> Verdict:
    """What is seen of a verdict at this level.

    How much it earns always is, and so is what a person has set. What is not lost stays as it is,
    and a void criterion too: the reports tell only staff of that. Any other reason belongs to the
    counterexample, since it may hold what came back.
    """
    stays = verdict.state in {State.PASSED, State.AWAITING, State.VOID} or verdict.overridden
    if stays or level is Level.COUNTEREXAMPLE:
        return verdict
    noted = level > Level.SCORE or verdict.state is State.PARTIAL
    return Verdict(
        verdict.state if noted else State.LOST,
        evidence=_evidence(verdict.evidence, level) if verdict.evidence else None,
        share=verdict.share,
        flag=verdict.flag,
    )


def _evidence(evidence: Evidence, level: Level) -> Evidence | None:
    """What is seen of the evidence at a level below the counterexample."""
    if level < Level.INPUT:
        return None
    expected = evidence.expected if level >= Level.EXPECTED else ""
    return Evidence(evidence.called, evidence.given, expected, got="")


def read_visibility(
    table: Mapping[str, object], names: Collection[str], where: Callable[..., object]
) -> Visibility:
    """What the table says, for a handout whose criteria and exercises have these names.

    `where` says where a value of the table stands, by the keys that lead to it. Raises
    InputError, beginning with that, for what is not a phase, a level or a name in the handout.
    """
    criteria = table.get("criteria", {})
    if not isinstance(criteria, Mapping):
        raise InputError(f"{where('criteria')}: [visibility.criteria] must be a table")
    for name, levels in criteria.items():
        if name not in names:
            raise InputError(
                f"{where('criteria', name)}: {name} is neither a criterion nor an exercise"
            )
        if not isinstance(levels, Mapping):
            raise InputError(
                f'{where("criteria", name)}: write {name} = {{ submission = "score" }}'
            )
    phases = {key: value for key, value in table.items() if key != "criteria"}
    return Visibility(
        dict(_level(key, level, where(key)) for key, level in phases.items()),
        {
            name: dict(
                _level(key, level, where("criteria", name, key)) for key, level in levels.items()
            )
            for name, levels in criteria.items()
        },
    )


def _level(phase: str, level: object, where: object) -> tuple[Phase, Level]:
    if phase not in set(Phase):
        hint = "; put a criterion's name in quotation marks" if isinstance(level, Mapping) else ""
        raise InputError(f"{where}: {phase} is not a phase ({', '.join(Phase)}){hint}")
    known = {one.value: one for one in Level}
    if not isinstance(level, str) or level not in known:
        raise InputError(f"{where}: {level!r} is not a level for {phase} ({', '.join(known)})")
    return Phase(phase), known[level]
