"""From what was handed in to a Submission: only the asked files, as text, checked.

Nothing is ever unpacked to disk. What deviates from the submission instructions
becomes a remark; what cannot be read raises SubmissionFault.
"""

from __future__ import annotations

import hashlib
import re
import stat
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath
from typing import IO, TYPE_CHECKING

from ..errors import InputError, SubmissionError
from .decoding import DecodingError, decode
from .discovery import FORGIVEN as _FORGIVEN
from .discovery import entries_of, find_uploads, odd_kind
from .discovery import is_forgiven as _is_forgiven
from .naming import Upload, named, plain_name
from .notebook import locate
from .opening import RegularFile, files_in, open_zip

if TYPE_CHECKING:
    from ..course.interface import Interface, Outline
    from .notebook.extract import Place

MAX_ENTRIES = 2_000
MAX_FILE_BYTES = 1 << 20
MAX_RATIO = 200
MAX_NOTEBOOK_BYTES = 16 << 20
"""Pictures and other outputs may be in it."""
MAX_ZIP_BYTES = 64 << 20
_MOST_LEFT_OUT = 10
__all__ = ["Upload", "find_uploads", "named", "plain_name"]


@dataclass(frozen=True)
class Submission:
    """What one student handed in."""

    name: str
    student: str
    """The student's number, as far as the zip's or folder's name tells it."""
    files: Mapping[str, str]
    """Source texts of the asked files that are there, by file name."""
    broken: Mapping[str, str]
    """Why an asked file is no text, by file name."""
    remarks: tuple[str, ...]
    """What deviates from the submission instructions."""
    places: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    """Where the lines of the files stand in a notebook, if they come from one."""


def file_names(upload: Upload) -> set[str]:
    """The names, without folders, of the files in a submission; empty when it cannot be read."""
    try:
        with _entries(_inner(upload.path)) as entries:
            return {_posix(name).name for name, _ in entries}
    except SubmissionError:
        return set()


def digest(upload: Upload) -> str:
    """A fingerprint of everything in the submission that can be marked, and of its name."""
    known = hashlib.sha256(upload.name.encode(errors="surrogateescape"))
    for name, path in _marked(upload.path):
        try:
            with RegularFile(path) as file:
                known.update(f"{name}\0{file.length}\0".encode(errors="surrogateescape"))
                known.update(file.read(_most_bytes(path) + 1))
        except OSError as error:
            known.update(f"{name}\0{error.strerror}\0".encode(errors="surrogateescape"))
    return known.hexdigest()


def _marked(path: Path) -> list[tuple[str, Path]]:
    """The files of a submission by their names in it; none of a folder that holds too many."""
    if not path.is_dir():
        return [(path.name, path)]
    try:
        return _files_of(path)
    except SubmissionError:
        return []


def _most_bytes(path: PurePath) -> int:
    """How large a file may be that is called so."""
    if locate.is_notebook(path):
        return MAX_NOTEBOOK_BYTES
    return MAX_ZIP_BYTES if path.suffix.lower() == ".zip" else MAX_FILE_BYTES


def read_submission(upload: Upload, coursework: Interface) -> Submission:
    """The asked files of a submission, and what deviates from the instructions.

    Raises SubmissionFault when it cannot be read at all.
    """
    path = _inner(upload.path)
    with _entries(path) as entries:
        return _read(upload, path, entries, coursework)


def _read(
    upload: Upload, path: Path, entries: Sequence[_Entry], coursework: Interface
) -> Submission:
    notebook = locate.pick((name for name, _ in entries), coursework.slug, coursework.required)
    if notebook is not None:
        return _from_notebook(dict(entries)[notebook], upload, path, coursework)
    remarks = list(_remarks_on_name(upload, path, coursework))
    files: dict[str, str] = {}
    broken: dict[str, str] = {}
    picked = {name: _pick(name, entries, remarks) for name in coursework.required}
    if coursework.program:
        picked |= _beside(picked, entries)
    for name, entry in picked.items():
        if entry is not None:
            try:
                files[name] = decode(entry[1].read())
            except DecodingError as error:
                broken[name] = str(error)
    for name in coursework.also_submit:
        _pick(name, entries, remarks)
    return Submission(upload.name, _student(path), files, broken, tuple(remarks))


