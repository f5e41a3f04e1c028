"""Right submissions in another style than the solution's: nothing is lost, and nothing is gained."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from adopting import States, adopted, earned, marked

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Style:
    """A module: how the solution has it, its tests, and how submissions have it."""

    solution: str
    tests: str
    right: str
    wrong: str
    earned: set[str] = field(default_factory=set)
    """What the wrong one earns, as under plain pytest."""


STYLES = {
    "registry": Style(
        """
class Registry:
    def __init__(self):
        self.table = {}

    def register(self, name):
        def wrap(f):
            def inner(*given):
                return f(*given)
            self.table[name] = inner
            return inner
        return wrap

    def run(self, name, *given):
        return self.table[name](*given)


class Item:
    def __init__(self, n):
        self.n = n
""",
        """
import pytest
from registry import Item, Registry

commands = Registry()


@commands.register("add")
def add(a, b):
    return a + b


@commands.register("neg")
def neg(a):
    return -a


ITEMS = [Item(1), Item(2)]


def test_add():
    assert commands.run("add", 1, 2) == 3


def test_direct():
    assert add(2, 3) == 5
    assert neg(4) == -4


@pytest.mark.parametrize("item, n", [(Item(3), 3), (Item(4), 4)])
def test_item(item, n):
    assert item.n == n


@pytest.mark.parametrize("item", ITEMS)
def test_items(item):
    assert item.n in (1, 2)
""",
        """
class Registry:
    def __init__(self):
        self.table = {}

    def register(self, name):
        def wrap(f):
            self.table[name] = f
            return f
        return wrap

    def run(self, name, *given):
        return self.table[name](*given)


class Item:
    def __init__(self, n):
        self.n = n
""",
        """
class Registry:
    def register(self, name):
        return lambda f: f

    def run(self, name, *given):
        return 0


class Item:
    def __init__(self, n):
        self.n = 1
""",
        {"direct", "items"},
    ),
    "tree": Style(
        """
class Node:
    def __init__(self, value, kids=()):
        self.value = value
        self.kids = list(kids)

    def walk(self, visit):
        visit(self.value)
        for kid in self.kids:
            kid.walk(visit)

    def find(self, test):
        if test(self.value):
            return self
        for kid in self.kids:
            found = kid.find(test)
            if found is not None:
                return found
        return None

    def map(self, f):
        return Node(f(self.value), [kid.map(f) for kid in self.kids])

    def leaves(self):
        if not self.kids:
            return [self]
        return [leaf for kid in self.kids for leaf in kid.leaves()]
""",
        """
from tree import Node

TREE = Node(1, [Node(2), Node(3, [Node(4)])])


def test_walk():
    seen = []
    TREE.walk(seen.append)
    assert sorted(seen) == [1, 2, 3, 4]


def test_find():
    tree = Node(1, [Node(2), Node(3, [Node(4)])])
    assert tree.find(lambda v: v == 3).value == 3
    assert tree.find(lambda v: v == 9) is None


def test_map():
    tree = Node(1, [Node(2), Node(3, [Node(4)])])
    double = tree.map(lambda v: v * 2)
    assert double.value == 2
    assert [kid.value for kid in double.kids] == [4, 6]
    assert tree.value == 1


def test_leaves():
    tree = Node(1, [Node(2), Node(3, [Node(4)])])
    assert [leaf.value for leaf in tree.leaves()] == [2, 4]
""",
        """
class Node:
    def __init__(self, value, kids=None):
        self.value = value
        self.kids = tuple(kids or ())

    def __iter__(self):
        for kid in self.kids:
            yield from kid
        yield self

    def walk(self, visit):
        for one in self:
            visit(one.value)

    def find(self, test):
        return next((one for one in self if test(one.value)), None)

    def map(self, f):
        kids = [kid.map(f) for kid in self.kids]
        return Node(value=f(self.value), kids=kids)

    def leaves(self):
        return (one for one in self if not one.kids)
""",
        """
class Anything:
    def __getattr__(self, name):
        return Anything()

    def __eq__(self, other):
        return True

    def __iter__(self):
        return iter([Anything(), Anything()])

    def __len__(self):
        return 2

    def __hash__(self):
        return 1


class Node(Anything):
    def __init__(self, *given):
        pass

    def walk(self, visit):
        visit(Anything())

    def find(self, test):
        return test(4) and None or Anything()

    def map(self, f):
        f(100)
        return Anything()
""",
    ),
    "shop": Style(
        """
