"""Databases in memory that a suite opens when it is imported: every test finds them as they were.

`TABLE = sqlite3.connect(":memory:")` is handed to one submission after another.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from .iterators import Space, names_in, put

_DONE = (0, 101)
_SETTINGS = ("row_factory", "text_factory", "isolation_level")


class Databases:
    """The connections in the modules, classes and objects of a suite."""

    def __init__(self) -> None:
        self._places: list[tuple[Space, str, Any]] = []
        self._copies: list[tuple[Any, Any]] = []

    def find(self, places: Iterable[Space]) -> None:
        """Looks for them, when more has been imported."""
        if "sqlite3" in sys.modules:
            held = [(place, *one) for place in places for one in names_in(place).items()]
            self._places = [one for one in held if _is_in_memory(one[2])]

    def keep(self) -> None:
        """Remembers what they hold."""
        known = {id(one): one for *_, one in self._places}
        self._copies = [(one, _copy(one)) for one in known.values()]

    def put_back(self) -> None:
        """Has them hold that again.

        In the place of one that was closed, or is still being read, is another from now on.
        """
        for one, copy in self._copies:
            try:
                one.rollback()
                copy.backup(one, progress=_go_on)
            except sys.modules["sqlite3"].Error:
                self._replace(one, copy)
            else:
                copy.close()

    def _replace(self, connection: Any, other: Any) -> None:
        places, self._places = self._places, []
        for place, name, one in places:
            is_gone = one is connection
            self._places.append((place, name, other if is_gone else one))
            if is_gone:
                put(place, name, other)


def _is_in_memory(value: Any) -> bool:
    """Whether this is a connection to a database that no file holds."""
    if not isinstance(value, sys.modules["sqlite3"].Connection):
        return False
    with suppress(sys.modules["sqlite3"].ProgrammingError):  # it is closed
        return not any(file for _, _, file in value.execute("PRAGMA database_list"))
    return False


def _copy(connection: Any) -> Any:
    """Another one that holds the same; what the suite has begun to write is written then."""
    connection.commit()
    made = sys.modules["sqlite3"].connect(":memory:")
    connection.backup(made, progress=_go_on)
    for name in _SETTINGS:
        setattr(made, name, getattr(connection, name))
    return made


def _go_on(status: int, *_: int) -> None:
    """Raises an error where Python would wait for another connection for ever."""
    if status not in _DONE:
        raise sys.modules["sqlite3"].OperationalError("the database is in use")
