"""What a test calls of a student's code, and what comes back: the evidence for a lost criterion."""

from __future__ import annotations

import inspect
import reprlib
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any

_MOST = 200
_LONGEST = 400
_NOT_CALLS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 120
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = _SHORT.maxset = 20
_SHORT.maxlevel = 5
_PLAIN = (type(None), bool, int, float, complex, str, bytes, list, tuple, set, frozenset, dict)


class Trace:
    """The calls that reach a student's code from outside it, as `[call, outcome]` in words."""

    def __init__(self, code: Path) -> None:
        """`code` is the folder of the student's files."""
        self._code = str(code)
        self._inside: FrameType | None = None
        self._seen: list[Any] = []
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._raised: BaseException | None = None
        self.calls: list[list[str]] = []

    def begin(self) -> None:
        """Forgets what was called so far."""
        self._inside = None
        self._seen, self._names, self._numbers = [], {}, {}
        self.calls = []

    @contextmanager
    def running(self) -> Iterator[None]:
        """While a test runs."""
        self.begin()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(None)

    def shown(self, value: Any) -> str:
        """A value as Python, not too long; an object by a name of its own."""
        if id(value) in self._names:
            return self._names[id(value)]
        if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            inner = ", ".join([self.shown(one) for one in value[:20]] + ["..."] * (len(value) > 20))
            if isinstance(value, list):
                return f"[{inner}]"
            return f"({inner}{',' if len(value) == 1 else ''})"
        if callable(value) and hasattr(value, "__name__"):
            return str(value.__name__)
        if type(value) not in _PLAIN and "__repr__" not in _names_in(type(value)):
            return f"an object of {type(value).__name__}"
        return _short(value)

    def _called(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        if (
            event != "call"
            or self._inside is not None
            or not frame.f_code.co_filename.startswith(self._code)
            or frame.f_code.co_flags & _NOT_CALLS
            or frame.f_code.co_name.startswith("<")
            or len(self.calls) >= _MOST
        ):
            return None
        self._inside = frame
        self.calls.append([self._text(frame)[:_LONGEST], ""])
        self._raised = None
        return self._went_on

    def _went_on(self, frame: FrameType, event: str, value: Any) -> Callable[..., Any] | None:
        if event == "exception":
            self._raised = value[1]
        elif event == "line":
            self._raised = None
        elif event == "return" and frame is self._inside:
            self._inside = None
            if frame.f_code.co_name == "__init__" and self._raised is None:
                value = next(iter(frame.f_locals.values()), None)
            self.calls[-1][1] = self._outcome(value)[:_LONGEST]
        return self._went_on

    def _outcome(self, value: Any) -> str:
        if self._raised is not None and value is None:
            return f"raises {_short(self._raised)}"
        return self.shown(value)

    def _text(self, frame: FrameType) -> str:
        names, rest, named, values = inspect.getargvalues(frame)
        code = frame.f_code
        given = [values[name] for name in names[: code.co_argcount]]
        name = code.co_name
        method = "." in code.co_qualname.rpartition("<locals>.")[2]
        parts = [self.shown(one) for one in (given[1:] if method else given)]
        if rest:
            parts += [self.shown(one) for one in values[rest]]
        others = {one: values[one] for one in names[code.co_argcount :]}
        others |= values[named] if named else {}
        parts += [f"{key}={self.shown(one)}" for key, one in others.items()]
        if method and given and _is_property(given[0], name):
            return f"{self._owner(given[0])}.{name}"
        if method and given:
            is_new = name == "__init__"
            name = self._name(given[0]) if is_new else f"{self._owner(given[0])}.{name}"
        return f"{name}({', '.join(parts)})"

    def _name(self, made: Any) -> str:
        """The class of what is being made, which has a name from now on."""
        cls = type(made).__name__
        number = self._numbers[cls] = self._numbers.get(cls, 0) + 1
        self._names[id(made)] = f"{cls.lower()}{number}"
        self._seen.append(made)
        return cls

    def _owner(self, value: Any) -> str:
        return value.__name__ if isinstance(value, type) else self.shown(value)


def _is_property(value: Any, name: str) -> bool:
    """Whether an attribute of a value is looked up, and not called."""
    found = inspect.getattr_static(type(value), name, None)
    return isinstance(found, property | cached_property)


def _names_in(cls: type) -> set[str]:
    """The names in a class and those that it is derived from, but for `object`."""
    return {name for one in cls.__mro__ if one is not object for name in vars(one)}


def _short(value: Any) -> str:
    try:
        return _SHORT.repr(value)
    except Exception:  # noqa: BLE001 a student's `__repr__` may do anything
        return f"an object of {type(value).__name__}"


def lines_of(error: BaseException, code: Path) -> list[str]:
    """The student's own lines that an exception came through, outermost first."""
    return [
        f"{Path(row.filename).relative_to(code).as_posix()}, line {row.lineno}, in {row.name}: "
        f"{(row.line or '').strip()}"
        for row in traceback.extract_tb(error.__traceback__)
        if Path(row.filename).is_relative_to(code)
    ][:50]


def stack_of(frame: FrameType | None, code: Path) -> list[str]:
    """The student's own lines that are being run, outermost first."""
    return [
        f"{Path(row.filename).relative_to(code).as_posix()}, line {row.lineno}, in {row.name}: "
        f"{(row.line or '').strip()}"
        for row in traceback.extract_stack(frame)
        if Path(row.filename).is_relative_to(code)
    ][:20]
