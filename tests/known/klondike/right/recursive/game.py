"""Klondike without a single loop."""

import sys
from dataclasses import replace

from . import errors
from .board import EMPTY_PILLARS, Board, Column, Placed
from .cards import Card, Deck, Suit, Value

sys.setrecursionlimit(5000)


# ---- 3


def show(board: Board) -> str:
    return (
        f"Deck size: {size(board.deck)}\n"
        f"Discard: {row_of(backwards(board.discard[:3])) or '<empty>'}\n"
        "Pillars:\n"
        f"{pillar_lines(board, tuple(Suit))}"
        "\n"
        f"{header(0)}\n"
        f"{rows(turn_all(board.columns))}"
    )


def size(cards: Deck) -> int:
    return 1 + size(cards[1:]) if cards else 0


def backwards(cards):
    return backwards(cards[1:]) + cards[:1] if cards else ()


def row_of(cards: Deck) -> str:
    if not cards:
        return ""
    return str(cards[0]) + " " + row_of(cards[1:])


def pillar_lines(board: Board, suits: tuple[Suit, ...]) -> str:
    if not suits:
        return ""
    return (
        f"  {suits[0].name.title()}: {pillar_text(suits[0], board.pillars.top(suits[0]))}\n"
        + pillar_lines(board, suits[1:])
    )


def pillar_text(suit: Suit, top: Value | None) -> str:
    return "<empty>" if top is None else str(Card(suit, top))


def header(number: int) -> str:
    return "" if number == 7 else f"[{number}] " + header(number + 1)


def turn_all(columns):
    """Every column the other way round: the least recent card first."""
    return (backwards(columns[0]),) + turn_all(columns[1:]) if columns else ()


def rows(columns) -> str:
    if not some_left(columns):
        return ""
    return row(columns) + "\n" + rows(tails(columns))


def some_left(columns) -> bool:
    return bool(columns) and (bool(columns[0]) or some_left(columns[1:]))


def tails(columns):
    return (columns[0][1:],) + tails(columns[1:]) if columns else ()


def row(columns) -> str:
    return cell(columns[0]) + " " + row(columns[1:]) if columns else ""


def cell(column: Column) -> str:
    if not column:
        return "   "
    return str(column[0].card) if column[0].visible else "???"


# ---- 4


def setup(deck: Deck) -> Board:
    return deal(1, deck, ())


def deal(length: int, deck: Deck, columns: tuple[Column, ...]) -> Board:
    if length > 7:
        return Board(deck, (), EMPTY_PILLARS, columns)
    return deal(length + 1, deck[length:], columns + (one_column(deck[:length], ()),))


def one_column(cards: Deck, column: Column) -> Column:
    if not cards:
        return column
    return one_column(cards[1:], (Placed(cards[0], len(cards) == 1),) + column)


# ---- 5


def is_won(board: Board) -> bool:
    return all_kings(board, tuple(Suit))


def all_kings(board: Board, suits: tuple[Suit, ...]) -> bool:
    if not suits:
        return True
    return board.pillars.top(suits[0]) is Value.KING and all_kings(board, suits[1:])


# ---- 6


def flip(board: Board) -> Board:
    return replace(board, columns=flip_all(board.columns))


def flip_all(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    if not columns:
        return ()
    if not columns[0]:
        return ((),) + flip_all(columns[1:])
    first = Placed(columns[0][0].card, True)
    return ((first,) + columns[0][1:],) + flip_all(columns[1:])


def update_column(
    index: int, column: Column, columns: tuple[Column, ...]
) -> tuple[Column, ...]:
    if index == 0:
        return (column,) + columns[1:]
    return columns[:1] + update_column(index - 1, column, columns[1:])


def can_stack(card: Card, onto: Card) -> bool:
    if card.value == Value.ACE:
        return onto.value == Value.TWO and card.is_red != onto.is_red
    if onto.value == Value.ACE:
        return False
    # compare the cards one lower, until an ace is reached
    return can_stack(one_lower(card), one_lower(onto))


def one_lower(card: Card) -> Card:
    return Card(card.suit, Value(card.value - 1))


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    if top is None:
        return card.value == Value.ACE
    if card.value == Value.ACE:
        return False
    return can_stack_on_pillar(one_lower(card), Value(top - 1) if top > 1 else None)


# ---- 7


def draw(board: Board) -> Board:
    if board.deck:
        return replace(board, deck=board.deck[1:], discard=board.deck[:1] + board.discard)
    if board.discard:
        return draw(replace(board, deck=backwards(board.discard), discard=()))
    raise errors.DeckEmpty


# ---- 8 and 9


def visible(column: Column) -> int:
    if not column or not column[0].visible:
        return 0
    return 1 + visible(column[1:])


def move(count: int, source: int, target: int, board: Board) -> Board:
    if count < 1:
        raise errors.InvalidCount
    if visible(board.columns[source]) < count:
        raise errors.MovingTooManyCards
    run = board.columns[source][:count]
    rest = board.columns[source][count:]
    return put(run, target, replace(board, columns=update_column(source, rest, board.columns)))


def put(run: Column, target: int, board: Board) -> Board:
    column = board.columns[target]
    if not column and run[-1].card.value != Value.KING:
        raise errors.ColumnKing
    if column and not can_stack(run[-1].card, column[0].card):
        raise errors.WrongOrder
    return replace(board, columns=update_column(target, run + column, board.columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    return move(visible(board.columns[source]), source, target, board)


# ---- 10 to 12


def move_from_discard(target: int, board: Board) -> Board:
    if not board.discard:
        raise errors.DiscardEmpty
    one = (Placed(board.discard[0], True),)
    return put(one, target, replace(board, discard=board.discard[1:]))


def move_to_pillar(source: int | None, board: Board) -> Board:
    if source is None:
        if not board.discard:
            raise errors.DiscardEmpty
        return lift(board.discard[0], replace(board, discard=board.discard[1:]))
    column = board.columns[source]
    if not column:
        raise errors.ColumnEmpty
    rest = update_column(source, column[1:], board.columns)
    return lift(column[0].card, replace(board, columns=rest))


def lift(card: Card, board: Board) -> Board:
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise errors.WrongPillarOrder
    return replace(board, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    top = board.pillars.top(suit)
    if top is None:
        raise errors.PillarEmpty
    one = (Placed(Card(suit, top), True),)
    return put(one, target, replace(board, pillars=board.pillars.lowered(suit)))


# ---- 13


def solve(board: Board) -> Board:
    return solve_from(6, board)


def solve_from(index: int, board: Board) -> Board:
    """From the last column to the first; begin again after every card that went up."""
    if index < 0:
        return board
    if goes_up(board.columns[index], board):
        return solve_from(6, flip(move_to_pillar(index, board)))
    return solve_from(index - 1, board)


def goes_up(column: Column, board: Board) -> bool:
    if not column:
        return False
    return can_stack_on_pillar(column[0].card, board.pillars.top(column[0].card.suit))
