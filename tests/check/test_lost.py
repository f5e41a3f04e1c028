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


def test_lines_to_paste_import_what_they_name_and_name_no_folder_that_is_gone() -> None:
    def pasted(call: str) -> str:
        lost = Lost("failed", "AssertionError", "assert 1 == 2", calls=((call, "1"),))
        evidence = verdict_of(lost, {}, ["shop"]).evidence
        assert evidence is not None
        return evidence.snippet

    assert pasted("price(Decimal('2.50'))") == (
        "from decimal import Decimal\nfrom shop import *\nprice(Decimal('2.50'))"
    )
    assert pasted("day(datetime.date(2026, 1, 2))").startswith("import datetime\n")
    assert pasted("total(3)") == "from shop import *\ntotal(3)"
    assert pasted("read(PosixPath('/tmp/patience-ab_c1/tmp_path1/a.txt'))") == ""
