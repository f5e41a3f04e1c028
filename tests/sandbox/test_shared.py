"""What submissions share of their answers: never more than what is the same in every way."""

from __future__ import annotations

import pytest
from patience_grader.sandbox.answers import Answer, Raised, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest import wire
from patience_grader.sandbox.reading import Question, Sources, answers_in
from patience_grader.sandbox.shared import SharedAnswers, SharedFrame

TYPES = wire.Types([])


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


def test_frames_are_shared_whole_where_each_of_their_answers_is() -> None:
    shared = SharedAnswers()
    answers = [Returned(1, weight=3), Returned(2, weight=4)]
    for number, answer in enumerate(answers):
        shared.share(number, [number], answer)
    shared.share_frame(0, b"both", answers)
    found = shared.of_frame(0, b"both")
    assert found is not None
    assert found.answers == tuple(answers)
    assert found.weight == 7
    assert shared.of_frame(1, b"both") is shared.of_frame(0, b"others") is None
    shared.share_frame(0, b"others", [answers[0], Returned(3)])
    shared.share_frame(0, b"x" * 200_001, answers)
    assert shared.of_frame(0, b"others") is shared.of_frame(0, b"x" * 200_001) is None
    for number in range(20):
        shared.share_frame(0, b"%d" % number, answers)
    assert shared.of_frame(0, b"1") is not None
    assert shared.of_frame(0, b"19") is None


def test_a_frame_that_is_mostly_blanks_is_not_shared() -> None:
    shared, answers = SharedAnswers(), [Returned(n) for n in range(2)]
    for number, answer in enumerate(answers):
        shared.share(number, [number], answer)
    for rows in (b"x" * 200, b" " * 201):
        shared.share_frame(0, rows, answers)
    assert shared.of_frame(0, b"x" * 200) is not None
    assert shared.of_frame(0, b" " * 201) is None


def test_a_shared_frame_is_known_by_all_but_the_nonce_of_its_question() -> None:
    batch = Batch([("it.f", (1,)), ("it.f", (2,))], TYPES, lasting=True)
    rows = b'[["value",[],0,[]],["value",[],1,[]]]]'
    one, other = (Question(nonce, 2, batch, TYPES, Sources("")) for nonce in ("aa", "bb"))
    first = answers_in(b'["aa",0,' + rows, 0, one)
    again = answers_in(b'["bb",0,' + rows, 0, other)
    assert isinstance(again, SharedFrame)
    assert list(again.answers) == first == [Returned(1), Returned(2)]
    for frame in (b'["aa",0,' + rows, b'["bb",1,' + rows, b'["bb",0,' + rows[1:]):
        with pytest.raises(wire.WireError):
            answers_in(frame, 0, other)
