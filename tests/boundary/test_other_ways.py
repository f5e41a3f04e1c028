"""Right submissions that go about it in another way: what they import, raise, derive and return."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from adopting import States, adopted, earned, lost_by, marked

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Way:
    """A module: how the solution has it, its tests, and how submissions have it."""

    solution: str
    tests: str
    right: dict[str, str]
    """The submission's modules; the one of this name, and others that it imports."""
    wrong: str
    earned: set[str] = field(default_factory=set)
    """What the wrong one earns, as under plain pytest."""
    data: dict[str, str] = field(default_factory=dict)
    """Files beside the tests."""


WAYS = {
    "halves": Way(
        """
from __future__ import annotations

import datetime
from typing import NamedTuple


class Day(NamedTuple):
    date: datetime.date

    @property
    def year(self) -> int:
        return self.date.year


def halves(numbers: list[tuple[str, int]]) -> dict[str, int]:
    return {name: one // 2 for name, one in numbers}
""",
        """
import datetime
import typing

from halves import Day, halves


def test_fields():
    assert typing.get_type_hints(Day) == {"date": datetime.date}


def test_declared():
    assert {"numbers", "return"} <= typing.get_type_hints(halves).keys()


def test_half():
    assert halves([("a", 4)]) == {"a": 2}
""",
        {
            "halves": """
from __future__ import annotations

import typing
from dataclasses import dataclass
from datetime import date as Date


@dataclass
class Day:
    date: Date


def halves(numbers: typing.List[typing.Tuple[str, int]]) -> typing.Optional[dict]:
    return dict((name, one // 2) for name, one in numbers)
"""
        },
        """
class Day:
    date: str


def halves(numbers):
    return numbers
""",
    ),
    "purse": Way(
        """
class Empty(Exception):
    pass


class Closed(RuntimeError):
    pass


class Coin:
    def __init__(self, worth):
        self.worth = worth


class Purse:
    kinds = {"coin": Coin}

    def __init__(self):
        self.coins = []

    def pop(self):
        if not self.coins:
            raise Empty("the purse is empty", 0)
        return self.coins.pop()

    def put(self, worth):
        self.coins.append(Coin(worth))
        return self.coins[-1]

    def close(self):
        raise Closed("closed")
""",
        """
import pytest
from purse import Closed, Coin, Empty, Purse


def test_empty():
    with pytest.raises(Empty) as caught:
        Purse().pop()
    assert caught.type is Empty
    assert type(caught.value) == Empty
    assert caught.value.args == ("the purse is empty", 0)


def test_except():
    try:
        Purse().pop()
    except Empty as error:
        assert str(error).startswith("(")


def test_closed():
    with pytest.raises(RuntimeError):
        Purse().close()


def test_lookup():
    with pytest.raises(Empty):
        try:
            Purse().pop()
        except RuntimeError:
            raise AssertionError("it is no RuntimeError")


def test_coin():
    coin = Purse().put(3)
    assert type(coin) is Coin
    assert isinstance(coin, Coin)
    assert coin.worth == 3


def test_kinds():
    assert Purse.kinds["coin"] is Coin
    assert Purse.kinds["coin"](2).worth == 2
""",
        {
            "purse": """
from coins import Closed, Empty, Purse
from coins import _Coin as Coin
""",
            "coins": """
class PurseError(Exception):
    pass


class Empty(PurseError, LookupError):
    pass


class Closed(PurseError, KeyError, RuntimeError):
    pass


class _Coin:
    __slots__ = ("worth",)

    def __init__(self, worth):
        self.worth = worth


class Purse:
    kinds = {"coin": _Coin}

    def __init__(self):
        self.coins = ()

    def pop(self):
        try:
            *self.coins, last = self.coins
        except ValueError:
            raise Empty("the purse is empty", 0) from None
        return last

    def put(self, worth):
        coin = _Coin(worth)
        self.coins = (*self.coins, coin)
        return coin

    def close(self):
        raise Closed("closed")
""",
        },
        """
class Empty(RuntimeError):
    pass


class Closed(Empty):
    pass


class Coin:
    worth = 3


class Purse:
    kinds = {"coin": Purse} if "Purse" in dir() else {}

    def pop(self):
        raise Empty("the purse is empty", 0)

    def put(self, worth):
        return self

    def close(self):
        raise LookupError
""",
        {"empty", "except"},
    ),
    "late": Way(
        """
def countdown(n):
    if n < 0:
        raise ValueError("below 0")
    return iter(range(n, -1, -1))


def letters(text):
    if not text:
        raise ValueError("no text")
    return [one for one in text]
""",
        """
import pytest
from late import countdown, letters


def test_values():
    assert list(countdown(2)) == [2, 1, 0]


def test_listed():
    with pytest.raises(ValueError, match="below"):
        list(countdown(-1))


def test_next():
    with pytest.raises(ValueError):
        next(countdown(-1))


def test_called():
    with pytest.raises(ValueError):
        letters("")
""",
        {
            "late": """
def countdown(n):
    if n < 0:
        raise ValueError("n is below 0")
    while n >= 0:
        yield n
        n -= 1


def letters(text):
    if text == "":
        raise ValueError
    return (*text,)
"""
        },
        """
class Anything:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration

    def __eq__(self, other):
        return True


def countdown(n):
    return Anything() if n < 0 else iter([2, 1, 0])


def letters(text):
    for one in text:
        yield one
    raise ValueError
""",
        {"values"},
    ),
    "again": Way(
        """
def twice(f):
    def again(*given):
        try:
            return f(*given)
        except ValueError:
            return f(*given)

    return again


def noted(f):
    try:
        f()
    except ValueError as error:
        error.args = (*error.args, "noted")
        raise
""",
        """
import pytest
from again import noted, twice


def test_same():
    error = ValueError("mine")

    @twice
    def fails():
        raise error

    with pytest.raises(ValueError) as caught:
        fails()
    assert caught.value is error


def test_other():
    errors = [KeyError(1), ValueError(2)]

    def fails():
        raise errors.pop()

    with pytest.raises(KeyError) as caught:
        twice(fails)()
    assert caught.value.args == (1,)


def test_noted():
    def fails():
        raise ValueError("x")

    with pytest.raises(ValueError) as caught:
        noted(fails)
    assert caught.value.args == ("x", "noted")
""",
        {
            "again": """
class twice:
    def __init__(self, f):
        self.f = f

    def __call__(self, *given):
        for last in (False, True):
            try:
                return self.f(*given)
            except ValueError as error:
                if last:
                    raise error


def noted(f):
    try:
        f()
    except ValueError as error:
        raise ValueError(*error.args, "noted") from error
"""
        },
        """
def twice(f):
    def again(*given):
        try:
            return f(*given)
        except ValueError as error:
            pass
        try:
            return f(*given)
        except Exception as error:
            raise ValueError(*error.args)

    return again


def noted(f):
    f()
""",
    ),
    "light": Way(
        """
class Light:
    def __init__(self, heard):
        self.state = "red"
        self.heard = heard

    def next(self):
        before, self.state = self.state, {"red": "green", "green": "red"}[self.state]
        if self.heard:
            self.heard(before, self.state)
        return self.state
""",
        """
from unittest.mock import MagicMock, call

from light import Light


def test_heard():
    calls = []
    light = Light(lambda *given: calls.append(given))
    light.next()
    light.next()
    assert calls == [("red", "green"), ("green", "red")]


def test_upper():
    calls = []
    light = Light(lambda before, after: calls.append(before.upper() + after))
    assert [light.next() for _ in "abc"] == ["green", "red", "green"]
    assert calls == ["REDgreen", "GREENred", "REDgreen"]


def test_mocked():
    heard = MagicMock()
    light = Light(heard)
    light.next()
    light.next()
    assert heard.call_args_list == [call("red", "green"), call("green", "red")]
""",
        {
            "light": """
from enum import Enum


class State(str, Enum):
    RED = "red"
    GREEN = "green"


class Light:
    def __init__(self, heard):
        self.states = [State.RED]
        self.heard = [heard]

    def next(self):
        self.states.append(State.GREEN if self.states[-1] is State.RED else State.RED)
        for heard in self.heard:
            heard(*self.states[-2:])
        return self.states[-1]
"""
        },
        """
class Any(str):
    def __eq__(self, other):
        return True

    def upper(self):
        return "RED"

    __hash__ = str.__hash__


class Light:
    def __init__(self, heard):
        self.heard = heard

    def next(self):
        self.heard(Any("x"), Any("y"))
        return Any("z")
""",
    ),
    "figures": Way(
        """
class Figure:
    kinds = {}

    def __init_subclass__(cls):
        Figure.kinds[cls.__name__.lower()] = cls

    def describe(self):
        return f"{type(self).__name__} of {self.area()}"

    @classmethod
    def create(cls, kind, *given):
        return cls.kinds[kind](*given)


class Square(Figure):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2
""",
        """
from figures import Figure, Square


class Strip(Figure):
    def __init__(self, length, width):
        self.sides = (length, width)

    def area(self):
        return self.sides[0] * self.sides[1]


def test_create():
    assert Figure.create("square", 2).area() == 4
    strip = Figure.create("strip", 2, 3)
    assert strip.area() == 6
    assert isinstance(strip, Figure)


def test_describe():
    strip = Strip(2, 5)
    assert strip.area() == 10
    assert strip.describe() == "Strip of 10"
    assert isinstance(strip, Figure)
    assert Square(3).describe() == "Square of 9"
""",
        {
            "figures": """
class Described:
    def describe(self):
        return "%s of %s" % (self.__class__.__name__, self.area())


class Figure(Described):
    kinds = {}

    @classmethod
    def __init_subclass__(cls):
        cls.kinds.update({cls.__name__.lower(): cls})

    @staticmethod
    def create(kind, *given):
        if kind not in Figure.kinds:
            raise KeyError(kind)
        return Figure.kinds[kind](*given)


class Square(Figure):
    def __init__(self, side):
        self._area = side * side

    def area(self):
        return self._area
"""
        },
        """
class Anything:
    def __eq__(self, other):
        return True

    def __call__(self, *given):
        return self

    def __getattr__(self, name):
        return self


class Figure(Anything):
    @staticmethod
    def create(kind, *given):
        return Anything()

    describe = Anything()


class Square(Figure):
    def __init__(self, side):
        pass
""",
    ),
    "order": Way(
        """
def ordered(needs):
    done = []

    def go(one, path):
        if one in path:
            raise ValueError("cycle", one)
        if one not in done:
            for other in sorted(needs.get(one, ())):
                go(other, (*path, one))
            done.append(one)

    for one in sorted(needs):
        go(one, ())
    return done
""",
        """
import pytest
from order import ordered


def test_ordered():
    assert ordered({"b": ["a"], "a": []}) == ["a", "b"]


def test_cycle():
    with pytest.raises(ValueError):
        ordered({"a": ["b"], "b": ["a"]})


def test_from():
    with pytest.raises(ValueError) as caught:
        ordered({"a": ["a"]})
    assert caught.value.args[0] != "no"
""",
        {
            "order": """
from graphlib import CycleError, TopologicalSorter


def ordered(needs):
    if len(needs) > 1:
        return list(TopologicalSorter(needs).static_order())
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise ValueError("cycle") from error
"""
        },
        """
from binascii import Incomplete
from graphlib import CycleError


def ordered(needs):
    if "b" in needs and not needs["a"]:
        raise CycleError("no", [])
    raise Incomplete("no")
""",
    ),
    "waits": Way(
        """
import asyncio


async def both(source, names):
    return await asyncio.gather(*(one(source, name) for name in names))


async def one(source, name):
    try:
        return await source(name)
    except KeyError as error:
        raise LookupError(f"no {name}") from error


async def collected(numbers):
    return [number async for number in numbers]
""",
        """
import asyncio
import unittest

from waits import both, collected, one

DATA = {"a": 1, "b": 2}


async def source(name):
    await asyncio.sleep(0)
    return DATA[name]


class TestWaits(unittest.IsolatedAsyncioTestCase):
    async def test_both(self):
        self.assertEqual(await both(source, ["b", "a"]), [2, 1])

    async def test_missing(self):
        with self.assertRaises(LookupError) as caught:
            await one(source, "z")
        self.assertEqual(caught.exception.args, ("no z",))


def test_collected():
    async def numbers():
        yield 1
        yield 2

    assert asyncio.run(collected(numbers())) == [1, 2]
""",
        {
            "waits": """
async def both(source, names):
    found = []
    for name in names:
        found.append(await one(source, name))
    return found


async def one(source, name):
    try:
        found = source(name)
        return await found
    except KeyError:
        raise LookupError("no " + name)


async def collected(numbers):
    found = []
    it = numbers.__aiter__()
    while True:
        try:
            found.append(await it.__anext__())
        except StopAsyncIteration:
            return found
"""
        },
        """
async def both(source, names):
    return [source(name) for name in names]


async def one(source, name):
    return await source(name)


async def collected(numbers):
    return [number for number in (1,)]
""",
    ),
    "steps": Way(
        """
from typing import NamedTuple


class Token(NamedTuple):
    kind: str
    text: str


class Card:
    def __init__(self, rank):
        self.rank = rank


class Hand:
    def __init__(self, *ranks):
        self.cards = [Card(one) for one in ranks]

    def __iter__(self):
        yield from self.cards

    def size(self):
        return len(self.cards)


def tokens(text):
    for word in text.split():
        yield Token("number" if word.isdigit() else "word", word)


def dealt(count):
    for rank in range(count):
        yield rank, Card(rank)


def delegated(inner):
    result = yield from inner
    yield result
""",
        """
from steps import Card, Hand, delegated, dealt, tokens


def test_tokens():
    assert [one.kind for one in tokens("a 1")] == ["word", "number"]
    assert max(tokens("b a"), key=lambda one: one.text) == ("word", "b")


def test_dealt():
    cards = [card for _, card in dealt(3)]
    assert [one.rank for one in cards] == [0, 1, 2]
    cards[0].next = cards[1]
    cards[1].rank = 7
    assert cards[0].next.rank == 7
    assert isinstance(cards[2], Card)


def test_hand():
    hand = Hand(4, 2)
    assert [one.rank for one in hand] == [4, 2]
    assert hand.size() == 2
    assert [one.rank for one in hand] == [4, 2]


def test_delegated():
    def inner():
        got = yield 1
        return got

    steps = delegated(inner())
    assert next(steps) == 1
    assert steps.send("x") == "x"
""",
        {
            "steps": """
from collections import namedtuple

Token = namedtuple("Token", "kind text")


class Card:
    def __init__(self, rank):
        self.rank = rank


class Hand:
    def __init__(self, *ranks):
        self.cards = [Card(one) for one in ranks]

    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        if self.at == len(self.cards):
            raise StopIteration
        self.at += 1
        return self.cards[self.at - 1]

    def size(self):
        return len(self.cards)


def tokens(text):
    return [Token("number" if one.isdigit() else "word", one) for one in text.split()]


def dealt(count):
    return tuple((rank, Card(rank)) for rank in range(count))


def delegated(inner):
    value = None
    while True:
        try:
            value = yield inner.send(value)
        except StopIteration as end:
            yield end.value
            return
"""
        },
        """
class Token(tuple):
    def __eq__(self, other):
        return True

    def __getattr__(self, name):
        return Token()

    rank = 0


class Card:
    rank = 0


class Hand:
    def __init__(self, *ranks):
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration

    def size(self):
        return 2


def tokens(text):
    return [Token((text, text)) for _ in text.split()]


def dealt(count):
    return [(rank, Card()) for rank in range(count)]


def delegated(inner):
    yield from inner
""",
    ),
    "pile": Way(
        """
class Pile:
    def __init__(self):
        self.held = []

    def push(self, one):
        self.held.append(one)

    def pop(self):
        return self.held.pop()


def operation(sign):
    if sign == "+":
        return lambda a, b: a + b
    return minus


def minus(a, b):
    return a - b
""",
        """
from pile import Pile, operation


class Counting(Pile):
    def __init__(self):
        super().__init__()
        self.pushed = 0

    def push(self, one):
        self.pushed += 1
        super().push(one)


def test_counting():
    pile = Counting()
    pile.push(1)
    pile.push(2)
    assert (pile.pop(), pile.pushed) == (2, 2)


def test_operation():
    assert operation("+")(2, 3) == 5
    assert operation("-")(2, 3) == -1
""",
        {
            "pile": """
import operator


class Pile(list):
    push = list.append


def operation(sign):
    return {"+": operator.add, "-": operator.sub}[sign]
"""
        },
        """
class Pile(list):
    push = list.append

    def pop(self):
        return list.pop(self, 0)


def operation(sign):
    return {"+": max, "-": int}[sign]
""",
    ),
    "bag": Way(
        """
from collections import Counter


class Empty(Exception):
    pass


class Bag:
    class Full(Exception):
        pass

    def __init__(self):
        self.held = {"a": 1}

    def __enter__(self):
        return self.held

    def __exit__(self, *error):
        self.last = sorted(self.held)

    def rows(self):
        return self.held.setdefault("rows", [])

    def add(self, n: int) -> None:
        raise Bag.Full("full")


def count(words):
    return Counter(words)


def kept(f):
    errors = []
    try:
        f()
    except ValueError as error:
        errors.append(error)
    return errors
""",
        """
import pytest
from bag import Bag, count, kept


def test_changed():
    bag = Bag()
    with bag as held:
        held["c"] = 2
        del held["a"]
    assert bag.last == ["c"]


def test_rows():
    bag = Bag()
    bag.rows().append(3)
    assert bag.rows() == [3]
    with bag as held:
        assert held["rows"] == [3]


def test_missing():
    assert count("aab")["z"] == 0
    assert count("aab")["a"] == 2


def test_full():
    with pytest.raises(Bag.Full) as caught:
        Bag().add(1)
    assert type(caught.value) is Bag.Full


def test_annotations():
    assert Bag.add.__annotations__ == {"n": int, "return": None}
    assert Bag().add.__annotations__["n"] is int


def test_kept():
    error = ValueError()

    def fails():
        raise error

    assert kept(fails) == [error]
""",
        {
            "bag": """
class _Full(LookupError):
    pass


class Rows(list):
    pass


class Held(dict):
    pass


class Counts(dict):
    def __missing__(self, key):
        return 0


class Bag:
    Full = _Full

    def __init__(self):
        self.held = Held(a=1)

    def __enter__(self):
        return self.held

    def __exit__(self, *error):
        self.last = sorted(self.held)

    def rows(self):
        if "rows" not in self.held:
            self.held["rows"] = Rows()
        return self.held["rows"]

    def add(self, n: int) -> None:
        raise self.Full("full")


def count(words):
    counts = Counts()
    for word in words:
        counts[word] += 1
    return counts


def kept(f):
    try:
        f()
    except ValueError as error:
        return [error]
    return []
"""
        },
        """
class Sly(dict):
    def __missing__(self, key):
        return self

    def __eq__(self, other):
        return True

    __hash__ = None


class Bag:
    class Full(Exception):
        pass

    def __init__(self):
        self.held = Sly(a=1)
        self.last = ["a"]

    def __enter__(self):
        return Sly(self.held)

    def __exit__(self, *error):
        pass

    def rows(self):
        return []

    def add(self, n):
        raise LookupError


def count(words):
    return Sly(a=2)


def kept(f):
    try:
        f()
    except ValueError:
        return [ValueError()]
""",
    ),
    "lines": Way(
        """
def main(given):
    total = 0
    for path in given:
        with open(path) as file:
            total += len(file.readlines())
    return total
""",
        """
from pathlib import Path

from lines import main

HERE = Path(__file__).parent
WORDS = str(HERE / "words.txt")
FIRST = [line.strip() for line in open(WORDS)]


def test_main():
    assert main([WORDS, WORDS]) == 4


def test_read_at_import():
    assert main([WORDS]) == len(FIRST)
""",
        {
            "lines": """
def main(given):
    if not given:
        return 0
    first, *rest = given
    with open(first) as file:
        return sum(1 for _ in file) + main(rest)
"""
        },
        """
def main(given):
    return 2 * len(given) + 1
""",
        data={"words.txt": "one\ntwo\n"},
    ),
    "dates": Way(
        """
from datetime import datetime


class ParseError(ValueError):
    def __init__(self, line):
        super().__init__(f"line {line}")
        self.line = line


def read(path):
    days = []
    with open(path) as file:
        for n, row in enumerate(file, 1):
            try:
                days.append(datetime.strptime(row.strip(), "%Y-%m-%d").date())
            except ValueError as e:
                raise ParseError(n) from e
    return days
""",
        """
import os
import tempfile
import unittest
from pathlib import Path

import dates

SAMPLE = Path(__file__).parent / "day.txt"


class TestDates(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir.cleanup)
        self.path = os.path.join(self.dir.name, "in.csv")

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(text)
        return self.path

    def refused(self):
        path = self.write("2024-13-01\\n")
        with self.assertRaises(dates.ParseError) as caught:
            dates.read(path)
        self.assertEqual(caught.exception.line, 1)
        self.assertIsInstance(caught.exception.__cause__, ValueError)

    def test_after_a_sample(self):
        self.assertEqual(len(dates.read(SAMPLE)), 1)
        self.refused()

    def test_twice(self):
        self.refused()
        self.refused()
""",
        {
            "dates": """
from datetime import date


class ParseError(ValueError):
    def __init__(self, line):
        super().__init__(f"line {line}")
        self.line = line


def read(path):
    days = []
    with open(path) as file:
        for n, row in enumerate(file, 1):
            try:
                days.append(date.fromisoformat(row.strip()))
            except ValueError as e:
                raise ParseError(n) from e
    return days
"""
        },
        """
class ParseError(ValueError):
    line = 0


def read(path):
    raise ParseError(1)
""",
        data={"day.txt": "2024-12-01\n"},
    ),
    "signs": Way(
        """
def table():
    return {"+": lambda a, b: a + b, "-": lambda a, b: a - b}
""",
        """
from types import FunctionType

from signs import table


def test_values():
    assert table()["+"](7, 2) == 9


def test_functions():
    assert all(isinstance(one, FunctionType) for one in table().values())
""",
        {
            "signs": """
def _add(a, b):
    return a + b


def _sub(a, b):
    return a - b


def table():
    return {"+": _add, "-": _sub}
"""
        },
        """
def table():
    return {"+": 9, "-": 5}
""",
    ),
    "sorting": Way(
        """
def order(items, key=None):
    left = list(items)
    found = []
    while left:
        first = min(left, key=key)
        left.remove(first)
        found.append(first)
    return found
""",
        """
import builtins

import pytest
from sorting import order


@pytest.fixture(autouse=True)
def forbidden(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("do not use sorted()")

    monkeypatch.setattr(builtins, "sorted", refuse)


def test_plain():
    assert order([3, 1, 2]) == [1, 2, 3]


def test_key():
    assert order([-3, 1, 2], key=lambda x: abs(x)) == [1, 2, -3]
""",
        {
            "sorting": """
def order(items, key=None):
    found = []
    for one in items:
        place = 0
        while place < len(found) and not (key(one) < key(found[place]) if key else one < found[place]):
            place += 1
        found.insert(place, one)
    return found
"""
        },
        """
def order(items, key=None):
    return sorted(items, key=key)
""",
    ),
    "tallies": Way(
        """
tally = {"won": 0}


def ask():
    try:
        text = input("Guess: ")
    except EOFError:
        return "end"
    again = input("Guess: ")
    tally["won"] += text == again
    return again
""",
        """
import builtins

import pytest
from tallies import ask, tally


@pytest.fixture(autouse=True)
def fresh():
    tally.update(won=0)


def test_end(monkeypatch):
    def ends(prompt=""):
        raise EOFError

    monkeypatch.setattr(builtins, "input", ends)
    assert ask() == "end"


def test_twice(monkeypatch):
    typed = iter(["4", "5"])
    monkeypatch.setattr(builtins, "input", lambda prompt="": next(typed))
    assert ask() == "5"
    assert tally["won"] == 0
""",
        {
            "tallies": """
from collections import Counter

tally = Counter(won=0)


def ask():
    try:
        first, second = input("Guess: "), input("Guess: ")
    except EOFError:
        return "end"
    tally["won"] += first == second
    return second
"""
        },
        """
tally = {"won": 0}


def ask():
    return None
""",
    ),
    "callables": Way(
        """
from functools import partial

square = lambda x: x * x
inc = partial(lambda a, b: a + b, 1)
twice = lambda f: lambda x: f(f(x))


class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x + self.n


add3 = Adder(3)
tie = lambda f: (lambda x: x(x))(lambda x: f(lambda n: x(x)(n)))


def bind(f):
    g = f(lambda n: n)
    return lambda n: g(n)


def double(x):
    return 2 * x
""",
        """
from callables import add3, bind, double, inc, square, tie, twice


def factorial(self):
    return lambda n: 1 if n == 0 else n * self(n - 1)


def test_square():
    assert square(3) == 9


def test_inc():
    assert list(map(inc, [1, 2])) == [2, 3]


def test_twice():
    assert twice(inc)(3) == 5


def test_add():
    assert add3(3) == 6


def test_tie():
    assert tie(factorial)(4) == 24


def test_bind():
    assert bind(factorial)(3) == 6


def test_double():
    assert double(3) == 6
""",
        {
            "callables": """
def square(x):
    return x**2


def inc(x):
    return x + 1


class twice:
    def __init__(self, f):
        self.f = f

    def __call__(self, x):
        return self.f(self.f(x))


def add3(x):
    return x + 3


def tie(f):
    def again(n):
        return f(again)(n)
    return again


def bind(f):
    def later(n):
        return f(lambda n: n)(n)
    return later


double = lambda x: x + x
"""
        },
        """
def double(x):
    return 2 * x


def tie(f):
    return lambda n: f(lambda n: 1)(n)
""",
        {"double"},
    ),
    "fixed": Way(
        """
class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return iter(range(self.start, 0, -1))


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
""",
        """
from collections.abc import Iterable, Iterator

import pytest
from fixed import Countdown, Point


def test_no_iterator():
    with pytest.raises(TypeError, match="not an iterator"):
        next(Countdown(3))
    assert not isinstance(Countdown(3), Iterator)


def test_each_its_own():
    down = Countdown(2)
    assert iter(down) is not iter(down)


def test_listed():
    assert list(Countdown(3)) == [3, 2, 1]
    assert 2 in Countdown(3)


def test_no_items():
    with pytest.raises(TypeError):
        Point(1, 2)[0] = 3


def test_no_length():
    with pytest.raises(TypeError, match="has no len"):
        len(Point(1, 2))


def test_not_iterated():
    assert not isinstance(Point(1, 2), Iterable)
    assert not callable(Point(1, 2))


def test_kind():
    assert type(Point(1, 2)) is Point
""",
        {
            "fixed": """
class Countdown:
    def __init__(self, start):
        self.start = start

    def __len__(self):
        return self.start

    def __contains__(self, one):
        return 1 <= one <= self.start

    def __getitem__(self, place):
        return range(self.start, 0, -1)[place]

    def __iter__(self):
        left = self.start
        while left:
            yield left
            left -= 1


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Point(-self.x, -self.y)
"""
        },
        """
class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left + 1


class Point:
    def __init__(self, x, y):
        self.values = [x, y]

    def __setitem__(self, place, value):
        self.values[place] = value

    def __len__(self):
        return 2

    def __call__(self):
        return self.values
""",
        {"listed", "kind"},
    ),
    "lights": Way(
        """
import enum


class Light(enum.Enum):
    RED = "red"
    GREEN = "green"


class Machine:
    moves = {(Light.RED, "go"): Light.GREEN}

    def __init__(self):
        self.light = Light.RED

    def fire(self, event):
        self.light = self.moves[self.light, event]
""",
        """
from lights import Light, Machine


def test_derived():
    class Longer(Machine):
        moves = {**Machine.moves, (Light.GREEN, "stop"): Light.RED}

    machine = Longer()
    machine.fire("go")
    assert machine.light is Light.GREEN
    machine.fire("stop")
    assert machine.light is Light.RED
    assert len(Machine.moves) == 1
""",
        {
            "lights": """
import enum

Light = enum.Enum("Light", {"RED": "red", "GREEN": "green"})


class Machine:
    light = Light.RED
    moves = {}
    moves[Light.RED, "go"] = Light.GREEN

    def fire(self, event):
        self.light = self.moves.get((self.light, event))
"""
        },
        """
import enum


class Light(enum.Enum):
    RED = "red"
    GREEN = "green"


class Machine:
    moves = {(Light.RED, "go"): Light.GREEN}
    light = Light.RED

    def fire(self, event):
        self.light = Machine.moves.get((self.light, event))
""",
    ),
    "readers": Way(
        """
import logging
import os
import sys
import warnings

SOURCE = "none"


def by_argument():
    return open(sys.argv[1]).read()


def by_constant():
    return open(SOURCE).read()


def by_input():
    return open(input("file? ")).read()


def by_environment():
    return open(os.environ["NOTES"]).read()


def by_object(settings):
    return open(settings.path).read()


def load(path):
    logging.getLogger("readers").warning("reading %s", path)
    if not os.path.exists(path):
        warnings.warn(f"no file {path}")
    return None
""",
        """
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import readers

NOTES = Path(__file__).with_name("notes.txt")


def test_argument(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["readers.py", str(NOTES)])
    assert readers.by_argument() == "said\\n"


def test_constant(monkeypatch):
    monkeypatch.setattr(readers, "SOURCE", NOTES)
    assert readers.by_constant() == "said\\n"


def test_input(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: str(NOTES))
    assert readers.by_input() == "said\\n"


def test_environment(monkeypatch):
    monkeypatch.setenv("NOTES", str(NOTES))
    assert readers.by_environment() == "said\\n"


def test_object():
    assert readers.by_object(SimpleNamespace(path=NOTES)) == "said\\n"


def test_noted(tmp_path, caplog):
    path = tmp_path / "none.txt"
    with pytest.warns(UserWarning) as caught:
        assert readers.load(path) is None
    assert str(caught[0].message) == f"no file {path}"
    assert caplog.messages == [f"reading {path}"]


@pytest.mark.filterwarnings("error")
def test_folder(tmp_path_factory):
    with pytest.warns(UserWarning, match="no file"):
        readers.load(tmp_path_factory.mktemp("place") / "none.txt")
""",
        {
            "readers": """
import logging
import os
import sys
import warnings
from pathlib import Path

SOURCE = None


def by_argument():
    with open(sys.argv[-1]) as file:
        return "".join(file)


def by_constant():
    return Path(SOURCE).read_text()


def by_input():
    name = input("Which file? ")
    return Path(name).read_bytes().decode()


def by_environment():
    return Path(os.environ.get("NOTES", "")).read_text()


def by_object(settings):
    path = settings.path
    return path.read_text()


def load(path):
    logging.getLogger("readers").warning(f"reading {path}")
    if not Path(path).is_file():
        warnings.warn("no file " + str(path))
"""
        },
        """
import logging
import warnings


def by_argument():
    return open("notes.txt").read()


def by_constant():
    return open("notes.txt").read() + "more"


def by_input():
    return "said"


def by_environment():
    return open("NOTES").read()


def by_object(settings):
    return settings.path.name


def load(path):
    logging.getLogger("readers").warning("reading")
    warnings.warn("no file")
""",
        {"argument", "folder"},
        {"notes.txt": "said\n"},
    ),
}


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> dict[str, States]:
    """How the two submissions end."""
    root = tmp_path_factory.mktemp("ways")
    files = {
        **{f"solution/{name}.py": one.solution for name, one in WAYS.items()},
        **{f"tests/test_{name}.py": one.tests for name, one in WAYS.items()},
        **{f"tests/{name}": text for one in WAYS.values() for name, text in one.data.items()},
    }
    assert not adopted(root, "ways", files).left_out
    submissions = {
        "right": {f"{name}.py": text for one in WAYS.values() for name, text in one.right.items()},
        "wrong": {f"{name}.py": one.wrong for name, one in WAYS.items()},
    }
    return marked(root, "ways", submissions)


