"""Some of what a test has asked is asked again, where the rest of it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .align import Cells, contents

Node = Any
Pair = tuple[list[Any], list[Any]]
"""What was asked, and what was answered."""


class Again:
    """An end that is asked a part of what another was asked: its objects have other numbers."""

    def __init__(self, ask: Callable[[list[Any]], Any]) -> None:
        """`ask` has this end do what is requested, and gives its reply."""
        self._ask = ask
        self._numbers: dict[tuple[str, int], int] = {}
        """The numbers of objects and lists at this end, by kind and number at the other."""

    def __call__(self, request: list[Any], answer: list[Any]) -> Any:
        """What this end replies where the other gave this answer."""
        _, news, patches, operation = request
        cells = [[self._numbers.get(("c", one), one), self._here(held)] for one, held in news]
        reply = self._ask([[], cells, patches, self._operation(operation)])
        if answer and isinstance(reply, list) and len(reply) > 3:
            self._pair(answer[3], reply[3], contents(answer[0]), contents(reply[0]))
        return reply

    def _operation(self, operation: list[Any]) -> list[Any]:
        match operation:
            case ["call", target, list() as arguments, dict() as named]:
                given = [self._here(one) for one in arguments]
                return [
                    *("call", self._here(target), given),
                    {name: self._here(one) for name, one in named.items()},
                ]
        return [self._here(one) for one in operation]

    def _here(self, node: Node) -> Node:
        """A node by the numbers of this end."""
        match node:
            case ["h" | "c" as kind, int(number), *rest]:
                return [kind, self._numbers.get((kind, number), number), *rest]
            case list():
                return [self._here(one) for one in node]
        return node

    def _pair(self, one: Node, other: Node, cells: Cells, others: Cells) -> None:
        """Learns the numbers of this end from what stands in the same places."""
        if not (isinstance(one, list) and isinstance(other, list)):
            return
        match one, other:
            case ["h" | "c" as kind, int(number), *_], [found, int(here), *_] if kind == found:
                is_new = (kind, number) not in self._numbers
                self._numbers[kind, number] = here
                if is_new and kind == "c":
                    self._pair(cells.get(number), others.get(here), cells, others)
                return
        for part, there in zip(one, other, strict=False):
            self._pair(part, there, cells, others)


def numbers_in(node: Node) -> set[int]:
    """The numbers of the objects that stand in a node."""
    match node:
        case ["h", int(number), *_]:
            return {number}
        case list() | dict():
            parts = node.values() if isinstance(node, dict) else node
            return set[int]().union(*map(numbers_in, parts))
    return set()
