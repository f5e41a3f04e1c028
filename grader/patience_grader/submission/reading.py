"""From what was submitted to a Submission: only the asked files, as text, checked.

Nothing is ever unpacked to disk. What deviates from the submission instructions
becomes a remark; what cannot be read raises SubmissionError.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING

from ..course.own_work import FORM, REQUIRED, why_not_filled_in
from ..downloads.archives import File, is_archive
from ..downloads.contents import MAX_FILES, Contents, contents, given_name, has_code
from ..downloads.model import Attempt, Placed, stem
from ..downloads.source import MAX_ARCHIVE_BYTES
from ..errors import InputError, SubmissionError
from ..text.listed import first_of
from .choice import MAX_NOTEBOOK_BYTES, Choice, choose
from .decoding import DecodingError, other_kind
from .notebook import locate
from .own_modules import imported_beside
from .picking import MAX_FILE_BYTES, called, pick, posix, text_of
from .upload import Upload

if TYPE_CHECKING:
    from ..course.interface import Interface, Outline
    from .notebook.extract import Place

MAX_ENTRIES = MAX_FILES
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
    notes: tuple[str, ...] = ()
    """What its student should know of how it was read, and costs nothing."""


def file_names(attempt: Attempt) -> set[str]:
    """The names, without folders, of the files in an attempt; empty when it cannot be read."""
    try:
        return {posix(name).name for name, _ in contents(attempt)}
    except SubmissionError:
        return set()


def required_in(attempt: Attempt, coursework: Interface) -> list[str]:
    """The required files that an attempt holds: all of them where a notebook may give them.

    None where its files are not known, or cannot be read.
    """
    try:
        files = contents(attempt).files
    except SubmissionError:
        return []
    if locate.candidates([one.path for one in files], coursework.slug):
        return list(coursework.required)
    return [name for name in coursework.required if called(name, files)]


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
        veil = veil.also(part for one in held.files for part in posix(one.path).parts[:-1])
        veil = veil.also(part for one in held.unread for part in posix(one.path).parts)
        found = _read(upload, held, coursework)
    except SubmissionError as fault:
        raise SubmissionError(veil.over(str(fault))) from None
    remarks, notes = (tuple(map(veil.over, some)) for some in (found.remarks, found.notes))
    return replace(found, remarks=remarks, notes=notes)


def doubts(upload: Upload, coursework: Interface) -> tuple[str, ...]:
    """What a person should look at of how a submission is read, a line each.

    Raises SubmissionError when it cannot be read at all.
    """
    held = contents(upload.attempt)
    choice = _chosen(held, coursework)
    told = (_empty_handed(held, choice), _unopened(held, choice), _of_other_kinds(choice))
    return (*choice.doubts, *chain.from_iterable(told))


def _chosen(held: Contents, coursework: Interface) -> Choice:
    """What counts in a submission.

    Raises SubmissionError, also when several zips in a zip hold what is asked for.
    """
    wanted = {name.lower() for name in telling_files([coursework])}
    holding = [
        name
        for name, files in held.inner.items()
        if any(posix(one.path).name.lower() in wanted for one in files)
    ]
    if len(holding) > 1:
        named = " and ".join(sorted(holding))
        raise SubmissionError(f"{named} each hold what is asked for; submit one of them")
    return choose(held.files, coursework)


def _empty_handed(held: Contents, choice: Choice) -> Iterator[str]:
    """A line if there are files and none counts, unless another one says what could be meant."""
    names = [one.path for one in held.files]
    is_told = held.unread or any(one.doubt for one in choice.picked.values())
    if names and not choice.taken and not is_told:
        yield f"none of the required files is in it, only {_some(names)}"


def _unopened(held: Contents, choice: Choice) -> Iterator[str]:
    """A line for each archive that cannot be opened, if what is missing may be in it.

    One of a kind that is read is damaged, which is said in any case.
    """
    is_whole = all(one.file for one in choice.picked.values())
    for one in held.unread:
        if not is_whole or is_archive(one.path):
            yield f"{one.path} was not opened: {one.reason}"


def _of_other_kinds(choice: Choice) -> Iterator[str]:
    """A line for each file that counts and is something else than what it is called."""
    for one in choice.picked.values():
        with suppress(SubmissionError):
            if one.file and (what := other_kind(one.file.source.read(MAX_FILE_BYTES))):
                yield f"{one.file.path}: {what}; ask for another file"


def _read(upload: Upload, held: Contents, coursework: Interface) -> Submission:
    entries = held.files
    choice = _chosen(held, coursework)
    student = known_student(upload, coursework)
    remarks = list(_remarks_on_name(upload, held, choice, coursework))
    notes = (*choice.notes, *_unopened(held, choice))
    if choice.is_notebook:
        return Submission(
            upload.name, student, choice.files, {}, tuple(remarks), choice.places, notes=notes
        )
    remarks += [remark for one in choice.picked.values() for remark in one.remarks]
    picked = {name: one.file for name, one in choice.picked.items()}
    if coursework.program:
        picked |= _beside(picked, entries)
    files, broken = _texts(picked)
    files = {**choice.files, **files}
    if coursework.takes_modules:
        files |= _modules_beside(files, picked, entries, coursework)
    for name in coursework.also_submit:
        remarks += pick(name, entries).remarks
    own_work = why_no_own_work(pick(FORM, entries).file) if coursework.own_work else ""
    if own_work and coursework.own_work == REQUIRED:
        remarks.append(own_work)
    if not files and not broken:
        if held.unread and not has_code(entries):
            raise SubmissionError(held.why_unread)
        names = _some([one.path for one in entries])
        remarks.append(f"none of the required files is in it; you submitted {names}")
    return Submission(
        upload.name, student, files, broken, tuple(remarks), choice.places, own_work, notes
    )


def _texts(picked: Mapping[str, File | None]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of the files that are text, and why the others are none, by name."""
    files: dict[str, str] = {}
    broken: dict[str, str] = {}
    for name, file in picked.items():
        if file is not None:
            try:
                files[name] = text_of(file)
            except DecodingError as error:
                broken[name] = str(error)
    return files, broken


