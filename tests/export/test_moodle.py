"""Moodle: the worksheet byte for byte, which rows its importer takes, and the feedback zip.

`Importer` is an independent reader that accepts and skips what Moodle's does, by its own rules.
"""

from __future__ import annotations

import csv
import html
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest
from exported import GUESSING, LOST, VOID, sheet, unread, write
from patience_grader.course.coursework import find_course
from patience_grader.downloads.model import Person
from patience_grader.errors import InputError
from patience_grader.export.matching import Filled
from patience_grader.export.moodle import feedback_zip, fill_worksheet
from patience_grader.export.results import Results, read_results
from patience_grader.export.table_text import read_table_text
from patience_grader.marks.visibility import Phase
from sample import ROOT

HEAD = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,"
    "Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments"
)
MODIFIED = '"Friday, 27 March 2026, 5:00 PM"'


def row(number: int, student: str, *, grade: str = "", can: str = "Yes", when: str = "-") -> str:
    who = f"Participant {number},Ada Lovelace {number},{student},{student}@uni.example"
    return f"{who},Submitted,{grade},66.00,{can},{MODIFIED},{when},"


@dataclass(frozen=True)
class Taken:
    number: int
    grade: float | None
    comment: str


class Importer:
    """What Moodle would take of a worksheet, given what its database holds."""

    def __init__(self, grades: dict[int, float] | None = None, most: float = 66) -> None:
        self.grades = grades or {}
        self.most = most

    def take(self, data: bytes, delimiter: str = ",") -> Iterator[Taken]:
        text = data.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        places = {name: at for at, name in enumerate(rows[0])}
        assert {"Identifier", "Grade", "Last modified (grade)"} <= set(places)
        for cells in rows[1:]:
            if not cells:
                continue
            number = int(cells[places["Identifier"]].removeprefix("Participant"))
            stale = number in self.grades and cells[places["Last modified (grade)"]] == "-"
            text = cells[places["Grade"]].strip().replace(",", ".")
            value = float(text) if text else None
            skip = value is None or stale or not 0 <= value <= self.most
            skip = skip or cells[places["Grade can be changed"]] == "No"
            skip = skip or self.grades.get(number) == value
            comment = "" if stale else cells[places["Feedback comments"]]
            yield Taken(number, None if skip else value, comment)


def read(folder: Path, phase: Phase = Phase.DEADLINE) -> Results:
    return read_results(folder, find_course(ROOT), None, phase)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("marks")
    sheets = (
        sheet("2600001A", "2600001A", {"shuffle.rng": LOST}),
        sheet("2600002B", "2600002B", {}),
        unread("2600003C"),
    )
    return read_results(write(folder, *sheets), find_course(ROOT), "klondike", Phase.DEADLINE)


def fill(
    tmp_path: Path, data: bytes, results: Results, *, scale: bool = False
) -> tuple[bytes, Filled]:
    file = tmp_path / "worksheet.csv"
    file.write_bytes(data)
    filled = fill_worksheet(read_table_text(file), results, None, None, scale=scale)
    return filled.data, filled


UNREAD = (
    "line 4: 2600003C is not exported: it cannot be read (it is not a zip); ask for another file"
)
ABSENT = row(14, "2600099Z").replace(MODIFIED, "-")
ROWS = [row(11, "2600001A"), row(12, "2600002b"), row(13, "2600003C"), ABSENT]


def test_moodle_takes_every_grade_and_comment(tmp_path: Path, results: Results) -> None:
    data, filled = fill(tmp_path, "\r\n".join([HEAD, *ROWS, ""]).encode(), results)
    assert filled.findings == (UNREAD,)
    taken = {one.number: one for one in Importer().take(data)}
    lost = next(one for one in results.submissions if one.name == "2600001A").sheet
    assert lost is not None
    assert taken[11].grade == float(lost.mark)
    assert taken[12].grade == 66
    assert taken[13] == Taken(13, None, "")
    assert taken[14] == Taken(14, None, "")
    assert "shuffle (" in taken[11].comment
    assert [note for note in filled.notes if "1 row has no result" in note]


