"""The game so far: the table in hand, and the tables that undo goes back to."""

from __future__ import annotations

from dataclasses import dataclass

from .refusal import Refused
from .table import Table

STEPS = 5
"""How many steps can be undone."""


@dataclass(frozen=True)
class History:
    """The table in hand and up to five tables before it, the newest last."""

    now: Table
    past: tuple[Table, ...] = ()

    def then(self, table: Table) -> History:
        """The history after one more step, which leads to this table."""
        return History(table, (*self.past, self.now)[-STEPS:])

    def undone(self) -> History:
        """The history without its last step.

        Raises Refused when there is none to undo.
        """
        if not self.past:
            raise Refused("there is nothing to undo")
        return History(self.past[-1], self.past[:-1])
