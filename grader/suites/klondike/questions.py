"""The questions about moves, sorted by the criterion that each of them examines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import cast

from klondike import game
from klondike.board import Board
from klondike.cards import Card, Suit, Value
from patience_grader.suite import Arguments, Cases
from suites.klondike import boards
from suites.klondike.manner import MANNER, refusals, visible

_CONSIDERED = 600
_SIMPLEST = 3

_ASPECTS = {
    "InvalidCount": "invalid_count",
    "MovingTooManyCards": "too_many",
    "ColumnKing": "column_king",
    "WrongOrder": "wrong_order",
    "DeckEmpty": "deck_empty",
    "DiscardEmpty": "discard_empty",
    "PillarEmpty": "pillar_empty",
}


@cache
def pool() -> tuple[Board, ...]:
    """Boards from play and arbitrary ones, those with the least to look at first."""
    found = {
        *boards.generated(boards.played(), 100),
        *boards.generated(boards.arbitrary(), 500),
        *boards.generated(boards.endgame(), 60),
    }
    return tuple(sorted(found, key=lambda board: (boards.size(board), repr(board))))


def cases(function: str, aspect: str) -> Cases:
    """The cases of one criterion of a move."""
    found = _sorted_out(function)[aspect]
    return Cases(MANNER, function, found, lambda one: aspect_of(function, one) == aspect)


@cache
def _sorted_out(function: str) -> dict[str, list[Arguments]]:
    """Questions for every aspect of a function, spread over the pool."""
    found: dict[str, list[Arguments]] = {}
    for board in pool():
        for arguments in _arguments(function, board):
            aspect = aspect_of(function, arguments)
            if aspect:
                found.setdefault(aspect, []).append(arguments)
    return {aspect: _spread(questions) for aspect, questions in found.items()}


def _spread(questions: list[Arguments]) -> list[Arguments]:
    """A few questions in which every feature occurs that occurs in any; in their order.

    Greedily takes the question with the most features that no other has shown yet;
    to these come the simplest ones.
    """
    candidates = questions[:: max(1, len(questions) // _CONSIDERED)]
    features = [frozenset(_features(arguments)) for arguments in candidates]
    chosen = set(range(min(_SIMPLEST, len(candidates))))
    missing = frozenset().union(*features).difference(*(features[number] for number in chosen))
    while missing:
        best = max(range(len(candidates)), key=lambda number: len(features[number] & missing))
        chosen.add(best)
        missing -= features[best]
    return [candidates[number] for number in sorted(chosen)]


def _features(arguments: Arguments) -> Iterator[object]:
    """What could make a difference to a mistaken function."""
    *rest, last = arguments
    board = cast(Board, last)
    yield from enumerate(rest)
    yield "deck", min(len(board.deck), 2)
    yield "discard", min(len(board.discard), 4)
    numbers = [one for one in rest if isinstance(one, int)]
    if len(numbers) > 1:
        yield "leftwards", numbers[-2] > numbers[-1]
    for place, number in enumerate(numbers[-2:]):
        column = board.columns[number] if number in boards.COLUMNS else ()
        shown = len(visible(column))
        yield place, "shown", min(shown, 3), "hidden", min(len(column) - shown, 2)
        if column:
            yield place, column[0].card.suit
            yield place, column[0].card.value
    if board.discard:
        yield board.discard[0].suit
        yield "top", board.discard[0].value
    for suit in Suit:
        yield suit, board.pillars.top(suit) in (None, Value.ACE, Value.KING), "pillar"


def _arguments(function: str, board: Board) -> Iterator[Arguments]:
    columns = boards.COLUMNS
    pairs = [(source, target) for source in columns for target in columns if source != target]
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
            yield from ((target, board) for target in columns)
        case "game.move_to_pillar":
            yield from ((source, board) for source in (None, *columns))
        case "game.move_from_pillar":
            yield from ((suit, target, board) for suit in Suit for target in columns)


def aspect_of(function: str, arguments: Arguments) -> str:
    """The aspect of the function that a question examines; empty for none."""
    names = refusals(function, arguments)
    board = cast(Board, arguments[-1])
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
    highest, lowest = column[count - 1].card, column[0].card
    if count > 1 and game.can_stack(lowest, onto[0].card):
        return "highest"
    return "colour" if _only_colour_is_wrong(highest, onto[0].card) else "value"


def _only_colour_is_wrong(card: Card, onto: Card) -> bool:
    return card.value + 1 == onto.value


def _aspect_of_solve(board: Board) -> str:
    after = game.solve(board)
    if _discard_goes_up(board) or _discard_goes_up(after):
        return "columns_only"
    if after == board:
        return "nothing"
    if _hidden(after) < _hidden(board):
        return "hidden"
    return "wins" if game.is_won(after) else "goes_on"


def _hidden(board: Board) -> int:
    return sum(not placed.visible for column in board.columns for placed in column)


def _discard_goes_up(board: Board) -> bool:
    if not board.discard:
        return False
    card = board.discard[0]
    return game.can_stack_on_pillar(card, board.pillars.top(card.suit))
