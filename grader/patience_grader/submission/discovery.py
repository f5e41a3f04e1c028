"""Where submissions lie: what among the paths is one, and what is left out, and why.

Links are never followed, and nothing but files and folders is ever opened.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..errors import InputError
from .naming import Upload, named
from .notebook import locate as finding

FORGIVEN = frozenset(
    "__MACOSX __pycache__ .check .git .idea .ipynb_checkpoints .vscode .venv venv".split()
)
"""Folders that computers add, and nobody hands in."""
_PACKED = {".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz", ".zipx", ".py"}
_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@dataclass(frozen=True)
class LeftOut:
    """Something beside the submissions that was not looked into."""

    path: Path
    why: str
    like_a_submission: bool
    """Whether somebody could have meant it as one."""

    def __str__(self) -> str:
        return f"{self.path} {self.why} and was left out"


@dataclass(frozen=True)
class Discovery:
    """The submissions that were found, and what was left out."""

    uploads: tuple[Upload, ...]
    left_out: tuple[LeftOut, ...]


def discover(paths: Sequence[Path], telling: Collection[str]) -> Discovery:
    """The submissions that the paths name: zips, notebooks, folders, or folders full of them.

    Raises InputError for a path that is not there or names nothing that could be one,
    and for a single path that is a file but no zip and no notebook.
    """
    found: list[Path] = []
    left_out: list[LeftOut] = []
    for path in paths:
        if not os.path.lexists(path):
            raise InputError(f"{path} does not exist")
        if path.is_dir() and not holds_submission(path, telling):
            inside, others = _inside(path)
            if not inside:
                why = f": {others[0]}" if others else ""
                raise InputError(
                    f"{path} holds no zips, notebooks or folders, so no submissions{why}"
                )
            found += inside
            left_out += others
        elif kind := odd_kind(path):
            left_out.append(LeftOut(path, f"is {kind}", like_a_submission=True))
        else:
            found.append(path)
    if not found:
        raise InputError(f"{left_out[0]}; name the file or folder itself" if left_out else "")
    alone = found[0] if len(found) == 1 and found[0].is_file() else None
    if alone and not finding.is_notebook(alone) and not zipfile.is_zipfile(alone):
        raise InputError(f"{alone} is not a zip")
    return Discovery(tuple(named(dict.fromkeys(found))), tuple(left_out))


def find_uploads(paths: Sequence[Path], telling: Collection[str]) -> list[Upload]:
    """The submissions alone that `discover` finds. Raises InputError as it does."""
    return list(discover(paths, telling).uploads)


def odd_kind(path: Path) -> str:
    """What the path is if it is neither a file nor a folder; a link is not followed."""
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except OSError:
        return "not to be looked at"
    return "" if kind in {stat.S_IFREG, stat.S_IFDIR} else _KINDS.get(kind, "no file")


def entries_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files within a folder and what is left out of it, by their names there, in order."""
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in FORGIVEN)
        for name in sorted([*files, *(one for one in folders if Path(parent, one).is_symlink())]):
            path = Path(parent, name)
            yield path.relative_to(folder).as_posix(), path


def is_forgiven(name: str) -> bool:
    """Whether computers add files of this name."""
    path = PurePosixPath(name.replace("\\", "/"))
    return bool(FORGIVEN & set(path.parts)) or path.name.startswith(".") or not path.name


def holds_submission(folder: Path, required: Collection[str]) -> bool:
    """Whether the folder is one submission, and not full of them.

    It is one when it holds an asked file, also in a folder that is all it holds and
    that is not named after a student; or when nbgrader made it for one student.
    """
    if finding.is_assignment(folder) or finding.is_student(folder):
        return True
    if finding.is_submitted(folder):
        return False
    entries = [entry for entry in folder.iterdir() if not is_forgiven(entry.name)]
    if len(entries) == 1 and entries[0].name.isalpha() and _is_folder(entries[0]):
        return holds_submission(entries[0], required)
    names = {entry.name.lower() for entry in entries if not entry.is_dir()}
    return bool(names & {name.lower() for name in required})


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _inside(folder: Path) -> tuple[list[Path], list[LeftOut]]:
    """What could be submissions in the folder, and what could not."""
    found, left_out = [], []
    for entry in sorted(folder.iterdir()):
        if is_forgiven(entry.name):
            continue
        if kind := odd_kind(entry):
            left_out.append(LeftOut(entry, f"is {kind}", like_a_submission=True))
        elif entry.is_dir() or entry.suffix.lower() == ".zip" or finding.is_notebook(entry):
            found.append(entry)
        else:
            packed = entry.suffix.lower() in _PACKED
            left_out.append(LeftOut(entry, "is not a zip, notebook or folder", packed))
    return found, left_out
