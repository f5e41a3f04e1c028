"""The check says what is different since it was run last."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from patience_grader.check.console import Console
from patience_grader.check.last import (
    Since,
    file_beside_check,
    outcomes_of,
    remembered,
    since,
)
from patience_grader.check.report import as_json, report
from patience_grader.check.result import Looked, Part, Result
from patience_grader.course.public import Exercise, PublicCoursework, Rule
from patience_grader.marks.verdict import PASSED, State, Verdict
from patience_grader.marks.visibility import Level

PUBLIC = Mock(
    spec=PublicCoursework,
    slug="cards",
    version="1",
    title="Cards",
    exercises=(),
    plain=None,
    rules=2,
)
PLAIN = Console(symbols=True, colours=False)


def _result(**states: State) -> Result:
    rules = {name: Rule(f"draw.{name}", name, Level.SCORE) for name in states}
    looked = tuple(
        Looked(rules[name], PASSED if state is State.PASSED else Verdict(state))
        for name, state in states.items()
    )
    exercise = Exercise("1", "draw", "Draw", tuple(rules.values()), manual=False)
    return Result((Part(exercise, looked),))


def test_what_is_different_is_said_once(tmp_path: Path) -> None:
    file = tmp_path / ".check" / "last.json"
    first = _result(one=State.PASSED, two=State.FAILED, three=State.NOT_ANSWERED)
    assert remembered(file, PUBLIC, outcomes_of(first)) == Since()
    second = _result(one=State.RAISED, two=State.PASSED, three=State.PASSED)
    found = remembered(file, PUBLIC, outcomes_of(second))
    assert found.line == (
        "Since the last check, 2 newly pass: draw.two, draw.three, 1 newly fails: draw.one."
    )
    assert found.line in report(second, PUBLIC, PLAIN, found).splitlines()
    assert json.loads(as_json(second, PUBLIC, found))["newly_broken"] == ["draw.one"]
    assert remembered(file, PUBLIC, outcomes_of(second)).line == ""
    assert "Since" not in report(second, PUBLIC, PLAIN)


def test_what_was_not_looked_at_is_remembered_and_what_is_void_is_not(tmp_path: Path) -> None:
    file = tmp_path / "last.json"
    remembered(file, PUBLIC, outcomes_of(_result(one=State.PASSED, two=State.FAILED)))
    remembered(file, PUBLIC, outcomes_of(_result(one=State.VOID)))
    found = remembered(file, PUBLIC, outcomes_of(_result(one=State.FAILED, two=State.PASSED)))
    assert found == Since(("draw.two",), ("draw.one",))


@pytest.mark.parametrize(
    "stored",
    [
        "",
        "[" * 100_000,
        "[]",
        '{"coursework": "cards", "version": "1", "kept": ["draw.one"]}',
        '{"coursework": "cards", "version": "0", "kept": {"draw.one": false}}',
        '{"coursework": "other", "version": "1", "kept": {"draw.one": false}}',
    ],
)
def test_what_cannot_be_read_or_is_about_something_else_counts_as_nothing(
    tmp_path: Path, stored: str
) -> None:
    file = tmp_path / "last.json"
    file.write_text(stored)
    assert remembered(file, PUBLIC, {"draw.one": True}) == Since()
    assert remembered(file, PUBLIC, {"draw.one": False}) == Since((), ("draw.one",))


def test_where_nothing_can_be_written_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert remembered(tmp_path / "file" / "last.json", PUBLIC, {"draw.one": True}) == Since()
    assert remembered(None, PUBLIC, {"draw.one": True}) == Since()


def test_only_an_unpacked_check_stores_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "check.py")])
    assert file_beside_check() == tmp_path.resolve() / ".check" / "last.json"
    monkeypatch.setattr(sys, "argv", ["patience"])
    assert file_beside_check() is None


def test_many_names_are_cut_short() -> None:
    names = {f"r{number}": True for number in range(9)}
    assert since(dict.fromkeys(names, False), names).line == (
        "Since the last check, 9 newly pass: r0, r1, r2, r3, r4, r5 and 3 more."
    )
