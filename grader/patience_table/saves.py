"""Saves: text that a person can read, in the format of the game with typed commands.

What that format has no line for stands in a comment, which other programs skip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from patience_grader.errors import WriteError
from patience_grader.text.atomic import write_atomically

from .engine import Standing
from .position import COLUMNS, NAMES, SUITS, Card, Column, Lying, Position, fits

_HEADER, _VERSION = "solitaire", "1"
_STOCK = "stock"
_SLOTS = tuple("ABCD")
_PILES = tuple(str(number + 1) for number in range(COLUMNS))
_FREE = "[]"
_LETTERS = dict(zip(SUITS, "sHcD", strict=True))
_CARDS = {
    letter + name: Card(suit, value)
    for suit, letter in _LETTERS.items()
    for value, name in enumerate(NAMES, 1)
}
_PLAYED = re.compile(
    r"# played by the rules '([a-z ]+)': score (-?\d{1,9}), moves (\d{1,9}), passes (\d{1,9}), "
    r"a column was (empty|never empty), (\d{1,9}) seconds"
)
T = TypeVar("T")


class Refused(Exception):
    """The text is not a save, or cannot be written or read; the text says why."""


def write_save(standing: Standing, seconds: int) -> str:
    """The game as a save."""
    position = standing.position
    dealt = [_word(card) for card in reversed(position.waste)]
    coming = [_word(card) for card in position.stock]
    tops = [
        _word(Card(suit, top)) if top else _FREE
        for suit, top in zip(SUITS, position.pillars, strict=True)
    ]
    piles = (" ".join(_lying_word(one) for one in reversed(pile)) for pile in position.columns)
    emptied = "empty" if standing.emptied else "never empty"
    lines = [f"{_HEADER} {_VERSION}", " ".join([f"{_STOCK}:", *dealt, "|", *coming])]
    lines += [f"{slot}: {top}" for slot, top in zip(_SLOTS, tops, strict=True)]
    lines += [f"{name}: {pile}".rstrip() for name, pile in zip(_PILES, piles, strict=True)]
    lines.append(
        f"# played by the rules '{standing.rules}': score {standing.score}, "
        f"moves {standing.moves}, passes {standing.passes}, a column was {emptied}, "
        f"{seconds} seconds"
    )
    return "\n".join(lines) + "\n"


def read_save(text: str, rules: str) -> tuple[Standing, int]:
    """The game that a save holds, and its seconds; by these rules if it does not tell its own.

    Raises Refused, naming the line, when the text is not a save or its table is impossible.
    """
    page = _Page(text)
    waste, stock = page.read(_STOCK, _read_stock)
    tops = [page.read(slot, _read_top) for slot in _SLOTS]
    columns = tuple(page.read(name, _read_column) for name in _PILES)
    below = {
        slot: [Card(top.suit, value) for value in range(1, top.value + 1)] if top else []
        for slot, top in zip(_SLOTS, tops, strict=True)
    }
    piles = {
        name: [one.card for one in column] for name, column in zip(_PILES, columns, strict=True)
    }
    page.check_cards({_STOCK: [*waste, *stock], **below, **piles})
    values = {top.suit: top.value for top in tops if top}
    pillars = tuple(values.get(suit, 0) for suit in SUITS)
    standing = Standing(Position(stock, waste[::-1], pillars, columns), rules)
    standing = replace(standing, won=standing.position.is_complete)
    played = _PLAYED.search(text)
    if played is None:
        return standing, 0
    name, score, moves, passes, emptied, seconds = played.groups()
    counts = replace(standing, score=int(score), moves=int(moves), passes=int(passes))
    return replace(counts, rules=name, emptied=emptied == "empty"), int(seconds)


def save(path: Path, standing: Standing, seconds: int) -> None:
    """Writes the game to the file, which is replaced as a whole. Raises Refused."""
    try:
        write_atomically(path, write_save(standing, seconds))
    except WriteError as fault:
        raise Refused(str(fault)) from fault


def load(path: Path, rules: str) -> tuple[Standing, int]:
    """The game in the file, and its seconds. Raises Refused."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Refused(f"{path} is not a text file") from fault
    except OSError as fault:
        raise Refused(f"{path} cannot be read: {fault.strerror}") from fault
    return read_save(text, rules)


