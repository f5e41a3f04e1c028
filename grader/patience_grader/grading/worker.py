"""The template of the workers, and a worker: it marks submissions and puts each on disk at once."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing import reduction
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import NoReturn

from ..course.coursework import Coursework
from ..course.fingerprint import reports_fingerprint
from ..errors import KitError, PatienceError, SubmissionError, WriteError
from ..marking.mark import mark, unreadable, void
from ..marking.run_suite import run_suites
from ..marking.suite_result import RunSuite, SuiteResult, SuiteRunner
from ..marking.witnesses import unwitnessed
from ..marks.mark_sheet import MarkSheet
from ..marks.verdict import State, Verdict
from ..questions.file import FILE as QUESTIONS
from ..questions.file import read_questions
from ..report import page
from ..report.table import row_of
from ..report.text import text_of
from ..sandbox.guest import kernel
from ..sandbox.memory import memory_limited
from ..sandbox.student import Answered, nobody
from ..submission.reading import read_submission
from ..submission.upload import at
from ..suite.journal import Journal
from .deadlines import Stage
from .evidence_page import write_review_page
from .results import Outcome, Task, file_sheet
from .template import Reap, Reply, Request, Start
from .worker_process import Message, Progress

_WITNESSES = 3
_TELL_SECONDS = 0.1
_MOST_MIB = 1024
"""So much memory may a worker take beyond what it begins with. Its parts stay far below that."""


def main() -> None:
    """Serves a command, with the arguments of `serve` as those of the program."""
    descriptor, command = map(int, sys.argv[1:])
    serve(descriptor, command)


def serve(descriptor: int, command: int) -> NoReturn:
    """Collects the suites and forks a worker whenever one is asked for, until None is; then ends.

    `descriptor` is that of the connection to the command, and `command` the number of its process,
    with which this one ends whatever ends that. Receives a Start first. Sends None
    when ready, or the error for which nothing can be marked. A worker sends the stages of each
    task that it receives and its Outcome, until it receives None.
    """
    if not _lives_with(command):
        os._exit(0)
    sys.argv[:] = sys.orig_argv[:] = [""]
    gc.disable()
    line: Connection[Reply, Request] = Connection(descriptor)
    with line, suppress(EOFError, BrokenPipeError):
        try:
            start = line.recv()
            assert isinstance(start, Start)
            tempfile.tempdir = os.environ["TMPDIR"] = str(start.temporary)
            _collect(line, start)
        except PatienceError as fault:
            line.send(fault)
        except (EOFError, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001 told to the person who runs the kit
            line.send(KitError(f"{type(error).__name__}: {error}"))
    os._exit(0)  # what an interpreter does at its end takes long here, and nothing needs it


def _lives_with(parent: int) -> bool:
    """Lets this process be killed when its parent ends; whether that still lives."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == parent


def _collect(line: Connection[Reply, Request], start: Start) -> None:
    coursework, out = start.coursework, start.out
    there = out / QUESTIONS
    questions = read_questions(there, coursework) if there.exists() else None
    fingerprint = questions.fingerprint if questions else ""

    def use(run_suite: SuiteRunner) -> None:
        is_warm = False

        def prove() -> Mapping[str, Verdict]:
            nonlocal is_warm
            is_warm = True
            return _not_passed(coursework, run_suite)

        unproven = unwitnessed(coursework, prove, fingerprint)
        if start.warm and not is_warm:
            with suppress(KitError):  # told by the workers of each submission
                run_suite(next(_witnesses(coursework))[1])
        page.prepare(coursework)
        reports_fingerprint()
        gc.freeze()  # all of it stays: workers share it, and no collection looks at it
        gc.enable()
        line.send(None)
        if (descriptor := _forked(line)) is not None:
            with Connection(descriptor) as tasks, memory_limited(_MOST_MIB):
                _serve(tasks, coursework, _Voiding(run_suite, unproven), out, fingerprint)

    run_suites(coursework, use, questions)


def _forked(line: Connection[Reply, Request]) -> int | None:
    """Forks workers. In each of them, the descriptor of its tasks; in the template None at last."""
    while request := line.recv():
        if isinstance(request, Reap):
            line.send(os.waitstatus_to_exitcode(os.waitpid(request.pid, 0)[1]))
            continue
        descriptor, template = reduction.recv_handle(line), os.getpid()
        if not (pid := os.fork()):
            line.close()
            if not _lives_with(template):
                raise EOFError
            return descriptor
        os.close(descriptor)
        line.send(pid)
    return None


