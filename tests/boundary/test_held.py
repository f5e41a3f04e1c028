"""What a test holds while it asks more, and how its objects and students' meet."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, earned, marked

STORE = """
from collections import defaultdict, deque


class Store:
    def __init__(self):
        self.stock = defaultdict(int, a=3)
        self.log = deque(maxlen=3)

    def sell(self, number):
        if number > self.stock["a"]:
            raise KeyError(number)
        self.stock["a"] -= number
        self.log.append(number)
        return number
"""
OF_STORE = """
import pytest
from store import Store


def test_stock():
    store = Store()
    stock = store.stock
    assert store.sell(2) == 2
    assert stock["a"] == 1
    with pytest.raises(KeyError):
        store.sell(2)


def test_changed():
    store = Store()
    stock = store.stock
    stock["a"] += 5
    assert store.sell(7) == 7
    assert stock == {"a": 1}


def test_log():
    store = Store()
    log = store.log
    assert not log
    store.sell(1)
    store.sell(2)
    assert list(log) == [1, 2]
"""
PLAIN_STORE = STORE.replace("defaultdict(int, a=3)", '{"a": 3}').replace("deque(maxlen=3)", "[]")
OWN_STORE = PLAIN_STORE.replace(
    "class Store", "class Shelf(dict):\n    pass\n\n\nclass Store"
).replace('{"a": 3}', "Shelf(a=3)")
WRONG_STORE = PLAIN_STORE.replace('self.stock["a"] -= number', "pass")


def test_a_dict_may_stand_for_a_defaultdict_while_more_is_asked(tmp_path: Path) -> None:
    files = {"solution/store.py": STORE, "tests/test_store.py": OF_STORE}
    assert not adopted(tmp_path, "store", files).left_out
    texts = {"plain": PLAIN_STORE, "own": OWN_STORE, "wrong": WRONG_STORE}
    states = marked(tmp_path, "store", {name: {"store.py": one} for name, one in texts.items()})
    assert earned(states["plain"]) == {"store.stock", "store.changed", "store.log"}
    assert earned(states["own"]) == {"store.stock", "store.changed", "store.log"}
    assert earned(states["wrong"]) == {"store.log"}


DOUBLE = "def double(numbers):\n    return [2 * one for one in numbers]\n"
OF_DOUBLE = """
import gc
import tempfile

from double import double


class Forgotten:
    def __init__(self):
        self.own = self
        self.folder = tempfile.TemporaryDirectory()


def test_first():
    gc.disable()
    Forgotten()
    assert double([1]) == [2]


def test_second():
    assert double([1]) == [2]
    gc.collect()
    assert double([2]) == [4]
"""
OTHER_DOUBLE = "class Own(list):\n    pass\n\n\n" + DOUBLE.replace(
    "[2 * one for one in numbers]", "Own(2 * one for one in numbers)"
)


def test_a_folder_that_a_test_has_forgotten_may_be_removed_in_another(tmp_path: Path) -> None:
    files = {"solution/double.py": DOUBLE, "tests/test_double.py": OF_DOUBLE}
    assert not adopted(tmp_path, "double", files).left_out
    handout = tmp_path / "course/handout/double.md"
    states = marked(tmp_path, "double", {"other": {"double.py": OTHER_DOUBLE}})
    assert "scratch_mib" in handout.read_text("utf-8")
    assert earned(states["other"]) == {"double.first", "double.second"}


WRAPPING = """
import functools


def memoise(function):
    known = {}

    @functools.wraps(function)
    def wrapper(*arguments):
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]

    return wrapper


def register(registry):
    def added(cls):
        registry[cls.__name__] = cls
        return cls

    return added


def single(cls):
    made = []

    @functools.wraps(cls, updated=())
    def get(*arguments):
        if not made:
            made.append(cls(*arguments))
        return made[0]

    return get
"""
OF_WRAPPING = """
from wrapping import memoise, register, single


@memoise
def fib(number):
    return number if number < 2 else fib(number - 1) + fib(number - 2)


