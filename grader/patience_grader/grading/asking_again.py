"""Examines one submission again to list what it was asked, beside its stored results."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..course.coursework import Course
from ..errors import InputError, SubmissionError
from ..marking.run_suite import run_suites
from ..marking.suite_result import RunSuite, SuiteResult
from ..marks.asked import Questions
from ..marks.mark_sheet import Award
from ..questions.file import FILE, read_questions
from ..submission.reading import digest, narrowed, read_submission
from ..suite.journal import Journal
from .results import Stored
from .sources import sources_of


@dataclass(frozen=True)
class AskedAgain:
    """The questions of some criteria, or why there are none."""

    questions: Mapping[str, Questions]
    """By criterion."""
    notes: Sequence[str] = ()
    """What is to be said of them, a line each."""


def ask_again(  # noqa: PLR0913, PLR0917 who is asked what, and how much of it is listed
    out: Path,
    course: Course,
    name: str,
    stored: Stored,
    criteria: Collection[Award],
    most: int,
    moved: Sequence[Path] = (),
) -> AskedAgain:
    """Asks a submission again all that it was asked, and lists it for these criteria.

    No more than so many questions of a criterion are listed. The suite is run in this process,
    whose modules and environment it changes. When the submission is not there any more, or is
    another one, a note says so. Raises KitError when the suite cannot be run.
    """
    try:
        sources = sources_of(out, course, [name], moved)
        (upload,) = sources.uploads
        chosen = sources.coursework
        if digest(narrowed(upload, chosen)) != stored.fingerprint.get("submission"):
            return AskedAgain({}, ("the submission has changed since; mark it again first",))
        submission = read_submission(upload, chosen)
        there = out / FILE
        questions = read_questions(there, chosen) if there.exists() else None
    except (InputError, SubmissionError) as fault:
        return AskedAgain({}, (f"its questions cannot be listed: {fault}",))
    files = {file.removesuffix(".py"): text for file, text in submission.files.items()}
    journal = Journal()
    results: list[SuiteResult] = []

    def use(run_suite: RunSuite) -> None:
        results.append(run_suite(files, journal=journal))

    run_suites(chosen, use, questions)
    examined = [one for one in criteria if not one.criterion.manual]
    return AskedAgain(
        {one.criterion.id: journal.questions(one.criterion.id, most) for one in examined},
        [note for one in examined for note in _differs(one, results[0])],
    )


def _differs(award: Award, result: SuiteResult) -> Sequence[str]:
    """A line if the criterion ends otherwise than it did."""
    now = result.verdicts.get(award.criterion.id)
    before = award.verdict.overridden or award.verdict.state
    if result.stopped or now is None or now.state == before:
        return ()
    return (
        f"{award.criterion.id} was {before} and is {now.state} when asked again: "
        "run patience verify to see why",
    )
