"""The files of one attempt, with the archives in it opened: what is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ..errors import SubmissionError
from .archives import File, entries, is_archive, is_packed, noise, why_unreadable
from .model import Attempt, LeftOut

MAX_FILES = 2_000
_DEEPEST = 2
"""A zip in a zip is read, since students pack what is packed already; no further one."""
_CODE = frozenset({".py", ".ipynb"})


@dataclass(frozen=True)
class Contents:
    """What an attempt holds."""

    given_name: str
    """What the student called the only archive of the attempt; empty if there is none."""
    files: tuple[File, ...]
    """By the path that the student chose."""
    loose: tuple[File, ...] = ()
    """Those of the files that lay in no archive."""
    inner: Mapping[str, tuple[File, ...]] = field(default_factory=dict)
    """Those of each archive in an archive that holds several and no code beside them."""
    unread: tuple[LeftOut, ...] = ()
    """The archives that cannot be opened."""

    def __iter__(self) -> Iterator[tuple[str, Callable[[int], bytes]]]:
        """Each file's path, and a function that reads at most so many bytes of it."""
        return ((one.path, one.source.read) for one in self.files)

    @property
    def why_unread(self) -> str:
        """The archives that cannot be opened, each with the reason."""
        return "; ".join(f"{one.path}: {one.reason}" for one in self.unread)


@dataclass
class _Opened:
    """What was found in archives."""

    files: list[File] = field(default_factory=list)
    inner: dict[str, tuple[File, ...]] = field(default_factory=dict)
    unread: list[LeftOut] = field(default_factory=list)


def contents(attempt: Attempt) -> Contents:
    """The files of the attempt, archives opened: in folders only where no code lies beside them.

    Files that programs leave behind are not among them. Raises SubmissionError when the
    attempt holds nothing, or nothing but archives that cannot be opened.
    """
    given = [File(name, one.source) for name, one in attempt.files.items()]
    if not given:
        why = next(
            (f"{one.path}: {one.reason}" for one in attempt.left_out if not one.is_noise), ""
        )
        raise SubmissionError(why or "its files are not in the download")
    if len(given) > MAX_FILES:
        raise SubmissionError(f"it holds more than {MAX_FILES} files")
    anywhere = not has_code(given)
    packed = [one for one in given if is_packed(one.path) and (anywhere or "/" not in one.path)]
    found = _opened(packed, 1)
    loose = [one for one in given if one not in packed or not is_archive(one.path)]
    held = Contents(
        given_name(attempt),
        tuple(_clean([*loose, *found.files])),
        tuple(loose),
        found.inner,
        tuple(found.unread),
    )
    if held.unread and all(is_packed(one.path) for one in held.files):
        raise SubmissionError(held.why_unread)
    return held


def given_name(attempt: Attempt) -> str:
    """What the student called the only archive of the attempt; empty if there is none."""
    packed = [name for name in attempt.listed if is_packed(name) and "/" not in name]
    return packed[0] if len(packed) == 1 else ""


def has_code(files: Iterable[File]) -> bool:
    """Whether any of the files is one of Python or a notebook."""
    return any(PurePosixPath(one.path.lower()).suffix in _CODE for one in files)


def _opened(archives: Iterable[File], depth: int, within: str = "") -> _Opened:
    """The files of archives side by side: of several, each in a folder called like its archive."""
    known = list(archives)
    found = _Opened()
    are_many = sum(is_archive(one.path) for one in known) > 1
    for one in known:
        path = f"{within}{one.path}"
        try:
            inside = _within(one, path, depth)
        except SubmissionError as fault:
            found.unread.append(LeftOut(path, str(fault)))
            continue
        stem = str(PurePosixPath(one.path).with_suffix("")) if are_many else ""
        moved = [_moved(file, stem) for file in inside.files]
        found.files += moved
        found.unread += inside.unread
        found.inner |= {
            name: tuple(_moved(f, stem) for f in of) for name, of in inside.inner.items()
        }
        if within and are_many:
            found.inner[path] = tuple(moved)
    return found


def _within(archive: File, path: str, depth: int) -> _Opened:
    """What an archive holds, and what the archives in it hold if no code lies beside them."""
    files = list(_clean(entries(archive.path, archive.source, MAX_FILES)))
    inner = [one for one in files if is_packed(one.path)]
    if has_code(files) or not any(is_archive(one.path) for one in inner):
        unread = [LeftOut(f"{path}/{one.path}", why_unreadable(one.path)) for one in inner]
        return _Opened(files, unread=[one for one in unread if one.reason])
    if depth >= _DEEPEST:
        raise SubmissionError("it is a zip in a zip in a zip; pack the files themselves")
    found = _opened(inner, depth + 1, f"{path}/")
    found.files[:0] = [one for one in files if one not in inner]
    return found


def _clean(files: Iterable[File]) -> Iterator[File]:
    return (one for one in files if not noise(one.path))


def _moved(file: File, folder: str) -> File:
    return File(f"{folder}/{file.path}", file.source) if folder else file
