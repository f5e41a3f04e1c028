"""What a submission is not asked any more, as its time is used up, it does not earn."""

from __future__ import annotations

import re
from pathlib import Path

from adopting import adopted, marked

SOLUTION = "def after(number):\n    return number + 1\n"
TESTS = "from numbers_ import after\n" + "".join(
    f"\n\ndef test_{word}():\n    assert after({number}) == {number + 1}\n"
    for number, word in enumerate(("one", "two", "three", "four", "five", "six"))
)


def test_what_is_not_asked_is_not_earned(tmp_path: Path) -> None:
    given = {"solution/numbers_.py": SOLUTION, "tests/test_after.py": TESTS}
    assert adopted(tmp_path, "after", given).criteria == 6
    handout = tmp_path / "course" / "handout" / "after.md"
    text = handout.read_text("utf-8")
    text = re.sub(r"(?m)^(cpu_seconds_per_submission) = .*$", r"\1 = 0.5", text)
    handout.write_text(text, "utf-8")
    hangs = "def after(number):\n    while True:\n        pass\n"
    states = marked(tmp_path, "after", {"hangs": {"numbers_.py": hangs}})["hangs"]
    assert set(states.values()) == {"timed out"}
