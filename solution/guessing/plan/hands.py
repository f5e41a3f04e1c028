"""All hands of one size, and the feedback between many of them at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]
"""Some hands, by their places in the list of all hands."""

_CODES = 5**5


class Hands:
    """All hands of one size, in the order of `itertools.combinations(range(52), size)`.

    A feedback is one number, its five numbers being the digits to base five.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.all = list(combinations(range(52), size))
        self.places = np.arange(len(self.all))
        cards = np.array(self.all)
        self._masks = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        ranks, self._ranks = np.unique(_counts(cards % 13, 13), axis=0, return_inverse=True)
        suits, self._suits = np.unique(_counts(cards // 13, 4), axis=0, return_inverse=True)
        self._by_ranks = np.array([_rank_codes(ranks, guess) for guess in ranks], dtype=np.int16)
        self._by_suits = np.array([_in_common(suits, guess) for guess in suits], dtype=np.int16)

    def feedback(self, guesses: Places, answers: Places) -> NDArray[np.int16]:
        """The feedback for every guess (a row each) from every answer (a column each)."""
        by_ranks = self._by_ranks[self._ranks[guesses]][:, self._ranks[answers]]
        by_suits = self._by_suits[self._suits[guesses][:, None], self._suits[answers]]
        both = self._masks[guesses][:, None] & self._masks[answers]
        correct: NDArray[np.int16] = np.bitwise_count(both).astype(np.int16) * np.int16(625)
        return correct + by_ranks + by_suits

    def groups(self, guess: int, answers: Places) -> dict[int, Places]:
        """The answers, grouped by what they say to the guess."""
        said = self.feedback(np.array([guess]), answers)[0]
        order = np.argsort(said, kind="stable")
        codes, starts = np.unique(said[order], return_index=True)
        parts = np.split(answers[order], starts[1:])
        return {int(code): part for code, part in zip(codes, parts, strict=True)}

    def group_counts(self, guesses: Places, answers: Places) -> Places:
        """For every guess, into how many groups it splits the answers."""
        counts = [np.zeros(0, dtype=np.int64)]
        for some in _blocks(guesses, len(answers)):
            said = np.sort(self.feedback(some, answers), axis=1)
            counts.append(1 + np.count_nonzero(said[:, 1:] != said[:, :-1], axis=1))
        return np.concatenate(counts)

    def sums(
        self, guesses: Places, answers: Places, costs: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """For every guess, the sum of what its groups cost, by their sizes."""
        found = [np.zeros(0)]
        for some in _blocks(guesses, len(answers) + _CODES):
            said = self.feedback(some, answers).astype(np.int64)
            said += np.arange(len(some))[:, None] * _CODES
            sizes = np.bincount(said.ravel(), minlength=len(some) * _CODES)
            found.append(costs[sizes.reshape(len(some), _CODES)].sum(axis=1))
        return np.concatenate(found)


def _counts(kinds: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """How many cards of every kind each hand holds."""
    counts: NDArray[np.int64] = (kinds[:, :, None] == np.arange(number)).sum(axis=1)
    return counts


def _in_common(hands: NDArray[np.int64], guess: NDArray[np.int64]) -> NDArray[np.int64]:
    numbers: NDArray[np.int64] = np.minimum(hands, guess).sum(axis=1)
    return numbers


def _rank_codes(hands: NDArray[np.int64], guess: NDArray[np.int64]) -> NDArray[np.int64]:
    """What the three numbers about ranks add to the feedback for the guess."""
    ranks = np.flatnonzero(guess)
    lower = hands[:, : ranks[0]].sum(axis=1)
    higher = hands[:, ranks[-1] + 1 :].sum(axis=1)
    codes: NDArray[np.int64] = 125 * lower + 25 * _in_common(hands, guess) + 5 * higher
    return codes


def _blocks(guesses: Places, width: int) -> Iterator[Places]:
    """The guesses in portions, so that a table of this width stays small."""
    step = max(1, 4_000_000 // width)
    for start in range(0, len(guesses), step):
        yield guesses[start : start + step]
