"""What a cluster costs: submissions a second on 1, 2 and 4 workers beside the plain pool.

    python tests/benchmark_cluster.py [--quick] [--submissions N]

Right submissions to Klondike are marked by one and by two processes of this machine, and by the
workers of a Dask scheduler on it. What is spent once a run is left out: figures are taken from a
fifth of the submissions on. Processor time is that of all processes together. The last lines say
what a million submissions would cost by these figures. Fails when a mark differs. `--quick` takes
a few submissions and one worker.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

import dask_cluster
from patience_grader.cluster.connecting import Certificates
from patience_grader.cluster.engine import Cluster, waits_for
from patience_grader.course.coursework import find_course
from patience_grader.grading.cohort import tasks_for
from patience_grader.grading.engine import Engine, Processes
from patience_grader.grading.processes import Meter
from patience_grader.grading.results import Outcome
from patience_grader.questions.drawing import settle
from patience_grader.submission.finding import find_uploads
from sample import ROOT, SUBMISSIONS, zip_of

ORDINARY = "reference-solution-66"
MILLION = 1_000_000
UNREADABLE = 100
"""So many that are hardly examined tell what it costs to hand one out and to store its result."""
CORES = (16, 64, 256, 1024)


@dataclass(frozen=True)
class Spent:
    """What has been spent so far, in seconds."""

    wall: float
    everything: float
    """Processor time of all processes."""
    command: float
    """Of that, the command's own: it reads submissions and stores results."""
    scheduler: float

    def __sub__(self, other: Spent) -> Spent:
        return Spent(
            self.wall - other.wall,
            self.everything - other.everything,
            self.command - other.command,
            self.scheduler - other.scheduler,
        )

    def each(self, count: int) -> Spent:
        """The same for one of so many."""
        parts = (self.wall, self.everything, self.command, self.scheduler)
        return Spent(*(one / count for one in parts))


@dataclass
class Stopwatch:
    """Reads the clocks when the first fifth of the submissions is done, and at the end."""

    count: int
    read: Callable[[], Spent]
    marks: list[object] = field(default_factory=list)
    begun: Spent | None = None
    ended: Spent | None = None

    def done(self, outcome: Outcome) -> None:
        """Hears of each submission."""
        self.marks.append(outcome.row.mark)
        if len(self.marks) == self.count // 5:
            self.begun = self.read()
        if len(self.marks) == self.count:
            self.ended = self.read()

    @property
    def each(self) -> Spent:
        """What a submission has cost."""
        assert self.begun is not None
        assert self.ended is not None
        return (self.ended - self.begun).each(self.count - self.count // 5)


def measured(
    engine: Engine, work: Path, name: str, count: int, scheduler: int = 0, uploads: str = "all"
) -> Spent:
    """What each of so many submissions costs with this engine."""
    coursework = find_course(ROOT).coursework("klondike")
    out = work / name
    questions = settle(coursework, out)
    found = find_uploads([work / uploads], coursework.required)
    everything = Meter(os.getpid())
    of_scheduler = Meter(scheduler) if scheduler else None

    def read() -> Spent:
        used = of_scheduler.read().cpu if of_scheduler else 0.0
        return Spent(time.monotonic(), everything.read().cpu, time.process_time(), used)

    watch = Stopwatch(count, read)
    engine.mark_all(coursework, tasks_for(coursework, found, questions=questions), out, watch.done)
    if set(watch.marks) != {coursework.scheme.total if uploads == "all" else 0}:
        raise SystemExit(f"{name}: submissions have other marks than they earn")
    each = watch.each
    print(
        f"{name:<34}{1 / each.wall:9.2f}{1000 * each.everything:12.0f}"
        f"{1000 * each.command:12.1f}{1000 * each.scheduler:12.1f}"
    )
    return each


def on_workers(number: int, work: Path, counts: Mapping[str, int]) -> dict[str, Spent]:
    """The same for these uploads, so many of each, on so many workers with one thread each."""
    started = [dask_cluster.scheduler()]
    with dask_cluster.stopped(started):
        address = started[0].found
        started += [dask_cluster.worker(address) for _ in range(number)]
        with Cluster(address, Certificates(), 1, (), print, waits_for) as engine:
            name = f"cluster, {number} worker{'s' * (number > 1)}"
            names = {uploads: name + f", {uploads}" * (uploads != "all") for uploads in counts}
            scheduler = started[0].process.pid
            return {
                uploads: measured(engine, work, names[uploads], count, scheduler, uploads)
                for uploads, count in counts.items()
            }


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer submissions, rougher figures")
    parser.add_argument("--submissions", type=int, default=60, help="how many (default: 60)")
    options = parser.parse_args()
    count, workers = (5, (1,)) if options.quick else (options.submissions, (1, 2, 4))
    unreadable = UNREADABLE // 10 if options.quick else UNREADABLE
    cores = len(os.sched_getaffinity(0))
    print(f"{count} right submissions, {cores} processors; milliseconds of processor time each")
    print(f"{'':<34}{'a second':>9}{'together':>12}{'command':>12}{'scheduler':>12}")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name in ("all", "unreadable"):
            (work / name).mkdir()
        for number in range(count):
            data = zip_of({**SUBMISSIONS[ORDINARY], "number.txt": str(number).encode()})
            (work / "all" / f"{2600000 + number}F.zip").write_bytes(data)
        for number in range(unreadable):
            (work / "unreadable" / f"{2600000 + number}F.zip").write_bytes(b"no zip")
        for jobs in workers[:2]:
            measured(Processes(jobs), work, f"plain pool, {jobs} process{'es' * (jobs > 1)}", count)
        handed = {workers[:2][-1]: {"unreadable": unreadable}}
        found = [on_workers(one, work, {"all": count, **handed.get(one, {})}) for one in workers]
    spent = [one["all"] for one in found]
    (handing,) = (one["unreadable"] for one in found if "unreadable" in one)
    each = min(one.everything - one.command - one.scheduler for one in spent)
    print(f"\na million submissions, {each:.3f} s on a worker each:")
    for number in CORES:
        print(f"{number:>6} cores of workers{MILLION * each / number / 3600:9.1f} h")
    busy = max(handing.command, handing.scheduler)
    print(
        f"the command takes {MILLION * handing.command / 3600:.1f} h and the scheduler "
        f"{MILLION * handing.scheduler / 3600:.1f} h of a core for that (by what is quickly "
        f"examined), so more than {each / busy:.0f} cores of workers would wait for them"
    )


if __name__ == "__main__":
    main()
