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
BY_BYTES = "key = b'%d' % len(self.items); self.items[key] = Item(name); return key"
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
        "by_bytes": SHOPS.replace(adds, BY_BYTES),
        "by_uuid": SHOPS.replace(adds, BY_UUID),
        "invents": own.replace("self.items.get(i)", "self.items.get(i) or Item('?')"),
        "keeps": own.replace("self.items.pop(i)", "self.items[i]"),
        "mixes_up": own.replace("return self.n - 1", "return 1"),
        "raises": own.replace("raise NotThere(", "raise KeyError("),
    }
    states = marked(tmp_path, "shops", {one: {"shops.py": text} for one, text in versions.items()})
    every = {f"shops.{one}" for one in ("find", "none", "tags", "sell", "many", "differ")}
    assert {one: {name[6:] for name in every - earned(states[one])} for one in versions} == {
        **{one: set() for one in ("right", "from_one", "by_bytes", "by_uuid")},
        "invents": {"none", "sell"},
        "keeps": {"sell"},
        "mixes_up": {"find", "sell", "many", "differ"},
        "raises": {"sell"},
    }


SAVED = """
class Point:
    def __init__(self, x, y): self.x = x; self.y = y
    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)
    def to_dict(self): return {"x": self.x, "y": self.y}
    @classmethod
    def from_dict(cls, saved): return cls(saved["x"], saved["y"])
def save(points): return [point.to_dict() for point in points]
def load(saved): return [Point.from_dict(one) for one in saved]
"""
OF_SAVED = """
import json
import pytest
from saved import Point, load, save
def test_again():
    point = Point(3, 4)
    again = Point.from_dict(point.to_dict())
    assert again == point
    assert again is not point
    assert (again.x, again.y) == (3, 4)
def test_many():
    points = load(save([Point(3, 4), Point(5, 6)]))
    assert [(one.x, one.y) for one in points] == [(3, 4), (5, 6)]
def test_of_two():
    saved = [Point(1, 2).to_dict(), Point(3, 4).to_dict()]
    assert load(saved)[1].y == 4
def test_nothing():
    with pytest.raises(KeyError):
        Point.from_dict({})
"""


def test_a_form_of_its_own_is_read_again(tmp_path: Path) -> None:
    given = {"solution/saved.py": SAVED, "tests/test_saved.py": OF_SAVED}
    assert adopted(tmp_path, "points", given).left_out == ()
    by_name = SAVED.replace('"x"', '"left"').replace('"y"', '"top"')
    in_a_tuple = SAVED.replace('{"x": self.x, "y": self.y}', "(self.x, self.y)")
    in_a_tuple = in_a_tuple.replace('saved["x"], saved["y"]', "*(saved or {}['x'])")
    versions = {
        "by_name": by_name,
        "in_a_tuple": in_a_tuple,
        "swapped": by_name.replace('cls(saved["left"]', 'cls(saved["top"]'),
        "itself": by_name.replace("return cls(", "return cls.last if saved else cls(").replace(
            "self.x = x;", "self.x = x; Point.last = self;"
        ),
        "forgives": by_name.replace('saved["left"]', 'saved.get("left")').replace(
            'saved["top"]', 'saved.get("top")'
        ),
    }
    states = marked(tmp_path, "points", {one: {"saved.py": text} for one, text in versions.items()})
    every = {f"saved.{one}" for one in ("again", "many", "of_two", "nothing")}
    assert {one: {name[6:] for name in every - earned(states[one])} for one in versions} == {
        **{one: set() for one in ("by_name", "in_a_tuple")},
        "swapped": {"again", "many"},
        "itself": {"again", "many"},
        "forgives": {"nothing"},
    }
