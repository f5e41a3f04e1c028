"""The skeleton that students fill in, derived from the solution.

A file that students do not write is copied as it is. In an asked file, and in one of
the further study, every public function keeps its signature and docstring and loses its
body; functions whose names begin with an underscore vanish, and so do imports that
nothing names any more. What comes from the coursework's other files stays imported: it
is what the exercises need. Of pages, HTML and CSS, `page_skeleton` says what is kept.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from token import OP

from markdown_it import MarkdownIt

from ..errors import InputError
from .coursework import Coursework
from .front_matter import read_text
from .page_skeleton import page_skeleton, style_skeleton

_LINE_LENGTH = 100
_BODY = "    raise NotImplementedError\n"
_WHILE_DECLARING = {"__init_subclass__", "__set_name__", "__prepare__", "__mro_entries__"}

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Import = ast.Import | ast.ImportFrom


_SCRIPT = "# Write your program here.\n"


def skeleton_of(
    text: str, *, methods: bool = False, beside: Collection[str] = (), script: bool = False
) -> str:
    """The skeleton of an asked file's text; `methods` lose their bodies if students write them.

    `beside` are the modules of the same package whose public names stay imported. Of a `script`
    there is its docstring.
    """
    if script:
        tree = ast.parse(text)
        docstring = tree.body[:1] if ast.get_docstring(tree) is not None else []
        return "\n\n".join(
            [ast.get_source_segment(text, one) or "" for one in docstring] + [_SCRIPT]
        )
    lines = re.split(r"(?<=\n)", text)
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _blank(node, lines, is_kept=not node.name.startswith("_"))
        elif methods and isinstance(node, ast.ClassDef):
            _blank_methods(node, lines)
    return _tidy(_without_unused_imports("".join(lines), beside))


def _blank_methods(cls: ast.ClassDef, lines: list[str]) -> None:
    """Replaces the bodies of a class's methods; all stay, so that there is a class.

    What Python calls while other classes are declared keeps its body: else no file could be
    imported that declares one.
    """
    for node in cls.body:
        if isinstance(node, ast.ClassDef):
            _blank_methods(node, lines)
        elif isinstance(node, _Function) and node.name not in _WHILE_DECLARING:
            _blank(node, lines, is_kept=True)


def _blank(function: _Function, lines: list[str], *, is_kept: bool) -> None:
    """Replaces the body of a function that is kept, or empties its lines."""
    last = function.end_lineno or function.lineno
    if not is_kept:
        first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
        lines[first - 1 : last] = [""] * (last - first + 1)
        return
    while last < len(lines) and re.match(r"[ \t]+#|[ \t]*\n", lines[last]):
        last += 1
    while not lines[last - 1].strip():
        last -= 1
    line, column = _end_of_header(function, lines)
    kept = [
        *lines[function.lineno - 1 : line - 1],
        lines[line - 1].encode()[:column].decode() + "\n",
    ]
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        kept += lines[docstring.lineno - 1 : docstring.end_lineno]
        kept[-1] = kept[-1].encode()[: docstring.end_col_offset].decode() + "\n"
    new = "".join([*kept, " " * function.col_offset + _BODY])
    lines[function.lineno - 1 : last] = [new] + [""] * (last - function.lineno)


def _end_of_header(function: _Function, lines: list[str]) -> tuple[int, int]:
    """The line of the colon that ends a function's header, and the column behind it."""
    depth = 0
    source = iter(lines[function.lineno - 1 :])
    for token in tokenize.generate_tokens(lambda: next(source, "")):
        depth += (token.string in "([{") - (token.string in ")]}") if token.type == OP else 0
        if token.type == OP and token.string == ":" and depth == 0:
            line = function.lineno + token.end[0] - 1
            return line, len(lines[line - 1][: token.end[1]].encode())
    raise AssertionError(function.name)


def _without_unused_imports(text: str, beside: Collection[str]) -> str:
    tree = ast.parse(text)
    lines = re.split(r"(?<=\n)", text)
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    spans = [(node.lineno - 1, node.end_lineno or node.lineno) for node in imports]
    within = {number for first, end in spans for number in range(first, end)}
    body = "".join(line for number, line in enumerate(lines) if number not in within)
    for node, (first, end) in zip(imports, spans, strict=True):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            continue
        stays = isinstance(node, ast.ImportFrom) and node.level == 1 and node.module in beside
        kept = [one for one in node.names if (stays and one.name[0] != "_") or _is_named(one, body)]
        lines[first:end] = [_import_line(node, kept)] + [""] * (end - first - 1)
    return "".join(lines)


