"""Reads `tests/vectors/`: its boards as boards of the solution, its moves as commands."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from klondike.board import Board, Column, Pillars, Placed
from klondike.cards import Card, Suit, Value
from klondike.commands import (
    Command,
    Draw,
    Move,
    MoveFromDiscard,
    MoveFromPillar,
    MoveToPillar,
)

VECTORS = Path(__file__).parents[1] / "vectors"
SUITS = {suit.name[0]: suit for suit in Suit}
VALUES = {str(value): value for value in Value} | {"T": Value.TEN}


def lines(name: str) -> list[dict[str, Any]]:
    """The JSON values of a file that holds one a line."""
    data = (VECTORS / name).read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data
    return [json.loads(line) for line in text.splitlines()]


def examples() -> dict[str, dict[str, Any]]:
    """The worked examples of `handout-boards.json`, by their names."""
    told = json.loads((VECTORS / "handout-boards.json").read_text(encoding="utf-8"))
    return {example["name"]: example for example in told["vectors"]}


def example_card(code: str) -> Card:
    """The card that `S10` or `#S10` stands for."""
    code = code.removeprefix("#")
    return Card(SUITS[code[0]], VALUES[code[1:]])


def example_board(told: Mapping[str, Any]) -> Board:
    """A board of `handout-boards.json`."""
    tops = told["pillars"].items()
    return Board(
        tuple(map(example_card, told["deck"])),
        tuple(map(example_card, told["discard"])),
        Pillars(**{suit: VALUES[top] if top else None for suit, top in tops}),
        tuple(
            tuple(Placed(example_card(code), code[0] != "#") for code in reversed(column))
            for column in told["columns"]
        ),
    )


def engine_card(code: str) -> Card:
    """The card that `TD` or `*TD` stands for."""
    code = code.removeprefix("*")
    return Card(SUITS[code[1]], VALUES[code[0]])


def engine_board(told: Mapping[str, Any]) -> Board:
    """A board of the other files."""
    counts = told["foundations"].items()
    tops = {SUITS[suit].name.lower(): Value(count) if count else None for suit, count in counts}
    columns = (
        tuple(Placed(engine_card(code), code[0] != "*") for code in reversed(column))
        for column in told["columns"]
    )
    return Board(
        tuple(map(engine_card, told["stock"])),
        tuple(map(engine_card, reversed(told["waste"]))),
        Pillars(**tops),
        tuple(columns),
    )


def command(move: Sequence[Any]) -> Command | None:
    """The command for a move; None for the moves that ours has no command for."""
    match move:
        case ["draw"]:
            return Draw()
        case ["wf"]:
            return MoveToPillar(None)
        case ["wt", target]:
            return MoveFromDiscard(target - 1)
        case ["tf", source]:
            return MoveToPillar(source - 1)
        case ["tt", source, count, target]:
            return Move(count, source - 1, target - 1)
        case ["ft", suit, target]:
            return MoveFromPillar(SUITS[suit], target - 1)
        case ["redeal"] | ["flip", _]:
            return None
    raise ValueError(f"unknown move: {move}")


def all_cards(board: Board) -> list[Card]:
    """Every card on the table, in order, those of the pillars written out."""
    return sorted(
        [
            *board.deck,
            *board.discard,
            *(placed.card for column in board.columns for placed in column),
            *(
                Card(suit, Value(value))
                for suit in Suit
                for value in range(1, (board.pillars.top(suit) or 0) + 1)
            ),
        ]
    )


def flaws(board: Board) -> Iterator[str]:
    """The invariants of the handout that the board breaks, in words."""
    if all_cards(board) != [Card(suit, value) for suit in Suit for value in Value]:
        yield "it does not hold each of the 52 cards once"
    if len(board.columns) != 7:
        yield "it does not have seven columns"
    for number, column in enumerate(board.columns):
        faces = [placed.visible for placed in column]
        if column and not faces[0]:
            yield f"column {number} ends with a hidden card"
        if faces != sorted(faces, reverse=True):
            yield f"column {number} has a hidden card on a visible one"
        if not _is_run([placed.card for placed in column if placed.visible]):
            yield f"the visible cards of column {number} are not a run"


def _is_run(cards: Sequence[Card]) -> bool:
    return all(
        low.value + 1 == high.value and low.is_red != high.is_red for low, high in pairwise(cards)
    )


def visible(column: Column) -> Column:
    """The visible cards of a column."""
    return tuple(placed for placed in column if placed.visible)
