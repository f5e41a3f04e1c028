"""Boards for the cases, drawn at random: the same for every submission and every run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from klondike.board import Board, Column, Pillars, Placed
from klondike.cards import Card, Deck, Suit, Value
from klondike.commands import (
    Command,
    Draw,
    Move,
    MoveFromDiscard,
    MoveFromPillar,
    MoveToPillar,
    play,
)
from klondike.deck import deck_of_52, shuffle
from klondike.errors import MoveError
from klondike.game import can_stack, setup, update_column
from suites.klondike.shapes import COLUMNS, visible


def generated(kind: Callable[[Random], Board], count: int, rng: Random) -> list[Board]:
    """So many boards of a kind."""
    return [kind(rng) for _ in range(count)]


def played(rng: Random) -> Board:
    """A board that random legal play reaches from a random deal."""
    board = setup(shuffle(rng, deck_of_52()))
    for _ in range(rng.randrange(121)):
        board = _random_step(rng, board)
    return board


def _random_step(rng: Random, board: Board) -> Board:
    """The board after the first of some random commands that is allowed, else after a draw."""
    moves = list(_moves(board)) if rng.random() < 0.5 else []
    for kind, *given in [*rng.sample(moves, min(len(moves), 10)), (Draw,)]:
        try:
            return play(kind(*given), board)
        except MoveError:
            continue
    return board


def _moves(board: Board) -> Iterator[tuple[Callable[..., Command], *tuple[object, ...]]]:
    """The moves to try, each as the kind of command and what it is made of."""
    shown = [len(visible(column)) for column in board.columns]
    for target in COLUMNS:
        yield MoveFromDiscard, target
        yield MoveToPillar, target
        if board.columns[target]:
            for source in COLUMNS:
                if source != target:
                    for count in range(1, shown[source] + 1):
                        yield Move, count, source, target
    yield MoveToPillar, None
    yield MoveFromPillar, Suit.HEARTS, COLUMNS[0]


def arbitrary(rng: Random) -> Board:
    """Any board that keeps the invariants: also those that play hardly ever reaches."""
    tops = {
        suit.name.lower(): rng.choice([0, rng.randrange(14), rng.randrange(10, 14)])
        for suit in Suit
    }
    rest = [card for card in deck_of_52() if card.value > tops[card.suit.name.lower()]]
    rng.shuffle(rest)
    columns = []
    for _ in COLUMNS:
        hidden = rng.choice([0, 0, 0, 1, 2, 6])
        visible = rng.choice([0, 0, 1, 1, 2, 3, 5, 13])
        columns.append(_column(rng, rest, hidden if visible else 0, visible))
    discarded = rng.choice([0, 0, 1, 2, 3, 4, 8, 24, 52])
    left = rng.choice([0, 1, 52, 52, 52])
    deck, discard = tuple(rest[discarded:]), tuple(rest[:discarded])
    if discard:
        deck, discard = deck[:left], deck[left:] + discard
    pillars = Pillars(**{name: Value(top) if top else None for name, top in tops.items()})
    return Board(deck, discard, pillars, tuple(columns))


def endgame(rng: Random) -> Board:
    """A board that can be solved: cards taken back from full pillars, all visible."""
    board = won()
    for _ in range(rng.randrange(1, 41)):
        suit = rng.choice(list(Suit))
        top = board.pillars.top(suit)
        if top is None:
            continue
        card = Card(suit, top)
        target = rng.choice(COLUMNS)
        onto = board.columns[target]
        if not onto or can_stack(card, onto[0].card):
            columns = update_column(target, (Placed(card, True), *onto), board.columns)
            board = replace(board, pillars=board.pillars.lowered(suit), columns=columns)
    return board


def long_run(rng: Random) -> Board:
    """A board with a run from king to ace, and beside it a two on which only the ace fits."""
    one = rng.choice(list(Suit))
    other = rng.choice([suit for suit in Suit if suit.is_red != one.is_red])
    (left,) = (suit for suit in Suit if suit.is_red == one.is_red and suit != one)
    run = [Card((one, other)[value % 2], value) for value in Value]
    two = Card(left, Value.TWO)
    rest = [card for card in deck_of_52() if card not in {*run, two}]
    rng.shuffle(rest)
    columns: list[Column] = [tuple(Placed(card, True) for card in run), (Placed(two, True),)]
    columns += [(Placed(rest.pop(), True),) if rng.random() < 0.5 else () for _ in COLUMNS[2:]]
    rng.shuffle(columns)
    return Board(tuple(rest[3:]), tuple(rest[:3]), Pillars(), tuple(columns))


def discards_that_fit(rng: Random) -> Iterator[Board]:
    """Boards on which the top discard fits: for every value but the king, on one and on two."""
    for count in (1, 2):
        for value in [*Value][:-1]:
            yield _with_fitting_discard(rng, value, count)


def _with_fitting_discard(rng: Random, value: Value, count: int) -> Board:
    """A board with a card of this value on the discard pile that fits on so many columns."""
    discarded = Card(rng.choice(list(Suit)), value)
    onto = [Card(suit, Value(value + 1)) for suit in Suit if suit.is_red != discarded.suit.is_red]
    rng.shuffle(onto)
    tops = {suit: rng.choice([0, rng.randrange(value)]) for suit in Suit}
    rest = [card for card in deck_of_52() if card.value > tops[card.suit]]
    rest = [card for card in rest if card not in {discarded, *onto[:count]}]
    rng.shuffle(rest)
    columns: list[Column] = []
    for card in onto[:count]:
        under = [rest.pop() for _ in range(min(rng.choice([0, 0, 1, 3]), len(rest)))]
        columns.append((Placed(card, True), *(Placed(one, False) for one in under)))
    columns += [_column(rng, rest, 0, rng.choice([0, 0, 1, 3])) for _ in COLUMNS[count:]]
    rng.shuffle(columns)
    pillars = Pillars(**{suit.name.lower(): Value(top) for suit, top in tops.items() if top})
    return Board(tuple(rest[3:]), (discarded, *rest[:3]), pillars, tuple(columns))


def won() -> Board:
    """The board at the end of a won game."""
    return Board((), (), Pillars(*[Value.KING] * 4), ((),) * 7)


def four_runs(with_spades: Suit, with_clubs: Suit) -> Board:
    """The longest game that can be solved: all cards in four runs from king to ace."""
    pairs = [(Suit.SPADES, with_spades), (with_spades, Suit.SPADES)]
    pairs += [(Suit.CLUBS, with_clubs), (with_clubs, Suit.CLUBS)]
    runs = [tuple(Placed(Card(pair[value % 2], value), True) for value in Value) for pair in pairs]
    return Board((), (), Pillars(), (*runs, (), (), ()))


def _column(rng: Random, rest: list[Card], hidden: int, visible: int) -> Column:
    """A column of up to that many cards, taken off `rest`."""
    if not rest or not visible:
        return ()
    kings = [card for card in rest if card.value == Value.KING]
    start = rng.choice(kings) if kings and visible > 3 else rng.choice(rest)
    rest.remove(start)
    run = [start]
    while len(run) < visible:
        fitting = [
            card
            for card in rest
            if card.is_red != run[-1].is_red and card.value + 1 == run[-1].value
        ]
        if not fitting:
            break
        run.append(rng.choice(fitting))
        rest.remove(run[-1])
    under = [rest.pop() for _ in range(min(hidden, len(rest)))]
    faces = [Placed(card, True) for card in reversed(run)]
    return (*faces, *(Placed(card, False) for card in under))


def decks(rng: Random, count: int) -> list[Deck]:
    """So many shuffled decks of 52."""
    return [shuffle(rng, deck_of_52()) for _ in range(count)]
