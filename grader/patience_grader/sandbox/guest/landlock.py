"""Landlock: this process may read a few folders, write one at the most, and reach nobody."""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import kernel
else:
    import kernel

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_WRITE_FILE, _REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = (
    1 << 1,
    1 << 4,
    1 << 5,
    1 << 7,
    1 << 8,
)
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_WRITING = _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
_VERSION = 1
_PATH_BENEATH = 1

# What a kernel of this ABI can forbid: on files, on TCP, and by scope.
_FILES = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_FILE_RIGHTS_LATEST = 16
_TCP = 0b11
_SCOPES = 0b11


def version() -> int:
    """The ABI of the running kernel. Raises OSError when there is no Landlock."""
    return kernel.syscall(kernel.LANDLOCK_CREATE_RULESET, None, 0, _VERSION)


def ruleset(readable: Iterable[Path], listed: Iterable[Path], writable: Iterable[Path] = ()) -> int:
    """The descriptor of a ruleset that forbids all it can but to read, list and write these paths.

    Raises OSError when the kernel has no Landlock.
    """
    attributes = _attributes(version())
    rules = kernel.syscall(kernel.LANDLOCK_CREATE_RULESET, attributes, len(attributes), 0)
    for path in readable:
        _add(rules, path, _READ_FILE | _READ_DIR)
    for path in listed:
        _add(rules, path, _READ_DIR)
    (handled,) = struct.unpack_from("=Q", attributes)
    for path in writable:
        _add(rules, path, (_READ_FILE | _READ_DIR | _WRITING) & handled)
    return rules


def _add(rules: int, path: Path, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # what is not there needs no rule
        return
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        rights &= _READ_FILE
    rule = struct.pack("=Qi", rights, place)
    try:
        kernel.syscall(kernel.LANDLOCK_ADD_RULE, rules, _PATH_BENEATH, rule, 0)
    finally:
        os.close(place)


def _attributes(abi: int) -> bytes:
    """The kernel takes as many words as its ABI knows."""
    words = [(1 << _FILES.get(abi, _FILE_RIGHTS_LATEST)) - 1]
    if abi >= 4:
        words.append(_TCP)
    if abi >= 6:
        words.append(_SCOPES)
    return struct.pack(f"={len(words)}Q", *words)


def restrict(rules: int) -> None:
    """Puts this process, for ever, under the ruleset."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.syscall(kernel.LANDLOCK_RESTRICT_SELF, rules, 0)
