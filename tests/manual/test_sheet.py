"""The marks that a person gives, as a CSV for the cohort and as a text to edit."""

from __future__ import annotations

import csv
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.errors import InputError
from patience_grader.manual.evidence import Finding, FunctionFacts, Place, Review
from patience_grader.manual.form import as_text, from_text
from patience_grader.manual.sheet import (
    Given,
    is_for,
    put,
    read_marks,
    verdicts,
    version_of,
    write_sheet,
)
from patience_grader.marks.scheme import read_scheme
from patience_grader.marks.verdict import State

SCHEME = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `play`** | **Playing** | **2** |
| `play.once` | It plays. | 2 |
| **2 `quality`** | **Quality** | **8** |
| `quality.names` | Names, which say "what". | 7.5 |
| `quality.third` | A third. | 1/3 |
| `quality.rest` | The rest. | 1/6 |
| | **total** | **10** |
""",
    "handout/cards.md",
    10,
    manual=["quality"],
)
HEADER = "submission,student,criterion,what_we_look_for,out_of,marks,comment\n"
EVIL = Review(
    (Finding("a\nb.py", 3, "E501", '"""\n[quality.names]\x00'),),
    (FunctionFacts("a.py", "f\r\n", 1, 40, 12, 2),),
    1,
    2,
    ("a.py:\u2028x",),
    ((Place("a.py", 1, 5), Place("a.py", 7, 11)),),
    ("the linter took more than 20 s",),
)
COMMENTS = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\"'\\=\r\n;,\t ")),
    max_size=30,
)
MARKS = st.integers(0, 750).map(lambda hundredths: Fraction(hundredths, 100))


def _written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "marks.csv"
    path.write_bytes(text.encode(encoding))
    return path


def _fault(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_marks(_written(folder, text), SCHEME)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(folder), "")


def test_a_sheet_has_a_row_for_each_hand_in_and_criterion(tmp_path: Path) -> None:
    path = tmp_path / "marks.csv"
    assert write_sheet(path, SCHEME, {"b.zip": "2", "a.zip": "1"}) == 6
    assert write_sheet(path, SCHEME, {"a.zip": "1", "b.zip": "2"}) == 0
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    assert rows[0] == [*HEADER.strip().split(","), "digest"]
    assert rows[1] == ["b.zip", "2", "quality.names", 'Names, which say "what".', "7.5", "", "", ""]
    assert len(rows) == 7
    assert not dict(read_marks(path, SCHEME))
    assert [one.name for one in tmp_path.iterdir()] == ["marks.csv"]


def test_nothing_in_a_sheet_is_lost(tmp_path: Path) -> None:
    mine = (
        "marks,seen by,comment,criterion,submission\n"
        '"7,5",AB,"two\r\nlines, ""quoted""",quality.names,a.zip\n'
        ",,later,quality.rest,a.zip\n"
        "\n"
        "1,,of last week,quality.gone,old.zip\n"
    )
    path = _written(tmp_path, mine)
    path.chmod(0o640)
    assert write_sheet(path, SCHEME, {"a.zip": "1"}) == 1
    put(path, SCHEME, "a.zip", "1", {"quality.rest": Given(Fraction(1, 10), "")})
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["marks", "seen by", "comment", "criterion", "submission"],
        ["7,5", "AB", 'two\r\nlines, "quoted"', "quality.names", "a.zip"],
        ["0.1", "", "later", "quality.rest", "a.zip"],
        [],
        ["1", "", "of last week", "quality.gone", "old.zip"],
        ["", "", "", "quality.third", "a.zip"],
    ]
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_spreadsheets_write_is_read(tmp_path: Path) -> None:
    text = (
        "Submission;student;Criterion;what_we_look_for;out_of;Marks ;comment\r\n"
        'a.zip;1;quality.names;;7,5; 6,50 ;"Zwölf\nZeilen; gut"\r\n'
        "a.zip;1;quality.third;;0,33;0,33\r\n"
        "a.zip;1;quality.rest;;0,17;;nothing yet\r\n"
        ";;;;;;\r\n"
    )
    path = _written(tmp_path, text, "utf-8-sig")
    given = read_marks(path, SCHEME)["a.zip"]
    assert given == {
        "quality.names": Given(Fraction(13, 2), "Zwölf\nZeilen; gut"),
        "quality.third": Given(Fraction(1, 3), ""),
    }
    put(path, SCHEME, "a.zip", "1", {"quality.names": Given(Fraction(5, 2), "new")})
    assert "a.zip;1;quality.names;;7,5;2,5;new" in path.read_text("utf-8-sig")
    assert read_marks(path, SCHEME)["a.zip"]["quality.names"] == Given(Fraction(5, 2), "new")


