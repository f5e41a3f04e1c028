"""Writes what lives at this end as numbers: objects, and exceptions that the suite has raised."""

from __future__ import annotations

import enum
import itertools
import operator
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import kinds, named, nodes, operations, proxies
else:
    import kinds
    import named
    import nodes
    import operations
    import proxies

if TYPE_CHECKING:
    from patience_grader.sandbox.guest.objects import Executor

MAX_OBJECTS = 200_000
MAX_MESSAGE = 2_000
MAX_NAME = 100


class OwnErrors:
    """The suite's own exceptions, raised or handed over: each comes back as itself."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[BaseException, list[Any]]] = {}

    def keep(self, number: int, error: BaseException) -> None:
        """Remembers an exception by its number."""
        self._kept[number] = (error, _facts(error))

    def found(self, number: int) -> BaseException | None:
        """The exception of this number, if it was kept."""
        return self._kept[number][0] if number in self._kept else None

    def number(self, error: BaseException) -> int | None:
        """The number of an exception that is as it was; None for any other."""
        for number, (kept, facts) in self._kept.items():
            if kept is error and _is_all_same(facts, _facts(error)):
                return number
        return None


def _facts(error: BaseException) -> list[Any]:
    inner = BaseException.__dict__["__dict__"].__get__(error)
    return [error.args, error.__cause__, *itertools.chain.from_iterable(inner.items())]


def _is_all_same(some: list[Any], others: list[Any]) -> bool:
    return len(some) == len(others) and all(map(operator.is_, some, others))


class Codec(named.Codec):
    """Writes what lives here as numbers."""

    may_convert = True

    def __init__(self, executor: Executor) -> None:
        super().__init__(executor.lookup, first=-1)
        self._executor = executor
        self._objects: list[Any] = []
        self._places: dict[int, int] = {}
        self._proxies: dict[int, Any] = {}
        self._proxy_numbers: dict[int, int] = {}

    def begin_answer(self) -> None:
        """An answer is written, with bounds of its own."""
        self._nodes = self._text = 0

    def class_path(self, cls: type) -> str:
        """How a class is called, whether or not it can be found by that name."""
        is_own = cls.__module__ == "builtins" and not cls.__flags__ & kinds.HEAP
        path = self._lookup.path(cls) if is_own else self._lookup.class_path(cls)
        return path or f"{'builtins' if is_own else '?'}:{str(cls.__name__)[:MAX_NAME]}"

    def leave_frozen(self) -> None:
        """Frozen values that outlast a request hold again what they held, when it is done."""

    def own_content(self, content: Any) -> Any:
        """The suite describes its functions; here they are numbers, and objects are described."""
        if not isinstance(content, list):
            return content
        if content[:1] == ["k"] and len(content) > 2:
            return content[:2]
        if content[:1] == ["h"] and len(content) == 2:
            return self.write_object(self.read_object(content))
        return [self.own_content(one) for one in content]

    def write_exception(self, value: BaseException, path: str, depth: int = 0) -> nodes.Node:
        number = self._executor.errors.number(value)
        return super().write_exception(value, path, depth) if number is None else ["k", number]

    def write_part(self, part: Any) -> Any:
        """A part of a call: values in a list or a dict of arguments, or a name."""
        if isinstance(part, list):
            return [self.write(one) for one in part]
        if isinstance(part, dict):
            return {str(name): self.write(one) for name, one in part.items()}
        return part

    def _fill(self, number: int, content: list[Any], shape: nodes.Node) -> None:
        super()._fill(number, content, shape)
        if content[0] == "ndarray":
            self.contents[number] = self.content_of(number)
        self._remember(number)

    def write_object(self, value: Any) -> nodes.Node:
        number = self._proxy_numbers.get(id(proxies.lasting(value)))
        if number is not None:
            return ["k", number]
        if isinstance(value, BaseException):
            place = self._executor.errors.number(value)
            if place is not None:
                return ["k", place]
        is_class = issubclass(type(value), type)  # `Stack[int]` of a list says that it is one
        if is_class or type(value) in kinds.NAMED:
            path = self._lookup.class_path(value) if is_class else self._lookup.path(value)
            if path and path.partition(":")[0] in self._lookup.student:
                return ["s", path]
        if type(value) is ModuleType:
            if self._lookup.is_shared(f"{value.__name__}:"):
                return ["m", value.__name__]
            return ["u", f"the module {value.__name__}"]
        if isinstance(value, BaseException):
            is_new = id(value) not in self._places
            self.place(value)
            return self._declared(value, [self.write(one) for one in value.args] if is_new else [])
        names = _special(type(value))
        if isinstance(value, enum.Enum) and isinstance(value._name_, str):
            names.append(f".{value._name_[:MAX_NAME]}")
        return ["h", self.place(value), self.class_path(type(value)), names]

    def place(self, value: Any) -> int:
        """The number of an object that stays here."""
        place = self._places.get(id(value))
        if place is None:
            place = len(self._objects)
            if place >= MAX_OBJECTS:
                raise nodes.NodeError("too many objects")
            self._objects.append(value)
            self._places[id(value)] = place
        return place

    def read_object(self, node: list[Any], shape: Any = None) -> Any:  # noqa: ARG002
        kind = node[0]
        if kind == "h":
            if not 0 <= node[1] < len(self._objects):
                raise nodes.NodeError("there is no such object")
            return self._objects[node[1]]
        if kind == "s":
            return self._executor.named(node[1])
        if kind == "m":
            return self._lookup.module(node[1])
        if kind == "kx":
            return self.read_error(node)
        if kind == "k":
            found = self._proxies.get(node[1])
            if found is None:
                found = proxies.stand_in(self._executor.ask, node[1], node[2:], self)
                self._proxies[node[1]] = found
                self._proxy_numbers[id(found)] = node[1]
            return proxies.met(found)
        raise nodes.NodeError("a node of an unknown kind")

    def write_error(self, error: BaseException) -> nodes.Node:
        """The node of an exception that was raised."""
        number = self._executor.errors.number(error)
        if number is not None:
            return ["k", number]
        path = self.path_of(type(error))
        self.begin_answer()
        try:
            if path is not None and not self._lookup.other_names(type(error)):
                return self.write_exception(error, path)
            args = [self.write(one) for one in error.args]
        except nodes.NodeError:
            self.begin_answer()
            args = []
            if path is not None:
                return ["x", path, [], {}]
        return self._declared(error, args)

    def _declared(self, error: BaseException, args: list[nodes.Node]) -> nodes.Node:
        ancestors = [self._names_of(one) for one in type(error).__mro__[: nodes.MAX_ANCESTORS]]
        return ["E", ancestors, args, _said(error), self.place(error), _special(type(error))]

    def _names_of(self, cls: type) -> str:
        """How a class is called, and by which names asked modules know it as well."""
        path = self.class_path(cls)
        others = [one for one in self._lookup.other_names(cls) if one != path]
        return nodes.SAME_CLASS.join([path, *others[: nodes.MAX_NAMES]])

    def kinds_of(self, cls: type) -> str:
        """How a class is called, and what it is derived from up to a class of Python's own."""
        own = [*itertools.takewhile(lambda one: one.__module__ != "builtins", cls.__mro__)]
        found = cls.__mro__[: min(len(own) + 1, nodes.MAX_ANCESTORS)]
        return nodes.SAME_CLASS.join(map(self._names_of, found))

    def read_error(self, node: list[Any]) -> BaseException:
        """The exception that the suite's function raised."""
        if node[0] == "kx":
            there = self._executor.errors.found(node[1])
            if there is not None:
                return there
            made = self.read(node[2])
            error = made(*[self.read(one) for one in node[3]]) if len(node) > 3 else made
            if isinstance(error, BaseException):
                self._executor.errors.keep(node[1], error)
        else:
            error = self.read(node)
        return error if isinstance(error, BaseException) else RuntimeError("not an exception")


_CARRIED = (*operations.SPECIAL, *operations.PLACED)


def _special(cls: type) -> list[str]:
    """The special methods that instances have."""
    found: set[str] = set()
    for base in cls.__mro__:
        if base is not object:
            found.update(name for name in _CARRIED if name in base.__dict__)
    return sorted(found)


def _said(error: BaseException) -> str | None:
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 a student's __str__ may do anything
        return None
    return text[:MAX_MESSAGE] if type(text) is str else None
