"""Which submissions of a cohort went wrong in the same way: groups by their wrong answers.

Who makes the same mistake gives the same wrong answers to the same questions, whatever the code
looks like; who makes two mistakes gives the wrong answers of both. So a mistake is a set of
submissions together with the wrong answers that all of them gave, and what a cohort answered is
covered by such pairs, the largest first, each counted by what no pair before it explains.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

from .verdict import State, Verdict

_FEWEST = 2
_CANDIDATES = 400
_MOST = 60
"""So many groups at most; the last ones are small."""
_OWN = 0.5
"""What share of a group's answers a submission must give, and no group before explain."""
_NOT_WRONG = {State.PASSED, State.NOT_ANSWERED, State.AWAITING, State.VOID}


@dataclass(frozen=True, order=True)
class WrongAnswer:
    """A wrong answer, by the criterion that it lost and its digest."""

    criterion: str
    digest: str


@dataclass(frozen=True)
class Group:
    """Submissions that went wrong in the same way, by their places, and the answers that show it.

    The criteria are in the order of how much they say.
    """

    members: tuple[int, ...]
    criteria: tuple[str, ...]


def wrong_answers(verdicts: Mapping[str, Verdict]) -> Iterator[WrongAnswer]:
    """The wrong answers that are known of a submission.

    Where no single answers are wrong, what was said of the criterion stands for them.
    """
    for criterion, verdict in verdicts.items():
        if verdict.state in _NOT_WRONG or verdict.overridden:
            continue
        evidence = verdict.evidence
        shown = f"{evidence.called}\0{evidence.got}" if evidence else ""
        said = f"{verdict.state}\0{verdict.reason}\0{shown}".encode(errors="replace")
        for digest in verdict.wrong or (sha256(said).hexdigest()[:8],):
            yield WrongAnswer(criterion, digest)


def groups(cohort: Sequence[Collection[WrongAnswer]]) -> list[Group]:
    """The groups of a cohort, those that explain most first; the same for the same cohort."""
    features = _features(cohort)
    left = {given_by: given_by for given_by in features}
    weights = {given_by: sum(some.values()) for given_by, some in features.items()}
    likely = sorted(features, key=lambda one: (-one.bit_count() * weights[one], one))
    candidates = {
        one: [other for other in features if not one & ~other] for one in likely[:_CANDIDATES]
    }
    found: list[Group] = []
    while candidates and len(found) < _MOST:
        scores = {
            one: sum(weights[other] * (left[other] & one).bit_count() for other in within)
            for one, within in candidates.items()
        }
        best = max(scores, key=lambda one: (scores[one], -one))
        if not scores[best]:
            break
        within = candidates.pop(best)
        members = _members(within, left, weights)
        explained = sum(1 << number for number in members)
        for other in within:
            left[other] &= ~explained
        if len(members) >= _FEWEST:
            found.append(Group(members, _criteria(within, features)))
    return found


def _features(cohort: Sequence[Collection[WrongAnswer]]) -> dict[int, Mapping[str, float]]:
    """For each set of submissions that gave the same answers, as bits: how much these say.

    Many answers to one criterion say less than as many to several.
    """
    given_by: dict[WrongAnswer, int] = defaultdict(int)
    for number, answers in enumerate(cohort):
        for one in answers:
            given_by[one] |= 1 << number
    shared = {one: bits for one, bits in sorted(given_by.items()) if bits.bit_count() >= _FEWEST}
    counts = Counter(one.criterion for one in shared)
    found: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for one, bits in shared.items():
        found[bits][one.criterion] += 1 / sqrt(counts[one.criterion])
    return dict(found)


def _members(
    within: Sequence[int], left: Mapping[int, int], weights: Mapping[int, float]
) -> tuple[int, ...]:
    """Who gave most of these answers, as far as they are not explained by groups before."""
    said: dict[int, float] = defaultdict(float)
    for one in within:
        for number in _places(left[one]):
            said[number] += weights[one]
    enough = _OWN * sum(weights[one] for one in within)
    return tuple(sorted(number for number, weight in said.items() if weight >= enough))


def _places(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _criteria(
    within: Sequence[int], features: Mapping[int, Mapping[str, float]]
) -> tuple[str, ...]:
    said: dict[str, float] = defaultdict(float)
    for one in within:
        for name, weight in features[one].items():
            said[name] += weight
    return tuple(sorted(said, key=lambda name: (-said[name], name)))
