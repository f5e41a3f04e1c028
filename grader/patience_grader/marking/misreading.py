"""Which misreading explains most of what a submission lost.

The rule: a submission that lost at least three criteria by wrong answers is judged by each
misreading, and by pairs of those that turn something right. A misreading explains the losses if
it turns more than half of the lost criteria right that are judged by single questions, and breaks
none that was right. Of several, the one that turns most right; a pair only if it turns more right
than each of its two; else the one that the coursework names first.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ..course.coursework import MISREADINGS, Coursework
from ..errors import InputError
from ..marks.misread import BothWays, Misread
from ..marks.verdict import BY_ANSWERS, State, Verdict
from ..suite.cases import Arguments, Cases, Manner
from ..suite.guard import total
from ..suite.misreading import Misreading, MisreadingError, Reading, checked

_FEWEST = 3
"""Who loses fewer criteria is not asked again."""
_PROBES = 12
"""Of so many lost criteria, spread over all of them, a misreading must turn one right."""
_PAIRED = 4
"""Of so many misreadings that turn something right, those that turn most, pairs are tried."""


@dataclass(frozen=True)
class Judged:
    """How a criterion ends by a reading."""

    state: State
    is_read: bool
    """Whether it is judged by questions that can be put otherwise."""
    shown: Callable[[], BothWays | None] = lambda: None
    """One of them as the handout has it and as the reader does, if they look different."""


Judge = Callable[[Reading, str], Judged]


@dataclass(frozen=True)
class Explained:
    """What explains most of what a submission lost."""

    misread: Misread | None = None
    """None if nothing does."""
    faults: tuple[str, ...] = ()
    """Why misreadings could not be tried, a line each: the coursework's faults."""

    def flagged(self, verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
        """The verdicts; the first lost one tells instructors of the coursework's faults."""
        found = dict(verdicts)
        lost = next((name for name, one in found.items() if one.state in BY_ANSWERS), None)
        if self.faults and lost:
            flags = [found[lost].flag, *self.faults]
            found[lost] = replace(found[lost], flag="; ".join(filter(None, flags)))
        return found


@dataclass(frozen=True)
class _Tried:
    """What a reading makes of the lost criteria."""

    reading: Reading
    right: Mapping[str, Judged]
    """Those that it turns right."""
    of: int
    """How many of the lost criteria are judged by questions that can be put otherwise."""

    @property
    def is_most(self) -> bool:
        return self.of >= _FEWEST and 2 * len(self.right) > self.of


class _Ended(Exception):
    """It cannot be found out: the misreading fails, or the submission does not answer as before."""


class Readings:
    """The readings of a coursework; what is made for one submission serves the next."""

    def __init__(self, misreadings: Sequence[Misreading]) -> None:
        self._single = [Reading((one,)) for one in misreadings]
        self._pairs: dict[tuple[str, str], Reading] = {}

    def explain(self, verdicts: Mapping[str, Verdict], judge: Judge) -> Explained:
        """What explains most of the lost criteria.

        `judge` says how a criterion ends by a reading. Raises what it raises but MisreadingError:
        a misreading that fails is not tried further.
        """
        faults: dict[str, None] = {}

        def noting(reading: Reading, name: str) -> Judged:
            try:
                return judge(reading, name)
            except MisreadingError as fault:
                faults[str(fault)] = None
                raise _Ended from fault

        return Explained(self._explain(verdicts, noting), tuple(faults))

    def _explain(self, verdicts: Mapping[str, Verdict], judge: Judge) -> Misread | None:
        lost = [name for name, one in verdicts.items() if one.state in BY_ANSWERS]
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
        if not any(one.is_read and one.state is State.PASSED for one in judged.values()):
            return _Tried(reading, {}, len(lost))
        judged = {name: judged.get(name) or _judged(reading, name, judge) for name in lost}
    except _Ended:
        return None
    read = {name: one for name, one in judged.items() if one.is_read}
    right = {name: one for name, one in read.items() if one.state is State.PASSED}
    return _Tried(reading, right, len(read))


def _breaks_none(tried: _Tried, passed: Sequence[str], judge: Judge) -> bool:
    try:
        return all(_judged(tried.reading, name, judge).state is State.PASSED for name in passed)
    except _Ended:
        return False


def _judged(reading: Reading, name: str, judge: Judge) -> Judged:
    found = judge(reading, name)
    if found.state not in {State.PASSED, State.PARTIAL, *BY_ANSWERS}:
        raise _Ended
    return found


def _misread(best: _Tried, verdicts: Mapping[str, Verdict]) -> Misread:
    misreadings = best.reading.misreadings
    return Misread(
        names=tuple(one.name for one in misreadings),
        sentences=tuple(one.sentence for one in misreadings),
        right=tuple(best.right),
        shown=_drawn(best) or _answered(best, verdicts),
    )


def _drawn(best: _Tried) -> BothWays | None:
    """The first question that looks otherwise to such a reader."""
    return next((shown for one in best.right.values() if (shown := one.shown())), None)


def drawn_both_ways(reading: Reading, cases: Cases) -> BothWays | None:
    """The first board that looks otherwise to such a reader."""
    manner, function = cases.manner, cases.function
    for case in cases.cases:
        try:
            seen = reading.put(function, case.arguments)
            if reading.put(function, seen) != case.arguments:
                continue  # what it looks like to such a reader is not known
        except MisreadingError:
            continue
        boards = _board(manner, case.arguments), _board(manner, seen)
        if all(boards) and boards[0] != boards[1]:
            return BothWays(*boards)
    return None


def _board(manner: Manner, arguments: Arguments) -> str:
    return total(lambda: manner.given(arguments), otherwise=str)


def _answered(best: _Tried, verdicts: Mapping[str, Verdict]) -> BothWays | None:
    """The first lost question, with the right answer and the one that such a reader gives."""
    for name in best.right:
        evidence = verdicts[name].evidence
        if evidence is not None:
            return BothWays(evidence.expected, evidence.got, evidence.called, evidence.given)
    return None


def readings_of(coursework: Coursework) -> Readings | None:
    """The misreadings that the suite names. Raises InputError when they cannot be used."""
    if not coursework.names_misreadings:
        return None
    file = coursework.suites / MISREADINGS
    name = str(file.relative_to(coursework.root))
    try:
        module = importlib.import_module(f"suites.{coursework.slug}.{file.stem}")
    except Exception as fault:
        raise InputError(f"{name}: {type(fault).__name__}: {fault}") from fault
    found = checked(getattr(module, "MISREADINGS", None), name)
    for one in found:
        if one.is_variant and coursework.tests:
            raise InputError(
                f"{name}: {one.name!r} states `right`, which a plain suite cannot follow; "
                "state `put` and `read`"
            )
    return Readings(found)
