"""From what was handed in to a Submission: only the asked files, as text, checked.

Nothing is ever unpacked to disk. What deviates from the submission instructions
becomes a remark; what cannot be read raises SubmissionFault.
"""

from __future__ import annotations

import hashlib
import io
import re
import stat
import tokenize
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Protocol

from ..errors import InputError, SubmissionError
from .notebook import locate

if TYPE_CHECKING:
    from ..course.coursework import Coursework
    from .notebook.extract import Place

MAX_ENTRIES = 2_000
MAX_FILE_BYTES = 1 << 20
MAX_RATIO = 200
MAX_NOTEBOOK_BYTES = 16 << 20
"""Pictures and other outputs may be in it."""
MAX_ZIP_BYTES = 64 << 20
_RESERVED = {f"{name}{ending}" for name in ("marks.csv", "index.html") for ending in ("", ".part")}
_FORGIVEN = set(
    "__MACOSX __pycache__ .check .git .idea .ipynb_checkpoints .vscode .venv venv".split()
)


class Requirements(Protocol):
    """What a coursework asks to be handed in."""

    @property
    def slug(self) -> str:
        """The name of the coursework, and of its notebook."""

    @property
    def package(self) -> str:
        """The package that the files belong to."""

    @property
    def values(self) -> Sequence[str]:
        """The supplied modules whose names everybody uses."""

    @property
    def blank(self) -> Mapping[str, str]:
        """The texts of the asked files as they were handed out, by file name."""

    @property
    def required(self) -> Sequence[str]:
        """The Python files that are examined."""

    @property
    def also_submit(self) -> Sequence[str]:
        """Further files, which are not."""

    @property
    def program(self) -> bool:
        """Whether all modules beside the asked files belong to the submission."""

    @property
    def student_number(self) -> re.Pattern[str]:
        """What a zip is called."""


@dataclass(frozen=True)
class Upload:
    """A zip, a notebook or a folder, and the name under which it is reported."""

    name: str
    path: Path


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


def find_uploads(paths: Sequence[Path], telling: Collection[str]) -> list[Upload]:
    """The submissions that the paths name: zips, notebooks, folders, or folders full of them.

    Raises InputFault for a path that is not there or names nothing that could be one,
    and for a single path that is a file but no zip and no notebook.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise InputError(f"{path} is not there")
        if path.is_dir() and not _holds_submission(path, telling):
            inside = [entry for entry in sorted(path.iterdir()) if _could_be_hand_in(entry)]
            if not inside:
                raise InputError(f"{path} holds no zips, notebooks or folders, so no submissions")
            found += inside
        else:
            found.append(path)
    alone = found[0] if len(found) == 1 and found[0].is_file() else None
    if alone and not locate.is_notebook(alone) and not zipfile.is_zipfile(alone):
        raise InputError(f"{alone} is not a zip")
    return named(dict.fromkeys(found))


def _holds_submission(folder: Path, required: Collection[str]) -> bool:
    """Whether the folder is one submission, and not full of them.

    It is one when it holds an asked file, also in a folder that is all it holds and
    that is not named after a student; or when nbgrader made it for one student.
    """
    if locate.is_assignment(folder) or locate.is_student(folder):
        return True
    if locate.is_submitted(folder):
        return False
    entries = [entry for entry in folder.iterdir() if not _is_forgiven(entry.name)]
    if len(entries) == 1 and entries[0].is_dir() and entries[0].name.isalpha():
        return _holds_submission(entries[0], required)
    names = {entry.name.lower() for entry in entries if entry.is_file()}
    return bool(names & {name.lower() for name in required})


def _could_be_hand_in(entry: Path) -> bool:
    if entry.name.startswith(".") or entry.name in _FORGIVEN:
        return False
    return entry.is_dir() or entry.suffix.lower() == ".zip" or locate.is_notebook(entry)


def named(paths: Iterable[Path]) -> list[Upload]:
    """The paths with names of their own, fit for a folder's name."""
    taken = set(_RESERVED)
    uploads = []
    for path in paths:
        plain = plain_name(locate.owner(path))
        name, number = plain, 2
        while name.casefold() in taken:
            name, number = f"{plain}-{number}", number + 1
        taken.add(name.casefold())
        uploads.append(Upload(name, path))
    return uploads


