"""The secret of a course, and the one file of questions that is drawn from it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import warm
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.errors import InputError
from patience_grader.questions.drawing import draw, settle
from patience_grader.questions.file import FILE, encoded, read_questions, write
from patience_grader.questions.secret import PUBLIC, Secret, make_secret, read_secret, secret_file
from patience_grader.selftest.known import right_submissions, wrong_submissions
from patience_grader.selftest.outcomes import mark_known
from sample import ROOT
from small_course import GAME, edit, small_course, solution


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def coursework(tmp_path: Path) -> Coursework:
    return read_coursework(small_course(tmp_path / "course"), "klondike")


def patience(*arguments: str | Path, cwd: Path, **more: str) -> warm.Done:
    return warm.patience(*arguments, cwd=cwd, env={**os.environ, **more})


def test_a_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    assert read_secret(tmp_path) == PUBLIC
    assert make_secret(tmp_path)
    file = secret_file(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert (file.parent / ".gitignore").read_text() == "*\n"
    text, known = file.read_text(), read_secret(tmp_path)
    assert not make_secret(tmp_path)
    assert file.read_text() == text
    assert not known.is_public
    assert known.key.hex() not in repr(known)


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [("short\n", 0o600, "could be guessed"), ("x" * 64, 0o644, "anybody on this machine")],
)
def test_a_secret_that_is_none_is_refused(tmp_path: Path, text: str, mode: int, why: str) -> None:
    make_secret(tmp_path)
    secret_file(tmp_path).write_text(text)
    secret_file(tmp_path).chmod(mode)
    with pytest.raises(InputError, match=why):
        read_secret(tmp_path)


def test_each_secret_draws_other_questions_and_the_same_one_the_same(
    coursework: Coursework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = (draw(coursework, Secret.of(text)) for text in ("one", "another"))
    assert first.fingerprint != other.fingerprint
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert draw(coursework, Secret.of("one")).fingerprint == first.fingerprint


def test_a_file_of_another_coursework_or_version_or_of_nothing_is_refused(
    coursework: Coursework, tmp_path: Path
) -> None:
    path = tmp_path / "questions.json"
    write(draw(coursework, PUBLIC), path)
    assert path.stat().st_mode & 0o777 == 0o600
    terminal = read_coursework(coursework.root, "terminal")
    with pytest.raises(InputError, match="questions of klondike, not of terminal"):
        read_questions(path, terminal)
    edit(coursework.root / GAME, "card.value + 1 == onto.value", "onto.value == card.value + 1")
    with pytest.raises(InputError, match="another version of the suites"):
        read_questions(path, coursework)
    known = json.loads(path.read_text())
    for changed in ({"seeds": "00"}, {"nodes": 1}):
        path.write_text(json.dumps({**known, **changed}))
        with pytest.raises(InputError, match="is damaged"):
            read_questions(path, coursework)
    for text in ("", "[]", "{}", "\x00", json.dumps({**known, "bank": 1})):
        path.write_text(text)
        with pytest.raises(InputError, match="is not a questions file"):
            read_questions(path, coursework)
    with pytest.raises(InputError, match="cannot read"):
        read_questions(tmp_path / "nothing.json", coursework)


def test_a_run_goes_on_with_its_own_questions_unless_these_are_guessable(
    coursework: Coursework, tmp_path: Path
) -> None:
    secret_file(coursework.root).unlink()
    out = tmp_path / "marks"
    assert settle(coursework, out).are_guessable
    make_secret(coursework.root)
    drawn = settle(coursework, out)
    assert not drawn.are_guessable
    secret_file(coursework.root).unlink()
    assert settle(coursework, out) == drawn
    given = tmp_path / "given.json"
    given.write_bytes(encoded(draw(coursework, Secret.of("given"))))
    assert settle(coursework, out, given) == read_questions(out / FILE, coursework) != drawn


def test_the_same_file_gives_the_same_marks_anywhere(tmp_path: Path) -> None:
    course = small_course(tmp_path / "course")
    make_secret(course)
    files = {"right": solution(), "wrong": solution(game="\ndef can_stack(a, b): return True\n")}
    for name, texts in files.items():
        (tmp_path / "submissions" / name).mkdir(parents=True)
        for module, text in texts.items():
            (tmp_path / "submissions" / name / f"{module}.py").write_text(text)
    made = patience("questions", "klondike", "--out", tmp_path / "q.json", cwd=course)
    assert made.returncode == 0, made.stderr
    secret_file(course).unlink()
    results = []
    for seed in ("1", "2"):
        out = tmp_path / f"marks{seed}"
        command = ("grade", tmp_path / "submissions", "--questions", tmp_path / "q.json")
        more = {"PYTHONHASHSEED": seed, "XDG_CACHE_HOME": str(tmp_path / f"cache{seed}")}
        done = patience(*command, "--out", out, "--jobs", "1", cwd=course, **more)
        assert (done.returncode, "anybody can compute" in done.stderr) == (0, False), done.stderr
        results.append([(out / name).read_bytes() for name in ("marks.csv", FILE)])
        known = json.loads((out / "right/results.json").read_text())["extra_data"]["patience"]
        assert known["questions"][:16] in (out / "index.html").read_text()
        assert known["drawn_from"] == "the secret of the course"
    assert results[0] == results[1]
    done = patience("grade", tmp_path / "submissions", "--out", tmp_path / "new", cwd=course)
    assert "run: patience secret" in done.stderr
    assert "patience secret" in (tmp_path / "new/index.html").read_text()


@pytest.mark.nightly
@pytest.mark.parametrize("slug", ["klondike", "terminal"])
def test_known_submissions_earn_the_same_whatever_the_secret(slug: str, whole_field: bool) -> None:
    coursework = read_coursework(ROOT, slug)
    every, secrets = (60, 3) if whole_field else (260, 1)
    some = [*right_submissions(coursework)[:1], *wrong_submissions(coursework)[7::every]]
    for number in range(secrets):
        secret = Secret.of(f"secret {number}")
        marked = mark_known(coursework, some, 1, lambda: None, secret)
        assert {one.known.name: one.deviation for one in marked if one.deviation} == {}
