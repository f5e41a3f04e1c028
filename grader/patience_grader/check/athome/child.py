"""The process that runs a public suite beside a student's code. Holds nothing that is secret.

Its one argument is the file with what to do; a line of JSON on its standard output says how each
criterion ended. pytest collects and runs the tests as when they mark; what a student's file does
not define fails the tests that use it, not the import.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import io
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

from . import own_modules, reference, words
from .tracing import Trace, lines_of, stack_of

PLUGINS_NOT_NEEDED = (
    "cacheprovider doctest faulthandler junitxml logging pastebin setuponly "
    "setupplan stepwise terminal threadexception unraisableexception warnings"
).split()
_TOLD = 77
"""The exit code of a process that has said how its criterion ended."""
_LOOKS_EVERY = 0.05


class AbsentError(AttributeError):
    """A test uses a name that the student's file does not define."""


class _Absent(type):
    """What stands for a class or function that is not there: it fails when it is used."""

    def __call__(cls, *_: Any, **__: Any) -> Any:
        raise AbsentError(cls.__name__)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        raise AbsentError(cls.__name__)


@dataclass(frozen=True)
class Setup:
    """What to do."""

    code: Path
    """The folder of the student's files."""
    suite: Path
    """The folder of the suite."""
    paths: tuple[str, ...]
    """Where else modules are imported from."""
    modules: tuple[str, ...]
    """The modules that students write, by full name, in the order in which they are imported."""
    tests: tuple[str, ...]
    criteria: Mapping[str, str]
    """The test function of each criterion, as pytest names it without parameters."""
    is_traced: bool
    forks: bool
    cpu_seconds: float
    wall_seconds: float
    memory_mib: int

    @staticmethod
    def read(file: Path) -> Setup:
        """The setup in a file."""
        said = json.loads(file.read_text(encoding="utf-8"))
        lists = {name: tuple(said[name]) for name in ("paths", "modules", "tests")}
        places = {name: Path(said[name]) for name in ("code", "suite")}
        return Setup(**{**said, **lists, **places})


