"""What suites get when they import a module that students write.

The shape (names, classes, what they are derived from) comes from the reference; what they do
is done by whatever is being run: the reference while a suite is collected, a submission in a
test.
"""

from __future__ import annotations

import enum
import functools
import sys
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from types import ModuleType
from typing import Any

from ..sandbox.guest.operations import PLACED, SPECIAL
from .askers import PATCHING, is_closed, is_mock, is_used_by_suite
from .bound_errors import ERROR_PARTS
from .bound_functions import BoundFunction, Current
from .bound_modules import BoundModule
from .derived_classes import Inherited, derived_class
from .handles import Documentation, Handle, methods_of_class
from .odd import Odd


def _told(name: str, askers: tuple[str, ...] = ()) -> property:
    """What a class has of every class: the submission's for the suite, its own for Python.

    `askers` are modules that are told as the suite is.
    """
    original = type.__dict__.get(name)

    def get(cls: Any) -> Any:
        if is_used_by_suite(cls) or sys._getframe(1).f_globals.get("__name__") in askers:  # noqa: SLF001
            return cls.patience_current().attribute(cls, name)
        return original.__get__(cls) if original else type.__getattribute__(cls, name)

    return property(get)


class _Seen(type):
    """What a class claims to be of: an enum of students' is one, for Hypothesis and others."""

    @property  # type: ignore[misc]
    def __class__(cls) -> Any:
        is_enum = type.__dict__["__dict__"].__get__(cls).get("patience_enum")
        return enum.EnumType if is_enum else type(cls)


class BoundMeta(_Seen):
    """Classes that students write, seen from a suite."""

    patience_path: str
    patience_current: Current
    __bases__ = _told("__bases__")
    __base__ = _told("__base__")
    __mro__ = _told("__mro__")
    __dict__ = _told("__dict__", (PATCHING,))  # type: ignore[misc]
    __abstractmethods__ = _told("__abstractmethods__")

    def __new__(
        mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], /, **named: Any
    ) -> BoundMeta:
        if "patience_path" in body or any(issubclass(one, BaseException) for one in bases):
            return super().__new__(mcs, name, bases, body, **named)
        first = next(one for one in bases if isinstance(one, BoundMeta))
        return derived_class(first.patience_current(), mcs, name, bases, body, named)

    def __init__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], /, **_: Any
    ) -> None:
        type.__init__(cls, name, bases, body)

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        return cls.patience_current().call(cls, arguments, named)

    def __getattr__(cls, name: str) -> Any:
        run = cls.patience_current()
        if is_closed(run, name):
            raise AttributeError(name)
        found = run.attribute(cls, name)
        if issubclass(type(found), Odd) and is_mock(sys._getframe(1)):  # noqa: SLF001
            raise AttributeError(name)
        return found

    def __setattr__(cls, name: str, value: Any) -> None:
        if name == "patience_known":
            type.__setattr__(cls, name, value)
        else:
            cls.patience_current().set_attribute(cls, name, value)

    def __delattr__(cls, name: str) -> None:
        cls.patience_current().delete_attribute(cls, name)

    def __dir__(cls) -> Any:
        return cls.patience_current().operate("dir", cls)

    @property
    def __annotations__(cls) -> Any:  # type: ignore[override]
        return cls.patience_current().attribute(cls, "__annotations__")

    def mro(cls) -> Any:
        is_made = type.__dict__["__mro__"].__get__(cls) is not None
        if is_made and is_used_by_suite(cls):
            return cls.patience_current().attribute(cls, "mro")()
        return type.mro(cls)

    def __subclasses__(cls) -> Any:
        if is_used_by_suite(cls):
            return cls.patience_current().attribute(cls, "__subclasses__")()
        return type.__subclasses__(cls)

    def __instancecheck__(cls, instance: Any) -> bool:
        if _is_asked_for(cls, instance):
            return cls.patience_current().operate("isinstance", instance, cls) is True
        if type.__instancecheck__(cls, instance):
            return True
        return cls.patience_path in getattr(type(instance), "patience_ancestors", ())

    def __subclasscheck__(cls, other: Any) -> bool:
        if type.__subclasscheck__(cls, other):
            return True
        return cls.patience_path in getattr(other, "patience_ancestors", ())

    def __repr__(cls) -> str:
        return f"<class '{cls.patience_path.replace(':', '.')}'>"

    def __iter__(cls) -> Iterator[Any]:
        return iter(cls.patience_current().operate("iter", cls))

    def __len__(cls) -> int:
        return int(cls.patience_current().operate("len", cls))

    def __getitem__(cls, key: Any) -> Any:
        return cls.patience_current().operate("getitem", cls, key)

    def __contains__(cls, key: Any) -> bool:
        return bool(cls.patience_current().operate("contains", cls, key))

    def __bool__(cls) -> bool:
        return True


setattr(BoundMeta, "__slots__", _told("__slots__"))  # noqa: B010 in the class, it would be its own


def _is_asked_for(cls: BoundMeta, instance: Any) -> bool:
    """Whether only the submission can say if this is an instance of the class."""
    if issubclass(cls, BaseException):
        return False
    return issubclass(type(instance), Handle) or getattr(cls, "patience_protocol", False) is True


