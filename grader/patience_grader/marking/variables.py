"""What stands in the environment while a suite is run.

A suite may hand `os.environ` over, or ask it for what a submission names, and feedback shows what
is handed over. So what a machine keeps there, such as a token, is not there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from ..course.coursework import Coursework

_ORDINARY = re.compile(
    "PATH|HOME|USER|LOGNAME|SHELL|PWD|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|TERM|COLUMNS|LINES"
    "|CI|VIRTUAL_ENV|LD_LIBRARY_PATH|XDG_[A-Z_]+|[A-Z]+_NUM_THREADS|MPL[A-Z]+"
    "|(PYTHON|PYTEST|HYPOTHESIS|COV|COVERAGE)[A-Z_]*"
)
_QUOTED = re.compile(r"""["'](\w+)["']""")


def withhold_variables(coursework: Coursework) -> None:
    """Leaves in the environment what is ordinary, and what the suite or the solution names."""
    named = set(_named_in(coursework.suites)) | set(_named_in(coursework.solution))
    for name in list(os.environ):
        if name not in named and not _ORDINARY.fullmatch(name):
            del os.environ[name]


def _named_in(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        yield from _QUOTED.findall(file.read_text("utf-8", errors="replace"))
