"""Klondike with as few types as possible: a card in a column is (card, 1) or (card, 0)."""

from .board import Board, Pillars
from .cards import Card, Suit
from .errors import ColumnEmpty, ColumnKing, DeckEmpty, DiscardEmpty, InvalidCount
from .errors import MovingTooManyCards, PillarEmpty, WrongOrder, WrongPillarOrder

VALUES = "-A23456789TJQK"


def text(suit, n):
    value = "10" if n == 10 else VALUES[n]
    return (suit.symbol + value).rjust(3)


def show(board):
    s = "Deck size: " + str(len(board.deck)) + "\n"
    s += "Discard:"
    for card in board.discard[:3][::-1]:
        s += " " + text(card.suit, card.value)
    s += "\nPillars:\n"
    for suit in Suit:
        top = board.pillars.top(suit)
        s += "  " + suit.name.capitalize() + ": "
        s += (text(suit, top) if top else "-") + "\n"
    s += "\n 0   1   2   3   4   5   6\n"
    row = 1
    while True:
        line = ""
        for column in board.columns:
            if len(column) < row:
                line += "    "
            else:
                card, visible = column[-row]
                line += (text(card.suit, card.value) if visible else "???") + " "
        if not line.strip():
            return s
        s += line + "\n"
        row += 1


def setup(deck):
    columns = ()
    for n in range(7):
        column = ()
        for k in range(n + 1):
            column = ((deck[k], 1 if k == n else 0),) + column
        deck = deck[n + 1 :]
        columns += (column,)
    return Board(deck, (), Pillars(), columns)


def is_won(board):
    p = board.pillars
    if (p.spades, p.clubs, p.hearts, p.diamonds) == (13, 13, 13, 13):
        return 1
    return 0


def flip(board):
    columns = ()
    for column in board.columns:
        if column:
            column = ((column[0][0], 1),) + column[1:]
        columns += (column,)
    return Board(board.deck, board.discard, board.pillars, columns)


def update_column(index, column, columns):
    return columns[0:index] + (column,) + columns[index + 1 :]


def can_stack(card, onto):
    return int(card.is_red + onto.is_red == 1 and onto.value - card.value == 1)


def can_stack_on_pillar(card, top):
    return 1 if card.value == (top or 0) + 1 else 0


def draw(board):
    if board.deck:
        return Board(
            board.deck[1:], (board.deck[0],) + board.discard, board.pillars, board.columns
        )
    if not board.discard:
        raise DeckEmpty
    deck = board.discard[::-1]
    return Board(deck[1:], (deck[0],), board.pillars, board.columns)


def face_up(column):
    """The number of cards that lie face up."""
    return sum(visible for card, visible in column)


def fit(card, column):
    """Complain if the card does not go on the column."""
    if column:
        onto, visible = column[0]
        if not can_stack(card, onto):
            raise WrongOrder
    elif card.value != 13:
        raise ColumnKing


def tops(pillars):
    return {
        Suit.SPADES: pillars.spades,
        Suit.CLUBS: pillars.clubs,
        Suit.HEARTS: pillars.hearts,
        Suit.DIAMONDS: pillars.diamonds,
    }


def with_top(pillars, suit, n):
    """The pillars with another number on one of them, None for no card."""
    new = tops(pillars)
    new[suit] = n
    return Pillars(
        spades=new[Suit.SPADES],
        clubs=new[Suit.CLUBS],
        hearts=new[Suit.HEARTS],
        diamonds=new[Suit.DIAMONDS],
    )


def move(count, source, target, board):
    old = board.columns[source]
    new = board.columns[target]
    if count < 1:
        raise InvalidCount
    if count > face_up(old):
        raise MovingTooManyCards
    fit(old[count - 1][0], new)
    columns = update_column(source, old[count:], board.columns)
    columns = update_column(target, old[:count] + new, columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def move_stack(source, target, board):
    return move(face_up(board.columns[source]), source, target, board)


def move_from_discard(target, board):
    if board.discard == ():
        raise DiscardEmpty
    card = board.discard[0]
    fit(card, board.columns[target])
    columns = update_column(target, ((card, 1),) + board.columns[target], board.columns)
    return Board(board.deck, board.discard[1:], board.pillars, columns)


def move_to_pillar(source, board):
    discard, columns = board.discard, board.columns
    if source is None:
        if discard == ():
            raise DiscardEmpty
        card = discard[0]
        discard = discard[1:]
    else:
        if columns[source] == ():
            raise ColumnEmpty
        card = columns[source][0][0]
        columns = update_column(source, columns[source][1:], columns)
    if not can_stack_on_pillar(card, tops(board.pillars)[card.suit]):
        raise WrongPillarOrder
    pillars = with_top(board.pillars, card.suit, int(card.value))
    return Board(board.deck, discard, pillars, columns)


def move_from_pillar(suit, target, board):
    n = tops(board.pillars)[suit]
    if n is None:
        raise PillarEmpty
    card = Card(suit, int(n))
    fit(card, board.columns[target])
    columns = update_column(target, ((card, 1),) + board.columns[target], board.columns)
    pillars = with_top(board.pillars, suit, n - 1 if n > 1 else None)
    return Board(board.deck, board.discard, pillars, columns)


def solve(board):
    done = 0
    while not done:
        done = 1
        for i in range(7):
            while board.columns[i]:
                card, visible = board.columns[i][0]
                if not visible or not can_stack_on_pillar(card, tops(board.pillars)[card.suit]):
                    break
                board = move_to_pillar(i, board)
                done = 0
    return board