def test_who_submitted_and_has_no_result_is_named_apart_from_the_absent(
    tmp_path: Path, results: Results
) -> None:
    draft = row(16, "2600097Z").replace(",Submitted,", ",Draft (not submitted),")
    rows = [*ROWS, row(15, "2600098Z"), draft]
    data, filled = fill(tmp_path, "\r\n".join([HEAD, *rows, ""]).encode(), results)
    unread, named = filled.findings
    assert unread == UNREAD
    assert named.startswith("1 row was submitted and has no result: Ada Lovelace 15 (line 6);")
    assert [note for note in filled.notes if "2 rows have no result" in note]
    assert [one.grade for one in Importer().take(data)][3:] == [None, None, None]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_ALL, csv.QUOTE_MINIMAL])
def test_nothing_but_grades_and_comments_changes(
    tmp_path: Path, results: Results, mark: bytes, end: str, delimiter: str, quoting: Literal[0, 1]
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=end, delimiter=delimiter, quoting=quoting)
    odd = ABSENT.replace("Ada Lovelace 14", '"Ünï ""Q"" O\'Neil;\tx\ny"')
    cells = [next(csv.reader([one])) for one in (HEAD, *ROWS[:3])]
    writer.writerows([*cells, next(csv.reader(io.StringIO(odd, newline="")))])
    before = mark + text.getvalue().encode()
    data, filled = fill(tmp_path, before, results)
    assert data.startswith(mark) == bool(mark) or not mark
    old, new = (list(_cells(one, delimiter)) for one in (before, data))
    changed = {(r, c) for r, cells in enumerate(old) for c, _ in enumerate(cells)}
    changed = {(r, c) for r, c in changed if old[r][c] != new[r][c]}
    assert changed == {(r, c) for r in (1, 2) for c in (5, 10)}
    assert data.count(end.encode()) == before.count(end.encode())
    assert data.splitlines()[0] == before.splitlines()[0]
    assert data.splitlines()[-2:] == before.splitlines()[-2:]
    assert new[1][5] == "65.5"
    assert filled.findings == (UNREAD,)


def _cells(data: bytes, delimiter: str) -> Iterator[list[str]]:
    text = data.decode("utf-8-sig")
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def test_a_decimal_comma_is_written_where_the_file_has_one(
    tmp_path: Path, results: Results
) -> None:
    rows = [one.replace("66.00", '"66,00"') for one in ROWS]
    data, _ = fill(tmp_path, "\n".join([HEAD, *rows]).encode(), results)
    grades = [cells[5] for cells in _cells(data, ",")][1:4]
    assert any("," in one for one in grades)
    assert not any("." in one for one in grades)
    assert [one.grade for one in Importer().take(data)][:2] == [65.5, 66]


def test_bands_are_exported_on_a_scale_that_has_them(tmp_path: Path, results: Results) -> None:
    head = HEAD.replace("Maximum grade", "Scale")
    rows = [one.replace("66.00", '"H, G1, A2, A1"') for one in ROWS[:2]]
    data, filled = fill(tmp_path, "\n".join([head, *rows]).encode(), results)
    assert [cells[5] for cells in _cells(data, ",")][1:] == ["A1", "A1"]
    assert len(filled.findings) == 1  # the third submission, which has no row
    rows = [one.replace("66.00", '"Poor, A1+"') for one in ROWS[:2]]
    _, filled = fill(tmp_path, "\n".join([head, *rows]).encode(), results)
    assert sum("A1 is not on the scale" in one for one in filled.findings) == 2


def test_every_row_that_moodle_skips_is_reported(tmp_path: Path, results: Results) -> None:
    rows = [
        row(11, "2600001A", can="No"),
        row(12, "2600002B", grade="65.00"),
        row(13, "2600003C", grade="5.00", when=MODIFIED),
    ]
    data, filled = fill(tmp_path, "\n".join([HEAD, *rows]).encode(), results)
    taken = list(Importer({12: 65, 13: 5}).take(data))
    assert [one.grade for one in taken] == [None, None, None]
    assert [one[:6] for one in filled.findings] == ["line 4", "line 2", "line 3"]
    assert "cannot be read" in filled.findings[0]
    assert "locked" in filled.findings[1]
    assert "recently" in filled.findings[2]
    assert "5.00" in data.decode()
    same = row(12, "2600002B", grade="66.00", when=MODIFIED)
    data, filled = fill(tmp_path, f"{HEAD}\n{same}".encode(), results)
    assert any("already" in note and "line 2" in note for note in filled.notes)
    assert "66.00" in data.decode()


