"""How marks are written: the one place where they are rounded."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


def format_marks(worth: Fraction) -> str:
    """A number of marks with at most two decimals, halves rounded up: `66`, `4.5`, `0.67`."""
    exact = Decimal(worth.numerator) / Decimal(worth.denominator)
    rounded = exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return f"{rounded.normalize():f}"
