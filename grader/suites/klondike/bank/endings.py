"""All that `solve` may make of a board."""

from __future__ import annotations

from klondike import game
from klondike.board import Board


def endings(board: Board) -> tuple[Board, ...]:
    """The boards that `solve` may end with.

    Uncovered hidden cards may take part, or wait, or some of them; every other card that
    can go up from a column must have gone.
    """
    found = [_without_visible(board, board)]
    for now in found:
        for index in _going_up(now):
            after = _without_visible(_gone(now, index), board)
            if after not in found:
                found.append(after)
    return tuple(found)


def _without_visible(now: Board, before: Board) -> Board:
    """The board after every card has gone up that was visible before."""
    while going := [index for index in _going_up(now) if _was_visible(now, before, index)]:
        now = _gone(now, going[0])
    return now


def _gone(board: Board, index: int) -> Board:
    return game.flip(game.move_to_pillar(index, board))


def _going_up(board: Board) -> list[int]:
    """The columns whose last cards can go up."""
    return [
        index
        for index, column in enumerate(board.columns)
        if column
        and game.can_stack_on_pillar(column[0].card, board.pillars.top(column[0].card.suit))
    ]


def _was_visible(now: Board, before: Board, index: int) -> bool:
    return before.columns[index][-len(now.columns[index])].visible
