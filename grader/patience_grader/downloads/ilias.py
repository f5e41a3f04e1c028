"""ILIAS' download of all submissions to an assignment.

`LAST_FIRST_LOGIN_USER/` for each student, in letters without accents, and with two or more
underscores for each letter that is none of Western Europe's. What came in late has words in front
of its name that say so, in the language of who downloads it; of teams, too, which have a folder
`Team NUMBER` each and are otherwise read as plain folders are. Times are not in it. What a student
has uploaded again under the same name is called `game (2).py`, and so on.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from itertools import count, takewhile
from pathlib import PurePosixPath

from .archives import details_of
from .listing import EMPTY, Listing, base
from .model import Attempt, Delivered, Download, Person, Placed

_NAME = re.compile(r"(?P<last>[^\d_]+)_(?P<first>[^\d_]+)_(?P<login>.+)_(?P<user>\d+)")
_OTHER = re.compile(r"(?P<name>.*_.*)_(?P<login>[^_]+)_(?P<user>\d+)")
"""Where letters are missing, nobody knows where the last name ends, or a login with underscores."""
_LATE = re.compile(r"(?:Late Submission|Versp(?:ä|ae)tete Abgabe) - (?P<name>.+)", re.DOTALL)


def fits(listing: Listing) -> bool:
    """Whether most of what lies there are folders of students whose logins and numbers differ."""
    whole = [match for match in map(_NAME.fullmatch, listing.tops) if match]
    found = [one for one in map(_person, listing.tops) if one]
    if len(whole) < 2 or len(found) * 2 <= len(listing.tops) + len(listing.loose):
        return False
    logins, users = ({one.ids[what] for one in found} for what in ("login", "ilias"))
    names = {one["last"] for one in whole}
    return len(logins) == len(users) == len(found) and len(whole) < 2 * len(names)


def _person(folder: str) -> Person | None:
    """Whose a folder is; None if ILIAS gives no such name."""
    match = _NAME.fullmatch(folder)
    if match and not match["login"].startswith("_"):
        name = f"{match['first']} {match['last']}"
    elif match := _OTHER.fullmatch(folder):
        name = " ".join(match["name"].replace("_", " ").split())
    else:
        return None
    return Person(name, ids={"ilias": match["user"], "login": match["login"]})


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions of the students who have a folder with files in it."""
    del required
    submissions = []
    left_out = [
        listing.stray(name, "it lies in no student's folder")
        for name in (*listing.tops, *listing.loose)
        if name in listing.loose or not _person(name)
    ]
    left_out += [listing.lost(name, EMPTY) for name in listing.hollow]
    for name, folder in listing.tops.items():
        person = _person(name)
        if person is None or name in listing.hollow:
            continue
        files, _ = own_names({one.path: folder.placed(one) for one in folder.files})
        uploads = _uploads(files)
        submissions.append(
            Delivered(
                f"ilias {person.ids['ilias']}",
                (person,),
                tuple(
                    Attempt(str(number), some, late=_is_late(some), left_out=folder.left_inside)
                    for number, some in enumerate(uploads, 1)
                ),
                resubmitted=len(uploads) > 1,
                details=details_of(uploads[-1]),
            )
        )
    return Download("ilias", tuple(submissions), tuple(left_out))


def _uploads(files: Mapping[str, Placed]) -> list[dict[str, Placed]]:
    """The files as they were after each upload: each as often as its name is there with a number.

    The numbers are ILIAS' if none is missing, from 2 on, beside a file without one.
    """
    versions = {
        path: [path, *takewhile(files.__contains__, (_again(path, number) for number in count(2)))]
        for path in files
    }
    later = {path for of in versions.values() for path in of[1:]}
    first = {path: of for path, of in versions.items() if path not in later}
    return [
        {path: files[of[min(place, len(of) - 1)]] for path, of in first.items()}
        for place in range(max(map(len, first.values()), default=1))
    ]


def _is_late(files: Mapping[str, Placed]) -> bool | None:
    """Whether ILIAS calls one of the files late; None if it does not."""
    return any(_LATE.fullmatch(base(one.path)) for one in files.values()) or None


def _again(path: str, number: int) -> str:
    """What a file is called that is uploaded for this time."""
    whole = PurePosixPath(path)
    return str(whole.with_name(f"{whole.stem} ({number}){whole.suffix}"))


def own_names(files: Mapping[str, Placed]) -> tuple[dict[str, Placed], bool | None]:
    """The files by the names that the student chose, and whether ILIAS calls one of them late."""
    found: dict[str, Placed] = {}
    late = None
    for path, placed in files.items():
        folder, name = posixpath.split(path)
        match = _LATE.fullmatch(name)
        own = posixpath.join(folder, match["name"]) if match else path
        found[path if own in files else own] = placed
        late = late or bool(match) or None
    return found, late
