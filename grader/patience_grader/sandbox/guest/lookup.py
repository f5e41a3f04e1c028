"""Classes and functions by their names, as both ends of the boundary say them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from types import CodeType, ModuleType
from typing import Any

STRANGE = frozenset({"unittest", "pytest", "_pytest", "test", "doctest", "hypothesis"})
"""Modules of tests themselves: nothing of theirs crosses."""


Script = tuple[CodeType, dict[str, Any]]
"""The code of a file, and what the module holds that it runs in."""


@contextlib.contextmanager
def _no_script(name: str, text: str) -> Iterator[Script]:
    raise LookupError(name or text)
    yield


class Lookup:
    """The modules that both ends know, and those that students write."""

    def __init__(  # noqa: PLR0913, PLR0917 what both ends know, and how it is found
        self,
        module: Callable[[str], ModuleType | None],
        student: Collection[str],
        supplied: Collection[str],
        packages: Collection[str] = (),
        asked: Callable[[], Mapping[str, ModuleType]] = dict,
        script: Callable[[str, str], contextlib.AbstractContextManager[Script]] = _no_script,
    ) -> None:
        """`packages` are the top modules of the packages that submissions may import.

        `asked` gives those of the students' modules that are asked for and loaded: a submission
        may have others of its own. Within `script`, a file can be run as a script, or a text as
        by `python3 -c`.
        """
        self.script = script
        self._asked = asked
        self._packages = frozenset(packages) - STRANGE
        self.module = module
        self.student = frozenset(student)
        self.supplied = frozenset(supplied)

    def find(self, path: str) -> Any:
        """What has this name, `module:Class.method`. Raises LookupError."""
        name, _, inner = path.partition(":")
        value: Any = self.module(name)
        if value is None or not inner or len(path) > 300:
            raise LookupError(path)
        for part in inner.split("."):
            value = _own(value, part)
        return value

    def path(self, value: Any) -> str | None:
        """The name of a class or function of any module, if it is found by that name."""
        name = getattr(value, "__module__", None)
        if name is None:
            name = getattr(getattr(value, "__objclass__", None), "__module__", None)
        inner = getattr(value, "__qualname__", None)
        if type(name) is not str or type(inner) is not str:
            return None
        try:
            found = self.find(f"{name}:{inner}")
        except LookupError:
            return None
        return f"{name}:{inner}" if found is value else None

    def class_path(self, cls: type) -> str | None:
        """The name of a class; one that an asked module gives it if its own is not known."""
        path = self.path(cls)
        name, _, inner = (path or ":").partition(":")
        if inner[:1] not in ("", "_") and (name not in self.student or name in self._asked()):
            return path
        return next((one for one in self._class_names(cls)), path)

    def other_names(self, cls: type) -> list[str]:
        """The names that asked modules give a class beside that which it was declared with.

        One that a module has imported from another is not meant if it is called the same.
        """
        own = f"{cls.__module__}:{cls.__qualname__}"
        return [
            one
            for one in self._class_names(cls)
            if one != own
            and (one.partition(":")[0] == cls.__module__ or _last(one) != cls.__name__)
        ]

    def _class_names(self, cls: type) -> Iterator[str]:
        """The names of a class in the asked modules, and in their classes."""
        for module, held in sorted(self._asked().items()):
            space = list(vars(held).items())
            public = [(name, value) for name, value in space if name[:1] != "_"]
            yield from (f"{module}:{name}" for name, value in public if value is cls)
            for name, value in public:
                inner = vars(value) if issubclass(type(value), type) else {}
                yield from (
                    f"{module}:{name}.{one}"
                    for one, found in list(inner.items())
                    if found is cls and one[:1] != "_"
                )

    def is_shared(self, path: str) -> bool:
        """Whether what has this name is the same at both ends, and not a student's."""
        name = path.partition(":")[0]
        if name in self.student:
            return False
        if name in self.supplied or name == "builtins":
            return True
        top = name.partition(".")[0]
        return top in self._packages or (top in sys.stdlib_module_names and top not in STRANGE)

    def may_cross(self, path: str, kind: type) -> bool:
        """Whether instances of the class with this name cross: of Python's own, few do."""
        name, _, inner = path.partition(":")
        if not self.is_shared(path) or (kind.__module__, kind.__qualname__) != (name, inner):
            return False  # such as `supplied:tempfile.TemporaryDirectory`
        is_ours = name in self.supplied or name == "builtins"
        return is_ours or issubclass(kind, BaseException) or hasattr(kind, "__members__")


def _last(path: str) -> str:
    return path.rpartition(":")[2].rpartition(".")[2]


def _own(value: Any, name: str) -> Any:
    if issubclass(type(value), type):
        for cls in value.__mro__:
            if name in cls.__dict__:
                found = cls.__dict__[name]
                return found.__func__ if isinstance(found, staticmethod) else found
        raise LookupError(name)
    try:
        return vars(value)[name]
    except (KeyError, TypeError) as fault:
        raise LookupError(name) from fault
