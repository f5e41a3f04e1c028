"""The warm parent of the guests of this process: one that is forked from it starts a twin."""

from __future__ import annotations

import os

from ..course.coursework import Coursework
from ..sandbox.host import Parent


class OwnParent:
    """Starts the parent of a coursework's guests when it is first needed, once in each process."""

    def __init__(self, coursework: Coursework) -> None:
        self._coursework = coursework
        self._parent: Parent | None = None
        self._process = os.getpid()

    def get(self) -> Parent:
        """The parent that this process has started. Raises KitError when it cannot be."""
        if self._parent is None:
            self._parent = Parent(self._coursework.preload(), self._coursework.limits)
        elif self._process != os.getpid():
            self._parent = self._parent.twin()
        self._process = os.getpid()
        return self._parent

    def forget(self) -> None:
        """Starts another the next time: this one has failed."""
        self._parent = None

    def close(self) -> None:
        """Ends the parent, if it is this process's."""
        if self._parent is not None and self._process == os.getpid():
            self._parent.close()
        self._parent = None
