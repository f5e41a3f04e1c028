"""The game of Klondike."""

from .board import Board, Pillars, Placed
from .cards import Card, Suit, Value
from .errors import *


def show(board):
    """Draw the board as text."""
    lines = []
    lines.append("Deck size: " + str(len(board.deck)))

    text = "Discard: "
    i = min(3, len(board.discard)) - 1
    if i < 0:
        text += "empty"
    while i >= 0:
        text += str(board.discard[i]).strip()
        if i > 0:
            text += ", "
        i -= 1
    lines.append(text)

    lines.append("Pillars:")
    for suit in Suit:
        top = board.pillars.top(suit)
        if top is None:
            lines.append("  " + suit.name.capitalize() + ": empty")
        else:
            lines.append("  " + suit.name.capitalize() + ": " + str(Card(suit, top)).strip())
    lines.append("")

    header = ""
    for i in range(7):
        header += "[" + str(i) + "] "
    lines.append(header)

    longest = 0
    for column in board.columns:
        if len(column) > longest:
            longest = len(column)

    for row in range(longest):
        line = ""
        for column in board.columns:
            # row 0 is the far end of the tuple
            place = len(column) - 1 - row
            if place < 0:
                line += "    "
            elif column[place].visible:
                line += str(column[place].card) + " "
            else:
                line += "??? "
        lines.append(line)

    result = ""
    for line in lines:
        result += line + "\n"
    return result


def setup(deck):
    """Deal the cards."""
    rest = list(deck)
    columns = []
    for size in range(1, 8):
        column = []
        for i in range(size):
            card = rest.pop(0)
            column.insert(0, Placed(card, i == size - 1))
        columns.append(tuple(column))
    return Board(tuple(rest), (), Pillars(), tuple(columns))


def is_won(board):
    """Whether there is a king on each pillar."""
    for suit in Suit:
        if board.pillars.top(suit) != Value.KING:
            return False
    return True


def flip(board):
    """Turn the last card of each column face up."""
    columns = []
    for column in board.columns:
        cards = list(column)
        if len(cards) > 0:
            cards[0] = Placed(cards[0].card, True)
        columns.append(tuple(cards))
    return Board(board.deck, board.discard, board.pillars, tuple(columns))


def update_column(index, column, columns):
    """Replace one column."""
    result = []
    for i in range(len(columns)):
        if i == index:
            result.append(column)
        else:
            result.append(columns[i])
    return tuple(result)


def can_stack(card, onto):
    """Whether the card may be put on the other."""
    return card.is_red != onto.is_red and card.value + 1 == onto.value


def can_stack_on_pillar(card, top):
    """Whether the card may go on the pillar."""
    if top is None:
        return card.value == Value.ACE
    return card.value == top + 1


def draw(board):
    """Draw one card, and turn the discard pile over if need be."""
    deck = list(board.deck)
    discard = list(board.discard)
    if len(deck) == 0:
        if len(discard) == 0:
            raise DeckEmpty()
        while len(discard) > 0:
            deck.append(discard.pop())
    discard.insert(0, deck.pop(0))
    return Board(tuple(deck), tuple(discard), board.pillars, board.columns)


def check_target(card, column):
    """Raise an error if the card may not be put on the column."""
    if len(column) == 0:
        if card.value != Value.KING:
            raise ColumnKing()
    elif not can_stack(card, column[0].card):
        raise WrongOrder()


def count_visible(column):
    """How many cards of the column lie face up."""
    count = 0
    for placed in column:
        if placed.visible:
            count += 1
    return count


def move(count, source, target, board):
    """Move some cards from column to column."""
    if count < 1:
        raise InvalidCount()
    if count > count_visible(board.columns[source]):
        raise MovingTooManyCards()
    check_target(board.columns[source][count - 1].card, board.columns[target])

    old = list(board.columns[source])
    new = list(board.columns[target])
    hand = []
    for _ in range(count):
        hand.append(old.pop(0))
    while hand:
        new.insert(0, hand.pop())

    columns = update_column(source, tuple(old), board.columns)
    columns = update_column(target, tuple(new), columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def move_stack(source, target, board):
    """Move all the visible cards."""
    return move(count_visible(board.columns[source]), source, target, board)


def move_from_discard(target, board):
    """Move the top card of the discard pile to a column."""
    discard = list(board.discard)
    if len(discard) == 0:
        raise DiscardEmpty()
    card = discard.pop(0)
    check_target(card, board.columns[target])
    column = list(board.columns[target])
    column.insert(0, Placed(card, True))
    columns = update_column(target, tuple(column), board.columns)
    return Board(board.deck, tuple(discard), board.pillars, columns)


def move_to_pillar(source, board):
    """Move a card to its pillar."""
    discard = list(board.discard)
    columns = list(board.columns)
    if source is None:
        if len(discard) == 0:
            raise DiscardEmpty()
        card = discard.pop(0)
    else:
        column = list(columns[source])
        if len(column) == 0:
            raise ColumnEmpty()
        card = column.pop(0).card
        columns[source] = tuple(column)
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder()
    return Board(board.deck, tuple(discard), board.pillars.raised(card.suit), tuple(columns))


def move_from_pillar(suit, target, board):
    """Move the top card of a pillar to a column."""
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty()
    card = Card(suit, top)
    check_target(card, board.columns[target])
    column = list(board.columns[target])
    column.insert(0, Placed(card, True))
    columns = update_column(target, tuple(column), board.columns)
    return Board(board.deck, board.discard, board.pillars.lowered(suit), columns)


def solve(board):
    """Play cards to the pillars until nothing more goes. Face-down cards stay where they are."""
    moved = True
    while moved:
        moved = False
        for i in range(7):
            column = board.columns[i]
            if len(column) == 0 or not column[0].visible:
                continue
            card = column[0].card
            if can_stack_on_pillar(card, board.pillars.top(card.suit)):
                board = move_to_pillar(i, board)
                moved = True
    return board
