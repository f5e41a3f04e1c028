"""The trusted end: starts guests from a warm parent, asks them, stops them in time."""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from ..faults import KitFault
from .answers import Answer, Crashed, Garbled, Returned, TimedOut, Unheard
from .batch import Batch
from .guest import wire
from .reading import Question, Sources, read_answers
from .watch import PATIENCE_MS, Budget, Limits, Watch

_GUEST = Path(__file__).parent / "guest"
_CHUNK = 1 << 18
_TO_LOCK = Budget(cpu=10.0, wall=60.0, said=1 << 16)
_SECONDS_FOR_PARENT = 60.0
"""A parent that is silent for so long has been stopped; it never has much to do."""
MOST_SAID = 32 << 20
"""Bytes that one hand-in may say in all. An ordinary one says half a million."""
_NUMBERS = struct.Struct("QQ")


@dataclass(frozen=True)
class Preload:
    """What every guest of a coursework starts with."""

    package: str
    supplied: Mapping[str, str]
    """Source texts of the supplied modules, by full name."""
    values: Sequence[str]
    """The supplied modules whose types may cross."""
    program: bool = False
    """Whether a hand-in is a program to be run, and not modules to be imported."""


class Turn(NamedTuple):
    """A call in a game."""

    game: int
    goes_on: bool
    """Whether its first argument is what the last call in the game came back with."""
    seed: int
    """How `random` is seeded for it."""
    call: int
    """Its number in the batch."""


