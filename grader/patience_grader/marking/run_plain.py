"""Runs a plain suite: collected once, recorded on the reference, then on each submission.

What a test asks the reference is known from one run of it. On a submission, that goes over as
a script; a test whose answers are all the reference's is passed without being run again. Any
other is run, in a fresh guest.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ..boundary.boundary import Boundary
from ..boundary.bounds import time_limited
from ..boundary.collected import of_their_classes
from ..boundary.criteria import Criterion, criteria_of
from ..boundary.examples import ShrinkingEnded, observe
from ..boundary.exchange import Exchange, is_answer
from ..boundary.item_runner import ItemRunner
from ..boundary.prelude import Prelude, Replayed, replayed
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
from ..boundary.signals import BoundarySignal, Overtaxed
from ..boundary.steps import Step
from ..boundary.suite_state import SuiteState
from ..boundary.verdicts import asked_in, import_verdict, verdict_of
from ..course.coursework import Coursework
from ..errors import InputError, KitError, PatienceError
from ..marks.verdict import PASSED, State, Verdict
from ..sandbox.guest.wire import Types
from ..sandbox.memory import TEST_MIB, memory_limited
from ..sandbox.student import Answered, Student, nobody
from ..sandbox.talk import Reply
from ..suite.journal import Journal
from .own_parent import OwnParent
from .recorded import Examined, Recorded
from .suite_result import SuiteResult

_TEMPORARY = {"tempfile", "NamedTemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp"}
_MOST_SCRIPTED = 3_000
"""A test that asks more than this of the reference is always run."""
_OWN_SECONDS = 5.0
_OWN_TIMES = 5.0
"""On a submission a test may take so many seconds of processor time on this side, and so many times
what it takes on the reference."""
_MOST_LATE = 20.0
"""Of tests that took longer, so much together; after that no more of them are run."""
_TOO_LATE = "what the tests do with its answers took too long"
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
        self.runner = ItemRunner()
        self.examined: dict[str, Examined] = {}
        self.fault: Exception | None = None
        self.has_begun = False
        self._state = SuiteState(coursework.suites.resolve())
        self._prelude = Prelude()
        self._constants: list[Constant] = []
        self._first: dict[Path, range] = {}
        """Which operations each file of the suite asks for when it is imported."""
        self._lines: dict[Path, FirstLines] = {}
        self._used: dict[str, set[str]] = {}
        self._late = 0.0
        """What tests have used that took too long on the submission."""
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
                for item in session.items:
                    observe(item, lambda: self._boundary.current)
                suites = self._coursework.suites.resolve()
                self._constants = constants_in(suites, self._boundary.binding)
                self._prelude = _prelude(self._boundary.collection)
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
        begun = time.process_time()
        error = self._run_item(item, run)
        seconds = time.process_time() - begun
        record = run.record
        is_scriptable = not run.has_callbacks and len(record) <= _MOST_SCRIPTED
        is_scriptable &= not any(_replaces(one) for one in record)
        return Recorded(item, record, run.required, is_scriptable, error, seconds)

    def _new_run(
        self,
        student: Student | None = None,
        record: Sequence[Exchange] = (),
        collected: Replayed | None = None,
    ) -> Run:
        return Run(self._boundary, student, record, collected or Replayed(self._prelude))

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
        self._late = 0.0
        verdicts: dict[str, Verdict] = {}
        try:
            blank = {**self._skeleton, **self._inherited}
            required = {**self._skeleton, **files, **self._inherited}
            with Student(parent, Types([]), required, blank, answered=answered) as student:
                student.open()
                collected = self._replayed(student)
                is_scripted = not journal and collected.objects is None
                equal = self._scripted(student) if is_scripted else set()
                for name, examined in self.examined.items():
                    if journal:
                        journal.begin(name)
                    verdicts[name] = self._examine(examined, student, collected, equal, journal)
        except KitError:
            self._parent.forget()
            raise
        return SuiteResult(verdicts, student.troubles, student.stopped)

    def _scripted(self, student: Student) -> set[int]:
        """The tests, by id, all of whose answers are the reference's."""
        tests = [test for one in self.examined.values() for test in one.tests]
        return {id(one) for one in tests if one.is_scriptable and self._plays(one, student)}

    def _plays(self, test: Recorded, student: Student) -> bool:
        """Whether a test is passed, as it is told by its script.

        What is asked next may tell what was to be answered, and a submission that takes its process
        over sees all of a message: so each operation is sent when the one before has been answered.
        """
        begin = [Exchange([]), *self._prelude.exchanges]
        answers = self._answers(begin, student)
        if len(answers) < len(begin):
            return False
        if any(answers[1 + one] is not begin[1 + one].answer for one in self._collected(test)):
            return False
        return all(self._answers([one], student)[0] is one.answer for one in test.exchanges)

    @staticmethod
    def _answers(exchanges: Sequence[Exchange], student: Student) -> list[Reply]:
        """What a submission answers: the very answers that are known, where they are the same."""
        return student.do(
            [one.request for one in exchanges],
            lambda _: "a call that is not expected",
            lambda place, answer: _in_brief(answer, exchanges[place].answer),
        )

    def _collected(self, test: Recorded) -> range:
        """What of the prelude was asked when the file of a test was imported."""
        return self._first.get(test.item.path, range(0)) if self._prelude.exchanges else range(0)

    def _import_error(self, test: Recorded, answers: Sequence[Any]) -> list[Any] | None:
        """What a submission raises, and the reference does not, when a file is imported."""
        for place in self._collected(test):
            found: list[Any] = answers[place] if place < len(answers) else []
            known = self._prelude.exchanges[place].answer
            if is_answer(found) and found[3][0] == "raise" and known[3][0] != "raise":
                return found
        return None

    def _replayed(self, student: Student) -> Replayed:
        """What was asked for at collection, as this submission has done it."""
        return replayed(
            self._prelude,
            student.begin_afresh,
            lambda requests: student.do(requests, lambda _: "a call that is not expected"),
        )

    def _examine(
        self,
        examined: Examined,
        student: Student,
        collected: Replayed,
        equal: set[int],
        journal: Journal | None,
    ) -> Verdict:
        deviating = [test for test in examined.tests if id(test) not in equal]
        for test in deviating:
            student.begin_afresh()
            verdict = self._live(test, student, collected, journal)
            if verdict.state is not State.PASSED:
                return verdict
        if deviating and len(examined.tests) > 1:
            return self._one_after_the_other(examined, student, collected)
        return PASSED

    def _one_after_the_other(
        self, examined: Examined, student: Student, collected: Replayed
    ) -> Verdict:
        """How the cases of one test end in the same guest, as under pytest.

        A list that is kept from one call to the next is right in each case alone.
        """
        if not self._is_repeatable(examined):
            return PASSED
        student.begin_afresh()
        steps: list[Step] = []
        for test in examined.tests:
            student.do([[]], lambda _: "a call that is not expected")
            verdict = self._live(test, student, collected, before=steps)
            if verdict.state is not State.PASSED:
                return verdict
        return PASSED

    def _is_repeatable(self, examined: Examined) -> bool:
        """Whether the reference answers the same where the cases of a test share its state."""
        if examined.is_repeatable is None:
            tests = examined.tests
            is_scriptable = all(test.is_scriptable for test in tests)
            examined.is_repeatable = is_scriptable and self._new_run().repeats(
                [test.exchanges for test in tests]
            )
        return examined.is_repeatable

    def _live(
        self,
        test: Recorded,
        student: Student,
        collected: Replayed,
        journal: Journal | None = None,
        before: list[Step] | None = None,
    ) -> Verdict:
        """How a test ends that is run beside a submission.

        `before` are the steps of the tests before it in the same guest; its own are added.
        """
        if self._late > _MOST_LATE:
            return Verdict(State.TIMED_OUT, _TOO_LATE)
        requests = collected.requests
        answers = student.do(requests, lambda _: "a call not expected") if requests else []
        wrong = self._import_error(test, answers)
        if wrong is not None:
            return import_verdict(test.item.path.name, wrong)
        run = self._new_run(student, test.exchanges, collected)
        seconds = _OWN_SECONDS + _OWN_TIMES * test.seconds
        begun = time.process_time()
        with of_their_classes(run, collected, answers):
            error = self._run_item(test.item, run, seconds)
        if isinstance(run.loss, Overtaxed):
            self._late += time.process_time() - begun
        for step in run.steps.all if journal else ():
            if journal and (step.acts or step.deviates):
                journal.note(asked_in(step, test.item.name))
        counted = run.examples.counted or student.tally
        verdict = verdict_of(run, error, self._coursework.suites.resolve(), before or ())
        if before is None or verdict.state is not State.PASSED:
            student.uncount(counted)
        else:
            before += run.steps.all
        return verdict

    # pytest

    def _run_item(
        self, item: pytest.Item, run: Run, seconds: float | None = None
    ) -> BaseException | None:
        """How a test ended; it may take so much time."""
        with self._state.kept():
            return self._run_here(item, run, seconds)

    def _run_here(self, item: pytest.Item, run: Run, seconds: float | None) -> BaseException | None:
        used = self._used.setdefault(item.nodeid, names_used(item))
        place = tempfile.tempdir
        has_files = bool(self._coursework.limits.scratch_mib)
        limited = partial(self._limited, run, seconds) if seconds else contextlib.nullcontext
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
                    with limited():
                        again.__enter__()
                except Exception as error:  # noqa: BLE001 as a test's own
                    return error
                with contextlib.ExitStack() as stack:
                    stack.push(again.__exit__)
                    ended = self.runner.run(item, limited)
        except (BoundarySignal, ShrinkingEnded) as signal:
            return signal
        finally:
            tempfile.tempdir = place
            run.close()
        return ended

    @contextlib.contextmanager
    def _limited(self, run: Run, seconds: float) -> Iterator[None]:
        """While this lasts, the suite's code has an end, whatever a submission has answered."""
        late = partial(run.lose_by_time, f"{seconds:.0f} s of processor time")
        with (
            memory_limited(TEST_MIB),
            time_limited(seconds, self._boundary.is_asked_by_suite, late),
        ):
            yield

    def _made_again(self, item: pytest.Item) -> contextlib.AbstractContextManager[None]:
        """What the file of a test makes of students' code when it is imported is made anew."""
        record = self._boundary.collection.record
        kinds = {record[place].request[3][0] for place in self._first.get(item.path, ())}
        if kinds <= {"name", "attr"}:
            return contextlib.nullcontext()
        if item.path not in self._lines:
            self._lines[item.path] = first_lines(item.path, self._boundary.binding.modules)
        return made_again(item.module, self._lines[item.path])  # type: ignore[attr-defined]

    @pytest.fixture
    def tmp_path(self) -> Path:
        """A folder that the submission sees, too."""
        return self._boundary.current.files.new_place("tmp_path")

    @pytest.fixture(scope="session")
    def tmp_path_factory(self) -> _Places:
        """Makes such folders."""
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


