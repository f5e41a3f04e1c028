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
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

from ..sandbox.guest.operations import PLACED, SPECIAL
from .handles import (
    Documentation,
    Handle,
    Known,
    Odd,
    methods_of_class,
    own_methods,
    special_methods,
)

NO_PLACE = "/submission"
"""The folder that the files of students' modules claim to be in; there is none of this name."""

Current = Callable[[], Any]
"""The run that is going on."""


class BoundFunction:
    """A function that students write."""

    def __init__(self, path: str, current: Current, beside: Any = None) -> None:
        """`beside` is the node of what the reference has in its place, if that is another."""
        object.__setattr__(self, "patience_path", path)
        object.__setattr__(self, "patience_current", current)
        object.__setattr__(self, "patience_beside", beside)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.patience_current().call(self, arguments, named)

    def __getattr__(self, name: str) -> Any:
        run = self.patience_current()
        if _is_closed(run, name):
            raise AttributeError(name)
        return run.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self.patience_current().set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        self.patience_current().delete_attribute(self, name)

    def __dir__(self) -> Any:
        return self.patience_current().operate("dir", self)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<function {self.patience_path.rpartition(':')[2]}>"

    @property
    def __doc__(self) -> Any:  # type: ignore[override]
        return self.patience_current().attribute(self, "__doc__")

    @property
    def __module__(self) -> Any:  # type: ignore[override]
        run = self.patience_current()
        if run.boundary.is_asked_by_suite(sys._getframe(1)):  # noqa: SLF001
            return run.attribute(self, "__module__")
        return self.patience_path.partition(":")[0]


_PYTESTS = {
    *("__wrapped__", "__test__", "__isabstractmethod__", "__bases__", "__path__"),
    *("patience_known", "__tracebackhide__", "pytestmark", "hypothesis", "__code__"),
    *("__signature__", "__globals__", "_mock_name"),
}
"""What pytest and Python look for in whatever they find, which is none of the other end's."""
_PRIVATE = ("_pytest", "patience_", "__globals__")


def _is_closed(run: Any, name: str) -> bool:
    """Whether the code that asks for an attribute now must not get it from the other end."""
    if name.startswith(_PRIVATE):
        return True
    return name in _PYTESTS and not run.boundary.is_asked_by_suite(sys._getframe(2))  # noqa: SLF001


def _is_suites(cls: Any) -> bool:
    """Whether it is the suite that uses a class, from where this is called."""
    boundary = cls.patience_current().boundary
    return bool(boundary.is_asked_by_suite(sys._getframe(2)))  # noqa: SLF001


_PATCHING = "_pytest.monkeypatch"


def _told(name: str, askers: tuple[str, ...] = ()) -> property:
    """What a class has of every class: the submission's for the suite, its own for Python.

    `askers` are modules that are told as the suite is.
    """
    original = type.__dict__.get(name)

    def get(cls: Any) -> Any:
        if _is_suites(cls) or sys._getframe(1).f_globals.get("__name__") in askers:  # noqa: SLF001
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
    __dict__ = _told("__dict__", (_PATCHING,))  # type: ignore[misc]
    __abstractmethods__ = _told("__abstractmethods__")

    def __new__(
        mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], /, **named: Any
    ) -> BoundMeta:
        if "patience_path" in body or any(issubclass(one, BaseException) for one in bases):
            return super().__new__(mcs, name, bases, body, **named)
        return _own_class(mcs, name, bases, body, named)

    def __init__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], /, **_: Any
    ) -> None:
        type.__init__(cls, name, bases, body)

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        return cls.patience_current().call(cls, arguments, named)

    def __getattr__(cls, name: str) -> Any:
        run = cls.patience_current()
        if _is_closed(run, name):
            raise AttributeError(name)
        found = run.attribute(cls, name)
        if issubclass(type(found), Odd) and _is_mock(sys._getframe(1)):  # noqa: SLF001
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
        if is_made and _is_suites(cls):
            return cls.patience_current().attribute(cls, "mro")()
        return type.mro(cls)

    def __subclasses__(cls) -> Any:
        if _is_suites(cls):
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


_NOT_MEMBERS = {"__module__", "__qualname__", "__classcell__", "__doc__", "__slots__", "__dict__"}


