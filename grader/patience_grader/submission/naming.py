"""Under which names submissions are reported: a name is not up for grabs.

A name that is fit for a folder is kept as it is, whatever else lies there. Any other name is
cleaned, and told apart by a digest of how it was written; so it depends on the submission
alone, and never becomes the name that another one has.
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath

from ..downloads.model import Attempt
from ..text.sanitize import is_blank
from ..text.words import is_word
from .notebook import locate as finding
from .upload import Upload, attempt_at

OWN_FILES = (
    *("marks.csv", "misconceptions.csv", "changes.csv"),
    *("manual-marks.csv", "comment-bank.csv", "overrides.csv"),
    *("index.html", "similar.html", "cohort.json", "questions.json", "runs.json"),
    *("key.csv", "notes.txt", "attempts"),
)
"""What lies beside the submissions in the folder of the results."""
_RESERVED = {f"{name}{ending}" for name in OWN_FILES for ending in ("", ".part")}
_ALSO = " .,()@+'’-"
_MOST = 80
_DIGITS = 8


@dataclass(frozen=True)
class Claim:
    """A submission that needs a name, and the name that it should have."""

    owner: str
    attempt: Attempt
    place: str
    """Where it lies, or what the platform calls it: no other submission has the same."""
    rank: int = 0
    """Of several of the same name, the first by rank and place is called so."""
    student: str = ""
    number: str = ""
    """What the platform tells it by from others of the same name. With it, the name is the
    platform's, and that others have it too is nobody's fault."""
    is_anothers: bool = False
    """Whether somebody else has had the name before, and keeps it."""


def at_paths(paths: Iterable[Path]) -> list[Upload]:
    """The files and folders at the paths, each under a name of its own."""
    return named(
        Claim(finding.owner(path), attempt_at(path), str(path.absolute()), _rank(path))
        for path in paths
    )


def named(claims: Iterable[Claim]) -> list[Upload]:
    """The submissions with names of their own, fit for a folder's name.

    Of several that are called the same, the zip is called so, or else the notebook;
    of names that differ in upper and lower case alone, the first in the order of characters.
    The others are told apart by the platform's number, or else by a digest. Nobody can give a
    file the name that another one beside it has: that two are called the same is no student's
    doing.
    """
    known = list(claims)
    wanted: dict[str, tuple[str, int, str]] = {}
    for one in known:
        if own_name(one.owner) == one.owner and not one.is_anothers:
            claim = (one.owner, one.rank, one.place)
            wanted[one.owner.casefold()] = min(claim, wanted.get(one.owner.casefold(), claim))
    holders = {claim[2] for claim in wanted.values()}
    taken = {*wanted, *_RESERVED, *(one.owner.casefold() for one in known if one.is_anothers)}
    looks = Counter(_look(one.owner) for one in known)
    owners = Counter(one.owner for one in known)
    found = []
    for one in known:
        name, remark, doubt = one.owner, "", ""
        if one.place not in holders or own_name(name) != name:
            name = _free(one, taken)
            taken.add(name.casefold())
            if owners[one.owner] > 1 and not one.number:
                doubt = "another submission is called the same"
            elif looks[_look(one.owner)] > 1 and not one.number:
                remark = f"it is called {one.owner!r}, almost the same name as another submission's"
        found.append(Upload(name, one.attempt, one.student, one.owner, remark, doubt))
    return found


def own_name(name: str) -> str:
    """The name as it is if it is fit for a folder's; else cleaned, with a digest of it."""
    composed = unicodedata.normalize("NFC", name)
    sanitize = plain_name(name)
    if sanitize == composed and sanitize.casefold() not in _RESERVED:
        return sanitize
    return _told_apart(sanitize, name)


def plain_name(name: str) -> str:
    """The name with an underscore for whatever is not fit for a folder's."""
    composed = unicodedata.normalize("NFC", name)
    seen = "".join("_" if _is_disguised(one) else one for one in composed)
    plain = "".join(one if is_word(one) or one in _ALSO else "_" for one in seen)
    return plain[:_MOST].strip(" .'") or "submission"


def _is_disguised(character: str) -> bool:
    """Whether somebody sees another character, or none."""
    compatible = unicodedata.normalize("NFKC", character)
    return character != " " and (is_blank(character) or compatible != character)


def collisions(uploads: Iterable[Upload]) -> list[str]:
    """A line for each submission whose name could be taken for another's."""
    return [
        f"{one.owner}: {one.remark or one.doubt}; it is reported as {one.name}"
        for one in uploads
        if one.remark or one.doubt
    ]


def _rank(path: Path) -> int:
    """Which of several paths of the same name is called so."""
    if path.is_dir():
        return 2
    return int(finding.is_notebook(path))


def _free(one: Claim, taken: set[str]) -> str:
    """A name that nobody has, told apart by its number, or as much of the place as is needed."""
    name = own_name(one.owner)
    if name.casefold() in taken and one.number:
        name = own_name(f"{one.owner} {one.number}")
    parts = PurePath(one.place).parts
    for count in range(1, len(parts) + 1):
        if name.casefold() not in taken:
            break
        name = _told_apart(plain_name(one.owner), "/".join(parts[-count:]))
    return name


def _told_apart(sanitize: str, by: str) -> str:
    digest = hashlib.sha256(os.fsencode(by)).hexdigest()[:_DIGITS]
    return f"{sanitize[: _MOST - _DIGITS - 1]}-{digest}"


def _look(name: str) -> str:
    """What is left of a name for somebody who reads it quickly."""
    seen = unicodedata.normalize("NFKC", name).casefold()
    return "".join(one for one in seen if not is_blank(one)).rstrip(".")
