"""A coursework as bytes: handout, solution, skeleton, suites, right submissions and questions."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from ..course.coursework import Coursework
from ..package.course_files import course_files
from ..questions.file import FILE, read_questions


@dataclass(frozen=True)
class Bundle:
    """What is sent to each worker once, and known by its fingerprint from then on."""

    coursework: Coursework
    data: bytes
    fingerprint: str


def bundle_of(coursework: Coursework, out: Path) -> Bundle:
    """All that a worker needs to examine submissions as they are examined here.

    The questions are those in the folder of results. Raises InputError when they do not fit.
    """
    files = dict(course_files(coursework, read_questions(out / FILE, coursework)))
    for folder in (coursework.suites, coursework.solution):  # also what only the fingerprints see
        for file in folder.rglob("*.*"):
            if file.is_file() and file.suffix != ".pyc":
                files[file.relative_to(coursework.root).as_posix()] = file.read_bytes()
    data = zlib.compress(msgspec.msgpack.encode(dict(sorted(files.items()))))
    return Bundle(coursework, data, hashlib.sha256(data).hexdigest())


def unpack(data: bytes, folder: Path) -> None:
    """Writes the files into a folder, for its owner alone. Raises OSError."""
    files = msgspec.msgpack.decode(zlib.decompress(data), type=dict[str, bytes])
    for name, content in files.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise OSError(f"{name} leads out of the folder")
        place = folder / name
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.write_bytes(content)
