"""Files that a public test runs by `subprocess` or `runpy`: they are those of the student."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ...boundary.scripts import command_of, module_at


def install(code: Path, modules: Collection[str], seconds: float) -> None:
    """From now on, commands that name the file of one of the modules run the one in `code`.

    Each has so many seconds.
    """
    popen, run, call = subprocess.Popen, subprocess.run, subprocess.call

    def start(args: Any = None, *more: Any, **options: Any) -> Any:
        command = command_of(args, modules)
        if command is None or more:
            return popen(args, *more, **options)
        where = ["-m", command.module] if "." in command.module else [str(code / command.file)]
        words = [sys.executable, *where, *command.arguments]
        env = {**(options.get("env") or os.environ), "PYTHONPATH": str(code)}
        return popen(words, **{**options, "env": env, "shell": False})

    def bounded(original: Any) -> Any:
        def bound(args: Any = None, *more: Any, **options: Any) -> Any:
            command = command_of(args, modules)
            if command is None:
                return original(args, *more, **options)
            try:
                return original(args, *more, **{**options, "timeout": seconds})
            except subprocess.TimeoutExpired:
                why = f"{command.file} took too long (more than {seconds:g} s)"
                raise TimeoutError(why) from None

        return bound

    run_path = runpy.run_path

    def run_there(path: Any, *more: Any, **options: Any) -> Any:
        module = module_at(path, modules)
        file = code / f"{module.replace('.', '/')}.py" if module else path
        return run_path(str(file), *more, **options)

    any_module: Any = runpy
    any_module.run_path = run_there
    replaced: Any = subprocess
    replaced.Popen, replaced.run, replaced.call = start, bounded(run), bounded(call)
