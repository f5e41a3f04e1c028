"""The marks table of a handout: what is examined, and what it is worth.

A row whose first cell is bold opens an exercise and states its worth; a row
whose first cell is code is a criterion, named `exercise.aspect`; the last row
states the total. A second table of this kind, whose last row states the bonus,
holds what comes on top. Worths are exact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from markdown_it import MarkdownIt

from ..errors import InputError
from ..text.numbers import format_marks

_BLOCKS = MarkdownIt("commonmark").enable("table").disable("inline")
"""Reads no text inside a block: a cell's source is what counts."""
_HEADER = ("criterion", "what we look for", "marks")
_EXERCISE = re.compile(r"\*\*(?P<number>[^`]*?)\s*`(?P<name>[^`]+)`\*\*")
_CRITERION = re.compile(r"`(?P<id>[a-z0-9_]+\.[a-z0-9_]+)`")
_WORTH = re.compile(r"\**(?P<worth>[0-9]{1,4}(\.[0-9]{1,4}|/[1-9][0-9]{0,3})?)\**", re.ASCII)

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True)
class Criterion:
    """One row of the marks table."""

    id: str
    title: str
    worth: Fraction
    line: int
    manual: bool = False
    """Whether a person marks it, and no suite."""

    @property
    def exercise(self) -> str:
        """The name of the exercise it belongs to."""
        return self.id.partition(".")[0]

    @property
    def rule(self) -> str:
        """The title where it is no Markdown: without the backslashes that this needs."""
        return _ESCAPED.sub(r"\1", self.title)


@dataclass(frozen=True)
class Exercise:
    """The criteria of one exercise, and what they are worth together."""

    number: str
    name: str
    title: str
    worth: Fraction
    criteria: tuple[Criterion, ...]

    @property
    def manual(self) -> bool:
        """Whether a person marks it, and no suite."""
        return all(one.manual for one in self.criteria)


