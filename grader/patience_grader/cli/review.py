"""`patience review`: a person's marks, given in an editor."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from ..course.coursework import Coursework, find_course
from ..errors import InputError, SubmissionError
from ..grading.anonymous import anonymised
from ..grading.best import with_stored_best
from ..grading.delivery import Requirements, receive
from ..grading.evidence_page import REVIEW_PAGE, write_review_page
from ..grading.instructor_input import MANUAL_MARKS
from ..grading.record import read_record
from ..manual.comments import (
    COMMENT_BANK,
    Bank,
    add_comments,
    applied,
    gathered,
    read_bank,
)
from ..manual.form import as_text, from_text
from ..manual.sheet import Given, Marks, is_for, put, read_marks
from ..marks.scheme import Criterion, Scheme
from ..submission.reading import digest, narrowed, read_submission
from ..submission.upload import Upload
from ..text.sanitize import one_line
from .options import (
    check_folders,
    course_option,
    coursework_option,
    delivery_options,
    manual_marks_option,
    submissions_argument,
)
from .output import echo

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@click.command()
@submissions_argument
@coursework_option
@course_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("marks"),
    show_default=True,
    help="The folder of the results.",
)
@delivery_options
@manual_marks_option
@click.option("--again", is_flag=True, help="Include submissions that are already marked.")
@click.option(
    "--criterion",
    "wanted",
    multiple=True,
    metavar="NAME",
    help="Mark only this criterion, or the criteria of this exercise.",
)
@click.option(
    "--by-criterion",
    is_flag=True,
    help="Show all submissions for one criterion, then all for the next.",
)
def review(  # noqa: PLR0913, PLR0917 the options of a command
    uploads: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    required: Requirements,
    manual: Path | None,
    again: bool,
    wanted: tuple[str, ...],
    by_criterion: bool,
) -> int:
    """Give manual marks in your editor, one submission after another.

    Opens $EDITOR with the criteria, room for marks and comments, the evidence, and the code. What
    you save goes into manual-marks.csv in the --out folder; run patience grade again to put it
    on the mark sheets. To stop, quit the editor without saving.

    Your comments are collected in comment-bank.csv beside the marks. Each is offered again, with
    a key: write =3 on a line of its own, and comment 3 takes its place. Edit the file to change
    a key or a comment, or to delete one.

    \b
    Examples:
      patience review submissions/                        all that still await marks
      patience review submissions/ --by-criterion         all for one criterion, then the next
      patience review submissions/ --criterion quality.names
      patience review submissions/ --anonymous            under pseudonyms
      patience review 2600000F.zip --again                change the marks of one
    """
    folder = find_course(course)
    check_folders(out, uploads, folder.root)
    earlier = read_record(out)
    delivery = receive(uploads, folder, coursework, required, earlier)
    chosen = delivery.coursework
    rounds = _rounds(chosen, wanted, by_criterion=by_criterion)
    delivery, _ = anonymised(delivery, earlier, out, wanted=required.anonymous)
    delivery = with_stored_best(delivery, earlier)
    out.mkdir(parents=True, exist_ok=True)
    desk = _Desk(chosen, out, manual or out / MANUAL_MARKS, again=again)
    desk.open_bank()
    done: set[str] = set()
    for criteria in rounds:
        if not _go_through(desk, delivery.uploads, criteria, done):
            break
    if done:
        echo(
            f"{len(done)} marked, in {desk.file}; "
            "run patience grade again to put the marks on the sheets"
        )
    else:
        echo("0 marked: nothing was filled in")
    return 0


def _rounds(
    coursework: Coursework, wanted: Sequence[str], *, by_criterion: bool
) -> list[tuple[Criterion, ...]]:
    """The criteria that are marked together, in their order. Raises InputError."""
    manual = coursework.scheme.manual
    if not manual:
        raise InputError(
            f"{coursework.slug} has no manual marks: its handout lists no exercise in manual"
        )
    for name in wanted:
        if not any(name in {one.id, one.exercise} for one in manual):
            known = ", ".join(one.id for one in manual)
            raise InputError(
                f"{one_line(name)} is not marked by hand; the manual criteria are {known}"
            )
    chosen = tuple(one for one in manual if not wanted or {one.id, one.exercise} & {*wanted})
    return [(one,) for one in chosen] if by_criterion else [chosen]


@dataclass(frozen=True)
class _Desk:
    """Where marks are given: of which coursework, and into which files."""

    coursework: Coursework
    out: Path
    file: Path
    again: bool

    @property
    def bank(self) -> Path:
        return self.file.with_name(COMMENT_BANK)

    def open_bank(self) -> None:
        """Begins the bank with the comments in the manual marks, unless there is one."""
        if not self.bank.exists() and (comments := gathered(self.marked().values()).comments):
            add_comments(self.bank, comments)

    def marked(self) -> Marks:
        """What was given so far."""
        return read_marks(self.file, self.coursework.scheme) if self.file.exists() else {}

    def given_now(self, upload: Upload, version: str) -> Mapping[str, Given]:
        """What was given for this version of a submission."""
        given = self.marked().get(upload.name, {})
        return {name: one for name, one in given.items() if is_for(one.version, version)}

    def awaits(self, upload: Upload, criteria: Sequence[Criterion]) -> bool:
        """Whether the submission is to be shown for these criteria."""
        given = self.given_now(upload, digest(narrowed(upload, self.coursework)))
        return self.again or any(one.id not in given for one in criteria)


def _go_through(
    desk: _Desk, uploads: Sequence[Upload], criteria: Sequence[Criterion], done: set[str]
) -> bool:
    """Lets a person mark each submission for these criteria; False if they stopped."""
    left = [one for one in uploads if desk.awaits(one, criteria)]
    for number, upload in enumerate(left, 1):
        try:
            submission = read_submission(upload, desk.coursework)
        except SubmissionError as fault:
            echo(f"{one_line(upload.name)} cannot be read: {one_line(str(fault))}", err=True)
            continue
        version = digest(narrowed(upload, desk.coursework))
        given = desk.marked().get(upload.name, {})
        bank = read_bank(desk.bank) if desk.bank.exists() else Bank()
        text = as_text(
            upload.name,
            criteria,
            given,
            write_review_page(submission, desk.coursework, desk.out),
            desk.out / upload.name / REVIEW_PAGE,
            submission.files,
            bank,
            f"{number} of {len(left)}",
        )
        edited = edit_marks(text, desk.coursework.scheme, given, bank)
        if edited is None:
            return False
        marks, fuller = edited
        now = desk.given_now(upload, version)
        changed = {name: one for name, one in marks.items() if now.get(name) != one}
        if changed:
            scheme = desk.coursework.scheme
            put(desk.file, scheme, upload.name, submission.student, changed, version)
            done.add(upload.name)
        if new := fuller.comments[len(bank.comments) :]:
            add_comments(desk.bank, new)
    return True


def edit_marks(
    text: str, scheme: Scheme, given: Mapping[str, Given], bank: Bank
) -> tuple[Mapping[str, Given], Bank] | None:
    """What a person fills in, and the bank with their comments; None if it was not saved.

    Asks again for what cannot be read.
    """
    edited = _edited(text)
    while edited is not None:
        try:
            return applied(bank, from_text(edited, scheme), given)
        except InputError as fault:
            echo(str(fault), err=True)
            if not click.confirm("Edit it again?", default=True):
                return None
            edited = _edited(edited, require_save=False)
    return None


def _edited(text: str, *, require_save: bool = True) -> str | None:
    """The text as it comes out of the editor. Raises InputError when there is none to start."""
    try:
        saved = click.edit(text.encode(), extension=".toml", require_save=require_save)
    except click.ClickException as fault:
        why = one_line(fault.format_message())
        raise InputError(f"no editor can be started ({why}); name one in EDITOR") from fault
    except ValueError as fault:  # of the quotation marks in EDITOR
        raise InputError(f"no editor can be started ({fault}); name one in EDITOR") from fault
    except OSError as fault:
        raise InputError(
            f"what the editor saved is not there ({fault.strerror}); name another one in EDITOR"
        ) from fault
    return None if saved is None else _decoded(saved).replace("\r\n", "\n")


def _decoded(data: bytes) -> str:
    """The text in the encoding that an editor could have saved it in."""
    with suppress(UnicodeDecodeError):
        return data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    return data.decode("cp1252", errors="replace")
