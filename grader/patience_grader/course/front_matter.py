"""A handout as text: the front matter between its fences, and the body below."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args

import msgspec

from ..errors import InputError
from ..marks.late import Rule
from .about import About
from .own_work import OwnWork

FENCE = "+++\n"
"""What stands before and after the front matter."""
NO_FRONT_MATTER = "the handout must begin with front matter between +++ lines"
IN_FULL: Final = "in full"
"""What a misreading of the handout costs unless it costs once."""
_BEGINNING = re.compile(rb"(\xef\xbb\xbf)?\+\+\+(\r|\n)")
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "datetime": "a date and time",
    "date": "a date",
}
"""What the types of values are called in messages."""
_TIME: Final = "write it as 2026-12-04T16:30:00, with seconds and without quotation marks"
_DATED: Final = re.compile(r"""\s*[\w.-]+\s*=\s*\d{1,4}[-./]\d{1,2}[-./]\d""")
"""The beginning of a line that gives a key a date."""
_CHOICES: Final = {
    "late.rule": '; write "hourly" or "bands"',
    "misreading_costs": f'; write "{IN_FULL}" or a number of marks',
    "own_work": '; write "asked" or "required"',
}
"""What may stand where only a few words may."""
_Keys = TypeVar("_Keys", bound=msgspec.Struct)


class StatedLimits(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The table `[limits]`."""

    cpu_seconds_per_question: float
    cpu_seconds_per_submission: float
    wall_seconds_per_question: float
    wall_seconds_per_submission: float
    memory_mib: int
    scratch_mib: int = 0


