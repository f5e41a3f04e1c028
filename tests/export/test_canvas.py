"""Canvas: the gradebook as its importer reads it, and nothing changed but one column.

`Importer` is an independent reader with the conditions of Canvas' own importer.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from exported import LOST, sheet, unread, write
from patience_grader.course.coursework import find_course
from patience_grader.downloads.model import Person
from patience_grader.errors import InputError
from patience_grader.export.canvas import fill_gradebook
from patience_grader.export.matching import Filled
from patience_grader.export.results import Results, read_results
from patience_grader.export.table_text import read_table_text
from patience_grader.marks.visibility import Phase
from sample import ROOT

GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Essay (77),Klondike (12345),All Final Points,Final Score
,,,,,,Manual Posting,,
    Points Possible,,,,,10.00,66.00,(read only),(read only)
"Lovelace, Ada",501,2600001A,alovelace,CS1,9.00,,9.00,90.00
"Turing, Alan",502,,2600002B@uni.example,CS1,,12.5,,
"Hopper, Grace",503,2600003C,ghopper,"CS1 and CS2",EX,EX,,
"Student, Test",,,,CS1,,,,
"""


class Importer:
    """What Canvas would store of a gradebook, by assignment and student."""

    def read(self, data: bytes) -> dict[str, dict[str, str | None]]:
        text = data.decode("utf-8-sig")
        delimiter = ";" if self._fields(text, ";") > self._fields(text, ",") else ","
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        head = rows[0]
        assert len(head) > 3
        assert "Student" in head[0]
        assert "ID" in head[1]
        section = head.index("Section")
        stored: dict[str, dict[str, str | None]] = {}
        points: list[str] = []
        for cells in rows[1:]:
            if "Points Possible" in cells[0]:
                points = cells
            elif all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", one) for one in cells):
                continue
            else:
                for at in range(section + 1, len(head)):
                    if points and "read only" in points[at]:
                        continue
                    found = cells[at].strip()
                    if re.fullmatch(r"-?[0-9.,]+%?", found):
                        whole, _, last = found.replace(",", ".").rpartition(".")
                        found = f"{whole.replace('.', '')}.{last}" if whole else last
                    stored.setdefault(head[at], {})[cells[1]] = found or None
        return stored

    @staticmethod
    def _fields(text: str, delimiter: str) -> int:
        first = csv.reader(io.StringIO(text), delimiter=delimiter)
        counts = {len(next(first)) for _ in range(3)}
        return counts.pop() if len(counts) == 1 else 0


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    sheets = (
        sheet("lovelaceada_501_9001_2600001A", "2600001A", {"shuffle.rng": LOST}),
        sheet("2600002B", "2600002B", {}),
        sheet("2600003C", "2600003C", {}),
    )
    folder = write(tmp_path_factory.mktemp("marks"), *sheets)
    return read_results(folder, find_course(ROOT), "klondike", Phase.DEADLINE)


def fill(
    tmp_path: Path, text: str, results: Results, column: str | None = "12345", **more: bool
) -> Filled:
    file = tmp_path / "gradebook.csv"
    file.write_bytes(text.encode())
    return fill_gradebook(read_table_text(file), results, column, scale=more.get("scale", False))


@pytest.mark.parametrize(
    ("change", "encoding", "why"),
    [
        ((",", ","), "utf-8-sig", ""),
        ((",", ";"), "utf-8", ""),
        (("Hopper", "Höpper"), "cp1252", "it is in cp1252"),
        ((",", "\t"), "utf-16", "it is in utf-16-le and its separator is '\\t'"),
        (("Student,ID", "sep=,\nStudent,ID"), "utf-8", "its first line does not name the columns"),
    ],
)
def test_a_gradebook_that_canvas_will_refuse_is_told(
    change: tuple[str, str], encoding: str, why: str, tmp_path: Path, results: Results
) -> None:
    file = tmp_path / "gradebook.csv"
    file.write_text(GRADEBOOK.replace(*change), encoding)
    filled = fill_gradebook(read_table_text(file), results, "12345", scale=False)
    told = [one.partition("; ")[0] for one in filled.findings if "refuse" in one]
    assert told == ([f"Canvas will refuse this file, since {why}"] if why else [])


def test_ids_that_went_through_a_spreadsheet(tmp_path: Path, results: Results) -> None:
    assert len(fill(tmp_path, GRADEBOOK.replace(",501,", ",501.0,"), results).people) == 2
    filled = fill(tmp_path, GRADEBOOK.replace(",501,", ",5.01E+14,"), results)
    assert len(filled.people) == 1
    assert any("line 4: a spreadsheet has lost digits of" in one for one in filled.findings)