class Parent:
    """The warm parent process, from which guests are forked."""

    def __init__(
        self, preload: Preload, limits: Limits, *, without: Set[str] = frozenset()
    ) -> None:
        """`without` names layers to be left out, for tests and for `patience doctor` alone."""
        ours, theirs = socket.socketpair()
        self.limits = limits
        self.package = preload.package
        clean = {"PYTHONHASHSEED": "0"}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 our own program
                [sys.executable, "-P", "-s", "-S", "-B", _GUEST, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env={**os.environ, **clean} if "environment" in without else clean,
                cwd="/",
                start_new_session=True,
            )
        self._control = ours
        ours.settimeout(_SECONDS_FOR_PARENT)
        self._tables: dict[int, Batch] = {}
        self._buffer = bytearray()
        self._descriptors: list[int] = []
        self.held: tuple[str, ...]
        """The layers that guests are locked with."""
        self.missing: Mapping[str, str]
        """Why this machine refuses the others."""
        _, held, self.missing = self._ask(
            {
                "without": sorted(without),
                "package": preload.package,
                "supplied": dict(preload.supplied),
                "values": list(preload.values),
                "program": preload.program,
                "memory_mib": limits.memory_mib,
                "scratch_mib": limits.scratch_mib,
                "cpu_seconds": int(limits.cpu_seconds_per_hand_in) + 5,
            }
        )
        self.held = tuple(held)

    def fork(self, seed: int) -> Guest:
        """A fresh guest, locked. Raises KitFault when it cannot be locked as found possible."""
        ours, theirs = socket.socketpair()
        memory = os.memfd_create("notes", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.ftruncate(memory, wire.NOTES)
            fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
            notes = mmap.mmap(memory, wire.NOTES)
            (pid,) = self._ask(["fork", seed], theirs.fileno(), memory)
        finally:
            os.close(memory)
            theirs.close()
        (process,) = self._descriptors
        self._descriptors = []
        guest = Guest(self, pid, process, ours, notes, list(self._tables.values()))
        guest.check_locked(self.held)
        return guest

    def learn(self, batch: Batch) -> None:
        """Teaches a batch to all guests forked from now on."""
        if id(batch) not in self._tables:
            self._ask(["learn", batch.nodes, batch.calls])
            self._tables[id(batch)] = batch

    def reap(self, pid: int) -> tuple[int, float]:
        """The exit status of a guest that has ended, and the processor seconds it used."""
        status, seconds, _ = self._ask(["reap", pid])
        return status, seconds

    def close(self) -> None:
        """Ends the parent."""
        self._control.close()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()

    def _ask(self, message: object, *descriptors: int) -> Any:
        try:
            socket.send_fds(self._control, [wire.pack(message)], descriptors)
            while (reply := wire.unpack(self._buffer)) is None:
                data, received, _, _ = socket.recv_fds(self._control, _CHUNK, 1)
                if not data:
                    raise BrokenPipeError
                self._buffer += data
                self._descriptors += received
        except OSError as fault:
            self._process.kill()
            said = self._process.stderr.read().decode() if self._process.stderr else ""
            raise KitFault(f"the parent of the guests has ended: {said[-2000:]}") from fault
        return reply


class Guest:
    """One process that holds one hand-in."""

    def __init__(  # noqa: PLR0913, PLR0917 what a fork gives
        self,
        parent: Parent,
        pid: int,
        process: int,
        channel: socket.socket,
        notes: mmap.mmap,
        known: Sequence[Batch],
    ) -> None:
        self._parent = parent
        self.limits = parent.limits
        self.waited = 0.0
        self.said = 0
        self._inner_pid = pid
        self._process = process
        self.pid = _number_of(process)
        self._channel = channel
        self._notes = notes
        self._known = {id(batch): number for number, batch in enumerate(known)}
        self._alive = list(known)
        self._clock = (~self.pid << 3) | 2
        self._buffer = bytearray()
        self._sources = Sources(parent.package)
        self._ended: Crashed | None = None
        self._used = 0.0

    @property
    def cpu_seconds(self) -> float:
        """The processor time this guest has used so far."""
        if self._ended is None:
            with contextlib.suppress(OSError):
                self._used = time.clock_gettime(self._clock)
        return self._used

    def check_locked(self, layers: Sequence[str]) -> None:
        """Hears the guest say that these layers hold. Raises KitFault when it does not."""
        said = self._receive(_TO_LOCK)
        if said != ["locked", list(layers)]:
            self._end()
            raise KitFault(f"a guest could not be locked: {said}")
        self.said = 0

    def load(self, files: Sequence[tuple[str, str, str]], budget: Budget) -> Iterator[Answer]:
        """One answer a file (name, text, stand-in), until the guest fails to give one."""
        for module, text, _ in files:
            self._sources.put(module, text)
        question = self._question(len(files), Batch([], wire.Types([])), wire.Types([]))
        answers = self._exchange([["load", list(files)]], question, budget)
        for (module, _, stand_in), answer in zip(files, answers, strict=False):
            if not isinstance(answer, Returned):
                self._sources.put(module, stand_in)
            yield answer

    def ask(self, batch: Batch, types: wire.Types, budget: Budget) -> Iterator[Answer]:
        """The answers, until the guest fails to give one."""
        requests, number = self._taught(batch)
        requests.append(["ask", number])
        question = self._question(len(batch), batch, types)
        yield from self._exchange(requests, question, budget)

    def trace(
        self, batch: Batch, names: Sequence[str], types: wire.Types, budget: Budget
    ) -> Iterator[Answer]:
        """One answer: which of the named functions the first question calls, and what came back."""
        requests, number = self._taught(batch)
        requests.append(["trace", number, list(names)])
        yield from self._exchange(requests, self._question(1, batch, types), budget)

    def turn(
        self, batch: Batch, moves: Sequence[Turn], types: wire.Types, budget: Budget
    ) -> Iterator[list[Answer]]:
        """The answers to some calls of the batch as they come, until there is none."""
        requests, number = self._taught(batch)
        requests.append(["turn", number, [list(move) for move in moves]])
        question = replace(self._question(len(moves), batch, types), in_turn=True)
        yield from self._messages(requests, question, budget)

    def _taught(self, batch: Batch) -> tuple[list[list[object]], int]:
        """What to send first so that the guest knows the batch, and its number there."""
        requests: list[list[object]] = []
        number = self._known.get(id(batch))
        if number is None:
            number = self._known[id(batch)] = len(self._known)
            self._alive.append(batch)
            requests.append(["learn", batch.nodes, batch.calls])
            if batch.lasting:
                self._parent.learn(batch)
        return requests, number

    def close(self) -> None:
        """Ends the guest."""
        self._end()

    def _question(self, count: int, batch: Batch, types: wire.Types) -> Question:
        return Question(secrets.token_hex(8), count, batch, types, self._sources)

    def _exchange(
        self, requests: list[list[object]], question: Question, budget: Budget
    ) -> Iterator[Answer]:
        for answers in self._messages(requests, question, budget):
            yield from answers

    def _messages(
        self, requests: list[list[object]], question: Question, budget: Budget
    ) -> Iterator[list[Answer]]:
        """The answers, together as they come."""
        early = self._early()
        if early is None:
            frames = [wire.pack([kind, question.nonce, *rest]) for kind, *rest in requests]
            early = self._post(b"".join(frames), budget)
        if early is not None:
            yield [early]
            return
        number, count = 0, question.count
        while number < count:
            message = self._receive(budget)
            if isinstance(message, TimedOut | Crashed | Garbled):
                yield [*self._lost(number, count), self._with_seen(message)]
                return
            try:
                answers = read_answers(message, number, question)
            except wire.WireError as fault:
                self._end()
                yield [Garbled(str(fault))]
                return
            yield answers
            number += len(answers)

    def _lost(self, heard: int, count: int) -> list[Answer]:
        """A place for every answer that was given but not heard before the guest ended."""
        at, _ = _NUMBERS.unpack_from(self._notes)
        return [Unheard()] * (min(at, count - 1) - heard)

    def _with_seen(self, answer: TimedOut | Crashed | Garbled) -> Answer:
        """The answer with what the program has printed before it was ended."""
        _, length = _NUMBERS.unpack_from(self._notes)
        if not length or isinstance(answer, Garbled):
            return answer
        start = wire.NOTES_TEXT
        text = self._notes[start : start + min(length, wire.NOTES - start)]
        return replace(answer, seen=text.decode("utf-8", "replace"))

    def _early(self) -> Answer | None:
        """Whether the guest has said something before it was asked."""
        if self._ended is not None:
            return self._ended
        readable, _, _ = select.select([self._channel], [], [], 0)
        try:
            waiting = self._channel.recv(1, socket.MSG_PEEK) if readable else b""
        except OSError:  # it has hung up without hearing all that was said to it
            waiting = b""
        if self._buffer or waiting:
            self._end()
            return Garbled("an answer before its question")
        return self._end() if readable else None

    def _post(self, frame: bytes, budget: Budget) -> Answer | None:
        watch = Watch(self, budget)
        view = memoryview(frame)
        self._channel.setblocking(False)
        while view:
            try:
                view = view[self._channel.send(view) :]
            except BlockingIOError:
                _, writable, _ = select.select([], [self._channel], [], PATIENCE_MS / 1000)
                if not writable and (late := watch.late()):
                    self._end()
                    return late
            except OSError:
                return self._end()
        return None

    def _receive(self, budget: Budget) -> Any:
        """The next message, or why there is none."""
        watch: Watch | None = None
        while True:
            try:
                message = wire.unpack(self._buffer)
            except wire.WireError as fault:
                self._end()
                return Garbled(str(fault))
            if message is not None:
                return message
            watch = watch or Watch(self, budget)
            readable, _, _ = select.select([self._channel], [], [], watch.patience)
            if readable:
                try:
                    data = self._channel.recv(_CHUNK)
                except OSError:
                    data = b""
                if not data:
                    return self._end()
                self._buffer += data
                self.said += len(data)
                if self.said > budget.said:
                    self._end()
                    return Garbled(f"it said more than {MOST_SAID >> 20} MiB in all")
            if late := watch.late():
                self._end()
                return late

    def _end(self) -> Crashed:
        """Stops the guest, if it still runs, and says how it ended."""
        if self._ended is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, signal.SIGKILL)
            self._channel.close()
            status, self._used = self._parent.reap(self._inner_pid)
            os.close(self._process)
            self._ended = Crashed(_how(status))
        return self._ended


def _number_of(process: int) -> int:
    """The number by which this process knows the one behind the descriptor."""
    text = Path(f"/proc/self/fdinfo/{process}").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pid:"))


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = next((one.name for one in signal.Signals if one == number), f"signal {number}")
        return f"it was ended by {name}"
    return f"it ended itself with exit code {os.waitstatus_to_exitcode(status)}"
