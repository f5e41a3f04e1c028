"""`patience similar`: which submissions are alike."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..errors import SubmissionError
from ..grading.sources import sources_of
from ..report.similar import PROVES_NOTHING, similar_page
from ..similarity.compare import compare
from ..submission.reading import read_submission
from ..text.atomic import write_atomically
from ..text.sanitize import one_line
from .options import bar, check_writable, course_option, echo

PAGE = "similar.html"
_FEW = 10


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "--submissions",
    "moved",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="Where the submissions are, if they are no longer where they were marked.",
)
@click.option(
    "--least",
    type=click.IntRange(10, 100),
    default=40,
    show_default=True,
    metavar="PERCENT",
    help="List pairs that share at least so much of the smaller one.",
)
@course_option
def similar(results: Path, moved: tuple[Path, ...], least: int, course: Path | None) -> int:
    """List submissions that are identical or alike; it proves nothing.

    Writes similar.html into RESULTS: groups of identical submissions, and pairs that are alike,
    the most alike first, side by side. Names, layout, comments and the order of functions do not
    count, and neither does what everybody was given or what many share. No submission is run.

    \b
    Examples:
      patience similar marks
      patience similar marks --least 60          only what is very much alike
      patience similar marks --submissions in/   they were moved
    """
    check_writable(results)
    found = sources_of(results, find_course(course), moved=moved)
    chosen = found.coursework
    files: dict[str, dict[str, str]] = {}
    for upload in found.uploads:
        try:
            submission = read_submission(upload, chosen)
        except SubmissionError as fault:
            echo(f"{one_line(upload.name)} cannot be read: {one_line(str(fault))}", err=True)
            continue
        if submission.files:
            files[upload.name] = dict(submission.files)
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
        f"of {likeness.compared} submissions, {len(likeness.identical)} groups are identical and "
        f"{len(likeness.alike)} pairs are alike; open {results / PAGE}"
    )
    echo(PROVES_NOTHING)
    return 0
