"""What was handed in, as it is read: right, slovenly, damaged or hostile."""

from __future__ import annotations

import codecs
import encodings.aliases
import io
import os
import socket
import stat
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.course.coursework import Course
from patience_grader.downloads.recognise import recognise
from patience_grader.errors import InputError, SubmissionError
from patience_grader.submission import decoding
from patience_grader.submission import reading as intake
from patience_grader.submission.decoding import DecodingError, decode
from patience_grader.submission.finding import find_uploads
from patience_grader.submission.naming import at_paths as named
from patience_grader.submission.naming import collisions
from patience_grader.submission.picking import MAX_FILE_BYTES
from patience_grader.submission.reading import Submission, digest, doubts, read_submission
from patience_grader.submission.upload import Upload, at

ROOT = Path(__file__).parents[2]
KLONDIKE = replace(Course(ROOT).coursework("klondike"), own_work="")
TERMINAL = Course(ROOT).coursework("terminal")
WHOLE = {"deck.py": b"DECK = 1\n", "game.py": b"GAME = 2\n", "status.txt": b"all of it\n"}
TEXTS = {"deck.py": "DECK = 1\n", "game.py": "GAME = 2\n"}


def zip_of(files: Mapping[str, bytes], *, mode: int = 0, packed: bool = False) -> bytes:
    data = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, content, method)
    return data.getvalue()


def written(path: Path, files: Mapping[str, bytes] | bytes) -> Path:
    """A zip of the files; or a folder of them, if the path is not a zip's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(files, bytes):
        path.write_bytes(files)
    elif path.suffix == ".zip":
        path.write_bytes(zip_of(files))
    else:
        for name, content in files.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(content)
    return path


def upload(path: Path, files: Mapping[str, bytes] | bytes) -> Upload:
    return at(written(path, files), path.stem)


def read(path: Path, files: Mapping[str, bytes] | bytes) -> Submission:
    return read_submission(upload(path, files), KLONDIKE)


def names_found(*paths: Path) -> list[str]:
    return sorted(one.name for one in find_uploads(paths, KLONDIKE.required))


@pytest.mark.parametrize("folder", ["", "klondike/", "2600000F/src/klondike/", "klondike\\"])
@pytest.mark.parametrize("name", ["2600000F.zip", "2600000F"])
def test_a_whole_hand_in_is_read_without_a_remark(tmp_path: Path, name: str, folder: str) -> None:
    submission = read(tmp_path / name, {folder + file: data for file, data in WHOLE.items()})
    assert submission == Submission("2600000F", "2600000F", TEXTS, {}, ())


def test_a_plain_suites_submission_has_the_modules_that_its_files_import(tmp_path: Path) -> None:
    plain = replace(KLONDIKE, tests=("test_game.py",))
    files = {
        "deck.py": b"from . import colours\nimport klondike.ranks\n",
        "game.py": b"import random\nfrom .faces import FACES\nimport missing\n",
        "colours.py": b"from klondike.suits import SUITS\n",
        "ranks.py": b"RANKS = 1\n",
        "suits.py": b"SUITS = 2\n",
        "faces.py": b"# coding: no-such-one\n",
        "random.py": b"raise SystemExit\n",
        "scratch.py": b"input()\n",
        "inner/missing.py": b"",
    }
    upload = at(written(tmp_path / "1234567A.zip", files))
    wanted = {"deck.py", "game.py", "colours.py", "ranks.py", "suits.py"}
    assert set(read_submission(upload, plain).files) == wanted
    assert set(read_submission(upload, KLONDIKE).files) == {"deck.py", "game.py"}


@pytest.mark.parametrize("name", ["2600000F.zip", "2600000F"])
def test_what_computers_add_and_other_files_are_ignored(tmp_path: Path, name: str) -> None:
    clutter = ["__MACOSX/._game.py", "__MACOSX/game.py", "._deck.py", ".DS_Store", ".git/game.py"]
    clutter += ["@eaDir/game.py", "#recycle/deck.py", "$RECYCLE.BIN/deck.py", "~$game.py", "Icon\r"]
    clutter += ["__pycache__/game.py", "cards.py", "notes/game.py.txt", ".venv/lib/deck.py"]
    files = {**WHOLE, **dict.fromkeys(clutter, b"\xff\0")}
    assert read(tmp_path / name, files) == Submission("2600000F", "2600000F", TEXTS, {}, ())


DECODED = {
    "byte-order mark": (b"\xef\xbb\xbfx = '\xe2\x99\xa0'\n", "x = '♠'\n"),
    "CRLF": (b"x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
    "latin-1": (b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n"),
    "latin-1 in line two": (
        b"#!x\n# vim: set fileencoding=L1 :\n'\xe9'",
        "#!x\n# vim: set fileencoding=L1 :\n'é'",
    ),
    "cp1252": (b"# coding: windows-1252\nx = '\x80'\n", "# coding: windows-1252\nx = '€'\n"),
    "ASCII": (b"# coding: US-ASCII\nx = 1\n", "# coding: US-ASCII\nx = 1\n"),
    "as Emacs declares it": (b"# coding: utf-8-unix\n", "# coding: utf-8-unix\n"),
    "UTF-16, little end first": ("\ufeffx = '♠'\n".encode("utf-16-le"), "x = '♠'\n"),
    "UTF-16, big end first": ("\ufeffx = '♠'\n".encode("utf-16-be"), "x = '♠'\n"),
    "UTF-16 that declares another": ("# coding: hex\n".encode("utf-16"), "# coding: hex\n"),
    "an encoding below code": (b"x = 1\n# coding: klingon", "x = 1\n# coding: klingon"),
    "an encoding in line three": (b"\n\n# coding: klingon", "\n\n# coding: klingon"),
    "lone returns": (b"x = 1\ry = 2\r", "x = 1\ny = 2\n"),
    "latin-1 in line two below CRLF": (
        b"#!x\r\n# coding: latin-1\r\n'\xe9'",
        "#!x\n# coding: latin-1\n'é'",
    ),
    "an encoding in line three below a lone return": (
        b"\n# x\r# coding: klingon\r",
        "\n# x\n# coding: klingon\n",
    ),
    "UTF-8 declared below its mark": (b"\xef\xbb\xbf# coding: utf-8\n", "# coding: utf-8\n"),
    "empty": (b"", ""),
    "NUL is left for Python to refuse": (b"x = 1\0", "x = 1\0"),
}


@pytest.mark.parametrize(("data", "text"), DECODED.values(), ids=DECODED)
def test_python_files_are_decoded_as_python_does(tmp_path: Path, data: bytes, text: str) -> None:
    submission = read(tmp_path / "2600000F.zip", {**WHOLE, "game.py": data})
    assert submission.files["game.py"] == text
    assert not submission.broken


NOT_UTF_8 = {
    "in comments": b"# caf\xe9\nx = 1  # \xe9t\xe9\n",
    "in the comment of a function": b"def f():\n    # caf\xe9\n    return '#'\n",
    "in a comment below a mark of UTF-8": b"\xef\xbb\xbf# caf\xe9\n",
    "in a comment below UTF-8 declared": b"# coding: utf-8\n# caf\xe9\n",
    "in a comment below utf8 declared": b"# coding: utf8\n# caf\xe9\n",
    "in a comment with CRLF": b"x = 1\r\n# caf\xe9\r\n",
    "in a string": b"x = 'caf\xe9'\n",
    "in a string with a hash": b"x = '# caf\xe9'\n",
    "in a docstring": b'"""\n# caf\xe9\n"""\n',
    "in a name": b"caf\xe9 = 1  # caf\xe9\n",
    "in a comment of no Python": b"x = (\n# caf\xe9\n",
    "in a comment of a line that is indented as none": b"if x:\n    y\n  z  # caf\xe9\n",
    "in a comment below ASCII declared": b"# coding: ascii\n# caf\xe9\n",
    "in a comment below cp1252 declared, which lacks it": b"# coding: cp1252\n# \x81\n",
}


