"""In which quarter of the cohort a mark is."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from patience_grader.marks.place import places


def test_each_quarter_has_its_marks_and_equal_marks_are_in_the_same() -> None:
    found = places({f"s{mark:02}": Fraction(mark) for mark in range(12)})
    assert [found[f"s{mark:02}"].quarter for mark in range(12)] == [3, 3, 3, 2, 2, 2, 1, 1, 1] + [
        0
    ] * 3
    same = places({str(number): Fraction(7) for number in range(40)})
    assert {one.quarter for one in same.values()} == {0}
    assert same["3"].for_student == "This mark is in the highest quarter of 40 submissions."


def test_a_small_cohort_has_no_places() -> None:
    assert places({str(number): Fraction(number) for number in range(11)}) == {}
    assert places({}) == {}


@given(st.lists(st.fractions(0, 66), min_size=12, max_size=40))
def test_a_better_mark_is_never_in_a_lower_quarter(marks: list[Fraction]) -> None:
    found = places({str(number): mark for number, mark in enumerate(marks)})
    ordered = sorted(range(len(marks)), key=lambda number: -marks[number])
    quarters = [found[str(number)].quarter for number in ordered]
    assert quarters == sorted(quarters)
    assert quarters[0] == 0
    assert max(quarters) <= 3
