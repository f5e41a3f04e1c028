"""A submission that is too slow as a whole is examined exercise by exercise, each with its share.

Where such a submission is stopped is chance. So an exercise that takes more than its share of the
limits is lost, wherever it was stopped, and the others count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..marks.verdict import State, Verdict
from ..sandbox.student import Student


def examine_in_shares(
    student: Student, criteria: Iterable[str], examine: Callable[[str], Verdict]
) -> Mapping[str, Verdict]:
    """How each criterion ends; empty if there is one exercise, or none keeps to its share.

    The student must not have been asked anything.
    """
    exercises: dict[str, list[str]] = {}
    for criterion in criteria:
        exercises.setdefault(criterion.partition(".")[0], []).append(criterion)
    verdicts: dict[str, Verdict] = {}
    late = 0
    for names in exercises.values() if len(exercises) > 1 else ():
        student.begin_share(len(exercises))
        found = {name: examine(name) for name in names}
        if why := student.over_share:
            late += 1
            found = {name: too_late(one, why) for name, one in found.items()}
        verdicts |= found
    return verdicts if late < len(exercises) else {}


def too_late(verdict: Verdict, why: str) -> Verdict:
    """The verdict on a criterion that is lost because the submission took too long."""
    return verdict if verdict.state is State.VOID else Verdict(State.TIMED_OUT, why)
