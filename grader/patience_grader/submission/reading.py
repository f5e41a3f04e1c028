"""From what was submitted to a Submission: only the asked files, as text, checked.

Nothing is ever unpacked to disk. What deviates from the submission instructions
becomes a remark; what cannot be read raises SubmissionError.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING

from ..course.own_work import FORM, REQUIRED, why_not_filled_in
from ..downloads.archives import is_archive
from ..downloads.contents import MAX_FILES, Contents, contents, given_name
from ..downloads.model import Attempt, Placed, stem
from ..downloads.source import MAX_ARCHIVE_BYTES
from ..errors import InputError, SubmissionError
from .decoding import DecodingError, decode
from .notebook import locate
from .own_modules import imported_beside
from .upload import Upload

if TYPE_CHECKING:
    from ..course.interface import Interface, Outline
    from .notebook.extract import Place

MAX_ENTRIES = MAX_FILES
MAX_FILE_BYTES = 1 << 20
MAX_NOTEBOOK_BYTES = 16 << 20
"""Pictures and other outputs may be in it."""
_MOST_LEFT_OUT = 10
_FEW_NAMES = 5


@dataclass(frozen=True)
class Submission:
    """What one student handed in."""

    name: str
    student: str
    """The student's number, as far as the platform or the name of the zip or folder tells it."""
    files: Mapping[str, str]
    """Source texts of the asked files that are there, by file name."""
    broken: Mapping[str, str]
    """Why an asked file is not text, by file name."""
    remarks: tuple[str, ...]
    """What deviates from the submission instructions."""
    places: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    """Where the lines of the files stand in a notebook, if they come from one."""
    own_work: str = ""
    """Why the declaration of own work is not there, if the coursework has one."""


def file_names(attempt: Attempt) -> set[str]:
    """The names, without folders, of the files in an attempt; empty when it cannot be read."""
    try:
        return {_posix(name).name for name, _ in contents(attempt)}
    except SubmissionError:
        return set()


def digest(upload: Upload) -> str:
    """A fingerprint of everything in the submission that can be marked, and of its name.

    It is that of the files as they were submitted, archives unopened, so that no archive can
    make it take long.
    """
    known = hashlib.sha256(upload.true_name.encode(errors="surrogateescape"))
    files = upload.attempt.listed
    for name in sorted(files) if len(files) <= MAX_ENTRIES else ():
        source = files[name].source
        known.update(f"{name}\0{source.size}\0".encode(errors="surrogateescape"))
        try:
            known.update(source.read(most_bytes(PurePosixPath(name))))
        except SubmissionError as fault:
            known.update(f"{fault}\0".encode(errors="surrogateescape"))
    return known.hexdigest()


def most_bytes(path: PurePath) -> int:
    """How many bytes are read of a file that is called so."""
    if locate.is_notebook(path):
        return MAX_NOTEBOOK_BYTES
    return MAX_ARCHIVE_BYTES if is_archive(path.name) else MAX_FILE_BYTES


def read_submission(upload: Upload, coursework: Interface) -> Submission:
    """The asked files of a submission, and what deviates from the instructions.

    Of an anonymous one, nothing that is said tells whose it is. Raises SubmissionError when it
    cannot be read at all.
    """
    veil = upload.veil
    if veil is None:
        return _read(upload, contents(upload.attempt), coursework)
    try:
        held = contents(upload.attempt)
        veil = veil.also(part for one in held.files for part in _posix(one.path).parts[:-1])
        found = _read(upload, held, coursework)
    except SubmissionError as fault:
        raise SubmissionError(veil.over(str(fault))) from None
    return replace(found, remarks=tuple(map(veil.over, found.remarks)))