class Line:
    """Where it is said how each criterion ended."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), _Nowhere(), _Nowhere()

    def say(self, **said: Any) -> None:
        """Says one thing."""
        os.write(self._out, (json.dumps(said, default=str) + "\n").encode())


class _Nowhere(io.TextIOBase):
    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


class Watch:
    """Ends the process when one example takes too long."""

    def __init__(self, setup: Setup, told: Callable[[list[str], str], None]) -> None:
        self._setup = setup
        self._told = told
        self._main = threading.main_thread().ident
        self.begin()

    def begin(self) -> None:
        """From now on, the time of another example counts."""
        self._since = time.process_time(), time.monotonic()
        self._is_on = True

    def end(self) -> None:
        """What is done now counts for nothing."""
        self._is_on = False

    def start(self) -> None:
        """Looks at the time from now on."""
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        limits = self._setup.cpu_seconds, self._setup.wall_seconds
        while True:
            time.sleep(_LOOKS_EVERY)
            cpu, wall = self._since
            spent = time.process_time() - cpu, time.monotonic() - wall
            for one, most, what in zip(
                spent, limits, ("seconds of processor time", "seconds"), strict=True
            ):
                if self._is_on and one > most:
                    frame = sys._current_frames().get(self._main or 0)  # noqa: SLF001
                    self._told(stack_of(frame, self._setup.code), f"{most:g} {what}")
                    os._exit(_TOLD)


class Plugin:
    """Runs the collected tests, criterion by criterion."""

    def __init__(self, setup: Setup, line: Line, examples: words.Examples) -> None:
        self._setup = setup
        self._line = line
        self._examples = examples
        self._broken: dict[str, BaseException] = {}
        self._error: BaseException | None = None
        self._trace = Trace(setup.code)
        self._running = ""
        self._watch = Watch(setup, self._too_long)

    def begin_example(self) -> None:
        """Another example begins."""
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
        pid = os.fork()
        if pid == 0:
            try:
                self._watch.begin()
                self._watch.start()
                self._run(criterion, key, items)
            finally:
                os._exit(_TOLD)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code < 0:
            name = signal.Signals(-code).name
            self._line.say(criterion=criterion, kind="crashed", reason=f"it was killed by {name}")
        elif code != _TOLD:
            why = f"it exited with code {code}"
            self._line.say(criterion=criterion, kind="crashed", reason=why)

    def _run(self, criterion: str, key: str, items: Sequence[pytest.Item]) -> None:
        broken = next((one for place, one in self._broken.items() if key.startswith(place)), None)
        calls: list[list[str]] = []
        if not items or broken is not None:
            error: BaseException | None = broken or LookupError("the test was not collected")
        else:
            error = None
        for item in items if error is None else ():
            self._examples.test = item.nodeid
            self.begin_example()
            error = self._run_item(item)
            calls += self._trace.calls if error is None else []
            if error is not None:
                break
        said = {"kind": "passed"} if error is None else self._told_of(error)
        if self._setup.is_traced:
            said["calls"] = self._trace.calls if error is not None else calls
        self._line.say(criterion=criterion, **said)

    def _run_item(self, item: pytest.Item) -> BaseException | None:
        self._error = None
        traced = self._trace.running() if self._setup.is_traced else contextlib.nullcontext()
        try:
            with traced:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        except BaseException as error:  # noqa: BLE001 a submission may end with anything
            return error
        return self._error

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """Takes down how a phase of the test ended; the report is empty, as nobody reads it."""
        assert call.when != "collect"
        error = call.excinfo.value if call.excinfo else _unittest_error(item)
        if error is not None and self._error is None:
            self._error = error
        outcome: Literal["passed", "failed"] = "failed" if error else "passed"
        return pytest.TestReport(
            item.nodeid, item.location, {}, outcome, None, call.when, start=0.0, stop=0.0
        )

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


def _unittest_error(item: pytest.Item) -> BaseException | None:
    """What a `unittest.TestCase` has taken down itself."""
    infos = getattr(item, "_excinfo", None)
    vars(item).pop("_excinfo", None)
    return infos[0].value if infos else None


def _text(error: BaseException) -> str:
    try:
        return str(error)[:2_000]
    except BaseException:  # noqa: BLE001 a student's `__str__` may do anything
        return ""


@contextlib.contextmanager
def _importing(setup: Setup) -> Iterator[None]:
    """While it lasts, a suite can import what a student's file does not define."""
    original = builtins.__import__
    suite = str(setup.suite)

    def imports(
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002 the names of the built-in
        locals: Mapping[str, Any] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        found = original(name, globals, locals, fromlist or (), level)
        file = (globals or {}).get("__file__")
        if (
            fromlist
            and found.__name__ in setup.modules
            and str(file).startswith(suite)
            and not all(hasattr(found, one) for one in fromlist if one != "*")
        ):
            return _View(found)
        return found

    builtins.__import__ = imports
    try:
        yield
    finally:
        builtins.__import__ = original


class _View(ModuleType):
    """A student's module as a suite sees it that imports what is not in it."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.__dict__["patience_module"] = module

    def __getattr__(self, name: str) -> Any:
        module = self.__dict__["patience_module"]
        try:
            return getattr(module, name)
        except AttributeError:
            if name.startswith("__") and name.endswith("__"):
                raise
            return _Absent(name, (Exception,), {})


def _load(setup: Setup, line: Line) -> bool:
    """Imports what the student wrote; whether all of it can be imported."""
    for name in setup.modules:
        line.say(loading=name)
        try:
            importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001 a submission may end with anything
            lines = lines_of(error, setup.code)
            if isinstance(error, SyntaxError) and str(error.filename).startswith(str(setup.code)):
                lines = [f"line {error.lineno}: {(error.text or '').strip()}"]
            text = error.msg if isinstance(error, SyntaxError) else _text(error)
            line.say(broken=name, error=type(error).__name__, text=text, trace=lines[-1:])
            return False
    line.say(loading="")
    return True


def _bound(setup: Setup) -> None:
    """Bounds the memory, where the system can."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 there is none on Windows

    with contextlib.suppress(ValueError, OSError):
        most = (setup.memory_mib + 256) << 20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main(arguments: Sequence[str]) -> None:
    """Does what the setup in the named file says."""
    setup = Setup.read(Path(arguments[0]))
    line = Line()
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(setup.suite), *setup.paths, str(setup.code)]
    own_modules.install(setup.code)
    recorded = _recorded(setup)
    sys.meta_path.insert(0, reference.Finder(recorded.get("REFERENCE", {}), setup.modules))
    _bound(setup)
    if not _load(setup, line):
        return
    begin: list[Callable[[], None]] = []
    examples = words.Examples(recorded.get("EXAMPLES", {}), lambda: begin[0]())
    words.install(examples)
    plugin = Plugin(setup, line, examples)
    begin.append(plugin.begin_example)
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(variable, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = [
        f"--rootdir={setup.suite}",
        f"--confcutdir={setup.suite}",
        *("-c", os.devnull),
        "--import-mode=importlib",
        *(part for name in PLUGINS_NOT_NEEDED for part in ("-p", f"no:{name}")),
        "--capture=no",
        f"--basetemp={setup.code.parent / 'tmp'}",
        *(str(setup.suite / name) for name in setup.tests),
    ]
    with _importing(setup):
        pytest.main(options, plugins=[plugin])
    line.say(ended=True)


def _recorded(setup: Setup) -> Mapping[str, Any]:
    """The recorded examples and answers, which lie in a module beside the suite."""
    import runpy  # noqa: PLC0415 for this alone

    file = setup.suite / RECORD
    return runpy.run_path(str(file)) if file.is_file() else {}


RECORD = "patience_recorded.py"
