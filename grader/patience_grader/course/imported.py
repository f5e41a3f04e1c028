"""Which third-party packages the files of a course import."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import packages_distributions
from pathlib import PurePosixPath

from ..errors import InputError

_OF_SUITES = set(
    "pytest _pytest hypothesis patience_grader patience_table reference gradescope_utils".split()
)
"""What a suite may import without a word of it in the handout."""


def imported_packages(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The packages that these files import and that are neither Python's nor among the files.

    Raises InputError for one that a module cannot be imported without and that is not
    installed. Other imports of what is not installed may fail, and are left out.
    """
    others = list(_others(files, _OF_SUITES))
    installed = packages_distributions() if others else {}
    found = set()
    for place, name, is_needed in others:
        if name in installed:
            found.add(name)
        elif is_needed:
            raise InputError(
                f"{place} imports {name}, which is neither given nor installed here; "
                f"if it is a package, run: pip install {name}"
            )
    return tuple(sorted(found))


def not_there(files: Mapping[str, bytes]) -> set[str]:
    """The top names that these files import and that are neither among them nor installed."""
    names = {name for _, name, _ in _others(files, _OF_SUITES)}
    return names - packages_distributions().keys() if names else names


def check_named(files: Mapping[str, bytes], named: Collection[str], handout: str) -> None:
    """Raises InputError when one of these files needs a package that the handout does not name."""
    for place, name, is_needed in _others(files, named):
        if is_needed:
            raise InputError(
                f"{place} imports {name}, which {handout} does not name among its packages; "
                f'write there: packages = ["{name}"]'
            )


def _others(files: Mapping[str, bytes], known: Collection[str]) -> Iterator[tuple[str, str, bool]]:
    """The imports that are neither known, nor Python's, nor among the files.

    For each its place, the name, and whether the module must have it.
    """
    own = {part for path in files for part in PurePosixPath(path).with_suffix("").parts}
    known = {*sys.stdlib_module_names, *own, *known}
    for path, data in files.items():
        for name, line, is_needed in _imports(data) if path.endswith(".py") else ():
            if name not in known:
                yield f"{PurePosixPath(path).name}:{line}", name, is_needed


def _imports(data: bytes) -> Iterator[tuple[str, int, bool]]:
    """The top names that a module imports, with their lines, and whether it must have them."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield one.name.partition(".")[0], node.lineno, node in tree.body
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node.lineno, node in tree.body
