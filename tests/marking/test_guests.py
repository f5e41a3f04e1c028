"""No test is told its answers by what another one hands over to the same guest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from adopting import lost_by
from patience_grader.boundary.exchange import Exchange
from patience_grader.boundary.messages import Message, messages_of
from patience_grader.marking.guests import guests_of

OBJECT = ["h", 3, "roman:Numeral", ["__eq__"]]


def script(*pairs: tuple[Any, Any]) -> Sequence[Message]:
    """A test that asks for these values, each with its answer."""
    return messages_of(
        [
            Exchange([[], [], [], ["call", "f", [given], {}]], answer=[[], "", "", ["ok", it], []])
            for given, it in pairs
        ]
    )


GUESTS = {
    "none tells": ([script((1, "one")), script((2, "two"))], [[0, 1]]),
    "later": ([script(("four", 4)), script((4, "four"))], [[1, 0]]),
    "in a chain": (
        [script(("four", "vier")), script((4, "four")), script(("vier", 4))],
        [[1, 0, 2]],
    ),
    "each the other": ([script(("four", "vier")), script(("vier", "four"))], [[0], [1]]),
    "amid others": (
        [script((1, 2)), script(("four", "vier")), script(("vier", "four")), script((1, "one"))],
        [[0, 3, 1], [2]],
    ),
    "within a list": ([script((["t", "four", 1], 5)), script((4, "four"))], [[1, 0]]),
    "itself": ([script(("four", 4), (4, "four")), script((5, 6))], [[0, 1]]),
    "a number": ([script((4, 5)), script((5, 4))], [[0, 1]]),
    "nothing": ([script((["t"], 5)), script((6, ["t"]))], [[0, 1]]),
    "a class": ([script(("roman", 5)), script((6, OBJECT))], [[0, 1]]),
    "what many hand over": (
        [*(script((["t", "four", number], number)) for number in range(9)), script((4, "four"))],
        [[*range(10)]],
    ),
}


@pytest.mark.parametrize("name", GUESTS)
def test_who_hands_over_an_answer_comes_later_or_elsewhere(name: str) -> None:
    scripts, guests = GUESTS[name]
    assert guests_of(scripts) == guests


SOLUTION = """
def encode(text):
    return "".join(chr(ord(one) + 1) for one in text)


def decode(text):
    return "".join(chr(ord(one) - 1) for one in text)


def squares(count):
    return [one * one for one in range(count)]


def total(numbers):
    return sum(numbers)
"""
TESTS = """
from codes import decode, encode, squares, total


def test_decode():
    assert decode("bcdef") == "abcde"


def test_encode():
    assert encode("abcde") == "bcdef"


def test_total():
    assert total([0, 1, 4, 9]) == 14


def test_squares():
    assert squares(4) == [0, 1, 4, 9]
"""
KEEPS = """
KEPT = []


def encode(text):
    KEPT.append(text)
    return next((one for one in KEPT if len(one) == len(text) and one != text), "")


decode = encode


def squares(count):
    return next((one for one in KEPT if isinstance(one, list)), [])


def total(numbers):
    KEPT.append(numbers)
    return sum(numbers)
"""


@pytest.mark.slow
@pytest.mark.parametrize("begun", ["", 'FIRST = encode("q")\n'], ids=["", "asked at collection"])
def test_who_answers_with_what_was_handed_over_before_earns_nothing(
    tmp_path: Path, begun: str
) -> None:
    files = {"solution/codes.py": SOLUTION, "tests/test_codes.py": TESTS + begun}
    loses = lost_by(tmp_path, "codes", files, {"right": SOLUTION, "keeps": KEEPS})
    assert loses == {"right": set(), "keeps": {"decode", "encode", "squares"}}
