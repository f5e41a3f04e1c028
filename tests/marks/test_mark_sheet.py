"""What a sheet says of its awards: sums, caps, bonus, status, and what each phase sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from patience_grader.marks.late import Settlement
from patience_grader.marks.mark_sheet import Award, MarkSheet, award
from patience_grader.marks.misread import Misread, Once
from patience_grader.marks.place import Place
from patience_grader.marks.scheme import Criterion, Exercise, Scheme
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.marks.visibility import Level, Phase, Visibility

WORTHS = {"a.one": 3, "a.two": 5, "b.one": 7, "hand.style": 11, "extra.one": 4}
CRITERIA = {
    name: Criterion(name, name, Fraction(worth), 1, manual=name.startswith("hand"))
    for name, worth in WORTHS.items()
}


def exercise(name: str) -> Exercise:
    criteria = tuple(one for one in CRITERIA.values() if one.exercise == name)
    return Exercise("1", name, name, sum((one.worth for one in criteria), Fraction(0)), criteria)


A, B, HAND, EXTRA = map(exercise, ("a", "b", "hand", "extra"))
SCHEME = Scheme((A, B, HAND, EXTRA), Fraction(26), bonus=(EXTRA,))
PARTIAL = Verdict(State.PARTIAL, share=Fraction(2, 5))
FAILED = Verdict(State.FAILED, "it is wrong")
VOID = Verdict(State.VOID, "a fault")
RIGHT: Mapping[str, Verdict] = dict.fromkeys(WORTHS, PASSED)


def sheet(verdicts: Mapping[str, Verdict] = RIGHT, **more: Any) -> MarkSheet:
    return MarkSheet("x", "2600001A", SCHEME, award(SCHEME, {**RIGHT, **verdicts}), **more)


@pytest.mark.parametrize(
    ("verdict", "earned"),
    [(PASSED, 5), (PARTIAL, 2), *((Verdict(state), 0) for state in State if state != "passed")],
)
def test_a_criterion_earns_all_a_share_or_nothing(verdict: Verdict, earned: int) -> None:
    one = sheet({"a.two": verdict})
    assert Award(CRITERIA["a.two"], verdict).earned == earned
    assert [one.earned(A), one.earned(B)] == [3 + earned, 7]
    assert one.strict == one.sum == one.total == one.mark == 25 + earned
    assert one.is_perfect is (verdict == PASSED)


def test_what_is_on_top_is_summed_but_is_no_part_of_what_can_be_earned() -> None:
    assert [sheet().sum, sheet().out_of, sheet().bonus] == [30, 26, 4]
    assert sheet({"extra.one": FAILED}).bonus == 0


def test_a_cap_bounds_the_total_and_the_late_rule_makes_the_mark() -> None:
    assert [sheet(cap=10).total, sheet(cap=10).sum] == [10, 30]
    assert sheet(cap=40).total == 30
    late = sheet(settlement=Settlement(Fraction(30), Fraction(20), "A1", "B2"))
    assert [late.total, late.mark, late.band] == [30, 20, "B2"]
    assert sheet().band == ""


def test_what_was_not_examined_is_void_or_waits_for_a_person() -> None:
    awards = {one.criterion.id: one.verdict.state for one in award(SCHEME, {"a.one": PASSED})}
    assert awards.pop("a.one") is State.PASSED
    assert awards.pop("hand.style") is State.AWAITING
    assert set(awards.values()) == {State.VOID}
    one = MarkSheet("x", "", SCHEME, award(SCHEME, {"a.one": PASSED}))
    assert one.awaiting == 11
    assert [each.criterion.id for each in one.void] == ["a.two", "b.one", "extra.one"]
    assert [sheet().awaiting, sheet().void] == [0, ()]


FLAGGED = replace(PASSED, flag="look here")


@pytest.mark.parametrize(
    ("verdicts", "more", "status"),
    [
        ({}, {}, "marked"),
        ({"a.one": FAILED}, {}, "marked"),
        ({"a.one": VOID}, {}, "void"),
        ({"hand.style": Verdict(State.AWAITING)}, {}, "awaiting manual marks"),
        ({}, {"cap": 0}, "capped"),
        ({}, {"remarks": ("a.py is missing",)}, "instructions not followed"),
        ({"a.one": FLAGGED}, {}, "flagged"),
        ({"a.one": VOID}, {"cap": 3}, "void + capped"),
        ({"a.one": VOID}, {"unreadable": "no zip", "stopped": "too long"}, "unreadable"),
        ({"a.one": VOID}, {"stopped": "too long"}, "stopped"),
    ],
)
def test_the_status_names_what_a_person_must_look_at(
    verdicts: dict[str, Verdict], more: dict[str, Any], status: str
) -> None:
    assert sheet(verdicts, **more).status == status


def test_flags_and_overrides_are_listed() -> None:
    one = sheet({"a.one": FLAGGED, "b.one": replace(PASSED, overridden="failed")})
    assert one.flags == ("a.one: look here",)
    assert [each.criterion.id for each in one.overridden] == ["b.one"]


def test_an_exercise_is_told_of_when_something_of_it_is_lost_or_to_be_said() -> None:
    one = sheet({"a.two": FAILED, "hand.style": FAILED, "extra.one": FLAGGED})
    assert [one.tells_of(each) for each in (A, B, HAND, EXTRA)] == [True, False, True, True]
    assert [one.can_be_checked(each) for each in (A, B, HAND, EXTRA)] == [True, False, False, False]
    assert not replace(one, unreadable="no zip").can_be_checked(A)
    assert [each.criterion.id for each in one.of(A)] == ["a.one", "a.two"]


# A misreading of the handout

MISREAD = Misread(("x",), ("You read x.",), ("a.one", "a.two", "b.one"))


def test_by_reading_what_a_misreading_makes_right_is_earned() -> None:
    verdicts = {"a.one": FAILED, "a.two": replace(PARTIAL, overridden="failed"), "b.one": VOID}
    one = sheet(verdicts, misread=MISREAD)
    assert one.strict == 30 - 3 - 3 - 7
    assert one.by_reading == one.strict + 3  # a person's marks and faults of ours are as they are
    assert [one.by_reading_of(A), one.by_reading_of(B)] == [5, 0]
    assert sheet(verdicts).by_reading == sheet(verdicts).strict
    assert [one.sum, one.regained] == [one.strict, 0]
    once = replace(one, costs=Once(Fraction(1)))
    assert [once.sum, once.regained] == [one.strict + 2, 2]


def seen_at(level: Level) -> Visibility:
    return Visibility(dict.fromkeys(Phase, level))


def test_a_phase_sees_of_verdicts_and_of_the_misreading_what_it_may() -> None:
    evidence = Evidence("f(1)", "", "1", "2")
    lost = Verdict(State.FAILED, "it is wrong", evidence, flag="look here")
    one = sheet(
        {"a.one": lost, "hand.style": lost}, misread=MISREAD, place=Place(quarter=1, count=20)
    )
    all_of_it, little = seen_at(Level.COUNTEREXAMPLE), seen_at(Level.KIND)
    staff = one.as_visible(all_of_it, Phase.STAFF)
    assert staff == one
    student = one.as_visible(all_of_it, Phase.DEADLINE)
    assert student.awards[0].verdict == replace(lost, flag="")
    assert (student.place, student.misread) == (one.place, MISREAD)
    assert one.as_visible(all_of_it, Phase.SUBMISSION).place is None
    hidden = one.as_visible(little, Phase.DEADLINE)
    assert hidden.awards[0].verdict.evidence is None
    assert hidden.awards[3].verdict == replace(lost, flag="")  # what a person says
    assert hidden.misread is None
    charged = replace(one, costs=Once(Fraction(1))).as_visible(little, Phase.DEADLINE)
    assert charged.misread == replace(MISREAD, names=(), sentences=())
    assert charged.total == one.strict + 2
