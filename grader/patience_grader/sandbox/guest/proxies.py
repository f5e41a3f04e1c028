"""Stand-ins for what belongs to the suite: functions, objects and exceptions of its own."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Generator, Iterator, Mapping, MutableMapping
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import operations
else:
    import operations

Ask = Callable[..., Any]


def _every_kind(a: int, /, b: int, *c: int, d: int, **e: int) -> None:
    """Has a parameter of each kind."""


_KINDS = sorted({one.kind for one in inspect.signature(_every_kind).parameters.values()})


class Proxy:
    """An object of the suite: whatever is done with it is done there."""

    __slots__ = ("_patience_ask", "_patience_number")

    def __init__(self, ask: Ask, number: int) -> None:
        object.__setattr__(self, "_patience_ask", ask)
        object.__setattr__(self, "_patience_number", number)

    def __getattr__(self, name: str) -> Any:
        return self._patience_ask("attr", self._patience_number, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._patience_ask("set", self._patience_number, name, [value])

    def __delattr__(self, name: str) -> None:
        self._patience_ask("del", self._patience_number, name)

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        return Variables(self._patience_ask, self._patience_number)

    def __eq__(self, other: object) -> Any:
        return self._patience_ask("op", self._patience_number, "eq", [other])

    def __hash__(self) -> int:
        return hash(self._patience_number)

    def __repr__(self) -> str:
        text = self._patience_ask("op", self._patience_number, "repr", [])
        return text if isinstance(text, str) else "an object"

    def __str__(self) -> str:
        text = self._patience_ask("op", self._patience_number, "str", [])
        return text if isinstance(text, str) else "an object"

    def __format__(self, spec: str) -> str:
        text = self._patience_ask("op", self._patience_number, "format", [spec])
        return text if isinstance(text, str) else "an object"

    def __bool__(self) -> bool:
        return bool(self._patience_ask("op", self._patience_number, "bool", []))

    def __copy__(self) -> Any:
        return self._patience_ask("op", self._patience_number, "copy", [])

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self._patience_ask("op", self._patience_number, "deepcopy", [])


class ClassVariables(Mapping[str, Any]):
    """What is in the `__dict__` of a class of the suite."""

    def __init__(self, ask: Ask, number: int) -> None:
        self._ask = ask
        self._number = number

    def __getitem__(self, name: str) -> Any:
        return self._ask("getvar", self._number, name)

    def _names(self) -> list[str]:
        found: list[str] = self._ask("vars", self._number, "")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __repr__(self) -> str:
        return repr(dict(self))


class Variables(ClassVariables, MutableMapping[str, Any]):
    """What is in the `__dict__` of an object of the suite: past its class's own descriptors."""

    def __setitem__(self, name: str, value: Any) -> None:
        self._ask("setvar", self._number, name, [value])

    def __delitem__(self, name: str) -> None:
        self._ask("delvar", self._number, name)


class OfOne(type):
    """The class of one stand-in: it equals the stand-in for the class of the suite's object."""

    _patience_full_name: list[str]
    _patience_object: Proxy

    def __eq__(cls, other: object) -> bool:
        mine = cls._patience_full_name
        return cls is other or (bool(mine) and _full_name(other) == mine)

    def __hash__(cls) -> int:
        found = cls._patience_full_name
        return hash(tuple(found)) if found else type.__hash__(cls)


def _full_name(value: Any) -> list[str] | None:
    """The module and the name of a class of the suite; None of what is not one."""
    kind = type(value)
    if kind is OfOne:
        found: list[str] = value._patience_full_name  # noqa: SLF001
        return found
    if issubclass(kind, ClassProxy):
        names = value._patience_names  # noqa: SLF001
        return [names["__module__"], names["__qualname__"]]
    return None


