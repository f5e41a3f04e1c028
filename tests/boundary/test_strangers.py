"""What suites of other courses rely on, one small suite for each: right passes, wrong loses."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, altered, coursework_of, earned, lost, marked

pytestmark = pytest.mark.slow

BASE = """
class Shape:
    made = []
    names = []

    def __init_subclass__(cls):
        Shape.names.append(cls.__name__)

    def __init__(self):
        Shape.made.append(type(self).__name__)

    def area(self):
        raise NotImplementedError
"""
SHAPES = """
from base import Shape


class Square(Shape):
    def __init__(self, side):
        super().__init__()
        self.side = side

    def area(self):
        return self.side ** 2


def largest(shapes):
    return max(shapes, key=lambda one: one.area())


def by_class(shapes):
    return {type(one): one.area() for one in shapes}
"""
OF_SHAPES = """
import unittest

from base import Shape
from shapes import Square, by_class, largest


class Dot(Shape):
    def area(self):
        return 0


class TestShapes(unittest.TestCase):
    def test_is_a_shape(self):
        self.assertIsInstance(Square(1), Shape)
        self.assertEqual(Square.__bases__, (Shape,))

    def test_counts(self):
        before = len(Shape.made)
        Square(1)
        self.assertEqual(len(Shape.made), before + 1)

    def test_registers(self):
        self.assertIn("Square", Shape.names)

    def test_own(self):
        self.assertEqual(largest([Dot(), Square(2)]).area(), 4)
        self.assertEqual(by_class([Dot()])[Dot], 0)
"""


def test_a_supplied_base_class_is_where_students_classes_are(tmp_path: Path) -> None:
    files = {
        "solution/base.py": BASE,
        "solution/shapes.py": SHAPES,
        "stub/base.py": BASE,
        "stub/shapes.py": "class Square:\n    pass\n",
        "tests/test_shapes.py": OF_SHAPES,
    }
    assert not adopted(tmp_path, "shapes", files).left_out
    assert coursework_of(tmp_path, "shapes").required == ("shapes.py",)
    alone = SHAPES.replace("(Shape)", "").replace("        super().__init__()\n", "")
    claims = SHAPES + "\nimport base\nbase.Shape = Square\n"
    submissions = {"right": SHAPES, "alone": alone, "claims": claims}
    states = marked(
        tmp_path, "shapes", {who: {"shapes.py": one} for who, one in submissions.items()}
    )
    everything = set(states["right"])
    assert earned(states["right"]) == everything
    assert earned(states["alone"]) == {"shapes.own"}


ODDS = """
import datetime
from datetime import date


class Refused(Exception):
    def __init__(self, why):
        super().__init__(why)
        self.why = why


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is Refused


def curry(f):
    count = f.__code__.co_argcount

    def curried(*given):
        return f(*given) if len(given) >= count else lambda *more: curried(*given, *more)

    return curried


def names():
    return {"a", "b"}


def doubled(f):
    def wrapper(x):
        return 2 * f(x)

    return wrapper


@doubled
def plus(x):
    return x + 1


def year():
    return date.today().year


def scale(x: int, by: float = 2.0) -> float:
    return x * by
"""
OF_ODDS = """
import datetime
import inspect
from unittest.mock import patch

import pytest
from odds import Quiet, Refused, curry, names, plus, scale, year


def test_raised_here():
    with Quiet():
        raise Refused("no")
    with pytest.raises(Refused, match="late") as caught:
        raise Refused("late")
    assert (caught.value.why, caught.value.args) == ("late", ("late",))


def test_arity():
    assert curry(lambda a, b, c=1: a + b + c)(1)(2)(3) == 6


def test_names():
    assert names() == {"a", "b"}
    assert "a" in names()
    assert len(names() | {"c"}) == 3


def test_decorated():
    assert plus(3) == 8


def test_year():
    class Fixed(datetime.date):
        @classmethod
        def today(cls):
            return cls(1999, 1, 1)

    with patch("odds.date", Fixed):
        assert year() == 1999


def test_signature():
    assert str(inspect.signature(scale)) == "(x: int, by: float = 2.0) -> float"
"""


def test_objects_functions_and_exceptions_as_suites_use_them(tmp_path: Path) -> None:
    files = {"solution/odds.py": ODDS, "tests/test_odds.py": OF_ODDS}
    assert not adopted(tmp_path, "odds", files).left_out
    function = (
        "def doubled(f):\n    def wrapper(x):\n        return 2 * f(x)\n\n    return wrapper\n"
    )
    cls = (
        "class doubled:\n    def __init__(self, f):\n        self.f = f\n\n"
        "    def __call__(self, x):\n        return 2 * self.f(x)\n"
    )
    assert function in ODDS
    view = 'return {"a": 1, "b": 2}.keys()'
    style = ODDS.replace(function, cls).replace('return {"a", "b"}', view)
    liar = "class L(set):\n    def __eq__(s, o): return True\n    __contains__ = __eq__\n\n\n"
    submissions = {
        "right": ODDS,
        "style": style,
        "wrong": ODDS.replace("kind is Refused", "False").replace(
            "= f.__code__", "= 1 + f.__code__"
        ),
        "liar": liar + ODDS.replace('return {"a", "b"}', "return L()"),
        "short": style.replace(', "b": 2', ""),
        "eager": style.replace("return 2 * self.f(x)", "return 3 * self.f(x)"),
    }
    states = marked(tmp_path, "odds", {who: {"odds.py": one} for who, one in submissions.items()})
    everything = set(states["right"])
    assert earned(states["right"]) == earned(states["style"]) == everything
    assert everything - earned(states["wrong"]) == {"odds.raised_here", "odds.arity"}
    assert everything - earned(states["liar"]) == {"odds.names"}
    assert everything - earned(states["short"]) == {"odds.names"}
    assert everything - earned(states["eager"]) == {"odds.decorated"}


SET_ASIDE = """
import unittest
from pathlib import Path

import counting
import pytest

PLACE = Path(counting.__file__)


def test_count():
    assert counting.count("a b") == 2


def test_source():
    assert "sum" not in PLACE.read_text()


@pytest.mark.skip(reason="the file format is not settled")
def test_later():
    assert counting.count("") == 1


@pytest.mark.xfail
def test_known():
    assert counting.count("") == 1


class TestOld(unittest.TestCase):
    @unittest.expectedFailure
    def test_old(self):
        self.assertEqual(counting.count(""), 1)
"""


def test_what_cannot_be_carried_over_is_named_in_one_line_each(tmp_path: Path) -> None:
    solution = "def count(text):\n    return len(text.split())\n"
    files = {"solution/counting.py": solution, "tests/test_count.py": SET_ASIDE}
    done = adopted(tmp_path, "words", files)
    assert done.criteria == 1
    assert [line.partition(": ")[2] for line in done.left_out] == [
        "count.source: it reads or runs the file of a student's module, which does not cross",
        "count.later: it is skipped (the file format is not settled)",
        "count.known: it is marked as one that fails",
        "old.old: it is marked as one that fails",
    ]


RELOADED = """
import importlib

import hello


def test_again(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt="": "Ada")
    hello.count = 5
    importlib.reload(hello)
    assert capsys.readouterr().out == "Hello, Ada!\\n"
    assert hello.count == 1
    assert hello.greet() == "Ada"


def test_before():
    assert hello.count == 1
"""
HELLO = """
try:
    name = input("Name? ")
except (EOFError, OSError):
    name = ""
print(f"Hello, {name}!")
count = 1


def greet():
    return name
