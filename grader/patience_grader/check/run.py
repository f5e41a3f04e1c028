"""Sits a student's folder down to the public questions."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..course.public import Exercise, PublicCoursework, Rule
from ..errors import KitError
from ..marks.verdict import PASSED, State, Verdict, VerdictReached
from ..marks.visibility import as_visible
from ..sandbox.answers import Answer, Missing
from ..sandbox.student import Student
from ..sandbox.talk import Host
from ..sandbox.unlocked import UnlockedHost
from ..submission.reading import Submission, read_submission
from ..submission.upload import at
from ..suite.cases import describe, trace_of
from .suites import open_suites, test_of


@dataclass(frozen=True)
class Looked:
    """A rule and what became of it."""

    rule: Rule
    verdict: Verdict

    @property
    def is_kept(self) -> bool:
        """Whether the rule is kept."""
        return self.verdict.state is State.PASSED

    @property
    def is_begun(self) -> bool:
        """Whether there is anything that could be right or wrong."""
        return self.verdict.state is not State.NOT_ANSWERED


@dataclass(frozen=True)
class Part:
    """An exercise and what became of its rules."""

    exercise: Exercise
    looked: tuple[Looked, ...]
    broken: str = ""
    """The file of the exercise, if it cannot be read or imported."""

    @property
    def kept(self) -> int:
        """How many of its rules are kept."""
        return sum(one.is_kept for one in self.looked)

    @property
    def is_begun(self) -> bool:
        """Whether any of it is written, as far as that can be seen."""
        return bool(self.broken) or any(one.is_begun for one in self.looked)

    @property
    def missing(self) -> str:
        """What is said of a function that the file does not define; empty when it is there."""
        reasons = {one.verdict.reason for one in self.looked}
        return reasons.pop() if reasons == {describe(Missing())} else ""

    @property
    def first_broken(self) -> Looked | None:
        """The first of its rules that is not kept."""
        return next((one for one in self.looked if not one.is_kept), None)


@dataclass(frozen=True)
class Result:
    """What the check found."""

    parts: tuple[Part, ...]
    broken: tuple[str, ...] = ()
    """Files that could not be read or imported, and why."""
    remarks: tuple[str, ...] = ()
    """What deviates from the submission instructions, or is not as it was supplied."""
    packed_as_asked: bool = False
    """Whether it is a zip from which nothing deviates."""

    @property
    def kept(self) -> int:
        """How many rules are kept."""
        return sum(part.kept for part in self.parts)

    @property
    def count(self) -> int:
        """How many rules were looked at."""
        return sum(len(part.looked) for part in self.parts)

    @property
    def void(self) -> tuple[Looked, ...]:
        """What the check itself failed to look at."""
        return tuple(
            one for part in self.parts for one in part.looked if one.verdict.state is State.VOID
        )


class Checker:
    """Checks one coursework, as often as it is asked."""

    def __init__(self, public: PublicCoursework, root: Path, host: Host) -> None:
        """`root` holds the folder `suites`."""
        self.public = public
        self._host = host
        self._types = open_suites(public, root)

    def check(self, upload: Path, exercises: Collection[str] = ()) -> Result:
        """What is found in a folder or zip, in these exercises or in all.

        Raises SubmissionError when it cannot be read.
        """
        submission = self._read(upload)
        result = self.check_files(submission.files, exercises)
        if upload.is_file() and not submission.remarks:
            result = replace(result, packed_as_asked=True)
        unread = (f"{name}: {why}" for name, why in submission.broken.items())
        remarks = (*submission.remarks, *self._changed(upload))
        return replace(result, broken=(*unread, *result.broken), remarks=remarks)

    def check_files(self, texts: Mapping[str, str], exercises: Collection[str] = ()) -> Result:
        """What is found in source texts, by file name, in these exercises or in all."""
        files = _modules(texts)
        skeleton = _modules(self.public.skeleton)
        chosen = [one for one in self.public.exercises if not one.manual]
        chosen = [one for one in chosen if not exercises or one.name in exercises]
        if texts == self.public.skeleton:
            parts = tuple(Part(one, tuple(map(_to_do, one.rules))) for one in chosen)
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

    def _read(self, upload: Path) -> Submission:
        """What is handed in: a zip as it is, of a folder just the package."""
        package = upload / self.public.package
        if upload.is_file():
            return read_submission(at(upload, upload.name), self.public)
        folder = package if package.is_dir() else upload
        return read_submission(at(folder, folder.name), replace(self.public, also_submit=()))

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

    def _changed(self, upload: Path) -> Iterator[str]:
        """Supplied files that the student has changed: the changes are not handed in."""
        for folder in (upload / self.public.package, upload):
            for name, text in self.public.supplied.items():
                try:
                    own = (folder / name).read_text(encoding="utf-8-sig")
                except (OSError, UnicodeDecodeError):
                    continue
                if own != text:
                    yield (
                        f"{name} differs from the file that you were given; "
                        "your code is marked with the original"
                    )


def _trouble(module: str, why: Answer) -> str:
    """Why a file cannot be imported, with the line of it that is to blame."""
    *_, last = ("", *trace_of(why))
    return f"{module}.py: {describe(why)}" + (f" ({last})" if last else "")


def _to_do(rule: Rule) -> Looked:
    return Looked(rule, Verdict(State.NOT_ANSWERED, "it is not written yet"))


def _modules(files: Mapping[str, str]) -> dict[str, str]:
    return {name.removesuffix(".py"): text for name, text in files.items()}


def new_host(public: PublicCoursework) -> Host:
    """What starts guests: locked as when they are marked, if this system can."""
    return _locked(public) or UnlockedHost(public.preload(), public.limits)


def _locked(public: PublicCoursework) -> Host | None:
    if sys.platform != "linux":
        return None
    from ..sandbox.host import Parent  # noqa: PLC0415 what it needs is on Linux only

    try:
        parent = Parent(public.preload(), public.limits)
    except (KitError, OSError):
        return None
    try:
        parent.fork(0).close()
    except (KitError, OSError):  # in some containers the lock can be had, but not be seen to hold
        parent.close()
        return None
    return parent
