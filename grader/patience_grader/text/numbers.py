"""How marks are written and read: the one place where they are rounded."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

_NUMBER = re.compile(r"[+-]?[0-9]{1,12}([.,][0-9]{1,12})?", re.ASCII)


def format_marks(worth: Fraction) -> str:
    """A number of marks with at most two decimals, halves rounded up: `66`, `4.5`, `0.67`."""
    exact = Decimal(worth.numerator) / Decimal(worth.denominator)
    rounded = exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return f"{rounded.normalize():f}"


def read_number(text: str) -> Fraction | None:
    """The number in a cell, with a decimal point or a decimal comma; None if it is not one."""
    bare = text.strip()
    return Fraction(bare.replace(",", ".")) if _NUMBER.fullmatch(bare) else None