"""


def test_a_module_is_loaded_again_where_it_is(tmp_path: Path) -> None:
    files = {"solution/hello.py": HELLO, "tests/test_hello.py": RELOADED}
    assert not adopted(tmp_path, "hello", files).left_out
    rude = HELLO.replace("Hello,", "Oi")
    submissions = {"right": {"hello.py": HELLO}, "rude": {"hello.py": rude}}
    states = marked(tmp_path, "hello", submissions)
    assert earned(states["right"]) == {"hello.again", "hello.before"}
    assert earned(states["rude"]) == {"hello.before"}


COUNTDOWN = """
class Refused(Exception):
    pass


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        for number in range(self.start, 0, -1):
            yield number


def check(number):
    if number < 0:
        raise Refused(f"{number} is negative")
"""
OWN_ITERATOR = """
class Why:
    def __init__(self, number):
        self.number = number

    def __str__(self):
        return f"{self.number} is negative"


class Refused(Exception):
    pass


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        self.left = self.start
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left + 1


def check(number):
    if number < 0:
        raise Refused(Why(number))
"""
OF_COUNTDOWN = """
import pytest
from countdown import Countdown, Refused, check


def test_for():
    assert [one for one in Countdown(3)] == [3, 2, 1]


def test_instance():
    assert isinstance(iter(Countdown(2)), object)
    assert max(Countdown(4)) == 4


def test_refused():
    with pytest.raises(Refused, match="is negative"):
        check(-1)


def test_args():
    with pytest.raises(Refused) as caught:
        check(-1)
    assert caught.value.args == ("-1 is negative",)
"""


def test_an_iterator_of_ones_own_serves_as_well_as_a_generator(tmp_path: Path) -> None:
    files = {"solution/countdown.py": COUNTDOWN, "tests/test_countdown.py": OF_COUNTDOWN}
    assert not adopted(tmp_path, "countdown", files).left_out
    endless = OWN_ITERATOR.replace("self.left -= 1\n", "self.left -= 2\n")
    submissions = {
        "right": {"countdown.py": OWN_ITERATOR},
        "wrong": {"countdown.py": endless.replace("if not self.left", "if self.left < 1")},
    }
    states = marked(tmp_path, "countdown", submissions)
    plain = {"countdown.for", "countdown.instance", "countdown.refused"}
    assert earned(states["right"]) == plain  # its exception holds an object, and not the text
    assert earned(states["wrong"]) == {"countdown.refused"}


ASKING = """
def ask(prompt="? "):
    return int(input(prompt))


def send_all(mailer, names):
    return sum(bool(mailer.send(to=name)) for name in names)
"""
OF_ASKING = """
from unittest import mock

from asking import ask, send_all


class Mailer:
    def send(self, to):
        raise OSError("no network")


@mock.patch("builtins.input", return_value="42")
def test_ask(fake):
    assert ask() == 42
    fake.assert_called_once_with("? ")


def test_specified():
    mailer = mock.create_autospec(Mailer)
    mailer.send.side_effect = [True, False]
    assert send_all(mailer, "ab") == 1
"""


def test_mocks_of_input_and_of_methods(tmp_path: Path) -> None:
    files = {"solution/asking.py": ASKING, "tests/test_asking.py": OF_ASKING}
    assert not adopted(tmp_path, "asking", files).left_out
    text = ASKING.replace("int(input(prompt))", "input(prompt)")
    submissions = {
        "right": {"asking.py": ASKING},
        "text": {"asking.py": text},
        "all": {"asking.py": ASKING.replace("bool(mailer.send(to=name))", "1")},
    }
    states = marked(tmp_path, "asking", submissions)
    assert earned(states["right"]) == {"asking.ask", "asking.specified"}
    assert earned(states["text"]) == {"asking.specified"}
    assert earned(states["all"]) == {"asking.ask"}


NAMESAKE = {
    "calc/__init__.py": "from .evaluate import evaluate\n",
    "calc/evaluate.py": "def evaluate(text):\n    return sum(map(int, text.split('+')))\n",
}
OF_NAMESAKE = """
import calc
import calc.evaluate as inner
from calc import evaluate


