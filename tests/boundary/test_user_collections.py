"""Collections of `UserDict`, `ChainMap` and the like are what they hold, as Python compares them."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by

pytestmark = pytest.mark.slow

SOLUTION = """
def count(words):
    return {word: words.count(word) for word in words}


def upper(words):
    return [word.upper() for word in words]


def joined(words):
    return "-".join(words)


def rise(counts, word):
    counts[word] = counts.get(word, 0) + 1
"""
TESTS = """
import copy

from counted import count, joined, rise, upper


def test_count():
    assert count(["a", "b", "a"]) == {"a": 2, "b": 1}
    assert sorted(count(["b", "a"]).items()) == [("a", 1), ("b", 1)]


def test_changed():
    counts = count(["a"])
    counts["z"] = 5
    rise(counts, "a")
    rise(counts, "z")
    assert counts == {"a": 2, "z": 6}


def test_copied():
    counts = count(["a"])
    shallow, deep = copy.copy(counts), copy.deepcopy(counts)
    shallow["z"] = deep["z"] = 5
    rise(shallow, "z")
    rise(deep, "z")
    assert (counts, shallow, deep) == ({"a": 1}, {"a": 1, "z": 6}, {"a": 1, "z": 6})
    assert copy.deepcopy([upper(["a"]), joined(["b"])]) == [["A"], "b"]


def test_upper():
    words = upper(["a", "b"])
    assert words == ["A", "B"] and words[0] == "A"
    assert words + ["C"] == ["A", "B", "C"]


def test_joined():
    assert joined(["a", "b"]) == "a-b"
    assert joined(["a"]).upper() == "A"
"""
HELD = """
from collections import UserDict, UserList, UserString


class Words(UserList):
    pass


def count(words):
    found = UserDict()
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


def upper(words):
    return Words([word.upper() for word in words])


def joined(words):
    return UserString("-".join(words))


def rise(counts, word):
    counts[word] = counts.get(word, 0) + 1
"""
LIES = (
    HELD.replace("UserList, UserString", "UserList, UserString as Text")
    .replace(
        "class Words",
        "class UserString(Text):\n    data = property(lambda self: 5)\n    def __init__(self, text): pass\n\n\nclass Words",
    )
    .replace("UserDict()", "Always()")
    .replace(
        "class UserString",
        "class Always(UserDict):\n    def __eq__(self, other):\n        return True\n    def get(self, *given):\n        return 7\n\n\nclass UserString",
    )
)


def test_they_are_compared_as_what_they_hold(tmp_path: Path) -> None:
    files = {"solution/counted.py": SOLUTION, "tests/test_counted.py": TESTS}
    chained = HELD.replace("import UserDict", "import ChainMap").replace("UserDict()", "ChainMap()")
    submissions = {"100001": SOLUTION, "100002": HELD, "100003": LIES, "100004": chained}
    assert lost_by(tmp_path, "held", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"count", "changed", "copied", "joined"},
        "100004": set(),
    }


STACK = """
from typing import Generic, TypeVar

T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self, *items):
        self.items = list(items)

    def pop(self):
        return self.items.pop()
"""
OF_STACKS = """
from stack import Stack


def test_of_a_type():
    kind = Stack[int]
    assert (kind(1).pop(), kind(1, 2).pop()) == (1, 2)
"""


def test_a_list_that_takes_a_type_is_as_good_as_a_generic_class(tmp_path: Path) -> None:
    files = {"solution/stack.py": STACK, "tests/test_stack.py": OF_STACKS}
    of_list = "class Stack(list):\n    def __init__(self, *items):\n        super().__init__(items)"
    submissions = {"list": of_list, "no": STACK.replace("(Generic[T])", "")}
    assert lost_by(tmp_path, "stack", files, submissions) == {"list": set(), "no": {"of_a_type"}}