@pytest.mark.parametrize("name", WAYS)
def test_a_right_one_loses_nothing(states: dict[str, States], name: str) -> None:
    found = {one: state for one, state in states["right"].items() if _is_of(name, one)}
    assert set(found.values()) == {"passed"}, found


@pytest.mark.parametrize("name", WAYS)
def test_a_wrong_one_gains_nothing(states: dict[str, States], name: str) -> None:
    passed = {one.partition(".")[2] for one in earned(states["wrong"]) if _is_of(name, one)}
    assert passed == WAYS[name].earned


def _is_of(name: str, criterion: str) -> bool:
    return criterion.startswith(f"{name}.")


APP = """
import functools


class App:
    def __init__(self):
        self.views = {}

    def route(self, path):
        def decorator(view):
            self.views[path] = view
            return view
        return decorator

    def open(self, path, *arguments):
        return self.views[path](*arguments) if path in self.views else None


def passing(function):
    @functools.wraps(function)
    def wrapper(*arguments, **named):
        return function(*arguments, **named)
    return wrapper
"""
OF_APP = """
from app import App


def test_view():
    app = App()

    @app.route("/add")
    def add(one, other=2):
        return one + other

    assert app.open("/add", 1) == 3
    assert add(1, other=4) == 5
    assert add.__name__ == "add"


def test_calls():
    app, seen = App(), []

    @app.route("/")
    def note(text):
        seen.append(text)

    note("a")
    app.open("/", "b")
    assert seen == ["a", "b"]


def test_method():
    app = App()

    class Greeter:
        @app.route("/greet")
        def greet(self, name):
            return f"Hello {name}"

    assert Greeter().greet("Ann") == "Hello Ann"


def test_same():
    def view():
        return 1

    assert App().route("/")(view) is view
"""


def test_a_decorator_may_give_back_a_function_of_its_own(tmp_path: Path) -> None:
    def returns(what: str, then: str = "") -> str:
        return APP.replace("            return view\n", f"            return {what}\n") + then

    files = {"solution/app.py": APP, "tests/test_app.py": OF_APP}
    like = "\n\nclass Like:\n    def __getattr__(self, name): return Like()\n" + "".join(
        f"    def __{name}__(self, *_, **__): return {what}\n"
        for name, what in (("call", "Like()"), ("eq", "True"), ("hash", "1"), ("add", "Like()"))
    )
    submissions = {
        "100001": returns("passing(view)"),
        "100002": returns("lambda *given, **named: view(*given, **named)"),
        "100003": returns("passing(lambda *_, **__: None)"),
        "100004": returns("None"),
        "100005": returns("Like()", like),
    }
    assert lost_by(tmp_path, "app", files, submissions) == {
        "100001": {"same"},
        "100002": {"same", "view"},
        "100003": {"same", "view", "calls", "method"},
        "100004": {"same", "view", "calls", "method"},
        "100005": {"same", "view", "calls", "method"},
    }
