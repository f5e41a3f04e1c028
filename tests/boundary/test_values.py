"""The node format: exact both ways, and total against nonsense."""

from __future__ import annotations

import array
import collections
import json
import math
import random
import sys
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address, ip_interface, ip_network
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any
from uuid import UUID

import pytest
from adopting import lost_by
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.boundary.originals import Originals
from patience_grader.sandbox.guest import arrays
from patience_grader.sandbox.guest.lookup import Lookup
from patience_grader.sandbox.guest.nodes import NodeError
from patience_grader.sandbox.guest.objects import Executor
from patience_grader.sandbox.guest.values import Codec, Opaque

LOOKUP = Lookup(sys.modules.get, [], [])
LETTERS = "u" if sys.version_info < (3, 13) else "w"
"""The type of an array of letters: of "u" later Pythons warn."""


class End(Codec):
    """An end that knows Python's own classes alone."""

    def path_of(self, cls: type) -> str | None:
        path = LOOKUP.path(cls)
        return path if path and LOOKUP.may_cross(path, cls) else None

    def name_of(self, value: Any) -> str | None:
        return LOOKUP.path(value)

    def find(self, path: str) -> Any:
        try:
            return LOOKUP.find(path)
        except LookupError as fault:
            raise NodeError(path) from fault

    def write_object(self, value: Any) -> Any:
        return ["u", type(value).__name__]

    def read_object(self, node: list[Any], shape: Any) -> Any:
        raise NodeError("an object")


def crossed(value: Any) -> Any:
    one, other = End(first=1), End(first=-1)
    one.begin()
    node = one.write(value)
    sent = json.loads(json.dumps([one.news(), node]))
    other.begin()
    other.take(sent[0])
    return other.read(sent[1])


PLAIN = [
    *(None, True, False, 0, -1, 1 << 62, -(1 << 200), 0.1, -0.0, math.inf, 1e-320, 2 + 3j),
    *("", "é\ud800", "x" * 1000, b"\x00\xff", (), (1, (2,)), [], [[1], []], {}, {1: {2: 3}}, set()),
    *(
        {1, "a"},
        frozenset({(1, 2)}),
        range(3, 9, 2),
        slice(1, None),
        Fraction(1, 3),
        Decimal("1.50"),
    ),
    *(date(2020, 2, 29), time(1, 2, 3, 4), timedelta(-1, 5), UTC, Path("/a/b"), ...),
    datetime(2020, 1, 1, 5, tzinfo=timezone(timedelta(hours=2), "X")),
    *(PurePosixPath("/a/b"), PureWindowsPath("c:/a"), UUID(int=5)),
    *(ip_address("1.2.3.4"), ip_address("::1"), ip_network("10.0.0.0/8"), ip_network("a::/16")),
    *(ip_interface("10.0.0.1/8"), ip_interface("a::b/16")),
    *(bytearray(b"ab"), collections.Counter("aab"), collections.deque([1, 2], maxlen=2)),
    *(collections.OrderedDict(b=1, a=2), collections.defaultdict(int, {1: 2}), int, len, str.upper),
    *(array.array("h", [1, -2]), array.array("d", [0.5]), array.array(LETTERS, "é")),
    array.array("B"),
]


@pytest.mark.parametrize("value", PLAIN, ids=[f"{number}" for number in range(len(PLAIN))])
def test_round_trip(value: Any) -> None:
    back = crossed(value)
    assert type(back) is type(value)
    assert back == value
    if not isinstance(value, set | frozenset):
        assert repr(back) == repr(value)


def test_points_cross_though_minus_one_and_minus_two_hash_alike() -> None:
    points = {(x, y, z): x for x in range(-5, 5) for y in range(-5, 5) for z in range(-5, 5)}
    assert crossed(points) == points
    assert crossed(set(points)) == set(points)
    assert crossed(frozenset(points)) == frozenset(points)


def test_keys_that_are_made_to_share_a_hash_are_refused() -> None:
    collide = {(number * sys.hash_info.modulus,): 0 for number in range(100)}
    for value in (collide, set(collide), frozenset(collide)):
        with pytest.raises(NodeError, match="share their hashes"):
            crossed(value)


