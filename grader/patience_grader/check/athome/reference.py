"""The reference where it is not: its answers to the questions of the public tests."""

from __future__ import annotations

import copy
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from types import ModuleType
from typing import Any

from ...text.expressions import Expressions, NotExpressibleError

Answers = Mapping[str, Callable[[], Any]]
"""What gives the answer, by the question as Python; what it raises is the answer, too."""


class NotRecordedError(BaseException):
    """A test asks the reference what was not recorded: it goes by the submission's own answer."""


class Recorded(ModuleType):
    """A module of the reference, of which there are the recorded answers alone."""

    __path__: list[str] = []  # noqa: RUF012 what makes a module a package

    def __init__(self, name: str, answers: Answers, write: Expressions) -> None:
        super().__init__(name)
        vars(self).update(patience_answers=answers, patience_write=write)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        answers, write = vars(self)["patience_answers"], vars(self)["patience_write"]
        path = f"{self.__name__}.{name}"
        if path in answers:
            return answers[path]()
        if any(one.startswith(f"{path}.") for one in answers):
            return sys.modules.setdefault(path, Recorded(path, answers, write))

        def ask(*arguments: Any, **named: Any) -> Any:
            try:
                answer = answers[write.call(path, arguments, named)]
            except (KeyError, NotExpressibleError):
                raise NotRecordedError(path) from None
            return copy.deepcopy(answer())

        ask.__name__ = name
        return ask


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `reference` and the modules in it."""

    def __init__(self, answers: Answers, student: Collection[str]) -> None:
        self._answers = answers
        self._write = Expressions(student)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module of the reference; None for any other."""
        del path, target
        if fullname.partition(".")[0] != "reference":
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """The module."""
        return Recorded(spec.name, self._answers, self._write)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: it is complete."""
