"""From the cells of a notebook to the files that a zip would hold.

All cells of a notebook share one namespace; a file has one of its own. So a file is made of

- what every file begins with: the imports of the set-up cell;
- the cells of its own functions and classes, in full: those that are named after one, and
  those that define one;
- what these name and do not define: imports, definitions and assignments in any other cell,
  in the order of the notebook, and what those name in turn. So a helper may stand anywhere.

Anything else that a student tries in a cell of their own - calls, loops, `print` - is not
run. If a name is bound more than once, the last one counts. An assignment outside the cells
of the functions that fails leaves its name unbound and breaks nothing, as in a kernel. A
cell of a function that is no Python breaks the file that the function belongs to, unless
another cell defines the function.

The files of a whole program are the cells that begin with `%%writefile PACKAGE/NAME.py`.
"""

from __future__ import annotations

import ast
import builtins
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .cells import Cell
from .statements import Code, Statement, read_code

if TYPE_CHECKING:
    from ...course.interface import Interface

_WRITE = re.compile(
    r"""%%(?:writefile|file)\s+(?P<append>(?:-a|--append)\s+)?["']?(?P<path>[^"'\s]+)["']?"""
)
_DEFINES = re.compile(r"(?m)^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+(?P<name>\w+)")
_BUILTINS = frozenset(vars(builtins))
_FOR_PEOPLE = ("check", "display")
"""What the set-up cell and Jupyter define to show something; nothing comes of it when marking."""


@dataclass(frozen=True)
class Place:
    """Where in the notebook some lines of a file stand."""

    first: int
    """The line of the file at which they begin."""
    cell: str
    line: int
    """The line of the cell at which they begin."""


@dataclass(frozen=True)
class Taken:
    """The files of a notebook, and where their lines stand in it."""

    files: Mapping[str, str]
    places: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)


def latest(cells: Sequence[Cell], handed_out: Interface) -> list[Cell]:
    """The cells that a kernel has run, but for those whose functions later ones define anew."""
    functions = definitions_of(handed_out)
    kept: list[Cell] = []
    defined: set[str] = set()
    for cell in reversed(cells):
        own = _read(cell, functions).functions
        if not own or own - defined:
            kept.append(cell)
        defined |= own
    return kept[::-1]


def noted(text: str, places: Mapping[str, Sequence[Place]], package: str) -> str:
    """A text in which the lines of files are told as lines of cells."""
    for name, some in places.items():
        stands = re.compile(rf"(?:{re.escape(package)}/)?{re.escape(name)}, line (?P<line>[0-9]+)")
        text = stands.sub(lambda found, some=some: _in_cell(found, some), text)  # type: ignore[misc]
    return text


def _in_cell(found: re.Match[str], places: Sequence[Place]) -> str:
    line = int(found["line"])
    after = bisect_right(places, line, key=lambda place: place.first)
    if not after:
        return found[0]
    place = places[after - 1]
    return f"{place.cell}, line {line - place.first + place.line}"


@dataclass(frozen=True)
class _Read:
    """A cell with its code, and the files of the functions that it is a cell of."""

    cell: Cell
    code: Code
    files: frozenset[str]
    functions: frozenset[str]
    """Which of the functions asked for it is there to define."""

    @property
    def title(self) -> str:
        """What the cell is called when it is spoken of."""
        own = [self.cell.name] if self.cell.name in self.functions else sorted(self.functions)
        return f"the cell of {own[0]}" if own else f"cell {self.cell.number}"


def definitions_of(handed_out: Interface) -> Mapping[str, str]:
    """The files of the functions and classes asked for, by their names, in order."""
    return {
        node.name: file
        for file, text in handed_out.blank.items()
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }


def beginning_of(handed_out: Interface) -> str:
    """What the set-up cell imports, and every file taken from a notebook begins with."""
    library = {
        ast.unparse(node)
        for text in handed_out.blank.values()
        for node in ast.parse(text).body
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)
    }
    future = "from __future__ import annotations"
    own = [f"from {handed_out.package}.{name} import *" for name in handed_out.shared_types]
    return "\n".join([future, "", *sorted(library - {future}), "", *own])


def extract(cells: Iterable[Cell], handed_out: Interface) -> Taken:
    """The files that are in the cells."""
    code = [cell for cell in cells if cell.is_code]
    if handed_out.program:
        return Taken(_written(code, handed_out.package))
    functions = definitions_of(handed_out)
    read = _without_superseded([_read(cell, functions) for cell in code if not cell.is_given])
    beginning = beginning_of(handed_out)
    made = {
        name: _File(name, read, beginning, functions.keys())
        for name in handed_out.blank
        if any(name in one.files for one in read)
    }
    return Taken(
        {name: one.text for name, one in made.items()},
        {name: tuple(one.places) for name, one in made.items()},
    )


def _written(cells: Iterable[Cell], package: str) -> Mapping[str, str]:
    """The files that cells write into the package's folder."""
    files: dict[str, list[str]] = {}
    for cell in cells:
        first, _, rest = cell.source.lstrip("\n").partition("\n")
        found = _WRITE.fullmatch(first.strip())
        folder, _, name = (found["path"] if found else "").removeprefix("./").rpartition("/")
        if found and folder == package and re.fullmatch(r"\w+\.py", name):
            before = files.get(name, []) if found["append"] else []
            files[name] = before
            before.append(rest if not rest or rest.endswith("\n") else f"{rest}\n")
    return {name: "".join(parts) for name, parts in files.items()}


def _read(cell: Cell, functions: Mapping[str, str]) -> _Read:
    code = read_code(cell.source)
    defines = code.defines if code.is_python else {one["name"] for one in _found(code.text)}
    own = functions.keys() & ({cell.name} | defines)
    return _Read(cell, code, frozenset(functions[name] for name in own), frozenset(own))


def _found(text: str) -> Iterator[re.Match[str]]:
    return _DEFINES.finditer(text)


def _without_superseded(cells: Sequence[_Read]) -> list[_Read]:
    """The cells but for those that are no Python, and whose functions others define."""
    defined = {name for one in cells if one.code.is_python for name in one.code.binds}
    return [one for one in cells if one.code.is_python or not one.functions <= defined]


class _File:
    """A file, put together from the cells."""

    def __init__(
        self, name: str, cells: Sequence[_Read], beginning: str, required: Set[str]
    ) -> None:
        self.places: list[Place] = []
        self._lines = [*beginning.split("\n"), ""]
        chosen = _chosen(name, cells, required)
        if shown := _only_shown(name, cells):
            self._lines += [f"{' = '.join(shown)} = lambda *_, **__: None", ""]
        for one in cells:
            if name in one.files:
                above = len(one.code.text) - len(one.code.text.lstrip("\n"))
                self._put(one.code.text, one.title, above + 1)
            else:
                for statement in one.code.statements:
                    if id(statement) in chosen:
                        self._put_other(statement, one.title)
        self.text = "\n".join(self._lines).rstrip("\n") + "\n"

    def _put(self, text: str, cell: str, line: int) -> None:
        self.places.append(Place(len(self._lines) + 1, cell, line))
        self._lines += [*text.strip("\n").split("\n"), "", ""]

    def _put_other(self, statement: Statement, cell: str) -> None:
        """Puts a statement that fails alone, if it may fail: its later lines stay as they are."""
        if not statement.may_fail:
            self._put(statement.text, cell, statement.line)
            return
        self._lines.append("try:")
        self._put(f" {statement.text}", cell, statement.line)
        self._lines.append("except Exception: pass")


def _only_shown(name: str, cells: Sequence[_Read]) -> list[str]:
    """What the cells of a file call to show something, and no cell defines."""
    needed = {found for one in cells if name in one.files for found in one.code.needs}
    bound = {found for one in cells for found in one.code.binds}
    return [one for one in _FOR_PEOPLE if one in needed - bound]


def _chosen(name: str, cells: Sequence[_Read], required: Set[str]) -> set[int]:
    """The statements, by identity, of other cells that a file needs.

    The functions asked for come from definitions alone: a variable of an experiment that is
    called like one of them replaces none.
    """
    own = [one.code for one in cells if name in one.files]
    others = [
        (one, statement)
        for one in cells
        if name not in one.files
        for statement in one.code.statements
    ]
    bound = frozenset(found for code in own for found in code.binds)
    offers: dict[str, list[Statement]] = {}
    for one, statement in others:
        offered = statement.defines | (statement.binds - required)
        for found in offered - bound if one.files else offered:
            offers.setdefault(found, []).append(statement)
    chosen = {id(statement) for _, statement in others if statement.binds_all}
    known: set[str] = set(_BUILTINS)
    waiting = [found for code in own for found in code.needs]
    while waiting:
        name = waiting.pop()
        if name in known:
            continue
        known.add(name)
        for statement in offers.get(name, ()):
            if id(statement) not in chosen:
                chosen.add(id(statement))
                waiting += statement.needs
    return chosen
