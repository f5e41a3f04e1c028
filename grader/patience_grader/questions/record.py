"""The record of a question bank, made in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from ..course.coursework import Coursework
from ..errors import KitError
from .secret import PUBLIC, Secret

_SECONDS = 600


def recorded(coursework: Coursework, edition: str, secret: Secret = PUBLIC) -> dict[str, Any]:
    """The record of an edition of the bank, `public` or `marked`; the latter drawn from a secret.

    Raises KitError when it cannot be made.
    """
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
    found: dict[str, Any] = json.loads(done.stdout)
    return found
