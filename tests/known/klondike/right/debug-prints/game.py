import logging
import sys
import traceback
from dataclasses import replace

from .board import *
from .cards import *
from .errors import *

print("loading game.py")
logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger("klondike")

calls = 0


def debug(*things):
    """Print things to stderr, with a number."""
    global calls
    calls += 1
    print("DEBUG", calls, *things, file=sys.stderr)


def show(board):
    print("show was called")
    out = f"Deck size: {len(board.deck)}\n"
    out += "Discard: " + ", ".join(f"{c}".strip() for c in reversed(board.discard[:3])) + "\n"
    out += "Pillars:\n"
    for suit in Suit:
        top = board.pillars.top(suit)
        if top:
            out += f"  {suit.name.capitalize()}: {suit.symbol}{top}\n"
        else:
            out += f"  {suit.name.capitalize()}: no card\n"
    out += "\n[0] [1] [2] [3] [4] [5] [6]\n"
    for i in range(max(len(column) for column in board.columns)):
        for column in board.columns:
            if i < len(column):
                placed = column[::-1][i]
                out += f"{placed.card} " if placed.visible else "??? "
            else:
                out += " " * 4
        out += "\n"
    print(out)
    print("Deck size: 99")
    return out


def setup(deck):
    columns = []
    start = 0
    for n in range(1, 8):
        cards = deck[start : start + n][::-1]
        start += n
        column = (Placed(cards[0], True),) + tuple(Placed(card, False) for card in cards[1:])
        print("column", n - 1, "gets", len(column), "cards")
        columns.append(column)
    debug("left in the deck:", len(deck[start:]))
    return Board(deck[start:], (), EMPTY_PILLARS, tuple(columns))


def is_won(board):
    won = True
    for suit in Suit:
        if board.pillars.top(suit) != 13:
            print(suit, "is not complete")
            won = False
    return won


def flip(board):
    columns = list(board.columns)
    for i in range(len(columns)):
        if columns[i]:
            if not columns[i][0].visible:
                print("flipped", columns[i][0].card, "in column", i)
            columns[i] = (Placed(columns[i][0].card, True),) + columns[i][1:]
    return Board(board.deck, board.discard, board.pillars, tuple(columns))


def update_column(index, column, columns):
    debug("update_column", index)
    new = list(columns)
    new[index] = column
    return tuple(new)


def can_stack(card, onto):
    answer = card.is_red != onto.is_red and card.value + 1 == onto.value
    debug("can_stack", card, onto, answer)
    return answer


def can_stack_on_pillar(card, top):
    if top is None:
        answer = card.value == 1
    else:
        answer = card.value == top + 1
    log.debug("can_stack_on_pillar %s %s %s", card, top, answer)
    return answer


def draw(board):
    print("draw:", len(board.deck), "in the deck and", len(board.discard), "discarded")
    if not board.deck and not board.discard:
        print("no cards!!!")
        raise DeckEmpty
    if not board.deck:
        board = replace(board, deck=board.discard[::-1], discard=())
    return replace(board, deck=board.deck[1:], discard=board.deck[:1] + board.discard)


def put(cards, target, board):
    debug("put", [str(card) for card in cards], "on", target)
    column = board.columns[target]
    if not column:
        if cards[-1].value != Value.KING:
            print("ERROR: only kings")
            raise ColumnKing
    elif not can_stack(cards[-1], column[0].card):
        print("ERROR:", cards[-1], "does not go on", column[0].card)
        raise WrongOrder
    new = tuple(Placed(card, True) for card in cards) + column
    return replace(board, columns=update_column(target, new, board.columns))


def move(count, source, target, board):
    print("move", count, "from", source, "to", target)
    if count < 1:
        raise InvalidCount
    if source != target and not board.columns[source]:
        print("ERROR: nothing there")
        raise ColumnEmpty
    cards = [placed.card for placed in board.columns[source] if placed.visible]
    if len(cards) < count:
        print("ERROR: only", len(cards), "visible")
        raise MovingTooManyCards
    new = board.columns[source][count:]
    without = replace(board, columns=update_column(source, new, board.columns))
    return put(cards[:count], target, without)


def move_stack(source, target, board):
    n = 0
    for placed in board.columns[source]:
        if placed.visible:
            n += 1
    debug("move_stack moves", n)
    return move(n, source, target, board)


def move_from_discard(target, board):
    if not board.discard:
        print("ERROR: no discard")
        raise DiscardEmpty
    return put([board.discard[0]], target, replace(board, discard=board.discard[1:]))


def move_to_pillar(source, board):
    if source is None:
        if not board.discard:
            raise DiscardEmpty
        card = board.discard[0]
        board = replace(board, discard=board.discard[1:])
    else:
        if not board.columns[source]:
            raise ColumnEmpty
        card = board.columns[source][0].card
        rest = board.columns[source][1:]
        board = replace(board, columns=update_column(source, rest, board.columns))
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    print(card, "goes up")
    return replace(board, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit, target, board):
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    board = replace(board, pillars=board.pillars.lowered(suit))
    print(suit, "goes down to", board.pillars.top(suit))
    return put([Card(suit, top)], target, board)


def solve(board):
    tries = 0
    while tries < 7:
        for source in range(7):
            try:
                board = move_to_pillar(source, board)
                board = flip(board)
                tries = 0
            except MoveError:
                tries += 1
                if tries == 7:
                    traceback.print_exc()
                    break
    sys.stdout.write("solve is finished\n")
    return board
