"""The handout of the guessing game: its examples run, and its tables agree with each other."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

from guessing.__main__ import MOST_GUESSES
from guessing.cards import Card
from guessing_oracle import noted
from patience_grader.marks.scheme import read_scheme

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "handout" / "guessing.md").read_text(encoding="utf-8")
FRONT, _, BODY = TEXT.partition("+++\n")[2].partition("\n+++\n")
DATA = tomllib.loads(FRONT)
SIZES = ("two_cards", "three_cards", "four_cards")


def test_every_example_runs_as_it_is_printed() -> None:
    blocks = re.findall(r"```python\n(.*?)```", BODY, re.DOTALL)
    names: dict[str, object] = {}
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), names, "guessing.md", None, 0)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted == BODY.count(">>> ") > 30


def test_the_table_of_examples_follows_the_rules() -> None:
    rows = re.findall(r"^\| (\S\S \S\S) \| (\S\S \S\S) \| ([0-9, ]+) \|", BODY, re.MULTILINE)
    assert len(rows) == 5
    for answer, guess, said in rows:
        hands = [[Card.parse(word) for word in text.split()] for text in (answer, guess)]
        assert ", ".join(map(str, noted(*hands))) == said


def test_the_marks_add_up() -> None:
    scheme = read_scheme(BODY, "handout/guessing.md", DATA["total"])
    worth = {exercise.name: int(exercise.worth) for exercise in scheme.exercises}
    assert worth == {
        "feedback": 10,
        "two_cards": 40,
        "three_cards": 12,
        "four_cards": 8,
        "quality": 30,
    }


def test_the_table_of_the_scale_is_the_one_of_the_front_matter() -> None:
    told_rows = re.findall(
        r"^\| ([0-9.]+)[a-z ]* \| ([0-9.]+)[a-z ]* \| ([0-9.]+)[a-z ]* \| ([0-9]+) \|$",
        BODY,
        re.MULTILINE,
    )
    rows = [tuple(map(float, row)) for row in told_rows]
    for column, size in enumerate(SIZES):
        points = [(row[column], row[3]) for row in rows]
        assert points == [tuple(point) for point in DATA["suite"]["scale"][size]["percent"]]
        assert points == sorted(points, key=lambda point: (point[0], -point[1]))
    assert DATA["suite"]["scale"]["most_guesses"] == MOST_GUESSES
    assert [DATA["suite"]["scale"][size]["targets"] for size in SIZES] == [1326, 60, 30]
