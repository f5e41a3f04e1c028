"""Whole games that are won by moves to the foundations alone, from starts made for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from patience_grader.suite.bank import drawing
from suites.terminal.bank.staging import scene
from suites.terminal.bank.tables import saved, start, table
from terminal.cards import DECK, RANKS, Card, read_card
from terminal.table import PILES, SLOTS, Table, set_up

__all__ = ["ALMOST", "ALMOST_FROM_PILES", "ALMOST_OTHERWISE"]

_IN_STOCK = 24


@dataclass(frozen=True)
class Won:
    """A start, the lines until its stock is dealt out, and the others until it is won, if it is."""

    start: Table
    dealing: Sequence[str]
    later: Sequence[str]

    @property
    def with_a_king_back(self) -> Sequence[str]:
        """The later lines, in which a king goes back to its pile, which is a question, and up."""
        piles = {
            one.hidden[0]: name
            for name, one in zip(PILES, self.start.piles, strict=True)
            if one.hidden
        }
        moved = [read_card(line.split()[1]) for line in self.later]
        king = next(card for card in moved if card.rank == len(RANKS) and card in piles)
        at = moved.index(king)
        up, *rest = self.later[at:]
        return [*self.later[:at], up, f"move {king} {piles[king]} | king_back", up, *rest]


def _dealt_out() -> Won:
    """A game in which the stock goes to foundations that are drawn, as is the order in a rank."""
    chance = drawing(__name__)
    slots = dict(zip("HDcs", chance.sample(SLOTS, len(SLOTS)), strict=True))
    cards = [read_card(suit + rank) for rank in RANKS for suit in chance.sample("HDcs", len(slots))]
    rest = iter(cards[_IN_STOCK:])
    piles = tuple(tuple(next(rest) for _ in range(size))[::-1] for size in range(1, 8))
    up = [f"move {card} {slots[card.suit.value]}" for card in cards]
    dealing = list(chain.from_iterable(("deal", line) for line in up[:_IN_STOCK]))
    return Won(set_up(piles, tuple(cards[:_IN_STOCK])), dealing, ())


def _won_from_piles() -> Won:
    """A game in which the stock goes to the piles, so that no card goes from it to a foundation."""
    up = sorted(DECK, key=lambda card: card.rank)
    low = sorted(up[:_IN_STOCK], key=lambda card: -card.rank)
    high = iter(up[_IN_STOCK:])
    piles: list[list[Card]] = [[] for _ in PILES]
    for depth in range(len(piles)):
        for pile in piles[depth:]:
            pile.insert(0, next(high))
    onto = {pile[-1]: number for number, pile in enumerate(piles, 1)}
    dealing: list[str] = []
    for card in low:
        under = next(
            one for one in onto if one.rank == card.rank + 1 and one.suit.is_red != card.suit.is_red
        )
        onto[card] = onto.pop(under)
        dealing += ["deal", f"move {card} {onto[card]}"]
    slots = dict(zip("HDcs", SLOTS, strict=True))
    return Won(
        set_up(tuple(map(tuple, piles)), tuple(low)),
        dealing,
        [f"move {card} {slots[card.suit.value]}" for card in up],
    )


WON_FROM_STOCK = _dealt_out()
WON_FROM_PILES = _won_from_piles()
_LAST = {3: "[HK] DK", 7: "sK"}
LAST = saved(table(_LAST, "HQ DQ cQ sQ", "| cK"))
ALMOST = (
    scene(
        start({}),
        ["load last.txt", "move sK D", "move DK B", "deal", "move HK A", "move cK C"],
        {"last.txt": LAST},
    ),
    scene(
        start({}),
        ["load last.txt", "move sK A", "move cQ C", "deal", "move cK C"],
        {"last.txt": saved(table({3: "cQ", 7: "sK"}, "sQ HK cJ DK", "| cK"))},
    ),
)
"""Saves that are nearly won, with a king from the stock."""
ALMOST_FROM_PILES = (
    scene(
        start({}),
        ["load last.txt", "deal", "move cK C", "move sK D", "move DK B", "move HK A"],
        {"last.txt": LAST},
    ),
)
"""The same, with a king from a pile."""
ALMOST_OTHERWISE = tuple(
    scene(
        start({}),
        ["load last.txt", f"move sK {slots['s']}", f"move DK {slots['D']}", "deal"]
        + [f"move HK {slots['H']}", f"move cK {slots['c']}"],
        {"last.txt": saved(table(_LAST, " ".join(f"{one}Q" for one in slots), "| cK"))},
    )
    for slots in (dict(zip(suits, SLOTS, strict=True)) for suits in ("DHcs", "HDsc", "DHsc"))
)
"""The same with the suits in other places: for programs that have a place of their own for each."""
