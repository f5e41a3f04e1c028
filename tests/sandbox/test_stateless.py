"""Who keeps nothing from one call to the next need not be asked anew to see that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from patience_grader.sandbox.answers import Answer
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload
from patience_grader.sandbox.watch import Limits

SUPPLIED = """\
from dataclasses import dataclass
from enum import Enum

class Suit(Enum):
    HEARTS = 1

@dataclass(frozen=True)
class Card:
    suit: Suit

@dataclass
class Hand:
    cards: list

ACE = Card(Suit.HEARTS)
HAND = Hand([])
"""
REGISTRY = "known = []\n"
TYPES = Types([])
QUESTION = Batch([("it.f", (5,))], TYPES)
LASTING = Batch([("it.f", (6,))], TYPES, lasting=True)

KEEPS_NOTHING = {
    "a function": "def f(x): return x",
    "constants": "MOST, NAMES = 7, ('a', frozenset({1}))\ndef f(x): return MOST",
    "a list of its own": "def f(x):\n found = []\n found.append(x)\n found[0] = 1\n return found",
    "a function in it": "def f(x):\n def g(): return x\n return sorted([g()], key=lambda n: n)",
    "supplied values": "from cards import ACE, Suit, Card\nimport cards\ndef f(x): return ACE",
    "harmless modules": "import math\nfrom itertools import chain\nfrom random import Random\n"
    "from typing import Optional\ndef f(x: Optional[int], rng=None) -> list[int]: return x",
    "a class": "class A:\n LIMIT = 3\n def g(self): return 1\ndef f(x): return A().g()",
}
MAY_KEEP = {
    "a list": "known = []\ndef f(x): known.append(x)",
    "a dict in a tuple": "known = (1, {})\ndef f(x): known[1][x] = x",
    "a variable": "n = 0\ndef f(x):\n global n\n n += 1",
    "a variable of a function in it": "n = 0\ndef f(x):\n def g():\n  global n\n  n = x\n g()",
    "a default": "def f(x, known=[]): known.append(x)",
    "a named default": "def f(x, *, known={}): known[x] = x",
    "an attribute of a function": "def f(x): f.n = x",
    "what a function has": "def f(x): return f.n\nf.n = []",
    "a closure": "def g():\n n = []\n return lambda x: n.append(x)\nf = g()",
    "a cache": "from functools import lru_cache\n@lru_cache\ndef f(x): return x",
    "a generator": "f = (n for n in range(9)).send",
    "an iterator": "from itertools import count\nn = count()\ndef f(x): return next(n)",
    "a method": "known = []\nf = known.append",
    "a class": "class A:\n known = []\ndef f(x): A.known.append(x)",
    "a class with a metaclass": "class M(type): n = 0\nclass A(metaclass=M): pass\ndef f(x): 1",
    "an instance": "class A:\n def g(self, x): self.n = x\na = A()\ndef f(x): a.g(x)",
    "its names": "def f(x): globals()['n'] = x",
    "setattr": "def f(x): setattr(f, 'n', x)",
    "random numbers": "import random\ndef f(x): return random.random()",
    "a random function": "from random import shuffle\ndef f(x): shuffle([1, 2])",
    "a clock": "from time import time\ndef f(x): return time()",
    "a module that it imports later": "def f(x):\n import registry\n registry.known.append(x)",
    "a supplied list": "import registry\ndef f(x): registry.known.append(x)",
    "a supplied object": "from cards import HAND\ndef f(x): HAND.cards.append(x)",
    "a file": "def f(x): open('n', 'w').write('1')",
    "an object that claims to be a class": "class A:\n __class__ = property(lambda _: type)\n"
    "a = A()\ndef f(x): pass",
    "what cannot be looked at": "class A(tuple):\n def __iter__(self): raise SystemExit\n"
    "a = A()\ndef f(x): pass",
}


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    supplied = {"cards": SUPPLIED, "registry": REGISTRY}
    started = Parent(Preload("", supplied, ()), Limits(20, 200, 60, 300, 128))
    yield started
    started.close()


@pytest.mark.parametrize("text", KEEPS_NOTHING.values(), ids=KEEPS_NOTHING)
def test_keeps_nothing(parent: Parent, text: str) -> None:
    assert stateless(parent, text)


@pytest.mark.parametrize("text", MAY_KEEP.values(), ids=MAY_KEEP)
def test_may_keep_something(parent: Parent, text: str) -> None:
    assert not stateless(parent, text)


def stateless(parent: Parent, text: str) -> bool:
    with Student(parent, TYPES, {"it": text}, {"it": ""}) as student:
        return student.is_stateless


@pytest.mark.parametrize(
    ("text", "guests"),
    [("def f(x): return x", 1), ("known = []\ndef f(x): return x", 2)],
    ids=["keeps nothing", "may keep something"],
)
def test_what_decides_nothing_is_asked_of_the_guest_itself_where_that_is_the_same(
    parent: Parent, monkeypatch: pytest.MonkeyPatch, text: str, guests: int
) -> None:
    seeds: list[int] = []
    fork = parent.fork

    def noting(seed: int) -> object:
        seeds.append(seed)
        return fork(seed)

    monkeypatch.setattr(parent, "fork", noting)
    answers: list[Answer] = []
    with Student(parent, TYPES, {"it": text}, {"it": ""}) as student:
        for _ in range(2):
            answers += student.ask(LASTING)
            answers += student.ask(QUESTION)
    assert len(answers) == 4
    assert len(seeds) == guests
