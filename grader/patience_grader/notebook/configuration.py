"""How nbgrader is told of the kit: called by the `nbgrader_config.py` of a course folder."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import TagRemovePreprocessor
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute

from .grading import Kit, Marked, Withheld
from .writing import ONLY_IN_SOURCE


def configure(c: Any, kit: str) -> None:
    """Lets the kit in this course folder grade its own assignments, and nbgrader all others."""
    c.Kit.folder = kit
    c.CourseDirectory.ignore = [*_usual(CourseDirectory, "ignore"), ".check"]
    c.GenerateAssignment.preprocessors = [
        TagRemovePreprocessor,
        *_usual(GenerateAssignment, "preprocessors"),
        Withheld,
    ]
    c.TagRemovePreprocessor.enabled = True
    c.TagRemovePreprocessor.remove_cell_tags = {ONLY_IN_SOURCE}
    c.Autograde.exporter_class = Kit
    c.Autograde.autograde_preprocessors = [
        Marked if one is Execute else one for one in _usual(Autograde, "autograde_preprocessors")
    ]


def _usual(configurable: Any, name: str) -> list[Any]:
    """What nbgrader has in a list when nothing is configured."""
    usual: list[Any] = configurable.class_traits()[name].default()
    return usual
