"""A test that accepts other answers than the solution's is run on the replies that there are."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from adopting import adopted
from patience_grader.boundary.exchange import Exchange
from patience_grader.boundary.messages import messages_of
from patience_grader.marking.replies import Accepted, AskedOtherwise, Replies
from warm import StartedModules

SOLUTION = """
def parse(text):
    if not text.isdigit():
        raise ValueError(f"not a number: {text}")
    return int(text)


def pairs(items):
    return [(one, len(one)) for one in items]


def grow(item):
    return [item]


class Shelf:
    def __init__(self, books):
        self.books = list(books)

    def add(self, book):
        if book in self.books:
            raise KeyError(book)
        self.books.append(book)
        return self

    def __contains__(self, book):
        return book in self.books
"""
TESTS = """
from contextlib import redirect_stdout as taken
from io import StringIO

import pytest
from conv import Shelf, grow, pairs, parse
from hypothesis import assume, given, strategies


@pytest.mark.parametrize("text", ["x", "", "-1"])
def test_refuses(text):
    with pytest.raises(ValueError):
        parse(text)


def test_refuses_in_turn():
    with pytest.raises(ValueError):
        parse("a")
    assert parse("12") == 12
    with pytest.raises(ValueError):
        parse("b")


@given(strategies.lists(strategies.text(max_size=3), max_size=4))
def test_pairs(items):
    assert list(map(tuple, pairs(items))) == [(one, len(one)) for one in items]


def test_says(capsys):
    parse("1")
    assert capsys.readouterr().out == ""


def test_says_to_another_name():
    said = StringIO()
    with taken(said):
        parse("2")
    assert not said.getvalue()


@pytest.mark.parametrize("item", [1, 2])
def test_grow(item):
    assert list(grow(item)) == [item]


@given(strategies.lists(strategies.integers(0, 9), min_size=2, max_size=4, unique=True))
def test_shelf(books):
    shelf = Shelf(books)
    for book in books:
        with pytest.raises(KeyError):
            shelf.add(book)
    assert all(book in shelf for book in books)
    assert shelf.add(10) is shelf


def test_is_in_no_order():
    with pytest.raises(TypeError):
        Shelf([1]) < Shelf([2])


@given(strategies.integers(0, 5))
def test_few(number):
    assume(len(pairs("ab" * number)) < 7)
    assert len(pairs("ab" * number)) < 9
"""
OTHER = SOLUTION.replace('f"not a number: {text}"', '"no"').replace(
    "[(one, len(one))", "[[one, len(one)]"
)
RICHER = (
    SOLUTION.replace("KeyError(book)", 'KeyError(f"twice: {book}")')
    + """
    def __getitem__(self, place):
        return self.books[place]

    def __str__(self):
        return "a shelf"
"""
)
VERSIONS = {
    "right": SOLUTION,
    "richer": RICHER,
    "ordered": SOLUTION + "    def __lt__(self, other):\n        return True\n",
    "wrong_shelf": RICHER.replace("if book in", "if book > 3 and book in"),
    "wrong_few": OTHER.replace("items]", "items] * (3 if len(items) == 6 else 1)"),
    "other": OTHER,
    "printing": SOLUTION.replace("    return [", '    print("pairs")\n    return ['),
    "telling": SOLUTION.replace("    return int", '    print("parsed")\n    return int'),
    "wrong_case": OTHER.replace("if not text", "if text and not text").replace(
        "int(text)", "int(text or 0)"
    ),
    "wrong_turn": OTHER.replace("isdigit():", 'isdigit() and text != "b":').replace(
        "int(text)", "12"
    ),
    "wrong_pairs": OTHER.replace("len(one)] for", "len(one) or 1] for"),
    "growing": OTHER.replace("grow(item)", "grow(item, kept=[])").replace(
        "return [item]", "kept.append(item)\n    return tuple(kept)"
    ),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """For each version how many guests there were, and what was lost."""
    root = tmp_path_factory.mktemp("replies")
    adopted(root, "conv", {"solution/conv.py": SOLUTION, "tests/test_conv.py": TESTS})
    arguments = [str(root / "course"), "conv", json.dumps(VERSIONS)]
    with contextlib.chdir(Path(__file__).parents[2]):
        done = StartedModules.run(["python", "-m", "tests.support.counting", *arguments])
    assert not done.returncode, done.stderr
    versions: dict[str, list[Any]] = json.loads(done.stdout.splitlines()[-1])
    return versions


@pytest.mark.slow
def test_other_answers_that_a_test_accepts_are_not_asked_for_again(
    found: dict[str, list[Any]],
) -> None:
    assert found["right"] == [1, []]
    assert found["other"] == [1, []]


def test_objects_that_can_do_more_are_not_asked_again_unless_a_test_asks_it_of_them(
    found: dict[str, list[Any]],
) -> None:
    assert found["richer"] == [1, []]
    guests, lost = found["ordered"]
    assert lost == ["conv.is_in_no_order"]
    assert guests > 1


def test_what_is_printed_makes_a_difference_only_to_tests_that_look_at_it(
    found: dict[str, list[Any]],
) -> None:
    assert found["printing"] == [1, []]
    assert found["telling"] == [3, ["conv.says", "conv.says_to_another_name"]]


@pytest.mark.parametrize(
    ("version", "lost"),
    {
        "wrong_case": "conv.refuses",
        "wrong_turn": "conv.refuses_in_turn",
        "wrong_pairs": "conv.pairs",
        "growing": "conv.grow",
        "wrong_shelf": "conv.shelf",
    }.items(),
)
def test_what_is_not_accepted_is_run_beside_the_submission(
    found: dict[str, list[Any]], version: str, lost: str
) -> None:
    guests, criteria = found[version]
    assert criteria == [lost]
    assert guests > 1


def asked(number: int, answer: object, *, begins: bool = False) -> Exchange:
    request = [[], [], [], ["call", ["s", "it:f"], [number], {}]]
    return Exchange(request, begins_example=begins, answer=[[], "", "", ["ok", answer], []])


def test_replies_come_in_their_order_and_for_what_was_asked_alone() -> None:
    script = messages_of([asked(1, 10, begins=True), asked(2, 20)])
    other = [[], "", "", ["ok", 21], [], []]
    replies = Replies(script, {1: other})
    drops: list[list[Any]] = [[-1], [], [], ["call", ["s", "it:f"], [1], {}]]
    assert replies.do([drops], str) == [[[], "", "", ["ok", 10], [], []]]
    assert replies.do([asked(2, 0).request], str) == [other]
    assert not replies.was_asked_otherwise
    with pytest.raises(AskedOtherwise):
        replies.do([asked(3, 0).request], str)
    assert replies.was_asked_otherwise
    with pytest.raises(AskedOtherwise):
        Replies(script, {}).do([asked(2, 0).request], str)


def test_what_a_test_makes_of_some_replies_is_found_out_once() -> None:
    accepted, asked_for = Accepted(), []

    def find(result: bool) -> bool:
        asked_for.append(result)
        return result

    for _ in range(2):
        assert accepted.by("a", {0: b"x"}, lambda: find(True))
        assert not accepted.by("a", {1: b"x"}, lambda: find(False))
        assert not accepted.by("b", {0: b"x"}, lambda: find(False))
        assert not accepted.by("a", {0: "x"}, lambda: find(False))
    assert len(asked_for) == 4
