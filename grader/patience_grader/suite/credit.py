"""A share of a criterion's marks, for what is neither right nor wrong altogether."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["ShareAwarded", "award"]

_FINEST = 1_000


class ShareAwarded(BaseException):
    """Ends a test that earns a share of its marks. No suite catches it by accident."""

    def __init__(self, share: Fraction, why: str) -> None:
        super().__init__(why)
        self.share = share
        self.why = why


def award(share: float | Fraction, why: str = "") -> None:
    """Ends the test here with a share of its marks, from 0 to 1; with all of them, it goes on.

    `why` is told to the student in one line, such as "7 of 10 words are found". A share is taken
    as a fraction with a denominator of at most 1,000. What is more than 1 or less than 0 counts as
    1 or 0, and so does nan as 0. Raises TypeError for what is not a number.

    It is meant for tests that are stated: one that is drawn by Hypothesis ends with its first
    example that earns less than all.
    """
    earned = Fraction(1) if share >= 1 else _below_one(share)
    if earned < 1:
        raise ShareAwarded(earned, str(why) or f"{float(earned):.0%} of the marks")


def _below_one(share: float | Fraction) -> Fraction:
    if not share > 0:  # nan is neither more nor less
        return Fraction(0)
    return min(Fraction(share).limit_denominator(_FINEST), Fraction(_FINEST - 1, _FINEST))
