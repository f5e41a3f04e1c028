"""The files of a test: both ends have a folder with the same in it."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

MAX_FILES = 100
MAX_BYTES = 1 << 20
MAX_NAME = 200

Changes = list[list[str | None]]
"""Paths in the folder with what is in the files, as Latin-1; a folder ends in a slash, and
None stands for what is gone."""


class Folder:
    """The folder at one end."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[str, str] = {}

    def changes(self, withheld: Collection[str] = ()) -> Changes:
        """What has changed since this was last asked, or since changes were taken in.

        What lies in a folder that is gone comes before it. Files that are withheld are not there.
        """
        now = self._now(withheld)
        gone: Changes = [[name, None] for name in sorted(self._known.keys() - now, reverse=True)]
        new: Changes = [[name, text] for name, text in now.items() if self._known.get(name) != text]
        self._known = now
        return gone + new

    def take(self, changes: object) -> None:
        """Makes the changes. Raises ValueError for what cannot be."""
        if not isinstance(changes, list) or len(changes) > MAX_FILES:
            raise ValueError("too many files")
        for change in changes:
            name, text = change
            self._take(name, text)

    def _take(self, name: object, text: object) -> None:
        parts = name.rstrip("/").split("/") if isinstance(name, str) else [""]
        if not isinstance(name, str) or len(name) > MAX_NAME or not all(map(_is_name, parts)):
            raise ValueError("a file name that cannot be")
        path = self.root.joinpath(*parts)
        if any(one.is_symlink() for one in (path, *path.parents) if one != self.root.parent):
            raise ValueError("a file behind a link")
        if text is None:
            self._known.pop(name, None)
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink(missing_ok=True)
            return
        if not isinstance(text, str) or len(text) > MAX_BYTES:
            raise ValueError("a file too large")
        self._known[name] = text
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_bytes(text.encode("latin-1"))

    def _now(self, withheld: Collection[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        root = str(self.root)
        for folder, folders, files in os.walk(root):
            place = folder[len(root) + 1 :].replace(os.sep, "/")
            prefix = f"{place}/" if place else ""
            found |= {f"{prefix}{name}/": "" for name in sorted(folders)}
            names = [one for one in (prefix + name for name in files) if one not in withheld]
            for name in sorted(names)[:MAX_FILES]:
                path = self.root / name
                if path.is_file() and not path.is_symlink():
                    with path.open("rb") as file:
                        found[name] = file.read(MAX_BYTES).decode("latin-1")
        return dict(list(found.items())[:MAX_FILES])


def _is_name(part: str) -> bool:
    return part not in ("", ".", "..") and "\0" not in part and "\\" not in part