def test_short_numbers_that_are_huge_are_refused() -> None:
    assert crossed(Decimal("1e1000")) == Decimal("1e1000")
    assert crossed(Decimal("-Infinity")) == Decimal("-Infinity")
    for text in ("1e2000000", "-1e999999", "1e-999999"):
        with pytest.raises(NodeError, match="too large"):
            crossed(Decimal(text))


def test_not_a_number_and_generators() -> None:
    assert math.isnan(crossed(math.nan))
    mine, theirs = random.Random(5), crossed(random.Random(5))
    assert mine.getstate() == theirs.getstate()


def test_views_of_memory_are_of_the_same_memory() -> None:
    buffer, numbers = bytearray(b"abcdef"), array.array("h", [1, 2, 3])
    mine = [memoryview(buffer)[2:4], buffer, memoryview(numbers)[1:], numbers]
    view, owner, tail, shorts = crossed(mine)
    assert (bytes(view), tail.tolist()) == (b"cd", [2, 3])
    view[0], tail[1] = ord("X"), 7
    assert owner == b"abXdef"
    assert shorts.tolist() == [1, 2, 7]
    assert (bytes(buffer), numbers.tolist()) == (b"abcdef", [1, 2, 3])
    for fixed in (memoryview(b"abcd")[1:3], memoryview(b"abc")[::-1], memoryview(b"")):
        back = crossed(fixed)
        assert (back, back.readonly) == (fixed, True)
    released = memoryview(b"a")
    released.release()
    for other in (released, memoryview(buffer)[::2], memoryview(buffer).toreadonly()):
        assert type(crossed(other)) is Opaque


@pytest.mark.parametrize(
    "parts",
    [
        [[1], 0, 1, "B"],
        [["y", "ab"], 0, 3, "B"],
        [["y", "ab"], -1, 1, "B"],
        [["y", "ab"], 0, 1, "h"],
    ],
    ids=["of a list", "too long", "before it", "half a number"],
)
def test_views_that_cannot_be_are_refused(parts: list[Any]) -> None:
    with pytest.raises(NodeError):
        End(first=1).read(["v", "memoryview", *parts])


@pytest.mark.parametrize("held", [bytearray(b"ab"), array.array("B", b"ab")], ids=type)
def test_what_is_viewed_cannot_be_given_another_size(held: Any) -> None:
    end, originals = End(first=1), Originals()
    end.begin()
    end.write(held)
    [[number, content]] = end.news()
    originals.keep(held)
    view = memoryview(held)
    with pytest.raises(NodeError, match="of another length, of which a view is held"):
        end.take([[number, [*content[:-1], "abc"]]])
    end.take([[number, [*content[:-1], "xy"]]])
    originals.put_back()
    assert bytes(view) == b"ab"


def test_exceptions() -> None:
    back = crossed(ValueError("x", [1]))
    assert type(back) is ValueError
    assert back.args == ("x", [1])


def test_sharing_and_cycles() -> None:
    row: list[Any] = [0]
    grid = crossed([row, row])
    assert grid[0] is grid[1]
    row.append(row)
    back = crossed(row)
    assert back[1] is back


def test_changes_travel() -> None:
    one, other = End(first=1), End(first=-1)
    mine = [3, 1]
    one.begin()
    node, news = one.write(mine), one.news()
    other.take(news)
    theirs = other.read(node)
    theirs.sort()
    theirs.append([5])
    other.begin()
    one.take(other.news())
    assert mine == [1, 3, [5]]
    assert other.news() == []


@pytest.mark.parametrize(
    "value",
    [type("Text", (str,), {})("a"), object(), lambda: 1],
    ids=["subclass", "object", "function"],
)
def test_what_is_no_plain_value_is_opaque(value: Any) -> None:
    assert type(crossed(value)) is Opaque


def test_bounds() -> None:
    nested: Any = ()
    for _ in range(200):
        nested = (nested,)
    wide: Any = (1,)
    for _ in range(50):
        wide = (wide, wide)
    value: object
    for value in (
        nested,
        wide,
        "x" * (5 << 20),
        1 << 10**6,
        [[]] * 3 + [[] for _ in range(60_000)],
    ):
        with pytest.raises(NodeError):
            crossed(value)


NODES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "0x1p0", "ff", "builtins:int", "builtins:ValueError", "list", "dict"]),
    lambda inner: st.lists(
        inner
        | st.sampled_from([*"ijfytzvendxgcu", "set", "range", "datetime", "decimal", "object"]),
        max_size=5,
    ),
    max_leaves=12,
)


