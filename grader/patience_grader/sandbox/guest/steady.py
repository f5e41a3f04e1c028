"""What lists, dicts and sets held when they were written, so that they are not written anew.

Only of what can never change itself, as numbers and texts: the same objects are the same content.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest.nodes import Node

_LEAST = 2
"""With fewer parts, writing them costs no more than looking."""
_COLLECTIONS = (list, dict, set)
_STEADY = frozenset({type(None), bool, int, float, complex, str, bytes})


class Seen(NamedTuple):
    """What a list, dict or set held, and the content that was written of it."""

    parts: Sequence[Any]
    content: Node

    def is_still(self, value: Any, content: Node) -> bool:
        """Whether it holds the very same objects in the same order, and the `content` is this."""
        return (
            content is self.content
            and len(self.parts) == len(value) * (1 + isinstance(value, dict))
            and all(map(operator.is_, self.parts, _parts(value)))
        )


def seen(value: Any, content: Node) -> Seen | None:
    """What a list, dict or set of numbers, texts and the like holds; None of any other."""
    if type(value) not in _COLLECTIONS or len(value) < _LEAST:
        return None
    parts = list(_parts(value))
    return Seen(parts, content) if _are_steady(parts) else None


def _parts(value: Any) -> Iterable[Any]:
    return chain(value, value.values()) if isinstance(value, dict) else value


def _are_steady(parts: Sequence[Any]) -> bool:
    others = set(map(type, parts)) - _STEADY
    return not others or (
        others == {tuple} and all(_are_steady(one) for one in parts if type(one) is tuple)
    )
