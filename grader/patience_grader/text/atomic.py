"""Files that are never seen half written."""

from __future__ import annotations

import errno
from pathlib import Path
from tempfile import NamedTemporaryFile

from ..errors import WriteError


def write_atomically(file: Path, data: bytes | str, *, mode: int = 0o644) -> None:
    """Writes the file in one step: whoever reads it sees all of the old or all of the new.

    Text is written as UTF-8, its line ends as they are. Of several processes that write the
    same file, the last one's text stays. Raises WriteError, and then leaves nothing behind.
    """
    try:
        _write(file, data, mode)
    except OSError as fault:
        raise cannot_be_written(file, fault) from fault


def make_folder(folder: Path, *, mode: int = 0o777) -> None:
    """Makes the folder and those around it, if they are not there. Raises WriteError."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as fault:
        raise cannot_be_written(folder, fault) from fault


def cannot_be_written(place: Path | str, fault: OSError) -> WriteError:
    """What is said of a file or folder whose writing has failed so."""
    is_full = fault.errno in {errno.ENOSPC, errno.EDQUOT}
    more = "; make room there and run the same command again" if is_full else ""
    return WriteError(f"{place} cannot be written: {fault.strerror}{more}")


def _write(file: Path, data: bytes | str, mode: int) -> None:
    content = data.encode() if isinstance(data, str) else data
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as unfinished:
        written = Path(unfinished.name)
        try:
            unfinished.write(content)
            written.chmod(mode)
            unfinished.close()
            written.replace(file)
        except BaseException:
            written.unlink(missing_ok=True)
            raise
