"""The rules, checked at every step."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Iterable

from . import errors
from .board import EMPTY_PILLARS, Board, Column, Placed
from .cards import Card, Deck, Suit, Value

log = logging.getLogger(__name__)


class NotThatKing(errors.ColumnKing):
    """A card that is no king went to an empty column."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"{str(card).strip()} is no king")


class DoesNotFit(errors.WrongOrder):
    def __init__(self, card: Card, onto: Card) -> None:
        self.card, self.onto = card, onto
        super().__init__(f"{card} does not fit on {onto}")


class NotNext(errors.WrongPillarOrder):
    pass


class NothingToDraw(errors.DeckEmpty):
    pass


class BadCount(errors.InvalidCount, ValueError):
    pass


class TooMany(errors.MovingTooManyCards):
    pass


class NoDiscard(errors.DiscardEmpty):
    pass


class NoColumn(errors.ColumnEmpty, IndexError):
    pass


class NoPillar(errors.PillarEmpty, LookupError):
    pass


def _check(board: Board) -> None:
    assert len(board.columns) == 7, "seven columns"


def _lines(board: Board) -> Iterable[str]:
    yield f"Deck size: {len(board.deck)}"
    yield "Discard: " + ", ".join(f"{c}".strip() for c in tuple(board.discard[:3])[::-1])
    yield "Pillars:"
    for suit in (Suit.SPADES, Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS):
        top = board.pillars.top(suit)
        yield f"  {suit.name.capitalize():<9}: " + ("<empty>" if top is None else f"{suit.symbol}{top}")
    yield ""
    yield "   ".join(f"[{n}]" for n in range(7))
    for row in range(max(len(c) for c in board.columns)):
        yield "   ".join(_cell(c, len(c) - row - 1) for c in board.columns)


def _cell(column: Column, index: int) -> str:
    if index < 0:
        return " " * 3
    return str(column[index].card) if column[index].visible else "???"


def show(board: Board) -> str:
    """The drawing."""
    _check(board)
    return "\n".join(_lines(board)) + "\n"


def setup(deck: Deck) -> Board:
    """The first board."""
    assert len(deck) == 52
    cards = iter(deck)
    columns = []
    for size in range(1, 8):
        pile = [next(cards) for _ in range(size)]
        columns.append(tuple(Placed(c, i == 0) for i, c in enumerate(reversed(pile))))
    board = Board(tuple(cards), (), EMPTY_PILLARS, tuple(columns))
    assert len(board.deck) == 24
    return board


def is_won(board: Board) -> bool:
    """Whether it is."""
    p = board.pillars
    return p.spades == p.clubs == p.diamonds == p.hearts == Value.KING


def flip(board: Board) -> Board:
    """Turned."""
    _check(board)
    return dataclasses.replace(
        board, columns=tuple((Placed(c[0][0], True),) + c[1:] if c else () for c in board.columns)
    )


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Replaced."""
    assert 0 <= index < len(columns)
    after = tuple(column if n == index else c for n, c in enumerate(columns))
    assert len(after) == len(columns)
    return after


def can_stack(card: Card, onto: Card) -> bool:
    """Fits."""
    return {card.is_red, onto.is_red} == {True, False} and onto.value == card.value + 1


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Next."""
    expected = Value.ACE if top is None else None if top is Value.KING else Value(top + 1)
    return card.value is expected


def draw(board: Board) -> Board:
    """Drawn."""
    deck, discard = board.deck, board.discard
    if not deck:
        if not discard:
            raise NothingToDraw
        deck, discard = tuple(reversed(discard)), ()
    top, *rest = deck
    return dataclasses.replace(board, deck=tuple(rest), discard=(top, *discard))


def _require_fit(card: Card, column: Column) -> None:
    if not column:
        if card.value is not Value.KING:
            raise NotThatKing(card)
    elif not can_stack(card, column[0].card):
        raise DoesNotFit(card, column[0].card)


def move(count: int, source: int, target: int, board: Board) -> Board:
    """Moved."""
    if count < 1:
        raise BadCount(count)
    column = board.columns[source]
    if not column:
        raise NoColumn
    if any(not p.visible for p in column[:count]) or count > len(column):
        raise TooMany
    _require_fit(column[count - 1].card, board.columns[target])
    columns = update_column(target, column[:count] + board.columns[target], board.columns)
    columns = update_column(source, column[count:], columns)
    log.debug("moved %d", count)
    return flip(dataclasses.replace(board, columns=columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """All moved."""
    column = board.columns[source]
    if not column:
        raise NoColumn
    count = len([p for p in column if p.visible])
    return move(count, source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """Moved."""
    try:
        card = board.discard[0]
    except IndexError:
        raise NoDiscard from None
    _require_fit(card, board.columns[target])
    column = (Placed(card, True), *board.columns[target])
    return flip(dataclasses.replace(board, discard=board.discard[1:], columns=update_column(target, column, board.columns)))


def move_to_pillar(source: int | None, board: Board) -> Board:
    """Moved."""
    try:
        card = board.discard[0] if source is None else board.columns[source][0].card
    except IndexError as fault:
        raise (NoDiscard if source is None else NoColumn) from fault
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise NotNext
    pillars = board.pillars.raised(card.suit)
    if source is None:
        return dataclasses.replace(board, discard=board.discard[1:], pillars=pillars)
    return flip(dataclasses.replace(board, pillars=pillars, columns=update_column(source, board.columns[source][1:], board.columns)))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Moved."""
    top = board.pillars.top(suit)
    if not top:
        raise NoPillar
    _require_fit(Card(suit, top), board.columns[target])
    column = (Placed(Card(suit, top), True), *board.columns[target])
    return dataclasses.replace(board, pillars=board.pillars.lowered(suit), columns=update_column(target, column, board.columns))


def solve(board: Board) -> Board:
    """Solved, with a limit on the number of steps."""
    for _ in range(53):
        before = board
        for index in range(7):
            try:
                if board.columns[index] and board.columns[index][0].visible:
                    board = move_to_pillar(index, board)
            except NotNext:
                continue
        if board == before:
            return board
    raise AssertionError("never ends")