def narrowed(upload: Upload, coursework: Interface) -> Upload:
    """The submission as the notebook alone, if it is a folder with the notebook of a coursework."""
    if not upload.path.is_dir() or _inner(upload.path) != upload.path:
        return upload
    try:
        names = [name for name, _ in _files_of(upload.path) if not _is_forgiven(name)]
        notebook = locate.pick(names, coursework.slug, coursework.required)
    except SubmissionError:
        return upload
    return replace(upload, path=upload.path / notebook) if notebook else upload


def _from_notebook(data: _Data, upload: Upload, path: Path, coursework: Interface) -> Submission:
    """What is taken out of a notebook. Its own name is nbgrader's, and nothing goes with it."""
    from .notebook.cells import read_cells  # noqa: PLC0415 most submissions are none
    from .notebook.extract import extract  # noqa: PLC0415

    taken = extract(read_cells(data.read()), coursework)
    student = path.stem if path.suffix.lower() == ".zip" else student_of(upload)
    remarks = tuple(_remarks_on_name(upload, path, coursework))
    return Submission(upload.name, student, taken.files, {}, remarks, taken.places)


def student_of(upload: Upload) -> str:
    """The student's number, as far as the name of a zip, notebook or folder tells it."""
    return upload.name if locate.is_notebook(upload.path) else _student(upload.path)


def _student(path: Path) -> str:
    return locate.owner(path)


@dataclass(frozen=True)
class _Data:
    """A file in a submission, not yet read."""

    name: str
    open: Callable[[], IO[bytes]]

    def read(self) -> bytes:
        """The bytes of the file. Raises SubmissionFault when it is too large or damaged."""
        most = _most_bytes(PurePosixPath(self.name))
        try:
            with self.open() as file:
                data = file.read(most + 1)
        except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as fault:
            raise SubmissionError(f"a file in it cannot be read: {fault}") from fault
        except Exception as fault:
            raise SubmissionError(f"a file in it is damaged: {fault}") from fault
        if len(data) > most:
            raise SubmissionError(f"a file in it is larger than {most >> 20} MiB")
        return data


_Entry = tuple[str, _Data]
"""A file in a submission, after its name there."""


def _inner(path: Path) -> Path:
    """The zip inside a folder that holds nothing else, as Moodle packs them; else the path."""
    if path.is_dir():
        inside = [entry for entry in path.iterdir() if not entry.name.startswith(".")]
        zips = [entry for entry in inside if entry.suffix.lower() == ".zip" and entry.is_file()]
        if len(zips) == 1 and len(inside) == 1 and not zips[0].is_symlink():
            return zips[0]
    return path