@pytest.mark.parametrize("column", ["Klondike", "12345", "klondike (12345)"])
def test_canvas_stores_the_marks(tmp_path: Path, results: Results, column: str) -> None:
    filled = fill(tmp_path, GRADEBOOK, results, column)
    stored = Importer().read(filled.data)
    assert stored["Klondike (12345)"] == {"501": "65.5", "502": "66", "503": "EX", "": None}
    assert stored["Essay (77)"] == {"501": "9.00", "502": None, "503": "EX", "": None}
    assert filled.findings == ("line 6: 2600003C is excused, and stays so",)
    assert filled.notes == (
        "1 row has another grade than before: line 5 (12.5)",
        "1 row has no result, and stays as it is (line 7)",
    )
    changed = [
        (old, new)
        for old, new in zip(GRADEBOOK.splitlines(), filled.data.decode().splitlines(), strict=True)
        if old != new
    ]
    assert len(changed) == 2
    assert changed[0][1] == changed[0][0].replace("9.00,,9.00", "9.00,65.5,9.00")


def test_groups_of_whom_nobody_is_known_are_told(tmp_path: Path) -> None:
    folder = write(tmp_path / "marks", sheet("owls1", "", {}), sheet("owls2", "", {}))
    results = read_results(folder, find_course(ROOT), "klondike", Phase.DEADLINE)
    people = [
        (Person(one, ids={"canvas": at}),) for one, at in (("owls1", "501"), ("owls2", "502"))
    ]
    submissions = [
        replace(one, people=who) for one, who in zip(results.submissions, people, strict=True)
    ]
    filled = fill(tmp_path, GRADEBOOK, replace(results, submissions=tuple(submissions)))
    assert len(filled.people) == 2
    (line,) = filled.findings
    assert line.startswith("owls1 has the Canvas id of Lovelace, Ada, and 2 of 2 are called")


def test_what_cannot_be_read_gets_no_mark(tmp_path: Path) -> None:
    folder = write(tmp_path / "marks", unread("2600003C"))
    results = read_results(folder, find_course(ROOT), "klondike", Phase.DEADLINE)
    filled = fill(tmp_path, GRADEBOOK.replace("EX", ""), results)
    assert Importer().read(filled.data)["Klondike (12345)"]["503"] is None
    (line,) = filled.findings
    assert "2600003C is not exported: it cannot be read" in line


def test_semicolons_and_decimal_commas_stay(tmp_path: Path, results: Results) -> None:
    text = "\ufeff" + GRADEBOOK.replace(",", ";").replace(".", ",").replace(
        "Lovelace;", "Lovelace,"
    )
    text = re.sub(r'"(\w+);', r'"\1,', text)
    filled = fill(tmp_path, text, results)
    assert filled.data.startswith(b"\xef\xbb\xbf")
    assert Importer().read(filled.data)["Klondike (12345)"]["501"] == "65.5"
    assert ";65,5;" in filled.data.decode()


def test_the_only_assignment_needs_no_name(tmp_path: Path, results: Results) -> None:
    text = "\n".join(
        re.sub(r"^((?:\"[^\"]*\"|[^,]*)(?:,(?:\"[^\"]*\"|[^,]*)){4}),[^,]*", r"\1", row)
        for row in GRADEBOOK.splitlines()
    )
    assert (
        Importer().read(fill(tmp_path, text, results, None).data)["Klondike (12345)"]["502"] == "66"
    )


def test_names_in_two_columns_are_read(tmp_path: Path, results: Results) -> None:
    text = (
        "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Klondike (1)\n"
        '    Points Possible,,,,,,66\n="Lovelace",Ada,501,2600001A,x,CS1,\n'
    )
    filled = fill(tmp_path, text, results, None)
    assert filled.data.decode().splitlines()[2].endswith(",CS1,65.5")


@pytest.mark.parametrize(
    ("text", "column", "noted"),
    [
        (GRADEBOOK, None, r"2 columns of assignments.*Essay \(77\), Klondike \(12345\)"),
        (GRADEBOOK, "Whist", "'Whist' is not the column of an assignment"),
        (GRADEBOOK, "Final Score", "is not the column of an assignment"),
        (GRADEBOOK.replace("66.00", "100"), "12345", "100, but klondike is marked out of 66"),
        ("a,b\n1,2\n", None, "is not a Canvas gradebook"),
    ],
)
def test_bad_gradebooks_are_refused(
    tmp_path: Path, results: Results, text: str, column: str | None, noted: str
) -> None:
    with pytest.raises(InputError, match=noted):
        fill(tmp_path, text, results, column)


def test_marks_are_converted_when_asked(tmp_path: Path, results: Results) -> None:
    filled = fill(tmp_path, GRADEBOOK.replace("66.00", "100"), results, scale=True)
    assert Importer().read(filled.data)["Klondike (12345)"]["501"] == "99.24"
