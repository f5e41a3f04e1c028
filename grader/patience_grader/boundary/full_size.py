"""How large a value would be if each list in it were written out wherever it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..sandbox.guest.nodes import MAX_NODES, NodeError, cell_number

Node = Any


def check_full_size(roots: Sequence[Node], cells: Mapping[int, Node]) -> None:
    """Raises NodeError if there are more than twice as many nodes as a value may have.

    Thirty lists that hold the next one twice are a billion to whoever compares or shows them. A
    list within itself is not followed again; an object of a supplied class is followed once.
    """
    left = 2 * MAX_NODES
    objects: set[int] = set()
    path: list[int] = []
    inside: set[int] = set()
    waiting: list[tuple[Node, int]] = [(one, 0) for one in roots]
    while waiting:
        node, depth = waiting.pop()
        while len(path) > depth:
            inside.discard(path.pop())
        left -= 1
        if left < 0:
            raise NodeError("a value too large")
        if type(node) is dict:
            waiting += [(one, depth) for one in node.values()]
        if type(node) is not list:
            continue
        number = cell_number(node)
        if number is None:
            waiting += [(one, depth) for one in node if type(one) in (list, dict)]
            left -= len(node)
            continue
        content = cells.get(number)
        if content is None or number in inside or number in objects:
            continue
        if content[0] == "object":
            objects.add(number)
        path.append(number)
        inside.add(number)
        waiting += [(one, depth + 1) for one in content if type(one) in (list, dict)]
        left -= len(content)
