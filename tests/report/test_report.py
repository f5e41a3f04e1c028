"""What students, instructors and programs read of a mark sheet."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import patience_grader
import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.course.coursework import read_coursework
from patience_grader.grading.complete import InstructorNotes, complete
from patience_grader.manual.sheet import Given
from patience_grader.marks.late import Hourly, Settlement, Timing
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.scheme import read_scheme
from patience_grader.marks.verdict import PASSED, Evidence, Picture, Spread, State, Verdict
from patience_grader.marks.visibility import Phase, Visibility
from patience_grader.report.cohort import cohort_page
from patience_grader.report.drawing import drawn
from patience_grader.report.page import feedback_page
from patience_grader.report.results_json import results_of
from patience_grader.report.table import csv_of, row_of
from patience_grader.report.text import text_of
from patience_grader.text import sanitize as safe
from patience_grader.text.numbers import format_marks
from patience_grader.text.sanitize import csv_cell, one_line, sanitize

SCHEME = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `deal`** | **Dealing** | **3** |
| `deal.third` | The first third. | 1 |
| `deal.rest` | The rest. | 2 |
| **2 `play`** | **Playing** | **2** |
| `play.once` | It plays. | 1/3 |
| `play.twice` | It plays on. | 5/3 |
| | **total** | **5** |
""",
    "handout/cards.md",
    5,
)
SHOWN = {
    "called": "deal(7)",
    "given": "♠A",
    "expected": "seven\ncards",
    "got": "six\ncards",
    "cause": "helper",
    "note": "Look.",
    "snippet": ">>> 7",
}
LOST = Verdict(State.FAILED, "it fails", Evidence(**SHOWN, trace=("line 3",)))
VOID = Verdict(State.VOID, "the suite itself is wrong")
HOSTILE = "</pre><script>{}()</script><img src=\"//evil\" onerror='{}'>&amp;{{{{ 7 * 7 }}}}"
FINGERPRINT = {"submission": "1", "paper": "2"}
ODD = "\x1b[]m;\x07\\\r\n\t =+-@\x9b\u202e\u2028\ud800"
TEXTS = st.text(st.characters() | st.sampled_from(ODD))


def sheet_of(verdicts: Mapping[str, Verdict] | None = None, **fields: Any) -> MarkSheet:
    """A mark sheet on which everything is passed except what these verdicts say."""
    passed = {one.id: PASSED for one in SCHEME.criteria}
    awards = award(SCHEME, {**passed, **(verdicts or {})})
    return replace(MarkSheet("Jo", "1F", SCHEME, awards), **fields)


SHEETS = {
    "full": sheet_of(),
    "lost": sheet_of({"play.once": LOST}),
    "capped": sheet_of({"deal.third": LOST}, cap=2, broken=("game.py cannot be imported: no",)),
    "remarked on": sheet_of(remarks=("deck.py is missing",)),
    "void": sheet_of({"play.twice": VOID}),
    "unreadable": sheet_of(
        {one.id: Verdict(State.NOT_ANSWERED, "it is no zip") for one in SCHEME.criteria},
        unreadable="it is no zip",
    ),
}
PICTURE = Picture(
    "how many guesses it took",
    ("1", "2", "more"),
    (
        Spread("you", (0.004, 0.0, 0.996), "mean 7"),
        Spread("another player", (0.25, 0.125, 0.625), "mean 2"),
    ),
)
PART = replace(
    LOST, state=State.PARTIAL, reason="some of it", share=Fraction(1, 3), picture=PICTURE
)
WAITING = Verdict(State.AWAITING, "a person marks this")
LATE = Settlement(Fraction(5), Fraction(4), reasons=("The deadline was <then>.", "It costs 1."))
FALLEN = Settlement(Fraction(5), Fraction(5), "A1", "B2", ("Your band falls.",))
SHEETS["partial"] = sheet_of({"deal.rest": PART})
each_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)


