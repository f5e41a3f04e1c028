"""What may cross between the grader and a guest: written, read, refused."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike import board as board_module
from klondike import cards as cards_module
from klondike import errors as errors_module
from klondike.board import Board, Pillars, Placed
from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from klondike.game import setup
from patience_grader.sandbox.guest import wire
from patience_grader.sandbox.guest.wire import Seed, Table, Types, Unplain, WireError, Writer
from patience_grader.sandbox.host import Batch

TYPES = Types([cards_module, board_module, errors_module])
BOARD = setup(deck_of_52())

CARDS = st.builds(Card, st.sampled_from(Suit), st.sampled_from(Value))
TOPS = st.none() | st.sampled_from(Value)
SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**1000), 10**1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from([*Suit, *Value])
    | CARDS
    | st.builds(Placed, CARDS, st.booleans())
    | st.builds(Pillars, TOPS, TOPS, TOPS, TOPS)
    | st.just(BOARD)
)
KEYS = st.none() | st.booleans() | st.integers() | st.text() | CARDS | st.tuples(CARDS, CARDS)
PLAIN = st.recursive(
    SIMPLE,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
NAMES = st.sampled_from(["Card", "Placed", "Pillars", "Board", "Suit", "Value", "SPADES", "ACE"])
NODES = st.lists(
    st.tuples(st.sampled_from("=itldeorx"), st.lists(st.integers(-1, 6) | NAMES | JSON, max_size=5))
    .map(lambda node: [node[0], *node[1]])
    .filter(bool),
    max_size=8,
)


def crossed(value: object, *, keep_lists: bool = True) -> Any:
    """The value after it was written, packed, unpacked and read."""
    nodes, number = Writer(TYPES, {}, 0).answer(value)
    return wire.read(unpacked(nodes), TYPES, keep_lists=keep_lists)[number]


def unpacked(message: object) -> Any:
    return wire.unpack(bytearray(wire.pack(message)))


def framed(body: bytes) -> bytearray:
    return bytearray(struct.pack(">I", len(body)) + body)


def with_tuples(value: object) -> object:
    """The value with every list in it, outside of supplied objects, a tuple."""
    if isinstance(value, dict):
        return {key: with_tuples(item) for key, item in value.items()}
    if type(value) in {list, tuple}:
        return tuple(with_tuples(item) for item in cast("list[object]", value))
    return value


def parts(value: object) -> Iterator[object]:
    """The value and whatever stands in it."""
    yield value
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for item in value:
            yield from parts(item)


@given(JSON)
def test_a_message_comes_out_of_its_frame_as_it_went_in(message: object) -> None:
    if "NaN" not in json.dumps(message) and "Infinity" not in json.dumps(message):
        assert unpacked(message) == message


@given(st.lists(st.text(), max_size=3), st.data())
def test_frames_come_one_by_one_and_only_when_whole(
    messages: list[str], data: st.DataObject
) -> None:
    stream = b"".join(map(wire.pack, messages))
    cut = data.draw(st.integers(0, len(stream)))
    buffer, found = bytearray(stream[:cut]), []
    for rest in (stream[cut:], b""):
        while (message := wire.unpack(buffer)) is not None:
            found.append(message)
        buffer += rest
    assert found == messages
    assert not buffer


def test_a_frame_longer_than_allowed_is_refused_by_its_length_alone() -> None:
    with pytest.raises(WireError, match="a frame of"):
        wire.unpack(bytearray(struct.pack(">I", wire.MAX_FRAME + 1)))
    assert wire.unpack(bytearray(struct.pack(">I", wire.MAX_FRAME))) is None


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b"NaN", b"[-Infinity]", b"1" * 10_000, b"[" * 100_000, b"1 2"],
    ids=["empty", "half", "no text", "nan", "infinity", "many digits", "deep", "two"],
)
def test_a_frame_that_is_not_json_is_refused(body: bytes) -> None:
    with pytest.raises(WireError, match="not JSON"):
        wire.unpack(framed(body))


@given(st.binary() | st.binary().map(framed))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    buffer = bytearray(data)
    try:
        while wire.unpack(buffer) is not None:
            pass
    except WireError:
        pass


@given(PLAIN)
def test_every_plain_value_comes_back_as_it_was(value: object) -> None:
    back = crossed(value)
    assert back == value
    assert repr(back) == repr(value)


@given(PLAIN)
def test_lists_come_back_as_tuples_unless_kept(value: object) -> None:
    assert repr(crossed(value, keep_lists=False)) == repr(with_tuples(value))


def test_a_generator_crosses_by_its_seed() -> None:
    batch = Batch([("f", (Seed(7),))], TYPES)
    (rng,) = wire.read(batch.nodes, TYPES, keep_lists=True)
    assert rng.getstate() == random.Random(7).getstate()


def test_equal_values_are_written_once() -> None:
    twice = [Card(Suit.SPADES, Value.ACE) for _ in range(2)]
    nodes, _ = Writer(TYPES, {}, 0).answer((twice[0], twice[1], tuple(twice), tuple(twice)))
    assert sorted(node[0] for node in nodes) == ["e", "e", "o", "t", "t"]


def test_equal_lists_are_written_apart_as_they_may_change_apart() -> None:
    batch = Batch([("f", ([1], [1]))], TYPES)
    _, first, second = wire.read(batch.nodes, TYPES, keep_lists=True)
    assert first == second == [1]
    assert first is not second


def test_values_that_both_sides_know_are_only_named() -> None:
    writer = Writer(TYPES, {id(BOARD): 5}, 6)
    assert writer.answer((BOARD, BOARD)) == ([["t", 5, 5]], 6)
    assert wire.read(writer.nodes, TYPES, [None] * 5 + [BOARD], keep_lists=False) == [
        (BOARD, BOARD)
    ]


def _cycle() -> list[object]:
    cycle: list[object] = []
    cycle.append(cycle)
    return cycle


def _nested(depth: int) -> tuple[object, ...]:
    value: tuple[object, ...] = ()
    for _ in range(depth):
        value = (value,)
    return value


def _doubled(times: int) -> tuple[object, ...]:
    value: tuple[object, ...] = (1,)
    for _ in range(times):
        value = (value, value)
    return value


@pytest.mark.parametrize(
    ("value", "description"),
    [
        ({1}, "a value of type set"),
        ((number for number in ()), "a value of type generator"),
        (len, "a value of type builtin_function_or_method"),
        (object(), "a value of type object"),
        (b"bytes", "a value of type bytes"),
        (float("inf"), "the number inf"),
        (float("nan"), "the number nan"),
        ("x" * (wire.MAX_TEXT + 1), "too large"),
        (["x" * 1000 + str(number) for number in range(100)], "too large"),
        (list(range(30_000)), "too large"),
        ([0] * 1_000_000, "too large"),
        (_nested(100), "nested too deeply"),
        (_cycle(), "nested too deeply"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 50 else "",
)
def test_what_is_no_plain_value_comes_back_described(value: object, description: str) -> None:
    (found,) = {one for one in parts(crossed(value)) if isinstance(one, Unplain)}
    assert description in found.description


@pytest.mark.parametrize(
    "value",
    [
        {number: number for number in range(wire.MAX_DICT + 1)},
        _doubled(40),
        1 << 19_000,
        -(1 << 40_000),
        ("x" * 10_000,) * 1000,
    ],
    ids=["dict", "doubled", "5720 digits", "12042 digits", "shared text"],
)
def test_a_value_too_large_to_look_at_comes_back_described(value: object) -> None:
    assert isinstance(crossed(value), Unplain)


def test_what_cannot_cross_does_not_hide_what_stands_beside_it() -> None:
    assert crossed((1, {2}, "three")) == (1, Unplain("a value of type set"), "three")


@pytest.mark.parametrize(
    "nodes",
    [
        None,
        "=",
        {},
        [None],
        [[]],
        [[1]],
        [["?", 1]],
        [["=" * 2, 1]],
        [["="]],
        [["=", 1, 2]],
        [["=", [1]]],
        [["=", {}]],
        [["=", float("inf")]],
        [["=", 1 << 70]],
        [["i", 5]],
        [["i", "no hex"]],
        [["i", "9" * 10_000]],
        [["t", 0]],
        [["t", 1], ["=", 1]],
        [["=", 1], ["t", -1]],
        [["=", 1], ["t", False]],
        [["=", 1], ["t", 0.0]],
        [["=", 1], ["l", "0"]],
        [["=", 1], ["d", 0]],
        [["=", 1], ["d", *[0, 0] * (wire.MAX_DICT + 1)]],
        [["=", 1], ["d"], ["d", 1, 0]],
        [["e", "Suit"]],
        [["e", "Suit", "STARS"]],
        [["e", "Suit", "symbol"]],
        [["e", "Card", "SPADES"]],
        [["e", "Suit", 1]],
        [["=", 1], ["o", "Card", 0]],
        [["=", 1], ["o", "Card", 0, 0, 0]],
        [["=", 1], ["o", "Suit", 0]],
        [["=", 1], ["o", "MoveError"]],
        [["=", 1], ["o"]],
        [["r"]],
        [["r", "1"]],
        [["r", True]],
        [["x", 1]],
        [["x"]],
        [["t"], *(["t", number] for number in range(60))],
        [["t"], *(["t", number, number] for number in range(30))],
        [["=", 0], ["t", *[0] * 20_001]],
        [["=", "x" * 10_000], ["t", *[0] * 10_000]],
    ],
    ids=lambda nodes: json.dumps(nodes)[:40],
)
def test_nodes_that_break_the_rules_are_refused(nodes: object) -> None:
    with pytest.raises(WireError):
        wire.read(nodes, TYPES, keep_lists=False)


def test_a_list_is_no_key() -> None:
    nodes = [["=", 1], ["l", 0], ["d", 1, 0]]
    assert wire.read(nodes, TYPES, keep_lists=False)[-1] == {(1,): 1}
    with pytest.raises(WireError):
        wire.read(nodes, TYPES, keep_lists=True)


def test_known_values_count_when_they_are_named_too_often() -> None:
    nodes = [["t", *[0] * 1000], ["t", *[1] * 1000], ["t", *[2] * 1000]]
    with pytest.raises(WireError, match="too large"):
        wire.read(nodes, TYPES, [BOARD], keep_lists=False)


@given(NODES | JSON, st.booleans())
def test_whatever_is_read_is_values_that_can_be_shown_or_refused(nodes: Any, keep: bool) -> None:
    try:
        values = wire.read(nodes, TYPES, [BOARD], keep_lists=keep)
    except WireError:
        return
    assert len(values) == len(nodes)
    assert repr(values)


def _table(*arguments: object) -> tuple[Table, list[int]]:
    batch = Batch([("f", arguments)], TYPES)
    table = Table(unpacked(batch.nodes), unpacked(batch.calls), TYPES)
    ((_, refs),) = table.calls
    return table, refs


MUTABLE = pytest.mark.parametrize("argument", [[1], [[1]], ([1],), (2, ([1],))], ids=str)


def _inner_list(value: Any) -> list[object]:
    """The innermost list."""
    while not isinstance(value, list) or isinstance(value[0], list):
        value = value[-1]
    return value


@MUTABLE
def test_a_list_is_fresh_for_every_call(argument: object) -> None:
    table, refs = _table(argument)
    (first,) = table.arguments(refs)
    _inner_list(first).append("spoilt")
    assert table.arguments(refs) == [argument]


def test_a_generator_is_fresh_for_every_call() -> None:
    table, refs = _table(Seed(3))
    numbers = [table.arguments(refs)[0].random() for _ in range(2)]
    assert numbers == [random.Random(3).random()] * 2


def test_what_cannot_change_is_made_only_once() -> None:
    table, refs = _table(BOARD, deck_of_52())
    first, second = (table.arguments(refs) for _ in range(2))
    assert first == [BOARD, deck_of_52()]
    assert all(one is other for one, other in zip(first, second, strict=True))


@MUTABLE
def test_a_list_that_a_call_changes_is_seen(argument: object) -> None:
    table, refs = _table(0, argument)
    arguments = table.arguments(refs)
    assert table.changed(refs, arguments) == []
    _inner_list(arguments[1]).append("more")
    assert table.changed(refs, arguments) == [1]


def test_a_list_that_grows_beyond_what_can_cross_is_seen() -> None:
    table, refs = _table([1])
    arguments = table.arguments(refs)
    arguments[0].extend(range(30_000))
    assert table.changed(refs, arguments) == [0]


def test_a_list_in_another_order_is_seen() -> None:
    table, refs = _table(list(deck_of_52()))
    arguments = table.arguments(refs)
    arguments[0].reverse()
    assert table.changed(refs, arguments) == [0]


def test_a_frozen_board_that_a_call_changes_is_seen() -> None:
    table, refs = _table(BOARD, deck_of_52())
    arguments = table.arguments(refs)
    assert table.changed(refs, arguments) == []
    object.__setattr__(arguments[0], "deck", ())
    assert table.changed(refs, arguments) == [0]


def test_a_generator_that_has_moved_on_is_seen() -> None:
    table, refs = _table(Seed(3), Seed(4))
    arguments = table.arguments(refs)
    assert table.changed(refs, arguments) == []
    arguments[1].random()
    assert table.changed(refs, arguments) == [1]


def test_only_types_of_the_supplied_modules_cross() -> None:
    assert set(TYPES.enums) == {"Suit", "Value"}
    assert set(TYPES.fields) == {"Card", "Placed", "Pillars", "Board"}
    assert TYPES.fields["Board"] == tuple(Board.__dataclass_fields__)
    assert errors_module.WrongOrder in TYPES.errors
