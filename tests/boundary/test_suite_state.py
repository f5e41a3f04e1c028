"""What a suite holds is as it was after each test, wherever it is held."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from patience_grader.boundary.suite_state import SuiteState

SUITE = """
import abc, collections, enum, functools, random, sqlite3, threading, types, weakref

Hand = tuple[int, ...]
class Registry(dict):
    limit = 3
    def __init__(self): super().__init__(a=1); self.limit = 10
    def __setitem__(self, key, value): raise TypeError("closed")
    clear = __iter__ = items = None
class Shelf(list):
    def __init__(self): super().__init__([[1], [2]]); self.label = []
class Dice(random.Random):
    rolled = 0
class Shape(abc.ABC): pass
class Round(abc.ABC): pass
Shape.register(str)
class Pen: pass
class Drawn(abc.ABC):
    __subclasshook__ = classmethod(lambda cls, other: hasattr(other, "draw"))
class Color(enum.Enum):
    RED = 1
    def __init__(self, number): self.seen = []
class Counts:
    def __init__(self): self.ids, self.method = iter([1, 2]), Shelf().append
def counter():
    count = 0
    class Counter:
        total = 0
        def up(self):
            nonlocal count
            count += 1
            Counter.total += 1
        def read(self): return count, self.total
    return Counter()

REGISTRY, SHELF, DICE, COUNTS, COUNTER = Registry(), Shelf(), Dice(1), Counts(), counter()
LOCAL, SPACE, PART = threading.local(), types.SimpleNamespace(a=1), functools.partial(len, [1])
WEAK, TABLE, OPEN = weakref.WeakSet(), sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
LOCAL.value = 1
for one in (TABLE, OPEN):
    one.execute("CREATE TABLE numbers (number)")
TABLE.execute("INSERT INTO numbers VALUES (1)")
TABLE.row_factory = sqlite3.Row

def held():
    return (
        dict.copy(REGISTRY), REGISTRY.limit, list(SHELF), SHELF.label, DICE.rolled,
        Color.RED.seen, next(COUNTS.ids), COUNTS.method.__self__, COUNTER.read(), LOCAL.value,
        issubclass(str, Shape), issubclass(int, Shape), issubclass(int, Round), issubclass(Pen, Drawn), vars(SPACE), PART.args, len(WEAK), type(TABLE.execute("SELECT 1").fetchone()).__name__,
        *(one.execute("SELECT count(*) FROM numbers").fetchone()[0] for one in (TABLE, OPEN)),
    )

def change():
    dict.update(REGISTRY, a=5, b=[])
    REGISTRY.limit = SHELF.label = DICE.rolled = LOCAL.value = SPACE.a = SPACE.b = 0
    SHELF[0].append(SHELF.pop())
    Color.RED.seen.append(1)
    next(COUNTS.ids)
    COUNTS.method(3)
    COUNTER.up()
    Pen.draw = 1
    assert issubclass(Pen, Drawn)
    for one in (Shape, Round):
        one.register(int)
    PART.args[0].append(2)
    WEAK.add(COUNTS)
    for one in (TABLE, OPEN):
        one.executemany("INSERT INTO numbers VALUES (?)", [(2,), (3,)])
    TABLE.close()
    return OPEN.execute("SELECT * FROM numbers").fetchone(), OPEN.execute("SELECT * FROM numbers")
"""


@pytest.fixture
def suite(tmp_path: Path) -> Iterator[ModuleType]:
    file = tmp_path / "test_of_state.py"
    file.write_text(SUITE, "utf-8")
    spec = importlib.util.spec_from_file_location("test_of_state", file)
    assert spec
    assert spec.loader
    module = sys.modules["test_of_state"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["test_of_state"]


def test_what_a_suite_holds_is_as_before_after_each_test(tmp_path: Path, suite: ModuleType) -> None:
    state = SuiteState(tmp_path)
    with state.kept():
        before = repr(suite.held())
    for _ in range(2):
        with state.kept():
            reading = suite.change()
        assert reading
        with state.kept():
            assert repr(suite.held()) == before
