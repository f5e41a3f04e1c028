"""Which of the files in a submission counts as an asked one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..downloads.archives import File
from ..errors import SubmissionError
from .copies import copy_of, could_be
from .decoding import DecodingError, decode

MAX_FILE_BYTES = 1 << 20


@dataclass(frozen=True)
class Picked:
    """The file that counts as an asked one, and what is to be said of the choice."""

    file: File | None
    remarks: tuple[str, ...] = ()
    doubt: str = ""
    """Which was taken of several that differ, if there was such a choice."""
    note: str = ""
    """Which copy of it was not taken and differs, which its student should know, too."""


def posix(name: str) -> PurePosixPath:
    """A name in a zip, whichever way its slashes lean."""
    return PurePosixPath(name.replace("\\", "/"))


def text_of(file: File) -> str:
    """The text of a Python file. Raises DecodingError, SubmissionError."""
    return decode(file.source.read(MAX_FILE_BYTES))


def pick(name: str, files: Sequence[File], beside: Collection[str] = (), blank: str = "") -> Picked:
    """The file of this name, with remarks when that needed a choice.

    Of several it is the one that lies with the most of the files `beside`, and of those the one
    that lies least deep. One that is still `blank`, as it was handed out, counts only if no
    other does. Where there is no other, a file counts whose name a browser or a file manager has
    made of it.
    """
    found = called(name, files)
    if not found:
        return _missing(name, files, beside)
    asked = {one.lower() for one in (name, *beside)}
    others = [
        one for one in files if one not in found and posix(one.path).name.lower() not in asked
    ]
    copies = [one for one in _copies(name, others) if not _is(blank, one)]
    if copies and all(_is(blank, one) for one in found):
        found, copies = [*found, *copies], []
    written = [one for one in found if not _is(blank, one)]
    company = _company(files, asked - {name.lower()})

    def rank(file: File) -> tuple[int, int, bool, str]:
        depth, path = _depth(file)
        return -company[posix(path).parent], depth, posix(path).name != name, path

    file = min(written or found, key=rank)
    remarks = tuple(_remarks(name, file, len(found)))
    note = _note(file, copies) if written else _instead(name, file, others)
    return Picked(file, remarks, _doubt(name, file, written), note)


def _missing(name: str, files: Sequence[File], beside: Collection[str]) -> Picked:
    """No file, and a word on one that could be meant."""
    is_meant = could_be(name)
    others = [one for one in files if is_meant(posix(one.path).name)]
    taken = [one for other in beside if other != name for one in called(other, files)]
    meant = min((one for one in others if one not in taken), key=_depth, default=None)
    if meant is None:
        return Picked(None, (f"{name} is missing",))
    remark = f"{name} is missing; {meant.path} is called otherwise"
    return Picked(None, (remark,), f"{name} is missing; look whether {meant.path} is meant")


def called(name: str, files: Sequence[File]) -> list[File]:
    """The files of this name; if there are none, those that look like copies of it."""
    exact = re.compile(re.escape(name), re.IGNORECASE)
    found = [one for one in files if exact.fullmatch(posix(one.path).name)]
    return found or _copies(name, files)


def _copies(name: str, files: Sequence[File]) -> list[File]:
    is_copy = copy_of(name)
    return [one for one in files if is_copy(posix(one.path).name)]


def _remarks(name: str, file: File, count: int) -> Iterator[str]:
    if count > 1:
        yield f"{name} is in it {count} times; {file.path} was used"
    if posix(file.path).name != name:
        yield f"{posix(file.path).name} should be called {name}"


def _doubt(name: str, file: File, written: Sequence[File]) -> str:
    """What to look at, if what is written in files of the same name differs."""
    others = [one for one in written if one != file and not _are_equal(one, file)]
    if not others:
        return ""
    return f"{name} is in it {len(written)} times, not always the same; {file.path} was used"


def _note(file: File, copies: Sequence[File]) -> str:
    """Which copies lie beside the file that was taken, and hold something else."""
    folder = posix(file.path).parent
    beside = [one for one in copies if posix(one.path).parent == folder]
    others = [one.path for one in beside if not _are_equal(one, file)]
    return f"{file.path} was used, and not {' or '.join(others)}, which differs" if others else ""


def _instead(name: str, file: File, others: Sequence[File]) -> str:
    """Which file could be meant in place of one that is as it was handed out."""
    is_meant = could_be(name)
    found = [one.path for one in others if is_meant(posix(one.path).name) and _is_program(one)]
    return f"{file.path} was used, as it was handed out, and not {min(found)}" if found else ""


def _is_program(file: File) -> bool:
    """Whether a file is called like one of Python that holds no tests."""
    path = posix(file.path)
    return path.suffix.lower() in (".py", ".pyw") and "test" not in path.stem.lower()


def _company(files: Sequence[File], names: Collection[str]) -> Counter[PurePosixPath]:
    """How many of the names are in each folder."""
    places = {(path.parent, path.name.lower()) for path in (posix(one.path) for one in files)}
    return Counter(folder for folder, name in places if name in names)


def _depth(file: File) -> tuple[int, str]:
    return len(posix(file.path).parts), file.path


def _is(text: str, file: File) -> bool:
    """Whether a file holds just this text, whatever its lines end with."""
    try:
        return bool(text) and text_of(file).split() == text.split()
    except (DecodingError, SubmissionError):
        return False


def _are_equal(one: File, other: File) -> bool:
    try:
        return one.source.read(MAX_FILE_BYTES) == other.source.read(MAX_FILE_BYTES)
    except SubmissionError:
        return False