class ClassProxy(Proxy):
    """A class of the suite: what names it is known here."""

    __slots__ = ("_patience_names",)

    def __eq__(self, other: object) -> Any:
        if type(other) is OfOne:
            return _full_name(other) == _full_name(self)
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(tuple(_full_name(self) or ()))

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        return ClassVariables(self._patience_ask, self._patience_number)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """What `isinstance(cls, type)` asks for."""
        return type

    @property
    def __bases__(self) -> tuple[type, ...]:
        return (object,)

    @property
    def __mro__(self) -> tuple[Any, ...]:
        return (self, object)

    def __instancecheck__(self, instance: Any) -> bool:
        return bool(self._patience_ask("op", self._patience_number, "instancecheck", [instance]))

    def __subclasscheck__(self, cls: Any) -> bool:
        if type(cls) is OfOne:
            return self.__instancecheck__(cls._patience_object)
        return bool(self._patience_ask("op", self._patience_number, "subclasscheck", [cls]))

    def __dir__(self) -> list[str]:
        return sorted({*dir(object), *self.__dict__})

    def __init__(self, ask: Ask, number: int, names: dict[str, str]) -> None:
        super().__init__(ask, number)
        object.__setattr__(self, "_patience_names", names)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __getattribute__(self, name: str) -> Any:
        if name not in operations.OF_CLASSES:
            return super().__getattribute__(name)
        try:
            return self._patience_ask("attr", self._patience_number, name)
        except AttributeError:
            return getattr(object, name)

    def __getattr__(self, name: str) -> Any:
        found = self._patience_names.get(name)
        return super().__getattr__(name) if found is None else found


def _special(name: str, operation: str) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        if operation == "call":
            return self._patience_ask("call", self._patience_number, list(arguments), named)
        given = list(arguments)
        if operation in ("exit", "aexit"):
            given = given[1:2]
        if operation == "get":
            if given[0] is None:
                return self
            given = given[:1]
        return self._patience_ask("op", self._patience_number, operation, given)

    awaited = _AWAITED.get(name)
    made = awaited(method) if awaited else method
    made.__name__ = name
    return made


def _waiting(method: Callable[..., Any]) -> Callable[..., Any]:
    """What is awaited: the suite's end answers with its outcome at once."""

    async def made(self: Any, *arguments: Any) -> Any:
        return method(self, *arguments)

    return made


def _awaited(method: Callable[..., Any]) -> Callable[..., Any]:
    def made(self: Any) -> Generator[None, None, Any]:
        return method(self)
        yield

    return made


_AWAITED: dict[str, Callable[..., Any]] = {
    "__await__": _awaited,
    **dict.fromkeys(("__anext__", "__aenter__", "__aexit__"), _waiting),
}


_CARRIED = {**operations.SPECIAL, **operations.PLACED}
_CALLED = {"__call__": _special("__call__", operations.SPECIAL["__call__"])}


def _sent(self: Any, value: Any) -> Any:  # noqa: ARG001
    """The first step of a coroutine is its last: it is run to its end where it is."""
    raise StopIteration(self._patience_ask("op", self._patience_number, "await", []))


def _thrown(self: Any, kind: Any, error: Any = None, trace: Any = None) -> Any:  # noqa: ARG001
    raise kind if error is None else error


def _closed(self: Any) -> None:
    """Nothing: there is nothing that waits."""


_OF_GENERATORS = ["close", "send", "throw"]
_COROUTINE = {"send": _sent, "throw": _thrown, "close": _closed}


def _running(special: list[str], own: list[str]) -> dict[str, Any]:
    """What makes a stand-in a coroutine or a generator, as the suite's is one."""
    if own != _OF_GENERATORS:
        return {}
    is_coroutine = "__await__" in special
    cls = types.CoroutineType if is_coroutine else types.GeneratorType
    return {"__class__": property(lambda _: cls), **(_COROUTINE if is_coroutine else {})}


def _forwarded(name: str) -> property:
    return property(lambda self: self._patience_ask("attr", self._patience_number, name))


def _signature(parts: list[Any], read: Callable[[Any], Any]) -> inspect.Signature | None:
    if not parts:
        return None
    rows, returned = parts
    parameters = [
        inspect.Parameter(name, _KINDS[kind], default=read(default), annotation=read(hint))
        for name, kind, default, hint in rows
    ]
    return inspect.Signature(parameters, return_annotation=read(returned))


