"""The layers of the lock: what each is for, and an attack that it alone must refuse.

An attack is a submission: a function that comes back with True when it got further than it
may. It is given what a machine has to lose, see `Bait`. Other layers often refuse the
same attack; those are `beside` it, and are switched off when the layer is tried.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Layer:
    """One layer of the lock."""

    name: str
    keeps: str
    """What it does, in a few words."""
    without: str
    """What a submission can do when it is missing, as far as no other layer prevents it."""
    attack: str
    beside: frozenset[str] = frozenset()


_LIBC = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
"""


def _layer(name: str, keeps: str, without: str, attack: str, beside: str = "") -> Layer:
    return Layer(name, keeps, without, attack, frozenset(beside.split()))


LAYERS = (
    _layer(
        "environment",
        "an empty environment",
        "read the environment of the grader, with any tokens in it",
        """
def attack(bait):
    import os
    return "PATH" in os.environ
""",
    ),
    _layer(
        "pids",
        "a process namespace: no other process can be named",
        "find the grader's processes; what a guest leaves behind outlives it",
        """
def attack(bait):
    import os
    try:
        os.kill(bait["pid"], 0)
    except OSError:
        return False
    return True
""",
        "seccomp landlock no-open user",
    ),
    _layer(
        "network",
        "a network namespace: no way to any machine, this one included",
        "send what it knows to another machine, or ask one for answers",
        """
def attack(bait):
    import socket
    try:
        socket.create_connection(("127.0.0.1", bait["port"]), timeout=5).close()
    except OSError:
        return False
    return True
""",
        "seccomp landlock no-open",
    ),
    _layer(
        "ipc",
        "a namespace for shared memory and message queues",
        "share memory with other processes of this machine",
        f"""{_LIBC}
def attack(bait):
    return libc.shmget(bait["shared_memory"], 1, 0) >= 0
""",
        "seccomp",
    ),
    _layer(
        "hostname",
        "a namespace for the name of the machine",
        "learn the name of this machine",
        """
def attack(bait):
    import os
    return os.uname().nodename == bait["hostname"]
""",
    ),
    _layer(
        "mounts",
        "a root of its own, with the standard library and nothing else, read-only",
        "learn which files are on this machine, how large and how old",
        """
def attack(bait):
    import os
    try:
        os.stat(bait["file"])
    except OSError:
        return False
    return True
""",
        "no-open",
    ),
    _layer(
        "descriptors",
        "no descriptor but its channel; standard streams lead nowhere",
        "reach the line between the grader and the parent of the guests",
        """
def attack(bait):
    import os
    found = 0
    for number in range(4, 256):
        try:
            os.fstat(number)
        except OSError:
            continue
        found += 1
    return found > 0
""",
        "no-open",
    ),
    _layer(
        "session",
        "a session and process group of its own",
        "signal the parent of the guests with its group",
        """
def attack(bait):
    import os
    return os.getpgrp() == os.getpgid(os.getppid()) or os.getsid(0) == os.getsid(os.getppid())
""",
    ),
    _layer(
        "user",
        "an ordinary user with no files, where the grader runs as root",
        "act as the user of the grader",
        """
def attack(bait):
    import os
    return 0 in os.getresuid() or 0 in os.getresgid() or 0 in os.getgroups()
""",
    ),
    _layer(
        "limits",
        "bounds on memory, processor time, processes, open files and file size",
        "use up the memory or the processes of this machine",
        """
def attack(bait):
    try:
        return len(bytes(bait["too_much"])) > 0
    except MemoryError:
        return False
""",
    ),
    _layer(
        "privileges",
        "no capabilities, none to be gained, and no core to be read",
        "use what root may do in its namespaces",
        f"""{_LIBC}
def attack(bait):
    return libc.chroot(b"/") == 0 or libc.prctl(3, 0, 0, 0, 0) != 0
""",
        "seccomp user",
    ),
    _layer(
        "tether",
        "ends with the parent of the guests, which ends with the grader",
        "live on when the grader is killed",
        f"""{_LIBC}
def attack(bait):
    signal = ctypes.c_int(0)
    libc.prctl(2, ctypes.byref(signal), 0, 0, 0)
    return signal.value != 9
""",
    ),
    _layer(
        "landlock",
        "files: reads the standard library alone, writes nothing",
        "read what its user may read, and write it",
        """
def attack(bait):
    try:
        open(bait["file"]).close()
    except OSError:
        return False
    return True
""",
        "mounts no-open",
    ),
    _layer(
        "no-open",
        "in place of landlock: no file can be opened at all",
        "read what its user may read",
        """
def attack(bait):
    try:
        open(bait["file"]).close()
    except OSError:
        return False
    return True
""",
        "mounts landlock",
    ),
    _layer(
        "seccomp",
        "system calls: no sockets, processes, programs, signals, tracing, mounts",
        "make sockets and memory files, start programs, attack the kernel",
        """
def attack(bait):
    import os
    import socket
    try:
        socket.socketpair()
    except OSError:
        pass
    else:
        return True
    try:
        os.memfd_create("more")
    except OSError:
        return False
    return True
""",
    ),
)

REQUIRED = frozenset({"limits", "privileges", "landlock", "seccomp"})
"""Without these no mark can be trusted; `no-open` serves in place of `landlock`."""

IN_PLACE_OF = {"landlock": "no-open"}
