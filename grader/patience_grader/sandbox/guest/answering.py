"""What a guest does: it loads a submission, calls it, and says what came back.

The head of `__main__` describes the messages.
"""

from __future__ import annotations

import _sitebuiltins
import builtins
import contextlib
import functools
import gc
import importlib
import mmap
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import (
        awaiting,
        frozen_fields,
        installed,
        lookup,
        node_writer,
        noticing,
        numbering,
        objects,
        program,
        question_table,
        raised,
        sources,
        stateless,
        taught_values,
        wire,
    )
else:
    import awaiting
    import frozen_fields
    import installed
    import lookup
    import node_writer
    import noticing
    import numbering
    import objects
    import program
    import question_table
    import raised
    import sources
    import stateless
    import taught_values
    import wire

MAX_TRACED = 40
MAX_WAITING = 8_000
"""The weight of answers that cross together."""
MAX_WAIT_SECONDS = 0.005
"""Answers wait for each other, so that they cross together; not longer than this."""

_OWN = Path(__file__).parent
PRELOADED = (
    "abc bisect collections contextlib copy dataclasses enum fractions functools heapq itertools "
    "json logging math operator random re statistics string textwrap time types typing"
).split()


class _Quitter(_sitebuiltins.Quitter):
    """What Python itself has under the names `exit` and `quit`; standard input stays open."""

    def __call__(self, code: Any = None) -> NoReturn:
        raise SystemExit(code)


class Shared:
    """What all guests of a parent start with."""

    def __init__(self, setup: dict[str, Any], scratch: Path | None) -> None:
        """`scratch` is the folder in which they may write, if they may."""
        for name in PRELOADED:
            importlib.import_module(name)
        for name in ("exit", "quit"):
            setattr(builtins, name, _Quitter(name, "Ctrl-D (i.e. EOF)"))
        self.package: str = setup["package"]
        self.sources = sources.Sources(self.package, setup["supplied"])
        sys.meta_path.insert(0, self.sources)
        for name in setup["supplied"]:  # one may be called like a module of the guest's own
            if Path(getattr(sys.modules.get(name), "__file__", None) or "").parent == _OWN:
                del sys.modules[name]
        self.types = wire.Types(
            [
                importlib.import_module(sources.full_name(self.package, name))
                for name in setup["values"]
            ]
        )
        self.supplied = frozenset(setup["supplied"])
        self.packages = frozenset(setup["installed"]["modules"])
        self.tables: list[question_table.Table] = []
        self.known = taught_values.TaughtValues(lookup.Lookup(sys.modules.get, (), self.supplied))
        self.is_program: bool = setup["program"]
        self.scripts = frozenset(setup["scripts"])
        """The modules that are run, and never imported, by full name."""
        self.scratch = scratch


class Notes:
    """What the grader can see of a guest that does not answer any more."""

    def __init__(self, memory: mmap.mmap) -> None:
        self._numbers = memoryview(memory)[: wire.NOTES_TEXT].cast("Q")
        self._text = memoryview(memory)[wire.NOTES_TEXT :]

    def begin(self, number: int) -> None:
        """The call of this number begins."""
        self._numbers[0] = number
        self._numbers[1] = 0

    def show(self, text: str) -> None:
        """The program has printed this."""
        data = text.encode("utf-8", "replace")
        at = self._numbers[1]
        end = min(at + len(data), len(self._text))
        self._text[at:end] = data[: end - at]
        self._numbers[1] = end


