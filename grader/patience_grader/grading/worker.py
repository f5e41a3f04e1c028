"""One examiner: a process that marks submissions as they come and puts each on disk at once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from ..course.coursework import Coursework, read_coursework
from ..errors import KitError, PatienceError, SubmissionError
from ..manual.evidence import review
from ..marking.mark import mark, unreadable, void
from ..marking.run_suite import run_suites
from ..marking.suite_result import RunSuite, SuiteResult
from ..marking.witnesses import unwitnessed
from ..marks.mark_sheet import MarkSheet
from ..marks.verdict import State, Verdict
from ..questions.file import FILE as QUESTIONS
from ..questions.file import read_questions
from ..report.review import review_page
from ..report.table import row_of
from ..report.text import text_of
from ..sandbox.guest import kernel
from ..submission.reading import Submission, read_submission
from ..submission.upload import at
from .deadlines import Stage
from .results import Outcome, Task, file_sheet
from .worker_process import Message

_WITNESSES = 3


def main() -> None:
    """Marks the tasks that come over a connection until None comes, or until it ends.

    Its descriptor, the number of the command's process, with which this one ends whatever ends
    that, the course folder, the name of the coursework and the folder of the results
    are the arguments of the command. Sends None when ready, then the stages of each task and
    its Outcome; or a Fault when nothing can be marked.
    """
    descriptor, command, root, slug, out = sys.argv[1:]
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(command):
        return
    tasks: Connection[Message, Task | None] = Connection(int(descriptor))
    with tasks, suppress(EOFError, BrokenPipeError):
        _examine(tasks, Path(root), slug, Path(out))


def _examine(tasks: Connection[Message, Task | None], root: Path, slug: str, out: Path) -> None:
    try:
        coursework = read_coursework(root, slug)
        there = out / QUESTIONS
        questions = read_questions(there, coursework) if there.exists() else None
        fingerprint = questions.fingerprint if questions else ""
        run_suites(
            coursework, lambda sit: _serve(tasks, coursework, sit, out, fingerprint), questions
        )
    except PatienceError as fault:
        tasks.send(fault)
    except EOFError:
        raise
    except Exception as error:  # noqa: BLE001 told to the person who runs the kit
        tasks.send(KitError(f"{type(error).__name__}: {error}"))


def _serve(
    tasks: Connection[Message, Task | None],
    coursework: Coursework,
    sit: RunSuite,
    out: Path,
    questions: str,
) -> None:
    proven = _Witnessed(coursework, sit, questions)
    tasks.send(None)
    while (task := tasks.recv()) is not None:
        try:
            if task.fingerprint.get("questions", "") != questions:
                raise KitError(f"{out / QUESTIONS} was changed by another run")
            sheet = _marked(task, coursework, proven.sit, out, tasks.send)
            tasks.send(Stage.REPORTING)
            full = file_sheet(sheet, task, coursework, out)
        except Exception as error:  # noqa: BLE001 one bad submission never stops the rest
            sheet = void(task.upload, coursework, f"{type(error).__name__}: {error}")
            full = file_sheet(sheet, task, coursework, out)
        shown = full.as_visible(coursework.visibility, task.phase)
        tasks.send(Outcome(row_of(full), text_of(shown)))


def _marked(
    task: Task, coursework: Coursework, sit: RunSuite, out: Path, begin: Callable[[Stage], None]
) -> MarkSheet:
    """The mark sheet of a submission, for which evidence is prepared if a person marks too."""
    try:
        submission = read_submission(task.upload, coursework)
    except SubmissionError as fault:
        return unreadable(task.upload, coursework, str(fault))
    if coursework.scheme.manual:
        begin(Stage.MEASURING)
        _prepare_review(submission, coursework, out / task.upload.name)
    begin(Stage.MARKING)
    return mark(submission, coursework, sit)


def _prepare_review(submission: Submission, coursework: Coursework, folder: Path) -> None:
    """Writes `review.html`, for the person who marks what no suite can."""
    found = review(submission.files)
    page = review_page(
        found, submission.files, coursework.scheme, coursework.title, submission.name
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "review.html").write_text(page, encoding="utf-8", errors="replace")


class _Witnessed:
    """Sits submissions, but voids what a right one does not pass."""

    def __init__(self, coursework: Coursework, sit: RunSuite, questions: str) -> None:
        self._run_one = sit
        self._unproven = unwitnessed(coursework, lambda: _not_passed(coursework, sit), questions)

    def sit(self, files: Mapping[str, str]) -> SuiteResult:
        sitting = self._run_one(files)
        return replace(sitting, verdicts={**sitting.verdicts, **self._unproven})


def _not_passed(coursework: Coursework, sit: RunSuite) -> Mapping[str, Verdict]:
    """What some right submissions do not pass.

    The solution alone could not show its own mistakes, since what is expected comes
    from it; so some right submissions, written apart from it, are witnesses too.
    """
    found: dict[str, Verdict] = {}
    for name, files in _witnesses(coursework):
        for criterion, verdict in sit(files).verdicts.items():
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
