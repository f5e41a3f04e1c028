"""Which misreading explains most of what a submission lost.

The rule: a submission that lost at least four criteria by wrong answers is judged by each
misreading, and by pairs of those that turn something right. A misreading explains the losses if
it turns more than half of the lost criteria right that are judged by single questions, and breaks
none that was right. Of several, the one that turns most right; a pair only if it turns more right
than each of its two; else the one that the coursework names first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..marks.misread import BothWays, Misread
from ..marks.verdict import State, Verdict
from ..suite.cases import Arguments, Cases, Manner
from ..suite.guard import total
from ..suite.misreading import Misreading, Reading

_FEWEST = 4
"""Who loses fewer criteria is not asked again."""
_PROBES = 12
"""Of so many lost criteria, spread over all of them, a misreading must turn one right."""
_PAIRED = 4
"""Of so many misreadings that turn something right, those that turn most, pairs are tried."""
_BY_ANSWERS = {State.FAILED, State.RAISED}
"""How criteria end that a misreading may explain."""


@dataclass(frozen=True)
class Judged:
    """How a criterion ends by a reading."""

    state: State
    cases: Sequence[Cases]
    """The questions that were read; none if it is not judged by single questions."""


Judge = Callable[[Reading, str], Judged]


@dataclass(frozen=True)
class _Tried:
    """What a reading makes of the lost criteria."""

    reading: Reading
    right: Mapping[str, Sequence[Cases]]
    """Those that it turns right, with their questions."""
    of: int
    """How many of the lost criteria are judged by single questions."""

    @property
    def is_most(self) -> bool:
        return self.of >= _FEWEST and 2 * len(self.right) > self.of


class _Ended(Exception):
    """The submission does not answer as before: it takes too long, or ends its process."""


class Readings:
    """The readings of a coursework; what is made for one submission serves the next."""

    def __init__(self, misreadings: Sequence[Misreading]) -> None:
        self._single = [Reading((one,)) for one in misreadings]
        self._pairs: dict[tuple[str, str], Reading] = {}

    def explain(self, verdicts: Mapping[str, Verdict], judge: Judge) -> Misread | None:
        """What explains most of the lost criteria; None if nothing does.

        `judge` says how a criterion ends by a reading. Raises what it raises.
        """
        lost = [name for name, one in verdicts.items() if one.state in _BY_ANSWERS]
        if len(lost) < _FEWEST:
            return None
        passed = [name for name, one in verdicts.items() if one.state is State.PASSED]
        tried = [found for one in self._single if (found := _try(one, lost, judge))]
        helpful = sorted((one for one in tried if one.right), key=lambda one: -len(one.right))
        everything = bool(helpful) and len(helpful[0].right) == helpful[0].of
        if not everything:
            most = [one for one in tried if one in helpful[:_PAIRED]]
            for one, other in combinations(most, 2):
                tried += self._try_pair(one, other, lost, judge)
        candidates = sorted((one for one in tried if one.is_most), key=lambda one: -len(one.right))
        best = next((one for one in candidates if _breaks_none(one, passed, judge)), None)
        return _misread(best, verdicts) if best else None

    def _try_pair(
        self, one: _Tried, other: _Tried, lost: Sequence[str], judge: Judge
    ) -> list[_Tried]:
        """What the pair makes of the lost criteria, if it is more than each of the two does."""
        both = [*one.reading.misreadings, *other.reading.misreadings]
        if all(part.is_variant for part in both):
            return []
        names = (both[0].name, both[1].name)
        reading = self._pairs.setdefault(names, Reading(tuple(both)))
        found = _try(reading, lost, judge)
        if found is None or len(found.right) <= max(len(one.right), len(other.right)):
            return []
        return [found]


def _try(reading: Reading, lost: Sequence[str], judge: Judge) -> _Tried | None:
    """What the reading makes of the lost criteria; None if it cannot be found out."""
    probes = lost[:: max(1, len(lost) // _PROBES)]
    try:
        judged = {name: _judged(reading, name, judge) for name in probes}
        if not any(one.cases and one.state is State.PASSED for one in judged.values()):
            return _Tried(reading, {}, len(lost))
        judged = {name: judged.get(name) or _judged(reading, name, judge) for name in lost}
    except _Ended:
        return None
    asked = {name: one.cases for name, one in judged.items() if one.cases}
    right = {name: some for name, some in asked.items() if judged[name].state is State.PASSED}
    return _Tried(reading, right, len(asked))


def _breaks_none(tried: _Tried, passed: Sequence[str], judge: Judge) -> bool:
    try:
        return all(_judged(tried.reading, name, judge).state is State.PASSED for name in passed)
    except _Ended:
        return False


def _judged(reading: Reading, name: str, judge: Judge) -> Judged:
    found = judge(reading, name)
    if found.state not in {State.PASSED, State.PARTIAL, *_BY_ANSWERS}:
        raise _Ended
    return found


def _misread(best: _Tried, verdicts: Mapping[str, Verdict]) -> Misread:
    misreadings = best.reading.misreadings
    return Misread(
        names=tuple(one.name for one in misreadings),
        sentences=tuple(one.sentence for one in misreadings),
        right=tuple(best.right),
        shown=_drawn_both_ways(best) or _answered_both_ways(best, verdicts),
    )


def _drawn_both_ways(best: _Tried) -> BothWays | None:
    """The first board that looks otherwise to such a reader."""
    for some in best.right.values():
        cases = some[0]
        manner, function = cases.manner, cases.function
        for case in cases.cases:
            seen = best.reading.put(function, case.arguments)
            if best.reading.put(function, seen) != case.arguments:
                continue  # what it looks like to such a reader is not known
            boards = _drawn(manner, case.arguments), _drawn(manner, seen)
            if all(boards) and boards[0] != boards[1]:
                return BothWays(*boards)
    return None


def _drawn(manner: Manner, arguments: Arguments) -> str:
    return total(lambda: manner.given(arguments), otherwise=str)


def _answered_both_ways(best: _Tried, verdicts: Mapping[str, Verdict]) -> BothWays | None:
    """The first lost question, with the right answer and the one that such a reader gives."""
    for name in best.right:
        evidence = verdicts[name].evidence
        if evidence is not None:
            return BothWays(evidence.expected, evidence.got, evidence.called, evidence.given)
    return None
