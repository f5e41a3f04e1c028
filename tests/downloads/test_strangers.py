"""Downloads that differ from the samples: other languages, unpacked twice, one level off."""

from __future__ import annotations

from pathlib import Path

import pytest
from packing import REQUIRED, files_of, packed, write, zip_bytes, zipped
from patience_grader.downloads.contents import contents
from patience_grader.downloads.listing import of_archive
from patience_grader.downloads.model import Download
from patience_grader.downloads.recognise import recognise
from patience_grader.downloads.source import OnDisk
from patience_grader.errors import InputError
from patience_grader.submission.finding import hand_ins_of

WORK = packed("reference-solution-66")
MOODLE = {
    "José O’Brien-Núñez_501_assignsubmission_file/2600001S.zip": WORK,
    "D'Arcy, Anne_502_assignsubmission_file/deck.py": b"1",
    "D'Arcy, Anne_502_assignsubmission_file/game.py": b"2",
    "D'Arcy, Anne_502_assignsubmission_file/.DS_Store": b"",
    "D'Arcy, Anne_502_assignsubmission_file/__MACOSX/._deck.py": b"",
}
FINNISH = (
    "Tunniste,Koko nimi,Sähköpostiosoite,Tila,Arvosana,Paras mahdollinen arvosana,"
    "Arvosanaa voi muuttaa,Viimeksi muokattu (palautus),Viimeksi muokattu (arvosana)\n"
    'Osallistuja 501,José O’Brien-Núñez,j@x.se,Palautettu arvioitavaksi,,"66,00",Kyllä,'
    '"perjantai, 27. maaliskuuta 2026, 16:12",-\n'
    'Osallistuja 502,Anne D\'Arcy,a@x.se,Palautettu arvioitavaksi,,"66,00",Kyllä,'
    '"lauantai, 28. maaliskuuta 2026, 09:01",-\n'
)


def read(path: Path) -> Download:
    return recognise([path], REQUIRED)


def told(download: Download) -> list[str]:
    return [one.path for one in download.left_out if not one.is_noise]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_worksheet_in_an_unknown_language_hides_no_name(encoding: str, tmp_path: Path) -> None:
    download = write(tmp_path / "in", {f"CS1-88/{name}": data for name, data in MOODLE.items()})
    (download / "Betyg.csv").write_bytes(FINNISH.encode(encoding))
    found = read(download)
    assert {(one.people[0].name, one.people[0].email) for one in found.submissions} == {
        ("José O’Brien-Núñez", "j@x.se"), ("D'Arcy, Anne", "a@x.se")
    }  # fmt: skip
    (note,) = found.notes
    assert "its times are in a language that is not known here" in note
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


def test_who_shares_a_name_is_told_apart_by_the_platforms_number(tmp_path: Path) -> None:
    names = ("Li Wei_501", "li wei_502", "Li Wei_503", "D'Arcy, Anne_504", "D'Arcy, Anne_505")
    files = {f"{one}_assignsubmission_file/2600001S.zip": WORK for one in names}
    download = read(write(tmp_path / "in", files))
    uploads = hand_ins_of("moodle", [(one, one.attempts[-1]) for one in download.submissions])
    assert [one.remark for one in uploads] == [""] * 5
    first, *others = [one.name for one in uploads if "ei" in one.name]
    assert first == "Li Wei"
    assert others == ["Li Wei 503", "li wei 502"]
    assert [one.name for one in uploads if "Anne" in one.name] == [
        "D'Arcy, Anne", "D'Arcy, Anne 505"
    ]  # fmt: skip
    assert [note for note in download.notes if "called" in note] == [
        "2 are called D'Arcy, Anne: moodle 504 and moodle 505",
        "3 are called Li Wei: moodle 501 and moodle 503 and moodle 502",
    ]


def test_a_zip_that_came_otherwise_takes_nobody_his_name(tmp_path: Path) -> None:
    files = {f"{who}_assignsubmission_file/w.zip": WORK for who in ("Ann_500", "Bo_501")}
    paths = [
        write(tmp_path / "in", files),
        zipped(tmp_path / "Cy.zip", files_of("reference-solution-66")),
    ]
    found = recognise(paths, REQUIRED)
    uploads = hand_ins_of(found.platform, [(one, one.attempts[-1]) for one in found.submissions])
    assert [one.name for one in uploads] == ["Ann", "Bo", "Cy"]
    paths.append(zipped(tmp_path / "Bo.zip", {"game.py": b""}))
    assert "2 are called Bo: moodle 501 and Bo" in recognise(paths, REQUIRED).notes


def test_a_worksheet_for_each_section_is_left_out_of_none(tmp_path: Path) -> None:
    head = "Identifier,Full name,Status,Grade,Maximum grade\n"
    files = {
        f"{number}.zip": zip_bytes({f"Jo_{number}_assignsubmission_file/2600001S.zip": WORK})
        for number in (501, 502)
    }
    sheets = {
        f"Grades-{number}.csv": f"{head}Participant {number},Jo {number},Submitted,,66\n".encode()
        for number in (501, 502)
    }
    other = {"Grades-9.csv": f"{head}Participant 9,Al,Submitted,,66\n".encode()}
    found = read(write(tmp_path / "in", {**files, **sheets, **other}))
    assert {one.people[0].name for one in found.submissions} == {"Jo 501", "Jo 502"}
    assert told(found) == [f"{tmp_path / 'in'}/Grades-9.csv"]


