"""What people have given in nbgrader's formgrader, read from its gradebook."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGrader

from ..course.coursework import Coursework
from ..errors import InputError
from ..manual.sheet import Given
from ..submission.naming import own_name
from .folder import CONFIGURATION
from .writing import task_of


@dataclass(frozen=True)
class Found:
    """A person's marks, by submission."""

    given: Mapping[str, Mapping[str, Given]]
    """By criterion, what the kit leaves to a person."""
    overruled: Mapping[str, tuple[str, ...]]
    """The cells with marks by hand that the kit marks itself."""
    extra: Mapping[str, tuple[str, ...]]
    """The cells with extra credit."""


def read_gradebook(folder: Path, coursework: Coursework) -> Found:
    """What is in the gradebook of a course folder, whatever database it is in.

    Raises InputError when there is no such course folder or assignment.
    """
    if not (folder / CONFIGURATION).is_file():
        raise InputError(f"{folder} is not an nbgrader course folder: it has no {CONFIGURATION}")
    app = NbGrader()
    with contextlib.chdir(folder):
        app.initialize([], root=str(Path.cwd()))
        directory = app.coursedir
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
            try:
                submissions = gradebook.assignment_submissions(coursework.slug)
                return _found(submissions, coursework)
            except MissingEntry as fault:
                raise InputError(
                    f"{folder} has no assignment {coursework.slug}; "
                    f"run there: nbgrader generate_assignment {coursework.slug}"
                ) from fault


def _found(submissions: Any, coursework: Coursework) -> Found:
    criteria = {task_of(one): one for one in coursework.scheme.manual}
    given: dict[str, dict[str, Given]] = {}
    overruled: dict[str, tuple[str, ...]] = {}
    extra: dict[str, tuple[str, ...]] = {}
    for submission in submissions:
        student = own_name(submission.student.id)
        for notebook in submission.notebooks:
            by_hand = {one.name: one for one in notebook.grades if one.manual_score is not None}
            comments = {one.name: one.manual_comment or "" for one in notebook.comments}
            for cell, grade in by_hand.items():
                if cell in criteria:
                    earned = Fraction(str(grade.manual_score))
                    mine = Given(min(earned, criteria[cell].worth), comments.get(cell, ""))
                    given.setdefault(student, {})[criteria[cell].id] = mine
            if others := tuple(sorted(by_hand.keys() - criteria.keys())):
                overruled[student] = overruled.get(student, ()) + others
            if more := tuple(sorted(one.name for one in notebook.grades if one.extra_credit)):
                extra[student] = extra.get(student, ()) + more
    return Found(given, overruled, extra)
