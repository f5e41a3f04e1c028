"""Makes the public edition of a plain suite. Runs in a process of its own.

`python -m patience_grader.release.recording ROOT NAME` prints a line of JSON, which
`edition.Edition` holds. The suite is run as ordinary pytest on the solution: what its strategies
draw for a seed of the public edition is written down, and what the reference answers.
"""

from __future__ import annotations

import contextlib
import fnmatch
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import UnsatisfiedAssumption

from ..boundary.boundary import data_beside
from ..boundary.criteria import Criterion, criteria_of
from ..boundary.draws import draw_alike
from ..boundary.files import lay_out
from ..boundary.output import kept
from ..check.athome import own_modules, scripts
from ..check.athome.child import MARKS_KNOWN, PLUGINS_NOT_NEEDED
from ..course.coursework import Coursework, read_coursework
from ..course.front_matter import read_handout
from ..errors import InputError, PatienceError
from ..marking.characters import lay_out_characters
from ..marking.run_plain import in_short
from ..suite import gradescope
from ..text.expressions import Expressions, NotExpressibleError
from ..text.listed import first_of
from ..text.sanitize import one_line
from .asked import Finder
from .public_files import Part, public_files

_MOST_DRAWN = 500
_MOST_EXAMPLES = 200
_MOST_TEXT = 200_000
"""Characters of the examples of one test."""


@dataclass
class _Recording:
    """What is written down of one criterion."""

    examples: dict[str, list[str]] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    obstacle: str = ""
    """Why it cannot travel."""


