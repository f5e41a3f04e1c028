"""A game of Klondike that is won, move by move."""

from __future__ import annotations

SEED = 127
MOVES = """\
movetp 1, solve, d, d, d, d, movefd 6, d, movefd 2, movest 4 2, d, movefd 1, mv 1 4 1, d,
movefd 3, d, movetp d, d, movefd 5, d, movetp d, d, movefd 6, d, d, d, movefd 1, mv 2 3 1,
movest 3 6, mv 4 6 3, solve, movefd 3, d, d, movetp d, d, d, movefd 1, movest 2 1, movefd 2,
movest 6 2, movest 6 4, movest 6 2, movefp hearts 4, movetp 4, d, movetp d, d, movefd 3,
movest 5 3, movest 5 6, movest 3 5, movefd 6, movest 2 6, solve, mv 10 5 2, movetp d, solve, d,
movetp d, d, movefd 3, d, movefd 0, d, movefd 0, movefd 0, movetp d, solve, movetp d,
movest 4 1, solve"""
WINNING = [move.strip() for move in MOVES.split(",")]
"""A won game of deal SEED, found by search, in short forms. Should the reference
solution ever shuffle in another way, this deal is another: search again."""
