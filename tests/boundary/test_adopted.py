"""Suites of other courses, adopted as they are: right, wrong, stub and impostor."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from adopting import adopt_folder, coursework_of, earned, marked, skeleton_of, solution_of
from patience_grader.selftest.impostor import impostor

SUITES = Path(__file__).parents[1] / "adopted"
HANDLES_ALONE = {
    "bank": {"display.type"},
    "matrix": {"matrix.add", "matrix.scale", "matrix.product"},
}
"""What the impostor earns: criteria that compare two of the student's objects."""


@pytest.mark.parametrize("name", sorted(path.name for path in SUITES.iterdir()))
def test_right_wrong_stub_and_impostor(name: str, tmp_path: Path) -> None:
    given = SUITES / name
    done = adopt_folder(tmp_path / "course", name, given)
    assert not done.left_out
    coursework = coursework_of(tmp_path, name)
    right = solution_of(coursework)
    submissions = {
        "2600001A": right,
        "2600002B": skeleton_of(coursework),
        "2600003C": impostor(coursework),
    }
    mistakes = json.loads((given / "wrong.json").read_text("utf-8"))
    for one in mistakes:
        file = Path(one["file"]).name
        submissions[one["name"]] = {**right, file: right[file].replace(one["find"], one["put"])}
    found = marked(tmp_path, name, submissions)
    everything = set(found["2600001A"])
    assert earned(found["2600001A"]) == everything
    assert earned(found["2600002B"]) == set(done.passed_by_skeleton)
    assert earned(found["2600002B"]) <= _passed_by_pytest(given, skeleton_of(coursework), tmp_path)
    assert earned(found["2600003C"]) <= HANDLES_ALONE.get(name, set())
    for one in mistakes:
        lost = everything - earned(found[one["name"]])
        assert lost >= set(one["loses"])
        assert "void" not in found[one["name"]].values()


def _passed_by_pytest(given: Path, stub: dict[str, str], tmp_path: Path) -> set[str]:
    """The criteria that a stub earns under pytest itself."""
    place = tmp_path / "plain"
    copied = {path.relative_to(given): path.read_bytes() for path in given.rglob("*.py")}
    for path, data in copied.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)
    folder = next(path.parent for path in (place / "solution").rglob("*.py") if path.name in stub)
    for file, text in stub.items():
        (folder / file).write_text(text, "utf-8")
    code = f"""
import sys, pytest
sys.path[:0] = [{str(tmp_path / "none")!r}]
from patience_grader.boundary.criteria import criteria_of
class Noting:
    passed = set()
    def pytest_collection_modifyitems(self, items):
        self.items = items
    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.passed.discard(report.nodeid)
        elif report.when == "setup":
            self.passed.add(report.nodeid)
noting = Noting()
pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[noting])
criteria = criteria_of(noting.items)
print("|".join(c.id for c in criteria if all(i.nodeid in noting.passed for i in c.items)))
"""
    tests = sorted(str(path) for path in (place / "tests").rglob("*.py") if "test" in path.name)
    paths = f"{place / 'solution'}:{place / 'tests'}:{':'.join(sys.path)}"
    done = subprocess.run(
        [sys.executable, "-c", code, *tests],
        capture_output=True,
        text=True,
        check=False,
        cwd=place,
        env={"PYTHONPATH": paths, "PATH": "/usr/bin:/bin"},
    )
    return set(done.stdout.strip().splitlines()[-1].split("|"))
