"""From a coursework to the public paper that the check works on."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from ..course.coursework import Coursework
from ..course.interface import Interface
from ..course.public import Exercise, PublicCoursework, Rule, as_json, from_json
from ..errors import InputError
from ..marks.visibility import Phase
from ..questions.cache import place_of, read_cached, store_cached
from ..questions.record import recorded


def public_coursework(coursework: Coursework) -> PublicCoursework:
    """The public paper. Raises KitError when the public questions cannot be recorded."""
    record = recorded(coursework, "public")
    common = {one.name: getattr(coursework, one.name) for one in fields(Interface)}
    return PublicCoursework(
        **common,
        supplied_texts=coursework.supplied,
        skeleton=coursework.blank,
        exercises=tuple(
            Exercise(
                one.number,
                one.name,
                one.title,
                tuple(
                    Rule(each.id, each.title, coursework.visibility.level(each.id, Phase.CHECK))
                    for each in one.criteria
                ),
                one.manual,
            )
            for one in coursework.scheme.exercises
        ),
        **record,
    )


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
