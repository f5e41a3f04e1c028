"""Brightspace's "Download" of the submissions to an assignment.

`USER-ASSIGNMENT - NAME - Dec 4, 2026 210 PM` is a folder of each submission or, without folders,
what each file begins with, before ` - ` and the name that the student chose. Some sites add the
student number before the name, and some write PM behind a blank that does not break. Everything
that was submitted is there, so a student may have several; `index.html` lists them. Times are those
of who downloads it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, time

from .archives import details_of
from .dates import clock, day_in
from .listing import Listing, mostly
from .model import Attempt, Delivered, Download, Person, Placed
from .people import of_one_id

_NAME = re.compile(
    r"(?P<user>\d+)-\d+ - (?:(?P<number>[A-Za-z]{0,2}\d{5,}[A-Za-z]?) - )?(?P<who>.+?)"
    r" - (?P<when>[\w.,\s]+\s\d{1,4}(?:\s?[AaPp]\.?[Mm]\.?)?)(?: - (?P<file>.+))?",
    re.DOTALL,
)
_WHEN = re.compile(
    r"(?P<day>.*?),?\s(?P<hour>\d{1,2})(?P<minute>\d{2})?(?:\s?(?P<half>[ap])\.?m\.?)?",
    re.IGNORECASE,
)
_LIST = "index.html"


def fits(listing: Listing) -> bool:
    """Whether what lies there is named as Brightspace names it."""
    return mostly(listing, _match)


def _match(name: str) -> re.Match[str] | None:
    match = _NAME.fullmatch(name)
    return match if match and _moment(match["when"]) else None


@dataclass
class _Found:
    person: Person
    tries: dict[datetime, dict[str, Placed]] = field(default_factory=dict)


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions with all attempts, the loose files of each put together."""
    del required
    found: dict[str, _Found] = {}
    called: dict[str, set[str]] = {}
    left_out = []
    for file in listing.files:
        top, slash, below = file.path.partition("/")
        match = _match(top)
        moment = _moment(match["when"]) if match else None
        name = (match["file"] or "") + slash * bool(match["file"]) + below if match else ""
        if match is None or moment is None or not name:
            why = "it is Brightspace's list" if top == _LIST else "its name is not Brightspace's"
            left_out.append(listing.stray(top, why))
            continue
        person = Person(match["who"], match["number"] or "", ids={"brightspace": match["user"]})
        one = found.setdefault(match["user"], _Found(person))
        called.setdefault(match["user"], set()).add(match["who"])
        one.tries.setdefault(moment, {})[name] = listing.placed(file)
    submissions = []
    for user, one in found.items():
        attempts = tuple(
            Attempt(moment.isoformat(" ", "minutes"), files, moment)
            for moment, files in sorted(one.tries.items())
        )
        last = attempts[-1].files
        submissions.append(
            Delivered(
                f"brightspace {user}",
                (one.person,),
                attempts,
                resubmitted=len(attempts) > 1,
                details=details_of(last),
            )
        )
    doubts = of_one_id(called, "Brightspace id")
    return Download("brightspace", tuple(submissions), tuple(left_out), doubts=tuple(doubts))


def _moment(text: str) -> datetime | None:
    match = _WHEN.fullmatch(text)
    day = day_in(match["day"]) if match else None
    if match is None or day is None:
        return None
    try:
        hour, minute = clock(match["hour"], match["minute"] or "0", match["half"] or "")
        return datetime.combine(day, time(hour, minute))
    except ValueError:
        return None
