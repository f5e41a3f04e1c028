"""Which questions a run asks: those of a file, those of an earlier run, or newly drawn ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ..course.coursework import Coursework
from ..course.fingerprint import suites_fingerprint
from ..errors import InputError
from ..sandbox.seeds import derived
from .cache import place_of, read_cached, store_cached
from .file import FILE, Questions, encoded, read_questions, write
from .record import recorded
from .secret import Secret, read_secret

__all__ = ["draw", "settle"]

_NOTHING: dict[str, Any] = {"nodes": [], "bank": {}}
"""A suite in plain pytest has no bank: its tests hold their questions."""


def draw(coursework: Coursework, secret: Secret) -> Questions:
    """The questions that are drawn from a secret, which is done once on a machine.

    Raises KitError when the bank cannot be recorded.
    """
    place = None if coursework.tests else place_of("questions", coursework, secret.name)
    if place is not None and read_cached(place):
        try:
            return read_questions(place, coursework)
        except InputError:
            pass
    record = _NOTHING if coursework.tests else recorded(coursework, "marked", secret)
    drawn = Questions(
        coursework=coursework.slug,
        version=coursework.version,
        suites=suites_fingerprint(coursework),
        secret=secret.name,
        seeds=derived(secret.key, "seeds of guests", coursework.slug).hex(),
        nodes=msgspec.Raw(msgspec.json.encode(record["nodes"])),
        bank=record["bank"],
    )
    store_cached(place, encoded(drawn).decode())
    return drawn


def settle(
    coursework: Coursework,
    out: Path,
    given: Path | None = None,
    secret: Secret | None = None,
) -> Questions:
    """The questions of a run with results in `out`, of which a copy is left there.

    That is the file `given`; else what an earlier run has left there, so that all of a cohort
    are asked the same, wherever a run goes on; else what is drawn from the secret, which is that
    of the course unless it is named. What was drawn from the public default is drawn anew once
    there is a secret. Raises InputError when a file or the secret cannot be used.
    """
    own = secret or read_secret(coursework.root)
    place = out / FILE
    questions = read_questions(given, coursework) if given else _of_earlier_run(place, coursework)
    if questions is None or (not given and questions.are_guessable and not own.is_public):
        questions = draw(coursework, own)
    elif not given:
        return questions
    out.mkdir(parents=True, exist_ok=True)
    write(questions, place)
    return questions


def _of_earlier_run(place: Path, coursework: Coursework) -> Questions | None:
    """What an earlier run has left there, if it can be used."""
    try:
        return read_questions(place, coursework)
    except InputError:
        return None
