"""From a coursework to the public paper that the check works on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ..course.coursework import Coursework
from ..course.fingerprint import kit_fingerprint
from ..course.interface import Interface
from ..course.public import Exercise, PlainSuite, PublicCoursework, Rule, as_json, from_json
from ..errors import InputError
from ..marks.visibility import Phase
from ..questions.cache import place_of, read_cached, store_cached
from ..questions.record import recorded
from .edition import edition_of
from .trial import check_on_solution

Record = Mapping[str, Any]
_NOTHING: Record = {"nodes": [], "bank": {}, "answers": []}


def public_coursework(coursework: Coursework) -> PublicCoursework:
    """The public paper.

    Raises KitError when the public questions cannot be recorded, and InputError when the
    public tests of a plain suite cannot be used.
    """
    if coursework.tests:
        return _plain(coursework)
    return _public(coursework, recorded(coursework, "public"))


def _public(
    coursework: Coursework, record: Record, plain: PlainSuite | None = None
) -> PublicCoursework:
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
                    Rule(each.id, each.rule, coursework.visibility.level(each.id, Phase.CHECK))
                    for each in one.criteria
                    if plain is None or each.id in plain.criteria
                ),
                one.manual,
            )
            for one in coursework.scheme.exercises
        ),
        plain=plain,
        **record,
    )


def _plain(coursework: Coursework) -> PublicCoursework:
    """The public paper of a plain suite, with what the solution answers to its questions."""
    edition = edition_of(coursework)
    suite = PlainSuite(
        files=edition.files,
        tests=edition.tests,
        criteria=edition.criteria,
        marked_only=edition.marked_only,
        overlap=edition.overlap,
        expected={},
    )
    public = _public(coursework, _NOTHING, suite)
    if not suite.criteria:
        return public
    found = check_on_solution(coursework, public, edition)
    return replace(public, plain=replace(suite, expected=found))


def cached_public_coursework(coursework: Coursework) -> PublicCoursework:
    """The public paper, which is recorded once and kept in the user's cache."""
    place = place_of("public", coursework, kit_fingerprint())
    try:
        return from_json(read_cached(place))
    except InputError:
        public = public_coursework(coursework)
        store_cached(place, as_json(public))
        return public
