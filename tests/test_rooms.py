"""The rooms of the package: each imports only from those below it, and the ground is pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KIT = ROOT / "grader" / "patience_grader"

ROOMS = (
    *("errors", "text", "marks", "sandbox", "course", "downloads", "submission"),
    *("suite", "questions", "boundary", "ci", "check", "marking", "manual"),
    *("similarity", "report"),
    *("grading", "release"),
    *("selftest", "export", "package", "nbgrader_plugin", "cluster", "cli", "__main__"),
)
"""From the ground up: a room imports only from those that stand before it."""

OUTSIDE = {"csv", "io", "os", "pathlib", "random", "shutil", "socket", "subprocess", "time"}
"""Modules with which files are opened, processes started or clocks read."""


def _imports(file: Path) -> Iterator[tuple[int, str]]:
    """The modules that a file imports, with their lines; its own package's by full name."""
    package = ("patience_grader", *file.relative_to(KIT).parent.parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, one.name) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            for one in node.names:
                yield node.lineno, f"{module}.{one.name}"


def _room(file: Path) -> str:
    return file.relative_to(KIT).parts[0].removesuffix(".py")


FILES = sorted(KIT.rglob("*.py"))


def test_every_module_lies_in_a_known_room() -> None:
    assert {_room(file) for file in FILES} == {*ROOMS, "__init__"}


def test_the_map_of_the_rooms_lists_them_in_their_order() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| room | holds |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    assert [name for cell in cells for name in re.findall(r"`(\w+)`", cell)] == [*ROOMS[:-1]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(KIT).as_posix())
def test_imports_run_down(file: Path) -> None:
    if _room(file) == "__init__":
        return
    floor = ROOMS.index(_room(file))
    for line, name in _imports(file):
        top, _, rest = name.partition(".")
        if top == "patience_grader" and rest:
            room = rest.partition(".")[0]
            assert room not in ROOMS[floor + 1 :], f"{file}:{line}: {room} stands above"


@pytest.mark.parametrize("file", sorted((KIT / "marks").glob("*.py")), ids=lambda file: file.stem)
def test_marks_open_no_file_read_no_clock_and_start_no_process(file: Path) -> None:
    used = {name.partition(".")[0] for _, name in _imports(file)}
    assert not used & OUTSIDE
    names = {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.Name)
    }
    assert not names & {"open", "now", "today", "utcnow", "input", "print"}
