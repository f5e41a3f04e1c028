"""Starts the table in this terminal, or for a browser on this machine."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from patience_grader.errors import InputError, KitError
from platformdirs import user_data_path
from textual import constants

from .app import TableApp
from .dealing import NewGame
from .engine import Kit, files_of, seated
from .memory import Memory

__all__ = ["Kit", "NewGame", "serve", "sit_down"]


def sit_down(kit: Kit, folder: Path, wanted: NewGame) -> int:
    """The exit code after playing by the functions in the folder."""
    if not sys.stdout.isatty() and constants.DRIVER is None:
        return _fail("The table needs a terminal; this is a file or a pipe.")
    try:
        with seated(kit, folder) as engine:
            TableApp(engine, kit, wanted, memory=Memory(_home())).run()
    except (InputError, KitError) as fault:
        return _fail(str(fault))
    return 0


def serve(kit: Kit, folder: Path, wanted: NewGame, port: int) -> int:
    """The exit code after serving the table to browsers on this machine."""
    try:
        from .browser import LocalServer  # noqa: PLC0415 it need not be there
    except ImportError:
        return _fail("A browser needs: python3 -m pip install textual-serve")
    try:
        files_of(kit, folder)
    except InputError as fault:
        return _fail(str(fault))
    command = [sys.executable, "-m", kit.package, "--table", "--rules", wanted.rules]
    command += ["--engine", str(folder.resolve())]
    command += ["--seed", str(wanted.seed)] if wanted.seed is not None else []
    LocalServer(_as_typed(command), port).serve()
    return 0


def _as_typed(command: Sequence[str]) -> str:
    """The command as the platform's shell reads it."""
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def _home() -> Path:
    """Where the platform keeps what a program remembers of its user."""
    return user_data_path("patience-table", appauthor=False)


def _fail(why: str) -> int:
    sys.stderr.write(f"{why}\n")
    return 2
