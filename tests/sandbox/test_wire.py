"""What may cross between the grader and a guest: written, read, refused."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike import board as board_module
from klondike import cards as cards_module
from klondike import errors as errors_module
from klondike.board import Pillars, Placed
from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from klondike.game import setup
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest import node_reader, wire
from patience_grader.sandbox.guest.node_writer import Writer
from patience_grader.sandbox.guest.question_table import Table
from patience_grader.sandbox.guest.wire import Opaque, Seed, Types, WireError

TYPES = Types([cards_module, board_module, errors_module])
BOARD = setup(deck_of_52())

SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers(-(10**1000), 10**1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from([*Suit, *Value, BOARD])
    | st.from_type(Card)
    | st.from_type(Placed)
    | st.from_type(Pillars)
)
KEYS = (
    st.booleans()
    | st.integers(-(2**61), 2**61)
    | st.text()
    | st.tuples(st.from_type(Card), st.text())
)
PLAIN = st.recursive(
    SIMPLE,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
NAMES = st.sampled_from(["Card", "Placed", "Pillars", "Board", "Suit", "Value", "SPADES", "ACE"])
NODES = st.lists(
    st.tuples(
        st.sampled_from("=itldeorx"), st.lists(st.integers(-1, 6) | NAMES | JSON, max_size=5)
    ).map(lambda node: [node[0], *node[1]])
)


def crossed(value: object, *, keep_lists: bool = True) -> Any:
    """The value after it was written, packed, unpacked and read."""
    nodes, number = Writer(TYPES, {}, 0).answer(value)
    return node_reader.read(unpacked(nodes), TYPES, keep_lists=keep_lists)[number]


def unpacked(message: object) -> Any:
    return wire.unpack(bytearray(wire.pack(message)))


def framed(body: bytes) -> bytearray:
    return bytearray(struct.pack(">I", len(body)) + body)


def parts(value: object) -> Iterator[object]:
    """The value and whatever stands in it."""
    yield value
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for item in value:
            yield from parts(item)


@given(PLAIN.map(repr) | JSON.filter(lambda value: "Infinity" not in json.dumps(value)))
def test_a_message_comes_out_of_its_frame_as_it_went_in(message: object) -> None:
    assert unpacked(message) == message


@given(st.lists(st.text(), max_size=3), st.data())
def test_frames_come_one_by_one(messages: list[str], data: st.DataObject) -> None:
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


def test_points_are_keys_though_minus_one_and_minus_two_hash_alike() -> None:
    points = {(x, y): x for x in range(-15, 16) for y in range(-15, 16)}
    assert crossed(points) == points


@given(PLAIN)
def test_every_plain_value_comes_back_as_it_was(value: object) -> None:
    back = crossed(value)
    assert back == value
    assert repr(back) == repr(value)


@given(PLAIN)
def test_lists_come_back_as_tuples_unless_kept(value: object) -> None:
    assert not [one for one in parts(crossed(value, keep_lists=False)) if isinstance(one, list)]
    assert crossed([1, ([2], {3: [4]})], keep_lists=False) == (1, ((2,), {3: (4,)}))


def test_equal_values_are_written_once() -> None:
    nodes, _ = Writer(TYPES, {}, 0).answer([(Card(Suit.SPADES, Value.ACE),) for _ in range(2)])
    assert sorted(node[0] for node in nodes) == ["e", "e", "l", "o", "t"]


def test_what_can_change_is_written_apart_and_a_generator_as_its_seed() -> None:
    batch = Batch([("f", ([1], [1], Seed(7)))], TYPES)
    _, first, second, rng = node_reader.read(batch.nodes, TYPES, keep_lists=True)
    assert first == second == [1]
    assert first is not second
    assert rng.getstate() == random.Random(7).getstate()


def test_values_that_both_sides_know_are_only_named() -> None:
    nodes, number = Writer(TYPES, {id(BOARD): 0}, 1).answer((BOARD, BOARD))
    assert (nodes, number) == ([["t", 0, 0]], 1)
    assert node_reader.read(nodes, TYPES, [BOARD], keep_lists=False) == [(BOARD, BOARD)]


def piled(times: int, copies: int) -> tuple[object, ...]:
    """A tuple of copies of a tuple of copies, and so on."""
    value: tuple[object, ...] = (1,)
    for _ in range(times):
        value = (value,) * copies
    return value


CYCLE: list[object] = []
CYCLE.append(CYCLE)
UNPLAIN: dict[str, tuple[object, str]] = {
    "set": ({1}, "a value of type set"),
    "iterator": (iter(()), "a value of type tuple_iterator"),
    "function": (len, "a value of type builtin_function_or_method"),
    "infinity": (float("inf"), "the number inf"),
    "long text": ("x" * (wire.MAX_TEXT + 1), "too "),
    "much text": (["x" * 1000 + str(number) for number in range(1000)], "too large"),
    "text that is often there": (("x" * 10_000,) * 1000, "too large"),
    "long list": (list(range(30_000)), "too large"),
    "same thing too often": ([0] * 1_000_000, "too large"),
    "large dict": ({number: number for number in range(wire.MAX_DICT + 1)}, "too large"),
    "doubled often": (piled(40, 2), "too large"),
    "number of 5720 digits": (1 << 19_000, ""),
    "number of 12042 digits": (-(1 << 40_000), ""),
    "nested deeply": (piled(100, 1), "nested too deeply"),
    "cycle": (CYCLE, "nested too deeply"),
}


@pytest.mark.parametrize(("value", "description"), UNPLAIN.values(), ids=UNPLAIN)
def test_what_is_no_plain_value_comes_back_described(value: object, description: str) -> None:
    (found,) = {one for one in parts(crossed(value)) if isinstance(one, Opaque)}
    assert description in found.description


def test_what_cannot_cross_does_not_hide_what_stands_beside_it() -> None:
    assert crossed((1, {2}, "three")) == (1, Opaque("a value of type set"), "three")


AGAINST_THE_RULES = """
null "=" {} [null] [[]] [[1]] [["?",1]] [["==",1]]
[["="]] [["=",1,2]] [["=",[1]]] [["=",{}]] [["=",Infinity]] [["=",9223372036854775808]]
[["i",5]] [["i","hex"]] [["i"]]
[["t",0]] [["t",1],["=",1]] [["=",1],["t",-1]] [["=",1],["t",false]] [["=",1],["t",0.0]]
[["=",1],["l","0"]] [["=",1],["l",1]] [["=",1],["d",0]] [["=",1],["d",0,2]]
[["e"]] [["e","Suit"]] [["e","Suit","STARS"]] [["e","Suit","symbol"]] [["e","Suit",1]]
[["e","Card","SPADES"]] [["e",["Suit"],"SPADES"]]
[["=",1],["o","Card",0]] [["=",1],["o","Card",0,0,0]] [["=",1],["o","Suit",0]]
[["o","MoveError"]] [["o"]] [["o",["Card"],0,0]]
[["r"]] [["r","1"]] [["r",true]] [["x"]] [["x",1]]
"""


BEYOND_THE_LIMITS: dict[str, list[list[object]]] = {
    "digits": [["i", "9" * 10_000]],
    "dict": [["=", 1], ["d", *[0, 0] * (wire.MAX_DICT + 1)]],
    "deep": [["t"], *(["t", number] for number in range(60))],
    "doubled": [["t"], *(["t", number, number] for number in range(30))],
    "wide": [["=", 0], ["t", *[0] * wire.MAX_SIZE]],
    "text": [["=", "x" * 10_000], ["t", *[0] * 10_000]],
}


@pytest.mark.parametrize(
    "nodes",
    [*map(json.loads, AGAINST_THE_RULES.split()), *BEYOND_THE_LIMITS.values()],
    ids=[*AGAINST_THE_RULES.split(), *BEYOND_THE_LIMITS],
)
def test_nodes_against_the_rules_or_beyond_the_limits_are_refused(nodes: object) -> None:
    with pytest.raises(WireError):
        node_reader.read(nodes, TYPES, keep_lists=False)


def test_known_values_count_when_they_are_named_too_often() -> None:
    nodes = [["t", *[0] * 1000], ["t", *[1] * 1000]]
    with pytest.raises(WireError):
        node_reader.read(nodes, TYPES, [BOARD], keep_lists=False)


def test_a_list_is_no_key() -> None:
    nodes = [["=", 1], ["l", 0], ["d", 1, 0]]
    assert node_reader.read(nodes, TYPES, keep_lists=False)[-1] == {(1,): 1}
    with pytest.raises(WireError):
        node_reader.read(nodes, TYPES, keep_lists=True)


@given(NODES | JSON, st.booleans())
def test_whatever_is_read_is_values_that_can_be_shown_or_refused(
    nodes: Any, store_cached: bool
) -> None:
    try:
        values = node_reader.read(nodes, TYPES, [BOARD], keep_lists=store_cached)
    except WireError:
        return
    assert len(values) == len(nodes)
    assert repr(values)


def table_of(*arguments: object) -> tuple[Table, list[int]]:
    batch = Batch([("f", arguments)], TYPES)
    table = Table(unpacked(batch.nodes), unpacked(batch.calls), TYPES)
    return table, table.calls[0][1]


Change = Callable[[Any], object]
CHANGES: dict[str, tuple[object, Change]] = {
    "a list": ([1], lambda value: value.append(2)),
    "a list that turns round": (list(deck_of_52()), lambda value: value.reverse()),
    "a list that grows beyond what crosses": ([1], lambda value: value.extend(range(30_000))),
    "a list in a list": ([[1]], lambda value: value[0].append(2)),
    "a list in a tuple": (([1],), lambda value: value[0].append(2)),
    "a generator": (Seed(3), lambda value: value.random()),
}


@pytest.mark.parametrize(("value", "change"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen_and_gone_in_the_next_call(value: object, change: Change) -> None:
    table, refs = table_of(0, value, [5], Seed(6), deck_of_52())
    arguments = table.arguments(refs)
    assert table.changed(refs, arguments) == []
    arguments = table.arguments(refs)
    change(arguments[1])
    assert table.changed(refs, arguments) == [1]
    assert table.changed(refs, table.arguments(refs)) == []


@pytest.mark.parametrize("field", ["deck", "pillars"])
def test_a_frozen_board_that_a_call_changes_is_seen_and_gone_in_the_next_call(field: str) -> None:
    table, refs = table_of(deck_of_52(), BOARD)
    arguments = table.arguments(refs)
    board = arguments[1]
    if field == "deck":
        object.__setattr__(board, "deck", ())
    else:
        object.__setattr__(board.pillars, "spades", Value.KING)
    assert table.changed(refs, arguments) == [1]
    assert id(board) not in table.known
    assert table.changed(refs, table.arguments(refs)) == []
    assert table.arguments(refs)[1] == BOARD


def test_what_cannot_change_is_made_only_once() -> None:
    table, refs = table_of(BOARD, deck_of_52())
    first, second = (table.arguments(refs) for _ in range(2))
    assert first == [BOARD, deck_of_52()]
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_only_types_of_the_supplied_modules_cross() -> None:
    assert set(TYPES.enums) == {"Suit", "Value"}
    assert set(TYPES.classes) == {"Card", "Placed", "Pillars", "Board"}


@pytest.mark.parametrize(
    ("node", "weight"),
    [(["=", 5], 2), (["=", "x" * 25], 4), (["t", 0, 1, 2], 4), (["x", "x" * 9], 2), (["t"], 1)],
)
def test_a_node_weighs_its_parts_and_a_tenth_of_its_text(node: wire.Node, weight: int) -> None:
    assert wire.weight_of(node) == weight


def test_a_value_is_as_large_as_all_that_is_in_it_written_out() -> None:
    nodes: list[wire.Node] = [
        ["=", 1],
        ["t", 0, 0],
        ["l", 1, 1, 0],
        ["o", "Pair", 2, 0],
        ["d", 0, 3],
    ]
    assert node_reader.sizes_of(nodes) == [2, 7, 20, 26, 31]
