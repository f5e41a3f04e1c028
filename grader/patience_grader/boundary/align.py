"""Which cell of a submission's answer stands where which cell of the reference's stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..sandbox.guest.kinds import parts_beside
from ..sandbox.guest.nodes import MAX_DEPTH, in_order

Node = Any
Cells = Mapping[int, Node]
MAX_ITEMS = 1_000
"""So many items of a list are compared with what an iterator gives."""


def contents(news: object) -> dict[int, Node]:
    """The contents of cells, by number."""
    rows = news if isinstance(news, list) else []
    return {
        row[0]: row[1]
        for row in rows
        if isinstance(row, list) and len(row) == 2 and type(row[0]) is int
    }


@dataclass(frozen=True)
class Alignment:
    """What the cells of a submission's answer are compared with, by their numbers."""

    cells: dict[int, int] = field(default_factory=dict)
    """Cells of the reference's answer."""
    others: dict[int, Node] = field(default_factory=dict)
    """Nodes of other kinds with the same parts, such as a tuple where the submission has a list."""
    objects: dict[int, Node] = field(default_factory=dict)
    """What stands in the place of each new object of the reference, by the numbers of these."""

    def add(self, other: Alignment) -> None:
        """Takes in what is known of more cells."""
        self.cells.update(other.cells)
        self.others.update(other.others)
        self.objects.update(other.objects)


def member_of(node: Node) -> str | None:
    """The enum and the name of a member of it; None for anything else."""
    match node:
        case ["h", int(), str(path), [*_, str(last)]] if last.startswith("."):
            return path + last
    return None


def are_other_members(one: Node, other: Node) -> bool:
    """Whether these are members of enums of different names."""
    names = member_of(one), member_of(other)
    return None not in names and names[0] != names[1]


def object_number(node: Node) -> int | None:
    """The number of the object that an answer speaks of; None if it is not one."""
    match node:
        case ["h", int(number), _, _] | ["E", _, _, _, int(number), _]:
            return number
    return None


def iterator_number(outcome: Node) -> int | None:
    """The number of the iterator that an operation has given; None for anything else."""
    match outcome:
        case ["ok", ["h", int(number), _, list(names)]] if "__next__" in names:
            return number
    return None


def items_with_new_objects(answer: list[Any], known: Collection[int]) -> int:
    """How many items a list or tuple has that holds objects which are not `known`; 0 for others."""
    kind, node = answer[3]
    cells = contents(answer[0])
    if kind == "ok" and isinstance(node, list) and node[:1] == ["c"] and len(node) == 2:
        node = cells.get(node[1]) if type(node[1]) is int else None
    if not isinstance(node, list) or node[:1] not in (["list"], ["t"]):
        return 0
    items = node[1 : MAX_ITEMS + 1]
    parts = [*items, *(part for one in items if isinstance(one, list) for part in one)]
    numbers = (object_number(one) for one in parts)
    return len(items) if any(one is not None and one not in known for one in numbers) else 0


def aligned(node: Node, shape: Node, mine: Cells, others: Cells) -> Alignment:
    """The cells in `node`, and what stands in the same places in `shape`."""
    found = Alignment()
    waiting = [(node, shape, 0)]
    while waiting:
        one, other, depth = waiting.pop()
        if (number := object_number(other)) is not None and not are_other_members(one, other):
            found.objects.setdefault(number, one)
        if not isinstance(one, list) or not isinstance(other, list) or depth > MAX_DEPTH:
            continue
        is_cell, other_is_cell = one[:1] == ["c"], other[:1] == ["c"]
        if is_cell and len(one) == 2 and type(one[1]) is int:
            if one[1] in found.cells or one[1] in found.others:
                continue
            if other_is_cell and len(other) == 2:
                found.cells[one[1]] = other[1]
                other = others.get(other[1])
            elif not other_is_cell:
                found.others[one[1]] = other
            waiting.append((mine.get(one[1]), other, 1))
        elif other_is_cell and not is_cell and len(other) == 2:
            waiting.append((one, others.get(other[1]), depth + 1))
        else:
            waiting += [(a, b, depth + 1) for a, b in _in_their_places(one, other)]
    return found


def _in_their_places(one: list[Any], other: list[Any]) -> Iterator[tuple[Node, Node]]:
    kind = one[0] if one and isinstance(one[0], str) else ""
    if kind in ("set", "z"):
        parts = parts_beside(kind, other)
        return zip(in_order(one[1:]), in_order(parts), strict=False)
    if one[:1] != other[:1] and kind:
        return zip(one[1:], parts_beside(kind, other), strict=False)
    return zip(one, other, strict=False) if one[:1] == other[:1] else iter(())