class Inherited:
    """A method of a class, as instances of a class that a suite derives from it see it."""

    def __init__(self, name: str, path: str | None) -> None:
        self._name = name
        self._path = path
        """The class, if it is a student's."""
        self._owner: Any = None

    def __set_name__(self, owner: Any, name: str) -> None:
        self._owner = owner

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        target = owner if instance is None else instance
        current = owner.patience_current()
        if instance is not None and self._path is None and not self._is_first_in(owner):
            return current.operate("inherited", instance, self._owner, self._name)
        if instance is None or self._path is None or "patience_class" not in _flat(owner):
            return current.attribute(target, self._name)
        function = current.attribute(current.binding.named(self._path), self._name)
        return functools.partial(function, instance)

    def _is_first_in(self, owner: Any) -> bool:
        """Whether instances of a class have the method of this name, and not `super()` in one."""
        mro = type.__dict__["__mro__"].__get__(owner)
        spaces = map(type.__dict__["__dict__"].__get__, mro)
        return next(one[self._name] for one in spaces if self._name in one) is self


class Above:
    """A special method of a class as `super()` finds it in one that a suite derives from it."""

    def __init__(self, name: str, cls: Any) -> None:
        self._name = name
        self._cls = cls

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return getattr(self._cls, self._name)
        return owner.patience_current().operate("inherited", instance, self._cls, self._name)


def _hashed(methods: dict[str, Any]) -> dict[str, Any]:
    """The methods of a class, which Python gives no `__hash__` of `None` for an `__eq__`."""
    return {"__hash__": vars(Handle)["__hash__"], **methods} if "__eq__" in methods else methods


def is_derived(cls: type) -> bool:
    """Whether it is a class that a suite has derived from a student's."""
    return "patience_class" in type.__dict__["__dict__"].__get__(cls)


def _flat(cls: type) -> set[str]:
    return {name for one in cls.__mro__ for name in vars(one)}


def _is_mock(frame: types.FrameType) -> bool:
    """Whether a mock looks through what it is made like, which may have more than the reference."""
    return frame.f_globals.get("__name__") == "unittest.mock"


def _own_class(
    mcs: type[BoundMeta],
    name: str,
    bases: tuple[type, ...],
    body: dict[str, Any],
    named: Mapping[str, Any],
) -> BoundMeta:
    """A class that a suite derives from a student's: it is made where the student's is."""
    first = next(one for one in bases if isinstance(one, BoundMeta))
    run = first.patience_current()
    members = {key: value for key, value in body.items() if key not in _NOT_MEMBERS}
    there = run.new_class(name, bases, members, named)
    special = special_methods({*body, *(one for base in bases for one in dir_of(base))})
    special |= own_methods(members)
    above = {key: Above(key, bases[0]) for key in members if key in special}
    made = type.__new__(
        mcs,
        name,
        (type.__new__(mcs, name, bases, {"__slots__": (), **_hashed(above)}),) if above else bases,
        {
            "__slots__": (),
            "__doc__": body.get("__doc__"),
            "__module__": body.get("__module__", sys._getframe(2).f_globals.get("__name__")),  # noqa: SLF001
            "patience_class": there.patience_known,
            **{key: body[key] for key in ("__classcell__",) if key in body},
            **{key: Inherited(key, None) for key in members if key not in special},
            **_hashed(special),
        },
    )
    run.objects.suite_classes[f"?:{name}"] = made
    known = there.patience_known
    run.objects.adopt_handle(
        known.reference if known.submission is None else known.submission, made
    )
    return made


def dir_of(cls: type) -> set[str]:
    """The names in a class and those that it is derived from."""
    return {name for one in cls.__mro__ if one is not object for name in vars(one)}


def _said(self: Any) -> str:
    known = self.__dict__.get("patience_known")
    text = self.__dict__.get("patience_text")
    if text is not None or known is None:
        return text if isinstance(text, str) else Exception.__str__(self)
    return str(known.run.current().operate("str", self))


def _error_attribute(self: Any, name: str) -> Any:
    known = self.__dict__.get("patience_known")
    if known is None or name.startswith(("_pytest", "__")):
        raise AttributeError(name)
    return known.run.current().attribute(self, name)


