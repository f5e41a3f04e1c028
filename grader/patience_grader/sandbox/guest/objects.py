"""Carries out what a suite does with submitted code: calls, attributes, operators.

Objects that are not plain values stay here and are spoken of by numbers. The same class serves
in a guest, on the submission, and on the trusted side, on the reference.

A request is `[drops, cells, patches, operation]`, its answer `[cells, printed, printed to
stderr, outcome, frames]`, where an outcome is `["ok", node]`, `["raise", node]`, or
`["missing", path]`. When the code calls a function of the suite, that goes out as
`[cells, printed, printed to stderr, [kind, number, ...]]`, and the reply to it is
`[drops, cells, outcome]`.
"""

from __future__ import annotations

import builtins
import contextlib
import enum
import importlib
import itertools
import operator
import os
import random
import re
import sys
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import (
        emptying,
        files,
        installed,
        kinds,
        lookup,
        nodes,
        notices,
        operations,
        proxies,
        scripts,
        streams,
        values,
    )
else:
    import emptying
    import files
    import installed
    import kinds
    import lookup
    import nodes
    import notices
    import operations
    import proxies
    import scripts
    import streams
    import values

_NEVER_CALLED = ("input", "print", "open")
"""What the kit's own code does not call of Python's functions that a suite may replace."""
MAX_OBJECTS = 200_000
MAX_MESSAGE = 2_000
MAX_NAME = 100
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Where an object lies, in its `repr`: that differs between any two runs."""
ROOM = 24
"""So many calls are this end's own each time that the suite is called."""
HEAP = 1 << 9
"""The flag of classes that are not part of Python itself."""

_set_limit = sys.setrecursionlimit

Request = list[Any]
Answer = list[Any]


class MissingName(Exception):
    """The submission has nothing of this name."""