class _Page:
    """The labelled lines of a save, each label there exactly once."""

    def __init__(self, text: str) -> None:
        lines = self._lines(text)
        number, header = next(lines, (1, ""))
        if not re.fullmatch(rf"{_HEADER}\s+\S+", header):
            raise Refused(f"line {number}: a save begins with the line '{_HEADER} {_VERSION}'")
        if header.split()[1] != _VERSION:
            raise Refused(f"line {number}: this save is of another version than {_VERSION}")
        self._numbers: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        labels = (_STOCK, *_SLOTS, *_PILES)
        for number, line in lines:
            label, colon, rest = (part.strip() for part in line.partition(":"))
            if not colon or label not in labels:
                raise Refused(f"line {number}: {line[:20]!r} is not a line of a save")
            if label in self._numbers:
                raise Refused(f"line {number}: '{label}:' is there twice")
            self._numbers[label], self._texts[label] = number, rest
        missing = [label for label in labels if label not in self._numbers]
        if missing:
            raise Refused(f"the line '{missing[0]}:' is missing")

    @staticmethod
    def _lines(text: str) -> Iterator[tuple[int, str]]:
        """The lines that say something, with their numbers and without comments."""
        for number, line in enumerate(text.split("\n"), 1):
            said = line.partition("#")[0].strip()
            if said:
                yield number, said

    def read(self, label: str, reader: Callable[[str], T]) -> T:
        """What the reader makes of the line with the label; a refusal names the line."""
        try:
            return reader(self._texts[label])
        except Refused as refusal:
            raise Refused(f"line {self._numbers[label]}: {refusal}") from None

    def check_cards(self, piles: dict[str, list[Card]]) -> None:
        """Nothing when every card is there exactly once. Raises Refused otherwise."""
        seen: dict[Card, int] = {}
        for label in sorted(piles, key=self._numbers.__getitem__):
            for card in piles[label]:
                if card in seen:
                    number = self._numbers[label]
                    raise Refused(f"line {number}: {_word(card)} is in line {seen[card]} too")
                seen[card] = self._numbers[label]
        missing = [word for word, card in _CARDS.items() if card not in seen]
        if missing:
            more = " and others" if len(missing) > 3 else ""
            raise Refused(f"cards are missing: {', '.join(missing[:3])}{more}")


def _word(card: Card) -> str:
    return _LETTERS[card.suit] + NAMES[card.value - 1]


def _lying_word(lying: Lying) -> str:
    return _word(lying.card) if lying.visible else f"[{_word(lying.card)}]"


def _read_card(word: str) -> Card:
    if word not in _CARDS:
        raise Refused(f"{word[:20]!r} is not a card")
    return _CARDS[word]


def _read_stock(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    if text.count("|") != 1:
        raise Refused("one | belongs between the cards dealt and those to come")
    dealt, _, coming = text.partition("|")
    return tuple(map(_read_card, dealt.split())), tuple(map(_read_card, coming.split()))


def _read_top(text: str) -> Card | None:
    return None if text == _FREE else _read_card(text)


def _read_column(text: str) -> Column:
    words = text.split()
    pile = tuple(
        Lying(_read_card(word.removeprefix("[").removesuffix("]")), not word.startswith("["))
        for word in words
    )
    if [_lying_word(one) for one in pile] != words:
        raise Refused("a card is written neither as sA nor as [sA]")
    if pile and not pile[-1].visible:
        raise Refused("the last card of a pile must be face up")
    for onto, one in pairwise(pile):
        if onto.visible and not one.visible:
            raise Refused(f"{_word(one.card)} lies face down on a card that is face up")
        if onto.visible and not fits(one.card, onto.card):
            raise Refused(f"{_word(one.card)} cannot lie on {_word(onto.card)}")
    return pile[::-1]
