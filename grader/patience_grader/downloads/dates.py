"""Days as platforms write them for people, in the languages that they are used in."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = {
    month: place
    for names in (
        "january february march april may june july august september october november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
        " dicembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
        "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie"
        " decembrie",
    )
    for place, month in enumerate(names.split(), 1)
}
_DIGITS = 4
"""So many has a year in full."""


def day_in(text: str) -> date | None:
    """The only day in a text, with the month by its name and the year in full, in any order.

    None if there is none, or if more than one is possible.
    """
    words = re.findall(r"[^\W\d_]+", text.casefold())
    months = {month for month in map(_month, words) if month}
    numbers = sorted(re.findall(r"\d+", text), key=len)
    try:
        (month,), (day, year) = months, numbers
        return date(int(year), month, int(day)) if len(year) == _DIGITS else None
    except ValueError:
        return None


def clock(hour: str, minute: str, half: str) -> tuple[int, int]:
    """Hour and minute of a day; `half` is a, p or empty, in either case."""
    if not half:
        return int(hour), int(minute)
    return int(hour) % 12 + (12 if half in "pP" else 0), int(minute)


def _month(word: str) -> int:
    """The month that a word names or, with three letters or more, abbreviates; else 0."""
    if word in _MONTHS:
        return _MONTHS[word]
    found = {place for name, place in _MONTHS.items() if name.startswith(word)}
    return found.pop() if len(word) > 2 and len(found) == 1 else 0
