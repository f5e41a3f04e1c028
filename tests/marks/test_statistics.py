"""What the marks of a cohort say about it, and about each criterion."""

from __future__ import annotations

import statistics
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import SCHEME
from patience_grader.marks.statistics import Earned, Item, bins, items, spread
from patience_grader.marks.verdict import State

MARKS = st.lists(st.fractions(0, 66, max_denominator=4), min_size=2, max_size=30)
EXAMINED = len(SCHEME.examined)


@given(MARKS)
def test_mean_median_deviation_and_quartiles_are_the_usual_ones(marks: list[Fraction]) -> None:
    found = spread(marks)
    assert found.mean == statistics.mean(marks)
    assert found.median == statistics.median(marks)
    assert found.deviation == pytest.approx(statistics.stdev(map(float, marks)), abs=1e-9)
    lower, _, upper = statistics.quantiles(marks, n=4, method="inclusive")
    assert (found.lower, found.upper) == (lower, upper)


def test_one_mark_has_no_deviation() -> None:
    assert spread([Fraction(7)]).deviation == 0


@pytest.mark.parametrize("out_of", [1, 4, 5, 10, 20, 66, 100, 120, 1000])
@settings(max_examples=20)
@given(shares=st.lists(st.fractions(0, Fraction(6, 5), max_denominator=8), max_size=20))
def test_every_mark_is_in_the_bin_that_begins_below_it(out_of: int, shares: list[Fraction]) -> None:
    marks = [share * out_of for share in shares]
    found = bins(marks, Fraction(out_of))
    assert 2 <= len(found) <= 15
    assert found[0].least == 0
    assert found[-1].least == out_of
    assert sum(one.count for one in found) == len(marks)
    ends = [*(one.least for one in found[1:]), Fraction(10**6)]
    for one, end in zip(found, ends, strict=True):
        assert one.count == sum(one.least <= mark < end for mark in marks)


def earned(*shares: float, state: State = State.FAILED) -> Earned:
    """What somebody earned of the first criteria; nothing of the others."""
    rest = [0.0] * (len(SCHEME.criteria) - len(shares))
    awards = [
        Fraction(share) * one.worth
        for share, one in zip((*shares, *rest), SCHEME.criteria, strict=True)
    ]
    return Earned(awards, [state] * len(awards))


def item(cohort: list[Earned], place: int = 0) -> Item:
    name = SCHEME.criteria[place].id
    return next(one for one in items(cohort, SCHEME) if one.criterion.id == name)


def test_a_criterion_has_its_shares_difficulty_and_order() -> None:
    cohort = [earned(1, 1), earned(0.5, 1), earned(0, 1), earned(0, 0)]
    one = item(cohort)
    assert (one.full, one.part, one.none, one.lost) == (1, 1, 2, 3)
    assert one.difficulty == pytest.approx(0.375)
    assert one.discrimination is None
    assert [one.lost for one in items(cohort, SCHEME)] == [4] * (len(SCHEME.criteria) - 2) + [3, 1]


def test_discrimination_is_the_correlation_with_everything_else() -> None:
    cohort = [earned(number % 2, number / 12, (number * 5 % 7) / 7) for number in range(12)]
    shares = [float(one.awards[0]) for one in cohort]
    rests = [float(sum(one.awards) - one.awards[0]) for one in cohort]
    expected = statistics.correlation(shares, rests)
    assert item(cohort).discrimination == pytest.approx(expected)


def test_a_question_that_good_students_lose_is_warned_of() -> None:
    cohort = [earned(number < 5, *[number / 12] * 3) for number in range(12)]
    assert item(cohort).warning == "those who do well otherwise lose it more often"
    assert not item(cohort, 1).warning
    assert item(cohort, 5).warning == "nobody earned it"
    few = cohort[:9]
    assert not any(one.warning for one in items(few, SCHEME))


def test_what_is_awaited_or_void_says_nothing() -> None:
    waiting = earned(state=State.AWAITING)
    assert items([earned(1), waiting], SCHEME) == []
    void = earned(state=State.VOID)
    assert item([earned(1), void]).full == 1
    assert item([earned(1), void]).lost == 0
    assert items([void], SCHEME) == []
