"""What the grader makes of answers that break the rules, or lie."""

from __future__ import annotations

import itertools
import sys
from enum import Enum
from types import ModuleType
from typing import NamedTuple

import pytest
from patience_grader.sandbox.answers import Frame, Missing, Raised, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest import wire
from patience_grader.sandbox.reading import Question, Sources, read_answers


class Colour(Enum):
    RED = "red"


class Pair(NamedTuple):
    """A supplied class."""

    left: int
    right: int


class Fussy(tuple[int, ...]):
    """A supplied class that takes exception to its fields."""

    __slots__ = ()
    _fields = ("one",)

    def __new__(cls, one: int) -> Fussy:
        raise LookupError(one)


def supplied() -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update(Colour=Colour, Pair=Pair, Fussy=Fussy)
    return module


SOURCES = Sources("cards")
SOURCES.put("game", "def draw():\n    raise ValueError\n")
TYPES = wire.Types([supplied()])
BATCH = Batch([("f", ("a value of ours",))], TYPES)
QUESTION = Question("n0", 2, BATCH, TYPES, SOURCES)


def value(*nodes: object, ref: object = 1, changed: object = ()) -> list[object]:
    return ["value", list(nodes), ref, changed if changed != () else []]


def raised(*noted: object) -> list[object]:
    return ["raised", list(noted), 0, []]


def test_a_right_answer_is_read() -> None:
    rows = [value(["t", 0]), ["missing", [], 0, []]]
    assert read_answers(["n0", 0, rows], 0, QUESTION) == [
        Returned(("a value of ours",)),
        Missing(),
    ]


@pytest.mark.parametrize("keep", [False, True])
def test_a_list_stays_one_only_where_lists_are_kept(keep: bool) -> None:
    batch = Batch([("f", ("a value of ours",))], wire.Types([supplied()], keep_lists=keep))
    question = Question("n0", 1, batch, TYPES, SOURCES)
    (answer,) = read_answers(["n0", 0, [value(["l", 0])]], 0, question)
    assert answer == Returned(["a value of ours"] if keep else ("a value of ours",))


