"""Empties a folder that a guest has written in, whatever it has left there.

Links are removed and never followed, rights are taken back before they are needed, and how
deep folders lie in one another does not matter: each is moved up before it is emptied.
"""

from __future__ import annotations

import contextlib
import gc
import os
from pathlib import Path

_BY_FOLDERS = {os.open, os.unlink, os.rmdir, os.rename, os.chmod} <= os.supports_dir_fd
"""Whether this system can remove what lies in an open folder. Windows cannot."""
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


def empty(folder: Path) -> None:
    """Removes all that lies in the folder. Raises OSError, at the end, when something stays."""
    _by_folders(folder) if _BY_FOLDERS else _by_paths(folder)


def _by_folders(folder: Path) -> None:
    with contextlib.suppress(PermissionError):  # it belongs to somebody else, who has set its mode
        folder.chmod(0o700)
    top = os.open(folder, _FOLDER)
    try:
        while names := os.listdir(top):  # noqa: PTH208 an open folder
            faults = [fault for name in names if (fault := _removed(name, top))]
            if len(faults) == len(names):
                raise faults[0]
    finally:
        os.close(top)


def _removed(name: str, top: int) -> OSError | None:
    """Why the entry could not be removed, if so; its inner folders lie in the top one then."""
    try:
        if not _unlinked(name, top):
            _empty_inner(name, top)
            os.rmdir(name, dir_fd=top)
    except OSError as fault:
        return fault
    return None


def _empty_inner(name: str, top: int) -> None:
    os.chmod(name, 0o700, dir_fd=top)
    inner = os.open(name, _FOLDER, dir_fd=top)
    try:
        for one in os.listdir(inner):  # noqa: PTH208 an open folder
            if not _unlinked(one, inner):
                _move_up(one, inner, top)
    finally:
        os.close(inner)


def _move_up(name: str, inner: int, top: int) -> None:
    os.chmod(name, 0o700, dir_fd=inner)
    try:
        os.rename(name, f".{os.urandom(16).hex()}", src_dir_fd=inner, dst_dir_fd=top)
    except OSError:  # the first Landlock lets nothing be moved to another folder
        if fault := _removed(name, inner):
            raise fault from None


def _unlinked(name: str, folder: int) -> bool:
    """Whether the entry was none that is a folder, and is gone."""
    try:
        os.unlink(name, dir_fd=folder)
    except (IsADirectoryError, PermissionError):
        return False
    return True


def _by_paths(folder: Path) -> None:
    for inner in list(folder.iterdir()):
        try:
            _remove(inner)
        except PermissionError:  # Windows does not remove what is still open, or read-only
            gc.collect()
            if not inner.is_symlink():
                inner.chmod(0o700)
            _remove(inner)


def _remove(path: Path) -> None:
    import shutil  # noqa: PLC0415 only Windows needs it

    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
