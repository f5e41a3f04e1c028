"""How long nbgrader takes for a submission: alone, with a kernel each, and with the kit.

The same notebooks are graded twice by `nbgrader autograde`. Alone it runs the handout's own
examples, some 70 questions, as assertions in the notebook's kernel. The kit asks all of its
marked questions, many thousands, in the locked guest. Run as a program; a number says how
many submissions.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from itertools import islice, pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent / "support"))

import nbgrading
from nbgrading import named, patience, read_notebook, submit
from notebooks import KLONDIKE, Json, cells_of
from patience_grader.nbgrader_plugin.sections import read_sections
from patience_grader.release.handout import read_manuscript
from patience_grader.selftest.known import right_submissions, wrong_submissions
from sample import ROOT
from warm import activated

HOOKS = """

def note(**_):
    import time
    with open("times.txt", "a") as file:
        file.write(f"{time.time()}\\n")

c.Autograde.pre_convert_hook = note
c.Autograde.post_convert_hook = note
"""
PLAIN = "c = get_config()\nc.CourseDirectory.course_id = 'plain'\n"
ASSERTIONS = """\
import doctest
examples = doctest.DocTestParser().get_doctest({text!r}, dict(globals()), "examples", None, 0)
assert doctest.DocTestRunner().run(examples, out=lambda _: None).failed == 0
"""


def examples() -> dict[str, str]:
    """The part of the handout with the examples of each exercise, by its name."""
    sections = read_sections(read_manuscript(KLONDIKE))
    named_so = {one.heading.text.rpartition(": ")[2]: one.text for one in sections}
    return {one.name: named_so.get(one.name, "") for one in KLONDIKE.scheme.exercises}


def write_courses(kit: Path, plain: Path, count: int) -> int:
    """Writes both course folders; how many questions nbgrader asks alone."""
    assert patience("notebook", "build", "klondike", "--course", kit, cwd=ROOT).returncode == 0
    source = read_notebook(kit / "source/klondike/klondike.ipynb")
    every = [*right_submissions(KLONDIKE), *wrong_submissions(KLONDIKE)[::40]]
    for number, known in enumerate(islice(every, 0, None, max(1, len(every) // count))):
        cells = {
            one["metadata"]["nbgrader"]["grade_id"]: one["source"]
            for name, data in known.files.items()
            for one in cells_of(name, data, KLONDIKE)
        }
        for one in named(source).values():
            if one["metadata"]["nbgrader"]["solution"]:
                one["source"] = cells.get(one["metadata"]["nbgrader"]["grade_id"], "")
        for folder in (kit, plain):
            submit(folder, f"student-{number:02}", "klondike", json.dumps(source).encode())
    write_plain(kit, plain)
    with (kit / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(HOOKS)
    return sum(text.count("\n>>>") for text in examples().values())


def write_plain(kit: Path, plain: Path) -> None:
    """Writes the source for nbgrader alone: the same notebook with assertions in it."""
    source: Json = read_notebook(kit / "source/klondike/klondike.ipynb")
    for name, text in examples().items():
        cell = named(source)[f"test_{name}"]
        cell["source"] = ASSERTIONS.format(text=text)
    folder = plain / "source" / "klondike"
    folder.mkdir(parents=True)
    for path in (kit / "source" / "klondike").rglob("*"):
        if path.is_file() and path.suffix in {".py", ".whl"}:
            target = folder / path.relative_to(kit / "source" / "klondike")
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(path.read_bytes())
    (folder / "klondike.ipynb").write_text(json.dumps(source), "utf-8")
    (plain / "nbgrader_config.py").write_text(PLAIN + HOOKS, "utf-8")


class Figures(NamedTuple):
    """What grading all submissions took, in seconds."""

    median: float
    """For a submission, on the clock, as the next figure is."""
    slowest: float
    whole: float
    computing: float


def nbgrader(folder: Path, *arguments: str) -> None:
    """Runs a command of nbgrader in a process started for it, whose processor time counts here."""
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=activated(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


def measured(folder: Path) -> Figures:
    """How long the command takes that grades all submissions."""
    done = nbgrading.nbgrader(folder, "generate_assignment klondike")
    assert done.returncode == 0, done.stderr[-2000:]
    before, start = os.times(), time.perf_counter()
    nbgrader(folder, "autograde", "klondike")
    after, wall = os.times(), time.perf_counter() - start
    times = [float(line) for line in (folder / "times.txt").read_text().split()]
    times = times[2:] or times  # the first one pays for what is loaded once
    each = [end - begin for begin, end in list(pairwise(times))[::2]]
    spent = sum(after[2:4]) - sum(before[2:4])
    return Figures(median(each), max(each), wall, spent)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="hardly any submissions")
    count = 1 if parser.parse_args().quick else 12
    with TemporaryDirectory(prefix="patience-") as name:
        kit, plain = Path(name) / "kit", Path(name) / "plain"
        questions = write_courses(kit, plain, count)
        uploads = len(list((kit / "submitted").iterdir()))
        rows = {"nbgrader alone": measured(plain), "with the kit": measured(kit)}
    print(f"{uploads} submissions; alone nbgrader asks {questions} questions of each\n")
    heads = ("median submission", "slowest", "whole command", "processor time")
    print(" " * 16 + "".join(f"{head:>16}" for head in heads))
    for label, figures in rows.items():
        print(f"{label:16}" + "".join(f"{figure:14.2f} s" for figure in figures))
    ratios = (alone / ours for alone, ours in zip(*rows.values(), strict=True))
    print(f"{'ratio':16}" + "".join(f"{ratio:14.1f}  " for ratio in ratios))


if __name__ == "__main__":
    main()
