"""Saves and start files: text that a person can read, and the checks on reading it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeVar

from .cards import DECK, Card, read_card
from .refusal import Refused
from .table import PILES, SLOTS, Cards, Pile, Stock, Table, fits, set_up

NAME, VERSION = "solitaire", "1"
STOCK = "stock"
FREE = "[]"
T = TypeVar("T")


def write_save(table: Table) -> str:
    """The table as a save."""
    dealt, coming = (map(str, cards) for cards in (table.stock.dealt, table.stock.coming))
    tops = (str(top or FREE) for top in table.foundations)
    piles = (
        " ".join([*(f"[{card}]" for card in pile.hidden), *map(str, pile.shown)])
        for pile in table.piles
    )
    lines = [f"{NAME} {VERSION}", " ".join([f"{STOCK}:", *dealt, "|", *coming])]
    lines += [f"{slot}: {top}" for slot, top in zip(SLOTS, tops, strict=True)]
    lines += [f"{name}: {pile}".rstrip() for name, pile in zip(PILES, piles, strict=True)]
    return "\n".join(lines) + "\n"


def read_save(text: str) -> Table:
    """The table that a save holds.

    Raises Refused, naming the line, when the text is not a save or its table is impossible.
    """
    lines = _lines(text)
    number, header = next(lines, (1, ""))
    if not re.fullmatch(rf"{NAME}\s+\S+", header):
        raise Refused(f"line {number}: not a save: it begins with the line '{NAME} {VERSION}'")
    if header.split()[1] != VERSION:
        raise Refused(f"line {number}: this save has another version, not version {VERSION}")
    page = _Page(lines, (STOCK, *SLOTS, *PILES))
    stock = page.read(STOCK, _read_stock)
    tops = tuple(page.read(slot, _read_top) for slot in SLOTS)
    piles = tuple(page.read(name, _read_pile) for name in PILES)
    page.check_cards(
        {
            STOCK: stock.dealt + stock.coming,
            **{slot: _down_from(top) for slot, top in zip(SLOTS, tops, strict=True)},
            **{name: pile.hidden + pile.shown for name, pile in zip(PILES, piles, strict=True)},
        }
    )
    return Table(stock, tops, piles)


def read_start(text: str) -> Table:
    """The table that a start file sets up.

    Raises Refused, naming the line, when it does not set up a whole deck.
    """
    page = _Page(_lines(text), (*PILES, STOCK))
    cards = {label: page.read(label, _read_cards) for label in (*PILES, STOCK)}
    page.check_cards(cards)
    for size, name in enumerate(PILES, 1):
        if len(cards[name]) != size:
            raise Refused(
                f"line {page.numbers[name]}: pile {name} has {len(cards[name])} cards, not {size}"
            )
    return set_up(tuple(cards[name] for name in PILES), cards[STOCK])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers and without comments."""
    for number, line in enumerate(text.split("\n"), 1):
        said = line.partition("#")[0].strip()
        if said:
            yield number, said


class _Page:
    """The labelled lines of a file, each label there exactly once."""

    def __init__(self, lines: Iterator[tuple[int, str]], labels: tuple[str, ...]) -> None:
        self.numbers: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        for number, line in lines:
            label, colon, text = (part.strip() for part in line.partition(":"))
            if not colon or label not in labels:
                raise Refused(f"line {number}: {line[:20]!r} is not one of the lines of this file")
            if label in self.numbers:
                first = self.numbers[label]
                raise Refused(f"line {number}: '{label}:' is already in line {first}")
            self.numbers[label], self._texts[label] = number, text
        for label in labels:
            if label not in self.numbers:
                raise Refused(f"the line '{label}:' is missing")

    def read(self, label: str, reader: Callable[[str], T]) -> T:
        """What the reader makes of the text after this label; a refusal names the line."""
        try:
            return reader(self._texts[label])
        except Refused as refusal:
            raise Refused(f"line {self.numbers[label]}: {refusal}") from None

    def check_cards(self, cards: dict[str, Cards]) -> None:
        """Nothing when every card of the deck is there exactly once.

        Raises Refused otherwise.
        """
        seen: dict[Card, int] = {}
        for number, label in sorted((self.numbers[label], label) for label in cards):
            for card in cards[label]:
                if card in seen:
                    raise Refused(f"line {number}: {card} is in line {seen[card]} already")
                seen[card] = number
        missing = [str(card) for card in DECK if card not in seen]
        if missing:
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            raise Refused(f"cards are missing: {', '.join(missing[:3])}{more}")


def _read_cards(text: str) -> Cards:
    return tuple(read_card(word) for word in text.split())


def _read_stock(text: str) -> Stock:
    if text.count("|") != 1:
        raise Refused("one | is needed, between the cards dealt and those still to come")
    dealt, _, coming = text.partition("|")
    return Stock(_read_cards(dealt), _read_cards(coming))


def _read_top(text: str) -> Card | None:
    return None if text == FREE else read_card(text)


def _down_from(top: Card | None) -> Cards:
    """The cards of a foundation: its top card and all below it."""
    return (top, *_down_from(top.below)) if top else ()


def _read_pile(text: str) -> Pile:
    hidden: list[Card] = []
    shown: list[Card] = []
    for word in text.split():
        bracketed = re.fullmatch(r"\[(.*)\]", word)
        card = read_card(bracketed[1] if bracketed else word)
        if bracketed and shown:
            raise Refused(f"{card} lies face down on {shown[-1]}, which is face up")
        (hidden if bracketed else shown).append(card)
    if hidden and not shown:
        raise Refused(f"{hidden[-1]} is the last card of its pile, so it must be face up")
    for onto, card in pairwise(shown):
        if not fits(card, onto):
            raise Refused(f"{card} cannot lie on {onto}")
    return Pile(tuple(hidden), tuple(shown))
