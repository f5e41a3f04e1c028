"""The process that runs a public suite beside a student's code. Holds nothing that is secret.

Its one argument is the file with what to do; a line of JSON on its standard output says how each
criterion ended. pytest collects and runs the tests as when they mark; what a student's file does
not define fails the tests that use it, not the import.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.config import default_plugins

from ...boundary.item_runner import ItemRunner
from ...sandbox.guest import installed
from ...suite import gradescope
from ...suite.credit import ShareAwarded
from . import own_modules, reference, scripts, words
from .lacking import AbsentError, importing
from .telling import TOLD, Line, Setup, Watch
from .tracing import Trace, lines_of

PLUGINS_NOT_NEEDED = (
    "cacheprovider doctest faulthandler junitxml pastebin setuponly "
    "setupplan stepwise terminal threadexception unraisableexception"
).split()
MARKS_KNOWN = ("-o", "markers=public\nhidden")
"""So that pytest does not warn of the marks that say what students get."""
_MOST_CALLS = 2_000
_OF_THE_CHECK = frozenset(("pytest", "_pytest", "pluggy", "iniconfig"))
"""What the check brings, and is not there when marking."""


class Plugin:
    """Runs the collected tests, criterion by criterion."""

    def __init__(self, setup: Setup, line: Line, examples: words.Examples) -> None:
        self._setup = setup
        self._line = line
        self._examples = examples
        self._broken: dict[str, BaseException] = {}
        self.runner = ItemRunner()
        self._trace = Trace(setup.code)
        self._passed: list[list[str]] = []
        """The calls of the examples that were passed."""
        self._running = ""
        self._watch = Watch(setup, self._too_long)

    def begin_example(self) -> None:
        """Another example begins."""
        self._passed += self._trace.calls
        self._trace.begin()
        self._watch.begin()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            why = RuntimeError(report.longreprtext.strip().splitlines()[-1])
            self._broken.setdefault(report.nodeid, why)

    def pytest_exception_interact(
        self, node: pytest.Collector | pytest.Item, call: pytest.CallInfo[Any]
    ) -> None:
        if call.when == "collect" and call.excinfo:
            error = call.excinfo.value
            self._broken[node.nodeid] = error.__cause__ or error

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            items.setdefault(_key(item), []).append(item)
        if not self._setup.forks:
            self._watch.start()
        for criterion, key in self._setup.criteria.items():
            self._line.say(begin=criterion)
            self._running = criterion
            if self._setup.forks:
                self._fork(criterion, key, items.get(key, []))
            else:
                self._watch.begin()
                self._run(criterion, key, items.get(key, []))
                self._watch.end()
        return True

    def _fork(self, criterion: str, key: str, items: Sequence[pytest.Item]) -> None:
        """Runs a criterion in a process of its own: each begins as after importing."""
        if sys.platform == "win32":
            raise NotImplementedError
        pid = os.fork()
        if pid == 0:
            try:
                self._watch.begin()
                self._watch.start()
                self._run(criterion, key, items)
            finally:
                os._exit(TOLD)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code < 0:
            name = signal.Signals(-code).name
            self._line.say(
                criterion=criterion, kind="crashed", text=f"its process was killed by {name}"
            )
        elif code != TOLD:
            why = f"its process exited with code {code}"
            self._line.say(criterion=criterion, kind="crashed", text=why)

    def _run(self, criterion: str, key: str, items: Sequence[pytest.Item]) -> None:
        broken = next((one for place, one in self._broken.items() if key.startswith(place)), None)
        self._passed = []
        self._trace.begin()
        if not items or broken is not None:
            error: BaseException | None = broken or LookupError("the test was not collected")
        else:
            error = None
        for item in items if error is None else ():
            self._examples.test = item.nodeid
            self.begin_example()
            error = self._run_item(item)
            if error is not None:
                break
        said: dict[str, Any] = {"kind": "passed"} if error is None else self._told_of(error)
        if self._setup.is_traced:
            passed = [*self._passed, *self._trace.calls][:_MOST_CALLS]
            said["calls"] = passed if error is None else self._trace.calls
        self._line.say(criterion=criterion, **said)

    def _run_item(self, item: pytest.Item) -> BaseException | None:
        traced = self._trace.running() if self._setup.is_traced else contextlib.nullcontext()
        try:
            with traced:
                return self.runner.run(item)
        except BaseException as error:  # noqa: BLE001 a submission may end with anything
            return error

    def _told_of(self, error: BaseException) -> dict[str, Any]:
        """How a criterion was lost."""
        lines = lines_of(error, self._setup.code)
        names = [cls.__name__ for cls in type(error).__mro__]
        text = _text(error)
        kind = "raised" if lines else "failed"
        if isinstance(error, reference.NotRecordedError):
            kind = "unknown"
        elif isinstance(error, AbsentError) or self._is_missing(error):
            kind = "absent"
        elif "NotImplementedError" in names and lines:
            kind = "unwritten"
        elif "MemoryError" in names:
            kind = "memory"
        elif isinstance(error, ShareAwarded):
            kind = "partial" if error.share else "failed"
        elif not lines and error in self._broken.values():
            kind = "void"
        return {"kind": kind, "error": names[0], "text": text, "trace": lines}

    def _is_missing(self, error: BaseException) -> bool:
        there = error.obj if isinstance(error, AttributeError) else None
        return isinstance(there, ModuleType) and there.__name__ in self._setup.modules

    def _too_long(self, lines: list[str], limit: str) -> None:
        criterion = self._running
        self._line.say(criterion=criterion, kind="late", text=limit, trace=lines)


def _key(item: pytest.Item) -> str:
    """The node without its parameters."""
    name = getattr(item, "originalname", None) or item.name
    return f"{item.nodeid.rpartition('::')[0]}::{name}"


def _text(error: BaseException) -> str:
    try:
        return str(error)[:2_000]
    except BaseException:  # noqa: BLE001 a student's `__str__` may do anything
        return ""


def _load(setup: Setup, line: Line) -> bool:
    """Imports what the student wrote; whether all of it can be imported."""
    loading = ""

    def too_long(lines: list[str], limit: str) -> None:
        text = f"it took too long (more than {limit})"
        line.say(broken=loading, error="", text=text, trace=lines[-1:])

    watch = Watch(setup, too_long)
    watch.start()
    for name in (one for one in setup.modules if one not in setup.scripts):
        loading = name
        line.say(loading=name)
        watch.begin()
        try:
            with own_modules.missing(_OF_THE_CHECK - {*setup.installed.get("modules", ())}):
                importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001 a submission may end with anything
            watch.end()
            lines = lines_of(error, setup.code)
            if isinstance(error, SyntaxError) and str(error.filename).startswith(str(setup.code)):
                lines = [f"line {error.lineno}: {(error.text or '').strip()}"]
            text = error.msg if isinstance(error, SyntaxError) else _text(error)
            line.say(broken=name, error=type(error).__name__, text=text, trace=lines[-1:])
            return False
    watch.end()
    line.say(loading="")
    return True


def _bound(setup: Setup, taken: int) -> None:
    """Bounds the memory, where the system can."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 there is none on Windows

    with contextlib.suppress(ValueError, OSError):
        most = ((setup.memory_mib + 256) << 20) + taken
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main(arguments: Sequence[str]) -> None:
    """Does what the setup in the named file says.

    What runs the tests is compiled once and for all; a suite and a student's code leave nothing in
    their folders.
    """
    for name in default_plugins:
        if name not in PLUGINS_NOT_NEEDED:
            importlib.import_module(f"_pytest.{name}")
    setup = Setup.read(Path(arguments[0]))
    line = Line()
    sys.argv[:] = [""]
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(setup.suite), *setup.paths, str(setup.code)]
    own_modules.install(setup.code)
    recorded = _recorded(setup)
    sys.meta_path.insert(0, reference.Finder(recorded.get("REFERENCE", {}), setup.modules))
    said = setup.installed
    _bound(setup, installed.load(said, installed.open_proc(said)))
    if not _load(setup, line):
        return
    examples = words.Examples(recorded.get("EXAMPLES", {}))
    sys.meta_path.insert(0, gradescope.Finder())
    words.install(examples)
    scripts.install(setup.handed_in, setup.modules, setup.cpu_seconds)
    plugin = Plugin(setup, line, examples)
    examples.begin = plugin.begin_example
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(variable, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = [
        f"--rootdir={setup.suite}",
        f"--confcutdir={setup.suite}",
        *("-c", os.devnull),
        "--import-mode=importlib",
        *MARKS_KNOWN,
        *(part for name in PLUGINS_NOT_NEEDED for part in ("-p", f"no:{name}")),
        "--capture=no",
        f"--basetemp={setup.code.parent / 'tmp'}",
        *(str(setup.suite / name) for name in setup.tests),
    ]
    os.chdir(setup.suite)
    with importing(setup.suite, setup.modules):
        pytest.main(options, plugins=[plugin, plugin.runner])
    line.say(ended=True)


def _recorded(setup: Setup) -> Mapping[str, Any]:
    """The recorded examples and answers, which lie in a module beside the suite."""
    import runpy  # noqa: PLC0415 for this alone

    file = setup.suite / RECORD
    return runpy.run_path(str(file)) if file.is_file() else {}


RECORD = "patience_recorded.py"
