"""A coursework made from what a course already has: a solution, its tests, perhaps a stub."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import SubprocessError, TimeoutExpired
from typing import Any

from ..errors import InputError, KitError
from .adopted_handout import LIMITS, marks_of, public_of, write_handout
from .coursework import read_coursework
from .create import check_name
from .duplicates import replaced
from .given import Layout, Sources, layout_of
from .lost_files import with_place

__all__ = ["Adopted", "Sources", "adopt"]

_SECONDS = 1_200
_SECONDS_PLAINLY = 60


@dataclass(frozen=True)
class Adopted:
    """What came of it."""

    files: tuple[Path, ...]
    """Those written, by their paths in the course folder."""
    criteria: int
    tests: int
    marks: str
    """What they are worth together."""
    left_out: tuple[str, ...]
    """Tests that could not be carried over: place, name and reason."""
    passed_plainly: tuple[str, ...]
    """Those of them that plain pytest passes, by the names of the criteria."""
    replaced: tuple[str, ...]
    """Tests that are lost, as a later one has the same name: place, name and where that is."""
    passed_by_skeleton: tuple[str, ...]
    """Criteria that the untouched skeleton earns."""
    packages: tuple[str, ...]
    """The third-party packages that submissions may import, since the solution or tests do."""
    asked: tuple[str, ...]
    """The modules that students write."""
    public: int
    """How many of the tests students get for their check at home."""
    left_behind: tuple[str, ...]
    """Data files beside the tests that are too much together, by their paths there."""
    limits: str
    """Why the handout allows submissions more time than usual, and how much; empty if not."""


def adopt(root: Path, name: str, sources: Sources) -> Adopted:
    """Writes a coursework of this name into a course folder.

    Raises InputError when something given cannot be used, or anything would be overwritten;
    then nothing is written.
    """
    check_name(root, name)
    layout = layout_of(root, name, sources)
    with tempfile.TemporaryDirectory(prefix="patience-adopt-") as folder:
        place = Path(folder)
        _write(place, layout.files)
        provisional = [{"id": "tests.any", "heading": "Tests", "title": "Any", "exercise": "tests"}]
        write_handout(place, name, sources, layout, provisional, ())
        examined = _examined(place, name, partial(_with_place, sources=sources, layout=layout))
        found, limits = examined["tests"], examined["limits"]
        kept = [one for one in found if not one["refusal"]]
        left = [one for one in found if one["refusal"]]
        if not kept:
            reasons = "; ".join(f"{one['where']}: {one['refusal']}" for one in left[:3])
            raise InputError(f"no test can be adopted ({reasons or 'none was collected'})")
        if sources.public and not public_of(kept, sources):
            some = ", ".join(one["id"] for one in kept[:5])
            patterns = " or ".join(map(repr, sources.public))
            raise InputError(f"no test fits --public {patterns}; tests are called {some}")
        ids = [one["id"] for one in left]
        handout = write_handout(place, name, sources, layout, kept, ids, limits)
        read_coursework(place, name)
        passed_plainly = _passed_plainly(place, name, layout, left)
        files = {**layout.files, handout: (place / handout).read_bytes()}
    _write(root, files)
    return Adopted(
        files=tuple(map(Path, sorted(files))),
        criteria=len(kept),
        tests=len(found),
        marks=marks_of(kept),
        left_out=tuple(f"{one['where']}: {one['id']}: {one['refusal']}" for one in left),
        passed_plainly=tuple(one["id"] for one in left if one["node"] in passed_plainly),
        replaced=tuple(
            said
            for path in layout.tests
            for said in replaced(path, layout.files[f"grader/suites/{name}/{path}"])
        ),
        passed_by_skeleton=tuple(one["id"] for one in kept if one["skeleton_passes"]),
        packages=layout.packages,
        asked=layout.required,
        public=len(public_of(kept, sources)),
        left_behind=layout.left_behind,
        limits=_limits(examined),
    )


def _passed_plainly(
    root: Path, name: str, layout: Layout, left_out: Sequence[Mapping[str, Any]]
) -> set[str]:
    """Which of the tests that are left out plain pytest passes, by its names for them.

    None of them if that takes too long.
    """
    tests = [one["node"] for one in left_out if one["ends"]]
    if not tests:
        return set()
    suite = root / "grader" / "suites" / name
    solution = root / "solution" if layout.package else root / "solution" / name
    folders = dict.fromkeys((suite / one).parent for one in layout.tests)
    path = os.pathsep.join(map(str, (suite, *folders, solution)))
    command = [sys.executable, "-m", "patience_grader.marking.plainly", path, *tests]
    try:
        done = subprocess.run(  # noqa: S603 our own program
            command,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_SECONDS_PLAINLY,
            check=True,
        )
        return set(json.loads(done.stdout.splitlines()[-1]))
    except (SubprocessError, ValueError, IndexError):
        return set()


def _limits(examined: Mapping[str, Any]) -> str:
    """Why submissions have more time than usual; empty if they have not."""
    limits = examined["limits"]
    if limits.items() >= LIMITS.items():
        return ""
    tests = [one for one in examined["tests"] if not one["refusal"]]
    dearest = max(tests, key=lambda one: one["seconds"])
    return (
        f"the solution takes {dearest['seconds']:.1f} s in {dearest['id']} and "
        f"{examined['seconds']:.1f} s in all, so submissions have "
        f"{limits['cpu_seconds_per_question']:g} s of processor time for a question and "
        f"{limits['cpu_seconds_per_submission']:g} s in all"
    )


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


def _with_place(said: str, sources: Sources, layout: Layout) -> str:
    """What is said of a failure, with where the file belongs that was not found."""
    solution = sources.solution.resolve()
    beside = (layout.base / layout.tests[0]).parent
    places = (solution, solution.parent, Path.cwd())
    return with_place(said, layout.base, beside, places, layout.required)


def _examined(root: Path, name: str, told: Callable[[str], str]) -> dict[str, Any]:
    """The tests of a suite, what became of them, and the limits. Raises InputError and KitError.

    `told` says more of why something failed.
    """
    command = [sys.executable, "-m", "patience_grader.marking.adopting", str(root), name]
    try:
        done = subprocess.run(  # noqa: S603 our own program
            command, capture_output=True, text=True, encoding="utf-8", timeout=_SECONDS, check=False
        )
    except TimeoutExpired as fault:
        minutes = _SECONDS // 60
        raise InputError(f"the tests take more than {minutes} minutes; adopt fewer") from fault
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason is given"])[-1]
        if done.returncode == InputError.exit_code:
            raise InputError(told(last))
        raise KitError(last)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    for one in found["tests"]:
        one["refusal"] = told(one["refusal"])
    return found
