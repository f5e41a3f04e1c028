"""What a submission costs under adopted suites, beside pytest on the same tests.

`python tests/benchmark_adopted.py` prints processor seconds for the solution and for the known
wrong submissions (in the mean): of this kit for one submission more, of pytest in a process that
has imported it already, and of pytest as it is started. `--quick` takes one suite and one run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "grader")]

from adopting import adopt_folder, coursework_of, solution_of  # noqa: E402
from forking import passed, sit  # noqa: E402

SUITES = ("bank", "account", "words", "jsonlib", "hypo", "roman")
Files = dict[str, str]


def cpu_of(work: Callable[[], object]) -> float:
    """The processor seconds of a fork that does the work, with all processes it waits for."""
    pid = os.fork()
    if pid == 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        with contextlib.suppress(BaseException):
            work()
            os._exit(0)
        os._exit(1)
    _, status, used = os.wait4(pid, 0)
    if status:
        raise RuntimeError("the work has failed")
    return used.ru_utime + used.ru_stime


def of_kit(root: Path, name: str, versions: Sequence[Files], more: int) -> float:
    """What one submission more costs, in the mean of these."""
    once = {f"0 {number}": files for number, files in enumerate(versions)}
    often = {f"{turn} {number}": one for turn in range(more) for number, one in enumerate(versions)}
    base = cpu_of(lambda: sit(str(root), name, once))
    return (cpu_of(lambda: sit(str(root), name, often)) - base) / ((more - 1) * len(versions))


def of_pytest(places: Sequence[Path]) -> tuple[float, float]:
    """What pytest costs on a submission, once it is imported and from its start, in the mean."""
    warm, started = [], []
    for place in places:
        tests = [str(path) for path in (place / "tests").rglob("*.py") if "test" in path.name]
        tests = [one for one in tests if not one.endswith("conftest.py")]
        warm.append(cpu_of(partial(passed, str(place), tests)))
        started.append(cpu_of(partial(_start_pytest, place, tests)))
    return statistics.mean(warm), statistics.mean(started)


def _start_pytest(place: Path, tests: Sequence[str]) -> None:
    env = {**os.environ, "PYTHONPATH": f"{place}/solution:{place}/tests"}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    subprocess.run(command, cwd=place, env=env, check=False)


def laid_out(given: Path, files: Files, place: Path) -> Path:
    """The suite with a submission in the place of its solution."""
    shutil.copytree(given, place)
    for path in (place / "solution").rglob("*.py"):
        if path.name in files:
            path.write_text(files[path.name], "utf-8")
    return place


def row(name: str, folder: Path, more: int) -> None:
    """Prints what a suite costs."""
    given = ROOT / "tests" / "adopted" / name
    adopt_folder(folder / "course", name, given)
    right = solution_of(coursework_of(folder, name))
    wrong = []
    for one in json.loads((given / "wrong.json").read_text("utf-8")):
        file = Path(one["file"]).name
        wrong.append({**right, file: right[file].replace(one["find"], one["put"])})
    for label, versions in (("right", [right]), ("wrong", wrong)):
        places = [
            laid_out(given, files, folder / f"{label}{number}")
            for number, files in enumerate(versions)
        ]
        kit = of_kit(folder / "course", name, versions, more)
        warm, started = of_pytest(places)
        times = f"{kit:9.3f}{warm:9.3f}{started:9.3f}"
        print(f"{name + ', ' + label:20}{times}{kit / warm:9.2f}{kit / started:9.2f}", flush=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one suite, and fewer submissions")
    is_quick = parser.parse_args().quick
    print(f"{'':20}{'kit':>9}{'pytest':>9}{'started':>9}{'kit/pyt.':>9}{'/started':>9}")
    for name in SUITES[:1] if is_quick else SUITES:
        with tempfile.TemporaryDirectory() as folder:
            row(name, Path(folder), 3 if is_quick else 9)


if __name__ == "__main__":
    main()
