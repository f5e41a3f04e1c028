"""What a suite holds of an object that stays in the guest."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from ..sandbox.guest.operations import PLACED, SPECIAL

if TYPE_CHECKING:
    from .run import Run
    from .source import Source

_ALWAYS = {
    "eq": "__eq__",
    "ne": "__ne__",
    **{name: f"__{name}__" for name in ("lt", "le", "gt", "ge", "repr", "bool")},
}
BINARY = "add sub mul truediv floordiv mod matmul and_ or_ xor lshift rshift divmod pow".split()
_ITERATORS: list[Any] = [iter([]), iter(()), iter(""), iter({})]
_CLASSES: dict[str, type] = {
    "builtins:generator": types.GeneratorType,
    "builtins:coroutine": types.CoroutineType,
    "builtins:async_generator": types.AsyncGeneratorType,
    "builtins:function": types.FunctionType,
    "builtins:method": types.MethodType,
    "builtins:type": type,
    **{f"builtins:{one.__name__}": one for one in (property, staticmethod, classmethod)},
    **{f"builtins:{one.__name__}": one for one in (map, filter, zip, enumerate, reversed)},
    **{
        f"builtins:{type(one).__name__}": type(one)
        for one in ({}.keys(), {}.values(), {}.items(), *_ITERATORS)
    },
}
"""Python's own classes that a suite may ask about with `isinstance`."""


class Known:
    """Where an object is known: by which number at which end, and in which run."""

    __slots__ = (
        "hashed",
        "is_unmatched",
        "named",
        "path",
        "reference",
        "run",
        "source",
        "submission",
    )

    def __init__(
        self, run: Run, reference: int | None, submission: int | None, path: str, source: Source
    ) -> None:
        self.run = run
        self.reference = reference
        self.submission = submission
        self.path = path
        self.source = source
        """What it is called in evidence."""
        self.named: list[Any] | None = None
        """The reference's function of a name that it came in the place of, if it did."""
        self.hashed: tuple[Any, int, int] | None = None
        """The hash that it has had, in which run and after how many operations that act."""
        self.is_unmatched = False
        """Whether the reference had nothing in its place when the suite met it."""


def _ask(handle: Any, name: str, *operands: Any) -> Any:
    known = object.__getattribute__(handle, "patience_known")
    return known.run.current().operate(name, *operands)


def _forwarded(operation: str) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        return _ask(self, operation, self, *operands)

    return method


