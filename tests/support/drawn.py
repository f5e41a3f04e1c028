"""Boards that the question bank draws, as a Hypothesis strategy."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st
from klondike.board import Board
from suites.klondike.bank import boards


def any_board(*kinds: Callable[[Random], Board]) -> st.SearchStrategy[Board]:
    """Boards of these kinds; of all kinds when none is named."""
    every = kinds or (boards.played, boards.arbitrary, boards.endgame)
    return st.builds(_drawn, st.sampled_from(every), st.integers(0, 2**32 - 1))


def _drawn(kind: Callable[[Random], Board], number: int) -> Board:
    return kind(Random(number))
