"""`patience package`: what makes a platform run the kit."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..course.coursework import Coursework, find_course
from ..course.skeleton import stale_files
from ..errors import InputError
from ..export.folder import write_files
from ..export.gradescope import Later
from ..questions.file import GUESSABLE, Questions, read_questions
from ..questions.secret import read_secret
from ..text.atomic import write_atomically
from ..text.sanitize import one_line
from .options import check_file_writable, check_writable, course_option
from .output import FINDING

if TYPE_CHECKING:
    from ..package.gradescope import Settings

_HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
_LATER = {
    "after-due-date": Later.AFTER_DUE_DATE,
    "after-published": Later.AFTER_PUBLISHED,
    "never": Later.NEVER,
}


def _python(_: click.Context, __: click.Parameter, text: str) -> str:
    if not re.fullmatch(r"3\.[0-9]{2}", text) or int(text[2:]) < 11:
        raise click.BadParameter("name version 3.11 or newer, such as 3.12")
    return text


@click.command()
@click.argument("coursework")
@course_option
@click.option("--gradescope", is_flag=True, help="An autograder zip.")
@click.option("--github", is_flag=True, help="Two repositories' files.")
@click.option("--gitlab", is_flag=True, help="The same for GitLab.")
@click.option(
    "--bundle-wheels",
    is_flag=True,
    help="Put all libraries into the autograder, so that its setup needs no package index.",
)
@click.option(
    "--late",
    type=click.Choice(["platform", "kit"]),
    default="platform",
    show_default=True,
    help="Who applies the late rule on Gradescope.",
)
@click.option(
    "--later",
    type=click.Choice(list(_LATER)),
    default="after-due-date",
    show_default=True,
    help="When Gradescope shows what the handout hides until the deadline.",
)
@click.option(
    "--python",
    default=_HERE,
    show_default=True,
    callback=_python,
    metavar="VERSION",
    help="The version of Python on the platform.",
)
@click.option(
    "--questions",
    "questions_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask the questions in this file (default: those that the course's secret gives).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The zip or folder to write (default: COURSEWORK-PLATFORM).",
)
def package(  # noqa: PLR0913 the options of a command
    coursework: str,
    course: Path | None,
    *,
    gradescope: bool,
    github: bool,
    gitlab: bool,
    bundle_wheels: bool,
    late: str,
    later: str,
    python: str,
    questions_file: Path | None,
    out: Path | None,
) -> int:
    """Package a coursework for a platform that marks when students submit.

    With --gradescope, the zip holds the solution and the hidden questions: upload it, and
    give it to nobody else. With --github or --gitlab, the folder `students` is a template
    with the public check and nothing hidden, and the folder `staff` marks all
    repositories of a class; it belongs in a repository that only staff can read.
    What marks asks the same questions as this course, and does not hold its secret.

    \b
    Examples:
      patience package whist --gradescope --bundle-wheels
      patience package whist --gradescope --late kit --later after-published
      patience package whist --github --out whist-repositories
    """
    named = {"gradescope": gradescope, "github": github, "gitlab": gitlab}
    platforms = [name for name, is_chosen in named.items() if is_chosen]
    if len(platforms) != 1:
        raise InputError("choose one platform: --gradescope, --github or --gitlab")
    (platform,) = platforms
    chosen = find_course(course).coursework(coursework)
    chosen.check_holidays()
    if stale := next(iter(stale_files(chosen)), None):
        raise InputError(f"{stale} is out of date; run: patience skeleton {coursework}")
    if platform != "gradescope":
        target = out or Path(f"{coursework}-{platform}")
        check_writable(target)
        return _repositories(platform, chosen, _questions(chosen, questions_file), python, target)
    if late == "kit" and chosen.late is None:
        raise InputError(f"handout/{coursework}.md has no block [late]; leave out --late kit")
    target = out or Path(f"{coursework}-gradescope.zip")
    check_file_writable(target)
    from ..package.gradescope import Settings  # noqa: PLC0415 takes long to import

    questions = _questions(chosen, questions_file)
    settings = Settings(chosen.slug, late, _LATER[later])
    return _autograder(chosen, questions, settings, python, target, bundled=bundle_wheels)


def _questions(chosen: Coursework, file: Path | None) -> Questions:
    """What is asked: the questions of a file, or those that the secret of the course gives."""
    from ..questions.drawing import draw  # noqa: PLC0415 takes long to import

    found = read_questions(file, chosen) if file else draw(chosen, read_secret(chosen.root))
    if found.are_guessable:
        click.echo(GUESSABLE, err=True)
    return found


def _autograder(  # noqa: PLR0913 all that was chosen
    chosen: Coursework,
    questions: Questions,
    settings: Settings,
    python: str,
    target: Path,
    *,
    bundled: bool,
) -> int:
    from ..package.gradescope import autograder  # noqa: PLC0415 takes long to import
    from ..package.kit import kit_wheel, library_wheels  # noqa: PLC0415 takes long to import

    kit = kit_wheel()
    wheels = {kit[0]: kit[1], **(library_wheels(kit, python, chosen.pinned) if bundled else {})}
    packed = autograder(chosen, questions, settings, wheels, python, bundled=bundled)
    write_atomically(target, packed)
    size = f"{len(packed) / (1 << 20):.1f} MiB"
    count = "1 wheel" if len(wheels) == 1 else f"{len(wheels)} wheels"
    click.echo(f"{target}: {size}, with {count} for Python {python}")
    click.echo(f"{target} holds the solution and the hidden questions: for staff only")
    return 0


def _repositories(
    platform: str, chosen: Coursework, questions: Questions, python: str, target: Path
) -> int:
    from ..package.classroom import released, repositories  # noqa: PLC0415 takes long to import
    from ..package.kit import kit_wheel  # noqa: PLC0415

    found = released(chosen)
    for leak in found.leaks:
        click.echo(one_line(leak), err=True)
    if found.leaks:
        click.echo("nothing was written: the students' files would give this away", err=True)
        return FINDING
    made = repositories(platform, chosen, questions, found.packed, kit_wheel(), python)
    students = {f"students/{name}": data for name, data in made.students.items()}
    staff = {f"staff/{name}": data for name, data in made.staff.items()}
    write_files(target, {**students, **staff})
    click.echo(f"{target / 'students'}: the template of the students' repositories")
    click.echo(f"{target / 'staff'}: the repository that marks them, for staff only")
    return 0
