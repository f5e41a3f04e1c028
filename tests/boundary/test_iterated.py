"""What is gone through again, by whoever made the iterator."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, earned, lost_by, marked

BAG = """
class L:
    def __init__(self, items): self.items = items
    def __iter__(self): return iter(self.items)
"""
SUITE = """
from bag import L
def test_iter_twice():
    it = iter(L([1, 2, 3])); assert next(it) == 1
    assert list(it) == [2, 3]
def test_break():
    it = iter(L([1, 2, 3]))
    for x in it: break
    assert [y for y in it] == [2, 3]
def test_two():
    l = L([1, 2])
    assert [(a, b) for a in l for b in l] == [(1, 1), (1, 2), (2, 1), (2, 2)]
def test_plain():
    assert list(L([1, 2, 3])) == [1, 2, 3]
    assert sum(L([1, 2])) == 3 and max(L([1])) == 1
def test_same():
    it = iter(L([1])); assert iter(it) is it
def test_zip():
    it = iter(L([1, 2, 3, 4]))
    assert list(zip(it, it)) == [(1, 2), (3, 4)]
"""
GENERATOR = """
class L:
    def __init__(self, items): self.items = items
    def __iter__(self):
        for one in self.items: yield one
"""
OWN = """
class I:
    def __init__(self, items): self.items, self.k = items, 0
    def __iter__(self): return self
    def __next__(self):
        if self.k >= len(self.items): raise StopIteration
        self.k += 1; return self.items[self.k - 1]
class L:
    def __init__(self, items): self.items = items
    def __iter__(self): return I(self.items)
"""
STARTS_AGAIN = """
class L:
    def __init__(self, items): self.items = items
    def __iter__(self): self.k = 0; return self
    def __next__(self):
        if self.k >= len(self.items): raise StopIteration
        self.k += 1; return self.items[self.k - 1]
"""
ONCE = """
class L:
    def __init__(self, items): self.items = items; self.k = 0
    def __iter__(self): return self
    def __next__(self):
        if self.k >= len(self.items): raise StopIteration
        self.k += 1; return self.items[self.k - 1]
"""
LIST = """
class L(list):
    def __init__(self, items): super().__init__(items); self.items = items
"""


def test_an_iterator_goes_on_where_it_is(tmp_path: Path) -> None:
    given = {"solution/bag.py": BAG, "tests/test_bag.py": SUITE}
    assert adopted(tmp_path, "bag", given).left_out == ()
    texts = {"right": BAG, "generator": GENERATOR, "own": OWN, "list": LIST}
    texts |= {"starts_again": STARTS_AGAIN, "once": ONCE}
    states = marked(tmp_path, "bag", {one: {"bag.py": text} for one, text in texts.items()})
    every = {f"bag.{one}" for one in ("iter_twice", "break", "two", "plain", "same", "zip")}
    assert {one: {name[4:] for name in every - earned(states[one])} for one in texts} == {
        **{one: set() for one in ("right", "generator", "own", "list")},
        "starts_again": {"iter_twice", "break", "two"},
        "once": {"two"},
    }


STOCK = """
class Item:
    def __init__(self, name, tags):
        self.name, self.tags = name, tags


class Stock:
    def __init__(self, items):
        self.items = {item.name: item for item in items}

    def __contains__(self, name):
        return name in self.items

    def tags(self):
        return sorted({tag for item in self.items.values() for tag in item.tags})
"""
OF_STOCK = """
from stock import Item, Stock

ROWS = {"pen": {"office"}, "ink": {"art", "office"}, "cup": set()}


def stock():
    return Stock(Item(name, set(tags)) for name, tags in ROWS.items())


def test_contains():
    assert "pen" in stock()
    assert "car" not in stock()


def test_tags():
    assert stock().tags() == ["art", "office"]
"""


def test_sets_that_a_generator_makes_anew_for_each_object(tmp_path: Path) -> None:
    files = {"solution/stock.py": STOCK, "tests/test_stock.py": OF_STOCK}
    submissions = {
        "100001": STOCK.replace("items.values() for tag", "items.values() if 1 for tag"),
        "100002": STOCK.replace("self.items =", "print('made')\n        self.items ="),
        "100003": STOCK.replace("name in self.items", "name == 'car'"),
    }
    assert lost_by(tmp_path, "stock", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"contains"},
    }


SALES = """
from typing import NamedTuple


class Sale(NamedTuple):
    shop: str
    amount: int


def sales(lines):
    for line in lines:
        shop, amount = line.split()
        yield Sale(shop, int(amount))
"""
OF_SALES = """
import io

from sales import Sale, sales

LINES = "North 3\\nSouth 4\\n"


def test_attributes():
    assert [one.amount for one in sales(io.StringIO(LINES))] == [3, 4]


def test_equal():
    assert list(sales(io.StringIO(LINES)))[1] == Sale("South", 4)


def test_one_after_the_other():
    for one in sales(io.StringIO("North 3")):
        assert (one.shop, one.amount) == ("North", 3)
"""


def test_a_list_of_new_objects_is_made_of_a_file_at_once(tmp_path: Path) -> None:
    files = {"solution/sales.py": SALES, "tests/test_sales.py": OF_SALES}
    every = {"attributes", "equal", "one_after_the_other"}
    listed = f"{SALES.replace('def sales', 'def made')}\n\ndef sales(lines):\n    return "
    submissions = {
        "list": f"{listed}list(made(lines))",
        "read": f"{listed}[one for one in made(lines.read().splitlines())]",
        "class": f"{listed}tuple(made(lines))".replace("(NamedTuple)", "").replace(
            "    shop: str\n    amount: int",
            "    def __init__(self, *both): self.shop, self.amount = both\n"
            "    def __eq__(self, other): return vars(self) == vars(other)",
        ),
        "swapped": f"{listed}list(made(lines))".replace("shop, int(amount)", "int(amount), shop"),
        "plain": f"{listed}[(*one,) for one in made(lines)]",
        "equal to all": f"{listed}list(made(lines.readlines()))".replace("NamedTuple)", "str)")
        .replace("    shop: str\n    amount: int", "    def __eq__(self, other): return True")
        .replace("Sale(shop, int(amount))", "Sale(line)"),
    }
    assert lost_by(tmp_path, "sales", files, submissions) == {
        **{one: set() for one in ("list", "read", "class")},
        **dict.fromkeys(("swapped", "equal to all"), every),
        "plain": every - {"equal"},
    }
