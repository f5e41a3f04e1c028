"""What the reference does, and which refusals are right."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any, cast

from klondike import deck as deck_module
from klondike import game
from klondike.board import Board, Column
from klondike.cards import Value
from klondike.errors import MoveError
from patience_grader.sandbox.guest.wire import Seed
from patience_grader.suite.bank import Arguments
from suites.klondike.shapes import visible


def refusals(function: str, arguments: Arguments, rules: ModuleType = game) -> tuple[str, ...]:
    """The errors that are right for a question by these rules; empty when the call is allowed.

    Where several failures hold at once any of them is right. Moving from an empty
    column has names of its own (interface: what is left open).
    """
    if function == "game.move":
        count, source, target, board = cast(tuple[int, int, int, Board], arguments)
        return _refusals_of_move(count, board.columns[source], board.columns[target], rules)
    if function == "game.move_stack":
        source, target, board = cast(tuple[int, int, Board], arguments)
        column = board.columns[source]
        if not column:
            return ("InvalidCount", "ColumnEmpty", "MovingTooManyCards")
        onto = board.columns[target]
        return _refusals_of_move(len(visible(column)), column, onto, rules)
    try:
        reference(function, arguments, rules)
    except MoveError as error:
        return (type(error).__name__,)
    return ()


def _refusals_of_move(
    count: int, source: Column, target: Column, rules: ModuleType
) -> tuple[str, ...]:
    if count < 1:
        return ("InvalidCount",)
    if not source:
        return ("MovingTooManyCards", "ColumnEmpty")
    names = []
    if count > len(visible(source)):
        names.append("MovingTooManyCards")
    highest = source[min(count, len(source)) - 1].card
    if not target and highest.value != Value.KING:
        names.append("ColumnKing")
    if target and not rules.can_stack(highest, target[0].card):
        names.append("WrongOrder")
    return tuple(names)


def reference(function: str, arguments: Arguments, rules: ModuleType = game) -> Any:
    """What the reference's function of this name returns, by these rules. Raises what it raises."""
    module, _, name = function.partition(".")
    made = [Random(one.seed) if isinstance(one, Seed) else one for one in arguments]
    return getattr({"deck": deck_module, "game": rules}[module], name)(*made)
