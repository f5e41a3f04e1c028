"""The check in a student's kernel: `check("shuffle")` in a cell of the notebook.

What it checks are the cells that were run so far, taken out as they are when the notebook
is marked. Whatever happens it only prints: it raises nothing and writes no error.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from ..course.public import PublicCoursework, read_public_coursework
from ..errors import InputError, PatienceError
from ..submission.notebook.cells import Cell
from ..submission.notebook.extract import extract, latest, noted
from .console import console_of
from .open import AnyChecker, open_checker
from .report import report

Check = Callable[..., None]


def check_with(engine: Path) -> Check:
    """The function `check`. The folder `engine` holds the public paper and the suites."""

    def check(*exercises: str) -> None:
        """Checks these exercises, or all of them, on public questions."""
        try:
            said = _checked(_cells_run(), exercises, engine)
        except PatienceError as fault:
            said = f"patience: {fault}"
        except Exception as error:  # noqa: BLE001 a check must not break a student's notebook
            said = (
                "The check itself failed, which is not your fault. Please report this:\n"
                f"  {type(error).__name__}: {error}"
            )
        print(console_of(sys.stdout).fenced(said))  # noqa: T201 this is what it is for

    return check


def _checked(cells: Sequence[Cell], exercises: Sequence[str], engine: Path) -> str:
    checker = _checker(engine)
    public = checker.public
    _look_for(exercises, public)
    taken = extract(latest(cells, public), public)
    result = checker.check_files(taken.files, exercises)
    said = noted(report(result, public, console_of(sys.stdout)), taken.places, public.package)
    for name in public.required:
        said = said.replace(f" in {public.package}/{name}, then", ", then")
    return said


@cache
def _checker(engine: Path) -> AnyChecker:
    public = read_public_coursework(engine)
    checker = open_checker(public, engine)
    atexit.register(checker.close)
    return checker


def _cells_run() -> list[Cell]:
    """The cells that this kernel has run, in that order."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        raise InputError("check looks at the cells of a notebook; use it in one")
    return [
        Cell(number, source) for number, source in enumerate(shell.history_manager.input_hist_raw)
    ]


def _look_for(exercises: Sequence[str], public: PublicCoursework) -> None:
    """Raises InputError when one of the exercises cannot be checked."""
    known = [one.name for one in public.exercises if not one.manual]
    for name in exercises:
        if name in [one.name for one in public.exercises if one.manual]:
            raise InputError(f"{name} is marked by hand, so there is nothing to check")
        if name not in known:
            raise InputError(f"there is no exercise {name}; the exercises are: {', '.join(known)}")
