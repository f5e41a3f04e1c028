"""An end of the boundary that finds classes and functions by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import nodes, values
else:
    import nodes
    import values

if TYPE_CHECKING:
    from patience_grader.sandbox.guest.lookup import Lookup


class Codec(values.Codec):
    """Writes and reads what a look-up knows."""

    def __init__(self, known: Lookup, *, first: int, count: int = 0) -> None:
        super().__init__(first=first, count=count)
        self._lookup = known

    def path_of(self, cls: type) -> str | None:
        path = self._lookup.path(cls)
        return path if path and self._lookup.may_cross(path, cls) else None

    def name_of(self, value: Any) -> str | None:
        path = self._lookup.path(value)
        return path if path and self._lookup.is_shared(path) else None

    def find(self, path: str) -> Any:
        try:
            return self._lookup.find(path)
        except LookupError as fault:
            raise nodes.NodeError(f"there is no {path[:200]}") from fault
