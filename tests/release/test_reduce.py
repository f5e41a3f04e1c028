"""What of a test class students get with the tests that it has from others."""

from __future__ import annotations

import ast

import pytest
from patience_grader.release.reduce import Wanted, reduced

CLASSES = """
import unittest
from checks import Checks


class Sized:
    side = 0

    def make(self):
        raise NotImplementedError

    def test_area(self):
        assert self.make().area == self.side**2


class TestSquare(Sized, unittest.TestCase):
    side = 2
    name = "square"

    def make(self):
        return Square(self.side)

    def other(self):
        return self.name

    def test_hidden(self):
        assert self.other()


class TestCircle(Checks, unittest.TestCase):
    radius = 1

    def made(self):
        return Circle(self.radius)

    def test_hidden(self):
        assert self.made()


class TestAlone(unittest.TestCase):
    radius = 1

    def test_round(self):
        assert Circle(2)

    def test_hidden(self):
        assert self.radius
"""
TESTS = {
    "TestSquare": {"test_area", "test_hidden"},
    "TestCircle": {"test_area", "test_hidden"},
    "TestAlone": {"test_round", "test_hidden"},
}


@pytest.mark.parametrize(
    ("name", "public", "kept"),
    [
        ("TestSquare", "test_area", {"side", "make"}),
        ("TestCircle", "test_area", {"radius", "made"}),
        ("TestAlone", "test_round", {"test_round"}),
    ],
)
def test_a_class_keeps_what_tests_use_that_it_has_from_others(
    name: str, public: str, kept: set[str]
) -> None:
    collected = frozenset(f"{cls}::{test}" for cls, tests in TESTS.items() for test in tests)
    found = reduced(CLASSES, Wanted(tests=frozenset({f"{name}::{public}"}), collected=collected))
    (cls,) = (one for one in found.tree.body if isinstance(one, ast.ClassDef) and one.name == name)
    names = {one.name for one in cls.body if isinstance(one, ast.FunctionDef)}
    targets = (one.targets[0] for one in cls.body if isinstance(one, ast.Assign))
    assert names | {one.id for one in targets if isinstance(one, ast.Name)} == kept
