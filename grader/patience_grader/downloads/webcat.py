"""Web-CAT's folder of the submissions to an assignment.

`USER/NUMBER/…` for each time that somebody submitted, as other servers store it, too. Nothing but
the numbers says that these are attempts: they could be teams of a tutorial. So it is read like
this only where it is named with `--from`.
"""

from __future__ import annotations

from collections.abc import Collection

from .archives import details_of
from .listing import EMPTY, Listing, mostly
from .model import Attempt, Delivered, Download, Person
from .people import number_in


def fits(listing: Listing) -> bool:
    """Whether most of what lies there are folders of nothing but numbered folders."""
    return mostly(listing, lambda name: name in listing.tops and _is_student(listing.tops[name]))


def _is_student(folder: Listing) -> bool:
    return bool(folder.tops) and not folder.loose and all(map(str.isdecimal, folder.tops))


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions with all attempts."""
    del required
    submissions, without = [], []
    left_out = [
        listing.stray(name, "it is not a folder of numbered folders")
        for name in (*listing.tops, *listing.loose)
        if name in listing.loose or not _is_student(listing.tops[name])
    ]
    for name, folder in listing.tops.items():
        if not _is_student(folder):
            continue
        attempts = []
        for number in sorted(folder.tops, key=int):
            inside = folder.tops[number]
            files = {one.path: inside.placed(one) for one in inside.files}
            if files:
                attempts.append(Attempt(number, files, left_out=inside.left_inside))
            else:
                left_out.append(folder.lost(number, EMPTY))
        if not attempts:
            without.append(f"{name} submitted no file")
            continue
        last = attempts[-1].files
        submissions.append(
            Delivered(
                f"webcat {name}",
                (Person(number=number_in(name), ids={"login": name, "folder": name}),),
                tuple(attempts),
                resubmitted=len(attempts) > 1,
                details=details_of(last),
            )
        )
    return Download("webcat", tuple(submissions), tuple(left_out), without=tuple(without))