@contextmanager
def _entries(path: Path) -> Iterator[Sequence[_Entry]]:
    """The files in a zip or folder by their names in it. Raises SubmissionFault."""
    if path.is_dir():
        files = [(name, file) for name, file in _files_of(path) if not _is_forgiven(name)]
        yield [(name, _Data(name, partial(RegularFile, file))) for name, file in files]
    elif locate.is_notebook(path):
        yield [(path.name, _Data(path.name, partial(RegularFile, path)))]
    else:
        with _opened(path) as archive:
            yield list(_entries_of_zip(archive))


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive, which is opened once for all that is read from it."""
    try:
        file = RegularFile(path)
    except OSError as fault:
        raise SubmissionError(f"it cannot be read: {fault.strerror}") from fault
    with file:
        if file.length > MAX_ZIP_BYTES:
            raise SubmissionError(f"it is larger than {MAX_ZIP_BYTES >> 20} MiB")
        try:
            archive = open_zip(file)
        except Exception as fault:
            raise SubmissionError("it is not a zip that can be read") from fault
        with archive:
            yield archive


def _entries_of_zip(archive: zipfile.ZipFile) -> Iterator[_Entry]:
    infos = archive.infolist()
    if len(infos) > MAX_ENTRIES:
        raise SubmissionError(f"it holds more than {MAX_ENTRIES} files")
    names = Counter(info.filename for info in infos)
    twice = next((name for name, count in names.items() if count > 1), None)
    if twice is not None:
        raise SubmissionError(f"it holds {twice!r} more than once")
    for info in infos:
        _check(info)
        if info.filename and not info.is_dir() and not _is_forgiven(info.filename):
            yield info.filename, _Data(info.filename, partial(archive.open, info))


def _check(info: zipfile.ZipInfo) -> None:
    """Raises SubmissionFault for an entry that no honest program packs."""
    name = info.filename.replace("\\", "/")
    if name.startswith("/") or re.match(r"[A-Za-z]:", name) or ".." in name.split("/"):
        raise SubmissionError(f"it holds a path that leads out of it: {info.filename!r}")
    if "\0" in info.orig_filename:
        raise SubmissionError(f"it holds a name that is cut short: {info.orig_filename!r}")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise SubmissionError(f"it holds something that is no file: {info.filename!r}")
    if info.flag_bits & 1:
        raise SubmissionError("it is encrypted")
    if info.file_size > MAX_FILE_BYTES and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        raise SubmissionError(f"{info.filename!r} unpacks to far more than it packs")


def _files_of(folder: Path) -> list[tuple[str, Path]]:
    """The files in a folder by their names in it. Raises SubmissionFault for too many."""
    try:
        paths = sorted(files_in(folder, _FORGIVEN, MAX_ENTRIES))
    except OverflowError as fault:
        raise SubmissionError(f"it holds more than {MAX_ENTRIES} files") from fault
    return [(path.relative_to(folder).as_posix(), path) for path in paths]


def _left_out(path: Path) -> Iterator[str]:
    """What lies in a folder and is never opened."""
    if path.is_dir():
        for name, inner in entries_of(path):
            if not _is_forgiven(name) and (kind := odd_kind(inner)):
                yield f"{name} is {kind} and was left out"


def _posix(name: str) -> PurePosixPath:
    """A name in a zip, whichever way its slashes lean."""
    return PurePosixPath(name.replace("\\", "/"))


def _remarks_on_name(upload: Upload, path: Path, coursework: Interface) -> Iterator[str]:
    if upload.remark:
        yield upload.remark
    yield from islice(_left_out(upload.path), _MOST_LEFT_OUT)
    is_zip = path.is_file() and not locate.is_notebook(path)
    if is_zip and not coursework.student_number.fullmatch(path.stem):
        yield f"the zip is called {path.name}, not after a student number"


def _beside(picked: Mapping[str, _Entry | None], entries: Sequence[_Entry]) -> dict[str, _Entry]:
    """The modules that lie in the folder of the asked files, by their names."""
    folders = {_posix(entry[0]).parent for entry in picked.values() if entry}
    found: dict[str, _Entry] = {}
    for name, data in entries:
        path = _posix(name)
        if path.parent in folders and path.suffix == ".py" and path.stem.isidentifier():
            found.setdefault(path.name, (name, data))
    return {name: entry for name, entry in sorted(found.items()) if name not in picked}


def _pick(name: str, entries: Sequence[_Entry], remarks: list[str]) -> _Entry | None:
    """The file of this name that lies least deep, and remarks when that needed a choice."""
    found = sorted(
        (
            (len(_posix(entry).parts), entry, data)
            for entry, data in entries
            if _posix(entry).name.lower() == name.lower()
        ),
        key=lambda one: one[:2],
    )
    if not found:
        remarks.append(f"{name} is missing")
        return None
    _, entry, data = found[0]
    if len(found) > 1:
        remarks.append(f"{name} is there {len(found)} times; {entry} was taken")
    if _posix(entry).name != name:
        remarks.append(f"{_posix(entry).name} should be called {name}")
    return entry, data


def telling_files(courseworks: Iterable[Outline]) -> set[str]:
    """The names of the files that tell these courseworks."""
    required = {name for one in courseworks for name in one.required}
    return required | {f"{one.slug}{locate.ENDING}" for one in courseworks}


def find_coursework(uploads: Sequence[Upload], courseworks: Sequence[Outline]) -> Outline:
    """The one coursework whose asked files, or whose notebook, are among those handed in.

    When several are, it is the one that at least twice as many submissions fit as any other.
    Raises InputFault when there is none such.
    """
    handed_in = [{name.lower() for name in file_names(upload)} for upload in uploads]
    counts = [
        sum(
            not names.isdisjoint(name.lower() for name in telling_files([one]))
            for names in handed_in
        )
        for one in courseworks
    ]
    most, second = sorted([*counts, 0, 0], reverse=True)[:2]
    if most and most >= 2 * second:
        return courseworks[counts.index(most)]
    known = ", ".join(one.slug for one in courseworks)
    raise InputError(
        f"the files handed in do not tell the coursework; add --coursework NAME, one of: {known}"
    )
