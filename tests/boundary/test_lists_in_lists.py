"""Lists that hold themselves, and arguments that look like the number of a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by
from patience_grader.boundary.full_size import check_full_size
from patience_grader.boundary.wording import shown
from patience_grader.sandbox.guest.nodes import MAX_NODES, NodeError, cell_number

SOLUTION = """
def depth(items):
    return 1 + max([depth(one) for one in items if isinstance(one, list)], default=0)

def holds_itself(items, path=()):
    if any(items is one for one in path):
        return True
    return any(holds_itself(one, (*path, items)) for one in items if isinstance(one, list))

def spell(word, letter):
    return [letter(one) for one in word]

def lookup(table, key):
    return table[key]
"""
TESTS = """
import pytest
from nested import depth, holds_itself, lookup, spell

def test_endless():
    items = []
    items.append(items)
    with pytest.raises(RecursionError):
        depth(items)

def test_holds_itself():
    items = [1, [2]]
    assert not holds_itself(items)
    items[1].append(items)
    assert holds_itself(items)

def test_letters():
    assert spell("abcd", lambda letter: letter.upper()) == ["A", "B", "C", "D"]
    assert spell("hc", letter=lambda letter, more=5: (letter, more)) == [("h", 5), ("c", 5)]

def test_missing():
    with pytest.raises(KeyError):
        lookup({}, ("c", (1, 2)))
    with pytest.raises(KeyError):
        lookup({}, "c")
"""


@pytest.mark.slow
def test_they_are_examined_as_any_others(tmp_path: Path) -> None:
    files = {"solution/nested.py": SOLUTION, "tests/test_nested.py": TESTS}
    stub = "def depth(items): raise NotImplementedError\nholds_itself = spell = lookup = depth\n"
    other = SOLUTION.replace("any(items is one for one in path)", "id(items) in map(id, path)")
    wrong = SOLUTION.replace("return True", "return False").replace("table[key]", "table.get(key)")
    submissions = {"100001": SOLUTION, "100002": other, "100003": stub, "100004": wrong}
    assert lost_by(tmp_path, "nested", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"endless", "holds_itself", "letters", "missing"},
        "100004": {"holds_itself", "missing"},
    }


def test_arguments_that_begin_with_c_are_not_a_list_that_was_numbered() -> None:
    assert [cell_number(one) for one in (["c", 3], ["c"], ["c", "x"], ["c", ["t"]], "c")] == [
        *(3, None, None, None, None)
    ]
    check_full_size([["call", 1, ["c"], {}], ["call", 1, ["c", ["t", 1]], {}]], {})
    large = ["t", *[0] * (2 * MAX_NODES)]
    with pytest.raises(NodeError):
        check_full_size([["call", 1, ["c", ["t"], large], {}]], {})


def test_a_list_that_holds_itself_is_shown_within_bounds() -> None:
    items: list[object] = [1]
    items.append((items, {2}))
    assert shown(items) == "[1, ([1, ([1, ...], {2})], {2})]"
    assert shown({n: [n] for n in range(21)}).endswith("19: [19], ...}")
    others: list[object] = [{}, set(), {"b", "a"}, frozenset({1}), frozenset(), (1,)]
    assert list(map(shown, others)) == [
        *("{}", "set()", "{'a', 'b'}", "frozenset({1})", "frozenset()", "(1,)")
    ]
