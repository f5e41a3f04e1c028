"""The kit as a wheel, and the wheels of the libraries that it needs."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import InputError, KitError
from ..release.wheel import build_wheel

_KIT = Path(__file__).parents[1]
_NAME = "patience-grader"
_PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_28_x86_64", "manylinux_2_34_x86_64")
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = {name}
version = {version}
requires-python = ">=3.11"
dependencies = {needs}

[project.scripts]
patience = "patience_grader.cli:main"

[tool.hatch.build.targets.wheel]
packages = ["patience_grader"]
"""


def kit_wheel() -> tuple[str, bytes]:
    """The name of the kit's wheel and its bytes. Raises KitError when it cannot be built."""
    try:
        known = importlib.metadata.distribution(_NAME)
    except importlib.metadata.PackageNotFoundError as fault:
        raise KitError(f"{_NAME} is not installed, so its libraries are not known") from fault
    needs = [one for one in known.requires or () if "extra ==" not in one]
    with TemporaryDirectory(prefix="patience-") as name:
        project = Path(name)
        ignored = shutil.ignore_patterns("__pycache__", ".hypothesis", "*.pyc")
        shutil.copytree(_KIT, project / _KIT.name, ignore=ignored)
        text = _PROJECT.format(
            name=json.dumps(_NAME), version=json.dumps(known.version), needs=json.dumps(needs)
        )
        (project / "pyproject.toml").write_text(text, encoding="utf-8")
        return build_wheel(project)


def library_wheels(
    kit: tuple[str, bytes], python: str, packages: Sequence[str] = ()
) -> Mapping[str, bytes]:
    """The wheels of all libraries for Linux and this version of Python, by their names.

    With them come the `packages` that submissions may import, as pip writes what it needs.

    They are downloaded as pip is configured. Raises InputError when pip cannot get one.
    """
    with TemporaryDirectory(prefix="patience-") as name:
        folder = Path(name)
        own = folder / kit[0]
        own.write_bytes(kit[1])
        platforms = [part for one in _PLATFORMS for part in ("--platform", one)]
        done = subprocess.run(  # noqa: S603 pip, with options of ours
            [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:"]
            + ["--python-version", python, "--implementation", "cp", *platforms]
            + ["--dest", str(folder / "wheels"), str(own), *packages],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["pip gives no reason"])[-1]
            raise InputError(f"the libraries' wheels cannot be downloaded: {last}")
        found = sorted((folder / "wheels").glob("*.whl"))
        return {file.name: file.read_bytes() for file in found if file.name != kit[0]}
