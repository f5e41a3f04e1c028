"""The public edition of a plain suite, made in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from ..course.coursework import Coursework
from ..errors import InputError, KitError

_SECONDS = 1_200


@dataclass(frozen=True, kw_only=True)
class Edition:
    """What of a suite is public."""

    files: Mapping[str, str]
    """The texts of its files, by their paths."""
    tests: tuple[str, ...]
    """Which of them hold tests."""
    criteria: Mapping[str, str]
    """The test function of each public criterion, as pytest names it without parameters."""
    marked_only: Mapping[str, str]
    """Why which criteria are not public."""
    overlap: str
    """Which of the marked questions it asks: none, some or all."""
    places: Mapping[str, str]
    """File and line of each public criterion, in the suite."""


def edition_of(coursework: Coursework) -> Edition:
    """The public edition. Raises InputError when the suite cannot be used, and KitError."""
    command = [
        *(sys.executable, "-m", "patience_grader.release.recording"),
        *(str(coursework.root), coursework.slug),
    ]
    try:
        done = subprocess.run(  # noqa: S603 our own program
            command, capture_output=True, text=True, encoding="utf-8", timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as fault:
        raise InputError(f"a public test of {coursework.slug} does not end") from fault
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason is given"])[-1]
        raise (InputError if done.returncode == InputError.exit_code else KitError)(last)
    said = json.loads(done.stdout.splitlines()[-1])
    return Edition(**{**said, "tests": tuple(said["tests"])})
