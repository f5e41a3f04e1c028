"""The skeleton that students fill in, derived from the solution.

A file that is not asked for is copied as it is. In an asked file every public
function keeps its signature and docstring and loses its body; functions whose
names begin with an underscore vanish, and so do imports that nothing names any more.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from .course import Coursework

_BODY = "raise NotImplementedError"


def skeleton_of(text: str) -> str:
    """The skeleton of an asked file's text."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    out = list(lines)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            _blank(node, out)
    return _tidy(_without_unused_imports("".join(out)))


def _blank(function: ast.FunctionDef, lines: list[str]) -> None:
    """Empties the lines of a private function, or of a public one's body."""
    assert function.end_lineno is not None
    start = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    if not function.name.startswith("_"):
        first = function.body[0]
        start = first.lineno
        if ast.get_docstring(function) is not None:
            assert first.end_lineno is not None
            start = first.end_lineno + 1
    for number in range(start - 1, function.end_lineno):
        lines[number] = ""
    if not function.name.startswith("_"):
        lines[function.end_lineno - 1] = f"    {_BODY}\n"


def _without_unused_imports(text: str) -> str:
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    body = "".join(line for number, line in enumerate(lines, 1) if not _is_in_import(number, tree))
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) and not _is_future(node):
            assert node.end_lineno is not None
            kept = [alias.name for alias in node.names if re.search(rf"\b{alias.name}\b", body)]
            for number in range(node.lineno - 1, node.end_lineno):
                lines[number] = ""
            lines[node.lineno - 1] = _import_line(node, kept)
    return "".join(lines)


def _is_in_import(number: int, tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Import | ast.ImportFrom)
        and node.lineno <= number <= (node.end_lineno or node.lineno)
        for node in tree.body
    )


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _import_line(node: ast.Import | ast.ImportFrom, names: list[str]) -> str:
    if not names:
        return ""
    if isinstance(node, ast.Import):
        return "".join(f"import {name}\n" for name in names)
    line = f"from {'.' * node.level}{node.module or ''} import {', '.join(names)}\n"
    if len(line) <= 101:
        return line
    return (
        line.partition("import ")[0] + "import (\n" + "".join(f"    {n},\n" for n in names) + ")\n"
    )


def _tidy(text: str) -> str:
    """The text with at most two blank lines in a row, and no blank line before a body's end."""
    text = re.sub(r"\n{4,}", "\n\n\n", text)
    text = re.sub(r"(import[^\n]*\n)\n{2}(?=from|import)", r"\1\n", text)
    return text.rstrip() + "\n"


def skeleton_files(coursework: Coursework) -> Mapping[str, str]:
    """The texts of all files of the skeleton's package, by file name."""
    solution = {file: (coursework.solution / file).read_text("utf-8") for file in coursework.asked}
    blanked = {file: skeleton_of(text) for file, text in solution.items()}
    return {**coursework.supplied, **blanked}


def stale_files(coursework: Coursework) -> Iterator[str]:
    """The files of the skeleton folder that differ from what the solution gives."""
    wanted = {coursework.skeleton / name: text for name, text in skeleton_files(coursework).items()}
    there = {path for path in coursework.skeleton.rglob("*") if _counts(path)}
    for path in sorted(there | set(wanted)):
        if path not in wanted or path not in there or path.read_bytes() != wanted[path].encode():
            yield path.relative_to(coursework.root).as_posix()


def write_skeleton(coursework: Coursework) -> list[Path]:
    """Writes the skeleton folder anew; the files that changed."""
    changed = []
    for stale in list(stale_files(coursework)):
        path = coursework.root / stale
        text = skeleton_files(coursework).get(path.name)
        if text is None or path.parent != coursework.skeleton:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        changed.append(path)
    return changed


def _counts(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts
