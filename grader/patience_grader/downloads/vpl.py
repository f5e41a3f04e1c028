"""The zip of all submissions to an activity of Moodle's Virtual Programming Lab.

`LAST FIRST USER LOGIN/YYYY-MM-DD-HH-MM-SS/` for each submission, of which a student may have
several, and beside it a folder with `.ceg` behind the time, where VPL says what came of it. A group
has `Group` for a first name, its own number and no login. Times are the server's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime

from .archives import details_of
from .listing import Listing
from .model import Attempt, Delivered, Download, LeftOut, Person

_NAME = re.compile(
    r"(?P<person>(?P<group>.+?)(?: Group)?) (?P<user>\d+)(?: (?P<login>\S*))?", re.DOTALL
)
_TIME = re.compile(r"\d{4}(?:-\d\d){5}")
_REPORT = ".ceg"
_REPORTS = frozenset({"Report.txt", "Errors.txt"})


def fits(listing: Listing) -> bool:
    """Whether most of what lies there are folders with a folder for each time of submission."""
    others = listing.loose.keys() - _REPORTS
    students = sum(map(_is_student, listing.tops.values()))
    return students * 2 > len(listing.tops) + len(others)


def _is_student(folder: Listing) -> bool:
    times = [name.removesuffix(_REPORT) for name in folder.tops]
    return bool(times) and not folder.loose and all(map(_TIME.fullmatch, times))


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions with all attempts that are in the download."""
    del required
    submissions = []
    left_out = [
        replace(listing.stray(name, "it is in no student's folder"), is_noise=name in _REPORTS)
        for name in listing.loose
    ]
    without = []
    for name, folder in listing.tops.items():
        if not _is_student(folder):
            left_out.append(listing.stray(name, "it holds no folder that is called by a time"))
            continue
        left_out += _reports(folder)
        one = _delivered(name, folder)
        if one.attempts:
            submissions.append(one)
        else:
            without.append(f"{one.title} submitted no file")
    return Download("vpl", tuple(submissions), tuple(left_out), without=tuple(without))


def _reports(folder: Listing) -> Iterator[LeftOut]:
    for name in folder.tops:
        if name.endswith(_REPORT):
            yield replace(folder.lost(name, "it is what VPL says of it"), is_noise=True)


def _delivered(name: str, folder: Listing) -> Delivered:
    """All of one student, or of one group."""
    match = _NAME.fullmatch(name)
    user, login = (match["user"], match["login"]) if match else (name, "")
    is_group = bool(match and match["person"] != match["group"] and not login)
    who = match["group" if is_group else "person"] if match else name
    ids = {"vpl": user, "login": login} if login else {"vpl": user}
    attempts = tuple(
        Attempt(time, {one.path: inside.placed(one) for one in inside.files}, _moment(time))
        for time, inside in folder.tops.items()
        if not time.endswith(_REPORT) and inside.files
    )
    last = attempts[-1].files if attempts else {}
    return Delivered(
        f"vpl {user}",
        (Person(who, ids=ids),),
        attempts,
        resubmitted=len(attempts) > 1,
        team=is_group,
        details=details_of(last),
    )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H-%M-%S")
    except ValueError:
        return None