def test_sum():
    assert evaluate("1+2") == 3
    assert calc.evaluate("4") == 4
"""


def test_a_function_is_called_like_its_module(tmp_path: Path) -> None:
    files = {f"solution/{path}": text for path, text in NAMESAKE.items()}
    done = adopted(tmp_path, "calc", {**files, "tests/test_calc.py": OF_NAMESAKE})
    assert not done.left_out


STEPS = """
from functools import partial


class Full(Exception):
    def __init__(self, size):
        super().__init__(f"no room for {size}")
        self.size = size


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        yield from range(self.start, 0, -1)


def park(size):
    raise Full(size)


twice = partial(lambda factor, number: factor * number, 2)
"""
OF_STEPS = """
import pytest
from steps import Countdown, Full, park, twice


def test_steps():
    assert list(Countdown(3)) == [3, 2, 1]
    assert [x for x in Countdown(2)] == [2, 1]


def test_full():
    with pytest.raises(Full) as info:
        park(Countdown(1))
    assert isinstance(info.value.size, Countdown)


def test_message():
    with pytest.raises(Full) as info:
        park("van")
    assert info.value.args == ("no room for van",)


def test_partial():
    assert twice(4) == 8
"""
OTHER_STEPS = STEPS.replace(
    "    def __iter__(self):\n        yield from range(self.start, 0, -1)",
    "    def __iter__(self):\n        return self\n\n    def __next__(self):\n"
    "        if not self.start:\n            raise StopIteration\n"
    "        self.start -= 1\n        return self.start + 1",
).replace('super().__init__(f"no room for {size}")', "super().__init__(size)")


def test_other_ways_of_the_same(tmp_path: Path) -> None:
    files = {"solution/steps.py": STEPS, "tests/test_steps.py": OF_STEPS}
    assert not adopted(tmp_path, "steps", files).left_out
    late = OTHER_STEPS.replace("self.start + 1", "self.start")
    submissions = {"other": {"steps.py": OTHER_STEPS}, "late": {"steps.py": late}}
    states = marked(tmp_path, "steps", submissions)
    assert earned(states["other"]) == {"steps.steps", "steps.full", "steps.partial"}
    assert earned(states["late"]) == {"steps.full", "steps.partial"}


TEAMS = """
from enum import IntEnum, StrEnum


class Way(StrEnum):
    NORTH = "n"
    SOUTH = "s"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Player:
    def __init__(self, name):
        self.name = name


class Team:
    def __init__(self):
        self.players = set()
        self.points = {}
        self.ways = {}

    def add(self, player):
        self.players.add(player)
        self.points[player] = self.points.get(player, 0) + 1

    def remove(self, player):
        self.players.discard(player)

    def link(self, way, other):
        self.ways[way] = other
"""
OF_TEAMS = """
import pytest
from teams import Level, Player, Team, Way


@pytest.fixture
def team():
    return Team()


def test_members(team):
    one = Player("a")
    team.add(one)
    assert len(team.players) == 1
    assert one in team.players
    assert len(team.players) == 1


def test_removes(team):
    one = Player("a")
    team.add(one)
    assert one in team.players
    team.remove(one)
    assert one not in team.players


def test_points(team):
    one = Player("a")
    team.add(one)
    assert team.points[one] == 1
    team.add(one)
    assert team.points[one] == 2


def test_ways(team):
    other = Team()
    team.link(Way.NORTH, other)
    assert team.ways[Way.NORTH] is other
    team.link(Way.SOUTH, team)
    assert team.ways == {Way.NORTH: other, Way.SOUTH: team}


@pytest.mark.parametrize(("way", "text"), [(one, one.value) for one in Way])
def test_each_way(way, text):
    assert way.value in "nsN"
    assert way.value.lower() == text


@pytest.mark.parametrize("level", Level)
def test_each_level(level):
    assert level.value in (1, 2)