@pytest.mark.parametrize("data", NOT_UTF_8.values(), ids=NOT_UTF_8)
def test_bytes_that_are_not_utf_8_are_accepted_where_python_imports_them(data: bytes) -> None:
    try:
        compile(data, "game.py", "exec")
    except SyntaxError:
        with pytest.raises(DecodingError):
            decode(data)
    else:
        assert decode(data) == data.decode(errors="replace").removeprefix("\ufeff").replace(
            "\r", ""
        )


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["no mark", "mark"])
@pytest.mark.parametrize("cookie", [b"", b"# coding: utf8\n"], ids=["none", "utf8"])
def test_whether_comments_are_read_is_asked_of_python_for_a_file_that_begins_alike(
    monkeypatch: pytest.MonkeyPatch, mark: bytes, cookie: bytes
) -> None:
    asked: list[bytes] = []
    monkeypatch.setattr(decoding, "_imports", asked.append)
    with pytest.raises(DecodingError):
        decode(mark + cookie + b"x = 1  # caf\xe9\n")
    assert asked == [mark + cookie + b"# \xe9\n"]


ALIASES = {
    "utf-8": "utf-8 UTF8 U8 utf cp65001 utf_8 utf-8-sig utf_8-mac",
    "latin-1": "latin-1 latin1 latin L1 iso-8859-1 iso8859-1 8859 cp819 iso-latin-1 latin_1 "
    "ISO_8859_1 latin-1-dos iso-8859-1-unix iso-latin-1-unix",
    "cp1252": "cp1252 windows-1252 1252 Windows_1252",
    "ascii": "ascii us-ascii 646 US_ASCII",
}
SAMPLES = {"utf-8": "é", "latin-1": "é\x80", "cp1252": "é€", "ascii": "e"}


