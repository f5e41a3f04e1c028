"""Packages with supplied modules: what these hold crosses, however a submission names it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from adopting import adopted, earned, marked
from patience_grader.errors import InputError
from warm import patience

ROOMS = """
from dataclasses import dataclass, field

MOST = 2
VISITS = []
_count = 0

class Locked(SyntaxError):
    pass

@dataclass
class Room:
    name: str
    items: list = field(default_factory=list)

class Door:
    def key(self):
        return "brass"

    @staticmethod
    def size():
        return 2

def count():
    global _count
    _count += 1
    return _count
"""
PACKAGE = '"""Rooms."""\nfrom .rooms import Room\nfrom . import game\n'
GAME = """
from __future__ import annotations
from typing import TYPE_CHECKING
from . import rooms
if TYPE_CHECKING:
    from .rooms import Room

def take(room, item):
    if len(room.items) > rooms.MOST:
        raise rooms.Locked(f"{room.name} is locked")
    room.items.remove(item)
    return room

def halves(room: Room):
    middle = len(room.items) // 2
    yield room.items[:middle]
    yield room.items[middle:]

class Bag:
    def heavy(self):
        return rooms.count() > 1

    def fits(self):
        return (rooms.Door().key(), rooms.Door.size())
"""
STUB = "def take(room, item):\n    return None\n\ndef halves(room):\n    return None\n"
CONFTEST = """
import pytest
from house import Room

@pytest.fixture
def hall():
    return Room("hall", ["lamp", "rope"])
"""
TESTS = """
from unittest import mock

import pytest
import house
from house.game import *

def test_take(hall):
    assert take(hall, "lamp") == house.Room("hall", ["rope"])

def test_halves(hall):
    assert [list(part) for part in halves(hall)] == [["lamp"], ["rope"]]

@pytest.mark.parametrize("most", [0, 1])
def test_replaced(hall, monkeypatch, most):
    monkeypatch.setattr("house.rooms.MOST", most)
    with pytest.raises(SyntaxError, match="^hall is locked") as caught:
        take(hall, "lamp")
    assert caught.value.msg == "hall is locked"

def test_put_back(hall):
    assert take(hall, "rope").items == ["lamp"]

def test_function(hall):
    with mock.patch("house.rooms.count", return_value=5):
        assert Bag().heavy() is True
    assert Bag().heavy() is False

def test_methods(monkeypatch):
    with mock.patch.object(house.rooms.Door, "key", return_value="iron"):
        assert Bag().fits() == ("iron", 2)
    monkeypatch.setattr("house.rooms.Door.size", lambda: 3)
    monkeypatch.setattr(house.rooms.Door, "key", lambda self: type(self).__name__)
    assert Bag().fits() == ("Door", 3)

def test_own_state():
    from house import rooms
    rooms.VISITS.append("hall")
    assert (rooms.count(), rooms.VISITS) == (1, ["hall"])
    assert not Bag().heavy()

@pytest.mark.parametrize("times", [1, 2])
def test_own_state_again(times):
    test_own_state()
"""
IMPORTS = (
    "from __future__ import annotations\nfrom typing import TYPE_CHECKING\nfrom . import rooms\n"
    "if TYPE_CHECKING:\n    from .rooms import Room\n"
)
assert IMPORTS in GAME
WITHOUT = GAME.replace(IMPORTS, "").replace(": Room", "")
WITHOUT = WITHOUT.replace("    if len", "    from house import rooms\n    if len")
for _body in ("        return rooms", "        return (rooms"):
    WITHOUT = WITHOUT.replace(_body, f"        import house.rooms as rooms\n{_body}")


def _files(
    name: str, given: Mapping[str, str], asked: Mapping[str, str], stub: str
) -> dict[str, str]:
    return {
        **{f"solution/{name}/{file}": text for file, text in {**given, **asked}.items()},
        **{f"stub/{name}/{file}": text for file, text in given.items()},
        **{f"stub/{name}/{file}": stub for file in asked},
    }


@pytest.mark.slow
def test_supplied_values_and_what_a_suite_replaces_in_their_modules(tmp_path: Path) -> None:
    files = _files("house", {"__init__.py": PACKAGE, "rooms.py": ROOMS}, {"game.py": GAME}, STUB)
    files |= {"tests/conftest.py": CONFTEST, "tests/test_game.py": TESTS}
    assert adopted(tmp_path, "house", files).left_out == ()
    versions = {
        "right": GAME,
        "without": WITHOUT,
        "fixed": GAME.replace("rooms.MOST", "2"),
        "counted": GAME.replace("rooms.count() > 1", "False"),
        "builtin": GAME.replace("rooms.Locked", "ValueError"),
        "brass": GAME.replace("rooms.Door().key()", "'brass'"),
    }
    found = marked(tmp_path, "house", {one: {"game.py": text} for one, text in versions.items()})
    every = set(found["right"])
    assert {one: every - earned(states) for one, states in found.items()} == {
        "right": set(),
        "without": set(),
        "fixed": {"game.replaced"},
        "counted": {"game.function"},
        "builtin": {"game.replaced"},
        "brass": {"game.methods"},
    }


def test_a_conftest_that_cannot_be_imported_is_named_with_its_line(tmp_path: Path) -> None:
    files = _files("house", {"__init__.py": PACKAGE, "rooms.py": ROOMS}, {"game.py": GAME}, STUB)
    files |= {"tests/conftest.py": "import pytest\n\n1 / 0\n", "tests/test_game.py": TESTS}
    why = r"grader/suites/house/conftest.py:3: the suite cannot be read: ZeroDivisionError: div"
    with pytest.raises(InputError, match=why):
        adopted(tmp_path, "house", files)


SHAPE = """
from abc import ABC, abstractmethod
from dataclasses import dataclass

