"""A submission does not hide what a test finds wrong, nor is it told what is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from adopting import lost_by

pytestmark = pytest.mark.slow

SOLUTION = """
import asyncio


class Account:
    def __init__(self):
        self.balance = 0
        self.is_open = False

    def __enter__(self):
        self.is_open = True
        return self

    def __exit__(self, kind, error, trace):
        self.is_open = False

    async def __aenter__(self):
        return self.__enter__()

    async def __aexit__(self, *error):
        self.__exit__(*error)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("not positive")
        self.balance += amount


class Quiet:
    def __init__(self, told=None):
        self.told = told

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if self.told:
            self.told(kind)
        return kind is KeyError
"""
TESTS = """
import asyncio

import pytest
from account import Account, Quiet


def test_balance():
    with Account() as account:
        account.deposit(5)
        assert account.balance == 5


def test_refused():
    with Account() as account:
        with pytest.raises(ValueError):
            account.deposit(0)


def test_awaited():
    async def main():
        async with Account() as account:
            account.deposit(5)
            assert account.balance == 5

    asyncio.run(main())


def test_closed():
    try:
        with Account() as account:
            raise LookupError
    except LookupError:
        pass
    assert not account.is_open


def test_quiet():
    with Quiet():
        {}[1]
    with pytest.raises(ValueError), Quiet():
        raise ValueError


def test_told():
    told = []
    with Quiet(told.append):
        {}[1]
    assert told[:1] == [KeyError]
"""


def test_what_a_test_finds_wrong_in_a_with_statement_is_not_hidden(tmp_path: Path) -> None:
    files = {"solution/account.py": SOLUTION, "tests/test_account.py": TESTS}
    ends = SOLUTION.replace(
        "        self.is_open = False\n\n    async",
        "        self.is_open = False\n        return True\n\n    async",
    )
    ends = ends.replace("self.__exit__(*error)", "return self.__exit__(*error)")
    wrong = ends.replace("self.balance += amount", "pass").replace("amount <= 0", "amount < 0")
    truth = SOLUTION.replace("return kind is KeyError", "return kind is not ValueError")
    often = SOLUTION.replace("self.told(kind)", "self.told(kind), self.told(Quiet)")
    raises = ends.replace("self.balance += amount", "raise NotImplementedError")
    loses = lost_by(
        tmp_path,
        "account",
        files,
        {
            "right": SOLUTION,
            "ends": ends,
            "wrong": wrong,
            "raises": raises,
            "often": often,
            "truth": truth,
        },
    )
    assert loses == {
        "right": set(),
        "ends": set(),
        "wrong": {"balance", "refused", "awaited"},
        "raises": {"balance", "awaited"},
        "often": set(),
        "truth": set(),
    }


CALLED = """
class Till:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return None

    def total(self):
        return 6


def visit(function):
    function(7)


def caught(function):
    try:
        function()
    except AssertionError as error:
        return str(error)
"""
OF_CALLED = """
import pytest
from till import Till, caught, visit


def test_total():
    with Till() as till:
        assert till.total() == 6, "six"


def test_fail():
    with Till() as till:
        if till.total() != 6:
            pytest.fail("six")


def test_visit():
    def check(number):
        assert number == 7, "seven"

    visit(check)


def test_caught():
    def fails():
        raise AssertionError("on purpose")

    assert caught(fails) == "on purpose"
"""
LISTENS = """
class Till:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        print("TOLD", kind.__name__, str(error))

    def total(self):
        return 5


def visit(function):
    try:
        function(5)
    except AssertionError as error:
        print("TOLD", repr(error))
        raise


def caught(function):
    try:
        function()
    except AssertionError as error:
        print("TOLD", error)
        return str(error)
"""


def test_a_submission_hears_that_something_is_wrong_and_not_what(tmp_path: Path) -> None:
    files = {"solution/till.py": CALLED, "tests/test_till.py": OF_CALLED}
    loses = lost_by(tmp_path, "till", files, {"right": CALLED, "listens": LISTENS})
    assert loses == {"right": set(), "listens": {"total", "fail", "visit"}}
    shown = (tmp_path / "marks" / "listens" / "results.json").read_text("utf-8")
    told = set(re.findall(r"TOLD ([^\\]*)", shown))
    assert told == {"AssertionError ", "Failed ", "AssertionError()"}


TABLE = """
def table():
    return {"a": 1, "b": 2}


def lines():
    return {"a": Line(1)}


class Line:
    def __init__(self, number):
        self.number = number
"""
OF_TABLE = """
from table import lines, table


def test_table():
    for key, number in {"a": 1, "b": 2}.items():
        assert any(table()[key] == number for _ in range(2))


def test_lines():
    assert lines()["a"].number == 1
"""
MADE = """
from collections import defaultdict


class Table(dict):
    def __missing__(self, key):
        return "ab".index(key) + 1


class Lines(dict):
    def __missing__(self, key):
        return Line(1)


def table():
    return Table()


