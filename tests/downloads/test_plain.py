"""Plain zips and folders, mixtures, and what must not melt together or vanish."""

from __future__ import annotations

import io
import os
import re
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import packing
import pytest
from packing import REQUIRED, STUDENTS, files_of, packed, write, zip_bytes, zipped
from patience_grader.downloads import archives, listing, source
from patience_grader.downloads.contents import Contents, contents
from patience_grader.downloads.model import Attempt, Download, Placed
from patience_grader.downloads.recognise import recognise
from patience_grader.downloads.roster import roster_of
from patience_grader.downloads.source import InMemory
from patience_grader.downloads.table_file import table_of
from patience_grader.downloads.who import match
from patience_grader.errors import InputError, SubmissionError
from sample import COHORT

WORK = files_of("reference-solution-66")


def plain(*paths: Path, platform: str = "") -> Download:
    return recognise(paths, REQUIRED, platform)


def keys(download: Download) -> list[str]:
    return [one.key for one in download.submissions]


def opened(files: Mapping[str, bytes]) -> Contents:
    return contents(
        Attempt("1", {name: Placed(InMemory(data), name) for name, data in files.items()})
    )


def under(folder: str, files: Mapping[str, bytes] = WORK) -> dict[str, bytes]:
    return {f"{folder}/{name}": data for name, data in files.items()}


def tar(files: Mapping[str, bytes], mode: str = "w:gz") -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def encrypted(data: bytes) -> bytes:
    """The zip, of which all entries say that they are encrypted."""
    for mark, bytes_before in ((b"PK\3\4", 2), (b"PK\1\2", 4)):
        flags = re.compile(re.escape(mark) + rb".{%d}" % bytes_before + rb"\0", re.DOTALL)
        data = flags.sub(lambda found: found[0][:-1] + b"\1", data)
    return data


ENCRYPTED = encrypted(zip_bytes({"ada/game.py": b"1", "bo/game.py": b"2"}))


def test_the_sample_cohort_is_sixteen_submissions() -> None:
    download = plain(COHORT)
    assert download.summary == "Plain zips and folders: 16 students"
    names = [contents(one.attempts[0]).given_name for one in download.submissions]
    assert sorted(names) == [f"26000{number:02d}S.zip" for number in range(1, 17)]


@pytest.mark.parametrize(
    "files",
    [
        WORK,
        under("klondike"),
        under("solitaire/klondike"),
        {**under("klondike"), "README.md": b""},
        {**under("old"), **under("new")},
        {**under("klondike"), **under("klondike-backup"), **under("klondike_v2")},
        {"notes.txt": b"no work at all"},
    ],
)
def test_one_submission_as_a_zip_or_a_folder(files: Mapping[str, bytes], tmp_path: Path) -> None:
    download = plain(zipped(tmp_path / "2600001S.zip", files), platform="single")
    (one,) = download.submissions
    assert (one.key, one.people[0].number) == ("2600001S", "2600001S")
    assert {path for path, _ in contents(one.attempts[0])} == set(files)
    folder = plain(write(tmp_path / "2600001S", files), platform="single").submissions[0]
    assert {path for path, _ in contents(folder.attempts[0])} == set(files)


@pytest.mark.parametrize(
    "files", [WORK, under("klondike"), under("solitaire/klondike"), {"notes.txt": b""}]
)
def test_one_submission_is_known_as_one(files: Mapping[str, bytes], tmp_path: Path) -> None:
    assert plain(zipped(tmp_path / "2600001S.zip", files)).platform == "single"


CLASSES: Mapping[str, Mapping[str, bytes]] = {
    "zips": {f"{number}.zip": packed(sample) for _, number, sample in STUDENTS},
    "folders": {
        name: data
        for _, number, sample in STUDENTS
        for name, data in under(number, files_of(sample)).items()
    },
    "zips in folders": {
        f"{number}/work.zip": packed(sample) for _, number, sample in STUDENTS
    },
    "names": {
        name: data
        for who, _, sample in STUDENTS
        for name, data in under(who, files_of(sample)).items()
    },
    "tars": {f"{number}.tar.gz": tar(files_of(sample)) for _, number, sample in STUDENTS},
    "notebooks": {f"{number}.ipynb": b"{}" for _, number, _ in STUDENTS},
}  # fmt: skip


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if kind != "notebooks"])
def test_a_class_is_read_as_a_folder_as_a_zip_and_one_level_up(kind: str, tmp_path: Path) -> None:
    files = CLASSES[kind]
    for path in (
        write(tmp_path / "a", files),
        zipped(tmp_path / "b.zip", files),
        write(tmp_path / "c" / "all", {**files, "../handout.pdf": b""}).parent,
        zipped(tmp_path / "d.zip", {f"all/{name}": data for name, data in files.items()}),
        zipped(
            tmp_path / "e" / "class.zip", {f"all/{name}": data for name, data in files.items()}
        ).parent,
    ):
        download = plain(path)
        assert len(download.submissions) == len(STUDENTS), path
        for one in download.submissions:
            names = {path.rpartition("/")[2] for path, _ in contents(one.attempts[0])}
            assert {"deck.py", "game.py"} <= names


def test_notebooks_in_a_folder_are_submissions(tmp_path: Path) -> None:
    assert len(plain(write(tmp_path / "a", CLASSES["notebooks"])).submissions) == len(STUDENTS)


def test_other_archives_are_read_or_named_and_loose_files_are_named(tmp_path: Path) -> None:
    files = {
        "2600001S.tgz": tar(WORK),
        "2600002S.tar": tar(WORK, "w"),
        "2600003S.7z": b"7z\xbc\xaf",
        "2600004S.rar": b"Rar!",
        "2600005S.zip": packed("reference-solution-66"),
        "stray.py": b"",
        "2600009S/": b"",
    }
    (tmp_path / "in" / files.popitem()[0]).mkdir(parents=True)
    download = plain(write(tmp_path / "in", files))
    assert len(download.submissions) == 5
    assert [(Path(one.path).name, one.reason) for one in download.left_out] == [
        ("2600009S", "it is an empty folder"),
        ("stray.py", "it lies beside the submissions and is in none of them"),
    ]
    for one in download.submissions:
        if one.key in ("2600003S", "2600004S"):
            with pytest.raises(SubmissionError, match="archives cannot be read; save it as a zip"):
                contents(one.attempts[0])
        else:
            assert {path for path, _ in contents(one.attempts[0])} == set(WORK)
    assert len(download.notes) == 2


