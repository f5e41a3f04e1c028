"""What a suite has replaced, in its place while submitted code runs, and the folder it runs in."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_grader.sandbox.guest.lookup import Lookup
    from patience_grader.sandbox.guest.notices import Notices
    from patience_grader.sandbox.guest.streams import Streams

_NEVER_CALLED = ("input", "print", "open")
"""What the kit's own code does not call of Python's functions that a suite may replace."""


class Patches:
    """What has been replaced at this end so far."""

    def __init__(
        self,
        lookup: Lookup,
        shield: Callable[[], contextlib.AbstractContextManager[object]],
        streams: Streams,
        notices: Notices,
    ) -> None:
        """`shield`, the streams and the notices are entered while code of this end runs."""
        self._lookup = lookup
        self._shield = shield
        self._streams = streams
        self._notices = notices
        self._stack = contextlib.ExitStack()
        self._lent: tuple[dict[str, Any], dict[str, Any]] = {}, {}
        """What of Python's own functions is replaced while submitted code runs, and by what."""
        self.begin()

    def begin(self) -> None:
        """Forgets everything: another test begins."""
        self._held: dict[tuple[str, str], Any] = {}
        self._place = ""
        self.root: Path | None = None
        """The folder of the files of the test, once there is one."""

    def take(self, changes: list[Any], read: Callable[[Any], Any]) -> None:
        """Takes in what the suite has replaced, or put back; `read` gives the values of nodes."""
        for module, name, node in changes:
            if module == "/":
                continue
            if module == "cwd":
                self._place = name
            elif module == "environ":
                self._held[module, name] = read(node)
            elif node is None:
                self._held.pop((module, name), None)
            else:
                self._held[module, name] = read(node)

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """While code of this end runs: its streams, its generator, and what is replaced."""
        outer, self._stack = self._stack, contextlib.ExitStack()
        self._enter()
        try:
            yield
        finally:
            self._stack.close()
            self._stack = outer

    def _enter(self) -> None:
        self._stack.enter_context(self._shield())
        self._stack.enter_context(self._streams)
        self._stack.enter_context(self._notices)

    def replace_all(self) -> None:
        """Puts all of it in place, as long as code of this end runs."""
        if self.root is not None:
            self._stack.enter_context(_working_in(self.root / self._place))
        for (module, name), value in self._held.items():
            if module != "builtins" or name in _NEVER_CALLED:
                self._replace(module, name, value)

    def _replace(self, module: str, name: str, value: Any) -> None:
        if module == "environ":
            self._stack.callback(_set_variable, name, os.environ.get(name))
            return _set_variable(name, value)
        if name == "recursionlimit":
            self._stack.callback(sys.setrecursionlimit, sys.getrecursionlimit())
            return sys.setrecursionlimit(value)
        place: Any = self._lookup.module(module) or importlib.import_module(module)
        *owner, last = name.split(".")
        for part in owner:
            place = getattr(place, part)
        self._stack.callback(setattr, place, last, vars(place)[last])
        return setattr(place, last, value)

    @contextlib.contextmanager
    def borrowed(self) -> Iterator[None]:
        """While submitted code itself runs: what the suite has replaced of Python's own functions.

        The kit calls these, too.
        """
        found = {
            name: value
            for (module, name), value in self._held.items()
            if module == "builtins" and name not in _NEVER_CALLED
        }
        originals = {name: vars(builtins)[name] for name in found}
        outer, self._lent = self._lent, (found, originals)
        vars(builtins).update(found)
        try:
            yield
        finally:
            vars(builtins).update(originals)
            self._lent = outer

    @contextlib.contextmanager
    def given_back(self) -> Iterator[None]:
        """While the kit's own code runs in the midst of submitted code: Python's own functions."""
        lent, self._lent = self._lent, ({}, {})
        found, originals = lent
        vars(builtins).update(originals)
        try:
            yield
        finally:
            vars(builtins).update(found)
            self._lent = lent

    @contextlib.contextmanager
    def outside(self) -> Iterator[None]:
        """While the suite's own code runs."""
        self._stack.close()
        found, originals = self._lent
        vars(builtins).update(originals)
        try:
            yield
        finally:
            vars(builtins).update(found)
            self._enter()
            self.replace_all()


def _set_variable(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


@contextlib.contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    with contextlib.suppress(OSError):
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
