"""Which of many questions about a move are asked: a few that show every feature."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import cast

from klondike import game
from klondike.board import Board, Column
from klondike.cards import Card, Suit, Value
from patience_grader.suite.bank import Arguments, drawing, is_public
from suites.klondike.bank.reference import refusals
from suites.klondike.shapes import COLUMNS, visible

_CONSIDERED = 1200
_SIMPLEST = 3
_FEWEST = 12
_MOST = 20 if is_public() else _CONSIDERED


def spread(function: str, questions: list[Arguments]) -> list[Arguments]:
    """A few questions in which every feature occurs that occurs in any; in their order.

    Takes the simplest ones, then again and again the question with the most features
    that no other has shown yet, and some more when these are few. In the public edition
    it stops at some twenty.
    """
    rng = drawing(__name__, function, len(questions))
    order = range(len(questions))
    considered = sorted({*order[:_SIMPLEST], *rng.sample(order, min(len(order), _CONSIDERED))})
    features = {number: frozenset(_features(function, questions[number])) for number in considered}
    chosen = set(considered[:_SIMPLEST])
    missing = frozenset().union(*features.values())
    missing -= frozenset().union(*(features[number] for number in chosen))
    waiting = [(-len(features[number] & missing), number) for number in considered]
    heapify(waiting)
    while missing and len(chosen) < _MOST:
        at_most, best = heappop(waiting)
        shows = len(features[best] & missing)
        if shows < -at_most:  # some of it was shown by another since
            heappush(waiting, (-shows, best))
        else:
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
        column = board.columns[number] if number in COLUMNS else ()
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
    if function == "game.move_to_pillar":
        yield from _rises(function, rest, board)
    yield from _beside(function, arguments)
    if not numbers:
        yield from _lasts(function, board)
    if numbers and function.startswith("game.move"):
        yield from _landings(function, rest, board, board.columns[numbers[-1]])


def _beside(function: str, arguments: Arguments) -> Iterator[tuple[object, ...]]:
    """Whether it matters that an outermost column is named, and not the one beside it."""
    first, last = COLUMNS[0], COLUMNS[-1]
    for place, one in enumerate(arguments):
        is_count = function == "game.move" and place == 0
        if type(one) is int and one in {first, last} and not is_count:
            inwards = first + 1 if one == first else last - 1
            others = refusals(function, (*arguments[:place], inwards, *arguments[place + 1 :]))
            names = refusals(function, arguments)
            yield "beside", place, one, not {*names} & {*others}


def _rises(function: str, rest: list[object], board: Board) -> Iterator[tuple[object, ...]]:
    """How far above its pillar the card is that a move to a pillar would take."""
    for role, card in _tried(function, rest, board):
        if role == "last":
            is_alone = len(board.columns[cast(int, rest[0])]) == 1
            yield role, "alone", is_alone, card.value == Value.ACE
        top = board.pillars.top(card.suit) or 0
        if role in {"top", "last"}:
            yield role, "above", max(-2, min(3, card.value - top)), min(top, 2), top == Value.KING


def _lasts(function: str, board: Board) -> Iterator[tuple[object, ...]]:
    """Which last cards of columns go up, and how much of the column they uncover."""
    for index, column in enumerate(board.columns):
        for placed in column[:1]:
            goes_up = game.can_stack_on_pillar(placed.card, board.pillars.top(placed.card.suit))
            yield "goes up", index, goes_up
            if goes_up and function == "game.solve":
                shown = len(visible(column))
                yield "goes up", min(shown, 2), "hidden", min(len(column) - shown, 3)


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
