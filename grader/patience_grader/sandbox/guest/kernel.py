"""The few calls into the Linux kernel that Python has no function for."""

from __future__ import annotations

import ctypes
import os

MACHINE = os.uname().machine
_LIBC = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_NOSUID, MS_NODEV, MS_NOEXEC = 0x2, 0x4, 0x8
MS_REC, MS_PRIVATE = 0x4000, 0x40000
MNT_DETACH = 2

# The same numbers on every architecture.
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446

_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_AT_EMPTY_PATH, _AT_RECURSIVE = 0x1000, 0x8000
_OPEN_TREE_CLONE, _MOVE_MOUNT_F_EMPTY_PATH = 1, 4
_CAPABILITY_VERSION_3 = 0x20080522
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITIES = 64

MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 0x1, 0x2, 0x4


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: int | bytes | None) -> int:
    """What the system call returns. Raises OSError when it fails."""
    words = [
        ctypes.c_long(one) if isinstance(one, int) else ctypes.c_char_p(one) for one in arguments
    ]
    return _checked(int(_LIBC.syscall(ctypes.c_long(number), *words)))


def prctl(option: int, *arguments: int | bytes) -> int:
    """What `prctl` returns. Raises OSError when it fails."""
    words = [
        ctypes.c_ulong(one) if isinstance(one, int) else ctypes.c_char_p(one) for one in arguments
    ]
    words += [ctypes.c_ulong(0)] * (4 - len(words))
    return _checked(int(_LIBC.prctl(ctypes.c_int(option), *words)))


def unshare(flags: int) -> None:
    """Moves this process into new namespaces. Raises OSError when it may not."""
    _checked(_LIBC.unshare(ctypes.c_int(flags)))


def set_host_name(name: bytes) -> None:
    """Names the machine, as far as this process and its namespace see it."""
    _checked(_LIBC.sethostname(name, ctypes.c_size_t(len(name))))


def mount(kind: str | None, target: str, flags: int, options: str = "") -> None:
    """Mounts a new file system of this kind, or only changes flags."""
    name = kind.encode() if kind else None
    _checked(_LIBC.mount(name, target.encode(), name, ctypes.c_ulong(flags), options.encode()))


def unmount(target: str) -> None:
    """Takes away what is mounted at the target, as soon as nobody uses it any more."""
    _checked(_LIBC.umount2(target.encode(), ctypes.c_int(MNT_DETACH)))


def clone_tree(path: str) -> int:
    """A descriptor of a copy of what is mounted at and below the path."""
    flags = _OPEN_TREE_CLONE | _AT_RECURSIVE | os.O_CLOEXEC
    return syscall(OPEN_TREE, -100, path.encode(), flags)


def set_mount_flags(tree: int, path: str, flags: int) -> None:
    """Sets `MOUNT_ATTR_` flags on a tree of mounts, or on the one at the path."""
    attributes = b"".join(one.to_bytes(8, "little") for one in (flags, 0, 0, 0))
    how = _AT_EMPTY_PATH | _AT_RECURSIVE if tree >= 0 else 0
    syscall(MOUNT_SETATTR, tree, path.encode(), how, attributes, len(attributes))


def attach_tree(tree: int, target: str) -> None:
    """Mounts the tree at the target."""
    syscall(MOVE_MOUNT, tree, b"", -100, target.encode(), _MOVE_MOUNT_F_EMPTY_PATH)


def change_root(folder: str) -> None:
    """Makes the mounted folder the root of this process; the old root is gone."""
    os.chdir(folder)
    syscall(_PIVOT_ROOT[MACHINE], b".", b".")
    unmount(".")
    os.chdir("/")


def drop_capabilities() -> None:
    """Gives up all capabilities, and the way to get them back."""
    for number in range(_CAPABILITIES):
        try:
            prctl(PR_CAPBSET_DROP, number)
        except OSError:  # the last one, or they cannot be regained by this process anyway
            break
    prctl(PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _checked(_LIBC.capset(header, (ctypes.c_uint32 * 6)()))
