"""Makes a copy of the Klondike coursework smaller, so that it is quick to mark."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from patience_grader.questions.secret import make_secret, secret_file

HANDOUT = "handout/klondike.md"
_FULL = 66


def give_secret(course: Path) -> None:
    """Gives a copy of the course a secret, the same for every test."""
    make_secret(course)
    secret_file(course).write_text("a secret of the tests, known to nobody else\n", "ascii")


def leave(exercises: Collection[str], total: int, course: Path) -> None:
    """Takes all exercises but these out of the copy; together they are worth `total`.

    Of the handout's text headings and tables stay, as every command reads all there is.
    """
    for suite in (course / "grader/suites/klondike").glob("test_*.py"):
        if suite.stem.removeprefix("test_") not in exercises:
            suite.unlink()
    front, text = (course / HANDOUT).read_text("utf-8").split("\n+++\n", 1)
    text = re.sub(r"(?ms)^```.*?^```$", "", text)
    lines = re.findall(r"(?m)^(?:[#|].*)?$", text)
    kept = [front, "+++", *(line for line in lines if _exercise(line) in {*exercises, ""})]
    total_is = rf"(total\*?\*? (?:=|\|) \*?\*?){_FULL}"
    text, count = re.subn(total_is, rf"\g<1>{total}", "\n".join(kept))
    text = re.sub(r"\n{3,}", "\n\n", text)
    assert count == 2
    (course / HANDOUT).write_text(text, "utf-8")


def ask_nothing_elsewhere(course: Path) -> None:
    """Lets the copy's only exercise that asks where nothing else was asked do without.

    For that, every worker starts one more process, which takes a third of a short run's time.
    """
    suite = course / "grader/suites/klondike/test_deck_of_52.py"
    text = suite.read_text("utf-8")
    asks, judges = "    student.expect_elsewhere()\n", "zip(cases.cases, _made_elsewhere(student), "
    assert (text.count(asks), text.count(judges)) == (1, 1)
    suite.write_text(text.replace(asks, "").replace(judges, "zip(cases.cases, (), "), "utf-8")


def _exercise(line: str) -> str:
    """The exercise of a row of the marks table; empty for other lines."""
    row = re.match(r"\| (?:\*\*[0-9]+ `(\w+)`\*\*|`(\w+)\.\w+`) \|", line)
    return (row[1] or row[2]) if row else ""
