"""Submissions that went wrong in the same way are found together, also with two mistakes each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from patience_grader.marks.misconceptions import WrongAnswer, groups, wrong_answers
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.sandbox.answers import Raised, TimedOut
from patience_grader.suite.digest import digests, said_by

MISTAKES, STYLES = 30, 10
Submission = tuple[frozenset[int], set[WrongAnswer]]


def planted(rng: random.Random) -> list[Submission]:
    """Thirty mistakes in ten styles, every second submission with another one beside it.

    A mistake gives its own wrong answers to questions of one to four criteria; where two meet in
    a question, one of them decides; some styles answer some questions in their own way.
    """
    footprints: list[Mapping[tuple[str, int], str]] = [
        {
            (f"c{criterion}", question): rng.choice([f"m{mistake}", f"m{mistake}", "common"])
            for criterion in rng.sample(range(40), rng.randrange(1, 5))
            for question in rng.sample(range(24), rng.randrange(2, 24))
        }
        for mistake in range(MISTAKES)
    ]
    found = []
    for mistake in range(MISTAKES):
        for style in range(STYLES):
            made = {mistake, rng.randrange(MISTAKES)} if style % 2 else {mistake}
            given: dict[tuple[str, int], str] = {}
            for one in rng.sample(sorted(made), len(made)):
                given |= footprints[one]
            if style == 3:
                given = {
                    key: f"{said} of {mistake}, {style}" if key[1] % 3 == 0 else said
                    for key, said in given.items()
                }
            answers = {
                WrongAnswer(name, f"{number}:{said}") for (name, number), said in given.items()
            }
            found.append((frozenset(made), answers))
    return found


def pairs(some: Sequence[int]) -> set[tuple[int, int]]:
    return set(combinations(sorted(some), 2))


def test_pairs_that_share_a_mistake_are_found_together() -> None:
    cohort = planted(random.Random(7))
    numbers = range(len(cohort))
    truth = {(one, two) for one, two in pairs(numbers) if cohort[one][0] & cohort[two][0]}
    found = groups([answers for _, answers in cohort])
    together = {pair for one in found for pair in pairs(one.members)}
    assert len(truth & together) >= 0.95 * len(together)
    assert len(truth & together) >= 0.9 * len(truth)
    assert groups([answers for _, answers in cohort]) == found


def test_a_group_is_two_at_least_and_names_its_criteria_by_weight() -> None:
    many = {WrongAnswer("move.one", f"{number}:a") for number in range(20)}
    one = {*many, WrongAnswer("flip.turns", "3:b"), WrongAnswer("draw.turns", "1:c")}
    (found,) = groups([one, one - {WrongAnswer("draw.turns", "1:c")}, set()])
    assert found.members == (0, 1)
    assert found.criteria == ("move.one", "flip.turns")
    assert groups([]) == groups([one, set()]) == []


def test_what_nobody_answered_is_no_wrong_answer() -> None:
    lost = Verdict(State.FAILED, "it is wrong", wrong=("1:aa", "2:bb"))
    said = Verdict(State.FAILED, "unfair", Evidence("shuffle()", "", "", "7"))
    verdicts = {
        "a.a": PASSED,
        "b.b": lost,
        "c.c": said,
        "d.d": Verdict(State.NOT_ANSWERED, "it is not written yet"),
        "e.e": Verdict(State.PARTIAL, overridden="failed"),
    }
    found = list(wrong_answers(verdicts))
    assert [one.criterion for one in found] == ["b.b", "b.b", "c.c"]
    assert [one.digest for one in found[:2]] == ["1:aa", "2:bb"]


def test_digests_are_the_same_for_the_same_answers_and_bounded() -> None:
    answers = {number: repr((number, "x")) for number in range(500)}
    found = digests(answers, str)
    assert len(found) == 24
    assert digests(dict(reversed(answers.items())), str) == found
    fewer = digests({number: one for number, one in answers.items() if number % 2}, str)
    assert {one for one in found if int(one.partition(":")[0]) % 2} <= set(fewer)
    raised = Raised("Oops", ("MoveError",), ("Exception",), "in words", ())
    other = Raised("Ouch", ("MoveError",), ("Exception",), "otherwise", ())
    assert digests({3: raised}, said_by) == digests({3: other}, said_by)
    assert digests({3: raised}, said_by) != digests({3: TimedOut(1.0, "1 s")}, said_by)
    assert all(len(one) < 16 for one in found)
