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


WITHIN = _questions(1, 2, 3, 4, 5)
ENDS = _questions(0, 6)