class Page(HTMLParser):
    """A page as a browser sees it: its tags, their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        self.text = "".join(self.texts)
        self.words = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, attribute: str) -> list[str]:
        return [value for name, value in self.attributes if name == attribute]


def feedback(sheet: MarkSheet) -> Page:
    return Page(feedback_page(sheet, "Cards", "1.0"))


@given(st.fractions(0, 10_000, max_denominator=5_000))
def test_marks_have_at_most_two_decimals_and_are_as_near_as_they_can_be(worth: Fraction) -> None:
    assert re.fullmatch(r"(0|[1-9][0-9]*)(\.[0-9]?[1-9])?", format_marks(worth))
    assert abs(Fraction(format_marks(worth)) - worth) <= Fraction(5, 1000)


def test_halves_of_a_hundredth_are_rounded_up_and_tens_stay_tens() -> None:
    worths = [Fraction(1, 200), Fraction("0.125"), Fraction(2, 3), Fraction(100), Fraction(0)]
    assert [format_marks(worth) for worth in worths] == ["0.01", "0.13", "0.67", "100", "0"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;//evil\x07link\x1b]8;;\x1b\\", "link"),
        ("a\rb\0", "a\\u000db\\u0000"),
        ("one\r\ntwo\tthree", "one\ntwo\tthree"),
        ("\u202egame\u2066\ufeff", "\\u202egame\\u2066\\ufeff"),
        ("\ud800", "\\ud800"),
        ("\x9b31m", "\\u009b31m"),
        ("♠A 🂡 Zoë", "♠A 🂡 Zoë"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        (f"in {Path(os.__file__).parent}/json/decoder.py", "in (python)/json/decoder.py"),
        (f"in {safe.__file__}", "in (kit)/text/sanitize.py"),
    ],
)
def test_what_could_deceive_is_spelled_out_and_the_rest_stays(text: str, shown: str) -> None:
    assert sanitize(text) == shown


@given(TEXTS)
def test_no_control_or_format_character_survives(text: str) -> None:
    for shown in (sanitize(text).translate({10: None, 9: None}), one_line(text), csv_cell(text)):
        assert not {one for one in shown if unicodedata.category(one).startswith("C")}


@given(TEXTS)
def test_a_line_is_one_line_and_a_cell_no_formula(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert not csv_cell(text).startswith(("=", "+", "-", "@"))
    assert csv_cell(text).removeprefix("'") == one_line(text).removeprefix("'")


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", " \t=1", "\x1b[0m=1", "\r\n=1", "＝1", "－1", "＠A1"]
)
def test_a_formula_is_marked_as_text(text: str) -> None:
    assert csv_cell(text).startswith("'")


def test_a_line_is_no_command_to_a_ci_service() -> None:
    assert "##[" not in one_line("wrong ##[error] said ##[group]")


def test_a_very_long_text_is_cut() -> None:
    assert len(sanitize("x" * 10**6)) < 10**5


MORE = ["submitted", "late", "reason"]


def test_the_table_has_its_columns_in_order_and_can_be_read_again() -> None:
    name = '=HYPERLINK("//evil"), "Jo"\n\x1b[1m'
    sheets = [sheet_of({"play.once": LOST}, submission=name), SHEETS["capped"]]
    head, jo, capped = csv.reader(io.StringIO(csv_of(map(row_of, sheets), SCHEME)))
    assert head == ["submission", "student", "status", "total", "out_of", *MORE, "deal", "play"]
    assert jo == [
        '\'=HYPERLINK("//evil"), "Jo"',
        "1F",
        "marked",
        "4.67",
        "5",
        "",
        "",
        "",
        "3",
        "1.67",
    ]
    assert capped == ["Jo", "1F", "capped", "2", "5", "", "", "", "2", "2"]


@each_sheet
def test_results_json_has_the_fields_that_gradescope_knows(sheet: MarkSheet) -> None:
    results = json.loads(results_of(sheet, FINGERPRINT))
    assert {"score", "output", "output_format", "visibility", "tests"} <= set(results)
    assert results["score"] == pytest.approx(float(sheet.total), abs=0.005)
    assert [test["name"] for test in results["tests"]] == [one.id for one in SCHEME.criteria]
    for test, one in zip(results["tests"], sheet.awards, strict=True):
        assert test["status"] == ("passed" if one.verdict.state == "passed" else "failed")
        assert isinstance(test["output"], str)
    scores = [test["score"] for test in results["tests"]]
    assert sum(scores) == pytest.approx(float(sheet.sum), abs=0.005 * len(scores))
    assert sum(test["max_score"] for test in results["tests"]) == pytest.approx(5)


@pytest.mark.parametrize("part", ["it fails", "line 3", *SHOWN.values()])
def test_what_was_called_expected_and_got_is_shown(part: str) -> None:
    tests = json.loads(results_of(SHEETS["lost"], {}))["tests"]
    [output] = [test["output"] for test in tests if test["status"] == "failed"]
    assert part in output
    assert " ".join(part.split()).lower() in feedback(SHEETS["lost"]).words.lower()


def test_there_is_no_word_of_lines_to_paste_where_there_are_none() -> None:
    evidence = Evidence(**{**SHOWN, "snippet": ""}, trace=())
    sheet = sheet_of({"play.once": Verdict(State.FAILED, "it fails", evidence)})
    assert "To see it again" not in results_of(sheet, {})
    assert "To see it again" in results_of(SHEETS["lost"], {})


def test_nothing_from_a_hand_in_becomes_part_of_a_page() -> None:
    fields = "submission student reason broken remark trace unreadable problem"
    bad = {name: HOSTILE.format(name, name) for name in [*SHOWN, *fields.split()]}
    evidence = Evidence(**{name: bad[name] for name in SHOWN}, trace=(bad["trace"],))
    lost = {"deal.rest": Verdict(State.RAISED, bad["reason"], evidence)}
    sheet = sheet_of(lost, submission=bad["submission"], student=bad["student"])
    sheet = replace(sheet, broken=(bad["broken"],), remarks=(bad["remark"],))
    row = replace(row_of(sheet), problem=bad["problem"])
    for page, parts in (
        (feedback(sheet), list(bad)[:-2]),
        (feedback(sheet_of(unreadable=bad["unreadable"])), ["unreadable"]),
        (Page(cohort_page([row], SCHEME, "Cards", "1")), ["submission", "student", "problem"]),
    ):
        assert page.html.count("<script") == ("problem" in parts), "the cohort's own"
        assert "img" not in page.tags
        assert not page.all("onerror")
        assert [part for part in parts if bad[part] not in page.text] == []


@each_sheet
def test_pages_need_nothing_from_elsewhere(sheet: MarkSheet) -> None:
    cohort = cohort_page([row_of(sheet)], SCHEME, "Cards", "1.0")
    for html in (feedback_page(sheet, "Cards", "1.0"), cohort):
        page = Page(html)
        assert not page.tags & {"link", "img", "iframe", "object", "embed", "base"}
        assert html.count("<script") == (html is cohort)
        assert "default-src 'none'" in html
        assert not page.all("src")
        assert not re.search(r"https?:|//|url\(|@import", html)
    targets = feedback(sheet).all("href")
    assert {target.removeprefix("#") for target in targets} <= set(feedback(sheet).all("id"))
    assert set(Page(cohort).all("href")) == {"Jo/feedback.html", "#"}


def test_a_rule_has_no_backslashes_where_it_is_no_markdown() -> None:
    table = r"""
