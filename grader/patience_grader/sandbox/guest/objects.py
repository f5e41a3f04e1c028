"""Carries out what a suite does with submitted code: calls, attributes, operators.

Objects that are not plain values stay here and are spoken of by numbers. The same class serves
in a guest, on the submission, and on the trusted side, on the reference.

A request is `[drops, cells, patches, operation]`, its answer `[cells, printed, printed to
stderr, outcome, left, frames]`, where an outcome is `["ok", node]`, `["raise", node]`, or
`["missing", path]`, and `left` are files, notices, and fields of frozen values that were written
to: `["frozen", place, name, node]`. When the code calls a function of the suite, that goes out as
`[cells, printed, printed to stderr, [kind, number, ...]]`, and the reply to it is
`[drops, cells, outcome]`.
"""

from __future__ import annotations

import contextlib
import random
import re
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import (
        emptying,
        files,
        frozen_fields,
        installed,
        lookup,
        nodes,
        notices,
        numbering,
        operations,
        patches,
        scripts,
        streams,
    )
else:
    import emptying
    import files
    import frozen_fields
    import installed
    import lookup
    import nodes
    import notices
    import numbering
    import operations
    import patches
    import scripts
    import streams

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Where an object lies, in its `repr`: that differs between any two runs."""
ROOM = 24
"""So many calls are this end's own each time that the suite is called."""

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
        watches_frozen: bool = False,
        codec: Callable[[Executor], numbering.Codec] | None = None,
    ) -> None:
        """`out` carries a call to the suite and comes back with the reply.

        `root` is a folder for the files of a test; `codec` makes what reads and writes for one.
        If it `watches_frozen` values, answers say which of those handed over are changed all the
        same.

        `shield` is entered while code of this end runs, and left while the suite's does.
        """
        self.lookup = known
        self._out = out
        self._frames = frames
        self._root = root
        self._watches_frozen = watches_frozen
        self._written: list[tuple[int, str, Any]] = []
        """What the last operation has written to frozen values that were handed over."""
        self._new_codec = codec or numbering.Codec
        self._folder: files.Folder | None = None
        self._streams = streams.Streams()
        self._notices = notices.Notices(lambda cls: self._codec.kinds_of(cls))  # noqa: PLW0108
        self._shield = shield
        self._patches = patches.Patches(known, shield, self._streams, self._notices)
        self.begin()

    def begin(self) -> None:
        """Forgets all objects: another test begins."""
        self._codec = self._new_codec(self)
        if self._folder is not None:
            with contextlib.suppress(OSError):  # what stays is in nobody's way
                emptying.empty(self._folder.root)
            self._folder = None
        self._patches.begin()
        self._hashes: dict[int, int] = {}
        self._originals: dict[str, Any] = {}
        self._spaces: dict[str, dict[str, Any]] = {}
        """What the modules hold whose files were run, by their names."""
        self.errors = numbering.OwnErrors()
        with self._shield():
            installed.seed(0)

    def run(self, request: Request) -> Answer:
        """Does what is asked, and says what came of it."""
        self._codec.begin()
        with self._patches.inside():
            try:
                drops, cells, changes, operation = request
                self._take_files(changes)  # texts that come with it may name them
                self._receive(drops, cells)
                self._patches.take(changes, self._codec.read)
                self._patches.replace_all()
            except nodes.NodeError as fault:
                return [[], "", "", ["gone", str(fault)], [], []]
            outcome, frames = self._outcome(operation)
        written: list[list[Any]] = []
        try:
            written = self._written_frozen_fields()
            news = self._codec.news()
        except nodes.NodeError as fault:
            news, outcome = [], ["ok", ["u", str(fault)]]
        left = [["file", *one] for one in self._folder.changes()] if self._folder else []
        left += written
        left += [[*said, self._codec.neutral(text)] for *said, text in self._notices.taken()]
        return [news, *self._printed(), outcome, left, frames]

    def _written_frozen_fields(self) -> list[list[Any]]:
        """What the operation has written to frozen values that were handed over, as rows."""
        written, self._written = self._written, []
        rows = [["frozen", at, name, self._codec.write(part)] for at, name, part in written]
        if rows:
            self._codec.leave_frozen()
        return rows

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
        if not self._watches_frozen:
            act = self._read(operation)
            with self._patches.borrowed():
                done = act()
        else:
            done = self._watched(operation)
        name = operation[1] if operation[0] == "op" else ""
        if type(done) is str and name in ("repr", "str", "format"):
            return ADDRESS.sub(" at 0x0", done)
        return self._hashes.setdefault(done, len(self._hashes)) if name == "hash" else done

    def _watched(self, operation: list[Any]) -> Any:
        """What is done, with a look at the frozen values that were handed over for it."""
        given: list[Any] = []
        self._codec.frozen = given
        try:
            act = self._read(operation)
        finally:
            self._codec.frozen = None
        watched = frozen_fields.Watched(given)
        try:
            with self._patches.borrowed():
                return act()
        finally:
            self._written = [*watched.written()]

    def _read(self, operation: list[Any]) -> Callable[[], Any]:
        """What an operation is to do, once all that it names has been read."""
        kind, *rest = operation
        read = self._codec.read
        match kind:
            case "call":
                target, arguments, named = rest
                target, arguments = read(target), [read(one) for one in arguments]
                if not callable(target):  # as Python says it, and not as `partial` does
                    raise TypeError(f"{type(target).__name__!r} object is not callable")
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

    def _run_here(self, name: str, run_name: str, is_reloaded: bool) -> Callable[[str | None], Any]:
        """What gives the names that a module holds after its file was run, or one's value.

        A module that is reloaded holds what it held.
        """
        with self.lookup.script(name, "") as (code, new):
            space = self._spaces.get(name, new) if is_reloaded else new
            space["__name__"] = run_name
            self._spaces[name] = space
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

    # files of the test

    def _take_files(self, changes: list[Any]) -> None:
        for module, name, text in changes:
            if module == "/":
                self._take_file(name, text)

    def _take_file(self, name: str, text: str | None) -> None:
        """Takes in a file of the test; an empty name stands for the folder itself."""
        if self._root is None:
            raise nodes.NodeError("there is not a folder for files; state scratch_mib in [limits]")
        if self._folder is None:
            self._folder = files.Folder(self._root)
            self._codec.root = str(self._root)
            self._patches.root = self._folder.root
        if name:
            self._folder.take([[name, text]])

    # calls of the suite's own functions

    def ask(self, kind: str, number: int, *parts: Any) -> Any:
        """Has the suite do something with an object of its own; what came of it."""
        with self._patches.given_back():
            return self._ask(kind, number, parts)

    def _ask(self, kind: str, number: int, parts: Sequence[Any]) -> Any:
        self._codec.begin_answer()
        operation = [kind, number, *[self._codec.write_part(one) for one in parts]]
        news = self._codec.news()
        printed = self._streams.out.taken(), self._streams.err.taken()
        with self._patches.outside(), deeper(ROOM):
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