def test_fib():
    assert fib(100) == 354224848179261915075


def test_register():
    registry = {}

    @register(registry)
    class Plugin:
        pass

    assert list(registry) == ["Plugin"]
    assert registry["Plugin"] is Plugin


def test_single():
    @single
    class Settings:
        '''What holds for all.'''

        def __init__(self, size):
            self.size = size

    assert Settings(3) is Settings(4)
    assert (Settings.__name__, Settings.__doc__) == ("Settings", "What holds for all.")
    assert Settings.__qualname__.endswith("<locals>.Settings")
"""
OTHER_WRAPPING = WRAPPING.replace(
    "        if arguments not in known:\n            known[arguments] = function(*arguments)\n",
    "        if (found := known.get(arguments)) is None:\n"
    "            found = known[arguments] = function(*arguments)\n",
)
ENDLESS = WRAPPING.replace("known[arguments] = function", "known[arguments] = wrapper").replace(
    "@functools.wraps(cls, updated=())", ""
)


def test_decorators_of_recursive_functions_and_of_classes(tmp_path: Path) -> None:
    files = {"solution/wrapping.py": WRAPPING, "tests/test_wrapping.py": OF_WRAPPING}
    assert not adopted(tmp_path, "wrapping", files).left_out
    texts = {"other": OTHER_WRAPPING, "endless": ENDLESS}
    states = marked(
        tmp_path, "wrapping", {name: {"wrapping.py": one} for name, one in texts.items()}
    )
    assert earned(states["other"]) == {"wrapping.fib", "wrapping.register", "wrapping.single"}
    assert earned(states["endless"]) == {"wrapping.register"}


MEETING = """
class Door:
    def __init__(self):
        self.is_open = False

    def enter(self, house):
        house.door = self
        return house


def interleaved(*iterables):
    left = [iter(one) for one in iterables]
    while left:
        for one in list(left):
            try:
                yield next(one)
            except StopIteration:
                left.remove(one)


def compared(one, many):
    door = Door()
    return one == door, door == one, one != door, door in many


def again(function):
    return function()
"""
OF_MEETING = """
from itertools import count
from unittest.mock import Mock

import pytest
from meeting import Door, again, compared, interleaved


def test_interleaved():
    assert list(interleaved("ab", [1], (one for one in "xy"))) == ["a", 1, "x", "b", "y"]
    both = interleaved(count(), "a")
    assert [next(both) for _ in range(4)] == [0, "a", 1, 2]


def test_enter():
    door, house = Door(), Mock()
    assert door.enter(house) is house
    assert house.door is door


def test_compared():
    class Any:
        def __eq__(self, other):
            return other.is_open is False

        def __contains__(self, one):
            return isinstance(one, Door)

    assert compared(Any(), Any()) == (True, True, False, True)
    assert compared(Mock(), [Door()]) == (False, False, True, False)


def test_endless():
    def endless():
        return again(endless)

    with pytest.raises(RecursionError):
        endless()
"""
OTHER_MEETING = MEETING.replace(
    "        self.is_open", "        self.size = 2\n        self.is_open"
)


def test_objects_of_students_meet_those_of_the_suite(tmp_path: Path) -> None:
    files = {"solution/meeting.py": MEETING, "tests/test_meeting.py": OF_MEETING}
    done = adopted(tmp_path, "meeting", files)
    assert [line.partition(": ")[2] for line in done.left_out] == [
        "meeting.endless: the solution does not pass it as a submission (its reply was not a valid"
        " answer: it and the test call each other more than 120 deep)"
    ]
    wrong = MEETING.replace("house.door = self", "house.door = Door()").replace(
        "door == one", "door is one"
    )
    texts = {"other": OTHER_MEETING, "wrong": wrong}
    states = marked(tmp_path, "meeting", {name: {"meeting.py": one} for name, one in texts.items()})
    assert earned(states["other"]) == {"meeting.interleaved", "meeting.enter", "meeting.compared"}
    assert earned(states["wrong"]) == {"meeting.interleaved"}