def plain_name(name: str) -> str:
    """A name that is fit for a folder's."""
    composed = unicodedata.normalize("NFC", name)
    return re.sub(r"[^\w .()@+-]", "_", composed)[:80].strip(" .") or "submission"


def file_names(upload: Upload) -> set[str]:
    """The names, without folders, of the files in a submission; empty when it cannot be read."""
    try:
        return {_posix(name).name for name, _ in _entries(_inner(upload.path))}
    except SubmissionError:
        return set()


def digest(upload: Upload) -> str:
    """A fingerprint of everything in the submission that can be marked, and of its name."""
    known = hashlib.sha256(upload.name.encode(errors="surrogateescape"))
    paths = sorted(upload.path.rglob("*")) if upload.path.is_dir() else [upload.path]
    for path in paths:
        name = path.relative_to(upload.path).as_posix() if path != upload.path else path.name
        if path.is_file() and not path.is_symlink() and not _FORGIVEN & set(Path(name).parts):
            known.update(f"{name}\0{path.stat().st_size}\0".encode(errors="surrogateescape"))
            known.update(_head(path, _most_bytes(path) + 1))
    return known.hexdigest()


def _most_bytes(path: PurePath) -> int:
    """How large a file may be that is called so."""
    if locate.is_notebook(path):
        return MAX_NOTEBOOK_BYTES
    return MAX_ZIP_BYTES if path.suffix.lower() == ".zip" else MAX_FILE_BYTES