| criterion | what we look for | marks |
|---|---|---:|
| **1 `deal`** | **Dealing** | **1** |
| `deal.once` | deal\_once \*works\* | 1 |
| | **total** | **1** |
"""
    scheme = read_scheme(table.lstrip(), "handout/cards.md", 1)
    awards = award(scheme, {"deal.once": Verdict(State.FAILED, "it does not")})
    sheet = MarkSheet("Jo", "1F", scheme, awards)
    assert "deal_once *works*" in results_of(sheet, {})
    assert "deal_once *works*" in text_of(sheet)


def test_void_is_not_the_students_fault_and_the_cause_is_for_staff() -> None:
    results = json.loads(results_of(SHEETS["void"], {}))
    page = feedback(SHEETS["void"]).words
    for output in (page, str(results["tests"])):
        assert "not your fault" in output
        assert VOID.reason not in output
    assert VOID.reason not in results["output"]
    assert VOID.reason in row_of(SHEETS["void"]).problem


def test_the_cap_is_stated_with_what_it_took() -> None:
    words = feedback(SHEETS["capped"]).words
    assert "at most 2 marks; its criteria add up to 4" in words
    assert "game.py cannot be imported: no" in words
    assert "capped at 2 marks" in json.loads(results_of(SHEETS["capped"], {}))["output"]


@each_sheet
def test_the_text_has_a_line_for_each_exercise_and_each_loss(sheet: MarkSheet) -> None:
    head, *lines = text_of(sheet).splitlines()
    assert head == f"Jo: {format_marks(sheet.total)} of 5 ({sheet.status})"
    exercises = [text.split()[0] for text in lines if re.match(r"  \w+ +[0-9.]+ of [0-9]", text)]
    assert exercises == ([] if sheet.unreadable else ["deal", "play"])
    losses = [text for text in lines if text.startswith("    - ")]
    noted = [one for one in sheet.awards if one.verdict != PASSED]
    assert len(losses) == (0 if sheet.unreadable else len(noted))


def test_nothing_from_a_hand_in_works_on_the_terminal() -> None:
    bad = "\x1b[2J\u202e\x07"
    lost = {"deal.rest": Verdict(State.RAISED, bad)}
    sheet = sheet_of(lost, submission=bad, broken=(bad,), remarks=(bad,))
    for text in (text_of(sheet), text_of(replace(sheet, unreadable=bad))):
        assert text.replace("\n", "").isprintable()


def test_what_is_flagged_is_for_instructors_alone() -> None:
    flag = "better than is possible\x1b[2J\u3164"
    sheet = sheet_of({"play.once": Verdict(State.PASSED, flag=flag)}, submission="Jo")
    assert sheet.status == "flagged"
    assert row_of(sheet).flags == "play.once: better than is possible\\u3164"
    for phase in Phase:
        shown = sheet.as_visible(Visibility(), phase)
        texts = (text_of(shown), results_of(shown, {}), feedback_page(shown, "Cards", "1.0"))
        is_told = [("better than is possible" in text) for text in texts]
        assert any(is_told) == (phase is Phase.STAFF)
    assert "better than is possible" in cohort_page([row_of(sheet)], SCHEME, "Cards", "1.0")


@pytest.mark.parametrize("totals", [[5], [0], [0, 5, 5], ["1/2", "0.49", "4.99", "2.5"]])
def test_the_histogram_counts_every_hand_in_once(totals: list[str | int]) -> None:
    row = replace(row_of(SHEETS["full"]), submission="a b")
    rows = [replace(row, mark=Fraction(one)) for one in totals]
    html = cohort_page(rows, SCHEME, "Cards", "1.0")
    bars = re.findall(r'<li title="([\d.]+–?): (\d+)">', html)
    assert [label for label, _ in bars][:2] + [bars[-1][0]] == ["0–", "0.5–", "5"]
    assert sum(int(number) for _, number in bars) == len(totals)
    assert int(bars[-1][1]) == totals.count(5)
    assert set(Page(html).all("href")) == {"a%20b/feedback.html", "#"}


def test_without_a_verdict_a_criterion_is_void_and_the_denominator_stays() -> None:
    verdicts = {"deal.rest": PASSED, "play.once": PASSED, "no.criterion": PASSED}
    sheet = sheet_of(awards=award(SCHEME, verdicts))
    assert [one.criterion.id for one in sheet.void] == ["deal.third", "play.twice"]
    assert (str(sheet.total), str(sheet.out_of), sheet.status) == ("7/3", "5", "void")
    assert [sheet.earned(exercise) for exercise in SCHEME.exercises] == [2, Fraction(1, 3)]


def test_a_cap_lowers_the_total_and_never_raises_it() -> None:
    assert [sheet_of(cap=cap).total for cap in (0, 2, 5, 9)] == [0, 2, 5, 5]
    everything = sheet_of({"deal.rest": VOID}, cap=9, remarks=("late",))
    assert everything.total == everything.sum == 3
    assert everything.status == "void + capped + instructions not followed"


# In part, to be marked, late


def test_what_is_earned_in_part_says_how_much_and_why() -> None:
    sheet = SHEETS["partial"]
    assert sheet.total == 3 + Fraction(2, 3)
    words = feedback(sheet).words
    assert "partial 0.67 of 2 marks" in words
    assert "Some of it." in words
    (test,) = (one for one in each_test(sheet) if one["name"] == "deal.rest")
    assert (test["score"], test["max_score"], test["status"]) == (0.67, 2, "failed")
    assert test["tags"] == ["deal", "partial"]
    assert "partial: some of it" in test["output"]
    assert drawn(PICTURE) in test["output"]
    assert "- The rest. partial: some of it" in text_of(sheet)


def each_test(sheet: MarkSheet) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(results_of(sheet, {}))["tests"]
    return found


def test_two_criteria_in_part_are_never_told_as_one() -> None:
    sheet = sheet_of({"deal.third": PART, "deal.rest": PART})
    assert feedback(sheet).words.count("partial") == 2


def test_a_picture_is_drawn_in_characters_with_every_percentage() -> None:
    title, *lines = drawn(PICTURE).splitlines()
    assert title == PICTURE.title
    assert [one_line.split() for one_line in lines] == [
        ["1", "2", "more"],
        ["you", "<1%", "·", "100%", "mean", "7"],
        ["another", "player", "25%", "12%", "62%", "mean", "2"],
    ]
    ends = [[at for at, sign in enumerate(one_line) if sign in "%·"] for one_line in lines[1:]]
    assert ends[0] == ends[1]


def test_a_picture_on_the_page_has_every_percentage_and_yours_first() -> None:
    page = feedback(SHEETS["partial"])
    assert page.all("aria-label") == [
        "1: 0.4 %, 2: 0.0 %, more: 99.6 %",
        "1: 25.0 %, 2: 12.5 %, more: 62.5 %",
    ]
    heights = [style for style in page.all("style") if style.startswith("height")]
    assert heights == [f"height: {part}%" for part in (0.4, 0.0, 99.6, 25.0, 12.5, 62.5)]
    assert page.all("class").count("columns mine") == 1
    assert page.words.index("you mean 7") < page.words.index("another player mean 2")


def test_a_picture_is_shown_to_those_who_pass_too() -> None:
    sheet = sheet_of({"deal.rest": Verdict(State.PASSED, "well done", picture=PICTURE)})
    assert len(feedback(sheet).all("aria-label")) == 2
    (test,) = (one for one in each_test(sheet) if one["name"] == "deal.rest")
    assert test["status"] == "passed"
    assert test["output"] == f"The rest.\n\nwell done\n\n{drawn(PICTURE)}"


def test_what_a_person_has_still_to_mark_is_neither_lost_nor_earned() -> None:
    sheet = sheet_of({"play.once": WAITING, "play.twice": WAITING})
    assert (sheet.status, str(sheet.total), str(sheet.awaiting)) == (
        "awaiting manual marks",
        "3",
        "2",
    )
    assert "3 of 5 so far, 2 awaiting manual marks" in feedback(sheet).words
    output = json.loads(results_of(sheet, {}))["output"]
    assert "2 marks are still to be given by hand." in output
    assert text_of(sheet).startswith("Jo: 3 of 5, 2 to be marked (awaiting manual marks)")
    page = Page(cohort_page([row_of(sheet)] * 2, SCHEME, "Cards", "1"))
    assert "2 of these submissions are awaiting manual marks" in page.words
    assert page.all("href") == [*["Jo/feedback.html", "Jo/review.html"] * 2, "#"]
    alone = Page(cohort_page([row_of(sheet)], SCHEME, "Cards", "1"))
    assert "1 of these submissions is awaiting manual marks" in alone.words


def test_late_work_is_told_everywhere_with_what_it_cost() -> None:
    sheet = sheet_of(settlement=LATE)
    assert "5 before the late rule, 4 after it." in feedback(sheet).words
    assert "The deadline was <then>. It costs 1." in feedback(sheet).words
    results = json.loads(results_of(sheet, {}))
    assert results["score"] == 4
    for part in ("4 of 5 marks", "Before the late rule: 5 marks.", *LATE.reasons):
        assert part in results["output"]
    first, *others = text_of(sheet).splitlines()
    assert first == "Jo: 4 of 5 (marked)"
    assert others[:3] == ["  before the late rule: 5", *(f"  {x}" for x in LATE.reasons)]
    assert "4from 5" in Page(cohort_page([row_of(sheet)], SCHEME, "Cards", "1")).text


def test_bands_are_told_everywhere_with_what_they_were() -> None:
    sheet = sheet_of(settlement=FALLEN)
    words = feedback(sheet).words
    assert "5 of 5 · band B2" in words
    assert "Band A1 before the rules for late work and submission, B2 after them." in words
    assert "Band: B2, from A1" in json.loads(results_of(sheet, {}))["output"]
    assert text_of(sheet).startswith("Jo: 5 of 5, band B2 (marked)")
    assert "B2 from A1" in Page(cohort_page([row_of(sheet)], SCHEME, "Cards", "1")).words
    same = sheet_of(settlement=replace(FALLEN, band_after="A1", reasons=()))
    assert "from" not in json.loads(results_of(same, {}))["output"]
    assert 'class="notice"' not in feedback_page(same, "Cards", "1.0")


@pytest.mark.parametrize(
    ("slug", "settlement", "columns"),
    [
        ("guessing", LATE, {"total": "4", "before_late": "5"}),
        ("klondike", FALLEN, {"total": "5", "band": "B2", "band_before": "A1"}),
    ],
)
def test_the_table_has_columns_for_the_rule_of_its_coursework(
    slug: str, settlement: Settlement, columns: Mapping[str, str]
) -> None:
    late = read_coursework(Path(__file__).parents[2], slug).late
    rows = [row_of(sheet_of(settlement=settlement))]
    (row,) = csv.DictReader(io.StringIO(csv_of(rows, SCHEME, late)))
    assert list(row)[:3] == ["submission", "student", "status"]
    assert list(row)[-2:] == ["deal", "play"]
    assert {name: row[name] for name in columns} == columns
    assert len(row) == 7 + len(MORE) + len(columns) - 1


PERSONAL = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `quality`** | **Quality** | **5** |
| `quality.names` | Names. | 2 |
| `quality.rest` | The rest. | 3 |
| | **total** | **5** |
""",
    "handout/cards.md",
    5,
    manual=["quality"],
)