def _reflected(operation: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        return _ask(self, operation, other, self)

    return method


def _is_declared(method: Any) -> bool:
    """Whether it is a class's own `__hash__`, whose numbers differ between processes."""
    return method is not None and method is not object.__hash__


class _OfClass:
    """A special method that every object has: of a class, it is asked for at the other end."""

    def __init__(self, name: str, method: Callable[..., Any]) -> None:
        self._name = name
        self._method = method

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is not None:
            return types.MethodType(self._method, instance)
        current = getattr(owner, "patience_current", None)
        frame = sys._getframe(1)  # noqa: SLF001
        if _is_of(frame, "unittest.mock"):  # it goes through all that a class has
            return self._method
        if current and current().boundary.is_asked_by_suite(frame):
            found = current().attribute(owner, self._name)
            return self._method if self._name == "__hash__" and _is_declared(found) else found
        return self._method


class _Steps:
    """Goes on in an object that turned out to be an iterator, of a class that has none there."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def __iter__(self) -> Any:
        found = _ask(self._handle, "iter", self._handle)
        return self if found is self._handle else _gone_through(found)

    def __next__(self) -> Any:
        return _ask(self._handle, "next", self._handle)


def _iterated(self: Any) -> Any:
    return _gone_through(_ask(self, "iter", self))


def _gone_through(found: Any) -> Any:
    """What `iter` gives, which can be gone through."""
    lineage = type.__dict__["__mro__"].__get__(type(found))
    has_next = any("__next__" in vars(one) for one in lineage)
    return _Steps(found) if Handle in lineage and not has_next else found


def _is_of(frame: types.FrameType, package: str) -> bool:
    """Whether code of a package or module runs in a frame."""
    return f"{frame.f_globals.get('__name__', '')}.".startswith(f"{package}.")


class Documentation:
    """The docstring of an object of the submission, or of its class."""

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is not None:
            return instance.patience_known.run.current().attribute(instance, "__doc__")
        current = getattr(owner, "patience_current", None)
        return current().attribute(owner, "__doc__") if current else None


class _OfNoIterator:
    """A method that iterators do not have: `itertools.tee` copies those that do."""

    def __init__(self, method: Callable[[Any], Any]) -> None:
        self._method = method

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self._method
        if hasattr(type(instance), "__next__"):
            raise AttributeError("__copy__")
        return self._method.__get__(instance)


class Handle:
    """An object of the submission. Every operation is carried out there."""

    __slots__ = ("patience_known",)
    patience_known: Known

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        return self.patience_known.run.current().attribute(self, "__dict__")

    def __getattr__(self, name: str) -> Any:
        run = object.__getattribute__(self, "patience_known").run.current()
        if name.startswith(("_pytest", "patience_")) or name in _MODULES_OWN:
            raise AttributeError(name)
        if _is_of(sys._getframe(1), "asyncio"):  # noqa: SLF001
            raise AttributeError(name)  # it would describe a coroutine, wherever that comes from
        if name in _PRIVATE and not run.boundary.is_asked_by_suite(sys._getframe(1)):  # noqa: SLF001
            raise AttributeError(name)
        if name == "__name__" and _is_of(sys._getframe(1), "_pytest.python"):  # noqa: SLF001
            raise AttributeError(name)  # it would name a test after it
        return run.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self.patience_known.run.current().set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        self.patience_known.run.current().delete_attribute(self, name)

    def __hash__(self) -> int:
        known = object.__getattribute__(self, "patience_known")
        run = known.run.current()
        if known.hashed is None or known.hashed[:2] != (run, run.asking.acted):
            known.hashed = run, run.asking.acted, int(run.operate("hash", self)) + (1 << 40)
        return int(known.hashed[2])

    def __str__(self) -> str:
        return _text(_ask(self, "str", self))

    def __format__(self, spec: str) -> str:
        return _text(_ask(self, "format", self, spec))

    __copy__ = _OfNoIterator(lambda self: _ask(self, "copy", self))

    def __deepcopy__(self, memo: Any) -> Any:
        return _ask(self, "deepcopy", self)

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("an object of a submission cannot be serialized")

    def __dir__(self) -> Any:
        return _ask(self, "dir", self)


setattr(  # noqa: B010 in the class, it would stand where Python keeps the class's own
    Handle,
    "__annotations__",
    property(lambda self: self.patience_known.run.current().attribute(self, "__annotations__")),
)
_MODULES_OWN = {"__globals__", "__builtins__"}
"""What leads from a function to the module that it stands in."""
_PRIVATE = {"_mock_name", "__wrapped__", "__tracebackhide__", "__test__", "__code__"}

for _operation, _name in _ALWAYS.items():
    setattr(Handle, _name, _OfClass(_name, _forwarded(_operation)))
for _name in ("__hash__", "__str__", "__format__"):
    setattr(Handle, _name, _OfClass(_name, vars(Handle)[_name]))
for _operation in BINARY:
    _plain = _operation.rstrip("_")
    setattr(Handle, f"__{_plain}__", _forwarded(_operation))
    setattr(Handle, f"__r{_plain}__", _reflected(_operation))
for _operation in "iadd isub imul itruediv ifloordiv imod iand ior ixor ilshift irshift".split():
    setattr(Handle, f"__{_operation}__", _forwarded(_operation))
_OF_EVERY_HANDLE = {*_ALWAYS.values(), "__hash__", "__str__", "__format__"}
_OF_EVERY_HANDLE |= {
    f"__{part}{_operation.rstrip('_')}__" for part in ("", "r", "i") for _operation in BINARY
} & vars(Handle).keys()


def _text(value: Any) -> str:
    return value if type(value) is str else ""


def _call(self: Any, *arguments: Any, **named: Any) -> Any:
    return self.patience_known.run.current().call(self, arguments, named)


def _leave(self: Any, kind: Any, error: Any, trace: Any) -> Any:  # noqa: ARG001
    return _ask(self, "exit", self, error)


def _awaited(self: Any) -> Any:
    """It is awaited at its end: nothing waits here meanwhile."""
    return _ask(self, "await", self)
    yield


def _sent(self: Any, value: Any) -> NoReturn:  # noqa: ARG001
    raise StopIteration(_ask(self, "await", self))


def _thrown(self: Any, error: Any, *_: Any) -> NoReturn:  # noqa: ARG001
    raise error


def _closed(self: Any) -> None:
    """What has not been awaited is forgotten with the test."""


async def _next(self: Any) -> Any:
    return _ask(self, "anext", self)


async def _enter(self: Any) -> Any:
    return _ask(self, "aenter", self)


async def _exit(self: Any, kind: Any, error: Any, trace: Any) -> Any:  # noqa: ARG001
    return _ask(self, "aexit", self, error)


def _bound(self: Any, instance: Any, owner: Any = None) -> Any:  # noqa: ARG001
    """A function in a class of the suite, as it is looked up: a method of its instances."""
    return self if instance is None else types.MethodType(self, instance)


def _got(self: Any, instance: Any, owner: Any = None) -> Any:
    """A descriptor in a class of the suite, as it is looked up; in the class, by the suite."""
    if instance is not None:
        return _ask(self, "get", self, instance)
    run = self.patience_known.run.current()
    is_suites = run.boundary.is_asked_by_suite(sys._getframe(1))  # noqa: SLF001
    return _ask(self, "get", self, None, owner) if is_suites else self


_COROUTINE = {"send": _sent, "throw": _thrown, "close": _closed}
"""What an event loop does with a coroutine."""
_SPECIAL_METHODS: dict[str, Callable[..., Any]] = {
    **{name: _forwarded(operation) for name, operation in (*SPECIAL.items(), *PLACED.items())},
    "__get__": _got,
    "__set_name__": _forwarded("set_name"),
    "__call__": _call,
    "__iter__": _iterated,
    "__exit__": _leave,
    "__await__": _awaited,
    "__anext__": _next,
    "__aenter__": _enter,
    "__aexit__": _exit,
}
_CONDITIONAL = [
    name
    for name in (*SPECIAL, *PLACED)
    if name not in vars(Handle) and name not in _ALWAYS.values()
]


def special_methods(names: Collection[str]) -> dict[str, Any]:
    """The methods of a class of handles for objects that have these special ones."""
    wanted = [name for name in _CONDITIONAL if name in names]
    if not PLACED.keys().isdisjoint(wanted):
        wanted.append("__set_name__")
    return {name: _SPECIAL_METHODS[name] for name in wanted}


def methods_of_class(names: Collection[str]) -> dict[str, Any]:
    """The same for a student's class, of which suites may ask for them, too."""
    return {
        name: method if name in (*PLACED, "__set_name__") else _OfClass(name, method)
        for name, method in special_methods(names).items()
    }


def own_methods(names: Collection[str]) -> dict[str, Any]:
    """The methods that every handle has, of those among the names that are special ones."""
    held = vars(Handle)
    return {name: held[name] for name in names if name in _OF_EVERY_HANDLE}


def _seen_class(path: str) -> property:
    """What `isinstance` sees of an object where the reference has one of a class of this name.

    If that is one of Python's own, and the suite asks, the submission says whether it is of that,
    and not whether it claims to be.
    """
    module, _, name = path.partition(":")

    def seen(self: Any) -> Any:
        real, frame = getattr(sys.modules.get(module), name, None), sys._getframe(1)  # noqa: SLF001
        run = self.patience_known.run.current()
        is_asked = run.boundary.is_asked_by_suite(frame) or any(
            _is_of(frame, one) for one in (module, "unittest.case")
        )
        is_of = is_asked and isinstance(real, type) and _ask(self, "of_class", self, real) is True
        return real if is_of else type(self)

    return property(seen)


@lru_cache(maxsize=4_096)
def handle_class(path: str, names: frozenset[str], like: str = "") -> type[Handle]:
    """The class of handles for objects of a class that is not a student's.

    The reference has an object of the class `like` in the place of it.
    """
    body = {"__slots__": (), "__doc__": Documentation(), **special_methods(names)}
    real = _CLASSES.get(path)
    if real is types.CoroutineType:
        body |= _COROUTINE
    if real is types.FunctionType and "__get__" in names:
        body["__get__"] = _bound
    if real is type:
        body |= {
            "__instancecheck__": lambda self, one: _ask(self, "isinstance", one, self) is True,
            "__subclasscheck__": lambda self, one: _ask(self, "issubclass", one, self) is True,
        }
    if real is not None:
        body["__class__"] = property(lambda _: real)
    elif like.partition(":")[0].partition(".")[0] in sys.stdlib_module_names:
        body["__class__"] = _seen_class(like)
    made: type[Handle] = type(path.rpartition(":")[2].rpartition(".")[2], (Handle,), body)
    return made


def new_handle(cls: type[Any], known: Known) -> Any:
    """A handle of this class."""
    made = cls.__new__(cls) if issubclass(cls, BaseException) else object.__new__(cls)
    object.__setattr__(made, "patience_known", known)
    return made
