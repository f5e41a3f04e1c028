"""A collected plain suite: runs a test of it on the reference, or beside a submission."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from types import FrameType
from typing import Any

import pytest

from ..boundary.asked import Asked
from ..boundary.binding import BoundMeta
from ..boundary.bound_functions import BoundFunction
from ..boundary.bound_modules import BoundModule
from ..boundary.boundary import Boundary
from ..boundary.bounds import time_limited, wait_limited
from ..boundary.criteria import Criterion
from ..boundary.examples import ShrinkingEnded
from ..boundary.exchange import Exchange
from ..boundary.item_runner import Call, ItemRunner
from ..boundary.kept_examples import EndedOtherwise, KeptExample, can_be_kept, run_on
from ..boundary.on_behalf import is_for_suite
from ..boundary.output import kept, looks_at_streams, unheard
from ..boundary.patches import is_forgotten, put_back
from ..boundary.prelude import Prelude, Replayed
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
from ..boundary.signals import BoundarySignal, Unusable
from ..boundary.suite_state import SuiteState
from ..course.coursework import Coursework
from ..errors import InputError, KitError
from ..sandbox.memory import FILE_MIB, TEST_MIB, file_size_limited, memory_limited
from ..suite.misreading import Reading
from .guests import guests_of
from .recorded import Examined, Recorded, played_in
from .replies import Accepted, AskedOtherwise

_TEMPORARY = {"tempfile", "NamedTemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp"}
_CLOCKS = frozenset(
    (
        "time timeit default_timer perf_counter monotonic process_time thread_time "
        "time_ns perf_counter_ns monotonic_ns process_time_ns alarm setitimer"
    ).split()
)
"""Names without which nobody looks at the clock."""
_RUNNING = ("run", "runpy")
"""The operations that run a student's file as a script."""
_MOST_SCRIPTED = 20_000
"""A test that asks more than this of the reference is always run."""
_MOST_COLLECTED = 3_000
"""So many operations are asked again before each test."""
_SPARE_SECONDS = 60
_FORGOTTEN = 200
"""Lists that were spoken of at collection have new numbers in a test."""