def test_a_seven_zip_alone_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"a.7z": b""})
    with pytest.raises(InputError, match=r"a\.7z: 7z archives cannot be read; save it as a zip"):
        plain(tmp_path / "a.7z")


@pytest.mark.parametrize("name", ["a.7z", "a.zip", "a.ZIP.zip", "a.py"])
def test_what_one_student_has_submitted_may_be_damaged(name: str, tmp_path: Path) -> None:
    write(tmp_path, {name: b"PK\3\4"})
    if name == "a.py":
        with pytest.raises(InputError, match="is neither a folder nor an archive"):
            plain(tmp_path / name, platform="single")
    else:
        assert keys(plain(tmp_path / name, platform="single")) == ["a"]


@pytest.mark.parametrize("kind", ["zips", "folders", "zips in folders", "names"])
def test_sections_of_a_class_are_not_two_submissions(kind: str, tmp_path: Path) -> None:
    files = {f"{part}/{name}": data for part in "AB" for name, data in CLASSES[kind].items()}
    with pytest.raises(InputError, match="this looks like 6 submissions, not one: "):
        plain(write(tmp_path / "both", files))


def test_a_zip_for_each_section_is_not_a_submission(tmp_path: Path) -> None:
    for part in "AB":
        zipped(tmp_path / "in" / f"{part}.zip", CLASSES["folders"])
    with pytest.raises(InputError, match=r"A\.zip: this looks like 6 submissions, not one"):
        plain(tmp_path / "in")


GROUPS: Mapping[str, Mapping[str, bytes]] = {
    "zips": {
        "Group A/ada.zip": zip_bytes(WORK), "Group A/grace.zip": zip_bytes(WORK),
        "Group B/li.zip": zip_bytes(WORK), "zed.zip": zip_bytes(WORK),
    },
    "folders": {**under("Gruppe 1/ada"), **under("Gruppe 1/grace"), **under("Gruppe 2/li"),
                **under("zed")},
    "both": {**under("Tut 01/ada"), **under("Tut 02/zed"), "Tut 01/grace.zip": zip_bytes(WORK),
             "Tut 02/li.zip": zip_bytes(WORK)},
}  # fmt: skip


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize("form", [write, zipped])
def test_students_in_folders_of_groups_are_submissions_of_their_own(
    form: Callable[[Path, Mapping[str, bytes]], Path], kind: str, tmp_path: Path
) -> None:
    download = plain(form(tmp_path / "class.zip", GROUPS[kind]))
    assert sorted(keys(download)) == ["ada", "grace", "li", "zed"]
    assert download.notes[0].endswith(": each folder and archive in it is a submission")
    for one in download.submissions:
        assert {path for path, _ in contents(one.attempts[0])} == set(WORK)


def test_one_group_and_groups_with_numbers_are_read_as_well(tmp_path: Path) -> None:
    zips = {path: data for path, data in GROUPS["zips"].items() if path.startswith("Group A")}
    assert keys(plain(write(tmp_path / "one", zips))) == ["ada", "grace"]
    inside = {f"all/{path}": data for path, data in GROUPS["folders"].items()}
    path = zipped(tmp_path / "up" / "class.zip", inside)
    assert keys(plain(path)) == keys(plain(path.parent)) == ["ada", "grace", "li", "zed"]
    files = {
        f"Group {at % 2}/{name}": data for at, (name, data) in enumerate(CLASSES["zips"].items())
    }
    assert len(keys(plain(write(tmp_path / "numbers", files)))) == len(STUDENTS)
    deep = {**zips, **under("Group B/li/klondike")}
    assert keys(plain(write(tmp_path / "deep", deep))) == ["ada", "grace", "li"]
    twice = {**zips, "Group B/ada.zip": zip_bytes({**WORK, "more.py": b""})}
    assert keys(plain(write(tmp_path / "twice", twice))) == ["ada", "grace", "ada (2)"]


@pytest.mark.parametrize("called", ["late", "Late Submissions", "Verspätete_Abgaben", "en retard"])
@pytest.mark.parametrize("late", [("bo",), ("bo", "cy")])
def test_what_somebody_has_put_apart_is_of_its_students(
    late: tuple[str, ...], called: str, tmp_path: Path
) -> None:
    zips = {f"{called}/{name}.zip": zip_bytes(WORK) for name in late}
    folders = {path: data for name in late for path, data in under(f"{called}/{name}").items()}
    for place, files in enumerate((zips, folders)):
        found = plain(write(tmp_path / str(place), {**under("ada"), **under("di"), **files}))
        assert sorted(keys(found)) == ["ada", *late, "di"]
    assert "late" in keys(plain(write(tmp_path / "own", {**under("late"), **under("ada")})))


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize("around", [False, True])
@pytest.mark.parametrize("form", [write, zipped])
def test_students_in_zips_of_groups_are_submissions_of_their_own(
    form: Callable[[Path, Mapping[str, bytes]], Path], around: bool, kind: str, tmp_path: Path
) -> None:
    groups: dict[str, dict[str, bytes]] = {}
    files: dict[str, bytes] = {}
    for path, data in GROUPS[kind].items():
        name, _, below = path.partition("/")
        if name.startswith("zed"):
            files[path] = data
        else:
            groups.setdefault(name, {})[path if around else below] = data
    files |= {f"{name}.zip": zip_bytes(inside) for name, inside in groups.items()}
    download = plain(form(tmp_path / "class.zip", files))
    assert sorted(keys(download)) == ["ada", "grace", "li", "zed"]
    for one in download.submissions:
        assert {path for path, _ in contents(one.attempts[0])} == set(WORK)


def test_the_zip_of_a_team_or_one_that_cannot_be_read_stays_as_it_is(tmp_path: Path) -> None:
    files = {
        "Group A.zip": zip_bytes(WORK), "Group B.zip": zip_bytes(under("src")),
        "Group C.zip": b"PK", "Group D.zip": zip_bytes({**under("ada"), **under("grace")}),
    }  # fmt: skip
    found = plain(write(tmp_path / "in", files))
    assert sorted(keys(found)) == ["Group A", "Group B", "Group C", "ada", "grace"]


