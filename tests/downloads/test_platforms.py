"""Each platform's download, as a folder, as the zip itself, and one level up."""

from __future__ import annotations

import pickle
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import packing
import pytest
from packing import REQUIRED, files_of, packed, write, zipped
from patience_grader.downloads.contents import contents
from patience_grader.downloads.model import Delivered, Download
from patience_grader.downloads.recognise import recognise
from patience_grader.errors import InputError

DOWNLOADS: Mapping[str, Callable[[], dict[str, bytes]]] = {
    "Moodle download: 6 students, 2 left out": packing.moodle,
    "Moodle download: 6 students, 2 left out ": packing.moodle_flat,
    "Moodle download: 6 students, 2 left out  ": lambda: packing.moodle("_"),
    "Canvas download: 11 students, 2 resubmitted, 2 late, 1 with loose files put together, "
    "1 left out": packing.canvas,
    "Gradescope export: 5 students, 1 team, 1 resubmitted, 1 with several submitters": (
        packing.gradescope
    ),
    "Blackboard download: 2 students, 1 resubmitted, 1 with loose files put together": (
        packing.blackboard
    ),
    "nbgrader course: 2 students, 3 left out": packing.nbgrader,
    "Microsoft Teams folder: 2 students, 1 resubmitted, 2 left out": packing.teams,
    "Brightspace download: 2 students, 1 resubmitted, 1 with loose files put together, "
    "1 left out": packing.brightspace,
    "Brightspace download: 2 students, 1 resubmitted, 1 with loose files put together, "
    "1 left out ": lambda: packing.brightspace(" - "),
    "Sakai download: 1 student, 1 team, 1 with loose files put together, 2 left out": packing.sakai,
    "Sakai download: 1 student, 1 team, 1 with loose files put together, 2 left out ": (
        lambda: packing.sakai(flat=True)
    ),
    "VPL download: 1 student, 1 team, 1 resubmitted, 2 with loose files put together": packing.vpl,
    "ILIAS download: 2 students, 1 late, 1 with loose files put together, 1 left out": (
        packing.ilias
    ),
    "Submitty folder: 2 students, 1 resubmitted, 2 with loose files put together, 1 left out": (
        packing.submitty
    ),
    "OpenOlat archive: 2 students, 1 resubmitted, 2 with loose files put together, 3 left out": (
        packing.openolat
    ),
    "Stud.IP download: 3 students, 1 resubmitted, 1 with loose files put together": packing.studip,
}


def as_folder(where: Path, files: Mapping[str, bytes]) -> Path:
    return write(where / "unpacked", files)


def as_zip(where: Path, files: Mapping[str, bytes]) -> Path:
    return zipped(where / "CS1-Klondike-4711.zip", files)


def one_level_up(where: Path, files: Mapping[str, bytes]) -> Path:
    return write(where / "up" / "download", files).parent


def zip_in_a_folder(where: Path, files: Mapping[str, bytes]) -> Path:
    return zipped(where / "up" / "submissions.zip", files).parent


def zip_of_a_folder(where: Path, files: Mapping[str, bytes]) -> Path:
    return zipped(where / "a.zip", {f"all/{name}": data for name, data in files.items()})


def by_key(download: Download) -> dict[str, Delivered]:
    return {one.key: one for one in download.submissions}


def texts(one: Delivered) -> dict[str, bytes]:
    return {path.rpartition("/")[2]: read(1 << 20) for path, read in contents(one.attempts[-1])}


def read(where: Path, files: Mapping[str, bytes], platform: str = "") -> Download:
    return recognise([as_folder(where, files)], REQUIRED, platform)


@pytest.mark.parametrize(
    "form", [as_folder, as_zip, one_level_up, zip_in_a_folder, zip_of_a_folder]
)
@pytest.mark.parametrize("summary", DOWNLOADS)
def test_every_form_is_read_alike(
    summary: str, form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    download = recognise([form(tmp_path, DOWNLOADS[summary]())], REQUIRED)
    assert download.summary == summary.strip()
    for one in download.submissions:
        assert set(texts(one)) & set(REQUIRED), one.key


@pytest.mark.parametrize("summary", DOWNLOADS)
def test_every_file_belongs_to_a_submission_or_is_left_out(summary: str, tmp_path: Path) -> None:
    files = DOWNLOADS[summary]()
    noise = {"__MACOSX/._x": b"", ".DS_Store": b""}
    download = recognise([as_folder(tmp_path, {**files, **noise})], REQUIRED)
    placed = [
        placed.path
        for one in download.submissions
        for attempt in one.attempts
        for placed in attempt.files.values()
    ]
    assert len(placed) == len(set(placed))
    left_out = {one.path for one in download.left_out}
    assert left_out.isdisjoint(placed)
    for name in files:
        path = str(tmp_path / "unpacked" / name)
        is_known = path in placed or any(f"{path}/".startswith(f"{one}/") for one in left_out)
        assert is_known or name.endswith(("timestamp.txt", "submission_metadata.yml")), name
    assert {f"{tmp_path}/unpacked/{name}" for name in ("__MACOSX", ".DS_Store")} <= left_out


@pytest.mark.parametrize("summary", [one for one in DOWNLOADS if "Gradescope" not in one][:5])
def test_strays_in_a_download_do_not_hide_it(summary: str, tmp_path: Path) -> None:
    strays = {"notes.txt": b"", "rubric/a.pdf": b"", "rubric/b.pdf": b"", "grades.csv": b"a,b"}
    download = read(tmp_path, {**DOWNLOADS[summary](), **strays})
    assert download.platform == summary.split(maxsplit=1)[0].lower()
    left_out = {Path(one.path).name for one in download.left_out}
    assert {"notes.txt", "rubric", "grades.csv"} <= left_out


def test_a_download_can_be_sent_to_another_process(tmp_path: Path) -> None:
    download = recognise([as_zip(tmp_path, packing.moodle())], REQUIRED)
    again = pickle.loads(pickle.dumps(download))
    assert again == download
    assert texts(again.submissions[0]) == texts(download.submissions[0])


def test_the_folder_that_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "2600001S", files_of("reference-solution-66"))
    monkeypatch.chdir(folder)
    assert [one.key for one in recognise([Path()], REQUIRED).submissions] == ["2600001S"]


