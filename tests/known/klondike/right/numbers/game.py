"""Klondike with numbers.

A board is a dictionary of lists of numbers while a function works on it. In a column the number
of a face-down card is negative. The four heights of the pillars are numbers too, 0 for empty.
"""

from . import errors
from .board import Board, Pillars, Placed
from .cards import Value
from .deck import SUITS, card_of, number_of

RED = (False, False, True, True)
COLUMNS = range(7)


def encode(board):
    return {
        "deck": [number_of(card) for card in board.deck],
        "discard": [number_of(card) for card in board.discard],
        "heights": [board.pillars.top(suit) or 0 for suit in SUITS],
        "columns": [
            [number_of(card) if visible else -number_of(card) for card, visible in column]
            for column in board.columns
        ],
    }


def decode(state):
    tops = [Value(height) if height else None for height in state["heights"]]
    spades, clubs, diamonds, hearts = tops
    return Board(
        tuple(card_of(n) for n in state["deck"]),
        tuple(card_of(n) for n in state["discard"]),
        Pillars(spades=spades, clubs=clubs, diamonds=diamonds, hearts=hearts),
        tuple(decode_column(column) for column in state["columns"]),
    )


def decode_column(column):
    return tuple(Placed(card_of(abs(n)), n > 0) for n in column)


def suit_index(n):
    return (n - 1) // 13


def height(n):
    return (n - 1) % 13 + 1


def fits(n, m):
    """Whether card n goes on card m in a column."""
    return RED[suit_index(n)] != RED[suit_index(m)] and height(n) + 1 == height(m)


def show(board):
    state = encode(board)
    newest = state["discard"][:3]
    text = "Deck size: " + str(len(state["deck"])) + "\nDiscard: "
    text += ", ".join(str(card_of(n)) for n in newest[::-1]) + "\n"
    for index, suit in enumerate(SUITS):
        text += "\n" + suit.name[0] + suit.name[1:].lower() + ": "
        if state["heights"][index]:
            text += str(card_of(index * 13 + state["heights"][index]))
        else:
            text += "[ ]"
    text += "\n\n" + "".join("  [" + str(i) + "]" for i in COLUMNS) + "\n"
    while any(state["columns"]):
        for column in state["columns"]:
            if not column:
                text += "     "
            else:
                n = column.pop()
                text += "  " + (str(card_of(n)) if n > 0 else "???")
        text += "\n"
    return text


def setup(deck):
    state = {"deck": [number_of(card) for card in deck], "discard": [], "heights": [0] * 4}
    state["columns"] = [[] for _ in COLUMNS]
    for i in COLUMNS:
        for _ in range(i + 1):
            state["columns"][i].insert(0, -state["deck"].pop(0))
        state["columns"][i][0] *= -1
    return decode(state)


def is_won(board):
    return encode(board)["heights"] == [13, 13, 13, 13]


def flip(board):
    state = encode(board)
    for column in state["columns"]:
        column[:1] = map(abs, column[:1])
    return decode(state)


def update_column(index, column, columns):
    return tuple(columns[i] if i != index else column for i in range(len(columns)))


def can_stack(card, onto):
    return fits(number_of(card), number_of(onto))


def can_stack_on_pillar(card, top):
    return height(number_of(card)) == 1 + (top or 0)


def draw(board):
    state = encode(board)
    if not state["deck"]:
        state["deck"] = state["discard"][::-1]
        state["discard"] = []
    if not state["deck"]:
        raise errors.DeckEmpty
    state["discard"].insert(0, state["deck"].pop(0))
    return decode(state)


def put(numbers, column):
    """Put numbers on a column of numbers."""
    if column:
        if not fits(numbers[-1], column[0]):
            raise errors.WrongOrder
    elif numbers[-1] % 13:
        raise errors.ColumnKing  # the numbers of the kings are 13, 26, 39 and 52
    column[:0] = numbers


def move(count, source, target, board):
    state = encode(board)
    column = state["columns"][source]
    if count < 1:
        raise errors.InvalidCount
    if not column:
        raise errors.ColumnEmpty
    if count > len(column) or min(column[:count]) < 0:
        raise errors.MovingTooManyCards
    put(column[:count], state["columns"][target])
    del column[:count]
    return decode(state)


def move_stack(source, target, board):
    column = encode(board)["columns"][source]
    if not column:
        raise errors.MovingTooManyCards
    return move(len([n for n in column if n > 0]), source, target, board)


def move_from_discard(target, board):
    state = encode(board)
    if not state["discard"]:
        raise errors.DiscardEmpty
    put([state["discard"].pop(0)], state["columns"][target])
    return decode(state)


def move_to_pillar(source, board):
    state = encode(board)
    if source is None:
        pile, error = state["discard"], errors.DiscardEmpty
    else:
        pile, error = state["columns"][source], errors.ColumnEmpty
    if not pile:
        raise error
    n = abs(pile.pop(0))
    if height(n) != state["heights"][suit_index(n)] + 1:
        raise errors.WrongPillarOrder
    state["heights"][suit_index(n)] += 1
    return decode(state)


def move_from_pillar(suit, target, board):
    state = encode(board)
    index = SUITS.index(suit)
    if state["heights"][index] == 0:
        raise errors.PillarEmpty
    put([index * 13 + state["heights"][index]], state["columns"][target])
    state["heights"][index] -= 1
    return decode(state)


def solve(board):
    state = encode(board)
    # the four numbers that the pillars wait for; a full pillar waits for nothing
    waiting = {i * 13 + h + 1 for i, h in enumerate(state["heights"]) if h < 13}
    again = True
    while again:
        again = False
        for column in state["columns"]:
            while column and abs(column[0]) in waiting:
                n = abs(column.pop(0))
                waiting.remove(n)
                if n % 13:
                    waiting.add(n + 1)
                state["heights"][suit_index(n)] += 1
                again = True
    return decode(state)
