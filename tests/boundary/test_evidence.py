"""What a student is shown of a lost test: the smallest example, what led to it, lines to paste."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from adopting import adopted, earned, lost_by, marked
from patience_grader.boundary import evidence

GRID = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    rows: tuple

    def __str__(self):
        return "\\n".join(" ".join(map(str, row)) for row in self.rows)
"""
RIGHT = """
from grid import Grid

LOG = []


class Account:
    made = 0

    def __init__(self, owner, balance=0):
        Account.made += 1
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount

    def __add__(self, other):
        return Account(self.owner, self.balance + other.balance)


def log(text):
    LOG.append(text)


def logged():
    return list(LOG)


def sort(numbers):
    numbers.sort()


def total(numbers):
    return sum(numbers)


def mean(numbers):
    return total(numbers) / len(numbers)


def mirror(grid):
    return Grid(tuple(row[::-1] for row in grid.rows))


class Table:
    def __init__(self, rows):
        self.rows = rows

    def __setitem__(self, place, row):
        row.append(0)
        self.rows[place] = row

    def __getitem__(self, place):
        return self.rows[place]


def apply(function, numbers):
    numbers[:] = map(function, numbers)


def counting(start):
    while True:
        yield start
        start += 1


def wait(number):
    return number
"""
MISTAKES = {
    "self.balance += amount": "self.balance += amount if amount < 40 else 40",
    "Account.made += 1": "self.made += 1",
    "self.balance + other.balance": "other.balance",
    "LOG.append": "LOG.append(text) or LOG.append",
    "numbers.sort()": "numbers[:] = sorted(set(numbers))",
    "sum(numbers)": "sum(n for n in numbers if n < 500)",
    "row[::-1]": "row",
    "row.append(0)": "row.append(1)",
    "map(function, numbers)": "map(function, numbers[1:])",
    "start += 1": "start += 2",
    "return number\n": "\n    while number > 2:\n        pass\n    return number\n",
}
TESTS = """
import pytest
from hypothesis import given, settings, strategies as st
from grid import Grid
from lib import Account, Table, apply, counting, log, logged, mean, mirror, sort, total, wait

few = settings(max_examples=40)
GRIDS = st.integers(2, 4).flatmap(
    lambda n: st.lists(st.tuples(*[st.integers(0, 9)] * n), min_size=2, max_size=4)
).map(lambda rows: Grid(tuple(rows)))


@few
@given(st.lists(st.integers(0, 1000), max_size=9))
def test_total(numbers):
    assert total(numbers) == sum(numbers)


@few
@given(st.lists(st.integers(0, 1000), max_size=9), st.data())
def test_drawn_inside(numbers, data):
    more = data.draw(st.lists(st.integers(0, 1000), max_size=9))
    assert total(numbers + more) == sum(numbers) + sum(more)


def test_long():
    for n in range(60):
        numbers = [1] * n + [700] * (n > 50)
        assert total(numbers) == n + 700 * (n > 50)


@few
@given(GRIDS)
def test_mirror(grid):
    assert mirror(grid).rows == tuple(row[::-1] for row in grid.rows)


@few
@given(st.lists(st.integers(1, 1000), min_size=1, max_size=9))
def test_deposits(amounts):
    Account("nobody").deposit(1)
    account = Account("Ada")
    for amount in amounts:
        account.deposit(amount)
    assert account.balance == sum(amounts)


@few
@given(st.builds(Account, st.just("Ada"), st.integers(0, 9)), st.integers(1, 99))
def test_built(account, amount):
    before = account.balance
    account.deposit(amount)
    assert account.balance == before + amount


def test_made():
    Account("a")
    Account("b")
    assert Account.made == 2


def test_log():
    mean([1, 2])
    log("a")
    assert logged() == ["a"]


@few
@given(st.lists(st.integers()))
def test_sort(numbers):
    mine = list(numbers)
    sort(mine)
    assert mine == sorted(numbers)


def test_mean():
    assert mean([700, 1]) == 350.5


def test_set():
    table, row = Table([1, 2]), [3]
    table[0] = row
    assert row == [3, 0]


def test_apply():
    numbers = [1, 2]
    apply(lambda n: n + 1, numbers)
    assert numbers == [2, 3]


def test_sum():
    assert (Account("a", 1) + Account("b", 2)).balance == 3


def test_next():
    numbers = counting(5)
    next(numbers)
    assert next(numbers) == 6


def test_wait():
    wait(1)
    assert wait(3) == 3
"""
NOT_PASTED = {"wait", "set"}
"""One hangs, and one ends with a statement."""
PASTED = """
import ast, sys
for text in map(ast.literal_eval, sys.stdin):
    for name in ("lib", "grid"):
        sys.modules.pop(name, None)
    *lines, last = ast.parse(text).body
    names = {}
    try:
        exec(compile(ast.Module(lines, []), "lines", "exec"), names)
        said = repr(eval(compile(ast.Expression(last.value), "last", "eval"), names))
    except Exception as error:
        said = repr(error)
    print(said)
"""


