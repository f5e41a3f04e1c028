"""What instructors and students alike know of a coursework: what a submission to it consists of."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from ..sandbox.guest.sources import full_name
from ..sandbox.talk import Preload
from ..sandbox.watch import Limits
from .own_work import OwnWork
from .packages import find_packages


@dataclass(frozen=True, kw_only=True)
class Outline:
    """What a coursework is recognised by."""

    slug: str
    """The name of the coursework, and of its notebook."""
    package: str
    """The package that the files belong to."""
    required: tuple[str, ...]
    """The Python files that are examined, in the order in which they are imported."""


@dataclass(frozen=True, kw_only=True)
class Interface(Outline, ABC):
    """The part of a coursework that both sides hold. It needs the standard library alone."""

    title: str
    version: str
    also_submit: tuple[str, ...]
    """Further files, which are not examined."""
    not_when_marking: tuple[str, ...]
    """The supplied files that students have, and a submission that is marked has not."""
    shared_types: tuple[str, ...]
    """The supplied modules whose types may cross to a submission."""
    program: bool
    """Whether a submission is a whole program, with modules of its own and none supplied."""
    own_work: OwnWork = ""
    """Whether a declaration of own work belongs to a submission."""
    packages: tuple[str, ...] = ()
    """The third-party packages that submissions may import, by their import names."""
    scripts: tuple[str, ...] = ()
    """The asked files that are run as scripts, and never imported."""
    student_number: re.Pattern[str] | None = None
    """What a zip is called, if the handout says so."""
    limits: Limits

    @property
    @abstractmethod
    def supplied(self) -> Mapping[str, str]:
        """The source texts of the supplied files, by file name."""

    @property
    def takes_modules(self) -> bool:
        """Whether modules that a submission has beside the asked ones belong to it."""
        return False

    @property
    @abstractmethod
    def blank(self) -> Mapping[str, str]:
        """The texts of the asked files as they were handed out, by file name."""

    def preload(self) -> Preload:
        """What guests of this coursework start with.

        Raises InputError when a package is not installed.
        """
        sources = {
            f"{self.package}.{name.removesuffix('.py')}": text
            for name, text in self.supplied.items()
            if name not in ("__init__.py", *self.not_when_marking)
        }
        return self._preload(sources)

    def _preload(self, sources: Mapping[str, str]) -> Preload:
        installed = find_packages(self.packages, self.slug).installed
        scripts = [full_name(self.package, name.removesuffix(".py")) for name in self.scripts]
        return Preload(self.package, sources, self.shared_types, self.program, installed, scripts)
