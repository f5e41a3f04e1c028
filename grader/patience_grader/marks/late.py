"""What late work costs: the `[late]` block of a handout, applied to one mark.

There are two rules, which a handout states in its section "Late work". Under `hourly`,
marks are taken off for every hour. Under `bands`, the marks stay, and the band that they
stand for falls.

Working days are counted from the deadline: the first one begins at the deadline, and
each further one at the deadline's time of day on the next day that is a working day.
A deadline on a day that is none counts as if it were at the very beginning of the next
working day, so that what comes in before then costs nothing. One that has begun counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import msgspec

from ..errors import InputError
from ..text.numbers import format_marks
from .moment import YEARS

if TYPE_CHECKING:
    from holidays import HolidayBase

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_Percent = Annotated[float, msgspec.Meta(ge=0, le=100)]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class Hourly(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="rule",
    tag="hourly",
):
    """Marks are taken off for every hour, at any time of any day."""

    timezone: str
    percent_per_hour: _Percent
    """What an hour or a part of one costs, in percent of the scheme's total."""
    deadline: datetime | None = None


class Banded(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="rule",
    tag="bands",
):
    """The band falls for every working day, and for not following the instructions."""

    timezone: str
    bands: tuple[tuple[str, _Percent], ...]
    """Names and the least percentages that reach them, best first; the last needs 0."""
    bands_per_working_day: _Count = 2
    most_working_days: _Count = 5
    """Work that is later than this gets the last band."""
    bands_for_instructions: _Count = 2
    country: str
    """Whose weekends and public holidays are not working days, as `holidays` names it."""
    subdivision: str = ""
    closed: tuple[date, ...] = ()
    """Further days that are not working days."""
    deadline: datetime | None = None


Rule = Hourly | Banded


@dataclass(frozen=True)
class Timing:
    """When a submission came in, and the student's own deadline if it was extended."""

    submitted: datetime | None = None
    deadline: datetime | None = None
    reason: str = ""
    """Why the deadline was extended; the student reads this too."""
    version: str = field(default="", repr=False)
    """For which version of the submission this holds; empty for any."""


@dataclass(frozen=True)
class Settlement:
    """The mark before and after the rule, and why."""

    before: Fraction
    after: Fraction
    band_before: str = ""
    """Empty under a rule without bands."""
    band_after: str = ""
    reasons: tuple[str, ...] = ()
    """For the student: one line each, in whole sentences. Empty when nothing was late."""


def check(rule: Rule, where: object) -> None:
    """Raises InputError, which begins with `where`, when the rule cannot be applied."""
    try:
        ZoneInfo(rule.timezone)
    except (KeyError, ValueError, OSError) as fault:
        raise InputError(
            f"{where}: {rule.timezone!r} is not a time zone; write one such as Europe/London"
        ) from fault
    if rule.deadline and rule.deadline.year not in YEARS:
        raise InputError(f"{where}: the deadline is in the year {rule.deadline.year}")
    if isinstance(rule, Hourly):
        return
    least = [percent for _, percent in rule.bands]
    if least[-1:] != [0] or any(one <= next_one for one, next_one in pairwise(least)):
        raise InputError(
            f"{where}: the bands must go down from the best to the last, which begins at 0"
        )
    if len(dict(rule.bands)) < len(rule.bands):
        raise InputError(f"{where}: two bands have the same name")


def check_holidays(rule: Rule, file: str) -> None:
    """Raises InputError, naming the file, when the rule's place has no known public holidays.

    This takes long, and matters only where there is a deadline.
    """
    if isinstance(rule, Hourly):
        return
    try:
        _holidays(rule.country, rule.subdivision)
    except NotImplementedError as fault:
        where = f"{rule.country} {rule.subdivision}".strip()
        raise InputError(
            f"{file}: no public holidays are known for {where!r}; "
            "write a country such as GB, and a subdivision such as SCT or none"
        ) from fault


