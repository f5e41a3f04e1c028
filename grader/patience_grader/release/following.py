"""Which modules of the kit some modules are made of, found by following what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ..errors import KitError
from .statements import statements

KIT = Path(__file__).parents[1]
"""The package of the kit."""
TABLE = KIT.parent / "patience_table"
"""The package of the card table, which lies beside it."""
_PLACES = {folder.name: folder for folder in (KIT, TABLE)}


def followed(entrances: Iterable[Path]) -> list[Path]:
    """These modules of the kit and its table, and what they import of both, in order.

    The packages that they lie in are among them.
    """
    waiting = list(entrances)
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found and file.exists():
            found.add(file)
            waiting += _imported(file)
            waiting += [
                folder / "__init__.py"
                for folder in file.parents
                if any(folder.is_relative_to(place) for place in _PLACES.values())
            ]
    return sorted(found)


def imports_outside(files: Iterable[Path]) -> set[str]:
    """The top modules that these files import and that are not of the kit."""
    texts = (file.read_text(encoding="utf-8") for file in files)
    return {top for text in texts for top in top_imports(text)} - set(_PLACES)


def top_imports(text: str) -> set[str]:
    """The top modules that a source text imports by their full names, for its types or to run."""
    found = set()
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return found


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    """The modules of the kit that a module imports when it runs, and not only for its types.

    Raises KitError for an import that cannot be followed.
    """
    return tuple(_followed(file, ast.parse(file.read_text(encoding="utf-8"))))


def _followed(file: Path, tree: ast.Module) -> Iterator[Path]:
    for node in statements(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    for node in statements(tree):
        if isinstance(node, ast.ImportFrom):
            place = _place(file, node)
            if place is not None:
                yield place.with_suffix(".py")
                yield from (place / f"{one.name}.py" for one in node.names)
        elif isinstance(node, ast.Import):
            ours = [one.name for one in node.names if one.name.partition(".")[0] in _PLACES]
            if ours:
                raise KitError(f"{file}:{node.lineno} must import from {ours[0]}")


def _place(file: Path, node: ast.ImportFrom) -> Path | None:
    """Where the module lies that is imported from, if it is of the kit."""
    parts = (node.module or "").split(".")
    if node.level:
        return file.parents[node.level - 1].joinpath(*parts)
    top = _PLACES.get(parts[0])
    return top.joinpath(*parts[1:]) if top else None
