"""The course folder: where handouts, solutions, skeletons and suites are found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from ..errors import InputFault
from ..marks.late import Rule, check
from ..marks.scheme import Scheme, read_scheme
from ..marks.visibility import Seen, read_seen
from ..sandbox.talk import Preload
from ..sandbox.watch import Limits

FENCE = "+++\n"
"""What stands before and after the front matter."""


class _Limits(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    cpu_seconds_per_question: float
    cpu_seconds_per_hand_in: float
    wall_seconds_per_question: float
    wall_seconds_per_hand_in: float
    memory_mib: int
    scratch_mib: int = 0


class _FrontMatter(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    title: str
    version: str
    package: str
    asked: list[str]
    accompanying: list[str]
    further: list[str] = []
    withheld: list[str] = []
    values: list[str]
    student_number: str
    total: int
    bonus: int = 0
    cap_if_broken: int | None = None
    program: bool = False
    by_person: list[str] = []
    late: Rule | None = None
    seen: dict[str, Any] = {}
    suite: dict[str, Any] = {}
    limits: _Limits


@dataclass(frozen=True)
class Coursework:
    """What one handout says, and where what belongs to it lies."""

    slug: str
    root: Path
    title: str
    version: str
    package: str
    asked: tuple[str, ...]
    """The Python files a hand-in holds, in the order in which they are imported."""
    accompanying: tuple[str, ...]
    """Further files it holds, which are not marked."""
    further: tuple[str, ...]
    """The Python files of the further study, which students write and do not hand in."""
    withheld: tuple[str, ...]
    """The supplied files that students have, and a hand-in that is marked has not."""
    values: tuple[str, ...]
    """The supplied modules whose types may cross to a hand-in."""
    student_number: re.Pattern[str]
    cap_if_broken: int | None
    """The most that a hand-in with a file that cannot be imported earns, if that is limited."""
    program: bool
    """Whether a hand-in is a whole program, with modules of its own and none supplied."""
    late: Rule | None
    """What late work costs, if the handout has a rule for it."""
    seen: Seen
    """How much students see of what they lost, and when."""
    limits: Limits
    scheme: Scheme
    suite: Mapping[str, Any]
    """What the front matter says to the suites, as it stands there."""

    @property
    def handout(self) -> Path:
        """The file of the handout."""
        return self.root / "handout" / f"{self.slug}.md"

    @property
    def body(self) -> str:
        """The text of the handout, with blank lines in place of the front matter."""
        return _without_front_matter(_text(self.handout))

    @property
    def suites(self) -> Path:
        """The folder of the suites."""
        return self.root / "grader" / "suites" / self.slug

    @property
    def specimens(self) -> Path:
        """The folder of the hand-ins whose outcome is known."""
        return self.root / "tests" / "specimens" / self.slug

    @property
    def solution(self) -> Path:
        """The folder of the reference solution's package."""
        return self.root / "solution" / self.package

    @property
    def skeleton(self) -> Path:
        """The folder of the skeleton's package."""
        return self.root / "skeleton" / self.package

    @cached_property
    def blank(self) -> Mapping[str, str]:
        """The texts of the asked files as they are handed out, by file name."""
        return {name: (self.skeleton / name).read_text(encoding="utf-8") for name in self.asked}

    @property
    def reference(self) -> tuple[str, ...]:
        """The files of the solution that stand for a hand-in."""
        if not self.program:
            return self.asked
        others = sorted(file.name for file in self.solution.glob("*.py"))
        return tuple(dict.fromkeys((*self.asked, *others)))

    @cached_property
    def supplied(self) -> Mapping[str, str]:
        """The source texts of the supplied files, by file name."""
        if self.program:
            return {}
        files = sorted(self.solution.glob("*.py"))
        return {
            file.name: file.read_text(encoding="utf-8")
            for file in files
            if file.name not in (*self.asked, *self.further)
        }

    def preload(self) -> Preload:
        """What guests of this coursework start with."""
        sources = {
            f"{self.package}.{name.removesuffix('.py')}": text
            for name, text in self.supplied.items()
            if name not in ("__init__.py", *self.withheld)
        }
        return Preload(self.package, sources, self.values, self.program)