def test_moodle_worksheet_beside_gives_people_and_times(tmp_path: Path) -> None:
    zipped(tmp_path / "up" / "submissions.zip", packing.moodle())
    (tmp_path / "up" / "Grades-CS1.csv").write_text(packing.worksheet(), encoding="utf-8-sig")
    download = recognise([tmp_path / "up"], REQUIRED)
    ada = by_key(download)["moodle 8801"]
    assert ada.people[0].number == "2600001S"
    assert ada.people[0].email == "2600001s@example.ac.uk"
    assert ada.attempts[0].submitted == datetime(2026, 3, 27, 16, 12)
    assert list(ada.attempts[0].files) == ["2600001S.zip"]
    assert "names and times are taken from this worksheet" in download.notes[0]
    assert download.without == ("Only Text submitted an online text and no file",)


def test_moodle_worksheet_of_another_assignment_is_left_out(tmp_path: Path) -> None:
    folder = as_folder(tmp_path, packing.moodle())
    sheet = tmp_path / "other.csv"
    sheet.write_text(packing.worksheet(number=100))
    download = recognise([folder, sheet], REQUIRED)
    (why,) = [one.reason for one in download.left_out if one.path == str(sheet)]
    assert why == "it is the worksheet of another assignment"
    assert by_key(download)["moodle 8801"].attempts[0].submitted is None


def test_moodle_team_gets_its_members_from_the_worksheet(tmp_path: Path) -> None:
    files = {"Group 1_55_assignsubmission_file/a.zip": packed("reference-solution-66")}
    files["Default group_assignsubmission_file/b.zip"] = packed("beginners-style-66")
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(
        "Identifier,Full name,ID number,Status,Group,Grade\n"
        "Participant 1,Ada,2600001S,Submitted for grading,Group 1,\n"
        "Participant 2,Grace,2600002S,Submitted for grading,Group 1,\n"
    )
    download = recognise([as_folder(tmp_path, files), sheet], REQUIRED)
    assert download.summary == "Moodle download: 2 teams"
    team = by_key(download)["moodle Group 1 55"]
    assert [person.number for person in team.people] == ["2600001S", "2600002S"]


def test_canvas_names_are_recovered_and_attempts_ordered(tmp_path: Path) -> None:
    found = by_key(read(tmp_path, packing.canvas()))
    twice = found["canvas 7001"]
    assert [one.label for one in twice.attempts] == ["1", "2"]
    assert [list(one.files) for one in twice.attempts] == [["2600000S.zip"]] * 2
    assert texts(twice) == dict(files_of("beginners-style-66"))
    again = found["canvas 7050"]
    assert [list(one.files) for one in again.attempts] == [["2600050S.zip"]]
    assert again.resubmitted
    assert again.attempts[0].label == "3"
    assert texts(found["canvas 7060"]) == dict(files_of("reference-solution-66"))
    assert [found[f"canvas {user}"].attempts[0].late for user in (7003, 7004)] == [False, True]


@pytest.mark.parametrize(
    ("files", "attempts"),
    [
        ({"1_11_deck-1.py", "1_12_game-1.py"}, [{"deck.py", "game.py"}]),
        ({"1_11_deck.py", "1_12_game.py", "1_13_deck-1.py", "1_14_game-1.py"},
         [{"deck.py", "game.py"}] * 2),
        ({"1_11_deck.py", "1_12_game.py", "1_13_deck-1.py"}, [{"deck.py", "game.py"}] * 2),
        ({"1_11_deck.py", "1_12_exercise-1.py", "1_13_exercise-2.py"},
         [{"deck.py", "exercise-1.py", "exercise-2.py"}]),
        ({"1_11_game.py", "1_12_week-1.txt"}, [{"game.py", "week-1.txt"}]),
        ({"1_11_deck-0b5c7d0e-0c1d-4f5a-9b1e-0123456789ab.py"}, [{"deck.py"}]),
        ({"1_11_a.tar-1.gz"}, [{"a.tar.gz"}]),
        ({"1_11_a-1.tar.gz"}, [{"a.tar.gz"}]),
        ({"1_11_first.zip", "1_12_second.zip"}, [{"first.zip"}, {"second.zip"}]),
        ({"1_99_a.zip", "1_12_a-1.zip"}, [{"a.zip"}, {"a.zip"}]),
        ({"1_11_klondike/deck.py", "1_11_klondike/game.py"},
         [{"klondike/deck.py", "klondike/game.py"}]),
    ],
)  # fmt: skip
def test_canvas_numbers_at_the_end_of_names(
    files: set[str], attempts: list[set[str]], tmp_path: Path
) -> None:
    download = read(tmp_path, {f"doejane_{name}": name.encode() for name in files})
    (one,) = download.submissions
    assert [set(attempt.files) for attempt in one.attempts] == attempts
    if {"1_99_a.zip"} <= files:
        assert one.attempts[-1].files["a.zip"].path.endswith("a-1.zip")


def test_who_gave_canvas_a_text_alone_is_named(tmp_path: Path) -> None:
    assert read(tmp_path, packing.canvas()).without == (
        "textonly (Canvas user 7099) submitted a text or a link and no file",
    )


