"""Exercises 3 to 13."""

from __future__ import annotations

from .board import Board, Column, Pillars, Placed
from .cards import Card, Deck, Suit, Value
from .errors import (
    ColumnEmpty,
    ColumnKing,
    DeckEmpty,
    DiscardEmpty,
    InvalidCount,
    MovingTooManyCards,
    PillarEmpty,
    WrongOrder,
    WrongPillarOrder,
)


def show(board: Board) -> str:
    """Make one long text."""
    text = "Deck size: " + str(len(board.deck)) + "\n"

    # the discard pile
    text = text + "Discard: "
    how_many = len(board.discard)
    if how_many > 3:
        how_many = 3
    number = how_many - 1
    while number >= 0:
        text = text + str(board.discard[number]).strip()
        if number > 0:
            text = text + ", "
        number = number - 1
    text = text + "\n"

    # the pillars
    text = text + "Pillars:\n"
    if board.pillars.spades is None:
        text = text + "  Spades: none\n"
    else:
        text = text + "  Spades: ♠" + str(board.pillars.spades) + "\n"
    if board.pillars.clubs is None:
        text = text + "  Clubs: none\n"
    else:
        text = text + "  Clubs: ♣" + str(board.pillars.clubs) + "\n"
    if board.pillars.hearts is None:
        text = text + "  Hearts: none\n"
    else:
        text = text + "  Hearts: ♥" + str(board.pillars.hearts) + "\n"
    if board.pillars.diamonds is None:
        text = text + "  Diamonds: none\n"
    else:
        text = text + "  Diamonds: ♦" + str(board.pillars.diamonds) + "\n"

    # the columns
    text = text + "\n[0]\t[1]\t[2]\t[3]\t[4]\t[5]\t[6]\n"
    longest = 0
    for column in board.columns:
        if len(column) > longest:
            longest = len(column)
    row = 0
    while row < longest:
        for column in board.columns:
            if row < len(column):
                placed = column[len(column) - 1 - row]
                if placed.visible:
                    text = text + str(placed.card)
                else:
                    text = text + "???"
            text = text + "\t"
        text = text + "\n"
        row = row + 1
    return text


def setup(deck: Deck) -> Board:
    """Deal the cards."""
    columns = []
    next_card = 0
    for number in range(7):
        column = []
        for i in range(number + 1):
            if i == number:
                column.insert(0, Placed(deck[next_card], True))
            else:
                column.insert(0, Placed(deck[next_card], False))
            next_card = next_card + 1
        columns.append(column)
    rest = []
    while next_card < 52:
        rest.append(deck[next_card])
        next_card = next_card + 1
    return Board(rest, [], Pillars(), columns)


def is_won(board: Board) -> bool:
    """Look at the four pillars."""
    if board.pillars.spades != Value.KING:
        return False
    if board.pillars.clubs != Value.KING:
        return False
    if board.pillars.diamonds != Value.KING:
        return False
    if board.pillars.hearts != Value.KING:
        return False
    return True


def flip(board: Board) -> Board:
    """Turn the last card of every column."""
    columns = []
    for column in board.columns:
        new_column = []
        for i in range(len(column)):
            if i == 0:
                new_column.append(Placed(column[i].card, True))
            else:
                new_column.append(column[i])
        columns.append(tuple(new_column))
    return Board(board.deck, board.discard, board.pillars, tuple(columns))


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Put the column in its place."""
    result = list(columns)
    result[index] = column
    return tuple(result)


def can_stack(card: Card, onto: Card) -> bool:
    """Check colour and value."""
    if card.is_red and onto.is_red:
        return False
    if not card.is_red and not onto.is_red:
        return False
    if card.value + 1 == onto.value:
        return True
    else:
        return False


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Check the value."""
    if top is None:
        if card.value == Value.ACE:
            return True
        else:
            return False
    else:
        if card.value == top + 1:
            return True
        else:
            return False


def draw(board: Board) -> Board:
    """Draw a card."""
    deck = list(board.deck)
    discard = list(board.discard)
    if len(deck) == 0 and len(discard) == 0:
        raise DeckEmpty()
    if len(deck) == 0:
        discard.reverse()
        deck = discard
        discard = []
    card = deck.pop(0)
    discard.insert(0, card)
    return Board(tuple(deck), tuple(discard), board.pillars, board.columns)


