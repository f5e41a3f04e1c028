"""The entries of an archive, checked: zips and tars are read, others are named.

What a student packed is refused as a whole when an entry is one that no honest program packs.
What a platform packed is read without that entry, which is left out with the reason.
"""

from __future__ import annotations

import gzip
import io
import re
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..errors import SubmissionError
from .model import LeftOut
from .source import (
    CLASS_DIRECTORY_BYTES,
    MAX_ARCHIVE_BYTES,
    MAX_DIRECTORY_BYTES,
    InMemory,
    InZip,
    Source,
    open_zip,
)

_MANY = 10_000
"""More files than that are only in the archive of a whole class."""
_SAYS_UTF_8 = 0x800
_TARS = (".tar", ".tar.gz", ".tgz")
_UNREADABLE = {".7z": "7z", ".rar": "RAR", ".gz": "gzip", ".bz2": "bzip2", ".xz": "xz"}
_UNREADABLE |= {".tbz": "bzip2", ".tbz2": "bzip2", ".txz": "xz"}
_UNREADABLE |= {".zst": "zstd", ".lz": "lzip", ".z": "Z", ".zipx": "zipx", ".cab": "CAB"}
_UNREADABLE |= {".dmg": "DMG", ".iso": "ISO", ".ace": "ACE", ".arj": "ARJ", ".sit": "StuffIt"}
_NOISE = set("__MACOSX __pycache__ .check .git .idea .ipynb_checkpoints .vscode .venv venv".split())
_NOISE |= {"Thumbs.db", "desktop.ini", "site-packages", "node_modules", "Icon\r"}
_NOISE |= {"$RECYCLE.BIN", "System Volume Information", "@eaDir", "#recycle"}
_HIDDEN = re.compile(r"\.(?!\.?$|\s)|~\$")
"""How the name begins of what is not shown, or which an office program keeps beside a file."""
ENCRYPTED = "it is encrypted"
_MOST_ENTRIES = 20_000
"""So many an archive may have with what programs left behind, unless more of its files count."""


@dataclass(frozen=True)
class File:
    """A file by its path in an archive or a folder, with forward slashes."""

    path: str
    source: Source


def is_archive(name: str) -> bool:
    """Whether a file is called like an archive that can be read."""
    return name.lower().endswith((".zip", *_TARS))


def is_packed(name: str) -> bool:
    """Whether a file is called like any archive."""
    return is_archive(name) or PurePosixPath(name.lower()).suffix in _UNREADABLE


def details_of(files: Collection[str]) -> tuple[str, ...]:
    """What a summary counts of a submission of these files: that loose ones were put together."""
    is_loose = len(files) > 1 and not any(map(is_packed, files))
    return ("with loose files put together",) if is_loose else ()


def is_work(name: str) -> bool:
    """Whether a file is called like an archive, or like one of Python or a notebook."""
    return is_packed(name) or name.lower().endswith((".py", ".ipynb"))


def why_unreadable(name: str) -> str:
    """What to do about an archive that cannot be read; empty for other files."""
    if is_archive(name):
        return ""
    kind = _UNREADABLE.get(PurePosixPath(name.lower()).suffix)
    return f"{kind} archives cannot be read; save it as a zip" if kind else ""


def noise(path: str) -> str:
    """The part of the path up to what programs leave behind; empty if there is none.

    What is hidden is theirs, but for an archive: a student can give a zip any name. So is not
    what begins with a dot and a blank, as the name of somebody who has one name only.
    """
    parts = path.split("/")
    if _is_hidden_archive(parts[-1]):
        parts.pop()
    for place, part in enumerate(parts):
        if part in _NOISE or _HIDDEN.match(part):
            return "/".join(parts[: place + 1])
    return ""


def _is_hidden_archive(name: str) -> bool:
    """Whether a name with a dot in front is that of an archive; Macs add files `._NAME`."""
    return name.startswith(".") and not name.startswith(("._", ".~")) and is_packed(name)


def entries(
    name: str, container: Source, most: int, left_out: list[LeftOut] | None = None
) -> list[File]:
    """The files in an archive, at most so many. Raises SubmissionError.

    With a list `left_out`, an entry that is not acceptable is added there; without, it is a
    reason to refuse the archive, and what programs leave behind is not among the files. That is
    never counted or refused: an environment has thousands of files, and links.
    """
    if why := why_unreadable(name):
        raise SubmissionError(why)
    kept: list[File] = []
    noted: list[LeftOut] = []
    found = _of_zip(container, most) if name.lower().endswith(".zip") else _of_tar(container, most)
    for one in found:
        if isinstance(one, LeftOut):
            noted.append(one)
        elif left_out is not None or not noise(one.path):
            kept.append(one)
    twice = {path for path, count in Counter(one.path for one in kept).items() if count > 1}
    noted += [LeftOut(path, "it contains this name more than once") for path in sorted(twice)]
    if noted and left_out is None:
        raise SubmissionError(f"{noted[0].path!r} in it: {noted[0].reason}")
    if left_out is not None:
        left_out += noted
    return [one for one in kept if one.path not in twice]


