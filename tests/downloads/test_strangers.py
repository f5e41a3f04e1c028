"""Downloads that differ from the samples: other languages, unpacked twice, one level off."""

from __future__ import annotations

from pathlib import Path

import pytest
from packing import REQUIRED, files_of, packed, write, zip_bytes, zipped
from patience_grader.downloads.contents import contents
from patience_grader.downloads.model import Download
from patience_grader.downloads.recognise import recognise

WORK = packed("reference-solution-66")
MOODLE = {
    "José O’Brien-Núñez_501_assignsubmission_file/2600001S.zip": WORK,
    "D'Arcy, Anne_502_assignsubmission_file/deck.py": b"1",
    "D'Arcy, Anne_502_assignsubmission_file/game.py": b"2",
    "D'Arcy, Anne_502_assignsubmission_file/.DS_Store": b"",
    "D'Arcy, Anne_502_assignsubmission_file/__MACOSX/._deck.py": b"",
}
GERMAN = (
    "Kennung,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
    "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung)\n"
    'Teilnehmer/in 501,José O’Brien-Núñez,j@x.de,Zur Bewertung abgegeben,,"66,00",Ja,'
    '"Freitag, 27. März 2026, 16:12",-\n'
    'Teilnehmer/in 502,Anne D\'Arcy,a@x.de,Zur Bewertung abgegeben,,"66,00",Ja,'
    '"Samstag, 28. März 2026, 09:01",-\n'
)


def read(path: Path) -> Download:
    return recognise([path], REQUIRED)


def told(download: Download) -> list[str]:
    return [one.path for one in download.left_out if not one.is_noise]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_worksheet_in_another_language_hides_no_name(encoding: str, tmp_path: Path) -> None:
    download = write(tmp_path / "in", {f"CS1-88/{name}": data for name, data in MOODLE.items()})
    (download / "Bewertungen.csv").write_bytes(GERMAN.encode(encoding))
    found = read(download)
    assert {(one.people[0].name, one.people[0].email) for one in found.submissions} == {
        ("José O’Brien-Núñez", "j@x.de"), ("D'Arcy, Anne", "a@x.de")
    }  # fmt: skip
    (note,) = found.notes
    assert "its times are not in English and cannot be read" in note
    assert "names and times" not in note


def test_a_download_unpacked_twice_is_counted_once(tmp_path: Path) -> None:
    twice = {f"{top}/{name}": data for top in ("CS1", "CS1 2") for name, data in MOODLE.items()}
    found = read(write(tmp_path / "in", twice))
    assert found.summary == "Moodle download: 2 students, 2 left out"
    second = tmp_path / "in" / "CS1 2"
    assert set(told(found)) == {
        f"{second}/D'Arcy, Anne_502_assignsubmission_file",
        f"{second}/José O’Brien-Núñez_501_assignsubmission_file/2600001S.zip",
    }


def test_what_is_counted_besides_is_counted_once(tmp_path: Path) -> None:
    files = {f"ann_7_90{at}_{name}": b"" for at, name in enumerate(("deck.py", "game.py"))}
    twice = {f"{top}/{name}": data for top in ("a", "b") for name, data in files.items()}
    summary = read(write(tmp_path / "in", twice)).summary
    assert "1 student, 1 with loose files put together" in summary


def test_an_archive_beside_the_folder_that_it_was_unpacked_to(tmp_path: Path) -> None:
    files = {
        f"2600001S/klondike/{name}": data for name, data in files_of("beginners-style-66").items()
    }
    other = {"2600002S.zip": WORK, "2600003S.zip": WORK, "2600003S/deck.py": b"changed since"}
    folder = write(
        tmp_path / "in", {"2600001S.zip": packed("beginners-style-66"), **files, **other}
    )
    found = read(folder)
    assert [one.key for one in found.submissions] == [
        "2600001S", "2600003S", "2600002S", "2600003S (2)"
    ]  # fmt: skip
    assert told(found) == [f"{folder}/2600001S.zip"]
    assert [note for note in found.notes if "there are two submissions 2600003S" in note]


def test_the_zip_of_a_class_in_a_folder_is_entered(tmp_path: Path) -> None:
    inner = zip_bytes({"2600001S.zip": WORK, "2600002S.zip": WORK, "__MACOSX/._x": b""})
    folder = write(tmp_path / "in", {"all of them.zip": inner, "read me.txt": b""})
    found = read(folder)
    assert [one.key for one in found.submissions] == ["2600001S", "2600002S"]
    assert told(found) == [f"{folder}/read me.txt"]
    (one,) = read(write(tmp_path / "one", {"2600001S.zip": WORK})).submissions
    assert one.key == "2600001S"


def test_canvas_anonymous_and_late(tmp_path: Path) -> None:
    names = ("anon_aB1cd_901_2600001S.zip", "anon_xY9zz_LATE_902_w.zip")
    found = read(write(tmp_path / "in", dict.fromkeys(names, WORK)))
    assert found.summary == "Canvas download: 2 students, 1 late"


def test_two_files_of_one_original_name_are_both_there(tmp_path: Path) -> None:
    start = "Klondike_ann_attempt_2026-03-27-16-12-13"
    receipt = "Name: Ann (ann)\nFiles:\n" + "".join(
        f"\tOriginal filename: deck.py\n\tFilename: {start}_{name}\n"
        for name in ("deck.py", "deck(1).py")
    )
    files = {
        f"{start}.txt": receipt.encode(),
        f"{start}_deck.py": b"1",
        f"{start}_deck(1).py": b"2",
    }
    (one,) = read(write(tmp_path / "in", files)).submissions
    held = {data(9) for _, data in contents(one.attempts[-1])}
    assert held == {b"1", b"2"}


def test_clones_in_a_zip_have_no_commits_and_say_so(tmp_path: Path) -> None:
    files = {
        f"klondike-submissions/klondike-{user}/{name}": b""
        for user in ("ann", "bob", "cy")
        for name in ("deck.py", ".git/HEAD")
    }
    found = read(zipped(tmp_path / "clones.zip", files))
    assert len(found.submissions) == 3
    assert [note for note in found.notes if "unpack it if commits and their times count" in note]
