"""The process from which workers are forked, begun before it is known what will be marked."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest
from patience_grader.cli import cli
from patience_grader.cli.engines import Chosen, engine
from patience_grader.course.coursework import read_coursework
from patience_grader.errors import InputError, KitError
from patience_grader.grading.template import Start, Template

KLONDIKE = read_coursework(Path(__file__).parents[2], "klondike")


class Begun(Exception):
    """A template was begun."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin() -> None:
        raise Begun

    monkeypatch.setattr("patience_grader.grading.template.Template", begin)


@pytest.mark.usefixtures("told")
def test_it_is_begun_before_the_command_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "patience_grader.cli.grade", raising=False)
    with pytest.raises(Begun):
        cli.main(["grade", "no-such-file.zip"], standalone_mode=False)
    assert "patience_grader.cli.grade" not in sys.modules


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["grade", "--help"], ["grade", "--scheduler", "x", "-h"], ["verify"]]
)
def test_what_starts_no_workers_here_begins_none(arguments: list[str]) -> None:
    with pytest.raises((click.exceptions.Exit, click.UsageError, SystemExit)):
        cli.main(arguments, standalone_mode=True)


@pytest.mark.usefixtures("told")
def test_none_is_begun_where_nothing_can_be_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(InputError):
        cli.main(["grade", __file__], standalone_mode=False)


def test_one_that_was_begun_in_vain_ends_with_the_engine(tmp_path: Path) -> None:
    with click.Context(cli, obj=Template()) as context:
        template = context.find_object(Template)
        assert template is not None
        where = Chosen(jobs=1, scheduler="", ca=None, cert=None, key=None)
        with engine(where, missing=()) as examining:
            assert examining.mark_all(KLONDIKE, [], tmp_path, print) == []
        assert template.line.closed
    with pytest.raises(ProcessLookupError):
        os.kill(template._process.pid, 0)


def test_one_that_has_ended_says_so() -> None:
    template = Template()
    os.kill(template._process.pid, 9)
    template._process.wait()
    with closing(template.line), pytest.raises(KitError, match="exit code -9"):
        template.start(Start(KLONDIKE, Path("out"), Path("temporary"), warm=False))
