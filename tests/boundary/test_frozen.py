"""Frozen values that a submission changes all the same: a test sees what it would under pytest."""

from __future__ import annotations

import pytest
from adopting import adopted, altered, lost, marked

ITEMS = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    name: str
    price: int


@dataclass(frozen=True)
class Cart:
    items: tuple = ()
    owner: str = ""


PEN = Item("pen", 2)
"""
RIGHT = """
from dataclasses import replace
from items import Cart, Item

NOTES = []


def cheaper(item, by):
    return replace(item, price=item.price - by)


def total(cart):
    return sum(one.price for one in cart.items)


def double(item):
    return item.price * 2


def told(item, note):
    note(item.name)
    return item.price
"""
TESTS = """
from items import PEN, Cart, Item
from shop import cheaper, double, told, total


def test_cheaper():
    item = Item("ink", 5)
    assert cheaper(item, 2) == Item("ink", 3)
    assert item == Item("ink", 5)


def test_total():
    cart = Cart((Item("a", 1), Item("a", 1), PEN), owner="ada")
    assert [total(cart), total(cart)] == [4, 4]


def test_pen():
    assert cheaper(PEN, 0).price == 2


def test_pen_price():
    assert double(PEN) == 4
    assert PEN.price == 2


def test_double():
    item = Item("ink", 5)
    assert double(item) == item.price * 2


def test_told():
    inner = []
    item = Item("ink", 5)
    assert told(item, lambda name: inner.append(double(Item(name, 4)))) == 5
    assert (inner, item.price) == ([8], 5)
"""
WRITTEN = 'object.__setattr__({}, "price", {})'
WAYS: dict[str, tuple[str, str, set[str]]] = {
    "unused": ("NOTES = []", 'NOTES = []\nobject.__setattr__(Item("a", 1), "price", 2)', set()),
    "own": (
        "return replace(item, price=item.price - by)",
        f"made = replace(item)\n    {WRITTEN.format('made', 'item.price - by')}\n    return made",
        set(),
    ),
    "given": (
        "return replace(item, price=item.price - by)",
        f"{WRITTEN.format('item', 'item.price - by')}\n    return item",
        {"cheaper"},
    ),
    "by_dict": (
        "return replace(item, price=item.price - by)",
        "made = replace(item, price=item.price - by)\n    vars(item)['price'] = 0\n    return made",
        {"cheaper"},
    ),
    "inner": (
        "return sum(one.price for one in cart.items)",
        f"found = sum(one.price for one in cart.items)\n    {WRITTEN.format('cart.items[1]', 0)}\n"
        "    return found",
        {"total"},
    ),
    "shared": (
        "return item.price * 2",
        f"{WRITTEN.format('item', 'item.price * 2')}\n    return item.price",
        {"pen_price", "double"},
    ),
    "emptied": (
        "return item.price * 2",
        f"{WRITTEN.format('item', 0)}\n    return 0",
        {"pen_price", "double", "told"},
    ),
    "called": (
        "return item.price\n",
        f"{WRITTEN.format('item', 9)}\n    return 5\n",
        {"told"},
    ),
}


@pytest.fixture(scope="module")
def losses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What each submission loses."""
    root = tmp_path_factory.mktemp("frozen")
    files = {"solution/items.py": ITEMS, "solution/shop.py": RIGHT, "stub/items.py": ITEMS}
    assert adopted(root, "shop", {**files, "tests/test_shop.py": TESTS}).left_out == ()
    texts = altered(RIGHT, WAYS)
    return lost(marked(root, "shop", {name: {"shop.py": text} for name, text in texts.items()}))


@pytest.mark.parametrize("name", WAYS)
def test_a_frozen_value_that_is_changed_is_seen_changed(
    losses: dict[str, set[str]], name: str
) -> None:
    assert losses[name] == WAYS[name][2]