def test_who_gave_blackboard_no_file_is_named(tmp_path: Path) -> None:
    files = packing.blackboard()
    receipt = files["Klondike Coursework_gh2_attempt_2026-03-27-17-00-00.txt"]
    text = receipt.partition(b"Files:")[0].replace(b"Grace Hopper (gh2)", b"Al Gone (ag3)")
    files["Klondike Coursework_ag3_attempt_2026-03-27-18-00-00.txt"] = text
    download = read(tmp_path, files)
    assert download.without == ("Al Gone submitted no file: there is only a receipt",)
    assert len(download.submissions) == 2


@pytest.mark.parametrize("form", [as_folder, as_zip])
def test_empty_folders_of_moodle_are_named(
    tmp_path: Path, form: Callable[[Path, dict[str, bytes]], Path]
) -> None:
    names = ("Al Gone_8870", "Ada Lovelace_8801", "Bo Gone_8871")
    empty = [f"class/{name}_assignsubmission_file" for name in names]
    empty[1] = empty[1].replace("_file", "_comments")
    files = {f"class/{path}": data for path, data in packing.moodle().items()}
    place = form(tmp_path, {**files, f"{empty[2]}/.DS_Store": b""})
    if place.is_dir():
        for one in empty[:2]:
            (place / one).mkdir()
    else:
        with zipfile.ZipFile(place, "a") as archive:
            for one in empty[:2]:
                archive.mkdir(one)
    left_out = [str(one) for one in recognise([place], REQUIRED).left_out if not one.is_noise]
    named = [line for line in left_out if "it is an empty folder" in line]
    assert [Path(line.partition(" is left")[0]).name for line in named] == [
        "Al Gone_8870_assignsubmission_file",
        "Bo Gone_8871_assignsubmission_file",
    ]


def test_canvas_overlay_takes_the_newest_of_each_file(tmp_path: Path) -> None:
    files = {"d_1_11_deck.py": b"1", "d_1_12_game.py": b"2", "d_1_13_deck-1.py": b"3"}
    download = read(tmp_path, files)
    assert texts(download.submissions[0]) == {"deck.py": b"3", "game.py": b"2"}
    assert download.notes == ("d: game.py was not uploaded again; the earlier one counts",)


@pytest.mark.parametrize(
    ("name", "key", "late"),
    [
        ("anon_x7Yz2_501_deck.py", "canvas anon_x7Yz2", False),
        ("LATE_anon_x7Yz2_501_deck.py", "canvas anon_x7Yz2", True),
        ("anon_12345_501_deck.py", "canvas anon_12345", False),
        ("李小龙_LATE_12_501_deck.py", "canvas 12", True),
        ("jose\u0301nu\u0303ez_LATE_12_501_deck.py", "canvas 12", True),
        ("शर्माप्रिया_12_501_deck.py", "canvas 12", False),
        ("anna_maria_12_501_my_12_13_deck.py", "canvas 12", False),
        ("lee_ann12_question_88_501_deck.py", "canvas 12", False),
        ("12_question_88_501_deck.py", "canvas 12", False),
    ],
)
def test_canvas_names_of_all_kinds(name: str, key: str, late: bool, tmp_path: Path) -> None:
    download = read(tmp_path, {name: b"x"}, "canvas")
    assert [(one.key, one.attempts[0].late) for one in download.submissions] == [(key, late)]


@pytest.mark.parametrize(
    "pattern",
    [
        "{0}_2026_12_0{2}.zip", "2026_12_04_{0}.zip", "hw_1_2_{0}.zip", "hw_1_{1}_{0}.zip",
        "{0}_20261204_10101{2}_klondike.zip", "hw_1_{1}_klondike.zip",
        "2026121{3}_10101{2}_{0}.zip", "2026_12_0{2}_{0}/game.py", "hw_1_471{2}_{0}/game.py",
    ],
)  # fmt: skip
def test_days_and_numbers_of_the_work_are_no_ids_of_canvas(pattern: str, tmp_path: Path) -> None:
    names = [pattern.format(who, f"260000{at}", at, at % 2) for at, who in enumerate(PEOPLE, 1)]
    download = read(tmp_path, dict.fromkeys(names, packing.packed("reference-solution-66")))
    assert (download.platform, len(download.submissions)) == ("plain", len(PEOPLE))


PEOPLE = ("ada", "bo", "cy", "di")


@pytest.mark.parametrize("again", ["905_work-1.zip", "901_work/game.py"])
@pytest.mark.parametrize("others", [0, 3])
def test_what_was_unpacked_or_uploaded_again_is_canvass(
    again: str, others: int, tmp_path: Path
) -> None:
    work = packing.packed("reference-solution-66")
    files = {f"a{at}_{at}_80{at}_work.zip": work for at in range(others)}
    files |= {"leeann_7_901_work.zip": work, f"leeann_7_{again}": work}
    assert len(read(tmp_path, files, "canvas").submissions) == others + 1
    group = {f"{who}_{at}_901_work.zip": work for at, who in enumerate(PEOPLE)}
    group |= {f"{who}_{at}_902_notes.txt": b"" for at, who in enumerate(PEOPLE)}
    assert len(read(tmp_path / "group", group, "canvas").submissions) == len(PEOPLE)
    renamed = {**group, "leann_0_950_deck.py": b""}
    assert read(tmp_path / "renamed", renamed).doubts == (
        "ada and leann have the same Canvas id 0, and count as one student",
    )


