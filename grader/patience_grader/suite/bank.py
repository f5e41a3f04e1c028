"""The question bank of a coursework, of which there are two editions.

The marked edition examines submissions, and never leaves the grader. The public one holds
other questions of the same kinds; it is recorded, and handed out with the check. All of a
suite that says what is asked, or that needs the reference solution, lies in its package
`bank`; what lies beside it judges answers, and is handed out as it is.

Every module of a bank exports its questions as constants in `__all__`: plain values, values of
the supplied modules, and dataclasses of the suite. `bank/__init__.py` exports one thing, the
`BOOK` with the answers. Where a record takes the place of the bank, the constants are those
that were recorded, and the book is a `RecordedBook`.

Whatever a bank leaves to chance comes from `drawing`: in the marked edition from the secret of
the course, which is nowhere in the repository.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from random import Random
from typing import Protocol

from ..sandbox.seeds import PUBLIC_KEY, random_of

__all__ = [
    "Arguments",
    "Book",
    "Edition",
    "Known",
    "RecordedBook",
    "drawing",
    "is_public",
    "key_of",
    "making",
]

Arguments = tuple[object, ...]
"""What a function is called with."""


@dataclass(frozen=True)
class Known:
    """What is known to be right for a question."""

    value: object = None
    others: tuple[object, ...] = ()
    """Further values that are as right."""
    refusals: tuple[str, ...] = ()
    """The supplied errors of which raising any is right; then no value is."""


class Book(Protocol):
    """The answers to the questions of a bank."""

    functions: Sequence[str]
    """The functions for which it can answer any question."""

    def answer(self, function: str, arguments: Arguments) -> Known:
        """What is right."""

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        """Arguments that are a little simpler, the simplest first."""

    def aspect(self, function: str, arguments: Arguments) -> str:
        """Which aspect of the function the question examines; empty when that is not known."""

    def picture(self, value: object) -> str:
        """A value as the reference draws it; empty when it has no drawing."""


@dataclass(frozen=True)
class Edition:
    """Which of the questions of a bank are made."""

    public: bool = False
    key: bytes | None = PUBLIC_KEY
    """What the marked edition is drawn from; None where nothing may be drawn."""


_making: ContextVar[Edition] = ContextVar("edition", default=Edition())  # noqa: B039 it is frozen


@contextmanager
def making(edition: Edition) -> Iterator[None]:
    """Has the banks that are imported within make this edition.

    A bank that is imported already stays what it is, so a process imports one edition only.
    """
    before = _making.set(edition)
    try:
        yield
    finally:
        _making.reset(before)


def is_public() -> bool:
    """Whether the public edition is made, and not the one that marks."""
    return _making.get().public


def drawing(*label: object, public: bool | None = None) -> Random:
    """A stream of random numbers for a label, of the edition that is made unless one is named.

    The marked edition draws from the secret of the course, the public one from nothing else
    than the label. Raises RuntimeError where the questions come from a file: what is drawn
    then would be none of theirs.
    """
    edition = _making.get()
    if edition.public if public is None else public:
        return random_of(PUBLIC_KEY, "public edition", *label)
    if edition.key is None:
        raise RuntimeError(f"{label} is drawn, though the questions are in a file")
    return random_of(edition.key, "marked edition", *label)


class RecordedBook(Book):
    """The answers that were recorded with the questions, and no others."""

    functions: Sequence[str] = ()

    def __init__(self, answers: Mapping[object, Known]) -> None:
        """`answers` are found by `key_of` their questions."""
        self._answers = answers

    def answer(self, function: str, arguments: Arguments) -> Known:
        """What was recorded. Raises KeyError when nothing was."""
        return self._answers[key_of(function, arguments)]

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:  # noqa: ARG002
        """Nothing: what is right for other arguments is not known."""
        return ()

    def aspect(self, function: str, arguments: Arguments) -> str:  # noqa: ARG002
        """Not known."""
        return ""

    def picture(self, value: object) -> str:  # noqa: ARG002
        """No drawing."""
        return ""


def key_of(function: str, arguments: Arguments) -> object:
    """A question as something that can be looked up; a list is another key than a tuple."""
    return function, tuple(("list", tuple(one)) if type(one) is list else one for one in arguments)
