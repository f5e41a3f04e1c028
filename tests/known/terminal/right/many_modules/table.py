"""The whole table."""

from dataclasses import dataclass, field

from .foundations import Foundations
from .pile import Pile
from .stock import Stock


@dataclass
class Table:
    stock: Stock = field(default_factory=Stock)
    foundations: Foundations = field(default_factory=Foundations)
    piles: list[Pile] = field(default_factory=lambda: [Pile() for _ in range(7)])

    def copy(self) -> "Table":
        return Table(self.stock.copy(), self.foundations.copy(), [pile.copy() for pile in self.piles])
