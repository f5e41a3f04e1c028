"""A release: the bundle for students, searched for what they must not have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..course.coursework import Coursework
from ..course.public import PublicCoursework
from ..questions.record import recorded
from ..questions.secret import PUBLIC, Secret
from .bundle import bundle, plain_bundle
from .leaks import leaks
from .public import public_coursework

_NOTHING: Mapping[str, Any] = {"nodes": [], "bank": [], "answers": []}


@dataclass(frozen=True)
class Release:
    """A bundle, and what is in it."""

    packed: bytes
    public: PublicCoursework
    leaks: tuple[str, ...]
    """What it would give away, a line each."""

    @property
    def has_check(self) -> bool:
        """Whether there is a check in it: not if no test is public."""
        return self.public.rules > 0


def make_release(coursework: Coursework, secret: Secret = PUBLIC) -> Release:
    """The bundle for students. `secret` is that of the course, from which questions are drawn.

    Raises InputError when a public test cannot be used, and KitError when a part of the bundle
    cannot be made.
    """
    public = public_coursework(coursework)
    packed = bundle(coursework, public) if public.rules else plain_bundle(coursework)
    marked = _NOTHING if coursework.tests else recorded(coursework, "marked", secret)
    return Release(packed, public, tuple(leaks(packed, coursework, marked, vars(public))))
