"""The files of a test, as a student can make them to see again what is wrong.

A submission sees them in a folder that nobody has at home. In lines to paste they lie in folders of
the same names below the student's own, and lines make those that the test wrote or had beside it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence

from ..sandbox.guest.nodes import DATA, NEUTRAL
from .steps import Step

_PATH = re.compile(rf"(?:pathlib\.PosixPath|Path)\('{NEUTRAL}(?:/([^'\\]*))?'\)")
_PLACE = re.compile(rf"{NEUTRAL}(?:/|\b)")
_NAMED = re.compile(rf"'{NEUTRAL}/([^'\\]*)'")
_MOST_TEXT = 2_000
"""So many characters of files are pasted."""
_MOST_LINES, _MOST_LINE = 20, 120
"""So much of a file is shown."""


def paths_in(text: str) -> set[str]:
    """The files and folders of the test that a line names."""
    return set(_NAMED.findall(text))


class ShownFiles:
    """What lies in the folder of the test when something goes wrong."""

    def __init__(self, steps: Iterable[Step], lines: Sequence[str]) -> None:
        """`lines` are those that are shown of these steps."""
        held: dict[str, str] = {}
        self._place = DATA
        for step in steps:
            for kind, name, text in (row for row in step.request[2] if row[0] in ("/", "cwd")):
                if kind == "cwd":
                    self._place = name
                elif text is None:
                    held = {one: said for one, said in held.items() if not one.startswith(name)}
                elif name[-1:] != "/":
                    held[name] = text
        self._named = set[str]().union(*map(paths_in, lines))
        quoted = {one for line in lines for one in re.findall(r"'([^'\\]*)'", line)}
        self._is_moved = self._place != DATA or any(self._here(one) in quoted for one in held)
        self._held = {
            name: text
            for name, text in held.items()
            if name in self._named or (self._is_moved and self._here(name) in quoted)
        }

    def _here(self, name: str) -> str:
        """The name of a file from where the test works."""
        return posixpath.relpath(name or ".", self._place)

    def _at_home(self, name: str) -> str:
        """The name of a file from where the lines are pasted."""
        is_moved = self._is_moved and (self._held or self._named)
        return self._here(name) if is_moved else name or "."

    def line(self, line: str) -> str:
        """A line that names the files where students have them."""
        line = _PATH.sub(lambda found: f"Path({self._at_home(found[1] or '')!r})", line)
        return _NAMED.sub(lambda found: repr(self._at_home(found[1])), line)

    def typed(self, text: str) -> str:
        """What is typed; of a file, the name that students have for it."""
        named = _NAMED.fullmatch(repr(text))
        return self._at_home(named[1]) if named else text

    @staticmethod
    def said(text: str) -> str:
        """What is said of files, without the folder that nobody has."""
        return _PLACE.sub("", text)

    def making(self) -> list[str] | None:
        """Lines that make the folders and files; None if there is too much in them."""
        if sum(map(len, self._held.values())) > _MOST_TEXT:
            return None
        names = {*self._held, *self._named}
        if not names:
            return []
        folders = {posixpath.dirname(one) or one for one in names}
        folders |= {self._place} if self._is_moved else set()
        lines = [f"Path({one!r}).mkdir(parents=True, exist_ok=True)" for one in sorted(folders)]
        for name, text in self._held.items():
            data = text.encode("latin-1")
            lines.append(f"Path({name!r}).write_bytes({data!r})")
        return [*lines, f"os.chdir({self._place!r})"] if self._is_moved else lines

    def in_words(self) -> str:
        """What stands in the files, each with its name; empty if nothing does."""
        said = []
        for name, text in self._held.items():
            lines = text.encode("latin-1").decode("utf-8", "replace").splitlines()
            shown = [line[:_MOST_LINE] for line in lines[:_MOST_LINES]]
            more = [f"# {len(lines) - len(shown)} more lines"] * (len(lines) > len(shown))
            said.append("\n".join([f"in {name}:", *shown, *more]))
        return "\n".join(said)