@dataclass(frozen=True)
class Course:
    """A folder that holds `handout/`, `solution/`, `skeleton/` and `grader/suites/`."""

    root: Path
    _read: dict[str, Coursework] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The courseworks that have been read."""

    @property
    def slugs(self) -> tuple[str, ...]:
        """The names of the courseworks: the handouts that begin with front matter."""
        return tuple(
            file.stem
            for file in sorted((self.root / "handout").glob("*.md"))
            if _text(file).startswith(FENCE)
        )

    def coursework(self, slug: str) -> Coursework:
        """The coursework of this name.

        Raises InputFault when there is none, or its handout cannot be used.
        """
        if slug not in self.slugs:
            known = ", ".join(self.slugs) or "none"
            raise InputFault(f"there is no coursework {slug!r} in {self.root}; there is: {known}")
        if slug not in self._read:
            self._read[slug] = read_coursework(self.root, slug)
        return self._read[slug]

    def courseworks(self) -> tuple[Coursework, ...]:
        """All courseworks."""
        return tuple(self.coursework(slug) for slug in self.slugs)


def find_course(start: Path | None = None) -> Course:
    """The course folder given, or the nearest one around the working directory.

    Raises InputFault when there is none.
    """
    if start is not None:
        if not (start / "handout").is_dir():
            raise InputFault(f"{start} is no course folder: it holds no folder 'handout'")
        return Course(start.resolve())
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "handout").is_dir() and (folder / "solution").is_dir():
            return Course(folder)
    raise InputFault(
        "no course folder here or above (one that holds 'handout' and 'solution'); "
        "go into one, or name it with --course DIR"
    )


def read_coursework(root: Path, slug: str) -> Coursework:
    """What `handout/<slug>.md` says.

    Raises InputFault, naming file and line, when it cannot be read or does not add up.
    """
    path = root / "handout" / f"{slug}.md"
    file = f"handout/{slug}.md"
    text = _text(path)
    front = _front_matter(text, file)
    if front.late:
        check(front.late, f"{file}:{_line_of('$.late', text)}")
    body = _without_front_matter(text)
    scheme = read_scheme(body, file, front.total, front.bonus, front.by_person)
    exercises = [one.name for one in scheme.exercises]
    seen = read_seen(
        front.seen,
        {*exercises, *(one.id for one in scheme.criteria)},
        lambda key: f"{file}:{_line_in_seen(key, text)}",
    )
    coursework = Coursework(
        slug=slug,
        root=root,
        title=front.title,
        version=front.version,
        package=front.package,
        asked=tuple(front.asked),
        accompanying=tuple(front.accompanying),
        further=tuple(front.further),
        withheld=tuple(front.withheld),
        values=tuple(front.values),
        student_number=_pattern(front.student_number, text, file),
        cap_if_broken=front.cap_if_broken,
        program=front.program,
        late=front.late,
        seen=seen,
        limits=Limits(**msgspec.structs.asdict(front.limits)),
        scheme=scheme,
        suite=front.suite,
    )
    for folder in (coursework.solution, coursework.suites):
        if not folder.is_dir():
            raise InputFault(
                f"{file} needs the folder {folder.relative_to(root)}, which is not there"
            )
    values = [f"{module}.py" for module in coursework.values]
    beside = [*coursework.further, *coursework.withheld]
    for name in (*coursework.asked, *values, *beside):
        if [*coursework.asked, *beside].count(name) > 1 or (name in values and name in beside):
            raise InputFault(f"{file} names {name} for two roles")
        if not (coursework.solution / name).is_file():
            raise InputFault(f"{file} names {name}, which is not in solution/{front.package}")
    return coursework


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise InputFault(f"{path.parent.name}/{path.name} is no text that can be read") from fault


def _pattern(pattern: str, text: str, file: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as fault:
        line = _line_of("$.student_number", text)
        raise InputFault(f"{file}:{line}: student_number is no pattern: {fault}") from fault


def _front_matter(text: str, file: str) -> _FrontMatter:
    end = text.find("\n" + FENCE, len(FENCE))
    if not text.startswith(FENCE) or end < 0:
        raise InputFault(f"{file}:1: the handout must begin with front matter between +++ lines")
    try:
        return msgspec.toml.decode(text[len(FENCE) : end], type=_FrontMatter)
    except msgspec.DecodeError as fault:
        raise InputFault(f"{file}:{_line_of(str(fault), text)}: front matter: {fault}") from fault


def _line_of(message: str, text: str) -> int:
    """The line of the front matter that a message is about, as far as it says so."""
    where = re.search(r"at line (\d+)", message)
    if where:
        return int(where[1]) + 1
    names = re.findall(r"\$\.?([A-Za-z0-9_.]+)|field `([A-Za-z0-9_]+)`", message)
    for name in (part.split(".")[-1].split("[")[0] for pair in names for part in pair if part):
        for number, line in enumerate(_front_lines(text), 1):
            if re.match(rf"\[*{re.escape(name)}\b", line):
                return number
    return 1


def _line_in_seen(key: str, text: str) -> int:
    """The line at which a key of the table `[seen]` stands, or else the line of that table."""
    lines = _front_lines(text)
    opening = (at for at, line in enumerate(lines) if re.match(r"\s*\[?\s*seen\b", line))
    first = next(opening, 0)
    name = re.escape(key)
    stands = re.compile(
        rf"""\s*(seen\.|\[seen\.)?(criteria\.)?("{name}"|'{name}'|{name}(?=[\s=.\]]))"""
    )
    found = (at for at, line in enumerate(lines[first:], first) if stands.match(line))
    return next(found, first) + 1


def _front_lines(text: str) -> list[str]:
    return text[: text.find("\n" + FENCE, len(FENCE))].splitlines()


def _without_front_matter(text: str) -> str:
    """The text with the front matter's lines blank, so that line numbers stay."""
    end = text.find("\n" + FENCE, len(FENCE)) + len("\n" + FENCE)
    return "\n" * text[:end].count("\n") + text[end:]
