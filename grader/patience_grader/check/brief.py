"""What the check says while it watches: the first broken rule on top, cut to fit the window."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..course.public import PublicCoursework
from ..marks.verdict import Evidence
from ..text.sanitize import log, one_line, sanitize
from .console import Console
from .last import Since
from .report import first_broken, plainly, progress, what_next
from .result import Looked, Part, Result

_SIDES = " │ "
_LEAST = 3
"""So many lines are left for what is shown, however small the window is."""


def brief(
    result: Result, public: PublicCoursework, console: Console, new: Since, size: tuple[int, int]
) -> str:
    """The result in a window of so many columns and lines, with the first broken rule on top."""
    columns, lines = size
    head = [_cut(f"{public.title} {public.version}: {_count(result)}", columns)]
    tones = [console.toned(head[0], "strong")]
    if new.line:
        tones.append(console.toned(_cut(new.line, columns), "bad" if new.failed else "good"))
    noted = [
        line
        for one in (*result.broken, *result.remarks)
        for line in textwrap.wrap(f"! {one_line(one)}", columns)
    ]
    broken = first_broken(result)
    next_steps = [] if broken else list(what_next(result, public, console))
    fixed = [*tones, "", *noted, *next_steps]
    whole, short = list(progress(result, console)), _in_short(result.parts, columns)
    least = len(fixed) + (len(_about(broken, columns)) + _LEAST if broken else 0)
    foot = whole if least + 1 + len(whole) <= lines else short
    if broken:
        fixed += _in_window(broken, console, columns, lines - len(fixed) - len(foot) - 1)
    return console.shown("\n".join([*fixed, "", *foot][:lines]))


def _count(result: Result) -> str:
    return f"{result.kept} of {result.count} public tests passed"


def _in_window(one: Looked, console: Console, columns: int, lines: int) -> list[str]:
    """The broken rule, and as much of what is known of it as there is room for."""
    first, *about = _about(one, columns)
    room = max(lines - 1 - len(about), _LEAST)
    evidence = one.verdict.evidence
    shown = list(_shown(evidence, columns, room)) if evidence else []
    if len(shown) > room:
        shown = [*shown[: room - 1], _cut("  … the check without --watch shows all of it", columns)]
    return [console.toned(first, "strong"), *about, *shown]


def _about(one: Looked, columns: int) -> list[str]:
    verdict = one.verdict
    reason = f": {one_line(verdict.reason)}" if verdict.reason else ""
    called = verdict.evidence.called if verdict.evidence else ""
    about = [
        f"Look at this first: {one.rule.id}",
        f"  the rule: {plainly(one.rule.title)}",
        f"  {verdict.state}{reason}",
        *([f"  called: {called}"] if called and "\n" not in called else []),
    ]
    return [_cut(line, columns) for line in about]


def _shown(evidence: Evidence, columns: int, room: int) -> Iterator[str]:
    """What was expected and what came back, side by side if that fits; then the rest."""
    expected, got = (_lines(one) for one in (evidence.expected, evidence.got))
    wide = max(map(len, expected), default=0)
    if expected and got and 2 + wide + len(_SIDES) + max(map(len, got)) <= columns:
        yield from _beside(expected, got, max(wide, len("expected")), room)
    else:
        yield from _block("expected", expected, columns)
        yield from _block("got", got, columns)
    called = evidence.called if "\n" in evidence.called else ""
    parts = (
        ("in your code", "\n".join(evidence.trace)),
        ("look here first", evidence.cause),
        ("called", called),
        ("on", evidence.given),
        ("note", evidence.note),
    )
    for label, text in parts:
        yield from _block(label, _lines(text), columns)


def _beside(expected: Sequence[str], got: Sequence[str], wide: int, room: int) -> Iterator[str]:
    """Both in two columns; where that is too long, only the lines that differ."""
    rows = list(zip_longest(expected, got, fillvalue=""))
    if len(rows) + 1 > room:
        rows = [(one, other) for one, other in rows if one != other]
    yield f"  {'expected':{wide}}{_SIDES}got"
    yield from (f"  {one:{wide}}{_SIDES}{other}".rstrip() for one, other in rows)


def _block(label: str, lines: Sequence[str], columns: int) -> Iterator[str]:
    if lines:
        yield f"  {label}:"
        yield from (_cut(f"    {line}", columns) for line in lines)


def _lines(text: str) -> list[str]:
    return log(sanitize(text)).rstrip().splitlines()


def _in_short(parts: Sequence[Part], columns: int) -> list[str]:
    """Which exercises are done, which are not yet right, and which are to do."""
    done = [one.exercise.name for one in parts if one.is_begun and not _wrong(one)]
    wrong = [f"{one.exercise.name} {one.kept}/{len(one.looked)}" for one in parts if _wrong(one)]
    to_do = [one.exercise.name for one in parts if not one.is_begun]
    groups = (("✓", done), ("✗", wrong), ("☐", to_do))
    return [
        textwrap.shorten(f"{sign} {', '.join(names)}", columns, placeholder=" …")
        for sign, names in groups
        if names
    ]


def _wrong(part: Part) -> bool:
    return bool(part.broken) or (part.is_begun and part.first_broken is not None)


def _cut(line: str, columns: int) -> str:
    return line if len(line) <= columns else line[: columns - 1] + "…"
