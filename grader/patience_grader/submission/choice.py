"""What counts in a submission: its Python files, its notebook, or some of both."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..downloads.archives import File
from ..errors import SubmissionError
from ..text.parsing import tree_of
from .decoding import DecodingError
from .notebook import locate
from .picking import Picked, pick, posix, text_of

if TYPE_CHECKING:
    from ..course.interface import Interface
    from .notebook.extract import Place, Taken

MAX_NOTEBOOK_BYTES = 16 << 20
"""Pictures and other outputs may be in it."""
_NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)


@dataclass(frozen=True)
class Choice:
    """What counts in a submission."""

    picked: Mapping[str, Picked]
    """The Python files, by the names of the asked ones that no notebook gives."""
    notebook: File | None = None
    """The notebook, if anything of it counts."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The texts that count of the notebook, by file name."""
    places: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    """Where their lines stand in it."""
    note: str = ""
    """Which was taken, if several hold work."""

    @property
    def taken(self) -> list[File]:
        """The files in which something counts."""
        some = [one.file for one in self.picked.values() if one.file]
        return [*some, self.notebook] if self.notebook else some

    @property
    def is_notebook(self) -> bool:
        """Whether a notebook is all that counts."""
        return self.notebook is not None and not self.picked

    @property
    def doubts(self) -> tuple[str, ...]:
        """What a person should look at, a line each."""
        return (*self.notes, *(one.doubt for one in self.picked.values() if one.doubt))

    @property
    def notes(self) -> tuple[str, ...]:
        """Which was taken where nobody did anything wrong, a line each."""
        return tuple(filter(None, (self.note, *(one.note for one in self.picked.values()))))


def choose(files: Sequence[File], coursework: Interface) -> Choice:
    """What counts of these files. Raises SubmissionError where only a notebook could, and cannot.

    Of a notebook counts what no Python file gives: one that is missing, or has no more in it
    than the one that was handed out.
    """
    required = coursework.required
    picked = {name: pick(name, files, required, coursework.blank[name]) for name in required}
    by_path = {one.path: one for one in files}
    notebooks = [by_path[one] for one in locate.candidates(by_path, coursework.slug)]
    if not notebooks:
        return Choice(picked)
    notebook = _with_work(notebooks, coursework)
    there = {name: one.file for name, one in picked.items() if one.file}
    try:
        taken = _taken(notebook, coursework)
    except SubmissionError:
        if there:
            return Choice(picked)
        raise
    note = _of_several(notebook, notebooks)
    if not there:
        return Choice({}, notebook, taken.files, taken.places, note)
    choice = _of_both(picked, there, notebook, taken, coursework)
    if choice.notebook and note:
        note = "; ".join(filter(None, (note, choice.note)))
        return replace(choice, note=note)
    return choice


def is_left_to_python(files: Sequence[File], coursework: Interface) -> bool:
    """Whether something is written in Python files, and nothing in a notebook beside them."""
    by_path = {one.path: one for one in files}
    notebooks = [by_path[one] for one in locate.candidates(by_path, coursework.slug)]
    if any(_holds_work(one, coursework) for one in notebooks):
        return False
    picked = {one: pick(one, files, coursework.required).file for one in coursework.required}
    return any(file and _work_in(file, name, coursework) for name, file in picked.items())


def _with_work(notebooks: Sequence[File], coursework: Interface) -> File:
    """The first of the notebooks in which something is written, or else the first."""
    if len(notebooks) == 1:
        return notebooks[0]
    return next((one for one in notebooks if _holds_work(one, coursework)), notebooks[0])


def _holds_work(notebook: File, coursework: Interface) -> bool:
    try:
        texts = _taken(notebook, coursework).files
    except SubmissionError:
        return False
    return any(_work(texts.get(name, ""), name, coursework) for name in coursework.required)


def _of_several(notebook: File, notebooks: Sequence[File]) -> str:
    """Which notebook was taken, if others that may be meant hold something else."""
    others = [one for one in notebooks if one != notebook and not _are_equal(one, notebook)]
    if not others:
        return ""
    name = posix(notebook.path).name
    if all(posix(one.path).name.lower() == name.lower() for one in others):
        count = len(notebooks)
        return f"{name} is in it {count} times, not always the same; {notebook.path} was used"
    return f"{notebook.path} was used, and not {', '.join(one.path for one in others)}"