def settle(  # noqa: PLR0913 all that a mark depends on
    rule: Rule,
    total: Fraction,
    out_of: Fraction,
    *,
    adheres: bool,
    timing: Timing,
    deadline: datetime | None,
) -> Settlement:
    """What becomes of a total under the rule, which `check` has let pass.

    The student's own deadline counts before the one given, and that one before the
    rule's. Times without an offset are in the rule's time zone, and the earlier ones
    where the clock shows them twice. Without a deadline or a time of submission nothing
    is late.
    """
    zone = ZoneInfo(rule.timezone)
    due = _instant(timing.deadline or deadline or rule.deadline, zone)
    came = _instant(timing.submitted, zone)
    late = (due, came) if due and came and due < came else None
    reasons = []
    if due and timing.deadline:
        why = f" ({timing.reason})" if timing.reason else ""
        reasons.append(f"Your deadline was extended to {_told(due, zone)}{why}.")
    if due and not came:
        reasons.append("The time of your submission is not known, so lateness was not judged.")
    if late:
        was, came_in = (_told(one, zone) for one in late)
        reasons.append(f"The deadline was {was}, and your work was submitted on {came_in}.")
    if isinstance(rule, Hourly):
        after, noted = _less_marks(rule, total, out_of, late) if late else (total, [])
        return Settlement(total, after, reasons=(*reasons, *noted))
    place = _place(rule, total * 100 / out_of)
    lower, noted = _lower_place(rule, place, late, adheres=adheres)
    names = [name for name, _ in rule.bands]
    return Settlement(total, total, names[place], names[lower], (*reasons, *noted))


def _less_marks(
    rule: Hourly, total: Fraction, out_of: Fraction, late: tuple[datetime, datetime]
) -> tuple[Fraction, list[str]]:
    """What is left of the total, and why."""
    due, came = late
    hours = -((due - came) // _HOUR)
    cost = hours * _exact(rule.percent_per_hour) / 100 * out_of
    noted = [
        f"That is {_number(hours, 'hour')} late, a part of an hour counted as one. "
        f"Each hour costs {rule.percent_per_hour:g} % of {format_marks(out_of)} marks, "
        f"{format_marks(cost)} in all."
    ]
    if cost > total:
        noted.append("No mark falls below 0.")
    return max(Fraction(0), total - cost), noted


def _place(rule: Banded, percent: Fraction) -> int:
    """Which of the bands an exact percentage reaches, counted from the best."""
    return next(place for place, (_, least) in enumerate(rule.bands) if percent >= _exact(least))


def _lower_place(
    rule: Banded, place: int, late: tuple[datetime, datetime] | None, *, adheres: bool
) -> tuple[int, list[str]]:
    """Where the place falls to, and why."""
    names = [name for name, _ in rule.bands]
    last = len(names) - 1
    lower = place
    noted = []
    if late:
        days = _working_days(rule, *late)
        cost = days * rule.bands_per_working_day
        if days > rule.most_working_days:
            lower = last
            most = _number(rule.most_working_days, "working day")
            noted.append(f"That is more than {most} late, so your band is {names[last]}.")
        elif days:
            lower += cost
            noted.append(
                f"That is {_number(days, 'working day')} late, a part of a working day counted "
                f"as one, and costs {_number(cost, 'band')}."
            )
        else:
            noted.append("No part of a working day lies between them, so that costs nothing.")
    if not adheres:
        cost = rule.bands_for_instructions
        lower += cost
        noted.append(
            f"The submission instructions were not followed, which costs {_number(cost, 'band')}."
        )
    lower = min(lower, last)
    if lower != place:
        noted.append(f"Your band falls from {names[place]} to {names[lower]}.")
    return lower, noted


def _working_days(rule: Banded, due: datetime, came: datetime) -> int:
    """How many working days have begun in between; no more are counted than matter."""
    zone = ZoneInfo(rule.timezone)
    local = due.astimezone(zone)
    day = local.date()
    begins = local.time() if _is_working(rule, day) else time()
    days = 0
    while days <= rule.most_working_days and datetime.combine(day, begins, zone) < came:
        days += _is_working(rule, day)
        day += _DAY
    return days


def _is_working(rule: Banded, day: date) -> bool:
    known = _holidays(rule.country, rule.subdivision)
    return day not in rule.closed and known.is_working_day(day)


@cache
def _holidays(country: str, subdivision: str) -> HolidayBase:
    """Raises NotImplementedError when the place is not known."""
    import holidays  # noqa: PLC0415 it takes long, and few courseworks need it

    return holidays.country_holidays(country, subdiv=subdivision or None)


def _instant(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    """The moment in UTC, so that differences are those of real time."""
    if moment is None:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def _told(moment: datetime, zone: ZoneInfo) -> str:
    """For example `Friday 27 March 2026, 17:00 GMT`, with seconds if there are any.

    Parts of a second are told only where nothing else says that a minute is over.
    """
    local = moment.astimezone(zone)
    parts = "seconds" if local.second else "microseconds" if local.microsecond else "minutes"
    clock = local.time().isoformat(parts)
    return f"{local:%A} {local.day} {local:%B %Y}, {clock} {local:%Z}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _exact(number: float) -> Fraction:
    """The number as it is written, not its nearest binary fraction."""
    return Fraction(str(number))
