"""Which modules of a solution are programs: tests run them, and see what they print and ask."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from .beside import base_of
from .import_names import nodes_in

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LATER = (*_FUNCTIONS, ast.ClassDef, ast.Lambda)


def programs_among(
    required: Mapping[str, bytes], package: str, tests: Sequence[Path]
) -> tuple[str, ...]:
    """Those modules that tests run as scripts, and whose functions none imports.

    Tests name their files, or say `-m`. Those that print or ask for input as soon as they are
    imported, they may import amid a test: by name, by a statement, or by their file. A module that
    is imported otherwise, too, is not among them: it can be run without that.
    """
    folder = base_of(tests)
    suite = {path: path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    texts = b"\n".join(suite.values())
    everywhere = set(_imported(nodes_in(suite.values()), package))
    by_file = b"spec_from_file_location" in texts
    elsewhere = set(_imported(nodes_in(required.values()), package))
    elsewhere |= set(_imported(_outside_functions(suite.values()), package))
    names = {file: file.removesuffix(".py") for file in required}
    return tuple(
        file
        for file, name in names.items()
        if name not in elsewhere
        and _is_run(name, texts, required[file], is_imported=by_file or name in everywhere)
    )


def _is_run(name: str, texts: bytes, data: bytes, *, is_imported: bool) -> bool:
    """Whether tests run a module's file, or import one amid a test for what it does then."""
    done = _named_at_once(data)
    acts = "input" in done or ("print" in done and not _is_used(data, texts))
    if is_imported:
        return acts
    word = re.escape(name.encode())
    if acts and re.search(rb"['\"](\w+\.)?%s['\"]" % word, texts):
        return True
    return re.search(rb"\b%s\.py\b|-m\b.*\b%s\b" % (word, word), texts) is not None


def _is_used(data: bytes, texts: bytes) -> bool:
    """Whether tests name a function or class that a module defines."""
    defined = [one.name for one in ast.parse(data).body if isinstance(one, _LATER[:-1])]
    return any(re.search(rb"\b%s\b" % re.escape(one.encode()), texts) for one in defined)


def _named_at_once(data: bytes) -> set[str]:
    """What a module names when it is imported, also in what it calls then."""
    try:
        body = ast.parse(data).body
    except (SyntaxError, ValueError):
        return set()
    called = _called(body)
    waiting: list[ast.AST] = [*body]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, _LATER) or _is_of_main(node):
            continue
        if isinstance(node, ast.Name):
            found.add(node.id)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            waiting += called.pop(node.func.id, ())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            waiting += called.pop(f".{node.func.attr}", ())
        waiting += ast.iter_child_nodes(node)
    return found


def _called(body: Iterable[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """What runs where a function, a class or, by `.name`, a method of a module is called."""
    found: dict[str, list[ast.stmt]] = {}
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            found[one.name] = one.body
        if isinstance(one, ast.ClassDef):
            for name, statements in _called(one.body).items():
                key = one.name if name == "__init__" else f".{name}"
                found[key] = [*found.get(key, ()), *statements]
    return found


def _is_of_main(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.dump(node.test)


def _outside_functions(texts: Iterable[bytes]) -> Iterator[ast.AST]:
    """All that stands in some files, but for what functions import by plain statements."""
    for data in texts:
        try:
            waiting: list[ast.AST] = [ast.parse(data)]
        except (SyntaxError, ValueError):
            continue
        while waiting:
            node = waiting.pop()
            yield node
            if isinstance(node, _FUNCTIONS):
                inner = [one for one in ast.walk(node) if isinstance(one, ast.ImportFrom)]
                waiting += inner
            else:
                waiting += ast.iter_child_nodes(node)


def _imported(nodes: Iterable[ast.AST], package: str) -> Iterator[str]:
    """The modules, of a package or flat, that are imported, without the package's name."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.name.removeprefix(f"{package}.") for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").removeprefix(f"{package}.")
            yield from (one.name for one in node.names)
