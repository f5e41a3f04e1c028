"""Questions that every drawing asks, on boards that are hardly ever drawn at random.

Without them it would be chance, and another one with each secret, whether some mistakes cost a
criterion more. Where a function must not remember an earlier answer, the same card is moved to the
same place beside other columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from klondike.board import Board, Column, Pillars, Placed
from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from klondike.game import can_stack
from patience_grader.suite.bank import Arguments, drawing, is_public
from suites.klondike.shapes import COLUMNS


def always(function: str) -> list[Arguments]:
    """The questions about a function; none in the public edition."""
    if is_public():
        return []
    return list(_questions(function, drawing(__name__, function)))


def _questions(function: str, rng: Random) -> Iterator[Arguments]:
    match function:
        case "game.draw":
            yield from ((board,) for board in _single_cards(rng))
        case "game.move_from_pillar":
            for target in COLUMNS:
                for value in (Value.ACE, Value(rng.randrange(2, 13))):
                    suit, board = _pillar_that_fits(rng, value, target)
                    yield from ((suit, target, one) for one in (board, _rearranged(board, target)))
            board, king = _ace_and_king(rng, COLUMNS[0], up=True)
            yield king.suit, COLUMNS[0], board
        case "game.move_from_discard":
            for target in COLUMNS[::3]:
                board = _discard_that_fits(rng, target)
                yield from ((target, one) for one in (board, _rearranged(board, target)))
            board, king = _ace_and_king(rng, COLUMNS[0])
            yield COLUMNS[0], replace(board, discard=(king, *board.discard))
        case "game.move" | "game.move_stack":
            board, king = _ace_and_king(rng, COLUMNS[0])
            columns = (*board.columns[:-1], (Placed(king, True), *board.columns[-1][1:]))
            deck = (*board.deck, board.columns[-1][0].card)
            counts = (1,) if function == "game.move" else ()
            yield (*counts, COLUMNS[-1], COLUMNS[0], replace(board, deck=deck, columns=columns))
        case _:
            yield from _going_up(function, rng)


def _going_up(function: str, rng: Random) -> Iterator[Arguments]:
    """The questions about functions that move cards to pillars."""
    match function:
        case "game.move_to_pillar":
            yield COLUMNS[0], _without_discards(rng)
            yield from (_king_goes_up(rng, from_discard=one) for one in (False, True))
            yield from ((None, _only_the_oldest_goes_up(rng)) for _ in range(2))
            yield from (_fits_the_other_pillar(rng, suit) for suit in Suit)
            yield from (_discard_fits_the_other_pillar(rng, suit) for suit in Suit)
            yield (None, _next_ones_lie_below(rng))
        case "game.solve":
            for suit in Suit:
                board, place = _two_goes_up(rng, suit)
                yield from ((one,) for one in (board, _rearranged(board, place)))
            yield (_two_lie_on_a_hidden_one(rng),)
            yield from ((board,) for board in _kings_on_columns(rng))


def _ace_and_king(rng: Random, target: int, *, up: bool = False) -> tuple[Board, Card]:
    """A board with an ace at the bottom of a column, and a king of the other colour.

    The king lies on its pillar, or else nowhere yet.
    """
    ace, king = (Card(rng.choice(list(Suit)), value) for value in (Value.ACE, Value.KING))
    while king.is_red == ace.is_red:
        king = Card(rng.choice(list(Suit)), Value.KING)
    tops = {king.suit: Value.KING} if up else {}
    rest = [
        one for one in deck_of_52() if one not in {ace, king} and (one.suit != king.suit or not up)
    ]
    return _board(rng, rest, (), tops, (target, ace)), king


def _without_discards(rng: Random) -> Board:
    """A board with nothing discarded, on which the last card of the first column cannot go up."""
    card = Card(rng.choice(list(Suit)), Value(rng.randrange(3, 14)))
    rest = [one for one in deck_of_52() if one != card]
    return _board(rng, rest, (), {}, (COLUMNS[0], card), more=False)


def _king_goes_up(rng: Random, *, from_discard: bool) -> tuple[int | None, Board]:
    """A board on which a king goes up from a column or from the discard pile."""
    suit, place = rng.choice(list(Suit)), rng.choice(COLUMNS)
    king = Card(suit, Value.KING)
    rest = [one for one in deck_of_52() if one.suit != suit]
    last = rest.pop() if from_discard else king
    discard = (king,) if from_discard else ()
    board = _board(rng, rest, discard, {suit: Value.QUEEN}, (place, last))
    return None if from_discard else place, board


def _kings_on_columns(rng: Random) -> Iterator[Board]:
    """Boards on which a king goes up: beside an ace that is discarded, and from a hidden card."""
    suit = rng.choice(list(Suit))
    king, tops = Card(suit, Value.KING), {suit: Value.QUEEN}
    others = [one for one in deck_of_52() if one.suit != suit]
    ace = rng.choice([one for one in others if one.value == Value.ACE])
    rest = [one for one in others if one != ace]
    yield _board(rng, rest, (ace,), tops, (COLUMNS[0], king))
    high = [one for one in others if one.value > Value.TWO]
    board = _board(rng, high, (), tops, (COLUMNS[1], king))
    yield replace(board, deck=(*board.deck, *(one for one in others if one.value <= Value.TWO)))


def _two_lie_on_a_hidden_one(rng: Random) -> Board:
    """A board on which a card goes up that lies on another one, which lies on a hidden one."""
    ace = Card(rng.choice(list(Suit)), Value.ACE)
    two = next(one for one in deck_of_52() if can_stack(ace, one))
    high = [one for one in deck_of_52() if one.value > Value.FIVE]
    low = [one for one in deck_of_52() if one.value <= Value.FIVE and one not in {ace, two}]
    board = _board(rng, high, (), {}, (rng.choice(COLUMNS), ace))
    columns = tuple(
        (column[0], Placed(two, True), Placed(low[0], False)) if column[0].card == ace else column
        for column in board.columns
    )
    gone = [one.card for column in board.columns if column[0].card == ace for one in column[1:]]
    return replace(board, columns=columns, deck=(*board.deck, *gone, *low[1:]))


def _single_cards(rng: Random) -> Iterator[Board]:
    """A board with one card in the deck and nothing discarded, and the other way round."""
    card = Card(rng.choice(list(Suit)), Value.KING)
    pillars = Pillars(*[Value.KING] * len(Suit)).lowered(card.suit)
    columns = ((),) * len(COLUMNS)
    yield Board((card,), (), pillars, columns)
    yield Board((), (card,), pillars, columns)


def _pillar_that_fits(rng: Random, value: Value, target: int) -> tuple[Suit, Board]:
    """A board on which the top of a pillar, a card of this value, fits on a column."""
    suit = rng.choice(list(Suit))
    onto = _fitting(rng, Card(suit, value))
    rest = [one for one in deck_of_52() if one != onto and (one.suit != suit or one.value > value)]
    return suit, _board(rng, rest, (), {suit: value}, (target, onto))


def _discard_that_fits(rng: Random, target: int) -> Board:
    """A board on which the top of the discard pile fits on a column."""
    card = Card(rng.choice(list(Suit)), Value(rng.randrange(1, 13)))
    onto = _fitting(rng, card)
    rest = [one for one in deck_of_52() if one not in {card, onto}]
    return _board(rng, rest, (card,), {}, (target, onto))


def _only_the_oldest_goes_up(rng: Random) -> Board:
    """A board on which, of the discard pile, only the card at the bottom fits on its pillar."""
    oldest = Card(rng.choice(list(Suit)), Value.ACE)
    over = rng.sample([one for one in deck_of_52() if one.value > Value.TWO], 3)
    rest = [one for one in deck_of_52() if one not in {oldest, *over}]
    target = rng.choice(COLUMNS)
    return _board(rng, rest, (*over, oldest), {}, (target, rest.pop(0)), more=False)


def _next_ones_lie_below(rng: Random) -> Board:
    """A board on which the cards below the top of the discard pile would follow it up."""
    suit, value = rng.choice(list(Suit)), rng.randrange(2, 11)
    run = tuple(Card(suit, Value(value + step)) for step in range(3))
    rest = [
        one for one in deck_of_52() if one not in run and (one.suit != suit or one.value > value)
    ]
    target = rng.choice(COLUMNS)
    return _board(rng, rest, run, {suit: Value(value - 1)}, (target, rest.pop(0)))


def _fits_the_other_pillar(rng: Random, suit: Suit) -> tuple[int, Board]:
    """A column's last card that would fit on the pillar of the other suit of its colour."""
    (other,) = [one for one in Suit if one.is_red == suit.is_red and one != suit]
    card = Card(suit, Value(rng.randrange(3, 14)))
    up = [one for one in deck_of_52() if one.suit == other and one.value < card.value]
    rest = [one for one in deck_of_52() if one != card and one not in up]
    place = rng.choice(COLUMNS)
    return place, _board(rng, rest, (), {other: Value(card.value - 1)}, (place, card))


def _discard_fits_the_other_pillar(rng: Random, suit: Suit) -> tuple[None, Board]:
    """A card of the discard pile that would fit on the pillar of any other suit."""
    card = Card(suit, Value(rng.randrange(3, 14)))
    tops = {one: Value(card.value - 1) for one in Suit if one != suit}
    up = [one for one in deck_of_52() if one.suit != suit and one.value < card.value]
    rest = [one for one in deck_of_52() if one != card and one not in up]
    place = rng.choice(COLUMNS)
    return None, _board(rng, rest, (card,), tops, (place, rest.pop()), more=False)


def _two_goes_up(rng: Random, suit: Suit) -> tuple[Board, int]:
    """A board on which a two goes up on its ace, and then the three would from the discard pile."""
    ace, two, three = (Card(suit, Value(value)) for value in (1, 2, 3))
    rest = [one for one in deck_of_52() if one not in {ace, two, three}]
    place = rng.choice(COLUMNS)
    return _board(rng, rest, (three,), {suit: Value.ACE}, (place, two)), place


def _fitting(rng: Random, card: Card) -> Card:
    """A card on which this one fits."""
    return rng.choice([one for one in deck_of_52() if can_stack(card, one)])


def _board(  # noqa: PLR0913 the parts of a board
    rng: Random,
    rest: list[Card],
    discard: tuple[Card, ...],
    tops: dict[Suit, Value],
    last: tuple[int, Card],
    *,
    more: bool = True,
) -> Board:
    """A board of these cards, with the last card of a column, and others on the discard pile."""
    rng.shuffle(rest)
    columns: list[Column] = []
    for index in COLUMNS:
        first = last[1] if index == last[0] else rest.pop()
        under = [rest.pop() for _ in range(index % 3)]
        columns.append((Placed(first, True), *(Placed(one, False) for one in under)))
    pillars = Pillars(**{suit.name.lower(): top for suit, top in tops.items()})
    under_it = tuple(rest[:3]) if more else ()
    return Board(tuple(rest[len(under_it) :]), (*discard, *under_it), pillars, tuple(columns))


def _rearranged(board: Board, target: int) -> Board:
    """The board with two other columns exchanged."""
    one, other = [index for index in COLUMNS if index != target][:2]
    columns = list(board.columns)
    columns[one], columns[other] = columns[other], columns[one]
    return replace(board, columns=tuple(columns))
