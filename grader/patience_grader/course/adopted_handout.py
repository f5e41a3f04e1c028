"""The handout of a coursework that is adopted, to be filled in."""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from .given import Layout, Sources

_HANDOUT = """\
+++
title = {title}
version = "1.0"
package = {package}
required = {required}
also_submit = []
shared_types = []
total = {total}
{packages}{scripts}tests = {tests}
public_tests = {public}
left_out = {left_out}
own_skeleton = {own_skeleton}

[visibility]
check = "counterexample"
submission = "kind"
deadline = "counterexample"
staff = "counterexample"
{seen}
[limits]
{limits}memory_mib = 256
{scratch}+++

# {heading}

This is version 1.0 of the handout; the changelog is at the end.

Describe the coursework here.

## Submission

Submit a zip that holds {files}.

## Marks

| criterion | what we look for | marks |
|---|---|---:|
{rows}
| | **total** | **{total}** |

## Changelog

- 1.0: the first version.
"""


LIMITS = {
    "cpu_seconds_per_question": 2.0,
    "cpu_seconds_per_submission": 20.0,
    "wall_seconds_per_question": 20.0,
    "wall_seconds_per_submission": 60.0,
}
"""Those of a coursework whose solution needs no more, in seconds."""


def write_handout(  # noqa: PLR0913, PLR0917 all that a handout says
    root: Path,
    name: str,
    sources: Sources,
    layout: Layout,
    criteria: Sequence[Mapping[str, Any]],
    left_out: Sequence[str],
    limits: Mapping[str, float] = LIMITS,
) -> str:
    """Writes the handout; its path."""
    title = sources.title or name.replace("_", " ").capitalize()
    text = _HANDOUT.format(
        title=json.dumps(title, ensure_ascii=False),
        heading=title,
        package=json.dumps(layout.package),
        required=json.dumps(layout.required),
        packages=f"packages = {json.dumps(layout.packages)}\n" if layout.packages else "",
        scripts=f"scripts = {json.dumps(layout.scripts)}\n" if layout.scripts else "",
        tests=json.dumps(layout.tests),
        public=json.dumps(public_of(criteria, sources)),
        left_out=json.dumps(list(left_out)),
        own_skeleton=json.dumps(layout.own_skeleton),
        files=", ".join(f"`{file}`" for file in layout.required),
        rows="\n".join(_rows(criteria)),
        total=marks_of(criteria),
        seen=_seen(criteria),
        limits="".join(f"{name} = {float(limits[name])}\n" for name in LIMITS),
        scratch="scratch_mib = 16\n" if _uses_files(layout) else "",
    )
    path = root / "handout" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.relative_to(root).as_posix()


_FILES = re.compile(
    rb"tmp_path|tmpdir|tempfile|open\(|__file__|chdir|read_text|write_text|\bos\b|shutil|sqlite3"
)


def _uses_files(layout: Layout) -> bool:
    """Whether submissions need a folder of files to work on."""
    suite = "grader/suites/"
    code = (data for path, data in layout.files.items() if path.endswith(".py"))
    has_data = any(not one.endswith(".py") for one in layout.files if one.startswith(suite))
    return has_data or any(_FILES.search(data) for data in code)


def public_of(criteria: Sequence[Mapping[str, Any]], sources: Sources) -> list[str]:
    """The names of the tests that students get."""
    return [one["id"] for one in criteria if any(_fits(one, text) for text in sources.public)]


def _fits(criterion: Mapping[str, Any], pattern: str) -> bool:
    names = (criterion["id"], criterion["id"].partition(".")[2], criterion.get("name", ""))
    return any(fnmatch.fnmatch(one, pattern) for one in names)


def _rows(criteria: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    exercises = list(dict.fromkeys(one["id"].partition(".")[0] for one in criteria))
    for number, exercise in enumerate(exercises, 1):
        inside = [one for one in criteria if one["id"].partition(".")[0] == exercise]
        heading = _cell(inside[0]["heading"])
        yield f"| **{number} `{exercise}`** | **{heading}** | **{marks_of(inside)}** |"
        for one in inside:
            yield f"| `{one['id']}` | {_cell(one['title'])} | {marks_of([one])} |"


def marks_of(criteria: Sequence[Mapping[str, Any]]) -> str:
    """What some criteria are worth together."""
    total = sum((Decimal(one.get("marks", "1")) for one in criteria), Decimal(0))
    return f"{total.normalize():f}"


_SEEN = {
    "hidden": '{ submission = "score", deadline = "score" }',
    "after_due_date": '{ submission = "score" }',
    "after_published": '{ submission = "score" }',
}
"""What students see of tests that gradescope-utils gives these visibilities."""


def _seen(criteria: Sequence[Mapping[str, Any]]) -> str:
    """The table of what students see of single criteria, if there is one."""
    rows = [
        f'"{one["id"]}" = {_SEEN[one["visibility"]]}\n'
        for one in criteria
        if one.get("visibility") in _SEEN
    ]
    return "".join(["\n[visibility.criteria]\n", *rows]) if rows else ""


def _cell(text: str) -> str:
    """Text that can stand in a table of Markdown."""
    plain = re.sub(r"([\\`*_\[\]<>|])", r"\\\1", " ".join(text.split()))
    return plain or "Tests"
