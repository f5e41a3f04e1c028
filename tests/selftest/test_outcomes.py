"""What is printed of a known submission whose outcome is another than the known one."""

from __future__ import annotations

from fractions import Fraction

from patience_grader.selftest.known import KnownSubmission
from patience_grader.selftest.outcomes import Marked


def test_a_void_criterion_is_printed_with_its_reason() -> None:
    known = KnownSubmission("swapped", {}, frozenset({"deal.third"}))
    void = {"deal.first": "ValueError: no such card (test_deal.py:7)"}
    marked = Marked(known, frozenset(), void, Fraction(3))
    assert marked.deviation == (
        "void: deal.first (ValueError: no such card (test_deal.py:7)); not lost: deal.third"
    )
