"""The questions about moves, sorted by the criterion that each of them examines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import cast

from klondike import game
from klondike.board import Board, Column
from klondike.cards import Card, Suit, Value
from patience_grader.suite import Arguments, Cases
from suites.klondike import boards
from suites.klondike.manner import MANNER, refusals, visible

_CONSIDERED = 1200
_SIMPLEST = 3
_FEWEST = 12

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
        boards.four_runs(),
        boards.won(),
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
    return {aspect: _spread(function, questions) for aspect, questions in found.items()}


def _spread(function: str, questions: list[Arguments]) -> list[Arguments]:
    """A few questions in which every feature occurs that occurs in any; in their order.

    Takes the simplest ones, then again and again the question with the most features
    that no other has shown yet, and some more when these are few.
    """
    rng = Random(len(questions))
    order = range(len(questions))
    considered = sorted({*order[:_SIMPLEST], *rng.sample(order, min(len(order), _CONSIDERED))})
    features = {number: frozenset(_features(function, questions[number])) for number in considered}
    chosen = set(considered[:_SIMPLEST])
    missing = frozenset().union(*features.values())
    missing -= frozenset().union(*(features[number] for number in chosen))
    while missing:
        best = max(considered, key=lambda number: len(features[number] & missing))
        chosen.add(best)
        missing -= features[best]
    rest = [number for number in considered if number not in chosen]
    wanted = max(0, _FEWEST - len(chosen))
    chosen |= set(rest[:: max(1, len(rest) // max(1, wanted))][:wanted])
    return [questions[number] for number in sorted(chosen)]


def _features(function: str, arguments: Arguments) -> Iterator[object]:
    """What could make a difference to a mistaken function."""
    *rest, last = arguments
    board = cast(Board, last)
    yield from (("argument", place, one) for place, one in enumerate(rest))
    yield "in columns", sum(map(len, board.columns)) // 8
    yield "deck", min(len(board.deck), 2)
    yield "discard", min(len(board.discard), 4)
    numbers = [one for one in rest if isinstance(one, int)]
    if len(numbers) > 1:
        yield "leftwards", numbers[-2] > numbers[-1]
    for place, number in enumerate(numbers[-2:]):
        column = board.columns[number] if number in boards.COLUMNS else ()
        shown = len(visible(column))
        yield place, "shown", min(shown, 3), "hidden", min(len(column) - shown, 2)
        yield place, "longest", shown > 12
        if column:
            yield place, "last", column[0].card.suit
            yield place, "last", column[0].card.value
    if board.discard:
        yield "discarded", board.discard[0].suit
        yield "discarded", board.discard[0].value
    for suit in Suit:
        yield suit, board.pillars.top(suit) in (None, Value.ACE, Value.KING), "pillar"
    if not numbers:
        for index, column in enumerate(board.columns):
            for placed in column[:1]:
                top = board.pillars.top(placed.card.suit)
                yield "goes up", index, game.can_stack_on_pillar(placed.card, top)
    if numbers and function.startswith("game.move"):
        yield from _landings(function, rest, board, board.columns[numbers[-1]])


def _landings(
    function: str, rest: list[object], board: Board, onto: Column
) -> Iterator[tuple[object, ...]]:
    """How the cards that a move, or a mistaken one, would try lie to its target."""
    for role, card in _tried(function, rest, board):
        yield role, "goes up", game.can_stack_on_pillar(card, board.pillars.top(card.suit))
        if onto:
            yield role, _relation(card, onto[0].card)
            yield role, "fits", game.can_stack(card, onto[0].card), card.value
            yield role, "oldest", game.can_stack(card, onto[-1].card)
            others = [column for column in board.columns if column and column != onto]
            yield role, "others", any(game.can_stack(card, one[0].card) for one in others)
        else:
            yield role, "on empty", card.value


def _tried(function: str, rest: list[object], board: Board) -> Iterator[tuple[str, Card]]:
    match function, rest:
        case "game.move", [int(count), int(source), int()]:
            tried = {"lowest": 0, "highest": count - 1, "above": count}
            yield from _at(board.columns[source], tried)
        case "game.move_stack", [int(source), int()]:
            column = board.columns[source]
            run = len(visible(column))
            yield from _at(column, {"lowest": 0, "second": 1, "highest": run - 1, "above": run})
        case "game.move_to_pillar", [int(source)]:
            yield from _at(board.columns[source], {"last": 0, "second": 1})
        case (("game.move_to_pillar" | "game.move_from_discard"), _):
            names = {"top": 0, "second": 1, "bottom": len(board.discard) - 1}
            yield from (
                (role, board.discard[place])
                for role, place in names.items()
                if 0 <= place < len(board.discard)
            )
        case "game.move_from_pillar", [Suit() as suit, int()]:
            top = board.pillars.top(suit)
            yield from [("pillar", Card(suit, top))] if top else []


def _at(column: Column, places: dict[str, int]) -> Iterator[tuple[str, Card]]:
    for role, place in places.items():
        if 0 <= place < len(column):
            yield role, column[place].card


def _relation(card: Card, onto: Card) -> object:
    """How two cards lie to each other: closely where that is near to fitting."""
    higher = int(onto.value - card.value)
    if higher == 1:
        return card.suit, onto.suit
    near = higher if higher in {-1, 0, 2, -12} else "lower" if higher > 0 else "higher"
    return near, card.is_red == onto.is_red


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
