"""Objects that a submission has where the reference has plain values.

One that can be gone through may stand for a list; one whose class is derived from a built-in type
is what it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .handles import VIEWS, OddIterable, OddView
from .source import Operation, Source

if TYPE_CHECKING:
    from .run import Run

Node = Any


class Substitutes:
    """Those of one run, by their numbers."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.unread: set[int] = set()
        """Those given in the place of lists that the test has not gone through."""
        self.contents: dict[int, tuple[Node, Node]] = {}
        """What those hold that stand for plain values: cells, and a node."""
        self._shapes: dict[int, Node] = {}
        """What the reference has in the place of those that can be gone through."""

    def content(self, number: int) -> tuple[Node, Node] | None:
        """The cells and the node of what an object holds; None if it holds nothing of its own."""
        reply = self._run.asked_aside([[], [], [], ["op", "plain", ["h", number]]])
        kind, node = reply[3]
        if kind != "ok" or (isinstance(node, list) and node[:1] in (["h"], ["u"])):
            return None
        self.contents[number] = reply[0], node
        return self.contents[number]

    def iterable(self, number: int, path: str, shape: Node) -> OddIterable:
        """What can be gone through where the reference has a list or the like, its `shape`."""
        self.unread.add(number)
        self._shapes[number] = shape
        what = f"an object of {path.rpartition(':')[2][:100]} where a plain value is right"
        return (OddView if path in VIEWS else OddIterable)(what, number, self._run, path)

    def listed(self, number: int) -> Any:
        """What such an object gives, read beside what the reference has in its place."""
        self.unread.discard(number)
        source = Source("list(...)", is_whole=False)
        operation = ["op", "list", ["h", number]]
        return self._run.took_aside(operation, Operation("list"), source, self._shapes.get(number))
