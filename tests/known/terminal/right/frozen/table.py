"""The table as a value that never changes, and what makes other tables of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .cards import ACE, KING, Card

LETTERS = "ABCD"


class Illegal(Exception):
    """What the rules forbid, with the reason."""


@dataclass(frozen=True)
class Pile:
    """The cards that lie face down, and those face up on them."""

    hidden: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()

    def turned(self) -> Pile:
        """The pile with its last card face up."""
        if self.shown or not self.hidden:
            return self
        return Pile(self.hidden[:-1], self.hidden[-1:])


@dataclass(frozen=True)
class Table:
    """All cards."""

    piles: tuple[Pile, ...]
    tops: tuple[Card | None, ...] = (None,) * 4
    dealt: tuple[Card, ...] = ()
    coming: tuple[Card, ...] = ()

    @property
    def is_won(self) -> bool:
        return all(top is not None and top.rank == KING for top in self.tops)


def laid_out(cards: Sequence[Card]) -> Table:
    """The start: seven piles from these cards in order, and the stock."""
    piles, at = [], 0
    for size in range(1, 8):
        piles.append(Pile(tuple(cards[at : at + size - 1]), (cards[at + size - 1],)))
        at += size
    return Table(tuple(piles), coming=tuple(cards[at:]))


def dealt(table: Table) -> Table:
    """The table after a deal."""
    if table.coming:
        return replace(table, dealt=(*table.dealt, table.coming[0]), coming=table.coming[1:])
    if table.dealt:
        return replace(table, dealt=(), coming=table.dealt)
    raise Illegal("the stock holds no card")


def moved(table: Table, card: Card, target: str) -> Table:
    """The table after a move."""
    rest, cards, is_from_foundation = _without(table, card)
    if target in LETTERS:
        if is_from_foundation:
            raise Illegal(f"{card} is on a foundation already")
        return _on_foundation(rest, cards, LETTERS.index(target))
    number = int(target) - 1
    pile = table.piles[number]
    last = pile.shown[-1] if pile.shown else None
    if last is None and card.rank != KING:
        raise Illegal(f"{card} is no king, and pile {target} is empty")
    if last is not None and not card.goes_on(last):
        raise Illegal(f"{card} does not go on {last}")
    pile = rest.piles[number]
    return _with_pile(rest, number, Pile(pile.hidden, pile.shown + cards))


def _without(table: Table, card: Card) -> tuple[Table, tuple[Card, ...], bool]:
    """The table without the card and what lies on it, these cards, whether a foundation had it."""
    if table.dealt and table.dealt[-1] == card:
        return replace(table, dealt=table.dealt[:-1]), (card,), False
    for number, pile in enumerate(table.piles):
        if card in pile.shown:
            at = pile.shown.index(card)
            rest = Pile(pile.hidden, pile.shown[:at]).turned()
            return _with_pile(table, number, rest), pile.shown[at:], False
    for number, top in enumerate(table.tops):
        if top == card:
            under = Card(card.suit, card.rank - 1) if card.rank > ACE else None
            return _with_top(table, number, under), (card,), True
    raise Illegal(f"{card} is not where it could be taken")


def _on_foundation(table: Table, cards: tuple[Card, ...], number: int) -> Table:
    card, *others = cards
    if others:
        raise Illegal(f"{others[-1]} lies on {card}")
    top = table.tops[number]
    if top is None:
        if card.rank != ACE:
            raise Illegal(f"{card} is no ace, and foundation {LETTERS[number]} is free")
    elif card.suit is not top.suit or card.rank != top.rank + 1:
        raise Illegal(f"{card} does not follow {top}")
    return _with_top(table, number, card)


def _with_pile(table: Table, number: int, pile: Pile) -> Table:
    piles = table.piles
    return replace(table, piles=(*piles[:number], pile, *piles[number + 1 :]))


def _with_top(table: Table, number: int, top: Card | None) -> Table:
    tops = table.tops
    return replace(table, tops=(*tops[:number], top, *tops[number + 1 :]))
