"""Where the bytes of a file lie: on disk, in a zip (also in a zip in a zip), or in memory.

Nothing is unpacked to disk. A source is a plain value: it can be compared and sent to another
process, and its bytes are read when they are asked for.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Protocol

from ..errors import SubmissionError

MAX_ARCHIVE_BYTES = 64 << 20
_OPEN_ZIPS = 4
_MAX_DIRECTORY_BYTES = 48 << 20
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
            number = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(number, "rb") as file:
                if not stat.S_ISREG(os.fstat(number).st_mode):
                    raise SubmissionError("it holds something that is not a file")
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
    """An entry of a zip, whose name occurs there once."""

    container: Source
    name: str
    size: int

    def read(self, most: int) -> bytes:
        """The bytes of the entry. Raises SubmissionError."""
        if self.size > most:
            raise _too_large(most)
        try:
            with open_zip(self.container).open(self.name) as file:
                return _within(file.read(most + 1), most)
        except SubmissionError:
            raise
        except Exception as fault:  # zipfile and its decompressors raise a dozen kinds
            raise SubmissionError(f"a file in it is damaged: {fault}") from fault


@lru_cache(_OPEN_ZIPS)
def open_zip(container: Source) -> zipfile.ZipFile:
    """The zip for reading; the latest ones stay open, since their entries are read in a row.

    Raises SubmissionError.
    """
    try:
        if isinstance(container, OnDisk):
            with container.path.open("rb") as file:
                _check_directory(file)
            return zipfile.ZipFile(container.path)
        data = io.BytesIO(container.read(MAX_ARCHIVE_BYTES))
        _check_directory(data)
        return zipfile.ZipFile(data)
    except SubmissionError:
        raise
    except Exception as fault:
        raise SubmissionError("it is not a zip that can be read") from fault


def _check_directory(file: BinaryIO) -> None:
    """Raises SubmissionError when the zip's table of contents alone would fill the memory."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END_BYTES))
    end = file.read()
    place = end.rfind(b"PK\5\6")
    sizes = [int.from_bytes(end[place + 12 : place + 16], "little")] if place >= 0 else []
    large = end.rfind(b"PK\6\6", 0, max(place, 0))
    if large >= 0:
        sizes = [int.from_bytes(end[large + 40 : large + 48], "little")]
    if any(one > _MAX_DIRECTORY_BYTES for one in sizes):
        raise SubmissionError("its table of contents is larger than any class's")


def _within(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise _too_large(most)
    return data


def _too_large(most: int) -> SubmissionError:
    shown = f"{most >> 20} MiB" if most >> 20 else f"{most} bytes"
    return SubmissionError(f"a file in it is larger than {shown}")
