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
        case "game.move_from_discard":
            for target in COLUMNS[::3]:
                board = _discard_that_fits(rng, target)
                yield from ((target, one) for one in (board, _rearranged(board, target)))
        case "game.move_to_pillar":
            yield from ((None, _only_the_oldest_goes_up(rng)) for _ in range(2))
            yield from (_fits_the_other_pillar(rng, suit) for suit in Suit)
            yield from (_discard_fits_the_other_pillar(rng, suit) for suit in Suit)
            yield (None, _next_ones_lie_below(rng))
        case "game.solve":
            for suit in Suit:
                board, place = _two_goes_up(rng, suit)
                yield from ((one,) for one in (board, _rearranged(board, place)))


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
