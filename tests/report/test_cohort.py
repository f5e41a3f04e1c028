"""The page of a cohort, as a browser and an instructor see it."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from fractions import Fraction

from made_up import SCHEME
from patience_grader.marks.changes import Change, CriterionChange
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.verdict import PASSED, State, Verdict
from patience_grader.report.cohort import About, cohort_page
from patience_grader.report.table import Absent, Row, row_of

PASSED_ALL = {one.id: PASSED for one in SCHEME.criteria}
LOST_ALL = {one.id: Verdict(State.NOT_ANSWERED, "nothing") for one in SCHEME.criteria}
GOOD = row_of(MarkSheet("Jo", "1F", SCHEME, award(SCHEME, PASSED_ALL)))
IDLE = row_of(MarkSheet("Idle", "2F", SCHEME, award(SCHEME, LOST_ALL)))
POOR_LOST = {one: LOST_ALL[one] for one in ("quality.names", "quality.rest", "play.failed")}
POOR = row_of(MarkSheet("Poor", "3F", SCHEME, award(SCHEME, {**PASSED_ALL, **POOR_LOST})))
BROKEN = replace(GOOD, submission="Bro", status="capped", mark=Fraction(4), total=Fraction(4))
NO_ZIP = replace(GOOD, submission="<b>", status="unreadable", problem="no zip", mark=Fraction(0))
LATE = replace(GOOD, submission="Late", late="yes", band="B2", band_before="A1")
ROWS = [GOOD, IDLE, POOR, BROKEN, NO_ZIP, LATE]
CHANGE = Change(
    before=Fraction(19),
    after=Fraction(20),
    criteria=(
        CriterionChange(
            criterion="play.failed", before=Fraction(0), after=Fraction(1), state="passed"
        ),
    ),
    reasons=("the kit changed",),
)


def page(*rows: Row, **more: object) -> str:
    return cohort_page(rows or ROWS, SCHEME, "Cards", "1.0", **more)  # type: ignore[arg-type]


def words(html: str) -> str:
    bare = re.sub(r"<(script|style)>.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", bare).split())


def test_one_script_runs_which_is_the_kits_and_nothing_comes_from_elsewhere() -> None:
    html = page()
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{digest}'" in policy
    assert "&lt;b&gt;" in html
    assert "<b>" not in html.replace('<b aria-label="', "")
    assert not re.search(r"https?:|//|url\(|@import|innerHTML|eval\(", html)


def test_the_tiles_count_the_cohort() -> None:
    about = About(absent=(Absent("9", "9", "Nobody"),), named=True)
    overridden = replace(GOOD, submission="Over", overridden=2)
    text = words(page(*ROWS, overridden, about=about))
    for tile in ("submitted 7", "not submitted 1", "late 1", "to look at 2"):
        assert tile in text
    assert "overridden criteria 2" in text
    for name in ("mean", "median", "standard deviation", "quartiles"):
        assert name in text


def test_who_needs_help_stands_there_with_the_reason() -> None:
    text = words(page())
    start = text.index("Who needs help: 4")
    helped = text[start : text.index("Criteria Those", start)]
    for reason in (
        "Idle 0 nothing was begun",
        "Poor 7 7 of 20; lost most in quality (0 of 12), play (7 of 8)",
        "Bro 4 a file cannot be imported, so it earns 4",
        "&lt;b&gt; 0 cannot be read: no zip",
    ):
        assert reason in helped
    assert "Jo" not in helped
    assert "Who needs help" not in page(GOOD)


def test_each_criterion_stands_with_how_many_lost_it() -> None:
    rows = [replace(GOOD, submission=f"J{number}") for number in range(9)]
    text = words(page(*rows, IDLE, NO_ZIP))
    assert "play.passed It plays. 1 1 of 10 9, 0, 1 0.90 1.00" in text
    assert "Look at this question" not in text


def test_the_table_has_maxima_shades_kinds_and_the_last_changes() -> None:
    html = page(changes={"Jo": CHANGE})
    text = words(html)
    assert "Mark of 20" in text
    assert "play of 8 quality of 12" in text
    kinds = dict(re.findall(r'data-kinds="([^"]*)"><th scope="row"><a href="(\w+)/', html))
    assert set(kinds) >= {"changed", "look help", "late", "help"}
    poor = html.partition('href="Poor/feedback.html">Poor</a></th>')[2].partition("</tr>")[0]
    assert re.findall(r'class="n s(\d+)"', poor) == ["8", "0"]
    assert "Changed by the last re-grade: 1" in text
    assert "19 20 +1 play.failed 0 to 1, passed the kit changed" in text


def test_bands_are_counted_from_the_best_that_anybody_has() -> None:
    rows = [replace(LATE, submission=f"L{band}", band=band) for band in ("A2", "B1", "B1")]
    text = words(page(*rows, bands=("A1", "A2", "A3", "B1", "B2")))
    assert "Bands 1 2 A2 A3 B1" in text
    assert "Bands" not in words(page(GOOD))


def test_one_submission_makes_a_page() -> None:
    assert "1 submission" in words(page(GOOD))


def test_a_thousand_submissions_make_a_page_of_modest_size() -> None:
    html = page(*(replace(POOR, submission=f"S{number}") for number in range(1000)))
    assert html.count('<th scope="row"><a') == 1000
    assert len(html) < 1_000_000
