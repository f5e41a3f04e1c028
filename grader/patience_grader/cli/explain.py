"""`patience explain`: what a mark rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from ..course.coursework import find_course
from ..downloads.identity import known_as
from ..downloads.listing import folded
from ..errors import InputError
from ..export.results import Result, read_results
from ..grading.asking_again import AskedAgain, ask_again
from ..grading.record import read_record
from ..grading.results import stored_sheet
from ..marks.verdict import State
from ..marks.visibility import Phase
from ..report.explanation import explanation
from ..text.listed import first_of
from ..text.sanitize import one_line
from .options import course_option, coursework_option, manual_marks_option, moved_option
from .output import echo

_MANY, _FEW = 50, 5


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("submission")
@click.argument("criterion", required=False)
@click.option(
    "--most",
    type=click.IntRange(0, 10_000),
    metavar="NUMBER",
    help="List so many questions of each criterion; 0 asks nothing again "
    "(default: 50, or 5 without CRITERION).",
)
@moved_option
@manual_marks_option
@coursework_option
@course_option
def explain(  # noqa: PLR0913, PLR0917 the options of a command
    results: Path,
    submission: str,
    criterion: str | None,
    most: int | None,
    moved: tuple[Path, ...],
    manual: Path | None,
    coursework: str | None,
    course: Path | None,
) -> int:
    """Print what a mark rests on, to answer an appeal.

    For each lost criterion, or for CRITERION (or an exercise): the rule, the question that decided
    it, the answer, who changed it if anybody did, and the questions that were asked with the
    answers that counted. For these the submission is examined again; nothing in RESULTS is changed.
    Below, what was marked with what: the submission's digest, and the versions of handout, tests,
    kit, Python and sandbox. It shows all that was found, whatever students may see.

    \b
    Examples:
      patience explain marks 2600011S                 everything that was lost
      patience explain marks "Ada Lovelace"           by the name of a student
      patience explain marks 2600011S shuffle.fair    one criterion, lost or not
      patience explain marks 2600011S shuffle         an exercise
      patience explain marks 2600011S setup.size --most 1000    every question
    """
    folder = find_course(course)
    known = read_results(results, folder, coursework, Phase.STAFF, manual)
    record = read_record(results)
    shown = {one.name: record.shown_as(one.name) for one in known.submissions}
    found = _called(submission, known.submissions, shown)
    if len(found) > 1:
        names = first_of([one_line(shown[one.name]) for one in found])
        raise InputError(f"several are called {submission!r} in {results} ({names}); write one")
    if not found or found[0].sheet is None:
        raise InputError(
            f"no submission is called {submission!r} in {results}; write it as in marks.csv"
        )
    others = [one for one in known.submissions if one is not found[0] and _is_of(submission, one)]
    if others:
        names = first_of([one_line(shown[one.name]) for one in others])
        echo(f"{one_line(submission)!r} fits others, too: {names}", err=True)
    name = shown[found[0].name]
    is_asked = submission == name  # by a pseudonym, perhaps, which is then not resolved
    sheet = replace(found[0].sheet, submission=name) if is_asked else found[0].sheet
    lost = [one for one in sheet.awards if one.verdict.state is not State.PASSED]
    overridden = [one for one in sheet.awards if one.verdict.overridden and one not in lost]
    chosen = [*lost, *overridden]
    if criterion:
        chosen = [
            one for one in sheet.awards if criterion in {one.criterion.id, one.criterion.exercise}
        ]
        if not chosen:
            raise InputError(
                f"{known.coursework.slug} has no criterion {one_line(criterion)!r}; "
                "write one of the handout's marks table"
            )
    stored = stored_sheet(results / name, known.coursework.scheme)
    most = most if most is not None else (_MANY if criterion else _FEW)
    asked = AskedAgain({})
    if most and chosen and not sheet.unreadable:
        asked = ask_again(results, folder, name, stored, chosen, most, moved)
    for line in explanation(sheet, chosen, stored.made_with, asked.questions, asked.notes):
        echo(line)
    return 0


def _called(text: str, submissions: Sequence[Result], shown: Mapping[str, str]) -> list[Result]:
    """Those of exactly this name, or else of a student who has it as a number, name or address.

    `shown` are the pseudonyms of the submissions, or their names.
    """
    ways: Sequence[Callable[[Result], bool]] = (
        lambda one: text in {one.name, shown[one.name]},
        lambda one: text == one.student,
        lambda one: _is_of(text, one),
    )
    found = ([one for one in submissions if is_meant(one)] for is_meant in ways)
    return next(filter(None, found), [])


def _is_of(text: str, result: Result) -> bool:
    """Whether it is of a student who has the text as a number, name, address or identifier."""
    return any(folded(text) in known_as(each) for each in result.people)
