"""What tests replace and put back, derive and call by `super()`, note and are warned of."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, altered, lost, marked

BOX = '''
"""Boxes."""

import warnings

precision = 2


class Full(Exception):
    """No more fits in."""


def pretty(number):
    return f"{number:.{precision}f}"


class Box:
    def __init__(self, *items):
        self.items = list(items)

    @classmethod
    def empty(cls):
        return cls()

    def put(self, item):
        if len(self.items) == 3:
            error = Full("the box is full")
            error.add_note("it holds 3")
            raise error
        self.items.append(item)

    def add(self, item):
        warnings.warn("add is now put", DeprecationWarning, stacklevel=2)
        self.put(item)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]

    def __str__(self):
        return "+".join(self.items)

    def __eq__(self, other):
        return self.items == other.items

    def __add__(self, other):
        return Box(*self.items, *other.items)


def size(box):
    return len(box)
'''
OF_BOXES = """
from unittest import mock

import pytest

import box
from box import Box, Full, pretty, size


def test_put_back_amid(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(box, "precision", 0)
        assert pretty(1.6) == "2"
    assert pretty(1.6) == "1.60"


def test_put_back_by_path(monkeypatch):
    monkeypatch.setattr("box.precision", 0)
    assert pretty(1.6) == "2"
    monkeypatch.undo()
    assert pretty(1.6) == "1.60"


def test_members_replaced(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Box, "empty", classmethod(lambda cls: cls.__name__))
        assert Box.empty() == "Box"
        patch.setattr(Box, "sum", staticmethod(lambda a, b: a + b), raising=False)
        assert Box("a").sum(1, 2) == 3
        patch.setattr(Box, "first", property(lambda self: self.items[0]), raising=False)
        assert Box("a").first == "a"
    assert len(Box.empty()) == 0


def test_notes():
    full = Box("a", "b", "c")
    with pytest.raises(Full) as caught:
        full.put("d")
    assert caught.value.__notes__ == ["it holds 3"]


def test_own_note():
    error = Full("no")
    assert not hasattr(error, "__notes__")
    error.add_note("own")
    assert error.__notes__ == ["own"]


@pytest.mark.filterwarnings("error::DeprecationWarning")
def test_warning_is_error():
    with pytest.raises(DeprecationWarning, match="now put"):
        Box().add("a")


def test_warning_is_not_printed(capsys):
    some = Box()
    some.add("a")
    assert capsys.readouterr().err == ""
    assert len(some) == 1


class Counted(Box):
    def __len__(self):
        return super().__len__() + 10

    def __getitem__(self, place):
        try:
            return super().__getitem__(place)
        except IndexError:
            return None

    def __str__(self):
        return f"<{super().__str__()}>"

    def __eq__(self, other):
        return super().__eq__(other)

    def __add__(self, other):
        return str(super().__add__(other))


class Twice(Counted):
    def __len__(self):
        return super().__len__() * 2


def test_super():
    some = Counted("a", "b")
    assert len(some) == 12
    assert (some[1], some[7]) == ("b", None)
    assert str(some) == "<a+b>"
    assert some + Box("c") == "a+b+c"
    assert (some == Box("a", "b")) is True


def test_super_of_super():
    assert size(Twice("a")) == 22
    assert str(Twice("a")) == "<a>"


def test_by_the_class():
    class Plain(Box):
        def __len__(self):
            return Box.__len__(self) + 5

    assert len(Plain("a")) == 6


def test_has_length():
    assert hasattr(Box, "__len__")
"""
MISTAKES = {
    "is read once": (
        'def pretty(number):\n    return f"{number:.{precision}f}"',
        'def pretty(number, places=precision):\n    return f"{number:.{places}f}"',
        {"put_back_amid", "put_back_by_path"},
    ),
    "another note": ("it holds 3", "it is full", {"notes"}),
    "no note": ('            error.add_note("it holds 3")\n', "", {"notes"}),
    "no warning": (
        'warnings.warn("add is now put", DeprecationWarning, stacklevel=2)',
        "pass",
        {"warning_is_error"},
    ),
    "one too long": ("return len(self.items)\n", "return len(self.items) + 1\n", {"super"}),
    "no length": (
        "    def __len__(self):\n        return len(self.items)\n",
        "",
        {"super", "super_of_super", "by_the_class", "has_length"},
    ),
}


@pytest.mark.slow
def test_what_is_replaced_derived_and_noted(tmp_path: Path) -> None:
    files = {"solution/box.py": BOX, "tests/test_box.py": OF_BOXES}
    assert not adopted(tmp_path, "boxes", files).left_out
    texts = {"right": BOX, **altered(BOX, MISTAKES)}
    found = lost(marked(tmp_path, "boxes", {who: {"box.py": one} for who, one in texts.items()}))
    assert found["right"] == set()
    for name, (_, _, aspects) in MISTAKES.items():
        assert found[name] >= aspects, name
    assert "put_back_amid" not in found["no note"]
