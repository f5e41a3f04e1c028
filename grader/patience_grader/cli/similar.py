"""`patience similar`: which submissions are alike."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from ..course.coursework import find_course
from ..errors import InputError, SubmissionError
from ..export.folder import write_files
from ..grading.anonymous import KEY, pseudonyms_for
from ..grading.record import key_folder
from ..grading.sources import Sources, sources_of
from ..report.similar import PROVES_NOTHING, similar_page
from ..similarity.compare import Files, compare
from ..similarity.layout import layout
from ..submission.reading import read_submission
from ..text.atomic import write_atomically
from ..text.sanitize import csv_cell, one_line
from .options import bar, check_writable, course_option, moved_option
from .output import echo

PAGE = "similar.html"
_FEW = 10


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@moved_option
@click.option(
    "--least",
    type=click.IntRange(10, 100),
    default=40,
    show_default=True,
    metavar="PERCENT",
    help="List pairs that share at least so much of the smaller one.",
)
@click.option(
    "--export",
    "target",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the submissions into a new folder, as JPlag and MOSS read them, and compare "
    "nothing.",
)
@click.option(
    "--anonymous",
    is_flag=True,
    help="With --export: use pseudonyms; what resolves them is written to DIR-key.",
)
@course_option
def similar(  # noqa: PLR0913, PLR0917 the options of a command
    results: Path,
    moved: tuple[Path, ...],
    least: int,
    target: Path | None,
    anonymous: bool,
    course: Path | None,
) -> int:
    """List submissions that are identical or alike; it proves nothing.

    Writes similar.html into RESULTS: groups of identical submissions, and pairs that are alike,
    the most alike first, side by side. Names, layout, comments and the order of functions do not
    count, and neither does what everybody was given or what many share. No submission is run.

    \b
    Examples:
      patience similar marks
      patience similar marks --least 60          only what is very much alike
      patience similar marks --submissions in/   they were moved
      patience similar marks --export for-jplag --anonymous
    """
    if anonymous and target is None:
        raise InputError("--anonymous belongs to --export; name a folder with --export DIR")
    if target is not None:
        _check_new(target, with_key=anonymous)
    else:
        check_writable(results)
    found = sources_of(results, find_course(course), moved=moved)
    chosen = found.coursework
    files = _files(found)
    if target is not None:
        return _export(target, files, {**chosen.supplied, **chosen.blank}, anonymous=anonymous)
    given = {f"given/{name}": text for name, text in chosen.supplied.items()}
    given |= {f"skeleton/{name}": text for name, text in chosen.blank.items()}
    with bar(len(files)) as step:
        likeness = compare(files, given, least / 100, step)
    page = similar_page(likeness, files, chosen.title, least / 100)
    write_atomically(results / PAGE, page, mode=0o600)
    for group in likeness.identical[:_FEW]:
        echo(f"identical: {', '.join(map(one_line, group))}")
    for one in likeness.alike[:_FEW]:
        pair = one.pair
        echo(f"{pair.share:.0%} alike: {one_line(pair.one)}, {one_line(pair.other)}")
    echo(
        f"{likeness.compared} submissions; groups of identical ones: {len(likeness.identical)}; "
        f"pairs that are alike: {len(likeness.alike)}; open {results / PAGE}"
    )
    echo(PROVES_NOTHING)
    return 0


def _files(sources: Sources) -> dict[str, dict[str, str]]:
    """The source texts of the submissions that can be read and have any, by name."""
    files: dict[str, dict[str, str]] = {}
    for upload in sources.uploads:
        try:
            submission = read_submission(upload, sources.coursework)
        except SubmissionError as fault:
            echo(f"{one_line(upload.name)} cannot be read: {one_line(str(fault))}", err=True)
            continue
        if submission.files:
            files[upload.name] = dict(submission.files)
    return files


def _check_new(target: Path, *, with_key: bool) -> None:
    """Raises InputError unless the folder, and that of its key, are new and can be written."""
    for folder in (target, *([key_folder(target)] if with_key else [])):
        if folder.exists():
            raise InputError(f"{folder} is already there; name a new folder")
    check_writable(target)


def _export(target: Path, files: Mapping[str, Files], base: Files, *, anonymous: bool) -> int:
    """Writes the submissions as other programs read them."""
    names = pseudonyms_for(files) if anonymous else {name: name for name in files}
    if anonymous:
        key = "pseudonym,submission\n"
        key += "".join(f"{names[name]},{csv_cell(name)}\n" for name in files)
        key_folder(target).mkdir(parents=True)
        write_atomically(key_folder(target) / KEY, key, mode=0o600)
    shown = {names[name]: some for name, some in files.items()}
    texts = layout(dict(sorted(shown.items())), base)
    write_files(target, {path: text.encode(errors="replace") for path, text in texts.items()})
    echo(f"{len(files)} submissions are in {target}; {target / 'README.txt'} says how to go on")
    if anonymous:
        echo(f"whose each is says {key_folder(target) / KEY}; give it to nobody")
    return 0
