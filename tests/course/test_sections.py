"""Which section of the handout explains an exercise."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from patience_grader.course.coursework import read_coursework
from patience_grader.course.sections import sections_in, sections_of
from patience_grader.errors import InputError
from patience_grader.marks.scheme import Exercise
from patience_grader.release.handout import read_manuscript
from sample import ROOT
from small_course import small_course

BODY = """\
# Cards

## Draw

## Exercises 2 to 4: the *rest*

## Exercise 1: `move_stack`

## Save format

## Draw
"""


def _exercise(number: str, name: str) -> Exercise:
    return Exercise(number, name, name, Fraction(1), ())


def test_a_section_is_found_by_the_name_or_the_number_or_as_stated() -> None:
    exercises = [
        _exercise("1", "move_stack"),
        _exercise("3", "three"),
        _exercise("5", "draw"),
        _exercise("6", "saves"),
        _exercise("7", "none"),
    ]
    found = sections_of(exercises, sections_in(BODY), {"saves": "save-format"})
    assert {name: one.anchor for name, one in found.items()} == {
        "move_stack": "exercise-1-move_stack",
        "three": "exercises-2-to-4-the-rest",
        "draw": "draw",
        "saves": "save-format",
    }
    assert [one.anchor for one in sections_in(BODY)][-1] == "draw-1"


@pytest.mark.parametrize("slug", ["klondike", "guessing", "terminal"])
def test_every_exercise_has_a_section_of_the_page(slug: str) -> None:
    coursework = read_coursework(ROOT, slug)
    anchors = {one.anchor for one in read_manuscript(coursework).headings}
    assert {one.anchor for one in coursework.sections.values()} <= anchors
    assert set(coursework.sections) == {one.name for one in coursework.scheme.exercises}


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('handout_url = "javascript:alert(1)"', "handout_url must begin with https://"),
        ('handout_url = "https://x.org/h#top"', "handout_url must begin with https://"),
        ('sections = { flap = "flip" }', "flap is not an exercise"),
        ('sections = { setup = "flap" }', "no heading has the anchor flap"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path, keys: str, said: str) -> None:
    course = small_course(tmp_path)
    handout = course / "handout/klondike.md"
    handout.write_text(handout.read_text("utf-8").replace("+++\n", f"+++\n{keys}\n", 1), "utf-8")
    with pytest.raises(InputError, match=said) as caught:
        read_coursework(course, "klondike")
    assert str(caught.value).startswith("handout/klondike.md:2: ")