class Executor:
    """One end of the boundary, with the objects that live there."""

    def __init__(  # noqa: PLR0913 what an end is made of
        self,
        known: lookup.Lookup,
        out: Callable[[list[Any]], list[Any]],
        frames: Callable[[BaseException], list[Any]],
        *,
        shield: Callable[[], contextlib.AbstractContextManager[object]] = contextlib.nullcontext,
        root: Path | None = None,
        codec: Callable[[Executor], Codec] | None = None,
    ) -> None:
        """`out` carries a call to the suite and comes back with the reply.

        `root` is a folder for the files of a test; `codec` makes what reads and writes for one.

        `shield` is entered while code of this end runs, and left while the suite's does.
        """
        self.lookup = known
        self._out = out
        self._frames = frames
        self._shield = shield
        self._root = root
        self._new_codec = codec or Codec
        self._folder: files.Folder | None = None
        self._streams = streams.Streams()
        self._notices = notices.Notices(lambda cls: self._codec.class_path(cls))  # noqa: PLW0108
        self._stack = contextlib.ExitStack()
        self._lent: tuple[dict[str, Any], dict[str, Any]] = {}, {}
        """What of Python's own functions is replaced while submitted code runs, and by what."""
        self.begin()

    def begin(self) -> None:
        """Forgets all objects: another test begins."""
        self._codec = self._new_codec(self)
        if self._folder is not None:
            with contextlib.suppress(OSError):  # what stays is in nobody's way
                emptying.empty(self._folder.root)
            self._folder = None
        self._patches: dict[tuple[str, str], Any] = {}
        self._place = ""
        self._hashes: dict[int, int] = {}
        self._originals: dict[str, Any] = {}
        self.errors = OwnErrors()
        with self._shield():
            installed.seed(0)

    def run(self, request: Request) -> Answer:
        """Does what is asked, and says what came of it."""
        self._codec.begin()
        with self._inside():
            try:
                drops, cells, patches, operation = request
                self._take_files(patches)  # texts that come with it may name them
                self._receive(drops, cells)
                self._take_patches(patches)
                self._replace_all()
            except nodes.NodeError as fault:
                return [[], "", "", ["gone", str(fault)], [], []]
            outcome, frames = self._outcome(operation)
        try:
            news = self._codec.news()
        except nodes.NodeError as fault:
            news, outcome = [], ["ok", ["u", str(fault)]]
        left = [["file", *one] for one in self._folder.changes()] if self._folder else []
        left += self._notices.taken()
        return [news, *self._printed(), outcome, left, frames]

    def _printed(self) -> tuple[str, str]:
        root = self._codec.root or "\0"
        texts = (self._streams.out.taken(), self._streams.err.taken())
        return texts[0].replace(root, nodes.NEUTRAL), texts[1].replace(root, nodes.NEUTRAL)

    def _outcome(self, operation: list[Any]) -> tuple[list[Any], list[Any]]:
        """What came of an operation, and the lines that an exception came through."""
        try:
            value = self._do(operation)
            self._codec.begin_answer()
            return ["ok", self._codec.write(value)], []
        except MissingName as missing:
            return ["missing", str(missing)], []
        except nodes.NodeError as fault:
            return ["ok", ["u", str(fault)]], []
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            try:
                return ["raise", self._codec.write_error(error)], self._frames(error)
            except BaseException:  # noqa: BLE001 an exception may be as odd as any object
                return ["raise", ["x", "builtins:Exception", [], {}]], []

    def _receive(self, drops: list[int], cells: list[Any]) -> None:
        for number in drops:
            self._codec.forget(number)
        self._codec.take(cells)

    def _do(self, operation: list[Any]) -> Any:
        act = self._read(operation)
        with self._borrowed():
            done = act()
        name = operation[1] if operation[0] == "op" else ""
        if type(done) is str and name in ("repr", "str", "format"):
            return ADDRESS.sub(" at 0x0", done)
        return self._hashes.setdefault(done, len(self._hashes)) if name == "hash" else done

    def _read(self, operation: list[Any]) -> Callable[[], Any]:
        """What an operation is to do, once all that it names has been read."""
        kind, *rest = operation
        read = self._codec.read
        match kind:
            case "call":
                target, arguments, named = rest
                target, arguments = read(target), [read(one) for one in arguments]
                return partial(target, *arguments, **{key: read(one) for key, one in named.items()})
            case "attr":
                return partial(getattr, read(rest[0]), rest[1])
            case "set" | "del":
                target = read(rest[0])
                self._remember(target, rest[1])
                given = [read(one) for one in rest[2:]]
                return partial(setattr if kind == "set" else delattr, target, rest[1], *given)
            case "seed":
                return partial(random.seed, *[read(one) for one in rest])
            case "op":
                done = operations.OPERATIONS[rest[0]]
                return partial(done, *[read(one) for one in rest[1:]])
        by_name: dict[str, Callable[..., Any]] = {
            "name": self._named,
            "class": self._new_class,
            "run": self._run,
            "runpy": self._run_here,
        }
        return partial(by_name[kind], *rest)

    def _run(
        self, name: str, text: str, words: list[Any], typed: Any, merged: bool
    ) -> scripts.Ended:
        """What comes of a module's file that is run as a script, or of a text as by `-c`."""
        given = [self._codec.read(one) for one in words]
        with self.lookup.script(name, text) as (code, space):
            return scripts.run(code, space, given, self._codec.read(typed), merged=merged)

    def _run_here(self, name: str, run_name: str) -> Callable[[str | None], Any]:
        """What gives the names that a module holds after its file was run, or one's value."""
        with self.lookup.script(name, "") as (code, space):
            space["__name__"] = run_name
            exec(code, space)  # noqa: S102 this is what a guest is for

        def held(name: str | None) -> Any:
            return sorted(space) if name is None else space[name]

        return held

    def _named(self, path: str) -> Any:
        module, _, name = path.partition(":")
        found = self.lookup.module(module)
        if found is None:
            raise MissingName(path)
        try:
            return getattr(found, name)
        except AttributeError:
            raise MissingName(path) from None

    def _remember(self, target: Any, name: str) -> None:
        """Takes down what a module or class holds, before the suite replaces it."""
        if type(target) is ModuleType and name in vars(target):
            path = f"{target.__name__}:{name}"
            self._originals.setdefault(path, vars(target)[name])
        elif isinstance(target, type):
            method = vars(target).get(name)
            if type(method) is types.FunctionType:
                path = f"{method.__module__}:{method.__qualname__}"
                self._originals.setdefault(path, method)

    def named(self, path: str) -> Any:
        """The student's function or class of this name. Raises MissingName."""
        if path in self._originals:
            return self._originals[path]
        module, _, inner = path.partition(":")
        first, *rest = inner.split(".")
        value = self._named(f"{module}:{first}")
        for part in rest:
            value = getattr(value, part)
        return value

    def _new_class(
        self, name: str, bases: list[Any], body: dict[str, Any], named: dict[str, Any]
    ) -> Any:
        read = self._codec.read
        members = {
            key: operations.MEMBERS[kind](*[read(part) for part in parts])
            for key, (kind, *parts) in body.items()
        }
        members["__module__"] = "?"
        found = tuple(read(one) for one in bases)
        given = {key: read(value) for key, value in named.items()}
        return types.new_class(name, found, given, lambda body: body.update(members))

    # what the suite has replaced

    def _take_files(self, patches: list[Any]) -> None:
        for module, name, text in patches:
            if module == "/":
                self._take_file(name, text)

    def _take_patches(self, patches: list[Any]) -> None:
        for module, name, node in patches:
            if module == "/":
                continue
            if module == "cwd":
                self._place = name
            elif module == "environ":
                self._patches[module, name] = self._codec.read(node)
            elif node is None:
                self._patches.pop((module, name), None)
            else:
                self._patches[module, name] = self._codec.read(node)

    @contextlib.contextmanager
    def _inside(self) -> Iterator[None]:
        """While code of this end runs: its streams, its generator, and what is replaced."""
        outer, self._stack = self._stack, contextlib.ExitStack()
        self._enter()
        try:
            yield
        finally:
            self._stack.close()
            self._stack = outer

    def _take_file(self, name: str, text: str | None) -> None:
        """Takes in a file of the test; an empty name stands for the folder itself."""
        if self._root is None:
            raise nodes.NodeError("there is not a folder for files; state scratch_mib in [limits]")
        if self._folder is None:
            self._folder = files.Folder(self._root)
            self._codec.root = str(self._root)
        if name:
            self._folder.take([[name, text]])

    def _enter(self) -> None:
        self._stack.enter_context(self._shield())
        self._stack.enter_context(self._streams)
        self._stack.enter_context(self._notices)

    def _replace_all(self) -> None:
        if self._folder is not None:
            self._stack.enter_context(_working_in(self._folder.root / self._place))
        for (module, name), value in self._patches.items():
            if module != "builtins" or name in _NEVER_CALLED:
                self._replace(module, name, value)

    def _replace(self, module: str, name: str, value: Any) -> None:
        if module == "environ":
            self._stack.callback(_set_variable, name, os.environ.get(name))
            return _set_variable(name, value)
        if name == "recursionlimit":
            self._stack.callback(sys.setrecursionlimit, sys.getrecursionlimit())
            return sys.setrecursionlimit(value)
        place: Any = self.lookup.module(module) or importlib.import_module(module)
        *owner, last = name.split(".")
        for part in owner:
            place = getattr(place, part)
        self._stack.callback(setattr, place, last, vars(place)[last])
        return setattr(place, last, value)

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[None]:
        """While submitted code itself runs: what the suite has replaced of Python's own functions.

        The kit calls these, too.
        """
        found = {
            name: value
            for (module, name), value in self._patches.items()
            if module == "builtins" and name not in _NEVER_CALLED
        }
        originals = {name: vars(builtins)[name] for name in found}
        outer, self._lent = self._lent, (found, originals)
        vars(builtins).update(found)
        try:
            yield
        finally:
            vars(builtins).update(originals)
            self._lent = outer

    @contextlib.contextmanager
    def _outside(self) -> Iterator[None]:
        """While the suite's own code runs."""
        self._stack.close()
        found, originals = self._lent
        vars(builtins).update(originals)
        try:
            yield
        finally:
            vars(builtins).update(found)
            self._enter()
            self._replace_all()

    # calls of the suite's own functions

    def ask(self, kind: str, number: int, *parts: Any) -> Any:
        """Has the suite do something with an object of its own; what came of it."""
        self._codec.begin_answer()
        operation = [kind, number, *[self._codec.write_part(one) for one in parts]]
        news = self._codec.news()
        printed = self._streams.out.taken(), self._streams.err.taken()
        with self._outside(), deeper(ROOM):
            reply = self._out([news, *printed, operation])
        self._codec.begin()
        drops, cells, (end, node) = reply
        self._receive(drops, cells)
        if end == "raise":
            raise self._codec.read_error(node)
        return self._codec.read(node)


