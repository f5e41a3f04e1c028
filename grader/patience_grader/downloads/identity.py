"""When two records cannot be of one person, and student numbers that went through a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from .listing import folded

_PLATFORMS = ("moodle", "canvas", "blackboard", "brightspace", "sakai", "vpl", "ilias")
_FRACTION = re.compile(r"([0-9]+)[.,]0+")
_ROUNDED = re.compile(r"[0-9]([.,][0-9]+)?E\+[0-9]{2,3}", re.IGNORECASE)
_ZEROS = re.compile(r"^0+(?=[0-9])")


class Known(Protocol):
    """What is known of a person; the roster of a download can be used as it is."""

    @property
    def name(self) -> str:
        """The full name."""

    @property
    def number(self) -> str:
        """The student number."""

    @property
    def email(self) -> str:
        """The email address."""

    @property
    def ids(self) -> Mapping[str, str]:
        """Identifiers by platform: `moodle`, `canvas`, `login`."""


def known_as(person: Known) -> set[str]:
    """All that somebody may be called, folded."""
    texts = (person.name, person.number, person.email, *person.ids.values())
    return {folded(text) for text in texts if text}


def contradict(one: Known, other: Known) -> bool:
    """Whether both have an identifier of the same platform, or a number, and it is another one.

    Numbers are compared only if they look alike: a login may stand where others have a number.
    """
    if any(_differ(one.ids.get(kind, ""), other.ids.get(kind, "")) for kind in _PLATFORMS):
        return True
    numbers = (without_zeros(one.number), without_zeros(other.number))
    return _shape(numbers[0]) == _shape(numbers[1]) and _differ(*numbers)


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and folded(one) != folded(other)


def _shape(number: str) -> str:
    """The number with 9 for its digits and a for each letter; empty without a digit."""
    shape = re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d_]", "a", number))
    return shape if "9" in shape else ""


def without_fraction(number: str) -> str:
    """The number as it was before a spreadsheet added `.0` to it."""
    match = _FRACTION.fullmatch(number)
    return match[1] if match else number


def is_rounded(number: str) -> bool:
    """Whether a spreadsheet wrote the number with an exponent, so that its digits are lost."""
    return _ROUNDED.fullmatch(number) is not None


def without_zeros(number: str) -> str:
    """The number, folded, without the zeros that a spreadsheet drops at its beginning."""
    return _ZEROS.sub("", folded(number.strip()))


def ambiguous(numbers: Iterable[str]) -> frozenset[str]:
    """What is left of those numbers that differ only by zeros at their beginning."""
    found: dict[str, set[str]] = {}
    for number in numbers:
        found.setdefault(without_zeros(number), set()).add(folded(number))
    return frozenset(bare for bare, texts in found.items() if len(texts) > 1)
