"""How nbgrader is told of the kit: called by the `nbgrader_config.py` of a course folder."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import TagRemovePreprocessor
from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute

from .grading import Kit, Marked, Withheld
from .writing import ONLY_IN_SOURCE


def configure(c: Any, kit: str) -> None:
    """Lets the kit in this course folder grade its own assignments, and nbgrader all others."""
    c.Kit.folder = kit
    c.CourseDirectory.ignore.append(".check")
    c.GenerateAssignment.preprocessors.prepend([TagRemovePreprocessor])
    c.GenerateAssignment.preprocessors.append(Withheld)
    c.TagRemovePreprocessor.enabled = True
    c.TagRemovePreprocessor.remove_cell_tags = {ONLY_IN_SOURCE}
    c.Autograde.exporter_class = Kit
    usual = Autograde.class_traits()["autograde_preprocessors"].default()
    c.Autograde.autograde_preprocessors = [Marked if one is Execute else one for one in usual]