def test_numbers_of_a_work_that_look_like_the_id_of_one_student_are_told(tmp_path: Path) -> None:
    files = {f"hw_1_471{at}_{who}_game.py": b"" for at, who in enumerate(PEOPLE)}
    (doubt,) = read(tmp_path / "several", files).doubts
    assert doubt == (
        "all files have the Canvas id 1, and count as those of one student; "
        "add --from plain if they are of several"
    )
    assert len(read(tmp_path / "several", {}, "plain").submissions) == len(PEOPLE)
    own = {"leeann_7_901_game.py": b"", "leeann_7_902_notes.txt": b""}
    assert not read(tmp_path / "own", own).doubts


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        ("{}_7_assignsubmission_file/game.py", "Moodle number 7"),
        ("7-1 - {} - Nov 27, 2026 1013 AM/game.py", "Brightspace id 7"),
    ],
)
def test_people_of_one_id_are_told(pattern: str, kind: str, tmp_path: Path) -> None:
    names = ("Ada Lovelace", "Bo Lee")
    (doubt,) = read(tmp_path / "two", {pattern.format(one): b"" for one in names}).doubts
    assert doubt == f"Ada Lovelace and Bo Lee have the same {kind}, and count as one student"
    spelled = {pattern.format(one): b"" for one in ("Jos\u00e9 Li", "Jose\u0301 Li")}
    assert not read(tmp_path / "one", spelled).doubts


def test_gradescope_people_times_and_history(tmp_path: Path) -> None:
    download = read(tmp_path, packing.gradescope())
    found = by_key(download)
    pair = found["2600001S+2600077S"]
    assert [person.name for person in pair.people] == ["Ada Lovelace", "Charles Babbage"]
    again = found["2600002S"]
    assert [one.label for one in again.attempts] == ["309000", "submission_310001"]
    assert again.attempts[0].submitted == datetime(2026, 3, 20, 10, tzinfo=UTC)
    assert not again.attempts[0].files
    assert again.attempts[1].submitted == datetime(2026, 3, 27, 16, 11, 0, 123456, UTC)


@pytest.mark.parametrize("number", ["0012345", "0012389", "1_000", "12345"])
def test_gradescope_numbers_without_quotation_marks_stay_as_they_are(
    number: str, tmp_path: Path
) -> None:
    text = f"submission_1:\n  :submitters:\n  - :name: No\n    :sid: {number}\n"
    files = {"e/submission_1/deck.py": b"", "e/submission_metadata.yml": text.encode()}
    (found,) = read(tmp_path, files).submissions
    assert [(one.name, one.number) for one in found.people] == [("No", number)]


@pytest.mark.parametrize("form", [as_folder, as_zip, zip_in_a_folder])
def test_a_gradescope_export_without_metadata_is_of_nobody(
    form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    files = packing.gradescope()
    (metadata,) = [name for name in files if name.endswith(".yml")]
    del files[metadata]
    path = form(tmp_path, files)
    why = "submission_metadata.yml, which says whose the submissions are; .*--from plain"
    with pytest.raises(InputError, match=why):
        recognise([path], REQUIRED)
    assert len(recognise([path], REQUIRED, "plain").submissions) == 6


def test_gradescope_folder_without_entry_and_entry_without_folder(tmp_path: Path) -> None:
    files = packing.gradescope()
    root = "assignment_4711_export"
    files[f"{root}/submission_999/deck.py"] = b""
    files = {name: data for name, data in files.items() if "310005" not in name}
    download = read(tmp_path, files)
    assert len(download.submissions) == 7
    assert any("submission_999 is not in submission_metadata.yml" in one for one in download.notes)
    assert any("310005" in one and "not in the export" in one for one in download.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"a: [1,\nb: }", "submission_metadata.yml:2: this is not YAML"),
        (b"- 1\n- 2\n", "does not name submissions"),
        (b"a: &x\n  b: *y\n", "this is not YAML"),
        (b"\xff\xfe\x00", "is not YAML"),
        (b"[" * 100_000, "not YAML"),
        (b"a: 2026-99-99 10:00:00\n", "is not YAML that can be read"),
    ],
)
def test_gradescope_broken_metadata_is_one_line(text: bytes, why: str, tmp_path: Path) -> None:
    files = {"submission_metadata.yml": text, "submission_1/deck.py": b""}
    with pytest.raises(InputError, match=why) as caught:
        read(tmp_path, files)
    assert "\n" not in str(caught.value)


def test_gradescope_number_of_two_people_is_noted(tmp_path: Path) -> None:
    files = packing.gradescope()
    name = "assignment_4711_export/submission_metadata.yml"
    files[name] = files[name].replace(b"'2600003S'", b"'2600002S'")
    notes = read(tmp_path, files).notes
    assert "the number 2600002S stands for Grace Hopper and for José Núñez" in notes


def test_blackboard_attempts_receipts_and_times(tmp_path: Path) -> None:
    found = by_key(read(tmp_path, packing.blackboard()))
    ada = found["blackboard ada1"]
    assert ada.people[0].name == "Ada Lovelace"
    assert [list(one.files) for one in ada.attempts] == [["old.zip"], ["2600001S.zip"]]
    assert ada.attempts[1].submitted == datetime(2026, 3, 27, 16, 12, 13)
    assert set(found["blackboard gh2"].attempts[0].files) == set(files_of("beginners-style-66"))


@pytest.mark.parametrize("has_receipts", [True, False])
def test_users_of_blackboard_whose_names_end_alike_stay_apart(
    has_receipts: bool, tmp_path: Path
) -> None:
    files = {}
    for user in ("j_doe", "a_doe"):
        start = f"Klondike_{user}_attempt_2026-03-26-09-00-00"
        files[f"{start}_{user[0]}.zip"] = b""
        if has_receipts:
            files[f"{start}.txt"] = f"Name: {user[0].upper()} Doe ({user})\n".encode()
    found = read(tmp_path, files).submissions
    assert [set(one.attempts[-1].files) for one in found] == [{"a.zip"}, {"j.zip"}]
    if has_receipts:
        assert [one.key for one in found] == ["blackboard a_doe", "blackboard j_doe"]
        assert [one.people[0].name for one in found] == ["A Doe", "J Doe"]


