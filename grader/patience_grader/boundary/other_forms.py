"""Replies that hold the answer in another form: whoever gives one is told nothing by the answer."""

from __future__ import annotations

from typing import Any

from ..sandbox.guest.nodes import MAX_DEPTH, cell_number
from .align import Cells, Node, contents, member_of
from .exchange import Exchange, is_answer

_SEQUENCES = (["t"], ["list"])


def holds_answer(reply: Any, exchange: Exchange) -> bool:
    """Whether a reply is the answer, but with lists for tuples, or objects that can do more."""
    if not isinstance(reply, list) or not is_answer([*reply[:5], []]):
        return False
    answer = exchange.answer
    (kind, value), (right_kind, right) = reply[3], answer[3]
    is_same = reply[1:3] == answer[1:3] and kind == right_kind and reply[4] == answer[4]
    return is_same and _is_as_good(value, contents(reply[0]), right, contents(answer[0]))


def raises_alike(reply: Any, exchange: Exchange) -> bool:
    """Whether a reply and the answer raise the same exception, whatever it says."""
    if not isinstance(reply, list) or not is_answer([*reply[:5], []]):
        return False
    match reply[3], exchange.answer[3]:
        case ["raise", ["x" | "E" as head, cls, *_]], ["raise", [right_head, right, *_]]:
            return bool(head == right_head and cls == right)
    return False


def _is_as_good(node: Node, cells: Cells, right: Node, known: Cells, depth: int = 0) -> bool:
    """Whether a node is the right one in another form; what it holds is in these cells.

    It is looked at no further than it agrees: it comes from a submission.
    """
    node, right = _held(node, cells), _held(right, known)
    if not isinstance(right, list) or not isinstance(node, list) or depth > MAX_DEPTH:
        return type(node) is type(right) and bool(node == right)
    if right[:1] == ["h"]:
        return node[:3] == right[:3] and member_of(node) == member_of(right)
    skipped = node[:1] in _SEQUENCES and right[:1] in _SEQUENCES
    pairs = zip(node[skipped:], right[skipped:], strict=False)
    return len(node) == len(right) and all(
        _is_as_good(one, cells, other, known, depth + 1) for one, other in pairs
    )


def _held(node: Node, cells: Cells) -> Node:
    number = cell_number(node)
    return node if number is None else cells.get(number, node)
