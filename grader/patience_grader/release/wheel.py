"""The check as a wheel: the engine, the suites without their bank, and the public paper.

The card table is in it as well if the coursework uses it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..check.process import VENDORED
from ..course.coursework import Coursework
from ..course.public import FILE, PublicCoursework, as_json
from ..errors import KitError
from .card_table import EXTRA, lay_out_table, table_modules, table_requirements, uses_table
from .following import KIT, TABLE, followed
from .vendored import vendored_files

_ENTRANCES = ("check/command.py", "check/in_notebook.py")
"""Where the check begins: what these import, and what that imports, is what it is made of."""

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

[project.optional-dependencies]
{extras}

[project.scripts]
patience = "patience_check:main"

[tool.hatch.build.targets.wheel]
packages = {packages}
"""
_SAME_TIME = "1577836800"
"""What is packed is the same whenever it is packed: every file is of 2020-01-01."""


def engine_files(*, plain: bool = False) -> list[Path]:
    """The modules of the kit that the check is made of, with the packages they lie in.

    For a plain suite, what runs beside the student's code is among them.

    Suites import more than the check itself does, so the language of suites is always there, and
    the programs of guests, which no module imports.
    """
    entrances = [KIT / name for name in _ENTRANCES]
    entrances += [*(KIT / "suite").glob("*.py"), *(KIT / "sandbox" / "guest").glob("*.py")]
    entrances += (KIT / "check" / "athome").glob("*.py") if plain else []
    return followed(entrances)


def check_wheel(coursework: Coursework, public: PublicCoursework) -> tuple[str, bytes]:
    """The name of the wheel and its bytes. Raises KitError when it cannot be built."""
    with TemporaryDirectory(prefix="patience-") as name:
        project = Path(name)
        package = project / "patience_check"
        engine = package / "engine"
        _lay_out(coursework, public, engine)
        (package / "__init__.py").write_text(_MAIN, encoding="utf-8")
        (package / "__main__.py").write_text(_RUN, encoding="utf-8")
        packages, extras = [package.name], ""
        if uses_table(coursework):
            lay_out_table(project)
            packages.append(TABLE.name)
            extras = f"{EXTRA} = {json.dumps(table_requirements())}"
        text = _PROJECT.format(
            version=coursework.version,
            title=coursework.title,
            packages=json.dumps(packages),
            extras=extras,
        )
        (project / "pyproject.toml").write_text(text, encoding="utf-8")
        return build_wheel(project)


def build_wheel(project: Path) -> tuple[str, bytes]:
    """The name of a project's wheel and its bytes; it is built in place, without a network.

    Raises KitError when it cannot be built.
    """
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
        why = (done.stderr or done.stdout)[-300:]
        raise KitError(f"the wheel of {project.name} cannot be built: {why}")
    return wheels[0].name, wheels[0].read_bytes()


def _lay_out(coursework: Coursework, public: PublicCoursework, engine: Path) -> None:
    """Copies what the check is made of."""
    files = set(engine_files(plain=public.plain is not None))
    if uses_table(coursework):
        files.update(table_modules())
    for file in sorted(file for file in files if file.is_relative_to(KIT)):
        target = engine / file.relative_to(KIT.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    if public.plain is None:
        suites = engine / "suites" / coursework.slug
        suites.mkdir(parents=True)
        for file in coursework.suites_handed_out:
            shutil.copyfile(file, suites / file.name)
    else:
        for name, data in vendored_files().items():
            target = engine / VENDORED / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    (engine / FILE).write_text(as_json(public), encoding="utf-8")
