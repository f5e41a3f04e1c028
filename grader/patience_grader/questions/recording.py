"""Records an edition of a question bank. Runs in a process of its own.

`python -m patience_grader.questions.recording ROOT NAME public` prints the record as JSON: the
nodes, the constants of each module of the bank, and the answers to all questions that the test
modules ask when they are imported. The marked edition, `marked`, is drawn from the key that is
written to its standard input, in hex: there no other user of the machine can see it.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..sandbox.seeds import PUBLIC_KEY
from ..suite.bank import Arguments, Book, Edition, Known, making
from ..suite.naming import MODULES
from .snapshot import RecordWriter, exported


class _NotingBook(Book):
    """A book that notes what it is asked."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.functions: Sequence[str] = book.functions
        self.noted: list[tuple[str, Arguments, Known]] = []

    def answer(self, function: str, arguments: Arguments) -> Known:
        known = self._book.answer(function, arguments)
        self.noted.append((function, arguments, known))
        return known

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        return self._book.simpler(function, arguments)

    def aspect(self, function: str, arguments: Arguments) -> str:
        return self._book.aspect(function, arguments)

    def picture(self, value: object) -> str:
        return self._book.picture(value)


def record(root: Path, slug: str, edition: Edition) -> dict[str, object]:
    """The record of an edition of a coursework's bank.

    The process must be the kit's own: its `sys.path` and its modules are changed. Raises
    TypeError when a constant cannot be written down.
    """
    with making(edition):
        return _record(root, slug)


def _record(root: Path, slug: str) -> dict[str, object]:
    sys.path[:0] = [str(root / "solution"), str(root / "grader")]
    package = f"suites.{slug}.bank"
    bank = importlib.import_module(package)
    book = _NotingBook(vars(bank)["BOOK"])
    vars(bank)["BOOK"] = book
    for file in sorted((root / "grader" / "suites" / slug).glob(MODULES)):
        importlib.import_module(f"suites.{slug}.{file.stem}")
    writer = RecordWriter()
    constants: dict[str, dict[str, int]] = {}
    for name, values in exported(package):
        written = constants[name] = {}
        for constant, value in values.items():
            try:
                written[constant] = writer.write(value)
            except TypeError as error:
                raise TypeError(f"{package}.{name}.{constant}: {error}") from error
    answers = [[writer.write(part) for part in noted] for noted in book.noted]
    return {"nodes": writer.nodes, "bank": constants, "answers": answers}


if __name__ == "__main__":
    gc.disable()  # nearly all that a bank makes is kept to the end
    is_public = sys.argv[3] == "public"
    drawn_from = PUBLIC_KEY if is_public else bytes.fromhex(sys.stdin.read())
    wanted = Edition(public=is_public, key=drawn_from)
    found = record(Path(sys.argv[1]), sys.argv[2], wanted)
    json.dump(found, sys.stdout, separators=(",", ":"))