def lines():
    return Lines()


class Line:
    def __init__(self, number):
        self.number = number
"""
TOLD = """
TOLD = {}


class Number:
    def __init__(self, key):
        self.key = key

    def __eq__(self, other):
        TOLD[self.key] = other
        return False

    __hash__ = None


class Table(dict):
    def __missing__(self, key):
        return TOLD.get(key) or Number(key)


def table():
    return Table()
"""


def test_no_number_of_a_table_is_told_to_an_object_in_its_place(tmp_path: Path) -> None:
    files = {"solution/table.py": TABLE, "tests/test_table.py": OF_TABLE}
    told = TOLD + TABLE.partition("\n\n\n")[2]
    loses = lost_by(tmp_path, "table", files, {"right": TABLE, "made": MADE, "told": told})
    assert loses == {"right": set(), "made": set(), "told": {"table"}}


SHAPE = """
class Shape:
    def __init__(self, side):
        self.side = side

    @property
    def area(self):
        return self.side**2

    def __len__(self):
        return self.side

    def __eq__(self, other):
        return isinstance(other, Shape) and self.side == other.side

    def __hash__(self):
        return hash(self.side)

    def __getitem__(self, place):
        if place >= self.side:
            raise IndexError
        return place
"""
OF_SHAPE = """
from shape import Shape


def test_area():
    assert all(map(lambda shape: shape.area == 4, [Shape(2)]))


def test_length():
    assert not any(map(lambda shape: len(shape) != 2, [Shape(2)]))


def test_equal():
    assert all(map(lambda shape: shape == Shape(2), [Shape(2)]))


def test_item():
    assert all(map(lambda shape: shape[1] == 1, [Shape(2)]))


def test_items():
    assert list(Shape(3)) == [0, 1, 2]
"""
ENDS = """
class Shape:
    def __init__(self, side):
        self.place = -1

    def _end(self, *_):
        raise StopIteration

    area = property(_end)
    __len__ = __eq__ = __getitem__ = _end
    __hash__ = None
"""
STEPS = """
class Steps:
    def __init__(self, shape):
        self.shape, self.place = shape, -1

    def __iter__(self):
        return self

    def __next__(self):
        self.place += 1
        if self.place >= self.shape.side:
            raise StopIteration
        return self.place
"""


def test_no_property_or_operator_ends_the_loop_that_looks_at_it(tmp_path: Path) -> None:
    files = {"solution/shape.py": SHAPE, "tests/test_shape.py": OF_SHAPE}
    steps = f"{STEPS}{SHAPE}\n    def __iter__(self):\n        return Steps(self)\n"
    loses = lost_by(tmp_path, "shape", files, {"right": SHAPE, "steps": steps, "ends": ENDS})
    every = {"area", "length", "equal", "item", "items"}
    assert loses == {"right": set(), "steps": set(), "ends": every}


LISTED = """
def things():
    return [1, 2]


def found(wanted):
    return None
"""
OF_LISTED = """
from unittest.mock import ANY

from listed import found, things


def test_things():
    for wanted in (1, 2):
        assert any(wanted in things() for _ in range(2))


def test_found():
    assert found(3) != 3
    assert found(3) == ANY
"""
LONGER = """
class Spy:
    told = []

    def __eq__(self, other):
        self.told.append(other)
        return False


def things():
    return [*Spy.told, 0, 0, Spy()]


def found(wanted):
    return Spy()
"""


def test_no_value_is_told_to_an_object_that_the_solution_does_not_have(tmp_path: Path) -> None:
    files = {"solution/listed.py": LISTED, "tests/test_listed.py": OF_LISTED}
    loses = lost_by(tmp_path, "listed", files, {"right": LISTED, "longer": LONGER})
    assert loses == {"right": set(), "longer": {"things"}}


CALLING = """
def read(text, done):
    done(text.split())


def each(function):
    return [function(1), function(1, 2), function(1, c=5), function(1, b=7, c=8)]
"""
OF_CALLING = """
from calling import each, read


def test_read():
    found = []
    for text, right in (("a b", ["a", "b"]), ("", [])):
        read(text, lambda words, right=right: found.append(words == right))
    assert found == [True, True]


def test_each():
    def f(a, b=3, *rest, c=4, **more):
        return a, b, c

    def g(a, /, b=3, *, c=4):
        return a, b, c

    assert each(f) == each(g) == [(1, 3, 4), (1, 2, 4), (1, 3, 5), (1, 7, 8)]
    assert each(lambda a, b=0, c=1: a + b + c) == [2, 4, 6, 16]
"""


def test_no_default_of_a_function_tells_what_is_right(tmp_path: Path) -> None:
    files = {"solution/calling.py": CALLING, "tests/test_calling.py": OF_CALLING}
    looks = CALLING.replace("text.split()", "done.__defaults__[0]")
    loses = lost_by(tmp_path, "calling", files, {"right": CALLING, "looks": looks})
    assert loses == {"right": set(), "looks": {"read"}}
