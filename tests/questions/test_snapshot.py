"""Records: what is written down comes back as it was, and what is not a plain value is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest
from klondike.board import Board, Pillars, Placed
from klondike.cards import Card, Suit, Value
from patience_grader.questions.snapshot import RecordReader, RecordWriter

ACE = Card(Suit.HEARTS, Value.ACE)


@dataclass(frozen=True)
class Inner:
    name: str
    inside: object = None


@dataclass
class Open:
    number: int


def there_and_back(value: object) -> object:
    writer = RecordWriter()
    number = writer.write(value)
    return RecordReader(json.loads(json.dumps(writer.nodes))).read(number)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        1,
        1.0,
        "",
        "♠\0\n",
        (),
        [],
        {},
        frozenset({1, 2}),
        (1, True, 1.0, "1"),
        [[], ()],
        {"a": [1], 2: ("b",)},
        Suit.SPADES,
        Board((ACE,), (), Pillars(hearts=Value.KING), ((Placed(ACE, False),), *[()] * 6)),
        Inner("a", (Inner("b"), [Inner("c")])),
        "long" * 100_000,
    ],
    ids=lambda value: repr(value)[:30],
)
def test_comes_back(value: object) -> None:
    back = there_and_back(value)
    assert back == value
    assert repr(back) == repr(value)


def test_what_is_equal_and_never_changes_is_one_object() -> None:
    back = there_and_back((Inner("same", (1,)), [Inner("same", (1,))], {(0.0,): Inner("same", ())}))
    assert isinstance(back, tuple)
    one, (other,), another = back
    assert one is other
    assert one is not another[0.0,]


@pytest.mark.parametrize(
    "make", [lambda: [1], lambda: {1: 2}, lambda: Open(1), lambda: Inner("", [1])]
)
def test_what_may_change_is_one_object_where_it_was(make: Callable[[], object]) -> None:
    value, equal = make(), make()
    back = there_and_back((value, equal, value))
    assert isinstance(back, tuple)
    assert back[0] is back[2]
    assert back[0] is not back[1]


def test_numbers_that_equal_others_are_told_apart() -> None:
    assert repr(there_and_back((0.0, -0.0, 0, False, (1,), (1.0,), (True,)))) == (
        "(0.0, -0.0, 0, False, (1,), (1.0,), (True,))"
    )


@pytest.mark.parametrize("value", [Fraction(1, 2), {1}, object(), len, (1, [lambda: 0])])
def test_what_is_no_plain_value_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be recorded"):
        RecordWriter().write(value)