def test_a_file_called_like_anothers_attempt_stays_its_students(tmp_path: Path) -> None:
    own, another = (f"Klondike_{user}_attempt_2026-03-2{day}-09-00-00"
                    for user, day in (("ada1", 6), ("gh2", 7)))  # fmt: skip
    found = by_key(read(tmp_path, {f"{own}_{another}_a.zip": b"1", f"{another}_b.zip": b"2"}))
    assert [[*one.attempts[-1].files] for one in found.values()] == [
        [f"{another}_a.zip"], ["b.zip"]
    ]  # fmt: skip
    assert [len(one.attempts) for one in found.values()] == [1, 1]


@pytest.mark.parametrize(
    ("word", "colon", "labels"),
    [
        ("poging", ":", ["Naam", "Oorspronkelijke bestandsnaam", "Bestandsnaam"]),
        ("試行", "：", ["名前", "元のファイル名", "ファイル名"]),
    ],
)
def test_blackboard_in_another_language(
    word: str, colon: str, labels: list[str], tmp_path: Path
) -> None:
    files = {
        name.replace("_attempt_", f"_{word}_").replace("_gh2_", "_g_h2_"): data
        for name, data in packing.blackboard().items()
    }
    for name in [one for one in files if one.endswith(".txt") and "status" not in one]:
        text = files[name].decode().replace("_attempt_", f"_{word}_").replace("gh2", "g_h2")
        text = text.replace("deck.py\n\tFile", "Deck.py\n\tFile")
        for label, known in zip(labels, ("Name", "Original filename", "Filename"), strict=True):
            text = re.sub(rf"^(\t?){known}: ", rf"\g<1>{label}{colon} ", text, flags=re.MULTILINE)
        files[name] = text.encode()
    found = by_key(read(tmp_path, files))
    ada, grace = found["blackboard ada1"], found["blackboard g_h2"]
    assert [one.title for one in (ada, grace)] == ["Ada Lovelace", "Grace Hopper"]
    assert (len(ada.attempts), ada.attempts[1].submitted) == (2, datetime(2026, 3, 27, 16, 12, 13))
    assert set(grace.attempts[0].files) == {"Deck.py", "game.py", "status.txt"}


def test_blackboard_comments_are_for_who_marks(tmp_path: Path) -> None:
    none = b"There are no student comments for this assignment."
    files = packing.blackboard()
    for user, said in (("ada1", b"I could not do show.\r\nSorry!"), ("gh2", b"long " * 99)):
        (name,) = (one for one in files if re.search(rf"{user}_attempt_2026-03-27[-\d]+\.txt", one))
        files[name] = files[name].replace(none, said)
    first, second = read(tmp_path, files).notes
    assert first == "Ada Lovelace wrote with it: I could not do show. Sorry!"
    assert second.startswith("Grace Hopper wrote with it: long long")
    assert len(second) < 250


def test_versions_of_teams_are_attempts_in_their_order(tmp_path: Path) -> None:
    found = by_key(read(tmp_path, packing.teams()))
    ada = found["Ada Lovelace"]
    assert [one.label for one in ada.attempts] == ["Version 1", "Version 9", "Version 10"]
    assert texts(ada) == files_of("reference-solution-66")
    assert [one.path for one in read(tmp_path / "b", packing.teams()).left_out] == [
        f"{tmp_path}/b/unpacked/{name}/Essay" for name in ("Ada Lovelace", "José Núñez")
    ]


@pytest.mark.parametrize("word", ["Versión", "Wersja", "Έκδοση", "Versjon", "バージョン", "版本"])
def test_versions_of_teams_are_called_so_in_many_languages(word: str, tmp_path: Path) -> None:
    files = {path.replace("Version", word): data for path, data in packing.teams().items()}
    ada = by_key(read(tmp_path, files))["Ada Lovelace"]
    assert [one.label for one in ada.attempts] == [f"{word} {number}" for number in (1, 9, 10)]


@pytest.mark.parametrize("around", ["", "Student Work/"])
def test_working_files_of_teams_were_not_handed_in(around: str, tmp_path: Path) -> None:
    files = {f"{around}Submitted files/{path}": data for path, data in packing.teams().items()}
    for name in ("Ada Lovelace", "Bo Ng"):
        files[f"{around}Working files/{name}/Klondike/deck.py"] = b""
    found = read(tmp_path, files)
    assert found.summary == "Microsoft Teams folder: 2 students, 1 resubmitted, 3 left out"
    assert texts(by_key(found)["Ada Lovelace"]) == files_of("reference-solution-66")
    assert found.left_out[-1].path == f"{tmp_path}/unpacked/{around}Working files"
    assert found.without == ("Bo Ng submitted nothing: what there is lies in Working files",)


def test_assignments_of_teams_that_look_alike_are_asked_for(tmp_path: Path) -> None:
    files = {
        path.replace("Essay", "Klondike again").replace("essay.docx", "deck.py"): data
        for path, data in packing.teams().items()
    }
    with pytest.raises(InputError, match="several assignments, Klondike, Klondike again, and it"):
        read(tmp_path, files)


@pytest.mark.parametrize("sep", ["/", " - "])
def test_brightspace_people_attempts_and_times(sep: str, tmp_path: Path) -> None:
    found = by_key(read(tmp_path, packing.brightspace(sep)))
    ada, sian = found["brightspace 101"], found["brightspace 102"]
    assert [person.name for one in (ada, sian) for person in one.people] == [
        "Ada Lovelace", "Siân O'Neil-Smith"
    ]  # fmt: skip
    assert [list(one.files) for one in ada.attempts] == [["old.zip"], ["2600001S.zip"]]
    assert [one.submitted for one in ada.attempts] == [
        datetime(2026, 3, 26, 9, 5), datetime(2026, 3, 27, 16, 12)
    ]  # fmt: skip
    assert sian.attempts[0].submitted == datetime(2026, 3, 27, 16, 12)


