"""What the check knows of a coursework: public questions, supplied files, rules.

What an exercise is worth is not among it, unless a suite's bank says so of its own accord.
All of it is one JSON file, `public.json`, made by `patience release`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..marks.visibility import Level
from ..sandbox.watch import Limits
from .interface import Interface

FILE = "public.json"


@dataclass(frozen=True)
class Rule:
    """A criterion that can be checked at home, by the rule that it examines."""

    id: str
    title: str
    level: Level
    """How much is shown of it when it is broken."""


@dataclass(frozen=True)
class Exercise:
    """The rules of one exercise."""

    number: str
    name: str
    title: str
    rules: tuple[Rule, ...]
    manual: bool
    """Whether a person marks it, so that nothing is checked."""


_WHEN_MARKED = {
    "none": "Marking asks other questions about the same rules.",
    "some": "Marking asks these questions, and others about the same rules.",
    "all": "Marking asks the same questions.",
}


@dataclass(frozen=True, kw_only=True)
class PlainSuite:
    """The public tests of a coursework whose suite is plain pytest."""

    files: Mapping[str, str]
    """The texts of the suite's files, as far as they are public, by their paths."""
    tests: tuple[str, ...]
    """Which of them hold tests."""
    criteria: Mapping[str, str]
    """The test function of each public criterion, as pytest names it without parameters."""
    marked_only: Mapping[str, str]
    """Why which criteria are not checked at home."""
    overlap: str
    """Which of the marked questions are among theirs: none, some or all."""
    expected: Mapping[str, Mapping[str, str]]
    """What calls give with the reference, in words, for each public criterion."""


@dataclass(frozen=True, kw_only=True)
class PublicCoursework(Interface):
    """A coursework as students may know it."""

    supplied_texts: Mapping[str, str]
    """The source texts of the supplied files, by file name."""
    skeleton: Mapping[str, str]
    """The asked files as they were handed out, by file name."""
    exercises: tuple[Exercise, ...]
    nodes: Sequence[list[Any]]
    """The record of the public questions."""
    bank: Mapping[str, Mapping[str, int]]
    """The constants of every module of the bank, by their nodes."""
    answers: Sequence[tuple[int, int, int]]
    """Function, arguments and what is known to be right, by their nodes."""
    plain: PlainSuite | None = None
    """The public tests, if the suite is plain pytest; there are no nodes, bank and answers then."""

    @property
    def rules(self) -> int:
        """How many rules can be checked."""
        return sum(len(one.rules) for one in self.exercises if not one.manual)

    @property
    def supplied(self) -> Mapping[str, str]:
        """The source texts of the supplied files, by file name."""
        return self.supplied_texts

    @property
    def data_files(self) -> tuple[str, ...]:
        """The data that public tests read, by path beside them."""
        files = self.plain.files if self.plain else {}
        return tuple(sorted(name for name in files if not name.endswith(".py")))

    @property
    def takes_modules(self) -> bool:
        """Whether modules that a submission has beside the asked ones belong to it."""
        return self.plain is not None

    @property
    def blank(self) -> Mapping[str, str]:
        """The texts of the asked files as they were handed out, by file name."""
        return self.skeleton

    @property
    def place(self) -> str:
        """Where the asked files lie in the student's folder: the beginning of their paths."""
        return f"{self.package}/" if self.package else ""

    @property
    def when_marked(self) -> str:
        """What marking asks, beside these questions, in a sentence."""
        return _WHEN_MARKED[self.plain.overlap if self.plain else "none"]

    def file_of(self, exercise: str) -> str:
        """Where the code of an exercise goes, as a path in the student's folder."""
        holds = (name for name, text in self.skeleton.items() if f"def {exercise}(" in text)
        return f"{self.place}{next(holds, self.required[0])}"


def as_json(public: PublicCoursework) -> str:
    """The paper as text."""
    plain = {
        **vars(public),
        "student_number": public.student_number.pattern if public.student_number else "",
        "limits": vars(public.limits),
        "plain": vars(public.plain) if public.plain else None,
        "exercises": [
            {**vars(one), "rules": [[rule.id, rule.title, rule.level.name] for rule in one.rules]}
            for one in public.exercises
        ],
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


_LISTS = ("required", "also_submit", "not_when_marking", "shared_types", "packages", "scripts")


def from_json(text: str) -> PublicCoursework:
    """The paper of a text. Raises InputError when it is none."""
    try:
        said = json.loads(text)
        exercises = tuple(
            Exercise(
                one["number"],
                one["name"],
                one["title"],
                tuple(Rule(name, title, Level[level]) for name, title, level in one["rules"]),
                one["manual"],
            )
            for one in said["exercises"]
        )
        made: dict[str, Any] = {name: tuple(said[name]) for name in _LISTS}
        made |= {"exercises": exercises, "limits": Limits(**said["limits"])}
        number = said["student_number"]
        made |= {"student_number": re.compile(number) if number else None}
        if plain := said.get("plain"):
            made |= {"plain": PlainSuite(**plain | {"tests": tuple(plain["tests"])})}
        return PublicCoursework(**said | made)
    except (ValueError, KeyError, TypeError) as fault:
        raise InputError(
            "the check is damaged; unpack the zip that you were given again"
        ) from fault


def read_public_coursework(folder: Path) -> PublicCoursework:
    """The paper in a folder. Raises InputError when there is none."""
    try:
        return from_json((folder / FILE).read_text(encoding="utf-8"))
    except OSError as fault:
        raise InputError(f"{folder} holds no {FILE}") from fault
