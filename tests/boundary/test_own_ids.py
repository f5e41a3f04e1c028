"""A submission numbers things in its own way; who asks for one by its number gets that one."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, earned, marked

SHOPS = """
class NotThere(Exception):
    pass
class Item:
    def __init__(self, name): self.name = name; self.tags = []
class Shop:
    def __init__(self): self.items = {}; self.n = 1000
    def add(self, name):
        self.items[self.n] = Item(name); self.n += 1; return self.n - 1
    def find(self, i): return self.items.get(i)
    def get(self, i):
        if i not in self.items: raise NotThere(f"no {i}")
        return self.items[i]
    def many(self, ids): return [self.items[i] for i in ids]
    def sell(self, i):
        return self.items.pop(i) if i in self.items else False
"""
SUITE = """
import pytest
from shops import Shop, NotThere
def test_find():
    shop = Shop(); i = shop.add("x"); j = shop.add("y")
    assert shop.find(i).name == "x"
    assert shop.find(j).name == "y"
    assert shop.find(j) is shop.get(j)
def test_none():
    shop = Shop(); i = shop.add("x")
    assert shop.find("nothing") is None
    assert shop.find(i) is not None
def test_tags():
    shop = Shop(); i = shop.add("x")
    shop.get(i).tags.append("t")
    assert shop.get(i).tags == ["t"]
def test_sell():
    shop = Shop(); i = shop.add("x"); j = shop.add("y")
    assert shop.sell(i).name == "x"
    assert shop.find(i) is None
    assert not shop.sell(i)
    with pytest.raises(NotThere):
        shop.get(i)
    assert shop.find(j).name == "y"
def test_many():
    shop = Shop(); ids = [shop.add(n) for n in "abc"]
    assert [one.name for one in shop.many(ids[1:])] == ["b", "c"]
def test_differ():
    shop = Shop()
    assert shop.add("a") != shop.add("a")
"""
BY_UUID = "import uuid; key = str(uuid.uuid4()); self.items[key] = Item(name); return key"


def test_things_are_found_by_the_submissions_own_numbers(tmp_path: Path) -> None:
    given = {"solution/shops.py": SHOPS, "tests/test_shops.py": SUITE}
    assert adopted(tmp_path, "shops", given).left_out == ()
    own = SHOPS.replace("self.n = 1000", "self.n = 1")
    adds = "self.items[self.n] = Item(name); self.n += 1; return self.n - 1"
    assert adds in SHOPS
    versions = {
        "right": SHOPS,
        "from_one": own,
        "by_uuid": SHOPS.replace(adds, BY_UUID),
        "invents": own.replace("self.items.get(i)", "self.items.get(i) or Item('?')"),
        "keeps": own.replace("self.items.pop(i)", "self.items[i]"),
        "mixes_up": own.replace("return self.n - 1", "return 1"),
        "raises": own.replace("raise NotThere(", "raise KeyError("),
    }
    states = marked(tmp_path, "shops", {one: {"shops.py": text} for one, text in versions.items()})
    every = {f"shops.{one}" for one in ("find", "none", "tags", "sell", "many", "differ")}
    assert {one: {name[6:] for name in every - earned(states[one])} for one in versions} == {
        **{one: set() for one in ("right", "from_one", "by_uuid")},
        "invents": {"none", "sell"},
        "keeps": {"sell"},
        "mixes_up": {"find", "sell", "many", "differ"},
        "raises": {"sell"},
    }
