"""The instructor's notebook of a coursework, from its handout, solution and marks table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..course.coursework import Coursework
from ..marks.scheme import Criterion, Exercise
from ..release.handout import read_manuscript
from ..submission.notebook.cells import SET_UP, TEST
from ..submission.notebook.extract import beginning_of
from ..text.numbers import format_marks
from .filling_in import BEGIN
from .sections import Section, place, place_of_others, read_sections
from .solution_cells import Model, models

ONLY_IN_SOURCE = "only-in-source"
"""The tag of cells that are left out of what students get."""

_Json = dict[str, Any]

_HIDDEN = """\
### BEGIN HIDDEN TESTS
# No kernel gives marks. Patience does, through this course's nbgrader_config.py.
import os

assert os.environ.get("NBGRADER_EXECUTION") != "autograde"
### END HIDDEN TESTS"""
"""What makes nbgrader give nothing to everybody, and not everything, without the kit."""
_ABOUT_NOTEBOOKS = """\
**This notebook is the handout, and what you submit.** Where the text speaks of files to fill
in, fill in the cells. Submit the notebook as your course asks for it: {lacking}, and its name
stays as it is.

- Run the cell below first.
- Each exercise has a cell with a check, which asks public questions. Your marks may come from
  others about the same rules. `check()` with nothing between the brackets checks everything.
"""
_ON_FUNCTIONS = """\
- Add as many cells as you like. Functions, classes, imports and constants count wherever you
  define them, if your answers use them. Everything else in a cell of your own is only tried
  out: loops, prints and calls there are not run when your work is marked.
- If you define a function or a class twice, the last definition in the notebook counts.
"""
_ON_PLAYING = """\
- `python3 -m {package}` plays on files: to use it, copy your functions into files as the text
  describes them.
"""
_ON_PROGRAMS = """\
- A cell that begins with `%%writefile {package}/NAME.py` is a file of your program. Add as many
  such cells as you like, and run them to write the files. Start `python3 -m {package}` in a
  terminal, in the folder of this notebook.
"""


def instructor_notebook(coursework: Coursework) -> str:
    """The notebook, as the JSON that nbgrader reads.

    Raises InputError, naming file and line, when something in the handout cannot be set.
    """
    cells = list(_cells(coursework))
    for number, cell in enumerate(cells):
        cell["id"] = f"{coursework.slug}-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _cells(coursework: Coursework) -> Iterator[_Json]:
    """The sections of the handout, each with the cells of the exercises that it is about."""
    sections = read_sections(read_manuscript(coursework))
    parts = _parts(coursework, sections)
    for number, section in enumerate(sections):
        yield from parts.get(number, [])
        yield _text(section.text)
        if number == 0:
            yield _text(_about_notebooks(coursework))
            yield _code(_set_up(coursework), SET_UP, locked=True)
    yield from parts.get(len(sections), [])


def _parts(coursework: Coursework, sections: Sequence[Section]) -> dict[int, list[_Json]]:
    """The cells of all exercises, by the number of sections before them."""
    parts: dict[int, list[_Json]] = {}
    waiting = models(coursework)
    names = {one.name for one in coursework.scheme.exercises}
    for exercise in coursework.scheme.exercises:
        cells = parts.setdefault(place(exercise, sections, is_program=coursework.program), [])
        if exercise.manual:
            cells += [_task(one) for one in exercise.criteria]
            continue
        own = [one for one in waiting if one.name == exercise.name]
        if coursework.program:
            own = waiting
        elif not own:  # functions that are not an exercise go with the first that is not a function
            own = [one for one in waiting if one.name not in names]
        waiting = [one for one in waiting if one not in own]
        cells += [_solution(one) for one in own]
        cells.append(_test(exercise))
    if waiting:
        parts.setdefault(place_of_others(sections), [])[:0] = map(_solution, waiting)
    return parts


def _about_notebooks(coursework: Coursework) -> str:
    more = _ON_PROGRAMS if coursework.program else _ON_FUNCTIONS
    if not coursework.program and (coursework.solution / "__main__.py").is_file():
        more += _ON_PLAYING
    lacking = ["no zip", *(f"no `{name}`" for name in coursework.also_submit)]
    return (_ABOUT_NOTEBOOKS + more).format(
        package=coursework.package, lacking=f"there is {', '.join(lacking)}"
    )


def _set_up(coursework: Coursework) -> str:
    own = "" if coursework.program else f"{beginning_of(coursework)}\n"
    return f"{own}from check import check"


def _text(source: str) -> _Json:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code(source: str, name: str, **marked: object) -> _Json:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {"nbgrader": _for_nbgrader(name, **marked)},
        "outputs": [],
        "source": source,
    }


def _for_nbgrader(name: str, **marked: object) -> _Json:
    plain = {"grade": False, "locked": False, "solution": False, "task": False}
    return {"grade_id": name, "schema_version": 3, **plain, **marked}


def _solution(model: Model) -> _Json:
    """The cell of a model. nbgrader clears the whole of a solution in which it finds no marks."""
    if model.is_asked and BEGIN in model.source:
        return _code(model.source, model.name, solution=True)
    metadata = {} if model.is_asked else {"tags": [ONLY_IN_SOURCE]}
    return {**_code(model.source, model.name), "metadata": metadata}


def _test(exercise: Exercise) -> _Json:
    """The cell with the public check of an exercise. Its marks are put there from outside."""
    source = f'# {_marks(exercise.worth)}: {exercise.title}\ncheck("{exercise.name}")\n{_HIDDEN}'
    return _code(source, test_of(exercise), grade=True, locked=True, points=points(exercise.worth))


def _task(criterion: Criterion) -> _Json:
    """The cell for what a person marks."""
    source = f"**{criterion.exercise.capitalize()}, {_marks(criterion.worth)}.** {criterion.title}"
    marked = {"locked": True, "task": True, "points": points(criterion.worth)}
    return {
        **_text(source),
        "metadata": {"nbgrader": _for_nbgrader(task_of(criterion), **marked)},
    }


def test_of(exercise: Exercise) -> str:
    """The name of the cell that holds an exercise's marks."""
    return f"{TEST}{exercise.name}"


def task_of(criterion: Criterion) -> str:
    """The name of the cell that holds a person's marks for a criterion."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", criterion.id)


def _marks(worth: Fraction) -> str:
    return f"{format_marks(worth)} {'mark' if worth == 1 else 'marks'}"


def points(worth: Fraction) -> float:
    """A number of marks as nbgrader keeps it: both ways of a sum come to the same."""
    return float(worth)
