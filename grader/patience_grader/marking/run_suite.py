"""Runs the suites on submissions: collected once, for many submissions.

A suite's modules are imported once; every submission then runs through their tests, one a
criterion, which take the submission and nothing else. A test that returns passes its
criterion, one that raises VerdictReached ends it with that verdict, and anything else is our own
fault and voids it.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import FunctionType

from ..course.coursework import Coursework
from ..errors import InputError, KitError, PatienceError
from ..marks.verdict import PASSED, State, Verdict, VerdictReached
from ..questions.file import Questions, put_in_place
from ..sandbox.guest.wire import Types
from ..sandbox.order import Order
from ..sandbox.seeds import PUBLIC_KEY
from ..sandbox.student import Answered, Student, nobody
from ..suite.bank import Edition, making
from ..suite.journal import Journal
from ..suite.misreading import MisreadingError, Reader, Reading
from ..suite.naming import MODULES, Place, criterion_at, place_of
from .misreading import Explained, Judged, drawn_both_ways, readings_of
from .own_parent import OwnParent
from .shares import examine_in_shares
from .suite_result import SuiteResult, SuiteRunner

_RAISED = (Exception, SystemExit)
"""What a test of a suite may end with."""

Test = Callable[[Student], None]
"""Examines a criterion of a submission. Raises VerdictReached unless it is passed."""


def run_suites(
    coursework: Coursework, use: Callable[[SuiteRunner], None], questions: Questions | None = None
) -> None:
    """Collects the suites of a coursework and hands `use` a function that examines a submission.

    That function takes source texts by module name and returns a `SuiteResult`. Without `questions`
    the bank draws them from the public default.
    The process must be the kit's own: its `sys.path`, its modules and its environment are changed.
    Raises InputError when criteria and tests do not match one to one, and KitError
    when the suites cannot be collected.
    """
    key = bytes.fromhex(questions.seeds) if questions else PUBLIC_KEY
    if coursework.tests:
        from .collecting import hold_plain  # noqa: PLC0415 imports Hypothesis, which takes long

        hold_plain(coursework, use, key)
        return
    with making(Edition(key=None if questions else PUBLIC_KEY)):
        _run_suites(coursework, use, questions, key)


def _run_suites(
    coursework: Coursework,
    use: Callable[[SuiteRunner], None],
    questions: Questions | None,
    key: bytes,
) -> None:
    root = coursework.root
    sys.path[:0] = [str(root / "solution"), str(root / "grader")]
    if questions is not None:
        put_in_place(questions, coursework)
    runner = _Runner(coursework, _tests_of(coursework), key)
    try:
        use(runner)
    finally:
        runner.close()


def _tests_of(coursework: Coursework) -> dict[str, Test]:
    """The test of each criterion that is examined, in the order of the handout."""
    found = {
        criterion_at(Place(file.stem, name)): value
        for file in sorted(coursework.suites.glob(MODULES))
        for name, value in _imported(coursework, file).items()
        if name.startswith("test_") and isinstance(value, FunctionType)
    }
    file = f"handout/{coursework.slug}.md"
    examined = coursework.scheme.examined
    for criterion in examined:
        if criterion.id not in found:
            suite = f"suites/{coursework.slug}/{place_of(criterion.id).module}.py"
            raise InputError(f"{file}:{criterion.line}: no test in {suite} examines {criterion.id}")
    ids = {criterion.id for criterion in examined}
    for name, test in found.items():
        code = test.__code__
        where = f"{Path(code.co_filename).relative_to(coursework.root)}:{code.co_firstlineno}"
        if name not in ids:
            raise InputError(f"{where}: {name} is not a criterion of {file}")
        if list(inspect.signature(test).parameters) != ["student"]:
            raise InputError(f"{where}: {test.__name__} must take student, and nothing else")
    return {one.id: found[one.id] for one in examined}


def _imported(coursework: Coursework, file: Path) -> Mapping[str, object]:
    """What a module of the suite defines. Raises KitError when it cannot be imported."""
    try:
        return vars(importlib.import_module(f"suites.{coursework.slug}.{file.stem}"))
    except PatienceError:
        raise
    except _RAISED as error:
        told = "".join(traceback.format_exception(error))
        raise KitError(f"the suites cannot be read:\n{told}") from error


class _Runner:
    def __init__(self, coursework: Coursework, tests: Mapping[str, Test], seeds: bytes) -> None:
        self._coursework = coursework
        self._tests = tests
        self._seeds = seeds
        self._types = Types(
            [
                importlib.import_module(f"{coursework.package}.{name}")
                for name in coursework.shared_types
            ]
        )
        self._skeleton = {
            name.removesuffix(".py"): (coursework.skeleton / name).read_text(encoding="utf-8")
            for name in coursework.required
        }
        self._readings = readings_of(coursework)
        self._parent = OwnParent(coursework)

    def close(self) -> None:
        self._parent.close()

    def get_ready(self) -> None:
        """Starts the parent of the guests."""
        self._parent.get()

    def __call__(
        self,
        files: Mapping[str, str],
        answered: Answered = nobody,
        journal: Journal | None = None,
    ) -> SuiteResult:
        """What became of a submission's source texts, by module name."""
        try:
            with self._student(files, answered) as student:
                student.heard = journal.hear if journal else None
                verdicts: Mapping[str, Verdict] = {
                    criterion: self._examined(criterion, student, journal)
                    for criterion in self._tests
                }
                stopped, troubles = student.stopped, dict(student.troubles)
                student.heard = None
                if stopped:
                    kept, explained = self._in_shares(student), Explained()
                    verdicts, stopped = kept or verdicts, "" if kept else stopped
                else:
                    if all(one is PASSED for one in verdicts.values()):
                        self._note_order(student)
                    explained = self._explained(verdicts, student)
        except KitError:
            self._parent.forget()
            raise
        return SuiteResult(explained.flagged(verdicts), troubles, stopped, explained.misread)

    def _note_order(self, student: Student) -> None:
        """What a submission was asked that passes everything is what others will be asked."""
        parent, order = self._parent.get(), Order(student.asked)
        if order.asked != parent.order.asked:
            parent.order = order

    def _in_shares(self, slow: Student) -> Mapping[str, Verdict]:
        """What counts of a submission that is too slow as a whole; empty if nothing does."""
        with slow.anew() as student:
            return examine_in_shares(
                student, self._tests, partial(self._examined, student=student, journal=None)
            )

    def _examined(self, criterion: str, student: Student, journal: Journal | None) -> Verdict:
        if journal:
            journal.begin(criterion)
        student.begin_criterion()
        return self._verdict(self._tests[criterion], student)

    def _verdict(self, test: Test, student: Student) -> Verdict:
        """How the criterion of this test ends."""
        try:
            test(student)
        except VerdictReached as reached:
            return reached.verdict
        except MisreadingError:
            raise
        except _RAISED as error:
            return self._void(error)
        return PASSED

    def _explained(self, verdicts: Mapping[str, Verdict], student: Student) -> Explained:
        """What explains most of what was lost, if the coursework names misreadings."""
        if self._readings is None or any(one.state is State.VOID for one in verdicts.values()):
            return Explained()
        return self._readings.explain(verdicts, partial(self._judge, student))

    def _judge(self, student: Student, reading: Reading, criterion: str) -> Judged:
        """How the criterion ends by this reading.

        Raises MisreadingError if the reading fails, and KitError if the suite does.
        """
        found = self._judge_once(student, criterion, Reader(reading, only_first=True))
        if found.state is not State.PASSED or not found.is_read:
            return found
        return self._judge_once(student, criterion, Reader(reading, only_first=False))

    def _judge_once(self, student: Student, criterion: str, reader: Reader) -> Judged:
        student.reading = reader
        try:
            verdict = self._verdict(self._tests[criterion], student)
        finally:
            student.reading = None
        if verdict.state is State.VOID:
            raise KitError(verdict.reason)
        if not reader.read:
            return Judged(verdict.state, is_read=False)
        shown = partial(drawn_both_ways, reader.reading, reader.read[0])
        return Judged(verdict.state, is_read=True, shown=shown)

    def _student(self, files: Mapping[str, str], answered: Answered) -> Student:
        required, skeleton = {**self._skeleton, **files}, self._skeleton
        return Student(self._parent.get(), self._types, required, skeleton, self._seeds, answered)

    def _void(self, error: BaseException) -> Verdict:
        if isinstance(error, KitError):
            self._parent.forget()
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename}:{last.lineno}"
        return Verdict(State.VOID, f"{type(error).__name__}: {error} ({where})")