def test_what_was_filled_in_before_is_filled_in_again(tmp_path: Path, results: Results) -> None:
    known = replace(results, submissions=results.submissions[:2])
    first, _ = fill(tmp_path, "\r\n".join([HEAD, *ROWS[:2], ""]).encode(), known)
    again, filled = fill(tmp_path, first, known)
    assert again == first
    assert filled.findings == ()
    assert filled.notes == ("the worksheet has these grades already, on line 2, 3",)
    for other in (first.replace(b",66,66.00,", b",60,66.00,"), first.replace(b"A1.", b"A2.")):
        data, filled = fill(tmp_path, other, known)
        assert data == first
        (said,) = filled.findings
        is_told = "1 row has another grade than before: line 3 (60)" in filled.notes
        assert is_told == (b",60," in other)
        assert said.startswith("line 3: another grade or comment" if b",60," in other else "line 2")
        assert "download the worksheet again and fill that in, or tick 'allow updating" in said


def test_another_maximum_is_refused_or_converted(tmp_path: Path, results: Results) -> None:
    text = "\n".join([HEAD, *ROWS]).replace("66.00", "100.00")
    with pytest.raises(InputError, match=r"maximum grade is 100.*out of 66.*--scale"):
        fill(tmp_path, text.encode(), results)
    data, _ = fill(tmp_path, text.encode(), results, scale=True)
    assert [one.grade for one in Importer(most=100).take(data)][1:3] == [100, None]


def test_no_zero_for_what_the_kit_did_not_mark(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "marks",
        sheet("2600001A", "2600001A", {"flip.turns": VOID}),
        sheet("2600002B", "2600002B", {}),
    )
    results = read(folder)
    data, filled = fill(tmp_path, "\n".join([HEAD, *ROWS]).encode(), results)
    assert [one.grade for one in Importer().take(data)][:2] == [None, 66]
    assert "2600001A is not exported: the kit failed" in filled.findings[0]


def test_an_unfinished_mark_is_not_exported(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "marks", sheet("2600001A", "2600001A", {}, GUESSING), coursework=GUESSING
    )
    results = read(folder)
    out_of = f"{int(GUESSING.scheme.total)}.00"
    data, filled = fill(
        tmp_path, "\n".join([HEAD, ROWS[0].replace("66.00", out_of)]).encode(), results
    )
    assert [one.grade for one in Importer().take(data)] == [None]
    assert "marks are still to be given by hand" in filled.findings[0]


def test_a_late_mark_is_exported_with_the_reason(tmp_path: Path) -> None:
    folder = write(tmp_path / "marks", sheet("2600001A", "2600001A", {}), late=True)
    results = read(folder)
    data, _ = fill(tmp_path, "\n".join([HEAD, ROWS[0]]).encode(), results)
    (taken,) = Importer().take(data)
    assert "Band: " in taken.comment
    assert "The deadline was" in html.unescape(taken.comment)


def test_comments_are_one_line_of_text_for_html(tmp_path: Path) -> None:
    one = sheet("2600001A", "2600001A", {})
    folder = write(tmp_path / "marks", one.__class__(**{**vars(one), "remarks": ("<b>\nx & y",)}))
    data, _ = fill(tmp_path, "\n".join([HEAD, ROWS[0]]).encode(), read(folder))
    (taken,) = Importer().take(data)
    assert "\n" not in taken.comment
    assert "&lt;b&gt; x &amp; y" in taken.comment


