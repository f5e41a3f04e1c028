"""A submission does not hide what a test finds wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by

pytestmark = pytest.mark.slow

SOLUTION = """
import asyncio


class Account:
    def __init__(self):
        self.balance = 0
        self.is_open = False

    def __enter__(self):
        self.is_open = True
        return self

    def __exit__(self, kind, error, trace):
        self.is_open = False

    async def __aenter__(self):
        return self.__enter__()

    async def __aexit__(self, *error):
        self.__exit__(*error)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("not positive")
        self.balance += amount


class Quiet:
    def __init__(self, told=None):
        self.told = told

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if self.told:
            self.told(kind)
        return kind is KeyError
"""
TESTS = """
import asyncio

import pytest
from account import Account, Quiet


def test_balance():
    with Account() as account:
        account.deposit(5)
        assert account.balance == 5


def test_refused():
    with Account() as account:
        with pytest.raises(ValueError):
            account.deposit(0)


def test_awaited():
    async def main():
        async with Account() as account:
            account.deposit(5)
            assert account.balance == 5

    asyncio.run(main())


def test_closed():
    try:
        with Account() as account:
            raise LookupError
    except LookupError:
        pass
    assert not account.is_open


def test_quiet():
    with Quiet():
        {}[1]
    with pytest.raises(ValueError), Quiet():
        raise ValueError


def test_told():
    told = []
    with Quiet(told.append):
        {}[1]
    assert told[:1] == [KeyError]
"""


def test_what_a_test_finds_wrong_in_a_with_statement_is_not_hidden(tmp_path: Path) -> None:
    files = {"solution/account.py": SOLUTION, "tests/test_account.py": TESTS}
    ends = SOLUTION.replace(
        "        self.is_open = False\n\n    async",
        "        self.is_open = False\n        return True\n\n    async",
    )
    ends = ends.replace("self.__exit__(*error)", "return self.__exit__(*error)")
    wrong = ends.replace("self.balance += amount", "pass").replace("amount <= 0", "amount < 0")
    truth = SOLUTION.replace("return kind is KeyError", "return kind is not ValueError")
    often = SOLUTION.replace("self.told(kind)", "self.told(kind), self.told(Quiet)")
    raises = ends.replace("self.balance += amount", "raise NotImplementedError")
    loses = lost_by(
        tmp_path,
        "account",
        files,
        {
            "right": SOLUTION,
            "ends": ends,
            "wrong": wrong,
            "raises": raises,
            "often": often,
            "truth": truth,
        },
    )
    assert loses == {
        "right": set(),
        "ends": set(),
        "wrong": {"balance", "refused", "awaited"},
        "raises": {"balance", "awaited"},
        "often": set(),
        "truth": set(),
    }
