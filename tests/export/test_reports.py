"""What other programs read: JUnit, Classroom's JSON, summaries, Gradescope's results, CSV."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from exported import GUESSING, LOST, VOID, check_gradescope, sheet, unread, write
from markdown_it import MarkdownIt
from patience_grader.ci.classroom import autograding
from patience_grader.ci.codequality import code_quality
from patience_grader.ci.github import commands, message_value, property_value, quoted, write_outputs
from patience_grader.ci.junit import junit
from patience_grader.ci.markdown import summary
from patience_grader.course.coursework import find_course
from patience_grader.downloads.model import Person
from patience_grader.errors import InputError
from patience_grader.export.criteria import criteria_csv
from patience_grader.export.gradescope import Later, results_json, scores_csv
from patience_grader.export.reports import reports_of
from patience_grader.export.results import Results, read_results
from patience_grader.marks.visibility import Phase
from sample import ROOT
from warm import patience


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sheets = (
        sheet("2600001A", "2600001A", {"flip.turns": LOST, "shuffle.rng": LOST}),
        sheet("2600002B", "2600002B", {}),
        unread("2600003C"),
        sheet("2600004D", "2600004D", {"flip.turns": VOID}),
    )
    return write(tmp_path_factory.mktemp("marks"), *sheets, late=True)


def results(folder: Path, phase: Phase = Phase.DEADLINE) -> Results:
    return read_results(folder, find_course(ROOT), "klondike", phase)


def test_junit_has_a_suite_for_each_submission(folder: Path) -> None:
    root = ET.fromstring(junit(reports_of(results(folder))))
    suites = list(root)
    assert [one.tag for one in suites] == ["testsuite"] * 4
    for suite in suites:
        cases = list(suite)
        assert int(suite.get("tests", "")) == len(cases) == 81
        for tag, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert int(suite.get(count, "")) == len(suite.findall(f"testcase/{tag}"))
        names = {(one.get("classname"), one.get("name")) for one in cases}
        assert len(names) == len(cases)
    assert [one.get("failures") for one in suites] == ["2", "0", "81", "0"]
    assert [one.get("errors") for one in suites] == ["0", "0", "0", "1"]
    text = suites[0].findall("testcase/failure")[0].text or ""
    assert "]]>" in text
    assert "♥Q" in text


def reporter(*runners: str) -> tuple[float, float, bool]:
    """The points, the most points and the outcome, as Classroom's reporter adds them up."""
    total = most = 0.0
    failed = False
    for encoded in runners:
        said = json.loads(base64.b64decode(encoded))
        if said["max_score"]:
            most += said["max_score"]
            total += sum(test["score"] for test in said["tests"])
        assert all({"name", "status", "line_no"} <= set(test) for test in said["tests"])
        failed |= said["status"] in {"fail", "error"}
    return total, most, failed


def test_classroom_adds_up_to_the_mark(folder: Path) -> None:
    found = results(folder)
    for report, one in zip(reports_of(found), found.submissions, strict=True):
        assert one.sheet
        text = autograding(report)
        assert text.isascii()
        total, most, failed = reporter(base64.b64encode(text.encode()).decode())
        assert total == pytest.approx(float(one.sheet.mark))
        assert (most, failed) == (66, one.name != "2600002B")


def test_an_empty_mark_and_a_cap_add_up_too(tmp_path: Path) -> None:
    capped = sheet("1", "1", {})
    capped = capped.__class__(**{**vars(capped), "cap": 15, "broken": ("game.py: broken",)})
    (report,) = reports_of(results(write(tmp_path, capped)))
    assert reporter(base64.b64encode(autograding(report).encode()).decode())[0] == 15


def test_nothing_of_a_submission_is_markdown_or_html(folder: Path) -> None:
    report = reports_of(results(folder))[0]
    text = summary(report)
    page = MarkdownIt("gfm-like", {"linkify": False}).render(text)
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert "♥Q" in page
    assert page.count("<pre>") == page.count("</pre>") >= 4
    table = page[page.index("<table>") : page.index("</table>")]
    assert table.count("<tr>") == 17
    assert "64.5 of 66 marks" in page
    assert "Look at this first" in page


def test_a_summary_fits_what_github_takes(folder: Path) -> None:
    (report, *_) = reports_of(results(folder))
    long = "line\n" * 50_000
    tests = tuple(
        one.__class__(
            **{**vars(one), "evidence": LOST.evidence, "reason": long, "state": LOST.state}
        )
        for one in report.tests
    )
    big = report.__class__(**{**vars(report), "tests": tests, "remarks": (long,) * 3})
    assert len(summary(big).encode()) < 1 << 20


