"""Which criterion a test of a plain suite examines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

_LONGEST = 80
"""So many letters has a part of a name at most."""


@dataclass
class Criterion:
    """A test function, with all its parameters."""

    id: str
    exercise_title: str
    title: str
    file: Path
    line: int
    items: list[pytest.Item] = field(default_factory=list)

    @property
    def node(self) -> str:
        """What pytest calls the test, without its parameters."""
        return self.items[0].nodeid.partition("[")[0]

    @property
    def where(self) -> str:
        """File and line, for messages."""
        return f"{self.file.name}:{self.line}"


def criteria_of(items: Iterable[pytest.Item]) -> list[Criterion]:
    """The criteria that collected tests examine: an exercise for each file or class."""
    found: dict[str, Criterion] = {}
    exercises: dict[str, str] = {}
    taken: set[str] = set()
    for item in items:
        key = _key(item)
        if key not in found:
            group = key.rpartition("::")[0]
            if group not in exercises:
                exercises[group] = _free(_exercise(item), set(exercises.values()))
            name = _free(f"{exercises[group]}.{_aspect(item)}", taken)
            taken.add(name)
            line = (item.reportinfo()[1] or 0) + 1
            heading = _heading(item)
            found[key] = Criterion(name, heading, _title(item), item.path, line)
        found[key].items.append(item)
    return list(found.values())


def _key(item: pytest.Item) -> str:
    """The node without its parameters."""
    name = getattr(item, "originalname", None) or item.name
    return f"{item.nodeid.rpartition('::')[0]}::{name}"


def _exercise(item: pytest.Item) -> str:
    cls = getattr(item, "cls", None)
    if cls is not None:
        return _snake(re.sub(r"^Test_?|_?Tests?(Case)?$", "", cls.__name__)) or _stem(item.path)
    return _stem(item.path)


def _stem(path: Path) -> str:
    return _snake(re.sub(r"^tests?_|_tests?$", "", path.stem)) or "tests"


def _aspect(item: pytest.Item) -> str:
    name = getattr(item, "originalname", None) or item.name
    return _snake(re.sub(r"^test_?", "", name)) or "test"


def _snake(name: str) -> str:
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return _in_short(re.sub(r"[^a-z0-9_]+", "_", split).strip("_"))


def _in_short(name: str) -> str:
    """The name, or its first and its last words if it is long: tests often differ at the end."""
    if len(name) <= _LONGEST:
        return name
    half = _LONGEST // 2 - 1
    first, last = name[: half + 1].rpartition("_")[0], name[-half - 1 :].partition("_")[2]
    return f"{first or name[:half]}__{last or name[-half:]}"


def _free(name: str, taken: set[str]) -> str:
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def _heading(item: pytest.Item) -> str:
    cls = getattr(item, "cls", None)
    source = cls if cls is not None else getattr(item, "module", None)
    return first_line(getattr(source, "__doc__", None)) or _words(_exercise(item))


def _title(item: pytest.Item) -> str:
    function = getattr(item, "obj", None) or getattr(item.cls, item.name, None)  # type: ignore[attr-defined]
    return first_line(getattr(function, "__doc__", None)) or _words(_aspect(item))


def first_line(doc: object) -> str:
    """The first line of a docstring."""
    lines = doc.strip().splitlines() if isinstance(doc, str) else []
    return lines[0].strip() if lines else ""


def _words(name: str) -> str:
    text = name.replace("_", " ").strip()
    return text[:1].upper() + text[1:]
