"""Copies of a submission as students disguise them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path

from sample import ROOT

Way = Callable[[str], str]
_VARIANTS = {"quick_with_plain_feedback"}
"""Right submissions that were made from another one."""
_ENOUGH = 4
"""So many statements has a function that is split."""


def renamed(text: str) -> str:
    """Local variables and parameters have other names."""
    tree = ast.parse(text)
    return ast.unparse(_Rename(tree).visit(tree))


def reordered(text: str) -> str:
    """Functions stand in another order."""
    tree = ast.parse(text)
    tree.body.sort(key=lambda one: -one.lineno if isinstance(one, ast.FunctionDef) else -(10**6))
    return ast.unparse(tree)


def commented(text: str) -> str:
    """There are other comments."""
    return text.replace("\ndef ", "\n# My own idea.\n\n\ndef ").replace("    #", "    # So:")


def reformatted(text: str) -> str:
    """Lines are broken elsewhere, and there are no comments."""
    return ast.unparse(ast.parse(text))


def split(text: str) -> str:
    """The second half of each longer function is a function of its own."""
    tree = ast.parse(text)
    body: list[ast.stmt] = []
    for one in tree.body:
        body += _split(one, f"rest_of_{len(body)}") if isinstance(one, ast.FunctionDef) else [one]
    tree.body = body
    return ast.unparse(ast.fix_missing_locations(tree))


def everything(text: str) -> str:
    """All of it."""
    return commented(reordered(renamed(split(text))))


WAYS: Mapping[str, Way] = {
    "renamed": renamed,
    "reordered": reordered,
    "comments changed": commented,
    "reformatted": reformatted,
    "functions split": split,
    "all of it": everything,
}


def right_submissions(coursework: str, names: tuple[str, ...] = ()) -> dict[str, dict[str, str]]:
    """Right submissions that were written apart from each other, if they can be parsed.

    Those that have the named files, or all of their Python files.
    """
    found = {}
    for folder in sorted((ROOT / "tests/known" / coursework / "right").iterdir()):
        if folder.name in _VARIANTS:
            continue
        files = [folder / name for name in names] or sorted(folder.rglob("*.py"))
        if all(file.is_file() for file in files):
            texts = {file.name: file.read_text("latin-1") for file in files}
            if all(map(_is_python, texts.values())):
                found[folder.name] = texts
    return found


def given_files(coursework: str, names: tuple[str, ...]) -> dict[str, str]:
    """What everybody was given: the skeleton, and the files beside the required ones."""
    places = [
        *(ROOT / "skeleton" / coursework).glob("*.py"),
        *(one for one in (ROOT / "solution" / coursework).glob("*.py") if one.name not in names),
    ]
    return {f"{one.parent.parent.name}/{one.name}": one.read_text("utf-8") for one in places}


class _Rename(ast.NodeTransformer):
    def __init__(self, tree: ast.AST) -> None:
        stored = {
            one.id
            for one in ast.walk(tree)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        stored |= {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
        self._names = {name: f"v{number}" for number, name in enumerate(sorted(stored))}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        self.generic_visit(node)
        node.arg = self._names.get(node.arg, node.arg)
        return node


def _split(function: ast.FunctionDef, name: str) -> list[ast.stmt]:
    yields = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(function))
    if len(function.body) < _ENOUGH or yields:
        return [function]
    middle = len(function.body) // 2
    head, tail = function.body[:middle], function.body[middle:]
    loaded = {one.id for part in tail for one in ast.walk(part) if isinstance(one, ast.Name)}
    known = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    known |= {
        one.id
        for part in head
        for one in ast.walk(part)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    handed = sorted(known & loaded)
    call = ast.Call(ast.Name(name), [ast.Name(one) for one in handed], [])
    rest = ast.parse(f"def {name}({', '.join(handed)}): pass").body[0]
    assert isinstance(rest, ast.FunctionDef)
    rest.body, rest.lineno = tail, function.lineno
    function.body = [*head, ast.Return(call)]
    return [rest, function]


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def folder_of(root: Path, submissions: Mapping[str, Mapping[str, str]]) -> None:
    """Writes each submission into one file."""
    root.mkdir(parents=True)
    for name, files in submissions.items():
        (root / f"{name}.py").write_text("\n".join(files.values()), "utf-8")
