"""What one run changed about the marks of another."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from patience_grader.grading.runs import Earlier, Runs, following
from patience_grader.marks.changes import Change, Marked, change_between
from patience_grader.marks.verdict import State
from patience_grader.report.changes import changes_csv, changes_line


def found(mark: str = "3", band: str = "", fingerprint: str = "1", **criteria: str) -> Marked:
    """What a run found: `a="2 passed"` is what a criterion earned and how it ended."""
    earned = {name: Fraction(text.split()[0]) for name, text in criteria.items()}
    states = {name: text.partition(" ")[2] for name, text in criteria.items()}
    return Marked(
        mark=Fraction(mark),
        band=band,
        earned=earned,
        states=states,
        fingerprint={"suite": fingerprint},
    )


BEFORE = found(a="2 passed", b="1 partial", c=f"0 {State.AWAITING}")


def changed(before: Marked, later: Marked) -> Change:
    change = change_between(before, later)
    assert change is not None
    return change


def test_the_same_marks_are_no_change_however_they_were_found() -> None:
    again = found(fingerprint="2", a="2 passed", b="1 failed", c=f"0 {State.AWAITING}")
    assert change_between(BEFORE, BEFORE) is None
    assert change_between(BEFORE, again) is None


def test_manual_marks_that_come_in_are_no_change() -> None:
    assert change_between(BEFORE, found("7", a="2 passed", b="1 partial", c="4 passed")) is None


def test_manual_marks_that_change_are_one() -> None:
    marked = found("7", a="2 passed", b="1 partial", c="4 passed")
    change = changed(marked, found("6", a="2 passed", b="1 partial", c="3 partial"))
    assert (change.gained, change.reasons) == ("-1", ())
    assert [one.criterion for one in change.criteria] == ["c"]


def test_a_late_rule_or_a_band_alone_is_a_change() -> None:
    late = found("2.5", a="2 passed", b="1 partial", c=f"0 {State.AWAITING}")
    assert changed(BEFORE, late).gained == "-0.5"
    one, other = found(band="A1", a="3 passed"), found(band="B2", a="3 passed")
    assert changed(one, other).gained == "A1 to B2"
    assert "band A1 to B2" in changed(one, other).for_student


def test_criteria_that_come_and_go_are_told() -> None:
    change = changed(found(a="3 passed"), found("2", fingerprint="2", b="2 passed"))
    named = [(one.criterion, int(one.before), int(one.after), one.state) for one in change.criteria]
    assert named == [("b", 0, 2, "passed"), ("a", 3, 0, "no longer a criterion")]
    assert change.reasons == ("the tests or the solution changed",)


def test_students_read_marks_and_no_state() -> None:
    sentence = changed(BEFORE, found("4.5", a="2 passed", b="2.5 passed")).for_student
    assert sentence == "This was marked again, and the mark changed from 3 to 4.5: b 1 to 2.5."


def test_a_criterion_under_a_cap_changes_and_the_total_does_not() -> None:
    change = changed(BEFORE, found(a="2 passed", b="2.5 passed"))
    assert change.gained == "+0"
    assert "the total is the same: b 1 to 2.5" in change.for_student


def test_a_run_without_changes_leaves_the_last_ones() -> None:
    better = found("4", a="3 passed", b="1 partial")
    runs, new = following(Runs(), {"Jo": BEFORE, "Bo": BEFORE})
    assert not new
    runs, new = following(runs, {"Jo": better, "Bo": BEFORE})
    assert list(new) == ["Jo"] == list(runs.changes)
    same, none = following(runs, {"Jo": better})
    assert (same, none) == (runs, {})
    assert runs.of("Jo").change_to(better) == new["Jo"]
    assert runs.of("Bo").change_to(BEFORE) is None
    assert Earlier().change_to(BEFORE) is None


def test_a_change_is_no_longer_told_when_the_mark_is_another_one() -> None:
    waiting = found("2", a="2 passed", c=f"0 {State.AWAITING}")
    runs, _ = following(Runs(), {"Jo": found("1", a="1 partial", c=f"0 {State.AWAITING}")})
    runs, _ = following(runs, {"Jo": waiting})
    complete = found("6", a="2 passed", c="4 passed")
    assert runs.of("Jo").change_to(complete) is None
    runs, new = following(runs, {"Jo": complete})
    assert not new
    assert not runs.changes


def test_a_line_names_the_first_few_and_a_table_all() -> None:
    change = changed(found("1", a="1 failed"), found("1.5", a="1.5 passed"))
    changes = dict.fromkeys(("Jo", "=1+1", "Bo\x1b[1m", "Mo", "Zo"), change)
    assert changes_line({"Jo": change}, 300) == "1 of 300 changed: Jo +0.5 (a passed)"
    line = changes_line(changes, 300)
    assert line.startswith("5 of 300 changed: Jo +0.5 (a passed), =1+1 +0.5")
    assert line.endswith("and 2 more")
    rows = list(csv.DictReader(io.StringIO(changes_csv(changes))))
    assert [row["submission"] for row in rows] == ["Jo", "'=1+1", "Bo", "Mo", "Zo"]
    assert {row["change"] for row in rows} == {"0.5"}
    assert {row["criteria"] for row in rows} == {"a 1 to 1.5 (passed)"}


@pytest.mark.parametrize("count", [1, 3, 4, 9])
def test_a_line_stays_short(count: int) -> None:
    names = {f"c{number}": "1 failed" for number in range(count)}
    later = found("9", **dict.fromkeys(names, "2 passed"))
    line = changes_line({"Jo": changed(found(**names), later)}, 3)
    assert line.count("passed") == min(count, 3)
    assert ("more" in line) == (count > 3)
