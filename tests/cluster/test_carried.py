"""A submission that is carried elsewhere is read there as it is here, or refused for the same."""

from __future__ import annotations

import io
import os
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from patience_grader.cluster.carried import carried, laid_out
from patience_grader.course.coursework import find_course
from patience_grader.downloads.classroom import Tree
from patience_grader.downloads.listing import list_path
from patience_grader.downloads.model import Attempt, Placed
from patience_grader.downloads.source import OnDisk
from patience_grader.errors import PatienceError
from patience_grader.submission.reading import Submission, read_submission
from patience_grader.submission.upload import Upload, at
from patience_grader.submission.veil import Veil
from sample import ROOT, SOLUTION, zip_of

RIGHT = {name: (SOLUTION / name).read_bytes() for name in ("deck.py", "game.py")}
COURSEWORK = find_course(ROOT).coursework("klondike")
LARGE = b"#" * (2 << 20)


def tarred(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return data.getvalue()


def in_folder(folder: Path, files: dict[str, bytes]) -> Upload:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return at(folder, "2600000F")


def zipped(folder: Path, data: bytes, name: str = "2600000F.zip") -> Upload:
    folder.mkdir()
    (folder / name).write_bytes(data)
    return at(folder / name)


def of_a_class(folder: Path) -> Upload:
    """A zip in the zip of a class, by the name that the platform gave it."""
    folder.mkdir()
    (folder / "class.zip").write_bytes(zip_of({"Ada_1/mine.zip": zip_of(RIGHT)}))
    (file,) = list_path(folder / "class.zip").files
    return Upload("Ada", Attempt("1", {"mine.zip": Placed(file.source, "Ada_1/mine.zip")}))


def gone(folder: Path, name: str) -> Upload:
    """A file that was removed after it was found."""
    upload = zipped(folder, zip_of(RIGHT), name)
    (folder / name).unlink()
    return upload


def linked(folder: Path) -> Upload:
    folder.mkdir()
    (folder / "2600000F.zip").symlink_to("/dev/zero")
    source = OnDisk(folder / "2600000F.zip", 1, 1)
    return Upload("x", Attempt("1", {"2600000F.zip": Placed(source, "2600000F.zip")}))


def many(folder: Path) -> Upload:
    files = {f"{number}.py": Placed(OnDisk(folder, 1, 1), "") for number in range(2_001)}
    return Upload("x", Attempt("1", files))


def no_commit(folder: Path) -> Upload:
    folder.mkdir()
    return Upload("x", Attempt("1", Tree(folder, "0" * 40)))


CASES: dict[str, Callable[[Path], Upload]] = {
    "a folder": lambda to: in_folder(to, {**RIGHT, "deep/more.py": b"1", "video.mp4": LARGE}),
    "a loose form": lambda to: in_folder(to, {**RIGHT, "own-work.txt": b"Name: Ada"}),
    "a zip": lambda to: zipped(to, zip_of(RIGHT)),
    "a zip in a zip": lambda to: zipped(to, zip_of({"inner.zip": zip_of(RIGHT)})),
    "a tar": lambda to: zipped(to, tarred(RIGHT), "2600000F.tar.gz"),
    "a zip of a class": of_a_class,
    "loose files with a zip": lambda to: in_folder(to, {"a.zip": zip_of(RIGHT), "status.txt": b""}),
    "no zip": lambda to: zipped(to, b"no zip"),
    "no tar": lambda to: zipped(to, b"no tar", "2600000F.tar.gz"),
    "a rar": lambda to: zipped(to, b"Rar!", "2600000F.rar"),
    "files that are too large": lambda to: in_folder(to, {**RIGHT, "game.py": LARGE}),
    "too large in a zip": lambda to: zipped(to, zip_of({**RIGHT, "game.py": LARGE})),
    "a required file in capitals": lambda to: in_folder(to, {"DECK.PY": b"x = 1"}),
    "a zip that is gone": lambda to: gone(to, "2600000F.zip"),
    "a tar that is gone": lambda to: gone(to, "2600000F.tar.gz"),
    "a link": linked,
    "too many files": many,
    "nothing": lambda to: Upload("x", Attempt("1", {})),
    "a commit that is not there": no_commit,
    "a folder under a veil": lambda to: replace(
        in_folder(to, {"Ada/deck.py": b"", "Ada/game.py": b"", "Ada/x.py": b""}),
        veil=Veil("Ada", "1", frozenset({"Ada"})),
    ),
}


def outcome(upload: Upload) -> Submission | str:
    try:
        return read_submission(upload, COURSEWORK)
    except PatienceError as fault:
        return f"{type(fault).__name__}: {fault}"


@pytest.mark.parametrize("case", CASES)
def test_it_is_read_there_as_it_is_here(case: str, tmp_path: Path) -> None:
    upload = CASES[case](tmp_path / "here")
    here = outcome(upload)
    sent = pickle.dumps(carried(upload, COURSEWORK))
    if (tmp_path / "here").exists():
        (tmp_path / "here").rename(tmp_path / "elsewhere")
    (tmp_path / "there").mkdir()
    assert outcome(laid_out(pickle.loads(sent), tmp_path / "there")) == here


def test_what_is_never_read_is_left_behind(tmp_path: Path) -> None:
    upload = in_folder(tmp_path / "here", {**RIGHT, "video.mp4": os.urandom(1 << 20)})
    assert len(pickle.dumps(carried(upload, COURSEWORK))) < 1 << 18


def test_no_more_is_read_of_a_class_than_its_submission(tmp_path: Path) -> None:
    (tmp_path / "class.zip").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("Ada/deck.py", RIGHT["deck.py"])
        archive.writestr("Ben/deck.py", os.urandom(1 << 19))
    one = next(one for one in list_path(tmp_path / "class.zip").files if "Ada" in one.path)
    upload = Upload("Ada", Attempt("1", {"deck.py": Placed(one.source, one.path)}))
    assert len(pickle.dumps(carried(upload, COURSEWORK))) < 1 << 17
