"""What a suite replaces in modules that both ends know: Python's own, packages, supplied ones.

It is replaced for submissions, too.
"""

from __future__ import annotations

import builtins
import operator
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import DEFAULT, AsyncMock, Mock, _patch

from ..sandbox.guest.patches import SPY
from .given import GivenModule
from .replaceable import Place

Write = tuple[Callable[[Any], Any]]

BORROWED = (
    "abs all any divmod enumerate filter len map max min pow reversed round sorted sum zip"
).split()
"""Functions of Python's own that a suite may forbid, and that the kit's own code calls, too."""
_CLOCKS = (
    "time time_ns sleep perf_counter perf_counter_ns monotonic monotonic_ns process_time "
    "process_time_ns thread_time localtime gmtime strftime ctime"
).split()
_WATCHED: tuple[tuple[Any, str, str], ...] = (
    *((builtins, "builtins", name) for name in ("input", "print", "open", *BORROWED)),
    *((sys, "sys", name) for name in ("stdin", "argv", "exit", "platform")),
    *((time, "time", name) for name in _CLOCKS),
    *(
        (random, "random", name)
        for name in (
            "random randint choice choices shuffle sample randrange uniform gauss SystemRandom"
        ).split()
    ),
)


_BORROWED = tuple(Place(builtins, "builtins", name, vars(builtins)[name]) for name in BORROWED)
_PLACES = tuple((module, part) for module, _, part in _WATCHED)
_Replaced = dict[tuple[str, str], Any]
_ACTIVE: list[Any] = vars(_patch)["_active_patches"]
"""What `mock.patch` has started and not stopped."""


@contextmanager
def put_back(places: Sequence[Place]) -> Iterator[None]:
    """What a test leaves in such places when it is lost is not there for the next."""
    held = [*_PLACES, *((one.holder, one.last) for one in places)]
    before = [(place, part, vars(place)[part]) for place, part in held if part in vars(place)]
    try:
        yield
    finally:
        _ACTIVE.clear()
        for place, part, value in before:
            if vars(place).get(part) is not value:
                setattr(place, part, value)


