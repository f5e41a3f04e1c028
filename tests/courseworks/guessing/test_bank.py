"""The two editions of the questions about the guessing game."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest
from guessing.cards import ALL_CARDS, Card
from guessing_oracle import noted
from sample import ROOT
from suites.guessing.replies import place_of

SHOW = """
import importlib, json, random, sys
sys.path[:0] = sys.argv[2:]
from patience_grader.suite.bank import Edition, making
edition = making(Edition(public=sys.argv[1] == "public"))
edition.__enter__()
from suites.guessing.bank import BOOK

questions, answer = [], BOOK.answer
def noting(function, arguments):
    known = answer(function, arguments)
    questions.append([*(" ".join(map(str, hand)) for hand in arguments), known.value])
    return known
BOOK.answer = noting
for name in ("feedback", "two_cards", "three_cards", "four_cards"):
    importlib.import_module(f"suites.guessing.test_{name}")

from guessing.cards import ALL_CARDS
from suites.guessing.bank.targets import REPLIES, TARGETS
chosen, replies, targets = random.Random(1), [], []
for size, some in TARGETS.items():
    targets += [" ".join(map(str, target)) for target in some]
    for target in some[:24]:
        for guess in [target, *(tuple(chosen.sample(ALL_CARDS, size)) for _ in range(20))]:
            said = REPLIES.reply(target, guess)
            replies.append([*(" ".join(map(str, hand)) for hand in (target, guess)), said])
print(json.dumps([questions, targets, replies]))
"""
"""Prints the questions with the answers, the targets, and some guesses with the replies."""

Cards = frozenset[Card]


class Shown(NamedTuple):
    """What there is in an edition."""

    questions: set[tuple[Cards, Cards]]
    targets: list[Cards]
    answers: list[tuple[str, str, list[int]]]


@cache
def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def shown(edition: str) -> Shown:
    paths = [str(ROOT / "grader"), str(ROOT / "solution")]
    command = [sys.executable, "-c", SHOW, edition, *paths]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    questions, targets, replies = json.loads(ran.stdout)
    return Shown(
        {(frozenset(cards(answer)), frozenset(cards(guess))) for answer, guess, _ in questions},
        [frozenset(cards(one)) for one in targets],
        [*questions, *replies],
    )


@pytest.fixture(scope="module")
def public() -> Shown:
    return shown("public")


@pytest.fixture(scope="module")
def marked() -> Shown:
    return shown("marked")


def sizes(some: Sequence[Cards]) -> list[int]:
    return [len(one) for one in some]


@pytest.mark.slow
def test_no_public_question_is_a_marked_one_in_any_order(public: Shown, marked: Shown) -> None:
    assert 300 < len(public.questions) < 600
    assert 250 < len(marked.questions) < 600
    assert not public.questions & marked.questions


@pytest.mark.slow
def test_no_public_target_is_told_of_in_the_marked_edition(public: Shown, marked: Shown) -> None:
    assert sizes(public.targets) == [2] * 24 + [3] * 4 + [4] * 2
    assert not {answer for answer, _ in marked.questions} & {*public.targets}
    in_both = {*public.targets} & {*marked.targets}
    assert sizes([*in_both]) == [2] * 24, "all pairs of cards are marked"


@pytest.mark.slow
def test_every_answer_is_right(public: Shown, marked: Shown) -> None:
    for edition in (public, marked):
        for answer, guess, said in edition.answers:
            assert list(noted(cards(answer), cards(guess))) == said


def test_the_place_of_a_hand_is_its_number_in_order() -> None:
    for size in (1, 2, 3):
        for number, hand in enumerate(combinations(ALL_CARDS, size)):
            assert place_of(hand) == place_of(hand[::-1]) == number
    assert place_of(cards("JS QS KS AS")) == 270_724
