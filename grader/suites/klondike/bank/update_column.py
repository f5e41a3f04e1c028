"""The columns that `update_column` is asked to replace."""

from patience_grader.suite.bank import Arguments
from suites.klondike.bank.pool import pool

__all__ = ["ENDS", "WITHIN"]

_BOARDS = pool()[::90]
_NEW = [pool()[-1].columns[index] for index in range(7)] + [(), _BOARDS[0].columns[0]]


def _questions(*indices: int) -> list[Arguments]:
    return [
        (index, _NEW[(number + index) % len(_NEW)], board.columns)
        for number, board in enumerate(_BOARDS)
        for index in indices
    ]


def _twins(one: int, other: int) -> list[Arguments]:
    """Each of two empty columns is replaced, and no other column is empty."""
    full = next(board for board in pool() if all(board.columns)).columns
    columns = tuple(() if index in {one, other} else full[index] for index in range(len(full)))
    return [(index, full[index], columns) for index in (one, other)]


WITHIN = [*_questions(1, 2, 3, 4, 5), *_twins(1, 4)]
ENDS = [*_questions(0, 6), *_twins(0, 6)]
