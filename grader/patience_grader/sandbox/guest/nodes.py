"""Nodes as such: their bounds, their order, and parts of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

Node = Any

MAX_NODES = 200_000
MAX_TEXT = 4 << 20
MAX_DEPTH = 150
MAX_HEX = 60_000
MAX_CELLS = 50_000
MAX_ODD_KEYS = 2_000
MAX_SAME_HASH = 64
"""So many keys may share a hash: -1 and -2 do, and with them many pairs of numbers."""

MAX_CAUSES = 5
MAX_ANCESTORS = 20
"""So many classes that an exception is derived from are named, its own among them."""
MAX_NAMES = 5
"""So many names that modules give one of them are named beside its own."""
SAME_CLASS = "="
"""Stands between the names of a class."""
SMALL = 1 << 62
NEUTRAL = "/patience-files"
"""Stands for the folder of a test's files, which lies elsewhere at each end."""

DATA = "suite"
"""The folder in it that holds the files which lie beside the tests."""

PLAIN = (type(None), int, str)
"""What stands for itself."""

TRUTHS: dict[bool, Node] = {True: ["true"], False: ["false"]}
_OBJECTS = ("h", "s", "k", "E")
"""Nodes of what stays at the other end, which alone can say its hash."""


class NodeError(Exception):
    """A node that breaks the rules of `values.py`, or a value that cannot be written."""


def cell_number(node: Node) -> int | None:
    """The number of the cell that a node speaks of; None if it is not one.

    The arguments of a call are a list of nodes, which may begin with the text "c".
    """
    match node:
        case ["c", int(number)]:
            return number
    return None


def in_order(nodes: list[Node]) -> list[Node]:
    """Nodes in an order that depends on nothing but what they are."""
    return sorted(nodes, key=key_of)


def key_of(node: Node) -> str:
    """A text that is the same for equal nodes, and for no others."""
    return json.dumps(node, sort_keys=True)


def check_keys(keys: list[Node]) -> None:
    """Raises NodeError for many keys that could be made to collide."""
    if len(keys) > MAX_ODD_KEYS and not all(type(one) in PLAIN or len(one) == 1 for one in keys):
        raise NodeError("too many keys that are not texts or numbers")


def check_hashes(nodes: Sequence[Node], keys: Sequence[Any]) -> None:
    """Raises NodeError for keys that were made to collide, which takes quadratic time."""
    odd = [
        key
        for node, key in zip(nodes, keys, strict=True)
        if type(node) not in PLAIN and node[0] not in _OBJECTS
    ]
    if odd and max(Counter(map(hash, odd)).values()) > MAX_SAME_HASH:
        raise NodeError("keys that share their hashes")


def padded(nodes: Sequence[Node], length: int) -> list[Node]:
    """The nodes, and after them up to this length what further ones are like."""
    return [*nodes, *[alike(nodes)] * max(length - len(nodes), 0)]


def alike(nodes: Sequence[Node]) -> Node:
    """The last of some nodes if all are objects: one more would be like it. Else None."""
    are_objects = all(isinstance(one, list) and one[:1] == ["h"] for one in nodes)
    return nodes[-1] if nodes and are_objects else None


def text_at(node: list[Any], place: int) -> str:
    """The text at a place of a node. Raises NodeError when there is none."""
    if len(node) <= place or not isinstance(node[place], str):
        raise NodeError("a malformed node")
    text: str = node[place]
    return text