class Recorder:
    """Runs public tests on the solution and writes down what they need at home."""

    def __init__(self, coursework: Coursework) -> None:
        self._coursework = coursework
        self._student = [coursework.full_name(name) for name in coursework.required]
        self.write = Expressions(self._student)
        self.current = _Recording()
        self.parts: list[Part] = []
        self.fault: Exception | None = None
        self._broken = ""
        self._error: BaseException | None = None
        self.done: dict[str, Any] = {}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._broken = self._broken or in_short(report, self._coursework)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        try:
            if self._broken:
                raise InputError(self._broken)
            self._record(session.items)
        except Exception as fault:  # noqa: BLE001 raised again by `main`
            self.fault = fault
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """Takes down how a phase of the test ended; the report is empty, as nobody reads it."""
        assert call.when != "collect"
        error = call.excinfo.value if call.excinfo else None
        infos = vars(item).pop("_excinfo", None)
        error = error or (infos[0].value if infos else None)
        self._error = self._error or error
        outcome: Literal["passed", "failed"] = "failed" if error else "passed"
        return pytest.TestReport(
            item.nodeid, item.location, {}, outcome, None, call.when, start=0.0, stop=0.0
        )

    def _record(self, items: Iterable[pytest.Item]) -> None:
        coursework = self._coursework
        wanted = {one.id for one in coursework.scheme.criteria if not one.manual}
        found = {one.id: one for one in criteria_of(items)}
        for name in coursework.public_tests or ():
            if not any(fnmatch.fnmatchcase(one, name) for one in found):
                line = read_handout(coursework.handout).line_of("public_tests")
                raise InputError(
                    f"handout/{coursework.slug}.md:{line}: public_tests names {name}, "
                    f"which is not a test of the suite; its tests are {first_of([*found])}"
                )
        for name, criterion in found.items():
            self.parts.append(
                self._part(criterion) if name in wanted else Part(criterion, (), "left out")
            )
        self.done = public_files(coursework, self.parts, self.write, self._student)

    def _part(self, criterion: Criterion) -> Part:
        public = [one for one in criterion.items if self._is_public(criterion, one)]
        if not public:
            return Part(criterion, (), "hidden questions")
        self.current = _Recording()
        run: list[pytest.Item] = []
        for item in public:
            run += [item] if self._runs(item, criterion) else []
            if self.current.obstacle:
                return Part(criterion, (), self.current.obstacle)
        if not run:
            return Part(criterion, (), "it is skipped")
        return Part(criterion, tuple(run), "", self.current.examples, self.current.answers)

    def _is_public(self, criterion: Criterion, item: pytest.Item) -> bool:
        """Whether students get a test, or a case of one."""
        if item.get_closest_marker("public") is not None:
            return True
        if item.get_closest_marker("hidden") is not None:
            return False
        if self._coursework.public_tests is None:
            return _is_drawn(item) and not hasattr(item, "callspec")
        return self._coursework.is_named_public(criterion.id)

    def _runs(self, item: pytest.Item, criterion: Criterion) -> bool:
        """Runs a test on the solution. Whether it examines anything: not if it skips itself."""
        if _is_drawn(item) and not hasattr(item.obj, "hypothesis"):  # type: ignore[attr-defined]
            self.current.obstacle = "it is a state machine"
            return False
        restore = self._prepare(item) if _is_drawn(item) else lambda: None
        self._error = None
        try:
            with kept():
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            restore()
        if isinstance(self._error, pytest.skip.Exception):
            return False
        if self._error is not None and not self.current.obstacle:
            why = one_line(f"{type(self._error).__name__}: {self._error}")[:300]
            raise InputError(
                f"{criterion.where}: the solution does not pass the public test of "
                f"{criterion.id} ({why})"
            )
        return True

    def _prepare(self, item: pytest.Item) -> Callable[[], None]:
        """Lets Hypothesis draw anew for the public edition, and writes down what it draws."""
        obj: Any = item.obj  # type: ignore[attr-defined]
        test = getattr(obj, "__func__", obj)
        handle = test.hypothesis
        inner = handle.inner_test
        drawn = list(handle._given_kwargs)  # noqa: SLF001
        seen: dict[str, None] = {}
        own = test._hypothesis_internal_use_settings  # noqa: SLF001
        named = item.get_closest_marker("public") is not None or self._is_named(item)
        phases = [Phase.generate, *([Phase.explicit] if named else [])]
        test._hypothesis_internal_use_seed = self._seed(item)  # noqa: SLF001
        test._hypothesis_internal_use_settings = settings(  # noqa: SLF001
            own,
            max_examples=min(4 * own.max_examples, _MOST_DRAWN),
            phases=phases,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
        )

        def noted(*arguments: Any, **given: Any) -> Any:
            text = self._written({name: given[name] for name in drawn if name in given})
            try:
                result = inner(*arguments, **given)
            except UnsatisfiedAssumption:
                raise
            except BaseException:
                if self.current.obstacle:
                    return None
                raise
            seen.setdefault(text)
            return result

        handle.inner_test = noted

        def restore() -> None:
            handle.inner_test = inner
            test._hypothesis_internal_use_settings = own  # noqa: SLF001
            test._hypothesis_internal_use_seed = None  # noqa: SLF001
            self.current.examples[item.nodeid] = _chosen(seen)

        return restore

    def _is_named(self, item: pytest.Item) -> bool:
        del item
        return self._coursework.public_tests is not None

    def _written(self, drawn: Mapping[str, Any]) -> str:
        try:
            inner = ", ".join(f"{name!r}: {self.write.of(one)}" for name, one in drawn.items())
        except NotExpressibleError as fault:
            is_data = any(type(one).__name__ == "DataObject" for one in drawn.values())
            self.current.obstacle = "it draws with data()" if is_data else f"it is given {fault}"
            return ""
        return f"{{{inner}}}"

    def _seed(self, item: pytest.Item) -> int:
        name = f"public {self._coursework.slug} {self._coursework.version} {item.nodeid}"
        return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])

    # the reference

    def ask(self, path: str, function: Any, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        """The answer of a function of the reference, written down."""
        if isinstance(function, type):
            self.current.obstacle = "it uses objects of the solution"
        before = self._try(lambda: self.write.call(path, arguments, named))
        try:
            answer = function(*arguments, **named)
        except Exception as error:
            self.current.answers[before] = f"patience_raise({self._raised(error)})"
            raise
        self.current.answers[before] = self._try(lambda: self.write.of(answer))
        if self._try(lambda: self.write.call(path, arguments, named)) != before:
            self.current.obstacle = "the solution changes its arguments in place"
        return answer

    def _raised(self, error: Exception) -> str:
        cls = type(error)
        return self._try(lambda: self.write.call(self.write.of(cls), error.args, {}))

    def constant(self, path: str, value: Any) -> Any:
        """A constant of the reference, written down."""
        self.current.answers[path] = self._try(lambda: self.write.of(value))
        return value

    def _try(self, write: Callable[[], str]) -> str:
        try:
            return write()
        except NotExpressibleError:
            self.current.obstacle = self.current.obstacle or "it uses objects of the solution"
            return "None"


def _is_drawn(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def _chosen(seen: Iterable[str]) -> list[str]:
    """The examples that travel, the smallest first.

    Half of them are the smallest that were drawn, so that what fails is seen on little; the
    others are drawn as they come.
    """
    drawn = list(seen)
    by_size = sorted(drawn, key=lambda text: (len(text), text))
    half = max(_MOST_EXAMPLES // 2, _MOST_EXAMPLES - len(drawn))
    picked = dict.fromkeys([*by_size[:half], *drawn[: _MOST_EXAMPLES - half]])
    kept: list[str] = []
    size = 0
    for one in sorted(picked, key=lambda text: (len(text), text)):
        size += len(one)
        if kept and size > _MOST_TEXT:
            break
        kept.append(one)
    return kept


def record(coursework: Coursework) -> dict[str, Any]:
    """The public edition, as plain values. Raises InputError."""
    recorder = Recorder(coursework)
    solution = coursework.solution.parent if coursework.package else coursework.solution
    files = [coursework.suites / name for name in coursework.tests]
    parents = dict.fromkeys(str(file.parent) for file in files)
    sys.path[:0] = [
        *(str(coursework.suites), *parents, str(coursework.root / "grader"), str(solution))
    ]
    own_modules.install(solution)
    names = [coursework.full_name(one) for one in coursework.required]
    scripts.install(solution, names, coursework.limits.wall_seconds_per_question)
    sys.meta_path[:0] = [Finder(coursework, recorder), gradescope.Finder()]
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(variable, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory(prefix="patience-") as scratch:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = scratch
        lay_out_characters(Path(scratch))
        options = [
            *(f"--rootdir={coursework.suites}", f"--confcutdir={coursework.suites}"),
            *("-c", os.devnull, "--import-mode=importlib", "--capture=no", *MARKS_KNOWN),
            *(part for name in PLUGINS_NOT_NEEDED for part in ("-p", f"no:{name}")),
            *(f"--basetemp={Path(scratch) / 'tmp'}", *map(str, files)),
        ]
        draw_alike()
        place = Path(scratch) / "data"
        lay_out(data_beside(coursework.suites), place)
        with contextlib.chdir(place):
            code = pytest.main(options, plugins=[recorder])
    if recorder.fault is not None:
        raise recorder.fault
    if not recorder.done:
        raise InputError(f"the suite of {coursework.slug} cannot be read: pytest ended with {code}")
    return recorder.done


def main() -> None:
    """Prints the public edition; exits as a Fault says."""
    coursework = read_coursework(Path(sys.argv[1]).resolve(), sys.argv[2])
    try:
        with contextlib.redirect_stdout(sys.stderr):
            found = record(coursework)
    except PatienceError as fault:
        print(fault, file=sys.stderr)  # noqa: T201
        sys.exit(fault.exit_code)
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main()
