"""A game as text: cards as two letters, the table, and what can be moved (supplied).

A card is its value and its suit, `TH` for the ten of hearts; `[]` lies face down, and `__` is an
empty pile.
"""

from __future__ import annotations

from itertools import zip_longest

from .cards import Card, Suit, Value
from .play import Move, Pile, State, possible_moves

VALUES = dict(zip("A23456789TJQK", Value, strict=True))
SUITS = {suit.name[0]: suit for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)}

_LETTERS = {value: letter for letter, value in VALUES.items()}
_HIDDEN, _EMPTY = "[]", "__"


def written(card: Card) -> str:
    """The two letters of a card."""
    return _LETTERS[card.value] + card.suit.name[0]


def drawing(state: State) -> str:
    """The table, the score, and the possible moves by their cards; no turns.

    The first line holds the number of cards in the deck, the deck, the discard pile, and the
    pillars of spades, hearts, clubs and diamonds; the second, how often the deck was gone through.
    """
    board = state.board
    pillars = [board.pillars.top(suit) for suit in SUITS.values()]
    tops = " ".join(
        written(Card(suit, top)) if top else _EMPTY
        for suit, top in zip(SUITS.values(), pillars, strict=True)
    )
    deck = _HIDDEN if board.deck else _EMPTY
    discard = written(board.discard[0]) if board.discard else _EMPTY
    return "\n".join(
        [
            f"{len(board.deck)} {deck} {discard}  {tops}",
            str(state.passes),
            *_column_lines(state),
            "_" * 21,
            f"score: {state.score}",
            *(_moves(state) or ["No moves possible"]),
        ]
    )


def _column_lines(state: State) -> list[str]:
    cells = [
        [written(card) if visible else _HIDDEN for card, visible in reversed(column)] or [_EMPTY]
        for column in state.board.columns
    ]
    return [" ".join(row).rstrip() for row in zip_longest(*cells, fillvalue="  ")]


def _moves(state: State) -> list[str]:
    return [by_cards(move, state) for move in possible_moves(state) if Pile.DECK not in move[1:]]


def by_cards(move: Move, state: State) -> str:
    """A possible move by the cards that meet, `9C TH`, or one card where it goes to an empty pile.

    Other than a turn.
    """
    cards = [_card(state, move.source, move.size), _card(state, move.target, 1)]
    return " ".join(written(card) for card in cards if card)


def _card(state: State, pile: Pile, size: int) -> Card | None:
    """The card of a pile that has that many cards from it to the top, or `None`."""
    board = state.board
    if pile.suit:
        top = board.pillars.top(pile.suit)
        return Card(pile.suit, top) if top else None
    if pile.column is None:
        return board.discard[0] if board.discard else None
    column = board.columns[pile.column]
    return column[size - 1].card if column else None
