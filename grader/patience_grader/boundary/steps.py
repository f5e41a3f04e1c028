"""What a test did with a submission, step by step, for evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..sandbox.answers import Frame
from .drawings import NO_DRAWINGS, Drawings
from .source import Operation, Source, shortened

LOST = "lost"
"""The outcome of an operation at which the guest was lost."""
GROUP = "got"
"""A list or the like that holds objects is called this, and a number."""
MOST = 200
"""So many operations are taken down of all examples, and all that deviate."""
_MOST_OF_EXAMPLE = 5_000
_MOST_WRITTEN = 2_000_000
"""No more is taken down of an example once requests and answers are so many characters."""


Place = tuple[int, int]
"""A frame that is run, and how far it has come."""


@dataclass(frozen=True)
class Step:
    """An operation on a submission."""

    source: Source
    request: list[Any]
    expected: list[Any] | None
    answer: list[Any]
    frames: tuple[Frame, ...]
    acts: bool
    """Whether it may have changed something, as a call may."""
    deviates: bool
    name: str = ""
    """What the object is called from then on that it gave or raised, or the list of objects."""
    drawings: Drawings = NO_DRAWINGS
    plain: list[Any] | None = None
    """The answer with what objects hold in their place, where they stand for plain values."""
    right: list[Any] | None = None
    """What is expected, to be shown."""
    called: tuple[str, ...] = ()
    """How the suite should be called meanwhile, and how it is, where that is otherwise."""
    place: Place | None = None
    """Where the suite gathers answers, if it does: it looks at none before all have come."""
    is_after_gap: bool = False
    """Whether operations before it were not taken down."""
    amid: Source | None = None
    """The operation that was going on, where a function of the suite's that it called does this."""

    @property
    def is_raised(self) -> bool:
        """Whether what it gives is an exception that it raises."""
        return bool(self.answer[3][0] == "raise")

    @property
    def text(self) -> str:
        """The operation as Python, not too long."""
        return shortened(self.source.text)


class ObjectNames:
    """What the objects of one run are called in evidence."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self.last = ""
        """The name that was given last."""

    def new(self, path: str) -> str:
        """The name of another object of this class."""
        name = path.rpartition(":")[2].rpartition(".")[2].lower()
        self._counts[name] += 1
        self.last = f"{name}{self._counts[name]}" if name.isidentifier() else "it"
        return self.last

    def new_group(self) -> str:
        """The name of another list or the like that holds objects."""
        self._counts[GROUP] += 1
        self.last = f"{GROUP}{self._counts[GROUP]}"
        return self.last


class Doing:
    """The operation that one run is carrying out, as it will be taken down."""

    def __init__(self) -> None:
        self.inside: Mapping[int, str] = {}
        """Where the objects lie in what it gives, by their numbers; none if that is one itself."""
        self.group = ""
        """What it gives is called, once it is known to hold an object."""
        self.operation = Operation("")
        self.place: Place | None = None
        self.source = Source()
        self.request: list[Any] = []
        self.names = ObjectNames()
        self.amid: list[Source] = []
        """The operations in which the submission has called the suite, the outermost first."""

    def source_of(self, number: int, path: str) -> Source:
        """What an object of this number and class is called that the operation gives."""
        place = self.inside.get(number, "")
        if not self.operation.gives_name:
            return replace(self.source, text=f"{self.source.text}{place}") if place else self.source
        if not place:
            return self.named(path)
        self.group = self.group or self.names.new_group()
        return Source(f"{self.group}{place}")

    def named(self, path: str) -> Source:
        """What an object of this class is called that the operation gives, or raises."""
        return Source(self.names.new(path))


class Steps:
    """The operations of one run of a test, by the examples that it goes through."""

    def __init__(self) -> None:
        self.all: list[Step] = []
        """In every example: so many of the first, and those that deviate."""
        self._before: list[Step] = []
        self._example: list[Step] | None = None
        self._left = _MOST_WRITTEN
        self._has_gap = False

    def end_example(self) -> None:
        """An example of a drawn test has ended: what is done now is done for the next one."""
        self._example = []
        self._left = _MOST_WRITTEN
        self._has_gap = False

    def add(self, step: Step) -> None:
        """Takes an operation down."""
        current = self._before if self._example is None else self._example
        is_full = len(current) >= _MOST_OF_EXAMPLE or self._left < 0
        if step.deviates or not is_full:
            self._left -= len(repr(step.request)) + len(repr(step.answer))
            current.append(replace(step, is_after_gap=self._has_gap))
        self._has_gap = is_full and not step.deviates
        if step.deviates or len(self.all) < MOST:
            self.all.append(step)

    @property
    def of_example(self) -> list[Step]:
        """The operations of the last example, and those before the first one."""
        return [*self._before, *(self._example or ())]
