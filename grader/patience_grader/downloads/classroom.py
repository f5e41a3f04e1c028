"""GitHub Classroom: a folder with a clone for each student or team, `ASSIGNMENT-USER`.

Where each student has a group of their own, as on GitLab, it is `USER/ASSIGNMENT`.

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
from ..text.listed import first_of
from .git import Commit, InGit, check_whole, commits, is_shallow, other_branches, tree
from .listing import Listing, base
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed
from .people import number_in

_BOT = "github-classroom[bot]"
_FEW = 3


def fits(listing: Listing) -> bool:
    """Whether most folders there are clones, or hold one each that is called the same."""
    clones = sum("" in folder.clones for folder in listing.tops.values())
    return clones * 2 > len(listing.tops) or bool(_of_groups(listing))


def _of_groups(listing: Listing) -> Mapping[str, Listing]:
    """The clones in folders of students, by their names; none unless all are called the same."""
    inside = {name: (*top.clones,) for name, top in listing.tops.items() if top.clones}
    if len(inside) < 2 or len(inside) * 2 <= len(listing.tops) or len({*inside.values()}) > 1:
        return {}
    called, *others = next(iter(inside.values()))
    if others or not called or "/" in called:
        return {}
    return {name: listing.tops[name].tops[called] for name in inside}


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
    groups = _of_groups(listing)
    prefix = "" if groups else _prefix(listing)
    submissions = []
    left_out: list[LeftOut] = []
    notes: list[str] = []
    doubts: list[str] = []
    for name, top in listing.tops.items():
        folder = groups.get(name, top)
        if "" in folder.clones:
            attempts, noted, doubted = _attempts(folder, name)
            notes += noted
            doubts += doubted
        elif folder.files:
            attempts = (_as_it_lies(folder),)
            notes.append(f"{name}: it is not a git repository, so what lies in it counts")
        else:
            left_out.append(listing.lost(name, "it holds neither a repository nor files"))
            continue
        user = name.removeprefix(prefix)
        person = Person(ids={"git": user} if prefix else {"repository": name})
        if name in groups:
            person = Person(number=number_in(name), ids={"git": name, "folder": name})
            beside = [*top.loose, *(one for one in top.tops if not top.tops[one].clones)]
            left_out += [top.lost(one, "it lies in no clone") for one in beside]
        submissions.append(Delivered(name, (person,), attempts))
    left_out += [listing.lost(name, "it lies in no clone") for name in listing.loose]
    if submissions:
        notes.append("the times are those of commits, which the clocks of students' machines set")
    return Download(
        "classroom", tuple(submissions), tuple(left_out), tuple(notes), doubts=tuple(doubts)
    )


def alone(listing: Listing) -> Download:
    """A clone that was named by itself."""
    name = base(listing.name)
    attempts, notes, doubts = _attempts(listing, name)
    one = Delivered(name, (Person(ids={"repository": name}),), attempts)
    return Download("classroom", (one,), listing.left_out, tuple(notes), doubts=tuple(doubts))


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


def _attempts(folder: Listing, name: str) -> tuple[tuple[Attempt, ...], list[str], list[str]]:
    """The commits that the student made, what a person should know, and what to look at.

    Where the repository cannot be read, what lies in its folder counts.
    """
    repository = folder.clones[""]
    try:
        check_whole(repository)
        found = commits(repository)
    except SubmissionError as fault:
        instead = "; the files in its folder count, and no commit" if folder.files else ""
        return (_as_it_lies(folder),), [f"{name}: {fault}{instead}"], []
    own = [one for one in found if one.author != _BOT]
    notes = [] if own else [f"{name}: nothing was committed after the starter code"]
    later = _on_other_branches(repository, found[-1] if own else None)
    doubts = [f"{name}: {later}"] if later and not own else []
    notes += [f"{name}: {later}"] if later and own else []
    if is_shallow(repository):
        notes.append(
            f"{name}: it is a shallow clone, so its earlier commits are not known; "
            "clone it without --depth if a commit before the deadline should count"
        )
    return (
        tuple(
            Attempt(one.id[:10], Tree(repository, one.id), one.time) for one in own or found[-1:]
        ),
        notes,
        doubts,
    )


def _on_other_branches(repository: Path, last: Commit | None) -> str:
    """What was committed after the last commit of the branch that is checked out, if anything."""
    try:
        branches = other_branches(repository)
    except SubmissionError:
        return ""
    names = dict.fromkeys(
        one.name
        for one in branches
        if one.author != _BOT and (last is None or one.time > last.time)
    )
    if not names:
        return ""
    return (
        f"work was committed to the branch {first_of([*names], _FEW)} and not to the one "
        "that is checked out, which counts; check out the other one if it should"
    )


def _as_it_lies(folder: Listing) -> Attempt:
    """The files in a folder, of which nobody knows when they were submitted."""
    files = {one.path: folder.placed(one) for one in folder.files}
    return Attempt("files", files, left_out=folder.left_inside)
