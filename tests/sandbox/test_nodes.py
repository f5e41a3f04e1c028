"""Nodes one kind at a time: what each accepts, and where exactly its bounds lie."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from patience_grader.sandbox.guest import node_reader, wire
from patience_grader.sandbox.guest.node_writer import Writer
from patience_grader.sandbox.guest.wire import Opaque, TooLargeError, WireError

SMALL = 1 << 62
"""The first number that is not a literal."""


class Colour(Enum):
    RED = "red"


class Pair(NamedTuple):
    """A supplied class."""

    left: Any
    right: Any


class Fussy(NamedTuple("Fussy", [("one", int)])):
    """A supplied class that takes exception to its field."""

    __slots__ = ()

    def __new__(cls, one: int) -> Fussy:
        raise LookupError(one)


def supplied() -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update(Colour=Colour, Pair=Pair, Fussy=Fussy)
    return module


TYPES = wire.Types([supplied()])


def question(*nodes: object) -> Any:
    """The value of the last of the nodes of a question."""
    return node_reader.read(list(nodes), TYPES, keep_lists=True)[-1]


def answer(*nodes: object, sizes: list[int] | None = None) -> Any:
    """The value of the last of the nodes of an answer, after values of these sizes."""
    sizes = sizes or []
    before = [None] * len(sizes)
    return node_reader.read_answer(list(nodes), TYPES, before, sizes, keep_lists=True)[-1]


MALFORMED: list[object] = [
    7, None, "=", {}, [], [7], [["="]], [["=", 1]],
    ["b"], ["b", True, True], ["b", 1], ["b", 0], ["b", None],
    ["f"], ["f", 1.0, 1.0], ["f", 1], ["f", True], ["f", "1.0"],
    ["f", float("inf")], ["f", float("-inf")], ["f", float("nan")],
    ["=", SMALL], ["=", -SMALL], ["=", 1.0], ["=", True],
    ["i", "5", "5"], ["i", "five"], ["i", 5], ["i", "f" * (wire.MAX_HEX + 2)],
    ["e", "Colour", "RED", "RED"], ["r", 1, 1], ["x", "a", "b"], ["x", None],
]  # fmt: skip


@pytest.mark.parametrize("node", MALFORMED, ids=lambda node: str(node)[:40])
def test_a_malformed_node_breaks_the_rules_and_is_not_merely_too_large(node: object) -> None:
    for read in (question, answer):
        with pytest.raises(WireError) as refused:
            read(node)
        assert type(refused.value) is WireError


@pytest.mark.parametrize("nodes", [None, 7, "=", {}, ()], ids=str)
def test_what_is_no_table_breaks_the_rules(nodes: object) -> None:
    for read in (node_reader.read, node_reader.read_answer):
        with pytest.raises(WireError, match="no table of nodes") as refused:
            read(nodes, TYPES, keep_lists=True)
        assert type(refused.value) is WireError


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (["b", True], True),
        (["b", False], False),
        (["f", 0.5], 0.5),
        (["f", -0.0], -0.0),
        (["=", SMALL - 1], SMALL - 1),
        (["=", 1 - SMALL], 1 - SMALL),
        (["i", "4000000000000000"], SMALL),
        (["i", "-4000000000000000"], -SMALL),
        (["i", "-" + "f" * wire.MAX_HEX], 1 - 16**wire.MAX_HEX),
        (["x", ""], Opaque("a value")),
        (["x", "y" * 200], Opaque("y" * 200)),
        (["x", "y" * 201], Opaque("y" * 200)),
    ],
    ids=lambda part: repr(part)[:40],
)
def test_a_node_that_is_as_large_as_it_may_be_is_read(node: wire.Node, value: object) -> None:
    for read in (question, answer):
        found = read(node)
        assert type(found) is type(value)
        assert hex_or_repr(found) == hex_or_repr(value)


def hex_or_repr(value: object) -> str:
    """The number in hexadecimal digits, as so many decimal ones are not shown."""
    return f"{value:x}" if isinstance(value, int) else repr(value)


def test_a_value_is_nested_as_deeply_as_it_may_be_and_no_deeper() -> None:
    def nested(times: int) -> list[wire.Node]:
        return [["t"], *(["t", number] for number in range(times))]

    deepest = wire.MAX_DEPTH + 2
    assert str(question(*nested(deepest))).count("(") == deepest + 1
    assert answer(*nested(deepest)) == question(*nested(deepest))
    for read in (question, answer):
        with pytest.raises(TooLargeError, match="too deep"):
            read(*nested(deepest + 1))


def test_a_value_is_deep_though_a_shallow_one_comes_after_the_deep_one_in_it() -> None:
    nodes = [["=", 1], ["t"], *(["t", number, 0] for number in range(1, wire.MAX_DEPTH + 3))]
    assert question(*nodes)
    with pytest.raises(TooLargeError):
        question(*nodes, ["t", len(nodes) - 1, 0])


def test_a_value_is_as_large_as_it_may_be_and_no_larger() -> None:
    rest = wire.MAX_SIZE - 2
    assert answer(["t", 0], sizes=[rest]) == (None,)
    assert answer(["t", 0, 1], sizes=[1, rest - 2]) == (None, None)
    assert answer(["t", 0], ["t", 1], sizes=[rest - 2]) == ((None,),)
    for nodes, sizes in (
        ([["t", 0]], [rest + 1]),
        ([["t", 0, 1]], [1, rest - 1]),
        ([["t", 0], ["t", 1]], [rest - 1]),
    ):
        with pytest.raises(TooLargeError, match="too deep or too large"):
            answer(*nodes, sizes=sizes)


def test_known_values_without_a_size_count_as_one_each() -> None:
    def named(times: int) -> object:
        nodes = [["t", *[0] * times]]
        (value,) = node_reader.read(nodes, TYPES, [None], keep_lists=False)
        return value

    assert named(wire.MAX_SIZE // 2 - 1)
    with pytest.raises(TooLargeError):
        named(wire.MAX_SIZE // 2)


@pytest.mark.parametrize(
    ("node", "length"),
    [(["i", "f" * 3_000], 3_000), (["x", "y" * 150], 150), (["x", "y" * 999], 200)],
    ids=["a number", "a description", "a description that is cut"],
)
def test_a_value_holds_as_much_text_as_it_may_and_no_more(node: wire.Node, length: int) -> None:
    most = wire.MAX_TEXT - length
    text, joined = question(node, ["=", "x" * most], ["t", 0, 1])[1], ["t", 0, 1]
    assert len(text) == most
    with pytest.raises(TooLargeError):
        question(node, ["=", "x" * (most + 1)], joined)


def test_a_text_is_as_long_as_it_may_be_and_no_longer() -> None:
    assert len(answer(["=", "x" * wire.MAX_TEXT])) == wire.MAX_TEXT
    with pytest.raises(TooLargeError, match="too deep or too large"):
        answer(["=", "x" * (wire.MAX_TEXT + 1)])


def test_an_answer_weighs_as_much_as_it_may_and_no_more() -> None:
    most = 10 * (wire.MAX_SIZE - 2)
    assert answer(["x", "y" * most]) == Opaque("y" * 200)
    with pytest.raises(TooLargeError, match="too large a value"):
        answer(["x", "y" * (most + 10)])
    with pytest.raises(TooLargeError, match="too large a value"):
        answer(["=", None], ["x", "y" * (most - 10)])


def test_a_dict_has_as_many_keys_as_it_may_and_no_more() -> None:
    def nodes(count: int) -> list[wire.Node]:
        keys = [["=", number] for number in range(count)]
        return [*keys, ["d", *itertools.chain(*((one, one) for one in range(count)))]]

    assert len(question(*nodes(wire.MAX_DICT))) == wire.MAX_DICT
    with pytest.raises(WireError, match="too large or uneven"):
        question(*nodes(wire.MAX_DICT + 1))


def test_as_many_keys_share_a_hash_as_may_and_no_more() -> None:
    def nodes(count: int) -> list[wire.Node]:
        bits = itertools.islice(itertools.product((0, 1), repeat=7), count)
        keys = [["t", *one] for one in bits]
        alone, last = ["=", "a key of its own"], 3 + count
        refs = itertools.chain(*((one, 0) for one in range(2, last)))
        return [["=", 0], ["=", sys.hash_info.modulus], alone, *keys, ["d", *refs]]

    assert len(question(*nodes(wire.MAX_SAME_HASH))) == wire.MAX_SAME_HASH + 1
    with pytest.raises(WireError, match="share their hashes"):
        question(*nodes(wire.MAX_SAME_HASH + 1))


@pytest.mark.parametrize("key", [["t", 0, 1], ["t", 1, 0], ["o", "Pair", 0, 1]], ids=str)
def test_a_large_number_anywhere_in_a_key_is_refused(key: wire.Node) -> None:
    nodes = [["i", "4000000000000000"], ["=", 1], key, ["d", 2, 1]]
    with pytest.raises(WireError, match="a key that cannot be one"):
        question(*nodes)
    assert question(*nodes[:3], ["d", 1, 2]) == {1: question(*nodes[:3])}


def test_a_supplied_class_refuses_its_fields_in_an_answer_and_never_in_a_question() -> None:
    nodes = [["=", 1], ["o", "Fussy", 0]]
    assert answer(*nodes) == Opaque("an object of the class Fussy that cannot be")
    with pytest.raises(WireError, match="an object that cannot be") as refused:
        question(*nodes)
    assert type(refused.value) is WireError


def test_an_object_is_made_of_the_fields_as_they_were_fitted() -> None:
    asked: list[tuple[type, list[object]]] = []

    def fit(cls: type, fields: list[object]) -> list[object]:
        asked.append((cls, fields))
        return fields[::-1]

    nodes = [["=", 1], ["=", 2], ["o", "Pair", 0, 1]]
    *_, pair = node_reader.read_answer(nodes, TYPES, keep_lists=True, fit=fit)
    assert pair == Pair(2, 1)
    assert asked == [(Pair, [1, 2])]


def written(value: object, known: dict[int, int] | None = None) -> list[wire.Node]:
    """The nodes of an answer after as many known values."""
    nodes, number = Writer(TYPES, known or {}, len(known or {})).answer(value)
    assert number == len(known or {}) + len(nodes) - 1
    return nodes


class Crimson(str, Enum):  # noqa: UP042 as students write it, and not the same
    """A student's own enum of texts, which shows itself as something else than it equals."""

    RED = "red"


