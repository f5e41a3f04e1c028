"""Which aspect of a function, and so which criterion, a question examines."""

from __future__ import annotations

from typing import cast

from klondike import game
from klondike.board import Board
from klondike.cards import Suit, Value
from patience_grader.suite.bank import Arguments
from suites.klondike.bank.reference import refusals

_ASPECTS = {
    "InvalidCount": "invalid_count",
    "MovingTooManyCards": "too_many",
    "ColumnKing": "column_king",
    "WrongOrder": "wrong_order",
    "DeckEmpty": "deck_empty",
    "DiscardEmpty": "discard_empty",
    "PillarEmpty": "pillar_empty",
}
_LONG = 19


def aspect_of(function: str, arguments: Arguments) -> str:
    """The aspect of a move that a question examines; empty for none."""
    board = cast(Board, arguments[-1])
    names = refusals(function, arguments)
    match function:
        case "game.draw":
            return _ASPECTS[names[0]] if names else ("turns" if board.deck else "recycles")
        case "game.solve":
            return _aspect_of_solve(board)
        case "game.move":
            return _aspect_of_move(names, *cast(tuple[int, int, int, Board], arguments))
        case "game.move_stack":
            source, target = cast(tuple[int, int], arguments[:2])
            if not board.columns[source]:
                return "empty"
            return _ASPECTS[names[0]] if names else "all" if board.columns[target] else "king"
        case "game.move_to_pillar":
            origin = "discard" if arguments[0] is None else "column"
            if not names:
                return f"from_{origin}"
            return f"wrong_{origin}_card" if names[0] == "WrongPillarOrder" else f"{origin}_empty"
        case "game.move_from_discard":
            return _aspect_of_landing(names, board, cast(int, arguments[0]))
        case _:
            suit, target = cast(tuple[Suit, int], arguments[:2])
            if not names and board.pillars.top(suit) == Value.ACE:
                return "last"
            return _aspect_of_landing(names, board, target)


def _aspect_of_landing(names: tuple[str, ...], board: Board, target: int) -> str:
    if names:
        return _ASPECTS[names[0]]
    return "moves" if board.columns[target] else "king"


def _aspect_of_move(
    names: tuple[str, ...], count: int, source: int, target: int, board: Board
) -> str:
    column, onto = board.columns[source], board.columns[target]
    if len(names) > 1 and column:
        return ""
    if count < 1:
        return "invalid_count" if column else ""
    if not names:
        return "king" if not onto else "one" if count == 1 else "several"
    if names[0] != "WrongOrder":
        return _ASPECTS[names[0]]
    highest, lower = column[count - 1].card, onto[0].card
    others = [placed.card for placed in (*column[:1], *column[count : count + 1]) if placed.visible]
    if highest.value + 1 == lower.value:
        return "colour"
    if any(game.can_stack(one, lower) for one in others):
        # With the highest of the wrong colour, too, only who looks at another card is fooled.
        return "highest" if highest.is_red == lower.is_red else ""
    return "value" if highest.is_red != lower.is_red else ""


def _aspect_of_solve(board: Board) -> str:
    after = game.solve(board)
    if _a_top_goes_up(board) or _a_top_goes_up(after):
        return "columns_only"
    if after == board:
        return "nothing"
    if _hidden(after) < _hidden(board):
        return "hidden"
    return "wins" if game.is_won(after) else "goes_on"


def _hidden(board: Board) -> int:
    return sum(not placed.visible for column in board.columns for placed in column)


def _a_top_goes_up(board: Board) -> bool:
    """Whether the top card of the discard pile or of the deck is the next one of its pillar."""
    return any(
        game.can_stack_on_pillar(card, board.pillars.top(card.suit))
        for card in (*board.discard[:1], *board.deck[:1])
    )


def kind_of(board: Board) -> str:
    """The kind of a board that is shown: what makes drawing it easy or hard."""
    return f"hidden: {any_hidden(board)}, full: {is_full(board)}"


def any_hidden(board: Board) -> bool:
    """Whether some card in a column is hidden."""
    return _hidden(board) > 0


def is_full(board: Board) -> bool:
    """Whether all columns are there and of usual length."""
    return all(0 < len(column) <= _LONG for column in board.columns)
