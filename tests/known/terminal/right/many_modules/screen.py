"""What the player sees."""

from .cards import to_text
from .foundations import NAMES
from .pile import Pile
from .stock import Stock
from .table import Table


def stock_line(stock: Stock) -> str:
    shown = stock.shown()
    if shown is not None:
        return "Stock: " + to_text(shown)
    return "Stock: XX" if stock.is_empty() else "Stock: []"


def foundations_line(tops: list[int | None]) -> str:
    parts = [f"{name} {'[]' if top is None else to_text(top)}" for name, top in zip(NAMES, tops)]
    return "Foundations: " + "   ".join(parts)


def pile_line(number: int, pile: Pile) -> str:
    texts = ["[]" if index < pile.hidden else to_text(card) for index, card in enumerate(pile.cards)]
    return f"{number}:" + "".join(f" {text:>3}" for text in texts)


def render(table: Table) -> str:
    lines = [stock_line(table.stock), foundations_line(table.foundations.tops)]
    lines += [pile_line(number, pile) for number, pile in enumerate(table.piles, 1)]
    return "\n".join(lines)
