"""A submission does not make its answer right by changing what it was handed."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, lost, marked

pytestmark = pytest.mark.slow

BOARD = """
class Board:
    def __init__(self, cells):
        self.cells = cells
"""
SOLUTION = """
import numpy as np
from board import Board


def squares(numbers):
    return [one * one for one in numbers]


def merged(one, other):
    return {**one, **other}


def placed(rows, row, column):
    new = [list(one) for one in rows]
    new[row][column] = "X"
    return new


def counted(numbers, is_meant):
    return sum(1 for one in numbers if is_meant(one))


def total(board):
    return sum(board.cells)


def doubled(numbers):
    return 2 * numbers


def swapped(numbers):
    numbers[0], numbers[-1] = numbers[-1], numbers[0]


def words(file):
    return len(file.read_text().split())


def tidied(file, other):
    other.write_text(" ".join(sorted(file.read_text().split())))


def cost(things):
    return sum(one.price for one in things)


def taxed(rates):
    return 2 * rates.tax


def parts(thing):
    return sorted(thing.parts + thing.copied())


def ordered(numbers):
    return sorted(numbers)


def longest(table):
    return max(map(len, table["rows"]))


def height(pile):
    return len(pile.cards)


def ends(chain):
    return [chain.first, chain.tail[0]]


def shown(pile):
    pile.turn()
    return pile.cards[-1]


def counted_twice(deck):
    return [len(deck), deck.count_all()]


def of_python(text, thing, line):
    return [len(text.read().split()), 2 * thing.price, line.qsize()]


def opened(door):
    door.unlock()


class Person:
    def __init__(self, age):
        self.age = age


def oldest(people):
    return max(people, key=lambda one: one.age)


class Cart:
    def __init__(self, things):
        self.things = list(things)

    def add(self, thing):
        self.things.append(thing)
        return self
"""
TESTS = """
import io
import queue
from unittest.mock import Mock
import numpy as np
import pytest
from board import Board
from hypothesis import given, strategies as st
from ways import Cart, Person, cost, counted, counted_twice, doubled, ends, height, longest, merged, of_python, oldest, opened, ordered, parts, placed, shown, squares, swapped, taxed, tidied, total, words


@given(st.lists(st.integers()))
def test_squares(numbers):
    assert squares(numbers) == [one * one for one in numbers]


def test_stated():
    assert squares([1, 2]) == [1, 4]


def test_merged():
    one, other = {"a": 1}, {"b": [2]}
    assert merged(one, other) == {**one, **other}


def test_placed():
    rows = [[" "] * 2, [" "] * 2]
    for place in range(2):
        rows = placed(rows, place, place)
    assert rows == [["X", " "], [" ", "X"]]


def test_counted():
    numbers = [1, 2, 3]
    assert counted(numbers, lambda one: one > 1) == sum(one > 1 for one in numbers)


def test_total():
    board = Board([1, 2])
    assert total(board) == sum(board.cells)


def test_doubled():
    numbers = np.array([1.0, 2.0])
    assert np.allclose(doubled(numbers), 2 * numbers)


def test_swapped():
    numbers = [1, 2, 3]
    swapped(numbers)
    assert numbers == [3, 2, 1]


