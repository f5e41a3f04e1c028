"""The tables before this one."""

from collections import deque

from .errors import GameError
from .table import Table


class History:
    def __init__(self) -> None:
        self._tables: deque[Table] = deque(maxlen=5)

    def remember(self, table: Table) -> None:
        self._tables.append(table)

    def back(self) -> Table:
        if not self._tables:
            raise GameError("there is nothing to undo")
        return self._tables.pop()

    def forget(self) -> None:
        self._tables.clear()
