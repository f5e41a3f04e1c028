"""Sits a student's folder down to the public questions."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from ..course.public import PublicCoursework, Rule
from ..marks.verdict import PASSED, State, Verdict, VerdictReached
from ..marks.visibility import as_visible
from ..sandbox.answers import Answer
from ..sandbox.at_home import host_at_home
from ..sandbox.student import Student
from ..sandbox.talk import Host
from ..suite.judging import describe, trace_of
from .result import Looked, Part, Result, changed_files, own_work, read_upload, to_do
from .suites import open_suites, test_of


class Checker:
    """Checks one coursework, as often as it is asked."""

    def __init__(self, public: PublicCoursework, root: Path, host: Host) -> None:
        """`root` holds the folder `suites`."""
        self.public = public
        self._host = host
        self._types = open_suites(public, root)

    def close(self) -> None:
        """Ends whatever runs."""
        self._host.close()

    def check(self, upload: Path, exercises: Collection[str] = ()) -> Result:
        """What is found in a folder or zip, in these exercises or in all.

        Raises SubmissionError when it cannot be read.
        """
        submission = read_upload(upload, self.public)
        result = self.check_files(submission.files, exercises)
        if upload.is_file() and not (submission.remarks or submission.own_work):
            result = replace(result, packed_as_asked=True)
        unread = (f"{name}: {why}" for name, why in submission.broken.items())
        own = own_work(submission, result, upload)
        remarks = (
            *submission.remarks,
            *submission.notes,
            *own,
            *changed_files(upload, self.public),
        )
        return replace(result, broken=(*unread, *result.broken), remarks=remarks)

    def check_files(self, texts: Mapping[str, str], exercises: Collection[str] = ()) -> Result:
        """What is found in source texts, by file name, in these exercises or in all."""
        files = _modules(texts)
        skeleton = _modules(self.public.skeleton)
        chosen = [one for one in self.public.exercises if not one.manual]
        chosen = [one for one in chosen if not exercises or one.name in exercises]
        if texts == self.public.skeleton:
            parts = tuple(Part(one, tuple(map(to_do, one.rules))) for one in chosen)
            return Result(parts)
        with Student(self._host, self._types, {**skeleton, **files}, skeleton) as student:
            parts = tuple(
                Part(one, tuple(self._look(student, rule) for rule in one.rules)) for one in chosen
            )
        troubles = tuple(_trouble(name, why) for name, why in student.troubles.items())
        unusable = {f"{self.public.package}/{name}.py" for name in student.troubles}
        parts = tuple(
            replace(part, broken=file) if file in unusable else part
            for part in parts
            for file in [self.public.file_of(part.exercise.name)]
        )
        return Result(parts, troubles)

    def _look(self, student: Student, rule: Rule) -> Looked:
        try:
            test_of(self.public, rule)(student)
        except VerdictReached as judged:
            return Looked(rule, as_visible(judged.verdict, rule.level))
        except Exception as error:  # noqa: BLE001 told as a fault of the check
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            return Looked(rule, Verdict(State.VOID, f"{type(error).__name__}: {error} ({where})"))
        return Looked(rule, PASSED)


def _trouble(module: str, why: Answer) -> str:
    """Why a file cannot be imported, with the line of it that is to blame."""
    *_, last = ("", *trace_of(why))
    return f"{module}.py: {describe(why)}" + (f" ({last})" if last else "")


def _modules(files: Mapping[str, str]) -> dict[str, str]:
    return {name.removesuffix(".py"): text for name, text in files.items()}


def new_host(public: PublicCoursework) -> Host:
    """What starts guests: locked as when they are marked, if this system can."""
    return host_at_home(public.preload(), public.limits)
