"""The warm parent of the guests, and the guests it forks.

Runs beside student code, holds no secret and gives no verdict: a guest is told
which function to call with which values, and says what came back. Started with
the standard library alone; its one argument is the number of the descriptor of
the control socket to the grader.

Control: the grader sends what to preload as the first frame, answered by `["ready",
layers that hold, why others do not]`; then `["fork", seed]` with a socket and eight bytes
of shared memory attached, answered by `[pid]` and a descriptor of that process;
`["learn", nodes, calls]`, answered by `[how many tables]`; and `["reap", pid]`,
answered by `[status, cpu_seconds, peak_kib]`. Process numbers are those the parent sees.

Channel: a guest begins with `["locked", layers]`, or with `["open", reason]` when it
could not be locked, and ends. Then come `["load", nonce, files]`, `["learn", nonce,
nodes, calls]`, `["ask", nonce, table]` and `["trace", nonce, table, names]`; answers
come as `[nonce, first, [[kind, payload, node, changed], ...]]`. Before each call its
number is written to the shared memory, so that the grader knows which one never ended.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import mmap
import os
import random
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import (
        kernel,
        locks,
        namespaces,
        places,
        program,
        sources,
        wire,
    )
else:
    import kernel
    import locks
    import namespaces
    import places
    import program
    import sources
    import wire

RESERVE = 16 << 20
"""Memory that is set free when a hand-in has used all of its own, to tell of it."""
MAX_MESSAGE = 2_000
MAX_LINE = sources.MAX_LINE
MAX_FRAMES = 12
MAX_TRACED = 40
MAX_WAITING = 2_000
MAX_WAIT_SECONDS = 0.005
"""Answers wait for each other, so that they cross together; not longer than this."""

PRELOADED = (
    "abc bisect collections contextlib copy dataclasses enum fractions functools heapq itertools "
    "json math operator random re statistics string textwrap time types typing"
).split()


class Shared:
    """What all guests of a parent start with."""

    def __init__(self, setup: dict[str, Any]) -> None:
        for name in PRELOADED:
            importlib.import_module(name)
        self.package: str = setup["package"]
        self.sources = sources.Sources(self.package, setup["supplied"])
        sys.meta_path.insert(0, self.sources)
        self.types = wire.Types(
            [importlib.import_module(f"{self.package}.{name}") for name in setup["values"]]
        )
        self.tables: list[wire.Table] = []
        self.is_program: bool = setup["program"]
        self.scratch = places.scratch() if setup["scratch_mib"] else None


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


class Guest:
    """Answers questions about one hand-in over the channel."""

    def __init__(self, notes: Notes, shared: Shared) -> None:
        self._notes = notes
        self._is_program = shared.is_program
        self._theatre = program.Theatre(
            shared.package, shared.scratch, notes.show, self._frames_in_words
        )
        self._package = shared.package
        self._sources = shared.sources
        self._types = shared.types
        self._tables = shared.tables
        self._asked: set[str] = set()
        self._reserve: mmap.mmap | None = mmap.mmap(-1, RESERVE)
        self._buffer = bytearray()

    def serve(self) -> None:
        """Answers frames until the grader hangs up."""
        handlers: dict[str, Callable[..., None]] = {
            "load": self._load,
            "learn": self._learn,
            "ask": self._ask,
            "trace": self._trace,
        }
        while True:
            message = wire.unpack(self._buffer)
            if message is None:
                data = os.read(locks.CHANNEL, 1 << 18)
                if not data:
                    return
                self._buffer += data
            else:
                kind, nonce, *rest = message
                handlers[kind](nonce, *rest)

    def _send(self, nonce: str, first: int, answers: list[list[Any]]) -> None:
        _say([nonce, first, answers])

    def _load(self, nonce: str, files: list[list[str]]) -> None:
        """Imports the modules of the hand-in; a stand-in takes the place of a broken one."""
        names = [f"{self._package}.{name}" for name, _, _ in files]
        self._asked.update(names)
        troubles: list[list[Any] | None] = []
        for full, (_, text, stand_in) in zip(names, files, strict=True):
            troubles.append(self._attempt(self._sources.put, full, text))
            if troubles[-1]:
                self._sources.put(full, stand_in)
        for number, (full, (_, _, stand_in)) in enumerate(zip(names, files, strict=True)):
            self._notes.begin(number)
            trouble = troubles[number]
            if not trouble and not self._is_program:
                trouble = self._attempt(importlib.import_module, full)
            if trouble and not self._is_program:
                sys.modules.pop(full, None)
                self._sources.put(full, stand_in)
                importlib.import_module(full)
            self._send(nonce, number, [[*(trouble or ["value", [["=", None]], 0]), []]])

    def _attempt(self, action: Callable[..., object], *arguments: str) -> list[Any] | None:
        try:
            action(*arguments)
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            return self._raised(error)
        return None

    def _learn(self, _: str, nodes: list[Any], calls: list[Any]) -> None:
        """Takes in a table of questions, to be asked by its number."""
        self._tables.append(wire.Table(nodes, calls, self._types))

    def _ask(self, nonce: str, index: int) -> None:
        table = self._tables[index]
        waiting: list[list[Any]] = []
        weight, sent, since = 0, 0, time.perf_counter()
        for number, (function, refs) in enumerate(table.calls):
            self._notes.begin(number)
            arguments = table.arguments(refs)
            writer = wire.Writer(self._types, table.known, len(table.values))
            answer = self._call(function, arguments, writer)
            late = time.perf_counter() - since > MAX_WAIT_SECONDS
            if waiting and (late or weight + writer.weight > MAX_WAITING):
                self._send(nonce, sent, waiting)
                waiting, weight, sent, since = [], 0, number, time.perf_counter()
            waiting.append([*answer, table.changed(refs, arguments)])
            weight += writer.weight + 1
        self._send(nonce, sent, waiting)

    def _trace(self, nonce: str, index: int, names: list[str]) -> None:
        """Makes the first call of a table; the answer is which of the named functions it called.

        Each as `(name, arguments, True, value)` or `(name, arguments, False, error)`, in
        the order in which they ended.
        """
        table = self._tables[index]
        function, refs = table.calls[0]
        seen: list[tuple[object, ...]] = []
        undo = [step for name in names for step in self._record(name, seen)]
        writer = wire.Writer(self._types, table.known, len(table.values))
        try:
            self._call(function, table.arguments(refs), writer)
        finally:
            for module, attribute, original in undo:
                setattr(module, attribute, original)
        writer = wire.Writer(self._types, table.known, len(table.values))
        self._send(nonce, 0, [["value", *writer.answer(tuple(seen)), []]])

    def _record(
        self, name: str, seen: list[tuple[object, ...]]
    ) -> Iterator[tuple[ModuleType, str, object]]:
        """Puts a recorder wherever the package names the function; what stood there before."""
        module, _, function = name.rpartition(".")
        original = getattr(sys.modules[f"{self._package}.{module}"], function, None)
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

    def _call(self, name: str, arguments: list[Any], writer: wire.Writer) -> list[Any]:
        module, _, function = name.rpartition(".")
        try:
            if name == "__main__":
                code = self._sources.code(f"{self._package}.__main__")
                return ["value", *writer.answer(self._theatre.run(code, *arguments))]
            target = getattr(sys.modules[f"{self._package}.{module}"], function, None)
            if not callable(target):
                return ["missing", [], 0]
            return ["value", *writer.answer(target(*arguments))]
        except BaseException as error:  # noqa: BLE001 whatever it raises is the answer
            return self._raised(error)

    def _raised(self, error: BaseException) -> list[Any]:
        if isinstance(error, MemoryError):
            self._reserve = None
        names = [
            self._types.errors[cls] for cls in type(error).__mro__ if cls in self._types.errors
        ]
        builtin = [cls.__name__ for cls in type(error).__mro__ if cls.__module__ == "builtins"]
        told = [type(error).__name__[:MAX_LINE], names, builtin, _text(error), self._frames(error)]
        return ["raised", told, 0]

    def _frames(self, error: BaseException) -> list[list[Any]]:
        """The lines of the student's own files that the exception came through."""
        frames: list[list[Any]] = []
        step = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            if self._sources.files.get(code.co_filename) in self._asked:
                frames.append([code.co_filename, step.tb_lineno, code.co_name])
            step = step.tb_next
        if isinstance(error, SyntaxError) and error.filename in self._sources.files:
            frames.append([error.filename, error.lineno or 0, "<module>"])
        if len(frames) > MAX_FRAMES:
            frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
        return [
            [file, line, name[:MAX_LINE], self._sources.line(file, line)]
            for file, line, name in frames
        ]

    def _frames_in_words(self, error: BaseException) -> tuple[str, ...]:
        return tuple(
            f"{file}, line {line}, in {name}: {source}"
            for file, line, name, source in self._frames(error)
        )


