"""Under which names submissions are reported: a name is not up for grabs.

A name that is fit for a folder is kept as it is, whatever else lies there. Any other name is
cleaned, and told apart by a digest of how it was written; so it depends on the submission
alone, and never becomes the name that another one has.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..text.sanitize import is_blank
from .notebook import locate as finding

_OWN_FILES = ("marks.csv", "index.html", "manual-marks.csv")
_RESERVED = {f"{name}{ending}" for name in _OWN_FILES for ending in ("", ".part")}
_MOST = 80
_DIGITS = 8


@dataclass(frozen=True)
class Upload:
    """A zip, a notebook or a folder, and the name under which it is reported."""

    name: str
    path: Path
    remark: str = ""
    """Whose name its own could be taken for, if anybody's."""


def named(paths: Iterable[Path]) -> list[Upload]:
    """The paths with names of their own, fit for a folder's name.

    Of several paths that are called the same, the zip is called so, or else the notebook;
    of names that differ in upper and lower case alone, the first in the order of characters.
    """
    known = [(path, finding.owner(path)) for path in paths]
    wanted: dict[str, tuple[str, int, str]] = {}
    for path, owner in known:
        if own_name(owner) == owner:
            claim = (owner, _rank(path), str(path.absolute()))
            wanted[owner.casefold()] = min(claim, wanted.get(owner.casefold(), claim))
    holders = {claim[2] for claim in wanted.values()}
    taken = {owner.casefold() for owner in wanted} | _RESERVED
    looks = Counter(_look(owner) for _, owner in known)
    found = []
    for path, owner in known:
        if str(path.absolute()) in holders and own_name(owner) == owner:
            found.append(Upload(owner, path))
            continue
        name = _free(path, owner, taken)
        taken.add(name.casefold())
        alike = looks[_look(owner)] > 1
        remark = f"its name is almost the same as that of, {owner!r}" if alike else ""
        found.append(Upload(name, path, remark))
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
    return re.sub(r"[^\w .()@+-]", "_", seen)[:_MOST].strip(" .") or "submission"


def _is_disguised(character: str) -> bool:
    """Whether somebody sees another character, or none."""
    compatible = unicodedata.normalize("NFKC", character)
    return character != " " and (is_blank(character) or compatible != character)


def collisions(uploads: Iterable[Upload]) -> list[str]:
    """A line for each submission whose name could be taken for another's."""
    return [
        f"{one.path}: {one.remark}; it is reported as {one.name}" for one in uploads if one.remark
    ]


def _rank(path: Path) -> int:
    """Which of several paths of the same name is called so."""
    if path.is_dir():
        return 2
    return int(finding.is_notebook(path))


def _free(path: Path, owner: str, taken: set[str]) -> str:
    """A name that nobody has, told apart by as much of the path as is needed."""
    name = own_name(owner)
    parts = path.absolute().parts
    for count in range(1, len(parts) + 1):
        if name.casefold() not in taken:
            break
        name = _told_apart(plain_name(owner), "/".join(parts[-count:]))
    return name


def _told_apart(sanitize: str, by: str) -> str:
    digest = hashlib.sha256(os.fsencode(by)).hexdigest()[:_DIGITS]
    return f"{sanitize[: _MOST - _DIGITS - 1]}-{digest}"


def _look(name: str) -> str:
    """What is left of a name for somebody who reads it quickly."""
    seen = unicodedata.normalize("NFKC", name).casefold()
    return "".join(one for one in seen if not is_blank(one)).rstrip(".")
