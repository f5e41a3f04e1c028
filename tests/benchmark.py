"""How fast the kit is. Prints a table; `--quick` takes fewer runs, and marks four exercises.

Every figure is the median of several runs with the least and the most. Processor
time is that of all processes together; what is spent once a run is taken off by
comparing a run over many submissions with one over a single submission. pytest (without the
plugins that happen to be installed) and gradescope-utils are run on sixty of the kit's own
questions where they are installed. As machines differ, compare what stands in one table.

`--against COMMIT` measures another commit beside this tree, in turns, and prints how much of its
time this tree takes: the median of the pairs, with the least and the most.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import json
import os
import pickle
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest.mock
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from patience_grader.course.coursework import Coursework, find_course
from patience_grader.marking.run_suite import run_suites
from patience_grader.marking.suite_result import RunSuite
from patience_grader.marks.verdict import State
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import LockedGuest, Parent
from patience_grader.sandbox.student import Student
from patience_grader.selftest.known import wrong_submissions

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "solution"), str(ROOT / "grader")]

from sample import SUBMISSIONS, zip_of  # noqa: E402
from small_course import small_course  # noqa: E402

ORDINARY, BUGGY, HANGING = (
    "reference-solution-66",
    "pillars-take-any-higher-card-58",
    "endless-loop-when-drawing-64.5",
)
PROGRAMS = {
    f"a right game, {path.name}": {file.name: file.read_bytes() for file in path.glob("*.*")}
    for path in (ROOT / "tests" / "known" / "terminal" / "right").iterdir()
    if path.name in {"one_class", "many_classes"}
}
SIXTY = 60
NEVER_END = {"flip-keeps-turning-until-something-changes"}


class Spread(NamedTuple):
    """The median, the least and the most of some runs."""

    median: float
    least: float
    most: float


def spread(figures: Sequence[float]) -> Spread:
    """The spread of the figures."""
    return Spread(statistics.median(figures), min(figures), max(figures))


def cpu_of(command: Sequence[str], folder: Path, kit: Path = ROOT, **added: str) -> float:
    """The processor seconds of a command of a kit, and of all processes it waited for.

    What is imported is compiled once, as where the kit is installed.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "PYTHONPATH": str(kit / "grader"), **added}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stdout.decode()}{done.stderr.decode()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def uploads(folder: Path, name: str, count: int) -> Path:
    """A folder with that many copies of a sample submission."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{2600000 + number}F.zip").write_bytes(zip_of({**SUBMISSIONS, **PROGRAMS}[name]))
    return folder


def of_all_kinds(folder: Path, count: int) -> Path:
    """A folder with so many submissions, of all kinds of the sample but the one that hangs."""
    folder.mkdir()
    kinds = [files for name, files in SUBMISSIONS.items() if name != HANGING]
    for number in range(count):
        (folder / f"{2600000 + number}F.zip").write_bytes(zip_of(kinds[number % len(kinds)]))
    return folder


def known_wrong(folder: Path, count: int) -> Path:
    """A folder with that many of the known wrong submissions, of all kinds."""
    folder.mkdir()
    wrong = wrong_submissions(find_course(ROOT).coursework("klondike"))
    chosen = [one for one in wrong if one.name not in NEVER_END]
    for number, one in enumerate(chosen[:: len(chosen) // count][:count]):
        (folder / f"{2600000 + number}F.zip").write_bytes(zip_of(one.files))
    return folder


def grade(course: Path, upload: Path, out: Path, jobs: int = 1, kit: Path = ROOT) -> float:
    """The processor seconds that a kit takes to mark a folder."""
    command = [sys.executable, "-m", "patience_grader", "grade", str(upload), "--out", str(out)]
    options = ["--jobs", str(jobs), "--again", "--course", str(course)]
    return cpu_of([*command, *options], course, kit=kit)


def one_more(many: Path, two: Path, work: Path, course: Path, kit: Path = ROOT) -> float:
    """The processor seconds that one more submission costs, of the many in a folder.

    A run of two has started all that a run of many starts; a run of one has not.
    """
    more = len(list(many.iterdir())) - len(list(two.iterdir()))
    base = grade(course, two, asking_the_same(work, two.name), kit=kit)
    return (grade(course, many, asking_the_same(work, many.name), kit=kit) - base) / more


def asking_the_same(work: Path, name: str) -> Path:
    """A folder for results with the questions that were drawn first, if there are any."""
    folder, drawn = work / f"out-{name}", work / "out" / "questions.json"
    folder.mkdir(exist_ok=True)
    if drawn.exists():
        shutil.copy(drawn, folder)
    return folder


def per_submission(work: Path, course: Path, name: str, count: int, runs: int) -> Spread:
    """The processor seconds that one more submission costs."""
    two = uploads(work / f"{name}-two", name, 2)
    many = uploads(work / f"{name}-many", name, count + 2)
    return spread([one_more(many, two, work, course) for _ in range(runs)])


def per_question(coursework: Coursework, runs: int) -> tuple[Spread, Spread]:
    """Microseconds of wall time a question takes across the boundary, and in this process."""
    from klondike import board, cards, errors, game  # noqa: PLC0415
    from suites.klondike.bank.pool import pool  # noqa: PLC0415

    types = Types([cards, board, errors])
    boards = [one for one in pool() if one.deck][:200]
    batch = Batch([("game.draw", (one,)) for one in boards], types, lasting=True)
    names = [name.removesuffix(".py") for name in coursework.required]
    files = {name: (coursework.solution / f"{name}.py").read_text("utf-8") for name in names}
    parent = Parent(coursework.preload(), coursework.limits)
    across, within = [], []
    for _ in range(runs):
        with Student(parent, types, files, files) as student:
            student.open()
            across.append(_timed(partial(student.ask, batch)) / len(boards))
        within.append(_timed(lambda: [game.draw(one) for one in boards]) / len(boards))
    parent.close()
    return spread([1e6 * one for one in across[1:]]), spread([1e6 * one for one in within[1:]])


def guest_start(coursework: Coursework, runs: int) -> tuple[Spread, Spread]:
    """Milliseconds until a locked guest is ready, and until a cold interpreter has ended."""
    parent = Parent(coursework.preload(), coursework.limits)
    warm, cold = [], []
    for seed in range(runs):
        start = time.perf_counter()
        guest = parent.fork(seed)
        warm.append(1e3 * (time.perf_counter() - start))
        guest.close()
        command = [sys.executable, "-I", "-S", "-c", "pass"]
        cold.append(1e3 * _timed(partial(subprocess.run, command, check=True)))
    parent.close()
    return spread(warm[1:]), spread(cold[1:])


def _timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def sixty_cases(course: Path) -> list[tuple[str, str, tuple[object, ...], object]]:
    """Sixty questions of the suites: module, function, arguments, value or error name."""
    from patience_grader.suite.cases import Value  # noqa: PLC0415
    from suites.klondike.manner import MANNER  # noqa: PLC0415

    table = find_course(course).coursework("klondike").scheme
    moves = [one for one in table.criteria if one.exercise.startswith(("draw", "move", "solve"))]
    found = [
        (f"game.{one.exercise}", arguments)
        for one in moves
        for arguments in _questions(one.exercise)[one.id.partition(".")[2]][:2]
    ][:SIXTY]
    rows = []
    for function, arguments in found:
        right = MANNER.expect(function, arguments)
        module, _, name = function.partition(".")
        expected = right.shown if isinstance(right, Value) else right.names
        rows.append((module, name, arguments, expected))
    return rows


def _questions(exercise: str) -> dict[str, list[tuple[object, ...]]]:
    """What the suites ask about a move, by aspect."""
    found: dict[str, list[tuple[object, ...]]]
    found = import_module(f"suites.klondike.bank.{exercise}").QUESTIONS
    return found


SUITE = '''"""Sixty single questions."""
import pickle
from pathlib import Path
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Cases, examine
from suites.klondike.manner import MANNER

ROWS = pickle.loads((Path(__file__).parent / "rows.pickle").read_bytes())
CASES = [Cases(MANNER, f"{module}.{name}", [arguments]) for module, name, arguments, _ in ROWS]

'''
PEER = '''"""Sixty single questions, put by the process that runs the submission."""
import pickle
import unittest
from pathlib import Path
from klondike import deck, errors, game

ROWS = pickle.loads((Path(__file__).parent / "rows.pickle").read_bytes())

def check(number):
    module, name, arguments, expected = ROWS[number]
    function = getattr({"deck": deck, "game": game}[module], name)
    if isinstance(expected, tuple) and expected and isinstance(expected[0], str):
        try:
            function(*arguments)
        except errors.MoveError as error:
            assert type(error).__name__ in expected
        else:
            raise AssertionError
    else:
        assert function(*arguments) == expected

'''


def sixty_by_the_kit(work: Path, rows: bytes, count: int, runs: int) -> Spread:
    """The processor seconds a submission costs when just the sixty questions are asked."""
    course = work / "course"
    for folder in ("solution", "skeleton", "handout", "grader/suites"):
        shutil.copytree(ROOT / folder, course / folder)
    suites = course / "grader" / "suites" / "klondike"
    for path in suites.glob("test_*.py"):
        path.unlink()
    tests = "".join(
        f"def test_c{n}(student: Student) -> None:\n    examine(student, CASES[{n}])\n\n"
        for n in range(SIXTY)
    )
    (suites / "test_case.py").write_text(SUITE + tests)
    (suites / "rows.pickle").write_bytes(rows)
    handout = course / "handout" / "klondike.md"
    front = (
        handout.read_text("utf-8").partition("# Klondike")[0].replace("total = 66", "total = 60")
    )
    front = re.sub(r"\[visibility\.criteria\]\n.*?\n\n", "", front, flags=re.DOTALL)
    table = ["| criterion | what we look for | marks |", "|---|---|---:|"]
    table += [f"| **`case`** | **Sixty questions** | **{SIXTY}** |"]
    table += [f"| `case.c{n}` | Question {n}. | 1 |" for n in range(SIXTY)]
    handout.write_text("\n".join([front, *table, f"| | **total** | **{SIXTY}** |", ""]), "utf-8")
    (work / "sixty").mkdir()
    grade(course, uploads(work / "sixty-two", ORDINARY, 2), work / "sixty-out")  # draws, and proves
    return per_submission(work / "sixty", course, ORDINARY, count, runs)


def sixty_by_peers(work: Path, rows: bytes, runs: int) -> dict[str, Spread]:
    """The processor seconds a submission costs with the peers that are installed."""
    folder = work / "peers"
    shutil.copytree(ROOT / "solution" / "klondike", folder / "klondike")
    (folder / "rows.pickle").write_bytes(rows)
    functions = "".join(f"def test_c{n}():\n    check({n})\n\n" for n in range(SIXTY))
    (folder / "test_sixty.py").write_text(PEER + functions)
    methods = "".join(
        f"    @weight(1)\n    def test_c{n}(self):\n        check({n})\n" for n in range(SIXTY)
    )
    (folder / "gradescope_sixty.py").write_text(
        "from gradescope_utils.autograder_utils.decorators import weight\n"
        "from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner\n"
        f"{PEER}class Sixty(unittest.TestCase):\n{methods}\n"
        "with open('results.json', 'w') as file:\n"
        "    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Sixty)\n"
        "    JSONTestRunner(visibility='visible', stream=file).run(suite)\n"
    )
    commands = {
        "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_sixty.py"],
        "gradescope_utils": [sys.executable, "gradescope_sixty.py"],
    }
    figures = {}
    for module, command in commands.items():
        if importlib.util.find_spec(module):
            once = partial(cpu_of, command, folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
            once()
            figures[module] = spread([once() for _ in range(runs)])
    results = folder / "results.json"
    if results.exists() and Fraction(json.loads(results.read_text())["score"]) != SIXTY:
        raise RuntimeError("gradescope-utils does not give full marks")
    return figures


def print_alone(work: Path, runs: int) -> None:
    """Prints what a command for one submission takes: on a new machine, and after that.

    A new machine has neither drawn questions nor seen that right submissions pass; with the file
    of questions it has only the latter to do.
    """
    one = uploads(work / "alone", ORDINARY, 1)
    first, informed, later = (list[tuple[float, float]]() for _ in range(3))
    for number in range(runs):
        out, other = work / f"first-{number}", work / f"informed-{number}"
        first.append(_alone(one, out, work / f"cache-{number}"))
        later.append(_alone(one, out, work / f"cache-{number}"))
        other.mkdir()
        shutil.copy(out / "questions.json", other)
        informed.append(_alone(one, other, work / f"another-{number}"))
    for kind, found in {
        "the first on a machine": first,
        "the first on a machine that has the questions": informed,
        "later": later,
    }.items():
        on_the_clock = spread([passed for passed, _ in found])
        _print(f"one submission, {kind}", on_the_clock, "s on the clock", 2)
        _print("", spread([used for _, used in found]), "s CPU", 2)


def _alone(one: Path, out: Path, cache: Path) -> tuple[float, float]:
    """The seconds on the clock and the processor seconds of marking it where this is kept."""
    with unittest.mock.patch.dict(os.environ, XDG_CACHE_HOME=str(cache)):
        since = time.perf_counter()
        used = grade(ROOT, one, out)
        return time.perf_counter() - since, used


def where_it_goes(coursework: Coursework, runs: int) -> dict[str, Spread]:
    """Milliseconds of processor time of marking the solution, by what they are spent on.

    Collects the suites in this process, which is changed by that.
    """
    figures: dict[str, list[float]] = {}
    guests: list[tuple[float, float, float]] = []
    loaded: dict[LockedGuest, float] = {}
    load, end = LockedGuest.load, LockedGuest._end

    def noted_load(guest: LockedGuest, *given: Any) -> Iterator[Any]:
        for answer in load(guest, *given):
            loaded[guest] = guest.cpu_seconds
            yield answer

    def noted_end(guest: LockedGuest) -> Any:
        is_first, crashed = guest._ended is None, end(guest)
        if is_first:
            guests.append((guest._locking, loaded.get(guest, 0.0), guest.cpu_seconds))
        return crashed

    def use(run: RunSuite) -> None:
        files = {
            name: (coursework.solution / name).read_text("utf-8") for name in coursework.required
        }
        sources = {name.removesuffix(".py"): text for name, text in files.items()}
        for _ in range(runs + 1):
            guests.clear()
            since = time.process_time()
            verdicts = run(sources).verdicts
            if any(one.state is not State.PASSED for one in verdicts.values()):
                raise RuntimeError("the solution does not pass")
            spent = {
                "the grader asks, reads and judges": time.process_time() - since,
                "guests are locked": sum(locking for locking, _, _ in guests),
                "guests import the submission": sum(load for _, load, _ in guests),
                "guests answer": sum(used - load for _, load, used in guests),
            }
            for what, seconds in spent.items():
                figures.setdefault(what, []).append(1e3 * seconds)

    with (
        unittest.mock.patch.object(LockedGuest, "load", noted_load),
        unittest.mock.patch.object(LockedGuest, "_end", noted_end),
    ):
        run_suites(coursework, use)
    return {what: spread(some[1:]) for what, some in figures.items()}


def compare(commit: str, runs: int, count: int) -> None:
    """Prints what this tree takes of the processor time that another commit takes."""
    with tempfile.TemporaryDirectory() as name:
        work, other = Path(name), Path(name) / "commit"
        archived = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, capture_output=True, check=False
        )
        if archived.returncode:
            raise SystemExit(f"{commit}: {archived.stderr.decode().strip()}")
        with tarfile.open(fileobj=io.BytesIO(archived.stdout)) as tree:
            tree.extractall(other, filter="data")
        one, two = (uploads(work / f"right-{n}", ORDINARY, n) for n in (1, 2))
        folders = {
            "a right submission": uploads(work / "right", ORDINARY, count + 2),
            "a wrong submission, mean of all kinds": known_wrong(work / "wrong", count + 2),
            "one that never ends": uploads(work / "hanging", HANGING, 4),
        }
        print(f"{'':<44}{'this tree':>10}{commit[:10]:>12}{'ratio':>9}{'least':>8}{'most':>8}")
        for kit in (ROOT, other):
            grade(kit, two, work / "out", kit=kit)  # each draws its questions once
        measures: dict[str, Callable[[Path], float]] = {
            name: partial(_one_more_of, many, two, work) for name, many in folders.items()
        }
        measures["one submission alone"] = lambda tree: grade(
            tree, one, asking_the_same(work, "alone"), kit=tree
        )
        for label, measure in measures.items():
            pairs = [(measure(ROOT), measure(other)) for _ in range(runs)]
            ratio = spread([this / that for this, that in pairs])
            this, that = (statistics.median(figures) for figures in zip(*pairs, strict=True))
            print(
                f"{label:<44}{this:9.3f}s{that:11.3f}s"
                f"{ratio.median:9.2f}{ratio.least:8.2f}{ratio.most:8.2f}"
            )


def _one_more_of(many: Path, two: Path, work: Path, tree: Path) -> float:
    return one_more(many, two, work, tree, kit=tree)


def _print(label: str, figures: Spread, unit: str, digits: int) -> None:
    shown = "  ".join(f"{figure:9.{digits}f}" for figure in figures)
    print(f"{label:<58}{shown}  {unit}")


def main() -> None:
    """Runs everything and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs, fewer exercises")
    parser.add_argument("--against", metavar="COMMIT", help="compare this tree with a commit")
    options = parser.parse_args()
    quick = options.quick
    count, runs, cohort = (3, 1, 8) if quick else (40, 5, 200)
    if options.against:
        compare(options.against, runs, count)
        return
    coursework = find_course(ROOT).coursework("klondike")
    print(f"{'':<58}{'median':>9}  {'least':>9}  {'most':>9}")
    with tempfile.TemporaryDirectory() as folder_name:
        work = Path(folder_name)
        course = small_course(work / "small") if quick else ROOT
        two = uploads(work / "two", ORDINARY, 2)
        grade(course, two, work / "out")  # questions are drawn, and the solution is proven, once
        _print("right submission", per_submission(work, course, ORDINARY, count, runs), "s CPU", 4)
        wrong = known_wrong(work / "wrong", count + 2)
        mean = spread([one_more(wrong, two, work, course) for _ in range(runs)])
        _print("wrong submission, mean of all kinds", mean, "s CPU", 4)
        if not quick:
            other_kinds(work, count, runs, cohort)
        beside_a_call(coursework, runs)
        rows = pickle.dumps(sixty_cases(ROOT))
        kit = sixty_by_the_kit(work, rows, max(count, SIXTY), runs)
        _print("sixty questions: the kit", kit, "s CPU a submission", 4)
        for peer, figures in sixty_by_peers(work, rows, runs if quick else 2 * runs).items():
            _print(f"sixty questions: {peer}", figures, "s CPU a submission", 4)
            print(f"{'':<4}{f'{peer} / the kit':<54}{figures.median / kit.median:9.1f}")
        print("where a right submission's time goes")
        for what, figures in where_it_goes(coursework, 4 * runs).items():
            _print(f"    {what}", figures, "ms CPU", 1)


def other_kinds(work: Path, count: int, runs: int, cohort: int) -> None:
    """Prints what other kinds of submissions cost, a cohort, and one submission alone."""
    _print("buggy submission", per_submission(work, ROOT, BUGGY, count, runs), "s CPU", 4)
    hanging = per_submission(work, ROOT, HANGING, 2, min(runs, 3))
    _print("hanging submission", hanging, "s CPU", 4)
    for name in sorted(PROGRAMS):
        figures = per_submission(work, ROOT, name, count, runs)
        _print(f"terminal: {name}", figures, "s CPU", 4)
    for kind, folder in {
        "right submissions": uploads(work / "cohort", ORDINARY, cohort),
        "of all kinds": of_all_kinds(work / "kinds", cohort),
    }.items():
        out = asking_the_same(work, f"all-{folder.name}")
        since = time.perf_counter()
        used = grade(ROOT, folder, out, jobs=2)
        passed = time.perf_counter() - since
        print(f"{f'{cohort} {kind} on two processors':<58}{passed:9.1f}{'':26}s on the clock")
        print(f"{'':<58}{used:9.1f}{'':26}s CPU")
    print_alone(work, min(runs, 3))


def beside_a_call(coursework: Coursework, runs: int) -> None:
    """Prints what a question costs beside the call alone, and a guest beside an interpreter."""
    across, within = per_question(coursework, 2 * runs)
    _print("a question (draw) across the boundary", across, "µs", 1)
    _print("the same call in-process", within, "µs", 1)
    beyond = Spread(*(one - two for one, two in zip(across, within, strict=True)))
    _print("a question beyond its own work", beyond, "µs", 1)
    warm, cold = guest_start(coursework, 20 * runs)
    _print("a locked guest from the warm parent", warm, "ms", 2)
    _print("a cold interpreter beside it", cold, "ms", 2)


if __name__ == "__main__":
    main()
