"""Which of several attempts a person marks by hand, where the best counts."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from patience_grader.downloads.model import Attempt, Delivered, Download
from patience_grader.errors import InputError
from patience_grader.grading.best import with_stored_best
from patience_grader.grading.delivery import Delivery, Received
from patience_grader.grading.record import Entry, Record
from patience_grader.submission.upload import Upload
from patience_grader.submission.veil import Veil

FIRST, SECOND = Attempt("1", {}), Attempt("2", {})


def delivery(*attempts: Attempt, veil: Veil | None = None) -> Delivery:
    one = Received(
        Upload("anon-x" if veil else "ada", attempts[-1], veil=veil),
        Delivered("ada", (), (FIRST, SECOND)),
        (),
        attempts,
    )
    return Delivery(Mock(), Download("canvas", ()), (one,))


@pytest.mark.parametrize("veil", [None, Veil("ada", "1", frozenset())])
@pytest.mark.parametrize("best", ["1", "2"])
def test_the_attempt_that_was_found_to_be_the_best_is_opened(best: str, veil: Veil | None) -> None:
    earlier = Record(submissions={"ada": Entry(attempt=best)})
    (one,) = with_stored_best(delivery(FIRST, SECOND, veil=veil), earlier).received
    assert one.upload.attempt.label == best


@pytest.mark.parametrize("known", [{}, {"ada": Entry(attempt="9")}])
def test_without_a_run_that_found_it_there_is_one_line(known: dict[str, Entry]) -> None:
    with pytest.raises(InputError, match="run patience grade with --attempt best first"):
        with_stored_best(delivery(FIRST, SECOND), Record(submissions=known))


def test_a_single_attempt_needs_no_earlier_run() -> None:
    (one,) = with_stored_best(delivery(SECOND), Record()).received
    assert one.upload.attempt is SECOND