@pytest.mark.parametrize(
    ("name", "number", "hour"),
    [
        ("7-9 - N0123456 - Ann Lee - Mar 27, 2026 1205 AM", "N0123456", 0),
        ("7-9 - Ann Lee - Mar 27, 2026 405\u202fPM", "", 16),
        ("7-9 - Ann Lee - 27\xa0mars 2026 1605", "", 16),
        ("7-9 - Lee, Ann - 27 mars 2026 16 05", "", None),
        ("7-9 - Ann Lee - 27. März 2026 1605", "", 16),
        ("7-9 - Ann Lee - avr. 27, 2026 405 PM", "", 16),
        ("7-9 - Ann Lee - soon", "", None),
        ("7-9 - Ann Lee - Mar 27, 2026 2505", "", None),
    ],
)
def test_brightspace_names_of_all_kinds(
    name: str, number: str, hour: int | None, tmp_path: Path
) -> None:
    download = recognise([write(tmp_path / "in", {f"{name}/a.zip": b""})], REQUIRED)
    (one,) = download.submissions
    assert (download.platform == "brightspace") == (hour is not None)
    if hour is not None:
        (attempt,) = one.attempts
        assert attempt.submitted is not None
        assert (attempt.submitted.hour, attempt.submitted.minute) == (hour, 5)
        assert one.people[0].number == number


@pytest.mark.parametrize("attachments", ["Submission attachment(s)", "提出物の添付ファイル"])
@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("grades", [{}, {"HW 1/grades.csv": b'"HW 1","SCORE_GRADE_TYPE"\n""\n'}])
def test_sakai_people_times_and_who_gave_no_file(
    grades: Mapping[str, bytes], flat: bool, attachments: str, tmp_path: Path
) -> None:
    download = read(tmp_path, {**packing.sakai(flat, attachments), **grades})
    (group, one) = sorted(download.submissions, key=lambda one: not one.team)
    assert [(each.name, each.ids["login"]) for each in group.people] == [
        ("Ada Lovelace", "ada1"),
        ("Siân O'Neil-Smith", "so4"),
    ]
    assert (group.key, one.key, one.title) == ("sakai ada1+so4", "sakai 2600003S", "José Núñez")
    assert set(one.attempts[0].files) == set(files_of("recursive-style-66"))
    moment = None if flat else datetime(2026, 3, 27, 16, 12, 13, tzinfo=UTC)
    for each in (group, one):
        (attempt,) = each.attempts
        assert (attempt.submitted and attempt.submitted.replace(microsecond=0)) == moment
    assert download.without == ("Prince submitted a text and no file",)
    assert download.notes == ("nothing was submitted by 李 Li",)
    told = [one.path for one in download.left_out if not one.is_noise]
    assert all(path.endswith("_submissionText.html") for path in told)


def test_vpl_attempts_are_told_by_their_times(tmp_path: Path) -> None:
    download = read(tmp_path, packing.vpl())
    ada, team = download.submissions
    assert (ada.key, ada.title, ada.people[0].ids["login"]) == ("vpl 101", "Lovelace Ada", "al1")
    assert (team.key, team.title, team.team) == ("vpl 7", "Project 3", True)
    assert [one.submitted for one in ada.attempts] == [
        datetime(2026, 3, 26, 9, 5),
        datetime(2026, 3, 27, 16, 12, 13),
    ]
    assert texts(ada)["game.py"] == files_of("reference-solution-66")["game.py"]
    assert all(one.is_noise for one in download.left_out)


def test_vpl_folders_of_one_student_and_strays(tmp_path: Path) -> None:
    files = {"Lee Group 5 lg/2026-03-27-16-12-13/game.py": b"x=1"}
    files |= {"Lee Group 5 lg/2026-03-28-16-12-13.ceg/grade.txt": b"5", "Errors.txt": b""}
    download = read(tmp_path, files)
    assert [(one.title, one.team) for one in download.submissions] == [("Lee Group", False)]
    files |= {"Only Report 6 or/2026-03-28-16-12-13.ceg/grade.txt": b"", "late/game.py": b"x=2"}
    download = recognise([write(tmp_path / "more", files)], REQUIRED)
    assert download.without == ("Only Report submitted no file",)
    (stray,) = [one for one in download.left_out if not one.is_noise]
    assert stray.path.endswith("/late")
    assert stray.may_be_work


@pytest.mark.parametrize("late", ["Late Submission", "Verspaetete Abgabe"])
def test_ilias_says_in_the_names_of_files_that_they_are_late(late: str, tmp_path: Path) -> None:
    ada, sian = read(tmp_path, packing.ilias(late)).submissions
    assert (sian.key, sian.title) == ("ilias 102", "Sian O'Neil-Smith")
    assert sian.people[0].ids["login"] == "so_4"
    assert [one.attempts[0].late for one in (ada, sian)] == [None, True]
    assert texts(sian) == dict(files_of("recursive-style-66"))
    again = {**packing.ilias(late), f"Ex 1/Lovelace_Ada_al1_101/{late} - 2600001S.zip": b"PK"}
    ada, _ = recognise([write(tmp_path / "again", again)], REQUIRED).submissions
    assert sorted(ada.attempts[0].files) == ["2600001S.zip", f"{late} - 2600001S.zip"]
    team = {f"Team {number}/Ada/{late} - game.py": b"x=1" for number in range(3)}
    first, *_ = recognise([write(tmp_path / "teams", team)], REQUIRED).submissions
    assert (first.key, [*first.attempts[0].files]) == ("Team 0", ["Ada/game.py"])
    assert first.attempts[0].late


