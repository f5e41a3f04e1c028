"""From a suite's result to a mark sheet."""

from __future__ import annotations

from patience_grader.course.coursework import read_coursework
from patience_grader.marking.mark import mark
from patience_grader.marking.suite_result import SuiteResult
from patience_grader.marks.verdict import PASSED, State, Verdict
from patience_grader.submission.reading import read_submission
from patience_grader.submission.upload import at
from sample import ROOT, SOLUTION


def test_a_submission_that_is_stopped_as_a_whole_earns_nothing_however_far_it_got() -> None:
    coursework = read_coursework(ROOT, "klondike")
    submission = read_submission(at(SOLUTION, "2600001A"), coursework)
    names = [one.id for one in coursework.scheme.examined]
    why = "its answers took more than 60 s of waiting for the whole submission"
    sheets = []
    for reached in (3, 40):
        late = dict.fromkeys(names, Verdict(State.TIMED_OUT, "60 s"))
        verdicts = {**late, **dict.fromkeys(names[:reached], PASSED)}
        result = SuiteResult(verdicts, {}, why)
        sheets.append(mark(submission, coursework, lambda *_, done=result: done))
    assert sheets[0] == sheets[1]
    assert (sheets[0].status, sheets[0].stopped) == ("stopped", why)
    assert not sheets[0].mark
    void = {**dict.fromkeys(names, PASSED), names[0]: Verdict(State.VOID, "a fault")}
    sheet = mark(submission, coursework, lambda *_: SuiteResult(void, {}, why))
    assert [one.criterion.id for one in sheet.void] == names[:1]
