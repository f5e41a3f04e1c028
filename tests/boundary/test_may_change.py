"""Which values of a suite are put back after each test."""

from __future__ import annotations

import io
from array import array
from dataclasses import dataclass
from decimal import Context
from functools import cached_property, wraps
from typing import Any

import pytest
from patience_grader.boundary.originals import Originals
from patience_grader.boundary.suite_state import may_change


@dataclass(frozen=True)
class Plain:
    number: int

    @property
    def double(self) -> int:
        return 2 * self.number


@dataclass(frozen=True, order=True)
class Derived(Plain):
    @staticmethod
    def zero() -> int:
        return 0


@dataclass
class Open:
    number: int


@dataclass(frozen=True)
class Remembering(Plain):
    @cached_property
    def half(self) -> int:
        return self.number // 2


@dataclass(frozen=True)
class Counting(Plain):
    def count(self) -> None:
        object.__setattr__(self, "number", self.number + 1)


@dataclass(frozen=True)
class Noting(Plain):
    @property
    def noted(self) -> int:
        noted: int = self.__dict__.setdefault("note", 1)
        return noted


def _logged(method: Any) -> Any:
    @wraps(method)
    def run(self: Any) -> Any:
        return method(self)

    return run


@dataclass(frozen=True)
class Wrapped(Plain):
    @_logged
    def note(self) -> None:
        vars(self)["note"] = 1


@pytest.mark.parametrize("kind", [Plain, Derived])
def test_frozen_records_stay_as_they_are(kind: type) -> None:
    assert not may_change(kind)


@pytest.mark.parametrize("kind", [Open, Remembering, Counting, Noting, Wrapped])
def test_records_may_change_that_write_to_themselves(kind: type) -> None:
    assert may_change(kind)


def test_what_is_not_an_attribute_is_put_back_too() -> None:
    text, data, numbers = io.StringIO("ab"), io.BytesIO(b"ab"), array("i", [1, 2])
    closed, viewed, context = io.StringIO("ab"), io.BytesIO(b"ab"), Context(prec=9)
    text.seek(1)
    values = Originals()
    for one in (text, data, numbers, closed, viewed, context):
        values.keep(one)
    text.write("cd")
    data.truncate(0)
    numbers.append(3)
    closed.close()
    context.prec = 1
    with viewed.getbuffer() as view:
        view[0] = 0
        values.put_back()
    assert (text.getvalue(), text.tell(), data.getvalue()) == ("ab", 1, b"ab")
    assert (numbers, closed.getvalue(), context.prec) == (array("i", [1, 2]), "ab", 9)