def _read(upload: Upload, held: Contents, coursework: Interface) -> Submission:
    entries = list(held)
    notebook = locate.pick((name for name, _ in entries), coursework.slug, coursework.required)
    remarks = list(_remarks_on_name(upload, held, coursework))
    student = known_student(upload, coursework)
    if notebook is not None:
        return _from_notebook(dict(entries)[notebook], upload, student, remarks, coursework)
    files: dict[str, str] = {}
    broken: dict[str, str] = {}
    blank = coursework.blank
    picked = {name: _pick(name, entries, remarks, blank[name]) for name in coursework.required}
    if coursework.program:
        picked |= _beside(picked, entries)
    for name, entry in picked.items():
        if entry is not None:
            try:
                files[name] = decode(entry[1](MAX_FILE_BYTES))
            except DecodingError as error:
                broken[name] = str(error)
    if coursework.takes_modules:
        files |= _modules_beside(files, picked, entries, coursework)
    for name in coursework.also_submit:
        _pick(name, entries, remarks)
    own_work = why_no_own_work(_pick(FORM, entries, [])) if coursework.own_work else ""
    if own_work and coursework.own_work == REQUIRED:
        remarks.append(own_work)
    if not files and not broken:
        names = _some([name for name, _ in entries])
        remarks.append(f"none of the required files is in it; you submitted {names}")
    return Submission(upload.name, student, files, broken, tuple(remarks), own_work=own_work)


def why_no_own_work(entry: _Entry | None) -> str:
    """Why there is no declaration of own work; empty when it is there and filled in."""
    if entry is None:
        return f"{FORM} is missing"
    try:
        return why_not_filled_in(decode(entry[1](MAX_FILE_BYTES)))
    except (DecodingError, SubmissionError):
        return f"{FORM} cannot be read"


def _some(names: Sequence[str]) -> str:
    """The first few of these names."""
    few = ", ".join(sorted(names)[:_FEW_NAMES])
    more = len(names) - _FEW_NAMES
    return (f"{few} and {more} more" if more > 0 else few) or "no other file either"


def narrowed(upload: Upload, coursework: Interface) -> Upload:
    """The submission as the notebook alone, if it is one of loose files with a notebook."""
    files = upload.attempt.listed
    if any(is_archive(name) for name in files):
        return upload
    notebook = locate.pick(files, coursework.slug, coursework.required)
    if notebook is None or len(files) > MAX_ENTRIES:
        return upload
    alone: Mapping[str, Placed] = {PurePosixPath(notebook).name: files[notebook]}
    return replace(upload, attempt=replace(upload.attempt, files=alone))


def _from_notebook(
    read: _Reader, upload: Upload, student: str, remarks: Sequence[str], coursework: Interface
) -> Submission:
    """What is taken out of a notebook. Its own name is nbgrader's, and nothing goes with it."""
    from .notebook.cells import read_cells  # noqa: PLC0415 most submissions are none
    from .notebook.extract import extract  # noqa: PLC0415

    taken = extract(read_cells(read(MAX_NOTEBOOK_BYTES)), coursework)
    return Submission(upload.name, student, taken.files, {}, tuple(remarks), taken.places)


def student_of(upload: Upload) -> str:
    """The student's number, as far as the platform or the submission's name tells it."""
    return upload.student or upload.owner or upload.name


def known_student(upload: Upload, coursework: Interface) -> str:
    """The student's number; that in the name of the student's archive if nothing else tells."""
    own = stem(given_name(upload.attempt))
    if not upload.student and coursework.student_number.fullmatch(own):
        return own
    return student_of(upload)


_Reader = Callable[[int], bytes]
"""Reads a file in a submission, at most so many bytes of it. Raises SubmissionError."""
_Entry = tuple[str, _Reader]
"""A file in a submission, after its name there."""


def _posix(name: str) -> PurePosixPath:
    """A name in a zip, whichever way its slashes lean."""
    return PurePosixPath(name.replace("\\", "/"))


def _remarks_on_name(upload: Upload, held: Contents, coursework: Interface) -> Iterator[str]:
    if upload.remark:
        yield upload.remark
    names = [one for one in upload.attempt.left_out if not one.is_noise]
    yield from (f"{one.path} was left out: {one.reason}" for one in islice(names, _MOST_LEFT_OUT))
    name = held.given_name
    if name and not coursework.student_number.fullmatch(stem(name)):
        kind = "zip" if name.lower().endswith(".zip") else "archive"
        yield f"the {kind} is called {name}, not after a student number"


def _beside(picked: Mapping[str, _Entry | None], entries: Sequence[_Entry]) -> dict[str, _Entry]:
    """The modules that lie in the folder of the asked files, by their names."""
    folders = {_posix(entry[0]).parent for entry in picked.values() if entry}
    found: dict[str, _Entry] = {}
    for name, data in entries:
        path = _posix(name)
        if path.parent in folders and path.suffix == ".py" and path.stem.isidentifier():
            found.setdefault(path.name, (name, data))
    return {name: entry for name, entry in sorted(found.items()) if name not in picked}


