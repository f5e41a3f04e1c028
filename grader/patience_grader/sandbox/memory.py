"""What this process may take while it works on what a submission has answered: memory, and disk."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from .watch import read_proc

TEST_MIB = 256
"""So much may a test of a plain suite take on this side for what a submission has answered."""

FILE_MIB = 64
"""So large may a file become that such a test writes."""


@contextmanager
def memory_limited(mib: int) -> Iterator[None]:
    """While this lasts, this process may take so much more than it has; then MemoryError.

    A limit that is there already holds on.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _taken() + (mib << 20)
    most = min(one for one in (wanted, soft, hard) if one != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


@contextmanager
def file_size_limited(mib: int) -> Iterator[None]:
    """While this lasts, no file that this process writes grows beyond that: OSError."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = min(one for one in (mib << 20, soft, hard) if one != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _taken() -> int:
    """The bytes that count towards the limit."""
    (line,) = (one for one in read_proc("self/status").splitlines() if one[:7] == b"VmData:")
    return int(line.split()[1]) << 10
