"""The check of a coursework whose suite is plain pytest: its public tests beside a student's code.

The tests run in a process of their own, which can be ended; each criterion begins as after
importing. What fails is run once more, traced, for its evidence.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..course.public import Exercise, PlainSuite, PublicCoursework, Rule
from ..marks.verdict import PASSED, State, Verdict
from ..marks.visibility import as_visible
from ..sandbox.guest.sources import full_name
from .lost import Lost, trouble, verdict_of
from .process import Process
from .result import Looked, Part, Result, changed_files, own_work, read_upload, to_do

_TO_START = 60.0
_SLOWER = 4
"""So much longer may it take when it is traced."""
_UNKNOWN = "only marking can check this, as the test asks the solution about your own answer"
Calls = Mapping[str, Sequence[tuple[str, str]]]


@dataclass
class _Run:
    """What was said of a submission."""

    lost: dict[str, Lost] = field(default_factory=dict)
    passed: dict[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """The criteria, with the calls if they were traced."""
    broken: dict[str, str] = field(default_factory=dict)
    """Why which module cannot be imported."""

    @property
    def done(self) -> set[str]:
        """The criteria whose outcome is known."""
        return {*self.lost, *self.passed}


class PlainChecker:
    """Checks one coursework, as often as it is asked."""

    def __init__(self, public: PublicCoursework, *, forks: bool = hasattr(os, "fork")) -> None:
        """`forks` says whether each criterion is run in a process that is forked for it."""
        assert public.plain is not None
        self.public = public
        self._suite: PlainSuite = public.plain
        self._forks = forks

    def close(self) -> None:
        """Nothing: no process outlives a check."""

    def check(self, upload: Path, exercises: Collection[str] = ()) -> Result:
        """What is found in a folder or zip, in these exercises or in all.

        Raises SubmissionError when it cannot be read.
        """
        submission = read_upload(upload, self.public)
        result = self.check_files(submission.files, exercises)
        if upload.is_file() and not (submission.remarks or submission.own_work):
            result = replace(result, packed_as_asked=True)
        unread = (f"{name}: {why}" for name, why in submission.broken.items())
        own = own_work(submission, result, upload)
        remarks = (
            *submission.remarks,
            *submission.notes,
            *own,
            *changed_files(upload, self.public),
            *result.remarks,
        )
        return replace(result, broken=(*unread, *result.broken), remarks=remarks)

    def check_files(self, texts: Mapping[str, str], exercises: Collection[str] = ()) -> Result:
        """What is found in source texts, by file name, in these exercises or in all."""
        chosen = [one for one in self.public.exercises if one.rules and not one.manual]
        chosen = [one for one in chosen if not exercises or one.name in exercises]
        if texts == self.public.skeleton:
            return Result(tuple(Part(one, tuple(map(to_do, one.rules))) for one in chosen))
        with self._laid_out(texts) as place:
            run = self._run(place, [rule.id for one in chosen for rule in one.rules])
        return self._result(chosen, run)

    def calls(self, texts: Mapping[str, str]) -> Calls:
        """What each public test that these texts pass calls, and what comes back."""
        run = _Run()
        with self._laid_out(texts) as place:
            self._run_some(place, list(self._suite.criteria), run, is_traced=True)
        return run.passed

    def _result(self, chosen: Sequence[Exercise], run: _Run) -> Result:
        unknown = {name for name, one in run.lost.items() if one.kind == "unknown"}
        parts = (
            Part(
                one, tuple(self._looked(rule, run) for rule in one.rules if rule.id not in unknown)
            )
            for one in chosen
        )
        return Result(
            tuple(one for one in parts if one.looked),
            tuple(run.broken.values()),
            tuple(f"{name}: {_UNKNOWN}" for name in sorted(unknown)),
        )

    def _looked(self, rule: Rule, run: _Run) -> Looked:
        if rule.id in run.passed:
            return Looked(rule, PASSED)
        if rule.id not in run.lost:
            return Looked(rule, Verdict(State.NOT_ANSWERED, "a file cannot be imported"))
        modules = [self._full_name(name) for name in self.public.required]
        expected = self._suite.expected.get(rule.id, {})
        return Looked(
            rule, as_visible(verdict_of(run.lost[rule.id], expected, modules), rule.level)
        )

    def _full_name(self, file: str) -> str:
        return full_name(self.public.package, file.removesuffix(".py"))

    @contextmanager
    def _laid_out(self, texts: Mapping[str, str]) -> Iterator[Path]:
        """A folder with the student's files, as they are and as they are imported, and the suite.

        A stub may take the place of a file where that is imported, but not where it is a script.
        """
        public = self.public
        given = {**public.supplied, **public.skeleton, **texts}
        with tempfile.TemporaryDirectory(prefix="patience-", ignore_cleanup_errors=True) as name:
            place = Path(name).resolve()
            for file, text in given.items():
                if file not in public.not_when_marking:
                    _write(place / "code" / public.package / file, text)
            for file, text in {**public.supplied, **texts}.items():
                if file not in public.not_when_marking:
                    _write(place / "handed_in" / public.package / file, text)
            for file, text in self._suite.files.items():
                _write(place / "suites" / public.slug / file, text)
            yield place

    def _run(self, place: Path, criteria: Sequence[str]) -> _Run:
        run = _Run()
        self._run_some(place, criteria, run, is_traced=False)
        again = [name for name, one in run.lost.items() if one.can_be_traced]
        for some in [again] if self._forks else [[one] for one in again]:
            traced = _Run()
            self._run_some(place, some, traced, is_traced=True)
            run.lost.update(traced.lost)
            if not self._forks:  # what another had left behind made it fail
                run.passed.update(traced.passed)
        return run

    def _run_some(
        self, place: Path, criteria: Sequence[str], run: _Run, *, is_traced: bool
    ) -> None:
        """Runs some criteria; a process that is lost is replaced for those that are left.

        A file that cannot be imported gives way to the one of the skeleton.
        """
        waiting = list(criteria)
        while waiting:
            at, why, broken = self._run_once(place, waiting, run, is_traced=is_traced)
            if broken:
                file = f"{broken.rpartition('.')[2]}.py"
                stand_in = self.public.skeleton.get(file, "")
                path = place / "code" / self.public.package / file
                if path.read_text(encoding="utf-8") == stand_in:
                    return
                _write(path, stand_in)
            elif not at:
                run.lost.update({one: Lost("void", text=why) for one in waiting})
            elif at not in run.done:
                run.lost[at] = Lost("crashed", text=why)
            waiting = [one for one in waiting if one not in run.done]

    def _run_once(
        self, place: Path, criteria: Sequence[str], run: _Run, *, is_traced: bool
    ) -> tuple[str, str, str]:
        """The last criterion that was begun, how the process ended, and a file that ended it."""
        at = loading = broken = ""
        limits = self.public.limits
        wait = _TO_START + 2 * limits.wall_seconds_per_question
        with Process(self._setup(place, criteria, is_traced=is_traced), place) as process:
            for line in process.lines(wait):
                at = line.get("begin", at)
                loading = line.get("loading", loading)
                if "broken" in line:
                    broken = line["broken"]
                    run.broken.setdefault(broken, trouble(line))
                elif line.get("kind") == "passed":
                    run.passed[line["criterion"]] = line.get("calls", ())
                elif "criterion" in line:
                    run.lost[line["criterion"]] = Lost.read(line)
            ended = process.how_it_ended
        if loading and not broken:
            broken = loading
            run.broken.setdefault(broken, f"{broken.rpartition('.')[2]}.py: {ended}")
        why = ended if at else f"its tests cannot be collected; {ended}"
        return at, "it took too long" if process.is_late else why, broken

    def _setup(self, place: Path, criteria: Sequence[str], *, is_traced: bool) -> dict[str, Any]:
        suite = place / "suites" / self.public.slug
        limits = self.public.limits
        parents = dict.fromkeys(str((suite / name).parent) for name in self._suite.tests)
        return {
            "code": str(place / "code"),
            "handed_in": str(place / "handed_in"),
            "suite": str(suite),
            "paths": [*parents, str(place)],
            "modules": [self._full_name(name) for name in self.public.required],
            "scripts": [self._full_name(name) for name in self.public.scripts],
            "tests": self._suite.tests,
            "criteria": {name: self._suite.criteria[name] for name in criteria},
            "is_traced": is_traced,
            "forks": self._forks,
            "cpu_seconds": limits.cpu_seconds_per_question * (_SLOWER if is_traced else 1),
            "wall_seconds": limits.wall_seconds_per_question,
            "memory_mib": limits.memory_mib,
            "installed": self.public.preload().installed.as_said(),
        }


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