@given(NODES, NODES)
def test_reading_nonsense_gives_a_value_or_an_error(news: Any, node: Any) -> None:
    end = End(first=1)
    for kind in ([], [[-1, ["list", node]]], [[-1, news]], news):
        try:
            end.take(kind)
            end.read(node)
        except NodeError:
            pass


def test_a_read_only_array_of_a_suite_is_left_as_it_is() -> None:
    numpy = pytest.importorskip("numpy")
    fixed, free = numpy.arange(3), numpy.arange(3)
    fixed.setflags(write=False)
    originals = Originals()
    for one in (fixed, free):
        originals.keep(one)
    free[0] = 9
    originals.put_back()
    assert fixed.tolist() == free.tolist() == [0, 1, 2]
    assert not fixed.flags.writeable


def test_an_array_that_was_reshaped_in_place_is_as_it_was() -> None:
    numpy = pytest.importorskip("numpy")
    table = numpy.arange(6).reshape(2, 3)
    originals = Originals()
    originals.keep(table)
    table.resize((3, 2), refcheck=False)
    table[0] = 9
    originals.put_back()
    assert table.tolist() == [[0, 1, 2], [3, 4, 5]]

    kind, bits = arrays.encoded(table)
    arrays.fill(table, kind, (6,), bits)
    assert table.tolist() == [0, 1, 2, 3, 4, 5]


def test_an_array_takes_the_same_numbers_of_another_type_where_it_may() -> None:
    numpy = pytest.importorskip("numpy")

    def filled(values: list[object], kind: str, *, may_convert: bool = True) -> object:
        table = numpy.zeros(2)
        given = numpy.array(values, kind)
        arrays.fill(table, kind, (2,), arrays.encoded(given)[1], may_convert=may_convert)
        return table.tolist()

    for kind in ("<f4", ">f8", "<i8", "|b1"):
        assert filled([1, 0], kind) == [1.0, 0.0]
    assert filled([0.1, 0.0], "<f4") == [pytest.approx(0.1), 0.0]
    with pytest.raises(ValueError, match="<i8"):
        filled([2**62 + 1, 0], "<i8")
    with pytest.raises(ValueError, match="<c16"):
        filled([1, 0], "<c16")
    with pytest.raises(ValueError, match="<i8"):
        filled([1, 0], "<i8", may_convert=False)


def test_what_cannot_be_called_is_told_as_python_tells_it() -> None:
    end = Executor(LOOKUP, list, lambda _: [])
    error = ["x", "builtins:TypeError", ["'int' object is not callable"], {}]
    assert end.run([[], [], [], ["call", 5, [], {}]])[3] == ["raise", error]


ARRAYS = """
import numpy as np


def ones(count):
    return np.ones(count)


def total(table):
    return float(table.sum())


def words():
    return np.array(["a", "bc"])
"""
ARRAY_TESTS = """
import tables


def test_both():
    assert len(tables.ones(4)) == 4 and tables.ones(4)[0] == 1.0


def test_changed():
    table = tables.ones(3)
    table[0] = 5
    assert tables.total(table) == 7


def test_words():
    names = tables.words()
    assert names.tolist() == ["a", "bc"] and tables.words()[0] == "a"
"""


@pytest.mark.slow
def test_a_test_goes_on_after_an_array_of_another_type(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    files = {"solution/tables.py": ARRAYS, "tests/test_tables.py": ARRAY_TESTS}
    submissions = {
        "ints": ARRAYS.replace("(count)\n\n", "(count, dtype=int)\n\n"),
        "singles": ARRAYS.replace("(count)\n\n", "(count, dtype=np.float32)\n\n"),
        "long": ARRAYS.replace('"bc"]', '"bc"], dtype="<U9"'),
        "complex": ARRAYS.replace("(count)\n\n", "(count, dtype=complex)\n\n"),
        "twos": ARRAYS.replace("(count)\n\n", "(count, dtype=int) * 2\n\n"),
    }
    assert lost_by(tmp_path, "tables", files, submissions) == {
        "ints": set(),
        "singles": set(),
        "long": set(),
        "complex": set(),
        "twos": {"both", "changed"},
    }
