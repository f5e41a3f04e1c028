"""The suite of `feedback`: what it asks, what it tells, and that right ways of any kind pass."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping

import pytest
from guessing.cards import Rank, read_cards
from guessing_oracle import noted
from patience_grader.course.coursework import read_coursework
from patience_grader.marks.verdict import Verdict, VerdictReached
from patience_grader.sandbox.answers import Returned
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Cases, Value
from patience_grader.suite.judging import why_wrong
from sample import ROOT
from suites.guessing import test_feedback as suite
from suites.guessing.bank.drawing import hands, in_line
from suites.guessing.hands import (
    FEEDBACK,
    by_rank,
    by_suit,
    hands_of,
    has_ace,
    is_in_line,
    weight,
)
from suites.guessing.manner import FORM
from suites.guessing.questions import SHAPES, Requirements

COURSEWORK = read_coursework(ROOT, "guessing")
CRITERIA = [one.id for one in COURSEWORK.scheme.criteria if one.exercise == "feedback"]
TYPES = Types([sys.modules["guessing.cards"]])
PLAIN = "quick_with_plain_feedback"
BASE = (COURSEWORK.known_submissions / "right" / PLAIN / "guesser.py").read_text("utf-8")
MISTAKES = [
    row
    for row in tomllib.loads((COURSEWORK.known_submissions / "wrong.toml").read_text("utf-8"))[
        "mistake"
    ]
    if row["base"] == PLAIN
]

COUNTERS = """
from collections import Counter

def common(first, second):
    return sum((Counter(first) & Counter(second)).values())

def feedback(answer, guess):
    ranks = sorted(card.rank for card in guess)
    return (
        common(answer, guess),
        len([card for card in answer if card.rank < ranks[0]]),
        common((card.rank for card in answer), ranks),
        len([card for card in answer if card.rank > ranks[-1]]),
        common((card.suit for card in answer), (card.suit for card in guess)),
    )
"""
REMOVING = """
def matches(these, those):
    rest = list(those)
    count = 0
    for one in these:
        if one in rest:
            rest.remove(one)
            count += 1
    return count

def feedback(answer, guess):
    lower = higher = 0
    for card in answer:
        if all(card.rank < other.rank for other in guess):
            lower += 1
        elif all(card.rank > other.rank for other in guess):
            higher += 1
    ranks = matches([card.rank for card in answer], [card.rank for card in guess])
    suits = matches([card.suit for card in answer], [card.suit for card in guess])
    return matches(answer, guess), lower, ranks, higher, suits
"""
BITS = """
from functools import reduce
from operator import or_
from .cards import ALL_CARDS

BIT = {card: 1 << place for place, card in enumerate(ALL_CARDS)}
SUITS = [0x1FFF << 13 * number for number in range(4)]
RANKS = [sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)]

def feedback(answer, guess):
    a, g = (reduce(or_, map(BIT.__getitem__, hand)) for hand in (answer, guess))
    held = [number for number in range(13) if g & RANKS[number]]
    def both(masks):
        return sum(min((a & mask).bit_count(), (g & mask).bit_count()) for mask in masks)
    lower = (a & sum(RANKS[: held[0]])).bit_count()
    higher = (a & sum(RANKS[held[-1] + 1 :])).bit_count()
    return (a & g).bit_count(), lower, both(RANKS), higher, both(SUITS)
"""
SORTING = """
def merged(first, second):
    first, second, count = sorted(first), sorted(second), 0
    while first and second:
        if first[-1] == second[-1]:
            first.pop()
            second.pop()
            count += 1
        elif first[-1] > second[-1]:
            first.pop()
        else:
            second.pop()
    return count

def feedback(answer, guess):
    mine = sorted(int(card.rank) for card in answer)
    theirs = sorted(int(card.rank) for card in guess)
    lower, higher = 0, len(mine)
    while lower < len(mine) and mine[lower] < theirs[0]:
        lower += 1
    while higher and mine[higher - 1] > theirs[-1]:
        higher -= 1
    suits = merged([card.suit for card in answer], [card.suit for card in guess])
    return merged(answer, guess), lower, merged(mine, theirs), len(mine) - higher, suits
