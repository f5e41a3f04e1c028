"""Runs a plain suite: collected once, recorded on the reference, then on each submission.

What a test asks the reference is known from one run of it. On a submission, that goes over as
a script; a test whose answers are all the reference's is passed without being run again. Any
other is run, in a fresh guest.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import unittest
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, Phase, settings

from ..boundary.binding import NO_PLACE
from ..boundary.boundary import Boundary, Modules
from ..boundary.criteria import Criterion, criteria_of
from ..boundary.draws import draw_alike
from ..boundary.exchange import Exchange
from ..boundary.originals import values_of
from ..boundary.rebinding import (
    Constant,
    FirstLines,
    constants_in,
    first_lines,
    made_again,
    names_used,
    rebound,
)
from ..boundary.run import Run
from ..boundary.signals import BoundarySignal
from ..boundary.verdicts import asked_in, import_verdict, verdict_of
from ..course.coursework import Coursework
from ..course.imported import check_named
from ..errors import InputError, KitError, PatienceError
from ..marks.verdict import PASSED, State, Verdict
from ..sandbox.guest.wire import Types
from ..sandbox.student import Answered, Student, nobody
from ..suite.journal import Journal
from ..text.sanitize import one_line
from .own_parent import OwnParent
from .suite_result import SuiteResult, SuiteRunner

_NOT_NEEDED = (
    "cacheprovider doctest faulthandler junitxml pastebin setuponly "
    "setupplan stepwise terminal threadexception unraisableexception warnings"
).split()
_TEMPORARY = {"tempfile", "NamedTemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp"}
_SPARE_SECONDS = 60
_MOST_SCRIPTED = 3_000
"""A test that asks more than this of the reference is always run."""


@dataclass
class Recorded:
    """A test, and what it asked the reference."""

    item: pytest.Item
    exchanges: list[Exchange]
    required: int
    is_scriptable: bool
    error: BaseException | None


@dataclass
class Examined:
    """A criterion and its recorded tests."""

    criterion: Criterion
    tests: list[Recorded] = field(default_factory=list)

    @property
    def refusal(self) -> str:
        """Why it cannot examine anybody; empty when it can."""
        for test in self.tests:
            if why := _set_aside(test):
                return why
            if test.error is not None:
                if NO_PLACE in str(test.error):
                    return "it reads or runs the file of a student's module, which does not cross"
                why = one_line(f"{type(test.error).__name__}: {test.error}")[:300]
                return f"the solution does not pass it ({why})"
        if not any(test.required for test in self.tests):
            return "it asks nothing of what students write"
        return ""


def _set_aside(test: Recorded) -> str:
    """Why the suite itself does not count a test that fails; empty when it does."""
    if test.error is None:
        return ""
    if isinstance(test.error, pytest.skip.Exception | unittest.SkipTest):
        return one_line(f"it is skipped ({test.error})")[:300]
    case = getattr(test.item, "obj", None)
    if test.item.get_closest_marker("xfail") or getattr(
        case, "__unittest_expecting_failure__", False
    ):
        return "it is marked as one that fails"
    return ""


def modules_of(coursework: Coursework) -> Modules:
    """The modules of a coursework, by their full names.

    Raises InputError when they need a package that the handout does not name.
    """
    folder = coursework.solution
    packages = frozenset(coursework.preload().installed.modules)
    files = {f"{coursework.folder}/{file.name}": b"" for file in folder.glob("*.py")}
    files |= {
        f"{coursework.folder}/{name}": (folder / name).read_bytes() for name in coursework.required
    }
    check_named(files, packages, f"handout/{coursework.handout.name}")
    supplied = [name for name in coursework.supplied if name != "__init__.py"]
    student = {coursework.full_name(name): folder / name for name in coursework.required}
    if coursework.package and (folder / "__init__.py").is_file():
        student[coursework.package] = folder / "__init__.py"
    return Modules(
        student=student,
        supplied={coursework.full_name(name): folder / name for name in supplied},
        suites=coursework.suites.resolve(),
        packages=packages,
    )


def hold_plain(coursework: Coursework, use: Callable[[SuiteRunner], None]) -> None:
    """Collects a plain suite and hands `use` a function that runs it on a submission.

    Raises InputError when criteria and tests do not match one to one, or a test cannot examine
    anybody; KitError when pytest fails.
    """

    def begin(plugin: Plugin) -> None:
        plugin.examined = _matched(coursework, plugin.record())
        use(plugin)

    collected(coursework, begin)


def collected(coursework: Coursework, use: Callable[[Plugin], None]) -> None:
    """Collects a plain suite and hands its plugin to `use`. Raises InputError and KitError."""
    boundary = Boundary(modules_of(coursework))
    plugin = Plugin(coursework, boundary, use)
    files = [coursework.suites / name for name in coursework.tests]
    for file in files:
        if not file.is_file():
            name = file.relative_to(coursework.root)
            raise InputError(f"handout/{coursework.slug}.md names the tests {name}: no such file")
    options = [
        f"--rootdir={coursework.suites}",
        f"--confcutdir={coursework.suites}",
        *("-c", os.devnull),
        "--import-mode=importlib",
        *(part for name in _NOT_NEEDED for part in ("-p", f"no:{name}")),
        *("-p", "pytest_timeout"),
        "--capture=no",
        f"--timeout={_SPARE_SECONDS + coursework.limits.wall_seconds_per_submission:g}",
        "--timeout-method=signal",
        *map(str, files),
    ]
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(variable, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    settings.register_profile(
        "patience",
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=False,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    draw_alike()
    settings.load_profile("patience")
    sys.path[:0] = dict.fromkeys(
        str(path)
        for path in (
            coursework.suites,
            *(file.parent for file in files),
            coursework.root / "grader",
        )
    )
    with boundary.installed(), tempfile.TemporaryDirectory(prefix="patience-") as scratch:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = scratch
        try:
            code = pytest.main(options, plugins=[plugin])
        finally:
            plugin.close()
    if plugin.fault is not None:
        raise plugin.fault
    if not plugin.has_begun:
        raise KitError(f"pytest ended with {code!r} before the suite was run")


def _matched(coursework: Coursework, examined: Sequence[Examined]) -> dict[str, Examined]:
    """The criteria of the marks table, each with its tests. Raises InputError."""
    file = f"handout/{coursework.slug}.md"
    by_id = {one.criterion.id: one for one in examined}
    wanted = [one for one in coursework.scheme.criteria if not one.manual]
    for one in wanted:
        if one.id not in by_id:
            raise InputError(
                f"{file}:{one.line}: no test in {', '.join(coursework.tests)} examines {one.id}; "
                "write one or delete the row"
            )
    ids = {one.id for one in wanted}
    for name, there in by_id.items():
        if name not in ids and name not in coursework.left_out:
            raise InputError(
                f"{there.criterion.where}: {name} is not a criterion of {file}; "
                "add a row to the marks table, or name it in left_out"
            )
        if name in ids and there.refusal:
            raise InputError(
                f"{there.criterion.where}: the test of {name} cannot be used: {there.refusal}"
            )
    return {one.id: by_id[one.id] for one in wanted}


_FORGOTTEN = 200
"""Lists that were spoken of at collection have new numbers in a test."""


class Plugin:
    """Runs collected tests with names bound to the reference or to a submission."""

    def __init__(
        self, coursework: Coursework, boundary: Boundary, use: Callable[[Plugin], None]
    ) -> None:
        self._coursework = coursework
        self._boundary = boundary
        self._use = use
        self._parent = OwnParent(coursework)
        self._criteria: list[Criterion] = []
        self._error: BaseException | None = None
        self.examined: dict[str, Examined] = {}
        self.fault: Exception | None = None
        self.has_begun = False
        self._prelude: list[Exchange] = []
        self._constants: list[Constant] = []
        self._first: dict[Path, range] = {}
        """Which operations each file of the suite asks for when it is imported."""
        self._lines: dict[Path, FirstLines] = {}
        self._used: dict[str, set[str]] = {}
        self._skeleton = {
            name.removesuffix(".py"): (coursework.skeleton / name).read_text(encoding="utf-8")
            for name in coursework.required
            if (coursework.skeleton / name).is_file()
        }
        self._inherited = boundary.inherited_texts()

    def close(self) -> None:
        """Ends whatever runs."""
        self._parent.close()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.fault is None:
            self.fault = InputError(_in_short(report, self._coursework))

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Any:
        """Takes down what a file asks for while it is collected."""
        record = self._boundary.collection.record
        start = len(record)
        report = yield
        there = self._first.get(collector.path, range(start, start))
        if len(record) > start:
            self._first[collector.path] = range(min(there.start, start), len(record))
        return report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.has_begun = True
        if self.fault is None:
            try:
                self._criteria = criteria_of(session.items)
                suites = self._coursework.suites.resolve()
                self._constants = constants_in(suites, self._boundary.binding)
                self._prelude = [
                    one for one in self._boundary.collection.record if '"h"' in _json(one.answer)
                ] and self._boundary.collection.record
                if self._prelude:
                    count = self._boundary.collection.cells_numbered
                    drops = [-number for number in range(1, 2 * count + _FORGOTTEN)]
                    last = Exchange([drops, [], [], ["op", "bool", None]])
                    self._prelude = [*self._prelude, last]
                self._use(self)
            except PatienceError as fault:
                self.fault = fault
            except Exception as fault:  # noqa: BLE001 told to the caller by `collected`
                self.fault = fault
        return True

    # the reference

    def record(self) -> list[Examined]:
        """Runs every test on the reference, and takes down what it asks.

        Of a criterion, parameters for which the test is skipped examine nothing.
        """
        found = []
        for one in self._criteria:
            tests = [self._recorded(item) for item in one.items]
            done = [test for test in tests if not isinstance(test.error, pytest.skip.Exception)]
            found.append(Examined(one, done or tests))
        return found

    def _recorded(self, item: pytest.Item) -> Recorded:
        run = self._new_run()
        error = self._run_item(item, run)
        record = run.record
        is_scriptable = not run.has_callbacks and len(record) <= _MOST_SCRIPTED
        is_scriptable &= not any(_replaces(one) for one in record)
        return Recorded(item, record, run.required, is_scriptable, error)

    def _new_run(self, student: Student | None = None, record: Sequence[Exchange] = ()) -> Run:
        count = self._boundary.collection.cells_numbered if self._prelude else 0
        return Run(self._boundary, student, record, self._prelude, count)

    # a submission

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
        verdicts: dict[str, Verdict] = {}
        try:
            blank = {**self._skeleton, **self._inherited}
            required = {**self._skeleton, **files, **self._inherited}
            with Student(parent, Types([]), required, blank, answered=answered) as student:
                student.open()
                equal = set() if journal else self._scripted(student)
                for name, examined in self.examined.items():
                    if journal:
                        journal.begin(name)
                    verdicts[name] = self._examine(examined, student, equal, journal)
        except KitError:
            self._parent.forget()
            raise
        return SuiteResult(verdicts, student.troubles, student.stopped)

    def _scripted(self, student: Student) -> set[int]:
        """The tests, by id, all of whose answers are the reference's."""
        waiting = [
            test for one in self.examined.values() for test in one.tests if test.is_scriptable
        ]
        equal: set[int] = set()
        while waiting:
            done, lost = self._play(waiting, student)
            equal |= done
            waiting = waiting[lost + 1 :] if lost is not None else []
        return equal

    def _play(self, tests: Sequence[Recorded], student: Student) -> tuple[set[int], int | None]:
        """Which tests are passed; and the number of the one at which the guest was lost."""
        requests: list[list[Any]] = []
        spans: list[range] = []
        for test in tests:
            requests.append([])
            requests += [one.request for one in self._prelude]
            start = len(requests)
            requests += [one.request for one in test.exchanges]
            spans.append(range(start, len(requests)))
        answers = student.do(requests, lambda _: "a call that is not expected")
        passed: set[int] = set()
        count = len(self._prelude)
        for number, (test, span) in enumerate(zip(tests, spans, strict=True)):
            if span.stop > len(answers) or not isinstance(answers[span.stop - 1], list):
                return passed, number
            received = [answers[place] for place in span]
            before = answers[span.start - count : span.start]
            if self._import_error(test.item.path, before) is not None:
                continue
            if [one[:5] if isinstance(one, list) else one for one in received] == [
                one.answer for one in test.exchanges
            ]:
                passed.add(id(test))
        return passed, None

    def _import_error(self, file: Path, answers: Sequence[Any]) -> list[Any] | None:
        """What a submission raises, and the reference does not, when a file is imported."""
        for place in self._first.get(file, ()):
            answer = answers[place] if place < len(answers) else None
            known = self._prelude[place].answer if self._prelude else [[], "", "", ["raise"]]
            if isinstance(answer, list) and answer[3][0] == "raise" and known[3][0] != "raise":
                return answer
        return None

    def _examine(
        self, examined: Examined, student: Student, equal: set[int], journal: Journal | None
    ) -> Verdict:
        for test in examined.tests:
            if id(test) not in equal:
                verdict = self._live(test, student, journal)
                if verdict.state is not State.PASSED:
                    return verdict
        return PASSED

    def _live(self, test: Recorded, student: Student, journal: Journal | None = None) -> Verdict:
        student.begin_afresh()
        requests = [one.request for one in self._prelude]
        answers = student.do(requests, lambda _: "a call not expected") if requests else []
        wrong = self._import_error(test.item.path, answers)
        if wrong is not None:
            return import_verdict(test.item.path.name, wrong)
        run = self._new_run(student, test.exchanges)
        error = self._run_item(test.item, run)
        for step in run.steps if journal else ():
            if journal and (step.is_call or step.deviates):
                journal.note(asked_in(step, test.item.name))
        return verdict_of(run, error, self._coursework.suites.resolve())

    # pytest

    def _run_item(self, item: pytest.Item, run: Run) -> BaseException | None:
        self._error = None
        own = values_of(item)
        used = self._used.setdefault(item.nodeid, names_used(item))
        place = tempfile.tempdir
        has_files = bool(self._coursework.limits.scratch_mib)
        try:
            if used & _TEMPORARY:
                tempfile.tempdir = str(run.files.new_place("tmp"))
            with (
                self._boundary.running(run),
                _quiet(),
                rebound(run, self._constants, used),
                run.files.working() if has_files else contextlib.nullcontext(),
            ):
                again = self._made_again(item)
                try:
                    again.__enter__()
                except Exception as error:  # noqa: BLE001 as a test's own
                    return error
                with contextlib.ExitStack() as stack:
                    stack.push(again.__exit__)
                    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        except BoundarySignal as signal:
            return signal
        finally:
            tempfile.tempdir = place
            run.close()
            own.put_back()
        return self._error

    def _made_again(self, item: pytest.Item) -> contextlib.AbstractContextManager[None]:
        """What the file of a test makes of students' code when it is imported is made anew."""
        record = self._boundary.collection.record
        kinds = {record[place].request[3][0] for place in self._first.get(item.path, ())}
        if kinds <= {"name", "attr"}:
            return contextlib.nullcontext()
        if item.path not in self._lines:
            self._lines[item.path] = first_lines(item.path)
        return made_again(item.module, self._lines[item.path])  # type: ignore[attr-defined]

    @pytest.fixture
    def tmp_path(self) -> Path:
        """A folder that the submission sees, too."""
        return self._boundary.current.files.new_place("tmp_path")

    @pytest.fixture(scope="session")
    def tmp_path_factory(self) -> _Places:
        """Makes such folders."""
        return _Places(self._boundary)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """Takes down how a phase of the test ended; the report is empty, as nobody reads it."""
        assert call.when != "collect"
        error = call.excinfo.value if call.excinfo else _unittest_error(item)
        if error is not None and self._error is None:
            self._error = error
        outcome: Literal["passed", "failed"] = "failed" if error else "passed"
        return pytest.TestReport(
            item.nodeid, item.location, {}, outcome, None, call.when, start=0.0, stop=0.0
        )


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


