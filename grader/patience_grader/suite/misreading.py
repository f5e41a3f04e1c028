"""Ways of misreading a handout, and the questions of a suite as such a reader understands them.

A coursework names them in `grader/suites/NAME/misreadings.py`, as `MISREADINGS`. Each is a pair of
maps on values: how a question is put so that it means to such a reader what it means to others,
and what the reader's answer means. Or it says what such a reader holds for right, which the
comparisons of a plain suite cannot follow. So a submission is judged by the same tests, as if
everybody had read the handout that way.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from types import FunctionType, ModuleType
from weakref import WeakKeyDictionary

from ..errors import InputError, PatienceError
from ..sandbox.batch import Batch
from .cases import Arguments, Case, Cases, Expected, Value

__all__ = ["Misreading", "MisreadingError", "Reader", "Reading", "altered", "checked"]

_FIRST = 3
"""So many questions of a criterion are put first: most misreadings fail on them."""


class MisreadingError(InputError):
    """A misreading cannot be tried: what the coursework states for it fails on a question."""


def _as_they_are(_: str, arguments: Arguments) -> Arguments:
    return arguments


def _as_it_is(_: str, value: object) -> object:
    return value


def _as_usual(_: str, __: Arguments) -> Expected | None:
    return None


@dataclass(frozen=True)
class Misreading:
    """One way of misreading a handout. The functions are given the function that is asked.

    It is called as in `Cases`, or in a plain suite by its full name, and what is stated by keyword
    stays as it is there.
    """

    name: str
    sentence: str
    """What the student is told, in one sentence that begins with what the submission does."""
    put: Callable[[str, Arguments], Arguments] = _as_they_are
    """The arguments that mean to such a reader what these mean to others."""
    read: Callable[[str, object], object] = _as_it_is
    """What a value means that such a reader returns. May raise for one that means nothing."""
    right: Callable[[str, Arguments], Expected | None] = _as_usual
    """What such a reader holds for right, where that is not what is right; None elsewhere."""

    @property
    def is_variant(self) -> bool:
        """Whether it says what is held for right; two that do cannot be combined."""
        return self.right is not _as_usual


@dataclass(frozen=True)
class _Prepared:
    """The cases that were put already, and their batches, by those that they were made from."""

    cases: WeakKeyDictionary[Cases, Cases] = field(default_factory=WeakKeyDictionary)
    batches: WeakKeyDictionary[Batch, Batch] = field(default_factory=WeakKeyDictionary)


@dataclass(frozen=True)
class Reading:
    """A way of reading the handout: one misreading, or several at once."""

    misreadings: tuple[Misreading, ...]
    _first: _Prepared = field(default_factory=_Prepared, repr=False, compare=False)
    _all: _Prepared = field(default_factory=_Prepared, repr=False, compare=False)

    def of(self, cases: Cases, *, only_first: bool = False) -> Cases:
        """The cases as they are put to such a reader, or the first few. They are made once.

        Raises MisreadingError when a misreading fails on them.
        """
        prepared = self._first if only_first else self._all
        found = prepared.cases.get(cases)
        if found is None:
            some = cases.cases[:_FIRST] if only_first else cases.cases
            found = prepared.cases[cases] = self._read(cases, some, prepared.batches)
        return found

    def put(self, function: str, arguments: Arguments) -> Arguments:
        """The arguments that mean to such a reader what these mean to others.

        Raises MisreadingError when a misreading fails on them.
        """
        for one in self.misreadings:
            try:
                arguments = one.put(function, arguments)
            except Exception as fault:
                raise _failed(one, function, fault) from fault
        return arguments

    def read(self, function: str, value: object) -> object:
        """What a value means that such a reader returns. Raises for one that means nothing."""
        for one in reversed(self.misreadings):
            value = one.read(function, value)
        return value

    def _read(
        self, cases: Cases, some: Sequence[Case], batches: WeakKeyDictionary[Batch, Batch]
    ) -> Cases:
        other = copy(cases)
        other.found_right = set()
        other.all_right = ()
        other.cases = [self._case(cases.function, one) for one in some]
        found = batches.get(cases.batch)
        if found is None:
            found = batches[cases.batch] = _batch(cases, some, other.cases)
        other.batch = found
        return other

    def _case(self, function: str, case: Case) -> Case:
        return Case(self.put(function, case.arguments), self._expected(function, case))

    def _expected(self, function: str, case: Case) -> Expected:
        expected = case.expected
        for one in self.misreadings:
            try:
                expected = one.right(function, case.arguments) or expected
            except Exception as fault:
                raise _failed(one, function, fault) from fault
        if not isinstance(expected, Value):
            return expected
        accepts = expected.accepts

        def means_what_is_right(value: object) -> bool:
            try:
                value = self.read(function, value)
            except PatienceError:
                raise
            except Exception:  # noqa: BLE001 the value means nothing to such a reader
                return False
            return accepts(value)

        return replace(expected, accepts=means_what_is_right)


class Reader:
    """Reads cases for one criterion of one submission, and notes what it read."""

    def __init__(self, reading: Reading, *, only_first: bool) -> None:
        """`only_first` lets it put the first few questions of each of the cases alone."""
        self.reading = reading
        self._only_first = only_first
        self.read: list[Cases] = []
        """The cases that were read, as they are usually put."""

    def __call__(self, cases: Cases) -> Cases:
        """The cases as they are put to such a reader."""
        self.read.append(cases)
        return self.reading.of(cases, only_first=self._only_first)


def _batch(cases: Cases, some: Sequence[Case], put: Sequence[Case]) -> Batch:
    """The questions as they are put: the same batch if they are the same questions."""
    pairs = zip(some, put, strict=True)
    if len(put) == len(cases.cases) and all(a.arguments == b.arguments for a, b in pairs):
        return cases.batch
    calls = [(cases.function, one.arguments) for one in put]
    return Batch(calls, cases.manner.types, lasting=True)


def altered(module: ModuleType, **functions: Callable[..., object]) -> ModuleType:
    """A copy of the module in which these functions are others, also for those that call them."""
    assert module.__file__
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    assert spec
    assert spec.loader
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    for name, function in functions.items():
        assert isinstance(getattr(other, name), FunctionType)
        setattr(other, name, function)
    return other


def checked(stated: object, file: str) -> tuple[Misreading, ...]:
    """What a module states as its MISREADINGS.

    Raises InputError, naming the file, if that is not a sequence of misreadings, each of which has
    a name of its own and one sentence.
    """
    found = tuple(stated) if isinstance(stated, list | tuple) else ()
    if not found or not all(isinstance(one, Misreading) for one in found):
        raise InputError(f"{file}: MISREADINGS must be a list of Misreading(...)")
    names = [one.name for one in found]
    for one in found:
        if not one.name.strip() or names.count(one.name) > 1:
            raise InputError(f"{file}: two misreadings have the name {one.name!r}")
        if not one.sentence.strip() or "\n" in one.sentence:
            raise InputError(f"{file}: {one.name} needs one sentence, on one line")
    return found


def _failed(one: Misreading, function: str, fault: Exception) -> MisreadingError:
    return MisreadingError(
        f"the misreading {one.name!r} fails on {function}: {type(fault).__name__}: {fault}"
    )