def test_plain_values():
    assert Way.NORTH == "n"
    assert Level.HIGH == 2
"""
IN_ANOTHER_ORDER = [
    ('    NORTH = "n"\n    SOUTH = "s"\n', '    SOUTH = "s"\n    NORTH = "n"\n'),
    ("    LOW = 1\n    HIGH = 2\n", "    HIGH = 2\n    LOW = 1\n"),
]
TEAM_MISTAKES = {
    "stay": ("self.players.discard(player)", "pass", {"removes"}),
    "one": ("self.points.get(player, 0) + 1", "1", {"points"}),
    "first": ("self.ways[way] = other", "self.ways.setdefault(Way.NORTH, other)", {"ways"}),
    "none": ("self.players.add(player)", "pass", {"members", "removes"}),
    "texts": ('NORTH = "n"', 'NORTH = "x"', {"each_way", "plain_values"}),
}


def test_sets_dicts_and_enums_of_students_are_as_they_are_now(tmp_path: Path) -> None:
    files = {"solution/teams.py": TEAMS, "tests/test_teams.py": OF_TEAMS}
    assert not adopted(tmp_path, "teams", files).left_out
    other = TEAMS
    for here, there in IN_ANOTHER_ORDER:
        assert here in TEAMS
        other = other.replace(here, there)
    texts = {"right": TEAMS, "other": other, **altered(TEAMS, TEAM_MISTAKES)}
    states = marked(tmp_path, "teams", {name: {"teams.py": text} for name, text in texts.items()})
    mistaken = {name: mistake for name, (_, _, mistake) in TEAM_MISTAKES.items()}
    assert lost(states) == {"right": set(), "other": set(), **mistaken}


PLUGINS = """
class Plugin:
    def run(self, number):
        raise NotImplementedError

    def twice(self, number):
        return self.run(self.run(number))
"""
OF_PLUGINS = """
from plugins import Plugin


class Add(Plugin):
    def run(self, number):
        return number + 1


class AddMore(Add):
    def run(self, number):
        return super().run(number) + 10


class AddMost(AddMore):
    def run(self, number):
        return super().run(number) + 100

    def twice(self, number):
        return -super().twice(number)


def test_each_asks_the_next():
    assert Add().twice(1) == 3
    assert AddMore().twice(1) == 23
    assert AddMost().twice(1) == -223


def test_made_by_a_call():
    double = type("Double", (Plugin,), {"run": lambda self, number: 2 * number})
    assert double().twice(3) == 12
"""


def test_classes_of_a_suite_are_derived_from_each_other(tmp_path: Path) -> None:
    files = {"solution/plugins.py": PLUGINS, "tests/test_plugins.py": OF_PLUGINS}
    assert not adopted(tmp_path, "plugins", files).left_out
    texts = {
        "right": PLUGINS,
        "once": PLUGINS.replace("self.run(self.run(number))", "self.run(number)"),
    }
    states = marked(
        tmp_path, "plugins", {name: {"plugins.py": text} for name, text in texts.items()}
    )
    assert lost(states) == {"right": set(), "once": {"each_asks_the_next", "made_by_a_call"}}


TASKS = """
import asyncio
import inspect


async def together(function, items):
    return list(await asyncio.gather(*(function(one) for one in items)))


async def in_time(function, item):
    return await function(item)


def doubled(items):
    if not inspect.isgenerator(items):
        raise TypeError("not a generator")
    for one in items:
        yield 2 * one
"""
OF_TASKS = """
import asyncio
from unittest.mock import AsyncMock

import pytest
from tasks import doubled, in_time, together


async def following(number):
    return number + 1


def test_together():
    assert asyncio.run(together(following, [1, 2])) == [2, 3]


def test_in_time():
    asked = AsyncMock(return_value=5)
    assert asyncio.run(in_time(asked, 1)) == 5
    asked.assert_awaited_once_with(1)


