"""The function whose wrong answers are behind several losses, though nobody named that mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .mark_sheet import MarkSheet
from .verdict import BY_ANSWERS, Evidence

_FEWEST = 3
"""Behind so few losses a function is not worth a word of its own."""


@dataclass(frozen=True)
class AtFault:
    """A function of a submission that is wrong already, where others rest on it."""

    function: str
    said: str
    """What it does wrong, as in the evidence of the first of the criteria."""
    criteria: tuple[str, ...]
    """Those of functions that call it, also by way of others; its own are not among them."""
    of: int
    """How many criteria of other functions show why they were lost."""


def at_fault(sheet: MarkSheet) -> AtFault | None:
    """The function behind most of the losses that others suffer, as far as they may be seen.

    At least three criteria must rest on it, and more than half of those that were lost elsewhere.
    None if there is no such function, or if a misreading of the handout explains the losses.
    """
    if sheet.misread and sheet.misread.sentences:
        return None
    lost = {
        one.criterion.id: one.verdict.evidence
        for one in sheet.awards
        if one.verdict.state in BY_ANSWERS and one.verdict.evidence is not None
    }
    callers = {_called(one): one for one in reversed(lost.values()) if one.cause}
    resting: dict[str, list[tuple[str, str]]] = {}
    for criterion, evidence in lost.items():
        if evidence.cause:
            first = _first_cause(evidence, callers)
            resting.setdefault(first.cause_in, []).append((criterion, first.cause))
    if not resting:
        return None
    function, found = max(resting.items(), key=lambda one: len(one[1]))
    criteria = tuple(criterion for criterion, _ in found)
    of = sum(_called(evidence) != function for evidence in lost.values())
    if len(criteria) < _FEWEST or 2 * len(criteria) <= of:
        return None
    return AtFault(function, found[0][1], criteria, of)


def _called(evidence: Evidence) -> str:
    """The function that was called: what stands before the first parenthesis."""
    return evidence.called.partition("(")[0]


def _first_cause(evidence: Evidence, callers: Mapping[str, Evidence]) -> Evidence:
    """Where a function is to blame that rests on another wrong one itself, the evidence of that."""
    passed = {evidence.cause_in}
    while (deeper := callers.get(evidence.cause_in)) and deeper.cause_in not in passed:
        evidence = deeper
        passed.add(evidence.cause_in)
    return evidence