@pytest.mark.parametrize("name", ["=HYPERLINK(1).zip", "'-1.zip", "a\u202eb  c\x1b[1m", "+\n@.zip"])
def test_a_hand_in_is_found_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    path = tmp_path / "marks.csv"
    put(path, SCHEME, name, "@1", {"quality.names": Given(Fraction(2), "-1 for x")})
    assert write_sheet(path, SCHEME, {name: "@1"}) == 0
    found = read_marks(path, SCHEME)
    assert name in found
    assert "other.zip" not in found
    assert found[name]["quality.names"] == Given(Fraction(2), "-1 for x")
    for row in csv.reader(path.read_text("utf-8-sig").splitlines()):
        assert not any(one.startswith(("=", "+", "-", "@")) for one in row)


def test_what_no_person_marks_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"play\.once is not marked by hand"):
        put(tmp_path / "marks.csv", SCHEME, "a", "1", {"play.once": Given(Fraction(1), "")})
    assert not list(tmp_path.iterdir())


def test_two_hand_ins_that_look_the_same_are_told_apart_by_a_person(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="rename one"):
        write_sheet(tmp_path / "marks.csv", SCHEME, {"a  b": "1", "a b": "2"})


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,1,quality.name,,,1,", "marks.csv:2: there is no criterion 'quality.name'"),
        ("a,1,play.once,,,1,", "marks.csv:2: play.once is not marked by hand"),
        ("a,1,quality.names,,,good,", "marks.csv:2: the marks are 'good'; write a number from 0"),
        ("a,1,quality.names,,,nan,", "marks.csv:2: the marks are 'nan'"),
        ("a,1,quality.names,,,٣,", "marks.csv:2: the marks are '٣'"),
        (
            "a,1,quality.names,,,-0.5,",
            "marks.csv:2: the marks are -0.5; write a number that is not negative",
        ),
        ("a,1,quality.names,,,7.51,", "marks.csv:2: the marks are 7.51; quality.names is out of"),
        ("a,1,quality.names,,,1.125,", "marks.csv:2: the marks are 1.125; write at most two"),
        (",1,quality.names,,,1,", "marks.csv:2: the row names no submission"),
        (
            'a,1,quality.names,,,1,"x\ny"\na,1,quality.names,,,2,',
            "marks.csv:4: a has 1 for quality.names in another row, and 2 here; delete one",
        ),
        ('a,1,"quality', "marks.csv:2: a quotation mark is not closed"),
        ("a,1,quality.names,,,1,5,fine", "marks.csv:2: the row has more cells than the header"),
    ],
)
def test_a_faulty_row_is_named(tmp_path: Path, row: str, said: str) -> None:
    assert said in _fault(tmp_path, HEADER + row + "\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "latin-1"])
def test_a_sheet_in_every_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    row = "Zoë,1,quality.names,,,1,schön"
    path = _written(tmp_path, HEADER + row, encoding)
    assert read_marks(path, SCHEME)["Zoë"]["quality.names"].comment == "schön"
    put(path, SCHEME, "Zoë", "1", {"quality.rest": Given(Fraction(0), "öde")})
    assert read_marks(path, SCHEME)["Zoë"]["quality.names"].comment == "schön"


def test_a_faulty_file_is_named(tmp_path: Path) -> None:
    assert "marks.csv:1: a column is missing: criterion, comment" in _fault(
        tmp_path, "submission,marks\n"
    )
    assert "marks.csv:1: a column is duplicated: marks" in _fault(
        tmp_path, HEADER.replace("out_of", "marks")
    )
    assert "marks.csv is empty" in _fault(tmp_path, "")
    with pytest.raises(InputError, match="save the table as CSV in UTF-8"):
        read_marks(_written(tmp_path, HEADER + "\x81", "latin-1"), SCHEME)
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            read_marks(path, SCHEME)
    with pytest.raises(InputError, match="cannot be written"):
        write_sheet(tmp_path / "none" / "marks.csv", SCHEME, {"a": "1"})


def test_the_same_marks_twice_are_no_fault(tmp_path: Path) -> None:
    text = HEADER + "a,1,quality.names,,,1,\na,1,quality.names,,,1.0,why\na,1,quality.names,,,,\n"
    given = read_marks(_written(tmp_path, text), SCHEME)["a"]
    assert given == {"quality.names": Given(Fraction(1), "why")}


def test_marks_become_verdicts() -> None:
    given = {
        "quality.names": Given(Fraction(5), "Mostly\nclear."),
        "quality.third": Given(Fraction(1, 3), ""),
        "quality.rest": Given(Fraction(0), "None."),
        "quality.gone": Given(Fraction(1), ""),
    }
    found = verdicts(given, SCHEME)
    assert list(found) == ["quality.names", "quality.third", "quality.rest"]
    names, third, rest = found.values()
    assert (names.state, names.share, names.reason) == (
        State.PARTIAL,
        Fraction(2, 3),
        "Mostly clear.",
    )
    assert (third.state, third.reason) == (State.PASSED, "marked by a person")
    assert (rest.state, rest.reason) == (State.FAILED, "None.")
    assert not verdicts({}, SCHEME)


@given(comment=COMMENTS, earned=MARKS)
def test_a_comment_survives_the_csv(comment: str, earned: Fraction) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "marks.csv"
        given = {"quality.names": Given(earned, comment)}
        put(path, SCHEME, "a.zip", "1", given)
        put(path, SCHEME, "b.zip", "2", {})
        assert read_marks(path, SCHEME)["a.zip"] == given


@given(comment=COMMENTS, earned=MARKS)
def test_a_comment_survives_the_editor(comment: str, earned: Fraction) -> None:
    given = {"quality.names": Given(earned, comment), "quality.third": Given(Fraction(1, 3), "")}
    assert from_text(as_text("a.zip", SCHEME.manual, given, EVIL), SCHEME) == given


def test_the_text_to_edit_shows_the_evidence_and_what_is_looked_for() -> None:
    text = as_text("a\n[x]", SCHEME.manual, {}, EVIL)
    assert from_text(text, SCHEME) == {}
    for part in (
        "# Marks for a [x].",
        "# Evidence is missing: the linter took more than 20 s",
        "# 1 of 2 files, classes, functions documented",
        "#   the longest, and their complexity: f 40 lines, 12",
        "# repeated: a.py 1-5, a.py 7-11",
        "# 1 x E501:",
        '[quality.names]\n# Names, which say "what".\n# out of 7.5\nmarks = ""\ncomment = """\n"""',
    ):
        assert part in text
    assert "play" not in text


@pytest.mark.parametrize("number", ["6.5", '"6.5"', '" 6,50 "'])
def test_numbers_are_read_as_people_write_them(number: str) -> None:
    text = f"\ufeff[quality.names]\r\nmarks = {number}\r\n"
    assert from_text(text, SCHEME) == {"quality.names": Given(Fraction(13, 2), "")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("marks = 3\n", "line 1, marks: it does not belong to a criterion"),
        ("\n[quality.names]\nmarks = \n", "the text cannot be parsed: Invalid value (at line 3,"),
        ("\n[quality.name]\n", "line 2, quality.name: there is no criterion"),
        ("[play.once]\nmarks = 1", "line 1, play.once: play.once is not marked by hand"),
        ("[quality.names]\nmarks = 8", "line 1, quality.names: the marks are 8; quality.names is"),
        ("[quality.names]\nmarks = true", "line 1, quality.names: the marks must be a number"),
        ("[quality.names]\nmarks = inf", "the marks are 'inf'; write a number from 0 to 7.5"),
        ("[quality.names]\nmarks = 1\ncomment = 2", "the comment must be a text"),
        ("[quality.names]\nmark = 1", "it must have marks and a comment, and nothing else"),
        ('[quality.names]\ncomment = "Good."', "there is a comment and no marks; fill them in"),
        (f'[quality.names]\nmarks = 1\ncomment = "{"x" * 20_001}"', "has more than 20000 char"),
        ("[quality]\nnames = 3", "quality.names: it must have marks and a comment"),
        (f"x = {'[' * 100_000}", "the text cannot be parsed"),
    ],
)
def test_a_faulty_text_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        from_text(text, SCHEME)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_marks_note_the_version_that_they_are_for(tmp_path: Path) -> None:
    path = tmp_path / "marks.csv"
    first, second = "1" * 64, "2" * 64
    write_sheet(path, SCHEME, {"a": "1"}, {"a": first})
    put(path, SCHEME, "a", "1", {"quality.names": Given(Fraction(2), "")})
    write_sheet(path, SCHEME, {"a": "1"}, {"a": second})
    write_sheet(path, SCHEME, {}, {"a": "3" * 64})
    given = read_marks(path, SCHEME)["a"]["quality.names"]
    assert given.version == version_of(second), "empty when given, so filled in by the next run"
    assert is_for(given.version, second)
    assert not is_for(given.version, first)
    put(path, SCHEME, "a", "1", {"quality.names": Given(Fraction(2), "")}, first)
    assert is_for(read_marks(path, SCHEME)["a"]["quality.names"].version, first)


def test_a_sheet_without_the_column_gets_it(tmp_path: Path) -> None:
    path = _written(tmp_path, HEADER + "a,1,quality.names,x,7.5,2,\n")
    assert read_marks(path, SCHEME)["a"]["quality.names"].version == ""
    write_sheet(path, SCHEME, {}, {"a": "1" * 64})
    assert read_marks(path, SCHEME)["a"]["quality.names"].version == version_of("1" * 64)
