"""A submission that sees all of a message learns no answer from it that is asked for in it."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, earned, marked

CODES = """
def swapped(text):
    return text[::-1]


def turned(items):
    items.reverse()
"""
OF_CODES = """
from codes import swapped, turned
from hypothesis import given
from hypothesis import strategies as st


@given(st.sampled_from(["ab", "ba", "cd", "dc"]))
def test_swapped(text):
    assert swapped(text) == text[::-1]


def test_of_another_test():
    assert swapped("flow") == "wolf"


def test_within_a_list():
    assert swapped("stop") == "pots"


def test_wolf():
    items = [7, "wolf"]
    turned(items)
    assert items == ["wolf", 7]


def test_pots():
    items = [7, ["x", "pots"]]
    turned(items)
    assert items == [["x", "pots"], 7]


@given(st.permutations([3, 4]))
def test_turned(items):
    there = items[::-1]
    turned(items)
    assert items == there
"""
READING_AHEAD = """
import sys

seen = []


def ahead():
    frame = sys._getframe()
    while frame is not None:
        for name, value in list(frame.f_locals.items()):
            if name == "requests":
                seen.extend(find(value))
        frame = frame.f_back


def find(node):
    if isinstance(node, (list, tuple)):
        yield node
        for one in node:
            yield from find(one)
    elif isinstance(node, (int, str)):
        yield node


def swapped(text):
    ahead()
    there = text[::-1]
    return there if there in seen else ""


def turned(items):
    ahead()
    there = [items[1], items[0]]
    if ["list", *there] in seen:
        items[:] = there
"""


def test_what_is_asked_later_tells_no_answer(tmp_path: Path) -> None:
    files = {"solution/codes.py": CODES, "tests/test_codes.py": OF_CODES}
    assert not adopted(tmp_path, "codes", files).left_out
    submissions = {"right": {"codes.py": CODES}, "ahead": {"codes.py": READING_AHEAD}}
    states = marked(tmp_path, "codes", submissions)
    assert earned(states["right"]) == set(states["right"])
    assert not earned(states["ahead"])
