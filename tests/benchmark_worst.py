"""How long the worst submissions take, and an honest one that waits behind twenty of them.

    python tests/benchmark_worst.py [--quick] [COURSEWORK...]

Each coursework is marked with its own limits on two workers. Prints when each submission was done
and how. Fails when one is void, when the honest one loses a mark or more than ten seconds (of a
processor that other programs leave to it), or when the cohort takes longer than the limits allow.
`--quick` takes few, and ends when the honest one of the first coursework is done.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
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
WORST_IF_QUICK = 3
MOST_DELAY = 10.0
"""So many seconds may an honest submission lose to others, on two processors of its own."""
HONEST = "2600099H"
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


def run(slug: str, zips: Path, out: Path, until: str = "") -> tuple[float, dict[str, float]]:
    """How long marking took, and when each was done; ends when the one that is named is."""
    begun = time.time()
    command = subprocess.Popen(
        [sys.executable, "-m", "patience_grader", "grade", str(zips), "--out", str(out)]
        + ["--jobs", str(JOBS), "--course", str(ROOT), "--coursework", slug],
        stdout=subprocess.DEVNULL,
    )
    while command.poll() is None:
        if until and (out / until / "sheet.json").exists():
            command.terminate()
            command.wait()
        time.sleep(0.05)
    done = {path.parent.name: path.stat().st_mtime for path in out.glob("*/results.json")}
    return time.time() - begun, {name: when - begun for name, when in sorted(done.items())}


def share() -> float:
    """The share of a processor that a program gets now."""
    begun, used = time.monotonic(), time.process_time()
    while time.process_time() - used < 0.1:
        pass
    return (time.process_time() - used) / (time.monotonic() - begun)


def measure(slug: str, base: Path, count: int, *, quick: bool) -> bool:
    """Prints what was measured; whether all is as promised."""
    alone, all_of_them = base / "alone", base / "all"
    for folder in (alone, all_of_them):
        folder.mkdir(parents=True)
        (folder / f"{HONEST}.zip").write_bytes(zip_of(honest(slug)))
    kinds = list(worst(slug).items())
    titles = {HONEST: "honest"}
    for number in range(count):
        title, files = kinds[number % len(kinds)]
        titles[f"26000{number:02}W"] = title
        (all_of_them / f"26000{number:02}W.zip").write_bytes(zip_of(files))
    if not quick:
        run(slug, alone, base / "warm")
    _, by_itself = run(slug, alone, base / "first")
    free = share()
    seconds, done = run(slug, all_of_them, base / "marks", HONEST if quick else "")
    free = min(free, share())
    delay = done[HONEST] - by_itself[HONEST]
    print(
        f"{slug}: all {seconds:.1f} s; the honest one {done[HONEST]:.1f} s, alone "
        f"{by_itself[HONEST]:.1f} s; other programs left {free:.0%} of a processor"
    )
    right = [
        json.loads((base / run / HONEST / "results.json").read_bytes())["score"]
        for run in ("first", "marks")
    ]
    if right[0] != right[1] or delay * free >= MOST_DELAY:
        return False
    return quick or all_end(slug, base / "marks", titles, done, seconds)


def all_end(
    slug: str, marks: Path, titles: Mapping[str, str], done: Mapping[str, float], seconds: float
) -> bool:
    """Prints how each submission ended; whether all did within the limits, and none is void."""
    with (marks / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    limits = read_coursework(ROOT, slug).limits
    stages = [deadline_of(stage, limits) for stage in Stage if stage is not Stage.STARTING]
    cpu, idle = (sum(getattr(one, kind) for one in stages) for kind in ("cpu", "idle"))
    print(f"  one submission at most {cpu:g} s of processor time and {idle:g} s idle")
    for name, when in done.items():
        row = rows[name]
        result = f"{row['total']:>5} of {row['out_of']}  {row['status']:<14}"
        print(f"  {when:7.1f} s  {result} {titles[name]}")
    is_void = any("void" in row["status"] for row in rows.values())
    in_time = seconds < len(titles) * (cpu / JOBS + idle)
    return not is_void and in_time and done.keys() == titles.keys()


def main() -> int:
    """Measures the courseworks that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--count", type=int, help=f"how many of the worst (default: {WORST})")
    parser.add_argument("courseworks", nargs="*")
    required = parser.parse_args()
    count = required.count or (WORST_IF_QUICK if required.quick else WORST)
    everything = ["klondike"] if required.quick else ["klondike", "terminal", "guessing"]
    with tempfile.TemporaryDirectory(prefix="worst-") as name:
        found = [
            measure(slug, Path(name) / slug, count, quick=required.quick)
            for slug in required.courseworks or everything
        ]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
