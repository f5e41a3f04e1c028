"""What a test changes itself between two operations, as lines: `item.tags.append("x")`.

A list that was handed over, or that came back, is the same at both ends. What a test does to it is
no operation: it goes over with the next one, and would be missing among the lines that lead to what
is wrong, though it may be all that matters.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .align import Cells, contents
from .exchange import NOTHING
from .inside import parts_of
from .source import Source
from .steps import GROUP, Step
from .wording import content_text, part_text

_MOST = 3
"""So many changed items are said one by one."""
Node = Any


@dataclass(frozen=True)
class _Origin:
    """Where a list or the like was handed over, or came back."""

    place: int
    """The step that it did so in."""
    argument: int | str | None
    """Which argument it was or is within; None for what came back."""
    inside: str
    """Where it lies in that, such as `[0]`."""


def with_changes(steps: Sequence[Step]) -> list[Step]:
    """The steps, and before each what the test itself has changed since the one before."""
    known: set[int] = set()
    changed: dict[int, list[int]] = {}
    for place, step in enumerate(steps):
        news = contents(step.request[1])
        if found := [one for one in news if one in known]:
            changed[place] = found
        known |= {*news, *contents(step.answer[0])}
    if not changed:
        return list(steps)
    origins: dict[int, _Origin] = {}
    for place, step in enumerate(steps):
        for number, origin in _origins(place, step):
            origins.setdefault(number, origin)
    told = {place: [one for one in some if one in origins] for place, some in changed.items()}
    return _Lines(steps, origins).written(told)


def is_change(step: Step) -> bool:
    """Whether this is what the test has changed itself."""
    return not step.request[3]


def _origins(place: int, step: Step) -> Iterator[tuple[int, _Origin]]:
    """The lists and the like that a step hands over, or that come back from it."""
    match step.request[3]:
        case ["call", _, list() as arguments, dict() as named]:
            cells = contents(step.request[1])
            for key, node in [*enumerate(arguments), *named.items()]:
                yield from _within(node, cells, place, key)
    match step.answer[3]:
        case ["ok", node] if not step.name or step.name.startswith(GROUP):
            yield from _within(node, contents(step.answer[0]), place, None)


def _within(
    node: Node, cells: Cells, place: int, argument: int | str | None
) -> Iterator[tuple[int, _Origin]]:
    """A list or the like and those in it, each where it is found first."""
    waiting, seen = [(node, "")], set[int]()
    while waiting:
        one, inside = waiting.pop(0)
        match one:
            case ["c", int(number)] if number in cells and number not in seen:
                seen.add(number)
                yield number, _Origin(place, argument, inside)
                parts = parts_of(cells[number])
                waiting += [(part, f"{inside}{key}") for key, part in parts]


class _Lines:
    """The steps of an example, with lines between them."""

    def __init__(self, steps: Sequence[Step], origins: Mapping[int, _Origin]) -> None:
        self._steps = list(steps)
        self._origins = origins
        self._names: dict[tuple[int, int | str | None], str] = {}
        self._counts = Counter({GROUP: sum(one.name.startswith(GROUP) for one in steps)})
        self._made: dict[int, list[Step]] = {}
        """What is made before a step, to be handed over in it."""

    def written(self, changed: Mapping[int, Sequence[int]]) -> list[Step]:
        """The steps with what was changed before each, by the numbers of the lists."""
        before = {place: self._changes(place, numbers) for place, numbers in changed.items()}
        return [
            line
            for place, step in enumerate(self._steps)
            for line in (*before.get(place, ()), *self._made.get(place, ()), step)
        ]

    def _changes(self, place: int, numbers: Sequence[int]) -> list[Step]:
        """What was changed before a step, whose request no longer says so."""
        step = self._steps[place]
        rows = step.request[1]
        kept = [row for row in rows if row[0] not in numbers]
        self._steps[place] = replace(step, request=[step.request[0], kept, *step.request[2:]])
        lines = []
        for number in numbers:
            origin = self._origins[number]
            name = self._name(origin.place, origin.argument)
            known, now = self._known(number, place), contents(rows)[number]
            said = _as_python(f"{name}{origin.inside}", known, now, rows) if name else []
            request = [[], [row for row in rows if row[0] == number], [], []]
            lines += [_line(step, text, request) for text in said]
        return lines

    def _known(self, number: int, place: int) -> list[Any]:
        """What a list held before a step, as far as that was said last."""
        held: list[Any] = []
        for step in self._steps[:place]:
            for news in (step.request[1], step.answer[0]):
                held = contents(news).get(number, held)
        return held

    def _name(self, place: int, argument: int | str | None) -> str:
        """What something is called that was handed over, or came back; empty if it cannot be."""
        known = self._names.get((place, argument))
        if known is not None:
            return known
        step = self._steps[place]
        if argument is None and step.name:
            return step.name
        base = GROUP if argument is None else "given"
        self._counts[base] += 1
        name = f"{base}{self._counts[base]}"
        if argument is None:
            self._steps[place] = replace(step, name=name)
        elif found := _taken_out(step.source.text, argument, name):
            literal, text = found
            made = replace(step, name=name, source=replace(step.source, text=literal))
            self._made.setdefault(place, []).append(_silent(made, [[], [], [], []]))
            self._steps[place] = replace(step, source=replace(step.source, text=text))
        else:
            name = ""
        self._names[place, argument] = name
        return name


def _line(step: Step, text: str, request: list[Any]) -> Step:
    """A line that the test carries out itself, before a step."""
    return _silent(replace(step, source=Source(text, is_whole=_is_typed(text)), name=""), request)


def _silent(step: Step, request: list[Any]) -> Step:
    """A step of which nothing is said but its line."""
    return Step(step.source, request, None, NOTHING, (), True, False, step.name)


def _taken_out(call: str, argument: int | str, name: str) -> tuple[str, str] | None:
    """An argument of a call, and the call with a name in its place; None if it has none."""
    try:
        tree = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(tree, ast.Call):
        return None
    if isinstance(argument, int):
        if argument >= len(tree.args):
            return None
        literal, tree.args[argument] = tree.args[argument], ast.Name(name)
        return ast.unparse(literal), ast.unparse(tree)
    for keyword in tree.keywords:
        if keyword.arg == argument:
            literal, keyword.value = keyword.value, ast.Name(name)
            return ast.unparse(literal), ast.unparse(tree)
    return None


def _as_python(target: str, known: list[Any], now: list[Any], rows: list[Any]) -> list[str]:
    """What makes a list, dict or set that held what is known hold what it does now."""
    kind, *parts = now
    before = known[1:]
    if kind not in ("list", "dict", "set"):
        return [f"{target} is changed"]
    if kind == "list" and parts[: len(before)] == before and len(parts) <= len(before) + _MOST:
        return [f"{target}.append({part_text(rows, one)})" for one in parts[len(before) :]]
    if kind == "list" and len(parts) == len(before):
        pairs = enumerate(zip(before, parts, strict=True))
        others = [(index, new) for index, (old, new) in pairs if old != new]
        if len(others) <= _MOST:
            return [f"{target}[{index}] = {part_text(rows, new)}" for index, new in others]
    text = content_text(rows, now)
    if kind == "list":
        return [f"{target}[:] = {text}"]
    return [f"{target}.clear()", f"{target}.update({text})"]


def _is_typed(text: str) -> bool:
    """Whether a line is Python that says all."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    cut = (one for one in ast.walk(tree) if isinstance(one, ast.Constant) and one.value is ...)
    return not any(cut)
