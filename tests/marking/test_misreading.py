"""Misreadings that whole submissions follow: found, told, and charged as the handout says."""

from __future__ import annotations

import csv
import json
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from patience_grader.course.coursework import read_coursework
from patience_grader.errors import InputError
from patience_grader.marking.misreading import Judged, Readings
from patience_grader.marks.mark_sheet import Award, MarkSheet
from patience_grader.marks.misread import BothWays, Misread, Once, settled
from patience_grader.marks.scheme import Criterion, Exercise, Scheme
from patience_grader.marks.verdict import PASSED, State, Verdict
from patience_grader.marks.visibility import Level, Phase, Visibility
from patience_grader.report.misread import sentences
from patience_grader.suite.misreading import Misreading, MisreadingError, Reading, checked
from sample import ROOT, zip_of
from smaller import HANDOUT, give_secret, leave
from warm import patience

EXERCISES = (
    "deck_of_52",
    "show",
    "setup",
    "update_column",
    "can_stack",
    "draw",
    "move",
    "move_from_discard",
)
TOTAL = 39
PLANTED = tomllib.loads((ROOT / "tests/known/klondike/misread.toml").read_text("utf-8"))
CHANGES: Mapping[str, Sequence[tuple[str, str]]] = {
    one["name"]: one["changes"] for one in PLANTED["submission"]
}
MISREAD: Mapping[str, Sequence[str]] = {
    **{one["name"]: one["misreads"] for one in PLANTED["submission"]},
    "columns-reversed+ace-high": ["columns reversed", "ace high"],
    "columns-reversed+deck-reversed": ["columns reversed", "deck reversed"],
    "nearly": [],
    "solution": [],
}
HALFWAY = ("def move_from_discard(", "def move_from_discards(")
"""Lost for another reason than any misreading."""


def game_of(name: str) -> str:
    """The solution's `game.py` as somebody writes it who misreads the handout like this."""
    text = (ROOT / "solution/klondike/game.py").read_text("utf-8")
    changes = [change for part in name.split("+") for change in CHANGES.get(part, ())]
    if name == "nearly":  # columns are reversed in half of the functions alone
        changes = [*CHANGES["columns-reversed"][:4], HALFWAY]
    for find, put in changes:
        assert find in text, (name, find)
        text = text.replace(find, put)
    return text


class Cohort:
    """The planted submissions, marked in a smaller copy of the course."""

    def __init__(self, root: Path) -> None:
        for folder in ("handout", "solution", "skeleton", "grader/suites"):
            shutil.copytree(ROOT / folder, root / folder)
        leave(EXERCISES, TOTAL, root)
        give_secret(root)
        self.root, self.out = root, root / "marks"
        (root / "in").mkdir()
        deck = (ROOT / "solution/klondike/deck.py").read_bytes()
        for name in MISREAD:
            files = {"deck.py": deck, "game.py": game_of(name).encode(), "status.txt": b"all\n"}
            (root / "in" / f"{name}.zip").write_bytes(zip_of(files))
        self.grade()

    def state(self, line: str) -> None:
        """Puts a line into the front matter, at its beginning."""
        file = self.root / HANDOUT
        file.write_text(file.read_text("utf-8").replace("+++\n", f"+++\n{line}\n", 1), "utf-8")

    def grade(self, *more: str) -> str:
        done = patience("grade", "in", "--jobs", "1", *more, cwd=self.root)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def rows(self) -> Mapping[str, Mapping[str, str]]:
        with (self.out / "marks.csv").open(encoding="utf-8", newline="") as file:
            return {row["submission"]: row for row in csv.DictReader(file)}

    def read(self, name: str, file: str) -> str:
        return (self.out / name / file).read_text("utf-8")

    def sheet(self, name: str) -> Any:
        return json.loads(self.read(name, "sheet.json"))


@pytest.fixture(scope="module")
def cohort(tmp_path_factory: pytest.TempPathFactory) -> Cohort:
    return Cohort(tmp_path_factory.mktemp("misread") / "course")