def test_what_ilias_numbers_was_uploaded_again(tmp_path: Path) -> None:
    ada = ["deck.py", "deck (2).py", "game.py", "Late Submission - game (2).py", "game (3).py"]
    sian = ["game.py", "game (1).py", "game (3).py", "deck (2).py"]
    files = {f"Ex 1/Lovelace_Ada_al1_101/{name}": name.encode() for name in ada}
    files |= {f"Ex 1/Smith_Sian_so4_102/{name}": name.encode() for name in sian}
    first, second = read(tmp_path, files).submissions
    assert (first.resubmitted, second.resubmitted) == (True, False)
    assert [(one.label, one.late) for one in first.attempts] == [
        ("1", None),
        ("2", True),
        ("3", None),
    ]
    read_of = [
        {name: one.source.read(99) for name, one in some.files.items()} for some in first.attempts
    ]
    assert read_of == [
        {"deck.py": b"deck.py", "game.py": b"game.py"},
        {"deck.py": b"deck (2).py", "game.py": b"Late Submission - game (2).py"},
        {"deck.py": b"deck (2).py", "game.py": b"game (3).py"},
    ]
    assert sorted(second.attempts[-1].files) == sorted(sian)


def test_ilias_writes_underscores_for_letters_that_it_does_not_have(tmp_path: Path) -> None:
    """Two for ı, š, ć and ễ, which have two bytes or three, and three for each of 李 and 明."""
    names = [
        "Lovelace_Ada_al1_101", "O'Neil_Sian_so_4_102", "Y__lmaz_Ahmet_ay_103", "Kova___Ana_ak_104",
        "______Wei_lw_105", "Nguy___n_An_na_106", "Nov__k_Petr_pn_107", "_Madonna_mm_108",
    ]  # fmt: skip
    download = read(tmp_path, {f"Ex 1/{name}/game.py": name.encode() for name in names})
    found = {one.key: one.people[0].ids["login"] for one in download.submissions}
    assert found == {
        "ilias 101": "al1", "ilias 102": "so_4", "ilias 103": "ay", "ilias 104": "ak",
        "ilias 105": "lw", "ilias 106": "na", "ilias 107": "pn", "ilias 108": "mm",
    }  # fmt: skip
    assert not download.left_out


@pytest.mark.parametrize(
    "names",
    [
        ["Lovelace_Ada_klondike_2600001", "Hopper_Grace_klondike_2600002"],
        ["Team_A_ada_1", "Team_A_grace_2"],
        ["Lovelace_Ada_al_1"],
    ],
)
def test_folders_that_ilias_did_not_name(names: list[str], tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {f"{name}/game.py": name.encode() for name in names})
    download = recognise([folder], REQUIRED, "" if len(names) > 1 else "plain")
    assert [one.key for one in download.submissions] == sorted(names)


def test_openolat_takes_revisions_and_no_corrections(tmp_path: Path) -> None:
    download = read(tmp_path, packing.openolat())
    grace, maria = download.submissions
    assert (grace.people[0].name, grace.people[0].ids["login"]) == ("Grace Hopper", "2600002S")
    assert (maria.people[0].name, maria.people[0].ids["login"]) == ("de la Cruz Maria", "mc1")
    assert [one.label for one in maria.attempts] == ["submissions", "revisions_1"]
    assert texts(maria) == dict(files_of("reference-solution-66"))
    nothing = [one for one in download.left_out if one.reason == "nothing was submitted in it"]
    assert [Path(one.path).name for one in nothing] == ["Gone_Al_ag3"]
    teams = read(tmp_path / "teams", packing.openolat("grouptask")).submissions
    assert [(one.people[0].name, one.team) for one in teams] == [("Team A", True), ("Team B", True)]


def test_submitty_says_which_version_counts(tmp_path: Path) -> None:
    ada, grace = read(tmp_path, packing.submitty()).submissions
    assert [(one.label, one.submitted) for one in ada.attempts] == [
        ("1", datetime(2026, 3, 21, 21, 12, 13, tzinfo=UTC)),
        ("2", datetime(2026, 3, 22, 21, 12, 13, tzinfo=UTC)),
    ]
    assert (ada.people[0].ids["login"], grace.key) == ("al1", "submitty gh2")
    assert texts(ada) == dict(files_of("reference-solution-66"))


@pytest.mark.parametrize(
    ("settings", "counts"),
    [
        (b'{"active_version": 0, "history": []}', ""),
        (b'{"active_version": 1, "history": [{"version": 1, "time": "soon"}]}', "1"),
        (b'{"active_version": "1"}', "2"),
        (b"[1]", "2"),
        (b"\xff", "2"),
    ],
)
def test_settings_of_submitty_may_say_anything(
    settings: bytes, counts: str, tmp_path: Path
) -> None:
    files = {f"{who}/{at}/game.py": at.encode() for who in ("al1", "gh2") for at in "12"}
    said = {"al1": settings, "gh2": b'{"active_version": 2}'}
    files |= {f"{who}/user_assignment_settings.json": one for who, one in said.items()}
    download = read(tmp_path, files)
    labels = {one.key: one.attempts[-1].label for one in download.submissions}
    assert labels.pop("submitty gh2") == "2"
    assert "".join(labels.values()) == counts
    assert len(download.without) == (not counts)
    assert len(download.notes) == (counts == "2")


def test_numbered_folders_are_attempts_of_webcat_where_it_is_named(tmp_path: Path) -> None:
    tries = {"al1": (1, 2, 10), "2600002S": (1,), "gh2": (2,)}
    work = {
        f"{who}/{one}/work.zip": packing.zip_bytes({"game.py": f"{who} {one}".encode()})
        for who, some in tries.items()
        for one in some
    }
    download = read(tmp_path, {**work, "readme.txt": b"", "zz3/notes.txt": b""}, "webcat")
    assert download.summary == "Web-CAT folder: 3 students, 1 resubmitted, 2 left out"
    labels = {one.key: [each.label for each in one.attempts] for one in download.submissions}
    assert labels == {f"webcat {who}": [*map(str, some)] for who, some in tries.items()}
    found = {one.key: texts(one) for one in download.submissions}
    assert found["webcat al1"] == {"game.py": b"al1 10"}
    (doubt,) = read(tmp_path, {}).doubts
    assert "al1: this looks like 3 submissions, not one: " in doubt
    assert "(if they are attempts, add --from webcat)" in doubt


