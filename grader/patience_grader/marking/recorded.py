"""Tests of a plain suite, with what each asked the reference."""

from __future__ import annotations

import json
import unittest
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property

import pytest
from hypothesis.errors import InvalidArgument, Unsatisfiable

from ..boundary.bound_modules import NO_PLACE
from ..boundary.criteria import Criterion
from ..boundary.exchange import Exchange, all_of
from ..boundary.kept_examples import KeptExample
from ..boundary.messages import Message, messages_of
from ..boundary.signals import Unusable
from ..sandbox.guest.nodes import MAX_CELLS, MAX_DEPTH, MAX_NODES, MAX_TEXT, NodeError
from ..text.sanitize import one_line

_MOST = (
    f"{MAX_NODES:,} numbers, texts and other values and {MAX_TEXT >> 20} MiB of text at a time, "
    f"{MAX_DEPTH} lists within each other, {MAX_CELLS:,} lists, dicts and objects in a test are "
    "the most"
)


@dataclass
class Recorded:
    """A test, and what it asked the reference."""

    item: pytest.Item
    exchanges: list[Exchange]
    required: int
    is_scriptable: bool
    error: BaseException | None
    seconds: float
    """The processor time that it took."""
    clocks: Set[str] = frozenset()
    """By what it may look at how long answers take, so that right ones alone do not pass it."""
    allowed: float | None = None
    """So many seconds it allows itself, by its mark `timeout`."""
    examples: Sequence[KeptExample] = ()
    """What it was given, one by one, if it is drawn and that can be had again."""
    is_disturbed: bool = False
    """Whether the reference answers it differently where other tests came before it."""
    is_one_by_one: bool = False
    """Whether it goes over question by question, as the reference answers it differently else."""

    @property
    def is_played(self) -> bool:
        """Whether it goes over as a script, in a guest that plays those of other tests, too."""
        return self.is_scriptable and not self.is_disturbed

    @property
    def script(self) -> tuple[Message, ...]:
        """What it asked, as it goes over to submissions."""
        return self._one_by_one if self.is_one_by_one else self._together

    @cached_property
    def _together(self) -> tuple[Message, ...]:
        return messages_of(self.exchanges)

    @cached_property
    def _one_by_one(self) -> tuple[Message, ...]:
        return messages_of([replace(one, is_independent=False) for one in self.exchanges])

    @property
    def sent(self) -> list[Exchange]:
        """What it asked, with the requests as they are sent."""
        return [
            replace(exchange, request=request)
            for message in self.script
            for exchange, request in zip(message.exchanges, message.requests, strict=True)
        ]

    @cached_property
    def is_plain(self) -> bool:
        """Whether only plain values are spoken of, and no objects of students' classes."""
        said = json.dumps([[one.request, one.answer] for one in self.exchanges])
        return '["h", ' not in said

    @cached_property
    def requests(self) -> str:
        """All that it asked, as one text in which names can be looked for."""
        return json.dumps([one.request for one in all_of(self.exchanges)], default=str)


@dataclass
class Examined:
    """A criterion and its recorded tests."""

    criterion: Criterion
    tests: list[Recorded] = field(default_factory=list)
    is_repeatable: bool | None = None
    """Whether they end alike one after the other in the same process; None if not tried yet."""

    @property
    def refusal(self) -> str:
        """Why it cannot examine anybody; empty when it can."""
        for test in self.tests:
            if why := _set_aside(test):
                return why
            if test.error is not None:
                if NO_PLACE in str(test.error):
                    return "it reads or runs the file of a student's module, which does not cross"
                if isinstance(test.error, Unusable):
                    return str(test.error)
                if isinstance(test.error, NodeError) and "too " in str(test.error):
                    return f"too much goes between it and students' code ({test.error}): {_MOST}"
                why = one_line(f"{type(test.error).__name__}: {test.error}")[:300]
                if isinstance(test.error, InvalidArgument | Unsatisfiable):
                    return f"no examples can be drawn for it ({why})"
                if not test.exchanges:
                    return f"it fails before it asks anything of what students write ({why})"
                return f"the solution does not pass it ({why})"
        if not any(test.required for test in self.tests):
            return "it asks nothing of what students write"
        return ""


def played_in(examined: Collection[Examined]) -> tuple[list[Recorded], list[int]]:
    """The tests that go over as scripts, and the number of the criterion of each."""
    found = [
        (test, number)
        for number, one in enumerate(examined)
        for test in one.tests
        if test.is_played
    ]
    return [test for test, _ in found], [number for _, number in found]


def _set_aside(test: Recorded) -> str:
    """Why the suite itself does not count a test that fails; empty when it does."""
    if test.error is None:
        return ""
    if isinstance(test.error, pytest.skip.Exception | unittest.SkipTest):
        return one_line(f"it is skipped ({test.error})")[:300]
    case = getattr(test.item, "obj", None)
    if test.item.get_closest_marker("xfail") or getattr(
        case, "__unittest_expecting_failure__", False
    ):
        return "it is marked as one that fails"
    return ""
