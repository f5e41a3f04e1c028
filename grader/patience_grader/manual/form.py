"""A text, in TOML, in which a person fills in marks and comments for one submission."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..marks.scheme import Criterion, Scheme
from ..text.numbers import format_marks
from ..text.sanitize import one_line, sanitize
from .comments import COMMENT_BANK, Bank, Comment
from .evidence import Review
from .sheet import Given, manual_criterion, marks_for

_SHOWN = 8
_LONGEST_COMMENT = 20_000
_MOST_COMMENTS = 30
_WIDTH = 100
_MOST_LINES = 5_000
_LONGEST_LINE = 500
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def as_text(  # noqa: PLR0913, PLR0917 all that stands in the text
    submission: str,
    criteria: Sequence[Criterion],
    given: Mapping[str, Given],
    review: Review | None,
    page: Path | None = None,
    files: Mapping[str, str] | None = None,
    bank: Bank | None = None,
    place: str = "",
) -> str:
    """A text, in TOML, in which a person fills in marks and comments; `from_text` reads it.

    It has the source texts below the criteria, each with the comments of the `bank` that fit it,
    and names the `page` on which the code stands beside the evidence. The `place` is that of the
    submission in a row of them.
    """
    bank = bank or Bank()
    head = [
        f"Marks for {one_line(submission)}.",
        *([place] if place else []),
        "Fill in the marks, and a comment that the student reads. Leave the marks empty",
        "if you have not decided.",
        *(["Below the criteria is the code."] if files else []),
        *([f"The code and the evidence: {page}"] if page else []),
        *(["", *_evidence(review)] if review else []),
    ]
    parts = [_commented(head)]
    for criterion in criteria:
        one = given.get(criterion.id)
        parts.append(
            f"[{criterion.id}]\n"
            f"# {one_line(criterion.rule)}\n"
            f"# out of {format_marks(criterion.worth)}\n"
            f"{_commented(_of_bank(bank.of(criterion.id)))}"
            f'marks = "{format_marks(one.earned) if one else ""}"\n'
            f'comment = """\n{_quoted(one.comment if one else "")}"""\n'
        )
    if files:
        parts.append(_commented(_code(files)))
    return "\n".join(parts)


def _commented(lines: Iterable[str]) -> str:
    return "".join(f"# {text}".rstrip() + "\n" for text in lines)


def _of_bank(comments: Sequence[Comment]) -> Iterator[str]:
    """The comments that can be used again, a line each."""
    if comments:
        yield "written before; to use one, write its key on a line of its own:"
    for one in comments[:_MOST_COMMENTS]:
        text = one_line(one.text)
        short = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
        yield f"  ={one.key}  {short}"
    if len(comments) > _MOST_COMMENTS:
        yield f"  and {len(comments) - _MOST_COMMENTS} more in {COMMENT_BANK}"


def _code(files: Mapping[str, str]) -> Iterator[str]:
    """The source texts with numbered lines, of which no more is shown than anybody reads."""
    left = _MOST_LINES
    for name, text in files.items():
        lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
        yield ""
        yield f"---- {one_line(name)} ----"
        for number, line in enumerate(lines[:left], 1):
            yield f"{number:>4}  {sanitize(line[:_LONGEST_LINE])}"
        if len(lines) > left:
            more = len(lines) - left
            yield f"and {more} more {'line' if more == 1 else 'lines'}"
        left = max(0, left - len(lines))


def _evidence(review: Review) -> Iterator[str]:
    """What the tools found, in a few lines."""
    for trouble in review.troubles:
        yield f"Evidence is missing: {one_line(trouble)}"
    yield f"{review.documented} of {review.documentable} files, classes, functions documented"
    if review.missing:
        yield f"  without a docstring: {_few([one_line(name) for name in review.missing])}"
    yield f"{len(review.functions)} functions"
    longest = sorted(review.functions, key=lambda one: -one.lines)
    if longest:
        facts = [f"{one_line(one.name)} {one.lines} lines, {one.complexity}" for one in longest[:5]]
        yield f"  the longest, and their complexity: {'; '.join(facts)}"
    for group in review.duplicates[:_SHOWN]:
        places = [f"{one_line(one.file)} {one.first}-{one.last}" for one in group]
        yield f"repeated: {_few(places)}"
    for code, count in Counter(one.code for one in review.findings).most_common(_SHOWN):
        text = next(one.text for one in review.findings if one.code == code)
        yield f"{count} x {code}: {one_line(text)}"


def _few(names: Sequence[str]) -> str:
    more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _quoted(text: str) -> str:
    """The text as it must stand between three quotation marks."""
    text = text.encode(errors="replace").decode().replace("\\", "\\\\").replace('"""', '""\\"')
    text = _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text[:-1] + '\\"' if text.endswith('"') else text


def from_text(text: str, scheme: Scheme) -> Mapping[str, Given]:
    """What was filled in, by criterion. What has neither marks nor comment is left out.

    Raises InputError, saying where, when it cannot be read, gives what cannot be given,
    or holds a comment without marks.
    """
    try:
        tables = tomllib.loads(text.removeprefix("\ufeff"), parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise InputError(f"the text cannot be parsed: {one_line(str(fault))}") from None
    known = {one.id: one for one in scheme.criteria}
    found = {}
    for exercise, aspects in tables.items():
        if not isinstance(aspects, dict):
            raise InputError(f"{_where(text, exercise)}: it does not belong to a criterion")
        for aspect, values in aspects.items():
            name = f"{exercise}.{aspect}"
            where = _where(text, name)
            one = _filled_in(values, manual_criterion(name, known, where), where)
            if one is not None:
                found[name] = one
    return found


def _where(text: str, name: str) -> str:
    """The line that opens a table, as well as it can be told."""
    opening = re.compile(rf"\s*\[?\s*{re.escape(name)}\b")
    lines = enumerate(text.splitlines(), 1)
    number = next((number for number, one in lines if opening.match(one)), None)
    return one_line(name) if number is None else f"line {number}, {one_line(name)}"


def _filled_in(values: Any, criterion: Criterion, where: str) -> Given | None:
    """What the table of a criterion says, or None when nothing is filled in."""
    if not isinstance(values, dict) or not set(values) <= {"marks", "comment"}:
        raise InputError(f"{where}: it must have marks and a comment, and nothing else")
    number, comment = values.get("marks", ""), values.get("comment", "")
    if isinstance(number, bool) or not isinstance(number, str | int):
        raise InputError(f"{where}: the marks must be a number")
    if not isinstance(comment, str):
        raise InputError(f"{where}: the comment must be a text")
    if len(comment) > _LONGEST_COMMENT:
        raise InputError(f"{where}: the comment has more than {_LONGEST_COMMENT} characters")
    if str(number).strip():
        return Given(marks_for(str(number).strip(), criterion, where), comment)
    if comment.strip():
        raise InputError(f"{where}: there is a comment and no marks; fill them in")
    return None
