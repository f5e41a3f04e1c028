"""Suites of other courses, adopted as they are: right, wrong, stub and impostor.

Every seventh is taken; `--whole-field` takes all.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from adopting import adopt_folder, coursework_of, earned, skeleton_of, solution_of
from patience_grader.selftest.impostor import impostor

pytestmark = pytest.mark.slow

SUITES = Path(__file__).parents[1] / "adopted"
WORKER = Path(__file__).parents[1] / "support" / "forking.py"
HANDLES_ALONE = {
    "bank": {"display.type"},
    "decor": {"decorators.timer_swallows_key_error"},
    "linked": {"linked_list.lt"},
    "misc": {"misc.callable", "misc.class_name"},
    "matrix": {"matrix.add", "matrix.scale", "matrix.product"},
    "parserx": {"calc.all"},
}
"""What the impostor earns: where its objects are compared with each other, where `True` is right,
and where a supplied file answers."""
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Runs jobs in forks of one warm process."""
    command = [sys.executable, str(WORKER)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as worker:
        jobs, results = worker.stdin, worker.stdout
        assert jobs is not None
        assert results is not None

        def asked(*job: Any) -> Any:
            jobs.write(f"{json.dumps(job)}\n")
            jobs.flush()
            return json.loads(results.readline())

        yield asked
        jobs.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives each test that asks for one the suites that are taken."""
    if "name" in metafunc.fixturenames:
        names = sorted(path.name for path in SUITES.iterdir())
        metafunc.parametrize(
            "name", names if metafunc.config.getoption("whole_field") else names[4::7]
        )


def test_right_wrong_stub_and_impostor(name: str, tmp_path: Path, ask: Ask) -> None:
    given = SUITES / name
    done = adopt_folder(tmp_path / "course", name, given)
    assert not done.left_out
    coursework = coursework_of(tmp_path, name)
    right, stub = solution_of(coursework), skeleton_of(coursework)
    submissions = {"right": right, "stub": stub, "impostor": impostor(coursework)}
    mistakes = json.loads((given / "wrong.json").read_text("utf-8"))
    for one in mistakes:
        file = Path(one["file"]).name
        assert one["find"] in right[file]
        submissions[one["name"]] = {**right, file: right[file].replace(one["find"], one["put"])}
    found = ask("sit", str(tmp_path / "course"), name, submissions)
    everything = set(found["right"])
    assert earned(found["right"]) == everything
    assert earned(found["stub"]) == set(done.passed_by_skeleton)
    assert earned(found["stub"]) <= _passed_by_pytest(given, stub, tmp_path / "plain", ask)
    assert earned(found["impostor"]) <= HANDLES_ALONE.get(name, set())
    for one in mistakes:
        lost = everything - earned(found[one["name"]])
        assert lost >= set(one["loses"])
        assert "void" not in found[one["name"]].values()


def _passed_by_pytest(given: Path, stub: dict[str, str], place: Path, ask: Ask) -> set[str]:
    """The criteria that a stub earns under pytest itself."""
    shutil.copytree(given, place)
    folder = next(path.parent for path in (place / "solution").rglob("*.py") if path.name in stub)
    for file, text in stub.items():
        (folder / file).write_text(text, "utf-8")
    tests = [path for path in (place / "tests").rglob("*.py") if "test" in path.name]
    names = sorted(str(path) for path in tests if path.name != "conftest.py")
    return set(ask("pytest", str(place), names))