def test_studip_says_in_its_list_whose_files_are(tmp_path: Path) -> None:
    ada, jo, li = sorted(read(tmp_path, packing.studip()).submissions, key=lambda one: one.title)
    assert [one.title for one in (ada, jo, li)] == ["Ada Löwe", "Jo O'Neil", "明 李"]
    assert [(one.submitted, [*one.files]) for one in ada.attempts] == [
        (datetime(2026, 3, 26, 9, 5), ["Blatt 1/klondike.zip"]),
        (datetime(2026, 3, 27, 16, 12), ["Blatt 1/klondike.zip"]),
    ]
    assert texts(ada) == dict(files_of("reference-solution-66"))


def test_studip_numbers_files_of_one_name_whoever_uploads_them(tmp_path: Path) -> None:
    lines = [
        "deck.py;9;A;B;0;1.1.2026 10:00;deck.py",
        "game.py;9;A;B;0;1.1.2026 10:00;game.py",
        "game[2].py;9;C;D;0;1.1.2026 11:00;game[2].py",
        "game[3].py;9;A;B;0;1.1.2026 12:00;game[3].py",
        "game[4].py;9;;;0;1.1.2026 13:00;game[4].py",
        "gone.py;9;E;F;0;1.1.2026 13:00;gone.py",
    ]
    names = ["deck.py", *(f"game{again}.py" for again in ("", "[2]", "[3]", "[4]", "[5]"))]
    files = {name: name.encode() for name in names}
    listed = (packing.STUDIP + "\n".join(lines)).encode()
    download = read(tmp_path, {**files, "archive_filelist.csv": listed})
    assert {
        one.title: [
            {name: placed.source.read(99).decode() for name, placed in some.files.items()}
            for some in one.attempts
        ]
        for one in download.submissions
    } == {
        "A B": [
            {"deck.py": "deck.py", "game.py": "game.py"},
            {"deck.py": "deck.py", "game.py": "game[3].py"},
        ],
        "C D": [{"game.py": "game[2].py"}],
        "game[4]": [{"game.py": "game[4].py"}],
    }
    assert download.notes == ("gone.py is in archive_filelist.csv, but not in the download",)
    stray, _ = sorted(download.left_out, key=lambda one: one.is_noise)
    assert (stray.path.endswith("game[5].py"), stray.may_be_work) == (True, True)


@pytest.mark.parametrize("text", [b"", b"a;b\n1;2\n", packing.STUDIP.encode(), b"\xff\x00;"])
def test_a_list_that_names_no_file_is_none_of_studip(text: bytes, tmp_path: Path) -> None:
    files = {f"{who}/game.py": who.encode() for who in ("ada", "bo", "cy")}
    download = read(tmp_path, {**files, "archive_filelist.csv": text})
    assert (download.platform, len(download.submissions)) == ("plain", 3)


def test_sakai_hides_names_behind_identifiers(tmp_path: Path) -> None:
    ids = [f"0a1b2c3d-0000-4000-8000-00000000000{number}" for number in range(3)]
    for around, between in (("", "/"), ("flat/", "_")):
        files = {
            f"{around}{one} Anonymous{between}Submission attachment(s){between}game_1.py": b""
            for one in ids
        }
        if not around:
            files |= {f"{one} Anonymous/timestamp.txt": b"2026-03-27T16:12:13Z" for one in ids}
        found = read(tmp_path / f"in {around}", files).submissions
        assert [(one.key, one.title) for one in found] == [(f"sakai {one}", one) for one in ids]
        assert [[*one.attempts[0].files] for one in found] == [["game_1.py"]] * 3


@pytest.mark.parametrize(
    ("zone", "hour"), [(" Europe/London", 16), (" +0100", 15), (" UTC", 16), (" EST5EDT", 20)]
)
def test_nbgrader_times(zone: str, hour: int, tmp_path: Path) -> None:
    one = by_key(read(tmp_path, packing.nbgrader(zone)))["ada"]
    assert one.attempts[0].submitted is not None
    assert one.attempts[0].submitted.astimezone(UTC).hour == hour
    assert list(one.attempts[0].files) == ["klondike.ipynb"]


def test_nbgrader_unknown_zone_and_broken_stamp(tmp_path: Path) -> None:
    files = packing.nbgrader(" Nowhere/Land")
    files["submitted/grace/klondike/timestamp.txt"] = b"yesterday"
    download = read(tmp_path, files)
    ada, grace = download.submissions
    assert ada.attempts[0].submitted == datetime(2026, 3, 27, 16, 12, 13, 948203)
    assert grace.attempts[0].submitted is None
    assert download.notes == ("grace: timestamp.txt holds no time: 'yesterday'",)


def test_nbgrader_needs_what_was_collected_from_the_exchange(tmp_path: Path) -> None:
    files = {f"{who}+klondike+2026-12-04 15:00:00.1 UTC+xyz/timestamp.txt": b"" for who in "ab"}
    with pytest.raises(InputError, match="run nbgrader collect ASSIGNMENT"):
        recognise([write(tmp_path / "inbound", files)], REQUIRED)


def test_nbgrader_needs_the_assignment(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"several assignments \(klondike, warmup\)"):
        recognise([as_folder(tmp_path, packing.nbgrader())], ())