@contextlib.contextmanager
def deeper(calls: int) -> Iterator[None]:
    """While this lasts, the recursion limit leaves room for so many calls more."""
    limit = sys.getrecursionlimit()
    _set_limit(limit + calls)
    try:
        yield
    finally:
        _set_limit(limit)


class OwnErrors:
    """The exceptions that the suite's functions raised: each is raised again as itself."""

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


class Codec(values.Codec):
    """Writes what lives here as numbers."""

    def __init__(self, executor: Executor) -> None:
        super().__init__(first=-1)
        self._executor = executor
        self._lookup = executor.lookup
        self._objects: list[Any] = []
        self._places: dict[int, int] = {}
        self._proxies: dict[int, Any] = {}
        self._proxy_numbers: dict[int, int] = {}

    def begin_answer(self) -> None:
        """An answer is written, with bounds of its own."""
        self._nodes = self._text = 0

    def path_of(self, cls: type) -> str | None:
        path = self._lookup.path(cls)
        return path if path and self._lookup.may_cross(path, cls) else None

    def name_of(self, value: Any) -> str | None:
        path = self._lookup.path(value)
        return path if path and self._lookup.is_shared(path) else None

    def class_path(self, cls: type) -> str:
        """How a class is called, whether or not it can be found by that name."""
        is_own = cls.__module__ == "builtins" and not cls.__flags__ & HEAP
        path = self._lookup.path(cls) if is_own else self._lookup.class_path(cls)
        return path or f"{'builtins' if is_own else '?'}:{str(cls.__name__)[:MAX_NAME]}"

    def find(self, path: str) -> Any:
        try:
            return self._lookup.find(path)
        except LookupError as fault:
            raise nodes.NodeError(f"there is no {path}") from fault

    def own_content(self, content: Any) -> Any:
        """The suite describes its functions; here they are numbers."""
        if not isinstance(content, list):
            return content
        if content[:1] == ["k"] and len(content) > 2:
            return content[:2]
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

    def write_object(self, value: Any) -> nodes.Node:
        number = self._proxy_numbers.get(id(proxies.lasting(value)))
        if number is not None:
            return ["k", number]
        if isinstance(value, BaseException):
            place = self._executor.errors.number(value)
            if place is not None:
                return ["k", place]
        if isinstance(value, type) or type(value) in kinds.NAMED:
            is_class = isinstance(value, type)
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
            if path is not None:
                return self.write_exception(error, path)
            args = [self.write(one) for one in error.args]
        except nodes.NodeError:
            self.begin_answer()
            args = []
            if path is not None:
                return ["x", path, [], {}]
        return self._declared(error, args)

    def _declared(self, error: BaseException, args: list[nodes.Node]) -> nodes.Node:
        ancestors = [self.class_path(one) for one in type(error).__mro__[: nodes.MAX_ANCESTORS]]
        return ["E", ancestors, args, _said(error), self.place(error), _special(type(error))]

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


def _set_variable(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


@contextlib.contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    with contextlib.suppress(OSError):
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
