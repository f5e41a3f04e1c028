"""Where notebooks lie: alone, in a submission, or in nbgrader's `submitted/STUDENT/ASSIGNMENT/`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath, PurePosixPath

from ..copies import copy_of

ENDING = ".ipynb"
_ENDINGS = (ENDING, f"{ENDING}.txt", f"{ENDING}.json")
"""Browsers save notebooks under the other two."""


def is_notebook(path: PurePath) -> bool:
    """Whether a file is called like a notebook."""
    return path.name.lower().endswith(_ENDINGS)


def is_assignment(folder: Path) -> bool:
    """Whether nbgrader made the folder for one assignment: it holds a notebook of its name."""
    return (folder / f"{folder.name}{ENDING}").is_file()


def is_student(folder: Path) -> bool:
    """Whether nbgrader made the folder for one student: it holds folders of assignments."""
    return any(is_assignment(entry) for entry in folder.iterdir() if entry.is_dir())


def is_submitted(folder: Path) -> bool:
    """Whether nbgrader made the folder for many students."""
    return any(is_student(entry) for entry in folder.iterdir() if entry.is_dir())


def owner(path: Path) -> str:
    """Whose submission a folder or a file is, as far as its path tells."""
    if path.is_dir():
        path = path.resolve()
        return path.parent.name if is_assignment(path) else path.name
    path = path.absolute()
    if is_notebook(path) and is_assignment(path.parent) and path.stem == path.parent.name:
        return path.parent.parent.name
    return path.stem


def pick(names: Iterable[str], slug: str) -> str | None:
    """The name of the file that is the notebook of a coursework, if one is.

    It is the one that is called like the coursework and lies least deep, or else the only copy
    of such a one, or the only one, unless it is called like the folder that it lies in.
    """
    paths = {name: PurePosixPath(name.replace("\\", "/")) for name in names}
    found = [name for name, path in paths.items() if is_notebook(path)]
    called = [name for name in found if paths[name].stem.lower() == slug]
    if called:
        return min(called, key=lambda name: (len(paths[name].parts), name))
    is_copy = copy_of(f"{slug}{ENDING}")
    copies = [name for name in found if is_copy(paths[name].name)]
    if len(copies) == 1:
        return copies[0]
    if len(found) != 1:
        return None
    (only,) = found
    return None if paths[only].stem == paths[only].parent.name else only
