"""Lines that come several times in a row, as feedback shows them."""

from __future__ import annotations

from typing import NoReturn

import pytest
from patience_grader.marks.verdict import VerdictReached
from patience_grader.suite.sessions import Played, Session, lose_session
from patience_grader.text.repeats import as_loop, without_repeats


def lost(*lines: str) -> NoReturn:
    session = Session("terminal", lines, ("start.txt",))
    play = Played(("",) * (len(lines) + 1), "exit 0")
    lose_session(session, play, reason="wrong", upto=len(lines), expected="a", got="b")


def test_a_line_that_is_typed_often_is_shown_once() -> None:
    with pytest.raises(VerdictReached) as caught:
        lost("menu", "menu", *["deal"] * 25, "undo", "deal")
    evidence = caught.value.verdict.evidence
    assert evidence is not None
    typed = ["> menu", "> menu", "> deal    (25 times)", "> undo", "> deal"]
    assert evidence.called.splitlines() == ["python3 -m terminal start.txt", *typed]
    again = ["> menu", "> menu", *["> deal"] * 25, "> undo", "> deal"]
    assert evidence.snippet.splitlines() == ["python3 -m terminal start.txt", *again]


def test_what_is_typed_again_is_short_where_there_are_very_many_lines() -> None:
    with pytest.raises(VerdictReached) as caught:
        lost(*["deal"] * 500)
    evidence = caught.value.verdict.evidence
    assert evidence is not None
    assert (
        evidence.snippet
        == evidence.called
        == "python3 -m terminal start.txt\n> deal    (500 times)"
    )


def test_files_are_to_be_saved_that_the_lines_name() -> None:
    files = (("start.txt", "1: D5"), ("saves/old", "a"), ("mine", "b"), ("other", "c"))
    session = Session("terminal", ("load mine", "save saves/new"), ("start.txt",), files)
    play = Played(("", "", ""), "exit 0")
    with pytest.raises(VerdictReached) as caught:
        lose_session(session, play, reason="wrong", upto=2, expected="a", got="b")
    evidence = caught.value.verdict.evidence
    assert evidence is not None
    saved = [line for line in evidence.snippet.splitlines() if line.startswith("---")]
    assert saved == ["--- start.txt ---", "--- saves/old ---", "--- mine ---"]
    assert evidence.repeat.startswith("save these files")


@pytest.mark.parametrize("count", [1, 2, 3, 25])
def test_a_loop_does_what_its_lines_do(count: int) -> None:
    written = list(without_repeats(["seen = []", *["seen.append(1)"] * count], as_loop))
    assert len(written) == 1 + min(count, 2) - (count > 2)
    names: dict[str, list[int]] = {}
    exec("\n".join([*written, "seen.append(2)"]), names)
    assert names["seen"] == [1] * count + [2]