class Channel:
    """The line to the grader: a descriptor to read from, and one to write to."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading = reading
        self._writing = writing
        self._buffer = bytearray()

    def receive(self) -> Any:
        """The next message; None when the grader has hung up."""
        while (message := wire.unpack(self._buffer)) is None:
            data = os.read(self._reading, 1 << 18)
            if not data:
                return None
            self._buffer += data
        return message

    def say(self, message: object) -> None:
        """Writes a message to the grader."""
        view = memoryview(wire.pack(message))
        while view:
            view = view[os.write(self._writing, view) :]


class Guest:
    """Answers questions about one submission over the channel."""

    def __init__(self, notes: Notes, shared: Shared, channel: Channel) -> None:
        self._notes = notes
        self._channel = channel
        self._is_program = shared.is_program
        self._scripts = shared.scripts
        self._asked: set[str] = set()
        self._errors = raised.Errors(shared.types, shared.sources, self._asked)
        self._theatre = program.ProgramRunner(
            shared.package, shared.scratch, notes.show, self._errors.in_words
        )
        self._package = shared.package
        self._sources = shared.sources
        self._types = shared.types
        self._tables = shared.tables
        self._known = shared.known
        self._is_playing = False
        self._supplied = shared.supplied
        self._packages = shared.packages
        self._scratch = shared.scratch
        self._objects: objects.Executor | None = None
        self._watches_frozen = False
        self._handed_in: dict[str, str | None] = {}
        """The scripts of which this text was handed in, and not what is imported."""
        self._own: set[str] = set()
        """The modules that a submission has beside the asked ones."""
        self._nonce = ""
        self._kept: dict[int, tuple[object, object]] = {}

    def serve(self) -> None:
        """Answers frames until the grader hangs up."""
        handlers: dict[str, Callable[..., None]] = {
            "load": self._load,
            "learn": self._learn,
            "ask": self._ask,
            "turn": self._turn,
            "trace": self._trace,
            "stateless": self._stateless,
            "do": self._do,
            "play": self._play,
        }
        while (message := self._channel.receive()) is not None:
            kind, nonce, *rest = message
            handlers[kind](nonce, *rest)

    def _play(self, nonce: str, requests: list[list[Any]]) -> None:
        """Carries out requests in which known values stand by their numbers, as in the answers."""
        self._is_playing = True
        self._do(nonce, requests)

    def _do(self, nonce: str, requests: list[list[Any]]) -> None:
        """Carries out requests one after the other; `[]` stands for the beginning of a test."""
        waiting: list[list[Any]] = []
        sent, since = 0, time.perf_counter()
        self._nonce = nonce
        for number, request in enumerate(requests):
            self._notes.begin(number)
            if request:
                waiting.append(self._executor().run(request))
            else:
                self._executor().begin()
                waiting.append([])
            late = time.perf_counter() - since > MAX_WAIT_SECONDS
            if (late or len(waiting) > MAX_WAITING) and number + 1 < len(requests):
                self._send(nonce, sent, waiting)
                waiting, sent, since = [], number + 1, time.perf_counter()
        self._send(nonce, sent, waiting)

    def _executor(self) -> objects.Executor:
        if self._objects is None:
            known = lookup.Lookup(
                self._module,
                self._asked,
                self._supplied,
                self._packages,
                self._asked_modules,
                self._script,
            )
            awaiting.prepare()
            if self._scratch:
                os.chdir(self._scratch)
            self._objects = objects.Executor(
                known,
                self._go_out,
                self._errors.frames,
                root=self._scratch,
                watches_frozen=self._watches_frozen,
                codec=self._new_codec,
            )
        return self._objects

    def _new_codec(self, executor: objects.Executor) -> numbering.Codec:
        if self._is_playing:
            return taught_values.Codec(executor, self._known)
        return numbering.Codec(executor)

    @contextlib.contextmanager
    def _script(self, name: str, text: str) -> Iterator[tuple[CodeType, dict[str, Any]]]:
        """While a file is run as a script, nothing of the submission has been imported.

        The file is as it was handed in, even if a stub stands in for it where it is imported. A
        `text` is run as by `python3 -c`. Raises MissingName if the submission has no such file,
        and SyntaxError.
        """
        if text:
            code = compile(text, "<string>", "exec", dont_inherit=True)
        elif (own := self._handed_in.get(name, "")) is None:
            raise objects.MissingName(sources.file_of("", name.replace(".", "/")))
        else:
            code = self._compiled(name, own) if own else self._sources.code(name)
        students = self._asked | self._own
        before = {one: sys.modules.pop(one) for one in students if one in sys.modules}
        main = ModuleType("__main__")
        if not text:
            main.__file__ = code.co_filename
            main.__package__ = name.rpartition(".")[0] or None
        outer, sys.modules["__main__"] = sys.modules["__main__"], main
        try:
            yield code, vars(main)
        finally:
            sys.modules["__main__"] = outer
            for one in students:
                sys.modules.pop(one, None)
            sys.modules.update(before)

    def _compiled(self, name: str, text: str) -> CodeType:
        try:
            return self._sources.compiled(name, text)
        except SyntaxError as fault:
            raise SyntaxError(f"{fault.msg} ({fault.filename}, line {fault.lineno})") from None

    def _module(self, name: str) -> ModuleType | None:
        """A module by its full name; a supplied one, whether or not the submission imports it."""
        if name in self._supplied:
            with contextlib.suppress(Exception):
                return importlib.import_module(name)
        return sys.modules.get(name)

    def _asked_modules(self) -> dict[str, ModuleType]:
        """The asked modules, as far as they are loaded."""
        names = self._asked - self._own
        return {name: sys.modules[name] for name in names if name in sys.modules}

    def _go_out(self, payload: list[Any]) -> list[Any]:
        """Has the suite do something; requests may come in before its reply does."""
        nonce = self._nonce
        self._channel.say([nonce, -1, payload])
        while (message := self._channel.receive()) is not None:
            if message[0] == "reply":
                self._nonce = nonce
                reply: list[Any] = message[2]
                return reply
            self._do(message[1], message[2])
        os._exit(0)

    def _send(self, nonce: str, first: int, answers: list[list[Any]]) -> None:
        self._channel.say([nonce, first, answers])

    def _load(
        self, nonce: str, files: list[tuple[str, str, str | None]], handed_in: dict[str, str | None]
    ) -> None:
        """Imports the modules of the submission; a stand-in takes the place of a broken one.

        What has no stand-in is there for the others to import. As scripts run the texts of the
        files, but for those of which something else was `handed_in`, or nothing.
        """
        names = [sources.full_name(self._package, name) for name, _, _ in files]
        self._handed_in = {
            sources.full_name(self._package, name): text for name, text in handed_in.items()
        }
        self._asked.update(names)
        self._watches_frozen = frozen_fields.may_be_written(text for _, text, _ in files)
        self._own = {one for one, row in zip(names, files, strict=True) if row[2] is None}
        for name in names:  # a student's file may be called like a module of Python's own
            if name in sys.modules and name not in self._sources.files.values():
                del sys.modules[name]
        troubles: list[list[Any] | None] = []
        for full, (_, text, stand_in) in zip(names, files, strict=True):
            troubles.append(self._attempt(self._sources.put, full, text))
            if troubles[-1]:
                self._handed_in.setdefault(full, text)
                self._sources.put(full, stand_in or "")
        for number, (full, (_, text, stand_in)) in enumerate(zip(names, files, strict=True)):
            self._notes.begin(number)
            trouble = troubles[number]
            is_asked = stand_in is not None and not self._is_program and full not in self._scripts
            if not trouble and is_asked:
                trouble = self._attempt(importlib.import_module, full)
            if trouble and is_asked:
                self._handed_in.setdefault(full, text)
                sys.modules.pop(full, None)
                self._sources.put(full, stand_in or "")
                if self._attempt(importlib.import_module, full):  # a stub may be broken, too
                    sys.modules.pop(full, None)
                    self._sources.put(full, "")
                    self._attempt(importlib.import_module, full)  # so may what it lies in
            if number + 1 == len(files):
                gc.collect()  # a class that was defined twice is not found among subclasses
            self._send(nonce, number, [[*(trouble or ["value", [["=", None]], 0]), []]])

    def _attempt(self, action: Callable[..., object], *arguments: str) -> list[Any] | None:
        try:
            action(*arguments)
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            return self._errors.answer(error)
        return None

    def _learn(self, _: str, nodes: list[Any], calls: list[Any]) -> None:
        """Takes in a table of questions, to be asked by its number."""
        self._tables.append(question_table.Table(nodes, calls, self._types))

    def _ask(self, nonce: str, index: int) -> None:
        table = self._tables[index]
        waiting: list[list[Any]] = []
        weight, sent, since = 0, 0, time.perf_counter()
        for number, (function, refs) in enumerate(table.calls):
            self._notes.begin(number)
            arguments = table.arguments(refs)
            outcome = self._call(function, arguments)
            changed = table.changed(refs, arguments)
            writer = table.writer()
            answer = self._written(*outcome, writer)
            heavy = _weight(answer, writer)
            if waiting and weight + heavy > MAX_WAITING:
                self._send(nonce, sent, waiting)
                waiting, weight, sent, since = [], 0, number, time.perf_counter()
            waiting.append([*answer, changed])
            weight += heavy
            if time.perf_counter() - since > MAX_WAIT_SECONDS and number + 1 < len(table.calls):
                self._send(nonce, sent, waiting)
                waiting, weight, sent, since = [], 0, number + 1, time.perf_counter()
        self._send(nonce, sent, waiting)

    def _turn(self, nonce: str, index: int, moves: list[list[Any]]) -> None:
        """Makes a call of a table in each game.

        Of a pair that comes back only the first part crosses. The pair itself is kept, and
        is the first argument of the game's next call. What the last turn has kept and this
        one does not go on from is forgotten.
        """
        table = self._tables[index]
        before, self._kept = self._kept, {}
        waiting: list[list[Any]] = []
        weight, sent, since = 0, 0, time.perf_counter()
        for number, (game, goes_on, seed, call, twice) in enumerate(moves):
            self._notes.begin(number)
            function, refs = table.calls[call]
            arguments = table.arguments(refs)
            if goes_on:
                arguments.insert(0, before.pop(game))
            for _ in range(1 + twice):
                installed.seed(seed)
                writer = table.writer()
                answer = self._kept_call(game, function, arguments, writer)
            waiting.append([*answer, []])
            weight += _weight(answer, writer)
            if weight > MAX_WAITING or time.perf_counter() - since > MAX_WAIT_SECONDS:
                self._send(nonce, sent, waiting)
                waiting, weight, sent, since = [], 0, number + 1, time.perf_counter()
        if waiting:
            self._send(nonce, sent, waiting)

    def _kept_call(
        self, game: int, function: str, arguments: list[Any], writer: node_writer.Writer
    ) -> list[Any]:
        """The answer `(True, first)` to a call that gives a pair, and `(False, value)` else."""
        try:
            target = self._target(function)
            if target is None:
                return ["missing", [], 0]
            value = target(*arguments)
            if not isinstance(value, tuple | list) or len(value) != 2:
                return ["value", *writer.answer((False, value))]
            self._kept[game] = (value[0], value[1])
            return ["value", *writer.answer((True, value[0]))]
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            return self._errors.answer(error)

    def _target(self, name: str) -> Callable[..., object] | None:
        """The function of this name, if the submission has it."""
        module, _, function = name.rpartition(".")
        target = getattr(sys.modules[sources.full_name(self._package, module)], function, None)
        return target if callable(target) else None

    def _trace(self, nonce: str, index: int, names: list[str]) -> None:
        """Makes the first call of a table; the answer is which of the named functions it called.

        Each as `(name, arguments, True, value)` or `(name, arguments, False, error)`, in
        the order in which they ended. Those of `noticing` come last, without what they got
        and gave.
        """
        table = self._tables[index]
        function, refs = table.calls[0]
        seen: list[tuple[object, ...]] = []
        own = [name for name in names if name not in noticing.MIXING.values()]
        undo = [step for name in own for step in self._record(name, seen)]
        writer = table.writer()
        try:
            with noticing.noticing(names) as noticed:
                self._written(*self._call(function, table.arguments(refs)), writer)
        finally:
            for module, attribute, original in undo:
                setattr(module, attribute, original)
        seen += [(name, (), True, None) for name in noticed]
        writer = table.writer()
        self._send(nonce, 0, [["value", *writer.answer(tuple(seen)), []]])

    def _stateless(self, nonce: str) -> None:
        """Says whether no call of the submission can change what another one finds."""
        writer = node_writer.Writer(self._types, {}, 0)
        own, supplied = (
            [sys.modules[name] for name in names if name in sys.modules]
            for names in (self._asked, self._supplied)
        )
        try:
            found = ["value", *writer.answer(stateless.Judge(own, supplied).is_stateless())]
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            found = self._errors.answer(error)
        self._send(nonce, 0, [[*found, []]])

    def _record(
        self, name: str, seen: list[tuple[object, ...]]
    ) -> Iterator[tuple[ModuleType, str, object]]:
        """Puts a recorder wherever the package names the function; what stood there before."""
        module, _, function = name.rpartition(".")
        original = getattr(sys.modules[sources.full_name(self._package, module)], function, None)
        if not callable(original):
            return

        @functools.wraps(original)
        def recorder(*arguments: object) -> object:
            try:
                value = original(*arguments)
            except Exception as error:
                if len(seen) < MAX_TRACED:
                    seen.append((name, arguments, False, type(error).__name__))
                raise
            if len(seen) < MAX_TRACED:
                seen.append((name, arguments, True, value))
            return value

        for full in list(sys.modules):
            if full.partition(".")[0] == self._package:
                place = sys.modules[full]
                for attribute in [key for key, value in vars(place).items() if value is original]:
                    setattr(place, attribute, recorder)
                    yield place, attribute, original

    def _call(self, name: str, arguments: list[Any]) -> tuple[Any, list[Any] | None]:
        """What came back, to be written; and the answer, if nothing came back."""
        try:
            if name == "__main__":
                code = self._sources.code(f"{self._package}.__main__")
                return self._theatre.run(code, *arguments), None
            target = self._target(name)
            return (None, ["missing", [], 0]) if target is None else (target(*arguments), None)
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            return None, self._errors.answer(error)

    def _written(
        self, value: Any, answer: list[Any] | None, writer: node_writer.Writer
    ) -> list[Any]:
        try:
            return answer or ["value", *writer.answer(value)]
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            return self._errors.answer(error)


def _weight(answer: list[Any], writer: node_writer.Writer) -> int:
    """What an answer weighs on the wire, about."""
    if answer[0] != "raised":
        return writer.weight + 1
    name, _, builtin, message, frames = answer[1]
    texts = [
        name,
        message,
        *builtin,
        *(part for file, _, *rest in frames for part in (file, *rest)),
    ]
    return 1 + sum(map(len, texts)) // 10
