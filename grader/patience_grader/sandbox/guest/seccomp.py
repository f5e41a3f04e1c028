"""The seccomp filter: the system calls a guest may make; all others are refused.

A refused call fails with "Operation not permitted", which a beginner can read. Calls by
a foreign numbering (32-bit, x32) end the process, since their numbers mean other calls.
Left out on purpose: everything that makes a process, a socket, a memory file or a
program run, that signals, traces or names other processes, or, unless asked for, that
changes a file.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import kernel, syscalls
else:
    import kernel
    import syscalls

FREE = (
    "read pread64 readv preadv write writev pwrite64 close close_range fstat lseek "
    "poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait "
    "mmap munmap mremap mprotect brk membarrier "
    "set_robust_list get_robust_list rseq sched_yield set_tid_address "
    "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending sigaltstack pause alarm "
    "setitimer getitimer restart_syscall nanosleep "
    "gettimeofday time times getrusage getpid getppid gettid getuid geteuid getgid getegid "
    "getresuid getresgid getgroups getpgrp getpgid getsid sched_getaffinity getpriority uname "
    "sysinfo getcpu getrlimit getrandom exit exit_group"
).split()
"""Calls that are harmless with any arguments."""

OPENING = (
    "stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getdents "
    "getdents64 getcwd dup dup2 dup3"
).split()
"""Calls that look at files, or make descriptors.

None makes a pipe: pipes have numbers that the kernel counts for all processes together, so guests
that make some tell each other how many.
"""

WRITING = (
    "rename renameat renameat2 unlink unlinkat mkdir mkdirat rmdir truncate ftruncate fsync "
    "fdatasync chmod fchmod fchmodat utimensat umask chdir"
).split()
"""Calls that change files, for courseworks that write some; Landlock says where."""

NOT_THERE = ("openat2", "clone3", "preadv2")
"""Calls that libc does without when told that they are unknown.

No filter can see the arguments of the first two. The last one tells which parts of a file the
kernel has in memory, by which one guest could tell another what it has been asked.
"""

ADVICE = ("fadvise64",)
"""Advice that is not taken, as it could make the kernel forget what it has in memory of a file."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

_OF_A_PROCESS = 1 << 31
"""The bit of clocks that count what a process has used, its own or another."""

FORBIDDEN_BITS = {
    "open": (1, _WRITING),
    "openat": (2, _WRITING),
    "prlimit64": (2, 0xFFFFFFFF),
    "clock_gettime": (0, _OF_A_PROCESS),
    "clock_getres": (0, _OF_A_PROCESS),
    "clock_nanosleep": (0, _OF_A_PROCESS),
}
"""Calls allowed when an argument has none of these bits (a `prlimit64` that sets nothing)."""

OWN_ALONE = {"futex": (1, 128)}
"""Calls allowed when an argument has this bit: guests have files in common, and can wait for each
other there, but not by what is of one process alone."""

ONE_OF = {
    # TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX
    "ioctl": (1, (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)),
    # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC; not F_SETFL: the guests of a parent have
    # the standard streams in common, and with them these flags
    "fcntl": (1, (0, 1, 2, 3, 1030)),
    # PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_NO_NEW_PRIVS, PR_SET_VMA
    "prctl": (0, (2, 3, 15, 16, 39, 0x53564D41)),
    # MADV_NORMAL to MADV_DONTNEED, MADV_FREE, MADV_DONTFORK, MADV_DOFORK, MADV_HUGEPAGE,
    # MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP; none that takes pages of files out of memory
    "madvise": (2, (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17)),
}
"""Calls allowed when an argument is one of these."""

_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000

_KILL = 0x80000000
_HOLD_UP = 0x7FC00000
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.EPERM
_UNKNOWN = 0x00050000 | errno.ENOSYS
_DONE = 0x00050000
"""The call is not made, and seems to have succeeded."""
_LOCK_FILE = 6
"""F_SETLK: who writes files locks them as SQLite does, and nobody else has them open."""

_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16
_SECCOMP_MODE_FILTER = 2
_SET_MODE_FILTER, _NEW_LISTENER = 1, 1 << 3
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_NEW_FILE = os.O_CREAT | 0o20000000
"""The bits with which a file is made: the other one is that of O_TMPFILE alone."""
_MAP_SHARED, _MAP_ANONYMOUS = 1, 0x20


def program(machine: str = kernel.MACHINE, *, opening: bool = True, writing: bool = False) -> bytes:
    """The filter as instructions of the kernel's packet filter.

    Without `opening` nothing can be opened or looked at either; with `writing` files can
    also be changed. Raises OSError for a
    machine whose numbers are not known.
    """
    column, code = _begun(machine)
    for name in [*FREE, *(OPENING if opening else ()), *(WRITING if writing else ())]:
        code += _for_call(name, column, [_step(_RETURN, _ALLOW)])
    for name, (place, bits) in FORBIDDEN_BITS.items():
        if opening or not name.startswith("open"):
            free = writing and name.startswith("open")
            decision = [_step(_RETURN, _ALLOW)] if free else _without_bits(place, bits)
            code += _for_call(name, column, decision)
    for name, (place, bit) in OWN_ALONE.items():
        alone = [_low(place), *_when(_ANY_BIT, bit, _ALLOW), _step(_RETURN, _REFUSE)]
        code += _for_call(name, column, alone)
    for name, (place, values) in ONE_OF.items():
        done = _when(_EQUAL, _LOCK_FILE, _DONE) if writing and name == "fcntl" else []
        code += _for_call(name, column, _among(place, values, done))
    for names, answer in ((NOT_THERE, _UNKNOWN), (ADVICE, _DONE)):
        for name in names:
            code += _for_call(name, column, [_step(_RETURN, answer)])
    return b"".join([*code, _step(_RETURN, _REFUSE)])


