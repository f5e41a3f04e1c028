"""Klondike. I like lists better than tuples."""

from .board import Board, Pillars, Placed
from .cards import Card, Suit, Value
from .errors import (
    ColumnEmpty, ColumnKing, DeckEmpty, DiscardEmpty, InvalidCount, MovingTooManyCards,
    PillarEmpty, WrongOrder, WrongPillarOrder,
)


def _lists(board):
    """The board taken apart, every pile a new list."""
    return (
        list(board.deck),
        list(board.discard),
        board.pillars,
        [list(column) for column in board.columns],
    )


def show(board):
    deck, discard, pillars, columns = _lists(board)
    lines = [f"Deck size:\t{len(deck)}"]
    shown = [str(card).strip() for card in discard[:3]]
    shown.reverse()
    lines.append("Discard:\t" + ("\t".join(shown) if shown else "nothing"))
    lines.append("Pillars:")
    for suit in [Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS]:
        top = pillars.top(suit)
        text = str(Card(suit, top)).strip() if top else "nothing"
        lines.append(f"\t{suit.name.capitalize()}:\t{text}")
    lines.append("")
    lines.append("\t".join(f"[{i}]" for i in range(7)))
    for column in columns:
        column.reverse()
    row = 0
    while any(row < len(column) for column in columns):
        cells = []
        for column in columns:
            if row >= len(column):
                cells.append("")
            elif column[row].visible:
                cells.append(str(column[row].card).strip())
            else:
                cells.append("???")
        lines.append("\t".join(cells))
        row += 1
    return "\n".join(lines)


def setup(deck):
    cards = list(deck)
    columns = [[] for _ in range(7)]
    for i in range(7):
        while len(columns[i]) < i:
            columns[i].insert(0, Placed(cards.pop(0), False))
        columns[i].insert(0, Placed(cards.pop(0), True))
    return Board(cards, [], Pillars(), columns)


def is_won(board):
    return [board.pillars.top(suit) for suit in Suit] == [Value.KING] * 4


def flip(board):
    deck, discard, pillars, columns = _lists(board)
    for column in columns:
        if column:
            column[0] = Placed(column[0].card, True)
    return Board(deck, discard, pillars, columns)


def update_column(index, column, columns):
    new_columns = list(columns)
    new_columns.pop(index)
    new_columns.insert(index, column)
    return new_columns


def can_stack(card, onto):
    return [card.value + 1, not card.is_red] == [onto.value, onto.is_red]


def can_stack_on_pillar(card, top):
    if top:
        return card.value == top + 1
    return card.value == Value.ACE


def draw(board):
    deck, discard, pillars, columns = _lists(board)
    if deck == [] and discard == []:
        raise DeckEmpty
    if deck == []:
        deck, discard = discard[::-1], []
    discard.insert(0, deck.pop(0))
    return Board(deck, discard, pillars, columns)


def _put(cards, column):
    """Put a list of cards on the column, in place."""
    if column == []:
        if cards[-1].value != Value.KING:
            raise ColumnKing
    elif not can_stack(cards[-1], column[0].card):
        raise WrongOrder
    column[:0] = [Placed(card, True) for card in cards]


def move(count, source, target, board):
    deck, discard, pillars, columns = _lists(board)
    if count < 1:
        raise InvalidCount
    if columns[source] == []:
        raise ColumnEmpty
    cards = [placed.card for placed in columns[source][:count] if placed.visible]
    if len(cards) < count:
        raise MovingTooManyCards
    _put(cards, columns[target])
    del columns[source][:count]
    return Board(deck, discard, pillars, columns)


def move_stack(source, target, board):
    # an empty column counts as one card, and move says what is wrong with that
    count = max(1, [placed.visible for placed in board.columns[source]].count(True))
    return move(count, source, target, board)


def move_from_discard(target, board):
    deck, discard, pillars, columns = _lists(board)
    if discard == []:
        raise DiscardEmpty
    _put([discard.pop(0)], columns[target])
    return Board(deck, discard, pillars, columns)


def move_to_pillar(source, board):
    deck, discard, pillars, columns = _lists(board)
    if source is None:
        if discard == []:
            raise DiscardEmpty
        card = discard.pop(0)
    else:
        if columns[source] == []:
            raise ColumnEmpty
        card = columns[source].pop(0).card
    if not can_stack_on_pillar(card, pillars.top(card.suit)):
        raise WrongPillarOrder
    return Board(deck, discard, pillars.raised(card.suit), columns)


def move_from_pillar(suit, target, board):
    deck, discard, pillars, columns = _lists(board)
    top = pillars.top(suit)
    if top is None:
        raise PillarEmpty
    _put([Card(suit, top)], columns[target])
    return Board(deck, discard, pillars.lowered(suit), columns)


def solve(board):
    deck, discard, pillars, columns = _lists(board)
    stuck = []
    todo = [0, 1, 2, 3, 4, 5, 6]
    while todo:
        i = todo.pop()
        if columns[i] == []:
            continue
        card = columns[i][0].card
        if can_stack_on_pillar(card, pillars.top(card.suit)):
            pillars = pillars.raised(card.suit)
            columns[i].pop(0)
            # now the others may fit as well
            todo = todo + stuck + [i]
            stuck = []
        else:
            stuck.append(i)
    return Board(deck, discard, pillars, columns)
