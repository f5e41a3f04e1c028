"""Klondike in the Python prompt, game after game as values (supplied).

    >>> from klondike.session import deal, see, turn, move, moves, autoplay
    >>> g = deal(seed=7)
    >>> g = move(g, "9C", "TH")
    >>> g = turn(g)

Nothing changes the game that it is given: an earlier one can be taken up again.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from . import game, play
from .cards import Card, Value
from .deck import deck_of_52, shuffle
from .drawing import SUITS, VALUES, drawing, written
from .errors import MoveError
from .play import Move, Pile, State
from .rules import COURSEWORK, Rules


class SessionError(Exception):
    """What was typed cannot be done. The text says why, and what can."""


class NotAGame(SessionError):
    """The first argument is not a game."""


class WrongType(SessionError):
    """A card is not given as text."""


class WrongLength(SessionError):
    """Neither one card is given nor two."""


class InvalidCard(SessionError):
    """The text is not a card."""


class InvalidMove(SessionError):
    """The rules do not allow the move."""


@dataclass(frozen=True, repr=False)
class Game(State):
    """A game, which the prompt shows as it is drawn."""

    def __repr__(self) -> str:
        return drawing(self)


def deal(seed: int | None = None, rules: Rules = COURSEWORK) -> Game:
    """The game that this seed deals, the one of `python3 -m klondike --seed`; any, without one."""
    dealt = play.start(game.setup(shuffle(random.Random(seed), deck_of_52())), rules)
    return Game(dealt.board, dealt.rules, dealt.score)


def see(g: Game) -> None:
    """Prints the table, the score, and the possible moves; `turn` is not among them.

    Raises NotAGame.
    """
    print(drawing(_checked(g)))  # noqa: T201 this is what it is for


def turn(g: Game) -> Game:
    """The game after drawing from the deck.

    Raises NotAGame, and InvalidMove when there is no card left to draw.
    """
    next_turn = play.next_turn(_checked(g))
    if not next_turn:
        raise InvalidMove("There is no card left to draw.")
    return play.play(g, next_turn)


def move(g: Game, *cards: str) -> Game:
    """The game after moving a card onto another, or one card alone.

    The first card takes along what lies on it, and the second is the last card of a column or on
    top of a pillar. Alone, a king goes to the first empty column, if there is one, and any other
    card to its pillar.

    Raises NotAGame, WrongType, WrongLength, InvalidCard or InvalidMove.
    """
    _checked(g)
    if not all(isinstance(card, str) for card in cards):
        raise WrongType('Cards are given as text, like move(g, "9C", "TH").')
    if len(cards) not in {1, 2}:
        raise WrongLength(f'One card or two are moved, like move(g, "AS"), not {len(cards)}.')
    first, *onto = map(_card, cards)
    source, size = _place(g, first)
    target, depth = _place(g, onto[0]) if onto else (_alone(g, first), 1)
    wanted = Move(size, source, target)
    if depth > 1 or wanted not in play.possible_moves(g):
        where = f"onto {written(onto[0])}" if onto else f"to {target}"
        reason = _out_of_reach(g, onto[0]) if depth > 1 else _reason(g, wanted, first)
        raise InvalidMove(
            f"{written(first)} cannot go {where}. {reason} see(g) shows what can be moved."
        )
    return play.play(g, wanted)


def moves(g: Game, *texts: str) -> Game:
    """The game after several moves, each as text: `moves(g, "9C TH", "turn", "AS")`.

    Raises what `turn` and `move` raise, with a note that says which move it was.
    """
    for number, text in enumerate(texts, 1):
        try:
            g = turn(g) if text.strip() == "turn" else move(g, *text.split())
        except SessionError as refused:
            refused.add_note(f"This was move {number}, {text!r}.")
            raise
    return g


def autoplay(g: Game) -> Game:
    """The game at its end, won or with nothing useful left; `strategy.py` says how it is played.

    Raises NotAGame.
    """
    return play.autoplay(_checked(g))


def _checked(g: Game) -> Game:
    if not isinstance(g, Game):
        raise NotAGame(f"A game is needed first, as deal(seed=7) gives it, not {g!r}.")
    return g


def _card(text: str) -> Card:
    value, suit = VALUES.get(text[:1].upper()), SUITS.get(text[1:].upper())
    if not value or not suit:
        raise InvalidCard(
            f"{text!r} is not a card. Write one of {''.join(VALUES)} and one of {''.join(SUITS)}, "
            'like "TH" for the ten of hearts.'
        )
    return Card(suit, value)


def _place(g: Game, card: Card) -> tuple[Pile, int]:
    """Where a card lies, and how many cards there are from it to the top."""
    board = g.board
    for pile in Pile:
        if pile.column is not None:
            cards = [placed.card for placed in board.columns[pile.column]]
        elif pile.suit:
            top = board.pillars.top(pile.suit) or 0
            cards = [Card(pile.suit, Value(value)) for value in range(top, 0, -1)]
        else:
            cards = list(board.deck if pile is Pile.DECK else board.discard)
        if card in cards:
            return pile, cards.index(card) + 1
    raise NotAGame(f"This game lacks {written(card)}.")


def _alone(g: Game, card: Card) -> Pile:
    columns = [
        pile for pile in Pile if pile.column is not None and not g.board.columns[pile.column]
    ]
    return columns[0] if columns and card.value is Value.KING else Pile[card.suit.name]


def _reason(g: Game, wanted: Move, card: Card) -> str:
    """Why a move to cards that are in reach is refused."""
    column = wanted.source.column
    visible = 1 if column is None else sum(face for _, face in g.board.columns[column])
    if wanted.source is Pile.DECK or wanted.size > visible:
        return _out_of_reach(g, card)
    if wanted.size > 1 and wanted.target.suit:
        return "Only the last card of a column may go to a pillar."
    try:
        play.play(g, wanted)
    except MoveError as refused:
        return str(refused)
    return ""


def _out_of_reach(g: Game, card: Card) -> str:
    pile, depth = _place(g, card)
    column = pile.column
    visible = 0 if column is None else sum(face for _, face in g.board.columns[column])
    if pile is Pile.DECK or (column is not None and depth > visible):
        return f"{written(card)} does not lie face up."
    return f"Other cards lie on {written(card)}."
