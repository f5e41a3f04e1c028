"""Klondike. Every move turns the last card of each column over before it returns."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from .board import EMPTY_PILLARS, Board, Column, Placed
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


def flip(board: Board) -> Board:
    """Turn the last card of every column face up."""
    turned = []
    for column in board.columns:
        if column and not column[0].visible:
            column = (column[0]._replace(visible=True), *column[1:])
        turned.append(column)
    return replace(board, columns=tuple(turned))


def then_flip(action: Callable[..., Board]) -> Callable[..., Board]:
    """Decorate a move so that its board comes back flipped."""

    @wraps(action)
    def flipped(*args, **kwargs):
        return flip(action(*args, **kwargs))

    return flipped


def show(board: Board) -> str:
    """The board as text, in small letters."""
    recent = " ".join(str(card).strip() for card in reversed(board.discard[:3]))
    lines = [f"deck size: {len(board.deck)}", f"discard: {recent or '(none)'}", "pillars:"]
    for suit in Suit:
        top = board.pillars.top(suit)
        lines.append(f"  {suit.name}: {Card(suit, top) if top else '(none)'}")
    lines += ["", " 0   1   2   3   4   5   6"]
    height = max(map(len, board.columns))
    for i in range(height):
        cells = []
        for column in board.columns:
            upside_down = column[::-1]
            if i >= len(column):
                cells.append("   ")
            else:
                card, visible = upside_down[i]
                cells.append(str(card) if visible else "???")
        lines.append(" ".join(cells).rstrip())
    return "\n".join(lines).lower()


def setup(deck: Deck) -> Board:
    """Deal face down, then flip."""
    columns = []
    start = 0
    for length in range(1, 8):
        end = start + length
        columns.append(tuple(Placed(card, False) for card in reversed(deck[start:end])))
        start = end
    return flip(Board(deck[start:], (), EMPTY_PILLARS, tuple(columns)))


def is_won(board: Board) -> bool:
    """Whether four kings lie on the pillars."""
    return min(board.pillars.top(suit) or 0 for suit in Suit) == Value.KING


def update_column(
    index: int, column: Column, columns: tuple[Column, ...]
) -> tuple[Column, ...]:
    """The columns with another one at the index."""
    return tuple(column if i == index else old for i, old in enumerate(columns))


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card can go on the other one in a column."""
    return card.is_red ^ onto.is_red and card.value == onto.value - 1


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card can go on a pillar with this top card."""
    expected = Value.ACE if top is None else top + 1
    return card.value == expected


@then_flip
def draw(board: Board) -> Board:
    """Turn over a card of the deck."""
    deck, discard = board.deck, board.discard
    if not deck:
        deck, discard = tuple(reversed(discard)), ()
    if not deck:
        raise DeckEmpty
    return replace(board, deck=deck[1:], discard=(deck[0], *discard))


def _place(cards: Column, target: int, board: Board) -> Board:
    column = board.columns[target]
    base = cards[-1].card
    if column and not can_stack(base, column[0].card):
        raise WrongOrder
    if not column and base.value < Value.KING:
        raise ColumnKing
    return replace(board, columns=update_column(target, cards + column, board.columns))


@then_flip
def move(count: int, source: int, target: int, board: Board) -> Board:
    """Move some cards to another column."""
    column = board.columns[source]
    if count <= 0:
        raise InvalidCount
    if count > len([1 for placed in column if placed.visible]):
        raise MovingTooManyCards
    moved = _place(column[:count], target, board)
    return replace(moved, columns=update_column(source, column[count:], moved.columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """Move the visible cards of a column."""
    if not board.columns[source]:
        raise MovingTooManyCards
    count = sum(1 for placed in board.columns[source] if placed.visible)
    return move(count, source, target, board)


@then_flip
def move_from_discard(target: int, board: Board) -> Board:
    """Move the last discarded card to a column."""
    if not board.discard:
        raise DiscardEmpty
    card, *others = board.discard
    return replace(_place((Placed(card, True),), target, board), discard=tuple(others))


@then_flip
def move_to_pillar(source: int | None, board: Board) -> Board:
    """Move a card to its pillar."""
    discard, columns = board.discard, board.columns
    if source is None:
        if not discard:
            raise DiscardEmpty
        card, discard = discard[0], discard[1:]
    else:
        column = columns[source]
        if not column:
            raise ColumnEmpty
        card = column[0].card
        columns = update_column(source, column[1:], columns)
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    return Board(board.deck, discard, board.pillars.raised(card.suit), columns)


@then_flip
def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Take a card back from its pillar."""
    top = board.pillars.top(suit)
    if not top:
        raise PillarEmpty
    column = (Placed(Card(suit, top), True),)
    return replace(_place(column, target, board), pillars=board.pillars.lowered(suit))


@then_flip
def solve(board: Board) -> Board:
    """Send cards up as long as any goes, the lowest first."""
    while True:
        tops = [(column[0].card, i) for i, column in enumerate(board.columns) if column]
        for card, i in sorted(tops, key=lambda pair: pair[0].value):
            if can_stack_on_pillar(card, board.pillars.top(card.suit)):
                board = move_to_pillar(i, board)
                break
        else:
            return board
