"""What suites do with students' classes: replace parts of them, look into them, mock them, hash."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, altered, earned, lost_by, marked

pytestmark = pytest.mark.slow

BANK = """
class Account:
    __slots__ = ("owner", "balance")

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance

    @property
    def doubled(self):
        return 2 * self.balance

    @classmethod
    def made(cls, owner):
        return cls(owner)

    @staticmethod
    def fee(amount):
        return amount // 10

    def __eq__(self, other):
        return isinstance(other, Account) and self.owner == other.owner

    def __hash__(self):
        return hash((self.owner, 1))


class Box:
    def __eq__(self, other):
        return isinstance(other, Box)


class Plain:
    pass


class Bank:
    def __init__(self):
        self.accounts = []
        self.listeners = []

    def add(self, account):
        if not isinstance(account, Account):
            raise TypeError("not an account")
        self.accounts.append(account)

    def total(self):
        return sum(one.balance for one in self.accounts)

    def listen(self, listener):
        self.listeners.append(listener)

    def forget(self, listener):
        self.listeners.remove(listener)

    def tell(self, what):
        for one in self.listeners:
            one(what)
"""
OF_BANK = """
import inspect
from unittest.mock import MagicMock, Mock, PropertyMock, patch

import pytest
from bank import Account, Bank, Box, Plain


def test_patched():
    with patch.object(Account, "deposit", return_value=9) as deposit:
        assert Account("a").deposit(1) == 9
    deposit.assert_called_once_with(1)
    with patch("bank.Account.deposit", autospec=True) as deposit:
        account = Account("a")
        account.deposit(4)
    deposit.assert_called_once_with(account, 4)
    with patch.object(Account, "doubled", new_callable=PropertyMock, return_value=7):
        assert Account("a").doubled == 7
    with patch.object(Account, "made") as made, patch.object(Account, "fee", return_value=1):
        Account.made("b")
        assert Account.fee(50) == 1
    made.assert_called_once_with("b")
    assert Account.made("c").deposit(2) == 2
    assert (Account("d", 3).doubled, Account.fee(50)) == (6, 5)


def test_replaced(monkeypatch):
    monkeypatch.setattr(Account, "deposit", lambda self, amount: amount + 7)
    assert Account("a").deposit(1) == 8
    monkeypatch.undo()
    assert Account("a").deposit(1) == 1


def test_mocked():
    bank, account = Bank(), Mock(spec=Account, balance=5)
    bank.add(account)
    assert bank.total() == 5
    with pytest.raises(TypeError):
        bank.add(Mock())


def test_listeners():
    class Listener:
        def __init__(self):
            self.heard = []

        def hear(self, what):
            self.heard.append(what)

    bank, one, other, third = Bank(), Listener(), Listener(), MagicMock()
    for listener in (one.hear, other.hear, third):
        bank.listen(listener)
    bank.tell(1)
    bank.forget(one.hear)
    bank.forget(third)
    bank.tell(2)
    assert (one.heard, other.heard) == ([1], [1, 2])
    third.assert_called_once_with(1)


def test_declared():
    assert Account.__eq__ is not object.__eq__
    assert Plain.__eq__ is object.__eq__
    assert "__eq__" in Account.__dict__
    assert Box.__hash__ is None
    assert set(Account.__slots__) == {"owner", "balance"}
    assert not hasattr(Plain, "__slots__")
    assert str(type(Plain())) == "<class 'bank.Plain'>"


def test_decorated():
    assert isinstance(inspect.getattr_static(Account, "doubled"), property)
    assert inspect.getattr_static(Account, "nothing", 3) == 3
    assert isinstance(Account.__dict__["fee"], staticmethod)
    assert isinstance(vars(Account)["made"], classmethod)


def test_hash():
    assert hash(Account("a")) == hash(("a", 1))
    assert hash(Account("a")) != hash("a")
    assert hash(Account("a")) == hash(Account("a", 5))
