"""Where notebooks lie: alone, in a submission, or in nbgrader's `submitted/STUDENT/ASSIGNMENT/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


def candidates(names: Iterable[str], slug: str) -> list[str]:
    """The names of the files that may be the notebook of a coursework, the most likely first.

    Those come first that are called like the coursework, the least deep before others, and then
    copies of such a one. Where there are none it is the only notebook, unless that is called like
    the folder that it lies in.
    """
    paths = {name: PurePosixPath(name.replace("\\", "/")) for name in names}
    found = [name for name, path in paths.items() if is_notebook(path)]
    is_copy = copy_of(f"{slug}{ENDING}")
    called = [name for name in found if paths[name].stem.lower() == slug]
    copies = [name for name in found if name not in called and is_copy(paths[name].name)]
    if called or len(copies) == 1:
        return [*_least_deep_first(called, paths), *_least_deep_first(copies, paths)]
    if len(found) != 1:
        return []
    (only,) = found
    return [] if paths[only].stem == paths[only].parent.name else [only]


def _least_deep_first(names: Iterable[str], paths: Mapping[str, PurePosixPath]) -> list[str]:
    return sorted(names, key=lambda name: (len(paths[name].parts), name))
