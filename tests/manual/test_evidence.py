"""What the tools find in a submission, and the page that shows it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from patience_grader.manual import evidence as reviewing
from patience_grader.manual.evidence import Finding, FunctionFacts, Place, Review, review
from patience_grader.marks.scheme import read_scheme
from patience_grader.report.review import review_page

SCHEME = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `play`** | **Playing** | **2** |
| `play.once` | It plays. | 2 |
| **2 `quality`** | **Quality** | **8** |
| `quality.names` | Names *say* what things are. | 8 |
| | **total** | **10** |
""",
    "handout/cards.md",
    10,
    manual=["quality"],
)
DOCUMENTED = '''\
"""All of it."""


class Player:
    """One who guesses."""

    def __init__(self):
        self.size = 2

    def guess(self):
        """The guess."""

        def inner():
            return 1

        return inner()

    def _left(self, one, two=(1, 2), *more, key: dict[str, int] = None):
        if one and two or more:
            return [card for card in more if card]
        return key


async def wait():
    return None
'''
REPEATED = """\
def {name}(answer, guess):
    correct = 0
    for card in answer:
        if card in guess and card.rank == guess[0].rank:
            correct += 1
    lower = [card for card in answer if card.rank < min(guess)]
    higher = [card for card in answer if card.rank > max(guess)]
    if len(lower) > len(higher) and correct > 0:
        return correct, len(lower), len(higher)
    return correct, len(higher), len(lower)


"""
SILENCERS = """\
# ruff: noqa
# flake8: noqa
# lizard forgive global
# GENERATED CODE
import os  # noqa: F401
x = 1 #noqa


def long(a):  # lizard forgives
    # ruff: disable[ANN]
    return a
"""
CONFIG = '[tool.ruff.lint]\nignore = ["ALL"]\n[tool.interrogate]\nignore-regex = [".*"]\n'


def _codes(found: Review, file: str = "guesser.py") -> set[str]:
    return {one.code for one in found.findings if one.file == file}


def test_docstrings_are_counted() -> None:
    found = review({"guesser.py": DOCUMENTED})
    assert (found.documented, found.documentable) == (3, 5)
    assert found.missing == (
        "guesser.py:Player._left (line 18)",
        "guesser.py:wait (line 24)",
    )
    assert not found.troubles
    assert not found.duplicates


def test_functions_are_measured() -> None:
    found = {one.name: one for one in review({"guesser.py": DOCUMENTED}).functions}
    assert set(found) == {"__init__", "guess", "guess.inner", "_left", "wait"}
    assert found["_left"] == FunctionFacts("guesser.py", "_left", 18, 4, 6, 5)
    assert found["guess"].lines == 7


def test_the_linter_reads_as_a_marker_does() -> None:
    text = "import os\nfrom .cards import *\n\ndef f( a,B ):\n\tl = a == None\n\treturn 52\n"
    found = review({"guesser.py": text})
    assert {"F401", "F403", "E302", "E201", "E231", "W191", "N803", "E711", "F841"} <= _codes(found)
    assert {"D100", "D103", "ANN001", "E741"} <= _codes(found)
    assert not {"PLR2004", "I001", "D203", "D213"} & _codes(found)
    assert [one.line for one in found.findings] == sorted(one.line for one in found.findings)
    assert Finding("guesser.py", 1, "F401", "`os` imported but unused") in found.findings


def test_repetition_is_found_within_a_file_and_between_two() -> None:
    one, two, three = (REPEATED.format(name=name) for name in ("one", "two", "three"))
    found = review({"guesser.py": one + two, "more.py": three})
    (group,) = found.duplicates
    assert [place.file for place in group] == ["guesser.py", "guesser.py", "more.py"]
    for place, start in zip(group, (1, 13, 1), strict=True):
        assert start <= place.first < place.first + 5 <= place.last <= start + 12


def test_nothing_in_a_hand_in_silences_the_tools() -> None:
    config = {"pyproject.toml": CONFIG, "ruff.toml": "exclude = ['*']", ".gitignore": "*"}
    found = review({"guesser.py": SILENCERS, **config})
    assert {"F401", "E261", "E262", "ANN001", "ANN201", "D103"} <= _codes(found)
    assert [one.name for one in found.functions if one.file == "guesser.py"] == ["long"]
    assert "guesser.py:long (line 9)" in found.missing


@pytest.mark.parametrize(
    "name", ["../../tmp/x.py", "/etc/x.py", "a\nb.py", "é" * 300, "", "..", "-x"]
)
def test_files_stay_where_they_belong(name: str) -> None:
    found = review({name: "import os\n", "other/x.py": "import re\n"})
    assert "F401" in _codes(found, name)
    assert "F401" in _codes(found, "other/x.py")
    assert not found.troubles


