"""How what a test has found reads."""

from __future__ import annotations

import pytest
from patience_grader.boundary.verdicts import _comparison


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
