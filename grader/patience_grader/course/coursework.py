"""The course folder: where handouts, solutions, skeletons and suites are found."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from ..errors import InputError
from ..marks.late import Rule, check, check_holidays
from ..marks.misread import Once
from ..marks.scheme import Scheme, read_scheme
from ..marks.visibility import Visibility, read_visibility
from ..sandbox.guest.sources import full_name
from ..sandbox.talk import Preload
from ..sandbox.watch import Limits
from ..text.numbers import format_marks
from .about import About
from .front_matter import IN_FULL, NO_FRONT_MATTER, HandoutText, has_front_matter, read_handout
from .interface import Interface, Outline
from .packages import find_packages
from .sections import Section, sections_in, sections_of

MISREADINGS = "misreadings.py"
"""The module of a suite that names ways of misreading the handout; it is not handed out."""


@dataclass(frozen=True, kw_only=True)
class Coursework(Interface):
    """What one handout says, and where what belongs to it lies."""

    root: Path
    optional: tuple[str, ...]
    """The files of the further study, Python or pages, which students write and do not hand in."""
    cap_if_broken: int | None
    """The most that a submission with a file that cannot be imported earns, if that is limited."""
    late: Rule | None
    """What late work costs, if the handout has a rule for it."""
    visibility: Visibility
    """How much students see of what they lost, and when."""
    scheme: Scheme
    suite: Mapping[str, Any]
    """What the front matter says to the suites, as it stands there."""
    tests: tuple[str, ...] = ()
    """The files of plain pytest, in the folder of the suites; empty for an older suite."""
    public_tests: tuple[str, ...] | None = None
    """The criteria whose tests students get, or patterns for them; None for all that are drawn."""
    left_out: tuple[str, ...] = ()
    """Tests in those files that examine no criterion."""
    misreading_costs: Once | None = None
    """What a misreading costs that a whole submission follows; None where it costs in full."""
    own_skeleton: bool = False
    """Whether the skeleton is written by hand, and not derived from the solution."""
    handout_url: str = ""
    """Where students read the handout, without the name of a place in it; empty if nobody says."""
    stated_sections: Mapping[str, str] = field(default_factory=dict)
    """The places in the handout that explain exercises, where that is not found by itself."""
    documents: tuple[str, ...] = ()
    """Further documents that students get, files of Markdown beside the handout."""
    about: About = field(default_factory=About)
    """What the handout says at its top."""
    show_place: bool = False
    """Whether feedback says where the mark stands in the cohort."""

    @property
    def folder(self) -> str:
        """The folder of the modules in `solution` and `skeleton`: the package, if there is one."""
        return self.package or self.slug

    def full_name(self, file: str) -> str:
        """The name by which a file's module is imported."""
        return full_name(self.package, file.removesuffix(".py"))

    def is_named_public(self, criterion: str) -> bool:
        """Whether `public_tests` names this criterion, or has a pattern for it."""
        return any(fnmatchcase(criterion, one) for one in self.public_tests or ())

    @property
    def handout(self) -> Path:
        """The file of the handout."""
        return self.root / "handout" / f"{self.slug}.md"

    @property
    def body(self) -> str:
        """The text of the handout, with blank lines in place of the front matter."""
        return read_handout(self.handout).body

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """The section of the handout that explains an exercise, by the exercise's name."""
        return sections_of(self.scheme.exercises, sections_in(self.body), self.stated_sections)

    @property
    def suites(self) -> Path:
        """The folder of the suites."""
        return self.root / "grader" / "suites" / self.slug

    @property
    def suites_handed_out(self) -> tuple[Path, ...]:
        """The modules of the suites that students get: all beside the bank but the misreadings."""
        return tuple(sorted(one for one in self.suites.glob("*.py") if one.name != MISREADINGS))

    @property
    def names_misreadings(self) -> bool:
        """Whether the suite names ways of misreading the handout."""
        return (self.suites / MISREADINGS).is_file()

    @property
    def known_submissions(self) -> Path:
        """The folder of the submissions whose outcome is known."""
        return self.root / "tests" / "known" / self.slug

    @property
    def solution(self) -> Path:
        """The folder of the reference solution's package."""
        return self.root / "solution" / self.folder

    @property
    def skeleton(self) -> Path:
        """The folder of the skeleton's package."""
        return self.root / "skeleton" / self.folder

    @property
    def skeleton_files(self) -> tuple[Path, ...]:
        """The files of the skeleton: Python, and what students write of pages."""
        found = (*self.skeleton.rglob("*.py"), *map(self.skeleton.joinpath, self.optional))
        return tuple(sorted({file for file in found if file.is_file()}))

    @cached_property
    def blank(self) -> Mapping[str, str]:
        """The texts of the asked files as they are handed out, by file name."""
        return {name: (self.skeleton / name).read_text(encoding="utf-8") for name in self.required}

    @property
    def takes_modules(self) -> bool:
        """Whether modules that a submission has beside the asked ones belong to it."""
        return bool(self.tests)

    @property
    def reference(self) -> tuple[str, ...]:
        """The files of the solution that stand for a submission."""
        if not self.program:
            return self.required
        others = sorted(file.name for file in self.solution.glob("*.py"))
        return tuple(dict.fromkeys((*self.required, *others)))

    @cached_property
    def supplied(self) -> Mapping[str, str]:
        """The source texts of the supplied files, by file name."""
        if self.program:
            return {}
        files = sorted(self.solution.glob("*.py"))
        return {
            file.name: file.read_text(encoding="utf-8")
            for file in files
            if file.name not in (*self.required, *self.optional)
        }

    @property
    def installed_names(self) -> tuple[str, ...]:
        """The packages that submissions may import, as pip names them."""
        found = find_packages(self.packages, self.slug)
        return tuple(sorted(set(found.named.values())))

    @property
    def pinned(self) -> tuple[str, ...]:
        """The packages that submissions may import, in the versions here, as pip names them."""
        return find_packages(self.packages, self.slug).pinned

    def check_holidays(self) -> None:
        """Raises InputError, naming the line, if the late rule's holidays are not known."""
        if self.late:
            handout = read_handout(self.handout)
            check_holidays(self.late, f"{handout.file}:{handout.line_of('late')}")

    def preload(self) -> Preload:
        """What guests of this coursework start with."""
        sources = {
            self.full_name(name): text
            for name, text in self.supplied.items()
            if name not in self.not_when_marking and (self.tests or name != "__init__.py")
        }
        return self._preload(sources)


