"""What a suite may replace for a test in Python's own modules and in packages.

Whatever it replaces there is named in its text: `patch("math.sqrt")`,
`monkeypatch.setattr(json, "loads", fake)`, `math.sqrt = fake`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..sandbox.guest.lookup import Lookup

_APART = frozenset({"builtins", "random", "sys", "time", "warnings"})
"""Modules of which the kit knows by name what is replaced, and one that pytest changes."""


class Place(NamedTuple):
    """Something in a module that a suite may replace."""

    module: ModuleType
    name: str
    """The module's own."""
    part: str
    original: Any


def replaceable(
    suites: Path, lookup: Lookup, spaces: Collection[Mapping[str, Any]]
) -> tuple[Place, ...]:
    """What suites may replace in the modules that some namespaces hold, or that they name."""
    words: set[str] = set()
    modules: dict[str, ModuleType] = {}
    for file in sorted(suites.rglob("*.py")):
        for text in _named_in(ast.parse(file.read_bytes())):
            parts = text.split(".")
            words.update(parts)
            for count in range(1, len(parts)):
                name = ".".join(parts[:count])
                modules |= {name: sys.modules[name]} if name in sys.modules else {}
    waiting = [one for space in spaces for one in space.values() if type(one) is ModuleType]
    while waiting:
        module = waiting.pop()
        if modules.setdefault(module.__name__, module) is module:
            inner = (vars(module).get(word) for word in words)
            waiting += [one for one in inner if type(one) is ModuleType and _is_new(one, modules)]
    return tuple(
        Place(module, name, word, vars(module)[word])
        for name, module in sorted(modules.items())
        if name not in _APART and lookup.is_shared(f"{name}:") and name not in lookup.supplied
        for word in sorted(words & vars(module).keys())
        if not isinstance(vars(module)[word], ModuleType) and word[:2] != "__"
    )


def _is_new(module: ModuleType, known: Mapping[str, ModuleType]) -> bool:
    return module.__name__ not in known


def _named_in(tree: ast.Module) -> Iterator[str]:
    """Texts that may name something, and the attributes that are assigned."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text.replace(".", "_").isidentifier():
                yield text
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                continue
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                yield name
