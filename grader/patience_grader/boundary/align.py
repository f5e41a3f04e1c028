"""Which cell of a submission's answer stands where which cell of the reference's stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..sandbox.guest.nodes import MAX_DEPTH, in_order

Node = Any
Cells = Mapping[int, Node]


def contents(news: object) -> dict[int, Node]:
    """The contents of cells, by number."""
    rows = news if isinstance(news, list) else []
    return {
        row[0]: row[1]
        for row in rows
        if isinstance(row, list) and len(row) == 2 and type(row[0]) is int
    }


def aligned(node: Node, shape: Node, mine: Cells, others: Cells) -> dict[int, int]:
    """Numbers of cells in `node`, and those in the same places in `shape`."""
    pairs: dict[int, int] = {}
    waiting = [(node, shape, 0)]
    while waiting:
        one, other, depth = waiting.pop()
        if not isinstance(one, list) or not isinstance(other, list) or depth > MAX_DEPTH:
            continue
        if one[:1] == ["c"] == other[:1]:
            if len(one) == len(other) == 2 and type(one[1]) is int and one[1] not in pairs:
                pairs[one[1]] = other[1]
                waiting.append((mine.get(one[1]), others.get(other[1]), 1))
        elif one[:1] == other[:1]:
            if one[:1] == ["set"]:
                one, other = in_order(one), in_order(other)
            waiting += [(a, b, depth + 1) for a, b in zip(one, other, strict=False)]
    return pairs
