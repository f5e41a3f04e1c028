"""What a command runs that a suite starts, if that is of the students' modules."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

_PYTHON = re.compile(r"(python|py)(3(\.\d+)?)?(\.exe)?")
_WITH_VALUE = ("-W", "-X")
_SHELL = frozenset("();<>|&")
OF_A_SHELL = (
    "what a shell does with a script cannot be examined; "
    "start it as in subprocess.run([sys.executable, FILE], input=TEXT, capture_output=True)"
)


@dataclass(frozen=True)
class Command:
    """A file of the students' that is to be run, or a text as by `python3 -c`; its arguments."""

    module: str
    """The full name of the file's module; empty for a text."""
    arguments: tuple[str, ...] = ()
    text: str = ""

    @property
    def file(self) -> str:
        """The name of the file, as a script is called by."""
        return f"{self.module.replace('.', '/')}.py"

    @property
    def words(self) -> list[str]:
        """What `sys.argv` holds."""
        return ["-c" if self.text else self.file, *self.arguments]

    @property
    def line(self) -> list[str]:
        """What is typed after `python3` in the folder of the files."""
        if self.text:
            return ["-c", self.text, *self.arguments]
        where = ["-m", self.module] if "." in self.module else [self.file]
        return [*where, *self.arguments]


def command_of(given: Any, student: Collection[str]) -> Command | None:
    """What a command runs, if that is one of the modules that students write, or imports one.

    `given` is what `subprocess.run` takes: a list of words, or a text. Raises NotImplementedError
    if a shell is to do more with it.
    """
    words = _words(given)
    if isinstance(given, str) and any(_SHELL.issuperset(word) for word in words):
        if any(_run_by(some, student) for some in _between_operators(words)):
            raise NotImplementedError(OF_A_SHELL)
        return None
    return _run_by(words, student)


def module_at(path: Any, student: Collection[str]) -> str | None:
    """The module that students write to which a path leads; None if it leads to no such."""
    if not isinstance(path, str | os.PathLike):
        return None
    text = PurePath(os.fsdecode(path)).as_posix()
    return next((one for one in sorted(student) if _leads_to(text, one)), None)


def _leads_to(path: str, module: str) -> bool:
    """Whether a path leads to this module, or to the package of which it is the main one."""
    file = f"{module.replace('.', '/')}.py"
    package = file.removesuffix("/__main__.py")
    return any(f"/{path}".endswith(f"/{one}") for one in (file, package))


def _run_by(words: Sequence[str], student: Collection[str]) -> Command | None:
    if not words or not (words[0] == sys.executable or _PYTHON.fullmatch(PurePath(words[0]).name)):
        return None
    rest = words[1:]
    while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c"):
        rest = rest[2 if rest[0] in _WITH_VALUE else 1 :]
    match rest:
        case ["-m", name, *arguments]:
            names = (f"{name}.__main__", name)
            found = next((one for one in names if one in student), None)
            return Command(found, tuple(arguments)) if found else None
        case ["-c", text, *arguments]:
            return Command("", tuple(arguments), text) if _speaks_of(text, student) else None
        case [path, *arguments] if path != "-c":
            found = module_at(path, student)
            return Command(found, tuple(arguments)) if found else None
    return None


def _speaks_of(text: str, student: Collection[str]) -> bool:
    """Whether a text names one of the modules, or the package in which they lie."""
    tops = {name.partition(".")[0] for name in student}
    return not tops.isdisjoint(re.findall(r"\w+", text))


def _words(given: Any) -> list[str]:
    """The words of a command, operators of a shell among them; none if it cannot be read."""
    if isinstance(given, str):
        reader = shlex.shlex(given, posix=True, punctuation_chars=True)
        reader.whitespace_split = True
        try:
            return list(reader)
        except ValueError:
            return []
    if isinstance(given, os.PathLike) or not isinstance(given, Sequence):
        return []
    words = [os.fspath(one) if isinstance(one, os.PathLike) else one for one in given]
    return words if all(isinstance(one, str) for one in words) else []


def _between_operators(words: Sequence[str]) -> Iterator[list[str]]:
    some: list[str] = []
    for word in words:
        if _SHELL.issuperset(word):
            yield some
            some = []
        else:
            some.append(word)
    yield some
