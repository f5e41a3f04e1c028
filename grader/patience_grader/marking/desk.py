"""Plain pytest at the desk: a suite runs on the solution, or with `--submission` on a submission.

A plugin of pytest. It does nothing until a file of a plain suite is collected, so nothing else
is imported before that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..boundary.exchange import Exchange
    from ..boundary.run import Run
    from ..course.coursework import Coursework
    from ..sandbox.student import Student

_NAME = "patience-desk-suite"


_NAMES = ("patience", __name__)
"""What pytest calls this module: as an entry point of an installed kit, and after `-p`."""


def pytest_plugin_registered(
    plugin: object, plugin_name: str, manager: pytest.PytestPluginManager
) -> None:
    """Lets an installed kit be named with `-p` as well: it is registered once."""
    if plugin is sys.modules[__name__]:
        for name in _NAMES:
            if name != plugin_name:
                manager.set_blocked(name)


def pytest_configure(config: pytest.Config) -> None:
    """Knows the marks that say what students get."""
    config.addinivalue_line("markers", "public: students get this test, or this case of it")
    config.addinivalue_line("markers", "hidden: students do not get this test")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--submission`."""
    group = parser.getgroup("patience")
    group.addoption(
        "--submission",
        type=Path,
        metavar="PATH",
        help="Run a plain suite of Patience on this submission, a zip or folder, as marking does.",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Binds names before the `conftest.py` of a plain suite is imported that is asked for."""
    given = early_config.known_args_namespace.file_or_dir
    for one in given:
        path = (early_config.invocation_params.dir / one.partition("::")[0]).resolve()
        _bind(path, early_config)
    return (yield)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> None:
    """Binds names before the first file of a plain suite is imported."""
    _bind(module_path, parent.config)


def _bind(path: Path, config: pytest.Config) -> None:
    """Binds the names of the plain suite that this path lies in, if it does."""
    suites = next((one for one in (path, *path.parents) if one.parent.name == "suites"), None)
    if suites is None or suites.parent.parent.name != "grader":
        return
    inputs = config.pluginmanager.get_plugin(_NAME)
    if inputs is None:
        root = suites.parents[2]
        if not (root / "handout" / f"{suites.name}.md").is_file():
            return
        from ..course.coursework import read_coursework  # noqa: PLC0415

        coursework = read_coursework(root, suites.name)
        if coursework.tests:
            made = InstructorInput(coursework, config.known_args_namespace.submission)
            config.pluginmanager.register(made, _NAME)
    elif inputs.suites != suites:
        raise pytest.UsageError(f"run one suite at a time: {inputs.suites.name} or {suites.name}")


class InstructorInput:
    """Runs each test with names bound to the solution or to a submission."""

    def __init__(self, coursework: Coursework, submission: Path | None) -> None:
        from .collecting import boundary_of  # noqa: PLC0415

        self.suites = coursework.suites
        self._coursework = coursework
        self._submission = submission
        self._boundary = boundary_of(coursework)
        self._installed = self._boundary.installed()
        self._installed.__enter__()
        sys.path[:0] = [str(coursework.suites), str(coursework.root / "grader")]
        self._student: Student | None = None
        self._parent: Any = None
        self._records: dict[str, list[Exchange]] = {}

    @pytest.fixture
    def tmp_path(self) -> Path:
        """A folder that the submission sees, too."""
        return self._boundary.current.files.folder()

    def pytest_unconfigure(self) -> None:
        self._installed.__exit__(None, None, None)
        if self._student is not None:
            self._student.__exit__(None, None, None)
            self._parent.close()

    def pytest_runtest_protocol(self, item: pytest.Item) -> bool:
        """Runs a test by itself; on the solution first if it is for a submission."""
        from _pytest.runner import runtestprotocol  # noqa: PLC0415

        from ..boundary.examples import settle  # noqa: PLC0415

        settle(item)
        hook = item.ihook
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for run in self._runs(item):
            with self._bound(run, item):
                is_last = self._submission is None or run.student is not None
                runtestprotocol(item, log=is_last, nextitem=None)
            self._records[item.nodeid] = run.record
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def _runs(self, item: pytest.Item) -> Iterator[Run]:
        from functools import partial  # noqa: PLC0415

        from ..boundary.messages import at_import, replies_to  # noqa: PLC0415
        from ..boundary.prelude import Prelude, Replayed, replayed  # noqa: PLC0415
        from ..boundary.run import Run  # noqa: PLC0415

        collection = self._boundary.collection
        prelude = Prelude(collection.record, collection.cells_numbered)
        yield Run(self._boundary, None, (), Replayed(prelude))
        if self._submission is not None:
            student = self._submitted()
            do = partial(student.do, out=at_import)
            done = replayed(prelude, student.begin_afresh, do)
            student.begin_afresh()
            replies_to(done.messages, do)
            yield Run(self._boundary, student, self._records[item.nodeid], done)

    def _bound(self, run: Run, item: pytest.Item) -> Any:
        from contextlib import ExitStack  # noqa: PLC0415

        from ..boundary.rebinding import constants_in, names_used, rebound  # noqa: PLC0415

        stack = ExitStack()
        stack.callback(run.close)
        stack.enter_context(self._boundary.running(run))
        constants = constants_in(self.suites.resolve(), self._boundary.binding)
        stack.enter_context(rebound(run, constants, names_used(item)))
        return stack

    def _submitted(self) -> Student:
        if self._student is None:
            from ..errors import InputError, PatienceError  # noqa: PLC0415
            from ..sandbox.guest.wire import Types  # noqa: PLC0415
            from ..sandbox.host import Parent  # noqa: PLC0415
            from ..sandbox.student import Student  # noqa: PLC0415
            from ..submission.finding import find_uploads  # noqa: PLC0415
            from ..submission.reading import read_submission  # noqa: PLC0415

            assert self._submission is not None
            try:
                uploads = find_uploads([self._submission], self._coursework.required)
                if len(uploads) != 1:
                    raise InputError(
                        f"{self._submission} holds {len(uploads)} submissions; name one"
                    )
                files = read_submission(uploads[0], self._coursework).files
            except PatienceError as fault:
                pytest.exit(f"--submission takes a zip or a folder: {fault}", returncode=2)
            blank = {one.removesuffix(".py"): text for one, text in self._coursework.blank.items()}
            given = {one.removesuffix(".py"): text for one, text in files.items()}
            inherited = self._boundary.inherited_texts()
            blank, given = {**blank, **inherited}, {**given, **inherited}
            self._parent = Parent(self._coursework.preload(), self._coursework.limits)
            self._student = Student(self._parent, Types([]), {**blank, **given}, blank)
        return self._student
