"""What a public test found wrong, in words."""

from __future__ import annotations

from patience_grader.check.lost import Lost, verdict_of


def test_students_are_not_told_of_options_that_the_check_does_not_have() -> None:
    text = (
        "assert {'A': 1, 'b': 1} == {'a': 2, 'b': 1}\n"
        "  Omitting 1 identical items, use -vv to show\n"
        "  Differing items:\n  {'A': 1} != {'a': 2}\n  Use -v to get more diff"
    )
    evidence = verdict_of(Lost("failed", "AssertionError", text), {}, ["texts"]).evidence
    assert evidence is not None
    assert evidence.note == (
        "The test found: assert {'A': 1, 'b': 1} == {'a': 2, 'b': 1} "
        "Omitting 1 identical items Differing items: {'A': 1} != {'a': 2}"
    )
