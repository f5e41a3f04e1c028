"""How long a student waits for the check: `python tests/benchmark_check.py`.

The bundle of every coursework is unpacked and checked as a student does it: untouched, and
with the solution in it. Beside each stands the floor: Python that starts and imports what
the check needs. Medians of some runs, in seconds of the clock and of the processor.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.release.bundle import bundle
from patience_grader.release.public import cached_public_coursework

ROOT = Path(__file__).parents[1]
SLUGS = ("klondike", "terminal", "guessing")
IMPORTS = "import argparse, ast, json, subprocess, zipfile, dataclasses, tokenize"


def seconds(command: Sequence[str], where: Path, runs: int) -> tuple[float, float]:
    """The medians of the clock's and the processor's seconds."""
    clock, processor = [], []
    for _ in range(runs):
        before, started = os.times(), time.perf_counter()
        done = subprocess.run(command, cwd=where, stdout=subprocess.DEVNULL, check=False)
        assert done.returncode in {0, 1}, command
        after = os.times()
        clock.append(time.perf_counter() - started)
        used = after.children_user + after.children_system
        processor.append(used - before.children_user - before.children_system)
    return median(clock), median(processor)


def unpacked(coursework: Coursework, folder: Path) -> Path:
    """The bundle, unpacked and checked once, so that the wheel is unpacked too."""
    with zipfile.ZipFile(
        io.BytesIO(bundle(coursework, cached_public_coursework(coursework)))
    ) as archive:
        archive.extractall(folder)
    (made,) = folder.glob(f"{coursework.slug}-*")
    seconds([sys.executable, "check.py"], made, 1)
    return made


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one coursework, each once")
    quick = parser.parse_args().quick
    runs, slugs = (1, SLUGS[-1:]) if quick else (5, SLUGS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = seconds([sys.executable, "-I", "-c", IMPORTS], folder, runs)
        print(f"{'':32}{'clock':>8}{'processor':>11}{'of the floor':>14}")
        print(f"{'floor: Python and its library':32}{floor[0]:8.2f}{floor[1]:11.2f}{'1.0':>14}")
        for slug in slugs:
            coursework = read_coursework(ROOT, slug)
            where = unpacked(coursework, folder)
            for label in ("untouched", "finished"):
                if label == "finished":
                    for file in coursework.reference:
                        target = where / coursework.package / file
                        shutil.copyfile(coursework.solution / file, target)
                clock, processor = seconds([sys.executable, "check.py"], where, runs)
                times = f"{clock:8.2f}{processor:11.2f}{processor / floor[1]:14.1f}"
                print(f"{slug + ', ' + label:32}{times}")


if __name__ == "__main__":
    main()