@dataclass(frozen=True)
class Outlines:
    """The courseworks that a submission may belong to."""

    outlines: tuple[Outline, ...]
    skipped: tuple[str, ...]
    """Why the others cannot be recognised: a line for each handout."""


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
            if has_front_matter(file)
        )

    def coursework(self, slug: str) -> Coursework:
        """The coursework of this name.

        Raises InputError when there is none, or its handout cannot be used.
        """
        if slug not in self.slugs:
            if slug in self._without_front_matter:
                read_handout(self.root / "handout" / f"{slug}.md")
            known = ", ".join(self.slugs) or "none"
            raise InputError(
                f"there is no coursework {slug!r} in {self.root}; choose one of: {known}"
            )
        if slug not in self._read:
            self._read[slug] = read_coursework(self.root, slug)
        return self._read[slug]

    def named_or_all(self, names: Sequence[str]) -> tuple[str, ...]:
        """These courseworks, or all if none is named. Raises InputError when there is none."""
        chosen = tuple(names) or self.slugs
        if not chosen:
            raise InputError(self._why_none())
        return chosen

    @property
    def _without_front_matter(self) -> tuple[str, ...]:
        """The names of texts beside the handouts that could be meant as some."""
        texts = sorted(file.stem for file in (self.root / "handout").glob("*.md"))
        return tuple(one for one in texts if one not in {"README", *self.slugs})

    def outlines(self) -> Outlines:
        """What all courseworks are recognised by. No more is read of them than that.

        Raises InputError, naming the handouts, when none of them can be used.
        """
        found, skipped, faults = [], [], []
        for slug in self.slugs:
            try:
                stated = read_handout(self.root / "handout" / f"{slug}.md").outline()
            except InputError as error:
                faults.append(str(error))
                skipped.append(f"{error}; coursework {slug} was left out of the detection")
                continue
            found.append(
                Outline(slug=slug, package=stated.package, required=tuple(stated.required))
            )
        if not found:
            raise InputError("; ".join(faults) or self._why_none())
        return Outlines(tuple(found), tuple(skipped))

    def _why_none(self) -> str:
        """What is missing where no file begins like a handout."""
        if not self._without_front_matter:
            return f"{self.root / 'handout'} holds no handout; patience new makes one"
        return "; ".join(
            f"handout/{one}.md:1: {NO_FRONT_MATTER}" for one in self._without_front_matter
        )


def find_course(start: Path | None = None) -> Course:
    """The course folder given, or the nearest one around the working directory.

    Raises InputError when there is none.
    """
    if start is not None:
        if not (start / "handout").is_dir():
            raise InputError(f"{start} is not a course folder: it has no folder 'handout'")
        return Course(start.resolve())
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "handout").is_dir() and (folder / "solution").is_dir():
            return Course(folder)
    raise InputError(
        "found no course folder here or above (one with 'handout' and 'solution'); "
        "go into one, or name it with --course DIR"
    )


