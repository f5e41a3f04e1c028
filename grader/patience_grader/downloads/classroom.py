"""GitHub Classroom: a folder with a clone for each student or team, `ASSIGNMENT-USER`.

What counts is what was committed, not what lies in the folder. Every commit is an attempt, so
that the one at a deadline can be chosen; the files of a commit are listed when it is.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..errors import SubmissionError
from .git import InGit, check_whole, commits, is_shallow, tree
from .listing import Listing, base
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed

_BOT = "github-classroom[bot]"


def fits(listing: Listing) -> bool:
    """Whether most folders there are clones."""
    clones = sum("" in folder.clones for folder in listing.tops.values())
    return clones * 2 > len(listing.tops)


@dataclass(frozen=True)
class Tree(Mapping[str, Placed]):
    """The files of a commit, listed when they are asked for.

    Raises SubmissionError when they cannot be.
    """

    repository: Path
    commit: str

    @cached_property
    def _files(self) -> Mapping[str, InGit]:
        return tree(self.repository, self.commit)

    def __getitem__(self, name: str) -> Placed:
        """The file of this name."""
        return Placed(self._files[name], f"{self.repository.name}/{name}")

    def __iter__(self) -> Iterator[str]:
        """The names of the files."""
        return iter(self._files)

    def __bool__(self) -> bool:
        """Whether there is a commit, and not whether it can be read."""
        return True

    def __len__(self) -> int:
        """How many files there are."""
        return len(self._files)


def read(listing: Listing, required: Collection[str]) -> Download:
    """A submission for each clone."""
    del required
    prefix = _prefix(listing)
    submissions = []
    left_out: list[LeftOut] = []
    notes: list[str] = []
    for name, folder in listing.tops.items():
        if "" in folder.clones:
            attempts, noted = _attempts(folder, name)
            notes += noted
        elif folder.files:
            attempts = (_as_it_lies(folder),)
            notes.append(f"{name}: it is not a git repository, so what lies in it counts")
        else:
            left_out.append(listing.lost(name, "it holds neither a repository nor files"))
            continue
        user = name.removeprefix(prefix)
        person = Person(ids={"git": user} if prefix else {"repository": name})
        submissions.append(Delivered(name, (person,), attempts))
    left_out += [listing.lost(name, "it lies in no clone") for name in listing.loose]
    if submissions:
        notes.append("the times are those of commits, which the clocks of students' machines set")
    return Download("classroom", tuple(submissions), tuple(left_out), tuple(notes))


def alone(listing: Listing) -> Download:
    """A clone that was named by itself."""
    name = base(listing.name)
    attempts, notes = _attempts(listing, name)
    one = Delivered(name, (Person(ids={"repository": name}),), attempts)
    return Download("classroom", (one,), listing.left_out, tuple(notes))


def _prefix(listing: Listing) -> str:
    """What comes before the users' names: the assignment's name and a hyphen."""
    names = list(listing.tops)
    folder = Path(listing.name).name
    if folder.endswith("-submissions"):
        prefix = folder.removesuffix("submissions")
        if all(name.startswith(prefix) for name in names):
            return prefix
    if len(names) < 2:
        return ""
    common = os.path.commonprefix(names)  # noqa: RUF071 names, not paths
    return common[: common.rfind("-") + 1]


def _attempts(folder: Listing, name: str) -> tuple[tuple[Attempt, ...], list[str]]:
    """The commits that the student made, and what a person should know.

    Where the repository cannot be read, what lies in its folder counts.
    """
    repository = folder.clones[""]
    try:
        check_whole(repository)
        found = commits(repository)
    except SubmissionError as fault:
        instead = "; the files in its folder count, and no commit" if folder.files else ""
        return (_as_it_lies(folder),), [f"{name}: {fault}{instead}"]
    own = [one for one in found if one.author != _BOT]
    notes = [] if own else [f"{name}: nothing was committed after the starter code"]
    if is_shallow(repository):
        notes.append(
            f"{name}: it is a shallow clone, so its earlier commits are not known; "
            "clone it without --depth if a commit before the deadline should count"
        )
    return tuple(
        Attempt(one.id[:10], Tree(repository, one.id), one.time) for one in own or found[-1:]
    ), notes


def _as_it_lies(folder: Listing) -> Attempt:
    """The files in a folder, of which nobody knows when they were submitted."""
    files = {one.path: folder.placed(one) for one in folder.files}
    return Attempt("files", files, left_out=folder.left_inside)