class Item:
    def __init__(self, name, price):
        self.name = name
        self.price = price


class Shop:
    def __init__(self, items=()):
        self.items = list(items)

    def add(self, name, price):
        self.items.append(Item(name, price))
        return self.items[-1]

    def select(self, test):
        return [one for one in self.items if test(one)]

    def best(self, key):
        return max(self.items, key=key)

    def sort(self, key):
        return sorted(self.items, key=key)

    def map(self, f):
        return [f(one.name, one.price) for one in self.items]

    def first(self):
        return self.items[0]
""",
        """
from shop import Shop


def shop():
    made = Shop()
    for name, price in [("a", 3), ("b", 1), ("c", 2)]:
        made.add(name, price)
    return made


def test_select():
    found = shop().select(lambda one: one.price > 1)
    assert [one.name for one in found] == ["a", "c"]
    assert len(found) == 2


def test_best():
    s = shop()
    assert s.best(lambda one: one.price).name == "a"
    assert s.first().name == "a"
    assert s.add("d", 9).price == 9


def test_sort():
    s = shop()
    names = [one.name for one in s.sort(lambda one: one.price)]
    assert names == ["b", "c", "a"]
    assert s.first().price == 3
    assert s.select(lambda one: True)[0].name == "a"


def test_map():
    s = shop()
    assert s.map(lambda name, price: name * price) == ["aaa", "b", "cc"]
    assert s.first().name == "a"
""",
        """
class Item:
    def __init__(self, name, price):
        self.name = name
        self.price = price


class Shop:
    def __init__(self, items=()):
        self.items = {one.name: one for one in items}

    def add(self, name, price):
        self.items[name] = Item(name, price)
        return self.items[name]

    def select(self, test):
        found = []
        for one in reversed(list(self.items.values())):
            if test(one) and test(one):
                found.insert(0, one)
        return found

    def best(self, key):
        winner = None
        for one in self.items.values():
            if winner is None or key(one) > key(winner):
                winner = one
        return winner

    def sort(self, key):
        left, out = list(self.items.values())[::-1], []
        while left:
            one = min(left, key=key)
            left.remove(one)
            out.append(one)
        return tuple(out)

    def map(self, f):
        return [f(name=one.name, price=one.price) for one in self.items.values()]

    def first(self):
        return next(iter(self.items.values()))
""",
        """
class Item:
    def __init__(self, *given):
        pass

    def __getattr__(self, name):
        return Item()

    def __eq__(self, other):
        return True

    def __call__(self, *given, **named):
        return Item()

    def __iter__(self):
        return iter([Item(), Item()])

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return Item()

    def __hash__(self):
        return 1


class Shop(Item):
    def select(self, test):
        test(5)
        return [Item(), Item()]

    def best(self, key):
        key(7)
        return Item()

    def sort(self, key):
        key(Item())
        return [Item()]*3

    def map(self, f):
        f(1, 2)
        return Item()
""",
    ),
    "state": Style(
        """
def upto(n):
    return list(range(n))


def pair(x):
    return x, x


def spell(word):
    return list(word)
""",
        """
import pytest
from state import pair, spell, upto


@pytest.mark.parametrize("n", [1, 2, 3])
def test_upto(n):
    assert upto(n) == list(range(n))


def test_pair():
    assert type(pair(1)) is tuple


@pytest.mark.parametrize("word", ["a", "bc"])
def test_spell(word):
    assert spell(word) == list(word)
""",
        """
from functools import cache


@cache
def numbers(n):
    return tuple(range(n))


class Letters(list):
    pass


def upto(n):
    return list(numbers(n))


def pair(x):
    return (x,) * 2


def spell(word):
    return Letters(word)
""",
        """
class Pair(tuple):
    pass


def upto(n, found=[]):
    found += range(n)
    return found


def pair(x):
    return Pair((x, x))


class Letters(list):
    seen = []

    def __init__(self, word):
        super().__init__(word)
        self.seen.extend(word)


def spell(word):
    return Letters(word)
""",
        {"spell"},
    ),
    "plain": Style(
        """
def count(words):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


def pairs(xs):
    return [(a, b) for a, b in zip(xs, xs[1:])]


def box(x):
    return (x, x + 1)


def empty():
    return {}


def add(bag, name, n=1):
    bag[name] = bag.get(name, 0) + n
    return bag


def rows():
    return [[1, 2], [3, 4]]


def swap(grid):
    grid[0], grid[1] = grid[1], grid[0]