def read_coursework(root: Path, slug: str) -> Coursework:
    """What `handout/<slug>.md` says.

    Raises InputError, naming file and line, when it cannot be read or does not add up.
    """
    handout = read_handout(root / "handout" / f"{slug}.md")
    file, front = handout.file, handout.front_matter()
    if front.late:
        check(front.late, handout.place_of("late"))
    if front.late and front.about.deadline:
        where = f"{file}:{handout.line_of('about', 'deadline')}"
        raise InputError(f"{where}: the deadline belongs in [late], where there is a late rule")
    scheme = read_scheme(handout.body, file, front.total, front.bonus, front.manual)
    exercises = [one.name for one in scheme.exercises]
    seen = read_visibility(
        front.visibility,
        {*exercises, *(one.id for one in scheme.criteria)},
        lambda *keys: handout.place_of("visibility", *keys),
    )
    misreading_costs = _costs(front.misreading_costs, scheme, handout)
    coursework = Coursework(
        slug=slug,
        root=root,
        title=front.title,
        version=front.version,
        package=front.package,
        required=tuple(front.required),
        also_submit=tuple(front.also_submit),
        own_work=front.own_work,
        optional=tuple(front.optional),
        not_when_marking=tuple(front.not_when_marking),
        shared_types=tuple(front.shared_types),
        packages=tuple(front.packages),
        scripts=tuple(front.scripts),
        student_number=_pattern(front.student_number, handout) if front.student_number else None,
        cap_if_broken=front.cap_if_broken,
        program=front.program,
        late=front.late,
        visibility=seen,
        limits=Limits(**msgspec.structs.asdict(front.limits)),
        scheme=scheme,
        suite=front.suite,
        tests=tuple(front.tests),
        public_tests=None if front.public_tests is None else tuple(front.public_tests),
        left_out=tuple(front.left_out),
        own_skeleton=front.own_skeleton,
        handout_url=_url(front.handout_url, handout),
        stated_sections=front.sections,
        documents=tuple(front.documents),
        about=front.about,
        show_place=front.show_place,
        misreading_costs=misreading_costs,
    )
    _check_sections(front.sections, exercises, handout)
    if misreading_costs and not coursework.names_misreadings:
        raise InputError(
            f"{file}:{handout.line_of('misreading_costs')}: misreading_costs needs the file "
            f"grader/suites/{slug}/{MISREADINGS}, beside a suite that has a question bank"
        )
    if coursework.packages:
        find_packages(coursework.packages, f"{file}:{handout.line_of('packages')}")
    for folder in (coursework.solution, coursework.suites):
        if not folder.is_dir():
            raise InputError(
                f"{file} needs the folder {folder.relative_to(root)}, which is not there"
            )
    _check_roles(coursework, handout)
    return coursework


def _check_roles(coursework: Coursework, handout: HandoutText) -> None:
    """Raises InputError for a file that is not there, or is named in two roles."""
    file = handout.file
    for name in coursework.scripts:
        if name not in coursework.required or not coursework.tests:
            raise InputError(
                f"{file}:{handout.line_of('scripts')}: scripts names {name}, which is not "
                "a required file of a suite in plain pytest"
            )
    values = [f"{module}.py" for module in coursework.shared_types]
    roles = [*coursework.required, *values, *coursework.optional, *coursework.not_when_marking]
    for name in roles:
        if roles.count(name) > 1:
            raise InputError(f"{file} gives {name} two roles")
        if not (coursework.solution / name).is_file():
            raise InputError(f"{file} names {name}, which is not in solution/{coursework.folder}")


def _check_sections(
    sections: Mapping[str, str], exercises: Collection[str], handout: HandoutText
) -> None:
    """Raises InputError, naming the line, for a row that names no exercise or no heading."""
    places = {one.anchor for one in sections_in(handout.body)} if sections else set()
    for exercise, place in sections.items():
        where = handout.place_of("sections", exercise)
        if exercise not in exercises:
            raise InputError(f"{where}: {exercise} is not an exercise")
        if place not in places:
            raise InputError(f"{where}: no heading has the anchor {place}")


def _url(url: str, handout: HandoutText) -> str:
    if url and not re.fullmatch(r"https?://[^\s#\"'<>]+", url):
        where = f"{handout.file}:{handout.line_of('handout_url')}"
        raise InputError(f"{where}: handout_url must begin with https:// and have no #")
    return url


def _costs(stated: str | float, scheme: Scheme, handout: HandoutText) -> Once | None:
    """What a misreading costs. Raises InputError, naming the line, if it cannot be that."""
    if isinstance(stated, str):
        return None
    if not 0 <= stated <= scheme.total:
        where = f"{handout.file}:{handout.line_of('misreading_costs')}"
        raise InputError(
            f"{where}: misreading_costs is {stated}; write {IN_FULL!r}, or a number of marks from "
            f"0 to {format_marks(scheme.total)}"
        )
    return Once(Fraction(str(stated)))


def _pattern(pattern: str, handout: HandoutText) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as fault:
        where = f"{handout.file}:{handout.line_of('student_number')}"
        raise InputError(f"{where}: student_number is not a regular expression: {fault}") from fault
