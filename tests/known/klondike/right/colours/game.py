"""Klondike in colour."""

from __future__ import annotations

from dataclasses import replace

from .board import Board, Column, Pillars, Placed
from .cards import Card, Deck, Suit, Value
from .errors import (
    ColumnEmpty,
    ColumnKing,
    DeckEmpty,
    DiscardEmpty,
    InvalidCount,
    MovingTooManyCards,
    PillarEmpty,
    WrongOrder,
    WrongPillarOrder,
)

RESET = "\x1b[0m"
BOLD = "\x1b[1m"
DIM = "\x1b[2m"
RED = "\x1b[1;31m"
BLACK = "\033[38;5;255;48;5;16m"


def paint(colour: str, text: str) -> str:
    """The text in a colour."""
    return colour + text + RESET


def show_card(card: Card) -> str:
    """A card in its own colour."""
    return paint(RED if card.is_red else BLACK, str(card))


def show_placed(placed: Placed) -> str:
    """A card, or its back."""
    return show_card(placed.card) if placed.visible else paint(DIM, "???")


def show(board: Board) -> str:
    """The board with terminal colours."""
    lines = [paint(BOLD, "Deck size:") + f" {len(board.deck)}"]

    recent = [show_card(card) for card in board.discard[:3]]
    lines.append(paint(BOLD, "Discard:") + " " + " ".join(recent[::-1] or [paint(DIM, "<empty>")]))

    lines.append(paint(BOLD, "Pillars:"))
    for suit in Suit:
        top = board.pillars.top(suit)
        text = paint(DIM, "<empty>") if top is None else show_card(Card(suit, top))
        lines.append(f"\t{suit.name.capitalize()}: {text}")

    lines.append("")
    lines.append(" ".join(paint("\x1b[4m", f"[{i}]") for i in range(7)))
    for row in range(max(map(len, board.columns))):
        cells = [show_placed(c[~row]) if row < len(c) else "   " for c in board.columns]
        lines.append(" ".join(cells) + "\x1b[K")
    return "\n".join(lines)


def setup(deck: Deck) -> Board:
    """The board after dealing."""
    columns = []
    for n in range(1, 8):
        dealt, deck = deck[:n], deck[n:]
        *hidden, last = dealt
        column = [Placed(card, False) for card in hidden] + [Placed(last, True)]
        columns.append(tuple(column[::-1]))
    return Board(deck=deck, discard=(), pillars=Pillars(), columns=tuple(columns))


def is_won(board: Board) -> bool:
    """Whether every pillar has its king."""
    return all(top is Value.KING for top in vars(board.pillars).values())


def flip(board: Board) -> Board:
    """Turn the last cards face up."""
    return replace(
        board,
        columns=tuple(
            (Placed(column[0].card, True),) + column[1:] if len(column) > 0 else ()
            for column in board.columns
        ),
    )


def update_column(
    index: int, column: Column, columns: tuple[Column, ...]
) -> tuple[Column, ...]:
    """The columns with one replaced."""
    return tuple([*columns[:index], column, *columns[index + 1 :]])


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other in a column."""
    return abs(card.is_red - onto.is_red) == 1 and onto.value == card.value + 1


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card may lie on a pillar."""
    return card.value == 1 if top is None else card.value == 1 + top


def draw(board: Board) -> Board:
    """Draw a card."""
    stock = board.deck or board.discard[::-1]
    if not stock:
        raise DeckEmpty()
    waste = board.discard if board.deck else ()
    return replace(board, deck=stock[1:], discard=stock[:1] + waste)


def drop(cards: Column, target: int, board: Board) -> tuple[Column, ...]:
    """The columns with the cards dropped on one of them."""
    column = board.columns[target]
    if not column:
        if cards[-1].card.value is not Value.KING:
            raise ColumnKing()
    elif not can_stack(cards[-1].card, column[0].card):
        raise WrongOrder()
    return update_column(target, cards + column, board.columns)


def move(count: int, source: int, target: int, board: Board) -> Board:
    """Move cards from one column to another."""
    column = board.columns[source]
    visible = sum(1 for placed in column if placed.visible)
    if count > visible:
        raise MovingTooManyCards()
    if count < 1:
        raise InvalidCount()
    columns = drop(column[:count], target, board)
    return replace(board, columns=update_column(source, column[count:], columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """Move all visible cards."""
    column = board.columns[source]
    return move(sum(1 for placed in column if placed.visible), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """Move the top discard to a column."""
    if not board.discard:
        raise DiscardEmpty()
    columns = drop((Placed(board.discard[0], True),), target, board)
    return replace(board, discard=board.discard[1:], columns=columns)


def move_to_pillar(source: int | None, board: Board) -> Board:
    """Move a card to its pillar."""
    if source is None:
        if not board.discard:
            raise DiscardEmpty()
        card = board.discard[0]
        board = replace(board, discard=board.discard[1:])
    else:
        if not board.columns[source]:
            raise ColumnEmpty()
        card = board.columns[source][0].card
        left = board.columns[source][1:]
        board = replace(board, columns=update_column(source, left, board.columns))
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder()
    return replace(board, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Move a card down from its pillar."""
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty()
    columns = drop((Placed(Card(suit, top), True),), target, board)
    return replace(board, pillars=board.pillars.lowered(suit), columns=columns)


def solve(board: Board) -> Board:
    """Look for each pillar's next card until none of the four is at the end of a column."""
    for suit in Suit:
        for number, column in enumerate(board.columns):
            if not column or column[0].card.suit is not suit:
                continue
            if can_stack_on_pillar(column[0].card, board.pillars.top(suit)):
                return solve(flip(move_to_pillar(number, board)))
    return board
