"""One examiner: a process that marks hand-ins as they come and puts each on disk at once."""

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
from ..errors import Fault, KitFault, SubmissionFault
from ..manual.evidence import review
from ..marking.mark import mark, unreadable, void
from ..marking.run_suite import hold
from ..marking.suite_result import Sit, Sitting
from ..marking.witnesses import unproven
from ..marks.mark_sheet import MarkSheet
from ..marks.verdict import State, Verdict
from ..questions.file import FILE as QUESTIONS
from ..questions.file import read_questions
from ..report.review import review_page
from ..report.table import row_of
from ..report.text import text_of
from ..sandbox.guest import kernel
from ..submission.reading import HandIn, Submission, read_submission
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
        hold(coursework, lambda sit: _serve(tasks, coursework, sit, out, fingerprint), questions)
    except Fault as fault:
        tasks.send(fault)
    except EOFError:
        raise
    except Exception as error:  # noqa: BLE001 told to the person who runs the kit
        tasks.send(KitFault(f"{type(error).__name__}: {error}"))


def _serve(
    tasks: Connection[Message, Task | None],
    coursework: Coursework,
    sit: Sit,
    out: Path,
    questions: str,
) -> None:
    proven = _Proven(coursework, sit, questions)
    tasks.send(None)
    while (task := tasks.recv()) is not None:
        try:
            if task.fingerprint.get("questions", "") != questions:
                raise KitFault(f"{out / QUESTIONS} was changed by another run")
            sheet = _marked(task, coursework, proven.sit, out, tasks.send)
            tasks.send(Stage.REPORTING)
            full = file_sheet(sheet, task, coursework, out)
        except Exception as error:  # noqa: BLE001 one bad hand-in never stops the rest
            sheet = void(task.hand_in, coursework, f"{type(error).__name__}: {error}")
            full = file_sheet(sheet, task, coursework, out)
        shown = full.as_seen(coursework.seen, task.phase)
        tasks.send(Outcome(row_of(full), text_of(shown)))


def _marked(
    task: Task, coursework: Coursework, sit: Sit, out: Path, begin: Callable[[Stage], None]
) -> MarkSheet:
    """The mark sheet of a hand-in, for which evidence is prepared if a person marks too."""
    try:
        submission = read_submission(task.hand_in, coursework)
    except SubmissionFault as fault:
        return unreadable(task.hand_in, coursework, str(fault))
    if coursework.scheme.by_person:
        begin(Stage.MEASURING)
        _prepare_review(submission, coursework, out / task.hand_in.name)
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


class _Proven:
    """Sits hand-ins, but voids what a right one does not pass."""

    def __init__(self, coursework: Coursework, sit: Sit, questions: str) -> None:
        self._sit = sit
        self._unproven = unproven(coursework, lambda: _not_passed(coursework, sit), questions)

    def sit(self, files: Mapping[str, str]) -> Sitting:
        sitting = self._sit(files)
        return replace(sitting, verdicts={**sitting.verdicts, **self._unproven})


def _not_passed(coursework: Coursework, sit: Sit) -> Mapping[str, Verdict]:
    """What some right hand-ins do not pass.

    The solution alone could not show its own mistakes, since what is expected comes
    from it; so some right specimens, written apart from it, are witnesses too.
    """
    found: dict[str, Verdict] = {}
    for name, files in _witnesses(coursework):
        for criterion, verdict in sit(files).verdicts.items():
            if verdict.state not in {State.PASSED, State.IN_PART}:
                why = f"{name}, which is right, does not pass: {verdict.reason}"
                found.setdefault(criterion, Verdict(State.VOID, why))
    return found


def _witnesses(coursework: Coursework) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The source texts of the solution and of some right specimens, by module."""
    folders = [coursework.solution]
    right = coursework.specimens / "right"
    if right.is_dir():
        specimens = sorted(path for path in right.iterdir() if path.is_dir())
        folders += specimens[:: max(1, len(specimens) // _WITNESSES)][:_WITNESSES]
    for folder in folders:
        submission = read_submission(HandIn(folder.name, folder), coursework)
        name = "the solution" if folder == coursework.solution else f"the specimen {folder.name}"
        yield name, {file.removesuffix(".py"): text for file, text in submission.files.items()}
