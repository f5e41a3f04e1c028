"""Values that guests know from their parent: nothing comes out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload, Reply
from patience_grader.sandbox.value_table import ValueTable
from patience_grader.sandbox.watch import Limits

LIMITS = Limits(0.5, 20, 60, 300, 128)
SUPPLIED = """
from dataclasses import dataclass
from enum import Enum, Flag
from typing import NamedTuple

class Suit(Enum):
    RED = 1

class Mark(Flag):
    TORN = 1
    BENT = 2

@dataclass(frozen=True)
class Card:
    suit: Suit
    value: object

@dataclass(frozen=True, init=False)
class Warm:
    degrees: int

    @property
    def degrees(self):
        return 3

class Placed(NamedTuple):
    card: Card
    visible: bool
"""
RED = ["e", "cards:Suit", "RED"]
SEVEN = ["d", "cards:Card", RED, 7]
PILE = ["t", SEVEN, ["n", "cards:Placed", SEVEN, ["true"]]]
LISTED = ["d", "cards:Card", RED, ["c", 1]]
GONE = ["d", "cards:Missing", 1]
WARM = ["d", "cards:Warm", 3]
VALUES = (PILE, LISTED, GONE, WARM)
TEXT = """
from cards import Card, Mark, Suit

def same(value): return value
def new(value): return Card(Suit.RED, 7)
def is_same(one, other): return one is other
def holds(one, other): return any(a is b for a in parts(one) for b in parts(other))
def parts(value): return value if isinstance(value, tuple) else (value,)

def both(): return Mark.TORN | Mark.BENT

def written(value):
    object.__setattr__(value, "value", 8)
    return value

def written_inside(pile):
    written(pile[0])
    return pile
