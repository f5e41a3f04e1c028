"""Boards and moves of `tests/vectors/` and of the fast engine, as those of `klondike.play`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from klondike import fast
from klondike.board import Board, Pillars, Placed
from klondike.cards import Card, Value
from klondike.commands import Command, Draw, Move, MoveFromDiscard, MoveFromPillar, MoveToPillar
from klondike.deck import deck_of_52, shuffle
from klondike.game import setup
from klondike.play import Move as PileMove
from klondike.play import Pile, State
from klondike.rules import Rules
from vectors_reader import SUITS


def engine_rules(draws: int) -> Rules:
    """The rules of the engines that made the vectors."""
    return Rules("engine", draws, redeal_draws=False)


def engine_move(move: Sequence[Any], state: State) -> PileMove | None:
    """An engine's move on this state; None for the turning of a card."""
    board = state.board
    match move:
        case ["draw"]:
            count = min(state.rules.draws, len(board.deck))
            return PileMove(count, Pile.DECK, Pile.DISCARD)
        case ["redeal"]:
            return PileMove(len(board.discard), Pile.DISCARD, Pile.DECK)
        case ["wf"]:
            return PileMove(1, Pile.DISCARD, Pile[board.discard[0].suit.name])
        case ["wt", target]:
            return PileMove(1, Pile.DISCARD, Pile(5 + target))
        case ["tf", source]:
            suit = board.columns[source - 1][0].card.suit
            return PileMove(1, Pile(5 + source), Pile[suit.name])
        case ["tt", source, count, target]:
            return PileMove(count, Pile(5 + source), Pile(5 + target))
        case ["ft", suit, target]:
            return PileMove(1, Pile[SUITS[suit].name], Pile(5 + target))
        case ["flip", _]:
            return None
    raise ValueError(f"unknown move: {move}")


def command_move(command: Command, board: Board) -> PileMove | None:
    """The move that a command makes on this board; None for a turn."""
    match command:
        case Move(count, source, target):
            return PileMove(count, Pile(6 + source), Pile(6 + target))
        case MoveFromDiscard(target):
            return PileMove(1, Pile.DISCARD, Pile(6 + target))
        case MoveFromPillar(suit, target):
            return PileMove(1, Pile[suit.name], Pile(6 + target))
        case MoveToPillar(None):
            return PileMove(1, Pile.DISCARD, Pile[board.discard[0].suit.name])
        case MoveToPillar(int(source)):
            card = board.columns[source][0].card
            return PileMove(1, Pile(6 + source), Pile[card.suit.name])
        case Draw():
            return None
    raise ValueError(command)


def board_of(position: fast.Position) -> Board:
    """The board that a position of the fast engine stands for."""
    columns, up, wanted, deck, discard, _ = position
    tops = {}
    for number, suit in enumerate(fast.SUITS):
        count = next(count for count in range(14) if wanted >> 4 * count + number & 1)
        tops[suit.name.lower()] = Value(count) if count else None
    return Board(
        tuple(map(_card, deck)),
        tuple(map(_card, reversed(discard))),
        Pillars(**tops),
        tuple(
            tuple(Placed(_card(card), bool(up >> card & 1)) for card in reversed(column))
            for column in columns
        ),
    )


def _card(number: int) -> Card:
    return Card(fast.SUITS[number % 4], Value(number // 4 + 1))


def dealt(seed: int) -> Board:
    """The board that a seed deals."""
    return setup(shuffle(Random(seed), deck_of_52()))


def random_positions(seed: int, rules: Rules, steps: int) -> Iterator[fast.Position]:
    """The positions of a game of random moves."""
    rng = Random(seed)
    position = fast.pack(dealt(seed))
    for _ in range(steps):
        yield position
        moves = fast.moves(position, rules)
        if not moves:
            return
        position = fast.play(position, rng.choice(moves), rules)


def q_lines(see: Mapping[str, Any], score: int) -> list[str]:
    """The lines of a drawing that the case study prints, with this score."""
    top = f"{see['stock']} {see['stock_top']} {see['waste_top']}  {' '.join(see['foundation'])}"
    moves = see["possible"] or ["No moves possible"]
    return [top, str(see["passes"]), *see["tableau"], "_" * 21, f"score: {score}", *moves]
