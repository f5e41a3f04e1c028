"""`patience notebook`: courseworks as notebooks for nbgrader, and a person's marks from there."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from ..course.coursework import find_course
from ..errors import InputError
from ..text.sanitize import one_line
from .options import check_writable, manual_marks_option
from .output import echo

_NEEDED = "notebooks need nbgrader: pip install 'patience-grader[notebook]'"

folder_option = click.option(
    "--course",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="nbgrader's course folder.",
)

kit_option = click.option(
    "--kit",
    type=click.Path(path_type=Path),
    help="The course folder with the handouts (default: the one around the working directory).",
)


@click.group()
def notebook() -> None:
    """Turn courseworks into notebooks that nbgrader hands out and grades.

    Here --course is nbgrader's course folder; the course folder with the handouts is the one
    around the working directory, or --kit.

    \b
    Examples:
      patience notebook build whist --course ~/cs1
      patience notebook marks whist --course ~/cs1 --out marks
    """
    if find_spec("nbgrader") is None:
        raise InputError(_NEEDED)


@notebook.command()
@click.argument("courseworks", nargs=-1, metavar="[COURSEWORK]...")
@folder_option
@kit_option
@click.option("--again", is_flag=True, help="Overwrite notebooks that you have changed.")
def build(courseworks: tuple[str, ...], folder: Path, kit: Path | None, again: bool) -> int:
    """Write nbgrader's course folder.

    It holds instructor notebooks, what students need beside them, and the configuration.
    All of it is made from handout, solution and suites. Without a name, all courseworks are
    written.

    \b
    Examples:
      patience notebook build whist --course ~/cs1
      cd ~/cs1 && nbgrader generate_assignment whist
      nbgrader autograde whist && nbgrader generate_feedback whist
    """
    from ..nbgrader_plugin.folder import course_files, write_course  # noqa: PLC0415
    from ..release.public import cached_public_coursework  # noqa: PLC0415 what it needs takes long

    course = find_course(kit)
    check_writable(folder)
    for slug in course.named_or_all(courseworks):
        coursework = course.coursework(slug)
        files = course_files(coursework, cached_public_coursework(coursework))
        for path in write_course(folder, files, course.root, again=again):
            echo(f"written: {path}")
        echo(f"then, in {folder}: nbgrader generate_assignment {slug}")
    return 0


@notebook.command(short_help="Import the marks that were given in the formgrader.")
@click.argument("coursework")
@folder_option
@kit_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("marks"),
    show_default=True,
    help="The folder of the results.",
)
@manual_marks_option
def marks(coursework: str, folder: Path, kit: Path | None, out: Path, manual: Path | None) -> int:
    """Import the marks and comments that were given in nbgrader's formgrader.

    They are written to manual-marks.csv in the --out folder, which patience grade reads.

    \b
    Examples:
      patience notebook marks whist --course ~/cs1 --out marks
      patience grade ~/cs1/submitted --coursework whist --out marks
    """
    from ..grading.instructor_input import MANUAL_MARKS  # noqa: PLC0415
    from ..manual.sheet import put  # noqa: PLC0415
    from ..nbgrader_plugin.gradebook import read_gradebook  # noqa: PLC0415

    chosen = find_course(kit).coursework(coursework)
    check_writable(out)
    file = manual or out / MANUAL_MARKS
    found = read_gradebook(folder, chosen)
    if found.given:
        file.parent.mkdir(parents=True, exist_ok=True)
    for student, given in found.given.items():
        put(file, chosen.scheme, student, student, given)
    for student, cells in found.overruled.items():
        echo(
            f"{one_line(student)}: manual marks for {', '.join(cells)} stay in nbgrader; "
            "the kit marks these automatically",
            err=True,
        )
    for student, cells in found.extra.items():
        echo(
            f"{one_line(student)}: extra credit for {', '.join(cells)} stays in nbgrader; "
            "here, no criterion earns more than it is worth",
            err=True,
        )
    count = sum(len(given) for given in found.given.values())
    where = f"written to {file}" if count else "nothing was written"
    echo(f"marks: {count}, submissions: {len(found.given)}, {where}")
    return 0