def test_doubled():
    assert list(doubled(one for one in (1, 2))) == [2, 4]
    with pytest.raises(TypeError):
        list(doubled([1]))
"""
AS_TASKS = (
    TASKS.replace(
        "return list(await asyncio.gather(*(function(one) for one in items)))",
        "tasks = [asyncio.create_task(function(one)) for one in items]\\n"
        "    return [await one for one in tasks]".replace("\\n", "\n"),
    )
    .replace(
        "await function(item)", "await asyncio.wait_for(asyncio.ensure_future(function(item)), 1)"
    )
    .replace("not inspect.isgenerator(items)", "type(iter(items)) is type(iter([]))")
)
IN_A_GROUP = TASKS.replace(
    "return list(await asyncio.gather(*(function(one) for one in items)))",
    "async with asyncio.TaskGroup() as group:\n"
    "        tasks = [group.create_task(function(one)) for one in items]\n"
    "    return [one.result() for one in tasks]",
)


def test_coroutines_and_generators_of_a_suite_are_some(tmp_path: Path) -> None:
    files = {"solution/tasks.py": TASKS, "tests/test_tasks.py": OF_TASKS}
    assert not adopted(tmp_path, "tasks", files).left_out
    texts = {
        "tasks": AS_TASKS,
        "group": IN_A_GROUP,
        "any": TASKS.replace("not inspect", "False and not inspect"),
    }
    states = marked(tmp_path, "tasks", {name: {"tasks.py": text} for name, text in texts.items()})
    assert lost(states) == {"tasks": set(), "group": set(), "any": {"doubled"}}


LEDGER = """
from typing import NamedTuple


class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        self.balance -= amount

    def __eq__(self, other):
        return self.balance == other.balance

    def __lt__(self, other):
        return self.balance < other.balance


def pay(account, amount):
    account.withdraw(amount)


class Token(NamedTuple):
    kind: str
    text: str


def tokens(text):
    for word in text.split():
        yield Token("number" if word.isdigit() else "sign", word)


class Numbers:
    def __init__(self, found):
        self.found = found


def numbers(some):
    return Numbers([one.text for one in some if one.kind == "number"])
"""
OF_LEDGER = """
from unittest.mock import Mock

from ledger import Account, numbers, pay, tokens


def test_pay():
    account = Mock(spec=Account)
    pay(account, 7)
    account.withdraw.assert_called_once_with(7)


def test_numbers():
    assert numbers(tokens("1 + 2")).found == ["1", "2"]
"""
OTHER_LEDGER = LEDGER.replace(
    "class Account:", "import functools\n\n\n@functools.total_ordering\nclass Account:"
).replace(
    """    for word in text.split():
        yield Token("number" if word.isdigit() else "sign", word)
""",
    """    words = text.split()
    return [Token("number" if word.isdigit() else "sign", word) for word in words]
""",
)
LEDGER_MISTAKES = {
    "twice": ("account.withdraw(amount)", "account.withdraw(amount + 1)", {"pay"}),
    "signs": ('one.kind == "number"', 'one.kind == "sign"', {"numbers"}),
}


def test_mocks_and_lists_in_the_place_of_iterators_are_handed_on(tmp_path: Path) -> None:
    files = {"solution/ledger.py": LEDGER, "tests/test_ledger.py": OF_LEDGER}
    assert not adopted(tmp_path, "ledger", files).left_out
    assert OTHER_LEDGER.count("total_ordering") + OTHER_LEDGER.count("return [Token") == 2
    texts = {"other": OTHER_LEDGER, **altered(OTHER_LEDGER, LEDGER_MISTAKES)}
    states = marked(tmp_path, "ledger", {name: {"ledger.py": one} for name, one in texts.items()})
    mistaken = {name: mistake for name, (_, _, mistake) in LEDGER_MISTAKES.items()}
    assert lost(states) == {"other": set(), **mistaken}