class Patches:
    """The replacements that have been sent so far."""

    def __init__(self, given: Sequence[GivenModule] = (), places: Sequence[Place] = ()) -> None:
        """`given` are the supplied modules; there may come to be more.

        `places` are what the suite may replace elsewhere.
        """
        self._given = given
        self._places = places
        self._borrowed = (*_BORROWED, *places)
        self._spaces = tuple(
            (vars(holder), part)
            for holder, part in (*_PLACES, *((one.holder, one.last) for one in places))
        )
        self._original = {(name, part): getattr(module, part) for module, name, part in _WATCHED}
        self._sent: dict[tuple[str, str], Any] = {}
        self._spied: set[tuple[str, str]] = set()
        """Those of them that only listen."""
        self._held: Sequence[Any] = ()
        """What Python's own modules held when this was last asked."""
        self.told: list[Any] = []
        """What the suite has put in places since this was asked before."""
        self._environment = _as_held()
        self._limit: int | None = None
        self._aside: _Replaced = {}
        """What the suite has in the place of borrowed functions, while the kit's own code runs."""

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """While the kit's own code runs in a test."""
        outer, self._aside = self._aside, self._replaced()
        self._put_back(self._aside)
        try:
            yield
        finally:
            self._put(self._aside)
            self._aside = outer

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """While the suite's code runs that this has called."""
        self._put(self._aside)
        try:
            yield
        finally:
            self._aside = self._replaced()
            self._put_back(self._aside)

    def _replaced(self) -> _Replaced:
        """What stands in the place of borrowed functions now."""
        return {
            (one.name, one.part): held
            for one in self._borrowed
            if (held := vars(one.holder).get(one.last, one.original)) is not one.original
        }

    def _put(self, replaced: _Replaced) -> None:
        for one in self._borrowed if replaced else ():
            if (one.name, one.part) in replaced:
                setattr(one.holder, one.last, replaced[one.name, one.part])

    def _put_back(self, replaced: _Replaced) -> None:
        for one in self._borrowed if replaced else ():
            if (one.name, one.part) in replaced:
                setattr(one.holder, one.last, one.original)

    def set_recursion_limit(self, limit: int) -> None:
        """The suite has set the limit of recursion. Others do so, too, such as Hypothesis."""
        self._limit = limit

    def changes(self) -> list[list[Any]]:
        """What has been replaced, or put back, since this was last asked."""
        self.told = []
        return [*self._new_replacements(), *self._new_variables(), *self._new_limit()]

    def _new_replacements(self) -> list[list[Any]]:
        held_now = [
            *(space.get(part) for space, part in self._spaces),
            *self._aside,
            *self._aside.values(),
        ]
        before, self._held = self._held, held_now
        is_same = len(before) == len(held_now) and all(map(operator.is_, before, held_now))
        if is_same and not self._given:
            return []
        found: list[list[Any]] = []
        for place, name, part, original in self._watched():
            held = vars(place).get(part.rpartition(".")[2], original)
            now = self._aside.get((name, part), held)
            known = self._sent.get((name, part), original)
            if now is known:
                continue
            if known is not original:
                del self._sent[name, part]
                prefix = SPY if (name, part) in self._spied else ""
                self._spied.discard((name, part))
                found.append([prefix + name, part, None])
            if now is not original:
                self._sent[name, part] = now
                self.told.append(now)
                if isinstance(place, ModuleType) and is_spy(now, original):
                    self._spied.add((name, part))
                    found.append([SPY + name, part, (_writer(_listener(now, part)),)])
                else:
                    found.append([name, part, (_writer(now),)])
        return found

    def _watched(self) -> Iterator[tuple[Any, str, str, Any]]:
        """What may have been replaced: where it is, the module, the part, and what that was."""
        for module, name, part in _WATCHED:
            yield module, name, part, self._original[name, part]
        yield from self._places
        for given in self._given:
            for part, first in given.patience_first.items():
                yield given, given.__name__, part, first
            for cls, part, method in given.patience_methods:
                if vars(cls).get(part, method) is not method or self._sent:
                    yield cls, given.__name__, f"{cls.__qualname__}.{part}", method

    def _new_variables(self) -> list[list[Any]]:
        """The variables of the environment that the suite has set or deleted."""
        held = _as_held()
        if held == self._environment:
            return []
        before, now = _variables(self._environment), _variables(held)
        self._environment = held
        names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
        self.told += [now.get(name) for name in names]
        return [["environ", name, (_writer(now.get(name)),)] for name in names]

    def _new_limit(self) -> list[list[Any]]:
        limit, self._limit = self._limit, None
        return [] if limit is None else [["sys", "recursionlimit", (_writer(limit),)]]


def is_forgotten(module: str, name: str) -> bool:
    """Whether the other end forgets by itself, when a test begins, that this was replaced.

    That is so for the test's files and where it works, variables and the limit of recursion.
    """
    return module in ("/", "cwd", "environ") or (module, name) == ("sys", "recursionlimit")


def is_spy(replacement: Any, original: Any) -> bool:
    """Whether it is a mock that does nothing but call what it stands for, and takes that down.

    That is done where the submission is: the original would do it here, with our rights.
    """
    if not isinstance(replacement, Mock) or isinstance(replacement, AsyncMock):
        return False
    held = vars(replacement)
    if held.get("_mock_return_value") is not DEFAULT:
        return False
    effect = replacement.side_effect
    return effect is original or (effect is None and held.get("_mock_wraps") is original)


def _listener(spy: Mock, part: str) -> Callable[..., None]:
    """What has a spy hear of a call of a part of a module, and calls nothing."""

    def heard(*given: Any, **named: Any) -> None:
        before, spy.side_effect = spy.side_effect, _nothing
        try:
            spy(*given, **named)
        finally:
            spy.side_effect = before

    heard.__name__ = heard.__qualname__ = part
    return heard


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _as_held() -> dict[Any, Any]:
    """The environment as Python holds it, in bytes: decoding it takes long."""
    return dict(getattr(os.environ, "_data", os.environ))


def _variables(held: Mapping[Any, Any]) -> dict[str, str]:
    """The environment, without what pytest itself sets for each test."""
    decoded = ((os.fsdecode(name), os.fsdecode(value)) for name, value in held.items())
    return {name: value for name, value in decoded if not name.startswith("PYTEST_")}


def _writer(value: Any) -> Callable[[Any], Any]:
    return lambda link: link.write(value)