def _are_equal(one: File, other: File) -> bool:
    try:
        return one.source.read(MAX_NOTEBOOK_BYTES) == other.source.read(MAX_NOTEBOOK_BYTES)
    except SubmissionError:
        return False


def _of_both(
    picked: Mapping[str, Picked],
    there: Mapping[str, File],
    notebook: File,
    taken: Taken,
    coursework: Interface,
) -> Choice:
    """What counts of Python files and of a notebook beside them."""
    noted = {name: _work(taken.files.get(name, ""), name, coursework) for name in picked}
    written = {name: _work_in(file, name, coursework) for name, file in there.items()}
    given = {
        name
        for name, work in noted.items()
        if work and (not written.get(name) or _is_of_cell(there[name], notebook, coursework))
    }
    own = {name: one for name, one in picked.items() if name not in given}
    kept = {name: work for name, work in written.items() if work and name not in given}
    differ = any(noted[name].items() - work.items() for name, work in kept.items())
    if not given:
        return Choice(picked, note=_note(notebook, "the Python files were taken") if differ else "")
    if not kept:
        return Choice({}, notebook, taken.files, taken.places)
    note = _note(notebook, f"{' and '.join(sorted(given))} of the notebook was taken")
    files = {name: text for name, text in taken.files.items() if name not in own}
    places = {name: some for name, some in taken.places.items() if name in files}
    return Choice(own, notebook, files, places, note)


def _note(notebook: File, which: str) -> str:
    """Which was taken of a notebook and Python files that both hold work."""
    return f"{notebook.path} and Python files beside it both hold work; {which}"


def _work_in(file: File, name: str, coursework: Interface) -> Mapping[str, str]:
    """What a Python file has that the handed-out one has not; one that is not text has some."""
    try:
        return _work(text_of(file), name, coursework)
    except (DecodingError, SubmissionError):
        return {"": file.path}


def _work(text: str, name: str, coursework: Interface) -> Mapping[str, str]:
    """What a text has that the handed-out file of the name has not.

    That is what the functions and classes asked for are in it, by their names. Of a program, of
    what cannot be parsed, and of a file in which none is asked for, it is the text as a whole.
    """
    from .notebook.extract import definitions_of  # noqa: PLC0415 most submissions have no notebook

    blank = coursework.blank[name]
    asked = {one for one, file in definitions_of(coursework).items() if file == name}
    try:
        if asked and not coursework.program:
            before, now = _bound(blank), _bound(text)
            return {
                one: now[one] for one in asked & now.keys() if now[one] not in ("", before[one])
            }
    except _NO_PYTHON:
        pass  # what cannot be parsed is compared as text
    whole = " ".join(text.split())
    return {"": whole} if whole and whole != " ".join(blank.split()) else {}


def _bound(text: str) -> Mapping[str, str]:
    """What a text binds names to, as text; empty where it is there to be written.

    Raises one of _NO_PYTHON.
    """
    found: dict[str, str] = {}
    for node in tree_of(text).body:
        said = "" if _does_nothing(node) else ast.dump(node)
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found[node.name] = said
            case ast.Import() | ast.ImportFrom():
                found |= dict.fromkeys((one.asname or one.name for one in node.names), said)
            case ast.Assign():
                found |= {one.id: said for one in node.targets if isinstance(one, ast.Name)}
    return found


def _does_nothing(node: ast.stmt) -> bool:
    """Whether a statement is there to be replaced, or says something to people alone."""
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))):
            return name == "NotImplementedError"
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return all(map(_does_nothing, node.body))
    return False


def _is_of_cell(file: File, notebook: File, coursework: Interface) -> bool:
    """Whether a file of a program lies where a cell of the notebook writes it."""
    written = posix(notebook.path).parent / coursework.package / posix(file.path).name
    return coursework.program and posix(file.path) == written


def _taken(notebook: File, coursework: Interface) -> Taken:
    """What is taken out of a notebook. Raises SubmissionError."""
    from .notebook.cells import read_cells  # noqa: PLC0415 as above
    from .notebook.extract import extract  # noqa: PLC0415

    return extract(read_cells(notebook.source.read(MAX_NOTEBOOK_BYTES)), coursework)