@pytest.mark.parametrize(
    "message",
    [
        None, 7, "answer", {}, [], ["n0", 0], ["n0", 0, [], 0],
        ["n1", 0, [value(["=", 1])]], ["n0", 1, [value(["=", 1])]], ["n0", False, [["missing"]]],
        ["n0", 0.0, [value(["=", 1])]], ["n0", 0, []], ["n0", 0, [["missing", [], 0, []]] * 3],
        ["n0", 0, {"0": 1}], ["n0", 0, [["missing", [], 0]]], ["n0", 0, ["missing"]],
        ["n0", 0, [["absent", [], 0, []]]], ["n0", 0, [[["value"], [], 0, []]]],
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_answer_to_the_question_is_refused(message: object) -> None:
    with pytest.raises(wire.WireError):
        read_answers(message, 0, QUESTION)


SAME_HASH = [
    *(["=", 0], ["=", sys.hash_info.modulus]),
    *(["t", *bits] for bits in itertools.product((1, 2), repeat=8)),
]
"""Tuples of two numbers that hash alike, and so do they; number 0 is the question's own value."""


@pytest.mark.parametrize(
    "row",
    [
        value(["=", 1], ref=2), value(["=", 1], ref=-1), value(["=", 1], ref=True),
        value(["=", 1], ref="1"), value(["=", 1], changed=[True]), value(["=", 1], changed={}),
        value(["=", float("inf")]), value(["=", float("nan")]), value(["=", 1 << 62]),
        value(["=", []]), value(["=", 1, 2]), value(["="]), value([]), value("="), value({}),
        value(["i", "zz"]), value(["i", "f" * 5001]), value(["i", 7]),
        value(["t", 2]), value(["t", -1]), value(["t", True]), value(["t", 0.0]),
        value(["i", "f" * 99], ["d", 1, 0], ref=2), value(["i", "f" * 99], ["t", 1], ["d", 2, 0]),
        value(["d", 0]), value(["l"], ["d", 1, 0], ["d", 2, 0]), value(["d", *[0] * 2002]),
        value(["e", "Colour", "BLUE"]), value(["e", "Pair", "left"]), value(["e", [], "RED"]),
        value(["o", "Pair", 0]), value(["o", "Colour", 0]), value(["r", 1]),
        value(["o", []]), value(["r", "seed"]), value(["x", 1]), value(["z", 1]),
        value(*(["=", number] for number in range(1, 20)), ["d", *[1, 2] * 10]),
        value(["=", 1], ["d", 0, 0, 0, 0]),
        value(*SAME_HASH, ["d", *range(3, 1 + len(SAME_HASH))]),
    ],
    ids=lambda row: str(row)[:60],
)  # fmt: skip
def test_a_value_that_breaks_the_rules_is_refused(row: list[object]) -> None:
    with pytest.raises(wire.WireError):
        read_answers(["n0", 0, [row]], 0, QUESTION)


def test_what_is_refused_for_its_hashes_would_else_be_read() -> None:
    few = SAME_HASH[:40]
    (answer,) = read_answers(["n0", 0, [value(*few, ["d", *range(3, 41)])]], 0, QUESTION)
    assert isinstance(answer, Returned)


@pytest.mark.parametrize(
    ("row", "description"),
    [
        (value(["o", "Fussy", 0]), "an object of the class Fussy that cannot be"),
        (value(*(["t", number] for number in range(60))), "a value too deep or too large"),
        (value(*(["t", n, n] for n in range(20))), "a value too deep or too large"),
        (value(["t", *[0] * wire.MAX_SIZE]), "too large a value"),
        (value(*(["=", "x" * (4 * wire.MAX_SIZE)],) * 3), "too large a value"),
        (value(*(["i", "f" * 3000],) * 180, ["t", *range(1, 181)], ref=181), "a value too deep"),
        (value(["x", ""]), "a value"),
    ],
    ids=lambda row: str(row)[:60],
)
def test_a_value_beyond_the_bounds_is_described(row: list[object], description: str) -> None:
    (answer,) = read_answers(["n0", 0, [row]], 0, QUESTION)
    assert isinstance(answer, Returned)
    assert isinstance(answer.value, wire.Opaque)
    assert answer.value.description.startswith(description)


@pytest.mark.parametrize(
    "row",
    [
        ["raised", None, 0, []], raised(), raised(1, [], [], "", []),
        raised("E", {}, [], "", []), raised("E", [1], [], "", []), raised("E", [], [None], "", []),
        raised("E", [], ["x"] * 21, "", []), raised("E", [], [], None, []),
        raised("E", [], [], "", {}), raised("E", [], [], "", [["cards/game.py", 1, "draw"]]),
        raised("E", [], [], "", [["cards/game.py", True, "draw", ""]]),
        raised("E", [], [], "", [[1, 1, "draw", ""]]),
    ],
    ids=lambda row: str(row)[:60],
)  # fmt: skip
def test_an_exception_that_breaks_the_rules_is_refused(row: list[object]) -> None:
    with pytest.raises(wire.WireError):
        read_answers(["n0", 0, [row]], 0, QUESTION)


def test_a_traceback_shows_the_lines_that_really_stand_there() -> None:
    frames = [
        ["cards/game.py", 2, "draw", "return everything  # what the guest claims"],
        ["cards/game.py", 3, "draw", "a line too far"],
        ["cards/game.py", -1, "draw", "a line before the first"],
        ["/etc/passwd", 1, "draw", "root"],
    ]
    (answer,) = read_answers(["n0", 0, [raised("E", [], [], "", frames)]], 0, QUESTION)
    assert isinstance(answer, Raised)
    assert answer.frames == (Frame("cards/game.py", 2, "draw", "raise ValueError"),)


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]
    with pytest.raises(wire.WireError, match="nested too deeply"):
        read_answers(["n0", 0, [raised("E", [], [], "", deep)]], 0, QUESTION)


def test_an_exception_is_cut_to_size_and_claims_no_class_of_ours() -> None:
    noted = raised("E" * 999, ["Pair", "Other"], ["b" * 999], "m" * 9999, [])
    (answer,) = read_answers(["n0", 0, [noted]], 0, QUESTION)
    assert answer == Raised("E" * 200, (), ("b" * 200,), "m" * 2000, ())


def test_an_exception_that_was_read_before_is_read_again_where_it_may_mean_something_else() -> None:
    sources = Sources("cards")
    question = Question("n0", 2, BATCH, TYPES, sources)
    frames = [["cards/game.py", 1, "draw", ""]]
    row = raised("E", [], [], "", frames)

    def read(changed: list[int]) -> Raised:
        (answer,) = read_answers(["n0", 0, [[*row[:3], changed]]], 0, question)
        assert isinstance(answer, Raised)
        return answer

    sources.put("game", "raise ValueError\n")
    first = read([])
    assert read([]) is first
    assert (first.changed, read([0]).changed) == ((), (0,))
    sources.put("game", "raise KeyError\n")
    assert (first.frames[0].source, read([]).frames[0].source) == (
        "raise ValueError",
        "raise KeyError",
    )
