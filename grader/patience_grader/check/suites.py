"""The suites on a public record: the same tests that mark, with the bank that was recorded."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType

from ..course.public import PublicCoursework, Rule
from ..questions.snapshot import RecordedModule, RecordReader
from ..sandbox.guest.sources import Sources
from ..sandbox.guest.wire import Types
from ..sandbox.student import Student
from ..suite.bank import Known, RecordedBook, key_of
from ..suite.naming import place_of

Test = Callable[[Student], None]


class _Answers(dict[object, Known]):
    """The recorded answers, which are read when the first of them is looked up."""

    def __init__(self, public: PublicCoursework, reader: RecordReader) -> None:
        super().__init__()
        self._paper = public
        self._reader = reader

    @cached_property
    def _all(self) -> Mapping[object, Known]:
        read = self._reader.read
        return {
            key_of(read(function), read(arguments)): read(known)
            for function, arguments, known in self._paper.answers
        }

    def __missing__(self, key: object) -> Known:
        return self._all[key]


def open_suites(public: PublicCoursework, root: Path) -> Types:
    """Makes the suites ready to be imported; the types that may cross to a guest.

    `root` holds the folder `suites`. A process opens the suites of one paper, once: they are
    imported by name, so its import path and its modules are changed. The student's code is in
    another process.
    """
    reader = RecordReader(public.nodes)
    supplied = dict(public.preload().supplied)
    if supplied:
        sys.meta_path.insert(0, Sources(public.package, supplied))
    sys.path.insert(0, str(root))
    package = f"suites.{public.slug}.bank"
    bank = ModuleType(package)
    bank.__path__ = []
    vars(bank)["BOOK"] = RecordedBook(_Answers(public, reader))
    sys.modules[package] = bank
    for name, constants in public.bank.items():
        sys.modules[f"{package}.{name}"] = RecordedModule(f"{package}.{name}", constants, reader)
    return Types(
        [importlib.import_module(f"{public.package}.{name}") for name in public.shared_types]
    )


def test_of(public: PublicCoursework, rule: Rule) -> Test:
    """The test of a rule, whose questions are made when the first of its exercise is wanted."""
    place = place_of(rule.id)
    module = importlib.import_module(f"suites.{public.slug}.{place.module}")
    found: Test = getattr(module, place.function)
    return found