def why_no_own_work(file: File | None) -> str:
    """Why there is no declaration of own work; empty when it is there and filled in."""
    if file is None:
        return f"{FORM} is missing"
    try:
        return why_not_filled_in(text_of(file))
    except (DecodingError, SubmissionError):
        return f"{FORM} cannot be read"


def _some(names: Sequence[str]) -> str:
    """The first few of these names."""
    return first_of(sorted(names), _FEW_NAMES) or "no other file either"


def narrowed(upload: Upload, coursework: Interface) -> Upload:
    """The submission as the notebook alone, if it is one of loose files and nothing else counts."""
    files = upload.attempt.listed
    if any(is_archive(name) for name in files) or len(files) > MAX_ENTRIES:
        return upload
    notebooks = locate.candidates(files, coursework.slug)
    if len(notebooks) != 1 or not _is_all(upload, coursework):
        return upload
    (notebook,) = notebooks
    alone: Mapping[str, Placed] = {PurePosixPath(notebook).name: files[notebook]}
    return replace(upload, attempt=replace(upload.attempt, files=alone))


def _is_all(upload: Upload, coursework: Interface) -> bool:
    """Whether its notebook is all that counts in a submission of loose files."""
    names = [File(name, one.source) for name, one in upload.attempt.listed.items()]
    if not any(called(name, names) for name in coursework.required):
        return True
    try:
        return _chosen(contents(upload.attempt), coursework).is_notebook
    except SubmissionError:
        return False


def known_student(upload: Upload, coursework: Interface) -> str:
    """The student's number, as far as the platform, the archive or the submission's name tells."""
    own, number = stem(given_name(upload.attempt)), coursework.student_number
    if not upload.student and number and number.fullmatch(own):
        return own
    return upload.student or upload.owner or upload.name


def _remarks_on_name(
    upload: Upload, held: Contents, choice: Choice, coursework: Interface
) -> Iterator[str]:
    if upload.remark:
        yield upload.remark
    names = [one for one in upload.attempt.left_out if not one.is_noise]
    yield from (f"{one.path} was left out: {one.reason}" for one in islice(names, _MOST_LEFT_OUT))
    name, number = held.given_name, coursework.student_number
    is_loose = choice.taken and all(one in held.loose for one in choice.taken)
    if number and name and not is_loose and not number.fullmatch(stem(name)):
        kind = "zip" if name.lower().endswith(".zip") else "archive"
        yield f"the {kind} is called {name}, not after a student number"


def _beside(picked: Mapping[str, File | None], entries: Sequence[File]) -> dict[str, File]:
    """The modules that lie in the folder of the asked files, by their names."""
    folders = {posix(one.path).parent for one in picked.values() if one}
    found: dict[str, File] = {}
    for one in entries:
        path = posix(one.path)
        if path.parent in folders and path.suffix == ".py" and path.stem.isidentifier():
            found.setdefault(path.name, one)
    return {name: one for name, one in sorted(found.items()) if name not in picked}


def _modules_beside(
    asked: Mapping[str, str],
    picked: Mapping[str, File | None],
    entries: Sequence[File],
    coursework: Interface,
) -> dict[str, str]:
    """The texts of the submission's own modules that its asked files import, by file name."""
    beside = _beside(picked, entries)
    given = {*coursework.supplied, "__init__.py"}

    def text(name: str) -> str | None:
        try:
            return text_of(beside[name])
        except (DecodingError, SubmissionError):
            return None

    return imported_beside(asked, beside.keys() - given, text, coursework.package)


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