@pytest.fixture(scope="module")
def wrong() -> str:
    """A submission with many mistakes."""
    text = RIGHT
    for right, mistake in MISTAKES.items():
        assert text.count(right) == 1, right
        text = text.replace(right, mistake)
    return text


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, wrong: str) -> dict[str, dict[str, Any]]:
    """The evidence for each lost criterion of that submission."""
    root = tmp_path_factory.mktemp("evidence")
    stub = "class Account:\n    pass\n"
    given = {"solution/grid.py": GRID, "solution/lib.py": RIGHT, "tests/test_lib.py": TESTS}
    adopted(root, "lib", {**given, "stub/grid.py": GRID, "stub/lib.py": stub})
    states = marked(root, "lib", {"one": {"lib.py": wrong}})["one"]
    assert set(states.values()) == {"failed", "timed out"}
    sheet = json.loads((root / "marks/one/sheet.json").read_text("utf-8"))
    return {
        name.removeprefix("lib."): {**one["evidence"], "reason": one["reason"]}
        for name, one in sheet["verdicts"].items()
    }


CALLED = {
    "total": "total([500])",
    "drawn_inside": "total([500])",
    "made": "account1 = Account('a')\naccount2 = Account('b')\nAccount.made",
    "log": "mean([1, 2])\nlog('a')\nlogged()",
    "sort": "sort([0, 0])",
    "mean": "mean([700, 1])",
    "sum": "(Account('a', 1) + Account('b', 2)).balance",
    "set": "table1 = Table([1, 2])\ntable1[0] = [3]",
    "apply": "apply(lambda n: n + 1, [1, 2])",
    "next": "generator1 = counting(5)\nnext(generator1)\nnext(generator1)",
    "wait": "wait(3)",
    "mirror": "mirror(Grid(rows=((0, 0), (0, 1))))",
}


@pytest.mark.parametrize("name", CALLED)
def test_the_smallest_example_is_shown_with_what_led_to_it(
    shown: dict[str, dict[str, Any]], name: str
) -> None:
    assert shown[name]["called"] == CALLED[name], shown[name]


LINES = r"account1 = Account\('Ada'(, \d)?\)\naccount1\.deposit\((\d\d)\)\naccount1\.balance"


@pytest.mark.parametrize("name", ["deposits", "built"])
def test_what_was_done_with_other_objects_and_in_other_examples_is_left_out(
    shown: dict[str, dict[str, Any]], name: str
) -> None:
    assert re.fullmatch(LINES, shown[name]["called"])


def test_the_reason_names_the_call_and_both_answers(shown: dict[str, dict[str, Any]]) -> None:
    assert shown["total"]["reason"] == "total([500]): 0, where the solution gives 500"
    assert shown["total"]["expected"] == "500"
    assert shown["total"]["got"] == "0"
    assert shown["total"]["repeat"].endswith("the folder that holds your files")


def test_a_changed_argument_is_told(shown: dict[str, dict[str, Any]]) -> None:
    assert shown["sort"]["got"] == "None; an argument is then [0]"
    assert shown["sort"]["expected"] == "None; its arguments are unchanged"
    assert shown["sort"]["snippet"].endswith("argument1 = [0, 0]\nsort(argument1)\nargument1")


def test_a_supplied_class_that_draws_itself_is_drawn(shown: dict[str, dict[str, Any]]) -> None:
    mirror = shown["mirror"]
    assert (mirror["given"], mirror["expected"], mirror["got"]) == (
        "0 0\n0 1",
        "0 0\n1 0",
        "0 0\n0 1",
    )


def test_a_function_that_is_wrong_on_the_way_is_named(shown: dict[str, dict[str, Any]]) -> None:
    said = "total([700, 1]) is already wrong: 1, where the solution gives 701"
    assert shown["mean"]["cause"] == said
    assert not shown["total"]["cause"]


