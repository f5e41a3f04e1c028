"""How well the check says the same as the marking: both, over known submissions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from ..check.open import AnyChecker, open_checker
from ..course.coursework import Coursework
from ..course.public import PublicCoursework
from ..release.public import cached_public_coursework
from .outcomes import Marked


@dataclass(frozen=True)
class Compared:
    """What a known submission lost when it was marked, and what the check found."""

    name: str
    lost: frozenset[str]
    broken_at_home: frozenset[str]

    @property
    def missed(self) -> frozenset[str]:
        """What it lost and the check does not find."""
        return self.lost - self.broken_at_home

    @property
    def only_at_home(self) -> frozenset[str]:
        """What the check finds broken though nothing was lost."""
        return self.broken_at_home - self.lost


def compare(
    coursework: Coursework, marked: Sequence[Marked], jobs: int, report: Callable[[], None]
) -> list[Compared]:
    """The known submissions, checked as students do it; in their order."""
    start = (cached_public_coursework(coursework), coursework.root / "grader")
    everything = [one.known.files for one in marked]
    found = []
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, start) as pool:
        for one, broken in zip(marked, pool.map(_broken, everything), strict=True):
            found.append(Compared(one.known.name, one.lost, broken))
            report()
    return found


_CHECKERS: list[AnyChecker] = []


def _begin(public: PublicCoursework, root: Path) -> None:
    _CHECKERS.append(open_checker(public, root))


def _broken(files: Mapping[str, bytes]) -> frozenset[str]:
    (checker,) = _CHECKERS
    with TemporaryDirectory(prefix="patience-") as name:
        folder = Path(name) / checker.public.package
        folder.mkdir(exist_ok=True)  # flat modules have no folder of their own
        for file, data in files.items():
            (folder / file).write_bytes(data)
        result = checker.check(Path(name))
    return frozenset(one.rule.id for part in result.parts for one in part.looked if not one.is_kept)
