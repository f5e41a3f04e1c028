"""Which values of a suite are put back after each test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

import pytest
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
