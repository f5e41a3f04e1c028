"""The searches: exact for two cards, and as far as time allows for three and four.

What `n` answers cost is the number of guesses that all of them need together. A guess
is itself one guess for each of them. If it splits them into `k` groups, every group
needs at least one guess for one answer and two for each of the others, and the group
that says "all correct" needs none. So a guess costs at least `3n - k`, and one less
when it is one of the answers. No guess can cost less than `2n - 1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from .hands import Hands, Places

FIRST = {3: ("5C", "8C", "TD"), 4: ("5C", "9C", "8D", "JD")}
"""First guesses that leave the least to be found out: two suits, ranks spread over the middle.

Of all first guesses these, and those that differ from them in names of suits or in the
ranks between the outer two, need the least on average when a group of n answers is
taken to cost n times the logarithm of n.
"""
KEPT = {3: 16, 4: 6}
"""How many second guesses are looked at closely."""
APART = {3: 1, 4: 14}
"""Second guesses are all hands, or every 14th beside the answers that are still possible."""
THIRD_APART = {3: 1, 4: 270}
"""The same for third guesses."""
SAMPLE = 2_000
"""More answers than that are first judged by so many of them."""

_ONE_ANSWER = ((1, 1.0), (2, 1.5), (3.4, 1.75), (10, 1.95), (32, 2.25), (97, 2.6), (1024, 3.2))
"""What one of n answers costs on average, as measured in play; in between by logarithm."""


def exact(hands: Hands, answers: Places, limit: int) -> tuple[int, int]:
    """The least that the answers can cost, and a guess that reaches it.

    A cost of the limit or more is of no use: then the limit, and no guess (-1).
    """
    bounds = _bounds(hands, hands.places, answers)
    choice = -1
    for guess in np.argsort(bounds, kind="stable"):
        if bounds[guess] >= limit:
            break
        cost = exact_after(hands, int(guess), answers, int(bounds[guess]), limit)
        if cost < limit:
            limit, choice = cost, int(guess)
    return limit, choice


def exact_after(hands: Hands, guess: int, answers: Places, bound: int, limit: int) -> int:
    """The least that the answers can cost with this guess, which costs the bound at least.

    The search ends when the limit is reached.
    """
    for group in sorted(hands.groups(guess, answers).values(), key=len, reverse=True):
        if len(group) <= 2 or bound >= limit:
            break
        least = 2 * len(group) - 1
        bound += exact(hands, group, limit - bound + least)[0] - least
    return bound


def _bounds(hands: Hands, guesses: Places, answers: Places) -> Places:
    """What the answers cost at the least, for each of the guesses."""
    counts = hands.group_counts(guesses, answers)
    return 3 * len(answers) - counts - np.isin(guesses, answers)


def _bound(hands: Hands, answers: Places, others: Places) -> int:
    """What the answers cost at the least, when one of them or of the others is guessed."""
    least = int(_bounds(hands, answers, answers).min())
    if least <= 2 * len(answers):
        return least
    return min(least, int(_bounds(hands, others, answers).min()))


def _bound_after(hands: Hands, guess: int, answers: Places, others: Places) -> int:
    """What the answers cost at the least with this guess, looking at one guess more."""
    groups = [group for group in hands.groups(guess, answers).values() if guess not in group]
    return len(answers) + sum(_bound(hands, group, others) for group in groups)


def best_first_of_two(hands: Hands) -> tuple[int, int]:
    """The least number of guesses for all answers of two cards, and a first guess that reaches it.

    First guesses that differ only in the names of suits, or in that ranks are counted
    from the other end, cost the same, and one of them is tried. The most promising come
    first, and a guess is left as soon as it is known to cost no less than the best so far.
    """
    firsts = {min(_alike(hand)) for hand in hands.all}
    places = [hands.all.index(hand) for hand in sorted(firsts)]
    bounds = {place: _bound_after(hands, place, hands.places, hands.places) for place in places}
    least, choice = len(hands.all) ** 2, -1
    for place in sorted(places, key=bounds.__getitem__):
        if bounds[place] < least:
            start = int(_bounds(hands, np.array([place]), hands.places)[0])
            cost = exact_after(hands, place, hands.places, start, least)
            if cost < least:
                least, choice = cost, place
    return least, choice


def _alike(hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for names in permutations(range(4)):
        yield tuple(sorted(13 * names[card // 13] + card % 13 for card in hand))
        yield tuple(sorted(13 * names[card // 13] + 12 - card % 13 for card in hand))


def good_second(hands: Hands, answers: Places) -> tuple[int, int]:
    """A guess after which the answers, three or four cards each, will cost little; and its bound.

    Guesses are first judged by the sizes of their groups, then the best of them by
    the bounds of these groups.
    """
    size = hands.size
    others = hands.places[:: THIRD_APART[size]]
    step = 1 + len(answers) // SAMPLE
    some = answers[::step]
    costs = np.interp(np.arange(len(some) + 1) * step, *_costs(len(hands.all)))
    guesses = np.union1d(hands.places[:: APART[size]], some)
    rough = hands.sums(guesses, some, costs) - np.isin(guesses, answers)
    best = guesses[np.argsort(rough, kind="stable")[: KEPT[size]]]
    return min((_bound_after(hands, int(guess), answers, others), int(guess)) for guess in best)


def _costs(largest: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """All sizes of groups, and what a group of each size costs, by `_ONE_ANSWER`."""
    sizes, each = zip(*_ONE_ANSWER, strict=True)
    counts = np.arange(1, largest + 1)
    costs = counts * np.interp(np.log(counts), np.log(sizes), each)
    return np.arange(largest + 1), np.concatenate([[0.0], costs])
