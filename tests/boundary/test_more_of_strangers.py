"""What strangers' suites do with objects: more of them, copies, replaced methods, what is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import adopted, altered, lost, marked

pytestmark = pytest.mark.slow

CARDS = """
import functools
from collections import Counter, defaultdict

class Card:
    def __init__(self, value): self.value = value
    def __eq__(self, other): return isinstance(other, Card) and self.value == other.value
def hand(values): return [Card(value) for value in sorted(set(values))]
def by_value(values): return {value: Card(value) for value in values if value > 0}
def pair(values): return tuple(Card(value) for value in values if value > 0)
def load(text): return {"cards": [Card(int(word)) for word in text.split()]}

class Room:
    def __init__(self): self.items = []
    def take(self): return self.items.pop()

class Matrix:
    def __init__(self, rows): self.rows = [list(row) for row in rows]

def count(text): return Counter(text)
def groups(words):
    found = defaultdict(list)
    for word in words: found[len(word)].append(word)
    return found
def numbers():
    number = 1
    while True:
        yield number
        number += 1

def logged(function):
    @functools.wraps(function)
    def inner(*arguments): return function(*arguments)
    return inner
class Account:
    @logged
    def pay(self, amount): return amount
    def pay_twice(self, amount): return self.pay(amount) + self.pay(amount)

class Visitor:
    def visit(self, node, names):
        if isinstance(node, tuple): return sum(self.visit(one, names) for one in node)
        return self.number(node, names)
    def number(self, node, names): return node
"""
OF_CARDS = """
import itertools
from unittest.mock import patch
from cards import (
    Account, Card, Matrix, Room, Visitor, by_value, count, groups, hand, load, numbers, pair
)

def test_once(): assert len(hand([2, 1, 2])) == 2
def test_any_order(): assert hand([2, 1, 2]) == hand([1, 2, 2])
def test_are_cards(): assert all(isinstance(card, Card) for card in hand([2, 1, 2]))
def test_highest(): assert hand([2, 1, 2])[-1].value == 2
def test_max(): assert max(hand([2, 1, 2]), key=lambda card: card.value).value == 2
def test_positive(): assert len(by_value([1, 0])) == 1
def test_items():
    for value, card in by_value([1, 0, 2]).items():
        assert card.value == value
def test_pair(): assert all(card.value < 3 for card in pair([1, 0, 2]))
def test_loaded():
    cards = load("3 4 5")["cards"]
    assert [cards[0].value, cards[1].value] == [3, 4]
def test_taken():
    room = Room()
    room.items.append(Card(3))
    assert room.take().value == 3
def test_rows():
    rows = [[1, 2], [3, 4]]
    matrix = Matrix(rows)
    rows[0][0] = 99
    assert matrix.rows == [[1, 2], [3, 4]]
def test_count(): assert count("aab")["a"] == 2
def test_groups(): assert groups(["x", "yy"])[1] == ["x"]
def test_tee():
    some, others = itertools.tee(numbers())
    next(others)
    assert list(itertools.islice(zip(some, others), 2)) == [(1, 2), (2, 3)]
def test_pay():
    with patch.object(Account, "pay", autospec=True) as pay:
        pay.side_effect = lambda account, amount: 10
        assert Account().pay_twice(3) == 20
def test_visit():
    class Doubling(Visitor):
        def number(self, node, names):
            return 2 * super().number(node, names)
    assert Doubling().visit((1, 2, (3, 4)), {}) == 20
"""
MISTAKES = {
    "twice": ("sorted(set(values))", "sorted(values)", {"once"}),
    "zeros": ("values if value > 0}", "values if value >= 0}", {"positive"}),
    "more": (
        "tuple(Card(value) for value in values if value > 0)",
        "tuple(map(Card, values))",
        set(),
    ),
    "loads": ("Card(int(word))", "Card(int(word) % 4)", {"loaded"}),
    "takes": ("return self.items.pop()", "return Card(4)", {"taken"}),
    "shared": ("[list(row) for row in rows]", "rows", {"rows"}),
    "counts": ("Counter(text)", "Counter(text + 'a')", {"count"}),
    "capitals": ("append(word)", "append(word.upper())", {"groups"}),
    "names": (
        "return self.number(node, names)",
        "names[node] = 1; return self.number(node, names)",
        set(),
    ),
}


def test_objects_of_students(tmp_path: Path) -> None:
    files = {"solution/cards.py": CARDS, "tests/test_cards.py": OF_CARDS}
    assert adopted(tmp_path, "whist", files).left_out == ()
    texts = {"right": CARDS, **altered(CARDS, MISTAKES)}
    states = marked(tmp_path, "whist", {name: {"cards.py": text} for name, text in texts.items()})
    wanted = {name: losses for name, (_, _, losses) in MISTAKES.items()}
    assert lost(states) == {"right": set(), **wanted}
    said = {name: _said(tmp_path, name) for name in MISTAKES}
    assert "Got:\nCounter({'a': 3, 'b': 1})" in said["counts"]
    assert "Got:\ndefaultdict(list, {1: ['X'], 2: ['YY']})" in said["capitals"]
    assert "Got:\n[[99, 2], [3, 4]]" in said["shared"]
    assert "got1.append(" in said["takes"]
    assert "Called: load('3 4 5')['cards'][1].value\n" in said["loads"]
    assert "got1 = load('3 4 5')\ngot1['cards'][1].value" in said["loads"]


def _said(root: Path, name: str) -> str:
    """What feedback says of the tests that are lost."""
    results = json.loads((root / "marks" / name / "results.json").read_text("utf-8"))
    return "\n".join(one["output"] for one in results["tests"] if one["tags"][-1] != "passed")


LIGHTS = """
from enum import Enum
class Light(Enum):
    RED = 1
    GREEN = 2
    AMBER = 3
    def next(self): return Light(self.value % 3 + 1)
    def others(self): return [one for one in Light if one is not self]
def start(): return Light.RED
class Lamp:
    def __init__(self): self.light = start()
"""
OF_LIGHTS = """
from lights import Lamp, Light, start

def test_all(): assert start().next().next().next() is start()
def test_one(): assert start().next() is not start()
def test_loop():
    light = Light.RED
    for _ in range(3):
        light = light.next()
    assert light is Light.RED
def test_lamp(): assert Lamp().light.next() is not Lamp().light
def test_set(): assert {one.next().next() for one in Light} == set(Light)
def test_others(): assert start().others()[0].next() is not start().others()[0]
def test_red(): assert start() is Light.RED
"""
OF_OTHER_LIGHTS = {
    "the other way": ("self.value % 3 + 1", "(self.value + 1) % 3 + 1", set()),
    "another first one": (
        "def start(): return Light.RED",
        "def start(): return Light.AMBER",
        {"red"},
    ),
    "others turned": ("[one for one in Light if", "[one for one in reversed(Light) if", set()),
    "stays": ("self.value % 3 + 1", "self.value", {"one", "lamp", "others"}),
}


def test_members_that_the_solution_does_not_give_have_their_methods(tmp_path: Path) -> None:
    files = {"solution/lights.py": LIGHTS, "tests/test_lights.py": OF_LIGHTS}
    assert adopted(tmp_path, "lights", files).left_out == ()
    texts = altered(LIGHTS, OF_OTHER_LIGHTS)
    states = marked(tmp_path, "lights", {name: {"lights.py": text} for name, text in texts.items()})
    assert lost(states) == {name: losses for name, (_, _, losses) in OF_OTHER_LIGHTS.items()}