def _prelude(collection: Run) -> Prelude:
    """What has to be asked again before each test: all, if any of it gave an object."""
    if not any('"h"' in json.dumps(one.answer) for one in collection.record):
        return Prelude()
    count = collection.cells_numbered
    drops = [-number for number in range(1, 2 * count + _FORGOTTEN)]
    last = Exchange([drops, [], [], ["op", "bool", None]], answer=[[], "", "", ["ok", None], []])
    return Prelude([*collection.record, last], count)


def _replaces(exchange: Exchange) -> bool:
    """Whether something is replaced that stays replaced for the tests after this one."""
    _, _, patches, operation = exchange.request
    return (
        any(not _is_forgotten(*patch[:2]) for patch in patches)
        or operation[:2] == ["op", "reload"]
        or (operation[0] in ("set", "del") and operation[1][0] in ("m", "s"))
    )


def _is_forgotten(module: str, name: str) -> bool:
    """Whether the other end forgets by itself, when a test begins, that this was replaced.

    That is so for the test's files and where it works, variables and the limit of recursion.
    """
    return module in ("/", "cwd", "environ") or (module, name) == ("sys", "recursionlimit")


def _in_brief(answer: Reply, known: list[Any]) -> Reply:
    """The answer that is known, if it is that; else nothing of it."""
    if not isinstance(answer, list):
        return answer
    if answer[:5] == known:
        return known
    return []


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
