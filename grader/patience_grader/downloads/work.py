"""What can be a submission, or be asked for in one, by its name and by what it holds."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable
from pathlib import PurePosixPath

from ..errors import SubmissionError
from .archives import is_archive, is_packed
from .listing import Listing, base, folded
from .model import stem
from .people import number_in

_OF_PROJECT = re.compile(
    r"readme.*|licen[cs]e.*|requirements.*\.txt|pyproject\.toml|setup\.(py|cfg)|makefile|\.git\w+",
    re.IGNORECASE,
)


def is_of_project(name: str) -> bool:
    """Whether a file is one that lies at the top of somebody's project, beside the package."""
    return _OF_PROJECT.fullmatch(name) is not None


def may_be_work(name: str, wanted: frozenset[str]) -> bool:
    """Whether a file could be a submission, or be asked for in one."""
    return folded(name) in wanted or is_packed(name) or is_notebook(name)


def is_notebook(name: str) -> bool:
    """Whether a file is a notebook."""
    return PurePosixPath(name).suffix.lower() == ".ipynb"


def home_in(listing: Listing, wanted: frozenset[str]) -> str:
    """The path of the folder that is all there is."""
    home = ""
    while len(listing.tops) == 1 and not any(may_be_work(one, wanted) for one in listing.loose):
        ((name, listing),) = listing.tops.items()
        home = posixpath.join(home, name)
    return home


def stems(names: Iterable[str]) -> list[str]:
    """The names, of archives without their endings."""
    return [stem(name) if is_packed(name) else name for name in names]


def is_students_own(listing: Listing) -> bool:
    """Whether it is an archive that is called by a student's number."""
    return listing.archive is not None and bool(number_in(base(listing.name)))


def holds_required(listing: Listing, name: str, required: Collection[str]) -> bool:
    """Whether a file is an archive that holds what is asked for."""
    wanted = frozenset(map(folded, required))
    try:
        inside = listing.opened(name) if is_archive(name) else Listing(name)
    except SubmissionError:
        return False
    return any(folded(base(one.path)) in wanted for one in inside.files)
