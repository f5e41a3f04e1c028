"""Cards are numbers: 13 * suit + rank, both from 0."""

from .errors import GameError

LETTERS = "HDcs"
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
ALL_CARDS = range(52)


def suit(card: int) -> int:
    return card // 13


def rank(card: int) -> int:
    return card % 13


def is_black(card: int) -> bool:
    return suit(card) >= 2


def to_text(card: int) -> str:
    return LETTERS[suit(card)] + RANKS[rank(card)]


def from_file(word: str) -> int:
    for card in ALL_CARDS:
        if to_text(card) == word:
            return card
    raise GameError(f"{word!r} is not a card; write H3 or sA")


def from_player(word: str) -> int:
    for card in ALL_CARDS:
        if to_text(card).upper() == word.upper():
            return card
    raise GameError(f"{word!r} is not a card; type H3 or sA")