def _is_named(alias: ast.alias, body: str) -> bool:
    name = alias.asname or alias.name.partition(".")[0]
    return alias.name == "*" or re.search(rf"\b{re.escape(name)}\b", body) is not None


def _import_line(node: _Import, aliases: list[ast.alias]) -> str:
    names = [f"{one.name} as {one.asname}" if one.asname else one.name for one in aliases]
    if not names:
        return ""
    if isinstance(node, ast.Import):
        return "".join(f"import {name}\n" for name in names)
    head = f"from {'.' * node.level}{node.module or ''} import "
    line = f"{head}{', '.join(names)}\n"
    if len(line) <= _LINE_LENGTH + 1:
        return line
    return f"{head}(\n" + "".join(f"    {name},\n" for name in names) + ")\n"


def _tidy(text: str) -> str:
    """The text with at most two blank lines in a row, and one between imports."""
    text = re.sub(r"(?m)^((?:from|import) .*\n)\n{2,}(?=from |import )", r"\1\n", text)
    return re.sub(r"\n{4,}", "\n\n\n", text).rstrip() + "\n"


def skeleton_files(coursework: Coursework) -> Mapping[str, str]:
    """The texts of all files of the skeleton's package, by file name.

    A program's skeleton stands in the handout: the blocks of Python that have a file name.
    """
    if coursework.program:
        return dict(_named_blocks(coursework.handout.read_text(encoding="utf-8")))
    written = (*coursework.required, *coursework.optional)
    solution = {file: read_text(coursework.solution / file) for file in written}
    beside = {file.removesuffix(".py") for file in (*coursework.supplied, *written)}
    methods = bool(coursework.tests)
    blanked = {}
    for file, text in solution.items():
        is_script = file in coursework.scripts
        try:
            blank = (
                skeleton_of(text, script=True)
                if is_script
                else _blanked(file, text, methods, beside)
            )
        except SyntaxError as fault:
            where = (coursework.solution / file).relative_to(coursework.root).as_posix()
            raise InputError(no_python(where, fault)) from fault
        blanked[file] = blank
    return {**coursework.supplied, **blanked}


def no_python(where: str, fault: SyntaxError) -> str:
    """That a file of the solution cannot be read, with its line and the reason."""
    line = f":{fault.lineno}" if fault.lineno else ""
    return f"{where}{line}: the solution cannot be read: {type(fault).__name__}: {fault.msg}"


def _blanked(file: str, text: str, methods: bool, beside: Collection[str]) -> str:
    match Path(file).suffix:
        case ".html":
            return page_skeleton(text)
        case ".css":
            return style_skeleton(text)
        case _:
            return skeleton_of(text, methods=methods, beside=beside)


def _named_blocks(text: str) -> Iterator[tuple[str, str]]:
    for token in MarkdownIt("commonmark").parse(text):
        language, _, name = token.info.partition(" ")
        if token.type == "fence" and language == "python" and name:
            yield name, token.content


def stale_files(coursework: Coursework) -> Iterator[str]:
    """The files of the skeleton folder that differ from what the solution gives."""
    if coursework.own_skeleton:
        return
    wanted = {coursework.skeleton / name: text for name, text in skeleton_files(coursework).items()}
    there = {path for path in coursework.skeleton.rglob("*") if _counts(path)}
    for path in sorted(there | set(wanted)):
        if path not in wanted or path not in there or path.read_bytes() != wanted[path].encode():
            yield path.relative_to(coursework.root).as_posix()


def write_skeleton(coursework: Coursework) -> Mapping[str, str]:
    """Writes the skeleton folder anew; the files that changed, each `written` or `deleted`."""
    changed = {}
    for stale in list(stale_files(coursework)):
        path = coursework.root / stale
        text = skeleton_files(coursework).get(path.name)
        if text is None or path.parent != coursework.skeleton:
            path.unlink()
            changed[stale] = "deleted"
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            changed[stale] = "written"
    return changed


def _counts(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts
