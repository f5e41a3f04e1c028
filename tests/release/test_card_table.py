"""The card table in the wheel that students get: it plays from there, and from nowhere else."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from patience_grader.course.coursework import read_coursework
from patience_grader.release.card_table import uses_table
from patience_grader.release.public import cached_public_coursework
from patience_grader.release.wheel import check_wheel

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "grader" / "patience_table"
SITE = Path(pytest.__file__).parents[1]
"""Where the libraries lie; put on the path as a folder, it makes no package editable."""
IMPORTED = """\
import importlib, sys
from pathlib import Path
place = Path(sys.argv[1])
for file in sorted((place / "patience_table").glob("*.py")):
    importlib.import_module(f"patience_table.{file.stem}".removesuffix(".__init__"))
import patience_grader.sandbox.host, patience_grader.sandbox.unlocked
for name, module in sys.modules.items():
    if name.startswith("patience_") and module.__file__:
        assert Path(module.__file__).is_relative_to(place), module.__file__
"""
PLAYED = """\
import sys
from patience_table import engine, start
from patience_grader.sandbox import at_home

def sit_down(kit, folder, wanted):
    with engine.seated(kit, folder) as player:
        try:
            player.deal(3, wanted.rules)
        except engine.Trouble as trouble:
            print(type(player._host).__name__, trouble)
    return 0

start.sit_down = sit_down
if sys.argv[2:] == ["unlocked"]:
    at_home._locked = lambda *_: None
from klondike.__main__ import main
sys.exit(main(["--table"]))
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip would install of the wheel."""
    coursework = read_coursework(ROOT, "klondike")
    name, data = check_wheel(coursework, cached_public_coursework(coursework))
    folder = tmp_path_factory.mktemp("my wheel")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
    (folder / name).write_bytes(data)
    return folder


def run(
    program: str, place: Path, *arguments: str, paths: Sequence[Path]
) -> subprocess.CompletedProcess[str]:
    """The program after it ran where only these paths have modules beside Python's own."""
    return subprocess.run(
        [sys.executable, "-s", "-S", "-c", program, str(place), *arguments],
        cwd=place,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_of_the_table_is_in_the_wheel(unpacked: Path) -> None:
    wanted = {
        file.relative_to(TABLE)
        for file in TABLE.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.name != "py.typed"
    }
    inside = unpacked / "patience_table"
    assert {file.relative_to(inside) for file in inside.rglob("*") if file.is_file()} == wanted


def test_every_module_of_the_table_is_imported_without_the_kit(unpacked: Path) -> None:
    done = run(IMPORTED, unpacked, paths=[unpacked, SITE])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("lock", "host"), [("locked", "Parent"), ("unlocked", "UnlockedHost")])
def test_the_table_asks_the_functions_of_the_skeleton(unpacked: Path, lock: str, host: str) -> None:
    done = run(PLAYED, unpacked, lock, paths=[unpacked, SITE, ROOT / "skeleton"])
    told = f"{host} Not done yet: deck_of_52 (klondike/deck.py).\n"
    assert (done.stdout, done.stderr) == (told, "")


def test_the_extra_names_what_the_table_imports_in_the_bounds_of_the_kit(unpacked: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = [*project["dependencies"], *project["optional-dependencies"]["table"]]
    bounds = {one.name: str(one.specifier) for one in map(Requirement, stated)}
    (metadata,) = unpacked.glob("*.dist-info")
    named = [Requirement(one) for one in PathDistribution(metadata).requires or ()]
    assert {one.name: str(one.specifier) for one in named} == {
        name: bounds[name]
        for name in ("msgspec", "platformdirs", "pyksolve", "rich", "textual", "textual-serve")
    }
    assert all(str(one.marker).endswith('extra == "table"') for one in named)


def test_the_game_names_the_wheel_that_lies_beside_it(unpacked: Path, tmp_path: Path) -> None:
    (wheel,) = unpacked.glob("*.whl")
    (tmp_path / "klondike").symlink_to(ROOT / "skeleton" / "klondike")
    (tmp_path / wheel.name).touch()
    program = "import sys; from klondike.__main__ import main; sys.exit(main(['--table']))"
    done = run(program, tmp_path, paths=[tmp_path])
    assert done.returncode == 1
    assert re.search(rf'python3 -m pip install "\./{re.escape(wheel.name)}\[table\]"', done.stderr)


def test_a_coursework_without_the_table_gets_none() -> None:
    used = [slug for slug in ("klondike", "terminal", "guessing") if _uses(slug)]
    assert used == ["klondike"]


def _uses(slug: str) -> bool:
    return uses_table(read_coursework(ROOT, slug))
