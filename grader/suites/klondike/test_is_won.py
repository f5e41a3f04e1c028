"""Exercise 5: winning."""

from dataclasses import replace

from klondike.board import Board, Pillars
from klondike.cards import Value
from patience_grader.sandbox.student import Student
from patience_grader.suite import Cases, examine
from suites.klondike.manner import MANNER
from suites.klondike.questions import pool

FULL = Pillars(*[Value.KING] * 4)
WON = Board((), (), FULL, ((),) * 7)
TABLE = [
    next(board for board in pool() if board.deck and not board.discard),
    next(board for board in pool() if board.discard and not board.deck),
    next(board for board in pool() if any(board.columns) and not board.deck and not board.discard),
    pool()[-1],
]
ALMOST = [
    Pillars(*(top if place == low else Value.KING for place in range(4)))
    for low in range(4)
    for top in (Value.QUEEN, Value.ACE, None)
] + [Pillars(*[top] * 4) for top in (Value.QUEEN, Value.ACE, None)]

WINS = Cases(MANNER, "game.is_won", [(WON,)])
NOT_YET = Cases(
    MANNER,
    "game.is_won",
    [(board,) for board in pool()[::40] if board.pillars != FULL]
    + [(replace(pool()[-1], pillars=pillars),) for pillars in ALMOST],
)
ALONE = Cases(
    MANNER,
    "game.is_won",
    [(replace(board, pillars=FULL),) for board in TABLE],
)


def test_won(student: Student) -> None:
    """Four kings win."""
    examine(student, WINS)


def test_not_yet(student: Student) -> None:
    """Fewer do not."""
    examine(student, NOT_YET)


def test_pillars_alone(student: Student) -> None:
    """Nothing but the pillars counts."""
    examine(student, ALONE)
