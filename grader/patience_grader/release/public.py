"""From a coursework to the public paper that the check works on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from ..course.coursework import Coursework
from ..course.public import Exercise, Paper, Rule, as_json, from_json
from ..errors import InputFault, KitFault
from ..marks.visibility import Phase
from ..questions.cache import keep, place_of, read_kept
from ..questions.secret import PUBLIC, Secret

_SECONDS = 600


def public_paper(coursework: Coursework) -> Paper:
    """The public paper. Raises KitFault when the public questions cannot be recorded."""
    record = recorded(coursework, "public")
    return Paper(
        slug=coursework.slug,
        title=coursework.title,
        version=coursework.version,
        package=coursework.package,
        asked=coursework.asked,
        accompanying=coursework.accompanying,
        program=coursework.program,
        student_number=coursework.student_number,
        values=coursework.values,
        limits=coursework.limits,
        supplied=coursework.supplied,
        in_guest=tuple(
            name
            for name in coursework.supplied
            if name not in ("__init__.py", *coursework.withheld)
        ),
        skeleton={
            name: (coursework.skeleton / name).read_text(encoding="utf-8")
            for name in coursework.asked
        },
        exercises=tuple(
            Exercise(
                one.number,
                one.name,
                one.title,
                tuple(
                    Rule(each.id, each.title, coursework.seen.level(each.id, Phase.CHECK))
                    for each in one.criteria
                ),
                all(each.by_person for each in one.criteria),
            )
            for one in coursework.scheme.exercises
        ),
        **record,
    )


def recorded(coursework: Coursework, edition: str, secret: Secret = PUBLIC) -> dict[str, Any]:
    """The record of an edition of the bank, `public` or `marked`; the latter drawn from a secret.

    Raises KitFault when it cannot be made.
    """
    command = [sys.executable, "-m", "patience_grader.release.recording"]
    done = subprocess.run(  # noqa: S603 our own program
        [*command, str(coursework.root), coursework.slug, edition],
        input=secret.key.hex(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason is given"])[-1]
        raise KitFault(f"the {edition} questions of {coursework.slug} cannot be recorded: {last}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def kept_paper(coursework: Coursework) -> Paper:
    """The public paper, which is recorded once and kept in the user's cache."""
    place = place_of("public", coursework)
    try:
        return from_json(read_kept(place))
    except InputFault:
        paper = public_paper(coursework)
        keep(place, as_json(paper))
        return paper


def modules_of(coursework: Coursework) -> list[Path]:
    """The modules of the suites that are handed out: all beside the bank."""
    return sorted(coursework.suites.glob("*.py"))
