"""What a suite may replace for a test in Python's own modules and in packages.

Whatever it replaces there is named in its text: `patch("math.sqrt")`,
`monkeypatch.setattr(json, "loads", fake)`, `math.sqrt = fake`, `patch.object(Path, "exists")`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..sandbox.guest.kinds import HEAP
from ..sandbox.guest.lookup import Lookup

_APART = frozenset({"builtins", "random", "sys", "time", "warnings"})
"""Modules of which the kit knows by name what is replaced, and one that pytest changes."""
_IMMUTABLE = 1 << 8
"""The flag of classes in which nothing can be replaced."""


class Place(NamedTuple):
    """Something in a module, or in a class of one, that a suite may replace."""

    holder: ModuleType | type
    name: str
    """The module's own."""
    part: str
    """With the name of the class before it: `Path.exists`."""
    original: Any

    @property
    def last(self) -> str:
        """What it is called in its holder."""
        return self.part.rpartition(".")[2]


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

    def is_common(name: str) -> bool:
        is_shared = name not in _APART and lookup.is_shared(f"{name}:")
        return is_shared and name not in lookup.supplied

    classes = _classes_in([*spaces, *map(vars, modules.values())], {*_last_two(texts)})
    return (
        *(
            Place(module, name, word, vars(module)[word])
            for name, module in sorted(modules.items())
            if is_common(name)
            for word in sorted(words & vars(module).keys())
            if not isinstance(vars(module)[word], ModuleType) and word[:2] != "__"
        ),
        *(
            Place(cls, cls.__module__, f"{cls.__qualname__}.{word}", vars(cls)[word])
            for cls, word in classes
            if is_common(cls.__module__)
        ),
    )


def _last_two(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What may be a class and a part of it in texts such as `pathlib.Path.exists`."""
    for text in texts:
        owner, _, part = text.rpartition(".")
        if owner and part[:2] != "__":
            yield owner.rpartition(".")[2], part


def _is_open(cls: type) -> bool:
    """Whether something in a class can be replaced."""
    return bool(cls.__flags__ & HEAP) and not cls.__flags__ & _IMMUTABLE


def _classes_in(
    spaces: Iterable[Mapping[str, Any]], pairs: Collection[tuple[str, str]]
) -> list[tuple[type, str]]:
    """The classes that some namespaces hold under such names, with their own such parts."""
    found: dict[tuple[str, str], tuple[type, str]] = {}
    for space in spaces:
        for name, part in pairs:
            cls = space.get(name)
            if type(cls) is type and _is_open(cls) and part in vars(cls):
                found[cls.__qualname__, part] = cls, part
    return [found[key] for key in sorted(found)]


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
            case ast.Call(
                args=[ast.Name() | ast.Attribute() as owner, ast.Constant(value=str(part)), *_]
            ) if part.isidentifier():
                yield f"{ast.unparse(owner)}.{part}"
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                continue
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
                yield f"{owner.id}.{name}" if isinstance(owner, ast.Name) else name
