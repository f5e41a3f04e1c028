"""The values that describe a download, whatever platform it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath

from ..errors import SubmissionError
from .source import Source


@dataclass(frozen=True)
class Person:
    """Somebody who submitted, as far as the download says who it is."""

    name: str = ""
    number: str = ""
    email: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)
    """Further names, by what they are: `moodle`, `canvas`, `login`, `git`, `folder` and others."""

    @property
    def title(self) -> str:
        """What to call the person in a message."""
        known = (self.name, self.ids.get("folder"), self.number, self.email, *self.ids.values())
        return next(filter(None, known), "")


@dataclass(frozen=True)
class Placed:
    """A file of an attempt."""

    source: Source
    path: str
    """Where it lies in the download, under the name that the platform gave it."""


@dataclass(frozen=True, order=True)
class LeftOut:
    """A file or folder in the input that belongs to no submission."""

    path: str
    reason: str
    is_noise: bool = False
    """Whether a program left it behind, so that nobody misses it."""
    may_be_work: bool = False
    """Whether somebody could have meant it, or what lies in it, as a submission or a table."""

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.path} is left out: {self.reason}"


@dataclass(frozen=True)
class Attempt:
    """What was submitted at one time."""

    label: str
    files: Mapping[str, Placed]
    """The files by the names that the student chose. Empty if the download lacks them."""
    submitted: datetime | None = None
    """Without a time zone if the download does not name one."""
    late: bool | None = None
    """What the platform says; None if it says nothing."""
    left_out: tuple[LeftOut, ...] = ()
    """What lies among the files and is never opened."""

    @property
    def listed(self) -> Mapping[str, Placed]:
        """The files; none if their names cannot be read, which marking then says."""
        try:
            return dict(self.files)
        except SubmissionError:
            return {}


@dataclass(frozen=True)
class Delivered:
    """All that one student or one team submitted."""

    key: str
    """Who it is on this platform: the same in every download of the same assignment."""
    people: tuple[Person, ...]
    attempts: tuple[Attempt, ...]
    """In the order in which they were made. There is at least one."""
    resubmitted: bool = False
    team: bool = False
    details: tuple[str, ...] = ()
    """What the summary of a download counts of it besides."""
    extension: datetime | None = None
    """The student's own deadline, if the platform says so. It may lack a time zone."""
    tells_extension: bool = False
    """Whether without one there is none, whatever the platform said before."""

    @property
    def title(self) -> str:
        """What to call it in a message."""
        return " and ".join(filter(None, (one.title for one in self.people))) or self.key


@dataclass(frozen=True)
class Download:
    """Everything that was found in the input."""

    platform: str
    submissions: tuple[Delivered, ...]
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    """What a person should know, one line each."""
    consulted: tuple[str, ...] = ()
    """Tables that said something of people or times, by their whole paths."""
    without: tuple[str, ...] = ()
    """Who submitted something and no file, so that there is nothing to mark: one line each."""
    doubts: tuple[str, ...] = ()
    """What somebody must look at, since what counts may not be what was meant: one line each."""

    @property
    def summary(self) -> str:
        """One line that says what was recognised."""
        teams = sum(one.team for one in self.submissions)
        students = len(self.submissions) - teams
        counts = [_count(students, "student")] if students or not teams else []
        counts += [_count(teams, "team")] if teams else []
        resubmitted = sum(one.resubmitted for one in self.submissions)
        late = sum(one.attempts[-1].late is True for one in self.submissions)
        details = Counter(detail for one in self.submissions for detail in one.details)
        noted = {"resubmitted": resubmitted, "late": late, **details}
        noted["left out"] = sum(not one.is_noise for one in self.left_out)
        counts += [f"{number} {wording}" for wording, number in noted.items() if number]
        return f"{TITLES[self.platform]}: {', '.join(counts)}"


TITLES: Mapping[str, str] = {
    "moodle": "Moodle download",
    "canvas": "Canvas download",
    "gradescope": "Gradescope export",
    "classroom": "GitHub Classroom clones",
    "nbgrader": "nbgrader course",
    "teams": "Microsoft Teams folder",
    "blackboard": "Blackboard download",
    "brightspace": "Brightspace download",
    "sakai": "Sakai download",
    "vpl": "VPL download",
    "ilias": "ILIAS download",
    "studip": "Stud.IP download",
    "submitty": "Submitty folder",
    "openolat": "OpenOlat archive",
    "webcat": "Web-CAT folder",
    "plain": "Plain zips and folders",
    "single": "One submission",
}
"""The platforms by the names that `--from` takes, and what the summary calls them."""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def stem(name: str) -> str:
    """The name without what says that it is an archive or a notebook, as twice in `a.zip.zip`."""
    lower = name.lower()
    endings = (".tar.gz", ".tar.bz2", ".tar.xz")
    ending = next((one for one in endings if lower.endswith(one)), PurePosixPath(name).suffix)
    bare = name[: -len(ending)] if ending else name
    return bare[: -len(".zip")] if bare.lower().endswith(".zip") else bare
