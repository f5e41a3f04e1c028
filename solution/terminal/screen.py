"""The screen: a table as text, and colours for it."""

from __future__ import annotations

import re

from .table import PILES, SLOTS, Pile, Stock, Table, is_won

HIDDEN = "[]"
NO_STOCK = "XX"
WON = "You won: a king lies on every foundation."

_RED_CARD = re.compile(r"\b[HD](?:10|[2-9AJQK])\b")
_ERROR = re.compile(r"(?m)^Error:")


def draw(table: Table) -> str:
    """The table as nine lines, and a tenth when the game is won."""
    tops = "  ".join(
        f"{slot} {top or HIDDEN}" for slot, top in zip(SLOTS, table.foundations, strict=True)
    )
    lines = [f"Stock: {_stock(table.stock)}", f"Foundations: {tops}"]
    lines += [f"{name}: {_pile(pile)}" for name, pile in zip(PILES, table.piles, strict=True)]
    lines += [WON] if is_won(table) else []
    return "\n".join(line.rstrip() for line in lines)


def _stock(stock: Stock) -> str:
    return NO_STOCK if stock.is_empty else str(stock.shown or HIDDEN)


def _pile(pile: Pile) -> str:
    return " ".join([HIDDEN] * len(pile.hidden) + [str(card) for card in pile.shown])


def coloured(text: str) -> str:
    """The text with its red cards and the word `Error:` in red."""
    for pattern in (_RED_CARD, _ERROR):
        text = pattern.sub("\x1b[31m\\g<0>\x1b[0m", text)
    return text
