"""Which attempt of a submission counts. The others are listed, and are not submissions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from ..errors import InputError
from .model import Attempt, Delivered

LAST = "last"
POLICIES = (LAST, "first", "best")
"""What counts besides a label: `best` means that all attempts are marked."""


@dataclass(frozen=True)
class Chosen:
    """The attempt that counts, or all that are marked so that the best one can."""

    marked: tuple[Attempt, ...]
    others: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    is_last_in_time: bool = False
    """Whether a later one does not count, since it came after the deadline."""


def choose(
    one: Delivered, policy: str = LAST, until: datetime | None = None, zone: tzinfo = UTC
) -> Chosen:
    """The attempts to mark.

    `last` is the last one in time, and `until` a time after which attempts do not count
    unless there is none before. A time without a zone is in `zone`. Raises InputError when
    no attempt has the label that the policy names.
    """
    attempts = _in_time(one.attempts, zone)
    here = [attempt for attempt in attempts if attempt.files] or attempts[-1:]
    notes = []
    if policy == "best":
        marked = here
    elif policy == "first":
        marked = here[:1]
        if marked[0] is not attempts[0]:
            notes.append("the first attempt is not in the download; the first that is counts")
    elif policy == LAST:
        marked, notes = _last(attempts, here, until, zone)
    else:
        marked = [attempt for attempt in attempts if attempt.label == policy]
        if not marked:
            known = ", ".join(attempt.label for attempt in attempts[-5:])
            raise InputError(
                f"{one.title} has no attempt {policy!r}; "
                f"name one of {known}, or last, first or best"
            )
    others = tuple(attempt for attempt in attempts if attempt not in marked)
    is_last_in_time = policy == LAST and not notes and marked[-1] is not here[-1]
    told = tuple(f"{one.title}: {note}" for note in notes)
    return Chosen(tuple(marked), others, told, is_last_in_time)


def _last(
    attempts: list[Attempt], here: list[Attempt], until: datetime | None, zone: tzinfo
) -> tuple[list[Attempt], list[str]]:
    """The last attempt that is here and in time, and what a person should know."""
    if until is None:
        return here[-1:], []
    due = _aware(until, zone)

    def in_time(attempt: Attempt) -> bool:
        return attempt.submitted is None or _aware(attempt.submitted, zone) <= due

    meant = [attempt for attempt in attempts if in_time(attempt)]
    found = [attempt for attempt in here if in_time(attempt)]
    if not meant:
        why = "nothing was submitted in time; the first attempt after it counts"
        return here[:1], [why] if len(attempts) > 1 else []
    if meant[-1] in found:
        return meant[-1:], []
    counted = found[-1:] or here[:1]
    return counted, [
        f"the attempt {meant[-1].label} would count, and its files are not in the download; "
        f"{counted[0].label} is marked instead"
    ]


def _in_time(attempts: tuple[Attempt, ...], zone: tzinfo) -> list[Attempt]:
    """By their times if all have one, and else as the platform counts them."""
    moments = [one.submitted for one in attempts]
    if None in moments:
        return list(attempts)
    return sorted(attempts, key=lambda one: _aware(one.submitted or datetime.min, zone))


def _aware(moment: datetime, zone: tzinfo) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
