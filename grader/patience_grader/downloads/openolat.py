"""OpenOlat's archive of a task.

`LAST_FIRST_LOGIN/` for each participant, or `GROUP_NUMBER/` in an archive that is called
`grouptask_…`, in ASCII letters and with underscores for blanks. In it is a numbered folder for each
step: `2_submissions` and every `4_revisions_1` hold what the participant has handed in, the others
what staff has given. Times are not in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from .archives import details_of
from .listing import Listing, base, is_spreadsheet
from .model import Attempt, Delivered, Download, Person

_STEP = re.compile(
    r"\d+_(?:task|assessment|corrections(?:_\d+)?|(?P<own>submissions|revisions_\d+))"
)
_GROUPS = "grouptask_"
_SOLUTIONS = "solutions"


def fits(listing: Listing) -> bool:
    """Whether most folders there have the steps of a task in them, and one what was submitted."""
    steps = [folder for folder in listing.tops.values() if _is_participant(folder)]
    is_any = any(step for folder in steps for step in folder.tops if _own(step))
    return is_any and len(steps) * 2 > len(listing.tops)


def _is_participant(folder: Listing) -> bool:
    return bool(folder.tops) and not folder.loose and all(map(_STEP.fullmatch, folder.tops))


def _own(step: str) -> str:
    """What the step is called in which a participant hands in; empty for the others."""
    match = _STEP.fullmatch(step)
    return (match["own"] or "") if match else ""


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions, each with its revisions as later attempts."""
    del required
    of_groups = base(listing.name).startswith(_GROUPS)
    submissions = []
    left_out = [
        listing.lost(name, "it is what OpenOlat says of the results")
        if is_spreadsheet(name)
        else listing.stray(name, "it is in no participant's folder")
        for name in listing.loose
    ]
    for name, folder in listing.tops.items():
        if not _is_participant(folder):
            why = "it is in no participant's folder"
            is_staff = name == _SOLUTIONS
            left_out.append(listing.lost(name, why) if is_staff else listing.stray(name, why))
            continue
        left_out += [
            replace(folder.lost(step, "it is not what was submitted"), is_noise=True)
            for step in folder.tops
            if not _own(step)
        ]
        attempts = tuple(_attempts(folder))
        if attempts:
            submissions.append(
                Delivered(
                    f"openolat {name}",
                    (_group(name) if of_groups else _person(name),),
                    attempts,
                    resubmitted=len(attempts) > 1,
                    team=of_groups,
                    details=details_of(attempts[-1].files),
                )
            )
        else:
            left_out.append(listing.lost(name, "nothing was submitted in it"))
    return Download("openolat", tuple(submissions), tuple(left_out))


def _attempts(folder: Listing) -> Iterator[Attempt]:
    """What was handed in, in the order of the steps."""
    for step in sorted(filter(_own, folder.tops), key=lambda one: int(one.partition("_")[0])):
        inside = folder.tops[step]
        if inside.files:
            files = {one.path: inside.placed(one) for one in inside.files}
            yield Attempt(_own(step), files, left_out=inside.left_inside)


def _person(folder: str) -> Person:
    """Whose a folder is. Where a name has more words, nobody knows where the last name ends."""
    *words, login = folder.split("_")
    if len(words) == 2:
        words.reverse()
    return Person(" ".join(words), ids={"login": login, "folder": folder})


def _group(folder: str) -> Person:
    return Person(folder.rpartition("_")[0].replace("_", " "), ids={"folder": folder})
