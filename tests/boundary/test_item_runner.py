"""What pytest holds of a test that was run: nothing, as it is run on a thousand submissions."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest
from patience_grader.boundary.exchange import is_answer
from patience_grader.boundary.item_runner import ItemRunner
from patience_grader.sandbox.guest.notices import MAX_NOTICES

TESTS = """
import logging
import warnings

import pytest


def test_notes(record_property):
    record_property("noted", "by a test")
    warnings.warn("noted by a test")
    logging.error("logged by a test")


@pytest.mark.filterwarnings("error")
def test_is_strict():
    warnings.warn("refused by a test")


def test_expects():
    with pytest.warns(UserWarning, match="wanted"):
        warnings.warn("wanted by a test")


@pytest.fixture
def ended():
    raise SystemExit


def test_ends(ended):
    pass
"""


class Twice:
    """Runs each test twice, and takes down how it ended and what is held then."""

    def __init__(self) -> None:
        self.runner = ItemRunner()
        self.ended: list[str] = []
        self.held: list[object] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in [*session.items, *session.items]:
            self.ended.append(type(self.runner.run(item)).__name__)
        gc.collect()
        self.held += [one for one in gc.get_objects() if type(one) is warnings.WarningMessage]
        for item in session.items:
            self.held += [*item._report_sections, *item.user_properties]
        return True


def test_nothing_is_held_of_a_test_that_was_run(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(TESTS, "utf-8")
    twice = Twice()
    options = ["-p", "no:terminal", "-p", "no:cacheprovider", "--capture=no", "--rootdir", tmp_path]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        pytest.main([*map(str, options), str(file)], plugins=[twice, twice.runner])
    assert twice.ended == ["NoneType", "UserWarning", "NoneType", "SystemExit"] * 2
    assert twice.held == []


@pytest.mark.parametrize("row", [["warning", "builtins:UserWarning", "x"], ["log", "x", 30, "x"]])
def test_an_answer_has_no_more_notices_than_a_guest_leaves(row: list[object]) -> None:
    def reply(count: int) -> list[object]:
        return [[], "", "", ["ok", None], [row] * count, []]

    assert is_answer(reply(MAX_NOTICES))
    assert not is_answer(reply(MAX_NOTICES + 1))
