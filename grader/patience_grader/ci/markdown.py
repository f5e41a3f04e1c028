"""A report as Markdown, for the summary that GitHub shows of a job.

What comes from a submission is shown in fences, which it cannot close, or escaped; nothing of
it is Markdown or HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from ..text.sanitize import one_line, sanitize
from .model import Report, Test

_IN_FULL = 10
"""So many lost tests are shown with their evidence: the first of each exercise first."""
_MOST = 200_000
"""Characters; GitHub shows nothing of a summary that is larger than a mebibyte."""
_LONGEST = 4_000
_CUT = "\n\n*The rest is left out.*\n"
_SPECIAL = re.compile(r"([\\`*_{}\[\]#!|~@$]|:(?=//)|^[-+=]|(?<=^[0-9])[.)])")


def summary(report: Report) -> str:
    """What was reached, a table of the exercises, and the first lost tests in full."""
    shown = ""
    for part in _blocks(report):
        if len(shown) + len(part) > _MOST:
            return shown + _CUT
        shown += part
    return shown


def escaped(text: str) -> str:
    """One line of text in which nothing is Markdown or HTML."""
    return _SPECIAL.sub(r"\\\1", html.escape(one_line(text), quote=False))


def fenced(text: str) -> str:
    """A text as a block of its own, whatever it holds."""
    shown = sanitize(text)
    if len(shown) > _LONGEST:
        shown = shown[:_LONGEST] + " …"
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{shown.rstrip()}\n{fence}"


def _blocks(report: Report) -> Iterator[str]:
    """The summary in parts that can be left out."""
    yield "\n".join(_head(report)) + "\n"
    for number, test in enumerate(_chosen(report)):
        yield "\n".join(_in_full(test, is_open=number == 0)) + "\n"


def _head(report: Report) -> Iterator[str]:
    whose = f"{escaped(report.name)}, " if report.name else ""
    yield f"# {whose}{escaped(report.title)} {escaped(report.version)}: {escaped(report.headline)}"
    yield ""
    if report.void:
        yield (
            f"> ⚠️ {len(report.void)} tests could not be examined, which is not the student's "
            "fault. Please report it to the instructors."
        )
        yield ""
    for remark in report.remarks:
        yield f"> {escaped(remark)}"
        yield ">"
    if report.remarks:
        yield ""
    yield "| | exercise | passed | next |"
    yield "|---|---|---:|---|"
    for name, tests in report.groups.items():
        passed = sum(one.passed for one in tests)
        first = next((one for one in tests if not one.passed), None)
        sign = _sign(first, to_do=all(one.is_to_do for one in tests))
        noted = escaped(first.plain_title) if first else ""
        yield f"| {sign} | {escaped(name)} | {passed} of {len(tests)} | {noted} |"
    yield ""


def _sign(first: Test | None, *, to_do: bool) -> str:
    if first is None:
        return "✅"
    return "✏️" if first.is_open else "⬜" if to_do else "❌"


def _chosen(report: Report) -> list[Test]:
    """The lost tests that are shown in full: the first of each exercise before the others."""
    firsts = [tests[0] for tests in _by_exercise(report)]
    others = [one for tests in _by_exercise(report) for one in tests[1:]]
    return [one for one in firsts + others if not one.is_to_do][:_IN_FULL]


def _by_exercise(report: Report) -> list[list[Test]]:
    lost = ([one for one in tests if one.is_lost] for tests in report.groups.values())
    return [tests for tests in lost if tests]


def _in_full(test: Test, *, is_open: bool) -> Iterator[str]:
    title = f"<code>{html.escape(test.id)}</code> {html.escape(test.plain_title)}"
    if is_open:
        yield "## Look at this first"
        yield ""
        yield f"**{escaped(test.id)}** {escaped(test.plain_title)}"
    else:
        yield f"<details><summary>{title}</summary>"
    yield ""
    yield escaped(test.message)
    if test.place:
        yield ""
        yield f"In {escaped(test.place.file)}, line {test.place.line}"
    for label, text in test.explanation:
        yield ""
        yield f"{escaped(label)}:"
        yield ""
        yield fenced(text)
    if not is_open:
        yield ""
        yield "</details>"
    yield ""
