"""A plain suite under pytest: collected once, then run on each submission."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest.config import ConftestImportFailure

from ..boundary.boundary import Boundary
from ..boundary.criteria import Criterion, criteria_of
from ..boundary.draws import draw_from
from ..boundary.examples import observe
from ..course.coursework import Coursework
from ..errors import InputError, KitError, PatienceError
from ..sandbox.guest.wire import Types
from ..sandbox.student import Answered, Student, nobody
from ..sandbox.watch import Limits
from ..suite.journal import Journal
from ..text.sanitize import one_line
from .collected_suite import CollectedSuite
from .examination import Examination
from .misreading import Explained, Readings, readings_of
from .own_parent import OwnParent
from .plan import Plan, plan_of
from .recorded import Examined
from .suite_result import SuiteResult

_PLACE = re.compile(r'(?m)^(?:(.+?):|E +File "(.+)", line )(\d+)(?:: |$)')
"""Where something was raised, or a file is no Python, as pytest writes it."""


class Plugin:
    """Collects a suite, and runs it on submissions."""

    def __init__(
        self,
        coursework: Coursework,
        boundary: Boundary,
        use: Callable[[Plugin], None],
        key: bytes,
    ) -> None:
        """Drawn tests draw from the `key`."""
        self._coursework = coursework
        self._boundary = boundary
        self._use = use
        self._key = key
        self._parent = OwnParent(coursework)
        self._criteria: list[Criterion] = []
        self._suite = CollectedSuite(coursework, boundary)
        self._readings: Readings | None = None
        self._examined: Mapping[str, Examined] = {}
        self._guests: Sequence[Sequence[int]] = ()
        """The numbers of the tests that go over as scripts to each guest."""
        self.fault: Exception | None = None
        self.has_begun = False
        self.is_interrupted = False
        """Whether somebody has pressed Ctrl-C, of which pytest would only tell."""
        self._skeleton = {
            name.removesuffix(".py"): (coursework.skeleton / name).read_text(encoding="utf-8")
            for name in coursework.required
            if (coursework.skeleton / name).is_file()
        }
        self._inherited = boundary.inherited_texts()

    @property
    def runner(self) -> object:
        """The plugin that runs single tests."""
        return self._suite.runner

    def close(self) -> None:
        """Ends whatever runs."""
        self._parent.close()

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Any:
        """Says why a `conftest.py` cannot be imported: pytest would only print it."""
        try:
            return (yield)
        except ConftestImportFailure as fault:
            self.fault = InputError(_unread(fault, self._coursework))
            raise

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.fault is None:
            self.fault = InputError(in_short(report, self._coursework))

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Any:
        """Takes down what a file asks for while it is collected."""
        with self._suite.importing(collector.path):
            return (yield)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.is_interrupted = excinfo.type is KeyboardInterrupt

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.has_begun = True
        if self.fault is None:
            try:
                self._criteria = criteria_of(session.items)
                for item in session.items:
                    draw_from(self._key, item)
                    observe(item, lambda: self._boundary.current)
                self._suite.get_ready()
                self._readings = readings_of(self._coursework)
                self._use(self)
            except PatienceError as fault:
                self.fault = fault
            except Exception as fault:  # noqa: BLE001 told to the caller by `collected`
                self.fault = fault
        return True

    @cached_property
    def _plan(self) -> Plan:
        """How the tests that are examined go over, once they are known."""
        shared = map(self._coursework.full_name, self._coursework.shared_types)
        modules = {*shared} & {*self._boundary.supplied}
        collected = self._suite.prelude.exchanges
        return plan_of(self._examined.values(), self._guests, modules, collected)

    def record(self) -> list[Examined]:
        """Runs every test on the reference, and takes down what it asks."""
        return [self._suite.recorded(one) for one in self._criteria]

    def examine_by(self, examined: Mapping[str, Examined]) -> None:
        """From now on, these criteria are what submissions are examined by."""
        self._examined = examined
        self._guests = self._suite.in_guests(examined.values())

    def allow(self, limits: Limits) -> None:
        """Lets submissions use as much as these limits say, from now on."""
        self._parent.close()
        self._coursework = replace(self._coursework, limits=limits)
        self._parent = OwnParent(self._coursework)

    def get_ready(self) -> None:
        """Starts the parent of the guests."""
        self._parent.get()

    def __call__(
        self,
        files: Mapping[str, str],
        answered: Answered = nobody,
        journal: Journal | None = None,
    ) -> SuiteResult:
        """The verdicts on a submission, given its source texts by module name.

        With a `journal` every test is run, so that it can take down what is asked.
        """
        parent = self._parent.get()
        parent.teach(self._plan.known)
        blank = {**self._skeleton, **self._inherited}
        handed_in = {**files, **self._inherited}
        required = {**self._skeleton, **handed_in}
        try:
            with (
                ExitStack() as others,
                Student(
                    parent, Types([]), required, blank, answered=answered, handed_in=handed_in
                ) as student,
            ):
                student.open()
                examination = Examination(
                    self._suite,
                    self._examined,
                    self._plan,
                    student,
                    lambda: others.enter_context(closing(parent.twin())),
                    journal,
                )
                verdicts = examination.verdicts()
                stopped, troubles = student.stopped, dict(student.troubles)
                readings = None if stopped else self._readings
                explained = examination.explained(verdicts, readings) if readings else Explained()
                if stopped and (kept := examination.in_shares()):
                    verdicts, stopped = kept, ""
        except KitError:
            self._parent.forget()
            raise
        return SuiteResult(explained.flagged(verdicts), troubles, stopped, explained.misread)

    @pytest.fixture
    def tmp_path(self) -> Path:
        """A folder that the submission sees, too."""
        return self._boundary.current.files.new_place("tmp_path")

    @pytest.fixture(scope="session")
    @staticmethod
    def tmp_path_factory(pytestconfig: pytest.Config) -> _Places:
        """Makes such folders; pytest warns of methods that make what lasts a session."""
        plugins = pytestconfig.pluginmanager.get_plugins()
        return next(one.places() for one in plugins if isinstance(one, Plugin))

    def places(self) -> _Places:
        """What makes folders that submissions see."""
        return _Places(self._boundary)


class _Places:
    """Folders for the files of a test, made as `tmp_path_factory` does."""

    def __init__(self, boundary: Boundary) -> None:
        self._boundary = boundary

    def mktemp(self, basename: str, numbered: bool = True) -> Path:  # noqa: ARG002
        """A new folder."""
        return self._boundary.current.files.new_place(Path(basename).name)

    def getbasetemp(self) -> Path:
        """The folder that holds them."""
        return self._boundary.current.files.folder()


def _unread(fault: ConftestImportFailure, coursework: Coursework) -> str:
    """Why a `conftest.py` cannot be imported: file, line and the exception."""
    rows = traceback.extract_tb(fault.cause.__traceback__)
    lines = [row.lineno for row in rows if Path(row.filename) == fault.path]
    place = f"{fault.path.relative_to(coursework.suites)}{f':{lines[-1]}' if lines else ''}"
    why = one_line(f"{type(fault.cause).__name__}: {fault.cause}")
    return f"grader/suites/{coursework.slug}/{place}: the suite cannot be read: {why}"


def in_short(report: pytest.CollectReport, coursework: Coursework) -> str:
    """Why a suite cannot be collected: file, line and the last line of the traceback."""
    text = report.longreprtext.strip().splitlines()
    last = next((one for one in reversed(text) if one.startswith("E ")), text[-1] if text else "")
    place, of_solution = report.nodeid, ""
    for at_fault, broken, line in _PLACE.findall(report.longreprtext):
        path = Path(os.path.abspath(at_fault or broken))  # noqa: PTH100 links stay as they are
        if path.is_relative_to(coursework.suites):
            place = f"{path.relative_to(coursework.suites).as_posix()}:{line}"
        elif broken and path.is_relative_to(coursework.solution):
            of_solution = f"{path.relative_to(coursework.root).as_posix()}:{line}"
    why = last.removeprefix("E").strip()
    if of_solution:
        return f"{of_solution}: the solution cannot be read: {why}"
    return f"grader/suites/{coursework.slug}/{place}: the suite cannot be read: {why}"
