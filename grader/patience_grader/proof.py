"""The kit proves itself: specimens are marked as any hand-in is, and nothing may deviate."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cohort import mark_all, tasks_for
from .course import Coursework
from .intake import find_hand_ins
from .specimens import Specimen, equivalents


@dataclass(frozen=True)
class Marked:
    """A specimen and the criteria that it lost."""

    specimen: Specimen
    lost: frozenset[str]
    void: frozenset[str]

    @property
    def deviation(self) -> str:
        """How the outcome differs from the known one, in words; empty when it does not."""
        loses = self.specimen.loses
        parts = {
            "void": self.void,
            "lost too": self.lost - loses if loses is not None else frozenset(),
            "not lost": (loses or frozenset()) - self.lost,
        }
        return "; ".join(f"{what}: {', '.join(sorted(ids))}" for what, ids in parts.items() if ids)


def mark_specimens(
    coursework: Coursework, specimens: Sequence[Specimen], jobs: int, report: Callable[[], None]
) -> list[Marked]:
    """What the specimens lost, by way of real zips and real results; in their order."""
    with tempfile.TemporaryDirectory(prefix="patience-") as name:
        folder, out = Path(name) / "hand-ins", Path(name) / "marks"
        folder.mkdir()
        for number, specimen in enumerate(specimens):
            with zipfile.ZipFile(folder / f"{number:05}.zip", "w") as archive:
                for file, data in specimen.files.items():
                    archive.writestr(file, data)
        tasks = tasks_for(coursework, find_hand_ins([folder], coursework.asked))
        mark_all(coursework, tasks, out, jobs, lambda _: report())
        return [
            _marked(specimen, out / f"{number:05}" / "results.json")
            for number, specimen in enumerate(specimens)
        ]


def _marked(specimen: Specimen, results: Path) -> Marked:
    tests = json.loads(results.read_text(encoding="utf-8"))["tests"]
    lost = {test["name"]: test["tags"][-1] for test in tests if test["score"] < test["max_score"]}
    void = frozenset(name for name, state in lost.items() if state == "void")
    return Marked(specimen, frozenset(lost) - void, void)


@dataclass(frozen=True)
class MutantCount:
    """What became of the mutants."""

    killed: int
    equivalent: int
    surviving: tuple[str, ...]
    """What the surviving mutants change."""
    mistaken: tuple[str, ...]
    """Changes written down as equivalent that were killed, or that no mutant makes."""


def count_mutants(coursework: Coursework, marked: Sequence[Marked]) -> MutantCount:
    """Killed, equivalent and surviving mutants."""
    known: Mapping[str, str] = equivalents(coursework)
    alive = [one.specimen.change for one in marked if not one.lost]
    return MutantCount(
        killed=len(marked) - len(alive),
        equivalent=sum(change in known for change in alive),
        surviving=tuple(change for change in alive if change not in known),
        mistaken=tuple(sorted(set(known) - set(alive))),
    )