def _function(ask: Ask, number: int, signature: inspect.Signature | None) -> Any:
    """A function that takes what the suite's takes: some look at `__code__` and `__defaults__`.

    A default that the suite keeps to itself is MISSING here, and is not handed over in a call.
    """

    def any_call(*arguments: Any, **named: Any) -> Any:
        return ask("call", number, list(arguments), named)

    if signature is None:
        return any_call
    names = list(signature.parameters)

    def said_call(*arguments: Any, **named: Any) -> Any:
        said = next((n for n, one in enumerate(arguments) if one is MISSING), len(arguments))
        named |= zip(names[said:], arguments[said:], strict=False)
        return any_call(
            *arguments[:said], **{key: one for key, one in named.items() if one is not MISSING}
        )

    parameters = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    placed = [one.name for one in parameters if one.kind in (one.POSITIONAL_ONLY, _EITHER)]
    placed += [f"*{one.name}" for one in parameters if one.kind is one.VAR_POSITIONAL]
    named = [f"{one.name}={one.name}" for one in parameters if one.kind is one.KEYWORD_ONLY]
    named += [f"**{one.name}" for one in parameters if one.kind is one.VAR_KEYWORD]
    unset = [one if one.default is one.empty else one.replace(default=None) for one in parameters]
    head = str(signature.replace(parameters=unset, return_annotation=inspect.Signature.empty))
    space: dict[str, Any] = {_CALL: said_call}
    exec(f"def made{head}: return {_CALL}({', '.join([*placed, *named])})", space)  # noqa: S102
    made = space["made"]
    given = [one for one in parameters if one.default is not one.empty]
    made.__defaults__ = tuple(one.default for one in given if one.kind is not one.KEYWORD_ONLY)
    made.__kwdefaults__ = {one.name: one.default for one in given if one.kind is one.KEYWORD_ONLY}
    return made


_EITHER = inspect.Parameter.POSITIONAL_OR_KEYWORD
_CALL = "__patience_call__"


class _Methods:
    """Stands in the place of every object whose methods the suite hands over."""


_METHODS = _Methods()


def _method(ask: Ask, number: int) -> Any:
    def made(_: _Methods, /, *arguments: Any, **named: Any) -> Any:
        return ask("call", number, list(arguments), named)

    return made


_METHOD = _method(print, 0).__code__


def met(found: Any) -> Any:
    """A stand-in, as code meets it: a method is another object each time, and equals the last."""
    is_method = type(found) is types.FunctionType and found.__code__ is _METHOD
    return types.MethodType(found, _METHODS) if is_method else found


def lasting(value: Any) -> Any:
    """The stand-in that was met as this."""
    is_method = type(value) is types.MethodType and value.__self__ is _METHODS
    return value.__func__ if is_method else value


def _hints(signature: inspect.Signature) -> dict[str, Any]:
    empty = inspect.Parameter.empty
    rows = [(one.name, one.annotation) for one in signature.parameters.values()]
    rows.append(("return", signature.return_annotation))
    return {name: hint for name, hint in rows if hint is not empty}


def stand_in(ask: Ask, number: int, about: list[Any], codec: Any) -> Any:
    """What stands for the suite's object of this number, as the suite describes it."""
    kind, name, *rest = about
    made: Any
    if kind == "function":
        doc, module, parts = rest
        signature = _signature(parts, codec.read)
        made = _function(ask, number, signature)
        made.__name__ = made.__qualname__ = name
        made.__doc__, made.__module__ = doc, module
        if signature is not None:
            made.__signature__ = signature
            made.__annotations__ = _hints(signature)
    elif kind == "method":
        made = _method(ask, number)
        made.__name__ = made.__qualname__ = name
        made.__doc__, made.__module__ = rest
    elif kind == "class":
        doc, module, qualname = rest
        body = {"__slots__": (), "__doc__": doc, "__module__": module, **_CALLED}
        names = {"__name__": name, "__qualname__": qualname, "__module__": module}
        made = type(name, (ClassProxy,), body)(ask, number, names)
    elif kind == "error":
        bases = tuple(codec.find(path) for path in rest[0])
        made = type(name, bases, {})
    else:
        special, own, claimed, full_name = rest
        methods = {one: _special(one, _CARRIED[one]) for one in special}
        body = {"__slots__": (), **{one: _forwarded(one) for one in own}, **methods}
        body |= _running(special, own)
        if claimed is not None:
            cls = codec.read(claimed)
            body["__class__"] = property(lambda _: cls)
        body["_patience_full_name"] = full_name
        kind_of_one = OfOne(name, (Proxy,), body)
        made = kind_of_one._patience_object = kind_of_one(ask, number)  # noqa: SLF001
    return made
