"""What a check found, and what it looks at: the folder or zip of a student."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..course.public import Exercise, PublicCoursework, Rule
from ..downloads.model import Attempt
from ..marks.verdict import State, Verdict
from ..sandbox.answers import Missing
from ..submission.own_modules import imported_beside
from ..submission.reading import Submission, read_submission
from ..submission.upload import Upload, at, attempt_at
from ..suite.judging import describe


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
    def estimate(self) -> str:
        """What is said of how much of it is earned, if it is not all or nothing."""
        measured = self.is_kept or self.verdict.state is State.PARTIAL
        return self.verdict.reason if measured else ""

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


def read_upload(upload: Path, public: PublicCoursework) -> Submission:
    """What is handed in: a zip as it is, of a folder just the package or the asked files.

    Raises SubmissionError when it cannot be read.
    """
    package = upload / public.package
    if upload.is_file():
        return read_submission(at(upload, upload.name), public)
    public = replace(public, also_submit=(), own_work="asked" if public.own_work else "")
    if not public.package:  # the check and what it has unpacked lie beside the files
        asked = [upload / name for name in public.required if (upload / name).is_file()]
        files = [*asked, *_imported_by(asked, public)]
        attempt = Attempt("1", {one.name: attempt_at(one).files[one.name] for one in files})
        return read_submission(Upload("", attempt), replace(public, own_work=""))
    folder = package if package.is_dir() else upload
    return read_submission(at(folder, folder.name), public)


def _imported_by(asked: Sequence[Path], public: PublicCoursework) -> Iterator[Path]:
    """The modules of a student's own that lie beside the asked files and are imported by them."""
    if not asked:
        return
    folder = asked[0].parent
    others = {one.name for one in folder.glob("*.py")} - {*public.required, *public.supplied}
    texts = {one.name: _text_of(one) or "" for one in asked}
    for name in imported_beside(texts, others, lambda name: _text_of(folder / name), ""):
        yield folder / name


def _text_of(file: Path) -> str | None:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def own_work(submission: Submission, result: Result, upload: Path) -> Iterator[str]:
    """What is missing in the declaration of own work.

    Of a folder it is said when everything else is done.
    """
    is_done = upload.is_file() or (result.count and result.kept == result.count)
    if submission.own_work and submission.own_work not in submission.remarks and is_done:
        yield submission.own_work


def changed_files(upload: Path, public: PublicCoursework) -> Iterator[str]:
    """Supplied files that the student has changed: the changes are not handed in."""
    for folder in (upload / public.package, upload):
        for name, text in public.supplied.items():
            try:
                own = (folder / name).read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError):
                continue
            if own != text:
                yield (
                    f"{name} differs from the file that you were given; "
                    "your code is marked with the original"
                )


def to_do(rule: Rule) -> Looked:
    """A rule of what is not begun."""
    return Looked(rule, Verdict(State.NOT_ANSWERED, "it is not written yet"))