def _modules_beside(
    asked: Mapping[str, str],
    picked: Mapping[str, _Entry | None],
    entries: Sequence[_Entry],
    coursework: Interface,
) -> dict[str, str]:
    """The texts of the submission's own modules that its asked files import, by file name."""
    beside = _beside(picked, entries)
    given = {*coursework.supplied, "__init__.py"}

    def text_of(name: str) -> str | None:
        try:
            return decode(beside[name][1](MAX_FILE_BYTES))
        except (DecodingError, SubmissionError):
            return None

    return imported_beside(asked, beside.keys() - given, text_of, coursework.package)


def _pick(
    name: str, entries: Sequence[_Entry], remarks: list[str], blank: str = ""
) -> _Entry | None:
    """The file of this name that lies least deep, and remarks when that needed a choice.

    One that is still `blank`, as it was handed out, counts only if no other does. Where there is
    none, a file counts whose name a browser or a file manager has made of it.
    """
    found = _called(re.compile(re.escape(name), re.IGNORECASE), entries)
    found = found or _called(_copies_of(name), entries)
    if not found:
        remarks.append(f"{name} is missing")
        return None
    written = found[:1] if len(found) == 1 else [one for one in found if not _is(blank, one[2])]
    _, entry, data = (written or found)[0]
    if len(found) > 1:
        remarks.append(f"{name} is in it {len(found)} times; {entry} was used")
    if _posix(entry).name != name:
        remarks.append(f"{_posix(entry).name} should be called {name}")
    return entry, data


def _is(text: str, data: _Reader) -> bool:
    """Whether a file holds just this text, whatever its lines end with."""
    try:
        return bool(text) and decode(data(MAX_FILE_BYTES)).split() == text.split()
    except (DecodingError, SubmissionError):
        return False


def _called(pattern: re.Pattern[str], entries: Sequence[_Entry]) -> list[tuple[int, str, _Reader]]:
    """The files whose names fit, with their depths, the least deep first."""
    fitting = (one for one in entries if pattern.fullmatch(_posix(one[0]).name))
    found = ((len(_posix(entry).parts), entry, data) for entry, data in fitting)
    return sorted(found, key=lambda one: one[:2])


def _copies_of(name: str) -> re.Pattern[str]:
    """What copies of a file are called: `game (1).py`, `game - Copy.py`, `game.py.txt`."""
    path = PurePosixPath(name)
    again = r"(?: ?\(\d+\)| \d+| ?-? ?(?:copy|kopie|copia|copie)(?: ?\(?\d+\)?)?)?"
    text = r"(?:\.txt)?" if path.suffix != ".txt" else ""
    stem, suffix = re.escape(path.stem), re.escape(path.suffix)
    return re.compile(f"{stem}{again}{suffix}{text}", re.IGNORECASE)


def telling_files(courseworks: Iterable[Outline]) -> set[str]:
    """The names of the files that tell these courseworks."""
    required = {name for one in courseworks for name in one.required}
    return required | {f"{one.slug}{locate.ENDING}" for one in courseworks}


def find_coursework(attempts: Iterable[Attempt], courseworks: Sequence[Outline]) -> Outline:
    """The one coursework whose required files, or whose notebook, are among those submitted.

    When several are, it is the one that at least twice as many submissions fit as any other.
    Raises InputError when there is none such.
    """
    submitted = [_folded_names(one) for one in attempts]
    counts = [sum(_fits(names, one) for names in submitted) for one in courseworks]
    most, second = sorted([*counts, 0, 0], reverse=True)[:2]
    if most and most >= 2 * second:
        return courseworks[counts.index(most)]
    known = ", ".join(one.slug for one in courseworks)
    raise InputError(
        "the coursework is not clear from the files submitted; "
        f"add --coursework NAME, one of: {known}"
    )


def other_coursework(
    attempt: Attempt, chosen: Outline, courseworks: Sequence[Outline]
) -> Outline | None:
    """The coursework that an attempt is of if it holds no file of the chosen one; else None."""
    names = _folded_names(attempt)
    if _fits(names, chosen):
        return None
    return next((one for one in courseworks if _fits(names, one)), None)


def _folded_names(attempt: Attempt) -> set[str]:
    return {name.lower() for name in file_names(attempt)}


def _fits(names: Collection[str], coursework: Outline) -> bool:
    return any(name.lower() in names for name in telling_files([coursework]))
