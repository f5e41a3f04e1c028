"""How long the worst submissions take, and an honest one that waits behind twenty of them.

    python tests/benchmark_worst.py [--quick] [COURSEWORK...]

Each coursework is marked with its own limits on two workers; `--quick` lowers the limits in a
copy of the course and takes eight of the worst for one coursework. Prints when each submission
was done and how. Fails when one is void, when the honest one loses a mark or more than ten seconds
(of a processor that other programs leave to it), or when the cohort takes longer than the limits
allow.
"""

from __future__ import annotations

import argparse
import csv
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from patience_grader.course.coursework import read_coursework
from patience_grader.grading.deadlines import Stage, deadline_of
from sample import ROOT, zip_of

JOBS = 2
WORST = 20
FEW = 8
MOST_DELAY = 10.0
"""So many seconds may an honest submission lose to others, on two processors of its own."""
QUICK = {
    "cpu_seconds_per_question": 0.3,
    "cpu_seconds_per_submission": 1.0,
    "wall_seconds_per_question": 0.5,
    "wall_seconds_per_submission": 1.5,
}
_SPIN = "import time\ndef act():\n    while True: pass\n"
_WAIT = "import time\ndef act(): time.sleep(10_000)\n"
_BRIEF = "import time\ndef act(): time.sleep(0.018)\n"
_BURN = (
    "import time\n"
    "def act():\n    end = time.process_time() + 0.2\n    while time.process_time() < end: pass\n"
)
_ACTS = {"spins": _SPIN, "waits": _WAIT, "is late": _BRIEF, "burns": _BURN}


def worst(slug: str) -> Mapping[str, Mapping[str, bytes]]:
    """Submissions that take as long as they may, each in its own way."""
    files = honest(slug)
    name = {"klondike": "game.py", "guessing": "guesser.py", "terminal": "__main__.py"}[slug]
    whole = files[name].decode()
    found: dict[str, Mapping[str, bytes]] = {}
    for kind, act in _ACTS.items():
        every = re.sub(r"(?m)^(def \w+\([^)]*\)[^:]*:\n)", r"\1    act()\n", whole)
        begin, _, rest = every.partition("\n\n\n")
        found[f"{kind} in every call"] = {**files, name: f"{begin}\n{act}\n\n{rest}".encode()}
        found[f"{kind} at import"] = {**files, name: f"{begin}\n{act}\nact()\n\n{rest}".encode()}
    bulk = "[[],[],[],[],[],[],[],[]]\n" * 38_000
    found["is long to read"] = {**files, name: (whole + bulk).encode()}
    found["names another codec"] = {**files, name: b"# coding: punycode\n" + b"a" * 1_000_000}
    return found


def honest(slug: str) -> Mapping[str, bytes]:
    """The solution as a submission."""
    required = read_coursework(ROOT, slug)
    folder = ROOT / "solution" / slug
    names = (
        required.required if not required.program else [path.name for path in folder.glob("*.py")]
    )
    return {**{name: (folder / name).read_bytes() for name in names}, "status.txt": b"Mine.\n"}


def prepare(base: Path, *, quick: bool) -> Path:
    """The course to be marked with."""
    if not quick:
        return ROOT
    for part in ("handout", "solution", "skeleton", "grader/suites"):
        shutil.copytree(ROOT / part, base / part, ignore=shutil.ignore_patterns("__pycache__"))
    for handout in (base / "handout").glob("*.md"):
        text = handout.read_text("utf-8")
        for name, value in QUICK.items():
            text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        handout.write_text(text, "utf-8")
    return base


def run(course: Path, slug: str, zips: Path, out: Path) -> tuple[float, dict[str, float]]:
    """How long marking took, and when each submission was done."""
    begun = time.time()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "patience_grader",
            "grade",
            str(zips),
            "--out",
            str(out),
            "--jobs",
            str(JOBS),
        ]
        + ["--course", str(course), "--coursework", slug],
        check=False,
        stdout=subprocess.DEVNULL,
    )
    done = {path.parent.name: path.stat().st_mtime for path in out.glob("*/results.json")}
    return time.time() - begun, {name: when - begun for name, when in sorted(done.items())}


def share() -> float:
    """The share of a processor that a program gets now."""
    begun, used = time.monotonic(), time.process_time()
    while time.process_time() - used < 0.1:
        pass
    return (time.process_time() - used) / (time.monotonic() - begun)


def measure(course: Path, slug: str, base: Path, count: int) -> bool:
    """Prints what was measured; whether all is as promised."""
    alone, all_of_them = base / "alone", base / "all"
    for folder in (alone, all_of_them):
        folder.mkdir(parents=True)
        (folder / "2600099H.zip").write_bytes(zip_of(honest(slug)))
    kinds = list(worst(slug).items())
    titles = {}
    for number in range(count):
        title, files = kinds[number % len(kinds)]
        titles[f"26000{number:02}W"] = title
        (all_of_them / f"26000{number:02}W.zip").write_bytes(zip_of(files))
    run(course, slug, alone, base / "warm")
    _, by_itself = run(course, slug, alone, base / "first")
    free = share()
    seconds, done = run(course, slug, all_of_them, base / "marks")
    free = min(free, share())
    with (base / "marks" / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    limits = read_coursework(course, slug).limits
    stages = [deadline_of(stage, limits) for stage in Stage if stage is not Stage.STARTING]
    cpu, idle = (sum(getattr(one, kind) for one in stages) for kind in ("cpu", "idle"))
    print(f"{slug}: one submission at most {cpu:g} s of processor time and {idle:g} s idle")
    for name, when in done.items():
        row = rows[name]
        title = titles.get(name, "honest")
        print(f"  {when:7.1f} s  {row['total']:>5} of {row['out_of']}  {row['status']:<14} {title}")
    mine = next(iter(by_itself.values()))
    delay = done["2600099H"] - mine
    print(
        f"  all {seconds:.1f} s; the honest one {done['2600099H']:.1f} s, alone {mine:.1f} s; "
        f"other programs left {free:.0%} of a processor"
    )
    whole = rows["2600099H"]["total"] == rows["2600099H"]["out_of"]
    void = [name for name, row in rows.items() if "void" in row["status"]]
    in_time = seconds < (count + 1) * (cpu / JOBS + idle)
    return whole and not void and in_time and len(done) == count + 1 and delay * free < MOST_DELAY


def main() -> int:
    """Measures the courseworks that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument(
        "--count",
        type=int,
    )
    parser.add_argument("courseworks", nargs="*")
    required = parser.parse_args()
    everything = ["klondike"] if required.quick else ["klondike", "terminal", "guessing"]
    courseworks = required.courseworks or everything
    count = required.count or (FEW if required.quick else WORST)
    with tempfile.TemporaryDirectory(prefix="worst-") as name:
        course = prepare(Path(name) / "course", quick=required.quick)
        found = [measure(course, slug, Path(name) / slug, count) for slug in courseworks]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
