"""Klondike with errors that know what they are about."""

from __future__ import annotations

from dataclasses import replace

from klondike import errors
from klondike.board import EMPTY_PILLARS, Board, Column, Pillars, Placed
from klondike.cards import Card, Deck, Suit, Value


class NotAKing(errors.ColumnKing):
    """A card that is no king was to go to an empty column."""

    def __init__(self, card: Card, target: int) -> None:
        super().__init__(f"{card} is not a king and column {target} is empty.")
        self.card = card
        self.target = target


class SameColour(errors.WrongOrder):
    """Both cards are red or both are black."""

    def __init__(self, *, card: Card, onto: Card) -> None:
        super().__init__(f"{card} and {onto} have the same colour.")
        self.card = card
        self.onto = onto


class NotOneLower(errors.WrongOrder):
    """The colours are right, but the values are not."""

    def __init__(self, *, card: Card, onto: Card) -> None:
        super().__init__(f"{card} is not one lower than {onto}.")
        self.card = card
        self.onto = onto


class NotYet(errors.WrongPillarOrder):
    """Another card has to go on the pillar first."""

    def __str__(self) -> str:
        card, top = self.args
        return f"{card} can not go on {'an empty pillar' if top is None else top}."


class OnlyThatMany(errors.MovingTooManyCards):
    """There are visible cards, but not enough."""


def show(board: Board) -> str:
    """The board as text, drawn from the bottom up."""
    rows: list[str] = []
    tallest = max(len(column) for column in board.columns)
    for height in range(tallest):
        row = ""
        for column in board.columns:
            index = height - (tallest - len(column))
            row += f"{draw_placed(column[index]) if index >= 0 else '':5}"
        rows.insert(0, row)
    rows.insert(0, "".join(f"[{number}]  " for number in range(7)))
    rows.insert(0, "")
    for suit in reversed(Suit):
        top = board.pillars.top(suit)
        rows.insert(0, f"  {suit.name.title()}: {suit.symbol + str(top) if top else 'zero cards'}")
    rows.insert(0, "Pillars:")
    recent = [str(card).strip() for card in board.discard[:3]]
    rows.insert(0, "Discard: " + (" , ".join(reversed(recent)) or "zero cards"))
    rows.insert(0, f"Deck size: {len(board.deck)}")
    return "\n".join(rows)


def draw_placed(placed: Placed) -> str:
    """Three characters."""
    return str(placed.card) if placed.visible else "???"


def setup(deck: Deck) -> Board:
    """Deal the cards, the longest column first, from the back of the 28."""
    table = list(deck[:28])
    columns: list[Column] = []
    for hidden in range(6, -1, -1):
        column = [Placed(table.pop(), True)]
        column += [Placed(table.pop(), False) for _ in range(hidden)]
        columns.insert(0, tuple(column))
    return Board(tuple(deck[28:]), (), EMPTY_PILLARS, tuple(columns))


def is_won(board: Board) -> bool:
    """Whether the pillars are complete."""
    return None not in (tops := {board.pillars.top(s) for s in Suit}) and min(tops) == Value.KING


def flip(board: Board) -> Board:
    """Turn the last card of each column up."""
    return replace(board, columns=tuple(turn(column) for column in board.columns))


def turn(column: Column) -> Column:
    """Turn the last card of one column up."""
    return (Placed(column[0].card, True), *column[1:]) if column else column


def update_column(
    index: int, column: Column, columns: tuple[Column, ...]
) -> tuple[Column, ...]:
    """The columns, one of them replaced."""
    before = columns[0:index]
    after = columns[index + 1 : len(columns)]
    return before + (column,) + after


def can_stack(card: Card, onto: Card) -> bool:
    """Whether a card goes on another one."""
    try:
        must_stack(card, onto)
    except errors.WrongOrder:
        return False
    return True


def must_stack(card: Card, onto: Card) -> None:
    """Raise the right error if a card does not go on another one."""
    if card.is_red == onto.is_red:
        raise SameColour(card=card, onto=onto)
    if card.value + 1 != onto.value:
        raise NotOneLower(card=card, onto=onto)


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether a card goes on a pillar."""
    pillars = Pillars(spades=top)
    return card.value == (pillars.top(Suit.SPADES) or 0) + 1


def draw(board: Board) -> Board:
    """Draw a card."""
    if not board.deck:
        if not board.discard:
            raise errors.DeckEmpty("Nothing to draw.")
        board = replace(board, deck=tuple(reversed(board.discard)), discard=())
    return replace(board, deck=board.deck[1:], discard=(board.deck[0], *board.discard))


def land(cards: Column, target: int, board: Board) -> Board:
    """Put a run on a column."""
    column = board.columns[target]
    card = cards[-1].card
    if column:
        must_stack(card, column[0].card)
    elif card.value != Value.KING:
        raise NotAKing(card, target)
    return replace(board, columns=update_column(target, (*cards, *column), board.columns))


def move(count: int, source: int, target: int, board: Board) -> Board:
    """Move a run from column to column."""
    column = board.columns[source]
    if not column:
        raise errors.ColumnEmpty(f"Column {source} is empty.")
    if count < 1:
        raise errors.InvalidCount(f"{count} cards is not possible.")
    face_up = sum(placed.visible for placed in column)
    if face_up < count:
        raise OnlyThatMany(f"Only {face_up} cards are visible.")
    left = replace(board, columns=update_column(source, column[count:], board.columns))
    return land(column[:count], target, left)


def move_stack(source: int, target: int, board: Board) -> Board:
    """Move the whole run."""
    return move(sum(p.visible for p in board.columns[source]), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """Move the last discard to a column."""
    if not board.discard:
        raise errors.DiscardEmpty
    left = replace(board, discard=board.discard[1:])
    return land((Placed(board.discard[0], True),), target, left)


def move_to_pillar(source: int | None, board: Board) -> Board:
    """Move a card to its pillar."""
    if source is None:
        if not board.discard:
            raise errors.DiscardEmpty
        card = board.discard[0]
        left = replace(board, discard=board.discard[1:])
    else:
        column = board.columns[source]
        if not column:
            raise errors.ColumnEmpty(f"Column {source} is empty.")
        card = column[0].card
        left = replace(board, columns=update_column(source, column[1:], board.columns))
    top = board.pillars.top(card.suit)
    if not can_stack_on_pillar(card, top):
        raise NotYet(card, top)
    return replace(left, pillars=left.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Move a card from its pillar to a column."""
    top = board.pillars.top(suit)
    if top is None:
        raise errors.PillarEmpty(suit)
    left = replace(board, pillars=board.pillars.lowered(suit))
    return land((Placed(Card(suit, top), True),), target, left)


def solve(board: Board) -> Board:
    """Move the cards up that go up. In each column one card may be turned on the way."""
    turned: set[int] = set()
    moved = True
    while moved:
        moved = False
        for number in range(7):
            column = board.columns[number]
            if column and not column[0].visible and number not in turned:
                turned.add(number)
                column = turn(column)
                board = replace(board, columns=update_column(number, column, board.columns))
            if column and column[0].visible:
                try:
                    board = move_to_pillar(number, board)
                    moved = True
                except NotYet:
                    pass
    return board
