"""A date and a time of day as a person or a spreadsheet writes them."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from ..errors import InputError

YEARS = range(2000, 2100)
_DATE = re.compile(
    r"(?P<year>\d{4})(?P<iso>[-/.])(?P<month>\d\d?)(?P=iso)(?P<day>\d\d?)"
    r"|(?P<first>\d\d?)(?P<sign>[./-])(?P<second>\d\d?)(?P=sign)(?P<last>\d{4}|(?<=\.)\d\d)",
    re.ASCII,
)
_CLOCK = re.compile(
    r"(?P<hour>\d\d?):(?P<minute>\d\d)(:(?P<seconds>\d\d))?(\s?(?P<half>[ap])\.?\s?m\.?)?",
    re.ASCII | re.IGNORECASE,
)
_CENTURY = "20"
_MONTHS = 12
_NOON = 12


def read_time(text: str, timezone: str) -> datetime:
    """The date and time of day, in this time zone if the text names no offset.

    It is written in ISO 8601, or with the day first and dots, and then perhaps a year without its
    century; with slashes or hyphens only if it is clear which number is the day. The hours may be
    those of half a day, with AM or PM behind them.
    Raises InputError when it is none, or not of this century.
    """
    moment = written_time(text)
    if _day(text.strip()):
        raise InputError(
            f"{text!r} is a date without a time of day; add one, for example {text.strip()} 17:00"
        )
    if moment is None:
        raise InputError(
            f"{text!r} is not a time; write the date and the time of day, "
            "for example 2026-03-27 17:00"
        )
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(timezone))


def written_time(text: str) -> datetime | None:
    """The date and time of day in a text, as `read_time` takes it; None if it is none."""
    moment = _iso(text) or _local(text)
    return moment if moment and moment.year in YEARS else None


def written_day(text: str) -> str:
    """The day that a text names, in ISO 8601; as it stands if it is in that, empty if it is none.

    A spreadsheet writes a day otherwise than it was typed.
    """
    try:
        datetime.fromisoformat(text)
    except ValueError:
        day = _day(text.strip())
        return day.date().isoformat() if day else ""
    return text


def _iso(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if ":" in text else None
    except ValueError:
        return None


def _local(text: str) -> datetime | None:
    """The moment in a text of a date and a clock without an offset."""
    date, _, time = " ".join(text.split()).replace(", ", " ").partition(" ")
    clock = _CLOCK.fullmatch(time)
    day = _day(date)
    if clock is None or day is None:
        return None
    hour = _hour(int(clock["hour"]), clock["half"] or "")
    try:
        return day.replace(
            hour=hour, minute=int(clock["minute"]), second=int(clock["seconds"] or 0)
        )
    except ValueError:
        return None


def _hour(hour: int, half: str) -> int:
    """The hour of the day of one of a half, `a` or `p`; negative where no clock shows it."""
    if not half:
        return hour
    return hour % _NOON + _NOON * (half in "pP") if 1 <= hour <= _NOON else -1


def _day(text: str) -> datetime | None:
    """The day at its beginning; None if the text is none, or could be that of two days."""
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    if match["year"]:
        parts = int(match["year"]), int(match["month"]), int(match["day"])
    else:
        day, month = int(match["first"]), int(match["second"])
        if match["sign"] != "." and month > _MONTHS:
            day, month = month, day
        elif match["sign"] != "." and day <= _MONTHS:
            return None
        parts = int(f"{_CENTURY}{match['last']}"[-4:]), month, day
    try:
        return datetime(*parts)
    except ValueError:
        return None