@pytest.mark.parametrize(
    ("codec", "name"), [(codec, one) for codec, names in ALIASES.items() for one in names.split()]
)
def test_an_encoding_is_accepted_by_each_of_its_names(codec: str, name: str) -> None:
    text = f"# coding: {name}\nx = '{SAMPLES[codec]}'\n"
    assert decode(text.encode(codec)) == text


def test_an_encoding_that_is_not_accepted_is_named_up_to_a_length() -> None:
    name = "".join(map(str, range(10))) * 4
    for more in ("", "x"):
        with pytest.raises(DecodingError, match=f"the encoding {name} is not accepted"):
            decode(f"# coding: {name}{more}\n".encode())


NO_TEXT = {
    "latin-1 without a cookie": b"x = '\xe9'\n",
    "UTF-16 without a mark": "x = 'é'\n".encode("utf-16-le"),
    "UTF-16 that breaks off": "x".encode("utf-16")[:3],
    "a mark of UTF-8 and another encoding": b"\xef\xbb\xbf# coding: latin-1\n",
    "unknown encoding in line two": b"\n# coding: klingon\n",
    "unknown encoding after lone returns": b"\r# coding: klingon\r",
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0",
    "unknown encoding": b"# coding: klingon\n",
    "no text encoding": b"# coding: rot13\n",
    "encoding that never decodes": b"# coding: undefined\n",
}


@pytest.mark.parametrize("data", NO_TEXT.values(), ids=NO_TEXT)
def test_a_file_that_is_no_text_is_broken_and_the_others_stay(tmp_path: Path, data: bytes) -> None:
    submission = read(tmp_path / "2600000F.zip", {**WHOLE, "game.py": data})
    assert submission.files == {"deck.py": TEXTS["deck.py"]}
    assert submission.broken["game.py"].startswith("it is not text that Python can read")
    assert not submission.remarks