@dataclass(frozen=True)
class Scheme:
    """All that can be earned, in the handout's order."""

    exercises: tuple[Exercise, ...]
    total: Fraction
    """Without the bonus."""
    bonus: tuple[Exercise, ...] = ()
    """Those of the exercises that come on top."""

    @property
    def most_bonus(self) -> Fraction:
        """What can be earned on top of the total."""
        return sum((exercise.worth for exercise in self.bonus), Fraction(0))

    @property
    def manual(self) -> tuple[Criterion, ...]:
        """The criteria that a person marks."""
        return tuple(one for one in self.criteria if one.manual)

    @property
    def examined(self) -> tuple[Criterion, ...]:
        """The criteria that a suite examines."""
        return tuple(one for one in self.criteria if not one.manual)

    @cached_property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria of all exercises."""
        return tuple(one for exercise in self.exercises for one in exercise.criteria)


@dataclass(frozen=True)
class _Row:
    line: int
    cells: tuple[str, ...]


def read_scheme(
    text: str,
    file: str,
    stated_total: float,
    stated_bonus: int = 0,
    manual: Sequence[str] = (),
) -> Scheme:
    """The scheme in a handout's text, in which a person marks the exercises of these names.

    Raises InputError, naming the file and the line, when there is not exactly one
    marks table (and one for the bonus, if there is any), a row cannot be read, or the
    sums are not the stated ones.
    """
    tables = _marks_tables(text, file, 2 if stated_bonus else 1)
    exercises = _summed(tables[0], file, "total", stated_total)
    bonus = _summed(tables[1], file, "bonus", stated_bonus) if stated_bonus else ()
    names = [exercise.name for exercise in exercises]
    for exercise in bonus:
        if exercise.name in names:
            raise InputError(f"{file}: {exercise.name} is in both marks tables")
    for name in manual:
        if name not in {exercise.name for exercise in (*exercises, *bonus)}:
            raise InputError(f"{file}: manual names {name}, which is not an exercise")
    exercises, bonus = (
        tuple(_manual(one) if one.name in manual else one for one in some)
        for some in (exercises, bonus)
    )
    return Scheme((*exercises, *bonus), Fraction(str(stated_total)), bonus)


def _manual(exercise: Exercise) -> Exercise:
    criteria = tuple(replace(one, manual=True) for one in exercise.criteria)
    return replace(exercise, criteria=criteria)


def _summed(rows: list[_Row], file: str, word: str, stated: float) -> tuple[Exercise, ...]:
    """The exercises of a table whose last row states their sum under this word."""
    if not rows:
        raise InputError(f"{file}: the marks table has no rows")
    *body, last = rows
    if word not in last.cells[1]:
        where = f"{file}:{last.line}"
        raise InputError(f"{where}: the last row of the marks table must state the {word}")
    total = _worth(last, file)
    exercises = _exercises(body, file)
    earned = sum((exercise.worth for exercise in exercises), Fraction(0))
    if earned != total:
        raise InputError(
            f"{file}:{last.line}: the exercises add up to {_exact(earned)}, not {_exact(total)}"
        )
    if total != Fraction(str(stated)):
        raise InputError(
            f"{file}:{last.line}: the {word} is {_exact(total)}, but the front matter says {stated}"
        )
    return exercises


def _marks_tables(text: str, file: str, needed: int) -> list[list[_Row]]:
    tables: list[list[_Row]] = []
    line = 0
    for token in _BLOCKS.parse(text):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open" and token.map:
            line = token.map[0] + 1
            tables[-1].append(_Row(line, ()))
        elif token.type == "inline" and tables and token.map and token.map[0] + 1 == line:
            row = tables[-1].pop()
            tables[-1].append(_Row(line, (*row.cells, token.content.strip())))
    marks = [rows for rows in tables if rows and rows[0].cells == _HEADER]
    if len(marks) != needed:
        header = " | ".join(_HEADER)
        wanted = "one table" if needed == 1 else "a table for the marks and one for the bonus"
        raise InputError(
            f"{file}: {wanted} with the header | {header} | is needed; there {_are(len(marks))}"
        )
    return [rows[1:] for rows in marks]


def _are(count: int) -> str:
    return "is none" if count == 0 else "is 1" if count == 1 else f"are {count}"


def _exercises(rows: list[_Row], file: str) -> tuple[Exercise, ...]:
    exercises: list[Exercise] = []
    opening: _Row | None = None
    criteria: list[Criterion] = []
    seen: dict[str, int] = {}
    for row in rows:
        if _EXERCISE.fullmatch(row.cells[0]):
            if _name(row) in {exercise.name for exercise in exercises}:
                raise InputError(f"{file}:{row.line}: {_name(row)} is declared twice")
            if opening:
                exercises.append(_exercise(opening, criteria, file))
            opening, criteria = row, []
            continue
        criterion = _criterion(row, file)
        if criterion.id in seen:
            raise InputError(
                f"{file}:{row.line}: {criterion.id} is already in line {seen[criterion.id]}"
            )
        seen[criterion.id] = row.line
        if opening is None or _name(opening) != criterion.exercise:
            raise InputError(f"{file}:{row.line}: {criterion.id} is under another exercise")
        criteria.append(criterion)
    if opening:
        exercises.append(_exercise(opening, criteria, file))
    return tuple(exercises)


def _exact(worth: Fraction) -> str:
    """A decimal number where that is exact, else a fraction."""
    short = format_marks(worth)
    return short if Fraction(short) == worth else str(worth)


def _name(opening: _Row) -> str:
    match = _EXERCISE.fullmatch(opening.cells[0])
    return match["name"] if match else ""


def _exercise(opening: _Row, criteria: list[Criterion], file: str) -> Exercise:
    match = _EXERCISE.fullmatch(opening.cells[0])
    worth = _worth(opening, file)
    total = sum((criterion.worth for criterion in criteria), Fraction(0))
    if total != worth:
        raise InputError(
            f"{file}:{opening.line}: {_name(opening)}'s criteria add up to "
            f"{_exact(total)}, not {_exact(worth)}"
        )
    number = match["number"].strip() if match else ""
    return Exercise(number, _name(opening), opening.cells[1].strip("*"), worth, tuple(criteria))


def _criterion(row: _Row, file: str) -> Criterion:
    match = _CRITERION.fullmatch(row.cells[0])
    if not match or len(row.cells) != len(_HEADER) or not row.cells[1]:
        raise InputError(
            f"{file}:{row.line}: a row must be | `exercise.aspect` | what we look for | marks |"
        )
    return Criterion(match["id"], row.cells[1], _worth(row, file), row.line)


def _worth(row: _Row, file: str) -> Fraction:
    match = _WORTH.fullmatch(row.cells[-1])
    if not match or not Fraction(match["worth"]):
        raise InputError(f"{file}:{row.line}: {row.cells[-1]!r} is not a number of marks")
    return Fraction(match["worth"])