def counting(channel: int, machine: str = kernel.MACHINE) -> bytes:
    """A filter that holds up what could make a file or lengthen one, for a listener to decide.

    What is written to the channel is not held up, so no file can come to lie at its number.
    Files are not written through shared memory, nor from several places at once, which no
    listener could count. Raises OSError for a machine whose numbers are not known.
    """
    column, code = _begun(machine)
    hold_up, allow, refuse = (_step(_RETURN, one) for one in (_HOLD_UP, _ALLOW, _REFUSE))
    decisions = {
        "open": [_low(1), *_when(_ANY_BIT, _NEW_FILE, _HOLD_UP), allow],
        "openat": [_low(2), *_when(_ANY_BIT, _NEW_FILE, _HOLD_UP), allow],
        "write": [_low(0), *_when(_EQUAL, channel, _ALLOW), hold_up],
        "pwrite64": [_low(0), *_when(_EQUAL, channel, _ALLOW), hold_up],
        "close": [_low(0), *_when(_EQUAL, channel, _REFUSE), allow],
        "dup2": [_low(1), *_when(_EQUAL, channel, _REFUSE), allow],
        "dup3": [_low(1), *_when(_EQUAL, channel, _REFUSE), allow],
        "mmap": [
            _low(3),
            *_when(_ANY_BIT, _MAP_ANONYMOUS, _ALLOW),
            *_when(_ANY_BIT, _MAP_SHARED, _REFUSE),
            allow,
        ],
    }
    decisions |= {name: [hold_up] for name in ("mkdir", "mkdirat")}
    decisions |= {name: [refuse] for name in ("writev", "close_range")}
    for name, decision in decisions.items():
        code += _for_call(name, column, decision)
    return b"".join([*code, allow])


def number_of(name: str) -> int | None:
    """The number of a system call on this machine, if it has one."""
    known = list(_AUDIT_ARCH)
    return syscalls.NUMBERS[name][known.index(kernel.MACHINE)] if kernel.MACHINE in known else None


def _begun(machine: str) -> tuple[int, list[bytes]]:
    """Which column of numbers a machine has, and how each filter for it begins."""
    if machine not in _AUDIT_ARCH:
        raise OSError(errno.ENOSYS, f"no system call numbers for {machine}")
    code = [_step(_LOAD, _ARCH_AT), *_unless(_EQUAL, _AUDIT_ARCH[machine], _KILL)]
    code.append(_step(_LOAD, _NUMBER_AT))
    if machine == "x86_64":
        code += _when(_AT_LEAST, _X32, _KILL)
    return list(_AUDIT_ARCH).index(machine), code


def _step(what: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", what, then, otherwise, value)


def _when(test: int, value: int, result: int) -> list[bytes]:
    return [_step(test, value, 0, 1), _step(_RETURN, result)]


def _unless(test: int, value: int, result: int) -> list[bytes]:
    return [_step(test, value, 1, 0), _step(_RETURN, result)]


def _for_call(name: str, column: int, decision: list[bytes]) -> list[bytes]:
    number = syscalls.NUMBERS[name][column]
    if number is None:
        return []
    return [_step(_EQUAL, number, 0, len(decision)), *decision]


def _low(place: int) -> bytes:
    """The lower half of an argument, which is all that an int in it uses."""
    return _step(_LOAD, _ARGUMENTS_AT + 8 * place)


def _without_bits(place: int, bits: int) -> list[bytes]:
    code = [_low(place), *_when(_ANY_BIT, bits, _REFUSE)]
    if bits == 0xFFFFFFFF:
        code += [_step(_LOAD, _ARGUMENTS_AT + 8 * place + 4), *_when(_ANY_BIT, bits, _REFUSE)]
    return [*code, _step(_RETURN, _ALLOW)]


def _among(place: int, values: Iterable[int], more: Iterable[bytes]) -> list[bytes]:
    tests = [part for value in values for part in _when(_EQUAL, value, _ALLOW)]
    return [_low(place), *tests, *more, _step(_RETURN, _REFUSE)]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def install(code: bytes) -> None:
    """Puts this process, for ever, under the filter."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    whole = bytes(_Program(len(code) // 8, code))
    kernel.prctl(kernel.PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, whole)


def install_listened_to(code: bytes) -> int:
    """Puts this process under the filter; the descriptor that decides what it holds up."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    whole = bytes(_Program(len(code) // 8, code))
    return kernel.syscall(_SECCOMP[kernel.MACHINE], _SET_MODE_FILTER, _NEW_LISTENER, whole)
