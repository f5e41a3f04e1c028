"""Submissions that answer everything alike earn what is honestly theirs, and nothing else."""

from __future__ import annotations

import pytest
from alike import Earned, Program, earned, programs
from patience_grader.course import Course
from sample import ROOT

TERMINAL = Course(ROOT).coursework("terminal")
PROGRAMS = programs(TERMINAL.specimens / "alike.toml")


@pytest.fixture(scope="module")
def by_program() -> dict[str, Earned]:
    """What each program earned."""
    files = {one.name: {"__main__.py": one.source, "status.txt": ""} for one in PROGRAMS}
    return earned(TERMINAL, files)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
def test_a_program_that_answers_every_line_alike_earns_what_is_its_own(
    program: Program, by_program: dict[str, Earned]
) -> None:
    got = by_program[program.name]
    assert got.criteria == set(program.earns), program.why
    assert not got.void