@pytest.mark.parametrize("around", ["", "HW 1/", "HW 1/Group A/"])
@pytest.mark.parametrize("packed_in", [False, True])
def test_names_that_google_classroom_puts_before_files_are_of_people(
    packed_in: bool, around: str, tmp_path: Path
) -> None:
    files = {
        f"{around}{who} - {name}": data
        for who in ("Ada Lovelace", "Jean - Luc")
        for name, data in WORK.items()
    }
    (tmp_path / "in").mkdir()
    path = tmp_path / "in"
    if packed_in:
        zipped(path / "HW 1-20260327T101010Z-001.zip", files)
    else:
        write(path, files)
    found = {one.key: [*one.attempts[0].files] for one in plain(path).submissions}
    assert found == dict.fromkeys(("Ada Lovelace", "Jean - Luc"), sorted(WORK))


@pytest.mark.parametrize("around", ["", "HW 1/"])
def test_whoever_gave_another_file_to_google_classroom_is_there_too(
    around: str, tmp_path: Path
) -> None:
    names = ("Ada - game.py", "Bo - Lee - work.zip", "Bo - Lee - notes.txt", "Cy - notes - 1.pdf")
    files = {f"{around}{name}": zip_bytes(WORK) for name in (*names, "Di - game(1).py")}
    found = plain(write(tmp_path / "in", files))
    assert {one.key: [*one.attempts[0].files] for one in found.submissions} == {
        "Ada": ["game.py"],
        "Bo - Lee": ["notes.txt", "work.zip"],
        "Cy": ["notes - 1.pdf"],
        "Di": ["game(1).py"],
    }


@pytest.mark.parametrize("form", [write, zipped])
@pytest.mark.parametrize("pattern", ["Question {0}/{1}_{2}.py", "Form/Upload {1}/{1} - {2}.py"])
def test_what_a_form_stores_by_questions_is_of_people(
    pattern: str, form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    people = ("Ada Lovelace", "Bo Lee", "Cy van Dyk")
    files = {
        pattern.format(at, name, who): f"{name} {who}".encode()
        for at, name in enumerate(("deck", "game"))
        for who in people
        if (name, who) != ("game", "Bo Lee")
    }
    found = plain(form(tmp_path / "in.zip", files))
    assert keys(found) == [*people]
    assert [[*one.attempts[0].files] for one in found.submissions] == [
        ["deck.py", "game.py"], ["deck.py"], ["deck.py", "game.py"]
    ]  # fmt: skip


@pytest.mark.parametrize("last", ["deck_Ada Lovelace", "deck_Di Fu", "deck_Ed Poe", "notes"])
def test_folders_in_which_others_are_named_are_no_questions(last: str, tmp_path: Path) -> None:
    named = {f"A/deck_{who}.py": b"1" for who in ("Ada Lovelace", "Bo Lee", "Cy van Dyk")}
    found = plain(write(tmp_path / "in", {**named, f"B/{last}.py": b"2"}))
    assert keys(found) == ["A", "B"]


@pytest.mark.parametrize(
    "files",
    [
        {"v1 - game.py": b"", "v2 - game.py": b""},
        {"game.py": b"", "Ada - game.py": b"", "Bo - game.py": b""},
        {"game.py": b"", "old/Ada - game.py": b"", "old/Bo - game.py": b""},
    ],
)
def test_versions_of_a_file_are_of_nobody_else(files: dict[str, bytes], tmp_path: Path) -> None:
    names = under("ada", files) | under("bo", files)
    for submission in plain(write(tmp_path / "in", names)).submissions:
        assert set(submission.attempts[0].files) == set(files)


@pytest.mark.parametrize("around", ["", "HW 1/"])
@pytest.mark.parametrize("form", [write, zipped])
@pytest.mark.parametrize(
    ("pattern", "whose"),
    [
        ("{1}_{0}", ("ada", "Bo Lee", "cy")),
        ("{1}-{0}", ("Lee 2600001S", "Lee 2600002S")),
        ("{0}_{1}", ("2600001S", "2600002S")),
        ("{0} - {1}", ("Ada Lovelace", "Bo Lee", "Cy van Dyk")),
        ("{0} (1)_{1}", ("Ada Lovelace", "Bo Lee", "Cy van Dyk")),
        ("{1}.{0}", ("ada.lovelace", "Bo Lee Jr", "cy")),
    ],
)
def test_names_that_somebody_put_before_or_behind_those_of_files_are_of_people(
    pattern: str,
    whose: tuple[str, ...],
    form: Callable[[Path, Mapping[str, bytes]], Path],
    around: str,
    tmp_path: Path,
) -> None:
    parts = {name: name.rpartition(".") for name in WORK}
    files = {
        around + (pattern.format(stem, who) + dot + ending
                  if pattern.startswith("{0}") else pattern.format(name, who)): WORK[name]
        for who in whose
        for name, (stem, dot, ending) in parts.items()
    }  # fmt: skip
    others = {f"{around}test_game.py": b""}
    found = plain(form(tmp_path / "in.zip", {**files, **others}))
    assert {one.key: len(one.attempts[0].files) for one in found.submissions} == dict.fromkeys(
        whose, len(WORK)
    )
    assert len(found.left_out) == len(others)


@pytest.mark.parametrize(("who", "other"), [("Max Ray", "bo"), ("2600009S", "model solution")])
@pytest.mark.parametrize("kind", ["zips", "folders", "zips in folders"])
@pytest.mark.parametrize("form", [write, zipped])
def test_one_who_is_named_in_a_file_beside_the_submissions_is_there_too(
    form: Callable[[Path, Mapping[str, bytes]], Path],
    kind: str,
    who: str,
    other: str,
    tmp_path: Path,
) -> None:
    own = {f"{who}_game.py": b"1", f"{who}_notes.txt": b""}
    others = {f"{other}_game.py": b"2", f"{who}.txt": b""}
    found = plain(form(tmp_path / "class.zip", {**CLASSES[kind], **own, **others}))
    assert len(found.submissions) == len(STUDENTS) + 1
    (one,) = [one for one in found.submissions if one.key == who]
    assert {*one.attempts[0].files} == {"game.py", "notes.txt"}
    told = {Path(one.path).name for one in found.left_out if not one.is_noise}
    assert told == set(others)
    versions = {"old.zip": zip_bytes(WORK), "new.zip": zip_bytes(WORK), **own}
    assert keys(plain(write(tmp_path / "versions", versions))) == ["new", "old"]


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (("2600001S.py", "2600002S.py"), 2),
        (("Ada Lovelace.py", "Bo Lee.py", "Cy Roe.py"), 3),
        (("ada.py", "bo.py", "cy.py"), 0),
        (("game.py", "2600001S.py", "2600002S.py"), 0),
    ],
)
def test_files_of_a_zip_that_are_called_by_people_alone_are_told(
    names: tuple[str, ...], count: int, tmp_path: Path
) -> None:
    doubts = plain(zipped(tmp_path / "class.zip", dict.fromkeys(names, b""))).doubts
    assert len(doubts) == bool(count)
    assert all(f"this could be {count} submissions" in one for one in doubts)