def notes_on(comment: str, note: str) -> MarkSheet:
    """A sheet with this comment by a person, for marks in part and in full, and an extension."""
    coursework = replace(
        read_coursework(Path(__file__).parents[2], "guessing"),
        scheme=PERSONAL,
        late=Hourly(timezone="Europe/London", percent_per_hour=1),
    )
    given_marks = {
        "quality.names": Given(Fraction(1), comment),
        "quality.rest": Given(Fraction(3), comment),
    }
    own = datetime(2026, 3, 6, 17, tzinfo=UTC)
    timing = Timing(own + timedelta(hours=1), own, note)
    sheet = MarkSheet("Jo", "1F", PERSONAL, award(PERSONAL, {}))
    return complete(sheet, coursework, InstructorNotes(given_marks, timing))


def test_nothing_that_a_person_writes_becomes_part_of_a_page() -> None:
    comment, note = HOSTILE.format("comment", "comment"), HOSTILE.format("note", "note")
    sheet = notes_on(comment, note)
    assert [str(one.verdict.state) for one in sheet.awards] == ["partial", "passed"]
    page = feedback(sheet)
    assert not page.tags & {"script", "img"}
    assert not page.all("onerror")
    assert page.text.count(comment) == 2
    assert page.text.count(f"({note})") == 1


def test_nothing_that_a_person_writes_works_on_the_terminal_or_in_a_table() -> None:
    bad = "=\x1b[2J\u202e\x07##[error]\nnext"
    sheet = notes_on(bad, bad)
    for text in (text_of(sheet), json.loads(results_of(sheet, {}))["output"]):
        assert text.replace("\n", "").isprintable()
    assert "##[" not in text_of(sheet)
    table = csv_of([row_of(sheet)], PERSONAL)
    assert not re.search(r"(^|,)[=+@-]", table, re.MULTILINE)


def test_a_band_in_the_table_is_no_formula() -> None:
    late = read_coursework(Path(__file__).parents[2], "klondike").late
    row = replace(row_of(sheet_of(settlement=FALLEN)), submission="+1", student="@SUM(A1)")
    table = csv_of([row], SCHEME, late)
    assert not re.search(r"(^|,)[=+@-]", table, re.MULTILINE)


def test_no_page_speaks_of_what_a_coursework_is_about() -> None:
    pages = list(Path(patience_grader.__file__).parent.glob("report/templates/*.html"))
    assert pages
    for page in pages:
        assert not re.search(r"\b(boards?|cards?|suits?)\b", page.read_text("utf-8")), page