@pytest.mark.nightly
def test_each_misreading_is_found_told_and_costs_in_full_or_once(cohort: Cohort) -> None:
    rows = cohort.rows
    found = {name: row["misreading"] for name, row in rows.items()}
    assert found == {name: " and ".join(names) for name, names in MISREAD.items()}
    sheets = {name: cohort.sheet(name) for name in MISREAD}
    for name, names in MISREAD.items():
        if names:
            assert Fraction(rows[name]["by_reading"]) == TOTAL, name
            assert (rows[name]["regained"], rows[name]["total"] < str(TOTAL)) == ("0", True)
            page, results = (cohort.read(name, one) for one in ("feedback.html", "results.json"))
            for sentence in sheets[name]["misread"]["sentences"]:
                assert sentence.replace("'", "&#39;") in page.partition("Marks by exercise")[0]
                assert sentence in json.loads(results)["output"]
            assert "as your submission reads it" in page
            assert f"would have earned {TOTAL} of {TOTAL}" in page
        else:
            assert "misread" not in cohort.read(name, "feedback.html").partition("<body")[2]
    assert cohort.rows["solution"]["total"] == str(TOTAL)

    with (cohort.out / "misconceptions.csv").open(encoding="utf-8", newline="") as file:
        alike = [row["submissions"].split() for row in csv.DictReader(file)]
    both = {"columns-reversed", "columns-reversed+ace-high", "columns-reversed+deck-reversed"}
    assert any(both <= set(some) for some in alike)
    assert not any({"columns-reversed", "ace-high"} <= set(some) for some in alike)

    cohort.state("misreading_costs = 2.5")
    said = cohort.grade()
    assert "examining" not in said
    once = cohort.rows
    for name, names in MISREAD.items():
        strict = Fraction(rows[name]["total"])
        wanted = max(strict, TOTAL - Fraction(5, 2)) if names else strict
        assert Fraction(once[name]["total"]) == wanted, name
        assert cohort.sheet(name)["verdicts"] == sheets[name]["verdicts"]
        assert Fraction(once[name]["regained"] or 0) == wanted - strict
    assert "It costs 2.5 marks once" in cohort.read("columns-reversed", "feedback.html")
    explained = patience("explain", "marks", "columns-reversed", cwd=cohort.root)
    assert "36.5 of 39 marks" in explained.stdout
    assert "It costs 2.5 marks once" in explained.stdout

    cohort.grade("--phase", "submission")
    early = cohort.read("columns-reversed", "feedback.html")
    assert "It costs 2.5 marks once" in early
    assert sheets["columns-reversed"]["misread"]["sentences"][0] not in early
    assert "as your submission reads it" not in early


# The rule, with a judge that is made up


ALL = [f"move.{name}" for name in "abcdefgh"]


def explain(lost: Sequence[str], **right: str) -> tuple[str, ...]:
    """What explains the loss where each misreading makes right what it is given, of `ALL`."""
    misreadings = [Misreading(name, f"It is {name}.") for name in right]

    def judge(reading: Reading, name: str) -> Judged:
        parts = {one.name for one in reading.misreadings}
        both = "".join(right[one] for one in parts) + ("gh" if len(parts) == 2 else "")
        state = State.PASSED if name[-1] in both else State.FAILED
        return Judged(State.TIMED_OUT if "!" in both else state, is_read=name[-1] != "h")

    verdicts = {name: Verdict(State.FAILED) if name[-1] in lost else PASSED for name in ALL}
    found = Readings(misreadings).explain(verdicts, judge).misread
    return found.names if found else ()


def test_a_misreading_must_turn_most_right_and_break_nothing() -> None:
    assert explain("abcd", one="abcefgh") == ("one",)
    assert explain("abcd", one="abefgh") == ()  # half is not most
    assert explain("abcd", one="abcdefg") == ()  # it breaks h
    assert explain("ab", one="abcdefgh") == ()  # too little is lost
    assert explain("abcd", one="abcefgh", two="abcdefgh") == ("two",)
    assert explain("abcd", one="abcdefgh", two="abcdefgh") == ("one",)
    assert explain("abcd", one="abcdefgh!") == ()
    assert explain("abcdef", one="abc", two="def") == ("one", "two")
    assert explain("abh", one="abcdefg") == ()  # h is not judged by single questions


