"""Feedback that says where a mark stands, and links to the handout."""

from __future__ import annotations

import zipfile
from pathlib import Path

from commands import new_whist, run
from small_course import edit

URL = "https://example.org/whist.html"


def _submit(folder: Path, name: str, text: str) -> None:
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
        archive.writestr("pairs.py", text)


def test_a_place_is_shown_when_the_handout_says_so_and_follows_the_marks(tmp_path: Path) -> None:
    new_whist(tmp_path)
    (tmp_path / "in").mkdir()
    right = (tmp_path / "solution/whist/pairs.py").read_text("utf-8")
    one = "def pairs(hand):\n    return 1\n"
    for number in range(12):
        _submit(tmp_path / "in", f"26000{number:02}A", right if number < 5 else one)
    best, worst = (tmp_path / "marks" / name / "feedback.html" for name in ("2600000A", "2600011A"))

    def grade(*more: str, code: int = 0) -> str:
        done = run("grade", "in", "--jobs", "1", *more, cwd=tmp_path)
        assert done.returncode == code, done.stderr
        return done.stdout

    grade()
    assert "quarter" not in best.read_text("utf-8")
    assert "In the handout: <em>Counting pairs</em>." in worst.read_text("utf-8")
    edit(
        tmp_path / "handout/whist.md",
        'version = "1.0"',
        f'version = "1.0"\nshow_place = true\nhandout_url = "{URL}"',
    )
    assert "examining" not in grade()
    assert "in the highest quarter of 12 submissions." in best.read_text("utf-8")
    assert "in the second quarter of 12 submissions." in worst.read_text("utf-8")
    assert f'href="{URL}#counting-pairs"' in worst.read_text("utf-8")
    written = best.stat().st_mtime_ns
    grade()
    assert best.stat().st_mtime_ns == written
    grade("--phase", "submission")
    assert "quarter" not in best.read_text("utf-8")
    _submit(tmp_path / "in", "2600012A", right)
    grade()
    assert "in the highest quarter of 13 submissions." in best.read_text("utf-8")
    for name in ("2600011A", "2600012A"):
        (tmp_path / f"in/{name}.zip").unlink()
    grade(code=1)
    assert "quarter" not in best.read_text("utf-8")
