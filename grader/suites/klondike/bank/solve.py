"""The questions about solving, by the aspect that they examine."""

from klondike.board import Board
from patience_grader.suite.bank import Arguments
from suites.klondike.bank.moves import sorted_out

__all__ = ["QUESTIONS"]


def _is_asked(aspect: str, arguments: Arguments) -> bool:
    """Only who is asked for an end meets empty columns: a crash there costs no other criterion."""
    (board,) = arguments
    assert isinstance(board, Board)
    return aspect in {"wins", "goes_on"} or all(board.columns)


QUESTIONS = sorted_out("game.solve", _is_asked)