class Level(IntEnum):
    """A student's own enum of numbers."""

    LOW = 1
    HIGH = SMALL


class Shade(Enum):
    """A student's own enum."""

    DARK = "dark"


def namesake() -> Enum:
    """A member of a student's own enum that is called like a supplied one."""

    class Colour(Enum):
        RED = "red"

    return Colour.RED


class Degrees(float):
    """A student's own kind of float."""


@pytest.mark.parametrize(
    ("value", "node"),
    [
        (Crimson.RED, ["=", "red"]),
        (Level.LOW, ["=", 1]),
        (Level.HIGH, ["i", "4000000000000000"]),
        (Degrees(1.5), ["f", 1.5]),
        (SMALL - 1, ["=", SMALL - 1]),
        (1 - SMALL, ["=", 1 - SMALL]),
        (SMALL, ["i", "4000000000000000"]),
        (-SMALL, ["i", "-4000000000000000"]),
        (16**wire.MAX_HEX - 1, ["i", "f" * wire.MAX_HEX]),
        (1 - 16**wire.MAX_HEX, ["i", "-" + "f" * wire.MAX_HEX]),
        (16**wire.MAX_HEX, ["x", "a number too long"]),
        (float("-inf"), ["x", "the number -inf"]),
        (float("nan"), ["x", "the number nan"]),
        (Colour.RED, ["e", "Colour", "RED"]),
        (wire.Seed(5), ["r", 5]),
        (type("y" * 186, (), {})(), ["x", "a value of type " + "y" * 184]),
        (namesake(), ["x", "a value of type Colour"]),
        (Shade.DARK, ["x", "a value of type Shade"]),
        ("x" * wire.MAX_TEXT, ["=", "x" * wire.MAX_TEXT]),
        ("x" * (wire.MAX_TEXT + 1), ["x", "a text too long"]),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_value_is_written_as_its_kind_and_in_plain_types(value: object, node: object) -> None:
    writer = Writer(TYPES, {}, 0)
    assert writer.write(value) == 0
    assert writer.nodes == [node]
    assert {type(part) for part in writer.nodes[0]} <= {str, int, float}


class Liar(type):
    """The class of classes that claim to equal every other."""

    def __eq__(cls, other: object) -> bool:
        return True

    __hash__ = type.__hash__


class Anything(metaclass=Liar):
    """Claims to equal every value."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def test_what_claims_to_equal_everything_is_written_as_what_it_is() -> None:
    assert written(Anything()) == [["x", "a value of type Anything"]]


WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "tuple": lambda inner: (inner,),
    "list": lambda inner: [inner],
    "value": lambda inner: {1: inner},
    "field": lambda inner: Pair(1, inner),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_a_value_is_written_as_deep_as_it_may_be_and_no_deeper(
    wrap: Callable[[Any], Any],
) -> None:
    def nested(times: int) -> list[wire.Node]:
        value: object = (5,)
        for _ in range(times):
            value = wrap(value)
        return written(value)

    kinds = [node[0] for node in nested(wire.MAX_DEPTH)]
    assert kinds.count("x") == 0
    too_deep = nested(wire.MAX_DEPTH + 1)
    assert [node for node in too_deep if node[0] == "x"] == [["x", "a value nested too deeply"]]
    assert ["=", 5] not in too_deep


def test_a_key_is_written_as_deep_as_it_may_be_and_no_deeper() -> None:
    def nested(times: int) -> list[wire.Node]:
        value: object = 5
        for _ in range(times):
            value = (value,)
        return written({value: None})

    assert "x" not in [node[0] for node in nested(wire.MAX_DEPTH)]
    assert ["x", "a value nested too deeply"] in nested(wire.MAX_DEPTH + 1)


def test_as_much_is_written_as_may_be_and_no_more() -> None:
    writer = Writer(TYPES, {}, 0)
    writer.write("x" * wire.MAX_TEXT)
    writer.write("y" * (10 * (wire.MAX_SIZE - 4) - wire.MAX_TEXT))
    assert writer.weight == wire.MAX_SIZE
    with pytest.raises(TooLargeError, match="too large a value"):
        writer.write(5)


def nested_in_tuples(value: object, times: int) -> object:
    for _ in range(times):
        value = (value,)
    return value


ORDINARY: dict[str, tuple[object, object]] = {
    "weight": ((None,) * (wire.MAX_ORDINARY - 3), (None,) * (wire.MAX_ORDINARY - 2)),
    "depth": (nested_in_tuples(5, wire.ODD_DEPTH), nested_in_tuples(5, wire.ODD_DEPTH + 1)),
    "text": ("x" * wire.MAX_ORDINARY, "x" * (wire.MAX_ORDINARY + 1)),
    "dict": ((), {}),
    "dict before a text": ((), ({}, "x")),
    "text before a text": ((), ("x" * (wire.MAX_ORDINARY + 1), "x")),
}


@pytest.mark.parametrize(("ordinary", "odd"), ORDINARY.values(), ids=ORDINARY)
def test_what_is_not_ordinary_is_read_again_where_it_is_written(
    monkeypatch: pytest.MonkeyPatch, ordinary: object, odd: object
) -> None:
    read: list[object] = []
    monkeypatch.setattr(node_reader, "read_answer", lambda nodes, *_, **__: read.append(nodes))
    written(ordinary)
    assert read == []
    assert written(odd) == read[0]


class Listed(list[object]):
    """A list that a student made a key of."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@pytest.mark.parametrize(
    "value",
    [{SMALL: "text"}, {Listed(): 1}, ("x" * 6_000,) * 100],
    ids=["a large number as a key", "a list as a key", "much text"],
)
def test_what_would_be_refused_is_never_sent(value: object) -> None:
    assert written(value) == [["x", "a value too large"]]


def test_known_values_are_named_wherever_they_stand() -> None:
    board = Pair(1, 2)
    known = {id(board): 0}
    assert Writer(TYPES, known, 1).answer(board) == ([], 0)
    assert written({5: board}, known) == [["=", 5], ["d", 1, 0]]
    assert written(Pair(board, board), known) == [["o", "Pair", 0, 0]]
    assert written([board, 5, board], known) == [["=", 5], ["l", 0, 1, 0]]


class Fresh(tuple[Any, ...]):
    """A student's own kind of tuple, which makes its items anew for whoever asks."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return ((one, one, one) for one in super().__iter__())


def test_items_that_are_made_for_the_writer_are_not_taken_for_each_other() -> None:
    triples = [(number, number, number) for number in range(50)]
    value = [*triples, *(Fresh([number]) for number in range(50))]
    found = node_reader.read_answer(written(value), TYPES, keep_lists=True)[-1]
    assert found[50:] == [(triple,) for triple in triples]


class Growing(list[int]):
    """A student's own kind of list, which is longer whenever it is looked at."""

    def __iter__(self) -> Iterator[int]:
        self.append(5)
        return super().__iter__()


def test_a_list_that_grows_when_it_is_looked_at_is_looked_at_once() -> None:
    assert written(Growing()) == [["=", 5], ["l", 0]]
