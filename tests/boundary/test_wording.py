"""How what a test has found reads."""

from __future__ import annotations

import datetime as dt
import uuid
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any

import pytest
from patience_grader.boundary.own_objects import FIRST_ERROR
from patience_grader.boundary.verdicts import _comparison
from patience_grader.boundary.wording import part_text
from patience_grader.sandbox.guest.values import Codec


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("assert 1 == 2\n +  where 1 = f()", "assert 1 == 2"),
        ("print this line:\n  a **\nassert False", "print this line:   a **"),
        ("False is not true : with 'abba'\nprint\n\na **", "False is not true : with 'abba' print"),
        ("Lists differ: [1] != [2]\n\nFirst differing element 0:", "Lists differ: [1] != [2]"),
        ("assert [1] == [2]\n  \n  At index 0 diff: 1 != 2", "assert [1] == [2]"),
        ("assert 1 == <A object at 0x7f01>", "assert 1 == <A object at 0x0>"),
        ("", ""),
    ],
)
def test_a_message_is_told_without_its_explanation_and_addresses(said: str, read: str) -> None:
    assert _comparison(AssertionError(said)) == f"AssertionError: {read}".removesuffix(": ")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (2j, "2j"),
        (b"a\xff", r"b'a\xff'"),
        (range(3), "range(0, 3)"),
        (..., "Ellipsis"),
        (dt.datetime(2024, 1, 2, tzinfo=dt.UTC), "datetime(2024, 1, 2, 0, 0, tzinfo=timezone.utc)"),
        (dt.timedelta(hours=1), "timedelta(seconds=3600)"),
        (uuid.UUID(int=5), "UUID('00000000-0000-0000-0000-000000000005')"),
        (PurePosixPath("a/b"), "PurePosixPath('a/b')"),
        ((Fraction(1, 3), b""), "(Fraction(1, 3), b'')"),
    ],
)
def test_a_value_is_told_as_it_is_written(value: Any, read: str) -> None:
    assert part_text([], Codec(first=1).write(value)) == read


def test_an_exception_of_the_tests_own_is_told_as_one() -> None:
    assert part_text([], ["k", FIRST_ERROR]) == "the exception of the test's own"
    assert part_text([], ["k", 0]) == "an object of the test's own"


@pytest.mark.parametrize(
    ("hint", "read"),
    [
        (["generic", "list", ["v", "generic", "tuple", "str", "int"]], "list[tuple[str, int]]"),
        (["typed", "Iterable", "float"], "Iterable[float]"),
        (["union", "int", ["v", "nonetype"]], "int | None"),
        (["typing", "List"], "List"),
    ],
)
def test_a_type_hint_is_told_as_it_is_written(hint: Any, read: str) -> None:
    assert part_text([], _with_classes(["v", *hint])) == read


def _with_classes(node: list[Any]) -> list[Any]:
    name, kind, *parts = node
    kept = parts[:1] if kind in ("typed", "typing") else []
    rest = [
        _with_classes(one) if isinstance(one, list) else _class(one) for one in parts[len(kept) :]
    ]
    return [name, kind, *kept, *rest]


def _class(name: str) -> list[str]:
    return ["g", f"builtins:{name}"]
