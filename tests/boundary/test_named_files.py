"""Files that a submission names or writes: it reads, makes and replaces none of the instructor's."""

from __future__ import annotations

import bz2
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest
from adopting import adopted, earned, marked

NOTES = """
import bz2
import os
def save(text):
    with open("note.txt", "w") as file:
        file.write(text)
    return "note.txt"
def load(name):
    with open(name) as file:
        return file.read()
def pack(text):
    with bz2.open("text.bz2", "wt") as file:
        file.write(text)
    return "text.bz2"
def newest(folder): return os.path.join(folder, sorted(os.listdir(folder))[-1])
def shout(text): return text.upper()
def report(name):
    with open(name) as file:
        return "".join(line.upper() for line in file)
"""
OF_NOTES = """
import bz2
import sqlite3
from pathlib import Path
from notes import load, newest, pack, report, save, shout

CASES = [line.split() for line in (Path(__file__).parent / "cases.txt").read_text().splitlines()]

def test_save():
    assert Path(save("hello")).read_text() == "hello"
def test_load():
    assert load(save("hello")) == "hello"
def test_pack():
    with bz2.open(pack("hello"), "rt") as file:
        assert file.read() == "hello"
def test_newest(tmp_path):
    for number, name in enumerate(("2025.db", "2026.db")):
        with sqlite3.connect(tmp_path / name) as connection:
            connection.execute("create table scores (points integer)")
            connection.execute("insert into scores values (?)", [number])
        connection.close()
    rows = sqlite3.connect(newest(str(tmp_path))).execute("select * from scores").fetchall()
    assert rows == [(1,)]
def test_shout():
    for given, right in CASES:
        assert shout(given) == right
def test_report():
    assert report("in.txt") == Path("expected.txt").read_text()
"""
BESIDE = {
    "tests/cases.txt": "first FIRST\nlater LATER\n",
    "tests/in.txt": "a\nb\n",
    "tests/expected.txt": "A\nB\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("named")
    files = {"solution/notes.py": NOTES, "tests/test_notes.py": OF_NOTES, **BESIDE}
    assert adopted(root, "notes", files).left_out == ()
    return root


@pytest.fixture(scope="module")
def states(root: Path) -> Mapping[str, Mapping[str, str]]:
    own = root / "instructor"
    own.mkdir()
    (own / "secret.bz2").write_bytes(bz2.compress(b"INSTRUCTORS-SECRET"))
    with sqlite3.connect(own / "gradebook.db") as connection:
        connection.execute("create table scores (points text)")
        connection.execute("insert into scores values ('INSTRUCTORS-SECRET')")
    connection.close()
    names = f"""
def save(text): return "cases.txt"
def load(name):
    with open(name) as file:
        raise ValueError(file.read())
def pack(text): return {str(own / "secret.bz2")!r}
def newest(folder): return {str(own / "gradebook.db")!r}
def shout(text): return text
def report(name):
    with open("expected.txt", "w") as file:
        file.write("x")
    return "x"
"""
    creates = f"def newest(folder): return {str(own / 'new.db')!r}\n"
    texts = {"names": names, "creates": NOTES + creates, "right": NOTES}
    return marked(root, "notes", {name: {"notes.py": text} for name, text in texts.items()})


def test_a_right_one_loses_nothing(states: Mapping[str, Mapping[str, str]]) -> None:
    assert len(earned(dict(states["right"]))) == 6


def test_no_answer_is_written_where_the_test_looks_for_what_is_right(
    states: Mapping[str, Mapping[str, str]],
) -> None:
    assert earned(dict(states["names"])) == set()


def test_nothing_of_the_instructors_is_read_or_made(
    root: Path, states: Mapping[str, Mapping[str, str]]
) -> None:
    assert states["creates"]["notes.newest"] != "passed"
    assert sorted(path.name for path in (root / "instructor").iterdir()) == [
        "gradebook.db",
        "secret.bz2",
    ]
    found = json.loads((root / "marks" / "names" / "results.json").read_text("utf-8"))
    said = {one["name"]: one["output"] for one in found["tests"]}
    assert not any("INSTRUCTORS-SECRET" in one for one in said.values())
    assert "cases.txt" in said["notes.load"]
    assert "LATER" not in said["notes.load"]


READS = "def read(name):\n    with open(name) as file:\n        return int(file.read())\n"
OF_READS = "from reads import read\n\n\ndef test_last(): assert read('cases/249.txt') == 249\n"


def test_of_many_files_beside_the_tests_those_are_there_that_a_test_names(tmp_path: Path) -> None:
    cases = {f"tests/cases/{number}.txt": str(number) for number in range(250)}
    files = {"solution/reads.py": READS, "tests/test_reads.py": OF_READS, **cases}
    assert adopted(tmp_path, "reading", files).left_out == ()
    others = READS.replace("file.read()", "open('cases/1.txt').read()")
    texts = {"right": READS, "others": others}
    states = marked(tmp_path, "reading", {name: {"reads.py": text} for name, text in texts.items()})
    assert earned(states["right"]) == {"reads.last"}
    assert earned(states["others"]) == set()
