"""The table, and the rules: every move takes a table and returns a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from .cards import ACE, KING, Card
from .refusal import Refused

PILES = "1234567"
SLOTS = "ABCD"
"""The names of the piles and of the foundations, which are also the targets of a move."""

Cards = tuple[Card, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Pile:
    """The face-down cards of a pile and the face-up cards on them, the last one last."""

    hidden: Cards = ()
    shown: Cards = ()


@dataclass(frozen=True)
class Stock:
    """The cards dealt so far, the last of them shown, and those still to come, the next first.

    One after the other they are the stock in the order in which it is dealt.
    """

    dealt: Cards
    coming: Cards

    @property
    def shown(self) -> Card | None:
        """The card dealt last that is still there."""
        return self.dealt[-1] if self.dealt else None

    @property
    def is_empty(self) -> bool:
        """Whether no card is left, dealt or not."""
        return not self.dealt and not self.coming


@dataclass(frozen=True)
class Table:
    """Everything on the table. A foundation is its top card, `None` when it is free."""

    stock: Stock
    foundations: tuple[Card | None, ...]
    piles: tuple[Pile, ...]


def set_up(piles: tuple[Cards, ...], stock: Cards) -> Table:
    """The table at the start of a game: the last card of every pile is face up."""
    return Table(
        stock=Stock(dealt=(), coming=stock),
        foundations=(None,) * len(SLOTS),
        piles=tuple(Pile(pile[:-1], pile[-1:]) for pile in piles),
    )


def is_won(table: Table) -> bool:
    """Whether a king lies on every foundation."""
    return all(top is not None and top.rank == KING for top in table.foundations)


def deal(table: Table) -> Table:
    """The table with the next card of the stock shown, or with the stock reset after the last.

    Raises Refused when the stock is empty.
    """
    dealt, coming = table.stock.dealt, table.stock.coming
    if table.stock.is_empty:
        raise Refused("the stock is empty")
    if not coming:
        return replace(table, stock=Stock(dealt=(), coming=dealt))
    return replace(table, stock=Stock((*dealt, coming[0]), coming[1:]))


def move(table: Table, card: Card, target: str) -> Table:
    """The table after the card, and what lies on it, went to a pile or a foundation.

    Raises Refused when the card cannot be taken, or the target does not take it.
    """
    run, rest = _taken(table, card)
    if target in SLOTS:
        _check_foundation_takes(table, target, run)
        return replace(rest, foundations=_with(rest.foundations, SLOTS.index(target), card))
    number = PILES.index(target)
    # The pile is asked before the cards are taken: they do not fit where they come from.
    _check_pile_takes(table.piles[number], card)
    pile = rest.piles[number]
    return replace(rest, piles=_with(rest.piles, number, replace(pile, shown=pile.shown + run)))


def _taken(table: Table, card: Card) -> tuple[Cards, Table]:
    """The card with what lies on it, and the table without them."""
    if card == table.stock.shown:
        stock = replace(table.stock, dealt=table.stock.dealt[:-1])
        return (card,), replace(table, stock=stock)
    if card in table.foundations:
        slot = table.foundations.index(card)
        return (card,), replace(table, foundations=_with(table.foundations, slot, card.below))
    for number, pile in enumerate(table.piles):
        if card in pile.shown:
            place = pile.shown.index(card)
            left = _turned(replace(pile, shown=pile.shown[:place]))
            return pile.shown[place:], replace(table, piles=_with(table.piles, number, left))
    raise Refused(f"{card} cannot be taken: it does not lie face up in a pile or on top elsewhere")


def _turned(pile: Pile) -> Pile:
    """The pile with its last card face up."""
    return pile if pile.shown else Pile(pile.hidden[:-1], pile.hidden[-1:])


def fits(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other one in a pile: other colour, one rank lower."""
    return card.suit.is_red != onto.suit.is_red and card.rank + 1 == onto.rank


def _check_pile_takes(pile: Pile, card: Card) -> None:
    if not pile.shown and card.rank != KING:
        raise Refused(f"{card} cannot go to an empty pile: only a king can")
    if pile.shown and not fits(card, pile.shown[-1]):
        wanted = "it must have the other colour and be one rank lower"
        raise Refused(f"{card} does not fit on {pile.shown[-1]}: {wanted}")


def _check_foundation_takes(table: Table, slot: str, run: Cards) -> None:
    card, top = run[0], table.foundations[SLOTS.index(slot)]
    if len(run) > 1:
        raise Refused(f"{card} is covered: only a last card can go to a foundation")
    if card in table.foundations:
        raise Refused(f"{card} lies on a foundation already")
    if top is None and card.rank != ACE:
        raise Refused(f"{card} cannot go to a free foundation: only an ace can")
    if top is not None and card.below != top:
        raise Refused(
            f"{card} does not fit on {top}: it must have the same suit and be one rank higher"
        )


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