class FrontMatter(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Every key of the front matter, as `handout/README.md` describes them."""

    title: str
    version: str
    package: str
    required: list[str]
    also_submit: list[str]
    own_work: OwnWork = ""
    optional: list[str] = []
    not_when_marking: list[str] = []
    shared_types: list[str]
    student_number: str = ""
    total: int | float
    bonus: int = 0
    cap_if_broken: int | None = None
    program: bool = False
    manual: list[str] = []
    late: Rule | None = None
    visibility: dict[str, Any] = {}
    suite: dict[str, Any] = {}
    packages: list[str] = []
    scripts: list[str] = []
    tests: list[str] = []
    public_tests: list[str] | None = None
    left_out: list[str] = []
    own_skeleton: bool = False
    handout_url: str = ""
    sections: dict[str, str] = {}
    show_place: bool = False
    documents: list[str] = []
    misreading_costs: Literal["in full"] | int | float = IN_FULL
    about: About = About()
    limits: StatedLimits


class StatedOutline(msgspec.Struct, frozen=True, kw_only=True):
    """The keys by which a coursework is recognised, whatever the others hold."""

    package: str
    required: list[str]


@dataclass(frozen=True)
class HandoutText:
    """A handout, cut at its fences."""

    file: str
    """What messages call it: its path in the course folder."""
    front: str
    """The TOML between the fences."""
    body: str
    """The whole text, with blank lines in place of the front matter, so that line numbers stay."""

    @property
    def table(self) -> Mapping[str, Any]:
        """The front matter as plain values. Raises InputError, naming the line."""
        try:
            return tomllib.loads(self.front)
        except tomllib.TOMLDecodeError as fault:
            line = re.search(r"at line (\d+)", str(fault))
            where = int(line[1]) + 1 if line else self.front.count("\n") + 1
            why = str(fault).partition(" (at ")[0]
            why += _remedy((self.front.splitlines() or [""])[where - 2], why)
            raise InputError(f"{self.file}:{where}: front matter: {why}") from fault

    def front_matter(self) -> FrontMatter:
        """The front matter, every key checked. Raises InputError, naming the line."""
        return self._converted(FrontMatter)

    def outline(self) -> StatedOutline:
        """The keys by which the coursework is recognised. Raises InputError, naming the line."""
        return self._converted(StatedOutline)

    def _converted(self, kind: type[_Keys]) -> _Keys:
        try:
            return msgspec.convert(self.table, kind)
        except msgspec.ValidationError as fault:
            where = f"{self.file}:{self.line_of(*_path_in(str(fault)))}"
            raise InputError(f"{where}: front matter: {_in_words(str(fault))}") from fault

    def place_of(self, *keys: str) -> Place:
        """Where the innermost of these keys stands, for messages."""
        return Place(self, keys)

    def line_of(self, *keys: str) -> int:
        """The line where the innermost of these keys stands that is there at all.

        It is the line after the longest beginning of the front matter that is TOML without it.
        """
        while keys and not _holds(self.table, keys):
            keys = keys[:-1]
        start = 1
        for number, table in self._whole_beginnings:
            if keys and _holds(table, keys):
                return start + 1
            start = number + 1
        return 1

    @cached_property
    def _whole_beginnings(self) -> tuple[tuple[int, Mapping[str, Any]], ...]:
        """The beginnings of the front matter that are TOML: their lines, and what they hold."""
        found: list[tuple[int, Mapping[str, Any]]] = []
        for number, beginning in enumerate(_beginnings(self.front), 1):
            with suppress(tomllib.TOMLDecodeError):
                found.append((number, tomllib.loads(beginning)))
        return tuple(found)


@dataclass(frozen=True)
class Place:
    """The file and the line of keys in a front matter; the line is found when it is written."""

    handout: HandoutText
    keys: tuple[str, ...]

    def __str__(self) -> str:
        """As messages begin."""
        return f"{self.handout.file}:{self.handout.line_of(*self.keys)}"


def read_handout(path: Path) -> HandoutText:
    """The handout in a file. Raises InputError when it cannot be read or has no front matter."""
    file = f"{path.parent.name}/{path.name}"
    text = read_text(path)
    front, fence, _ = text.removeprefix(FENCE).partition(f"\n{FENCE}")
    if not text.startswith(FENCE) or not fence:
        raise InputError(f"{file}:1: {NO_FRONT_MATTER}")
    head = len(FENCE) + len(front) + len(fence)
    return HandoutText(file, front, "\n" * text[:head].count("\n") + text[head:])


def has_front_matter(path: Path) -> bool:
    """Whether the file begins like a handout; not if it cannot be read."""
    try:
        with path.open("rb") as file:
            return bool(_BEGINNING.match(file.read(8)))
    except OSError:
        return False


def read_text(path: Path) -> str:
    """The text of a file. Raises InputError when it is not UTF-8 text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        where = f"{path.parent.name}/{path.name}"
        raise InputError(f"cannot read {where}: expected a UTF-8 text file") from fault


def _beginnings(text: str) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    return ("".join(lines[: count + 1]) for count in range(len(lines)))


def _holds(table: object, keys: Sequence[str]) -> bool:
    for key in keys:
        if not isinstance(table, Mapping) or key not in table:
            return False
        table = table[key]
    return True


def _remedy(line: str, why: str) -> str:
    """What to write in place of a line that is not TOML, if it can be told."""
    if _DATED.match(line):
        return f"; {_TIME}"
    return "; write a text in straight quotation marks" if why == "Invalid value" else ""


def _in_words(message: str) -> str:
    """A message of msgspec, in the words of `handout/README.md`."""
    said, _, place = message.partition(" - at `$")
    path = re.sub(r"\[[^\]]*\]|`$", "", place).strip(".")
    inside = f" in [{path}]" if path else ""
    if unknown := re.fullmatch(r"Object contains unknown field `([^`]+)`", said):
        near = get_close_matches(unknown[1], _known_keys(), 1)
        meant = f"; did you mean `{near[0]}`?" if near else ""
        return f"there is no key `{unknown[1]}`{inside}{meant}"
    if missing := re.fullmatch(r"Object missing required field `([^`]+)`", said):
        return f"a key is missing{inside}: `{missing[1]}`"
    if wanted := re.fullmatch(r"Expected `([^`]+)`([^,]*)(?:, got `([^`]+)`)?", said):
        kinds = dict.fromkeys(_KINDS.get(one, one) for one in wanted[1].split(" | "))
        kind = " or ".join(one for one in kinds if one != "null")
        got = f", not {_KINDS.get(wanted[3], wanted[3])}" if wanted[3] else ""
        remedy = f"; {_TIME}" if "datetime" in wanted[1] else ""
        return f"{path} must be {kind}{wanted[2]}{got}{remedy}"
    if value := re.fullmatch(r"Invalid (?:enum )?value (.+)", said):
        return f"{path} cannot be {value[1]}{_CHOICES.get(path, '')}"
    if said.startswith("Invalid RFC3339"):
        return f"{path} must be a date and time; {_TIME}"
    return message


def _known_keys() -> set[str]:
    """The keys that a front matter may have, on the top and in its tables."""
    tables = (FrontMatter, StatedLimits, About, *get_args(Rule))
    return {one.encode_name for table in tables for one in msgspec.structs.fields(table)}


def _path_in(message: str) -> list[str]:
    """The keys to the value that a message of msgspec is about."""
    unknown = re.search(r"unknown field `([^`]+)`", message)
    place = re.search(r"at `\$\.?([^`\[]*)", message)
    outer = place[1].split(".") if place and place[1] else []
    return [*outer, unknown[1]] if unknown else outer
