"""The check as a wheel: the engine, the suites without their bank, and the public paper."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..course.coursework import Coursework
from ..course.public import FILE, Paper, as_json
from ..errors import KitFault

_KIT = Path(__file__).parents[1]
_ENGINE = (
    "__init__.py",
    "bank.py",
    "check/*.py",
    "faults.py",
    "games.py",
    "intake.py",
    "notebook/__init__.py",
    "notebook/beside.py",
    "notebook/cells.py",
    "notebook/finding.py",
    "notebook/statements.py",
    "notebook/taking.py",
    "play.py",
    "record.py",
    "report/__init__.py",
    "report/safe.py",
    "sandbox/__init__.py",
    "sandbox/answers.py",
    "sandbox/batch.py",
    "sandbox/guest/*.py",
    "sandbox/host.py",
    "sandbox/reading.py",
    "sandbox/student.py",
    "sandbox/talk.py",
    "sandbox/unlocked.py",
    "sandbox/watch.py",
    "seeds.py",
    "seen.py",
    "suite.py",
    "verdict.py",
)
"""The modules of the kit that the check is made of: the standard library is all they need."""

_MAIN = '''\
"""The check for students: `patience check`, or `python -m patience_check check`."""

import sys
from pathlib import Path

_ENGINE = Path(__file__).parent / "engine"


def main(arguments=None):
    """Runs the command; the exit code."""
    sys.path.insert(0, str(_ENGINE))
    from patience_grader.check.command import run

    return run(sys.argv[1:] if arguments is None else arguments, _ENGINE)
'''
_RUN = """\
import sys

from patience_check import main

sys.exit(main())
"""
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "patience-check"
version = "{version}"
description = "Checks the coursework {title} at home."
requires-python = ">=3.11"

[project.scripts]
patience = "patience_check:main"

[tool.hatch.build.targets.wheel]
packages = ["patience_check"]
"""
_SAME_TIME = "1577836800"
"""What is packed is the same whenever it is packed: every file is of 2020-01-01."""


def check_wheel(coursework: Coursework, paper: Paper) -> tuple[str, bytes]:
    """The name of the wheel and its bytes. Raises KitFault when it cannot be built."""
    with TemporaryDirectory(prefix="patience-") as name:
        project = Path(name)
        package = project / "patience_check"
        engine = package / "engine"
        _lay_out(coursework, paper, engine)
        (package / "__init__.py").write_text(_MAIN, encoding="utf-8")
        (package / "__main__.py").write_text(_RUN, encoding="utf-8")
        text = _PROJECT.format(version=coursework.version, title=coursework.title)
        (project / "pyproject.toml").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"],
            cwd=project,
            env={**os.environ, "SOURCE_DATE_EPOCH": _SAME_TIME},
            capture_output=True,
            text=True,
            check=False,
        )
        wheels = list((project / "out").glob("*.whl"))
        if done.returncode or len(wheels) != 1:
            raise KitFault(f"the check cannot be packed: {(done.stderr or done.stdout)[-300:]}")
        return wheels[0].name, wheels[0].read_bytes()


def _lay_out(coursework: Coursework, paper: Paper, engine: Path) -> None:
    """Copies what the check is made of."""
    kit = engine / _KIT.name
    for pattern in _ENGINE:
        for file in sorted(_KIT.glob(pattern)):
            target = kit / file.relative_to(_KIT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    suites = engine / "suites" / coursework.slug
    suites.mkdir(parents=True)
    for file in sorted(coursework.suites.glob("*.py")):
        shutil.copyfile(file, suites / file.name)
    (engine / FILE).write_text(as_json(paper), encoding="utf-8")
