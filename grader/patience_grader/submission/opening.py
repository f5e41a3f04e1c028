"""Opens what was submitted: regular files alone, which cannot make the reader wait."""

from __future__ import annotations

import errno
import io
import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

MAX_DIRECTORY_BYTES = 2 << 20
"""How long the list of the files in a zip may be."""
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)


class RegularFile(io.FileIO):
    """A regular file, open for reading, of which no more is read at once than is said."""

    def __init__(self, path: Path) -> None:
        """Raises OSError for a link, a pipe, a socket or a device: none is waited for."""
        super().__init__(os.open(path, _FLAGS))
        self.most_at_once: int | None = None
        if not stat.S_ISREG(os.fstat(self.fileno()).st_mode):
            self.close()
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))

    @property
    def length(self) -> int:
        """How long it is."""
        return os.fstat(self.fileno()).st_size

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes. Raises BadZipFile when these are more than may be read at once."""
        if self.most_at_once is not None and size is not None and size > self.most_at_once:
            raise zipfile.BadZipFile("the list of its files is too long")
        return super().read(-1 if size is None else size) or b""


def open_zip(file: RegularFile) -> zipfile.ZipFile:
    """The zip in the file. Raises what `zipfile` does, and BadZipFile for too long a list."""
    file.most_at_once = MAX_DIRECTORY_BYTES
    archive = zipfile.ZipFile(file)
    file.most_at_once = None
    return archive


def files_in(folder: Path, left_out: frozenset[str], most: int) -> Iterator[Path]:
    """The regular files in a folder and its folders, but for what bears a name left out.

    No link is followed. Raises OverflowError as soon as there is more in it than `most`.
    """
    waiting, count = [folder], 0
    while waiting:
        parent = waiting.pop()
        try:
            with os.scandir(parent) as entries:
                for entry in entries:
                    if entry.name in left_out:
                        continue
                    count += 1
                    if count > most:
                        raise OverflowError
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
                    elif entry.is_file(follow_symlinks=False):
                        yield Path(entry.path)
        except OSError:
            continue
