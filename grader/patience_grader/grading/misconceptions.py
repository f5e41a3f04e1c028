"""From the rows of a cohort and its stored sheets to what several got wrong in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from ..marks.misconceptions import Group, groups
from ..marks.scheme import Scheme
from ..marks.verdict import Verdict
from ..report.misconceptions import Misconception
from ..report.table import Row
from .results import verdicts_in

_LOOKED_AT = 12
"""From so many members of a group its example is chosen."""

Verdicts = Mapping[str, Verdict]


def misconceptions(rows: Sequence[Row], scheme: Scheme, out: Path) -> list[Misconception]:
    """What several got wrong in the same way, that of most submissions first."""
    rows = sorted(rows, key=lambda row: row.submission)
    found = sorted(groups([row.wrong for row in rows]), key=lambda one: -len(one.members))
    titles = {one.id: one.title for one in scheme.criteria}
    stored = cache(lambda name: verdicts_in(out / name))
    return [
        _described(one, [rows[place] for place in one.members], titles, stored) for one in found
    ]


def _described(
    group: Group,
    members: Sequence[Row],
    titles: Mapping[str, str],
    stored: Callable[[str], Verdicts],
) -> Misconception:
    sheets = [one for row in members[:_LOOKED_AT] if (one := stored(row.submission))]
    lost = tuple(name for name in group.criteria if all(name in one for one in sheets))
    chosen = _example(lost, sheets)
    name = _misreading(members) or _named(chosen, titles) or group.criteria[0]
    return Misconception(
        name=name,
        cause=_cause(lost, sheets),
        criteria=group.criteria,
        submissions=tuple(row.submission for row in members),
        shown=chosen[1].evidence if chosen else None,
    )


def _misreading(members: Sequence[Row]) -> str:
    """The misreading that most of them follow; empty if they do not."""
    ((name, count),) = Counter(row.misread for row in members).most_common(1)
    return f"misread: {name}" if name and 2 * count > len(members) else ""


def _named(chosen: tuple[str, Verdict] | None, titles: Mapping[str, str]) -> str:
    """The rule that is broken, and how."""
    if chosen is None:
        return ""
    criterion, verdict = chosen
    title = titles.get(criterion, criterion).rstrip(".").replace("`", "")
    return f"{title}: {verdict.reason}" if verdict.reason else title


def _example(criteria: Sequence[str], sheets: Sequence[Verdicts]) -> tuple[str, Verdict] | None:
    """The smallest example of the group, with the answer that is commonest there."""
    shown = [
        (name, one[name]) for name in criteria for one in sheets if one[name].evidence is not None
    ]
    counts = Counter(_question(one) for _, one in shown)
    answers = Counter((_question(one), _answer(one)) for _, one in shown)
    return min(
        shown,
        key=lambda one: (
            -counts[_question(one[1])] if 2 * counts[_question(one[1])] > len(sheets) else 0,
            sum(map(len, _question(one[1]))),
            _question(one[1]),
            -answers[_question(one[1]), _answer(one[1])],
            _answer(one[1]),
        ),
        default=None,
    )


def _question(verdict: Verdict) -> tuple[str, str]:
    return (verdict.evidence.given, verdict.evidence.called) if verdict.evidence else ("", "")


def _answer(verdict: Verdict) -> str:
    return verdict.evidence.got if verdict.evidence else ""


def _cause(criteria: Sequence[str], sheets: Sequence[Verdicts]) -> str:
    """The function behind most of the criteria of every sheet, in words; empty if there is none."""
    causes = [
        (place, name, evidence.cause_in)
        for name in criteria
        for place, one in enumerate(sheets)
        if (evidence := one[name].evidence) and evidence.cause
    ]
    if not causes:
        return ""
    ((function, _),) = Counter(function for _, _, function in causes).most_common(1)
    blamed = {name for _, name, one in causes if one == function}
    if len({place for place, _, one in causes if one == function}) < len(sheets):
        return ""
    others = [name for name in criteria if not name.startswith(f"{function}.")]
    if len(others) < 2 or 2 * len(blamed) <= len(others):
        return ""
    return f"{len(blamed)} of the criteria are lost because {function} is wrong"
