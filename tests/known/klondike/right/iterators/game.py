"""Klondike with generators, itertools and functools."""

import operator
from collections import deque
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial, reduce
from itertools import (
    accumulate, chain, count as count_from, islice, pairwise, repeat, takewhile, zip_longest,
)

from .board import EMPTY_PILLARS, Board, Placed
from .cards import Card, Suit, Value
from .errors import (
    ColumnEmpty, ColumnKing, DeckEmpty, DiscardEmpty, InvalidCount, MoveError,
    MovingTooManyCards, PillarEmpty, WrongOrder, WrongPillarOrder,
)

visible = operator.attrgetter("visible")


def picture(board):
    """Yield the lines of the picture."""
    yield f"Deck size: {len(board.deck)}"
    yield " ".join(chain(["Discard:"], map(str, reversed(board.discard[:3]))))
    yield "Pillars:"
    yield from map(partial(pillar_line, board.pillars), Suit)
    yield ""
    yield "  ".join(map("[{}]".format, range(7)))
    yield from map("  ".join, zip_longest(*map(cells, board.columns), fillvalue="   "))


def pillar_line(pillars, suit):
    top = pillars.top(suit)
    return f"  {suit.name.title()}: {'~' if top is None else Card(suit, top)}"


def cells(column):
    for placed in reversed(column):
        yield str(placed.card) if placed.visible else "???"


def show(board):
    return "\n".join(picture(board))


def setup(deck):
    cards = iter(deck)
    heaps = [list(islice(cards, size)) for size in range(1, 8)]
    columns = (
        tuple(map(Placed, reversed(heap), chain([True], repeat(False)))) for heap in heaps
    )
    # the columns have to be dealt before the rest is the deck
    columns = tuple(columns)
    return Board(tuple(cards), (), EMPTY_PILLARS, columns)


def is_won(board):
    return all(map(partial(operator.is_, Value.KING), map(board.pillars.top, Suit)))


def flip(board):
    return replace(
        board,
        columns=tuple(
            tuple(chain((Placed(p.card, True) for p in column[:1]), column[1:]))
            for column in board.columns
        ),
    )


def update_column(index, column, columns):
    return tuple(chain(islice(columns, index), (column,), islice(columns, index + 1, None)))


@lru_cache(maxsize=None)
def can_stack(card, onto):
    return (card.value, onto.value) in pairwise(Value) and card.is_red != onto.is_red


@cache
def can_stack_on_pillar(card, top):
    return card.value is next(islice(Value, top or 0, None), None)


@lru_cache
def draw(board):
    pile = deque(board.deck or reversed(board.discard))
    if not pile:
        raise DeckEmpty
    top = pile.popleft()
    kept = board.discard if board.deck else ()
    return replace(board, deck=tuple(pile), discard=(top, *kept))


def take(n, source, board):
    """The first n cards of the column, and the board without them."""
    column = board.columns[source]
    left = update_column(source, tuple(islice(column, n, None)), board.columns)
    return tuple(islice(column, n)), replace(board, columns=left)


def put(cards, target, board):
    column = board.columns[target]
    *_, highest = cards
    onto = next(iter(column), None)
    if onto is None and highest.card.value is not Value.KING:
        raise ColumnKing
    if onto is not None and not can_stack(highest.card, onto.card):
        raise WrongOrder
    new = tuple(chain(cards, column))
    return replace(board, columns=update_column(target, new, board.columns))


def run_length(column):
    return sum(1 for _ in takewhile(visible, column))


def move(count, source, target, board):
    if count < 1:
        raise InvalidCount
    if run_length(board.columns[source]) < count:
        raise MovingTooManyCards
    cards, rest = take(count, source, board)
    return put(cards, target, rest)


def move_stack(source, target, board):
    return move(run_length(board.columns[source]), source, target, board)


def move_from_discard(target, board):
    if not board.discard:
        raise DiscardEmpty
    cards = tuple(map(Placed, board.discard[:1], repeat(True)))
    return put(cards, target, replace(board, discard=board.discard[1:]))


def move_to_pillar(source, board):
    if source is None:
        if not board.discard:
            raise DiscardEmpty
        card, rest = board.discard[0], replace(board, discard=board.discard[1:])
    else:
        if not board.columns[source]:
            raise ColumnEmpty
        [(card, _)], rest = take(1, source, board)
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    return replace(rest, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit, target, board):
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    lower = replace(board, pillars=board.pillars.lowered(suit))
    return put((Placed(Card(suit, top), True),), target, lower)


def attempt(board, source):
    with suppress(MoveError):
        return flip(move_to_pillar(source, board))
    return board


def sweep(board, _=None):
    """Try each of the columns once."""
    return reduce(attempt, range(7), board)


def solve(board):
    sweeps = accumulate(count_from(), sweep, initial=board)
    return next(later for earlier, later in pairwise(sweeps) if earlier == later)