"""
STYLE = BANK.replace("hash((self.owner, 1))", "(self.owner, 1).__hash__()").replace(
    "return isinstance(other, Box)", "return type(other) is Box"
)
FORGETFUL = BANK.replace("self.listeners.remove(listener)", "self.listeners.pop()").replace(
    "hash((self.owner, 1))", "hash(self.owner)"
)
IDENTICAL = BANK.replace(
    "self.listeners.remove(listener)",
    "self.listeners = [one for one in self.listeners if one is not listener]",
)
BARE = BANK.replace("class Plain:\n    pass", "class Plain:\n    __eq__ = Box.__eq__").replace(
    "    @property\n", ""
)
LYING = BANK.replace("        return hash((self.owner, 1))", "        return Any()") + (
    "\n\nclass Any(int):\n    def __eq__(self, other):\n        return True\n"
    "    __hash__ = int.__hash__\n"
)


def test_parts_of_classes_are_replaced_mocked_and_looked_at(tmp_path: Path) -> None:
    files = {"solution/bank.py": BANK, "tests/test_bank.py": OF_BANK}
    assert not adopted(tmp_path, "bank", files).left_out
    texts = {"style": STYLE, "forgetful": FORGETFUL, "identical": IDENTICAL}
    texts |= {"bare": BARE, "lying": LYING}
    states = marked(tmp_path, "bank", {name: {"bank.py": one} for name, one in texts.items()})
    everything = set(states["style"])
    assert earned(states["style"]) == everything
    assert everything - earned(states["forgetful"]) == {"bank.listeners", "bank.hash"}
    assert everything - earned(states["identical"]) == {"bank.listeners"}
    assert everything - earned(states["bare"]) == {
        "bank.patched",
        "bank.declared",
        "bank.decorated",
    }
    assert everything - earned(states["lying"]) == {"bank.hash"}
    page = (tmp_path / "marks" / "forgetful" / "results.json").read_text("utf-8")
    assert "hash(Account('a')) == hash(('a', 1)): False, where the solution gives True" in page
    page = (tmp_path / "marks" / "bare" / "results.json").read_text("utf-8")
    assert "inspect.getattr_static(Account, 'doubled')" in page


SHOP = """
class Item:
    registry = {}

    def __init_subclass__(cls, kind, **more):
        super().__init_subclass__(**more)
        Item.registry[kind] = cls

    def price(self):
        return 0


class Book(Item, kind="book"):
    def price(self):
        return 10


def make(kind):
    return Item.registry[kind]()
"""
OF_SHOP = """
from shop import Book, Item, make

def test_registry():
    assert Item.registry["book"] is Book
    assert "pen" not in Item.registry

def test_make():
    assert make("book").price() == 10

def test_own():
    class Toy(Item, kind="toy"):
        pass

    assert isinstance(make("toy"), Toy)
"""


def test_classes_are_registered_by_what_they_are_given_by_name(tmp_path: Path) -> None:
    files = {"solution/shop.py": SHOP, "tests/test_shop.py": OF_SHOP}
    assert adopted(tmp_path, "shop", files).left_out == ()
    versions = {
        "right": SHOP,
        "more": f'{SHOP}\nclass Gum(Item, kind="gum"):\n    pass\n',
        "by_name": SHOP.replace("registry[kind] = cls", "registry[cls.__name__.lower()] = cls"),
        "closed": SHOP.replace("    Item.registry[", '    if kind == "book": Item.registry['),
        "none": SHOP.replace("registry[kind] = cls", "registry"),
    }
    states = marked(tmp_path, "shop", {one: {"shop.py": text} for one, text in versions.items()})
    every = {"shop.registry", "shop.make", "shop.own"}
    assert {one: every - earned(states[one]) for one in versions} == {
        **{one: set() for one in ("right", "more", "by_name")},
        "closed": {"shop.own"},
        "none": every,
    }


HELPED = """
class Base:
    helper = None

    def __init_subclass__(cls, by=None):
        cls.by = by

    def go(self):
        return self.helper.go() + (self.by.go() if self.by else 0)

class Worker:
    def __init__(self, number):
        self.number = number

    def go(self):
        return self.number

def first():
    def inner():
        return 1

    return [inner]
"""
OF_HELPED = """
import helped

CALLED = helped.first()[0]
ONE = helped.Worker(10)
TWO = helped.Worker(20)

class Mine(helped.Base, by=ONE):
    helper = TWO

def test_made_when_collected():
    assert Mine().go() == 30
    assert CALLED() == 1
