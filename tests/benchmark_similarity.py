"""How well copies are found: `python tests/benchmark_similarity.py [--quick]`.

Of every known right submission of every coursework a copy is planted, in one way after the
other. Reported are the share of the copies that are listed at the default of `patience similar`,
how many pairs are listed of those that were written apart, and the share of the copies that
stand above all of these (whatever the threshold). With an interpreter that has copydetect
installed (`--copydetect PYTHON`), the same files are given to that, with its own default threshold.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from patience_grader.similarity.compare import Files, compare
from planted import WAYS, folder_of, given_files, right_submissions

COURSEWORKS = {
    "klondike": ("deck.py", "game.py"),
    "guessing": ("guesser.py",),
    "terminal": (),
}
LEAST = 0.4
THEIR_LEAST = 0.33
COPY = "+copy"
THEIRS = """
import json, sys
from copydetect import CopyDetector
folder, given = sys.argv[1:]
found = CopyDetector(test_dirs=[folder], boilerplate_dirs=[given], display_t=0.01, silent=True,
                     disable_filtering=False, autoopen=False, extensions=["py"])
found.run()
print(json.dumps([[one[0], one[1], one[2], one[3]] for one in found.get_copied_code_list()]))
"""

Shares = Mapping[frozenset[str], float]
"""How much two submissions share, from 0 to 1; what is not there shares too little to be said."""
Finder = Callable[[Mapping[str, Files], Files], Shares]


@dataclass(frozen=True)
class Found:
    """What became of planted copies, and of what was written apart."""

    planted: int
    listed: int
    apart: int
    false: int
    above: int

    def __add__(self, other: Found) -> Found:
        mine, its = vars(self), vars(other)
        return Found(**{name: mine[name] + its[name] for name in mine})


def ours(cohort: Mapping[str, Files], given: Files) -> Shares:
    """By `patience similar`; what is identical shares all."""
    found = compare(cohort, given, 0.01)
    shares = {frozenset((one.pair.one, one.pair.other)): one.pair.share for one in found.alike}
    for group in found.identical:
        shares |= {frozenset(pair): 1.0 for pair in combinations(group, 2)}
    return shares


def theirs(python: str) -> Finder:
    """By copydetect, which compares files: a submission is one file."""

    def find(cohort: Mapping[str, Files], given: Files) -> Shares:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            folder_of(root / "all", cohort)
            (root / "given").mkdir()
            for number, text in enumerate(given.values()):
                (root / "given" / f"{number}.py").write_text(text, "utf-8")
            command = [python, "-c", THEIRS, str(root / "all"), str(root / "given")]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        shares: dict[frozenset[str], float] = {}
        for one, other, file, beside in json.loads(done.stdout.splitlines()[-1]):
            pair = frozenset((Path(file).stem, Path(beside).stem))
            shares[pair] = max(shares.get(pair, 0.0), one, other)
        return shares

    return find


def measure(find: Finder, least: float, way: str) -> Found:
    """Plants a copy of every submission in this way."""
    total = Found(0, 0, 0, 0, 0)
    for coursework, names in COURSEWORKS.items():
        right = right_submissions(coursework, names)
        copies = {
            name + COPY: {file: WAYS[way](text) for file, text in files.items()}
            for name, files in right.items()
        }
        shares = find({**right, **copies}, given_files(coursework, names))
        planted = {frozenset((name, name + COPY)) for name in right}
        # A copy and another one's original were written apart too.
        apart = {frozenset(pair) for pair in combinations([*right, *copies], 2)} - planted
        most = max((shares.get(pair, 0.0) for pair in apart), default=0.0)
        total += Found(
            len(planted),
            sum(shares.get(pair, 0.0) >= least for pair in planted),
            len(apart),
            sum(shares.get(pair, 0.0) >= least for pair in apart),
            sum(shares.get(pair, 0.0) > most for pair in planted),
        )
    return total


def main() -> None:
    """Prints a table for each finder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copydetect", metavar="PYTHON")
    parser.add_argument("--quick", action="store_true", help="copies made in one way alone")
    options = parser.parse_args()
    python, ways = options.copydetect, list(WAYS)[: 1 if options.quick else None]
    finders: dict[str, tuple[Finder, float]] = {"patience similar": (ours, LEAST)}
    if python:
        finders["copydetect"] = (theirs(python), THEIR_LEAST)
    for title, (find, least) in finders.items():
        print(f"{title}, listed from {least:.0%}")
        for way in ways:
            one = measure(find, least, way)
            print(
                f"  {way:<18} recall {one.listed}/{one.planted} ({one.listed / one.planted:.0%})"
                f"   false alarms {one.false}/{one.apart} ({one.false / one.apart:.1%})"
                f"   above all others {one.above / one.planted:.0%}"
            )


if __name__ == "__main__":
    main()
