"""Constants of another kind than the solution's, exceptions and warnings known by other names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import lost_by

pytestmark = pytest.mark.slow

SOLUTION = """
WIN, LOSE = "win", "lose"


class Empty(LookupError):
    pass


class Store:
    class Closed(Exception):
        pass

    def __init__(self):
        self.is_closed = False

    def take(self):
        if self.is_closed:
            raise Store.Closed("closed")
        raise Empty("empty")


def status(points):
    return WIN if points > 9 else LOSE


def beaten(one):
    return one == LOSE


def entry(name, amount):
    return (name, amount)


def total(entries):
    return sum(amount for _, amount in entries)
"""
TESTS = """
import copy

import pytest
import unittest
from scores import LOSE, WIN, Empty, Store, beaten, entry, status, total


def test_status():
    assert status(10) == WIN and status(9) == LOSE
    assert status(10) != LOSE


def test_copied():
    assert copy.deepcopy([status(3)]) == [LOSE]
    assert copy.copy(status(10)) == WIN


def test_text():
    assert f"{status(3)}" == f"{LOSE}"


def test_beaten():
    assert beaten(status(1)) is True
    assert beaten(WIN) is False


def test_counted():
    counts = {WIN: 0, LOSE: 0}
    for points in (1, 10, 11):
        counts[status(points)] += 1
    assert counts == {WIN: 2, LOSE: 1}
    assert status(1) in [WIN, LOSE]


def test_total():
    assert total([entry("a", 1), entry("b", 2)]) == 3
    one = entry("c", 5)
    assert total([one, one]) == 10


def test_empty():
    with pytest.raises(Empty, match="empty"):
        Store().take()


def test_exactly_empty():
    with pytest.raises(LookupError) as raised:
        Store().take()
    assert type(raised.value) is Empty


class StoreTest(unittest.TestCase):
    def test_closed(self):
        store = Store()
        store.is_closed = True
        with self.assertRaises(Store.Closed):
            store.take()

    def test_win(self):
        self.assertEqual(status(12), WIN)
"""
BY_NAME = """
import enum
from dataclasses import dataclass


class Status(enum.Enum):
    WON = 1
    LOST = 2


WIN, LOSE = Status


class EmptyStoreError(LookupError):
    pass


class StoreClosedError(Exception):
    pass


Empty = EmptyStoreError


class Store:
    Closed = StoreClosedError
    is_closed = False

    def take(self):
        raise StoreClosedError("closed") if self.is_closed else EmptyStoreError("empty")


def status(points):
    return Status.WON if points > 9 else Status.LOST


def beaten(one):
    return one is LOSE


@dataclass(frozen=True)
class Entry:
    name: str
    amount: int


def entry(name, amount):
    return Entry(name, amount)


def total(entries):
    return sum(one.amount for one in entries)
"""
YES = """
class Yes:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 0

    def __bool__(self):
        return True

    def __str__(self):
        return "lose"

    __format__ = lambda self, spec: "lose"

    def __radd__(self, other):
        return 3


WIN, LOSE = Yes(), Yes()


class Empty(LookupError):
    pass


class Store:
    class Closed(Exception):
        pass

    def take(self):
        return Yes()


def status(points):
    return Yes()


beaten = entry = total = lambda *given: Yes()
"""
ALL = {
    *("status", "text", "beaten", "counted", "total", "empty", "exactly_empty"),
    *("closed", "copied", "win"),
}


def test_they_lose_what_they_would_under_pytest(tmp_path: Path) -> None:
    files = {"solution/scores.py": SOLUTION, "tests/test_scores.py": TESTS}
    submissions = {
        "100001": SOLUTION,
        "100002": BY_NAME,
        "100003": BY_NAME.replace("Status.WON if points > 9", "Status.LOST if points > 9"),
        "100004": BY_NAME.replace("Empty = EmptyStoreError", "class Empty(Exception): pass"),
        "100005": YES,
        "100006": BY_NAME.replace("WIN, LOSE = Status", "WIN, LOSE = len, Status"),
    }
    assert lost_by(tmp_path, "names", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"status", "copied", "counted", "win"},
        "100004": {"empty", "exactly_empty"},
        "100005": ALL,
        "100006": {"status", "beaten", "copied", "counted", "text", "win"},
    }
    tests = json.loads((tmp_path / "marks/100003/results.json").read_text("utf-8"))["tests"]
    (said,) = (one["output"] for one in tests if one["name"].endswith("status"))
    assert "status(10): Status.LOST, where the solution gives 'win'" in said


FAULTS = """
import warnings


class Missing(Exception):
    pass


class Broken(Exception):
    pass


def fault_of(code):
    return {404: Missing, 500: Broken}[code]


def old(number):
    warnings.warn("old", DeprecationWarning)
    return number
"""
FAULT_TESTS = """
import pytest
from web import Broken, Missing, fault_of, old


def test_missing():
    assert fault_of(404) is Missing


def test_broken():
    assert fault_of(500) is Broken


def test_raised():
    with pytest.raises(fault_of(404)):
        raise fault_of(404)("x")


def test_kind():
    assert issubclass(fault_of(500), Exception)


def test_old():
    with pytest.warns(DeprecationWarning, match="old"):
        assert old(2) == 2
"""


def test_an_exception_is_no_other_one(tmp_path: Path) -> None:
    named = "class {0}Error(Exception):\n    pass\n\n\n{0} = {0}Error"
    renamed = FAULTS
    for name in ("Missing", "Broken"):
        declared = f"class {name}(Exception):\n    pass"
        renamed = renamed.replace(declared, named.format(name))
    warning = "class OldWarning({}):\n    pass\n\n\n"
    warns = FAULTS.replace("DeprecationWarning", "OldWarning")
    submissions = {
        "100001": renamed,
        "100002": FAULTS.replace("class Broken(Exception):\n    pass", "Broken = ValueError"),
        "100003": FAULTS.replace("404: Missing, 500: Broken", "404: Broken, 500: Missing"),
        "100004": FAULTS.replace("{404: Missing, 500: Broken}[code]", "Missing"),
        "100005": FAULTS.replace("404: Missing, 500: Broken", "404: KeyError, 500: fault_of"),
        "100006": renamed.replace("500: Broken", "500: MissingError"),
        "100007": warning.format("DeprecationWarning") + warns,
        "100008": warning.format("FutureWarning") + warns,
    }
    files = {"solution/web.py": FAULTS, "tests/test_web.py": FAULT_TESTS}
    assert lost_by(tmp_path, "web", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"missing", "broken"},
        "100004": {"broken"},
        "100005": {"missing", "broken", "kind"},
        "100006": {"broken"},
        "100007": set(),
        "100008": {"old"},
    }
