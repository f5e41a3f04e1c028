"""Reading and writing files: the only module that touches the disk."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .refusal import Refused

MOST_BYTES = 1 << 16
"""No save and no start file comes near this size."""


def read_text(name: str) -> str:
    """The text of the file.

    Raises Refused when it cannot be read.
    """
    try:
        path = Path(name)
        if path.exists() and not path.is_file():
            raise Refused(f"{name}: not a file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Refused(f"{name}: too long")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(f"{name}: not a text file") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{name}: {_reason(error)}") from None


def write_text(name: str, text: str) -> None:
    """Writes the file whole or not at all.

    The text goes to a new file beside it, which then takes its place: a crash in
    between leaves the old file as it was. Raises Refused when it cannot be written.
    """
    try:
        path = Path(name)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with part.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            with suppress(OSError):
                part.unlink()
    except (OSError, ValueError) as error:
        raise Refused(f"{name}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or "not a name of a file"