def test_long_arguments_are_cut_to_be_looked_at_and_whole_to_be_pasted(
    shown: dict[str, dict[str, Any]],
) -> None:
    assert shown["long"]["called"].endswith("1, ...])")
    assert shown["long"]["snippet"].endswith("1, 1, 700])")


def test_pasted_lines_show_the_difference(
    shown: dict[str, dict[str, Any]], wrong: str, tmp_path: Path
) -> None:
    snippets = {name: one["snippet"] for name, one in shown.items() if name not in NOT_PASTED}
    assert all(snippets.values())
    said = []
    for name, text in (("wrong", wrong), ("right", RIGHT)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "lib.py").write_text(text, "utf-8")
        (folder / "grid.py").write_text(GRID, "utf-8")
        lines = "".join(f"{one!r}\n" for one in snippets.values())
        done = subprocess.run(
            [sys.executable, "-c", PASTED],
            input=lines,
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(done.stdout.splitlines())
    same = [name for name, one, other in zip(snippets, *said, strict=True) if one == other]
    assert same == []


SHOP = """
import functools
import logging
import sys


class Short(Exception):
    def __init__(self, needed, held):
        super().__init__(needed, held)
        self.missing = needed - held


@functools.lru_cache
def doubled(price):
    return price * 2


def pay(price, held):
    if price > held:
        raise Short(price, held)


def fold(numbers, function):
    return functools.reduce(function, numbers)


def compose(outer, inner):
    return lambda value: outer(inner(value))


def bubble(items):
    for end in range(len(items), 0, -1):
        for at in range(1, end):
            if items[at] < items[at - 1]:
                items[at - 1], items[at] = items[at], items[at - 1]


def note(text):
    logging.getLogger("shop").warning(text)


class Coin:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return hash(self.value)


class Stamp(Coin):
    def __hash__(self):
        return super().__hash__()


class Shelf:
    seen = 0

    def __init__(self, *items):
        self.items = items

    def __getitem__(self, place):
        self.seen = place
        return self.items[place]

    def last(self):
        return self.seen


class Bell:
    def __init__(self):
        self.rings = 0
        self.watchers = []

    def watch(self, function):
        self.watchers.append(function)

    def ring(self):
        self.rings += 1
        for function in self.watchers:
            function(self)


class Guard:
    def __enter__(self):
        self.is_open = True

    def __exit__(self, kind, error, trace):
        self.is_open = False


class Account:
    def __init__(self, balance):
        self.balance = balance


class Bank:
    def __init__(self):
        self.accounts = {}

    def open(self, name, balance):
        self.accounts[name] = Account(balance)
        return self.accounts[name]

    def transfer(self, one, other, amount):
        self.accounts[one].balance -= amount
        self.accounts[other].balance += amount


class Room:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)

    def listed(self):
        return self.items


class Row:
    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def __imul__(self, factor):
        self.numbers = [factor * one for one in self.numbers]
        return self

    def __iadd__(self, other):
        return Row(*self.numbers, *other.numbers)


def total(numbers):
    return numbers[0] + numbers[1]


def usage():
    print("usage: shop", file=sys.stderr)
    return 2
"""
OF_SHOP = """
import builtins

import pytest
from shop import Bank, Bell, Coin, Guard, Room, Row, Shelf, Short, Stamp
from shop import bubble, compose, doubled, fold, note, pay, total, usage


def forbidden(*given):
    raise AssertionError("write it yourself")


def test_transfer():
    bank = Bank()
    ada, bob = bank.open("ada", 100), bank.open("bob", 5)
    bank.transfer("ada", "bob", 30)
    assert bob.balance == 35
    assert ada.balance == 70


def test_short():
    with pytest.raises(Short) as info:
        pay(5, 3)
    assert info.value.missing == 2


def test_doubled():
    doubled.cache_clear()
    assert doubled(3) == 6


def test_fold():
    assert fold([5, 2], lambda a, b: a - b) == 3


class Counted:
    count = 0

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        Counted.count += 1
        return self.value < other.value


def test_bubble():
    bubble([Counted(one) for one in range(5)])
    assert Counted.count == 10


def test_compose():
    said = []
    compose(lambda one: said.append("f"), lambda one: said.append("g"))(0)
    assert said == ["g", "f"]


def test_note(caplog):
    note("low")
    assert [one.name for one in caplog.records] == ["shop"]


def test_coin():
    assert hash(Coin(1)) == hash(Coin(1))


def test_stamp():
    assert hash(Stamp(1)) == hash(Stamp(1))


def test_shelf():
    shelf = Shelf("a", "b")
    assert shelf.items == ("a", "b")
    assert shelf[1] + shelf[0] == "ba"
    assert shelf.last() == 0


def test_bell():
    bell, seen = Bell(), []
    bell.watch(lambda one: seen.append(one.rings))
    bell.ring()
    assert seen == [1]


def test_guard():
    guard = Guard()
    with pytest.raises(KeyError), guard:
        raise KeyError("a")
    assert not guard.is_open


def test_same():
    row = Row(1)
    same = row
    row += Row(2)
    assert row is not same


def test_items():
    room = Room()
    room.put("a")
    held = room.listed()
    assert held == ["a"]
    assert room.listed() == ["a"]


def test_row():
    row = Row(1, 2)
    same = row
    row *= 3
    assert row.numbers == [3, 6]
    assert same is row


def test_total(monkeypatch):
    monkeypatch.setattr(builtins, "sum", forbidden)
    assert total([1, 2]) == 3


def test_usage(capsys):
    assert usage() == 2
    assert "usage" in capsys.readouterr().err
"""
SHOP_MISTAKES = {
    "self.missing = needed - held": "self.missing = held - needed",
    "return price * 2": "return price + 2",
    "functools.reduce(function, numbers)": "functools.reduce(function, numbers[::-1])",
    "outer(inner(value))": "inner(outer(value))",
    "range(1, end)": "range(1, len(items))",
    'getLogger("shop")': "getLogger()",
    "return hash(self.value)": "return id(self)",
    "self.rings += 1": "self.rings += 2",
    "self.seen = place": "self.seen = max(self.seen, place)",
    "return super().__hash__()": "return [].__hash__()",
    "self.is_open = False": "self.is_open = kind is not None",
    "        return Row(*self.numbers, *other.numbers)": (
        "        self.numbers += other.numbers\n        return self"
    ),
    "self.accounts[other].balance += amount": "self.accounts[other].balance += 1",
    "        return self.items\n": (
        "        found, self.items = self.items, []\n        return found\n"
    ),
    "self.numbers = [factor * one for one in self.numbers]\n        return self": (
        "return Row(*[factor + one for one in self.numbers])"
    ),
    "numbers[0] + numbers[1]": "sum(numbers)",
    'print("usage: shop", file=sys.stderr)': 'print("usage: shop")',
}


@pytest.fixture(scope="module")
def of_shop(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The evidence for each criterion that a shop with many mistakes has lost, by aspect."""
    root, text = tmp_path_factory.mktemp("shop"), SHOP
    for right, mistake in SHOP_MISTAKES.items():
        assert text.count(right) == 1, right
        text = text.replace(right, mistake)
    adopted(root, "shop", {"solution/shop.py": SHOP, "tests/test_shop.py": OF_SHOP})
    marked(root, "shop", {"one": {"shop.py": text}})
    sheet = json.loads((root / "marks/one/sheet.json").read_text("utf-8"))
    return {name.partition(".")[2]: one["evidence"] for name, one in sheet["verdicts"].items()}


def test_all_that_was_done_with_the_objects_in_question_is_shown(
    of_shop: dict[str, dict[str, Any]],
) -> None:
    assert of_shop["transfer"]["called"].splitlines() == [
        "bank1 = Bank()",
        "account1 = bank1.open('ada', 100)",
        "account2 = bank1.open('bob', 5)",
        "bank1.transfer('ada', 'bob', 30)",
        "account2.balance",
    ]


@pytest.mark.parametrize(
    ("name", "called"),
    [
        (
            "short",
            "try: pay(5, 3)\nexcept Exception as error: short1 = error\nshort1.missing",
        ),
        ("doubled", "shop.doubled(3)"),
        ("fold", "fold([5, 2], lambda a, b: a - b)"),
        (
            "guard",
            "guard1 = Guard()\nguard1.__enter__()\n"
            "guard1.__exit__(type(KeyError('a')), KeyError('a'), None)\nguard1.is_open",
        ),
        (
            "bell",
            "bell1 = Bell()\nbell1.watch(lambda one: seen.append(one.rings))\nbell1.ring()\n"
            "# in this call: bell1.rings",
        ),
        ("shelf", "shelf1 = Shelf('a', 'b')\nshelf1[1]\nshelf1[0]\nshelf1.last()"),
        ("same", "row1 = Row(1)\nrow2 = Row(2)\nrow1 += row2"),
    ],
)
def test_exceptions_functions_and_objects_are_spoken_of_by_name(
    of_shop: dict[str, dict[str, Any]], name: str, called: str
) -> None:
    assert of_shop[name]["called"] == called


def test_what_is_raised_and_functions_without_a_name_can_be_pasted(
    of_shop: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "shop.py").write_text(SHOP, "utf-8")
    names = ("short", "doubled", "fold", "guard")
    done = subprocess.run(
        [sys.executable, "-c", PASTED],
        input="".join(f"{of_shop[name]['snippet']!r}\n" for name in names),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["2", "6", "3", "False"]


@pytest.mark.parametrize(
    ("name", "expected", "got"),
    [
        ("items", "['a']", "[]"),
        ("same", "a new Row", "the same object as row1"),
        (
            "note",
            "None, with the log 'WARNING:shop:low'",
            "None, with the log 'WARNING:root:low'",
        ),
        (
            "bubble",
            "10 calls of the test's own functions",
            "20 calls of the test's own functions",
        ),
        (
            "compose",
            "(lambda one: said.append('g'))(0); (lambda one: said.append('f'))(None)",
            "(lambda one: said.append('f'))(0); (lambda one: said.append('g'))(None)",
        ),
        ("coin", "the same number as hash(coin1)", "another number than hash(coin1)"),
        ("stamp", "a hash", "raises TypeError(\"'NoneType' object is not callable\")"),
        ("total", "3", "raises AssertionError('write it yourself')"),
        (
            "usage",
            "2, printing 'usage: shop\\n' to standard error",
            "2, printing 'usage: shop\\n'",
        ),
    ],
)
def test_what_is_held_raised_and_printed_is_told(
    of_shop: dict[str, dict[str, Any]], name: str, expected: str, got: str
) -> None:
    assert (of_shop[name]["expected"], of_shop[name]["got"]) == (expected, got)


def test_what_changes_in_place_can_be_pasted(of_shop: dict[str, dict[str, Any]]) -> None:
    lines = of_shop["row"]["snippet"].splitlines()
    assert "row2 = row1; row2 *= 3" in lines
    compile(of_shop["row"]["snippet"], "", "exec")


MENU = """
def menu(prices):
    total = 0
    while (answer := input("item? ")) != "q":
        total += prices[answer]
    return total
"""
OF_MENU = """
import io

import pytest
from menu import menu


@pytest.fixture
def typed(monkeypatch):
    def type_in(*answers):
        waiting = iter(answers)
        monkeypatch.setattr("builtins.input", lambda prompt="": next(waiting))
    return type_in


def test_menu(typed):
    typed("tea", "cake", "tea", "q")
    assert menu({"tea": 2, "cake": 3}) == 7


def test_read(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("tea\\ncake\\nq\\n"))
    assert menu({"tea": 2, "cake": 3}) == 5


def test_none(typed):
    typed("q")
    assert menu({}) == 0
"""


def test_what_was_typed_in_is_shown_and_can_be_pasted(tmp_path: Path) -> None:
    files = {"solution/menu.py": MENU, "tests/test_menu.py": OF_MENU}
    assert not adopted(tmp_path, "menu", files).left_out
    wrong = {"menu.py": MENU.replace("total += prices[answer]", "total = prices[answer]")}
    states = marked(tmp_path, "menu", {"wrong": wrong})
    assert earned(states["wrong"]) == {"menu.none"}
    results = json.loads((tmp_path / "marks" / "wrong" / "sheet.json").read_text("utf-8"))
    evidence = results["verdicts"]["menu.menu"]["evidence"]
    assert evidence["given"] == "typed in:\n> tea\n> cake\n> tea\n> q"
    assert evidence["got"] == "2"
    read = results["verdicts"]["menu.read"]["evidence"]
    assert read["given"] == "typed in:\n> tea\n> cake\n> q"
    (tmp_path / "menu.py").write_text(wrong["menu.py"], "utf-8")
    lines = evidence["snippet"].replace("    menu(", "    print(menu(").replace("})", "}))")
    done = subprocess.run(
        [sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "2\n"


COUNTER = """
class Counter:
    def __init__(self):
        self.count = 0

    def add(self, number):
        self.count += number
        return self.count

    def text(self, letter):
        self.count += 1
        return letter * 100_000
"""
MANY = """
from lib import Counter


def test_often():
    counter = Counter()
    for _ in range(150):
        counter.add(1)
        counter.count
    assert counter.add(2) == 152


def test_long():
    counter = Counter()
    for letter in "abcdefghijklmnopqrstuvwxyz":
        counter.text(letter)
    assert counter.add(0) == 26
"""


def test_many_operations_are_told_in_few_lines_and_none_that_are_not_known(tmp_path: Path) -> None:
    adopted(tmp_path, "lib", {"solution/lib.py": COUNTER, "tests/test_lib.py": MANY})
    wrong = COUNTER.replace("return self.count", "return self.count if number == 1 else 0")
    marked(tmp_path, "lib", {"one": {"lib.py": wrong}})
    sheet = json.loads((tmp_path / "marks/one/sheet.json").read_text("utf-8"))
    reasons = [sheet["verdicts"][f"lib.{one}"]["reason"] for one in ("often", "long")]
    assert reasons == [
        "counter1 = Counter(); for _ in range(150): counter1.add(1); counter1.add(2): "
        "0, where the solution gives 152",
        "counter1.add(0): 0, where the solution gives 26",
    ]
    often, long = (sheet["verdicts"][f"lib.{one}"]["evidence"] for one in ("often", "long"))
    loop = "for _ in range(150): counter1.add(1)"
    assert often["called"] == f"counter1 = Counter()\n{loop}\ncounter1.add(2)"
    assert often["snippet"].endswith(f"counter1 = Counter()\n{loop}\n\ncounter1.add(2)")
    *lines, gap, last = long["called"].splitlines()
    assert lines[-1].startswith("counter1.text(")
    assert len(lines) < 26
    assert (gap, last) == ("# many more lines", "counter1.add(0)")
    assert not long["snippet"]


OF_OTHERS = """
import os


def double(number):
    return 2 * number


def noted(number):
    with open("noted.txt", "w") as file:
        print(number, file=file)
    return double(number)


def started(number):
    os.system("echo > started.txt")
    return double(number)


def removed(path):
    os.remove(path)
    return double(3)
"""
OF_WHAT_IS_OTHERS = """
import os
from unittest.mock import patch
from others import double, noted, removed, started

os.write(1, b"\\033[2J")


def test_noted():
    assert double(2) == 4
    assert noted(3) == 6


def test_started():
    assert double(2) == 4
    with patch("os.system", return_value=0):
        assert started(3) == 6


def test_removed():
    assert double(2) == 4
    with patch("os.remove") as remove:
        assert removed("handout/others.md") == 6
    remove.assert_called_once_with("handout/others.md")
"""


def test_what_the_solution_does_is_not_done_once_more_when_a_cause_is_looked_for(
    tmp_path: Path,
) -> None:
    files = {"solution/others.py": OF_OTHERS, "tests/test_others.py": OF_WHAT_IS_OTHERS}
    wrong = OF_OTHERS.replace("2 * number", "2 + number")
    assert lost_by(tmp_path, "others", files, {"wrong": wrong}) == {
        "wrong": {"noted", "started", "removed"}
    }
    assert (tmp_path / "course/handout/others.md").exists()
    for file in ("noted.txt", "started.txt"):
        assert not list(tmp_path.rglob(file))


@pytest.mark.parametrize(
    ("operation", "got", "is_look"),
    [
        (["attr", ["h", 1], "value"], 3, True),
        (["op", "getitem", ["h", 1], "a"], ["h", 2, "lru:Entry", []], True),
        (["attr", ["h", 1], "put"], ["h", 2, "builtins:method", ["__call__"]], False),
        (["attr", ["h", 1], "put"], ["s", "lru:put"], False),
    ],
)
def test_a_method_that_is_about_to_be_called_is_not_looked_at(
    operation: list[Any], got: Any, is_look: bool
) -> None:
    """Each look is tried in a guest of its own, and methods are in every test of objects."""
    step: Any = SimpleNamespace(
        request=[[], [], [], operation], answer=[[], "", "", ["ok", got], []], acts=False
    )
    assert evidence._is_look(step) is is_look