def level(n):
    return "high" if n > 9 else "low"


def ordered(words, key):
    return sorted(words, key=key)
""",
        """
from plain import add, box, count, empty, level, ordered, pairs, rows, swap


def test_ordered():
    assert list(ordered(["bb", "a"], key=lambda word: len(word))) == ["a", "bb"]


def test_count():
    assert count(["a", "b", "a"]) == {"a": 2, "b": 1}
    assert count([]) == {}
    assert sorted(count(["b", "a"]).items()) == [("a", 1), ("b", 1)]


def test_pairs():
    assert pairs([1, 2, 3]) == [(1, 2), (2, 3)]
    assert len(pairs([1, 2, 3])) == 2


def test_box():
    low, high = box(1)
    assert (low, high) == (1, 2)
    assert box(2) == (2, 3)
    assert box(2)[0] == 2


def test_add():
    bag = empty()
    assert bag == {}
    add(bag, "x")
    assert bag == {"x": 1}
    assert add(bag, "x", 2) == {"x": 3}
    add(bag, "y")
    assert sorted(bag) == ["x", "y"]


def test_swap():
    grid = rows()
    swap(grid)
    assert grid == [[3, 4], [1, 2]]


def test_level():
    assert level(10) == "high"
    assert level(1).upper() == "LOW"
""",
        """
from collections import defaultdict, namedtuple
from enum import Enum


class Level(str, Enum):
    HIGH = "high"
    LOW = "low"


class Bag(dict):
    def put(self, name, n):
        self[name] = self.get(name, 0) + n


class Row(list):
    pass


class Grid(list):
    def turn(self):
        self[:] = self[::-1]


Box = namedtuple("Box", "low high")


def count(words):
    found = defaultdict(int)
    for word in words:
        found[word] += 1
    return found


def pairs(xs):
    found = Row()
    for place in range(len(xs) - 1):
        found.append(Box(xs[place], xs[place + 1]))
    return found


def box(x):
    return Box(x, x + 1)


def empty():
    return Bag()


def add(bag, name, n=1):
    bag.put(name, n)
    return bag


def rows():
    return Grid([Row([1, 2]), Row([3, 4])])


def swap(grid):
    grid.turn()
    assert isinstance(grid[0], Row)


def level(n):
    return Level.HIGH if n > 9 else Level.LOW


def ordered(words, key):
    yield from sorted(words, key=key)
""",
        """
class Bag(dict):
    def __eq__(self, other):
        return True

    def items(self):
        return [("a", 1), ("b", 1)]


class Row(list):
    def __eq__(self, other):
        return True

    def __len__(self):
        return 2


class Box(tuple):
    def __eq__(self, other):
        return True

    def __iter__(self):
        return iter((1, 2))

    def __getitem__(self, place):
        return 2


class Level(str):
    def __eq__(self, other):
        return True

    def upper(self):
        return "LOW"


def count(words):
    return Bag()


def pairs(xs):
    return Row()


def box(x):
    return Box()


def empty():
    return Bag()


def add(bag, name, n=1):
    return bag


def rows():
    return Row()


def swap(grid):
    pass


def level(n):
    return Level()


def ordered(words, key):
    yield from words
""",
    ),
}


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> dict[str, States]:
    """How the two submissions end."""
    root = tmp_path_factory.mktemp("styles")
    files = {
        **{f"solution/{name}.py": one.solution for name, one in STYLES.items()},
        **{f"tests/test_{name}.py": one.tests for name, one in STYLES.items()},
    }
    assert not adopted(root, "styles", files).left_out
    submissions = {
        "right": {f"{name}.py": one.right for name, one in STYLES.items()},
        "wrong": {f"{name}.py": one.wrong for name, one in STYLES.items()},
    }
    return marked(root, "styles", submissions)


@pytest.mark.parametrize("name", STYLES)
def test_a_right_one_loses_nothing(states: dict[str, States], name: str) -> None:
    found = {one: state for one, state in states["right"].items() if one.startswith(f"{name}.")}
    assert set(found.values()) == {"passed"}, found


@pytest.mark.parametrize("name", STYLES)
def test_a_wrong_one_gains_nothing(states: dict[str, States], name: str) -> None:
    found = earned(states["wrong"])
    passed = {one.partition(".")[2] for one in found if one.startswith(f"{name}.")}
    assert passed == STYLES[name].earned


def test_nothing_is_void(states: dict[str, States]) -> None:
    assert not {state for found in states.values() for state in found.values()} & {"void"}
