"""Submitty's folder of the submissions to a gradeable.

`LOGIN/VERSION/…` for each time that a student submitted, and beside the versions
`user_assignment_settings.json`, which says when each was submitted, and which one counts: the
student chooses that. It is 0 when the student has withdrawn the submission.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from ..errors import SubmissionError
from .archives import details_of
from .listing import Listing, mostly
from .model import Attempt, Delivered, Download, Person

_SETTINGS = "user_assignment_settings.json"
_MAX_SETTINGS = 1 << 20
_TIME = "%Y-%m-%d %H:%M:%S%z"
_TIME_LENGTH = len("2026-03-27 16:12:13+0000")


@dataclass(frozen=True)
class _Settings:
    """What Submitty knows of somebody's versions."""

    active: int | None = None
    """The version that counts; None if nothing says so."""
    times: dict[str, datetime] = field(default_factory=dict)


def fits(listing: Listing) -> bool:
    """Whether most of what lies there are folders of students with Submitty's settings."""
    return mostly(listing, lambda name: name in listing.tops and _is_student(listing.tops[name]))


def _is_student(folder: Listing) -> bool:
    return _SETTINGS in folder.loose and all(name.isdecimal() for name in folder.tops)


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions, with the versions up to the one that counts."""
    del required
    submissions, without, notes = [], [], []
    left_out = [
        listing.stray(name, "it is in no student's folder")
        for name in (*listing.tops, *listing.loose)
        if name in listing.loose or not _is_student(listing.tops[name])
    ]
    for name, folder in listing.tops.items():
        if not _is_student(folder):
            continue
        left_out += [
            replace(folder.stray(one, "it is in no version"), is_noise=one == _SETTINGS)
            for one in folder.loose
        ]
        settings = _settings(folder)
        attempts = tuple(_attempts(folder, settings))
        if not attempts:
            without.append(f"{name} has no version that counts")
            continue
        if settings.active is None:
            notes.append(f"{name}: nothing says which version counts; the last one does")
        later = [one for one in folder.tops if int(one) > int(attempts[-1].label)]
        left_out += [
            folder.lost(one, f"version {settings.active} counts in its place") for one in later
        ]
        last = attempts[-1].files
        submissions.append(
            Delivered(
                f"submitty {name}",
                (Person(ids={"login": name}),),
                attempts,
                resubmitted=len(attempts) > 1,
                details=details_of(last),
            )
        )
    return Download(
        "submitty", tuple(submissions), tuple(left_out), tuple(notes), without=tuple(without)
    )


def _attempts(folder: Listing, settings: _Settings) -> Iterator[Attempt]:
    """The versions in their order, up to the one that counts."""
    for name in sorted(folder.tops, key=int):
        if settings.active is None or int(name) <= settings.active:
            version = folder.tops[name]
            files = {one.path: version.placed(one) for one in version.files}
            yield Attempt(name, files, settings.times.get(name), left_out=version.left_inside)


def _settings(folder: Listing) -> _Settings:
    try:
        said = json.loads(folder.loose[_SETTINGS].read(_MAX_SETTINGS))
        active = said["active_version"]
        history = said.get("history", [])
        times = {str(one["version"]): _moment(one["time"]) for one in history}
    except (SubmissionError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return _Settings()
    known = {version: time for version, time in times.items() if time}
    return _Settings(active if isinstance(active, int) else None, known)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text[:_TIME_LENGTH], _TIME)
    except ValueError:
        return None