def test_what_was_submitted_in_place_of_files_is_told(tmp_path: Path) -> None:
    files = {
        **MOODLE,
        "Jo_503_assignsubmission_onlinetext/onlinetext.html": b"",
        "Al_504_assignsubmission_comments/comments.html": b"",
    }
    assert read(write(tmp_path / "in", files)).without == (
        "Al submitted a comment and no file",
        "Jo submitted an online text and no file",
    )


def test_a_file_of_canvas_that_nobody_asked_for_goes_with_the_newest_ones(tmp_path: Path) -> None:
    files = {"d_1_11_deck.py": b"1", "d_1_12_status.txt": b"2", "d_1_13_deck-1.py": b"3"}
    (one,) = read(write(tmp_path / "in", files)).submissions
    assert {name: data(9) for name, data in contents(one.attempts[-1])} == {
        "deck.py": b"3", "status.txt": b"2"
    }  # fmt: skip


def test_names_that_macs_and_windows_packed_are_read_as_they_were(tmp_path: Path) -> None:
    """Their zips do not say that they hold UTF-8, or cp850 in Western Europe, or else cp437."""
    names = {"J\xc3\xbcrgen": "Jürgen", "Zoe\xcc\x88": "Zoe\u0308", "Ren\x82": "René"}
    names |= {
        "Jo\xc6o": "João",
        "S\x9bren": "Søren",
        "\xe0scar \xb5": "Óscar Á",
        "\xe0 \xfe": "α ■",
    }
    for place, (raw, name) in enumerate(names.items()):
        called = f"{'A' * len(raw)}_50{place}_assignsubmission_file/2600001S.zip"
        data = zip_bytes({called: WORK}).replace(b"A" * len(raw), raw.encode("latin-1"))
        path = tmp_path / f"{place}.zip"
        path.write_bytes(data)
        (one,) = read(path).submissions
        assert one.people[0].name == name
        assert contents(one.attempts[0]).files


def test_no_two_entries_of_a_zip_are_read_for_each_other(tmp_path: Path) -> None:
    both = {"\u251c\u2310_1.zip": b"says so", "AA_1.zip": b"does not"}
    path = tmp_path / "class.zip"
    path.write_bytes(zip_bytes(both).replace(b"AA_1", "é_1".encode()))
    found = of_archive("class.zip", path.name, OnDisk.at(path))
    assert [one.path for one in found.files] == []
    assert {one.reason for one in found.left_out} == {"it contains this name more than once"}


DRIVE = "Homework-20261120T101010Z"
SPREAD = (
    {"Homework/Ada/deck.py": b"1"},
    {"Homework/Ada/game.py": b"2", "Homework/Bob.zip": WORK},
)


@pytest.mark.parametrize("end", ["Z", "Z-1"])
@pytest.mark.parametrize("form", ["side by side", "one level up", "named together"])
def test_a_download_of_google_drive_in_several_zips_is_one(
    form: str, end: str, tmp_path: Path
) -> None:
    folder = tmp_path / "up" / "in"
    name = f"{DRIVE[:-1]}{end}"
    zips = [zipped(folder / f"{name}-{at:03}.zip", files) for at, files in enumerate(SPREAD, 1)]
    paths = {"side by side": [folder], "one level up": [folder.parent], "named together": zips}
    found = recognise(paths[form], REQUIRED)
    assert found.notes[0] == f"{folder}/{name}: 2 zips are read as one download"
    assert (found.doubts, found.left_out) == ((), ())
    held = {one.key: contents(one.attempts[-1]) for one in found.submissions}
    assert {path: read(9) for path, read in held["Ada"]} == {"deck.py": b"1", "game.py": b"2"}
    assert {one.path for one in held["Bob"].files} == files_of("reference-solution-66").keys()


def test_what_is_wrong_with_a_download_of_google_drive_is_told(tmp_path: Path) -> None:
    names = [f"{DRIVE}-{part}.zip" for part in ("001", "003", "004")]
    files = [*SPREAD, {"Homework/Ada/game.py": b"5", "Homework/Di/../../deck.py": b""}]
    for name, part in zip(names, files, strict=True):
        zipped(tmp_path / "in" / name, part)
    found = recognise([tmp_path / "in"], REQUIRED)
    (doubt,) = found.doubts
    assert doubt.startswith(f"{tmp_path}/in/{DRIVE}: this download of Google Drive's lacks part 2")
    assert [(Path(one.path).name, one.reason.partition(" of")[0]) for one in found.left_out] == [
        ("game.py", "another part"), ("deck.py", "its path leads out")
    ]  # fmt: skip
    (tmp_path / "in" / names[1]).write_bytes(zip_bytes(SPREAD[1])[:-30])
    with pytest.raises(InputError, match=r"003\.zip: .* it is damaged or cut short; download it"):
        recognise([tmp_path / "in"], REQUIRED)


def test_students_own_downloads_of_google_drive_stay_apart(tmp_path: Path) -> None:
    names = [f"klondike-20261120T10101{at}Z-001.zip" for at in range(3)]
    found = read(write(tmp_path / "in", dict.fromkeys(names, WORK)))
    assert len(found.submissions) == 3
    assert [one.people[0].number for one in found.submissions] == ["", "", ""]


def test_who_has_one_name_only_and_a_dot_for_the_other_is_there(tmp_path: Path) -> None:
    """Platforms ask for two names, and people who have one write a dot."""
    names = (". Prakash", "Prakash .")
    folders = [f"{name}_{place}_assignsubmission_file" for place, name in enumerate(names)]
    files = {f"{folder}/game.py": b"" for folder in folders}
    for path in (write(tmp_path / "in", files), zipped(tmp_path / "in.zip", files)):
        assert [one.title for one in read(path).submissions] == [*names]
