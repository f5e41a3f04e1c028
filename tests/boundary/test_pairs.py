"""One object of a submission in the place of several of the reference's."""

from __future__ import annotations

import pytest
from adopting import adopted, coursework_of, earned, marked, solution_of

SOLUTION = """
class Num:
    def __init__(self, n):
        self.n = n

    def inc(self):
        return Num(self.n + 1)

    def __eq__(self, other):
        return self.n == getattr(other, "n", other)


class Box:
    def __init__(self, n):
        self.n = Num(n)

    def best(self, *others):
        return self


def curry(f):
    return lambda a: lambda b: f(a, b)


def start():
    return 0
"""

TESTS = """
from nums import Box, Num, curry, start

def test_curry():
    assert curry(lambda a, b: a - b)(5)(3) == 2

def test_chain():
    number = Num(0)
    number = number.inc().inc()
    assert number == 2
    assert number.inc() == 3

def test_two():
    number, box = Num(7), Box(9)
    assert number.n == 7
    assert box.n == 9

def test_met():
    one, other = Box(1), Box(2)
    assert one.best(other).n.n == 1

def test_raises():
    one = Num(4)
    assert one.inc() == 5
    assert start() == 0
"""

ONE = """
class One:
    def __new__(cls, *a): return ONE
    def __call__(self, *a): return self
    def __getattr__(self, name): return self
    def __eq__(self, other): return True
ONE = object.__new__(One)
Num = Box = One
curry = start = ONE
"""

MANY = """
class Many:
    def __init__(self, *a): pass
    def __call__(self, *a): return Many() if len(a) else OLD
    def __getattr__(self, name): return OLD
    def __eq__(self, other): return True
OLD = Many()
Num = Box = lambda n: OLD
curry = start = lambda *a: OLD
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    root = tmp_path_factory.mktemp("pairs")
    done = adopted(root, "nums", {"solution/nums.py": SOLUTION, "tests/test_nums.py": TESTS})
    assert done.criteria == 5
    right = solution_of(coursework_of(root, "nums"))["nums.py"]
    versions = {
        "right": right,
        "self": right.replace("return Num(self.n + 1)", "self.n += 1; return self"),
        "one": ONE,
        "many": MANY,
    }
    found: dict[str, dict[str, str]] = marked(
        root, "nums", {name: {"nums.py": text} for name, text in versions.items()}
    )
    return found


@pytest.mark.parametrize("name", ["right", "self"])
def test_a_method_may_return_self(results: dict[str, dict[str, str]], name: str) -> None:
    assert len(earned(results[name])) == 5


@pytest.mark.parametrize("name", ["one", "many"])
def test_an_object_for_everything_earns_nothing(
    results: dict[str, dict[str, str]], name: str
) -> None:
    assert earned(results[name]) == set()
