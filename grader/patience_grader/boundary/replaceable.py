"""What a suite may replace for a test in Python's own modules and in packages.

Whatever it replaces there is named in its text: `patch("math.sqrt")`,
`monkeypatch.setattr(json, "loads", fake)`, `math.sqrt = fake`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
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
    texts = [
        text
        for file in sorted(suites.rglob("*.py"))
        for text in _named_in(ast.parse(file.read_bytes()))
    ]
    words = {word for text in texts for word in text.split(".")}
    named = {name: sys.modules[name] for name in _prefixes(texts) if name in sys.modules}
    names = {id(module): name for name, module in named.items()}
    waiting = [one for space in spaces for one in space.values() if type(one) is ModuleType]
    waiting += named.values()
    modules: dict[str, ModuleType] = {}
    while waiting:
        module = waiting.pop()
        name = names.get(id(module), module.__name__)
        if name not in modules:
            modules[name] = module
            inner = (vars(module).get(word) for word in words)
            waiting += [one for one in inner if type(one) is ModuleType]
    return tuple(
        Place(module, name, word, vars(module)[word])
        for name, module in sorted(modules.items())
        if name not in _APART and lookup.is_shared(f"{name}:") and name not in lookup.supplied
        for word in sorted(words & vars(module).keys())
        if not isinstance(vars(module)[word], ModuleType) and word[:2] != "__"
    )


def _prefixes(texts: Iterable[str]) -> Iterator[str]:
    """What may be the module in texts such as `os.path.exists`."""
    for text in texts:
        parts = text.split(".")
        yield from (".".join(parts[:count]) for count in range(1, len(parts)))


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
