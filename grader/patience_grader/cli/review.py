"""`patience review`: a person's marks, given in an editor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from ..course.coursework import find_course
from ..errors import InputFault, SubmissionFault
from ..grading.instructor_input import BY_PERSON
from ..manual.evidence import review as find_evidence
from ..manual.sheet import Given, as_text, from_text, is_for, put, read_marks
from ..marks.scheme import Scheme
from ..submission.reading import digest, find_hand_ins, narrowed, read_submission, telling_files
from ..text.sanitize import line
from .options import (
    by_person_option,
    check_writable,
    choose,
    course_option,
    coursework_option,
    echo,
    hand_ins_argument,
)


@click.command()
@hand_ins_argument
@coursework_option
@course_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("marks"),
    show_default=True,
    help="The folder of the results.",
)
@by_person_option
@click.option("--again", is_flag=True, help="Also those that are marked already.")
def review(  # noqa: PLR0913, PLR0917 the options of a command
    hand_ins: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    by_person: Path | None,
    again: bool,
) -> int:
    """Give a person's marks in your editor, one hand-in after another.

    Opens $EDITOR with the evidence, the criteria, and room for marks and comments. What
    is saved goes into by-person.csv in the --out folder; grade again to put it on the
    mark sheets. To stop, leave the editor without saving.

    \b
    Examples:
      patience review hand-ins/                all that are still to be marked
      patience review 2600000F.zip --again     change the marks of one
    """
    folder = find_course(course)
    found = find_hand_ins(hand_ins, telling_files(folder.courseworks()))
    chosen = choose(folder, coursework, found)
    if not chosen.scheme.by_person:
        raise InputFault(f"in {chosen.slug} a person marks no criterion")
    check_writable(out)
    out.mkdir(parents=True, exist_ok=True)
    file = by_person or out / BY_PERSON
    done = 0
    for hand_in in found:
        marked = read_marks(file, chosen.scheme) if file.exists() else {}
        version = digest(narrowed(hand_in, chosen))
        given = marked.get(hand_in.name, {})
        still = [one for one in given.values() if is_for(one.version, version)]
        if len(still) == len(chosen.scheme.by_person) and not again:
            continue
        try:
            submission = read_submission(hand_in, chosen)
        except SubmissionFault as fault:
            echo(f"{line(hand_in.name)} cannot be read: {line(str(fault))}", err=True)
            continue
        text = as_text(hand_in.name, chosen.scheme, given, find_evidence(submission.files))
        edited = edit_marks(text, chosen.scheme)
        if edited is None:
            break
        put(file, chosen.scheme, hand_in.name, submission.student, edited, version)
        done += 1
    echo(f"{done} marked, in {file}; grade again to put the marks on the sheets")
    return 0


def edit_marks(text: str, scheme: Scheme) -> Mapping[str, Given] | None:
    """What a person fills in; None if it was not saved. Asks again for what cannot be read."""
    edited = click.edit(text, extension=".toml")
    while edited is not None:
        try:
            return from_text(edited, scheme)
        except InputFault as fault:
            echo(str(fault), err=True)
            if not click.confirm("Edit it again?", default=True):
                return None
            edited = click.edit(edited, extension=".toml", require_save=False)
    return None
