"""Exercise 6: turning the last cards of the columns."""

from dataclasses import replace
from typing import Any

from klondike.board import Board, Column, Placed
from klondike.deck import deck_of_52
from patience_grader.sandbox.student import Student
from patience_grader.suite import Arguments, Cases, examine
from suites.klondike.manner import Aspect, is_board, visible
from suites.klondike.questions import pool


def _uncovered(board: Board) -> Board:
    """The board with the visible cards of its even columns put under the deck."""
    columns: list[Column] = []
    deck = board.deck
    for index, column in enumerate(board.columns):
        shown = visible(column)
        if index % 2 == 0 and len(shown) < len(column):
            deck += tuple(placed.card for placed in shown)
            columns.append(column[len(shown) :])
        else:
            columns.append(column)
    return replace(board, deck=deck, columns=tuple(columns))


def _long(hidden: bool) -> Board:
    column = tuple(Placed(card, not hidden) for card in deck_of_52()[:26])
    return Board((), (), pool()[0].pillars, (column,) * 7)


UNCOVERED = [_uncovered(board) for board in pool()]
FULL = [board for board in UNCOVERED if all(board.columns)]
TURNING = [board for board in FULL if any(not column[0].visible for column in board.columns)][
    :12
] + [_long(hidden=True)]
BURIED = [
    board
    for board in TURNING
    if any(not one.visible for column in board.columns for one in column[1:])
]
ANY = (
    [board for board in UNCOVERED if not all(board.columns)][::40]
    + TURNING[::2]
    + [_long(hidden=False)]
)


def _rows(board: Any) -> list[list[tuple[Any, bool]]]:
    return [[(placed[0], bool(placed[1])) for placed in column] for column in board.columns]


def _turned(got: Any, arguments: Arguments) -> bool:
    (board,) = arguments
    return is_board(got) and all(
        bool(mine) and mine[0] == (theirs[0][0], True)
        for mine, theirs in zip(_rows(got), _rows(board), strict=True)
        if theirs and not theirs[0][1]
    )


def _only_top(got: Any, arguments: Arguments) -> bool:
    (board,) = arguments
    return is_board(got) and all(
        set(_buried(mine)) == set(_buried(theirs))
        for mine, theirs in zip(_rows(got), _rows(board), strict=True)
    )


def _buried(column: list[tuple[Any, bool]]) -> list[Any]:
    """The hidden cards that lie under the last one."""
    return [repr(card) for card, face in column[1:] if not face]


def _rest(got: Any, arguments: Arguments) -> bool:
    (board,) = arguments
    assert isinstance(board, Board)
    if not is_board(got):
        return False
    cards = [[card for card, _ in column] for column in _rows(got)]
    return (
        cards == [[placed.card for placed in column] for column in board.columns]
        and replace(got, columns=()) == replace(board, columns=())
        and all(
            mine[0][1] or not theirs[0][1]
            for mine, theirs in zip(_rows(got), _rows(board), strict=True)
            if theirs
        )
    )


TURNS = Cases(Aspect(_turned), "game.flip", [(board,) for board in TURNING])
ONLY_TOP = Cases(Aspect(_only_top), "game.flip", [(board,) for board in BURIED])
REST = Cases(Aspect(_rest), "game.flip", [(board,) for board in ANY])


def test_turns(student: Student) -> None:
    """A hidden last card is turned."""
    examine(student, TURNS)


def test_only_top(student: Student) -> None:
    """Cards under it are not."""
    examine(student, ONLY_TOP)


def test_rest(student: Student) -> None:
    """Nothing else changes."""
    examine(student, REST)
