"""Scripts that a suite starts with `subprocess`: they run where the submission is.

Nothing is started here. What a test asks for is read off the command, and what comes back looks as
if a process had ended.
"""

from __future__ import annotations

import contextlib
import io
import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from .commands import OF_A_SHELL, Command, command_of, module_at

if TYPE_CHECKING:
    from .boundary import Boundary
    from .run import Run

_IN_STEPS = (
    "a script that is given its input bit by bit while it runs cannot be examined; "
    "give all of it at once, as in subprocess.run(..., input=TEXT)"
)


class Scripts:
    """Stands in for what `subprocess`, `runpy` and `os` have to run files, where suites use it."""

    def __init__(self, boundary: Boundary) -> None:
        self._boundary = boundary

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """While this lasts, the suite's scripts run where the submission is."""
        before = [(subprocess, name, getattr(subprocess, name)) for name in _REPLACED]
        before += [(runpy, name, getattr(runpy, name)) for name in ("run_path", "run_module")]
        before += [(os, name, getattr(os, name)) for name in ("system", "popen")]
        instead = {subprocess: self._replaced, runpy: self._run_here, os: self._refused}
        for module, name, original in before:
            setattr(module, name, instead[module](name, original))
        try:
            yield
        finally:
            for module, name, original in before:
                setattr(module, name, original)

    def _replaced(self, name: str, original: Any) -> Any:
        started = _REPLACED[name]

        def instead(frame: FrameType, args: Any, options: Mapping[str, Any]) -> Any:
            is_suite = self._boundary.is_asked_by_suite(frame)
            command = command_of(args, self._boundary.scripts) if is_suite else None
            if command is None:
                return None
            return started(Process(self._boundary.current, command, args, options), options)

        return replaced(original, instead)

    def _refused(self, name: str, original: Any) -> Any:
        """A function of `os` that gives a command to a shell, which does not run scripts."""

        def run(command: Any, *more: Any, **options: Any) -> Any:
            is_suite = self._boundary.is_asked_by_suite(sys._getframe(1))  # noqa: SLF001
            if is_suite and command_of(command, self._boundary.scripts) is not None:
                raise NotImplementedError(OF_A_SHELL)
            return original(command, *more, **options)

        run.__name__ = name
        return run

    def _run_here(self, name: str, original: Any) -> Any:
        """A function of `runpy`: the file runs amid the test, with whatever this replaces."""

        def run(what: Any, init_globals: Any = None, run_name: Any = None, **options: Any) -> Any:
            is_suite = self._boundary.is_asked_by_suite(sys._getframe(1))  # noqa: SLF001
            student = self._boundary.scripts
            module = module_at(what, student) if name == "run_path" else what
            if not is_suite or init_globals or not isinstance(module, str) or module not in student:
                return original(what, init_globals, run_name, **options)
            default = "<run_path>" if name == "run_path" else module
            return Globals(self._boundary.current.run_here(module, str(run_name or default)))

        run.__name__ = name
        return run


def replaced(
    original: Any, instead: Callable[[FrameType, Any, Mapping[str, Any]], Any | None]
) -> Any:
    """A function of `subprocess`, or `Popen`, that gives what `instead` gives, unless that is None.

    `instead` is told who calls, with which command and options.
    """

    def start(args: Any = None, *more: Any, **options: Any) -> Any:
        found = None if more else instead(sys._getframe(1), args, options)  # noqa: SLF001
        return original(args, *more, **options) if found is None else found

    if not isinstance(original, type):
        start.__name__ = original.__name__
        return start

    def made(cls: Any, args: Any = None, *more: Any, **options: Any) -> Any:
        found = None if more else instead(sys._getframe(1), args, options)  # noqa: SLF001
        return object.__new__(cls) if found is None else found

    return type("Popen", (original,), {"__new__": made, "__module__": "subprocess"})


class Globals(Mapping[str, Any]):
    """What a module holds after its file was run; each name is asked for when it is looked up."""

    def __init__(self, held: Callable[[str | None], Any]) -> None:
        self._held = held

    def __getitem__(self, name: str) -> Any:
        return self._held(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._held(None))

    def __len__(self) -> int:
        return len(self._held(None))