def test_feedback_goes_where_moodle_finds_its_owner(tmp_path: Path, results: Results) -> None:
    rows = [ROWS[0].replace("Ada Lovelace 11", "Ada_Mary/Love lace"), *ROWS[1:]]
    _, filled = fill(tmp_path, "\n".join([HEAD, *rows]).encode(), results)
    with zipfile.ZipFile(io.BytesIO(feedback_zip(results, filled.people))) as archive:
        found = {_owner(name): (name, archive.read(name)) for name in archive.namelist()}
    assert set(found) == {(11, "feedback.html"), (12, "feedback.html")}
    assert b"2600001A" in found[11, "feedback.html"][1]


def test_each_member_of_a_team_gets_mark_and_feedback(tmp_path: Path, results: Results) -> None:
    members = tuple(Person(ids={"moodle": str(number)}) for number in (11, 12))
    team, *others = results.submissions
    teams = replace(results, submissions=(replace(team, people=members), *others[1:]))
    data, filled = fill(tmp_path, "\n".join([HEAD, *ROWS[:2]]).encode(), teams)
    assert [one.grade for one in Importer().take(data)] == [65.5, 65.5]
    with zipfile.ZipFile(io.BytesIO(feedback_zip(teams, filled.people))) as archive:
        assert {_owner(name) for name in archive.namelist()} == {
            (11, "feedback.html"), (12, "feedback.html")
        }  # fmt: skip


def _owner(path: str) -> tuple[int, str] | None:
    """Whose the file is, as Moodle's importer finds it: part by part, in up to five pieces."""
    if path.rpartition("/")[2].startswith((".", "~")):
        return None
    parts = ["", "import", *path.split("/")]
    while parts:
        pieces = parts.pop(0).split("_", 4)
        if len(pieces) < 4 or not pieces[1].isdigit():
            continue
        assert (pieces[2], pieces[3]) == ("assignfeedback", "file")
        rest = [*pieces[4:5], *parts] if len(pieces) > 4 else ["", *parts]
        return int(pieces[1]), "/".join(rest).lstrip("/")
    return None


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("", "is empty; its first line must name the columns"),
        ("a,b\n1,2\n", "no column Grade"),
        (f"{HEAD}\nParticipant,x,2600001A,,,,66,Yes,-,-,\n", "no participants' numbers"),
        (f'{HEAD}\n"Participant 1,x\n', "quotation mark is not closed"),
    ],
)
def test_bad_worksheets_are_refused_in_one_line(
    tmp_path: Path, results: Results, text: str, noted: str
) -> None:
    with pytest.raises(InputError, match=noted) as fault:
        fill(tmp_path, text.encode(), results)
    assert "\n" not in str(fault.value)


def test_a_worksheet_in_another_language_is_filled_by_naming_columns(
    tmp_path: Path, results: Results
) -> None:
    german = HEAD.replace("Identifier", "ID").replace("Grade,", "Bewertung,", 1)
    german = german.replace("Feedback comments", "Feedback als Kommentar")
    file = tmp_path / "w.csv"
    file.write_text("\n".join([german, *ROWS]), encoding="utf-8")
    table = read_table_text(file)
    filled = fill_worksheet(table, results, "Bewertung", "Feedback als Kommentar", scale=False)
    cells = list(_cells(filled.data, ","))
    assert cells[2][5] == "66"
    assert cells[2][10]


def test_of_a_worksheet_in_an_unknown_language_no_row_is_called_skipped(
    tmp_path: Path, results: Results
) -> None:
    polish = (
        "Identyfikator,Imię i nazwisko,Numer ID,Adres e-mail,Status,Ocena,Maksymalna ocena,"
        "Ocenę można zmieniać,Ostatnia modyfikacja (zadanie),Ostatnia modyfikacja (ocena),Komentarz"
    )
    file = tmp_path / "w.csv"
    rows = [one.replace("Participant ", "Uczestnik") for one in ROWS[:2]]
    file.write_text("\n".join([polish, *rows]), encoding="utf-8")
    filled = fill_worksheet(read_table_text(file), results, "Ocena", "Komentarz", scale=False)
    assert [cells[5] for cells in _cells(filled.data, ",")] == ["Ocena", "65.5", "66"]
    assert not any("Moodle will skip" in one for one in filled.findings)
    assert filled.notes[0].startswith("the worksheet is in a language that is not known here")


