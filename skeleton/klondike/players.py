"""Players of whole games: what they are told, and two of them (supplied).

A player is an object with one method, `choose`. It is told a `View`, which holds no hidden card,
and which moves are possible, as numbers of `fast.py`. It answers with one of them, or with `None`
when it gives up. For each game a new player is made, with a seed for what it does at random, and
how much it may think about the game, in a unit of its own.

    class Lazy:
        def __init__(self, seed: int, budget: int | None = None) -> None: ...

        def choose(self, view: View, moves: Sequence[int]) -> int | None:
            return moves[0]

Deals are shuffled here and not by your own function, so that a number is the same deal everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from . import fast, strategy
from .rules import Rules

HIDDEN = 52
"""What stands in a view for a card that the player does not know."""


class View(NamedTuple):
    """What an attentive player knows, who remembers every card that was drawn."""

    columns: tuple[bytes, ...]
    """Each with the card played last at its end, and `HIDDEN` for a card that lies face down."""
    wanted: int
    """The set of the cards that the pillars want next."""
    deck: bytes
    """The next card to be drawn first, and `HIDDEN` for one that was not drawn yet."""
    discard: bytes
    """The card drawn last at its end."""
    passes: int
    """How often the discard pile has become the deck, 0 for ever where the rules set no limit."""
    rules: Rules


class Player(Protocol):
    """Who plays a game."""

    def choose(self, view: View, moves: Sequence[int]) -> int | None:
        """One of the moves, or `None` to give up."""


class Maker(Protocol):
    """Makes a player for one game."""

    def __call__(self, seed: int, budget: int | None = None) -> Player:
        """The player; `None` is the budget that it takes if it is not told."""


class Game(NamedTuple):
    """A game with all its cards, which only the referee has."""

    position: fast.Position
    rules: Rules
    known: int = 0
    """The set of the cards that were drawn."""


def rules_of(draws: int, passes: int | None = None) -> Rules:
    """The rules of the handout, but for so many cards at a time and so many passes."""
    return Rules(f"draw {draws}", draws, passes)


def deal(number: int, rules: Rules) -> Game:
    """The game at the start of the deal with this number."""
    cards = list(range(52))
    Random(number).shuffle(cards)
    columns, up = [], 0
    for size in range(1, 8):
        columns.append(bytes(cards[:size]))
        up |= 1 << cards[size - 1]
        cards = cards[size:]
    return Game((tuple(columns), up, 0b1111, bytes(cards), b"", 0), rules)


def view_of(game: Game) -> View:
    """What the player knows."""
    (columns, up, wanted, deck, discard, passes), rules, known = game
    return View(
        tuple(_masked(column, up) for column in columns),
        wanted,
        _masked(deck, known),
        discard,
        passes,
        rules,
    )


def _masked(cards: bytes, known: int) -> bytes:
    return bytes([card if known >> card & 1 else HIDDEN for card in cards])


def moves_of(game: Game) -> list[int]:
    """Every possible move; none when the game is won."""
    return [] if is_won(game) else fast.moves(game.position, game.rules)


def played(game: Game, move: int) -> Game:
    """The game after a possible move."""
    position, rules, known = game
    position = fast.play(position, move, rules)
    if move == fast.TURN:
        known |= sum(1 << card for card in position[4] if not known >> card & 1)
    return Game(position, rules, known)


def is_won(game: Game) -> bool:
    """Whether all cards lie on the pillars."""
    return game.position[2] == fast.WON


def guess(view: View, rng: Random) -> fast.Position:
    """A position that may be the one that is played, each equally likely.

    On it, a player may try out with `fast.moves` and `fast.play` what might happen.
    """
    columns, wanted, deck, discard, passes, _ = view
    known = {*b"".join(columns), *deck, *discard}
    on_pillars = {
        card for last in range(56) if wanted >> last & 1 for card in range(last - 4, -1, -4)
    }
    unseen = [card for card in range(52) if card not in known and card not in on_pillars]
    rng.shuffle(unseen)
    up = sum(1 << card for column in columns for card in column if card != HIDDEN)
    filled = [_filled(column, unseen) for column in columns]
    return tuple(filled), up, wanted, _filled(deck, unseen), discard, passes


def _filled(cards: bytes, unseen: list[int]) -> bytes:
    return bytes([unseen.pop() if card == HIDDEN else card for card in cards])


class RandomPlayer:
    """Any possible move."""

    def __init__(self, seed: int, budget: int | None = None) -> None:
        self._rng = Random(seed)

    def choose(self, view: View, moves: Sequence[int]) -> int | None:
        """One of the moves, or `None` if there is none."""
        return self._rng.choice(moves) if moves else None


class Autoplay:
    """What `autoplay` of the game does; `strategy.py` says what that is."""

    def __init__(self, seed: int, budget: int | None = None) -> None:
        self._rng = Random(seed)

    def choose(self, view: View, moves: Sequence[int]) -> int | None:
        """One of the moves, or `None` if nothing useful is left."""
        plan = strategy.plan(guess(view, self._rng), view.rules)
        if plan:
            return plan[0]
        return fast.TURN if HIDDEN in view.deck else None
