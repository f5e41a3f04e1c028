"""Tests of efficiency, which hand over large lists and ask thousands of times."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, altered, earned, lost, marked

SOLUTION = """
def in_order(numbers): return sorted(numbers)
def turn(numbers): numbers.reverse()
def search(numbers, wanted):
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < wanted: low = middle + 1
        else: high = middle
    return low
class Account:
    def __init__(self): self.balance = 0; self.history = []
    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)
"""
TESTS = """
import random
from quick import Account, in_order, search, turn

NUMBERS = list(range(0, 10_000, 2))

def test_in_order():
    numbers = [random.Random(1).randrange(10**6) for _ in range(100_000)]
    assert in_order(numbers) == sorted(numbers)

def test_turn():
    numbers = list(range(20_000))
    turn(numbers)
    assert numbers[0] == 19_999
    numbers[0] = -1
    turn(numbers)
    assert numbers == [*range(19_999), -1]

def test_search():
    for number in range(0, 1_000, 2):
        assert search(NUMBERS, number) == number // 2

def test_account():
    account = Account()
    for _ in range(2_000):
        account.deposit(1)
    assert account.balance == len(account.history) == 2_000
"""
MISTAKES = {
    "forgets": ("sorted(numbers)", "sorted(set(numbers))[:-1]", {"in_order"}),
    "copies": ("numbers.reverse()", "numbers[:] = list(numbers)[::-1][:9]", {"turn"}),
    "linear_at_last": ("return low", "return low if wanted < 998 else 0", {"search"}),
    "adds": ("self.balance += amount", "self.balance += 2", {"account"}),
}


@pytest.mark.nightly
def test_large_lists_and_many_questions(tmp_path: Path) -> None:
    given = {"solution/quick.py": SOLUTION, "tests/test_quick.py": TESTS}
    assert adopted(tmp_path, "quick", given).left_out == ()
    in_other_lists = SOLUTION.replace("numbers.reverse()", "numbers[:] = numbers[::-1]")
    wrong = altered(SOLUTION, MISTAKES)
    texts = {"right": SOLUTION, "other": in_other_lists, **wrong}
    states = marked(tmp_path, "quick", {name: {"quick.py": text} for name, text in texts.items()})
    assert lost(states) == {
        "right": set(),
        "other": set(),
        **{name: losses for name, (_, _, losses) in MISTAKES.items()},
    }
    assert len(earned(states["right"])) == 4
