"""Several files written at once: all of them, or none."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

from ..errors import InputError


def write_files(
    out: Path, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()
) -> None:
    """Writes the files by their paths in the folder, which is made if it does not exist.

    They are written beside the folder first and then moved into it. Files of other names that
    are there stay. Raises InputError when the folder cannot be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        unfinished = Path(mkdtemp(prefix=".patience-", dir=out))
    except OSError as fault:
        raise InputError(f"{out} cannot be written: {fault.strerror}") from fault
    try:
        for name, data in files.items():
            file = unfinished / PurePosixPath(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(0o755 if name in executable else 0o644)
        for name in files:
            target = out / PurePosixPath(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            (unfinished / PurePosixPath(name)).replace(target)
    except OSError as fault:
        raise InputError(f"{fault.filename or out} cannot be written: {fault.strerror}") from fault
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
