"""What a suite has replaced, in its place while submitted code runs, and the folder it runs in."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import nodes
else:
    import nodes

if TYPE_CHECKING:
    from patience_grader.sandbox.guest.lookup import Lookup
    from patience_grader.sandbox.guest.notices import Notices
    from patience_grader.sandbox.guest.streams import Streams

_NEVER_CALLED = ("input", "print", "open")
"""What the kit's own code does not call of Python's functions that a suite may replace."""
SPY = "spy:"
"""Stands before the name of a module in which the suite only listens to what is called."""
_IN_PLACE = ("environ", "random", "sys", "time")
"""Where what is replaced is in place all the time that code of this end runs."""
_Lent = list[tuple[Any, str, Any, Any]]
"""Where something is replaced while submitted code itself runs, by what, and what that was."""


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
        self._lent: _Lent = []
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
            if not self._is_lent(module, name):
                self._replace(module, name, value)

    def _replace(self, module: str, name: str, value: Any) -> None:
        if module == "environ":
            self._stack.callback(_set_variable, name, os.environ.get(name))
            return _set_variable(name, value)
        if name == "recursionlimit":
            self._stack.callback(sys.setrecursionlimit, sys.getrecursionlimit())
            return sys.setrecursionlimit(value)
        place, last, put, original = self._found(module, name, value)
        self._stack.callback(setattr, place, last, original)
        return setattr(place, last, put)

    def _found(self, module: str, name: str, value: Any) -> tuple[Any, str, Any, Any]:
        """The module or class that holds something, its name there, what to put, and what it is."""
        path = module.removeprefix(SPY)
        place: Any = self._lookup.module(path) or importlib.import_module(path)
        *owner, last = name.split(".")
        for part in owner:
            place = getattr(place, part)
        original = vars(place)[last]
        return place, last, _spied(original, value) if path != module else value, original

    def _is_lent(self, module: str, name: str) -> bool:
        """Whether the kit calls it, too, so that it is replaced for submitted code alone."""
        module = module.removeprefix(SPY)
        if module == "builtins":
            return name not in _NEVER_CALLED
        return module not in _IN_PLACE and module not in self._lookup.supplied

    @contextlib.contextmanager
    def borrowed(self) -> Iterator[None]:
        """While submitted code itself runs: what the suite has replaced that the kit calls, too."""
        found = [
            self._found(module, name, value)
            for (module, name), value in self._held.items()
            if self._is_lent(module, name)
        ]
        outer, self._lent = self._lent, found
        _put(found)
        try:
            yield
        finally:
            _put_back(found)
            self._lent = outer

    @contextlib.contextmanager
    def given_back(self) -> Iterator[None]:
        """While the kit's own code runs in the midst of submitted code: what is Python's own."""
        lent, self._lent = self._lent, []
        _put_back(lent)
        try:
            yield
        finally:
            _put(lent)
            self._lent = lent

    @contextlib.contextmanager
    def outside(self) -> Iterator[None]:
        """While the suite's own code runs."""
        self._stack.close()
        lent = self._lent
        _put_back(lent)
        try:
            yield
        finally:
            _put(lent)
            self._enter()
            self.replace_all()


def _spied(original: Any, told: Callable[..., object]) -> Callable[..., Any]:
    """The original, of whose calls the suite is told."""

    def spy(*given: Any, **named: Any) -> Any:
        try:
            told(*given, **named)
        except nodes.NodeError:  # what is handed over does not cross
            told()
        return original(*given, **named)

    spy.__name__ = spy.__qualname__ = getattr(original, "__name__", "spy")
    return spy


def _put(lent: _Lent) -> None:
    for place, name, value, _ in lent:
        setattr(place, name, value)


def _put_back(lent: _Lent) -> None:
    for place, name, _, original in lent:
        setattr(place, name, original)


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
