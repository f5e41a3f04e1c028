"""Where the bytes of a file lie: on disk, in a zip (also in a zip in a zip), or in memory.

Nothing is unpacked to disk. A source is a plain value: it can be compared and sent to another
process, and its bytes are read when they are asked for.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import weakref
import zipfile
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Protocol

from ..errors import SubmissionError

MAX_ARCHIVE_BYTES = 64 << 20
MAX_DIRECTORY_BYTES = 2 << 20
"""How long the list of the files in a student's zip may be, and in any zip in a zip."""
CLASS_DIRECTORY_BYTES = 48 << 20
"""How long it may be in the zip of a whole class."""
MAX_RATIO = 200
MAX_PLAIN_BYTES = 1 << 20
"""An entry up to this size may be packed as well as it can be."""
_OPEN_ZIPS = 4
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
_STARTS = {
    b"PK\3\4": "it is damaged or cut short",
    b"Rar!": "it is a RAR archive under another name",
    b"7z\xbc\xaf": "it is a 7z archive under another name",
    b"\x1f\x8b": "it is a gzip archive under another name",
    b"<": "it is a web page, perhaps the one that was to download it",
}
_END_BYTES = 65_536 + 22 + 20 + 56


class Source(Protocol):
    """A file whose bytes can be read."""

    def __hash__(self) -> int:
        """Sources are values."""

    @property
    def size(self) -> int:
        """How many bytes it says it has."""

    def read(self, most: int) -> bytes:
        """Its bytes. Raises SubmissionError if there are more than `most`, or it is damaged."""


def open_regular(path: Path) -> BinaryIO:
    """The regular file, open for reading.

    Raises OSError for a link, a pipe, a socket or a device: none is waited for.
    """
    file = open(os.open(path, _FLAGS), "rb")  # noqa: PTH123, SIM115 no link is followed
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, "it is not a regular file", str(path))


@dataclass(frozen=True)
class OnDisk:
    """A regular file; a link is not followed."""

    path: Path
    size: int
    stamp: int
    """When it was last changed: another file of the same name is another source."""

    @classmethod
    def at(cls, path: Path) -> OnDisk:
        """The file at a path. Raises OSError."""
        facts = path.stat(follow_symlinks=False)
        return cls(path, facts.st_size, facts.st_mtime_ns)

    def read(self, most: int) -> bytes:
        """Its bytes. Raises SubmissionError, also when it is not a regular file (any more)."""
        try:
            with open_regular(self.path) as file:
                return _within(file.read(most + 1), most)
        except OSError as fault:
            raise SubmissionError(f"a file in it cannot be read: {fault.strerror}") from fault


@dataclass(frozen=True)
class InMemory:
    """Bytes that were read already."""

    data: bytes = field(repr=False)

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.data)

    def read(self, most: int) -> bytes:
        """The bytes. Raises SubmissionError."""
        return _within(self.data, most)


@dataclass(frozen=True)
class InZip:
    """An entry of a zip, whose name occurs there once.

    One that unpacks to far more than it packs is listed, as an honest picture may, and never read.
    """

    container: Source
    name: str
    size: int

    def read(self, most: int) -> bytes:
        """The bytes of the entry. Raises SubmissionError."""
        if self.size > most:
            raise _too_large(most)
        try:
            archive = open_zip(self.container)
            _check_ratio(archive.getinfo(self.name))
            with archive.open(self.name) as file:
                return _within(file.read(most + 1), most)
        except SubmissionError:
            raise
        except NotImplementedError as fault:
            raise SubmissionError(
                "a file in it is packed in a way that cannot be read; pack it as an ordinary zip"
            ) from fault
        except Exception as fault:  # zipfile and its decompressors raise a dozen kinds
            raise SubmissionError(f"a file in it is damaged: {fault}") from fault


def open_zip(container: Source, longest: int = CLASS_DIRECTORY_BYTES) -> zipfile.ZipFile:
    """The zip for reading, if the list of its files is not longer than that.

    The latest ones stay open, since their entries are read in a row. Raises SubmissionError.
    """
    try:
        if isinstance(container, OnDisk):
            with open_regular(container.path) as file:
                _check_directory(file, longest)
        return _opened(container)
    except SubmissionError:
        raise
    except Exception as fault:
        raise SubmissionError(f"it is not a zip that can be read{_why(container)}") from fault


def _why(container: Source) -> str:
    """What it is instead of a zip, as far as its first bytes tell."""
    if not container.size:
        return ": it is empty"
    try:
        data = container.read(MAX_ARCHIVE_BYTES)
    except SubmissionError:
        return ""
    return next((f": {what}" for start, what in _STARTS.items() if data.startswith(start)), "")


@lru_cache(_OPEN_ZIPS)
def _opened(container: Source) -> zipfile.ZipFile:
    if isinstance(container, OnDisk):
        file = open_regular(container.path)
        try:
            archive = zipfile.ZipFile(file)
        except BaseException:
            file.close()
            raise
        weakref.finalize(archive, file.close)
        return archive
    if container.size > MAX_ARCHIVE_BYTES:
        raise SubmissionError(
            f"it is larger than {MAX_ARCHIVE_BYTES >> 20} MiB; to have it read, unpack the "
            "download and name the folder"
        )
    data = io.BytesIO(container.read(MAX_ARCHIVE_BYTES))
    _check_directory(data, MAX_DIRECTORY_BYTES)
    return zipfile.ZipFile(data)


def _check_directory(file: BinaryIO, longest: int) -> None:
    """Raises SubmissionError when the zip's table of contents alone would fill the memory."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END_BYTES))
    end = file.read()
    place = end.rfind(b"PK\5\6")
    sizes = [int.from_bytes(end[place + 12 : place + 16], "little")] if place >= 0 else []
    large = end.rfind(b"PK\6\6", 0, max(place, 0))
    if large >= 0:
        sizes = [int.from_bytes(end[large + 40 : large + 48], "little")]
    if any(one > longest for one in sizes):
        raise SubmissionError("it is not a zip that can be read: the list of its files is too long")


def _check_ratio(info: zipfile.ZipInfo) -> None:
    """Raises SubmissionError when an entry unpacks to far more than it packs."""
    if info.file_size > MAX_PLAIN_BYTES and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        raise SubmissionError("it unpacks to far more than it packs")


def _within(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise _too_large(most)
    return data


def _too_large(most: int) -> SubmissionError:
    shown = f"{most >> 20} MiB" if most >> 20 else f"{most} bytes"
    return SubmissionError(f"a file in it is larger than {shown}")
