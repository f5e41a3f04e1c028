"""Records: what is written down comes back as it was, and what is not a plain value is refused."""

from __future__ import annotations

import json
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


def test_the_same_object_stays_the_same_and_equal_ones_stay_apart() -> None:
    one, other = Inner("same"), Inner("same")
    back = there_and_back((one, other, one))
    assert isinstance(back, tuple)
    assert back[0] is back[2]
    assert back[0] is not back[1]


@pytest.mark.parametrize("value", [Fraction(1, 2), {1}, object(), len, (1, [lambda: 0])])
def test_what_is_no_plain_value_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be recorded"):
        RecordWriter().write(value)
