"""`patience adopt`: a coursework from a solution and tests that there are already."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..course.adopt import Sources
from ..course.adopt import adopt as adopt_coursework
from ..course.beside import MOST_BYTES, MOST_DATA
from ..text.sanitize import one_line
from .new import course_here
from .options import check_writable, course_option
from .output import echo


class _Command(click.Command):
    """Lets several files follow `--tests`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_spread(args)))


def _spread(args: Sequence[str]) -> list[str]:
    found: list[str] = []
    inside = False
    for number, word in enumerate(args):
        if word.startswith("-"):
            inside = word == "--tests"
            found.append(word)
        elif inside and args[number - 1] != "--tests":
            found += ["--tests", word]
        else:
            found.append(word)
    return found


@click.command(cls=_Command)
@click.argument("name")
@click.option("--solution", type=click.Path(path_type=Path), required=True, metavar="DIR")
@click.option(
    "--tests",
    type=click.Path(path_type=Path),
    required=True,
    multiple=True,
    metavar="FILE [FILE ...]",
    help="The test files, in pytest or unittest style.",
)
@click.option(
    "--stub",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="What students start from (default: derived from the solution).",
)
@click.option(
    "--public",
    multiple=True,
    metavar="PATTERN",
    help="Which tests students get, such as '*basic*'; can be repeated.",
)
@click.option("--title", default="", help="The title of the handout (default: the name).")
@course_option
def adopt(  # noqa: PLR0913, PLR0917 the options of a command
    name: str,
    solution: Path,
    tests: tuple[Path, ...],
    stub: Path | None,
    public: tuple[str, ...],
    title: str,
    course: Path | None,
) -> int:
    """Make an autograder from the solution and the tests that a course already has.

    The tests stay as they are, byte for byte. The handout gets a marks table, a criterion of one
    mark for each test, or of its weight if the tests use gradescope-utils, ready to be edited.

    \b
    Examples:
      patience adopt stats --solution solution/ --tests tests/test_stats.py
      patience adopt bank --solution bank/ --tests tests/test_*.py --stub stub/ --public '*basic*'
    """
    root = course or course_here()
    check_writable(root)
    sources = Sources(solution, tests, stub, public, title)
    done = adopt_coursework(root, name, sources)
    for file in done.files:
        echo(f"written: {file}")
    echo(f"students write: {', '.join(done.asked)}{_given(stub, done.asked)}")
    if done.packages:
        echo(f"packages that submissions may import: {', '.join(done.packages)}")
    if done.left_behind:
        echo(_left_behind(done.left_behind))
    for why in done.left_out:
        echo(f"left out: {one_line(why)}")
    if done.passed_plainly:
        echo(
            f"plain pytest passes {_some(done.passed_plainly)}: what is left out all the same may "
            'use what does not cross; see "What does not cross" in grader/suites/README.md'
        )
    for why in done.replaced:
        echo(f"lost: {one_line(why)}")
    if done.limits:
        echo(f"limits: {done.limits}")
    for criterion in done.passed_by_skeleton:
        echo(f"the untouched skeleton passes: {criterion}")
    echo(f"adopted {done.criteria} of {done.tests} tests, worth {done.marks} marks")
    if done.public:
        echo(f"students get {done.public} of them for their check at home (public_tests)")
    else:
        echo("students get none of them for their check at home; name some in public_tests")
    echo(f"edit {root / 'handout' / f'{name}.md'}; then: patience selftest {name}")
    return 0


def _left_behind(files: Sequence[str]) -> str:
    """How to say which data files are not among the suite's."""
    return (
        f"not copied: {len(files)} data file{'s' * (len(files) > 1)} ({_some(files)}); beside the "
        f"tests, up to {MOST_DATA:,} files of {MOST_BYTES >> 20} MiB together can lie"
    )


def _some(names: Sequence[str]) -> str:
    """The first of some names, in a line."""
    return ", ".join(map(one_line, names[:3])) + (", …" if names[3:] else "")


def _given(stub: Path | None, asked: Sequence[str]) -> str:
    """How to say which modules students are given, where all are taken for theirs."""
    if stub or len(asked) == 1:
        return ""
    return " (if they are given some of these, put what they start from into a folder after --stub)"
