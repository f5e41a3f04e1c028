"""The checker that a coursework needs, by what its suite is."""

from __future__ import annotations

from pathlib import Path

from ..course.packages import find_packages
from ..course.public import PublicCoursework
from .plain import PlainChecker
from .run import Checker, new_host

AnyChecker = Checker | PlainChecker


def open_checker(public: PublicCoursework, root: Path) -> AnyChecker:
    """What checks this coursework; to be closed. `root` holds the folder `suites`.

    Raises InputError when a package that it needs is not installed.
    """
    find_packages(public.packages, public.title)
    if public.plain is not None:
        return PlainChecker(public)
    return Checker(public, root, new_host(public))
