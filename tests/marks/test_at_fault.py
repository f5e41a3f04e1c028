"""A function whose wrong answers are behind what its callers lost is named first."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from patience_grader.marks.at_fault import AtFault, at_fault
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.misread import Misread
from patience_grader.marks.scheme import Criterion, Exercise, Scheme
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.marks.visibility import Phase, Visibility
from patience_grader.report.page import feedback_page
from patience_grader.report.text import text_of

WRONG = "fits(3, 4) is already wrong: it returned False, not True"
NAMES = [
    "fits.one",
    "fits.two",
    "move.one",
    "move.two",
    "move.three",
    "solve.one",
    "solve.two",
    "show.one",
]


def sheet(causes: Mapping[str, str], **more: Verdict) -> MarkSheet:
    """A sheet on which these criteria are lost, with what is wrong on the way to them."""
    found = dict.fromkeys(NAMES, PASSED)
    for name, cause in causes.items():
        shown = Evidence(f"{name.partition('.')[0]}(1)", "", "True", "False", cause=cause)
        found[name] = Verdict(State.FAILED, "it is wrong", shown)
    found |= {name.replace("_", "."): one for name, one in more.items()}
    exercises = {name.partition(".")[0] for name in NAMES}
    scheme = Scheme(
        tuple(
            Exercise(name, name, name, Fraction(len(ids)), tuple(ids))
            for name in sorted(exercises)
            if (ids := [Criterion(one, one, Fraction(1), 1) for one in NAMES if name in one])
        ),
        Fraction(len(NAMES)),
    )
    return MarkSheet("a", "a", scheme, award(scheme, found))


def test_three_losses_that_rest_on_one_function_name_it() -> None:
    lost = {"fits.one": "", "move.one": WRONG, "move.two": WRONG, "solve.one": WRONG}
    found = at_fault(sheet(lost))
    assert found == AtFault("fits", WRONG, ("move.one", "move.two", "solve.one"), 3)


def test_two_losses_are_too_few_and_half_of_them_are_not_most() -> None:
    assert at_fault(sheet({"fits.one": "", "move.one": WRONG, "move.two": WRONG})) is None
    three = {"move.one": WRONG, "move.two": WRONG, "solve.one": WRONG}
    assert at_fault(sheet({**three, "move.three": "", "solve.two": ""})) is not None
    assert at_fault(sheet({**three, "move.three": "", "solve.two": "", "show.one": ""})) is None


def test_what_rests_on_it_by_way_of_another_function_counts() -> None:
    on_move = "move(3) is already wrong: it returned 1, not 2"
    lost = {"fits.one": "", "move.one": WRONG, "solve.one": on_move, "solve.two": on_move}
    found = at_fault(sheet(lost))
    assert found == AtFault("fits", WRONG, ("move.one", "solve.one", "solve.two"), 3)
    around = {**lost, "fits.one": "solve(1) is already wrong: it returned 1, not 2"}
    assert at_fault(sheet(around)) is None  # they rest on each other


def test_what_is_not_written_yet_is_not_lost_elsewhere() -> None:
    three = {"move.one": WRONG, "move.two": WRONG, "solve.one": WRONG}
    missing = Verdict(State.NOT_ANSWERED, "not written", Evidence("call()", "", "1", ""))
    found = at_fault(sheet(three, move_three=missing, solve_two=missing))
    assert found is not None
    assert found.of == 3


def test_a_misreading_of_the_handout_is_told_in_its_place() -> None:
    lost = sheet({"move.one": WRONG, "move.two": WRONG, "solve.one": WRONG})
    told = MarkSheet(
        *("a", "a", lost.scheme, lost.awards), misread=Misread(("x",), ("You read x.",), ())
    )
    assert at_fault(told) is None


def test_it_is_told_where_the_counterexamples_may_be_seen() -> None:
    lost = sheet({"move.one": WRONG, "move.two": WRONG, "solve.one": WRONG, "solve.two": ""})
    said = "Put fits right first: its wrong answers are behind 3 of the 4 criteria"
    assert said in text_of(lost)
    assert said in feedback_page(lost, "Moves", "1")
    early = lost.as_visible(Visibility(), Phase.SUBMISSION)
    assert said not in feedback_page(early, "Moves", "1")
