"""Namespaces: a parent and its guests see no other process, network or file of the machine.

The parent enters them once. A user who is not root first enters a user namespace, which
gives the right to make the others. They are entered in a child, which goes on if all are
granted and is thrown away otherwise: a user namespace that was made by half cannot be left again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence, Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import kernel, places
else:
    import kernel
    import places

_BASE = "/tmp"  # noqa: S108 a folder that is there everywhere, to mount the new root on


def _pids() -> None:
    kernel.unshare(kernel.CLONE_NEWPID)


def _network() -> None:
    kernel.unshare(kernel.CLONE_NEWNET)


def _ipc() -> None:
    kernel.unshare(kernel.CLONE_NEWIPC)


def _hostname() -> None:
    kernel.unshare(kernel.CLONE_NEWUTS)
    kernel.set_host_name(b"guest")


def _mounts(scratch_mib: int, packages: Sequence[Path]) -> None:
    """A root of its own, read-only: the standard library, system libraries and these packages."""
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount(None, "/", kernel.MS_REC | kernel.MS_PRIVATE)
    links, installed = places.links(), places.installed()
    trees = {path: kernel.clone_tree(str(path)) for path in places.own_root()}
    allowed = {path: kernel.clone_tree(str(path)) for path in packages}
    folders = {path for path in (*trees, *allowed) if path.is_dir()}
    kernel.mount("tmpfs", _BASE, kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for path, tree in trees.items():
        _attach(path, tree, is_folder=path in folders)
    covers = [f"{_BASE}{path}" for path in installed]
    for cover in covers:
        kernel.mount("tmpfs", cover, kernel.MS_NOSUID | kernel.MS_NODEV, "size=4k,mode=755")
    for path, tree in allowed.items():
        _attach(path, tree, is_folder=path in folders)
    for cover in covers:
        kernel.set_mount_flags(-1, cover, _READ_ONLY)
    for path, target in links.items():
        place = Path(f"{_BASE}{path}")
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            place.symlink_to(target)
    if scratch_mib:
        Path(f"{_BASE}{places.scratch(own_root=True)}").mkdir(parents=True)
    kernel.set_mount_flags(-1, _BASE, _READ_ONLY)
    kernel.change_root(_BASE)
    if scratch_mib:
        _mount_scratch(scratch_mib)


def _mount_scratch(mib: int) -> None:
    bounds = f"size={mib}m,nr_inodes=500,mode=1777"
    place = str(places.scratch(own_root=True))
    kernel.mount("tmpfs", place, kernel.MS_NOSUID | kernel.MS_NODEV, bounds)


def renew_scratch(mib: int) -> None:
    """Has the folder to write in begin anew: what is left in one that is emptied tells.

    Its files are numbered one after the other, so the next number is how many were made.
    """
    kernel.unmount(str(places.scratch(own_root=True)))
    _mount_scratch(mib)


def _attach(path: Path, tree: int, *, is_folder: bool) -> None:
    """Puts a tree of files at its place in the new root, and closes its descriptor."""
    place = Path(f"{_BASE}{path}")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.mkdir(exist_ok=True) if is_folder else place.touch()
    kernel.attach_tree(tree, str(place))
    kernel.set_mount_flags(tree, "", _READ_ONLY)
    os.close(tree)


_READ_ONLY = kernel.MOUNT_ATTR_RDONLY | kernel.MOUNT_ATTR_NOSUID | kernel.MOUNT_ATTR_NODEV


NAMESPACES = ("pids", "network", "ipc", "hostname", "mounts")


def _become_able() -> None:
    """Enters a user namespace when that is needed to make the others."""
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        return
    kernel.unshare(kernel.CLONE_NEWUSER)
    own = Path("/proc/self")
    (own / "setgroups").write_text("deny")
    (own / "uid_map").write_text(f"{user} {user} 1")
    (own / "gid_map").write_text(f"{group} {group} 1")


def enter(wanted: Set[str], scratch_mib: int = 0, packages: Sequence[Path] = ()) -> dict[str, str]:
    """Enters these namespaces, with a folder to write in if that is to have a size.

    The `packages` are folders and files that stay readable. Comes back with those that were
    refused, and why.
    """
    refused: dict[str, str] = {}
    if not wanted:
        return refused
    try:
        _become_able()
    except OSError as fault:
        why = f"user namespaces are refused here: {fault.strerror}"
        return dict.fromkeys(sorted(wanted), why)
    steps: dict[str, Callable[[], None]] = {
        "pids": _pids,
        "network": _network,
        "ipc": _ipc,
        "hostname": _hostname,
        "mounts": partial(_mounts, scratch_mib, packages),
    }
    for name, step in steps.items():
        if name in wanted:
            try:
                step()
            except OSError as fault:
                refused[name] = f"refused by the kernel: {fault.strerror}"
    return refused


def attempt(
    wanted: Set[str], scratch_mib: int = 0, packages: Sequence[Path] = ()
) -> tuple[int, dict[str, str]]:
    """What `enter` comes back with in a child, and the number of the child.

    If nothing is refused, the child returns too, with number 0, and is the one that goes on.
    """
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        refused = dict.fromkeys(sorted(wanted), "failed")
        try:
            refused = enter(wanted, scratch_mib, packages)
            os.write(theirs, json.dumps(refused).encode())
        finally:
            if refused:
                os._exit(0)
        os.close(ours)
        os.close(theirs)
        return 0, {}
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read()
    refused = json.loads(said) if said else dict.fromkeys(sorted(wanted), "failed")
    return pid, refused