def test_rows_that_a_spreadsheet_cut_short_have_all_cells(tmp_path: Path, results: Results) -> None:
    cut = ABSENT.removesuffix(",")
    data = "\n".join([HEAD, row(11, "2600001A"), cut, f"{ABSENT},,", "", ",,", ""])
    filled, _ = fill(tmp_path, data.encode(), results)
    rows = [*_cells(filled, ",")]
    assert {len(one) for one in rows} == {0, len(HEAD.split(","))}
    assert rows[2] == rows[3] == next(_cells(ABSENT.encode(), ","))


def test_lines_before_the_columns_are_told(tmp_path: Path, results: Results) -> None:
    data = "\n".join(["sep=,", HEAD, *ROWS, ""])
    _, filled = fill(tmp_path, data.encode(), results)
    assert filled.findings[-1].startswith("Moodle will refuse this file, since its first line")


def test_a_worksheet_from_windows_stays_in_its_encoding(tmp_path: Path, results: Results) -> None:
    text = "\n".join([HEAD, ROWS[0].replace("Ada", "Zoë"), ROWS[1]])
    data, filled = fill(tmp_path, text.encode("cp1252"), results)
    assert "Zoë" in data.decode("cp1252")
    assert any("cp1252" in note for note in filled.notes)


LANGUAGES = {
    "German": (
        "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
        "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),"
        "Feedback als Kommentar",
        "Teilnehmer/in", "Nein",
    ),
    "Spanish": (
        "Identificador,Nombre completo,Número de ID,Dirección de correo,Estado,Calificación,"
        "Calificación máxima,La calificación puede ser cambiada,Última modificación (entrega),"
        "Última modificación (calificación),Comentarios de retroalimentación",
        "Participante", "No",
    ),
    "French": (
        "Identifiant,Nom complet,Numéro d’identification,Adresse de courriel,Statut,Note,"
        "Note maximale,La note peut être modifiée,Dernière modification (travail remis),"
        "Dernière modification (note),Feedback par commentaires",
        "Participant", "Non",
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worksheet_of_a_known_language_needs_no_names_of_columns(
    language: str, tmp_path: Path, results: Results
) -> None:
    head, word, no = LANGUAGES[language]
    rows = [ROWS[0].replace("66.00", '"66,00"'), ROWS[1].replace("Yes", no)]
    text = "\n".join([head, *(one.replace("Participant ", word) for one in rows)])
    data, filled = fill(tmp_path, text.encode(), results)
    cells = list(_cells(data, ","))
    assert [one[5] for one in cells[1:]] == ["65,5", "66"]
    assert cells[1][10].startswith("65.5 of 66")
    assert [one for one in filled.findings if "Moodle will skip" in one] == [
        "line 3: Moodle will skip 2600002B: its grade is locked; unlock it in the gradebook"
    ]


def test_a_column_for_the_student_number_is_one(tmp_path: Path, results: Results) -> None:
    head = HEAD.replace("ID number", "ID-Nummer,Matrikelnummer")
    rows = [one.replace(",2600", ",,2600", 1) for one in ROWS[:2]]
    data, _ = fill(tmp_path, "\n".join([head, *rows]).encode(), results)
    assert [cells[6] for cells in list(_cells(data, ","))[1:]] == ["65.5", "66"]


def test_a_team_that_nobody_is_known_of_is_found_by_its_name(
    tmp_path: Path, results: Results
) -> None:
    """Its number is the group's, which is also that of a participant of another team."""
    head = HEAD.replace("Status,", "Status,Group,")
    rows = [
        row(number, f"260{number}X").replace("Submitted,", f"Submitted,{team},")
        for number, team in ((55, "Blue"), (12, "R:ed"), (13, "R:ed"))
    ]
    first, second, *_ = results.submissions
    red = replace(first, name="Red", student="Red", people=(Person("Red", ids={"moodle": "55"}),))
    data, filled = fill(
        tmp_path, "\n".join([head, *rows]).encode(), replace(results, submissions=(red, second))
    )
    assert [one[6] for one in list(_cells(data, ","))[1:]] == ["", "65.5", "65.5"]
    assert [one.ids["moodle"] for one in filled.people["Red"]] == ["12", "13"]
