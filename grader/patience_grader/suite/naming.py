"""Which test examines a criterion: `test_exercise.py::test_aspect` examines `exercise.aspect`."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MODULES", "Place", "criterion_at", "place_of"]

_TEST = "test_"
MODULES = f"{_TEST}*.py"
"""The files of the tests in the folder of a suite."""


class Place(NamedTuple):
    """Where a test of a suite stands: the names of its module and of its function."""

    module: str
    function: str


def place_of(criterion: str) -> Place:
    """Where the test stands that examines a criterion."""
    exercise, _, aspect = criterion.partition(".")
    return Place(_TEST + exercise, _TEST + aspect)


def criterion_at(place: Place) -> str:
    """The criterion that the test in this place examines."""
    return ".".join(name.removeprefix(_TEST) for name in place)
