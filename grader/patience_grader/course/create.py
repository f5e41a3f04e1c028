"""A coursework of one's own, begun with the smallest that works: `patience new`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path

from ..errors import InputError
from .coursework import read_coursework
from .skeleton import write_skeleton

_STARTER = Path(__file__).parent / "starter"
_NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")
_TAKEN = {"starter", "suites", "tests", "pairs", "cards"}
_PLACES = {
    "handout.md": "handout/{name}.md",
    "solution": "solution/{name}",
    "suites": "grader/suites/{name}",
    "known": "tests/known/{name}",
}


def create_coursework(root: Path, name: str, title: str) -> list[Path]:
    """Writes a new coursework of this name into a course folder; the files, by their paths there.

    Raises InputError when the name cannot be used, or anything would be overwritten; then
    nothing is written.
    """
    check_name(root, name)
    texts = dict(_texts(name, title or name.replace("_", " ").capitalize()))
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    skeleton = write_skeleton(read_coursework(root, name))
    return [*map(Path, texts), *map(Path, skeleton)]


def check_name(root: Path, name: str) -> None:
    """Raises InputError when a coursework cannot be called so, or there is one already."""
    if name in _TAKEN or name in sys.stdlib_module_names or iskeyword(name):
        whose = "the kit" if name in _TAKEN else "Python"
        raise InputError(f"{name!r} cannot name a coursework: {whose} has it; choose another name")
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{name!r} cannot name a coursework; write 2 to 31 small letters, digits and _, "
            "beginning with a letter"
        )
    for place in (*_PLACES.values(), "skeleton/{name}"):
        there = root / place.format(name=name)
        if there.exists():
            raise InputError(f"{there} already exists; nothing was written")


def _texts(name: str, title: str) -> Iterator[tuple[str, str]]:
    for file in sorted(path for path in _STARTER.rglob("*") if path.is_file()):
        first, *rest = file.relative_to(_STARTER).parts
        place = "/".join([_PLACES[first].format(name=name), *rest]).removesuffix(".txt")
        text = file.read_text(encoding="utf-8").replace("STARTER_TITLE", title)
        text = re.sub(r"\bStarter\b", name.title().replace("_", ""), text)
        yield place, re.sub(r"\bstarter\b", name, text)
