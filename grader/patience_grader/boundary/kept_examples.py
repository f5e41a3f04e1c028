"""The examples that a test was given, so that it can be run on them without drawing them again."""

from __future__ import annotations

import dataclasses
import enum
import types
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis.errors import HypothesisDeprecationWarning, UnsatisfiedAssumption
from hypothesis.internal.entropy import deterministic_PRNG

from ..sandbox.guest.plain_values import WRITERS

_FIXED = {int, str, bool, types.NoneType, *WRITERS} - {frozenset, slice}
"""The classes of values that nobody can change."""
_EXECUTORS = ("execute_example", "setup_example", "teardown_example")
"""By these a class of tests runs examples in its own way."""


class NotKeptError(Exception):
    """A value cannot be had again: it may be another each time, or somebody else's."""


class EndedOtherwise(BaseException):
    """An example is set aside now, and was not before, or the other way round."""


@dataclass(frozen=True)
class KeptExample:
    """What a test was given by name, and whether it set that aside, as by `assume`."""

    values: Mapping[str, Any]
    is_set_aside: bool


def had_again(value: Any) -> Any:
    """The value, in new lists, sets and dicts where it holds such. Raises NotKeptError."""
    kind = type(value)
    if kind in _FIXED or issubclass(kind, enum.Enum):
        return value
    if kind in (list, set, frozenset):
        return kind(map(had_again, value))
    if kind is dict:
        return {had_again(key): had_again(one) for key, one in value.items()}
    if kind is tuple or (issubclass(kind, tuple) and hasattr(kind, "_fields")):
        parts = [had_again(one) for one in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return kind(*parts) if hasattr(kind, "_fields") else tuple(parts)
    if _is_frozen(kind):
        parts = [getattr(value, one.name) for one in dataclasses.fields(value)]
        if all(had_again(one) is one for one in parts):
            return value
    raise NotKeptError


def _is_frozen(kind: type) -> bool:
    """Whether these are records whose fields stay as they are."""
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and parameters.frozen is True


def can_be_kept(item: pytest.Item) -> bool:
    """Whether the test may be run on its examples by whoever has them."""
    holder = getattr(getattr(item, "obj", None), "__self__", None)
    return isinstance(item, pytest.Function) and not any(hasattr(holder, one) for one in _EXECUTORS)


def run_on(examples: Sequence[KeptExample], item: pytest.Function) -> None:
    """Runs a drawn test on these, as Hypothesis does. Raises what the test raises.

    Raises EndedOtherwise if it sets aside another example than before.
    """
    function: Any = getattr(item.obj, "__func__", item.obj)
    inner = function.hypothesis.inner_test
    own = [item.obj.__self__] if hasattr(item.obj, "__self__") else []
    asked = [*item._fixtureinfo.argnames]  # noqa: SLF001
    fixtures = {name: item.funcargs[name] for name in asked}
    for example in examples:
        values = {name: had_again(value) for name, value in example.values.items()}
        is_set_aside = False
        with warnings.catch_warnings(), deterministic_PRNG():
            warnings.simplefilter("ignore", HypothesisDeprecationWarning)
            try:
                inner(*own, **fixtures, **values)
            except UnsatisfiedAssumption:
                is_set_aside = True
        if is_set_aside != example.is_set_aside:
            raise EndedOtherwise
