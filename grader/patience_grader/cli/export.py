"""`patience export`: from results to what platforms and other programs import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from ..ci.junit import junit as junit_xml
from ..course.coursework import find_course
from ..errors import InputError
from ..export.canvas import fill_gradebook
from ..export.classroom import classroom_files
from ..export.criteria import criteria_csv
from ..export.folder import write_files
from ..export.gradescope import results_json, scores_csv
from ..export.matching import Filled
from ..export.moodle import feedback_zip, fill_worksheet
from ..export.reports import reports_of
from ..export.results import Results, read_results
from ..export.table_text import read_table_text
from ..marks.visibility import Phase
from ..text.atomic import make_folder, write_atomically
from ..text.sanitize import one_line
from .options import check_writable, course_option, coursework_option, manual_marks_option
from .output import FINDING, echo

_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True)
class _Wanted:
    """What the options ask for."""

    moodle: Path | None
    canvas: Path | None
    gradescope: bool
    classroom: bool
    junit: Path | None
    table: Path | None
    column: str | None
    comments: str | None
    scale: bool

    def check(self, out: Path) -> None:
        """Raises InputError when nothing is asked for, or when it cannot be done."""
        targets = (self.moodle, self.canvas, self.gradescope, self.classroom)
        if not any((*targets, self.junit, self.table)):
            raise InputError(
                "nothing to export; add --moodle, --canvas, --gradescope, --classroom, --junit "
                "or --csv"
            )
        if self.moodle and self.canvas and self.column:
            raise InputError("--column is for one file; export to Moodle and Canvas one by one")
        for folder in (out, *(file.parent for file in (self.junit, self.table) if file)):
            check_writable(folder)


@dataclass
class _Exported:
    """What is written, and what is reported."""

    files: dict[str, bytes] = field(default_factory=dict)
    named: dict[Path, bytes] = field(default_factory=dict)
    """Files whose places the person has named."""
    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, folder: str, filled: Filled, source: Path) -> None:
        """Adds a file that was filled in."""
        self.files[f"{folder}/{source.name}"] = filled.data
        self.findings += [f"{source.name}: {one}" for one in filled.findings]
        self.notes += [f"{source.name}: {one}" for one in filled.notes]
        count = sum(map(len, filled.people.values()))
        rows = "1 row" if count == 1 else f"{count} rows"
        self.notes.append(f"{source.name}: {rows} filled in")

    def write(self, out: Path) -> None:
        """Writes all files."""
        if self.files:
            write_files(out, self.files)
            self.notes.append(f"{out} holds {', '.join(_shown(self.files))}")
        for file, data in self.named.items():
            make_folder(file.parent)
            write_atomically(file, data)
            self.notes.append(f"{file} was written")


def _phase(_: click.Context, __: click.Parameter, spelled: str) -> Phase:
    return Phase(spelled.replace("-", "_"))


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@coursework_option
@course_option
@click.option("--moodle", type=_FILE, metavar="CSV", help="Fill in this grading worksheet.")
@click.option("--canvas", type=_FILE, metavar="CSV", help="Fill in this gradebook.")
@click.option("--gradescope", is_flag=True, help="Write results.json for each submission.")
@click.option("--classroom", is_flag=True, help="Write GitHub Classroom's JSON and summaries.")
@click.option("--junit", type=_FILE, metavar="XML", help="Write all criteria as JUnit XML.")
@click.option("--csv", "table", type=_FILE, metavar="CSV", help="Write a column per criterion.")
@click.option("--column", metavar="NAME", help="The column of the file that holds the grades.")
@click.option("--comments", metavar="NAME", help="The column of the worksheet that holds comments.")
@click.option("--scale", is_flag=True, help="Convert marks to the maximum that the file states.")
@click.option(
    "--phase",
    type=click.Choice(["submission", "deadline", "staff"]),
    default="deadline",
    show_default=True,
    callback=_phase,
    help="How much of a lost criterion is exported, as in patience grade.",
)
@manual_marks_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("export"),
    show_default=True,
    help="The folder for the exported files, except those that you name yourself.",
)
def export(  # noqa: PLR0913, PLR0917 the options of a command
    results: Path,
    coursework: str | None,
    course: Path | None,
    moodle: Path | None,
    canvas: Path | None,
    gradescope: bool,
    classroom: bool,
    junit: Path | None,
    table: Path | None,
    column: str | None,
    comments: str | None,
    scale: bool,
    phase: Phase,
    manual: Path | None,
    out: Path,
) -> int:
    """Export the results in the folder that patience grade wrote.

    A worksheet or gradebook that you downloaded is filled in; every cell that holds no grade
    or comment of these results stays as it is, byte for byte. A submission without a final
    mark is never exported as a grade. Whatever needs a look is listed, and the exit code is 1.

    \b
    Examples:
      patience export marks --moodle "Grades-CS1-Whist.csv"   worksheet and feedback.zip
      patience export marks --canvas gradebook.csv --column "Whist (12345)"
      patience export marks --gradescope --classroom --out to-upload
      patience export marks --junit marks.xml --csv criteria.csv
    """
    wanted = _Wanted(moodle, canvas, gradescope, classroom, junit, table, column, comments, scale)
    wanted.check(out)
    found = read_results(results, find_course(course), coursework, phase, manual)
    exported = _made(wanted, found)
    exported.write(out)
    for noted in exported.notes:
        echo(noted)
    for noted in exported.findings:
        echo(noted, err=True)
    return FINDING if exported.findings else 0


def _made(wanted: _Wanted, found: Results) -> _Exported:
    """All that is wanted, made before anything is written."""
    made = _Exported()
    if wanted.moodle:
        table = read_table_text(wanted.moodle)
        filled = fill_worksheet(table, found, wanted.column, wanted.comments, scale=wanted.scale)
        made.add("moodle", filled, wanted.moodle)
        made.files["moodle/feedback.zip"] = feedback_zip(found, filled.people)
    if wanted.canvas:
        table = read_table_text(wanted.canvas)
        filled = fill_gradebook(table, found, wanted.column, scale=wanted.scale)
        made.add("canvas", filled, wanted.canvas)
    if not (wanted.moodle or wanted.canvas):
        made.findings += [f"{one_line(one.name)}: {one.ungraded}" for one in found.ungraded]
    if wanted.gradescope:
        made.files |= _gradescope(found)
    if wanted.classroom:
        made.files |= classroom_files(found)
    if wanted.junit:
        made.named[wanted.junit] = junit_xml(reports_of(found))
    if wanted.table:
        made.named[wanted.table] = criteria_csv(found).encode()
    return made


def _gradescope(found: Results) -> Mapping[str, bytes]:
    """`results.json` for each submission with a final mark, and a table of the scores."""
    files = {
        f"gradescope/{one.name}/results.json": results_json(sheet, one.fingerprint).encode()
        for one, sheet in found.final
    }
    return {**files, "gradescope/scores.csv": scores_csv(found).encode()}


def _shown(files: Mapping[str, bytes]) -> list[str]:
    """The files, and the folders of which there is one for each submission."""
    tops = dict.fromkeys("/".join(name.split("/")[:2]) for name in files)
    folders = {name for name in tops if name not in files}
    of_each = dict.fromkeys(f"{name.split('/')[0]}/…/" for name in folders)
    return [*(name for name in tops if name in files), *of_each]