@pytest.mark.parametrize(
    "files",
    [
        {"my_game.py": b"", "old_game.py": b"", "test_game.py": b"", "ada_game.py": b""},
        {"ada_game.py": b"", "bo_game.py": b"", "cy_game.py": b"", "game.py": b""},
        {"ada_endgame.py": b"", "bo_endgame.py": b"", "cy_endgame.py": b""},
        {"game_rules.py": b"", "game_player.py": b"", "game_cli.py": b""},
        {"game copy 2.py": b"", "game (2).py": b"", "game - Kopie (3).py": b""},
    ],
)
def test_files_that_are_called_alike_are_of_nobody_else(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    assert plain(zipped(tmp_path / "a.zip", files)).platform == "single"


@pytest.mark.parametrize("form", [write, zipped])
@pytest.mark.parametrize("around", ["HW 1", "Submissions"])
def test_two_zips_in_a_folder_that_is_called_after_the_work_are_of_two(
    around: str, form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    files = {f"{around}/{name}.zip": zip_bytes(WORK) for name in ("ada", "bo")}
    assert keys(plain(form(tmp_path / "in.zip", files))) == ["ada", "bo"]


@pytest.mark.parametrize("form", [write, zipped])
def test_students_of_a_group_whose_files_are_called_otherwise_are_apart_too(
    form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    others = {"Group B/cy/gme.py": b"", "Group B/di/game (1).py": b"", "late/ed.zip": b"PK"}
    files = {**under("Group A/ada"), **under("Group A/bo"), **others, "late/flo.zip": b"PK"}
    found = plain(form(tmp_path / "in.zip", files))
    assert sorted(keys(found)) == ["ada", "bo", "cy", "di", "ed", "flo"]


@pytest.mark.parametrize("form", [write, zipped])
def test_a_folder_that_is_called_by_a_day_is_nobodys(
    form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    files = {path: data for who in ("ada", "bo", "cy") for path, data in under(who).items()}
    dated = {f"export-20261127/{path}": data for path, data in files.items()}
    assert keys(plain(form(tmp_path / "in.zip", dated))) == ["ada", "bo", "cy"]
    own = {f"20261127/{path}": data for path, data in under("src").items()}
    assert keys(plain(write(tmp_path / "own", own))) == ["20261127"]


def test_two_zips_in_a_folder_that_could_be_anybodys_are_told(tmp_path: Path) -> None:
    files = {"CS1/ada.zip": zip_bytes(WORK), "CS1/bo.zip": zip_bytes({"gme.py": b""})}
    (doubt,) = plain(write(tmp_path / "in", files)).doubts
    assert doubt.startswith(f"{tmp_path}/in/CS1: this could be 2 submissions, and is marked as one")
    versions = {"ada/old.zip": zip_bytes(WORK), "ada/new.zip": zip_bytes(WORK)}
    assert not plain(write(tmp_path / "ada", versions)).doubts


def test_a_file_that_is_somebodys_twice_is_left_out(tmp_path: Path) -> None:
    files = {f"{who}_game.py": b"1" for who in ("ada", "bo", "cy")}
    files |= {"ada-game.py": b"2", "di_game (1).py": b"1"}
    found = plain(zipped(tmp_path / "in.zip", files))
    assert keys(found) == ["ada", "bo", "cy", "di"]
    assert [one.path for one in found.left_out] == [f"{tmp_path}/in.zip/ada_game.py"]


CLASS_OF_ONE = {"{}/game.py": WORK["game.py"], "{}/gme.py": b"", "{}/my work.py": b""}


@pytest.mark.parametrize("around", ["", "all/"])
def test_nobody_is_lost_in_a_zip_in_which_one_alone_has_the_file(
    around: str, tmp_path: Path
) -> None:
    def named(*names: str) -> dict[str, bytes]:
        some = zip(CLASS_OF_ONE.items(), names, strict=True)
        return {around + path.format(name): data for (path, data), name in some}

    known = ["2600001S", "2600002S", "2600003S"]
    path = zipped(tmp_path / "class.zip", named(*known))
    assert keys(plain(path)) == keys(plain(path.parent)) == known
    others = zipped(tmp_path / "others.zip", named("ada", "bo", "cy"))
    (doubt,) = plain(others).doubts
    assert "this could be 3 submissions, and is marked as one: ada, bo, cy; add" in doubt
    for one, names in (("one.zip", ("src", "tests", "docs")), ("2600001S.zip", ("a", "b", "c"))):
        assert not plain(zipped(tmp_path / one, named(*names))).doubts


def test_nobody_is_lost_in_a_zip_of_notebooks(tmp_path: Path) -> None:
    def holding(*names: str) -> Download:
        files = {name: name.encode() for name in names}
        return recognise([zipped(tmp_path / "class.zip", files)], ["game.py", "game.ipynb"])

    numbers = [f"260000{at}" for at in range(3)]
    assert keys(holding(*(f"{one}.ipynb" for one in numbers))) == numbers
    for names in (("Ada.ipynb", "Bo.ipynb", "Cy/game.py"), ("Ada.zip", "Bo.ipynb", "Cy.ipynb")):
        (doubt,) = holding(*names).doubts
        assert "this could be 3 submissions, and is marked as one" in doubt
    assert not holding("game.ipynb", "plots.ipynb", "report.ipynb").doubts


@pytest.mark.parametrize("form", [write, zipped])
def test_work_of_all_forms_in_one_folder_is_told_to_be_several_peoples(
    form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    work = {"Ada.zip": zip_bytes(WORK), "Bo_game.py": b"", "Cy.ipynb": b"", "Di/game.py": b""}
    files = {f"HW 1/{name}": data for name, data in work.items()}
    (doubt,) = plain(form(tmp_path / "in.zip", files)).doubts
    assert "this could be 4 submissions, and is marked as one" in doubt
    own = {"gui/game.py": b"", "rules/deck.py": b"", "pictures/x.py": b"", "notes.ipynb": b""}
    files = {f"HW 1/{name}": data for name, data in own.items()}
    assert not plain(write(tmp_path / "own", files)).doubts
    numbered = {f"2600001S/{name}": data for name, data in work.items()}
    assert not plain(write(tmp_path / "numbered", numbered)).doubts


def test_a_team_is_one_submission_whatever_its_group_is_called(tmp_path: Path) -> None:
    files = {
        "Group A/v1.zip": zip_bytes(WORK), "Group A/v2.zip": zip_bytes(WORK),
        "Group B/klondike.zip": zip_bytes(WORK), "Group B/report.zip": zip_bytes({"r.pdf": b""}),
        **under("Group C"), **under("Group C/ada"), **under("Group C/grace"),
    }  # fmt: skip
    assert keys(plain(write(tmp_path / "in", files))) == ["Group A", "Group B", "Group C"]


def test_a_class_beside_the_solution_is_not_one_submission(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"6 submissions, not one: .*; add --from plain if it is a"
    ):
        plain(write(tmp_path / "in", {**CLASSES["zips"], **WORK}))


@pytest.mark.parametrize(
    ("names", "teams"),
    [
        (["2600001S_2600002S", "Lee 2600003S, Roe 2600004S", "2600005S"], [2, 2, 1]),
        (["20261127_2600001S_2600002S", "20261128_2600003S"], [2, 1]),
        (["20251105-20251106", "2600003S"], [2, 1]),
        (["20261127-20001234", "20261128-20001235"], [1, 1]),
        (["8801234_2600001", "8801234_2600002", "8801234_2600003"], [1, 1, 1]),
        (["CS10100_2600001S", "CS10100_2600002S"], [1, 1]),
        (["2600001S 2600001S (2)"], [1]),
    ],
)
def test_what_is_called_by_the_numbers_of_several_students_is_of_a_team(
    names: list[str], teams: list[int], tmp_path: Path
) -> None:
    known = {f"{name}.zip": zip_bytes(WORK) for name in names}
    found = {one.key: one for one in plain(write(tmp_path / "in", known)).submissions}
    assert [len(found[name].people) for name in names] == teams
    assert [found[name].team for name in names] == [count > 1 for count in teams]
    people = found[names[0]].people
    assert len(people) == 1 or all(one.number in names[0] for one in people)


def test_whoever_of_a_team_is_not_in_the_roster_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "2600001S_2600002S.zip", WORK)
    known = roster_of(table_of(b"number,name\n2600001S,Ada\n2600003S,Cy\n", "class.csv"))
    found = match(known, plain(path).submissions)
    assert [one.title for one in found.people["2600001S_2600002S"]] == ["Ada"]
    assert found.findings == ("2600002S of 2600001S and 2600002S is not in the roster",)


def test_a_zip_of_two_unknown_folders_asks(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {**under("alice"), **under("bob")})
    with pytest.raises(InputError, match=r"looks like 2 submissions, not one: alice, bob; add"):
        plain(path)
    assert keys(plain(path, platform="plain")) == ["alice", "bob"]
    assert keys(plain(path, platform="single")) == ["a"]


def test_a_platforms_zip_among_few_submissions_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", under("2600001S"))
    zipped(folder / "submissions.zip", packing.moodle())
    with pytest.raises(InputError, match=r"submissions\.zip: this looks like .*\(Moodle"):
        plain(folder)


ODD = {
    "a moodle download": {
        "A_1_assignsubmission_file/x.py": b"",
        "B_2_assignsubmission_file/y": b"",
    },
    "a gradescope export": {"submission_metadata.yml": b"x: {}", **WORK},
    "several submissions": {**under("2600001S"), **under("2600002S")},
}


@pytest.mark.parametrize("files", ODD.values(), ids=ODD)
def test_one_odd_zip_stops_nobody_else(files: dict[str, bytes], tmp_path: Path) -> None:
    """A student makes up what is in it."""
    folder = write(tmp_path / "in", CLASSES["folders"])
    zipped(folder / "odd.zip", files)
    download = plain(folder)
    assert "odd" in keys(download)
    assert len(download.submissions) == len(STUDENTS) + 1
    (doubt,) = download.doubts
    assert doubt.startswith(f"{folder / 'odd.zip'}: this looks like ")


def test_a_download_unpacked_beside_its_zip_is_read_once(tmp_path: Path) -> None:
    zipped(tmp_path / "in" / "submissions.zip", packing.moodle())
    write(tmp_path / "in" / "submissions", packing.moodle())
    download = plain(tmp_path / "in")
    assert len(download.submissions) == 6
    again = [one for one in download.left_out if "which is read" in one.reason]
    assert len(again) == 6


def test_two_downloads_that_disagree_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "in" / "new", packing.moodle())
    files = packing.moodle()
    name = next(name for name in files if name.endswith("2600002S.zip"))
    write(tmp_path / "in" / "old", {**files, name: packed("no-status-file-66")})
    with pytest.raises(InputError, match="Grace Hopper is in two downloads") as caught:
        plain(tmp_path / "in")
    assert "name only the newer one" in str(caught.value)


def test_a_table_that_nothing_is_taken_from_is_told(tmp_path: Path) -> None:
    roster = write(tmp_path, {"class.csv": b"name\nada\n"}) / "class.csv"
    for folder in (under("ada"), packing.moodle()):
        (left,) = [
            one
            for one in plain(write(tmp_path / str(len(folder)), folder), roster).left_out
            if one.path == str(roster)
        ]
        assert "table" in left.reason
    assert left.reason == "it is a table, but not Moodle's grading worksheet"


@pytest.mark.parametrize("name", ["ada", "bob.zip", ""])
def test_a_path_that_is_named_twice_is_read_once(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"bob.zip": zip_bytes(WORK), **under("ada")})
    once = plain(folder / name)
    assert plain(folder / name, folder / name) == once


def test_two_groups_of_one_class_are_put_together(tmp_path: Path) -> None:
    zipped(tmp_path / "in" / "group-a.zip", packing.moodle())
    zipped(tmp_path / "in" / "group-b.zip", packing.moodle(number=9900))
    assert len(plain(tmp_path / "in").submissions) == 12
    assert len(plain(*sorted((tmp_path / "in").iterdir())).submissions) == 12


def test_a_students_zip_cannot_pass_for_a_platform(tmp_path: Path) -> None:
    files = dict(packing.moodle())
    name = next(iter(files))
    files[name] = zip_bytes({**WORK, "submission_metadata.yml": b"x: {}"})
    assert plain(write(tmp_path / "in", files)).platform == "moodle"
    odd = {"2600001S.zip": packed("reference-solution-66"),
           "2600002S.zip": zip_bytes({"a_1_22_deck.py": b"", "b_2_33_deck.py": b""})}  # fmt: skip
    with pytest.raises(InputError, match=r"2600002S\.zip: this looks like .*\(Canvas download\)"):
        plain(write(tmp_path / "odd", odd))
    assert len(plain(tmp_path / "odd", platform="plain").submissions) == 2


def test_several_peoples_work_in_one_platform_submission_is_noted(tmp_path: Path) -> None:
    files = {"Ada_1_assignsubmission_file/all.zip": zip_bytes(CLASSES["folders"])}
    files["Bob_2_assignsubmission_file/b.zip"] = packed("reference-solution-66")
    download = plain(write(tmp_path / "in", files))
    assert len(download.submissions) == 2
    assert download.notes[0].startswith("Ada: this looks like 6 submissions, not one: 2600001S")


def test_names_that_differ_only_by_case_or_form_stay_apart(tmp_path: Path) -> None:
    files = {**under("jose\u0301"), **under("jos\u00e9"), **under("ANN"), **under("Ann")}
    download = plain(write(tmp_path / "in", files))
    assert len(download.submissions) == 4
    assert sum("differ only by case or Unicode form" in note for note in download.notes) == 2


def test_the_same_name_in_two_places_is_kept_twice(tmp_path: Path) -> None:
    first = zipped(tmp_path / "a" / "2600001S.zip", WORK)
    second = zipped(tmp_path / "b" / "2600001S.zip", {**WORK, "more.py": b""})
    download = plain(first, second)
    assert keys(download) == ["2600001S", "2600001S (2)"]
    assert "there are two submissions 2600001S" in download.notes[0]


def test_a_copy_of_anothers_name_is_told(tmp_path: Path) -> None:
    copies = ["Ada (1)", "Ada - Copy", "Bo - Kopie (2)", "2600001S (1)"]
    files = {
        f"{name}.zip": zip_bytes(WORK) for name in (*copies, "Ada", "Bo", "2600001S", "Cy (1)")
    }
    assert sorted(plain(write(tmp_path / "in", files)).notes) == [
        "2600001S is also in the name of 2600001S (1); each is marked",
        "Ada (1) could be of whoever Ada is of; each is marked",
        "Ada - Copy could be of whoever Ada is of; each is marked",
        "Bo - Kopie (2) could be of whoever Bo is of; each is marked",
    ]


@pytest.mark.parametrize("folder", ["Ann Lee", "Ann Lee_7_assignsubmission_file"])
def test_several_archives_with_what_is_asked_for_are_noted(folder: str, tmp_path: Path) -> None:
    report = zip_bytes({"report.pdf": b""})
    files = {"v1.zip": zip_bytes(WORK), "v2.zip": zip_bytes(WORK), "report.zip": report}
    other = folder.replace("Ann Lee", "Bo Ng").replace("7", "8")
    others = {f"{other}/a.zip": zip_bytes(WORK)}
    found = plain(
        write(tmp_path / "in", {**others, **{f"{folder}/{name}": files[name] for name in files}})
    )
    (note,) = [one for one in found.notes if "each hold" in one]
    assert note.startswith("Ann Lee: v1.zip and v2.zip each hold what is asked for; look which")


def test_two_submissions_of_one_number_are_noted(tmp_path: Path) -> None:
    names = ("2600007S", "2600007S (1)", "2600007S_v2", "2600008S", "CS12345 Ada", "CS12345 Bob")
    found = plain(write(tmp_path / "in", {f"{one}.zip": zip_bytes(WORK) for one in names}))
    assert found.notes == (
        "2600007S is also in the name of 2600007S (1) and 2600007S_v2; each is marked",
    )


def test_links_and_pipes_are_left_out_and_not_followed(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", CLASSES["folders"])
    os.mkfifo(folder / "2600001S" / "pipe")
    (folder / "2600001S" / "secret.py").symlink_to("/etc/passwd")
    (folder / "2600077S").symlink_to("/etc")
    download = plain(folder)
    reasons = {Path(one.path).name: one.reason for one in download.left_out}
    assert reasons["pipe"] == "it is a pipe or a device, not a file"
    assert reasons["secret.py"] == reasons["2600077S"] == "it is a link, which is not followed"


def test_a_folder_of_nothing_but_links_and_pipes_is_a_submission_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    folder = write(tmp_path / "in", CLASSES["folders"])
    (folder / "2600077S").mkdir()
    os.mkfifo(folder / "2600077S" / "deck.py")
    (folder / "2600078S").mkdir()
    (folder / "2600078S" / "2600078S.zip").symlink_to(folder / "2600001S")
    (folder / "2600079S").mkdir()
    found = {one.key: one.attempts[-1] for one in plain(folder).submissions}
    assert "2600079S" not in found
    with pytest.raises(SubmissionError, match=r"^deck\.py: it is a pipe or a device, not a file$"):
        contents(found["2600077S"])
    with pytest.raises(SubmissionError, match=r"^2600078S\.zip: it is a link"):
        contents(found["2600078S"])


@pytest.mark.parametrize("name", ["../deck.py", "/deck.py", "C:\\deck.py", "a\\..\\..\\deck.py"])
def test_paths_that_lead_out(name: str, tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="its path leads out of the archive"):
        opened({"a.zip": zip_bytes({name: b""})})
    with pytest.raises(SubmissionError, match="its path leads out of the archive"):
        opened({"a.tar": tar({name: b""}, "w")})
    files = {**packing.moodle(), name: b""}
    download = plain(zipped(tmp_path / "in.zip", files))
    assert len(download.submissions) == 6
    assert "its path leads out of the archive" in {one.reason for one in download.left_out}


def test_bombs_are_refused_before_they_unpack() -> None:
    bomb = zip_bytes({"deck.py": bytes(50 << 20)})
    with pytest.raises(SubmissionError, match="unpacks to far more than it packs"):
        dict(opened({"a.zip": bomb}))["deck.py"](64 << 20)
    with pytest.raises(SubmissionError, match=r"^a\.zip/b\.zip: it unpacks to far more than it"):
        opened({"a.zip": zip_bytes({"b.zip": bytes(4 << 20)})})
    with pytest.raises(SubmissionError, match="unpacks to more than 64 MiB"):
        opened({"a.tar.gz": tar({"deck.py": bytes(70 << 20)})})


def test_a_picture_of_one_colour_is_no_reason_to_refuse_what_lies_beside_it() -> None:
    held = opened({"a.zip": zip_bytes({**WORK, "board.bmp": bytes(4 << 20)})})
    assert {path: read(1 << 20) for path, read in held if path != "board.bmp"} == dict(WORK)


def test_a_size_that_lies_is_found_when_it_is_read() -> None:
    data = zip_bytes({"deck.py": b"x" * 5000})
    lying = data.replace((5000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    files = dict(opened({"a.zip": lying}))
    with pytest.raises(SubmissionError):
        files["deck.py"](1000)


def test_a_file_that_changed_since_it_was_listed(tmp_path: Path) -> None:
    folder = write(tmp_path / "2600001S", {"deck.py": b"1234", "game.py": b"1"})
    (one,) = plain(folder).submissions
    files = dict(contents(one.attempts[0]))
    assert files["deck.py"](4) == b"1234"
    with pytest.raises(SubmissionError, match="larger than 3 bytes"):
        files["deck.py"](3)
    (folder / "game.py").unlink()
    (folder / "game.py").symlink_to("/etc/passwd")
    with pytest.raises(SubmissionError, match="cannot be read"):
        files["game.py"](1 << 20)
    (folder / "game.py").unlink()
    os.mkfifo(folder / "game.py")
    with pytest.raises(SubmissionError, match="not a regular file"):
        files["game.py"](1 << 20)


@pytest.mark.slow
def test_many_entries_are_the_students_loss_and_not_the_classs(tmp_path: Path) -> None:
    many = zip_bytes({f"{number}.txt": b"" for number in range(100_000)})
    files = {**CLASSES["zips"], "2600099S.zip": many}
    download = plain(write(tmp_path / "in", files))
    assert len(download.submissions) == 7
    with pytest.raises(SubmissionError, match="the list of its files is too long"):
        contents({one.key: one for one in download.submissions}["2600099S"].attempts[0])


def test_a_folder_with_far_too_many_files_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MAX_FILES", 10)
    with pytest.raises(InputError, match="holds more than 10 files; name the folder of a download"):
        plain(write(tmp_path / "in", CLASSES["folders"]))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_zips_in_zips(depth: int) -> None:
    data = zip_bytes(WORK)
    for _ in range(depth - 1):
        data = zip_bytes({"inner.zip": data})
    if depth < 3:
        assert {path for path, _ in opened({"2600001S.zip": data})} == set(WORK)
    else:
        with pytest.raises(SubmissionError, match="a zip in a zip in a zip"):
            opened({"2600001S.zip": data})


@pytest.mark.parametrize(
    "files",
    [
        {"Klondike/work.zip": zip_bytes(WORK)},
        {"Klondike/work.zip": zip_bytes(WORK), "Klondike/report.pdf": b"%PDF"},
        {"2600001S.zip": zip_bytes({"to hand in/work.zip": zip_bytes(WORK), "read me.txt": b""})},
    ],
)
def test_an_archive_in_a_folder_is_opened_where_no_code_lies_beside_it(
    files: Mapping[str, bytes],
) -> None:
    held = {path: read(1 << 20) for path, read in opened(files)}
    assert {path: held[path] for path in WORK} == dict(WORK)


def test_an_archive_in_a_folder_beside_code_is_left_as_it_is() -> None:
    held = opened({**WORK, "old/backup.zip": zip_bytes({"deck.py": b"0"})})
    assert {path for path, _ in held} == {*WORK, "old/backup.zip"}


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize("folder", [".venv", "src/venv", "env/lib/python3.12/site-packages"])
def test_an_environment_in_an_archive_is_neither_counted_nor_refused(
    kind: str, folder: str
) -> None:
    files = {**WORK, **{f"{folder}/numpy/f{number}.py": b"" for number in range(2_100)}}
    data = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(data, "w") as packed_in:
            for name, content in files.items():
                packed_in.writestr(name, content)
            link = zipfile.ZipInfo(f"{folder}/python")
            link.external_attr = 0o120777 << 16
            packed_in.writestr(link, "/usr/bin/python3")
    else:
        with tarfile.open(fileobj=data, mode="w") as archive:
            for name, content in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
            info = tarfile.TarInfo(f"{folder}/python")
            info.type, info.linkname = tarfile.SYMTYPE, "/usr/bin/python3"
            archive.addfile(info)
    held = opened({f"2600001S.{kind}": data.getvalue()})
    assert {one.path for one in held.files} == WORK.keys()


@pytest.mark.parametrize("name", ["x{}.py", ".venv/x{}.py"])
def test_an_archive_of_too_many_files_is_refused_whatever_they_are(name: str) -> None:
    data = zip_bytes({**WORK, **{name.format(number): b"" for number in range(20_001)}})
    with pytest.raises(SubmissionError, match="it holds more than 2000 files"):
        opened({"2600001S.zip": data})


def test_what_is_in_an_archive_twice_or_no_file() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("deck.py", b"1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("deck.py", b"2")
    with pytest.raises(
        SubmissionError, match=r"'deck\.py' in it: it contains this name more than once"
    ):
        opened({"a.zip": data.getvalue()})
    link = tarfile.TarInfo("deck.py")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tarred:
        tarred.addfile(link)
    with pytest.raises(SubmissionError, match="it is a link or a device, not a file"):
        opened({"a.tar": data.getvalue()})


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tgz", "a.tar.gz"])
@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\5\6" + b"\xff" * 18, b"\x1f\x8b\x08x"])
def test_damaged_archives(name: str, data: bytes, tmp_path: Path) -> None:
    with pytest.raises(SubmissionError):
        opened({name: data})
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        plain(tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (zip_bytes(WORK)[:-30], "it is damaged or cut short"),
        (b"Rar!\x1a\7\1\0" + bytes(60), "it is a RAR archive under another name"),
        (b"\x1f\x8b\x08" + bytes(60), "it is a gzip archive under another name"),
        (b"<!DOCTYPE html><title>Log in</title>", "it is a web page"),
    ],
)
def test_what_is_no_zip_is_told(data: bytes, why: str, tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match=f"it is not a zip that can be read: {why}"):
        opened({"2600001S.zip": data})
    (tmp_path / "2600001S.zip").write_bytes(data)
    with pytest.raises(InputError, match=why):
        plain(tmp_path / "2600001S.zip")


def test_a_zip_that_is_called_a_tar_or_packed_otherwise_is_told() -> None:
    with pytest.raises(SubmissionError, match=r"not a tar archive .*: it is a zip under another"):
        opened({"2600001S.tgz": zip_bytes(WORK)})
    packed_otherwise = bytearray(zip_bytes({"game.py": b""}))
    for mark, place in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        packed_otherwise[packed_otherwise.index(mark) + place] = 9
    ((_, read),) = opened({"2600001S.zip": bytes(packed_otherwise)})
    with pytest.raises(SubmissionError, match=r"packed in a way .*; pack it as an ordinary zip"):
        read(9)


@pytest.mark.parametrize(
    ("name", "pack", "why"),
    [
        ("a.zip", zip_bytes, "unpack the download and name the folder"),
        ("a.tgz", tar, "pack what is asked for in a zip"),
    ],
)
def test_what_to_do_about_an_archive_that_is_too_large_is_told(
    name: str, pack: Callable[[dict[str, bytes]], bytes], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (archives, source):
        monkeypatch.setattr(module, "MAX_ARCHIVE_BYTES", 99)
    with pytest.raises(SubmissionError, match=f"{name}: it is larger than 0 MiB.*{why}"):
        opened({name: pack({"large.py": b"1"})})


def test_loose_files_go_with_an_archive() -> None:
    both = opened({"src.zip": zip_bytes({"deck.py": b"1"}), "status.txt": b"2", "x.rar": b""})
    assert {path for path, _ in both} == {"deck.py", "status.txt", "x.rar"}
    two = opened({"a.zip": zip_bytes({"deck.py": b"1"}), "b.zip": zip_bytes({"deck.py": b"2"})})
    assert {path for path, _ in two} == {"a/deck.py", "b/deck.py"}
    assert opened({"2600001S.zip": zip_bytes(WORK)}).given_name == "2600001S.zip"


@pytest.mark.parametrize("name", ["broken.zip", "broken.tar.gz", "broken.rar"])
def test_an_archive_that_cannot_be_opened_takes_nothing_along(name: str) -> None:
    held = opened({**WORK, name: b""})
    assert {path for path, _ in held} - {name} == set(WORK)
    assert [one.path for one in held.unread] == [name]
    with pytest.raises(
        SubmissionError, match=rf"^{re.escape(name)}: .*; other\.zip: it is not a zip"
    ):
        opened({name: b"", "other.zip": b""})


def test_several_zips_in_a_zip_are_all_looked_into() -> None:
    inner = {"a.zip": zip_bytes(WORK), "b.zip": zip_bytes({"report.pdf": b""}), "c.7z": b""}
    held = opened({"2600001S.zip": zip_bytes({**inner, "d.zip": b"", "notes.txt": b""})})
    assert {path for path, _ in held} == {
        *(f"a/{name}" for name in WORK), "b/report.pdf", "notes.txt"
    }  # fmt: skip
    assert {name: len(files) for name, files in held.inner.items()} == {
        "2600001S.zip/a.zip": len(WORK), "2600001S.zip/b.zip": 1
    }  # fmt: skip
    assert [one.path for one in held.unread] == ["2600001S.zip/c.7z", "2600001S.zip/d.zip"]
    beside = opened({"2600001S.zip": zip_bytes({**WORK, **inner})})
    assert {path for path, _ in beside} == {*WORK, *inner}


@pytest.mark.parametrize("form", [write, zipped])
def test_a_zip_with_a_dot_before_its_name_is_read(
    form: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    left_behind = {".DS_Store": b"", "._2600003S.zip": b"", ".~lock.zip": b"", ".venv/x.zip": b""}
    files = {f".{name}": data for name, data in CLASSES["zips"].items()}
    download = plain(form(tmp_path / "in.zip", {**files, **left_behind}))
    assert keys(download) == [f".{number}" for _, number, _ in STUDENTS]
    assert [one.people[0].number for one in download.submissions] == [one[1] for one in STUDENTS]
    assert all(one.is_noise for one in download.left_out)
    assert len(download.left_out) == len(left_behind)
    moodle = {f"A_{at}_assignsubmission_file/.zip": zip_bytes(WORK) for at in range(3)}
    download = plain(form(tmp_path / "moodle.zip", moodle))
    assert len(download.submissions) == len(moodle)
    for one in download.submissions:
        assert {path for path, _ in contents(one.attempts[0])} == set(WORK)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path, "does not exist"),
        (lambda path: write(path, {"a.txt": b""}), "holds no zips, notebooks or folders"),
        (lambda path: write(path, {"Ann - game.py": b""}), "put loose files such as 'Ann - game"),
        (lambda path: path.mkdir() or path, "holds no files"),
        (lambda path: write(path, {"a.py": b""}) / "a.py", "archive; put it into a folder"),
        (lambda path: write(path, {"a.txt": b""}) / "a.txt", "archive; name the download"),
        (lambda path: write(path, {"a.zip": ENCRYPTED}) / "a.zip", "it is encrypted; unpack it"),
    ],
)
def test_bad_paths_are_one_line(make, why: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=why):
        plain(make(tmp_path / "in"))


@pytest.mark.parametrize("wrap", [zipped, write])
@pytest.mark.parametrize(
    "names",
    [
        ("hw1_ada", "hw1_alan", "hw1_grace"),
        ("hw - Ann Lee", "hw - Bo Li", "hw - 李 明"),
        ("4711 - Ann Lee", "4712 - Bo Li", "4713 - Cy Dunn"),
        ("lab 4711 hw1_ada", "lab 4712 hw1_bo", "lab 4713 hw1_cy"),
        ("01_klondike", "02_klondike", "03_klondike"),
    ],
)
def test_a_class_whose_names_begin_alike(
    names: tuple[str, ...], wrap: Callable[[Path, Mapping[str, bytes]], Path], tmp_path: Path
) -> None:
    students = {name: name.encode() for name in names}
    zips = {f"HW 1/{who}.zip": zip_bytes({"game.py": text}) for who, text in students.items()}
    assert keys(plain(wrap(tmp_path / "in.zip", zips))) == [*students]
    versions = ("hw1_ada_old", "hw1_ada_new", "hw1_ada_2026", "hw1_ada_2027")
    numbered = ("4711 ada_old", "4712 ada_new", "4713 ada_final")
    for place, some in enumerate((versions, numbered)):
        zips = {f"HW 1/{name}.zip": zip_bytes({"game.py": name.encode()}) for name in some}
        more = wrap(tmp_path / f"{place}.zip", {"HW 1/notes.txt": b"", **zips})
        assert keys(plain(more)) == ["HW 1"]


def test_a_platform_that_does_not_fit_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", CLASSES["folders"])
    with pytest.raises(InputError, match="is not named as a Canvas download is"):
        plain(folder, platform="canvas")
    with pytest.raises(InputError, match="'olat' is not a platform; choose one of moodle"):
        plain(folder, platform="olat")
