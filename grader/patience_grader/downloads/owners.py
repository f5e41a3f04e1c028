"""Files in the names of which their owners are named, as people and forms do.

Google Classroom puts a student's name before that of a file, as in `Ada Lovelace - game.py`.
Students do so themselves, as in `ada_game.py`, and forms put it behind, as in
`game_Ada Lovelace.py`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from dataclasses import replace

from .archives import is_packed
from .listing import Listing, base, folded
from .model import stem
from .people import are_people, is_group, is_version, is_whole, number_in, several
from .questions_of_form import together
from .work import home_in, is_notebook, is_students_own

_OWNER = " - "
"""What Google Classroom puts between a student's name and that of a file."""
_MARKS = "_- "
"""What people put between a student's name and that of a file."""
_ENDS = f"{_MARKS}."
"""The same, and the full stop of `ada.game.py`, with which a name may end, too."""
_NUMBERED = re.compile(r" ?\(\d+\)(?=\.\w+$)")
_BEHIND = r"(?: ?\(?\d+\)?)?[-_ ]+(?P<who>[^\W_].*)"
"""What forms write behind the name of a file that somebody uploads there."""


def by_owners(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for everybody who is named in the names of files.

    The same listing if nobody is.
    """
    found = _in_names(_before_files(listing, required), required)
    if found is listing:
        return together(listing, lambda folder: _people_in(folder, required), _apart_from_name)
    return found


def _people_in(folder: Listing, required: Collection[str]) -> Collection[str]:
    """Who is named in the names of the files in a folder; nobody unless several are."""
    apart = by_owners(folder, required)
    return () if apart is folder else apart.tops.keys()


def _before_files(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for everybody whose name stands before that of a file.

    It must be the names of several people, before required files or at least one of these and
    archives, where no required file lies beside them: in the folder that is all there is, or in
    those of groups in it.
    """
    wanted = frozenset(map(folded, required))
    home = home_in(listing, wanted)
    asked: dict[str, set[str]] = {}
    packed: dict[str, set[str]] = {}
    for one in listing.files:
        folder, name = posixpath.split(one.path)
        owner, between, called = name.rpartition(_OWNER)
        if folded(called) in wanted:
            asked.setdefault(folder, set()).add(owner)
        elif between and is_packed(called):
            packed.setdefault(folder, set()).add(owner)
    known = {
        folder: owners
        for folder, owners in ((one, asked[one] | packed.get(one, set())) for one in asked)
        if folder == home or (posixpath.dirname(folder) == home and is_group(base(folder)))
        if "" not in owners and are_people([*owners], least=2)
    }
    files = []
    for one in listing.files:
        folder, name = posixpath.split(one.path)
        owner = _owner(name, known[folder]) if folder in known else ""
        moved = posixpath.join(folder, owner, name.removeprefix(f"{owner}{_OWNER}"))
        files.append(replace(one, path=moved) if owner else one)
    return replace(listing, files=tuple(files), archive=None) if known else listing


def _owner(name: str, known: Collection[str]) -> str:
    """Whose name stands before that of a file: one that is known, or else the first part.

    Empty if nobody's does.
    """
    parts = name.split(_OWNER)
    heads = [_OWNER.join(parts[:count]) for count in range(1, len(parts))]
    return next((one for one in reversed(heads) if one in known), heads[0] if heads else "")


def _in_names(listing: Listing, required: Collection[str]) -> Listing:
    """The listing with a folder for everybody who is named in that of a required file.

    As in `ada_game.py` and `2600001S-game.py`, or as forms put names behind that of a file, in
    `game_Ada Lovelace.py`: where no required file lies beside them, and those are several people,
    of whom two have a number or three a name. One is enough beside folders and archives of others.
    """
    wanted = frozenset(map(folded, required))
    is_here = any(owner_in(name, required) for name in listing.loose)
    home = "" if is_here else home_in(listing, wanted)
    loose = [one for one in listing.files if posixpath.dirname(one.path) == home]
    if any(folded(base(one.path)) in wanted for one in loose):
        return listing
    asked = {one: who for one in loose if (who := owner_in(base(one.path), required))}
    people = {who for who in asked.values() if not is_version(who)}
    is_class = are_people([*people])
    if not is_class:
        people = _beside_others(listing, home, people, required)
    if not people or all(is_notebook(one.path) for one in asked):
        return listing
    files = {one.path: one for one in listing.files}
    for one in loose:
        who, name = _apart_from_name(base(one.path), people)
        path = posixpath.join(home, who, name)
        if who and path not in files:
            files[path] = replace(files.pop(one.path), path=path)
    moved = tuple(files[path] for path in sorted(files))
    return replace(listing, files=moved, archive=None if is_class else listing.archive)


def _beside_others(
    listing: Listing, home: str, named: Collection[str], required: Collection[str]
) -> set[str]:
    """Who of these has a number or two names, if folders or archives of several lie beside."""
    inside = listing
    for folder in filter(None, home.split("/")):
        inside = inside.tops[folder]
    packed = [name for name in inside.loose if is_packed(name) or is_notebook(name)]
    others = [*inside.tops, *map(stem, packed)]
    could_be_one = listing.archive is not None and not several(inside, required)
    if is_students_own(listing) or could_be_one or not are_people(others):
        return set()
    return {who for who in named if is_whole(who)}


def owner_in(name: str, required: Collection[str]) -> str:
    """Who is named before or behind a required file's name in that of a file; empty if nobody is.

    Behind it, where modules have further words, too, only a number or two words are somebody.
    """
    name = _NUMBERED.sub("", name)
    for one in required:
        stem, ending = posixpath.splitext(one)
        if not name.lower().endswith(ending.lower()):
            continue
        head = name[: -len(one)] if folded(name).endswith(folded(one)) else ""
        if who := head.rstrip(_ENDS):
            return who if who != head else ""
        behind = re.compile(rf"{re.escape(stem)}{_BEHIND}{re.escape(ending)}", re.IGNORECASE)
        found = behind.fullmatch(name)
        if found and (" " in found["who"] or number_in(found["who"])):
            return found["who"]
    return ""


def _apart_from_name(name: str, people: Collection[str]) -> tuple[str, str]:
    """Whose a file is of these people, empty if it is nobody's, and its name without theirs."""
    stem, ending = posixpath.splitext(name)
    between = _MARKS if is_packed(name) else _ENDS
    for place in reversed([at for at, one in enumerate(stem) if one in between]):
        if (who := name[:place].rstrip(_ENDS)) in people:
            return who, name[place:].lstrip(between)
    for place in [at for at, one in enumerate(stem) if one in _MARKS]:
        if (who := stem[place:].lstrip(_MARKS)) in people:
            return who, stem[:place].rstrip(_MARKS) + ending
    return "", name
