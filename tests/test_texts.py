"""The texts of the repository: what they point at is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXTS = [
    ROOT / name
    for name in (
        "README.md",
        ".github/SECURITY.md",
        "grader/GRADING.md",
        "grader/DESIGN.md",
        "grader/CHANGELOG.md",
        "grader/patience_grader/sandbox/README.md",
        "handout/README.md",
        ".github/CONTRIBUTING.md",
        "grader/suites/README.md",
        "grader/patience_player/README.md",
        "grader/patience_table/README.md",
        "tests/README.md",
    )
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.relative_to(ROOT).as_posix())
def test_links_and_pictures_lead_to_files(text: Path) -> None:
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text.read_text(encoding="utf-8"))
    assert [target for target in targets if not (text.parent / target).exists()] == []


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.relative_to(ROOT).as_posix())
def test_anchors_are_headings_there(text: Path) -> None:
    anchors = re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", text.read_text(encoding="utf-8"))
    assert [one for one in anchors if one[1] not in _headings(text.parent / (one[0] or text))] == []


def _headings(file: Path) -> set[str]:
    """The anchors of a file's headings, as GitHub makes them."""
    titles = re.findall(r"(?m)^#+ (.+)$", file.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_test_that_guards_a_promise_exists() -> None:
    named = re.findall(r"`(test_\w+)`", TEXTS[1].read_text(encoding="utf-8"))
    tests = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("tests/**/test_*.py"))
    assert named
    assert [name for name in named if f"def {name}(" not in tests] == []


def test_the_readme_is_short_and_keeps_its_two_commands() -> None:
    lines = TEXTS[0].read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 140
    begin = "python3 -m venv .venv && .venv/bin/pip install -e "
    assert f"{begin}. && .venv/bin/patience grade tests/cohort" in lines
    assert f"{begin}'.[dev]' && .venv/bin/pytest" in lines
