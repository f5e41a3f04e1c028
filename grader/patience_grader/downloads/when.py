"""When work came in: what the download says, and what a table of times says instead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from ..errors import InputError
from ..marks.late import Timing
from ..marks.moment import read_time
from ..text.listed import first_of
from .archives import is_packed
from .identity import ambiguous, is_rounded, without_fraction, without_zeros
from .listing import folded
from .model import Attempt, Delivered, Person
from .roster import EMAIL, NUMBER, Enrolled
from .table_file import read_table


@dataclass(frozen=True)
class Stated:
    """A row of a table of times."""

    who: str
    """A submission, a student number or an email address."""
    timing: Timing
    place: str
    """The file and the line, for a message."""


@dataclass(frozen=True)
class Times:
    """The times of all submissions."""

    of: Mapping[str, Timing]
    """By the key of the submission."""
    notes: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    """Rows that somebody may have meant for a submission, and that count for none."""
    stated: frozenset[str] = frozenset()
    """The keys of those for which the table says when they came in."""


def read_times(path: Path, timezone: str) -> tuple[Stated, ...]:
    """The rows of `times.csv`: who, `submitted`, `deadline`, `note` and `digest`, if filled in.

    Who is in a column `submission`, `number` or `email`, or what a roster may call these two.
    Raises InputError, naming file and line, when it cannot be used.
    """
    table = read_table(path)
    columns = [name for name in _WHO if name in table.columns]
    if not columns or not {"submitted", "deadline"} & table.columns:
        raise InputError(
            f"{path}:{table.line}: the first line must name a column submission, number or "
            "email, and submitted or deadline"
        )
    found: dict[str, Stated] = {}
    for row in table.rows:
        who, place = row.first(*columns), table.at(row)
        if not who:
            raise InputError(f"{place}: it does not say who; write a submission, number or email")
        if _plain(who) in found:
            earlier = found[_plain(who)].place
            raise InputError(f"{place}: {who!r} stands in {earlier} already; leave one out")
        try:
            submitted, deadline = (
                read_time(row.first(column), timezone) if row.first(column) else None
                for column in ("submitted", "deadline")
            )
        except InputError as fault:
            raise InputError(f"{place}: {fault}") from fault
        note = " ".join(row.first("note").split())
        found[_plain(who)] = Stated(
            who, Timing(submitted, deadline, note, row.first("digest")), place
        )
    return tuple(found.values())


_WHO = ("submission", *NUMBER, *EMAIL)


def merge(  # noqa: PLR0913 all that a time depends on
    chosen: Iterable[tuple[Delivered, Attempt]],
    people: Mapping[str, Sequence[Enrolled]],
    stated: Sequence[Stated],
    *,
    due: datetime | None,
    timezone: str,
    others: Sequence[Person] = (),
) -> Times:
    """The time of each chosen attempt, and what is missing or in doubt.

    What the table states counts before what the download says. `people` are those of the
    roster by the key of their submission, and `others` those who are known to have none here. A
    row of the table that fits several submissions counts for none of them. `due` is the deadline
    of all others: an extension of the download that ends before it takes no time from anybody. A
    time without a zone is taken to be in `timezone`.
    """
    pairs = list(chosen)
    zone = ZoneInfo(timezone)
    general = _zoned(due, zone)
    rows, notes, findings = _assigned(pairs, people, stated, others)
    times = {}
    doubtful = []
    unknown = []
    for one, attempt in pairs:
        if len({row.timing for row in rows[one.key]}) > 1:
            places = " and ".join(row.place for row in rows[one.key])
            findings.append(f"{one.title} has two rows of times, {places}; the first one counts")
        timing = rows[one.key][0].timing if rows[one.key] else Timing()
        submitted = timing.submitted or attempt.submitted
        if submitted is None:
            unknown.append(one.title)
        elif submitted.tzinfo is None:
            doubtful.append(one.title)
        extended = _zoned(one.extension, zone)
        longer = None if general and extended and extended <= general else extended
        deadline = _zoned(timing.deadline, zone) or longer
        times[one.key] = Timing(_zoned(submitted, zone), deadline, timing.reason, timing.version)
    if doubtful:
        notes.append(
            f"the download names no time zone for {first_of(doubtful)}; {timezone} is assumed"
        )
    if unknown and due:
        notes.append(
            f"no time of submission is known for {first_of(unknown)}, so lateness is not judged; "
            "add rows to times.csv"
        )
    known = len(pairs) - len(unknown)
    if known and not due and not all(time.deadline for time in times.values()):
        notes.append("times are known, but there is no deadline, so nothing is late")
    notes += _contradictions(pairs, times, has_deadline=due is not None)
    stated_here = {key for key, some in rows.items() if some and some[0].timing.submitted}
    return Times(times, tuple(notes), tuple(findings), frozenset(stated_here))


def _zoned(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    return moment.replace(tzinfo=zone) if moment and moment.tzinfo is None else moment


def _assigned(
    pairs: Sequence[tuple[Delivered, Attempt]],
    people: Mapping[str, Sequence[Enrolled]],
    stated: Sequence[Stated],
    others: Sequence[Person],
) -> tuple[Mapping[str, list[Stated]], list[str], list[str]]:
    """The rows by the key of the submission they are about; notes and findings of all others."""
    rows: dict[str, list[Stated]] = {one.key: [] for one, _ in pairs}
    names = {one.key: _names(one, attempt, people) for one, attempt in pairs}
    elsewhere = {_plain(text) for one in others for text in _called(one)}
    findings, left = [], []
    for row in stated:
        keys = [key for key, known in names.items() if _plain(row.who) in known]
        if len(keys) == 1:
            rows[keys[0]].append(row)
        elif keys:
            findings.append(f"{row.place}: {row.who} fits {' and '.join(keys)}; it counts for none")
        else:
            left.append(row)
    without = {key: set(map(without_zeros, known)) for key, known in names.items()}
    several = ambiguous(_plain(row.who) for row in stated)
    unfit = []
    for row in left:
        number = without_zeros(_plain(row.who))
        keys = [key for key, known in without.items() if number in known]
        if not keys or _plain(row.who) in elsewhere:
            unfit.append(row)
        elif len(keys) == 1 and number not in several:
            rows[keys[0]].append(row)
        else:
            findings.append(
                f"{row.place}: {row.who} differs only by leading zeros from "
                f"{' and '.join(keys)}; it counts for none, so write the number in full"
            )
    notes, noted = _unfit(unfit, elsewhere, alone=len(pairs) == 1)
    return rows, notes, [*findings, *noted]


def _unfit(
    rows: Sequence[Stated], elsewhere: Collection[str], *, alone: bool
) -> tuple[list[str], list[str]]:
    """Notes of rows that fit no submission, and findings where somebody loses an extension.

    A row is about somebody else if it names one who is known to have none here, or beside a
    submission that is marked `alone`.
    """
    known = set(map(without_zeros, elsewhere))
    notes, findings = [], []
    for row in rows:
        if is_rounded(row.who):
            findings.append(
                f"{row.place}: {row.who} is a number of which a spreadsheet has lost digits; "
                "format the column as text and write it in full"
            )
        elif row.timing.deadline and not alone and without_zeros(_plain(row.who)) not in known:
            findings.append(
                f"{row.place}: {row.who} fits no submission, so nobody gets the deadline there"
            )
        else:
            notes.append(f"{row.place}: {row.who} fits no submission")
    return notes, findings


def _contradictions(
    pairs: Iterable[tuple[Delivered, Attempt]],
    times: Mapping[str, Timing],
    *,
    has_deadline: bool,
) -> list[str]:
    """A line when the platform calls work late, and no time says how late."""
    late = [one.title for one, it in pairs if it.late and times[one.key].submitted is None]
    if not late or not has_deadline:
        return []
    return [f"the platform marks {first_of(late)} as late and does not say when it came in"]


def _names(one: Delivered, attempt: Attempt, people: Mapping[str, Sequence[Enrolled]]) -> set[str]:
    """All that a row may call a submission."""
    persons = [*one.people, *(enrolled.person for enrolled in people.get(one.key, ()))]
    texts = [one.key]
    for person in persons:
        texts += _called(person)
    texts += [name for name in attempt.listed if "/" not in name and is_packed(name)]
    return {_plain(text) for text in texts if text}


def _called(person: Person) -> list[str]:
    return [person.number, person.email, *person.ids.values()]


def _plain(who: str) -> str:
    """The text as it is compared: folded, without what an archive or a spreadsheet adds."""
    return folded(without_fraction(who[:-4] if who.lower().endswith(".zip") else who))