def _unittest_error(item: pytest.Item) -> BaseException | None:
    """What a `unittest.TestCase` has taken down itself."""
    infos = getattr(item, "_excinfo", None)
    vars(item).pop("_excinfo", None)
    return infos[0].value if infos else None


def _replaces(exchange: Exchange) -> bool:
    """Whether something is replaced for more than the test itself."""
    _, _, patches, operation = exchange.request
    is_reload = operation[:2] == ["op", "reload"]
    return (
        bool(patches)
        or is_reload
        or (operation[0] in ("set", "del") and operation[1][0] in ("m", "s"))
    )


def _json(value: object) -> str:
    import json  # noqa: PLC0415

    return json.dumps(value)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """What is printed goes nowhere, except where a test looks at it."""
    with contextlib.redirect_stdout(_Nowhere()), contextlib.redirect_stderr(_Nowhere()):
        yield


class _Nowhere(io.TextIOBase):
    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


def _in_short(report: pytest.CollectReport, coursework: Coursework) -> str:
    """Why a suite cannot be collected: file, line and the last line of the traceback."""
    text = report.longreprtext.strip().splitlines()
    last = next((one for one in reversed(text) if one.startswith("E ")), text[-1] if text else "")
    lines = [one for one in text if one.startswith(tuple(coursework.tests))]
    place = lines[-1].split(": ")[0] if lines else report.nodeid
    why = last.removeprefix("E").strip()
    return f"grader/suites/{coursework.slug}/{place}: the suite cannot be read: {why}"
