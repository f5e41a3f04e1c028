"""Exercise 6: turning the last cards of the columns."""

from dataclasses import replace
from typing import Any

from klondike.board import Board
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.flip import ANY, BURIED, TURNING
from suites.klondike.manner import Aspect
from suites.klondike.shapes import is_board


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
        set(_buried(mine)) - set(_buried(theirs, face_up=True)) == set(_buried(theirs))
        for mine, theirs in zip(_rows(got), _rows(board), strict=True)
    )


def _buried(column: list[tuple[Any, bool]], *, face_up: bool = False) -> list[str]:
    """The cards that lie under the last one, the hidden or the visible ones."""
    return [repr(card) for card, face in column[1:] if face == face_up]


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
            stays or not face
            for mine, theirs in zip(_rows(got), _rows(board), strict=True)
            for (_, stays), (_, face) in zip(mine, theirs, strict=True)
        )
    )


TURNS = Cases(Aspect(_turned), "game.flip", TURNING)
ONLY_TOP = Cases(Aspect(_only_top), "game.flip", BURIED)
REST = Cases(Aspect(_rest), "game.flip", ANY)
EVERY = (TURNS, ONLY_TOP, REST)
"""All questions of the exercise."""


def test_turns(student: Student) -> None:
    """A hidden last card is turned."""
    examine_beside(student, TURNS, EVERY)


def test_only_top(student: Student) -> None:
    """Cards under it are not."""
    examine_beside(student, ONLY_TOP, EVERY)


def test_rest(student: Student) -> None:
    """Nothing else changes."""
    examine_beside(student, REST, EVERY)
