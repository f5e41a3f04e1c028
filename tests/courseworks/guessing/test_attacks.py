"""Nothing that a guesser can see, count or remember says anything about a target."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from guessing_attacks import ATTACKS, attack
from guessing_short import short_course

COUNTS = {2: 102, 3: 1, 4: 1}
SIT = """
import json, sys
from pathlib import Path
from patience_grader.course.coursework import read_coursework
from patience_grader.questions.drawing import draw
from patience_grader.marking.run_suite import run_suites
from patience_grader.questions.secret import Secret

def use(sit):
    for name, text in json.load(sys.stdin).items():
        verdict = sit({"guesser": text}).verdicts["two_cards.guesses"]
        print(json.dumps([name, float(verdict.reason.split()[0])]))

coursework = read_coursework(Path(sys.argv[1]), "guessing")
run_suites(coursework, use, draw(coursework, Secret.of(sys.argv[2])))
"""
"""Sits guessers against questions from a secret; prints how many guesses two cards took them."""


def means(course: Path, secret: str, guessers: Mapping[str, str]) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", SIT, str(course), secret],
        input=json.dumps(guessers),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(course / "cache")},
    )
    return dict(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.slow
def test_who_looks_elsewhere_for_the_target_gains_nothing(tmp_path: Path) -> None:
    course = short_course(tmp_path / "course", {1326: COUNTS[2], 60: COUNTS[3], 30: COUNTS[4]})
    texts = {name: attack(name, COUNTS) for name in ("plain", *ATTACKS)}
    found = means(course, "a secret that nobody knows", texts)
    plain = found.pop("plain")
    assert found.keys() == ATTACKS.keys()
    assert plain > 4
    assert found.pop("count") > plain - 0.5, "its first guesses are others, so that chance decides"
    assert set(found.values()) == {plain}
