"""`patience review`: a person's marks, given in an editor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from ..course.coursework import find_course
from ..errors import InputError, SubmissionError
from ..grading.anonymous import anonymised
from ..grading.best import with_stored_best
from ..grading.delivery import Requirements, receive
from ..grading.instructor_input import MANUAL_MARKS
from ..grading.record import read_record
from ..manual.evidence import review as find_evidence
from ..manual.sheet import Given, as_text, from_text, is_for, put, read_marks
from ..marks.scheme import Scheme
from ..submission.reading import digest, narrowed, read_submission
from ..text.sanitize import one_line
from .options import (
    check_writable,
    course_option,
    coursework_option,
    delivery_options,
    echo,
    manual_marks_option,
    submissions_argument,
)


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
def review(  # noqa: PLR0913, PLR0917 the options of a command
    uploads: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    required: Requirements,
    manual: Path | None,
    again: bool,
) -> int:
    """Give manual marks in your editor, one submission after another.

    Opens $EDITOR with the evidence, the criteria, and room for marks and comments. What
    you save goes into manual-marks.csv in the --out folder; run patience grade again to put it
    on the mark sheets. To stop, quit the editor without saving.

    \b
    Examples:
      patience review submissions/            all that still await marks
      patience review 2600000F.zip --again    change the marks of one
    """
    folder = find_course(course)
    earlier = read_record(out)
    delivery = receive(uploads, folder, coursework, required, earlier)
    chosen = delivery.coursework
    if not chosen.scheme.manual:
        raise InputError(
            f"{chosen.slug} has no manual marks: its handout lists no exercise in manual"
        )
    check_writable(out)
    delivery, _ = anonymised(delivery, earlier, out, wanted=required.anonymous)
    delivery = with_stored_best(delivery, earlier)
    out.mkdir(parents=True, exist_ok=True)
    file = manual or out / MANUAL_MARKS
    done = 0
    for upload in delivery.uploads:
        marked = read_marks(file, chosen.scheme) if file.exists() else {}
        version = digest(narrowed(upload, chosen))
        given = marked.get(upload.name, {})
        still = [one for one in given.values() if is_for(one.version, version)]
        if len(still) == len(chosen.scheme.manual) and not again:
            continue
        try:
            submission = read_submission(upload, chosen)
        except SubmissionError as fault:
            echo(f"{one_line(upload.name)} cannot be read: {one_line(str(fault))}", err=True)
            continue
        page = out / upload.name / "review.html"
        evidence = find_evidence(submission.files)
        text = as_text(
            upload.name, chosen.scheme, given, evidence, page if page.is_file() else None
        )
        edited = edit_marks(text, chosen.scheme)
        if edited is None:
            break
        if edited:
            put(file, chosen.scheme, upload.name, submission.student, edited, version)
            done += 1
    if done:
        echo(f"{done} marked, in {file}; run patience grade again to put the marks on the sheets")
    else:
        echo("0 marked: nothing was filled in")
    return 0


def edit_marks(text: str, scheme: Scheme) -> Mapping[str, Given] | None:
    """What a person fills in; None if it was not saved. Asks again for what cannot be read."""
    edited = click.edit(text, extension=".toml")
    while edited is not None:
        try:
            return from_text(edited, scheme)
        except InputError as fault:
            echo(str(fault), err=True)
            if not click.confirm("Edit it again?", default=True):
                return None
            edited = click.edit(edited, extension=".toml", require_save=False)
    return None
