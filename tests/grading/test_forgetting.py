"""Forgetting somebody: teams, several attempts, manual marks, and people who submitted nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from patience_grader.downloads.model import Person
from patience_grader.downloads.roster import Enrolled
from patience_grader.downloads.when import Stated
from patience_grader.errors import InputError
from patience_grader.grading.forgetting import forget
from patience_grader.grading.record import Entry, Key, Record, read_record, write_record
from patience_grader.marks.late import Timing

ADA = Person("Ada Lovelace", "2600001S", "ada@example.org", {"moodle": "8801"})
BOB = Person("Bob Babbage", "2600002S", "bob@example.org", {"git": "bobb"})
CY = Person('=Cy, "the" Grün', "2600003S", "cy@example.org")
DEE = Person("Dee Absent", "2600004S", "dee@example.org")
TEAM = "2600001S+2600002S"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Results of a team with two attempts, of one student alone, and of one who was absent."""
    out = tmp_path / "marks"
    for place in (f"{TEAM}", "2600003S", f"attempts/1/{TEAM}", f"attempts/2/{TEAM}"):
        (out / place).mkdir(parents=True)
        (out / place / "sheet.json").write_text(place)
    (out / "index.html").write_text("Ada Bob Cy Dee")
    (out / "marks.csv").write_text(
        "submission,student,name,status,total,out_of\n"
        f"{TEAM},{TEAM},Ada Lovelace and Bob Babbage,marked,1,2\n"
        '2600003S,2600003S,"\'=Cy, ""the"" Grün",marked,1,2\n'
        "2600004S,2600004S,Dee Absent,not submitted,,\n",
        encoding="utf-8",
    )
    (out / "manual-marks.csv").write_text(
        "submission;criterion;marks;comment\r\n"
        f'{TEAM};quality.names;1,5;"two\r\nlines for Ada"\r\n'
        "2600003S;quality.names;1;\r\n"
        f"{TEAM};quality.rest;;\r\n",
        encoding="utf-8-sig",
    )
    moment = datetime(2026, 3, 27, tzinfo=UTC)
    people = (ADA, BOB, CY, DEE)
    record = Record(
        platform="gradescope",
        deadline=moment,
        times=tuple(
            Stated(who, Timing(moment), "times.csv:2")
            for who in ("2600001S", "BOB@example.org", "2600003S.zip", "2600004S")
        ),
        roster=tuple(Enrolled(one, line) for line, one in enumerate(people, 2)),
        submissions={
            TEAM: Entry(people=(ADA, BOB), attempt="2", submitted=moment),
            "2600003S": Entry(people=(CY,), attempt="1"),
        },
        absent=(DEE,),
    )
    write_record(out, record)
    return out


def texts(out: Path) -> str:
    """All that lies in the folder, with the names of its files."""
    return "\n".join(
        f"{path.relative_to(out)} {path.read_text('utf-8') if path.is_file() else ''}"
        for path in sorted(out.rglob("*"))
    )


def test_a_team_is_forgotten_with_all_its_attempts_and_marks(out: Path) -> None:
    done = forget(out, TEAM)
    assert "2 rows of manual-marks.csv are removed" in done
    left = texts(out)
    for told in ("2600001S", "2600002S", "Lovelace", "Babbage", "ada@", "bob", "8801"):
        assert told not in left
    assert (out / "2600003S" / "sheet.json").exists()
    record = read_record(out)
    assert [one.who for one in record.times] == ["2600003S.zip", "2600004S"]
    assert [one.person for one in record.roster] == [CY, DEE]
    assert (out / "manual-marks.csv").read_text("utf-8-sig").splitlines() == [
        "submission;criterion;marks;comment", "2600003S;quality.names;1;"
    ]  # fmt: skip
    with pytest.raises(InputError, match="nobody in"):
        forget(out, TEAM)


@pytest.mark.parametrize("member", ["Ada Lovelace", "2600002s", "bob@example.org", "8801", "bobb"])
def test_one_of_a_team_is_not_forgotten_alone(out: Path, member: str) -> None:
    before = texts(out)
    with pytest.raises(InputError, match="is the work of several; name that submission"):
        forget(out, member)
    assert texts(out) == before


@pytest.mark.parametrize("who", ["2600003S", "cy@example.org", '=Cy, "the" Grün'])
def test_one_alone_is_forgotten(out: Path, who: str) -> None:
    forget(out, who)
    left = texts(out)
    assert "2600003S" not in left
    assert "Grün" not in left
    assert "cy@" not in left
    assert TEAM in left


def test_who_submitted_nothing_is_forgotten(out: Path) -> None:
    forget(out, "2600004S")
    left = texts(out)
    assert "2600004S" not in left
    assert "Dee" not in left
    assert TEAM in left


def test_a_pseudonym_is_forgotten_by_the_number_that_an_archive_gave(tmp_path: Path) -> None:
    out = tmp_path / "marks"
    (out / "anon-a").mkdir(parents=True)
    table = "submission,student,status,total,out_of\nanon-a,anon-a,marked,1,2\n"
    (out / "marks.csv").write_text(table)
    entry = Entry(people=(Person("Cy"),), student="2600003S")
    write_record(out, Record(submissions={"Cy": entry}, key=Key("00", {"anon-a": "Cy"})))
    forget(out, "2600003S")
    assert not (out / "anon-a").exists()
    assert read_record(out).submissions == {}