"""


def test_classes_made_when_the_suite_is_collected_have_their_own_objects(tmp_path: Path) -> None:
    files = {"solution/helped.py": HELPED, "tests/test_helped.py": OF_HELPED}
    assert adopted(tmp_path, "helped", files).left_out == ()
    inner = "    def inner():\n        return 1\n\n"
    assert inner in HELPED
    of_module = "def inner():\n    return 1\n" + HELPED.replace(inner, "")
    wrong = HELPED.replace("return self.number", "return 10")
    texts = {"right": HELPED, "of_module": of_module, "wrong": wrong}
    states = marked(tmp_path, "helped", {one: {"helped.py": text} for one, text in texts.items()})
    assert {one: len(earned(states[one])) for one in texts} == {
        "right": 1,
        "of_module": 1,
        "wrong": 0,
    }


ENDING = """
import many
import pytest

def test_f():
    try:
        found = many.f(3)
    except ImportError:
        pytest.exit("x")
    assert found == 3

def test_g():
    assert many.f(4) == 4
"""
STEPS = """
import many

def test_many():
    for number in range(200):
        assert many.step(number)["x"] == number
"""


def test_a_test_that_would_end_all_tests_ends_itself(tmp_path: Path) -> None:
    solution = "def f(x): return x\n"
    assert adopted(tmp_path, "many", {"solution/many.py": solution, "tests/test_many.py": ENDING})
    texts = {"a": "def f(x): raise ImportError", "b": "def f(x): return 3", "c": solution}
    states = marked(tmp_path, "many", {one: {"many.py": text} for one, text in texts.items()})
    assert {one: earned(states[one]) for one in texts} == {
        "a": set(),
        "b": {"many.f"},
        "c": {"many.f", "many.g"},
    }


def test_what_is_more_in_every_answer_takes_no_time(tmp_path: Path) -> None:
    solution = "def step(i): return {'x': i}\n"
    assert adopted(tmp_path, "many", {"solution/many.py": solution, "tests/test_many.py": STEPS})
    more = "class C: pass\ndef step(i): return {'x': i, 'z': C(), 'y': [C()]}\n"
    states = marked(tmp_path, "many", {"more": {"many.py": more}})
    assert earned(states["more"]) == {"many.many"}


OF_PYTHON = """
import argparse, functools, operator, re, sqlite3, types

WORD = re.compile("[a-z]+")
def parser():
    made = argparse.ArgumentParser()
    made.add_argument("size", type=int)
    return made
def options(): return parser().parse_args(["3"])
def connect(): return sqlite3.connect(":memory:")
def adder(n): return functools.partial(operator.add, n)
def record(): return types.SimpleNamespace(a=1)
"""
TESTS_OF_PYTHON = """
import argparse, functools, re, sqlite3, types, unittest
from python import WORD, adder, connect, options, parser, record

def test_word(): assert isinstance(WORD, re.Pattern)
def test_used(): assert re.sub(WORD, "x", "ab 1") == "x 1"
def test_parser(): assert isinstance(parser(), argparse.ArgumentParser)
def test_options(): assert options() == argparse.Namespace(size=3)
def test_connect(): assert isinstance(connect(), (str, sqlite3.Connection))
class TestAdder(unittest.TestCase):
    def test_adder(self):
        self.assertIsInstance(adder(2), functools.partial)
        self.assertEqual(adder(2)(3), 5)
def test_record():
    assert record().__class__ is types.SimpleNamespace and not isinstance(record(), dict)
"""


def test_objects_of_pythons_own_classes_are_of_these(tmp_path: Path) -> None:
    files = {"solution/python.py": OF_PYTHON, "tests/test_python.py": TESTS_OF_PYTHON}
    derived = "class Parser(argparse.ArgumentParser): ...\ndef parser():"
    right = OF_PYTHON.replace("def parser():", derived).replace(
        "made = argparse.Argument", "made = "
    )
    mistakes = {
        "text": ('re.compile("[a-z]+")', '"[a-z]+"', {"word"}),
        "function": ("functools.partial(operator.add, n)", "lambda m: m + n", {"adder"}),
        "dict": ("types.SimpleNamespace(a=1)", "argparse.Namespace(a=1)", {"record"}),
        "of its name": (
            "def record(): return types",
            "class SimpleNamespace: ...\ndef record(): return SimpleNamespace()\ndef no(): types",
            {"record"},
        ),
    }
    assert right != OF_PYTHON
    found = lost_by(tmp_path, "python", files, {"right": right, **altered(OF_PYTHON, mistakes)})
    assert found == {"right": set(), **{name: one[2] for name, one in mistakes.items()}}
