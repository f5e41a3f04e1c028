"""Values written down as JSON and read again: how a question bank is recorded.

A record is a list of nodes, each of which names only nodes before it, so that what is the
same object in several places, or cannot be told from it, is written once, and is one object again:

    ["v", x]                     None, bool, int, float, str
    ["t" | "l" | "s", a, ...]    a tuple, list or frozenset of the nodes a, ...
    ["d", k, v, ...]             a dict
    ["e", "module:Class", name]  a member of an enum
    ["o", "module:Class", a, ...]    a dataclass or named tuple, by its fields

A record is made and read by the kit alone: its classes are imported as they are named.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

Node = list[Any]

_SEQUENCES: dict[str, type[Any]] = {"t": tuple, "l": list, "s": frozenset}


class RecordWriter:
    """Writes values into nodes, each object once, and those that are equal and never change."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[int, int] = {}
        self._same: dict[str, int] = {}
        self._alive: list[object] = []

    def write(self, value: object) -> int:
        """The number of the node that holds the value. Raises TypeError for no plain value."""
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = self._add(self._node(value), value)
            self._alive.append(value)
        return number

    def _add(self, node: Node, value: object) -> int:
        """The number of the node of a value; what never changes shares it with its equals."""
        number = len(self.nodes)
        if node[0] in "vets" or (node[0] == "o" and _is_frozen(type(value))):
            number = self._same.setdefault(repr(node), number)
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def _node(self, value: Any) -> Node:
        cls = type(value)
        if isinstance(value, enum.Enum):
            return ["e", _name(cls), value.name]
        if value is None or cls in (bool, int, float, str):
            return ["v", value]
        for tag, kind in _SEQUENCES.items():
            if cls is kind:
                items = sorted(value, key=repr) if kind is frozenset else value
                return [tag, *map(self.write, items)]
        if cls is dict:
            return ["d", *(self.write(part) for item in value.items() for part in item)]
        return ["o", _name(cls), *(self.write(getattr(value, name)) for name in _fields(cls))]


class RecordReader:
    """Reads values from nodes, each when it is needed, and once."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._values: dict[int, object] = {}

    def read(self, number: int) -> Any:
        """The value at a node."""
        if number not in self._values:
            self._values[number] = self._value(self._nodes[number])
        return self._values[number]

    def _value(self, node: Node) -> object:
        kind, first, *rest = [*node, None] if len(node) == 1 else node
        if kind == "v":
            return first
        if kind == "e":
            return _class(first)[rest[0]]
        if kind == "o":
            return _class(first)(*map(self.read, rest))
        parts: Iterator[Any] = map(self.read, node[1:])
        if kind == "d":
            return dict(zip(parts, parts, strict=True))
        return _SEQUENCES[kind](parts)


class RecordedModule(ModuleType):
    """A module of a bank, whose constants are read when they are asked for."""

    def __init__(self, name: str, constants: Mapping[str, int], reader: RecordReader) -> None:
        """`constants` are the nodes of the values by name."""
        super().__init__(name)
        self.__all__ = sorted(constants)
        self._constants = constants
        self._reader = reader

    def __getattr__(self, name: str) -> object:
        number = self._constants.get(name)
        if number is None:
            raise AttributeError(name)
        value = self._reader.read(number)
        setattr(self, name, value)
        return value


def exported(package: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The constants that the modules of a package export, as far as they have been imported."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{package}.") and hasattr(module, "__all__"):
            values = {constant: getattr(module, constant) for constant in module.__all__}
            yield name.removeprefix(f"{package}."), values


def _name(cls: type) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _fields(cls: type) -> tuple[str, ...]:
    """The fields that an object of the class is made from again."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls) if field.init)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return tuple(cls._fields)
    raise TypeError(f"a value of type {cls.__qualname__} cannot be recorded")


def _is_frozen(cls: type) -> bool:
    """Whether the fields of an object of the class stay as they are."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return issubclass(cls, tuple) or (parameters is not None and parameters.frozen)


@cache
def _class(name: str) -> Any:
    module, _, path = name.partition(":")
    return getattr(importlib.import_module(module), path)
