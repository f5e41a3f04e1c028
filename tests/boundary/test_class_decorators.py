"""Students' decorators of classes that a test makes: in whichever way they look at them."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by

SOLUTION = """
import functools

def counted(cls):
    original = cls.__init__
    @functools.wraps(original)
    def __init__(self, *args, **kwargs):
        cls.count = getattr(cls, "count", 0) + 1
        original(self, *args, **kwargs)
    cls.__init__ = __init__
    return cls

def shown(cls):
    def __repr__(self):
        return f"{cls.__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"
    cls.__repr__ = __repr__
    return cls

def ordered(cls):
    def __lt__(self, other):
        return self.key() < other.key()
    def __eq__(self, other):
        return self.key() == other.key()
    cls.__lt__ = __lt__
    cls.__eq__ = __eq__
    return cls

def logged(cls):
    original = cls.speak
    def speak(self, *args):
        self.log = getattr(self, "log", []) + [args]
        return original(self, *args)
    cls.speak = speak
    cls.is_logged = True
    return cls
"""
TESTS = """
from deco import counted, logged, ordered, shown

@shown
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

@shown
class Held:
    def __init__(self, v):
        self.v = v
    def __eq__(self, other):
        return self.v == other.v

@ordered
class Card:
    def __init__(self, n):
        self.n = n
    def key(self):
        return self.n % 13

@logged
class Dog:
    def __init__(self, name):
        self.name = name
    def speak(self, word):
        return f"{self.name}: {word}"

def test_counted():
    @counted
    class Cat:
        def __init__(self, lives=9):
            self.lives = lives
    assert Cat().lives == 9 and Cat(3).lives == 3
    assert Cat.count == 2

def test_shown():
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"

def test_held():
    assert Held(len(repr(Held(1)))) == Held(9)

def test_ordered():
    assert Card(1) < Card(2)
    assert Card(1) == Card(14)
    assert Card(1) != Card(3)

def test_logged():
    dog = Dog("Rex")
    assert dog.speak("a") == "Rex: a"
    assert dog.log == [("a",)]
    assert Dog.is_logged
"""
LOGGED = SOLUTION[SOLUTION.index("    original = cls.speak") :]
EACH = """    for name, value in list(vars(cls).items()):
        if callable(value) and not name.startswith("__"):
            def speak(self, *args, value=value):
                self.log = getattr(self, "log", []) + [args]
                return value(self, *args)
            setattr(cls, name, speak)
    cls.is_logged = True
    return cls
"""
BY_DIR = EACH.replace(
    "for name, value in list(vars(cls).items()):", "for name in dir(cls):"
).replace("        if", "        value = getattr(cls, name)\n        if", 1)
OTHERS: dict[str, tuple[str, str, set[str]]] = {
    "as they are": ("", "", set()),
    "by its dict": ("= cls.__init__", '= vars(cls)["__init__"]', set()),
    "each method of its dict": (LOGGED, EACH, set()),
    "each method by its name": (LOGGED, BY_DIR, set()),
    "at first zero": ("    original = cls.__init__", "    cls.count = 0\n    original = cls.__init__", set()),
    "all comparisons": (
        "    cls.__eq__ = __eq__\n", "    cls.__eq__ = __eq__\n    functools.total_ordering(cls)\n", set()
    ),
    "a text more": ("    cls.__repr__ =", "    cls.__str__ = cls.__repr__ =", set()),
    "counts by two": ('"count", 0) + 1', '"count", 0) + 2', {"counted"}),
    "does not begin": ("original(self, *args, **kwargs)", "pass", {"counted"}),
    "a text instead": ("cls.__repr__ =", "cls.__str__ =", {"shown", "held"}),
    "equal to all": (
        "cls.__repr__ = __repr__", "cls.__eq__ = cls.__repr__ = lambda *_: 'x'", {"shown", "held"}
    ),
    "all are equal": ("self.key() == other.key()", "True", {"ordered"}),
    "gives nothing back": ("is_logged = True\n    return cls", "is_logged = True", {"logged"}),
}  # fmt: skip


@pytest.mark.slow
def test_they_are_right_and_wrong_as_under_pytest(tmp_path: Path) -> None:
    files = {"solution/deco.py": SOLUTION, "tests/test_deco.py": TESTS}
    texts = {name: SOLUTION.replace(old, new, 1) for name, (old, new, _) in OTHERS.items()}
    assert len({*texts.values()}) == len(OTHERS)
    found = lost_by(tmp_path, "decos", files, texts)
    assert found == {name: lost for name, (_, _, lost) in OTHERS.items()}
