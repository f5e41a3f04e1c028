"""What submissions do with a test's objects in other ways than the solution: copies and `with`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import adopted, lost, marked

SOLUTION = """
import copy
import functools

class Overdrawn(Exception):
    pass
def by_age(people):
    return sorted(people, key=lambda person: person.age)
def is_solved(board):
    return sorted(board.cells) == [0, 1, 2]
def transfer(lock, balance, amount):
    if amount > balance:
        raise Overdrawn(amount)
    with lock:
        return balance - amount
def logged(function):
    name = getattr(function, "__name__", "a function")
    @functools.wraps(function)
    def wrapper(*given):
        return function(*given)
    return wrapper
def snapshot(board):
    return copy.copy(board)
def add(x):
    return x + 1
"""
TESTS = """
import inspect
from dataclasses import dataclass
from unittest.mock import Mock

import pytest
from bank import Overdrawn, add, by_age, is_solved, logged, snapshot, transfer

class Person:
    def __init__(self, name, age):
        self.name, self.age = name, age
@dataclass
class Board:
    cells: list
class Lock:
    depth = 0
    def __enter__(self):
        self.depth += 1
    def __exit__(self, kind, error, trace):
        self.depth -= 1

def test_by_age():
    assert [one.name for one in by_age([Person("Ada", 36), Person("Bob", 7)])] == ["Bob", "Ada"]
def test_solved():
    board = Board([1, 0, 2])
    assert is_solved(board)
    assert board.cells == [1, 0, 2]
def test_overdrawn():
    lock = Lock()
    with pytest.raises(Overdrawn):
        transfer(lock, 5, 7)
    assert lock.depth == 0
def test_logged():
    function = logged(Mock(return_value=3, __name__="area"))
    assert (function(1), function.__name__) == (3, "area")
def test_snapshot():
    board = Board([1])
    copied = snapshot(board)
    assert copied == board and copied is not board and copied.cells is board.cells
def test_no_sorting():
    assert "sorted(" not in inspect.getsource(add)
    assert add(1) == 2
"""
OTHERWISE: dict[str, tuple[str, str, set[str]]] = {
    "copies deeply": (
        "return sorted(people,", "people = copy.deepcopy(people); return sorted(people,", set(),
    ),
    "copies each": (
        "return sorted(people,", "people = [copy.copy(x) for x in people]; return sorted(people,",
        set(),
    ),
    "sorts a copy": (
        "return sorted(board.cells)",
        "board = copy.deepcopy(board); board.cells.sort(); return board.cells", set(),
    ),
    "sorts the cells": (
        "return sorted(board.cells)",
        "board = copy.copy(board); board.cells.sort(); return board.cells", {"solved"},
    ),
    "raises within": (
        "    if amount > balance:\n        raise Overdrawn(amount)\n    with lock:\n",
        "    with lock:\n        if amount > balance:\n            raise Overdrawn(amount)\n", set(),
    ),
    "names it itself": (
        "    @functools.wraps(function)\n    def wrapper(*given):\n        return function(*given)\n",
        "    def wrapper(*given):\n        return function(*given)\n"
        "    wrapper.__name__ = function.__name__\n", set(),
    ),
    "copies too deeply": ("return copy.copy(board)", "return copy.deepcopy(board)", {"snapshot"}),
    "fills in a text": ("return x + 1", 'return x + 1 if f"{x.__class__}" else 0', set()),
    "sorts in vain": ("return x + 1", "return sorted([x])[0] + 1", {"no_sorting"}),
}  # fmt: skip


@pytest.mark.slow
def test_objects_of_a_test_are_copied_entered_and_named(tmp_path: Path) -> None:
    files = {"solution/bank.py": SOLUTION, "tests/test_bank.py": TESTS}
    assert adopted(tmp_path, "bank", files).left_out == ()
    texts = {"as the solution": SOLUTION} | {
        name: SOLUTION.replace(old, new) for name, (old, new, _) in OTHERWISE.items()
    }
    assert len(set(texts.values())) == len(texts)
    submissions = {name: {"bank.py": f"{text}# {name}\n"} for name, text in texts.items()}
    assert lost(marked(tmp_path, "bank", submissions)) == {
        "as the solution": set(),
        **{name: losing for name, (*_, losing) in OTHERWISE.items()},
    }
    results = json.loads((tmp_path / "marks/sorts in vain/results.json").read_text("utf-8"))
    (said,) = (one["output"] for one in results["tests"] if one["tags"][-1] != "passed")
    assert "sorted(" in said
    assert "return x + 1" not in said


FILES = """
def pair(n):
    return (n, 0)
def save(path, lines):
    with open(path, "w") as file:
        for one in lines:
            file.write(one + "\\n")
def load(path):
    with open(path) as file:
        return file.read().splitlines()
"""
OF_FILES = """
import os
import tempfile

from hypothesis import example, given
from hypothesis import strategies as st
from mini import load, pair, save

class TestPair:
    @given(st.integers(0, 100))
    @example(5)
    def test_in_class(self, n):
        assert sum(pair(n)) == n
def saved(lines):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f")
        save(path, lines)
        return load(path) == lines
def test_several_folders():
    assert all(saved(lines) for lines in ([], ["a"], ["b", "c"]))
@given(st.lists(st.text("abc", max_size=4), max_size=4))
def test_drawn(lines):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f")
        save(path, lines)
        assert load(path) == lines
"""


@pytest.mark.slow
def test_temporary_folders_are_made_again_and_again(tmp_path: Path) -> None:
    files = {"solution/mini.py": FILES, "tests/test_mini.py": OF_FILES}
    assert adopted(tmp_path, "mini", files).left_out == ()
    texts = {
        "other order": (FILES.replace("(n, 0)", "(0, n)"), set()),
        "no ends of lines": (FILES.replace('one + "\\n"', "one"), {"several_folders", "drawn"}),
        "too large": (FILES.replace("(n, 0)", "(n, n > 3)"), {"in_class"}),
    }
    submissions = {name: {"mini.py": text} for name, (text, _) in texts.items()}
    assert lost(marked(tmp_path, "mini", submissions)) == {
        name: losing for name, (_, losing) in texts.items()
    }


LARGEST = """
def largest(items):
    return max(items, key=lambda one: one.size)
"""
PAIRWISE = """
def largest(items):
    for _ in range(80):
        found = [one for one in items if not any(one < other for other in items)]
    return found[0]
"""
OF_LARGEST = """
from sizes import largest
class Item:
    def __init__(self, size):
        self.size = size
    def __lt__(self, other):
        return self.size < other.size
def test_largest():
    assert largest([Item(number // 2) for number in range(20)]).size == 9
"""


@pytest.mark.slow
def test_who_uses_a_test_s_objects_too_often_is_told_so(tmp_path: Path) -> None:
    files = {"solution/sizes.py": LARGEST, "tests/test_sizes.py": OF_LARGEST}
    assert adopted(tmp_path, "sizes", files).left_out == ()
    marked(tmp_path, "sizes", {"pairwise": {"sizes.py": PAIRWISE}})
    results = json.loads((tmp_path / "marks/pairwise/results.json").read_text("utf-8"))
    (said,) = (one["output"] for one in results["tests"])
    assert "in which it used the test's own objects more than 200 times" in said
