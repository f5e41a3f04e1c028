"""What was drawn from the secret of a course, as one file with a fingerprint.

The file holds every question that marks, and the key of all seeds that guests are given. So
whoever has it gives the same marks, with whatever versions of Python and of libraries and
without the secret. Only what the suites export as constants is in it: the book of answers is
always the bank's own, since it answers questions that nobody has asked before.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from ..course.coursework import Coursework
from ..course.fingerprint import suites_fingerprint
from ..errors import InputError
from ..text.sanitize import one_line
from .secret import PUBLIC
from .snapshot import RecordedModule, RecordReader

__all__ = [
    "FILE",
    "GUESSABLE",
    "MARK",
    "Questions",
    "encoded",
    "put_in_place",
    "read_questions",
    "write",
]

FILE = "questions.json"
"""The copy in a folder of results, for staff."""
MARK = "patience_questions"
"""By this name such a file is known wherever it lies."""
GUESSABLE = (
    "the questions are guessable: the course has no secret, so anybody can compute them; "
    "run: patience secret"
)
_FORMAT = 1


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The marked edition of a question bank, drawn from a secret."""

    coursework: str
    version: str
    suites: str
    """A fingerprint of what they were drawn for."""
    secret: str
    """The name of the secret that they were drawn from."""
    seeds: str
    """The key of the seeds that guests are given."""
    nodes: msgspec.Raw
    """JSON, which only those decode who ask the questions."""
    bank: dict[str, dict[str, int]]

    @cached_property
    def fingerprint(self) -> str:
        """What tells them from all others."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()

    @property
    def are_guessable(self) -> bool:
        """Whether they were drawn from the public default."""
        return self.secret == PUBLIC.name

    @property
    def origin(self) -> str:
        """What they were drawn from, in words."""
        return "a public default" if self.are_guessable else "the secret of the course"

    def fit(self, coursework: Coursework) -> bool:
        """Whether they were drawn for just this coursework."""
        return (self.coursework, self.suites) == (coursework.slug, suites_fingerprint(coursework))


class _File(Questions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands in a file."""

    patience_questions: int
    fingerprint_there: str = msgspec.field(name="fingerprint")


def encoded(questions: Questions) -> bytes:
    """The text of the file."""
    known = {"fingerprint": questions.fingerprint, **msgspec.structs.asdict(questions)}
    return msgspec.json.encode({MARK: _FORMAT, **known}) + b"\n"


def read_questions(path: Path, coursework: Coursework) -> Questions:
    """The questions in a file.

    Raises InputError when it is not such a file, is damaged, or was drawn for another coursework
    or another version of it.
    """
    again = f"write it with: patience questions {coursework.slug} --out FILE"
    try:
        there = msgspec.json.decode(path.read_bytes(), type=_File)
        if there.patience_questions != _FORMAT:
            raise ValueError
        found = Questions(**{name: getattr(there, name) for name in Questions.__struct_fields__})
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror}") from fault
    except (ValueError, RecursionError) as fault:
        raise InputError(f"{path} is not a questions file; {again}") from fault
    if found.fingerprint != there.fingerprint_there:
        raise InputError(f"{path} is damaged: its questions do not match its fingerprint")
    if found.coursework != coursework.slug:
        raise InputError(f"{path} holds questions of {found.coursework}, not of {coursework.slug}")
    if not found.fit(coursework):
        raise InputError(
            f"{path} was made for another version of the suites, the solution or the scale of "
            f"{coursework.slug}; {again}"
        )
    return found


def write(questions: Questions, path: Path) -> None:
    """Writes the file in one step, for its owner alone. Raises InputError when it cannot."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(encoded(questions))
        unfinished.replace(path)
    except OSError as fault:
        raise InputError(f"cannot write {path}: {fault.strerror}") from fault


def put_in_place(questions: Questions, coursework: Coursework) -> None:
    """Puts the constants where the suites of this process import them.

    The process must be the kit's own: its `sys.modules` is changed. What the book of answers has
    imported stays as it is. Raises InputError when the file names classes that do not belong to
    the coursework.
    """
    package = f"suites.{coursework.slug}.bank"
    allowed = (f"suites.{coursework.slug}.", f"{coursework.package}.", "patience_grader.")
    try:
        nodes = msgspec.json.decode(questions.nodes, type=list[list[Any]])
    except msgspec.ValidationError as fault:
        raise InputError(f"the questions cannot be read: {one_line(str(fault))}") from fault
    for node in nodes:
        if node[0] in ("e", "o") and not str(node[1]).startswith(allowed):
            raise InputError(f"the questions name {node[1]}, which is not of this coursework")
    importlib.import_module(package)
    reader = RecordReader(nodes)
    for name, constants in questions.bank.items():
        full = f"{package}.{name}"
        sys.modules.setdefault(full, RecordedModule(full, constants, reader))
