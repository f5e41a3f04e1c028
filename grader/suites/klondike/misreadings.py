"""Ways of misreading the handout, as whole submissions follow them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

from klondike import game
from klondike.board import Board, Placed
from klondike.cards import Card, Value
from patience_grader.suite.bank import Arguments, Known
from patience_grader.suite.cases import Expected
from patience_grader.suite.misreading import Misreading, altered
from suites.klondike.bank.reference import reference, refusals
from suites.klondike.manner import expected_of
from suites.klondike.shapes import COLUMNS, is_column

_TO_A_COLUMN = {"can_stack", "move", "move_stack", "move_from_discard", "move_from_pillar"}
_NUMBER = re.compile(r"\[([1-7])\]")


def _by_value(name: str, sentence: str, change: Callable[[Any], Any]) -> Misreading:
    """A misreading of what a value holds, which is the other way round for the reader."""
    return Misreading(
        name,
        sentence,
        put=lambda _, arguments: tuple(map(change, arguments)),
        read=lambda _, value: change(value),
    )


def _in_columns(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The change of a column, also where it lies on a board or beside others."""

    def changed(value: Any) -> Any:
        if isinstance(value, Board):
            return replace(value, columns=tuple(map(change, value.columns)))
        if isinstance(value, tuple) and value and all(map(is_column, value)):
            return tuple(map(change, value))
        return change(value) if is_column(value) else value

    return changed


def _on_board(**changes: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The change of some parts of a board."""

    def changed(value: Any) -> Any:
        if not isinstance(value, Board):
            return value
        return replace(value, **{name: one(getattr(value, name)) for name, one in changes.items()})

    return changed


def _reversed(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    return cards[::-1]


def _turned_over(column: Any) -> Any:
    return tuple(Placed(card, not visible) for card, visible in column)


def _mirrored(value: Any) -> Any:
    if isinstance(value, Board):
        return replace(value, columns=value.columns[::-1])
    is_row = isinstance(value, tuple) and len(value) == len(COLUMNS) and all(map(is_column, value))
    return value[::-1] if is_row else value


def _deck_from_its_end(function: str, arguments: Arguments) -> Arguments:
    if function == "game.setup":
        return tuple(one[::-1] if isinstance(one, tuple) else one for one in arguments)
    return tuple(map(_on_board(deck=_reversed), arguments))


def _swapped(function: str, arguments: Arguments) -> Arguments:
    match function, arguments:
        case "game.move", (count, source, target, board):
            return count, target, source, board
        case "game.move_stack", (source, target, board):
            return target, source, board
    return arguments


def _from_one(function: str, arguments: Arguments) -> Arguments:
    match function, arguments:
        case "game.move", (count, int(source), int(target), board):
            return count, source + 1, target + 1, board
        case "game.move_stack", (int(source), int(target), board):
            return source + 1, target + 1, board
        case "game.update_column", (int(index), column, columns):
            return index + 1, column, columns
        case (("game.move_from_discard" | "game.move_to_pillar"), (int(index), board)):
            return index + 1, board
        case "game.move_from_pillar", (suit, int(index), board):
            return suit, index + 1, board
    return arguments


def _numbers_from_one(function: str, value: Any) -> Any:
    """A drawing whose columns are numbered 1 to 7, with the numbers 0 to 6."""
    if function != "game.show" or not isinstance(value, str):
        return value
    return _NUMBER.sub(lambda found: f"[{int(found[1]) - 1}]", value)


def _stacking(name: str, sentence: str, can_stack: Callable[[Card, Card], bool]) -> Misreading:
    """Another rule for which card goes on which in the columns."""
    rules: ModuleType = altered(game, can_stack=can_stack)

    def right(function: str, arguments: Arguments) -> Expected | None:
        if function.removeprefix("game.") not in _TO_A_COLUMN:
            return None
        names = refusals(function, arguments, rules)
        value = None if names else reference(function, arguments, rules)
        return expected_of(function, Known(value, refusals=names))

    return Misreading(name, sentence, right=right)


def _ace_high(card: Card, onto: Card) -> bool:
    order = [*range(Value.TWO, Value.KING + 1), Value.ACE]
    return card.is_red != onto.is_red and order.index(card.value) + 1 == order.index(onto.value)


def _upwards(card: Card, onto: Card) -> bool:
    return card.is_red != onto.is_red and card.value == onto.value + 1


MISREADINGS = [
    _by_value(
        "columns reversed",
        "Your functions take the last card of a column's tuple for the card played last; in the "
        "handout, index 0 is the card played last, and the last index is the deepest card.",
        _in_columns(_reversed),
    ),
    _stacking(
        "ace high",
        "Your functions take the ace for higher than the king in the columns; in the handout, it "
        "is the lowest card, one below the two.",
        _ace_high,
    ),
    Misreading(
        "deck reversed",
        "Your functions take the last card of the deck for its top; in the handout, the top card "
        "is at index 0.",
        put=_deck_from_its_end,
        read=lambda _, value: _on_board(deck=_reversed)(value),
    ),
    _by_value(
        "discard pile reversed",
        "Your functions take the last card of the discard pile for its top; in the handout, the "
        "top card, which was drawn last, is at index 0.",
        _on_board(discard=_reversed),
    ),
    Misreading(
        "source and target swapped",
        "Your functions move cards from the second column that is named to the first; in the "
        "handout, the source comes before the target.",
        put=_swapped,
    ),
    _by_value(
        "visible and hidden swapped",
        "Your functions take visible cards for hidden ones; in the handout, a card lies face up "
        "when its visible is True.",
        _in_columns(_turned_over),
    ),
    _stacking(
        "runs built upwards",
        "Your functions put a card on one that is lower by one; in the handout, columns are built "
        "downwards: a card goes on one that is higher by one.",
        _upwards,
    ),
    Misreading(
        "columns counted from 1",
        "Your functions count columns from 1 to 7; in the handout, they are numbered from 0 to 6.",
        put=_from_one,
        read=_numbers_from_one,
    ),
    _by_value(
        "columns mirrored",
        "Your functions take the first column of a board for the rightmost; in the handout, "
        "columns go from left to right.",
        _mirrored,
    ),
]
