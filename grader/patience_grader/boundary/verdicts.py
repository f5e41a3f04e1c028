"""From a run of a test to its verdict, with the evidence that its operations give."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any

from ..marks.asked import Asked
from ..marks.verdict import PASSED, Evidence, State, Verdict, in_its_place
from ..sandbox.answers import Crashed, Frame, InvalidReply, TimedOut
from ..text.repeats import as_loop, without_repeats
from ..text.sanitize import one_line
from .exchange import Step
from .run import Run
from .signals import BoundarySignal, LostGuest, MissingAnswer, RefusedSignal, WrongAnswer
from .wording import outcome_text

SUITE_AT_FAULT = "the test fails though every answer is the reference's"
"""What the reason of a void criterion says for which the suite is to blame."""
_MOST_LINES = 12


def verdict_of(run: Run, error: BaseException | None, suites: Path) -> Verdict:
    """How a criterion ends whose test ended so on a submission."""
    error = run.loss or error
    if error is None and run.unread:
        error = WrongAnswer("an object where a plain value is right")
    if error is None:
        return PASSED
    if not run.deviated:
        why = one_line(f"{type(error).__name__}: {_text(error)}")
        return Verdict(
            State.VOID,
            f"{where(error, suites)}: {SUITE_AT_FAULT}: {why}",
        )
    wrong = [one for one in reversed(run.steps) if one.deviates]
    step = next((one for one in wrong if not one.text.startswith("repr(")), None)
    step = step or next(iter(wrong), None)
    state, reason = _state(error, step)
    return Verdict(state, one_line(reason)[:500], _evidence(run, error, step, reason))


def import_verdict(file: str, answer: list[Any]) -> Verdict:
    """The verdict on every test of a file whose first lines fail on a submission."""
    reason = f"{file} cannot be imported with this submission: it {outcome_text(answer)}"
    names, _ = _raised(answer[3][1])
    is_unwritten = "NotImplementedError" in names
    return Verdict(State.NOT_ANSWERED if is_unwritten else State.FAILED, one_line(reason)[:500])


def where(error: BaseException, suites: Path) -> str:
    """File and line of the suite where an exception arose."""
    rows = traceback.extract_tb(error.__traceback__)
    inside = [row for row in rows if Path(row.filename).is_relative_to(suites)]
    if not rows:
        return suites.name
    last = (inside or list(rows))[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def _text(error: BaseException) -> str:
    try:
        return str(error)[:2_000]
    except BaseException:  # noqa: BLE001 a handle in it may do anything
        return ""


def lost_state(answer: TimedOut | Crashed | InvalidReply) -> tuple[State, str]:
    """The state of a test whose guest is gone."""
    match answer:
        case TimedOut(_, limit):
            return State.TIMED_OUT, f"it took too long (more than {limit})"
        case Crashed(how):
            return State.CRASHED, f"its process ended: {how}"
        case InvalidReply(why):
            return State.NOT_ANSWERED, f"its reply was not a valid answer: {why}"


def _state(error: BaseException, step: Step | None) -> tuple[State, str]:
    called = f"{step.text}: " if step else ""
    match error:
        case LostGuest(answer=answer):
            state, why = lost_state(answer)
            return state, why
        case MissingAnswer():
            return State.NOT_ANSWERED, str(error)
        case RefusedSignal():
            return State.RAISED, f"{called}it raised {error}"
        case WrongAnswer():
            return State.FAILED, f"{called}it returned {error}"
    if step is not None and step.answer[3][0] == "raise":
        names, said = _raised(step.answer[3][1])
        if type(error).__name__ == names[0] and type(error) is not AssertionError:
            if "NotImplementedError" in names:
                return State.NOT_ANSWERED, "it is not written yet (NotImplementedError)"
            if "MemoryError" in names:
                return State.OUT_OF_MEMORY, "it used more memory than it may"
            return State.RAISED, f"{called}it raised {said}"
    if step is None:
        return State.FAILED, _comparison(error)
    got, expected = outcome_text(step.answer), outcome_text(step.expected)
    return State.FAILED, f"{called}{got}, {in_its_place(expected)}"


def _raised(node: Any) -> tuple[list[str], str]:
    """The names of the classes of an exception, its own first, and how it reads."""
    paths = node[1] if node[0] == "E" else [node[1]] if node[0] == "x" else [":an exception"]
    names = [str(path).rpartition(":")[2].rpartition(".")[2] for path in paths]
    text = outcome_text([[], "", "", ["raise", node], []]).removeprefix("raises ")
    return names, text


def _comparison(error: BaseException) -> str:
    """The failed comparison, as pytest words it."""
    text = _text(error).strip().splitlines()
    first = text[0] if text else type(error).__name__
    return f"{type(error).__name__}: {first}" if text else first


def _evidence(run: Run, error: BaseException, step: Step | None, reason: str) -> Evidence | None:
    if step is None:
        return None
    got = reason if isinstance(error, BoundarySignal) else outcome_text(step.answer)
    note = "" if isinstance(error, BoundarySignal) else f"The test found: {_comparison(error)}"
    return Evidence(
        called=step.text,
        given="",
        expected=outcome_text(step.expected),
        got=got,
        trace=tuple(_frame(one) for one in step.frames),
        note=re.sub(r"\s+", " ", note)[:1_000],
        snippet=_snippet(run, step),
    )


def _frame(frame: Frame) -> str:
    return f"{frame.file}, line {frame.line}, in {frame.function}: {frame.source}"


def asked_in(step: Step, test: str) -> Asked:
    """An operation of a test with what came of it, to be shown to the instructor."""
    expected = outcome_text(step.expected) if step.expected is not None else ""
    return Asked(step.text, f"in {test}", expected, outcome_text(step.answer), not step.deviates)


def _snippet(run: Run, step: Step) -> str:
    """The calls up to the one that went wrong, as lines of Python."""
    modules = sorted(name for name in run.binding.modules)
    upto = run.steps[: run.steps.index(step) + 1]
    calls = [
        f"{one.name} = {one.text}" if one.name else one.text
        for one in upto
        if one.is_call or one is step
    ]
    shown = list(without_repeats(calls, as_loop))[-_MOST_LINES:]
    return "\n".join([*(f"from {name} import *" for name in modules), *shown])