"""
RIGHT = {"counters": COUNTERS, "removing": REMOVING, "bits": BITS, "sorting": SORTING}


def every_cases() -> Iterator[Cases]:
    """All that is asked, in every manner in which it is judged."""
    values = [*vars(suite).values(), *(sized for sized, _ in suite.SIZES)]
    for value in values:
        if isinstance(value, Requirements):
            yield value.lists
            yield value.tuples
    yield SHAPES


def test_what_is_right_is_what_the_rules_say() -> None:
    for cases in every_cases():
        for case in cases.cases:
            assert isinstance(case.expected, Value)
            right = noted(*hands_of(case.arguments))
            assert case.expected.shown == right
            assert case.expected.accepts(right)


def test_hands_are_such_as_the_handout_allows() -> None:
    for cases in every_cases():
        for case in cases.cases:
            answer, guess = hands_of(case.arguments)
            assert 1 <= len(answer) == len(guess) <= 4
            assert all(len(set(hand)) == len(hand) for hand in (answer, guess))


def test_a_few_hundred_questions_are_asked() -> None:
    batches = {id(cases.batch): len(cases.batch) for cases in every_cases()}
    tuples = {
        id(value.tuples.batch) for value in vars(suite).values() if isinstance(value, Requirements)
    }
    tuples |= {id(sized.tuples.batch) for sized, _ in suite.SIZES}
    assert 300 <= sum(count for key, count in batches.items() if key not in tuples) <= 750


def test_the_hands_without_the_ace_have_the_same_feedback() -> None:
    for given, other in zip(suite.ACES.hands, suite.NO_ACES.hands, strict=True):
        assert has_ace(given)
        assert not has_ace(other)
        assert noted(*given) == noted(*other)


def test_every_rank_is_compared_with_the_next_one_at_both_ends() -> None:
    lower, higher = set(), set()
    for answer, guess in suite.COUNT_LOWER.hands:
        ranks = [card.rank for card in guess]
        lower |= {card.rank for card in answer if card.rank + 1 == min(ranks)}
        higher |= {card.rank for card in answer if card.rank - 1 == max(ranks)}
    assert lower == set(Rank) - {Rank.KING, Rank.ACE}
    assert higher == set(Rank) - {Rank.TWO, Rank.ACE}


def test_hands_are_put_in_line() -> None:
    assert in_line(hands("4H 3C / 4C 3H"), by_rank) == hands("3C 4H / 3H 4C")
    assert in_line(hands("4H 3C / 4C 3H"), by_suit) == hands("3C 4H / 4C 3H")
    assert not is_in_line(hands("3C 4H / 4H 3C"), by_rank)
    assert in_line(hands("2C 3D 4C / 5D 6C 7H"), by_suit) is None


def test_simpler_questions_are_lighter_and_allowed() -> None:
    start = tuple(map(list, hands("7S 8S 9S / TS 9S 2D")))
    simpler = [hands_of(one) for one in FORM.simpler(FEEDBACK, start)]
    assert simpler == sorted(simpler, key=weight)
    assert len(simpler[0][0]) == 2
    for one in simpler:
        assert weight(one) < weight(hands_of(start))
        assert all(isinstance(hand, list) and len(set(hand)) == len(hand) for hand in one)


def test_a_snippet_is_the_handouts_and_prints_what_is_right() -> None:
    lists = tuple(map(list, hands("3C 4H / 4H 3C")))
    assert FORM.call(FEEDBACK, lists) == 'feedback(cards("3C 4H"), cards("4H 3C"))'
    tuples = hands("3C 4H / 3C 3H")
    snippets = [FORM.snippet(FEEDBACK, one) for one in (lists, tuples)]
    command = [sys.executable, "-B", "-E", "-i", "-q"]
    ran = subprocess.run(
        command,
        input="\n".join(snippets),
        capture_output=True,
        text=True,
        cwd=ROOT / "solution",
        check=False,
    )
    assert ran.stdout == "(2, 0, 2, 0, 2)\n(1, 0, 1, 1, 2)\n"
    assert "Error" not in ran.stderr


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    parent = Parent(COURSEWORK.preload(), COURSEWORK.limits)
    yield parent
    parent.close()


def verdicts(parent: Parent, text: str) -> Mapping[str, Verdict]:
    """The criteria that a `guesser.py` loses, with what is said."""
    lost = {}
    with Student(parent, TYPES, {"guesser": text}, {"guesser": ""}) as student:
        for criterion in CRITERIA:
            try:
                getattr(suite, f"test_{criterion.partition('.')[2]}")(student)
            except VerdictReached as judged:
                lost[criterion] = judged.verdict
    return lost


@pytest.mark.parametrize("way", RIGHT)
def test_right_ways_of_any_kind_pass(parent: Parent, way: str) -> None:
    assert verdicts(parent, RIGHT[way]) == {}


def mistaken(name: str) -> str:
    """The right submission with the mistake of this name."""
    (row,) = (row for row in MISTAKES if row["name"] == name)
    return BASE.replace(row["find"], row["put"])


@pytest.mark.parametrize(
    ("mistake", "criterion", "called", "expected", "got"),
    [
        (
            *("lower-or-equal", "feedback.lower"),
            'feedback(cards("2C 3C"), cards("2C 3C"))',
            *("(2, 0, 2, 0, 2)", "(2, 1, 2, 0, 2)"),
        ),
        (
            *("both-without-using-up-the-guess", "feedback.ranks_once"),
            'feedback(cards("2C 2H"), cards("2D 3C"))',
            *("(0, 0, 1, 0, 1)", "(0, 0, 2, 0, 1)"),
        ),
        (
            *("takes-two-cards-apart", "feedback.sizes"),
            'feedback(cards("2C 3C 3D"), cards("2C 3C 3D"))',
            *("(3, 0, 3, 0, 3)", "raised ValueError: too many values to unpack (expected 2)"),
        ),
        (
            *("list-for-tuple", "feedback.form"),
            'feedback(cards("2C"), cards("2C"))',
            *("(1, 0, 1, 0, 1)", "[1, 0, 1, 0, 1]"),
        ),
    ],
)
def test_a_counterexample_is_small(
    parent: Parent, mistake: str, criterion: str, called: str, expected: str, got: str
) -> None:
    evidence = verdicts(parent, mistaken(mistake))[criterion].evidence
    assert evidence is not None
    assert (evidence.called, evidence.expected, evidence.got) == (called, expected, got)


def test_a_mistake_is_in_feedback_and_nowhere_else() -> None:
    before, _, rest = BASE.partition("\n\ndef feedback(")
    own, _, after = rest.partition("\n\n@cache\n")
    assert not re.search(r"\b(feedback|_in_common)\(", before + after)
    for row in MISTAKES:
        assert f"\ndef feedback({own}".count(row["find"].rstrip("\n")) == 1, row["name"]


def test_every_criterion_is_lost_alone_by_some_mistake() -> None:
    alone = {row["loses"][0] for row in MISTAKES if len(row["loses"]) == 1}
    assert alone == set(CRITERIA)


@pytest.mark.parametrize(
    ("cases", "said", "reason"),
    [
        (suite.COUNT_SUITS.lists, (0, 0, 1, 1, 2), "the number of correct suits is 2, not 1"),
        (suite.COUNT_LOWER.lists, [0, 5, 1, 1, 1], "the number of lower ranks is 5, not 0"),
        (SHAPES, [0, 0, 1, 1, 1], "it returned a list, not a tuple"),
        (SHAPES, (0, 0, 1, 1), "the tuple that it returned has 4 parts, not five"),
        (
            SHAPES,
            (0, 0, 1, 1, "1"),
            "the tuple that it returned holds something else than whole numbers",
        ),
    ],
)
def test_feedback_says_which_number_or_which_part_is_wrong(
    cases: Cases, said: object, reason: str
) -> None:
    arguments = (read_cards("2C 4C"), read_cards("3C 2D"))
    assert why_wrong(Returned(said), cases.manner.expect("guesser.feedback", arguments)) == reason