def _head(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def read_submission(upload: Upload, coursework: Requirements) -> Submission:
    """The asked files of a submission, and what deviates from the instructions.

    Raises SubmissionFault when it cannot be read at all.
    """
    path = _inner(upload.path)
    entries = list(_entries(path))
    notebook = locate.pick((name for name, _ in entries), coursework.slug, coursework.required)
    if notebook is not None:
        return _from_notebook(dict(entries)[notebook], upload, path, coursework)
    remarks = list(_remarks_on_name(path, coursework))
    files: dict[str, str] = {}
    broken: dict[str, str] = {}
    picked = {name: _pick(name, entries, remarks) for name in coursework.required}
    if coursework.program:
        picked |= _beside(picked, entries)
    for name, entry in picked.items():
        if entry is not None:
            try:
                files[name] = _decode(entry[1].read())
            except (SyntaxError, UnicodeError, LookupError) as fault:
                broken[name] = f"it is not text that Python can read ({fault})"
    for name in coursework.also_submit:
        _pick(name, entries, remarks)
    return Submission(upload.name, _student(path), files, broken, tuple(remarks))


def narrowed(upload: Upload, coursework: Requirements) -> Upload:
    """The submission as the notebook alone, if it is a folder with the notebook of a coursework."""
    if not upload.path.is_dir() or _inner(upload.path) != upload.path:
        return upload
    names = (name for name, _ in _entries_of_folder(upload.path))
    try:
        notebook = locate.pick(names, coursework.slug, coursework.required)
    except SubmissionError:
        return upload
    return replace(upload, path=upload.path / notebook) if notebook else upload


def _from_notebook(data: _Data, upload: Upload, path: Path, coursework: Requirements) -> Submission:
    """What is taken out of a notebook. Its own name is nbgrader's, and nothing goes with it."""
    from .notebook.cells import read_cells  # noqa: PLC0415 most submissions are none
    from .notebook.extract import extract  # noqa: PLC0415

    taken = extract(read_cells(data.read()), coursework)
    student = path.stem if path.suffix.lower() == ".zip" else student_of(upload)
    remarks = tuple(_remarks_on_name(path, coursework))
    return Submission(upload.name, student, taken.files, {}, remarks, taken.places)


def student_of(upload: Upload) -> str:
    """The student's number, as far as the name of a zip, notebook or folder tells it."""
    return upload.name if locate.is_notebook(upload.path) else _student(upload.path)


def _student(path: Path) -> str:
    return locate.owner(path)


@dataclass(frozen=True)
class _Data:
    """A file in a submission, not yet read."""

    path: Path
    info: zipfile.ZipInfo | None

    def read(self) -> bytes:
        """The bytes of the file. Raises SubmissionFault when it is too large or damaged."""
        most = _most_bytes(PurePosixPath(self.info.filename) if self.info else self.path)
        try:
            if self.info is None:
                with self.path.open("rb") as file:
                    data = file.read(most + 1)
            else:
                with zipfile.ZipFile(self.path) as archive, archive.open(self.info) as file:
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


def _entries(path: Path) -> Iterator[tuple[str, _Data]]:
    """The files in a zip or folder by their names in it. Raises SubmissionFault."""
    if path.is_dir():
        yield from _entries_of_folder(path)
        return
    if locate.is_notebook(path):
        yield path.name, _Data(path, None)
        return
    try:
        if path.stat().st_size > MAX_ZIP_BYTES:
            raise SubmissionError(f"it is larger than {MAX_ZIP_BYTES >> 20} MiB")
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
    except SubmissionError:
        raise
    except Exception as fault:
        raise SubmissionError("it is not a zip that can be read") from fault
    if len(infos) > MAX_ENTRIES:
        raise SubmissionError(f"it holds more than {MAX_ENTRIES} files")
    names = Counter(info.filename for info in infos)
    twice = next((name for name, count in names.items() if count > 1), None)
    if twice is not None:
        raise SubmissionError(f"it holds {twice!r} more than once")
    for info in infos:
        _check(info)
        if info.filename and not info.is_dir() and not _is_forgiven(info.filename):
            yield info.filename, _Data(path, info)


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


def _entries_of_folder(folder: Path) -> Iterator[tuple[str, _Data]]:
    count = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and not _is_forgiven(name):
            count += 1
            if count > MAX_ENTRIES:
                raise SubmissionError(f"it holds more than {MAX_ENTRIES} files")
            yield name, _Data(path, None)


def _posix(name: str) -> PurePosixPath:
    """A name in a zip, whichever way its slashes lean."""
    return PurePosixPath(name.replace("\\", "/"))


def _is_forgiven(name: str) -> bool:
    path = _posix(name)
    return bool(_FORGIVEN & set(path.parts)) or path.name.startswith(".") or not path.name


def _remarks_on_name(path: Path, coursework: Requirements) -> Iterator[str]:
    is_zip = path.is_file() and not locate.is_notebook(path)
    if is_zip and not coursework.student_number.fullmatch(path.stem):
        yield f"the zip is called {path.name}, not after a student number"


def _beside(picked: Mapping[str, _Entry | None], entries: list[_Entry]) -> dict[str, _Entry]:
    """The modules that lie in the folder of the asked files, by their names."""
    folders = {_posix(entry[0]).parent for entry in picked.values() if entry}
    found: dict[str, _Entry] = {}
    for name, data in entries:
        path = _posix(name)
        if path.parent in folders and path.suffix == ".py" and path.stem.isidentifier():
            found.setdefault(path.name, (name, data))
    return {name: entry for name, entry in sorted(found.items()) if name not in picked}


def _pick(name: str, entries: list[_Entry], remarks: list[str]) -> _Entry | None:
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


def _decode(data: bytes) -> str:
    """The text of a Python file, whatever its line ends and byte-order mark."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return io.TextIOWrapper(io.BytesIO(data), encoding, newline=None).read()


def telling_files(courseworks: Iterable[Coursework]) -> set[str]:
    """The names of the files that tell these courseworks."""
    required = {name for one in courseworks for name in one.required}
    return required | {f"{one.slug}{locate.ENDING}" for one in courseworks}


def find_coursework(uploads: Sequence[Upload], courseworks: Sequence[Coursework]) -> Coursework:
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
