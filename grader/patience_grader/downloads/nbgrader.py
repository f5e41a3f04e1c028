"""nbgrader's tree: `submitted/STUDENT/ASSIGNMENT/` with notebooks and `timestamp.txt`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from ..errors import InputError, SubmissionError
from . import sakai
from .archives import File
from .listing import Listing, folded
from .model import Attempt, Delivered, Download, LeftOut, Person

TIMESTAMP = "timestamp.txt"
_SUBMITTED = "submitted"
_CONFIGURATION = "nbgrader_config.py"
_NOT_SUBMITTED = "it is nbgrader's, and nobody submitted it"
_OF_A_COURSE = {"source", "release", "autograded", "feedback", "downloaded", "exchange"}
_EXCHANGED = re.compile(r"[^+]+\+[^+]+\+\d{4}-\d\d-\d\d .+")
"""A folder of the exchange: who, which assignment, and when."""
_OFFSET = re.compile(r"(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)")


def fits(listing: Listing) -> bool:
    """Whether it is a course, or the folder with what was submitted in one."""
    tops = listing.tops
    if _SUBMITTED in tops and (_OF_A_COURSE & set(tops) or _CONFIGURATION in listing.loose):
        return True
    return bool(tops) and not listing.loose and any(map(_is_student, tops.values()))


def _is_student(folder: Listing) -> bool:
    """Whether it holds a folder for each assignment, and not one of Sakai's for each student."""
    if folder.loose or sakai.fits(folder):
        return False
    return any(
        TIMESTAMP in inside.loose or f"{name}.ipynb" in inside.loose
        for name, inside in folder.tops.items()
    )


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions of one assignment: the one whose notebook or files are required.

    Raises InputError when there are several assignments and none of them is.
    """
    left_out: list[LeftOut] = []
    root = listing
    if _SUBMITTED in listing.tops and not _is_student(listing.tops[_SUBMITTED]):
        root = listing.tops[_SUBMITTED]
        others = [name for name in (*listing.tops, *listing.loose) if name != _SUBMITTED]
        left_out += [
            replace(listing.lost(name, _NOT_SUBMITTED), is_noise=name == _CONFIGURATION)
            for name in others
        ]
    assignment = _assignment(root, frozenset(map(folded, required)))
    submissions = []
    notes = []
    for student, folder in root.tops.items():
        for name in folder.tops:
            if name != assignment:
                left_out.append(folder.lost(name, f"it is not of the assignment {assignment}"))
        left_out += [folder.lost(name, "it lies in no assignment") for name in folder.loose]
        if assignment not in folder.tops:
            continue
        inside = folder.tops[assignment]
        submitted, noted = _time(inside)
        notes += [f"{student}: {one}" for one in noted]
        files = {one.path: inside.placed(one) for one in inside.files if one.path != TIMESTAMP}
        attempt = Attempt("1", files, submitted)
        person = Person(ids={"login": student})
        submissions.append(Delivered(student, (person,), (attempt,)))
    left_out += [root.lost(name, "it lies in no student's folder") for name in root.loose]
    return Download("nbgrader", tuple(submissions), tuple(left_out), tuple(notes))


def alone(listing: Listing, required: Collection[str]) -> Download | None:
    """The folder of one student, or of one student's assignment; None if it is neither."""
    place = Path(listing.name).absolute()
    if listing.archive is not None:
        return None
    if f"{place.name}.ipynb" in listing.loose:
        return _one(place.parent.name, listing)
    if _is_student(listing):
        chosen = _assignment(
            replace(listing, files=_below(listing)), frozenset(map(folded, required))
        )
        return _one(place.name, listing.tops[chosen])
    return None


def _below(listing: Listing) -> tuple[File, ...]:
    """The files as they lie in a folder with several students."""
    return tuple(File(f"student/{one.path}", one.source) for one in listing.files)


def _one(student: str, inside: Listing) -> Download:
    submitted, noted = _time(inside)
    files = {one.path: inside.placed(one) for one in inside.files if one.path != TIMESTAMP}
    attempt = Attempt("1", files, submitted, left_out=inside.left_inside)
    person = Person(ids={"login": student, "folder": student})
    one = Delivered(student, (person,), (attempt,))
    return Download("single", (one,), inside.left_out, tuple(noted))


def owner(path: Path) -> str:
    """Whose a notebook is: the student's whose folder it lies in, or who is in its name."""
    place = path.absolute()
    is_collected = place.stem == place.parent.name
    return place.parent.parent.name if is_collected else place.stem


def _assignment(root: Listing, required: frozenset[str]) -> str:
    """The assignment that is required, or the only one. Raises InputError."""
    found: dict[str, set[str]] = {}
    for folder in root.tops.values():
        for name, inside in folder.tops.items():
            found.setdefault(name, set()).update(folded(one) for one in inside.loose)
    fitting = [name for name in found if folded(f"{name}.ipynb") in required]
    fitting = fitting or [name for name, files in found.items() if files & required]
    candidates = fitting or list(found)
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise InputError(f"{root.name} holds no folder submitted/STUDENT/ASSIGNMENT")
    if all(map(_EXCHANGED.fullmatch, candidates)):
        raise InputError(
            f"{root.name} is of nbgrader's exchange; run nbgrader collect ASSIGNMENT, and name the "
            "folder submitted of its course"
        )
    raise InputError(
        f"{root.name} holds several assignments ({', '.join(sorted(candidates))}); "
        "name the coursework"
    )


def _time(folder: Listing) -> tuple[datetime | None, list[str]]:
    """When it was submitted, and what is wrong with the file that says so."""
    source = folder.loose.get(TIMESTAMP)
    if source is None:
        return None, []
    try:
        text = source.read(1_000).decode("utf-8-sig").strip()
    except (SubmissionError, UnicodeDecodeError):
        return None, [f"{TIMESTAMP} cannot be read, so the time of submission is not known"]
    moment = next(_moments(text), None)
    if moment is None:
        return None, [f"{TIMESTAMP} holds no time: {text[:40]!r}"]
    return moment, []


def _moments(text: str) -> Iterator[datetime]:
    """The readings of a time with the name or the offset of a zone behind it."""
    day, _, rest = text.partition(" ")
    clock, _, zone = rest.strip().partition(" ")
    try:
        moment = datetime.fromisoformat(f"{day} {clock}" if clock else day)
    except ValueError:
        return
    zone = zone.strip()
    if not zone:
        yield moment
        return
    if match := _OFFSET.fullmatch(zone):
        offset = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
        yield moment.replace(tzinfo=timezone(-offset if match["sign"] == "-" else offset))
    elif zone in ("UTC", "GMT", "Z"):
        yield moment.replace(tzinfo=UTC)
    else:
        try:
            yield moment.replace(tzinfo=ZoneInfo(zone))
        except (KeyError, ValueError, OSError):
            yield moment