def _serve(
    tasks: Connection[Message, Task | None],
    coursework: Coursework,
    run_suite: SuiteRunner,
    out: Path,
    questions: str,
) -> None:
    with suppress(KitError):  # raised again for each submission
        run_suite.get_ready()
    while (task := tasks.recv()) is not None:
        tasks.send(Stage.READING)
        try:
            full = _filed(task, coursework, run_suite, out, questions, tasks.send)
        except WriteError as fault:  # nothing can be filed, and no student loses by that
            tasks.send(fault)
            return
        shown = full.as_visible(coursework.visibility, task.phase)
        tasks.send(Outcome(row_of(full), text_of(shown)))


def _filed(  # noqa: PLR0913, PLR0917 a task, what it is marked with, and where it is filed
    task: Task,
    coursework: Coursework,
    run_suite: SuiteRunner,
    out: Path,
    questions: str,
    tell: Callable[[Message], None],
) -> MarkSheet:
    """The complete sheet of a task, whose results are on disk. Raises WriteError."""
    try:
        if task.fingerprint.get("questions", "") != questions:
            raise KitError(f"{out / QUESTIONS} was changed by another run")
        sheet = _marked(task, coursework, run_suite, out, tell)
        tell(Stage.REPORTING)
        return file_sheet(sheet, task, coursework, out)
    except WriteError:
        raise
    except Exception as error:  # noqa: BLE001 one bad submission never stops the rest
        sheet = void(task.upload, coursework, f"{type(error).__name__}: {error}")
        return file_sheet(sheet, task, coursework, out)


def _marked(
    task: Task,
    coursework: Coursework,
    run_suite: RunSuite,
    out: Path,
    tell: Callable[[Message], None],
) -> MarkSheet:
    """The mark sheet of a submission, for which evidence is prepared if a person marks too."""
    try:
        submission = read_submission(task.upload, coursework)
    except SubmissionError as fault:
        return unreadable(task.upload, coursework, str(fault))
    if coursework.scheme.manual:
        tell(Stage.MEASURING)
        write_review_page(submission, coursework, out)
    tell(Stage.MARKING)
    return mark(submission, coursework, run_suite, _counted(tell))


def _counted(tell: Callable[[Message], None]) -> Answered:
    """Counts answers, and tells now and then how many have come.

    A suite may replace `time.monotonic` meanwhile.
    """
    count, told = 0, monotonic()

    def answered(more: int) -> None:
        nonlocal count, told
        count += more
        if (now := monotonic()) - told > _TELL_SECONDS:
            told = now
            tell(Progress(count))

    return answered


class _Voiding:
    """Examines submissions, but voids what a right one does not pass."""

    def __init__(self, run_suite: SuiteRunner, unproven: Mapping[str, Verdict]) -> None:
        self._run_suite = run_suite
        self._unproven = unproven
        self.get_ready = run_suite.get_ready

    def __call__(
        self,
        files: Mapping[str, str],
        answered: Answered = nobody,
        journal: Journal | None = None,
    ) -> SuiteResult:
        result = self._run_suite(files, answered, journal)
        return replace(result, verdicts={**result.verdicts, **self._unproven})


def _not_passed(coursework: Coursework, run_suite: RunSuite) -> Mapping[str, Verdict]:
    """What some right submissions do not pass.

    The solution alone could not show its own mistakes, since what is expected comes
    from it; so some right submissions, written apart from it, are witnesses too.
    """
    found: dict[str, Verdict] = {}
    for name, files in _witnesses(coursework):
        for criterion, verdict in run_suite(files).verdicts.items():
            if verdict.state not in {State.PASSED, State.PARTIAL}:
                why = f"{name}, which is right, does not pass: {verdict.reason}"
                found.setdefault(criterion, Verdict(State.VOID, why))
    return found


def _witnesses(coursework: Coursework) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The source texts of the solution and of some right submissions, by module."""
    folders = [coursework.solution]
    right = coursework.known_submissions / "right"
    if right.is_dir():
        known_submissions = sorted(path for path in right.iterdir() if path.is_dir())
        folders += known_submissions[:: max(1, len(known_submissions) // _WITNESSES)][:_WITNESSES]
    for folder in folders:
        submission = read_submission(at(folder, folder.name), coursework)
        name = "the solution" if folder == coursework.solution else f"the submission {folder.name}"
        yield name, {file.removesuffix(".py"): text for file, text in submission.files.items()}
