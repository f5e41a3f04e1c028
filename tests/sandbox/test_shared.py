"""What submissions share of their answers: never more than what is the same in every way."""

from __future__ import annotations

import pytest
from patience_grader.sandbox.answers import Answer, Raised, Returned
from patience_grader.sandbox.guest import wire
from patience_grader.sandbox.shared import SharedAnswers


@pytest.mark.parametrize(("first", "other"), [(0.0, -0.0), (1, True), (1, 1.0)])
def test_what_only_equals_the_first_row_is_read_by_itself(first: object, other: object) -> None:
    shared = SharedAnswers()
    answer = Returned(first)
    shared.share(0, ["value", [["f", first]], 0, []], answer)
    assert shared.of(0, ["value", [["f", first]], 0, []]) is answer
    assert shared.of(0, ["value", [["f", other]], 0, []]) is None
    assert shared.of(1, ["value", [["f", first]], 0, []]) is None


def test_a_row_nested_too_deeply_is_refused_even_where_one_is_shared() -> None:
    shared = SharedAnswers()
    shared.share(0, ["a row"], Returned(1))
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]
    with pytest.raises(wire.WireError):
        shared.of(0, deep)


def test_exceptions_and_what_is_heavy_or_long_are_not_shared() -> None:
    shared = SharedAnswers()
    error = Raised("ValueError", (), ("ValueError",), "", ())
    unshared: list[Answer] = [error, Returned(1, weight=1_001)]
    for number, answer in enumerate(unshared):
        shared.share(number, ["a row"], answer)
        assert shared.of(number, ["a row"]) is None
    shared.share_turn("a row", error)
    shared.share_turn("x" * 401, Returned(1))
    assert shared.of_turn("a row") is shared.of_turn("x" * 401) is None


def test_the_first_answer_stays() -> None:
    shared = SharedAnswers()
    first = Returned(1)
    shared.share(0, ["one"], first)
    shared.share(0, ["two"], Returned(2))
    assert shared.is_shared(0, first)
    assert not shared.is_shared(0, Returned(1))
    assert shared.of(0, ["two"]) is None
