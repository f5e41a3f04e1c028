"""The question bank of the terminal game: two editions, and nothing of it beside the bank."""

from __future__ import annotations

import ast
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType

import pytest
from patience_grader.sandbox.guest import wire
from patience_grader.suite.sessions import Session
from sample import ROOT
from suites.terminal import bank
from suites.terminal.bank.renaming import renamed

SUITES = ROOT / "grader" / "suites" / "terminal"
PUBLIC = """
import json
from patience_grader.suite.bank import Edition, making
with making(Edition(public=True)):
    import test_bank
    print(json.dumps(test_bank.required()))
"""


def required() -> dict[str, list[str]]:
    """The sessions of each constant in the bank of this edition, as text."""
    found = {}
    for module in pkgutil.iter_modules(bank.__path__):
        made = importlib.import_module(f"{bank.__name__}.{module.name}")
        for name in getattr(made, "__all__", ()):
            found[f"{module.name}.{name}"] = [repr(one) for one in _sessions_of(made, name)]
    return found


def _sessions_of(module: ModuleType, name: str) -> Iterator[Session]:
    return (one for one in _values(getattr(module, name)) if isinstance(one, Session))


def _values(value: object) -> Iterator[object]:
    """The value and all that it consists of, which must be what can be recorded."""
    yield value
    if isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | frozenset):
        parts = list(value)
    elif is_dataclass(value):
        assert ".bank." not in type(value).__module__
        parts = [getattr(value, field.name) for field in fields(value) if field.init]
    else:
        assert value is None or type(value) in {bool, int, float, str}
        parts = []
    for part in parts:
        yield from _values(part)


def test_no_public_session_is_a_marked_one() -> None:
    path = os.pathsep.join(
        str(ROOT / folder)
        for folder in ("solution", "grader", "tests/courseworks/terminal", "tests/support")
    )
    ran = subprocess.run(
        [sys.executable, "-c", PUBLIC],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    public, marked = json.loads(ran.stdout), required()
    counted = {name: len(sessions) for name, sessions in marked.items()}
    assert {name: len(sessions) for name, sessions in public.items()} == counted
    all_marked = {session for sessions in marked.values() for session in sessions}
    same = {name for name, sessions in public.items() if all_marked.intersection(sessions)}
    assert not same


@pytest.mark.parametrize("module", sorted(SUITES.glob("*.py")), ids=lambda path: path.stem)
def test_what_is_handed_out_does_without_the_reference(module: Path) -> None:
    own = {"patience_grader", "suites"}
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
        elif isinstance(node, ast.Import):
            names.update(one.name for one in node.names)
    assert {name.partition(".")[0] for name in names} <= own | sys.stdlib_module_names


def test_suits_are_renamed_and_nothing_else_is() -> None:
    text = "Move S4 4, move Sa a: [c10] h2 | D15 X3 # the deck"
    made = renamed(text)
    assert re.sub(r"[HDCShdcs](?=\d|[Aa]\b)", "", made) == re.sub(
        r"[HDCShdcs](?=\d|[Aa]\b)", "", text
    )
    suits = {suit: renamed(f"{suit}4")[0] for suit in "HDcs"}
    assert sorted(suits.values()) == sorted("HDcs")
    assert {suits["H"], suits["D"]} == {"H", "D"}
    assert renamed("h4 S4") == f"{suits['H'].lower()}4 {suits['s'].upper()}4"


def test_the_longest_session_fits_into_an_answer() -> None:
    """However much a program prints, up to what the handout allows after each line."""
    source = ROOT / "grader" / "patience_grader" / "sandbox" / "guest" / "program.py"
    at_once = int(re.findall(r"MAX_PRINTED = ([0-9_]+)", source.read_text(encoding="utf-8"))[0])
    longest = max(len(one.lines) for one in _sessions()) + 1
    assert longest * at_once <= wire.MAX_TEXT
    assert longest * (at_once // 10 + 1) <= wire.MAX_SIZE


def _sessions() -> Iterator[Session]:
    for module in pkgutil.iter_modules(bank.__path__):
        made = importlib.import_module(f"{bank.__name__}.{module.name}")
        for name in getattr(made, "__all__", ()):
            yield from _sessions_of(made, name)
