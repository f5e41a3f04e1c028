"""Game. Easier to ask for forgiveness than permission."""
from dataclasses import replace
from typing import Optional, Tuple

from .board import Board, Column, Pillars, Placed
from .cards import Card, Deck, Suit, Value
from .errors import (ColumnEmpty, ColumnKing, DeckEmpty, DiscardEmpty, InvalidCount, MoveError,
                     MovingTooManyCards, PillarEmpty, WrongOrder, WrongPillarOrder)


def show(board: Board) -> str:
    rows = []
    row = 0
    while True:
        cells = []
        cards = 0
        for column in board.columns:
            try:
                placed = tuple(reversed(column))[row]
            except IndexError:
                cells.append('   ')
            else:
                cards += 1
                cells.append(str(placed.card) if placed.visible else '???')
        if cards == 0:
            break
        rows.append('\t'.join(cells))
        row += 1

    pillars = []
    for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS):
        try:
            text = str(Card(suit, Value(board.pillars.top(suit))))
        except ValueError:
            text = 'is empty'
        pillars.append(f'{suit.name.lower().title()}: {text}')

    discard = [str(card).strip() for card in board.discard[:3]][::-1]
    return (
        f'Deck size: {len(board.deck)}\n'
        f'Discard: {", ".join(discard) if discard else "is empty"}\n\n'
        + '\n'.join(pillars) + '\n\n'
        + '\t'.join(f' {n} ' for n in range(7)) + '\n'
        + '\n'.join(rows)
    )


def setup(deck: Deck) -> Board:
    columns = []
    for n in range(7):
        column = tuple(Placed(card, False) for card in deck[n::-1])
        columns.append((column[0]._replace(visible=True),) + column[1:])
        deck = deck[n + 1:]
    return Board(deck, (), Pillars(), tuple(columns))


def is_won(board: Board) -> bool:
    try:
        for suit in Suit:
            assert_king(board.pillars.top(suit))
    except ValueError:
        return False
    return True


def assert_king(top: Optional[Value]) -> None:
    if top != Value.KING:
        raise ValueError(f'{top!r} is no king')


def flip(board: Board) -> Board:
    columns = board.columns
    for i in range(7):
        try:
            first, *others = columns[i]
        except ValueError:
            continue  # empty
        columns = update_column(i, (Placed(first.card, True), *others), columns)
    return replace(board, columns=columns)


def update_column(index: int, column: Column, columns: Tuple[Column, ...]) -> Tuple[Column, ...]:
    as_list = list(columns)
    as_list[index:index + 1] = [column]
    return tuple(as_list)


def can_stack(card: Card, onto: Card) -> bool:
    try:
        return Value(card.value + 1) == onto.value and card.is_red != onto.is_red
    except ValueError:
        return False  # nothing is higher than a king


def can_stack_on_pillar(card: Card, top: Optional[Value]) -> bool:
    try:
        below = Value(card.value - 1)
    except ValueError:
        below = None  # nothing is lower than an ace
    return below == top


def draw(board: Board) -> Board:
    try:
        card, *deck = board.deck or board.discard[::-1]
    except ValueError as error:
        raise DeckEmpty('No cards are left, neither in the deck nor discarded.') from error
    discard = (card,) + board.discard if board.deck else (card,)
    return replace(board, deck=tuple(deck), discard=discard)


def check_fits(card: Card, target: int, board: Board) -> None:
    try:
        onto = board.columns[target][0].card
    except IndexError:
        if card.value != Value.KING:
            raise ColumnKing(f'{card} is not a king, so it can not go to column {target}.')
    else:
        if not can_stack(card, onto):
            raise WrongOrder(f'{card} does not go on {onto}.')


def move(count: int, source: int, target: int, board: Board) -> Board:
    if count < 1:
        raise InvalidCount(f'You can not move {count} cards!')
    column = board.columns[source]
    try:
        highest = column[count - 1]
    except IndexError:
        raise MovingTooManyCards(f'{count} cards, but there are only {len(column)}.') from None
    check_fits(highest.card, target, board)
    if not highest.visible:
        raise MovingTooManyCards(f'Not all of those {count} cards are visible.')
    columns = update_column(target, column[:count] + board.columns[target], board.columns)
    return replace(board, columns=update_column(source, column[count:], columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    visible = [placed for placed in board.columns[source] if placed.visible]
    try:
        return move(len(visible), source, target, board)
    except InvalidCount:
        raise ColumnEmpty(f'Column {source} is empty', source)


def move_from_discard(target: int, board: Board) -> Board:
    try:
        card = board.discard[0]
    except IndexError:
        raise DiscardEmpty('Draw a card first.')
    check_fits(card, target, board)
    column = (Placed(card, True),) + board.columns[target]
    return replace(board, discard=board.discard[1:],
                   columns=update_column(target, column, board.columns))


def move_to_pillar(source: Optional[int], board: Board) -> Board:
    try:
        card = board.discard[0] if source is None else board.columns[source][0].card
    except IndexError:
        if source is None:
            raise DiscardEmpty('Draw a card first.')
        raise ColumnEmpty(f'Column {source} is empty.')
    top = board.pillars.top(card.suit)
    if not can_stack_on_pillar(card, top):
        raise WrongPillarOrder('%s does not go on %s.' % (card, top or 'the empty pillar'))
    pillars = board.pillars.raised(card.suit)
    if source is None:
        return replace(board, discard=board.discard[1:], pillars=pillars)
    columns = update_column(source, board.columns[source][1:], board.columns)
    return replace(board, columns=columns, pillars=pillars)


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    try:
        pillars = board.pillars.lowered(suit)
    except ValueError:
        raise PillarEmpty(f'There are no {suit.name.lower()} yet.')
    card = Card(suit, board.pillars.top(suit))
    check_fits(card, target, board)
    column = (Placed(card, True),) + board.columns[target]
    return replace(board, pillars=pillars,
                   columns=update_column(target, column, board.columns))


def solve(board: Board) -> Board:
    """Just try all columns, and start again whenever one of them worked."""
    for source in range(7):
        try:
            better = move_to_pillar(source, board)
        except MoveError:
            continue
        return solve(better)
    return board
