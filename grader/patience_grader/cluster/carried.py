"""A submission with all of its bytes in it, so that it can be read on another machine.

Reading it there gives what reading it here would: the same text, or the same reason why it
cannot be read. What would never be read is left behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from ..course.interface import Interface
from ..course.own_work import FORM
from ..downloads.archives import is_archive
from ..downloads.contents import MAX_FILES
from ..downloads.model import Placed
from ..downloads.source import InMemory, OnDisk, Source, open_regular
from ..errors import SubmissionError
from ..submission.notebook import locate
from ..submission.reading import most_bytes
from ..submission.upload import Upload

_NOT_A_ZIP = "it is not a zip that can be read"


@dataclass(frozen=True)
class Refused:
    """A file that cannot be read, and why."""

    size: int
    why: str

    def read(self, most: int) -> bytes:  # noqa: ARG002 as every source is read
        """Raises SubmissionError."""
        raise SubmissionError(self.why)


@dataclass(frozen=True)
class Zip:
    """A zip that lay on disk, and is to lie on disk again when it is read."""

    data: bytes = field(repr=False)

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self.data)

    def read(self, most: int) -> bytes:
        """The bytes. Raises SubmissionError."""
        return InMemory(self.data).read(most)


@dataclass(frozen=True)
class Unlisted(Mapping[str, Placed]):
    """The files of an attempt whose names cannot be read, and why."""

    why: str

    def __getitem__(self, name: str) -> Placed:
        """Raises SubmissionError."""
        raise SubmissionError(self.why)

    def __iter__(self) -> Iterator[str]:
        """Raises SubmissionError."""
        raise SubmissionError(self.why)

    def __bool__(self) -> bool:
        """There are some."""
        return True

    def __len__(self) -> int:
        """Raises SubmissionError."""
        raise SubmissionError(self.why)


def carried(upload: Upload, coursework: Interface) -> Upload:
    """The same submission, with what is read of it in memory."""
    try:
        given = dict(upload.attempt.files)
    except SubmissionError as fault:
        return _with_files(upload, Unlisted(str(fault)))
    if len(given) > MAX_FILES:  # it is refused by their number alone
        return _with_files(upload, {name: _empty(one) for name, one in given.items()})
    required = {name.lower() for name in (*coursework.required, FORM)}
    files = {
        name: replace(one, source=_carried(PurePosixPath(name), one.source))
        if _is_read(PurePosixPath(name), required)
        else _empty(one)
        for name, one in given.items()
    }
    return _with_files(upload, files)


def laid_out(upload: Upload, folder: Path) -> Upload:
    """The same submission, with its zips as files in a folder of its own. Raises OSError."""
    if isinstance(upload.attempt.files, Unlisted):
        return upload
    files = dict(upload.attempt.files)
    for number, (name, one) in enumerate(files.items()):
        if isinstance(one.source, Zip):
            place = folder / str(number)
            place.write_bytes(one.source.data)
            files[name] = replace(one, source=OnDisk.at(place))
    return _with_files(upload, files)


def _with_files(upload: Upload, files: Mapping[str, Placed]) -> Upload:
    return replace(upload, attempt=replace(upload.attempt, files=files))


def _empty(placed: Placed) -> Placed:
    return replace(placed, source=InMemory(b""))


def _is_read(path: PurePosixPath, required: set[str]) -> bool:
    """Whether a file of this name may be opened when the submission is read."""
    name = path.name.replace("\\", "/").rpartition("/")[2].lower()
    return name in required or name.endswith(".py") or locate.is_notebook(path) or is_archive(name)


def _carried(path: PurePosixPath, source: Source) -> Source:
    if isinstance(source, OnDisk) and path.name.lower().endswith(".zip"):
        try:
            with open_regular(source.path) as file:
                return Zip(file.read())
        except OSError:
            return Refused(source.size, _NOT_A_ZIP)
    try:
        return InMemory(source.read(most_bytes(path)))
    except SubmissionError as fault:
        return Refused(source.size, str(fault))