class Binding:
    """The modules, functions and classes of a coursework as suites see them."""

    def __init__(self, student: Mapping[str, ModuleType], current: Current) -> None:
        """`student` holds the modules of the reference that students write, by full name."""
        self._current = current
        self._reference = student
        self._named: dict[str, Any] = {}
        self._paths: dict[int, str] = {}
        self.modules = {name: BoundModule(name, self) for name in student}
        for name, module in self.modules.items():
            self._paths[id(module)] = f"{name}:"

    @property
    def current(self) -> Any:
        """The run that is going on."""
        return self._current()

    def original(self, name: str) -> ModuleType:
        """The reference's module of this name."""
        return self._reference[name]

    def path(self, value: Any) -> str | None:
        """The name of a bound module, function or class; None for anything else."""
        if type(value) is BoundFunction:
            return str(value.patience_path)
        return self._paths.get(id(value))

    def named(self, path: str) -> Any:
        """What is bound to a name, whether or not the reference has it."""
        found = self._named.get(path)
        if found is None:
            original = self._find(path)
            if isinstance(original, type):
                found = self._class(path, original)
            else:
                found = BoundFunction(path, self._current)
            self._named[path] = found
            self._paths[id(found)] = path
        return found

    def named_beside(self, path: str, other: list[Any]) -> Any:
        """What a submission has by this name, where the reference has `other`: a name or an object.

        It is spoken of to the reference as that.
        """
        original = self._find(path)
        is_object = other[0] == "h"
        if isinstance(original, type) or (original is not None and not is_object):
            return self.named(path)
        return BoundFunction(path, self._current, other[:2] if is_object else other)

    def exception_beside(
        self, path: str, other: str, names: Callable[[], Collection[str]]
    ) -> type | None:
        """A submission's exception of this name, where the reference has its exception `other`.

        `names` gives those of the reference's exceptions by which the submission knows it, too.
        One that only the submission has takes the place of the reference's. None for what is no
        exception of students'.
        """
        if path != other and other not in (known := names()):
            if known:
                return self.handle_type(min(known))
            if self._find(path) is not None or path.partition(":")[0] not in self._reference:
                return None
        return self.handle_type(other)

    def is_exception(self, node: list[Any]) -> bool:
        """Whether the reference has an exception there that students declare."""
        found = self._find(node[1]) if node[0] == "s" else None
        return isinstance(found, type) and issubclass(found, BaseException)

    def exceptions(self) -> list[str]:
        """The names of the exceptions that students declare."""
        return [path for path, cls in self.classes() if issubclass(cls, BaseException)]

    def has_member(self, path: str) -> bool:
        """Whether the reference has a member of an enum of this name, `module:Enum.MEMBER`."""
        return isinstance(self._find(path), enum.Enum)

    def classes(self) -> Iterator[tuple[str, type]]:
        """The classes that students declare, by their names."""
        for name, module in self._reference.items():
            for value in list(vars(module).values()):
                if isinstance(value, type) and value.__module__ == name:
                    yield f"{name}:{value.__qualname__}", value

    def _find(self, path: str) -> Any:
        name, _, inner = path.partition(":")
        value: Any = self._reference.get(name)
        for part in inner.split("."):
            value = getattr(value, part, None)
        return value

    def _class(self, path: str, original: type) -> type:
        bases = tuple(self._base(one) for one in original.__bases__)
        is_error = issubclass(original, BaseException)
        if not is_error:
            bases = tuple(dict.fromkeys(one for one in bases if issubclass(one, Handle)))
            bases = bases or (Handle,)
        names = {
            name
            for one in original.__mro__
            if one is not object
            for name in (*SPECIAL, *PLACED)
            if name in one.__dict__
        }
        body = {
            "__doc__": Documentation(),
            "patience_path": path,
            "patience_bound": True,
            "patience_protocol": bool(getattr(original, "_is_protocol", False)),
            "patience_enum": issubclass(original, enum.Enum),
            "patience_current": staticmethod(self._current),
            "__module__": path.partition(":")[0],
            **({} if is_error else {"__slots__": (), **methods_of_class(names)}),
        }
        if not is_error:
            if shadow := _shadow(original):
                body["__class__"] = property(functools.partial(_seen_class, *shadow))
            inherited = [name for name, part in vars(original).items() if _is_method(name, part)]
            body = {**{name: Inherited(name, path) for name in inherited}, **body}
        if is_error:
            body |= ERROR_PARTS
        made = BoundMeta.__new__(BoundMeta, original.__name__, bases, body)
        type.__init__(made, original.__name__, bases, body)
        return made

    def _base(self, base: type) -> type:
        if base.__module__ in self._reference:
            bound: type = self.named(f"{base.__module__}:{base.__qualname__}")
            return bound
        return base

    def handle_type(self, path: str) -> type | None:
        """The class of handles for objects of a student's class; None for any other."""
        if path.partition(":")[0] not in self._reference:
            return None
        found = self.named(path) if isinstance(self._find(path), type) else None
        return found if isinstance(found, type) else None


def _shadow(original: type) -> tuple[type, type] | None:
    """For a class derived from Python's own: what instances seem to be, and that base."""
    for base in original.__mro__[1:-1]:
        module = base.__module__.partition(".")[0]
        if module in sys.stdlib_module_names and module not in ("abc", "typing"):
            return types.new_class(original.__name__, (base,)), base
    return None


def _seen_class(shadow: type, base: type, instance: Any) -> type:
    """What `isinstance` sees of an instance: the submission says whether it is one of the base."""
    known = instance.patience_known
    return shadow if known.run.current().operate("isinstance", instance, base) is True else Handle


def _is_method(name: str, part: Any) -> bool:
    return isinstance(part, types.FunctionType) and (name == "__init__" or name[:2] != "__")
