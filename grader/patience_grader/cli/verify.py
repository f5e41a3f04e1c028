"""`patience verify`: whether the same marks come out again."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..export.results import read_results
from ..grading.verifying import verify as examine_again
from ..marks.visibility import Phase
from ..sandbox.doctor import missing_layers
from ..text.sanitize import one_line
from .engines import Chosen, engine, engine_options
from .options import bar, course_option, coursework_option, manual_marks_option, moved_option
from .output import FINDING, echo

_FEW = 5


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("names", metavar="[SUBMISSION]...", nargs=-1)
@moved_option
@manual_marks_option
@coursework_option
@course_option
@engine_options
def verify(  # noqa: PLR0913, PLR0917 the options of a command
    results: Path,
    names: tuple[str, ...],
    moved: tuple[Path, ...],
    manual: Path | None,
    coursework: str | None,
    course: Path | None,
    where: Chosen,
) -> int:
    """Examine submissions again and say whether the same comes out, byte by byte.

    Nothing in RESULTS is changed. Where something differs, each difference is printed, with what
    has changed since: the submission, the handout, the tests, the kit, the sandbox or the
    questions. The exit code is 1 then.

    \b
    Examples:
      patience verify marks                     every submission
      patience verify marks 2600011S            one
      patience verify marks --submissions in/   they were moved
      patience verify marks --scheduler tcp://10.0.0.5:8786   on other machines
    """
    folder = find_course(course)
    known = read_results(results, folder, coursework, Phase.STAFF, manual)
    count = len(names) or len(known.submissions)
    missing = list(missing_layers())
    with engine(where, missing) as examining, bar(count) as step:
        found = examine_again(results, folder, names, moved, missing, examining, step)
    different = [one for one in found if one.differs]
    for one in different:
        why = "; ".join(one.reasons) or "nothing that decides it has changed; please report this"
        echo(f"{one_line(one.name)} differs: {why}")
        for line in one.differs[:_FEW]:
            echo(f"  {line}")
        if len(one.differs) > _FEW:
            echo(f"  and {len(one.differs) - _FEW} more")
    same = len(found) - len(different)
    echo(f"{same} of {len(found)} came out the same, byte by byte")
    return FINDING if different else 0
