"""Hypothesis's words where there is no Hypothesis: `given` runs recorded examples.

Strategies are not handed out. What is left of them in a test file means nothing here: it can be
called, combined and asked for anything, and gives more of the same.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

Example = Callable[[], Mapping[str, Any]]
Begin = Callable[[], None]


class Inert:
    """Anything of Hypothesis's that means nothing without it."""

    def __call__(self, *_: Any, **__: Any) -> Inert:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self

    def __or__(self, _: Any) -> Inert:
        return self

    __ror__ = __getitem__ = __or__

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class UnsatisfiedError(Exception):
    """`assume` found an example that a test does not mean."""


class Words(ModuleType):
    """The module `hypothesis`, and those within it."""

    __path__: list[str] = []  # noqa: RUF012 what makes a module a package

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Inert()


class Examples:
    """The recorded examples, of which those of the running test are given to it."""

    def __init__(self, examples: Mapping[str, Sequence[Example]]) -> None:
        self._examples = examples
        self.begin: Begin = _nothing
        """Called before each example."""
        self.test = ""
        """The test that is running, by its name in the record."""

    def given(self, *_: Any, **__: Any) -> Callable[[Any], Any]:
        """Lets a test run on each of its examples, the smallest first."""

        def decorate(test: Any) -> Any:
            @functools.wraps(test)
            def run(*arguments: Any, **named: Any) -> None:
                for example in self._examples[self.test]:
                    self.begin()
                    with contextlib.suppress(UnsatisfiedError):
                        test(*arguments, **named, **example())

            del run.__wrapped__
            run.__signature__ = self._without_drawn(test)  # type: ignore[attr-defined]
            return run

        return decorate

    def _without_drawn(self, test: Any) -> inspect.Signature:
        """The signature of a test without what is drawn, which pytest would take for fixtures."""
        file = Path(test.__code__.co_filename).as_posix()
        name = test.__qualname__.replace(".", "::")
        drawn: set[str] = set()
        for key, examples in self._examples.items():
            place, _, own = key.partition("[")[0].partition("::")
            if own == name and file.endswith(f"/{place}") and examples:
                drawn |= examples[0]().keys()
        signature = inspect.signature(test)
        kept = [one for one in signature.parameters.values() if one.name not in drawn]
        return signature.replace(parameters=kept)


def install(examples: Examples) -> None:
    """Makes `import hypothesis` give these words."""
    names = ("", ".strategies", ".stateful", ".extra", ".extra.numpy", ".errors", ".database")
    modules = {f"hypothesis{name}": Words(f"hypothesis{name}") for name in names}
    vars(modules["hypothesis"]).update(given=examples.given, assume=_assume, reject=_reject)
    vars(modules["hypothesis"])["strategies"] = modules["hypothesis.strategies"]
    vars(modules["hypothesis.errors"])["UnsatisfiedAssumption"] = UnsatisfiedError
    sys.modules.update(modules)


def _nothing() -> None:
    """Nobody is interested in when an example begins."""


def _assume(condition: object) -> bool:
    if not condition:
        raise UnsatisfiedError
    return True


def _reject() -> None:
    raise UnsatisfiedError
