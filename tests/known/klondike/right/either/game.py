"""Game.hs, translated: a move is a function from a board to Left(error) or Right(board)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Callable, Generic, TypeVar

from klondike import board as table
from klondike.board import Board, Column, Placed
from klondike.cards import Card, Deck, Suit, Value
from klondike.errors import (
    ColumnEmpty,
    ColumnKing,
    DeckEmpty,
    DiscardEmpty,
    InvalidCount,
    MoveError,
    MovingTooManyCards,
    PillarEmpty,
    WrongOrder,
    WrongPillarOrder,
)

A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True)
class Left:
    error: type[MoveError]

    def __rshift__(self, f):
        return self


@dataclass(frozen=True)
class Right(Generic[A]):
    value: A

    def __rshift__(self, f: Callable[[A], Left | Right[B]]) -> Left | Right[B]:
        return f(self.value)


def guard(condition: bool, error: type[MoveError]):
    """A step that lets everything pass if the condition holds."""
    return lambda value: Right(value) if condition else Left(error)


def run(result):
    """The value, or the error raised."""
    match result:
        case Right(value):
            return value
        case Left(error):
            raise error()


# show

unlines = "\n".join


def transpose(lists):
    """Data.List.transpose, but with gaps."""
    longest = max(map(len, lists))
    return [[xs[i] if i < len(xs) else None for xs in lists] for i in range(longest)]


def show(board: Board) -> str:
    return unlines(
        [
            "deck size: " + str(len(board.deck)),
            "discard:   " + " ".join(map(show_maybe, board.discard[:3][::-1] or [None])),
            "",
            "pillars:",
            *[f"{s.name.title():>10}: {show_maybe(top_card(s, board))}" for s in Suit],
            "",
            "  ".join(f" {i} " for i in range(7)),
            *map("  ".join, map(show_row, transpose([c[::-1] for c in board.columns]))),
        ]
    )


def show_maybe(card: Card | None) -> str:
    return "Nothing" if card is None else str(card)


def show_row(row):
    return ["   " if p is None else str(p.card) if p.visible else "???" for p in row]


def top_card(suit: Suit, board: Board) -> Card | None:
    value = board.pillars.top(suit)
    return None if value is None else Card(suit, value)


# setup


def setup(deck: Deck) -> Board:
    columns, rest = reduce(deal, range(7), ((), deck))
    return Board(rest, (), table.EMPTY_PILLARS, columns)


def deal(state, n):
    columns, deck = state
    column = (Placed(deck[n], True),) + tuple(Placed(c, False) for c in deck[:n][::-1])
    return columns + (column,), deck[n + 1 :]


def is_won(board: Board) -> bool:
    return reduce(lambda won, s: won and board.pillars.top(s) == Value.KING, Suit, True)


# helpers


def flip(board: Board) -> Board:
    return replace(board, columns=tuple(map(flip_column, board.columns)))


def flip_column(column: Column) -> Column:
    return tuple(Placed(p.card, True) for p in column[:1]) + column[1:]


def update_column(index: int, column: Column, columns):
    return columns[:index] + (column,) + columns[index + 1 :]


def can_stack(card: Card, onto: Card) -> bool:
    return (card.is_red, card.value + 1) == (not onto.is_red, onto.value)


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    return card.value == maybe(1, lambda value: value + 1, top)


def maybe(default, f, value):
    return default if value is None else f(value)


# steps: they take the cards moved and the board, and give both or an error


def landing_on(target: int):
    def land(state):
        cards, board = state
        column = board.columns[target]
        base = cards[-1].card
        moved = replace(board, columns=update_column(target, cards + column, board.columns))
        return (
            Right(moved)
            >> guard(column != () or base.value == Value.KING, ColumnKing)
            >> guard(column == () or can_stack(base, column[0].card), WrongOrder)
        )

    return land


def going_up(state):
    (placed,), board = state
    card = placed.card
    if can_stack_on_pillar(card, board.pillars.top(card.suit)):
        return Right(replace(board, pillars=board.pillars.raised(card.suit)))
    return Left(WrongPillarOrder)


def taking(count: int, source: int):
    def take(board):
        column = board.columns[source]
        columns = update_column(source, column[count:], board.columns)
        return Right((column[:count], replace(board, columns=columns)))

    return take


def discarded(board: Board):
    if not board.discard:
        return Left(DiscardEmpty)
    return Right(
        ((Placed(board.discard[0], True),), replace(board, discard=board.discard[1:]))
    )


def off_pillar(suit: Suit):
    def take(board):
        if board.pillars.top(suit) is None:
            return Left(PillarEmpty)
        card = Card(suit, board.pillars.top(suit))
        return Right(((Placed(card, True),), replace(board, pillars=board.pillars.lowered(suit))))

    return take


def visible(column: Column) -> int:
    return len([p for p in column if p.visible])


# moves


def draw(board: Board) -> Board:
    def turned(b):
        return b if b.deck else replace(b, deck=b.discard[::-1], discard=())

    def drawn(b):
        return Right(replace(b, deck=b.deck[1:], discard=b.deck[:1] + b.discard))

    return run(Right(turned(board)) >> guard(board.deck + board.discard != (), DeckEmpty) >> drawn)


def move(count: int, source: int, target: int, board: Board) -> Board:
    return run(
        Right(board)
        >> guard(board.columns[source] != (), ColumnEmpty)
        >> guard(count <= visible(board.columns[source]), MovingTooManyCards)
        >> guard(count > 0, InvalidCount)
        >> taking(count, source)
        >> landing_on(target)
    )


def move_stack(source: int, target: int, board: Board) -> Board:
    return move(visible(board.columns[source]), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    return run(discarded(board) >> landing_on(target))


def up(source: int | None, board: Board):
    if source is None:
        return discarded(board) >> going_up
    full = guard(board.columns[source] != (), ColumnEmpty)
    return Right(board) >> full >> taking(1, source) >> going_up


def move_to_pillar(source: int | None, board: Board) -> Board:
    return run(up(source, board))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    return run(off_pillar(suit)(board) >> landing_on(target))


def solve(board: Board) -> Board:
    boards = [r.value for i in range(7) for r in [up(i, board)] if isinstance(r, Right)]
    return solve(boards[0]) if boards else board
