"""The warm parent of the guests, and the guests it forks.

Runs beside student code, holds no secret and gives no verdict: a guest is told
which function to call with which values, and says what came back. Started with
the standard library alone; its one argument is the number of the descriptor of
the control socket to the grader.

Control: the grader sends what to preload as the first frame, answered by `["ready",
layers that hold, why others do not]`; then `["fork", seed]` with a socket and some
shared memory attached (see `wire.NOTES`), answered by `[pid]` and a descriptor of that process;
`["learn", nodes, calls]`, answered by `[how many tables]`; `["teach", nodes]`, answered by
`[how many values]`; and `["reap", pid]`,
answered by `[status, cpu_seconds, peak_kib]`. Process numbers are those the parent sees.

Channel: a guest begins with `["locked", layers]`, or with `["open", reason]` when it
could not be locked, and ends. Then come `["load", nonce, files, handed in]`, `["learn", nonce,
nodes, calls]`, `["ask", nonce, table]`, `["trace", nonce, table, names]`, `["stateless", nonce]`
and `["turn", nonce, table, [[game, goes on, seed, call, twice], ...]]`; answers come as
`[nonce, first, [[kind, payload, node, changed], ...]]`. Before each call its number is written to
the shared memory, so that the grader knows which one never ended.
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import resource
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import (
        answering,
        emptying,
        installed,
        keeper,
        kernel,
        locks,
        namespaces,
        places,
        question_table,
        wire,
    )
else:
    gc.disable()  # what is imported stays, and collecting takes a tenth of the time
    import answering
    import emptying
    import installed
    import keeper
    import kernel
    import locks
    import namespaces
    import places
    import question_table
    import wire

    gc.freeze()
    gc.enable()


class Parent:
    """The warm parent: holds what all guests share."""

    def __init__(
        self,
        setup: dict[str, Any],
        missing: dict[str, str],
        kept: keeper.Keeper | None,
        taken: int,
    ) -> None:
        """`kept` is the keeper of the folder to write in, unless it is in a root of its own.

        `taken` is the address space that installed packages take.
        """
        off = frozenset(setup["without"])
        if "environment" not in off:
            os.environ.clear()
        self._off = off
        self._mib = setup["scratch_mib"]
        scratch = places.scratch(own_root=True) if self._mib else None
        self._kept = kept.folder if kept else None
        self._shared = answering.Shared(setup, self._kept or scratch)
        writable = self._kept or (scratch and scratch.parent)
        self._locks = locks.Locks(
            locks.Bounds(
                setup["memory_mib"],
                setup["cpu_seconds"],
                self._mib,
                _packages(setup),
                taken,
                list(setup["installed"]["modules"]),
            ),
            off,
            missing,
            [writable] if writable else [],
            kept.line if kept else None,
        )
        self.held = self._locks.held
        self._guests: set[int] = set()
        self._untaught_kib = _peak_kib()

    def fork(self, channel: int, progress: int, seed: int) -> tuple[list[Any], int]:
        """Forks a guest that serves the channel and notes in `progress` how far it is.

        Comes back with its process number, and a descriptor of the process.
        """
        gc.freeze()
        if self._kept:
            emptying.empty(self._kept)
            self._kept.chmod(0o1777)
        elif self._mib:
            namespaces.renew_scratch(self._mib)
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
        notes = answering.Notes(mmap.mmap(progress, wire.NOTES))
        line = answering.Channel(locks.CHANNEL, locks.CHANNEL)
        os.dup2(channel, locks.CHANNEL)
        if self._shared.scratch:
            os.chdir(self._shared.scratch)
        try:
            self._locks.close(locks.CHANNEL)
        except OSError as fault:
            line.say(["open", str(fault)])
            return
        line.say(["locked", self.held.names])
        installed.seed(seed)
        answering.Guest(notes, self._shared, line).serve()
        os._exit(0)

    def learn(self, nodes: list[Any], calls: list[Any]) -> list[Any]:
        """Takes in a table of questions that all later guests will know."""
        self._shared.tables.append(question_table.Table(nodes, calls, self._shared.types))
        return [len(self._shared.tables)]

    def teach(self, nodes: list[Any]) -> list[Any]:
        """Takes in values that all later guests will know, beside the memory that they may take."""
        self._shared.known.learn(nodes)
        self._locks.allow((_peak_kib() - self._untaught_kib) << 10)
        return [len(self._shared.known)]

    def reap(self, pid: int) -> list[Any]:
        """How a guest ended: status, processor seconds, peak memory in KiB."""
        _, status, usage = os.wait4(pid, 0)
        self._guests.discard(pid)
        if "pids" in self.held.names and os.getpid() == 1 and not self._guests:
            _sweep()
        return [status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss]


def _peak_kib() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _sweep() -> None:
    """Ends what a guest has left behind: the first of a process namespace sees all of it."""
    with contextlib.suppress(OSError):
        os.kill(-1, signal.SIGKILL)
        while True:
            os.wait()


def _packages(setup: dict[str, Any]) -> list[Path]:
    return [Path(one) for one in setup["installed"]["readable"]]


def _enter_namespaces(setup: dict[str, Any]) -> tuple[dict[str, str], keeper.Keeper | None]:
    """Enters the namespaces that this machine grants; returns why not the others.

    Only a child of the caller returns if all are granted. Where a guest is to write and gets no
    root of its own, the keeper of a folder is started before, so that it can outlive all of them.
    """
    wanted = set(namespaces.NAMESPACES) - set(setup["without"])
    mib = setup["scratch_mib"]
    packages = _packages(setup)
    caller = os.getpid()
    kept = keeper.start(mib, setup["temporary"]) if mib and "mounts" not in wanted else None
    child, missing = namespaces.attempt(wanted, mib, packages)
    if child == 0:
        locks.tie_to_parent(caller)
        return {}, kept
    if not missing:
        _wait_for(child)
    os.waitpid(child, 0)
    granted = wanted - missing.keys()
    if mib and "mounts" in missing:
        kept = keeper.start(mib, setup["temporary"])
    missing |= namespaces.enter(granted, mib, packages)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    return missing, kept


def _go_on_as_child() -> None:
    """Forks; only the child returns, the first of its process namespace."""
    pid = os.fork()
    if pid:
        _wait_for(pid)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def _wait_for(child: int) -> NoReturn:
    """Lets go of all else, waits for the child, and for a keeper, and ends as the child did."""
    os.closerange(3, 1024)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ChildProcessError):
        os.wait()
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def main() -> None:
    """Does what the grader asks, until it hangs up.

    Its own modules are compiled once and for all; those of others leave nothing in their folders.
    """
    sys.dont_write_bytecode = True
    control = socket.socket(fileno=int(sys.argv[1]))
    setup, _ = _receive(control)
    proc = installed.open_proc(setup["installed"])
    missing, kept = _enter_namespaces(setup)
    _go_on_as_child()
    del sys.path[0], sys.orig_argv[:]
    sys.argv[:] = [""]
    taken = installed.load(setup["installed"], proc)
    if proc is not None:
        os.close(proc)
    parent = Parent(setup, missing, kept, taken)
    control.sendall(wire.pack(["ready", parent.held.names, dict(parent.held.missing)]))
    while True:
        message, descriptors = _receive(control)
        match message:
            case None:
                return
            case ["fork", seed]:
                channel, progress = descriptors
                reply, process = parent.fork(channel, progress, seed)
                socket.send_fds(control, [wire.pack(reply)], [process])
                os.close(process)
                continue
            case ["learn", nodes, calls]:
                reply = parent.learn(nodes, calls)
            case ["teach", nodes]:
                reply = parent.teach(nodes)
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
    os._exit(0)  # what an interpreter does at its end takes long here, and nothing needs it
