"""The game."""

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


def show(board: Board) -> str:
    """Draw the board, with a line of air between any two."""
    picture = f"Deck Size : {len(board.deck)}\n\n"
    picture += "Discard :"
    for card in board.discard[2::-1]:
        picture += f" {card}"
    if not board.discard:
        picture += " --"
    picture += "\n\nPillars :\n\n"
    for name in ["hearts", "diamonds", "clubs", "spades"]:
        suit = Suit[name.upper()]
        top = getattr(board.pillars, name)
        picture += f"    {name.upper()} : "
        picture += f"{suit.symbol} {top}".replace(" ", "") if top else "--"
        picture += "\n\n"

    picture += "   (0)   (1)   (2)   (3)   (4)   (5)   (6)"
    upright = [tuple(reversed(column)) for column in board.columns]
    for row in range(max(len(column) for column in upright)):
        picture += "\n\n"
        for column in upright:
            cell = ""
            if row < len(column):
                cell = str(column[row].card) if column[row].visible else "???"
            picture += f"{cell:>6}"
    return picture


def setup(deck: Deck) -> Board:
    """Deal the cards."""
    columns: tuple[Column, ...] = ((),) * 7
    at = 0
    for i in range(7):
        for k in range(i + 1):
            dealt = Placed(deck[at], k == i)
            columns = update_column(i, (dealt,) + columns[i], columns)
            at += 1
    return Board(deck[at:], (), Pillars(), columns)


def is_won(board: Board) -> bool:
    """Is it won?"""
    p = board.pillars
    return p.spades == p.clubs == p.hearts == p.diamonds == Value.KING


def flip(board: Board) -> Board:
    """Show the last card of each column."""

    def seen(column: Column) -> Column:
        return tuple(Placed(card, shown or i == 0) for i, (card, shown) in enumerate(column))

    return replace(board, columns=tuple(seen(column) for column in board.columns))


def update_column(
    index: int, column: Column, columns: tuple[Column, ...]
) -> tuple[Column, ...]:
    """Put a column in place of another."""
    by_number = dict(enumerate(columns))
    by_number[index] = column
    return tuple(by_number.values())


def can_stack(card: Card, onto: Card) -> bool:
    """Does the card go on the other?"""
    return (card.value + 1, card.is_red) == (onto.value, not onto.is_red)


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Does the card go on the pillar?"""
    return (top is None and card.value == 1) or (top is not None and card.value - top == 1)


def draw(board: Board) -> Board:
    """Draw a card."""
    if not (board.deck or board.discard):
        raise DeckEmpty
    if not board.deck:
        return draw(replace(board, deck=board.discard[::-1], discard=()))
    return replace(board, deck=board.deck[1:], discard=(board.deck[0],) + board.discard)


def _check(card: Card, column: Column) -> None:
    if not column:
        if card.value != Value.KING:
            raise ColumnKing
        return
    if not can_stack(card, column[0].card):
        raise WrongOrder


def move(count: int, source: int, target: int, board: Board) -> Board:
    """Move cards to another column."""
    here, there = board.columns[source], board.columns[target]
    if not here:
        raise ColumnEmpty
    face_up = [placed for placed in here if placed.visible]
    if count > len(face_up):
        raise MovingTooManyCards
    if count < 1:
        raise InvalidCount
    hand = tuple(face_up[:count])
    _check(hand[-1].card, there)
    columns = list(board.columns)
    columns[source] = here[count:]
    columns[target] = hand + there
    return replace(board, columns=tuple(columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """Move what is face up."""
    here = board.columns[source]
    if not here:
        raise InvalidCount
    return move(len([placed for placed in here if placed.visible]), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """Move a discarded card to a column."""
    if not board.discard:
        raise DiscardEmpty
    card = board.discard[0]
    _check(card, board.columns[target])
    column = (Placed(card, True),) + board.columns[target]
    return replace(
        board,
        discard=board.discard[1:],
        columns=update_column(target, column, board.columns),
    )


def move_to_pillar(source: int | None, board: Board) -> Board:
    """Move a card to its pillar."""
    if source is None:
        if not board.discard:
            raise DiscardEmpty
        card = board.discard[0]
        rest = replace(board, discard=board.discard[1:])
    else:
        if not board.columns[source]:
            raise ColumnEmpty
        card = board.columns[source][0].card
        column = board.columns[source][1:]
        rest = replace(board, columns=update_column(source, column, board.columns))
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    return replace(rest, pillars=replace(rest.pillars, **{card.suit.name.lower(): card.value}))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Move a card back to a column."""
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    card = Card(suit, top)
    _check(card, board.columns[target])
    column = (Placed(card, True),) + board.columns[target]
    return replace(
        board,
        pillars=board.pillars.lowered(suit),
        columns=update_column(target, column, board.columns),
    )


def _send_up(board: Board) -> Board:
    """Play the face-up cards until none goes up any more."""
    for i, column in enumerate(board.columns):
        if column and column[0].visible:
            card = column[0].card
            if can_stack_on_pillar(card, board.pillars.top(card.suit)):
                return _send_up(move_to_pillar(i, board))
    return board


def solve(board: Board) -> Board:
    """Play what is face up, turn the cards, and play once more what is face up then."""
    return _send_up(flip(_send_up(board)))