OTHERS = {
    "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n",
    "a web page": b"\xef\xbb\xbf\n<!DOCTYPE html><html>Sign in</html>",
    "a zip or an office document": zip_of({"word/document.xml": b""}),
    "a document in RTF": rb"{\rtf1\ansi x = 1}",
    "a PDF": b"%PDF-1.7\n",
    "a notebook": b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_something_else_is_named_to_both(tmp_path: Path, what: str) -> None:
    one = upload(tmp_path / "2600000F.zip", {**WHOLE, "game.py": OTHERS[what]})
    found = read_submission(one, KLONDIKE)
    assert (set(found.files), not found.remarks) == ({"deck.py"}, True)
    assert found.broken["game.py"].startswith(f"it is {what} ")
    assert doubts(one, KLONDIKE) == (f"game.py: {found.broken['game.py']}; ask for another file",)


def test_a_file_that_begins_like_a_notebook_is_read(tmp_path: Path) -> None:
    data = b'{"cells": [], "nbformat": 4}\nGAME = 1\n'
    assert read(tmp_path / "a.zip", {**WHOLE, "game.py": data}).files["game.py"] == data.decode()


ACCEPTED = {"ascii", "cp1252", "iso8859-1", "utf-8"}


def test_no_other_codec_is_ever_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = sorted({*encodings.aliases.aliases, *encodings.aliases.aliases.values()})
    others = [one for one in names if name_of(one) not in ACCEPTED]
    files = {f"{name}.py": f"# coding: {name}\n".encode() * 9 for name in others}
    monkeypatch.setattr(codecs, "lookup", None)
    for data in files.values():
        with pytest.raises(DecodingError, match="is not accepted; save it as UTF-8"):
            decode(data)
    assert len(files) > 200


def name_of(encoding: str) -> str:
    """What Python calls the codec; empty where the system has none."""
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return ""


REMARKS = {
    "deck.py is missing": ("2600000F", "game.py status.txt"),
    "status.txt is missing": ("2600000F", "game.py deck.py"),
    "the zip is called work.zip, not after a student number": ("work", " ".join(WHOLE)),
    "the zip is called 2600000F-1.zip, not after a student number": (
        "2600000F-1",
        " ".join(WHOLE),
    ),
    "Game.PY should be called game.py": ("2600000F", "deck.py a/Game.PY status.txt"),
}


@pytest.mark.parametrize(("remark", "case"), REMARKS.items(), ids=REMARKS)
def test_a_departure_is_remarked_on(tmp_path: Path, remark: str, case: tuple[str, str]) -> None:
    name, files = case
    submission = read(tmp_path / f"{name}.zip", dict.fromkeys(files.split(), b""))
    assert submission.remarks == (remark,)


@pytest.mark.parametrize(
    "copy",
    ["game (1).py", "game(2).py", "Game - Copy.py", "game copy 2.py", "game 2.py", "game.py.txt"]
    + ["Copy of game.py", "Kopie von game (1).py", "Co\u0301pia de game.py", "game (1)(1).py"]
    + ["game .py", "game.py ", "game.py.py"],
)
def test_a_copy_counts_where_the_file_itself_is_missing(tmp_path: Path, copy: str) -> None:
    files = {name: data for name, data in WHOLE.items() if name != "game.py"}
    alone = read(tmp_path / "2600000F.zip", {**files, f"a/{copy}": WHOLE["game.py"]})
    assert (alone.files, alone.remarks) == (TEXTS, (f"{copy} should be called game.py",))
    both = upload(tmp_path / "2600001F.zip", {**WHOLE, copy: b"GAME = 0\n"})
    found = read_submission(both, KLONDIKE)
    assert (found.files, found.remarks) == (TEXTS, ())
    assert doubts(both, KLONDIKE) == found.notes
    assert found.notes == (f"game.py was used, and not {copy}, which differs",)


def test_a_copy_that_holds_nothing_else_is_not_named(tmp_path: Path) -> None:
    for place, other in enumerate((WHOLE["game.py"], KLONDIKE.blank["game.py"].encode())):
        one = upload(tmp_path / f"260000{place}F.zip", {**WHOLE, "game (1).py": other})
        assert (doubts(one, KLONDIKE), read_submission(one, KLONDIKE).notes) == ((), ())


def test_a_copy_counts_where_the_file_itself_is_as_it_was_handed_out(tmp_path: Path) -> None:
    blank = KLONDIKE.blank["game.py"].encode()
    other = {**WHOLE, "game.py": blank, "my_game2.py": b"# mine", "test_game.py": b"# tests"}
    (note,) = read(tmp_path / "2600001F.zip", other).notes
    assert note == "game.py was used, as it was handed out, and not my_game2.py"
    assert not read(tmp_path / "2600002F.zip", {**other, "game.py": b"# mine"}).notes
    found = read(tmp_path / "2600000F.zip", {**WHOLE, "game.py": blank, "game (1).py": b"# mine"})
    assert found.files["game.py"] == "# mine"
    assert found.remarks == (
        "game.py is in it 2 times; game (1).py was used",
        "game (1).py should be called game.py",
    )


def test_of_two_that_differ_by_case_the_one_that_is_called_right_is_taken(tmp_path: Path) -> None:
    one = upload(tmp_path / "2600000F.zip", {**WHOLE, "Game.py": b"GAME = 0\n"})
    assert read_submission(one, KLONDIKE).files == TEXTS
    told = ("game.py is in it 2 times, not always the same; game.py was used",)
    assert doubts(one, KLONDIKE) == told


@pytest.mark.parametrize("other", ["my_game.py", "game_old.py", "game1.py", "games.py", "game.pyc"])
def test_another_file_is_no_copy(tmp_path: Path, other: str) -> None:
    assert read(tmp_path / "2600000F.zip", {other: b"GAME = 2\n"}).files == {}


@pytest.mark.parametrize("other", ["a/my_game.py", "game_final.py", "game1.py", "Game.rtf"])
def test_a_file_that_could_be_the_missing_one_is_named_to_both(tmp_path: Path, other: str) -> None:
    path = tmp_path / "2600000F.zip"
    files = {name: data for name, data in WHOLE.items() if name != "game.py"}
    found = read(path, {**files, other: b"GAME = 2\n"})
    assert found.remarks == (f"game.py is missing; {other} is called otherwise",)
    assert doubts(at(path), KLONDIKE) == (f"game.py is missing; look whether {other} is meant",)


@pytest.mark.parametrize(
    ("files", "others"),
    [
        ({}, ""),
        ({"__MACOSX/._game.py": b""}, ""),
        ({"homework.py": b"GAME = 2\n", "status.txt": b""}, "only homework.py, status.txt"),
        (
            {f"{place}.txt": b"" for place in range(7)},
            "only 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 2 more",
        ),
    ],
)
def test_who_submits_others_than_the_required_files_is_told(
    tmp_path: Path, files: Mapping[str, bytes], others: str
) -> None:
    one = upload(tmp_path / "2600000F.zip", files)
    wanted = (f"none of the required files is in it, {others}",) if others else ()
    assert doubts(one, KLONDIKE) == wanted


@pytest.mark.parametrize("files", [{"game.py": b""}, {"klondike.ipynb": b'{"cells": []}'}])
def test_who_submits_some_of_the_required_files_is_not_told(
    tmp_path: Path, files: Mapping[str, bytes]
) -> None:
    assert doubts(upload(tmp_path / "2600000F.zip", files), KLONDIKE) == ()


@pytest.mark.parametrize(
    "other", ["games.py", "endgame.py", "game.pyc", "game.png", "deck_game.py"]
)
def test_a_file_that_could_not_be_the_missing_one_is_not_named(tmp_path: Path, other: str) -> None:
    files = {"deck.py": b"", "status.txt": b"", other: b""}
    remarks = read(tmp_path / "2600000F.zip", files).remarks
    assert any(other in one for one in remarks) == (other == "deck_game.py")


def test_of_a_file_that_is_there_twice_the_shallowest_is_taken(tmp_path: Path) -> None:
    submission = read(tmp_path / "a.zip", {"a/b/game.py": b"DEEP = 1", "z/game.py": b"SHALLOW = 1"})
    assert submission.files == {"game.py": "SHALLOW = 1"}
    assert "game.py is in it 2 times; z/game.py was used" in submission.remarks


def test_a_file_as_it_was_handed_out_counts_only_where_no_other_does(tmp_path: Path) -> None:
    blank = KLONDIKE.blank["game.py"].replace("\n", "\r\n").encode()
    submission = read(
        tmp_path / "a.zip", {**WHOLE, "game.py": blank, "klondike/game.py": b"# mine"}
    )
    assert submission.files["game.py"] == "# mine"
    assert "game.py is in it 2 times; klondike/game.py was used" in submission.remarks
    alone = read(tmp_path / "b.zip", {**WHOLE, "game.py": blank, "z/game.py": blank})
    assert alone.files["game.py"].split() == KLONDIKE.blank["game.py"].split()


def test_of_several_the_one_that_lies_with_the_others_is_taken_and_told(tmp_path: Path) -> None:
    one = upload(tmp_path / "2600000F", {"game.py": b"OLD = 1", **under("b", WHOLE)})
    submission = read_submission(one, KLONDIKE)
    assert submission.files == TEXTS
    assert submission.remarks == ("game.py is in it 2 times; b/game.py was used",)
    told = ("game.py is in it 2 times, not always the same; b/game.py was used",)
    assert intake.doubts(one, KLONDIKE) == told
    blank = KLONDIKE.blank["game.py"].encode()
    for other in (blank, WHOLE["game.py"]):
        clear = upload(tmp_path / f"{len(other)}", {**WHOLE, "old/game.py": other})
        assert read_submission(clear, KLONDIKE).files == TEXTS
        assert intake.doubts(clear, KLONDIKE) == ()


def under(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{name}": data for name, data in files.items()}


@pytest.mark.parametrize("name", ["broken.zip", "broken.tar.gz"])
def test_a_damaged_archive_beside_loose_files_is_named_and_costs_nothing(
    tmp_path: Path, name: str
) -> None:
    one = upload(tmp_path / "2600000F", {**WHOLE, name: b""})
    submission = read_submission(one, KLONDIKE)
    assert (submission.files, submission.remarks) == (TEXTS, ())
    (note,) = submission.notes
    assert note.startswith(f"{name} was not opened: it is not a")
    assert intake.doubts(one, KLONDIKE) == (note,)
    with pytest.raises(SubmissionError, match=f"^{name}: it is not a"):
        read(tmp_path / "alone", {"notes.txt": b"", name: b""})


@pytest.mark.parametrize(
    ("name", "data"), [("data.zip", {"a.csv": b"1"}), ("project.rar", None), ("data.7z", None)]
)
def test_an_archive_beside_the_work_may_be_called_anything(
    tmp_path: Path, name: str, data: Mapping[str, bytes] | None
) -> None:
    beside = {name: zip_of(data) if data else b""}
    assert read(tmp_path / "2600000F", {**WHOLE, **beside}) == Submission(
        "2600000F", "2600000F", TEXTS, {}, ()
    )
    part = read(tmp_path / "2600001F", {"deck.py": b"", "status.txt": b"", **beside})
    assert part.remarks == ("game.py is missing",)
    assert [note.partition(" ")[0] for note in part.notes] == ([] if data else [name])
    inside = read(tmp_path / "2600002F", {"status.txt": b"", "work.zip": zip_of(WHOLE)})
    assert "the zip is called work.zip, not after a student number" in inside.remarks


def test_of_several_zips_in_a_zip_the_one_with_the_work_is_read(tmp_path: Path) -> None:
    work, files = zip_of(WHOLE), {name: WHOLE[name] for name in TEXTS}
    other = zip_of({"test_mine.py": b"", "status.txt": b""})
    right = read(tmp_path / "2600000F.zip", {"other.zip": other, "work.zip": zip_of(files)})
    assert right == Submission("2600000F", "2600000F", TEXTS, {}, ())
    either = r"F\.zip/a\.zip and 2600000F\.zip/b\.zip each hold what is asked for; submit one"
    with pytest.raises(SubmissionError, match=either):
        read(tmp_path / "2600000F.zip", {"a.zip": work, "b.zip": zip_of({"game.py": b""})})
    for name in ("work.rar", "work.7z"):
        with pytest.raises(SubmissionError, match=f"^2600000F.zip/{name}: .* save it as a zip"):
            read(tmp_path / "2600000F.zip", {name: b"", "status.txt": b""})
    part = read(tmp_path / "2600000F.zip", {"deck.py": b"", "status.txt": b"", "game.7z": b""})
    assert part.notes == (
        "2600000F.zip/game.7z was not opened: 7z archives cannot be read; save it as a zip",
    )


def test_a_folder_is_one_hand_in_or_full_of_them(tmp_path: Path) -> None:
    upload(tmp_path / "one", {"GAME.PY": b""})
    upload(tmp_path / "many" / "2600001A.zip", WHOLE)
    upload(tmp_path / "many" / "2600002B.ZIP", zip_of(WHOLE))
    upload(tmp_path / "many" / "2600003C" / "klondike", WHOLE)
    for ignored in ("notes.txt", "._2600001A.zip", "__MACOSX/._2600001A.zip"):
        upload(tmp_path / "many" / ignored, b"")
    assert names_found(tmp_path / "one") == ["one"]
    assert names_found(tmp_path / "many") == ["2600001A", "2600002B", "2600003C"]
    assert names_found(tmp_path / "one", tmp_path / "many" / "2600001A.zip") == ["2600001A", "one"]


def test_a_dot_is_called_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(tmp_path / "2600000F", WHOLE)
    monkeypatch.chdir(tmp_path / "2600000F")
    [found] = find_uploads([Path()], KLONDIKE.required)
    assert (found.name, read_submission(found, KLONDIKE).student) == ("2600000F", "2600000F")


def test_the_folders_that_moodle_makes_are_read(tmp_path: Path) -> None:
    for student, number in (("Jo Doe_123", "2600000F"), ("Al Poe_124", "2600001G")):
        upload(tmp_path / f"{student}_assignsubmission_file" / f"{number}.zip", WHOLE)
    found = find_uploads([tmp_path], KLONDIKE.required)
    assert [one.name.partition("_")[0] for one in found] == ["Al Poe", "Jo Doe"]
    for one, student in zip(found, ["2600001G", "2600000F"], strict=True):
        assert read_submission(one, KLONDIKE) == Submission(one.name, student, TEXTS, {}, ())


def test_an_exact_name_is_kept_whatever_else_is_there(tmp_path: Path) -> None:
    exact = written(tmp_path / "2600002F.zip", WHOLE)
    alone = names_found(exact)
    blanks = ["2600002F ", " 2600002F", "2600002F.", "2600002F\u3164", "2600002F\u200b", "2600002f"]
    blanks += ["\uff12600002F", "2600002F\ufe0f", "2600002F\u00a0"]
    for stem in blanks:
        others = named([written(tmp_path / f"{stem}.zip", WHOLE), exact])
        assert others[1] == at(exact)
        assert others[0].name.casefold() != "2600002f"
        assert "almost the same name as another submission's" in others[0].remark
    everything = names_found(tmp_path)
    assert alone == ["2600002F"]
    assert len({name.casefold() for name in everything}) == len(everything) == len(blanks) + 1


def test_a_name_does_not_depend_on_what_else_is_there(tmp_path: Path) -> None:
    stems = ["a", "b ", "<b>", "_b_", "C", "Zoe\u0308", "submission", "..."]
    paths = [written(tmp_path / f"{stem}.zip", WHOLE) for stem in stems]
    alone = [one.name for path in paths for one in named([path])]
    assert [one.name for one in named(paths)] == alone
    assert [one.name for one in named(paths[::-1])] == alone[::-1]


def test_equal_names_get_names_of_their_own(tmp_path: Path) -> None:
    paths = [written(tmp_path / to / "a.zip", {**WHOLE, to: b""}) for to in "xyz"]
    names = names_found(*paths, paths[0])
    found = find_uploads(paths, KLONDIKE.required)
    assert not any(one.remark for one in found)
    assert collisions(found) == [
        f"a: another submission is called the same; it is reported as {name}" for name in names[1:]
    ]
    assert names[0] == "a"
    assert len(set(names)) == 3
    assert all(name.startswith("a") for name in names)


@pytest.mark.parametrize(
    ("stem", "start"), [("Zoe\u0308", "Zo\u00eb"), ("<b>\x1b", "_b__-"), ("प्रिया", "प्रिया")]
)
def test_names_are_fit_for_a_folder(tmp_path: Path, stem: str, start: str) -> None:
    [name] = names_found(written(tmp_path / f"{stem}.zip", WHOLE))
    assert name.startswith(start)


def test_what_is_neither_file_nor_folder_is_left_out_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    right = written(folder / "2600000F.zip", WHOLE)
    secret = written(tmp_path / "solution", WHOLE)
    (folder / "2600001A.zip").symlink_to(right)
    (folder / "2600002B").symlink_to(secret)
    (folder / "gone.zip").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "pipe.zip")
    (folder / "work.rar").touch()
    (folder / "notes.txt").touch()
    download = recognise([folder], KLONDIKE.required)
    assert [one.key for one in download.submissions] == ["2600000F", "work"]
    assert {one.path: one.reason for one in download.left_out} == {
        f"{folder}/2600001A.zip": "it is a link, which is not followed",
        f"{folder}/2600002B": "it is a link, which is not followed",
        f"{folder}/gone.zip": "it is a link, which is not followed",
        f"{folder}/pipe.zip": "it is a pipe or a device, not a file",
        f"{folder}/notes.txt": "it lies beside the submissions and is in none of them",
    }
    every = sorted(path for path in folder.iterdir() if path.name != "notes.txt")
    assert [one.key for one in recognise(every, KLONDIKE.required).submissions] == [
        "2600000F",
        "work",
    ]
    for name in ("2600002B", "pipe.zip", "gone.zip"):
        with pytest.raises(InputError, match=f"{name}: it is a (link|pipe)"):
            recognise([folder / name], KLONDIKE.required)


@pytest.mark.parametrize("name", ["marks.csv", "Index.html", "marks.csv.part"])
def test_no_hand_in_takes_the_name_of_a_file_of_the_cohort(tmp_path: Path, name: str) -> None:
    [found] = names_found(written(tmp_path / f"{name}.zip", WHOLE))
    assert found.lower() != name.lower()


@pytest.mark.parametrize("folder", ["", "klondike/", "klondike\\"])
def test_the_coursework_is_told_from_the_files(tmp_path: Path, folder: str) -> None:
    one = upload(tmp_path / "a.zip", {f"{folder}GAME.py": b""})
    assert intake.find_coursework([one.attempt], [KLONDIKE]) is KLONDIKE


def test_files_that_do_not_tell_the_coursework_lead_to_a_question(tmp_path: Path) -> None:
    known = [KLONDIKE, Course(ROOT).coursework("klondike")]
    for files, courseworks in (({"a.py": b""}, known[:1]), (WHOLE, known)):
        with pytest.raises(InputError, match="add --coursework NAME, one of: klondike"):
            intake.find_coursework([upload(tmp_path / "a.zip", files).attempt], courseworks)


def patched(data: bytes) -> bytes:
    """The zip with the flag that says its entries are encrypted."""
    out = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        out[data.index(mark) + offset] |= 1
    return bytes(out)


LARGEST = b"#" * MAX_FILE_BYTES
MANY = {f"{number}.txt": b"" for number in range(intake.MAX_ENTRIES + 1)}
HOSTILE = {
    **{name: zip_of({name: b""}) for name in ("../game.py", "a/../../game.py", "..\\game.py")},
    **{name: zip_of({name: b""}) for name in ("/game.py", "\\game.py", "C:\\game.py", "c:game.py")},
    "symlink": zip_of({"game.py": b"/etc/passwd"}, mode=stat.S_IFLNK | 0o777),
    "device": zip_of({"game.py": b""}, mode=stat.S_IFCHR | 0o666),
    "pipe": zip_of({"game.py": b""}, mode=stat.S_IFIFO | 0o666),
    "encrypted": patched(zip_of({"game.py": b"secret"})),
    "truncated": zip_of(WHOLE)[:-30],
    "wrong sum": zip_of(WHOLE).replace(b"GAME = 2", b"GAME = 3"),
    "no zip": b"GAME = 2\n",
    "empty file": b"",
    "bomb": zip_of({"game.py": 2 * LARGEST}, packed=True),
    "bomb in a zip": zip_of({"a.zip": 2 * LARGEST}, packed=True),
    "bomb of a notebook": zip_of({"klondike.ipynb": 2 * LARGEST}, packed=True),
    "too many files": zip_of(MANY),
    "too large": zip_of({"game.py": LARGEST + b"#"}),
    "name twice": zip_of({**WHOLE, "gamf.py": b""}).replace(b"gamf.py", b"game.py"),
    "name cut short": zip_of({"#game.py": b""}).replace(b"#game.py", b"\0game.py"),
    "name cut in the middle": zip_of({"game.py#.txt": b""}).replace(b"py#.txt", b"py\0.txt"),
}
NAMELESS = {
    "dot": zip_of({".": b""}),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_zip_that_cannot_be_trusted_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(SubmissionError):
        read(tmp_path / "2600000F.zip", data)


@pytest.mark.parametrize("data", [*HOSTILE.values(), *NAMELESS.values()], ids=[*HOSTILE, *NAMELESS])
def test_a_zip_that_cannot_be_trusted_stops_no_cohort(tmp_path: Path, data: bytes) -> None:
    both = [upload(tmp_path / "bad.zip", data), upload(tmp_path / "good.zip", WHOLE)]
    assert intake.find_coursework([one.attempt for one in both], [KLONDIKE]) is KLONDIKE
    assert digest(both[0]) != digest(both[1])
    with suppress(SubmissionError):
        read_submission(both[0], KLONDIKE)


def test_a_folder_is_held_to_the_same_limits(tmp_path: Path) -> None:
    for name, files in {"many": MANY, "large": {"game.py": LARGEST + b"#"}}.items():
        with pytest.raises(SubmissionError):
            read(tmp_path / name, files)
    assert len(read(tmp_path / "just", {"game.py": LARGEST}).files["game.py"]) == len(LARGEST)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize("make", [_pipe, _socket], ids=["pipe", "socket"])
@pytest.mark.parametrize("name", ["2600000F.zip", "klondike.ipynb", "folder/game.py"])
def test_what_is_no_regular_file_is_never_waited_for(
    tmp_path: Path, make: Callable[[Path], None], name: str
) -> None:
    place = tmp_path / name
    place.parent.mkdir(exist_ok=True)
    make(place)
    one = at(tmp_path / name.partition("/")[0], "one")
    assert digest(one)
    assert intake.file_names(one.attempt) <= {"klondike.ipynb"}
    if place.parent == tmp_path:
        with pytest.raises(SubmissionError, match=r"cannot be read|not a zip"):
            read_submission(one, KLONDIKE)
    else:
        with pytest.raises(SubmissionError, match="a pipe or a device, not a file"):
            read_submission(one, KLONDIKE)


def test_reading_grows_with_what_is_read(tmp_path: Path) -> None:
    """Not with its square: the list of a zip's files is read once."""
    seconds = []
    for count in (200, 400, 800):
        files = {f"m{number}.py": b"" for number in range(count)} | {"__main__.py": b""}
        one = upload(tmp_path / f"{count}.zip", files)
        begun = time.process_time()
        read_submission(one, TERMINAL)
        seconds.append(time.process_time() - begun)
    assert seconds[2] < 8 * max(seconds[0], 0.02)


def test_a_zip_whose_list_is_long_is_refused_before_it_is_read(tmp_path: Path) -> None:
    entries = {f"{number:060000}": b"" for number in range(40)}
    with pytest.raises(SubmissionError, match="not a zip that can be read"):
        read(tmp_path / "a.zip", entries)


def test_a_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    upload(tmp_path / "secret", WHOLE)
    path = written(tmp_path / "linked", {"deck.py": b"", "status.txt": b""})
    before = digest(at(path))
    (path / "game.py").symlink_to(tmp_path / "secret" / "game.py")
    (path / "klondike").symlink_to(tmp_path / "secret")
    one = at(path)
    assert read_submission(one, KLONDIKE).remarks == (
        "game.py was left out: it is a link, which is not followed",
        "klondike was left out: it is a link, which is not followed",
        "game.py is missing",
    )
    assert digest(one) == before


@given(st.lists(st.tuples(st.integers(0), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_damaged_zip_is_read_or_refused_and_nothing_else(damage: list[tuple[int, int]]) -> None:
    data = bytearray(zip_of(WHOLE, packed=True))
    for place, byte in damage:
        data[place % len(data)] = byte
    with tempfile.TemporaryDirectory() as folder, suppress(SubmissionError):
        read(Path(folder) / "2600000F.zip", bytes(data))


@pytest.mark.parametrize("name", ["gone.zip", "empty", "texts", "texts/notes.txt"])
def test_what_cannot_be_a_hand_in_is_bad_input(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    upload(tmp_path / "texts" / "notes.txt", b"")
    with pytest.raises(InputError, match=name):
        find_uploads([tmp_path / name], KLONDIKE.required)


@pytest.mark.parametrize("name", ["a.zip", "a"])
def test_the_fingerprint_changes_with_the_files_alone(tmp_path: Path, name: str) -> None:
    before = digest(upload(tmp_path / "1" / name, WHOLE))
    same = written(tmp_path / "2" / name, WHOLE)
    os.utime(same, (0, 0))
    assert digest(at(same)) == before
    others = [{**WHOLE, "game.py": b"GAME = 3\n"}, {**WHOLE, "new.py": b""}]
    others.append({f"a/{file}": data for file, data in WHOLE.items()})
    digests = {digest(upload(tmp_path / f"other-{n}" / name, one)) for n, one in enumerate(others)}
    assert len(digests - {before}) == len(others)
    assert digest(at(same, "b")) != before


def test_a_file_name_that_is_no_text_does_no_harm(tmp_path: Path) -> None:
    one = upload(tmp_path / "a", {**WHOLE, os.fsdecode(b"\xff.txt"): b""})
    assert read_submission(one, KLONDIKE).files == TEXTS
    assert digest(one)


def test_reading_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scratch").mkdir()
    monkeypatch.chdir(tmp_path / "scratch")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    upload(tmp_path / "in" / "2600000F.zip", WHOLE)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    for one in find_uploads([tmp_path / "in"], KLONDIKE.required):
        assert read_submission(one, KLONDIKE).files == TEXTS
        assert intake.file_names(one.attempt) == set(WHOLE)
        assert digest(one)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
