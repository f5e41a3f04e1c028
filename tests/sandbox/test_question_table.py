"""What calls change of their arguments: seen, gone in the next call, and never seen by mistake."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from enum import Enum, StrEnum
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest import wire
from patience_grader.sandbox.guest.question_table import Table


class Colour(Enum):
    RED = "red"


class Pair(NamedTuple):
    """A supplied class whose objects have no dictionary."""

    left: Any
    right: Any


class Spelled(StrEnum):
    """A supplied class whose members are texts, too."""

    ONE = "one"


@dataclasses.dataclass
class Score:
    """A supplied class whose objects may be changed."""

    points: Any
    inner: Any = None


@dataclasses.dataclass(frozen=True)
class Fixed:
    """A supplied class whose objects are changed by force alone."""

    points: Any
    inner: Any = None


def force(value: object, **fields: object) -> None:
    """Gives a frozen object other fields."""
    for name, field in fields.items():
        object.__setattr__(value, name, field)


def supplied() -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update(Colour=Colour, Spelled=Spelled, Pair=Pair, Score=Score, Fixed=Fixed)
    return module


TYPES = wire.Types([supplied()])
SCORE = Score(1000, Score("two"))
FIXED = Fixed(1000, Fixed("two"))


def table_of(*arguments: object) -> tuple[Table, list[int]]:
    batch = Batch([("f", arguments)], TYPES)
    table = Table(batch.nodes, batch.calls, TYPES)
    return table, table.calls[0][1]


def text(*parts: str) -> str:
    """A text that is an object of its own."""
    return "".join(parts)


Change = Callable[[Any], object]
CHANGES: dict[str, tuple[object, Change]] = {
    "a dict": ({"a": 1}, lambda value: value.update(a=2)),
    "a key": ({"a": 1}, lambda value: value.update(b=value.pop("a"))),
    "a dict that grows": ({"a": 1}, lambda value: value.update(b=2)),
    "a list in a dict": ({"a": [1]}, lambda value: value["a"].append(2)),
    "a list in a tuple": (([1], 2), lambda value: value[0].append(3)),
    "a list in a named tuple": (Pair(1, [2]), lambda value: value[1].append(3)),
    "a list in a record": (Score([1]), lambda value: value.points.append(3)),
    "a list in a list in a list": ([[[1]]], lambda value: value[0][0].append(2)),
    "a number for an equal bool": ([True], lambda value: value.__setitem__(0, 1)),
    "a tuple for an equal list": ([[1]], lambda value: value.__setitem__(0, (1,))),
    "a text for a number": ([5], lambda value: value.__setitem__(0, "5")),
    "parts that changed places": ([1000, 2000], lambda value: value.reverse()),
    "another class": ([SCORE], lambda value: value.__setitem__(0, Pair(1000, SCORE.inner))),
    "a set": ([1], lambda value: value.__setitem__(0, {1})),
    "a list that grows beyond what crosses": ([1000], lambda value: value.extend(range(30_000))),
    "a list that holds itself": ([1], lambda value: value.append(value)),
    "a record": (SCORE, lambda value: setattr(value, "points", 1001)),
    "a bool for a number in a record": (Score(1), lambda value: setattr(value, "points", True)),
    "a record in a record": (SCORE, lambda value: setattr(value.inner, "points", "too")),
    "a record in place of another": (SCORE, lambda value: setattr(value, "inner", Score("too"))),
    "a record in a list": ([SCORE], lambda value: setattr(value[0], "points", 1001)),
    "a record in a tuple": ((SCORE, 1), lambda value: setattr(value[0], "points", 1001)),
    "a record in a dict": ({"a": SCORE}, lambda value: setattr(value["a"], "points", 1001)),
    "a record in a named tuple": (Pair(SCORE, 1), lambda value: setattr(value[0], "points", 1001)),
    "a record in a tuple of a record": (
        Score((Score(1),)),
        lambda value: setattr(value.points[0], "points", 2),
    ),
    "a record in a frozen one": (Fixed(SCORE), lambda value: setattr(value.points, "points", 1)),
    "a list in a frozen record": (Fixed([1]), lambda value: value.points.append(3)),
    "a frozen record": (FIXED, lambda value: force(value, points=1001)),
    "a bool for a number in a frozen record": (Fixed(1), lambda value: force(value, points=True)),
    "a frozen record in another": (FIXED, lambda value: force(value.inner, points="too")),
    "a frozen record for another": (FIXED, lambda value: force(value, inner=Fixed("too"))),
    "a generator": (wire.Seed(4), lambda value: value.random()),
}


@pytest.mark.parametrize(("value", "change"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_any_part_is_seen_and_gone_in_the_next_call(
    value: object, change: Change
) -> None:
    table, refs = table_of(0, value, [5])
    before = repr(table.arguments(refs)[:2]) if not isinstance(value, wire.Seed) else ""
    arguments = table.arguments(refs)
    change(arguments[1])
    assert table.changed(refs, arguments) == [1]
    arguments = table.arguments(refs)
    assert not before or repr(arguments[:2]) == before
    assert table.changed(refs, arguments) == []


def test_a_change_is_seen_where_the_record_that_was_changed_before_is_as_it_was_again() -> None:
    table, refs = table_of(0, FIXED, [5])
    arguments = table.arguments(refs)
    record = arguments[1]
    points = record.points
    force(record, points=1001)
    assert table.changed(refs, arguments) == [1]
    force(record, points=points)
    arguments = table.arguments(refs)
    force(arguments[1], points=1002)
    assert table.changed(refs, arguments) == [1]


UNDONE: dict[str, tuple[object, Change]] = {
    "a number": ([1000], lambda value: value.__setitem__(0, int("1000"))),
    "a text": ([["##"]], lambda value: value[0].__setitem__(0, text("#", "#"))),
    "a tuple": ([(1, 2)], lambda value: value.__setitem__(0, value[0][:1] + value[0][1:])),
    "a list that shares a part": (
        [[5000], (5000,)],
        lambda value: value[0].__setitem__(0, int("5000")),
    ),
    "a list beside an enum": (
        [[1000], Colour.RED],
        lambda value: value[0].__setitem__(0, int("1000")),
    ),
    "a list": ([[1], [1]], lambda value: value.__setitem__(0, value[1])),
    "an item of a dict": ({"a": 1, "b": 2}, lambda value: value.update(a=value.pop("a"))),
    "a record in a list": ([Pair(1, 2)], lambda value: value.__setitem__(0, Pair(1, 2))),
    "a field": (SCORE, lambda value: setattr(value, "points", int("1000"))),
    "a record in a record": (SCORE, lambda value: setattr(value, "inner", Score(text("t", "wo")))),
    "a frozen field": (FIXED, lambda value: force(value, points=int("1000"))),
    "a frozen record in another": (FIXED, lambda value: force(value, inner=Fixed("two"))),
}


@pytest.mark.parametrize(("value", "change"), UNDONE.values(), ids=UNDONE)
def test_what_was_made_equal_again_has_not_changed(value: object, change: Change) -> None:
    table, refs = table_of(value)
    for _ in range(2):
        arguments = table.arguments(refs)
        change(arguments[0])
        assert table.changed(refs, arguments) == []


def test_a_frozen_record_with_another_part_is_not_taken_for_known_with_its_old_one() -> None:
    table, refs = table_of(FIXED)
    (fixed,) = arguments = table.arguments(refs)
    old = fixed.inner
    force(fixed, inner=Fixed("two"))
    force(old, points="spoiled")
    assert table.changed(refs, arguments) == []
    assert id(old) not in table.known
    assert table.arguments(refs) == [FIXED]


def test_what_does_not_change_is_known_and_the_same_in_every_call() -> None:
    table, refs = table_of([0], 1, 2, 3, 4, 5, 6, 7, {"a": 1}, FIXED, Pair(0, ("text",)))
    first = table.arguments(refs)
    first[0].append(5)
    assert table.changed(refs, first) == [0]
    second = table.arguments(refs)
    assert all(one is other for one, other in zip(second[-2:], first[-2:], strict=True))
    assert first[0] is not second[0]
    plain = {n: one for n, one in enumerate(table.values) if not isinstance(one, list | dict)}
    assert table.known == {id(value): number for number, value in plain.items()}


def test_a_record_without_a_dictionary_that_was_left_alone_has_not_changed() -> None:
    table, refs = table_of(Pair(1000, Pair("two", 3)))
    before = table.values
    assert table.changed(refs, table.arguments(refs)) == []
    assert table.values is before


def test_a_record_is_left_alone_though_equal_fields_were_written_apart() -> None:
    nodes: list[wire.Node] = [["=", 5], ["=", 5], ["o", "Fixed", 0, 1]]
    table = Table(nodes, [("f", [2])], TYPES)
    before = table.values
    assert table.changed([2], table.arguments([2])) == []
    assert table.values is before


def test_lists_are_still_lists_once_a_record_was_changed() -> None:
    table, refs = table_of(Fixed(1), [2, [3]])
    arguments = table.arguments(refs)
    force(arguments[0], points=4)
    assert table.changed(refs, arguments) == [0]
    arguments = table.arguments(refs)
    assert arguments == [Fixed(1), [2, [3]]]
    assert table.changed(refs, arguments) == []


def test_an_inner_list_that_is_numbered_long_before_the_outer_is_made_first() -> None:
    nodes: list[wire.Node] = [["=", 0], ["l", 0], *(["=", one] for one in range(6)), ["l", 1]]
    table = Table(nodes, [("f", [8])], TYPES)
    for _ in range(2):
        arguments = table.arguments([8])
        arguments[0][0].append(5)
        assert table.changed([8], arguments) == [0]
        assert table.arguments([8]) == [[[0]]]


def test_a_generator_is_made_afresh_and_its_next_draw_is_what_tells_that_it_moved() -> None:
    table, refs = table_of(wire.Seed(4), (wire.Seed(5), [1]))
    for _ in range(2):
        first, (second, _) = arguments = table.arguments(refs)
        assert first.getstate() == random.Random(4).getstate()
        assert second.getstate() == random.Random(5).getstate()
        second.random()
        assert 0 not in table.changed(refs, arguments)


@pytest.mark.parametrize(
    "calls",
    [
        None, {}, (), "f", ["f"], [[]], [["f"]], [["f", 0]], [["f", "0"]], [["f", [0], 0]],
        [[1, [0]]], [["f", ["0"]]], [["f", [True]]], [["f", [0.0]]], [["f", [-1]]], [["f", [2]]],
        [["f", [0, 2]]], [["f", [2, 0]]], [["f", [0]], ["f", [2]]], [["f", [2]], ["f", [0]]],
    ],
    ids=str,
)  # fmt: skip
def test_calls_that_name_no_function_or_no_node_break_the_rules(calls: Any) -> None:
    nodes: list[wire.Node] = [["=", 5], ["=", 6]]
    with pytest.raises(wire.WireError) as refused:
        Table(nodes, calls, TYPES)
    assert type(refused.value) is wire.WireError
    assert Table(nodes, [("f", []), ("g", [0, 1])], TYPES).calls == [("f", []), ("g", [0, 1])]


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (Pair(1, 2), Pair(1, 2)),
        ((1, ("x", 2)), (1, ("x", 2))),
        (FIXED, Fixed(1000, Fixed("two"))),
        (Pair(FIXED, Colour.RED), Pair(Fixed(1000, Fixed("two")), Colour.RED)),
    ],
    ids=["a named tuple", "a tuple", "a frozen record", "a record in a named tuple"],
)
def test_what_is_made_anew_is_written_as_what_is_known(value: object, other: object) -> None:
    table, (ref,) = table_of(value)
    assert table.writer().answer(other) == ([], ref)


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (Score(1), Score(1)),
        ([1], [1]),
        (Pair(1, [2]), Pair(1, [2])),
        (Fixed([1]), Fixed([1])),
        (Pair(1, 2), (1, 2)),
        ((True, 0), (1, False)),
        (Fixed(1), Fixed(True)),
    ],
    ids=repr,
)
def test_what_may_change_or_only_equals_it_is_written_for_itself(
    value: object, other: object
) -> None:
    table, (ref,) = table_of(value)
    nodes, number = table.writer().answer(other)
    assert nodes
    assert number != ref


def test_a_member_that_is_a_text_is_asked_with_as_the_member() -> None:
    table, refs = table_of(Spelled.ONE)
    assert table.arguments(refs) == [Spelled.ONE]
    assert type(table.arguments(refs)[0]) is Spelled
