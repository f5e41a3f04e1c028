# -*- coding: latin-1 -*-
"""Exercises 3 to 13."""

from .board import *
from .cards import *
from .deck import *
from .errors import *

VIDE = "«vide»"


def nom(card):
    return str(card).strip()


def show(board):
    lines = []
    lines.append("deck SIZE: %d" % len(board.deck))
    lines.append("discard: %s" % (" ".join(map(nom, board.discard[:3][::-1])) or VIDE))
    lines.append("")
    for suit in Suit:
        top = board.pillars.top(suit)
        lines.append("%s: %s" % (suit.name.lower(), VIDE if top is None else nom(Card(suit, top))))
    lines.append("")
    lines.append("")
    lines.append("    ".join("%d" % i for i in range(7)))
    n = 0
    while n < max(len(c) for c in board.columns):
        line = ""
        for c in board.columns:
            if n >= len(c):
                line += "     "
            elif c[-(n + 1)].visible:
                line += "%-5s" % nom(c[-(n + 1)].card)
            else:
                line += "%-5s" % "???"
        lines.append(line.rstrip())
        n += 1
    return "\n".join(lines)


def setup(deck):
    columns = []
    for n in range(1, 8):
        first = n * (n - 1) // 2
        cards = list(deck)[first : first + n]
        columns.append(tuple(Placed(c, c is cards[-1]) for c in cards[::-1]))
    return Board(tuple(deck)[28:], (), EMPTY_PILLARS, tuple(columns))


def is_won(board):
    tops = [board.pillars.top(suit) for suit in Suit]
    return tops.count(Value.KING) == len(tops)


def flip(board):
    columns = [list(column) for column in board.columns]
    for column in columns:
        if column and not column[0].visible:
            card = column.pop(0).card
            column.insert(0, Placed(card, True))
    return Board(board.deck, board.discard, board.pillars, tuple(map(tuple, columns)))


def update_column(index, column, columns):
    return tuple([c if i != index else column for i, c in enumerate(columns)])


def can_stack(card, onto):
    return onto.value == card.value + 1 and {card.is_red, onto.is_red} == {True, False}


def can_stack_on_pillar(card, top):
    try:
        return card.value == top + 1
    except TypeError:  # None
        return card.value == Value.ACE


def draw(board):
    # as long as there is no card in the deck, turn the discard pile over
    if not board.deck and not board.discard:
        raise DeckEmpty
    if not board.deck:
        board = Board(board.discard[::-1], (), board.pillars, board.columns)
    return Board(
        board.deck[1:], (board.deck[0], *board.discard), board.pillars, board.columns
    )


def poser(cards, target, board):
    """Put a run of cards on a column (Mrs Grün calls this stacking)."""
    onto = board.columns[target][:1]
    roi = cards[-1].card.value == Value.KING
    if onto == () and not roi:
        raise ColumnKing
    if onto and not can_stack(cards[-1].card, onto[0].card):
        raise WrongOrder
    columns = update_column(target, cards + board.columns[target], board.columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def move(count, source, target, board):
    column = board.columns[source]
    if not count > 0:
        raise InvalidCount
    if not column:
        raise ColumnEmpty
    if count > len(column) or not column[count - 1].visible:
        raise MovingTooManyCards
    board = poser(column[:count], target, board)
    columns = update_column(source, column[count:], board.columns)
    return Board(board.deck, board.discard, board.pillars, columns)


def move_stack(source, target, board):
    if len(board.columns[source]) == 0:
        raise InvalidCount
    n = 1
    while n < len(board.columns[source]) and board.columns[source][n].visible:
        n += 1
    return move(n, source, target, board)


def move_from_discard(target, board):
    if board.discard:
        card, *rest = board.discard
        board = Board(board.deck, tuple(rest), board.pillars, board.columns)
        return poser((Placed(card, True),), target, board)
    raise DiscardEmpty


def move_to_pillar(source, board):
    if source is None:
        if not board.discard:
            raise DiscardEmpty
        card, *rest = board.discard
        after = Board(board.deck, tuple(rest), board.pillars.raised(card.suit), board.columns) \
            if can_stack_on_pillar(card, board.pillars.top(card.suit)) else None
    else:
        if not board.columns[source]:
            raise ColumnEmpty
        card = board.columns[source][0].card
        columns = update_column(source, board.columns[source][1:], board.columns)
        after = Board(board.deck, board.discard, board.pillars.raised(card.suit), columns) \
            if can_stack_on_pillar(card, board.pillars.top(card.suit)) else None
    if after is None:
        raise WrongPillarOrder
    return after


def move_from_pillar(suit, target, board):
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    after = poser((Placed(Card(suit, top), True),), target, board)
    return Board(after.deck, after.discard, after.pillars.lowered(suit), after.columns)


def solve(board):
    """Après vous: the first column only, then the second, and all again if that helped."""
    before = None
    while before != board:
        before = board
        for i in range(7):
            fini = False
            while not fini:
                try:
                    board = flip(move_to_pillar(i, board))
                except (ColumnEmpty, WrongPillarOrder):
                    fini = True
    return board
