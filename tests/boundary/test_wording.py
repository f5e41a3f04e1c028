"""How what a test has found reads."""

from __future__ import annotations

from typing import Any

import pytest
from patience_grader.boundary.verdicts import _comparison
from patience_grader.boundary.wording import part_text


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
