"""Scripts that a suite starts with `subprocess`: they run where the submission is.

Nothing is started here. What a test asks for is read off the command, and what comes back looks as
if a process had ended.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .boundary import Boundary
    from .run import Run

_PYTHON = re.compile(r"(python|py)(3(\.\d+)?)?(\.exe)?")
_WITH_VALUE = ("-W", "-X")
_IN_STEPS = (
    "a script that is given its input bit by bit while it runs cannot be examined; "
    "give all of it at once, as in subprocess.run(..., input=TEXT)"
)


@dataclass(frozen=True)
class Command:
    """A file of the students' that is to be run, by the module's full name, and its arguments."""

    module: str
    arguments: tuple[str, ...]

    @property
    def file(self) -> str:
        """The name of the file, as a script is called by."""
        return f"{self.module.replace('.', '/')}.py"


def command_of(given: Any, student: Collection[str]) -> Command | None:
    """What a command runs, if that is one of the modules that students write.

    `given` is what `subprocess.run` takes: a list of words, or a text.
    """
    words = _words(given)
    if not words or not (words[0] == sys.executable or _PYTHON.fullmatch(PurePath(words[0]).name)):
        return None
    rest = words[1:]
    while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c"):
        rest = rest[2 if rest[0] in _WITH_VALUE else 1 :]
    if len(rest) > 1 and rest[0] == "-m":
        names = (rest[1], f"{rest[1]}.__main__")
        found = next((one for one in names[::-1] if one in student), None)
        return Command(found, tuple(rest[2:])) if found else None
    if not rest or rest[0] == "-c":
        return None
    found = module_at(rest[0], student)
    return Command(found, tuple(rest[1:])) if found else None


def module_at(path: Any, student: Collection[str]) -> str | None:
    """The module that students write to which a path leads; None if it leads to no such."""
    if not isinstance(path, str | os.PathLike):
        return None
    text = PurePath(os.fsdecode(path)).as_posix()
    return next((one for one in sorted(student) if _leads_to(text, one)), None)


def _leads_to(path: str, module: str) -> bool:
    """Whether a path leads to this module, or to the package of which it is the main one."""
    file = f"{module.replace('.', '/')}.py"
    package = file.removesuffix("/__main__.py")
    return any(f"/{path}".endswith(f"/{one}") for one in (file, package))


def _words(given: Any) -> list[str]:
    """The words of a command; none if it is not one that can be read."""
    if isinstance(given, str):
        try:
            return shlex.split(given)
        except ValueError:
            return []
    if isinstance(given, os.PathLike) or not isinstance(given, Sequence):
        return []
    words = [os.fspath(one) if isinstance(one, os.PathLike) else one for one in given]
    return words if all(isinstance(one, str) for one in words) else []


class Scripts:
    """Stands in for what `subprocess` and `runpy` have to run files, where a suite uses it."""

    def __init__(self, boundary: Boundary) -> None:
        self._boundary = boundary

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """While this lasts, the suite's scripts run where the submission is."""
        before = [(subprocess, name, getattr(subprocess, name)) for name in _REPLACED]
        before += [(runpy, name, getattr(runpy, name)) for name in ("run_path", "run_module")]
        for module, name, original in before:
            replaced = self._replaced if module is subprocess else self._run_here
            setattr(module, name, replaced(name, original))
        try:
            yield
        finally:
            for module, name, original in before:
                setattr(module, name, original)

    def _replaced(self, name: str, original: Any) -> Any:
        started = _REPLACED[name]

        def start(args: Any = None, *more: Any, **options: Any) -> Any:
            is_suite = self._boundary.is_asked_by_suite(sys._getframe(1))  # noqa: SLF001
            command = command_of(args, self._boundary.scripts) if is_suite else None
            if command is None or more:
                return original(args, *more, **options)
            return started(Process(self._boundary.current, command, args, options), options)

        start.__name__ = name
        return start

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
        self._end(self.given() if input is None else input)
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
        text = bytes(typed).decode() if isinstance(typed, bytes | bytearray) else typed or ""
        options, command = self._options, self._command
        merged = options.get("stderr") == subprocess.STDOUT
        with _working_in(options.get("cwd"), self._run), _environment(options.get("env")):
            words = [command.file, *command.arguments]
            self.returncode, *printed = self._run.script(command.module, words, text, merged)
        self._streams = (
            self._stream(printed[0], options.get("stdout"), sys.stdout),
            self._stream(printed[1], options.get("stderr"), sys.stderr),
        )

    def _stream(self, text: str, target: Any, default: Any) -> Any:
        """A stream to read from if it is piped; else the text goes where it should."""
        if target == subprocess.PIPE:
            return io.StringIO(text) if self.is_text else io.BytesIO(text.encode())
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
        self.text += bytes(text).decode() if isinstance(text, bytes | bytearray) else text
        return len(text)


@contextlib.contextmanager
def _working_in(folder: Any, run: Run) -> Iterator[None]:
    """While a script runs: it works in this folder, if that is one of the test's."""
    there = Path(os.fspath(folder)).resolve() if folder is not None else None
    if there is None or not any(there.is_relative_to(one) for one in run.files.places()):
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


_REPLACED: Mapping[str, Callable[[Process, Mapping[str, Any]], Any]] = {
    "run": _run,
    "check_output": _check_output,
    "call": _call,
    "check_call": _check_call,
    "Popen": _popen,
}
