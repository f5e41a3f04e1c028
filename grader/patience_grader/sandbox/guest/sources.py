"""The source texts of a coursework and of a submission, from which modules are imported."""

from __future__ import annotations

import importlib.machinery
import importlib.util
from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any

MAX_LINE = 200


def full_name(package: str, module: str) -> str:
    """The name by which a module is imported; there may be no package."""
    return f"{package}.{module}" if package else module


def file_of(package: str, module: str) -> str:
    """What a module's file is called in tracebacks."""
    return f"{package}/{module}.py" if package else f"{module}.py"


class Sources:
    """Finds the modules of the coursework's package in memory, and only those."""

    def __init__(self, package: str, sources: dict[str, str]) -> None:
        self._package = package
        self._codes: dict[str, CodeType] = {}
        self._lines: dict[str, list[str]] = {}
        self.files: dict[str, str] = {}
        for name, text in sources.items():
            self.put(name, text)

    def put(self, name: str, text: str) -> None:
        """Makes the module `name` be this text. Raises SyntaxError or ValueError."""
        file = file_of(self._package, name.rpartition(".")[2])
        self.files[file] = name
        self._lines[file] = text.splitlines()
        self._codes[name] = self.compiled(name, text)

    def compiled(self, name: str, text: str) -> CodeType:
        """The code that a text would be as this module. Raises SyntaxError or ValueError."""
        file = file_of(self._package, name.rpartition(".")[2])
        return compile(text, file, "exec", dont_inherit=True)

    def code(self, name: str) -> CodeType:
        """The code of a module."""
        return self._codes[name]

    def get_source(self, name: str) -> str | None:
        """The text of a module, for `inspect.getsource`."""
        lines = self._lines.get(self._codes[name].co_filename) if name in self._codes else None
        return None if lines is None else "\n".join([*lines, ""])

    def line(self, file: str, number: int) -> str:
        """One line of a file, without the blanks around it; empty when there is none."""
        lines = self._lines[file]
        return lines[number - 1].strip()[:MAX_LINE] if 0 < number <= len(lines) else ""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module of the package, None for any other."""
        del path, target
        if not fullname or (fullname != self._package and fullname not in self._codes):
            return None
        loader: Any = self  # one as Python has them since 3.4, with no load_module
        return importlib.util.spec_from_loader(
            fullname, loader, is_package=fullname == self._package
        )

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Nothing: an ordinary module is made."""

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module's code."""
        name = module.__name__
        if name == self._package:
            name = f"{name}.__init__"
        if name not in self._codes:
            return
        code = self._codes[name]
        module.__file__ = code.co_filename
        exec(code, module.__dict__)  # noqa: S102 this is what a guest is for
