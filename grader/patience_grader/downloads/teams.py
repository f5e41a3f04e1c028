"""Microsoft Teams' "Submitted files", as they are synchronised or downloaded.

`STUDENT/ASSIGNMENT/Version N/…`: a version for each time that a student handed in, and a folder
for each assignment of the class. Neither times nor numbers are in it. Beside it may lie the
"Working files" of the same students, which they have not handed in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from ..errors import InputError, SubmissionError
from .contents import contents
from .listing import Listing, base, folded, mostly
from .model import Attempt, Delivered, Download, LeftOut, Person

_VERSION = re.compile(
    r"(?:versi(?:on|ón|one|e|ó|ão|oon|o)|versjon|wersja|verze|verzia|verzió|različica|verzija"
    r"|έκδοση|версия|версія|sürüm|バージョン|版本|버전) ?(?P<number>\d+)",
    re.IGNORECASE,
)
"""What the folder of a version is called, folded."""


def fits(listing: Listing) -> bool:
    """Whether most of what lies there are folders of students with versions of their work.

    Or whether it is the library that holds such a folder, and that of working files.
    """
    return _is_submitted(listing) or bool(_submitted(listing))


def _submitted(library: Listing) -> str:
    """The folder of what was handed in, beside that of the same students' working files."""
    if len(library.tops) != 2 or library.loose:
        return ""
    found = [name for name, folder in library.tops.items() if _is_submitted(folder)]
    one, other = (folder.tops.keys() for folder in library.tops.values())
    return found[0] if len(found) == 1 and not one.isdisjoint(other) else ""


def _is_submitted(listing: Listing) -> bool:
    return mostly(listing, lambda name: name in listing.tops and _is_student(listing.tops[name]))


def _is_student(folder: Listing) -> bool:
    return not folder.loose and any(map(_is_assignment, folder.tops.values()))


def _is_assignment(folder: Listing) -> bool:
    return bool(folder.tops) and all(map(_version, folder.tops))


def _version(name: str) -> re.Match[str] | None:
    return _VERSION.fullmatch(folded(name))


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions to one assignment: the one with required files in it.

    Raises InputError when there are several assignments and none of them is.
    """
    wanted = frozenset(map(folded, required))
    left_out: list[LeftOut] = []
    without: list[str] = []
    if submitted := _submitted(listing):
        (working,) = listing.tops.keys() - {submitted}
        left_out.append(listing.lost(working, "it holds what was not submitted"))
        students = listing.tops[working].tops.keys() - listing.tops[submitted].tops.keys()
        without += [
            f"{name} submitted nothing: what there is lies in {working}"
            for name in sorted(students)
        ]
        listing = listing.tops[submitted]
    tried = {
        (student, name): _attempts(inside)
        for student, folder in listing.tops.items()
        for name, inside in folder.tops.items()
        if _is_assignment(inside)
    }
    assignment = _assignment(tried, wanted)
    submissions = []
    for student, folder in listing.tops.items():
        others = [name for name in (*folder.tops, *folder.loose) if name != assignment]
        left_out += [folder.lost(one, f"it is not of {assignment}") for one in others]
        if attempts := tried.get((student, assignment)):
            inside = folder.tops[assignment]
            left_out += [inside.lost(one, "it is in no version") for one in inside.loose]
            again = len(attempts) > 1
            person = Person(student, ids={"folder": student})
            submissions.append(Delivered(student, (person,), attempts, resubmitted=again))
    left_out += [listing.lost(one, "it lies in no student's folder") for one in listing.loose]
    return Download("teams", tuple(submissions), tuple(left_out), without=tuple(without))


def _attempts(assignment: Listing) -> tuple[Attempt, ...]:
    """The versions in their order, without those that hold nothing if another one does."""
    found = []
    for name, version in assignment.tops.items():
        number = _version(name)
        files = {one.path: version.placed(one) for one in version.files}
        found.append((int(number["number"]) if number else 0, Attempt(name, files)))
    ordered = [attempt for _, attempt in sorted(found, key=lambda one: one[0])]
    return tuple([one for one in ordered if one.files] or ordered[-1:])


def _assignment(tried: dict[tuple[str, str], tuple[Attempt, ...]], wanted: frozenset[str]) -> str:
    names = sorted({name for _, name in tried})
    if len(names) == 1:
        return names[0]
    fitting = Counter(name for (_, name), attempts in tried.items() if _holds(attempts[-1], wanted))
    if len(fitting) != 1:
        raise InputError(
            f"there are several assignments, {', '.join(names[:5])}, and it is not clear from the "
            "files which one is meant; leave only that one in the folders of the students"
        )
    return next(iter(fitting))


def _holds(attempt: Attempt, wanted: frozenset[str]) -> bool:
    try:
        return any(folded(base(one.path)) in wanted for one in contents(attempt).files)
    except SubmissionError:
        return False
