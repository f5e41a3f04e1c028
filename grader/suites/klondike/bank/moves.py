"""The questions about a move, sorted by the criterion that each of them examines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from klondike.board import Board
from klondike.cards import Suit
from patience_grader.suite.bank import Arguments
from suites.klondike.bank.always import always
from suites.klondike.bank.aspects import aspect_of
from suites.klondike.bank.choice import spread
from suites.klondike.bank.pool import pool
from suites.klondike.shapes import COLUMNS, visible


def sorted_out(
    function: str, is_asked: Callable[[str, Arguments], bool] = lambda *_: True
) -> dict[str, list[Arguments]]:
    """Questions for every aspect of a function, spread over the pool, and those always asked.

    `is_asked` says whether an aspect is examined by a question.
    """
    found: dict[str, list[Arguments]] = {}
    for board in pool():
        for arguments in _arguments(function, board):
            aspect = aspect_of(function, arguments)
            if aspect and is_asked(aspect, arguments):
                found.setdefault(aspect, []).append(arguments)
    chosen = {aspect: spread(function, questions) for aspect, questions in found.items()}
    for arguments in always(function):
        chosen.setdefault(aspect_of(function, arguments), []).append(arguments)
    return chosen


def _arguments(function: str, board: Board) -> Iterator[Arguments]:
    pairs = [(source, target) for source in COLUMNS for target in COLUMNS if source != target]
    match function:
        case "game.draw" | "game.solve":
            yield (board,)
        case "game.move":
            for source, target in pairs:
                shown, all_of_it = len(visible(board.columns[source])), len(board.columns[source])
                counts = {0, -1, *range(1, shown + 2), all_of_it, all_of_it + 1}
                yield from ((count, source, target, board) for count in sorted(counts))
        case "game.move_stack":
            yield from ((source, target, board) for source, target in pairs)
        case "game.move_from_discard":
            yield from ((target, board) for target in COLUMNS)
        case "game.move_to_pillar":
            yield from ((source, board) for source in (None, *COLUMNS))
        case "game.move_from_pillar":
            yield from ((suit, target, board) for suit in Suit for target in COLUMNS)
