"""The record of a question bank, made once on a machine, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from ..course.coursework import Coursework
from ..errors import KitError
from .cache import place_of, read_cached, store_cached
from .secret import PUBLIC, Secret

_SECONDS = 600
_PARTS = {"nodes", "bank", "answers"}


def recorded(coursework: Coursework, edition: str, secret: Secret = PUBLIC) -> dict[str, Any]:
    """The record of an edition of the bank, `public` or `marked`; the latter drawn from a secret.

    It is made once on a machine. Raises KitError when it cannot be made.
    """
    place = place_of("records", coursework, edition, secret.name)
    if (found := _read(read_cached(place))) is not None:
        return found
    text = _made(coursework, edition, secret)
    store_cached(place, text)
    made: dict[str, Any] = json.loads(text)
    return made


def _read(text: str) -> dict[str, Any] | None:
    """The record in a text; None if there is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) and found.keys() == _PARTS else None


def _made(coursework: Coursework, edition: str, secret: Secret) -> str:
    """The record as JSON."""
    command = [sys.executable, "-m", "patience_grader.questions.recording"]
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
        raise KitError(f"the {edition} questions of {coursework.slug} cannot be recorded: {last}")
    return done.stdout
