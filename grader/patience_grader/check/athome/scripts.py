"""Files that a public test runs, or imports by their paths: they are those of the student."""

from __future__ import annotations

import importlib.util
import os
import runpy
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from ...boundary.commands import Command, command_of, module_at
from ...boundary.scripts import replaced

_TO_START = 2.0
"""So many seconds more are for Python to start, which takes long on a busy machine."""


def install(code: Path, modules: Collection[str], seconds: float) -> None:
    """From now on, what names the file of one of the modules runs or imports the one in `code`.

    Each has so many seconds. A folder to work in that is not there stands for the one where the
    tests are.
    """
    popen, run, call = subprocess.Popen, subprocess.run, subprocess.call

    def start(_: FrameType, args: Any, options: Mapping[str, Any]) -> Any:
        command = command_of(args, modules)
        if command is None:
            return None
        return popen([sys.executable, *_words(command, code)], **_options(options, code))

    def bounded(original: Any) -> Any:
        def bound(args: Any = None, *more: Any, **options: Any) -> Any:
            command = command_of(args, modules)
            if command is None:
                return original(args, *more, **options)
            try:
                return original(args, *more, **{**options, "timeout": seconds + _TO_START})
            except subprocess.TimeoutExpired:
                why = f"{command.file} took too long (more than {seconds:g} s)"
                raise TimeoutError(why) from None

        return bound

    run_path, spec_of_file = runpy.run_path, importlib.util.spec_from_file_location

    def there(path: Any) -> Any:
        module = module_at(path, modules)
        return str(code / f"{module.replace('.', '/')}.py") if module else path

    def run_there(path: Any, *more: Any, **options: Any) -> Any:
        return run_path(str(there(path)), *more, **options)

    def spec_there(name: str, location: Any = None, **options: Any) -> Any:
        return spec_of_file(name, there(location), **options)

    any_module: Any = runpy
    any_module.run_path = run_there
    any_module = importlib.util
    any_module.spec_from_file_location = spec_there
    started: Any = subprocess
    started.Popen, started.run, started.call = replaced(popen, start), bounded(run), bounded(call)


def _words(command: Command, code: Path) -> list[str]:
    """What comes after `python3` for a command whose files lie in this folder.

    As when marking, what cannot be run ends the test. Raises FileNotFoundError and SyntaxError.
    """
    file = code / command.file
    if command.module:
        if not file.is_file():
            raise FileNotFoundError(f"there is no file {command.file}")
        compile(file.read_bytes(), command.file, "exec")
    if command.text or "." in command.module:
        return command.line
    return [str(file), *command.arguments]


def _options(given: Mapping[str, Any], code: Path) -> dict[str, Any]:
    """The options with which a script of this folder is started."""
    folder = given.get("cwd")
    there = folder if folder is not None and Path(folder).is_dir() else None
    env = {**(given.get("env") or os.environ), "PYTHONPATH": str(code)}
    return {**given, "env": env, "shell": False, "cwd": there}