def _text(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return str(error.msg)[:MAX_MESSAGE]
    try:
        return str(error)[:MAX_MESSAGE]
    except BaseException:  # noqa: BLE001 a student's __str__ may do anything
        return ""


def _say(message: object) -> None:
    view = memoryview(wire.pack(message))
    while view:
        view = view[os.write(locks.CHANNEL, view) :]


class Parent:
    """The warm parent: holds what all guests share."""

    def __init__(self, setup: dict[str, Any], missing: dict[str, str]) -> None:
        off = frozenset(setup["without"])
        if "environment" not in off:
            os.environ.clear()
        self._off = off
        self._shared = Shared(setup)
        self._locks = locks.Locks(
            locks.Bounds(setup["memory_mib"], setup["cpu_seconds"], setup["scratch_mib"]),
            off,
            missing,
            [self._shared.scratch] if self._shared.scratch else [],
        )
        self.held = self._locks.held
        self._guests: set[int] = set()

    def fork(self, channel: int, progress: int, seed: int) -> tuple[list[Any], int]:
        """Forks a guest that serves the channel and notes in `progress` how far it is.

        Comes back with its process number, and a descriptor of the process.
        """
        gc.freeze()
        places.clear(self._shared.scratch)
        pid = os.fork()
        if pid == 0:
            try:
                self._be_guest(channel, progress, seed)
            finally:
                os._exit(1)
        self._guests.add(pid)
        os.close(channel)
        os.close(progress)
        return [pid], os.pidfd_open(pid)

    def _be_guest(self, channel: int, progress: int, seed: int) -> None:
        notes = Notes(mmap.mmap(progress, wire.NOTES))
        try:
            self._locks.close(channel)
        except OSError as fault:
            os.dup2(channel, locks.CHANNEL)
            _say(["open", str(fault)])
            return
        if "descriptors" in self._off:
            os.dup2(channel, locks.CHANNEL)
        _say(["locked", self.held.names])
        random.seed(seed)
        Guest(notes, self._shared).serve()
        os._exit(0)

    def learn(self, nodes: list[Any], calls: list[Any]) -> list[Any]:
        """Takes in a table of questions that all later guests will know."""
        self._shared.tables.append(wire.Table(nodes, calls, self._shared.types))
        return [len(self._shared.tables)]

    def close(self) -> None:
        """Leaves nothing on the machine."""
        places.remove(self._shared.scratch)

    def reap(self, pid: int) -> list[Any]:
        """How a guest ended: status, processor seconds, peak memory in KiB."""
        _, status, usage = os.wait4(pid, 0)
        self._guests.discard(pid)
        if "pids" in self.held.names and os.getpid() == 1 and not self._guests:
            _sweep()
        return [status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss]


def _sweep() -> None:
    """Ends what a guest has left behind: the first of a process namespace sees all of it."""
    with contextlib.suppress(OSError):
        os.kill(-1, signal.SIGKILL)
        while True:
            os.wait()


def _enter_namespaces(setup: dict[str, Any]) -> dict[str, str]:
    """Enters the namespaces that this machine grants; comes back with why not the others.

    The caller goes on in a new process, the first of its process namespace; the old one
    stays to wait for it.
    """
    wanted = set(namespaces.NAMESPACES) - set(setup["without"])
    missing = namespaces.attempt(wanted, setup["scratch_mib"])
    missing |= namespaces.enter(wanted - missing.keys(), setup["scratch_mib"])
    return missing


def _go_on_as_child() -> None:
    """Forks; only the child comes back. The other process waits for it and ends as it did."""
    pid = os.fork()
    if pid:
        os.closerange(3, 1024)
        _, status = os.waitpid(pid, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def main() -> None:
    """Does what the grader asks, until it hangs up."""
    control = socket.socket(fileno=int(sys.argv[1]))
    setup, _ = _receive(control)
    missing = _enter_namespaces(setup)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    _go_on_as_child()
    del sys.path[0], sys.orig_argv[:]
    sys.argv[:] = [""]
    parent = Parent(setup, missing)
    control.sendall(wire.pack(["ready", parent.held.names, dict(parent.held.missing)]))
    while True:
        message, descriptors = _receive(control)
        match message:
            case None:
                parent.close()
                return
            case ["fork", seed]:
                channel, progress = descriptors
                reply, process = parent.fork(channel, progress, seed)
                socket.send_fds(control, [wire.pack(reply)], [process])
                os.close(process)
                continue
            case ["learn", nodes, calls]:
                reply = parent.learn(nodes, calls)
            case ["reap", pid]:
                reply = parent.reap(pid)
        control.sendall(wire.pack(reply))


def _receive(control: socket.socket) -> tuple[Any, list[int]]:
    buffer = bytearray()
    descriptors: list[int] = []
    while True:
        message = wire.unpack(buffer)
        if message is not None:
            return message, descriptors
        data, received, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not data:
            return None, descriptors
        buffer += data
        descriptors += received


if __name__ == "__main__":
    main()
