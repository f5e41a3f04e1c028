"""Every sentence of a handout is classified by hand, and every rule has several questions.

Beside a handout stands `NAME.sentences.toml`: each sentence in order, with the criteria that
examine what it demands of a submission.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from guessing_short import short_course
from patience_grader.course.coursework import read_coursework
from questions_asked import count_questions
from sample import ROOT
from sentences import sentences_of

FEWEST = 3
SLUGS = sorted(
    file.name.removesuffix(".sentences.toml")
    for file in (ROOT / "handout").glob("*.sentences.toml")
)


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    sentence: str
    criteria: list[str]


class Classified(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    entry: list[Entry]
    few: dict[str, str] = {}
    """Criteria that have fewer questions than others, and why there are no more."""


@pytest.fixture(scope="module", params=SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def classified(slug: str) -> Classified:
    file = ROOT / "handout" / f"{slug}.sentences.toml"
    return msgspec.toml.decode(file.read_bytes(), type=Classified)


def test_every_sentence_of_the_handout_is_classified(slug: str) -> None:
    handout = (ROOT / "handout" / f"{slug}.md").read_text("utf-8")
    assert [one.sentence for one in classified(slug).entry] == sentences_of(handout)


def test_rules_are_examined_by_criteria_and_criteria_are_stated(slug: str) -> None:
    examined = {one.id for one in read_coursework(ROOT, slug).scheme.examined}
    of_rules = {criterion for one in classified(slug).entry for criterion in one.criteria}
    assert of_rules == examined
    assert set(classified(slug).few) <= examined


def test_every_rule_has_several_questions(slug: str, tmp_path: Path) -> None:
    root = short_course(tmp_path) if slug == "guessing" else ROOT
    if slug == "terminal":
        from lines_asked import count_lines  # noqa: PLC0415 makes the whole bank

        counts = count_lines()
    else:
        counts = count_questions(root, slug)
    few = {criterion: count for criterion, count in counts.items() if count < FEWEST}
    assert set(few) == set(classified(slug).few), few