def parse(command: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as GitHub's runner reads it."""
    found = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", command)
    assert found, command
    properties = dict(part.split("=", 1) for part in found[2].split(","))

    def plain(text: str) -> str:
        for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(code, sign)
        return text

    return found[1], {key: plain(one) for key, one in properties.items()}, plain(found[3])


def test_annotations_are_one_command_each(folder: Path) -> None:
    (report, *_) = reports_of(results(folder))
    lines = list(commands(report))
    assert len(lines) == 1  # both lost tests blame the same line
    kind, properties, message = parse(lines[0])
    assert kind == "error"
    assert (properties["file"], properties["line"]) == ("klondike/game.py", "12")
    assert "♥Q" in message
    assert "\x1b" not in message


@pytest.mark.parametrize("text", ["100%", "a,b:c", "x\r\n::error::y", "%0A", "::", ""])
def test_values_of_commands_survive(text: str) -> None:
    command = f"::error title={property_value(text)}::{message_value(text)}"
    assert "\n" not in command
    assert parse(command) == ("error", {"title": text}, text)


def test_what_is_printed_holds_no_commands(folder: Path) -> None:
    first, *inner, last = quoted("a\n::add-mask::b").splitlines()
    token = first.removeprefix("::stop-commands::")
    assert last == f"::{token}::"
    assert inner == ["a", "::add-mask::b"]
    assert quoted("a").splitlines()[0] != first


def test_outputs_are_appended(folder: Path, tmp_path: Path) -> None:
    (report, *_) = reports_of(results(folder))
    files = {name: tmp_path / name for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    files["GITHUB_OUTPUT"].write_text("before=1\n")
    write_outputs(report, {name: str(file) for name, file in files.items()})
    lines = files["GITHUB_OUTPUT"].read_text().splitlines()
    assert lines[0] == "before=1"
    assert reporter(lines[1].removeprefix("result="))[1] == 66
    write_outputs(report, {})


def test_code_quality_has_what_gitlab_needs(folder: Path) -> None:
    (report, *_) = reports_of(results(folder))
    entries = json.loads(code_quality(report))
    assert len(entries) == 2
    assert len({one["fingerprint"] for one in entries}) == 2
    for one in entries:
        assert {"description", "check_name", "fingerprint", "severity", "location"} == set(one)
        assert one["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert one["location"] == {"path": "klondike/game.py", "lines": {"begin": 12}}


def test_gradescope_shows_now_what_is_for_now_and_the_rest_later(folder: Path) -> None:
    now, later = (
        results(folder, phase).submissions[0] for phase in (Phase.SUBMISSION, Phase.DEADLINE)
    )
    assert now.sheet
    assert later.sheet
    said = json.loads(results_json(now.sheet, {}, later.sheet, Later.AFTER_PUBLISHED, 1.234))
    check_gradescope(said)
    assert said["execution_time"] == 1.23
    scored = [one for one in said["tests"] if "score" in one]
    assert len(scored) == 81
    assert "♥Q" not in json.dumps(scored, ensure_ascii=False)
    rest = [one for one in said["tests"] if "score" not in one]
    assert [one["visibility"] for one in rest] == ["after_published"] * 2
    assert all("♥Q" in one["output"] for one in rest)
    assert scored[0]["name"] == "deck_of_52: There are 52 cards."
    assert scored[0]["number"] == "1.1"


def test_a_person_s_criteria_have_no_score_on_gradescope(tmp_path: Path) -> None:
    folder = write(tmp_path, sheet("1", "1", {}, GUESSING), coursework=GUESSING)
    (one,) = read_results(folder, find_course(ROOT), None, Phase.DEADLINE).submissions
    assert one.sheet
    said = json.loads(results_json(one.sheet, {}))
    check_gradescope(said)
    manual = len(GUESSING.scheme.manual)
    assert sum("score" not in test for test in said["tests"]) == manual > 0


def test_the_table_has_a_column_for_each_criterion(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(criteria_csv(results(folder)))))
    assert [one["submission"] for one in rows] == ["2600001A", "2600002B", "2600003C", "2600004D"]
    assert len(rows[0]) == 7 + 81
    assert (rows[0]["flip.turns"], rows[1]["shuffle.rng"]) == ("0", "0.5")
    assert (rows[3]["flip.turns"], rows[3]["mark"]) == ("", "")
    earned = [float(one) for name, one in rows[1].items() if "." in name]
    assert sum(earned) == 66


def test_a_phase_shows_no_more_than_it_may(folder: Path) -> None:
    shown = junit(reports_of(results(folder, Phase.SUBMISSION))).decode()
    assert "♥Q" not in shown
    assert "♥Q" in junit(reports_of(results(folder))).decode()


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return patience("export", *arguments, "--course", ROOT, cwd=ROOT)


def test_the_command_writes_all_at_once(folder: Path, tmp_path: Path) -> None:
    table, xml = tmp_path / "new" / "c.csv", tmp_path / "j.xml"
    done = run(
        *(folder, "--gradescope", "--classroom", "--csv", table, "--junit", xml),
        *("--coursework", "klondike", "--out", tmp_path / "out"),
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr == (
        "2600003C: it cannot be read (it is not a zip); ask for another file\n"
        "2600004D: the kit failed to examine it, so there is no mark; run patience grade again\n"
    )
    written = {one.relative_to(tmp_path / "out").as_posix() for one in tmp_path.glob("out/*/*/*")}
    of_each = {
        f"classroom/{n}/{f}" for n in _names(folder) for f in ("autograding.json", "summary.md")
    }
    final = {f"gradescope/{name}/results.json" for name in _names(folder) if name != "2600004D"}
    assert written == of_each | final
    assert table.exists()
    assert xml.exists()
    assert not list(tmp_path.rglob("*.part")) + list(tmp_path.rglob(".patience-*"))


def _names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.is_dir())


@pytest.mark.parametrize(
    ("arguments", "noted"),
    [
        ([], "nothing to export; add --moodle"),
        (["--csv", "x.csv", "--coursework", "whist"], "there is no coursework 'whist'"),
        (["--moodle", "missing.csv"], "missing.csv cannot be read (No such file"),
        (["--moodle", "a", "--canvas", "b", "--column", "c"], "--column is for one file"),
    ],
)
def test_bad_input_is_told_in_one_line(
    folder: Path, tmp_path: Path, arguments: list[str], noted: str
) -> None:
    done = run(folder, *arguments, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.startswith(f"patience: {noted}")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_each_member_of_a_team_has_a_row_of_scores(tmp_path: Path) -> None:
    found = results(write(tmp_path, sheet("1+2", "1+2", {}), sheet("3", "3", {})))
    team, alone = found.submissions
    team = replace(team, people=(Person(number="1"), Person(number="2")))
    table = scores_csv(replace(found, submissions=(team, alone)))
    rows = [row["SID"] + " " + row["Total Score"] for row in csv.DictReader(io.StringIO(table))]
    assert rows == ["1 66", "2 66", "3 66"]


def test_manual_marks_for_another_version_of_a_submission_stop_no_export(tmp_path: Path) -> None:
    folder = write(tmp_path, sheet("1", "1", {}, GUESSING), coursework=GUESSING)
    criterion = next(one.id for one in GUESSING.scheme.criteria if one.manual)
    table = folder / "manual-marks.csv"
    table.write_text(f"submission,criterion,marks,comment,digest\n1,{criterion},1,,v-0\n")
    (one,) = read_results(folder, find_course(ROOT), "guessing", Phase.DEADLINE).submissions
    assert one.unfinished.endswith("still to be given by hand")
    table.write_text(table.read_text().replace("v-0", "v-1"))
    with pytest.raises(InputError, match="have different marks"):
        read_results(folder, find_course(ROOT), "guessing", Phase.DEADLINE)


def test_results_that_do_not_agree_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, sheet("1", "1", {}), sheet("2", "2", {}))
    table = folder / "marks.csv"
    good = table.read_text()
    for bad, noted in (
        (good.replace("marked,66,", "marked,65,", 1), "have different marks"),
        (good.replace("\n1,1", "\n3,3"), r"3 holds no sheet.json"),
        (good.replace("out_of", "most"), "no column out_of"),
    ):
        table.write_text(bad)
        with pytest.raises(InputError, match=noted):
            results(folder)
    table.write_text(good)
    (folder / "1" / "sheet.json").write_text("{}")
    with pytest.raises(InputError, match=r"sheet.json cannot be read"):
        results(folder)
    with pytest.raises(InputError, match=r"holds no marks.csv"):
        results(tmp_path / "elsewhere")