def move(count: int, source: int, target: int, board: Board) -> Board:
    """Move some cards."""
    if count < 1:
        raise InvalidCount()
    from_column = list(board.columns[source])
    to_column = list(board.columns[target])
    if len(from_column) == 0:
        raise ColumnEmpty()
    visible = 0
    for placed in from_column:
        if placed.visible:
            visible = visible + 1
    if count > visible:
        raise MovingTooManyCards()
    highest = from_column[count - 1].card
    if len(to_column) == 0:
        if highest.value != Value.KING:
            raise ColumnKing()
    else:
        bottom = to_column[0].card
        if highest.is_red == bottom.is_red:
            raise WrongOrder()
        if highest.value != bottom.value - 1:
            raise WrongOrder()
    moved = from_column[:count]
    stay = from_column[count:]
    columns = list(board.columns)
    columns[source] = tuple(stay)
    columns[target] = tuple(moved + to_column)
    return Board(board.deck, board.discard, board.pillars, tuple(columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """Move all visible cards."""
    from_column = board.columns[source]
    to_column = board.columns[target]
    if len(from_column) == 0:
        raise ColumnEmpty()
    moved = []
    stay = []
    for placed in from_column:
        if placed.visible:
            moved.append(placed)
        else:
            stay.append(placed)
    highest = moved[len(moved) - 1].card
    if len(to_column) == 0:
        if highest.value != Value.KING:
            raise ColumnKing()
    else:
        if not can_stack(highest, to_column[0].card):
            raise WrongOrder()
    columns = list(board.columns)
    columns[source] = tuple(stay)
    columns[target] = tuple(moved) + tuple(to_column)
    return Board(board.deck, board.discard, board.pillars, tuple(columns))


def move_from_discard(target: int, board: Board) -> Board:
    """Move the top card of the discard pile to a column."""
    if len(board.discard) == 0:
        raise DiscardEmpty()
    card = board.discard[0]
    column = list(board.columns[target])
    if len(column) == 0 and card.value != Value.KING:
        raise ColumnKing()
    if len(column) > 0 and not can_stack(card, column[0].card):
        raise WrongOrder()
    column.insert(0, Placed(card, True))
    columns = list(board.columns)
    columns[target] = tuple(column)
    discard = board.discard[1:]
    return Board(board.deck, discard, board.pillars, tuple(columns))


def move_to_pillar(source: int | None, board: Board) -> Board:
    """Move a card to its pillar."""
    if source is None:
        if len(board.discard) == 0:
            raise DiscardEmpty()
        card = board.discard[0]
        if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
            raise WrongPillarOrder()
        discard = board.discard[1:]
        pillars = board.pillars.raised(card.suit)
        return Board(board.deck, discard, pillars, board.columns)
    else:
        column = board.columns[source]
        if len(column) == 0:
            raise ColumnEmpty()
        card = column[0].card
        if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
            raise WrongPillarOrder()
        columns = list(board.columns)
        columns[source] = column[1:]
        pillars = board.pillars.raised(card.suit)
        return Board(board.deck, board.discard, pillars, tuple(columns))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Move a card back from its pillar."""
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty()
    card = Card(suit, top)
    column = board.columns[target]
    if len(column) == 0:
        if top != Value.KING:
            raise ColumnKing()
    else:
        onto = column[0].card
        if not can_stack(card, onto):
            raise WrongOrder()
    columns = list(board.columns)
    columns[target] = (Placed(card, True),) + tuple(column)
    pillars = board.pillars.lowered(suit)
    return Board(board.deck, board.discard, pillars, tuple(columns))


def solve(board: Board) -> Board:
    """Move cards to the pillars again and again."""
    pillars = board.pillars
    columns = []
    for column in board.columns:
        columns.append(list(column))
    something_moved = True
    while something_moved:
        something_moved = False
        for i in range(7):
            if len(columns[i]) > 0:
                placed = columns[i][0]
                if placed.visible:
                    suit = placed.card.suit
                    if can_stack_on_pillar(placed.card, pillars.top(suit)):
                        columns[i].pop(0)
                        pillars = pillars.raised(suit)
                        something_moved = True
    return Board(board.deck, board.discard, pillars, columns)
