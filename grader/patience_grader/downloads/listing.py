"""What lies in the input, before anybody knows what it means: paths and where their bytes are."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath

from ..errors import InputError, SubmissionError
from .archives import File, entries, folders, is_archive, is_work, noise, why_unreadable
from .model import LeftOut, Placed
from .own_results import RECORD, WHY, holds_results
from .source import OnDisk, Source

MAX_FILES = 200_000
"""More than any class submits; the work grows with the number of files."""
EMPTY = "it is an empty folder"
_LISTED = 1_024
"""So many archives of a class are looked into once, though several questions are asked."""


@dataclass(frozen=True)
class Listing:
    """The files of a folder or an archive."""

    name: str
    """What to call it in a message: its path, and the path inside of an archive."""
    files: tuple[File, ...] = ()
    empty: frozenset[str] = frozenset()
    """Folders without files (but what programs leave behind), and without folders."""
    clones: Mapping[str, Path] = field(default_factory=dict)
    """Folders that are git repositories, by their path here; "" is the folder itself."""
    left_out: tuple[LeftOut, ...] = ()
    beside: tuple[File, ...] = ()
    """Tables that lay on the way to this folder, by their whole path."""
    archive: Source | None = None
    """The archive whose files these are."""
    bare: frozenset[str] = frozenset()
    """Its folders without files. Few archives have any, so they say nothing of what it is."""

    @cached_property
    def tops(self) -> Mapping[str, Listing]:
        """The folders in it, by their names."""
        inside: dict[str, list[File]] = {}
        for one in self.files:
            top, slash, rest = one.path.partition("/")
            if slash:
                inside.setdefault(top, []).append(File(rest, one.source))
        names = {*inside, *(path.partition("/")[0] for path in (*self.empty, *self.clones) if path)}
        return {name: self._below(name, inside.get(name, [])) for name in sorted(names)}

    @cached_property
    def hollow(self) -> tuple[str, ...]:
        """The folders in it that hold nothing but what programs leave behind."""
        found = {path.partition("/")[0] for path in self.bare} - self.tops.keys()
        for name, folder in self.tops.items():
            if not folder.files and all(one.is_noise for one in folder.left_out):
                found.add(name)
        return tuple(sorted(found))

    @cached_property
    def loose(self) -> Mapping[str, Source]:
        """The files that lie in no folder, by their names."""
        return {one.path: one.source for one in self.files if "/" not in one.path}

    def _below(self, top: str, files: list[File]) -> Listing:
        inside = f"{top}/"
        return Listing(
            f"{self.name}/{top}",
            tuple(files),
            frozenset(one[len(inside) :] for one in self.empty if one.startswith(inside)),
            {
                path[len(inside) :] if path != top else "": where
                for path, where in self.clones.items()
                if path == top or path.startswith(inside)
            },
            tuple(one for one in self.left_out if one.path.startswith(f"{self.name}/{inside}")),
            bare=frozenset(one[len(inside) :] for one in self.bare if one.startswith(inside)),
        )

    def lost(self, path: str, reason: str) -> LeftOut:
        """A file or folder of this listing, left out."""
        return LeftOut(f"{self.name}/{path}", reason)

    def stray(self, path: str, reason: str) -> LeftOut:
        """A file or folder of this listing, left out though it may be somebody's work."""
        inside = self.tops.get(path)
        may_be_work = inside.holds_work if inside else is_work(path)
        return replace(self.lost(path, reason), may_be_work=may_be_work)

    @cached_property
    def holds_work(self) -> bool:
        """Whether somebody could have meant a file in it as a submission."""
        return any(is_work(one.path) for one in self.files)

    @property
    def left_inside(self) -> tuple[LeftOut, ...]:
        """What is left out of it, by the paths in it."""
        start = len(self.name) + 1
        return tuple(replace(one, path=one.path[start:]) for one in self.left_out)

    def placed(self, file: File) -> Placed:
        """A file of this listing, with its whole path."""
        return Placed(file.source, f"{self.name}/{file.path}")

    def opened(self, name: str) -> Listing:
        """The files of an archive that lies loose in it. Raises SubmissionError."""
        return of_archive(f"{self.name}/{name}", name, self.loose[name])

    def with_beside(self, files: Iterable[File], left_out: Iterable[LeftOut]) -> Listing:
        """The same, with what was found on the way to it."""
        return replace(self, beside=(*self.beside, *files), left_out=(*self.left_out, *left_out))


