"""The page of a cohort: what an instructor asks on the morning after."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean

from ..marks.changes import Change
from ..marks.scheme import Scheme
from ..marks.statistics import Bin, Earned, bins, items, spread
from ..marks.verdict import State
from ..text.numbers import format_marks
from .environment import environment
from .misconceptions import Misconception
from .table import Absent, Row

_NEEDS_HELP = Fraction(2, 5)
"""Who earns less than this share of the marks needs help."""
_MOST_NAMED = 3
_SHADES = 10
_MOST_MISCONCEPTIONS = 30


@dataclass(frozen=True)
class About:
    """What the page of a cohort says of the download that it comes from."""

    summary: str = ""
    notes: Sequence[str] = ()
    attempts: Sequence[str] = ()
    absent: Sequence[Absent] = ()
    named: bool = False
    """Whether a roster gives names."""


@dataclass(frozen=True)
class Tile:
    """A number of the cohort, and what it is."""

    label: str
    text: str


@dataclass(frozen=True)
class Bar:
    """One bar of a diagram: its label, its number, and its length as a share of the longest."""

    label: str
    number: str
    share: float


@dataclass(frozen=True)
class Help:
    """Somebody who needs help, and why."""

    row: Row
    why: str


@dataclass(frozen=True)
class Line:
    """A row of the big table: what it is filtered by, and how dark each exercise's cell is."""

    row: Row
    kinds: Sequence[str]
    shades: Sequence[int]


