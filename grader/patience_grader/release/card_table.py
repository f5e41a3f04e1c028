"""The card table in the wheel of a coursework that uses it.

A coursework uses the table if one of its supplied files imports `patience_table`. The wheel
then has that package, and the extra `table` names the libraries that it needs.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

from ..course.coursework import Coursework
from ..errors import KitError
from .following import TABLE, followed, imports_outside, top_imports

EXTRA = "table"
"""The extra, of the kit as of the wheel, that names the libraries of the table."""
_DISTRIBUTION = "patience-grader"
_IN_EXTRA = re.compile(rf"(.+?)(?:;| and) *extra *== *['\"]{EXTRA}['\"]")
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_NO_FILES = {"__pycache__", "py.typed"}
_FINDS_KIT = """

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "patience_check" / "engine"))
"""


def uses_table(coursework: Coursework) -> bool:
    """Whether a supplied file of the coursework imports the card table."""
    return any(TABLE.name in top_imports(text) for text in coursework.supplied.values())


def table_modules() -> list[Path]:
    """The modules of the table, and those of the kit that they need."""
    return followed(TABLE.glob("*.py"))


def lay_out_table(project: Path) -> None:
    """Copies the package of the table, which will find the kit in the wheel of the check."""
    for file in sorted(TABLE.rglob("*")):
        if file.is_file() and not _NO_FILES & set(file.parts):
            target = project / TABLE.name / file.relative_to(TABLE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    start = project / TABLE.name / "__init__.py"
    start.write_text(start.read_text(encoding="utf-8").rstrip() + _FINDS_KIT, encoding="utf-8")


def table_requirements() -> list[str]:
    """What pip must install for the table, within the bounds that the kit itself states.

    Raises KitError when the kit is not installed.
    """
    try:
        stated = metadata.requires(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError as fault:
        raise KitError(
            f"{_DISTRIBUTION} is not installed, so the libraries of its table are not known"
        ) from fault
    imported = imports_outside(table_modules())
    always = [one for one in stated if "extra ==" not in one and _module_of(one) in imported]
    own = [found[1].strip() for one in stated if (found := _IN_EXTRA.fullmatch(one))]
    return sorted([*always, *own])


def _module_of(requirement: str) -> str:
    """The module that a required distribution is imported as, if they are named alike."""
    name = _NAME.match(requirement)
    return name[0].lower().replace("-", "_") if name else ""