def why_not_entered(path: Path) -> str:
    """Why a path that was named is not looked into; empty if it may be, or is not there."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return ""
    if stat.S_ISLNK(mode):
        return "it is a link, which is not followed"
    return (
        "" if stat.S_ISDIR(mode) or stat.S_ISREG(mode) else "it is a pipe or a device, not a file"
    )


def list_path(path: Path) -> Listing:
    """What lies in a folder or an archive. Raises InputError."""
    try:
        path = path if path.name not in ("", "..") else path.resolve()
        name = str(path)
        if path.is_dir():
            return _of_folder(path)
        if not path.exists():
            raise InputError(f"{path} does not exist; check the path")
        if why := why_unreadable(path.name):
            raise InputError(f"{path}: {why}")
        if not is_archive(path.name) or not path.is_file():
            is_module = path.name.lower().endswith(".py")
            what = "put it into a folder, and name that" if is_module else "name the download"
            raise InputError(f"{path} is neither a folder nor an archive; {what}")
        return of_archive(name, path.name, OnDisk.at(path.resolve()))
    except OSError as fault:
        raise InputError(f"{path} cannot be read ({fault.strerror})") from fault
    except SubmissionError as fault:
        raise InputError(f"{path}: {fault}") from fault


@lru_cache(_LISTED)
def of_archive(name: str, called: str, source: Source) -> Listing:
    """What lies in an archive. Raises SubmissionError."""
    left_out: list[LeftOut] = []
    found = entries(called, source, MAX_FILES, left_out)
    kept = sorted((one for one in found if not noise(one.path)), key=lambda one: one.path)
    noisy = dict.fromkeys(filter(None, (noise(one.path) for one in found)))
    known = [*folders(called, source), *(path.rpartition("/")[0] for path in noisy)]
    noted = [LeftOut(f"{name}/{one.path}", one.reason) for one in left_out]
    noted += [LeftOut(f"{name}/{one}", _NOISE, is_noise=True) for one in noisy]
    bare = _without_files(known, kept)
    return Listing(name, tuple(kept), bare=bare, left_out=tuple(noted), archive=source)


def _without_files(folders_in: Iterable[str], files: Iterable[File]) -> frozenset[str]:
    """Those of the folders that hold no file, and that no program left behind."""
    holding = {str(above) for one in files for above in PurePosixPath(one.path).parents}
    return frozenset(path for path in folders_in if path and not noise(path)) - holding


_NOISE = "a program left it behind; nobody submits it"


def _of_folder(folder: Path) -> Listing:
    """What lies in a folder. Links are not followed, and repositories are not entered.

    Neither are results of the kit. Raises InputError when it is a folder of those itself.
    """
    if holds_results(folder):
        raise InputError(f"{folder}: {WHY}, and no submissions; name the folder of these")
    walk = _Walk(folder)
    walk.enter(folder, "")
    return Listing(
        str(folder),
        tuple(walk.files),
        frozenset(walk.empty),
        walk.clones,
        tuple(walk.left_out),
    )


class _Walk:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: list[File] = []
        self.empty: set[str] = set()
        self.clones: dict[str, Path] = {}
        self.left_out: list[LeftOut] = []

    def enter(self, folder: Path, below: str) -> None:
        """Notes what lies in a folder and in all folders in it. Raises OSError, InputError."""
        waiting = [(folder, below)]
        while waiting:
            folder, below = waiting.pop()
            try:
                with os.scandir(folder) as found:
                    inside = sorted(found, key=lambda entry: entry.name)
            except OSError as fault:
                if not below:
                    raise
                self._leave_out(below.rstrip("/"), f"it cannot be read ({fault.strerror})")
                continue
            if below and any(entry.name == RECORD for entry in inside) and holds_results(folder):
                self._leave_out(below.rstrip("/"), WHY)
                continue
            known = len(self.files) + len(self.clones)
            folders = [entry for entry in inside if self._note(entry, below)]
            waiting += [(Path(one.path), f"{below}{one.name}/") for one in folders]
            if below and not folders and len(self.files) + len(self.clones) == known:
                self.empty.add(below.rstrip("/"))
        self.files.sort(key=lambda one: one.path)

    def _note(self, entry: os.DirEntry[str], below: str) -> bool:
        """Notes one entry; returns whether it is a folder to enter."""
        path = f"{below}{entry.name}"
        facts = entry.stat(follow_symlinks=False)
        is_folder = stat.S_ISDIR(facts.st_mode)
        if is_folder and entry.name == ".git":
            self.clones[below.rstrip("/")] = Path(entry.path).parent
        elif entry.name == ".git":
            self._leave_out(path, "it leads to a repository elsewhere, which is not followed")
        elif noise(entry.name):
            self._leave_out(path, _NOISE, is_noise=True)
        elif is_folder:
            return True
        elif stat.S_ISLNK(facts.st_mode):
            self._leave_out(path, "it is a link, which is not followed")
        elif not stat.S_ISREG(facts.st_mode):
            self._leave_out(path, "it is a pipe or a device, not a file")
        else:
            source = OnDisk(Path(entry.path).absolute(), facts.st_size, facts.st_mtime_ns)
            self.files.append(File(path, source))
            if len(self.files) > MAX_FILES:
                raise InputError(
                    f"{self.root} holds more than {MAX_FILES} files; name the folder of a download"
                )
        return False

    def _leave_out(self, path: str, reason: str, *, is_noise: bool = False) -> None:
        self.left_out.append(LeftOut(f"{self.root}/{path}", reason, is_noise))


def mostly(listing: Listing, is_named: Callable[[str], object]) -> bool:
    """Whether more than half of what lies there, but for tables, is named in some way."""
    names = [*listing.tops, *(name for name in listing.loose if not is_table(name))]
    return sum(bool(is_named(name)) for name in names) * 2 > len(names)


SPREADSHEET = "it is a spreadsheet's own file; save the table in it as CSV"


def is_spreadsheet(name: str) -> bool:
    """Whether a file is called like one of a spreadsheet, whose tables are not read."""
    return name.lower().endswith((".xlsx", ".xls", ".xlsm", ".ods", ".numbers"))


def is_table(name: str) -> bool:
    """Whether a file is called like a table."""
    return name.lower().endswith(".csv")


def folded(name: str) -> str:
    """The name so that names which differ only by case or Unicode form are the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())


def base(path: str) -> str:
    """The last part of a path."""
    return PurePosixPath(path).name