"""


@pytest.fixture(scope="module")
def table() -> ValueTable:
    made = ValueTable(["cards"])
    for value in VALUES:
        made.add(value)
    return made


@pytest.fixture(scope="module")
def parent(table: ValueTable) -> Iterator[Parent]:
    started = Parent(Preload("", {"cards": SUPPLIED}, ("cards",)), LIMITS)
    started.teach(table)
    yield started
    started.close()


def replies(parent: Parent, requests: Sequence[list[Any]], text: str = TEXT) -> list[Reply]:
    with Student(parent, Types([]), {"it": text}, {"it": ""}) as student:
        return student.play([[], *requests], lambda _: "nothing", lambda _, reply: reply)[1:]


def call(name: str, *arguments: Any) -> list[Any]:
    return [[], [], [], ["call", ["s", f"it:{name}"], list(arguments), {}]]


def test_a_value_stands_once_after_those_that_it_holds(table: ValueTable) -> None:
    assert table.find(PILE) == ["=", 3]
    assert table.nodes[:4] == [
        RED,
        ["d", "cards:Card", ["=", 0], 7],
        ["n", "cards:Placed", ["=", 1], ["true"]],
        ["t", ["=", 1], ["=", 2]],
    ]
    assert table.written_out(["t", ["=", 3], 5]) == ["t", PILE, 5]
    error = ["x", "builtins:ValueError", [], {"card": ["=", 1]}]
    assert table.written_out(error) == ["x", "builtins:ValueError", [], {"card": SEVEN}]
    assert table.find(LISTED) == ["d", "cards:Card", ["=", 0], ["c", 1]]


@pytest.mark.parametrize("odd", [["=", -1], ["=", 99], ["=", "3"], ["=", True], ["="], ["=", 1, 2]])
def test_what_is_not_known_is_not_written_out(table: ValueTable, odd: Any) -> None:
    assert table.written_out(["t", odd]) == ["t", odd]


@pytest.mark.parametrize("names", [["d"], ["e"], ["n", "cards"], ["d", "cards", "n"]])
def test_names_that_begin_like_a_value_are_none(names: list[str]) -> None:
    """An object of the suite is described by the names of its methods, here of `def d(self)`."""
    made = ValueTable(["cards"])
    assert made.add(names) == names
    assert made.nodes == []


def test_values_of_other_modules_and_what_can_change_have_no_numbers() -> None:
    made = ValueTable([])
    for value in (SEVEN, LISTED, ["t"], "text", 7, ["t", ["c", 1]], ["t", "/patience-files/x"]):
        assert made.add(value) == value
    assert made.add(["t", SEVEN]) == ["t", SEVEN]
    assert made.nodes == []


def test_known_values_are_handed_over_and_answered_by_their_numbers(
    parent: Parent, table: ValueTable
) -> None:
    known = table.find(PILE)
    same, new, both = replies(
        parent, [call("same", known), call("new", 1), call("is_same", known, known)]
    )
    assert isinstance(same, list)
    assert same[3] == ["ok", known]
    assert isinstance(new, list)
    assert table.written_out(new[3]) == ["ok", SEVEN]
    assert isinstance(both, list)
    assert both[3] == ["ok", ["true"]]


def test_members_of_flags_that_have_no_name_of_their_own_cross(parent: Parent) -> None:
    both = ["e", "cards:Mark", ["v", 3]]
    made, same = replies(parent, [call("both"), call("same", both)])
    assert [one[3] if isinstance(one, list) else one for one in (made, same)] == [["ok", both]] * 2


def test_equal_values_of_a_request_are_not_the_same(parent: Parent, table: ValueTable) -> None:
    asked = [
        table.find_request(call("is_same", *values))
        for values in [(SEVEN, SEVEN), (RED, RED), (["t", SEVEN], SEVEN)]
    ]
    asked.append(table.find_request(call("holds", PILE, SEVEN)))
    asked.append(table.find_request(call("holds", SEVEN, PILE)))
    found = replies(parent, asked)
    outcomes = [one[3][1] if isinstance(one, list) else one for one in found]
    assert outcomes == [["false"], ["true"], ["false"], ["false"], ["false"]]
    assert asked[0][3][2] == [["=", 1], ["d", "cards:Card", ["=", 0], 7]]


def test_a_record_that_was_written_to_is_said_anew(parent: Parent, table: ValueTable) -> None:
    asked = [call("written", table.find(SEVEN)), call("same", table.find(SEVEN))]
    reply, after = replies(parent, asked)
    assert isinstance(reply, list)
    assert isinstance(after, list)
    assert table.written_out(reply[3]) == ["ok", ["d", "cards:Card", RED, 8]]
    assert reply[4] == [["frozen", 0, "value", 8]]
    assert after[3:5] == [["ok", table.find(SEVEN)], []]


def test_what_holds_a_record_that_was_written_to_is_said_anew(
    parent: Parent, table: ValueTable
) -> None:
    (reply,) = replies(parent, [call("written_inside", table.find(PILE))])
    eight = ["d", "cards:Card", RED, 8]
    assert isinstance(reply, list)
    assert table.written_out(reply[3]) == [
        "ok",
        ["t", eight, ["n", "cards:Placed", eight, ["true"]]],
    ]
    assert [row[1:] for row in reply[4]] == [[0, "value", 8], [1, "value", 8]]


@pytest.mark.parametrize("odd", [GONE, WARM], ids=["no such class", "no such field"])
def test_a_value_that_cannot_be_read_is_gone_for_its_request_alone(
    parent: Parent, table: ValueTable, odd: Any
) -> None:
    gone, there = replies(parent, [call("same", table.find(odd)), call("same", 1)])
    assert isinstance(gone, list)
    assert gone[3] == ["ok", ["u", "a value that could not be read"]]
    assert isinstance(there, list)
    assert there[3] == ["ok", 1]


def test_a_twin_knows_the_same(parent: Parent, table: ValueTable) -> None:
    twin = parent.twin()
    try:
        (reply,) = replies(twin, [call("same", table.find(PILE))])
    finally:
        twin.close()
    assert isinstance(reply, list)
    assert reply[3] == ["ok", table.find(PILE)]


def test_values_of_any_size_are_taught() -> None:
    made = ValueTable([])
    texts = [letter * 3_000_000 for letter in "abcdef"]
    for text in texts:
        made.add(["t", text])
    long = ["t", "\N{SNOWMAN}" * 3_000_000]
    made.add(long)
    parts = list(made.parts())
    assert [len(part) for part in parts] == [1] * 7
    started = Parent(Preload("", {}, ()), LIMITS)
    try:
        started.teach(made)
        found = replies(
            started,
            [call("len", made.find(["t", texts[0]])), call("len", made.find(long))],
            "len = len",
        )
    finally:
        started.close()
    assert [one[3][1] if isinstance(one, list) else one for one in found] == [
        1,
        ["u", "a value that could not be read"],
    ]


@pytest.mark.parametrize("name", ["nodes", "values", "known_values", "program"])
def test_a_supplied_module_may_be_called_like_one_of_the_guests(name: str) -> None:
    made = ValueTable([name])
    card = ["d", f"{name}:Card", ["e", f"{name}:Suit", "RED"], 7]
    made.add(card)
    started = Parent(Preload("", {name: SUPPLIED}, (name,)), LIMITS)
    started.teach(made)
    try:
        text = TEXT.replace("from cards", f"from {name}")
        found = replies(started, [call("same", made.find(card)), call("new", 1)], text)
    finally:
        started.close()
    outcomes = [one[3] if isinstance(one, list) else one for one in found]
    assert outcomes == [["ok", made.find(card)], ["ok", ["d", f"{name}:Card", ["=", 0], 7]]]


def test_what_a_submission_may_take_is_beside_what_it_knows() -> None:
    made = ValueTable([])
    for number in range(14):
        made.add(["t", f"{number}" + "a" * 3_000_000])
    started = Parent(Preload("", {}, ()), LIMITS)
    try:
        started.teach(made)
        (reply,) = replies(
            started, [call("taken", 60)], "def taken(n): return len(bytearray(n << 20))"
        )
        (more,) = replies(
            started, [call("taken", 128)], "def taken(n): return len(bytearray(n << 20))"
        )
    finally:
        started.close()
    assert isinstance(reply, list)
    assert reply[3] == ["ok", 60 << 20]
    assert isinstance(more, list)
    assert more[3][0] == "raise"
