"""Tests that award a share of their marks."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from adopting import adopted, coursework_of, marked, release_of
from patience_grader.check.plain import PlainChecker
from patience_grader.marks.verdict import State
from patience_grader.suite.credit import ShareAwarded, award

SOLUTION = """
def plural(word):
    if word == "mouse":
        return "mice"
    return word + ("es" if word[-1] in "sx" else "s")
"""
TESTS = """
import unittest

import pytest
from patience_grader.suite.credit import award
from words import plural

WORDS = {"cat": "cats", "box": "boxes", "bus": "buses", "mouse": "mice"}

def test_words():
    found = sum(plural(one) == many for one, many in WORDS.items())
    award(found / len(WORDS), f"{found} of {len(WORDS)} words are right")

@pytest.mark.parametrize("words", [("cat", "bus"), ("box", "mouse", "dog")])
def test_pairs(words):
    right = {**WORDS, "dog": "dogs"}
    award(sum(plural(one) == right[one] for one in words) / len(words))

class TestAll(unittest.TestCase):
    def test_strict(self):
        award(plural("cat") == "cats")
        self.assertEqual(plural("box"), "boxes")

def test_of_answer():
    award(len(plural("ax")) / 4)
"""
VERSIONS = {
    "right": SOLUTION,
    "simple": "def plural(word):\n    return word + 's'\n",
    "none": "def plural(word):\n    return word\n",
    "raises": SOLUTION.replace('return "mice"', "raise ValueError(word)"),
    "odd": "class Odd(str):\n    def __len__(self): return 4\n    def __eq__(self, _): return True\n"
    "    __hash__ = str.__hash__\ndef plural(word):\n    return Odd('')\n",
    "broken": "def plural(word:\n",
}
EVERY = ("words", "pairs", "strict", "of_answer")
WORDS_SUITE = {"solution/words.py": SOLUTION, "tests/test_words.py": TESTS}


def test_a_test_earns_a_share_of_its_marks(tmp_path: Path) -> None:
    stub = {"stub/words.py": "def plural(word):\n    return word + 's'\n"}
    done = adopted(tmp_path, "words", {**WORDS_SUITE, **stub})
    assert done.left_out == ()
    found = marked(tmp_path, "words", {one: {"words.py": text} for one, text in VERSIONS.items()})
    states = {one: [state for _, state in sorted(found[one].items())] for one in VERSIONS}
    # strict, of_answer, pairs, words
    assert states == {
        "right": ["passed"] * 4,
        "simple": ["failed", "partial", "partial", "partial"],
        "none": ["failed", "partial", "failed", "failed"],
        "raises": ["passed", "passed", "raised", "raised"],
        "odd": ["failed"] * 4,
        "broken": ["failed", *["not answered"] * 3],
    }
    with (tmp_path / "marks/marks.csv").open(encoding="utf-8") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    thirds = Fraction(1, 3) + Fraction(1, 4) + Fraction(3, 4)
    assert float(rows["simple"]["total"]) == pytest.approx(float(thirds), abs=0.01)
    page = (tmp_path / "marks/simple/feedback.html").read_text("utf-8")
    assert "1 of 4 words are right" in page


def test_a_suite_whose_solution_earns_a_share_is_not_adopted(tmp_path: Path) -> None:
    tests = TESTS.replace("len(WORDS), f", "(len(WORDS) + 1), f")
    done = adopted(tmp_path, "words", {**WORDS_SUITE, "tests/test_words.py": tests})
    (left,) = done.left_out
    assert "does not pass it (ShareAwarded: 4 of 4 words are right)" in left


def test_the_check_says_what_share_is_earned(tmp_path: Path) -> None:
    adopted(tmp_path, "words", WORDS_SUITE, public="*")
    public = release_of(coursework_of(tmp_path, "words")).public
    found = PlainChecker(public).check_files({"words.py": VERSIONS["simple"]})
    verdicts = {one.rule.id: one.verdict for part in found.parts for one in part.looked}
    said = verdicts["words.words"]
    assert (said.state, said.reason) == (State.PARTIAL, "1 of 4 words are right")
    assert verdicts["all.strict"].state is State.FAILED


@pytest.mark.parametrize(
    ("share", "earned"),
    [(0.5, "1/2"), (2 / 3, "2/3"), (0, "0"), (-1, "0"), (float("nan"), "0"), (0.99999, "999/1000")],
)
def test_a_share_is_a_fraction_between_0_and_1(share: float, earned: str) -> None:
    with pytest.raises(ShareAwarded) as ended:
        award(share)
    assert ended.value.share == Fraction(earned)


@pytest.mark.parametrize("share", [1, True, 1.0, 2, float("inf")])
def test_with_all_of_its_marks_a_test_goes_on(share: float) -> None:
    award(share)


def test_what_is_not_a_number_is_refused() -> None:
    for share in ("1", None, [0.5]):
        with pytest.raises(TypeError):
            award(share)  # type: ignore[arg-type]
