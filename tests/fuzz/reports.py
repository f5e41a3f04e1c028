"""Fuzzes the reports: hostile text in every place of a mark sheet stays text.

    python tests/fuzz/reports.py --seconds 600 --seed 7

Pages have the structure that they have with harmless text, JSON and CSV read back, no cell
is a formula, nothing printed is a command to a CI service, and no character is invisible.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import re
import sys
import time
import traceback
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "grader"))

from fractions import Fraction  # noqa: E402

from patience_grader.marks.late import Settlement  # noqa: E402
from patience_grader.marks.mark_sheet import MarkSheet, award  # noqa: E402
from patience_grader.marks.scheme import read_scheme  # noqa: E402
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict  # noqa: E402
from patience_grader.report.cohort import cohort_page  # noqa: E402
from patience_grader.report.page import feedback_page  # noqa: E402
from patience_grader.report.results_json import results_of  # noqa: E402
from patience_grader.report.table import csv_of, row_of  # noqa: E402
from patience_grader.report.text import text_of  # noqa: E402
from patience_grader.text.sanitize import log  # noqa: E402

CORPUS = Path(__file__).parent / "corpus" / "reports"
SCHEME = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `deal`** | **Dealing** | **3** |
| `deal.third` | The first third. | 1 |
| `deal.rest` | The rest. | 2 |
| | **total** | **3** |
""",
    "handout/cards.md",
    3,
)
PIECES = (
    "##vso[task.setvariable variable=x]1", "##teamcity[buildStop comment='x']", "::error::x",
    "::set-output name=a::b", "##[error]", "section_start:1:x\r", "\x1b[2J", "\x1b]0;x\x07", "\x9b31m",
    "\u202e", "\u2066", "\u3164", "\u115f", "\u1160", "\u2800", "\uffa0", "\u200b", "\ufeff", "\u00ad",
    "\ufe0f", "\U000e0041", "\u034f", "\ud800", "\0", "\x08", "\x7f", "\r", "\n", "\t", "\u2028", "\u0085",
    "=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", "'", '"', ",", ";", "<script>", "</pre>", "</script>",
    "<!--", "-->", "]]>", "<img src=x onerror=y>", "&lt;", "&#0;", "{{ 7 }}", "{% raw %}", "javascript:",
    "`", "**b**", "[a](javascript:b)", "../", "\\", "x" * 300, "e\u0301" * 5, "\u0300" * 50, " ", "",
)  # fmt: skip
COMMAND = re.compile(r"##\w*\[|(^|\s)::[a-z]|section_(start|end):", re.IGNORECASE | re.MULTILINE)
UNSEEN = {"\u3164", "\u115f", "\u1160", "\u2800", "\uffa0", "\u034f", "\ufe0f", "\U000e0041"}


def text(chance: random.Random) -> str:
    """Text as bad as it gets."""
    known = [path.read_text("utf-8") for path in sorted(CORPUS.iterdir())]
    pieces = [*PIECES, *known]
    made = "".join(chance.choice(pieces) for _ in range(chance.randrange(1, 6)))
    return made or "x"


class Structure(HTMLParser):
    """The tags of a page and the names of their attributes, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", ()))

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", ()))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def sheet_of(words: list[str]) -> MarkSheet:
    """A mark sheet in which these stand in every place that a submission can fill."""
    one, two, three, four, five, six, seven, eight, nine, ten = words
    evidence = Evidence(one, two, three, four, five, (six, seven), eight, nine)
    lost = Verdict(State.FAILED, ten, evidence)
    verdicts = {"deal.third": lost, "deal.rest": PASSED}
    return MarkSheet(
        words[0],
        words[1],
        SCHEME,
        award(SCHEME, verdicts),
        remarks=(two, three),
        broken=(four,),
        unreadable="",
        cap=1,
        settlement=Settlement(Fraction(1), Fraction(1), reasons=(five,)),
    )


def check(words: list[str]) -> None:
    """Raises AssertionError when text is more than text."""
    sheet, harmless = sheet_of(words), sheet_of(["x"] * len(words))
    pages = [
        (
            feedback_page(one, "T", "1"),
            cohort_page([row_of(one)], SCHEME, "T", "1", (), one.remarks),
        )
        for one in (sheet, harmless)
    ]
    for page, plain_page in zip(*pages, strict=True):
        found, wanted = Structure(page), Structure(plain_page)
        assert _folded(found) == _folded(wanted), "the page has another structure"
        assert not _unseen("".join(found.texts)), "the page has unseen characters"
    results = json.loads(results_of(sheet, {"submission": "1"}))
    assert not _unseen(json.dumps(results, ensure_ascii=False).replace("\\n", "")), "results.json"
    table = csv_of([row_of(sheet)], SCHEME)
    rows = list(csv.reader(io.StringIO(table)))
    again = io.StringIO()
    csv.writer(again, lineterminator="\n").writerows(rows)
    assert again.getvalue() == table, "the CSV does not read back"
    assert {len(row) for row in rows} == {len(rows[0])}
    for cell in rows[1][:2]:
        start = unicodedata.normalize("NFKC", cell[:1])
        assert not start.startswith(("=", "+", "-", "@", "\t", "\r")), f"a formula: {cell!r}"
        assert not _unseen(cell)
    for printed in (text_of(sheet), log("\n".join(words)), log(words[0])):
        assert not COMMAND.search(printed), f"a command: {printed!r}"
        assert not _unseen(printed), "what is printed has unseen characters"


def _folded(page: Structure) -> list[tuple[str, tuple[str, ...]]]:
    """Without what only says which lines of a drawing differ, or how many there are."""
    return [
        one
        for one in page.found
        if one[0] not in {"mark", "/mark", "br", "span", "/span", "b", "/b"}
    ]


def _unseen(shown: str) -> set[str]:
    odd = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return {
        one
        for one in shown
        if one in UNSEEN or (unicodedata.category(one) in odd and one not in "\n\t")
    }


def main() -> int:
    """Makes texts until the time is over; 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=1 << 60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    tried = findings = 0
    while tried < options.count and time.monotonic() < until:
        chance = random.Random(options.seed * 1_000_000_000 + tried)
        words = [text(chance) for _ in range(10)]
        tried += 1
        try:
            check(words)
        except Exception:
            findings += 1
            print(f"{words!r}:\n{traceback.format_exc()}")
            if findings > 20:
                break
    print(f"{tried} tried, {findings} findings")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