def test_an_import_that_was_given_is_no_finding() -> None:
    given = {"guesser.py": '"""Doc."""\n\nfrom .cards import Card, Deck\n'}
    own = {"guesser.py": '"""Doc."""\n\nfrom .cards import Card, Deck, Suit\n'}
    (finding,) = review(own, given).findings
    assert (finding.code, finding.text) == ("F401", "`.cards.Suit` imported but unused")
    assert len(review(own, {"guesser.py": "def f(:\n"}).findings) == 3


def test_names_of_good_modules_are_no_finding() -> None:
    text = '"""Doc."""\n'
    assert not review({"__init__.py": text, "__main__.py": text, "guesser.py": text}).findings


def test_a_file_that_is_not_python_leaves_a_finding_and_a_trouble() -> None:
    found = review({"guesser.py": '"""Doc."""\ndef f(:\n', "right.py": '"""Doc."""\n'})
    assert "syntax" in _codes(found)
    (trouble,) = found.troubles
    assert trouble == "guesser.py: its docstrings cannot be counted (invalid syntax, line 2)"
    assert (found.documented, found.documentable) == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "x = '" + "a" * (1 << 20) + "'\n",
        "x = " + "[" * 20_000 + "]" * 20_000,
        "a = 1\0\nb = 2\n",
        "\ud800 = 1\r\rb = '\u2028'\f\x1b",
        "",
    ],
    ids=["a long line", "brackets", "NUL", "surrogate", "empty"],
)
def test_hostile_text_is_read_as_text(text: str) -> None:
    found = review({"guesser.py": text})
    assert found.findings or found.troubles
    assert all("\n" not in one and len(one) < 500 for one in found.troubles)
    page = review_page(found, {"guesser.py": text}, SCHEME, "Cards", "a.zip")
    assert len(page) < 100_000


def test_nothing_of_a_hand_in_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f"open({str(mark)!r}, 'w')\n"
    names = ("sitecustomize.py", "lizard.py", "json.py", "__init__.py", "conftest.py")
    found = review(dict.fromkeys(names, text))
    assert found.documentable == len(names)
    assert not found.troubles
    assert not mark.exists()


def test_many_findings_are_cut() -> None:
    found = review({"guesser.py": "x=1;" * 1_000})
    assert len(found.findings) == 2_000
    assert any("only the first 2000 findings" in one for one in found.troubles)


def test_a_tool_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_SECONDS", 0)
    assert review({"guesser.py": DOCUMENTED}).troubles == (
        "the linter took more than 0 s",
        "the measuring of functions took more than 0 s",
    )


def test_a_tool_that_fails_leaves_a_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise FileNotFoundError("no such program\nlooked here")

    def refuse(*_: object, **__: object) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("ruff.__main__.find_ruff_bin", missing)
    monkeypatch.setattr(subprocess, "run", refuse)
    assert review({"guesser.py": DOCUMENTED}).troubles == (
        "the linter could not be started (no such program)",
        "the measuring of functions could not be started ([Errno 13] Permission denied)",
    )


def test_tools_have_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_MEMORY", 16 << 20)
    found = review({"guesser.py": DOCUMENTED})
    assert len(found.troubles) == 2
    assert not found.functions


def test_the_page_leads_from_what_was_found_to_the_line() -> None:
    files = {"guesser.py": SILENCERS + REPEATED.format(name="one"), "more.py": ""}
    files["more.py"] = REPEATED.format(name="two").replace("\n", "\r\n")
    page = review_page(review(files), files, SCHEME, "Cards", "a.zip")
    targets = set(re.findall(r'href="#([^"]*)"', page))
    anchors = re.findall(r'id="([^"]*)"', page)
    assert targets <= set(anchors)
    assert len(anchors) == len(set(anchors))
    assert {"file-1-5", "file-1-9", "file-2-1"} <= targets
    assert "quality.names" in page
    assert "Names <em>say</em> what things are." in page
    assert "play.once" not in page
    assert "http" not in page.replace("http-equiv", "").lower()


def test_the_page_escapes_what_came_from_a_hand_in() -> None:
    evil = '</span><script>"\u202e\x1b[31m'
    found = Review(
        findings=tuple(Finding(file, 99, evil, evil) for file in (evil, "gone.py")),
        functions=(FunctionFacts(evil, evil, 1, 31, 11, 0),),
        missing=(evil,),
        duplicates=((Place(evil, 1, 2), Place("gone.py", 3, 4)),),
        troubles=(evil,),
    )
    page = review_page(found, {evil: evil, "b": ""}, SCHEME, "Cards", evil)
    assert "<script" not in page
    assert not {"\u202e", "\x1b"} & set(page)
    assert page.count('class="n much"') == 2
    assert 'href="#file-1-1"' in page


def test_the_page_of_nothing() -> None:
    page = review_page(Review(), {}, SCHEME, "Cards", "a.zip")
    assert "<p>Nothing.</p>" in page