class Flat(Exception):
    pass

class Shape(ABC):
    name = "shape"

    @abstractmethod
    def area(self): ...

@dataclass
class Square(Shape):
    side: int

    def area(self):
        return self.side ** 2
"""
SIZES = """
from .shape import Flat, Shape, Square

def kind(shape):
    match shape:
        case Square(side=0):
            return "dot"
        case Shape(name=name):
            return name
    return "nothing"

def total(shapes):
    found = sum(one.area() for one in shapes if isinstance(one, Shape))
    if not found:
        error = Flat("nothing there")
        error.add_note(f"of {len(shapes)}")
        raise error
    return found
"""
OF_SIZES = """
from dataclasses import dataclass
import pytest
from draw.shape import Flat, Shape, Square
from draw.sizes import kind, total

class Dot(Shape):
    name = "point"

    def area(self):
        return 0

@dataclass
class Framed(Square):
    frame: int = 1

    def area(self):
        return super().area() + self.frame

def test_kind():
    shapes = [Dot(), Framed(0), Framed(1), Square(2), 3]
    assert [kind(one) for one in shapes] == ["point", "dot", "shape", "shape", "nothing"]

def test_total():
    assert total([Dot(), Framed(1), Square(2), "no"]) == 6

def test_flat():
    with pytest.raises(Flat) as caught:
        total([Dot(), 1])
    assert caught.value.__notes__ == ["of 2"]
"""


def test_a_suites_own_kind_of_a_supplied_class_is_one_for_submissions(tmp_path: Path) -> None:
    stub = "def kind(shape):\n    return None\n\ndef total(shapes):\n    return None\n"
    files = _files("draw", {"__init__.py": "", "shape.py": SHAPE}, {"sizes.py": SIZES}, stub)
    files |= {"tests/test_sizes.py": OF_SIZES}
    assert adopted(tmp_path, "draw", files).left_out == ()
    matched = SIZES[SIZES.index("    match") : SIZES.index('    return "nothing"')]
    asked = (
        "    if isinstance(shape, Square) and not shape.side:\n        return 'dot'\n"
        "    if isinstance(shape, Shape):\n        return shape.name\n"
    )
    versions = {
        "right": SIZES,
        "asked": SIZES.replace(matched, asked),
        "exactly": SIZES.replace("isinstance(one, Shape)", "type(one) is Square"),
        "silent": SIZES.replace("error.add_note", "print"),
    }
    found = marked(tmp_path, "draw", {one: {"sizes.py": text} for one, text in versions.items()})
    every = set(found["right"])
    assert {one: every - earned(states) for one, states in found.items()} == {
        "right": set(),
        "asked": set(),
        "exactly": {"sizes.total"},
        "silent": {"sizes.flat"},
    }


TONES = """
from enum import Enum

class Tone(Enum):
    LOW = 1
    HIGH = 2

    def other(self):
        return Tone.HIGH if self is Tone.LOW else Tone.LOW
"""
OF_TONES = """
import pickle
from hypothesis import given, strategies as st
from tones import Tone

@given(st.sampled_from(Tone))
def test_other(tone):
    assert tone.other() is not tone
    assert tone.other().other() is tone

def test_pickled():
    assert pickle.loads(pickle.dumps(Tone.LOW)) is Tone.LOW
"""


def test_examples_may_be_members_of_an_enum_of_students(tmp_path: Path) -> None:
    files = {"solution/tones.py": TONES, "tests/test_tones.py": OF_TONES}
    why = (
        "the solution does not pass it (TypeError: an object of a submission cannot be serialized)"
    )
    assert adopted(tmp_path, "tones", files).left_out == (
        f"test_tones.py:11: tones.pickled: {why}",
    )
    found = marked(
        tmp_path,
        "tones",
        {
            "right": {"tones.py": TONES.replace("is Tone.LOW", "== Tone(1)")},
            "same": {"tones.py": TONES.replace("Tone.HIGH if", "self if")},
        },
    )
    assert {one: earned(states) for one, states in found.items()} == {
        "right": {"tones.other"},
        "same": set(),
    }


BANK = {
    "solution/bank/__init__.py": "from .money import add\n",
    "solution/bank/money.py": "def add(a, b):\n    return a + b\n",
    "stub/bank/__init__.py": "",
    "stub/bank/money.py": "def add(a, b):\n    return None\n",
    "tests/test_money.py": (
        "from bank import add\nfrom reference.bank import add as right\n\n"
        "def test_add():\n    assert add(1, 2) == right(1, 2)\n"
    ),
}


@pytest.mark.slow
def test_a_package_called_bank_whose_reference_is_asked_is_released(tmp_path: Path) -> None:
    assert adopted(tmp_path, "bank", BANK, public="*").criteria == 1
    done = patience("release", "bank", cwd=tmp_path / "course")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_students_would_write_in_a_packages_own_file_is_refused(tmp_path: Path) -> None:
    own = {"solution/bank/__init__.py": "def add(a, b):\n    return a + b\n"}
    with pytest.raises(InputError, match="a package's own file is not examined"):
        adopted(tmp_path, "bank", {**BANK, **own})
