"""Start files."""

from .errors import at_line
from .pile import Pile
from .stock import Stock
from .table import Table
from .textfile import Register, read, sections

PILES = [str(number) for number in range(1, 8)]


def load_start(path: str) -> Table:
    found = sections(read(path), [*PILES, "stock"])
    register = Register()
    piles = []
    for label in PILES:
        number, text = found[label]
        cards = [register.card(number, word) for word in text.split()]
        if len(cards) != int(label):
            raise at_line(number, f"pile {label} has {label} cards, not {len(cards)}")
        piles.append(Pile(cards, len(cards) - 1))
    number, text = found["stock"]
    stock = Stock([], [register.card(number, word) for word in text.split()])
    register.check_complete()
    return Table(stock=stock, piles=piles)
