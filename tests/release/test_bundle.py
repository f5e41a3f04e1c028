"""The bundle for students: what is in it, what must not be, and that it works by itself."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import warm
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.course.public import PublicCoursework
from patience_grader.questions.file import MARK
from patience_grader.questions.record import recorded
from patience_grader.release.bundle import bundle
from patience_grader.release.leaks import leaks
from patience_grader.release.public import cached_public_coursework
from small_course import small_course

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Released:
    coursework: Coursework
    public: PublicCoursework
    packed: bytes
    marked: Mapping[str, Any]

    @property
    def folder(self) -> str:
        return f"{self.coursework.slug}-{self.coursework.version}"

    def leaks_of(self, packed: bytes) -> list[str]:
        return leaks(packed, self.coursework, self.marked, vars(self.public))


@pytest.fixture(
    scope="module",
    params=["klondike", "terminal", pytest.param("guessing", marks=pytest.mark.slow)],
)
def released(request: pytest.FixtureRequest) -> Released:
    coursework = read_coursework(ROOT, request.param)
    public = cached_public_coursework(coursework)
    return Released(coursework, public, bundle(coursework, public), recorded(coursework, "marked"))


def files_in(packed: bytes, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            yield prefix + name, data
            if name.endswith(".whl"):
                yield from files_in(data, f"{prefix}{name}/")


def with_files(released: Released, files: Mapping[str, bytes]) -> bytes:
    """The bundle with more files, or with others in their place."""
    own = {f"{released.folder}/{name}": data for name, data in files.items()}
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(released.packed)) as old,
        zipfile.ZipFile(packed, "w") as new,
    ):
        for one in old.namelist():
            if one not in own:
                new.writestr(one, old.read(one))
        for name, data in own.items():
            new.writestr(name, data)
    return packed.getvalue()


def test_it_holds_what_students_need(released: Released) -> None:
    names = {name.partition("/")[2] for name, _ in files_in(released.packed)}
    package = released.coursework.package
    assert {"START-HERE.txt", "handout.html", "handout.pdf", "check.py"} <= names
    assert {f"{package}/{name}" for name in released.coursework.required} <= names
    assert {f"{name[:-3]}.html" for name in released.coursework.documents} <= names
    assert {f"{package}/{name}" for name in released.coursework.supplied} <= names
    assert {f"{package}/{name}" for name in released.coursework.optional} <= names


def test_it_says_how_to_install_the_table_where_there_is_one(released: Released) -> None:
    found = {name.partition("/")[2]: data for name, data in files_in(released.packed)}
    (wheel,) = (name for name in found if name.endswith(".whl"))
    command = f'-m pip install "./{wheel}[table]"'
    has_table = released.coursework.slug == "klondike"
    assert (f"{wheel}/patience_table/start.py" in found) == has_table
    assert (command in found["START-HERE.txt"].decode()) == has_table
    for text in (released.coursework.body, (ROOT / "README.md").read_text("utf-8")):
        assert command in text or not has_table


def test_no_body_of_the_solution_is_in_it(released: Released) -> None:
    bodies = {}
    written = (*released.coursework.reference, *released.coursework.optional)
    for name in (one for one in written if one.endswith(".py")):
        text = (released.coursework.solution / name).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                lines = [ast.unparse(one) for one in node.body if not _is_text(one)]
                bodies["\n".join(lines)] = node.name
    long = {body: name for body, name in bodies.items() if len(body) > 60}
    assert long
    for name, data in files_in(released.packed):
        text = data.decode("utf-8", "replace")
        unparsed = ast.unparse(ast.parse(text)) if name.endswith(".py") else text
        flat = "\n".join(line.strip() for line in unparsed.splitlines())
        for body, function in long.items():
            wanted = "\n".join(line.strip() for line in body.splitlines())
            assert wanted not in flat, f"{function} is in {name}"


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def test_nothing_of_the_bank_and_nothing_compiled_is_in_it(released: Released) -> None:
    for name, _ in files_in(released.packed):
        assert "/bank/" not in name
        assert "known" not in name
        assert "misreadings" not in name
        assert not name.endswith((".pyc", ".pyo", ".so"))


def test_it_leaks_nothing(released: Released) -> None:
    assert released.leaks_of(released.packed) == []


def _a_solution(released: Released) -> tuple[str, bytes]:
    name = released.coursework.required[-1]
    longest = max(released.coursework.reference, key=lambda one: len(_solved(released, one)))
    return f"{released.coursework.package}/{name}", _solved(released, longest)


def _solved(released: Released, name: str) -> bytes:
    return (released.coursework.solution / name).read_bytes()


def _in_disguise(released: Released) -> tuple[str, bytes]:
    _, text = _a_solution(released)
    return "notes.py", ast.unparse(ast.parse(text)).encode()


def _a_bank(released: Released) -> tuple[str, bytes]:
    file = max(
        (released.coursework.suites / "bank").glob("*.py"), key=lambda one: one.stat().st_size
    )
    return "helpers.py", file.read_bytes()


def _compiled(_: Released) -> tuple[str, bytes]:
    return "klondike/__pycache__/game.cpython-311.pyc", b"\0"


def _questions(_: Released) -> tuple[str, bytes]:
    return "notes.json", json.dumps({MARK: 1, "seeds": "00"}).encode()


PLANTED: Mapping[Callable[[Released], tuple[str, bytes]], str] = {
    _a_solution: "of the solution",
    _in_disguise: "of the solution",
    _a_bank: "of the question bank",
    _compiled: "is compiled",
    _questions: "is a file of questions that mark",
}


def test_a_planted_leak_is_found(released: Released) -> None:
    planted = {plant(released): noted for plant, noted in PLANTED.items()}
    found = released.leaks_of(with_files(released, dict(planted.keys())))
    for (name, _), noted in planted.items():
        of_this = [line for line in found if line.startswith(f"{released.folder}/{name} ")]
        assert any(noted in line for line in of_this), (name, found)


@pytest.mark.parametrize("released", ["klondike"], indirect=True)
@pytest.mark.parametrize("name", ["page.html", "page.css"])
def test_a_page_of_the_solution_is_found(released: Released, name: str) -> None:
    planted = with_files(released, {f"klondike/{name}": _solved(released, name)})
    (found,) = released.leaks_of(planted)
    assert f"{name} holds " in found
    assert "lines of the solution: " in found


@pytest.mark.parametrize("released", ["klondike"], indirect=True)
def test_the_secret_of_the_course_is_found_and_nothing_else_is_taken_for_it(
    released: Released, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    monkeypatch.setattr("patience_grader.release.leaks.secret_file", lambda _: file)
    planted = with_files(released, {"notes.txt": b"# a-secret-of-the-course #\n"})
    assert released.leaks_of(planted) == []
    file.write_text("a-secret-of-the-course\n", "ascii")
    (found,) = released.leaks_of(planted)
    assert found.endswith("notes.txt holds the secret of the course")


def test_a_marked_question_is_found(released: Released) -> None:
    noted = leaks(released.packed, released.coursework, released.marked, released.marked)
    if released.coursework.slug != "guessing":  # whose marked questions are a few cards each
        assert any("it asks a marked question" in line for line in noted)


@pytest.mark.parametrize("released", ["terminal"], indirect=True)
def test_the_same_coursework_gives_the_same_bytes(released: Released) -> None:
    assert bundle(released.coursework, released.public) == released.packed


@pytest.fixture
def unpacked(released: Released, tmp_path: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(released.packed)) as archive:
        archive.extractall(tmp_path / "my wörk")
    return tmp_path / "my wörk" / released.folder


def run(*command: str | Path, where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=where,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8", "HOME": str(where)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_works_by_itself(released: Released, unpacked: Path) -> None:
    done = run(sys.executable, "-I", "-S", "check.py", where=unpacked)
    assert (done.returncode, done.stderr) == (1, "")
    exercises = [one for one in released.public.exercises if not one.manual]
    assert done.stdout.count("to do") == len(exercises)
    for name in released.coursework.reference:
        (unpacked / released.coursework.package / name).write_bytes(_solved(released, name))
    done = run(sys.executable, "-I", "-S", "check.py", where=unpacked)
    assert "All public tests passed" in done.stdout, done.stdout + done.stderr
    assert "Since the last check, " in done.stdout
    assert "newly pass" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_leaves_is_not_told_of_a_fault(unpacked: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "check.py", "--help"],
        cwd=unpacked,
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(write)
    assert done.stderr == b""


def test_it_works_through_a_link_beside_a_file_named_like_pythons_from_anywhere(
    released: Released, unpacked: Path, tmp_path: Path
) -> None:
    (unpacked / "statistics.py").write_text("1 / 0\n")
    (tmp_path / "link").symlink_to(unpacked)
    (tmp_path / "elsewhere").mkdir()
    done = run(sys.executable, tmp_path / "link" / "check.py", where=tmp_path / "elsewhere")
    first = released.public.required[0]
    told = f"the current folder holds no {first}; checking {unpacked.resolve()}\n"
    assert (done.returncode, done.stderr) == (1, told)
    assert "to do" in done.stdout


def test_where_it_cannot_be_unpacked_that_is_told_in_one_line(unpacked: Path) -> None:
    (unpacked / ".check").write_text("in the way")
    done = run(sys.executable, "check.py", where=unpacked)
    assert done.returncode == 1
    assert "move this folder to where you can write" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("released", ["terminal"], indirect=True)
def test_pip_installs_it_in_a_fresh_environment(released: Released, unpacked: Path) -> None:
    venv.create(unpacked / ".venv", with_pip=False)
    (wheel,) = unpacked.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", ".venv/bin/python")
    done = run(*pip, "install", "--no-index", wheel, where=unpacked)
    assert done.returncode == 0, done.stderr
    done = run(".venv/bin/patience", "check", where=unpacked)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"Start with {released.public.exercises[0].name}" in done.stdout
    done = run(".venv/bin/patience", "grade", where=unpacked)
    assert done.returncode == 2
    assert done.stderr == "patience: there is no command grade; try: patience check\n"


def test_the_command_writes_it(tmp_path: Path) -> None:
    course = small_course(tmp_path / "course")
    out = ("--out", "here.zip")
    done = warm.patience("release", "klondike", "--course", course, *out, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "16 public tests" in done.stdout
    assert zipfile.is_zipfile(tmp_path / "here.zip")


@pytest.mark.parametrize(
    ("arguments", "noted"),
    [
        (["whist"], "whist"),
        (["klondike", "--out", "nowhere/k.zip"], "nowhere/k.zip cannot be written"),
    ],
)
def test_bad_input_is_told_in_one_line(tmp_path: Path, arguments: list[str], noted: str) -> None:
    done = warm.patience("release", "--course", ROOT, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert noted in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
