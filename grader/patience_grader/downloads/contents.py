"""The files of one attempt, with the archives in it opened: what is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..errors import SubmissionError
from .archives import File, entries, is_archive, is_packed, noise, why_unreadable
from .model import Attempt

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

    def __iter__(self) -> Iterator[tuple[str, Callable[[int], bytes]]]:
        """Each file's path, and a function that reads at most so many bytes of it."""
        return ((one.path, one.source.read) for one in self.files)


def contents(attempt: Attempt) -> Contents:
    """The files of the attempt, archives opened: in folders only where no code lies beside them.

    Files that programs leave behind are not among them. Raises SubmissionError when the
    attempt cannot be read, or holds nothing.
    """
    given = [File(name, one.source) for name, one in attempt.files.items()]
    if not given:
        why = next(
            (f"{one.path}: {one.reason}" for one in attempt.left_out if not one.is_noise), ""
        )
        raise SubmissionError(why or "its files are not in the download")
    if len(given) > MAX_FILES:
        raise SubmissionError(f"it holds more than {MAX_FILES} files")
    anywhere = not _has_code(given)
    packed = [one for one in given if is_packed(one.path) and (anywhere or "/" not in one.path)]
    loose = [one for one in given if one not in packed]
    if not loose and len(packed) == 1:
        return Contents(given_name(attempt), tuple(_clean(_within(packed[0], 1))))
    kept = list(loose)
    are_many = sum(is_archive(one.path) for one in packed) > 1
    for one in packed:
        if is_archive(one.path):
            stem = str(PurePosixPath(one.path).with_suffix("")) if are_many else ""
            kept += [_moved(inner, stem) for inner in _within(one, 1)]
        elif not loose:
            raise SubmissionError(f"{one.path}: {why_unreadable(one.path)}")
        else:
            kept.append(one)
    return Contents(given_name(attempt), tuple(_clean(kept)))


def given_name(attempt: Attempt) -> str:
    """What the student called the only archive of the attempt; empty if there is none."""
    packed = [name for name in attempt.listed if is_packed(name) and "/" not in name]
    return packed[0] if len(packed) == 1 else ""


def _within(archive: File, depth: int) -> list[File]:
    """The files of an archive, and of the only archive in it if it holds no code beside it."""
    found = list(_clean(entries(archive.path, archive.source, MAX_FILES)))
    inner = [one for one in found if is_archive(one.path)]
    if len(inner) != 1 or _has_code(found):
        return found
    if depth >= _DEEPEST:
        raise SubmissionError("it is a zip in a zip in a zip; pack the files themselves")
    return [*(one for one in found if one not in inner), *_within(inner[0], depth + 1)]


def _has_code(files: Iterable[File]) -> bool:
    return any(PurePosixPath(one.path.lower()).suffix in _CODE for one in files)


def _clean(files: list[File]) -> Iterator[File]:
    return (one for one in files if not noise(one.path))


def _moved(file: File, folder: str) -> File:
    return File(f"{folder}/{file.path}", file.source) if folder else file
