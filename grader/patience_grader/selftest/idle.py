"""What a plain suite gives away: criteria that the skeleton or an impostor earns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..course.coursework import Coursework
from .impostor import impostor
from .known import KnownSubmission
from .outcomes import mark_known


@dataclass(frozen=True)
class Idle:
    """Criteria that can be earned without doing anything."""

    skeleton: tuple[str, ...]
    """Those that the untouched skeleton earns."""
    impostor: tuple[str, ...]
    """Those that objects earn which claim to equal anything."""


def earned_idly(coursework: Coursework, jobs: int, report: Callable[[], None]) -> Idle:
    """Marks the untouched skeleton and the impostor."""
    skeleton = {name: text.encode() for name, text in coursework.blank.items()}
    forged = {name: text.encode() for name, text in impostor(coursework).items()}
    idle = [KnownSubmission("skeleton", skeleton, None), KnownSubmission("impostor", forged, None)]
    marked = mark_known(coursework, idle, jobs, report)
    ids = [one.id for one in coursework.scheme.criteria if not one.manual]
    first, second = (
        tuple(name for name in ids if name not in one.lost | one.void.keys()) for one in marked
    )
    return Idle(first, second)
