"""What right submissions are known to pass: found out once, remembered, and never wrongly."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from guessing_short import patience
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.course.fingerprint import marking_fingerprint
from patience_grader.marking.witnesses import unwitnessed
from patience_grader.marks.verdict import State, Verdict
from sample import zip_of
from small_course import GAME, edit, small_course, solution

BAD = {"play.once": Verdict(State.VOID, "the solution does not pass")}


class Prover:
    """Says what was found, and counts how often it was asked."""

    def __init__(self, found: Mapping[str, Verdict] | None = None) -> None:
        self._found = found or {}
        self.required = 0

    def __call__(self) -> Mapping[str, Verdict]:
        self.required += 1
        return self._found


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/patience"


@pytest.fixture
def coursework(tmp_path: Path) -> Coursework:
    return read_coursework(small_course(tmp_path / "course"), "klondike")


def test_what_is_proven_is_remembered(cache: Path, coursework: Coursework) -> None:
    prover = Prover()
    assert [unwitnessed(coursework, prover) for _ in range(3)] == [{}] * 3
    assert prover.required == 1


def test_what_is_not_proven_is_found_out_again(cache: Path, coursework: Coursework) -> None:
    prover = Prover(BAD)
    assert [unwitnessed(coursework, prover) for _ in range(2)] == [BAD] * 2
    assert prover.required == 2
    assert unwitnessed(coursework, right := Prover()) == {}
    assert right.required == 1


@pytest.mark.parametrize(
    "file",
    [
        "solution/klondike/game.py",
        "solution/klondike/board.py",
        "grader/suites/klondike/bank/boards.py",
        "tests/known/klondike/right/beginner/game.py",
    ],
)
def test_another_paper_is_proven_anew(cache: Path, coursework: Coursework, file: str) -> None:
    unwitnessed(coursework, Prover())
    path = coursework.root / file
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    unwitnessed(coursework, prover := Prover(BAD))
    assert prover.required == 1
    path.write_text(path.read_text("utf-8")[:-1], "utf-8")
    unwitnessed(coursework, prover)
    assert prover.required == 1


def test_a_paper_is_the_same_wherever_it_lies(tmp_path: Path, coursework: Coursework) -> None:
    moved = replace(coursework, root=coursework.root.rename(tmp_path / "elsewhere"))
    assert marking_fingerprint(moved) == marking_fingerprint(
        coursework_of(small_course(tmp_path / "third"))
    )


def test_who_sees_what_decides_no_mark(coursework: Coursework) -> None:
    before = marking_fingerprint(coursework)
    edit(coursework.handout, 'submission = "kind"', 'submission = "expected"')
    assert marking_fingerprint(coursework) == before
    edit(coursework.handout, "bands_per_working_day = 2", "bands_per_working_day = 1")
    edit(coursework.handout, "## Late work\n", "## Late\n")
    assert marking_fingerprint(coursework) == before
    edit(coursework.handout, "memory_mib = 512", "memory_mib = 511")
    assert marking_fingerprint(coursework) != before


def coursework_of(root: Path) -> Coursework:
    return read_coursework(root, "klondike")


def test_of_several_that_want_to_know_one_finds_out(cache: Path, coursework: Coursework) -> None:
    prover = Prover()
    other = threading.Thread(target=unwitnessed, args=(coursework, prover))

    def prove() -> Mapping[str, Verdict]:
        other.start()
        other.join(0.1)
        assert other.is_alive()
        return {}

    unwitnessed(coursework, prove)
    other.join()
    assert prover.required == 0


def test_without_a_place_to_remember_it_is_found_out_each_time(
    tmp_path: Path, coursework: Coursework, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    prover = Prover(BAD)
    assert [unwitnessed(coursework, prover) for _ in range(2)] == [BAD] * 2
    assert prover.required == 2


@pytest.mark.parametrize("data", [b"\xff\xfe", b"", b"something else\n"])
def test_a_memory_that_is_damaged_is_no_proof(
    cache: Path, coursework: Coursework, data: bytes
) -> None:
    unwitnessed(coursework, Prover())
    (cache / "klondike.proven").write_bytes(data)
    assert unwitnessed(coursework, Prover(BAD)) == BAD


@pytest.mark.slow
def test_the_command_remembers_a_right_reference_and_no_wrong_one(
    cache: Path, coursework: Coursework
) -> None:
    root = coursework.root
    files = {f"{name}.py": text.encode() for name, text in solution().items()}
    (root / "2600001A.zip").write_bytes(zip_of({**files, "status.txt": b""}))
    command = ("grade", "2600001A.zip", "--jobs", "1", "--again")
    known = []
    for _ in range(2):
        assert patience(*command, cwd=root).returncode == 0
        known.append((cache / "klondike.proven").read_text().split())
    assert known[0] == known[1]
    assert len(known[0]) == 1
    edit(root / GAME, "card.value + 1 == onto.value", "card.value == onto.value + 1")
    done = patience(*command, cwd=root)
    assert done.returncode == 3
    assert "which is right, does not pass" in done.stderr
    assert (cache / "klondike.proven").read_text().split() == known[0]