class CollectedSuite:
    """Runs collected tests with names bound to the reference or to a submission."""

    def __init__(self, coursework: Coursework, boundary: Boundary) -> None:
        self.folder = coursework.suites.resolve()
        self.boundary = boundary
        self.runner = ItemRunner()
        self.accepted = Accepted()
        self.prelude = Prelude()
        """What was asked when the suite was collected."""
        self.longest = _SPARE_SECONDS + coursework.limits.wall_seconds_per_submission
        """So many seconds a test may work, or wait, on the solution."""
        self._has_files = bool(coursework.limits.scratch_mib)
        self._keys = {coursework.full_name(one): one[:-3] for one in coursework.required}
        """The names of students' files without `.py`, by the full names of the modules."""
        self._state = SuiteState(self.folder, boundary.given)
        self._constants: list[Constant] = []
        self._first: dict[Path, range] = {}
        """Which operations each file of the suite asks for when it is imported."""
        self._lines: dict[Path, FirstLines] = {}
        self._used: dict[str, set[str]] = {}
        self._shown: dict[str, set[str]] = {}
        """Which files beside the tests each test names to the solution."""

    @contextlib.contextmanager
    def importing(self, file: Path) -> Iterator[None]:
        """Takes down what a file asks for while this lasts."""
        record = self.boundary.collection.record
        start = len(record)
        yield
        there = self._first.get(file, range(start, start))
        if len(record) > start:
            self._first[file] = range(min(there.start, start), len(record))

    def get_ready(self) -> None:
        """Notes what collecting has brought about, when all of it is collected."""
        self._constants = constants_in(self.folder, self.boundary.binding)
        self.boundary.get_ready()
        self.prelude = _prelude(self.boundary.collection)
        if len(self.prelude.exchanges) > _MOST_COLLECTED:
            raise InputError(self._asks_too_much())

    def _asks_too_much(self) -> str:
        """Why a suite cannot be used that asks so much when it is imported, and what to do."""
        file, places = max(self._first.items(), key=lambda one: len(one[1]))
        name = f"{self.folder.name}/{file.relative_to(self.folder).as_posix()}"
        return (
            f"grader/suites/{name}: importing it asks students' code for {len(places):,} things "
            "and keeps objects of theirs, so that each test would ask for all of it again "
            f"({_MOST_COLLECTED:,} is the most); make such values in a fixture, or, if students "
            "are given the module that they are of, take it out of required, or name a stub that "
            "has it unchanged"
        )

    def recorded(self, criterion: Criterion) -> Examined:
        """Runs the tests of a criterion on the reference, and takes down what they ask.

        Parameters for which the test is skipped examine nothing.
        """
        tests = [self._recorded(item) for item in criterion.items]
        done = [test for test in tests if not isinstance(test.error, pytest.skip.Exception)]
        return Examined(criterion, done or tests)

    def _recorded(self, item: pytest.Item) -> Recorded:
        run = self.new_run()
        if test := getattr(item, "obj", None):
            run.asking.read(test, partial(_given_to, item))
        begun, end = process_time(), monotonic() + self.longest
        endless: list[BoundarySignal] = []

        def late() -> BoundarySignal:
            endless[:] = [Unusable(f"it does not end within {self.longest:g} s")]
            return endless[0]

        def waits() -> BoundarySignal | None:
            return late() if monotonic() > end else None

        with (
            wait_limited(self._is_for_suite, waits),
            time_limited(self.longest, self.boundary.is_asked_by_suite, late),
        ):
            error = self.run(item, run)
        if endless or isinstance(run.standing.loss, Unusable):
            error = endless[0] if endless else run.standing.loss
        if used := self._state.iterators.used_generator():
            error = Unusable(f"{used} is a generator, which one run uses up; make it a list")
        seconds = process_time() - begun
        record = run.record
        is_scriptable = not run.calls_back.were_made and len(record) <= _MOST_SCRIPTED
        is_scriptable &= not any(_replaces(one) for one in record)
        clocks = self._used[item.nodeid] & _CLOCKS
        is_scriptable &= not clocks
        asked = run.asking.required
        allowed = self.runner.allowed
        examples = run.examples.kept if error is None and can_be_kept(item) else None
        return Recorded(
            *(item, record, asked, is_scriptable, error, seconds, clocks, allowed),
            examples=examples or (),
        )

    def new_run(
        self,
        student: Asked | None = None,
        record: Sequence[Exchange] = (),
        collected: Replayed | None = None,
        reading: Reading | None = None,
        *,
        is_apart: bool = False,
    ) -> Run:
        """A run of a test on the reference; with a student, on a submission beside it."""
        known = collected or Replayed(self.prelude)
        return Run(self.boundary, student, record, known, reading, is_apart=is_apart)

    def imported_by(self, item: pytest.Item) -> set[str]:
        """The students' files, without `.py`, that the file of a test imports."""
        exchanges = self.prelude.exchanges
        asked = [exchanges[place].request[3] for place in self.asked_at_import(item.path)]
        held = vars(getattr(item, "module", None) or object).values()
        modules = {one[1].partition(":")[0] for one in asked if one[0] == "name"}
        modules |= {
            (self.boundary.binding.path(one) or "").partition(":")[0]
            for one in held
            if type(one) in (BoundModule, BoundFunction, BoundMeta)
        }
        return {self._keys[name] for name in modules if name in self._keys}

    def used_by(self, test: Recorded) -> set[str]:
        """The students' files, without `.py`, that a test asks for something by its name."""
        return {key for name, key in self._keys.items() if f'"{name}:' in test.requests}

    @staticmethod
    def runs_scripts(test: Recorded) -> bool:
        """Whether a test runs files as scripts, as they were handed in."""
        return any(one.request[3][0] in _RUNNING for one in test.exchanges)

    def asked_at_import(self, file: Path) -> range:
        """What of the prelude was asked when this file was imported."""
        return self._first.get(file, range(0)) if self.prelude.exchanges else range(0)

    def is_repeatable(self, examined: Examined) -> bool:
        """Whether the reference answers the same where the cases of a test share its state."""
        if examined.is_repeatable is None:
            tests = examined.tests
            is_scriptable = all(test.is_scriptable for test in tests)
            examined.is_repeatable = is_scriptable and not self._changed(tests)
        return examined.is_repeatable

    def in_guests(self, examined: Collection[Examined]) -> Sequence[Sequence[int]]:
        """The numbers, among those that are played, of the tests that each guest is asked.

        Tests that the reference answers differently there than alone are noted as disturbed first,
        such as one that looks at how many objects a class has made, unless it is enough that their
        questions are sent one by one: what is sent together drops lists later.
        """
        while True:
            tests, criteria = played_in(examined)
            guests = guests_of([one.script for one in tests], criteria)
            together = [[tests[number] for number in numbers] for numbers in guests]
            disturbed = [some[place] for some in together for place in self._changed(some)]
            if not disturbed:
                return guests
            for test in disturbed:
                test.is_disturbed = test.is_one_by_one
                test.is_one_by_one = True

    def _changed(self, tests: Sequence[Recorded]) -> list[int]:
        """Which tests the reference answers otherwise where they share its state."""
        run = self.new_run()
        asked = [test.sent for test in tests]
        with put_back(self.boundary.replaceable), self._state.kept(), contextlib.closing(run):
            place = run.files.working() if self._has_files else contextlib.nullcontext()
            with self.boundary.running(run), unheard(), place:
                return run.following.changed(asked)

    def run(
        self,
        item: pytest.Item,
        run: Run,
        seconds: float | None = None,
        examples: Sequence[KeptExample] = (),
    ) -> BaseException | None:
        """How a test ended; it may take so much time. With `examples` nothing else is drawn."""
        call = partial(run_on, examples) if examples else None
        with put_back(self.boundary.replaceable), self._state.kept():
            return self._run_here(item, run, seconds, call)

    def _run_here(
        self,
        item: pytest.Item,
        run: Run,
        seconds: float | None,
        call: Call | None,
    ) -> BaseException | None:
        if item.nodeid not in self._used:
            self._used[item.nodeid] = names_used(item)
        used = self._used[item.nodeid]
        if run.student is not None:
            run.files.may_show = self._shown.get(item.nodeid, ())
        place = tempfile.tempdir
        limited = partial(self._limited, run, seconds) if seconds else contextlib.nullcontext
        try:
            if used & _TEMPORARY:
                tempfile.tempdir = str(run.files.new_place("tmp"))
            printing = kept() if looks_at_streams(used) else unheard()
            with self.boundary.running(run), printing, contextlib.ExitStack() as stack:
                try:
                    stack.enter_context(rebound(run, self._constants, used))
                    if self._has_files:
                        stack.enter_context(run.files.working())
                    with limited():
                        stack.enter_context(self._made_again(item))
                except KitError:
                    raise
                except Exception as error:  # noqa: BLE001 as a test's own
                    return error
                ended = self.runner.run(item, limited, call)
        except (BoundarySignal, ShrinkingEnded, AskedOtherwise, EndedOtherwise) as signal:
            return signal
        finally:
            tempfile.tempdir = place
            if run.student is None:
                self._shown.setdefault(item.nodeid, set()).update(run.files.shown)
            run.close()
        return ended

    def _is_for_suite(self, frame: FrameType | None) -> bool:
        return is_for_suite(frame, self.boundary.own_folders)

    @contextlib.contextmanager
    def _limited(self, run: Run, seconds: float) -> Iterator[None]:
        """While this lasts, the suite's code has an end, whatever a submission has answered."""
        late = partial(run.lose_by_time, f"{seconds:.0f} s of processor time")
        with (
            wait_limited(self._is_for_suite, run.lose_by_waiting),
            memory_limited(TEST_MIB),
            file_size_limited(FILE_MIB),
            time_limited(seconds, self.boundary.is_asked_by_suite, late),
        ):
            yield

    def _made_again(self, item: pytest.Item) -> contextlib.AbstractContextManager[None]:
        """What the file of a test makes of students' code when it is imported is made anew."""
        record = self.boundary.collection.record
        kinds = {record[place].request[3][0] for place in self._first.get(item.path, ())}
        if kinds <= {"name", "attr"}:
            return contextlib.nullcontext()
        if item.path not in self._lines:
            self._lines[item.path] = first_lines(item.path, self.boundary.binding.modules)
        return made_again(item.module, self._lines[item.path])  # type: ignore[attr-defined]


def _given_to(item: Any) -> Mapping[str, Any]:
    """What the function of a test is called with, by name, as far as pytest knows it."""
    return {**getattr(item, "funcargs", {}), "self": getattr(item, "instance", None)}


def _prelude(collection: Run) -> Prelude:
    """What has to be asked again before each test: all, if any of it gave an object."""
    if not any('"h"' in json.dumps(one.answer) for one in collection.record):
        return Prelude()
    count = collection.cells_numbered
    drops = [-number for number in range(1, 2 * count + _FORGOTTEN)]
    last = Exchange(
        [drops, [], [], ["op", "bool", None]], answer=[[], "", "", ["ok", ["false"]], []]
    )
    return Prelude([*collection.record, last], count)


def _replaces(exchange: Exchange) -> bool:
    """Whether something is replaced that stays replaced for the tests after this one."""
    _, _, patches, operation = exchange.request
    return (
        any(not is_forgotten(*patch[:2]) for patch in patches)
        or operation[:2] in (["op", "reload"], ["op", "set_member"])
        or (operation[0] in ("set", "del") and operation[1][0] in ("m", "s"))
    )
