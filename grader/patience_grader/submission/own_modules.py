"""The modules that a submission has beside the asked ones: those that these import."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Mapping

from ..text.parsing import tree_of

MOST_MODULES = 30
MOST_SEARCHED = 1 << 18
"""Characters of all files that are searched for imports: a million take seconds to parse."""


def imported_beside(
    asked: Mapping[str, str],
    beside: Collection[str],
    text_of: Callable[[str], str | None],
    package: str,
) -> dict[str, str]:
    """The texts of the files in `beside` that asked files import, themselves or through others.

    Files are given by name; `text_of` gives None for one that cannot be read. What is called like
    a module of Python's own is not among them, nor what only files import that are too long.
    """
    found: dict[str, str] = {}
    waiting = list(asked.values())
    left = MOST_SEARCHED
    while waiting:
        searched = waiting.pop()
        if len(searched) > left:
            continue
        left -= len(searched)
        for name in sorted(set(_imported(searched, package))):
            file = f"{name}.py"
            is_new = file in beside and file not in asked and file not in found
            if is_new and name not in sys.stdlib_module_names and len(found) < MOST_MODULES:
                text = text_of(file)
                if text is not None:
                    found[file] = text
                    waiting.append(text)
    return found


def _imported(text: str, package: str) -> Iterator[str]:
    """The names of the modules that a module may import from its own folder."""
    try:
        tree = tree_of(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (_in_folder(one.name, package) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level == 0:
                yield _in_folder(module, package)
            elif module:
                yield module.partition(".")[0]
            if module in ("", package):
                yield from (one.name for one in node.names)


def _in_folder(name: str, package: str) -> str:
    """A module of the package by its own name; there may be no package."""
    first, _, rest = name.partition(".")
    return rest.partition(".")[0] if package and first == package else first
