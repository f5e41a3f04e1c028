"""What a drawn test was given can be had again, if that is the same each time."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume
from patience_grader.boundary.kept_examples import (
    EndedOtherwise,
    KeptExample,
    NotKeptError,
    had_again,
    run_on,
)


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Card:
    value: int
    marks: Any = ()


@dataclass
class Pile:
    cards: list[int]


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    "value",
    [1, "a", None, 1.5, Fraction(1, 3), Colour.RED, Card(1), (1, (Card(2), "b")), Point(1, 2)],
)
def test_what_nobody_can_change_is_the_same_again(value: Any) -> None:
    assert had_again(value) is value


def test_lists_sets_and_dicts_are_new_ones() -> None:
    value = [[1], {"a": [2]}, ({3},), Point([4], 5)]
    again = had_again(value)
    assert again == value
    assert type(again[3]) is Point
    again[0].append(0)
    again[1]["a"].append(0)
    again[2][0].add(0)
    again[3].x.append(0)
    assert value == [[1], {"a": [2]}, ({3},), Point([4], 5)]


@pytest.mark.parametrize("value", [Pile([1]), Card(1, [2]), Random(1), [iter([1])], len, object()])
def test_anything_else_is_not_kept(value: Any) -> None:
    with pytest.raises(NotKeptError):
        had_again(value)


def drawn(test: Any) -> Any:
    """What of a collected test is needed to run it."""
    test.hypothesis = SimpleNamespace(inner_test=test)
    return SimpleNamespace(obj=test, _fixtureinfo=SimpleNamespace(argnames=()), funcargs={})


@pytest.mark.parametrize("is_set_aside", [False, True])
def test_an_example_that_is_set_aside_otherwise_than_before_decides_nothing(
    is_set_aside: bool,
) -> None:
    seen = []

    def test(number: int) -> None:
        seen.append(number)
        assume(number > 1)

    run_on([KeptExample({"number": 2}, False), KeptExample({"number": 1}, True)], drawn(test))
    assert seen == [2, 1]
    with pytest.raises(EndedOtherwise):
        run_on([KeptExample({"number": 1 + is_set_aside}, is_set_aside)], drawn(test))