class Process:
    """A script that runs when all of its input is known."""

    def __init__(self, run: Run, command: Command, args: Any, options: Mapping[str, Any]) -> None:
        self._run = run
        self._command = command
        self._options = options
        self._streams: tuple[Any, Any] | None = None
        self.args = args
        self.returncode: int | None = None
        self.stdin = _Given(self) if options.get("stdin") == subprocess.PIPE else None

    @property
    def pid(self) -> int:
        """There is none: a signal to any number would meet another process."""
        raise NotImplementedError("a script that is examined has no process number")

    def with_options(self, more: Mapping[str, Any]) -> Process:
        """The same with other options."""
        return Process(self._run, self._command, self.args, {**self._options, **more})

    @property
    def is_text(self) -> bool:
        """Whether its streams are texts, and not bytes."""
        names = ("text", "universal_newlines", "encoding", "errors")
        return any(self._options.get(name) for name in names)

    def communicate(self, input: Any = None, timeout: Any = None) -> tuple[Any, Any]:  # noqa: A002, ARG002
        """What it printed to both streams, as far as these are piped."""
        self._end(f"{_text(self.given())}{_text(input)}")
        out, err = (one.read() if one else None for one in (self.stdout, self.stderr))
        return out, err

    def wait(self, timeout: Any = None) -> int:  # noqa: ARG002
        """Its exit code."""
        self._end(self.given())
        assert self.returncode is not None
        return self.returncode

    def poll(self) -> int | None:
        """Its exit code."""
        return self.wait()

    def kill(self) -> None:
        """Nothing: it has ended."""

    terminate = kill

    @property
    def stdout(self) -> Any:
        """What it printed, if that is piped."""
        self._end(self.given())
        return self._streams[0] if self._streams else None

    @property
    def stderr(self) -> Any:
        """What it printed to standard error, if that is piped."""
        self._end(self.given())
        return self._streams[1] if self._streams else None

    @property
    def has_ended(self) -> bool:
        """Whether it has run."""
        return self.returncode is not None

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()

    def given(self) -> Any:
        """What it is given to read."""
        if self.stdin is not None:
            return self.stdin.text
        source: Any = self._options.get("stdin")
        return source.read() if hasattr(source, "read") else ""

    def _end(self, typed: Any) -> None:
        if self.has_ended:
            return
        options = self._options
        merged = options.get("stderr") == subprocess.STDOUT
        with _working_in(options.get("cwd"), self._run), _environment(options.get("env")):
            self.returncode, *printed = self._run.script(self._command, _text(typed), merged)
        self._streams = (
            self._stream(printed[0], options.get("stdout"), sys.stdout),
            self._stream(printed[1], options.get("stderr"), sys.stderr),
        )

    def _stream(self, text: str, target: Any, default: Any) -> Any:
        """A stream to read from if it is piped; else the text goes where it should."""
        if target == subprocess.PIPE:
            return io.StringIO(text, newline=None) if self.is_text else io.BytesIO(text.encode())
        if target is None:
            default.write(text)
        elif hasattr(target, "write"):
            is_binary = isinstance(target, io.RawIOBase | io.BufferedIOBase)
            target.write(text.encode() if is_binary else text)
        return None


class _Given(io.StringIO):
    """What a test writes to a script before it runs."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._process = process
        self.text = ""

    def write(self, text: Any) -> int:
        if self._process.has_ended:
            raise NotImplementedError(_IN_STEPS)
        self.text += _text(text)
        return len(text)


def _text(given: Any) -> str:
    return bytes(given).decode() if isinstance(given, bytes | bytearray) else given or ""


@contextlib.contextmanager
def _working_in(folder: Any, run: Run) -> Iterator[None]:
    """While a script runs: it works in this folder, if that is one of the test's."""
    there = Path(os.fspath(folder)).resolve() if folder is not None else None
    is_own = there and any(there.is_relative_to(one) for one in run.files.places())
    if there is None or not is_own or not there.is_dir():
        yield
        return
    before = Path.cwd()
    os.chdir(there)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _environment(given: Any) -> Iterator[None]:
    """While a script runs: the variables that it is given beside those there are."""
    new = {name: text for name, text in (given or {}).items() if os.environ.get(name) != text}
    before = {name: os.environ.get(name) for name in new}
    os.environ.update(new)
    try:
        yield
    finally:
        for name, text in before.items():
            if text is None:
                del os.environ[name]
            else:
                os.environ[name] = text


def _completed(process: Process, options: Mapping[str, Any]) -> subprocess.CompletedProcess[Any]:
    out, err = process.communicate(options.get("input"))
    code = process.returncode
    assert code is not None
    if options.get("check") and code:
        raise subprocess.CalledProcessError(code, process.args, out, err)
    return subprocess.CompletedProcess(process.args, code, out, err)


def _run(process: Process, options: Mapping[str, Any]) -> Any:
    if options.get("capture_output"):
        piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = process.with_options(piped)
    return _completed(process, options)


def _check_output(process: Process, options: Mapping[str, Any]) -> Any:
    piped = process.with_options({"stdout": subprocess.PIPE})
    return _completed(piped, {**options, "check": True}).stdout


def _call(process: Process, options: Mapping[str, Any]) -> int:
    return _completed(process, options).returncode


def _check_call(process: Process, options: Mapping[str, Any]) -> int:
    return _completed(process, {**options, "check": True}).returncode


def _popen(process: Process, options: Mapping[str, Any]) -> Process:  # noqa: ARG001
    return process


def _code_and_output(process: Process, options: Mapping[str, Any]) -> tuple[int, str]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = _completed(process.with_options({**options, **streams}), {})
    return done.returncode, done.stdout.removesuffix("\n")


def _output(process: Process, options: Mapping[str, Any]) -> str:
    return _code_and_output(process, options)[1]


_REPLACED: Mapping[str, Callable[[Process, Mapping[str, Any]], Any]] = {
    "run": _run,
    "check_output": _check_output,
    "call": _call,
    "check_call": _check_call,
    "Popen": _popen,
    "getstatusoutput": _code_and_output,
    "getoutput": _output,
}
