"""Who is who: identifiers before numbers, numbers before names, and nobody by a guess."""

from __future__ import annotations

import pytest
from patience_grader.export.people import NAMED, Identity, Matching, identity_of, match


def ids(**known: str) -> dict[str, str]:
    return known


@pytest.mark.parametrize(
    ("submission", "student", "known"),
    [
        (
            "Ada Lovelace_123_assignsubmission_file",
            "Ada Lovelace_123_assignsubmission_file",
            Identity("Ada Lovelace", "", ids={"moodle": "123"}),
        ),
        (
            "Ada Lovelace_123_assignsubmission_file_",
            "2600001A",
            Identity("Ada Lovelace", "2600001A", ids={"moodle": "123"}),
        ),
        ("2600001A", "2600001A", Identity("", "2600001A")),
        (
            "lovelaceada_LATE_501_77001_2600001A",
            "lovelaceada_LATE_501_77001_2600001A",
            Identity("", "2600001A", ids={"canvas": "501"}),
        ),
        ("Ada Lovelace", "Ada Lovelace", Identity("Ada Lovelace", "Ada Lovelace")),
    ],
)
def test_names_of_submissions_say_who(submission: str, student: str, known: Identity) -> None:
    assert identity_of(submission, student) == known


def pairs(rows: list[Identity], results: list[Identity]) -> dict[int, int]:
    return dict(match(rows, results).pairs)


def test_what_is_surest_counts() -> None:
    rows = [
        Identity("Ada Lovelace", ids={"moodle": "1"}),
        Identity("Alan Turing", "2600002b"),
        Identity("Grace Hopper", email="2600003C@uni.example"),
        Identity("Hopper, Grace", email="g@uni.example"),
        Identity("Edsger Dijkstra", ids={"canvas": "9", "login": "2600005E"}),
    ]
    results = [
        Identity("", "2600005E"),
        Identity("GRACE  HOPPER"),
        Identity("", "2600003C"),
        Identity("", "2600002B"),
        Identity("Somebody Else", ids={"moodle": "1"}),
    ]
    found = match(rows, results)
    assert found == Matching({0: 4, 1: 3, 2: 2, 3: 1, 4: 0}, (), (), ())


@pytest.mark.parametrize(
    ("row", "result"),
    [
        (
            Identity("John Smith", ids={"moodle": "9"}),
            Identity("John Smith", ids={"moodle": "1"}),
        ),
        (
            Identity("Smith, John", ids={"canvas": "203"}),
            Identity("Smith, John", ids={"canvas": "103"}),
        ),
        (
            Identity("", "2600009Z", ids={"moodle": "9"}),
            Identity("", "2600009Z", ids={"moodle": "1"}),
        ),
        (Identity("John Smith", "2600009Z"), Identity("John Smith", "2600001A")),
        (Identity("", "1000001", "j@uni.example"), Identity("", "1000002", "j@uni.example")),
    ],
)
def test_another_identifier_is_another_person(row: Identity, result: Identity) -> None:
    assert match([row], [result]) == Matching({}, (0,), (0,), ())


@pytest.mark.parametrize(
    ("row", "result"),
    [
        ("0012345", "12345"),
        ("js1234", "2600001A"),
        ("2600001A", "2600001a"),
        ("", "2600001A"),
    ],
)
def test_a_number_of_another_kind_contradicts_nothing(row: str, result: str) -> None:
    assert pairs([Identity("John Smith", row)], [Identity("John Smith", result)]) == {0: 0}


def test_an_address_that_a_submission_is_called_by_is_an_address() -> None:
    rows = [Identity("A L", "1", "Ada@uni.example"), Identity("B", email="bob7@uni.example")]
    called = ("bob7@uni.example", "ada@uni.example")
    results = [Identity(one, one, ids={NAMED: one}) for one in called]
    assert pairs(rows, results) == {0: 1, 1: 0}


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("1234567_Lovelace_Ada", {0: 0}),
        ("1234567 klondike final", {0: 0}),
        ("1234567", {0: 0}),
        ("1234567_Hopper_Grace", {}),
    ],
)
def test_a_number_and_a_name_of_two_people_are_nobody_s(
    folder: str, expected: dict[int, int]
) -> None:
    rows = [Identity("Ada Lovelace", "1234567"), Identity("Grace Hopper", "7654321")]
    result = Identity("", "1234567", ids={"folder": folder})
    found = match(rows, [result])
    assert dict(found.pairs) == expected
    assert bool(found.doubtful) != bool(expected)


def test_a_match_by_identifier_is_final() -> None:
    rows = [Identity("John Smith", ids={"moodle": one}) for one in ("9", "1")]
    rows.append(Identity("John Smith"))
    result = Identity("John Smith", ids={"moodle": "1"})
    assert match(rows, [result]) == Matching({1: 0}, (0, 2), (), ())


def test_zeros_at_the_beginning_may_be_lost_if_nobody_else_is_meant() -> None:
    rows = [Identity(number="12345"), Identity(number="012"), Identity(number="12")]
    results = [Identity(number="0012345"), Identity(number="12"), Identity(number="0012")]
    assert match(rows, results) == Matching({0: 0, 2: 1, 1: 2}, (), (), ())
    doubtful = match(rows[1:], results[2:])
    assert doubtful == Matching({}, (), (), (((0, 1), (0,)),))


def test_two_of_one_name_are_nobody() -> None:
    found = match([Identity("Ada Lovelace"), Identity("Lovelace, Ada")], [Identity("Ada Lovelace")])
    assert found == Matching({}, (), (), (((0, 1), (0,)),))


def test_two_results_of_one_student_are_not_chosen_between() -> None:
    rows = [Identity(number="2600001A"), Identity(number="2600002B")]
    results = [Identity(number="2600001a"), Identity(number="2600001A"), Identity(number="x9")]
    assert match(rows, results) == Matching({}, (1,), (2,), (((0,), (0, 1)),))


def test_names_without_letters_in_common_and_empty_ones_match_nothing() -> None:
    assert pairs([Identity(), Identity(" ")], [Identity(), Identity("", "")]) == {}


def test_names_that_differ_by_a_vowel_alone_match_nothing() -> None:
    assert pairs([Identity("राम")], [Identity("रामा")]) == {}
    assert pairs([Identity("रामा")], [Identity("रामा")]) == {0: 0}


def test_names_are_compared_in_one_unicode_form() -> None:
    assert pairs([Identity("Zoe\u0308 A\u030angstrom")], [Identity("ZOË ÅNGSTROM")]) == {0: 0}


@pytest.mark.parametrize(
    ("row", "result"),
    [
        ("O’Neil, Siân", "Siân O'Neil"), ("d´Arcy, Ann", "Ann d’Arcy"),
        ("Jean–Luc D'Arc", "Jean-Luc D`Arc"), ("Anne‑Marie Roux", "Anne‐Marie Roux"),
    ],
)  # fmt: skip
def test_apostrophes_and_hyphens_are_the_same_however_they_are_typed(row: str, result: str) -> None:
    assert match([Identity(row)], [Identity(result)]).pairs == {0: 0}
