"""Forms that ask for several files: a folder for each question, with a file of everybody in it.

As Microsoft Forms and Google Forms store what is uploaded: `Question 1/deck_Ada Lovelace.py` and
`Question 2/game_Ada Lovelace.py`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection
from dataclasses import replace

from .archives import File
from .listing import Listing, base
from .work import home_in

_Apart = Callable[[str, Collection[str]], tuple[str, str]]
"""Whose a file is of some people, and its name without theirs."""


def together(
    listing: Listing, people: Callable[[Listing], Collection[str]], apart: _Apart
) -> Listing:
    """The listing with a folder for everybody who is named in files of several questions.

    `people` says who is named in the files of a folder. The same listing if most are not the
    same people in every folder, or if somebody's files are called alike.
    """
    home = home_in(listing, frozenset())
    folders: dict[str, list[File]] = {}
    for one in listing.files:
        folders.setdefault(posixpath.dirname(one.path), []).append(one)
    questions = {
        folder: files for folder, files in folders.items() if posixpath.dirname(folder) == home
    }
    if len(questions) < 2 or home in folders or len(questions) != len(folders) or "" in questions:
        return listing
    named = [found for one in questions.values() if (found := people(Listing("", _bare(one))))]
    known = frozenset().union(*named)
    if not known or not all(_are_theirs(files, known, apart) for files in questions.values()):
        return listing
    files: dict[str, File] = {}
    for one in listing.files:
        who, name = apart(base(one.path), known)
        path = posixpath.join(home, who, name) if who else one.path
        if files.setdefault(path, replace(one, path=path)).source is not one.source:
            return listing
    return replace(listing, files=tuple(files[path] for path in sorted(files)), archive=None)


def _bare(files: Collection[File]) -> tuple[File, ...]:
    return tuple(replace(one, path=base(one.path)) for one in files)


def _are_theirs(files: Collection[File], known: Collection[str], apart: _Apart) -> bool:
    """Whether most of the people have a file among these, and most of the files are somebody's."""
    whose = [apart(base(one.path), known)[0] for one in files]
    theirs = [one for one in whose if one]
    return 2 * len({*theirs}) > len(known) and 2 * len(theirs) > len(whose)