def test_a_misreading_that_fails_is_left_out_and_flagged_once() -> None:
    def judge(reading: Reading, name: str) -> Judged:
        if reading.misreadings[0].name == "one":
            raise MisreadingError(f"one fails on {name[0]}")
        return Judged(State.PASSED, is_read=True)

    verdicts = {name: Verdict(State.FAILED) for name in ALL}
    misreadings = [Misreading(name, f"It is {name}.") for name in ("one", "two")]
    found = Readings(misreadings).explain(verdicts, judge)
    assert found.misread
    assert found.misread.names == ("two",)
    assert found.faults == ("one fails on m",)
    flagged = {name: one.flag for name, one in found.flagged(verdicts).items() if one.flag}
    assert flagged == {ALL[0]: "one fails on m"}


# What it makes of a mark


def sheet(
    costs: Once | None, right: Sequence[str] = ("move.a", "move.b"), **more: Any
) -> MarkSheet:
    criteria = tuple(Criterion(name, name, Fraction(2), 1) for name in ALL[:3])
    exercise = Exercise("1", "move", "Moving", Fraction(6), criteria)
    lost = Verdict(State.FAILED, "it is wrong")
    return MarkSheet(
        "a",
        "a",
        Scheme((exercise,), Fraction(6)),
        tuple(Award(one, lost) for one in criteria),
        misread=Misread(("x",), ("You read x.",), ("move.a", "move.b"), BothWays("1", "2")),
        costs=costs,
        **more,
    )


def test_a_misreading_costs_once_and_never_more_than_it_costs_in_full() -> None:
    assert settled(Fraction(1), Fraction(5), None) == 1
    assert settled(Fraction(1), Fraction(5), Once(Fraction(3))) == 2
    assert settled(Fraction(1), Fraction(5), Once(Fraction(9))) == 1
    assert sheet(None).total == 0
    assert sheet(Once(Fraction(1))).total == 3
    assert sheet(Once(Fraction(1))).strict == 0
    assert sheet(Once(Fraction(1)), cap=2).total == 2
    full = list(sentences(sheet(None)))
    assert full == [
        "You read x.",
        "This one cause explains 2 of the 3 criteria that were lost.",
        "If the handout meant that, the submission would have earned 4 of 6 marks; as it is, it "
        "earned 0.",
    ]


def test_what_a_person_set_or_nobody_examined_is_not_regained() -> None:
    one = sheet(Once(Fraction(0)))
    first, second, third = one.awards
    overridden = Award(first.criterion, Verdict(State.FAILED, overridden="failed"))
    void = Award(second.criterion, Verdict(State.VOID))
    changed = MarkSheet(
        "a", "a", one.scheme, (overridden, void, third), misread=one.misread, costs=one.costs
    )
    assert changed.total == 0


def test_a_misreading_is_seen_where_all_of_it_may_be_seen() -> None:
    seen = Visibility({Phase.DEADLINE: Level.COUNTEREXAMPLE, Phase.SUBMISSION: Level.EXPECTED})
    free, charged = sheet(None), sheet(Once(Fraction(1)))
    assert free.as_visible(seen, Phase.DEADLINE).misread == free.misread
    assert free.as_visible(seen, Phase.SUBMISSION).misread is None
    hidden = charged.as_visible(seen, Phase.SUBMISSION)
    assert hidden.total == charged.total
    assert "x" not in " ".join(sentences(hidden)).split()
    assert hidden.misread
    assert hidden.misread.shown is None


@pytest.mark.parametrize(
    ("stated", "why"),
    [
        (None, "MISREADINGS must be a list"),
        ([], "MISREADINGS must be a list"),
        ([Misreading("a", "A."), Misreading("a", "B.")], "two misreadings have the name 'a'"),
        ([Misreading("a", "")], "a needs one sentence"),
    ],
)
def test_what_a_suite_names_must_be_misreadings(stated: object, why: str) -> None:
    with pytest.raises(InputError, match=why):
        checked(stated, "misreadings.py")


def test_misreadings_are_not_handed_out() -> None:
    names = {one.name for one in read_coursework(ROOT, "klondike").suites_handed_out}
    assert "manner.py" in names
    assert "misreadings.py" not in names
