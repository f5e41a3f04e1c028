# COURSEWORK KLONDIKE, exercises 3 to 13
# I come from JavaScript: everything is an array here, also [card, visible]

from .board import Board, Pillars
from .cards import Card, Suit, Value
from .errors import *


def copy_of(board):
    columns = []
    for column in board.columns:
        columns.append([[card, visible] for [card, visible] in column])
    return {
        'deck': [*board.deck],
        'discard': [*board.discard],
        'pillars': {
            'spades': board.pillars.spades,
            'clubs': board.pillars.clubs,
            'hearts': board.pillars.hearts,
            'diamonds': board.pillars.diamonds,
        },
        'columns': columns,
    }


def board_of(b):
    return Board(b['deck'], b['discard'], Pillars(**b['pillars']), b['columns'])


def show(board):
    b = copy_of(board)
    out = f"Deck size: {len(b['deck'])}\nDiscard: "
    if b['discard']:
        b['discard'][3:] = []
        b['discard'].reverse()
        out += ', '.join(f'{card}' for card in b['discard'])
    else:
        out += 'undefined'
    out += '\nPillars:\n'
    for name, top in b['pillars'].items():
        out += f"  {name.capitalize()}: "
        out += 'undefined' if top is None else f'{Suit[name.upper()].symbol}{top}'
        out += '\n'
    out += '\n[0] [1] [2] [3] [4] [5] [6]\n'
    while [column for column in b['columns'] if column]:
        for column in b['columns']:
            if column:
                [card, visible] = column.pop()
                out += f'{card} ' if visible else '??? '
            else:
                out += '    '
        out += '\n'
    return out


def setup(deck):
    d = [*deck]
    columns = []
    for i in range(7):
        columns.append([])
        for j in range(i + 1):
            columns[i] = [[d[0], j == i]] + columns[i]
            d = d[1:]
    return Board(d, [], Pillars(), columns)


def is_won(board):
    b = copy_of(board)
    return len([top for top in b['pillars'].values() if top == 13]) == 4


def flip(board):
    b = copy_of(board)
    for column in b['columns']:
        if column:
            column[0][1] = True
    return board_of(b)


def update_column(index, column, columns):
    new = [*columns]
    new[index] = column
    return new


def can_stack(card, onto):
    return card.is_red != onto.is_red and card.value == onto.value - 1


def can_stack_on_pillar(card, top):
    return card.value == (0 if top is None else top) + 1


def draw(board):
    b = copy_of(board)
    if not b['deck']:
        if not b['discard']:
            raise DeckEmpty()
        b['deck'] = [*reversed(b['discard'])]
        b['discard'] = []
    b['discard'] = [b['deck'][0], *b['discard']]
    b['deck'] = b['deck'][1:]
    return board_of(b)


def check(card, column):
    if not column and card.value != Value.KING:
        raise ColumnKing()
    if column and not can_stack(card, column[0][0]):
        raise WrongOrder()


def move(count, source, target, board):
    b = copy_of(board)
    s = b['columns'][source]
    t = b['columns'][target]
    if count < 1:
        raise InvalidCount()
    if not s:
        raise ColumnEmpty()
    if count > len(s) or not s[count - 1][1]:
        raise MovingTooManyCards()
    check(s[count - 1][0], t)
    b['columns'][target] = s[:count] + t
    b['columns'][source] = s[count:]
    return board_of(b)


def move_stack(source, target, board):
    count = 0
    for [card, visible] in board.columns[source]:
        count += 1 if visible else 0
    return move(count, source, target, board)


def move_from_discard(target, board):
    b = copy_of(board)
    if not b['discard']:
        raise DiscardEmpty()
    [card, *rest] = b['discard']
    check(card, b['columns'][target])
    b['columns'][target] = [[card, True]] + b['columns'][target]
    b['discard'] = rest
    return board_of(b)


def move_to_pillar(source, board):
    b = copy_of(board)
    if source is None:
        if not b['discard']:
            raise DiscardEmpty()
        card = b['discard'].pop(0)
    else:
        if not b['columns'][source]:
            raise ColumnEmpty()
        [card, visible] = b['columns'][source].pop(0)
    name = card.suit.name.lower()
    if not can_stack_on_pillar(card, b['pillars'][name]):
        raise WrongPillarOrder()
    b['pillars'][name] = card.value
    return board_of(b)


def move_from_pillar(suit, target, board):
    b = copy_of(board)
    name = suit.name.lower()
    top = b['pillars'][name]
    if top is None:
        raise PillarEmpty()
    check(Card(suit, top), b['columns'][target])
    b['columns'][target] = [[Card(suit, top), True]] + b['columns'][target]
    b['pillars'][name] = None if top == 1 else list(Value)[top - 2]
    return board_of(b)


def solve(board):
    i = 0
    while i < 7:
        try:
            board = move_to_pillar(i, board)
            i = 0
        except (ColumnEmpty, WrongPillarOrder):
            i += 1
    return board