def test_words(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("a b c")
    assert words(file) == len(file.read_text().split())


def test_tidied(tmp_path):
    file, other = tmp_path / "words.txt", tmp_path / "tidy.txt"
    file.write_text("b a")
    tidied(file, other)
    assert other.read_text().split() == sorted(file.read_text().split())


def test_again(tmp_path):
    file, other = tmp_path / "words.txt", tmp_path / "tidy.txt"
    for text in ("b a", "d c"):
        file.write_text(text)
        tidied(file, other)
    assert other.read_text().split() == ["c", "d"]


class Thing:
    def __init__(self, price):
        self.price = price
        self.parts = [1, 2]

    def copied(self):
        return list(self.parts)


def test_cost():
    things = [Thing(2), Thing(3)]
    assert cost(things) == sum(one.price for one in things)



class Rates:
    tax = 5


def test_taxed():
    assert taxed(Rates) == 2 * Rates.tax


def test_ordered():
    numbers = [2, 1, 3]
    found = ordered(numbers)
    numbers.sort()
    assert found == numbers


def test_parts():
    thing = Thing(1)
    assert parts(thing) == sorted([*thing.parts, *thing.copied()])


def test_longest():
    cart = Cart([])
    table = {"rows": [[1], [3, 2]], "carts": [cart]}
    assert longest(table) == max(map(len, table["rows"]))
    assert longest(table) == 2
    assert table["carts"] == [cart]


class Pile:
    def __init__(self, cards):
        self.cards = list(cards)
        self.turns = 0

    def take(self):
        return self.cards.pop()

    def put(self, card):
        self.cards.append(card)

    def turn(self):
        self.turns += 1


class Chain:
    def __init__(self, *names):
        self.first, self.tail = names[0], names[1:]

    def cut(self):
        self.first, self.tail = None, (None,)


def test_height():
    pile = Pile([1, 2])
    assert height(pile) == len(pile.cards)
    assert height(pile) == len(pile.cards)
    pile.put(3)
    assert height(pile) == len(pile.cards)


def test_ends():
    table = {"chain": Chain("a", "b")}
    chain = table["chain"]
    assert ends(chain) == [chain.first, *chain.tail]


class Deck(list):
    every = []
    size = 0

    def __init__(self, cards):
        super().__init__(cards)
        Deck.every, Deck.size = [*cards], len(cards)

    def count_all(self):
        return len(self.every)

    def burn(self):
        Deck.every, Deck.size = [], 0


@pytest.fixture
def things():
    line = queue.Queue()
    line.put(1)
    return io.StringIO("a b"), Mock(price=3), line


def test_text(things):
    assert of_python(*things)[0] == len(things[0].getvalue().split())


def test_thing(things):
    assert of_python(*things)[1] == 2 * things[1].price


def test_line(things):
    assert of_python(*things)[2] == things[2].qsize()


class Door:
    is_open = False

    def unlock(self):
        self.is_open = True


def test_oldest():
    people = [Person(3), Person(5), Person(9)]
    assert oldest(people) is people[-1]


def test_opened():
    door = Door()
    opened(door)
    assert door.is_open


def test_deck():
    deck = Deck([1, 2])
    assert counted_twice(deck)[0] == len(deck)


def test_every():
    deck = Deck([1, 2])
    assert counted_twice(deck)[1] == len(Deck.every) == Deck.size


def test_shown():
    pile = Pile([1, 2])
    assert shown(pile) == pile.cards[-1]
    assert pile.turns == 1


def test_cart():
    cart = Cart([1])
    cart.add(2).add(3)
    assert cart.things == [1, 2, 3]
"""
IN_PLACE = """
def squares(numbers):
    numbers[:] = [one * one for one in list(numbers)]
    return numbers


def merged(one, other):
    one.update(other)
    return one


def placed(rows, row, column):
    rows[row][column] = "X"
    return rows


def counted(numbers, is_meant):
    return sum(1 for one in numbers if is_meant(one))


def total(board):
    board.seen = True
    return sum(board.cells)


def doubled(numbers):
    return numbers + numbers


def swapped(numbers):
    numbers[0], numbers[-1] = numbers[-1], numbers[0]


def words(file):
    file.write_text(" ".join(sorted(file.read_text().split())))
    return len(file.read_text().split())


def tidied(file, other):
    file.write_text("  ".join(sorted(file.read_text().split())))
    other.write_text("")
    with other.open("a") as out:
        out.write(file.read_text())


def cost(things):
    for one in things:
        one.price = float(one.price)
    return sum(one.price for one in things)


def taxed(rates):
    rates.tax = float(rates.tax)
    return 2 * rates.tax


def parts(thing):
    thing.parts.sort(key=lambda part: -part)
    others = thing.copied()
    others.sort()
    thing.parts.sort()
    return sorted([*thing.parts, *others])


def ordered(numbers):
    numbers.sort()
    return numbers


def longest(table):
    for row in table["rows"]:
        row.sort()
    return max(map(len, table["rows"]))


def height(pile):
    cards = []
    while pile.cards:
        cards.append(pile.take())
    for card in reversed(cards):
        pile.put(card)
    return float(len(cards))


def ends(chain):
    found = chain.first, chain.tail[-1]
    chain.cut()
    return list(found)


def of_python(text, thing, line):
    found = text.read().split()
    text.seek(0)
    thing.price = float(thing.price)
    waiting = [line.get() for _ in range(line.qsize())]
    for one in waiting:
        line.put(one)
    return [len(found), 2 * thing.price, len(waiting)]


def opened(door):
    door.is_open = True


def counted_twice(deck):
    deck.reverse()
    return [float(len(deck)), deck.count_all()]


def shown(pile):
    card = pile.take()
    pile.put(card)
    pile.turn()
    return float(card)


class Person:
    def __init__(self, age):
        self.age = age


def oldest(people):
    people.sort(key=lambda one: one.age)
    return people[-1]


class Cart:
    def __init__(self, things):
        self.things = things

    def add(self, thing):
        self.things.append(thing)
        return self
"""
EMPTIES = """
def squares(numbers):
    numbers.clear()
    return numbers


def merged(one, other):
    one.clear()
    other.clear()
    return {}


def placed(rows, row, column):
    rows.clear()
    return rows


def counted(numbers, is_meant):
    numbers.clear()
    is_meant(1)
    return 0


def total(board):
    board.cells = []
    return 0


def doubled(numbers):
    numbers[:] = 0
    return numbers


def swapped(numbers):
    numbers.clear()


def words(file):
    file.write_text("")
    return 0


def tidied(file, other):
    file.write_text("")
    other.write_text("")


def cost(things):
    for one in things:
        one.price = 0
    return 0


def taxed(rates):
    rates.tax = 0
    return 0


def parts(thing):
    thing.parts.clear()
    return []


def ordered(numbers):
    return numbers


def longest(table):
    for row in table["rows"]:
        row.clear()
    return 0


def height(pile):
    while pile.cards:
        pile.take()
    return 0


def ends(chain):
    chain.cut()
    return [None, None]


def of_python(text, thing, line):
    text.truncate(0)
    thing.price = 0
    line.get()
    return [0, 0, 0]


def opened(door):
    pass


def counted_twice(deck):
    deck.burn()
    deck.clear()
    return [0, 0]


def shown(pile):
    pile.turn()
    pile.take()
    return 1


class Person:
    def __init__(self, age):
        self.age = age


def oldest(people):
    people.reverse()
    return people[-1]


class Cart:
    def __init__(self, things):
        things.clear()
        self.things = things

    def add(self, thing):
        return self
"""


def test_who_changes_what_was_handed_over_answers_nothing_by_it(tmp_path: Path) -> None:
    files = {
        "solution/board.py": BOARD,
        "solution/ways.py": SOLUTION,
        "stub/board.py": BOARD,
        "stub/ways.py": EMPTIES,
        "tests/test_ways.py": TESTS,
    }
    every = set(
        "squares stated merged placed counted total doubled swapped longest cart words cost parts ordered height "
        "taxed deck every text thing line oldest opened ends shown tidied again".split()
    )
    assert not adopted(tmp_path, "ways", files).left_out
    submissions = {"right": SOLUTION, "in place": IN_PLACE, "empties": EMPTIES}
    states = marked(tmp_path, "ways", {who: {"ways.py": one} for who, one in submissions.items()})
    assert lost(states) == {"right": set(), "in place": {"squares", "ends"}, "empties": every}


VERTEX = """
class Vertex:
    def __init__(self, name):
        self.name = name
        self.visited = False
        self.next = None
"""
GRAPH = """
from vertex import Vertex


class Graph:
    def __init__(self):
        self.near = {}

    def connect(self, one, other):
        for vertex in (one, other):
            self.near.setdefault(vertex, [])
        self.near[one].append(other)

    def reached(self, start):
        found = [start]
        for one in found:
            found += [other for other in self.near[one] if other not in found]
        return found


def last(chain):
    while chain.next:
        chain = chain.next
    return chain


def is_ring(chain):
    seen = set()
    while chain and chain not in seen:
        seen.add(chain)
        chain = chain.next
    return chain is not None


def names(vertices):
    return sorted(one.name for one in vertices)


class Shop:
    def __init__(self, stock):
        self.stock = stock

    def price(self, name):
        return self.stock[name]["price"]


class Songs:
    def __init__(self, titles):
        self.titles = titles

    def first(self):
        return min(self.titles)


def light(lamp):
    lamp.switch()
    return lamp.is_on


def fill(box, count):
    for one in range(count):
        box.put(one)
"""
VISITS = """
from vertex import Vertex
from graphs import Graph, Shop, Songs, fill, is_ring, last, light, names


class Room(Vertex):
    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == other.name


def made():
    graph, (one, two, three) = Graph(), map(Vertex, "abc")
    graph.connect(one, two)
    graph.connect(two, three)
    return graph, one, two, three


def test_twice():
    graph, one, two, three = made()
    assert graph.reached(one) == [one, two, three]
    assert graph.reached(two) == [two, three]


def test_more():
    graph, one, two, three = made()
    assert one in graph.reached(one)
    four = Vertex("d")
    graph.connect(one, four)
    assert set(graph.reached(one)) == {one, two, three, four}


def test_last():
    one, two = map(Vertex, "ab")
    one.next = two
    assert last(one) is two


def test_ring():
    one, two = map(Vertex, "ab")
    one.next = two
    assert not is_ring(one)
    two.next = one
    assert is_ring(one)


def test_names():
    assert names({Room("a"), Room("b")}) == ["a", "b"]


def test_later():
    stock = {"pen": {"price": 2}}
    shop = Shop(stock)
    assert shop.price("pen") == stock["pen"]["price"]
    stock["cap"] = {"price": 9}
    assert shop.price("cap") == 9
    for _ in range(5):
        assert Shop(stock).price("pen") == 2


def test_songs():
    titles = ["c", "b"]
    songs = Songs(titles)
    assert songs.first() == min(titles)
    titles.append("a")
    assert songs.first() == "a"


class Lamp:
    def __init__(self):
        self.is_on = False

    def switch(self):
        self.is_on = not self.is_on


class Box:
    def __init__(self):
        self.things = []

    def put(self, thing):
        self.things.append(thing)


def test_light():
    lamp = Lamp()
    assert light(lamp)
    assert lamp.is_on


def test_fill():
    box = Box()
    fill(box, 3)
    assert box.things == [0, 1, 2]
"""
FLAGS = """
class Graph:
    def __init__(self):
        self.near = {}

    def connect(self, one, other):
        self.near.setdefault(one, []).append(other)
        self.near.setdefault(other, [])

    def reached(self, start):
        for one in self.near:
            one.visited = False
        found, waiting = [], [start]
        while waiting:
            one = waiting.pop(0)
            if not one.visited:
                one.visited = True
                found.append(one)
                waiting += self.near[one]
        return found


def last(chain):
    chain.visited = True
    return last(chain.next) if chain.next else chain


def is_ring(chain):
    seen = []
    while chain and not chain.visited:
        chain.visited = True
        seen.append(chain)
        chain = chain.next
    for one in seen:
        one.visited = False
    return chain is not None


def names(vertices):
    for one in vertices:
        one.visited = True
    return sorted(one.name for one in vertices)


class Shop:
    def __init__(self, stock):
        self.stock = stock

    def price(self, name):
        self.stock[name]["asked"] = True
        return self.stock[name]["price"]


class Songs:
    def __init__(self, titles):
        self.titles = titles

    def first(self):
        self.titles.sort()
        return self.titles[0]


def light(lamp):
    lamp.is_on = True
    return lamp.is_on


def fill(box, count):
    box.things.extend(range(count))
"""
CUTS = """
class Graph:
    def __init__(self):
        self.all = []

    def connect(self, one, other):
        self.all += [one, other]

    def reached(self, start):
        start.visited = True
        return self.all


def last(chain):
    chain.visited = True
    return chain


def is_ring(chain):
    chain.next = chain
    return False


def names(vertices):
    vertices.clear()
    return []


class Shop:
    def __init__(self, stock):
        self.stock = stock

    def price(self, name):
        self.stock[name]["price"] = 9
        return 9


class Songs:
    def __init__(self, titles):
        self.titles = titles

    def first(self):
        self.titles[:] = ["a"]
        return "a"


def light(lamp):
    return True


def fill(box, count):
    box.things.clear()
"""


def test_who_marks_objects_of_the_test_finds_the_same_ones(tmp_path: Path) -> None:
    files = {
        "solution/vertex.py": VERTEX,
        "solution/graphs.py": GRAPH,
        "stub/vertex.py": VERTEX,
        "stub/graphs.py": CUTS,
        "tests/test_graphs.py": VISITS,
    }
    assert not adopted(tmp_path, "graphs", files).left_out
    submissions = {"right": GRAPH, "flags": FLAGS, "cuts": CUTS}
    states = marked(tmp_path, "graphs", {who: {"graphs.py": x} for who, x in submissions.items()})
    every = {"twice", "more", "last", "ring", "names", "later", "light", "fill", "songs"}
    assert lost(states) == {"right": set(), "flags": set(), "cuts": every}