def _asked_for(name: str) -> property:
    """An attribute of every exception, for which the submission is asked."""
    original = BaseException.__dict__[name]

    def value(error: Any) -> Any:
        known = _known_to_suite(error, sys._getframe(1))  # noqa: SLF001
        return known.run.current().attribute(error, name) if known else original.__get__(error)

    return property(value, original.__set__)


def _known_to_suite(error: Any, frame: types.FrameType) -> Any:
    """Where a student's exception is known if the suite asks for a part of it; None otherwise."""
    known = error.__dict__.get("patience_known")
    is_asked = known and known.run.current().boundary.is_asked_by_suite(frame)
    return known if is_asked else None


def _notes(error: Any) -> Any:
    """What has been noted here, or else there. Raises AttributeError."""
    held = error.__dict__.get("__notes__")
    known = _known_to_suite(error, sys._getframe(1))  # noqa: SLF001
    if held is None and known:
        return known.run.current().attribute(error, "__notes__")
    if held is None:
        raise AttributeError("__notes__")
    return held


def _set_notes(error: Any, notes: Any) -> None:
    error.__dict__["__notes__"] = notes


ORIGIN = {
    **{name: _asked_for(name) for name in ("__cause__", "__suppress_context__")},
    "__notes__": property(_notes, _set_notes),
}
"""What a student's exception was raised from, whether that is all there is to tell, its notes."""


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
            body |= {"__str__": _said, "__getattr__": _error_attribute, **ORIGIN}
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

    def known(self, *arguments: Any) -> Known:
        """Where an object is known."""
        return Known(*arguments)


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


_OF_EVERY_MODULE = {
    *("__name__", "__doc__", "__package__", "__loader__", "__spec__", "__file__", "__cached__"),
    *("__path__", "__builtins__", "__dict__", "__patience_world__", "__warningregistry__"),
}


_HELD_BY_MODULE = type.__getattribute__(ModuleType, "__dict__")["__dict__"].__get__


class BoundModule(ModuleType):
    """A module that students write."""

    def __init__(self, name: str, binding: Binding) -> None:
        super().__init__(name)
        vars(self)["patience_binding"] = binding
        inner = [one for one in binding._reference if one.startswith(f"{name}.")]  # noqa: SLF001
        if inner:
            self.__path__: list[str] = []
        self.__package__ = name if inner else name.rpartition(".")[0]

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        """What is here; nothing for `monkeypatch`, which would hold what it lacks for undefined."""
        is_patching = sys._getframe(1).f_globals.get("__name__") == _PATCHING  # noqa: SLF001
        return None if is_patching else _HELD_BY_MODULE(self)

    def __getattr__(self, name: str) -> Any:
        binding = vars(self)["patience_binding"]
        inner = f"{self.__name__}.{name}"
        original = binding.original(self.__name__)
        is_hidden = not isinstance(vars(original).get(name, original), ModuleType)
        if inner in binding.modules and not is_hidden:
            return binding.modules[inner]
        if name == "__all__":
            return public_names(original)
        is_own = name in vars(original) and name not in _OF_EVERY_MODULE
        if name == "__file__":
            return f"{NO_PLACE}/{self.__name__.replace('.', '/')}.py"
        if name.startswith("__") and name.endswith("__") and not is_own:
            raise AttributeError(name)
        return binding.current.name(self.__name__, name)

    def __setattr__(self, name: str, value: Any) -> None:
        is_inner = isinstance(value, ModuleType) and value.__name__ == f"{self.__name__}.{name}"
        if name.startswith("__") or is_inner:
            super().__setattr__(name, value)
        else:
            vars(self)["patience_binding"].current.set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        vars(self)["patience_binding"].current.delete_attribute(self, name)

    def __dir__(self) -> Any:
        return vars(self)["patience_binding"].current.operate("dir", self)


def _module_text(module: Any) -> Any:
    binding = vars(module).get("patience_binding")
    return binding.current.attribute(module, "__doc__") if binding else None


BoundModule.__doc__ = property(_module_text)  # type: ignore[assignment]


def public_names(module: ModuleType) -> list[str]:
    """What `from module import *` imports."""
    named = vars(module).get("__all__")
    if isinstance(named, list | tuple):
        return list(named)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    ]
