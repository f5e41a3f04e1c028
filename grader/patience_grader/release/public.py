"""From a coursework to the public paper that the check works on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from ..course.coursework import Coursework
from ..course.public import Exercise, PublicCoursework, Rule, as_json, from_json
from ..errors import InputError, KitError
from ..marks.visibility import Phase
from ..questions.cache import place_of, read_cached, store_cached

_SECONDS = 600


def public_coursework(coursework: Coursework) -> PublicCoursework:
    """The public paper. Raises KitFault when the public questions cannot be recorded."""
    record = recorded(coursework, "public")
    return PublicCoursework(
        slug=coursework.slug,
        title=coursework.title,
        version=coursework.version,
        package=coursework.package,
        required=coursework.required,
        also_submit=coursework.also_submit,
        program=coursework.program,
        student_number=coursework.student_number,
        values=coursework.shared_types,
        limits=coursework.limits,
        supplied=coursework.supplied,
        in_guest=tuple(
            name
            for name in coursework.supplied
            if name not in ("__init__.py", *coursework.not_when_marking)
        ),
        skeleton={
            name: (coursework.skeleton / name).read_text(encoding="utf-8")
            for name in coursework.required
        },
        exercises=tuple(
            Exercise(
                one.number,
                one.name,
                one.title,
                tuple(
                    Rule(each.id, each.title, coursework.visibility.level(each.id, Phase.CHECK))
                    for each in one.criteria
                ),
                all(each.manual for each in one.criteria),
            )
            for one in coursework.scheme.exercises
        ),
        **record,
    )


def recorded(coursework: Coursework, edition: str) -> dict[str, Any]:
    """The record of an edition of the bank, `public` or `marked`.

    Raises KitFault when it cannot be made.
    """
    command = [sys.executable, "-m", "patience_grader.release.recording"]
    done = subprocess.run(  # noqa: S603 our own program
        [*command, str(coursework.root), coursework.slug, edition],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason is given"])[-1]
        raise KitError(f"the {edition} questions of {coursework.slug} cannot be recorded: {last}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def cached_public_coursework(coursework: Coursework) -> PublicCoursework:
    """The public paper, which is recorded once and kept in the user's cache."""
    if coursework.tests:
        raise InputError(
            f"{coursework.slug} has a plain suite, which cannot be checked at home yet; "
            f"run: pytest {coursework.suites} --submission FILE"
        )
    place = place_of("public", coursework)
    try:
        return from_json(read_cached(place))
    except InputError:
        public = public_coursework(coursework)
        store_cached(place, as_json(public))
        return public


def modules_of(coursework: Coursework) -> list[Path]:
    """The modules of the suites that are handed out: all beside the bank."""
    return sorted(coursework.suites.glob("*.py"))