def folders(name: str, container: Source) -> list[str]:
    """The folders that a zip has entries of. Raises SubmissionError."""
    if not name.lower().endswith(".zip"):
        return []
    infos = open_zip(container, CLASS_DIRECTORY_BYTES).infolist()
    found = (path.rstrip("/") for path in _paths(infos) if path.endswith("/"))
    return [path for path in found if path and not _leads_out(path)]


def _of_zip(container: Source, most: int) -> Iterator[File | LeftOut]:
    longest = CLASS_DIRECTORY_BYTES if most > _MANY else MAX_DIRECTORY_BYTES
    infos = open_zip(container, longest).infolist()
    paths = _paths(infos)
    counting = sum(not noise(path) for path in paths)
    if counting > most or len(infos) > max(most, _MOST_ENTRIES):
        raise SubmissionError(f"it holds more than {most} files")
    for info, path in zip(infos, paths, strict=True):
        why = _why_not(info)
        if why and not noise(path):
            yield LeftOut(info.filename, why)
        elif path and not info.is_dir() and not path.endswith("/"):
            yield File(path, InZip(container, info.filename, info.file_size))


def _paths(infos: Sequence[zipfile.ZipInfo]) -> list[str]:
    """The paths of the entries of a zip, with forward slashes.

    Macs write names in UTF-8 and do not say so, and Windows in a code page. Entries that are not
    told apart by the name that `zipfile` gives them keep it.
    """
    counts = Counter(one.filename for one in infos)
    return [_slashes(one.filename if counts[one.filename] > 1 else _spelled(one)) for one in infos]


def _spelled(info: zipfile.ZipInfo) -> str:
    """The name of an entry, read as UTF-8 if it can be and does not say what it is.

    Or else in the one of the two code pages of Windows in which its letters are Latin ones.
    """
    if info.flag_bits & _SAYS_UTF_8:
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeError:
        return info.filename
    try:
        return raw.decode()
    except UnicodeError:
        western = raw.decode("cp850")
        return western if _is_latin(western) and not _is_latin(info.filename) else info.filename


def _is_latin(name: str) -> bool:
    return all(one.isascii() or unicodedata.name(one, "").startswith("LATIN ") for one in name)


def _why_not(info: zipfile.ZipInfo) -> str:
    """Why no honest program packs this entry; empty if one may."""
    if why := _leads_out(info.filename):
        return why
    if "\0" in info.orig_filename:
        return "its name is cut short"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is a link or a device, not a file"
    if info.flag_bits & 1:
        return ENCRYPTED
    return ""


def _leads_out(name: str) -> str:
    shown = name.replace("\\", "/")
    if shown.startswith("/") or re.match(r"[A-Za-z]:", shown) or ".." in shown.split("/"):
        return "its path leads out of the archive"
    return ""


def _slashes(name: str) -> str:
    """The path with forward slashes and without `./`."""
    parts = [part for part in name.replace("\\", "/").split("/") if part != "."]
    return "/".join(parts)


def _of_tar(container: Source, most: int) -> Iterator[File | LeftOut]:
    """The files of a tar, read into memory once: it has no table of contents."""
    data = _unpacked(container)
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            counting = 0
            for count, member in enumerate(archive, 1):
                path = _slashes(member.name)
                counting += not noise(path)
                if counting > most or count > max(most, _MOST_ENTRIES):
                    raise SubmissionError(f"it holds more than {most} files")
                if noise(path):
                    yield File(path, InMemory(b""))
                elif why := _leads_out(member.name):
                    yield LeftOut(member.name, why)
                elif member.isreg() and not member.issparse():
                    file = archive.extractfile(member)
                    yield File(path, InMemory(file.read() if file else b""))
                elif not member.isdir():
                    yield LeftOut(member.name, "it is a link or a device, not a file")
    except (tarfile.TarError, OSError, EOFError, ValueError, OverflowError) as fault:
        why = ": it is a zip under another name" if data.startswith(b"PK\3\4") else ""
        raise SubmissionError(f"it is not a tar archive that can be read{why}") from fault


def _unpacked(container: Source) -> bytes:
    """The bytes of a tar, whether it is compressed or not. Raises SubmissionError."""
    if container.size > MAX_ARCHIVE_BYTES:
        raise SubmissionError(
            f"it is larger than {MAX_ARCHIVE_BYTES >> 20} MiB; pack what is asked for in a zip"
        )
    data = container.read(MAX_ARCHIVE_BYTES)
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            unpacked = file.read(MAX_ARCHIVE_BYTES + 1)
    except (OSError, EOFError, zlib.error) as fault:
        raise SubmissionError("it is not a tar archive that can be read") from fault
    if len(unpacked) > MAX_ARCHIVE_BYTES:
        raise SubmissionError(f"it unpacks to more than {MAX_ARCHIVE_BYTES >> 20} MiB")
    return unpacked
