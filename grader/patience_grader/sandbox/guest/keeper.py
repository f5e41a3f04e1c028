"""Keeps the folder in which guests write where it is an ordinary one of this machine.

Such a folder has no size of its own. So the kernel holds up each call by which a guest could
make a file or lengthen one (see `seccomp.counting`) until the keeper has counted it. A guest
is one process with one thread: while it is held up nothing changes, so what lies in the
folder can be measured. The keeper outlives guests and their parent however they end, and
then removes the folder.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import select
import socket
import stat
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import emptying, places, seccomp
else:
    import emptying
    import places
    import seccomp

MOST_ENTRIES = 500
"""Files and folders at a time, as many as in a folder of the guests' own root."""
TURNOVER = 64
"""A guest may write so many times the size in all, since what it has deleted may still be open."""
MOST_MADE = 100_000
"""So often may it open a file that need not be there."""
SLACK = 64 << 10
"""What the folders themselves may take."""
_BLOCK = 4096
_LEFT_BEHIND_SECONDS = 10.0

_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_CALL = struct.Struct("=QIIiIQ6Q")
_REPLY = struct.Struct("=QqiI")
_CONTINUE = 1


@dataclass(frozen=True)
class Keeper:
    """The keeper, as those see it whose folder it keeps."""

    folder: Path
    line: socket.socket
    """Takes the listener of each guest. When all its copies are closed, the keeper ends."""


class _Found(NamedTuple):
    size: int
    entries: int


def start(mib: int, inside: str) -> Keeper:
    """Makes a folder inside another one, and a process that keeps it."""
    folder = places.scratch(own_root=False, inside=inside)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        try:
            _keep(folder, theirs, mib << 20)
        finally:
            os._exit(1)
    theirs.close()
    return Keeper(folder, ours)


def _keep(folder: Path, line: socket.socket, size: int) -> None:
    os.setsid()
    os.chdir("/")
    number = os.dup2(line.detach(), 3)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    for standard in (1, 2):
        os.dup2(0, standard)
    line = socket.socket(fileno=number)
    with contextlib.suppress(OSError):
        _serve(line, folder, size)
    with contextlib.suppress(OSError):
        emptying.empty(folder)
        folder.rmdir()
    os._exit(0)


def _serve(line: socket.socket, folder: Path, size: int) -> None:
    """Answers the guests until nobody is left who could start one."""
    poll = select.poll()
    poll.register(line, select.POLLIN)
    accounts: dict[int, Account] = {}
    until: float | None = None
    while until is None or (accounts and time.monotonic() < until):
        for number, event in poll.poll(None if until is None else 1000):
            if number == line.fileno():
                data, listeners, _, _ = socket.recv_fds(line, 1, 1)
                for listener in listeners:
                    accounts[listener] = Account(folder, size)
                    poll.register(listener, select.POLLIN)
                if not data:
                    poll.unregister(line)
                    until = time.monotonic() + _LEFT_BEHIND_SECONDS
            elif event & select.POLLIN:
                _answer(number, accounts[number])
            else:
                poll.unregister(number)
                os.close(number)
                del accounts[number]


def _answer(listener: int, account: Account) -> None:
    call = bytearray(_CALL.size)
    try:
        fcntl.ioctl(listener, _RECEIVE, call)
    except OSError:  # the guest has been ended
        return
    identity, _, _, number, _, _, *arguments = _CALL.unpack(call)
    granted = account.grants(number, arguments)
    reply = _REPLY.pack(identity, 0, *((0, _CONTINUE) if granted else (-errno.ENOSPC, 0)))
    with contextlib.suppress(OSError):
        fcntl.ioctl(listener, _SEND, reply)


class Account:
    """What one guest may still write, of a size in bytes."""

    def __init__(self, folder: Path, size: int) -> None:
        self._folder = folder
        self._size = size
        self._left = 0
        self._entries = 0
        self._turnover = TURNOVER * size
        self._made = MOST_MADE

    def grants(self, number: int, arguments: list[int]) -> bool:
        """Whether the call of this number may go on."""
        if number in _WRITES:
            return self._writes(min(arguments[2], 1 << 40))
        return self._makes()

    def _writes(self, length: int) -> bool:
        cost = (length // _BLOCK + 2) * _BLOCK
        if cost > self._turnover:
            return False
        if cost > self._left:
            self._measure()
        if cost > self._left:
            return False
        self._left -= cost
        self._turnover -= cost
        return True

    def _makes(self) -> bool:
        if self._entries <= 0:
            self._measure()
        if self._entries <= 0 or self._made <= 0:
            return False
        self._entries -= 1
        self._made -= 1
        return True

    def _measure(self) -> None:
        try:
            found = measured(self._folder)
        except OSError:  # what cannot be looked at is not written to
            found = _Found(1 << 60, MOST_ENTRIES)
        self._left = self._size + SLACK - found.size
        self._entries = MOST_ENTRIES - found.entries


def measured(folder: Path) -> _Found:
    """How much lies in the folder, and how many files and folders. Raises OSError."""
    top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    return _measured(top)


def _measured(folder: int) -> _Found:
    """Closes the folder."""
    size = entries = 0
    try:
        for name in os.listdir(folder):
            known = os.stat(name, dir_fd=folder, follow_symlinks=False)
            size += -(-max(known.st_size, known.st_blocks * 512) // _BLOCK) * _BLOCK
            entries += 1
            if stat.S_ISDIR(known.st_mode):
                inner = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder)
                found = _measured(inner)
                size, entries = size + found.size, entries + found.entries
    finally:
        os.close(folder)
    return _Found(size, entries)


_WRITES = {seccomp.number_of(name) for name in ("write", "pwrite64")}
