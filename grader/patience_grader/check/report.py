"""What the check says: a line an exercise, then the first broken rule in full; or JSON."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterator

from ..course.public import PublicCoursework
from ..marks.verdict import Evidence, State
from ..text.sanitize import log, one_line, sanitize
from .console import Console
from .last import Since
from .result import Looked, Part, Result

_BAR = 10
_NAME = 24
_LISTED = 6
"""So many tests that are not checked are named."""


def report(
    result: Result, public: PublicCoursework, console: Console, new: Since | None = None
) -> str:
    """The result as text, with what is new about it."""
    return console.shown("\n".join(_lines(result, public, console, new or Since())))


def as_json(result: Result, public: PublicCoursework, new: Since | None = None) -> str:
    """The result for editors and other programs, as JSON, with what is new about it."""
    new = new or Since()
    said = {
        "coursework": public.slug,
        "version": public.version,
        "kept": result.kept,
        "rules": result.count,
        "broken": result.broken,
        "remarks": result.remarks,
        "newly_kept": new.passed,
        "newly_broken": new.failed,
        **({"marked_only": public.plain.marked_only} if public.plain else {}),
        "exercises": [
            {
                "exercise": part.exercise.name,
                "kept": part.kept,
                "rules": [_plain(one) for one in part.looked],
            }
            for part in result.parts
        ],
    }
    return json.dumps(said, indent=2)


def _plain(one: Looked) -> dict[str, object]:
    verdict = one.verdict
    evidence = {} if verdict.evidence is None else vars(verdict.evidence)
    return {
        "id": one.rule.id,
        "rule": one.rule.title,
        "state": verdict.state,
        "reason": verdict.reason,
        **{name: text for name, text in evidence.items() if text},
    }


def _lines(result: Result, public: PublicCoursework, console: Console, new: Since) -> Iterator[str]:
    yield console.toned(f"{public.title} {public.version}", "strong") + (
        f": {result.kept} of {result.count} public tests passed"
    )
    if new.line:
        yield console.toned(new.line, "bad" if new.failed else "good")
    yield ""
    yield from progress(result, console)
    manual = [one.name for one in public.exercises if one.manual]
    if manual:
        yield ""
        yield console.toned(f"Marked by hand, so not checked: {', '.join(manual)}.", "soft")
    for line in marked_only(public):
        yield ""
        yield console.toned(line, "soft")
    if result.packed_as_asked:
        yield ""
        yield console.toned("The zip is packed as the submission instructions ask.", "good")
    for noted in (*result.broken, *result.remarks):
        yield ""
        yield console.toned("! ", "bad") + one_line(noted)
    yield ""
    broken = first_broken(result)
    yield from _in_full(broken, console) if broken else what_next(result, public, console)


def progress(result: Result, console: Console) -> Iterator[str]:
    """How far the exercises are, a line each, and what is estimated of them."""
    wide = max(_NAME, *(len(_label(part)) + 2 for part in result.parts)) if result.parts else _NAME
    for part in result.parts:
        yield _line(part, wide, console)
    if estimates := [one for part in result.parts for one in part.looked if one.estimate]:
        yield ""
        yield from (f"  {one_line(one.estimate)}" for one in estimates)


def marked_only(public: PublicCoursework) -> Iterator[str]:
    """Which tests only marking runs, a line for each reason."""
    reasons = public.plain.marked_only if public.plain else {}
    for why in dict.fromkeys(reasons.values()):
        names = [name for name, reason in reasons.items() if reason == why]
        listed = ", ".join(names) if len(names) <= _LISTED else f"{len(names)} tests"
        yield f"Marked only, so not checked: {listed} ({why})."


def _label(part: Part) -> str:
    return f"{part.exercise.number} {part.exercise.name}".strip()


def _line(part: Part, wide: int, console: Console) -> str:
    label = _label(part).ljust(wide)
    count = len(part.looked)
    if not part.is_begun:
        noted = one_line(part.missing) or plainly(part.exercise.title)
        return f"  ☐ {label}{console.toned('to do', 'soft')}  {noted}"
    full = part.kept * _BAR // count
    bar = "█" * full + "░" * (_BAR - full)
    broken = part.first_broken
    sign = console.toned("✗", "bad") if broken else console.toned("✓", "good")
    noted = f"  next: {plainly(broken.rule.title)}" if broken else ""
    if part.broken:
        noted = f"  {part.broken} cannot be imported"
    text = f"  {sign} {label}{bar} {part.kept}/{count}{noted}"
    most = max(shutil.get_terminal_size((100, 24)).columns, 60) + len(sign) - 1
    return text if len(text) <= most else text[: most - 1] + "…"


def plainly(title: str) -> str:
    """A title of the marks table without its markup."""
    return title.replace("`", "").replace("*", "")


def first_broken(result: Result) -> Looked | None:
    """The first rule that is broken, unless something else must be put right before it."""
    if result.void or result.broken:
        return None
    begun = (part for part in result.parts if part.is_begun and not part.broken)
    return next((part.first_broken for part in begun if part.first_broken), None)


def what_next(result: Result, public: PublicCoursework, console: Console) -> Iterator[str]:
    """What to do next, where no rule is broken that can be looked at."""
    begun = [part for part in result.parts if part.is_begun and not part.broken]
    if not public.rules:
        yield "No test is public, so there is nothing to check."
    elif result.void:
        yield "The check itself failed, which is not your fault. Please report this:"
        yield from (f"  {one.rule.id}: {one_line(one.verdict.reason)}" for one in result.void)
    elif result.broken:
        yield "Fix that first: nothing counts in a file that cannot be imported."
    elif len(begun) < len(result.parts):
        to_do = next(part for part in result.parts if not part.is_begun)
        name = to_do.exercise.name
        start = "Start with" if not begun else "All tests passed so far. Continue with"
        yield f"{start} {name} in {public.file_of(name)}, then check again."
    else:
        required = public.rules - result.count
        what = "All public tests that were run" if required else "All public tests"
        yield f"{console.toned(f'{what} passed.', 'good')} {public.when_marked}"


def _in_full(one: Looked, console: Console) -> Iterator[str]:
    verdict = one.verdict
    yield f"{console.toned('Look at this first', 'strong')}: {one.rule.id}"
    yield f"  the rule: {plainly(one.rule.title)}"
    yield (
        f"  {verdict.state}: {one_line(verdict.reason)}" if verdict.reason else f"  {verdict.state}"
    )
    if verdict.evidence and verdict.state is not State.NOT_ANSWERED:
        yield from _evidence(verdict.evidence)


def _evidence(evidence: Evidence) -> Iterator[str]:
    parts = (
        ("called", evidence.called),
        ("on", evidence.given),
        ("expected", evidence.expected),
        ("got", evidence.got),
        ("in your code", "\n".join(evidence.trace)),
        ("look here first", evidence.cause),
        ("note", evidence.note),
        (evidence.repeat, evidence.snippet),
    )
    for label, text in parts:
        if text:
            yield ""
            yield f"  {label}:"
            indent = "" if text is evidence.snippet else "    "
            yield textwrap.indent(log(sanitize(text)).rstrip(), indent)
