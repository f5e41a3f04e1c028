"""The decorators of gradescope-utils, for suites that were written for it.

A suite imports them as ever, whether that package is installed or not. `weight` says what a test
is worth when `patience adopt` writes the marks table, and `visibility` when it may be seen; a test
with `partial_credit` earns the share that it sets. What only Gradescope's own page shows
(`number`, `tags`, `hide_errors`, a leaderboard) means nothing here.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .credit import award

__all__ = ["Finder"]

Decorator = Callable[[Any], Any]
_PACKAGE = "gradescope_utils"


def _noting(attribute: str) -> Callable[..., Decorator]:
    """A decorator that notes what it is given in an attribute of the test."""

    def given(*values: Any, **named: Any) -> Decorator:
        values = (*values, *named.values())

        def decorate(test: Any) -> Any:
            setattr(test, attribute, values[0] if len(values) == 1 else values)
            return test

        return decorate

    return given


def _partial_credit(weight: float) -> Decorator:
    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def wrapper(*arguments: Any, **named: Any) -> None:
            scores: list[float] = []
            try:
                test(*arguments, **named, set_score=scores.append)
            except Exception:
                if not scores:
                    raise
            if scores:
                award(scores[-1] / weight, f"{scores[-1]:g} of {weight:g} points")

        wrapper.__weight__ = weight  # type: ignore[attr-defined]
        return wrapper

    return decorate


def _leaderboard(column_name: str, sort_order: str = "desc") -> Decorator:  # noqa: ARG001
    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def wrapper(*arguments: Any, **named: Any) -> None:
            test(*arguments, **named, set_leaderboard_value=lambda _: None)

        wrapper.__leaderboard_column__ = column_name  # type: ignore[attr-defined]
        return wrapper

    return decorate


def _all_submitted(paths: Sequence[str], base: str = "") -> list[str]:  # noqa: ARG001
    """What is missing of some files: nothing, since what a submission lacks is told anyway."""
    return []


_NAMES: dict[str, dict[str, Any]] = {
    _PACKAGE: {},
    f"{_PACKAGE}.autograder_utils": {},
    f"{_PACKAGE}.autograder_utils.decorators": {
        "weight": _noting("__weight__"),
        "number": _noting("__number__"),
        "visibility": _noting("__visibility__"),
        "hide_errors": _noting("__hide_errors__"),
        "tags": _noting("__tags__"),
        "leaderboard": _leaderboard,
        "partial_credit": _partial_credit,
    },
    f"{_PACKAGE}.autograder_utils.files": {"check_submitted_files": _all_submitted},
}


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the decorators by the names that they have in gradescope-utils."""

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of one of its modules; None for any other."""
        del path, target
        if fullname not in _NAMES:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        """Fills the module."""
        vars(module).update(_NAMES[module.__name__])
