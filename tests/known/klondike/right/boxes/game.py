"""game.py"""

from .board import Board, Pillars, Placed
from .cards import Card, Suit, Value
from .errors import *

INSIDE = 55
LINE = "+" + "-" * INSIDE + "+"
GRID = "+" + "-------+" * 7


def boxed(text):
    return "| " + text.ljust(INSIDE - 1) + "|"


def show(board):
    """
    The board in boxes. Everything is in capitals.

    A grid line follows every row of cards.
    """
    picture = [LINE]
    picture.append(boxed(f"DECK SIZE: {len(board.deck)}"))
    picture.append(LINE)
    last_three = [str(card).strip() for card in board.discard[:3]]
    last_three.reverse()
    picture.append(boxed("DISCARD: " + ("   ".join(last_three) if last_three else "EMPTY")))
    picture.append(LINE)
    picture.append(boxed("PILLARS:"))
    for name in ("SPADES", "CLUBS", "HEARTS", "DIAMONDS"):
        suit = Suit[name]
        top = board.pillars.top(suit)
        if top is None:
            picture.append(boxed(f"  {name:<9}: EMPTY"))
        else:
            picture.append(boxed(f"  {name:<9}:{Card(suit, top)}"))
    picture.append(LINE)
    picture.append("")
    picture.append(GRID)
    picture.append("|" + "".join(f"   {number}   |" for number in range(7)))
    picture.append(GRID)
    height = max(len(column) for column in board.columns)
    for row in range(height):
        picture.append("|" + "".join(cell(column, row) + "|" for column in board.columns))
        picture.append(GRID)
    return "\n".join(picture) + "\n"


def cell(column, row):
    """One cell of the grid, seven characters wide."""
    if row >= len(column):
        return " " * 7
    placed = column[len(column) - row - 1]
    if not placed.visible:
        return "  ???  "
    return f"  {placed.card}  "


def setup(deck):
    """Deal the cards."""
    columns = []
    used = 0
    for number in range(7):
        part = deck[used : used + number + 1]
        used += number + 1
        column = [Placed(card, card == part[-1]) for card in part]
        column.reverse()
        columns.append(tuple(column))
    return Board(tuple(deck[used:]), (), Pillars(), tuple(columns))


def is_won(board):
    """True if there are thirteen cards on every pillar."""
    return sum(board.pillars.top(suit) or 0 for suit in Suit) == 4 * 13


def flip(board):
    """Turn over the card at the end of each column."""
    columns = board.columns
    for number in range(7):
        if columns[number]:
            card = columns[number][0].card
            column = (Placed(card, True),) + columns[number][1:]
            columns = update_column(number, column, columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def update_column(index, column, columns):
    """Replace the column at the index."""
    return tuple([column if number == index else columns[number] for number in range(7)])


def can_stack(card, onto):
    """Red goes on black, black goes on red, one lower on one higher."""
    if not card.is_red ^ onto.is_red:
        return False
    return card.value in range(1, 13) and Value(card.value + 1) is onto.value


def can_stack_on_pillar(card, top):
    """Ace first, then one after the other."""
    pillar = list(Value)[: top or 0]
    return list(Value)[: card.value] == pillar + [card.value]


def draw(board):
    """Take a card from the deck."""
    if not board.deck and not board.discard:
        raise DeckEmpty
    if not board.deck:
        turned_over = tuple(reversed(board.discard))
        return Board(turned_over[1:], turned_over[:1], board.pillars, board.columns)
    return Board(
        board.deck[1:], board.deck[:1] + board.discard, board.pillars, board.columns
    )


def move(count, source, target, board):
    """Move cards between columns."""
    if count <= 0:
        raise InvalidCount
    if any(not placed.visible for placed in board.columns[source][:count]):
        raise MovingTooManyCards
    if len(board.columns[source]) < count:
        raise MovingTooManyCards
    cards = board.columns[source][:count]
    after = put_on_column(cards, target, board)
    left = board.columns[source][count:]
    columns = update_column(source, left, after.columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def put_on_column(cards, target, board):
    """Put cards on a column if that is allowed."""
    column = board.columns[target]
    if column == () and cards[-1].card.value != Value.KING:
        raise ColumnKing
    if column != () and not can_stack(cards[-1].card, column[0].card):
        raise WrongOrder
    columns = update_column(target, cards + column, board.columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def move_stack(source, target, board):
    """Move all the visible cards of a column."""
    if board.columns[source] == ():
        raise ColumnEmpty
    count = 0
    while count < len(board.columns[source]) and board.columns[source][count].visible:
        count += 1
    return move(count, source, target, board)


def move_from_discard(target, board):
    """Move a card from the discard pile to a column."""
    if board.discard == ():
        raise DiscardEmpty
    after = put_on_column((Placed(board.discard[0], True),), target, board)
    return Board(board.deck, board.discard[1:], board.pillars, after.columns)


def move_to_pillar(source, board):
    """Move a card to its pillar, None means from the discard pile."""
    if source is None:
        return discard_to_pillar(board)
    return column_to_pillar(source, board)


def discard_to_pillar(board):
    if board.discard == ():
        raise DiscardEmpty
    card = board.discard[0]
    pillars = put_on_pillar(card, board.pillars)
    return Board(board.deck, board.discard[1:], pillars, board.columns)


def column_to_pillar(source, board):
    column = board.columns[source]
    if column == ():
        raise ColumnEmpty
    pillars = put_on_pillar(column[0].card, board.pillars)
    columns = update_column(source, column[1:], board.columns)
    return Board(board.deck, board.discard, pillars, columns)


def put_on_pillar(card, pillars):
    if can_stack_on_pillar(card, pillars.top(card.suit)):
        return pillars.raised(card.suit)
    raise WrongPillarOrder


def move_from_pillar(suit, target, board):
    """Move a card from a pillar to a column."""
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    after = put_on_column((Placed(Card(suit, top), True),), target, board)
    return Board(board.deck, board.discard, board.pillars.lowered(suit), after.columns)


def solve(board):
    """Move cards to the pillars, starting again with column 0 each time one has moved."""
    number = 0
    while number < 7:
        try:
            board = flip(column_to_pillar(number, board))
            number = 0
        except MoveError:
            number += 1
    return board
