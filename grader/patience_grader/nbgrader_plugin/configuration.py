"""How nbgrader is told of the kit: called by the `nbgrader_config.py` of a course folder."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import TagRemovePreprocessor
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import CheckCellMetadata, Execute, OverwriteCells

from .grading import CheckOthers, Kit, Marked, OverwriteOthers, Withheld
from .writing import ONLY_IN_SOURCE

_INSTEAD = {
    Execute: Marked,
    OverwriteCells: OverwriteOthers,
    CheckCellMetadata: CheckOthers,
}


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
    for name in ("sanitize_preprocessors", "autograde_preprocessors"):
        c.Autograde[name] = [_INSTEAD.get(one, one) for one in _usual(Autograde, name)]


def _usual(configurable: Any, name: str) -> list[Any]:
    """What nbgrader has in a list when nothing is configured."""
    usual: list[Any] = configurable.class_traits()[name].default()
    return usual