def cohort_page(  # noqa: PLR0913, PLR0917 what a cohort is told by
    rows: Sequence[Row],
    scheme: Scheme,
    title: str,
    version: str,
    missing: Sequence[str] = (),
    notices: Sequence[str] = (),
    about: About | None = None,
    *,
    questions: str = "",
    guessable: bool = False,
    changes: Mapping[str, Change] | None = None,
    bands: Sequence[str] = (),
    misconceptions: Sequence[Misconception] = (),
) -> str:
    """The page that an instructor reads: numbers, what was lost, who needs help, and the table.

    It also names the layers of the lock that were `missing`, what else is to be noticed, the
    fingerprint of the `questions` that were asked, says whether these are `guessable`, and shows
    the `changes` that a run made last, and the `misconceptions` of the cohort. The `bands` of the
    late rule go from the best to the last.
    """
    about = about or About()
    helped = list(_needs_help(rows, scheme))
    script = _ENVIRONMENT.get_template("cohort.js").render()
    return _ENVIRONMENT.get_template("cohort.html").render(
        title=title,
        version=version,
        missing=missing,
        notices=notices,
        questions=questions,
        guessable=guessable,
        changes=changes or {},
        about=about,
        named=any(row.name for row in rows),
        timed=any(row.submitted or row.late for row in rows),
        rows=rows,
        lines=[_line(row, scheme, helped, changes or {}) for row in rows],
        scheme=scheme,
        bands=any(row.band for row in rows),
        waiting=sum(bool(row.awaiting) for row in rows),
        tiles=list(_tiles(rows, about)),
        histogram=_histogram([row.mark for row in rows], scheme.total),
        by_band=_by_band(rows, bands),
        lost=_lost(rows, scheme),
        items=items([Earned(row.awards, row.states) for row in rows if _was_read(row)], scheme),
        helped=helped,
        misconceptions=misconceptions[:_MOST_MISCONCEPTIONS],
        more_misconceptions=max(0, len(misconceptions) - _MOST_MISCONCEPTIONS),
        script=script,
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _was_read(row: Row) -> bool:
    return row.status != "unreadable" and bool(row.awards)


def _tiles(rows: Sequence[Row], about: About) -> Iterator[Tile]:
    marks = spread([row.mark for row in rows])
    yield Tile("submitted", str(len(rows)))
    if about.named or about.absent:
        yield Tile("not submitted", str(len(about.absent)))
    counts = {
        "late": sum(row.late == "yes" for row in rows),
        "to look at": sum(_is_to_look_at(row) for row in rows),
        "awaiting manual marks": sum(bool(row.awaiting) for row in rows),
        "misread the handout": sum(bool(row.misread) for row in rows),
        "overridden criteria": sum(row.overridden for row in rows),
    }
    yield from (Tile(name, str(count)) for name, count in counts.items() if count)
    yield Tile("mean", format_marks(marks.mean))
    yield Tile("median", format_marks(marks.median))
    yield Tile("standard deviation", f"{marks.deviation:.1f}")
    yield Tile("quartiles", f"{format_marks(marks.lower)} – {format_marks(marks.upper)}")


def _is_to_look_at(row: Row) -> bool:
    return row.status not in {"marked", "awaiting manual marks"}


def _histogram(marks: Sequence[Fraction], out_of: Fraction) -> list[Bar]:
    """How many submissions earned how much, in steps of a round width, and the full marks."""
    found = bins(marks, out_of)
    most = max(one.count for one in found)
    return [
        Bar(_range(one, is_last=one is found[-1]), str(one.count), one.count / most)
        for one in found
    ]


def _range(one: Bin, *, is_last: bool) -> str:
    return format_marks(one.least) + ("" if is_last else "–")


def _by_band(rows: Sequence[Row], bands: Sequence[str]) -> list[Bar]:
    """How many have each band, from the best that anybody has to the last."""
    counts = Counter(row.band for row in rows if row.band)
    there = [place for place, band in enumerate(bands) if counts[band]]
    if not there:
        return []
    most = max(counts.values())
    return [
        Bar(band, str(counts[band]), counts[band] / most)
        for band in bands[there[0] : there[-1] + 1]
    ]


def _lost(rows: Sequence[Row], scheme: Scheme) -> list[Bar]:
    """The mean share of every exercise's marks that was lost, most first.

    What a person marks is left out while somebody's is still to be marked.
    """
    waiting = any(row.awaiting for row in rows)
    shares = [
        (float(1 - mean(row.earned[place] for row in rows) / exercise.worth), exercise)
        for place, exercise in enumerate(scheme.exercises)
        if not (waiting and exercise.manual)
    ]
    shares.sort(key=lambda one: -one[0])
    return [Bar(exercise.name, f"{share:.0%}", share) for share, exercise in shares]


def _needs_help(rows: Sequence[Row], scheme: Scheme) -> Iterator[Help]:
    """Who needs help, the least marks first, and why."""
    for row in sorted(rows, key=lambda row: (row.mark, row.submission)):
        if why := "; ".join(_reasons(row, scheme)):
            yield Help(row, why)


def _reasons(row: Row, scheme: Scheme) -> Iterator[str]:
    if row.status == "unreadable":
        yield f"cannot be read: {row.problem}"
        return
    if row.status == "stopped":
        yield "used up its time"
    if "capped" in row.status:
        yield f"a file cannot be imported, so it earns {format_marks(row.total)}"
        return
    if row.awaiting or row.total >= _NEEDS_HELP * row.out_of:
        return
    unanswered = [state in {State.NOT_ANSWERED, State.AWAITING} for state in row.states]
    if unanswered and all(unanswered):
        yield "nothing was begun"
        return
    lost = sorted(
        zip(scheme.exercises, row.earned, strict=True), key=lambda one: one[1] - one[0].worth
    )
    most = ", ".join(
        f"{exercise.name} ({format_marks(earned)} of {format_marks(exercise.worth)})"
        for exercise, earned in lost[:_MOST_NAMED]
    )
    yield f"{format_marks(row.total)} of {format_marks(row.out_of)}; lost most in {most}"


def _line(row: Row, scheme: Scheme, helped: Sequence[Help], changes: Mapping[str, Change]) -> Line:
    holds = {
        "look": _is_to_look_at(row),
        "late": row.late == "yes",
        "waiting": bool(row.awaiting),
        "help": any(one.row is row for one in helped),
        "changed": row.submission in changes,
        "overridden": bool(row.overridden),
        "misread": bool(row.misread),
    }
    shades = [
        min(_SHADES, max(0, int(earned * _SHADES / exercise.worth)))
        for exercise, earned in zip(scheme.exercises, row.earned, strict=True)
    ]
    return Line(row, [kind for kind, does in holds.items() if does], shades)


_ENVIRONMENT = environment()
