"""Runs a program on a kernel that refuses some system calls, as older or stricter ones do."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Sequence

COMMAND = (sys.executable, __file__)

LANDLOCK = (444, 445, 446)
LANDLOCK_RESTRICT = (446,)
UNSHARE = {"x86_64": (272,), "aarch64": (97,)}[os.uname().machine]
SECCOMP = "seccomp"

_PRCTL = {"x86_64": 157, "aarch64": 167}[os.uname().machine]
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_PR_SET_SECCOMP = 22


def refusing(what: Sequence[int] | str) -> list[str]:
    """The beginning of a command that runs the rest with these system calls refused."""
    return [*COMMAND, named(what)]


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, value)


def _filter(what: str) -> bytes:
    code = [_step(0x20, 0)]
    if what == SECCOMP:
        code += [_step(0x15, _PRCTL, 0, 3), _step(0x20, 16), _step(0x15, _PR_SET_SECCOMP, 0, 1)]
        code += [_step(0x06, _REFUSE)]
    else:
        for number in what.split(","):
            code += [_step(0x15, int(number), 0, 1), _step(0x06, _REFUSE)]
    return b"".join([*code, _step(0x06, _ALLOW)])


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def named(what: Sequence[int] | str) -> str:
    """What is refused, as one word."""
    return what if isinstance(what, str) else ",".join(map(str, what))


def refuse(what: str) -> None:
    """Has the kernel refuse this process, and all that it starts, what is named so."""
    code = _filter(what)
    libc = ctypes.CDLL(None)
    program = _Program(len(code) // 8, code)
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(program), 0, 0) == 0


if __name__ == "__main__":
    refuse(sys.argv[1])
    os.execv(sys.argv[2], sys.argv[2:])
