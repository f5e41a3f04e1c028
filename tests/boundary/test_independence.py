"""Questions that no earlier answer has had a part in are sent together, and no others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from adopting import adopted

WORKER = Path(__file__).parents[1] / "support" / "forking.py"

SOLUTION = """
class Item:
    def __init__(self, name):
        self.name = name
        self.count = 0
        self.marks = []

    def add(self, count):
        self.count += count
        return self

    def all_marks(self):
        return self.marks

    def __len__(self):
        return 5

    def __getitem__(self, place):
        return 5

    def __eq__(self, other):
        return self.name == other.name


class Hash:
    pass


LIMIT = 2


def is_of(cls, number):
    return cls is Item


def double(number):
    return 2 * number


def is_even(number):
    return number % 2 == 0


def below(number):
    return list(range(number))


def order(numbers):
    numbers.sort()


def find(name):
    return Item(name) if name else None


def check(number):
    if number < 0:
        raise ValueError(number)
"""

TOGETHER = """
def test_in_a_row():
    assert double(3) == 6
    assert double(4) == 8
    assert double(5) == 10

def test_loop():
    for number in range(10, 15):
        assert double(number) == 2 * number

def test_table():
    for number, right in TABLE:
        if number > 30:
            assert double(number + 1) == right + 2

def test_list():
    assert [double(number) for number in range(10, 15)] == [20, 22, 24, 26, 28]

@pytest.mark.parametrize("number", [50])
def test_parameter(number):
    assert double(number) == 100
    assert double(number + 7) == 114

@given(st.integers(50, 60))
@settings(max_examples=3)
def test_drawn(number):
    assert double(number) == 2 * number
    assert double(number + 13) == 2 * number + 26

def test_raises():
    with pytest.raises(ValueError):
        check(-5)
    with pytest.raises(ValueError):
        check(-6)

def test_objects():
    one = Item("apple")
    other = Item("peach")
    assert one.name == "apple"
    assert one != other

def test_method():
    for text in "60,61".split(","):
        assert double(int(text)) == 2 * int(text)

def test_classes():
    assert is_of(Item, 3)
    assert not is_of(Hash, 4)
"""
"""All questions of each of these are sent together."""

APART = """
def test_condition():
    if is_even(4):
        assert double(40) == 80

def test_derived():
    found = double(20)
    assert double(found + 1) == 82

def test_little():
    found = is_even(4)
    assert double(found) == 2

def test_inner():
    assert double(double(20) + 1) == 82

def test_and():
    assert is_even(4) and is_even(6)

def test_choice():
    number = 30 if is_even(4) else 31
    assert double(number) == 60

def test_kept():
    found = [7]
    found.append(double(20))
    assert double(sum(found)) == 94

def test_how_often():
    for _ in below(3):
        assert double(30) == 60

def test_until():
    number = 30
    while not is_even(number):
        number += 1
    assert double(30) == 60

def test_caught():
    try:
        check(5)
        assert double(30) == 60
    except ValueError:
        pass

def test_suppressed():
    with contextlib.suppress(ValueError):
        check(5)
        assert double(30) == 60

def test_assumed():
    assumed(is_even(4))
    assert double(30) == 60

def test_keyed():
    numbers = [3, 2]
    numbers.sort(key=double)
    assert double(numbers[0] + 40) == 84

def test_sorted_in_place():
    numbers = [23, 22]
    order(numbers)
    assert double(numbers[0] + 40) == 124

def test_index():
    assert double([30, 31][is_even(4)]) == 62

def test_found():
    find("")
    item = Item("pear")
    assert item.name == "pear"

def test_walrus():
    found = 30
    assert (found := double(20)) == 40
    assert double(found + 1) == 82

def test_global():
    KEPT["number"] = double(20)
    assert double(KEPT["number"] + 1) == 82

def test_noted():
    note(20)
    assert double(KEPT["noted"] + 1) == 82

def test_either():
    ones, others = [1], [2]
    chosen = ones if is_even(4) else others
    chosen.append(3)
    assert double(len(ones) + 40) == 84

def test_given_on():
    found = double(1)
    assert double(found) == 4

def test_constant():
    assert double(things.LIMIT) == 4

def test_made():
    item = made("melon")
    assert double(len(item) + 50) == 110

def test_part():
    item = made("melon")
    assert double(item[0] + 50) == 110

def test_told():
    assert double(21) == 42
    assert double(42) == 84

def test_drops():
    item = Item("plum")
    assert item.all_marks() == []
    assert item.all_marks() == []
"""
"""The last question of each of these is sent when those before it are answered."""

HEAD = """
import contextlib

import pytest
import things
from hypothesis import given, settings
from hypothesis import strategies as st
from things import Hash, Item, below, check, double, find, is_even, is_of, order

TABLE = [(20, 40), (31, 62), (32, 64)]
KEPT = {}


def made(name):
    return Item(name)


def note(number):
    KEPT["noted"] = double(number)


def assumed(condition):
    if not condition:
        pytest.skip("not now")
"""


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[int]]:
    root = tmp_path_factory.mktemp("sent")
    tests = HEAD + TOGETHER + APART
    assert adopted(root, "things", {"solution/things.py": SOLUTION, "tests/test_things.py": tests})
    job = json.dumps(["sent", str(root / "course"), "things"])
    command = [sys.executable, str(WORKER)]
    done = subprocess.run(command, input=job, capture_output=True, text=True, check=True)
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


def _names(tests: str) -> list[str]:
    lines = [one for one in tests.splitlines() if one.startswith("def ")]
    return [one[4:].partition("(")[0] for one in lines]


def test_what_hangs_on_no_answer_is_sent_together(sent: dict[str, list[int]]) -> None:
    apart = {name: sent[name] for name in sent if name.partition("[")[0] in _names(TOGETHER)}
    assert all(len(messages) == 1 for messages in apart.values()), apart


def test_what_may_hang_on_an_answer_waits_for_it(sent: dict[str, list[int]]) -> None:
    together = {name: sent[name] for name in _names(APART) if sent[name][-1:] != [1]}
    assert together == {}
