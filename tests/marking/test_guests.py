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
    assert guests_of(scripts, range(len(scripts))) == guests


def test_two_tests_of_the_same_table_go_to_two_guests() -> None:
    table = [(4, "iv"), (5, "v"), (9, "ix")]
    there = [script((number, text)) for number, text in table]
    back = [script((text, number)) for number, text in table]
    assert guests_of([*there, *back], [0] * 3 + [1] * 3) == [[0, 1, 2], [3, 4, 5]]
    assert guests_of([*there[:2], *back[:2]], [0] * 2 + [1] * 2) == [[0, 1, 2, 3]]


def test_there_are_not_more_guests_than_pay() -> None:
    words = [f"word{number}" for number in range(8)]
    scripts = [
        script((["t", *words[:at], *words[at + 1 :]], word)) for at, word in enumerate(words)
    ]
    assert [len(one) for one in guests_of(scripts, range(8))] == [1, 1, 1, 1, 4]


SOLUTION = """
def encode(text):
    return "".join(chr(ord(one) + 1) for one in text)


def decode(text):
    return "".join(chr(ord(one) - 1) for one in text)


def spelled(number):
    return "abcdefghi"[number]


def place(letter):
    return "abcdefghi".index(letter)


def squares(count):
    return [one * one for one in range(count)]


def total(numbers):
    return sum(numbers)
"""
TESTS = """
import pytest
from codes import decode, encode, place, spelled, squares, total

TABLE = [(4, "e"), (7, "h"), (3, "d")]


def test_decode():
    assert decode("bcdef") == "abcde"


def test_encode():
    assert encode("abcde") == "bcdef"


@pytest.mark.parametrize(("number", "letter"), TABLE)
def test_spelled(number, letter):
    assert spelled(number) == letter


@pytest.mark.parametrize(("number", "letter"), TABLE)
def test_place(number, letter):
    assert place(letter) == number


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


NUMBERS, LETTERS = [], []


def spelled(number):
    NUMBERS.append(number)
    return LETTERS[len(NUMBERS) - 1] if LETTERS else ""


def place(letter):
    LETTERS.append(letter)
    return NUMBERS[len(LETTERS) - 1] if NUMBERS else 0


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
    assert loses == {"right": set(), "keeps": {"decode", "encode", "squares", "spelled", "place"}}
