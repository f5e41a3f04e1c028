"""Reads what a student's `show` draws, whatever its spacing, colours and wording.

Free are capitals, spacing, commas, blank lines, colours, tabs and the wording of
an empty mark (interface: what is left open). Looked for are the labels `deck`,
`discard` and the suits, the row of column numbers, and under it cards and `???`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

HIDDEN = "???"

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])")
_TOKEN = re.compile(r"(?P<card>[♠♣♦♥]\s?(10|[2-9AJQKajqk]))(?![0-9A-Za-z])|(?P<hidden>\?{3})")
_DIGITS = re.compile(r"[0-9.,]+")
_LABEL = re.compile(
    r"deck|discards?|(spades?|clubs?|hearts?|diamonds?)(\s+pillar)?|pillars?", re.IGNORECASE
)


@dataclass(frozen=True)
class Token:
    """A card or a hidden card, and where in its line its middle is."""

    text: str
    middle: float


@dataclass(frozen=True)
class CapturedOutput:
    """What was read. A part that is not there is None or empty."""

    deck_sizes: tuple[int, ...]
    """The numbers that stand behind the word deck."""
    discard: tuple[str, ...] | None
    """The cards behind the word discard, in their order."""
    pillars: dict[str, tuple[str, ...]]
    """The cards behind each suit's name."""
    has_header: bool
    """Whether the column numbers stand above the columns."""
    columns: tuple[tuple[str, ...], ...]
    """What stands under each column number, from top to bottom."""
    rows: tuple[tuple[str, ...], ...]
    """What stands in each line below the header, from left to right."""


def read_screen(text: str) -> CapturedOutput:
    """What the text shows."""
    return _read(text[:_MOST_TEXT])


@lru_cache(maxsize=256)
def _read(text: str) -> CapturedOutput:
    lines = [_ESCAPES.sub("", line).expandtabs() for line in text.splitlines()]
    header = next((n for n, line in enumerate(lines) if _is_header(line)), None)
    is_below = header is not None and _is_below_columns(lines, header)
    first = _first_row(lines) if header is None or is_below else header + 1
    top = lines[: first if header is None or is_below else header]
    rows = [list(_tokens(line)) for line in lines[first:]]
    centres = _number_middles(lines[header]) if header is not None else _middles_of_full_row(rows)
    segments = list(_segments("\n".join(top)))
    discard = [body for label, body in segments if label == "discard"]
    return CapturedOutput(
        deck_sizes=tuple(
            int(number)
            for label, body in segments
            if label == "deck"
            for _, number in _numbers(_TOKEN.sub(" ", body))
        ),
        discard=_cards("\n".join(discard)) if discard else None,
        pillars={label: _cards(body) for label, body in segments if label in _SUITS},
        has_header=header is not None and not is_below,
        columns=_columns(rows, centres),
        rows=tuple(tuple(token.text for token in row) for row in rows if row),
    )


_SUITS = ("spades", "clubs", "hearts", "diamonds")
_COLUMNS = 7
_MOST_DIGITS = 10
_MOST_TEXT = 20_000


def _is_header(line: str) -> bool:
    numbers = [number for _, number in _numbers(line)]
    return numbers == [str(index) for index in range(_COLUMNS)] and not _TOKEN.search(line)


def _is_below_columns(lines: list[str], header: int) -> bool:
    """Whether the columns stand directly above their numbers, and nothing below."""
    has_cards = [bool(_TOKEN.search(line)) for line in lines]
    return _first_row(lines) < header and has_cards[header - 1] and not any(has_cards[header:])


def _number_middles(line: str) -> list[float]:
    return [start + (len(number) - 1) / 2 for start, number in _numbers(line)]


def _numbers(line: str) -> Iterator[tuple[int, str]]:
    """The whole numbers, and where each begins; `1.5` and `1,000` are none."""
    for match in _DIGITS.finditer(line):
        number = match[0].rstrip(".,")
        if number.isdigit() and len(number) < _MOST_DIGITS:
            yield match.start(), number


def _first_row(lines: list[str]) -> int:
    """The first line below all labels that holds a card or a hidden card."""
    last = max((n for n, line in enumerate(lines) if _LABEL.search(line)), default=-1)
    rows = (n for n, line in enumerate(lines) if n > last and _TOKEN.search(line))
    return next(rows, len(lines))


def _middles_of_full_row(rows: list[list[Token]]) -> list[float]:
    full = next((row for row in rows if len(row) == _COLUMNS), [])
    return [token.middle for token in full]


def _tokens(line: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(line):
        yield Token(_clean(match), (match.start() + match.end() - 1) / 2)


def _clean(match: re.Match[str]) -> str:
    return "".join(match[0].split()).upper()


def _segments(text: str) -> Iterator[tuple[str, str]]:
    """Each label in the plural, and the text up to the next label."""
    labels = list(_LABEL.finditer(text))
    for label, following in zip_longest(labels, labels[1:]):
        end = following.start() if following else len(text)
        name = label[0].lower().split()[0]
        singular = name.removesuffix("s")
        yield singular + "s" if singular + "s" in _SUITS else singular, text[label.end() : end]


def _cards(text: str) -> tuple[str, ...]:
    return tuple(_clean(match) for match in _TOKEN.finditer(text) if match["card"])


def _columns(rows: list[list[Token]], middles: list[float]) -> tuple[tuple[str, ...], ...]:
    """The tokens, each in the column whose number it is nearest to."""
    columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
    if len(middles) == _COLUMNS:
        for token in (token for row in rows for token in row):
            nearest = min(range(_COLUMNS), key=lambda index: abs(middles[index] - token.middle))
            columns[nearest].append(token.text)
    return tuple(tuple(column) for column in columns)
