"""Suites that ask the reference, in packages whose supplied modules hold values and errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, earned, marked

COINS = """
from dataclasses import dataclass
from enum import Enum

class Metal(Enum):
    GOLD = 1
    SILVER = 2

@dataclass(frozen=True)
class Coin:
    metal: Metal
    worth: int
"""
ERRORS = """
class TillError(Exception):
    pass

class TillEmpty(TillError):
    pass
"""
TILL = """
from dataclasses import replace

from . import errors
from .coins import Coin, Metal
from .errors import TillEmpty

def largest(coins):
    if not coins:
        raise TillEmpty("no coin")
    return max(coins, key=lambda coin: coin.worth)

def gilded(coin):
    if coin.worth < 0:
        raise errors.TillError(coin)
    return replace(coin, metal=Metal.GOLD)
"""
STUB = """
def largest(coins):
    raise NotImplementedError

def gilded(coin):
    raise NotImplementedError
"""
TESTS = """
import pytest
import reference.shop.till as right
import shop.coins
import shop.errors
from hypothesis import given, strategies as st
from reference.shop import till as again
from shop.coins import Coin, Metal
from shop.till import gilded, largest

COINS = st.builds(Coin, st.sampled_from(Metal), st.integers(-2, 9))

def answered(function, *arguments):
    try:
        return function(*arguments)
    except shop.errors.TillError as error:
        return type(error)

@given(COINS)
def test_gilded(coin):
    assert answered(gilded, coin) == answered(right.gilded, coin)

@given(st.lists(COINS, max_size=3, unique_by=lambda coin: coin.worth))
def test_largest(coins):
    assert answered(largest, coins) == answered(again.largest, coins)

def test_class():
    assert type(right.gilded(Coin(Metal.SILVER, 1))) is shop.coins.Coin
    assert gilded(Coin(Metal.SILVER, 1)).metal is shop.coins.Metal.GOLD

def test_empty():
    with pytest.raises(shop.errors.TillEmpty) as wanted:
        right.largest([])
    with pytest.raises(wanted.type, match="no coin"):
        largest([])
"""


def test_the_reference_has_the_values_and_errors_of_supplied_modules(tmp_path: Path) -> None:
    given = {f"{name}/shop/{file}.py": text for name in ("solution", "stub") for file, text in
             {"__init__": "", "coins": COINS, "errors": ERRORS}.items()}  # fmt: skip
    given |= {"solution/shop/till.py": TILL, "stub/shop/till.py": STUB, "tests/test_till.py": TESTS}
    done = adopted(tmp_path, "shop", given)
    assert done.left_out == ()
    wrong = {
        "right": TILL,
        "silver": TILL.replace("Metal.GOLD", "Metal.SILVER"),
        "least": TILL.replace("max(", "min("),
        "other": TILL.replace("raise TillEmpty", "raise errors.TillError"),
        "builtin": TILL.replace("raise TillEmpty", "raise ValueError"),
    }
    states = marked(tmp_path, "shop", {one: {"till.py": text} for one, text in wrong.items()})
    every = {"till.gilded", "till.largest", "till.class", "till.empty"}
    lost = {one: every - earned(found) for one, found in states.items()}
    assert lost == {
        "right": set(),
        "silver": {"till.gilded", "till.class"},
        "least": {"till.largest"},
        "other": {"till.largest", "till.empty"},
        "builtin": {"till.largest", "till.empty"},
    }


FROM_PACKAGE = """
{imported}
from shop.till import largest

def test_largest():
    assert largest([1, 2]) == {used}
"""
ASKED = "import reference.shop\nreference.shop.ASKED.append(1)"


@pytest.mark.parametrize(
    ("own", "imported", "used"),
    [
        ("", "from reference.shop import till", "till.largest([1, 2])"),
        ("", "from reference.shop import till as a, till", "a.largest([1, 2])"),
        ("from .till import largest as found", "from reference.shop import *", "found([1, 2])"),
        ("ASKED = []\ndef asked(): return len(ASKED)", ASKED, "1 + reference.shop.asked()"),
    ],
)
def test_what_is_imported_from_a_package_of_the_reference_is_the_solutions(
    tmp_path: Path, own: str, imported: str, used: str
) -> None:
    right = "def largest(coins):\n    return max(coins)\n"
    given = {f"{folder}/shop/__init__.py": own for folder in ("solution", "stub")}
    given["solution/shop/till.py"] = right
    given["stub/shop/till.py"] = "def largest(coins):\n    raise NotImplementedError\n"
    given["tests/test_till.py"] = FROM_PACKAGE.format(imported=imported, used=used)
    assert adopted(tmp_path, "shop", given).left_out == ()
    texts = {"right": right, "wrong": right.replace("max", "min")}
    states = marked(tmp_path, "shop", {one: {"till.py": text} for one, text in texts.items()})
    lost = {one: {"till.largest"} - earned(found) for one, found in states.items()}
    assert lost == {"right": set(), "wrong": {"till.largest"}}
