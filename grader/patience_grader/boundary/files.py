"""The files of a test: what it writes and what lies beside it, as the submission sees them."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from ..sandbox.guest import nodes
from ..sandbox.guest.files import Folder

if TYPE_CHECKING:
    from .boundary import Boundary
    from .link import Link


class RunFiles:
    """The folder of one run of a test, which is made once it is needed."""

    def __init__(self, boundary: Boundary, links: Sequence[Link]) -> None:
        """Paths in what the links write and read are paths in this folder."""
        self._boundary = boundary
        self._links = links
        self._folder: Folder | None = None
        self._is_new = False
        self._place = ""
        self._places = 0
        self._beside = {f"{nodes.DATA}/{name}" for name in boundary.data}
        self._withheld = {f"{nodes.DATA}/{name}" for name in boundary.withheld}
        """Files beside the tests that the submission has not been shown: they may hold answers."""
        self.shown: set[str] = set()
        """Those of them that the suite has named to it."""
        self.may_show: Collection[str] | None = None
        """Those that the suite names in the run on the reference; None in that run itself."""
        self._of_test: set[str] = set()
        """The names of files and folders that the test has made."""
        self._of_submission: set[str] = set()
        """Those that were first made at the other end."""
        self._temporary = tempfile.gettempdir()
        """Where folders are made, whatever the test calls so meanwhile."""
        self._folders: list[tempfile.TemporaryDirectory[str]] = []

    @property
    def are_used(self) -> bool:
        """Whether there is a folder yet."""
        return self._folder is not None

    def new_folder(self) -> Path:
        """Another folder, for a copy of the files."""
        folder = tempfile.TemporaryDirectory(prefix="patience-test-", dir=self._temporary)
        self._folders.append(folder)
        return Path(folder.name).resolve()

    def folder(self) -> Path:
        """The folder of the test's files, which the submission sees as one of its own."""
        if self._folder is None:
            self._folder = Folder(self.new_folder())
            for link in self._links:
                link.root = str(self._folder.root)
                link.data = str(self._boundary.modules.suites)
            self._is_new = True
            lay_out(self._boundary.data, self._folder.root / nodes.DATA)
        return self._folder.root

    def new_place(self, name: str) -> Path:
        """A new folder for files of the test, such as `tmp_path`."""
        self._places += 1
        place = self.folder() / f"{name}{self._places}"
        place.mkdir()
        return place

    @contextmanager
    def working(self) -> Iterator[None]:
        """While a test runs: it works in a copy of the folder that its file lies in."""
        before = Path.cwd()
        os.chdir(self.folder() / nodes.DATA)
        try:
            yield
        finally:
            os.chdir(before)

    def places(self) -> list[str]:
        """The folders of the test."""
        return [str(Path(folder.name).resolve()) for folder in self._folders]

    def close(self) -> None:
        """Removes the test's files."""
        while self._folders:
            self._folders.pop().cleanup()

    def changes(self) -> list[list[Any]]:
        """What the test has changed since this was last asked, as rows for the submission."""
        if self._folder is None:
            return []
        first: list[list[Any]] = [["/", "", None]] if self._is_new else []
        self._is_new = False
        rows = self._folder.changes(self._withheld)
        self._of_test |= {str(name) for name, _ in rows} - self._of_submission
        changed: list[list[Any]] = [["/", *change] for change in rows]
        place = self._working_place(self._folder.root)
        if place != self._place:
            self._place = place
            changed.append(["cwd", place, None])
        return first + changed

    def give(self, arguments: Sequence[Any]) -> bool:
        """Lets the submission see the files beside the tests that the suite names to it.

        Whether there is one that it has not seen before.
        """
        if not self._withheld:
            return False
        before = len(self._withheld)
        suites = f"{self._boundary.modules.suites}/"
        for text in _texts_in(arguments, 3):
            named = str(PurePosixPath(f"{text}/".replace(suites, "./")))
            for name in list(self._withheld):
                inner = name.partition("/")[2]
                is_in_folder = bool(text) and (named == "." or f"{inner}/".startswith(f"{named}/"))
                is_begun = "/" in text and inner.startswith(named)
                file = inner.rpartition("/")[2]
                is_named = named in (file, file.rpartition(".")[0]) or inner in text
                is_meant = is_in_folder or is_begun or is_named
                if is_meant and (self.may_show is None or name in self.may_show):
                    self._withheld.discard(name)
                    self.shown.add(name)
        return len(self._withheld) != before

    def of_test(self, changes: Sequence[list[Any]]) -> list[list[Any]]:
        """Those of some changes that are of files which the submission has from the test."""
        return [one for one in changes if one[0] in self._of_test]

    def take(self, changes: Sequence[list[Any]], expected: Collection[str]) -> None:
        """Makes the changes of the submission. Raises ValueError for files that cannot be.

        What lies beside the tests may hold what is right: of that, files change that are `expected`
        to change, and no others.
        """
        if changes and self._folder is not None:
            for name, _ in changes:
                if name.rstrip("/") in self._beside and name not in expected:
                    raise ValueError(f"{name.partition('/')[2]} is a file of the tests")
            self._of_submission |= {str(name) for name, _ in changes} - self._of_test
            try:
                self._folder.take(changes)
            except (ValueError, TypeError, OSError) as fault:
                raise ValueError(f"files that cannot be: {fault}") from fault

    def print(self, out: str, err: str) -> None:
        """Prints what was printed at the other end, with the test's folder as it is here."""
        sys.stdout.write(self.here(out))
        sys.stderr.write(self.here(err))

    def here(self, text: str) -> str:
        """A text of the other end, with the test's folder as it is here."""
        return text.replace(nodes.NEUTRAL, self._links[0].root or nodes.NEUTRAL)

    def _working_place(self, root: Path) -> str:
        """The folder that the suite works in, from that of the test's files."""
        here = Path.cwd()
        suites = self._boundary.modules.suites
        if here.is_relative_to(root):
            return here.relative_to(root).as_posix()
        if here.is_relative_to(suites):
            return f"{nodes.DATA}/{here.relative_to(suites).as_posix()}"
        return self._place


def lay_out(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes files, given by their names in the folder, which is made."""
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _texts_in(parts: Iterable[Any], depth: int) -> Iterator[str]:
    """The texts and paths among arguments, as far as they are plain."""
    for part in parts:
        if type(part) is str or isinstance(part, Path):
            yield str(part)
        elif depth and type(part) in (list, tuple, set):
            yield from _texts_in(part, depth - 1)
        elif depth and type(part) is dict:
            yield from _texts_in([*part, *part.values()], depth - 1)
