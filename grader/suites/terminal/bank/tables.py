"""Tables for the sessions: a few cards are placed by hand, the others fill the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from patience_grader.suite.bank import drawing
from terminal.cards import DECK, Card, read_card
from terminal.saves import write_save
from terminal.table import PILES, SLOTS, Pile, Stock, Table, set_up

__all__: list[str] = []

_ANY = "*"


def start(piles: Mapping[int, str], stock: str = "") -> Table:
    """The start of a game in which these cards lie last in their piles and first in the stock."""
    placed = {number: _cards(text) for number, text in piles.items()}
    first = _cards(stock)
    rest = _others([*first, *(card for cards in placed.values() for card in cards)], stock, piles)
    full = []
    for number in range(1, len(PILES) + 1):
        cards = placed.get(number, ())
        full.append((*(next(rest) for _ in range(number - len(cards))), *cards))
    return set_up(tuple(full), (*first, *rest))


def start_file(table: Table) -> str:
    """The start file that sets the table up."""
    lines = [
        f"{name}: {' '.join(str(card) for card in pile.hidden + pile.shown)}"
        for name, pile in zip(PILES, table.piles, strict=True)
    ]
    coming = " ".join(map(str, table.stock.coming))
    return "\n".join([*lines, f"stock: {coming}"]) + "\n"


def table(piles: Mapping[int, str], tops: str = "[] [] [] []", stock: str = "* | *") -> Table:
    """A table in the middle of a game. In `stock`, `*` is where the cards go that lie nowhere else.

    Face-down cards of the piles stand in square brackets.
    """
    foundations = tuple(None if top == "[]" else read_card(top) for top in tops.split())
    assert len(foundations) == len(SLOTS)
    full = {number: _pile(text) for number, text in piles.items()}
    left, _, right = stock.partition("|")
    used = [card for pile in full.values() for card in pile.hidden + pile.shown]
    used += [card for top in foundations for card in _down_from(top)]
    used += [read_card(word) for word in (left + right).split() if word != _ANY]
    rest = list(_others(used, stock, tops, piles))
    assert not rest or _ANY in stock, rest
    half = len(rest) // 2 if _ANY in left and _ANY in right else len(rest) * (_ANY in left)
    return Table(
        Stock(_filled(left, rest[:half]), _filled(right, rest[half:])),
        foundations,
        tuple(full.get(number, Pile()) for number in range(1, len(PILES) + 1)),
    )


def _filled(text: str, rest: list[Card]) -> tuple[Card, ...]:
    return tuple(
        card for word in text.split() for card in (rest if word == _ANY else [read_card(word)])
    )


def _down_from(top: Card | None) -> list[Card]:
    return [] if top is None else [top, *_down_from(top.below)]


def _pile(text: str) -> Pile:
    words = text.split()
    hidden = tuple(read_card(word.strip("[]")) for word in words if word.startswith("["))
    return Pile(hidden, tuple(read_card(word) for word in words if not word.startswith("[")))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(read_card, text.split()))


def _others(used: Sequence[Card], *label: object) -> Iterator[Card]:
    """The cards that nobody placed, in an order that is drawn for these labels."""
    return (card for card in drawing(__name__, *label).sample(DECK, len(DECK)) if card not in used)


def saved(one: Table) -> str:
    """The save of the table."""
    return write_save(one)
