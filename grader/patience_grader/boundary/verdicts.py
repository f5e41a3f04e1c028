"""From a run of a test to its verdict, with the evidence that its operations give."""

from __future__ import annotations

import itertools
import json
import re
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..marks.asked import Asked
from ..marks.verdict import PASSED, Evidence, State, Verdict, in_its_place
from ..sandbox.answers import Crashed, InvalidReply, TimedOut
from ..sandbox.guest.objects import ADDRESS
from ..suite.credit import ShareAwarded
from ..text.sanitize import one_line
from .cause import cause_of
from .evidence import AMID, evidence_of, hashes_told_apart, objects_told_apart
from .exchange import lost
from .run import Run
from .signals import (
    BoundarySignal,
    LostGuest,
    MissingAnswer,
    Overtaxed,
    RefusedSignal,
    WrongAnswer,
)
from .steps import Step
from .wording import (
    changed_text,
    errors_told_apart,
    files_told_apart,
    lists_told_apart,
    outcome_text,
    script_difference,
    script_text,
)

SUITE_AT_FAULT = "the test fails though every answer is the solution's"
"""What the reason of a void criterion says for which the suite is to blame."""


def verdict_of(
    run: Run, error: BaseException | None, suites: Path, before: Sequence[Step] = ()
) -> Verdict:
    """How a criterion ends whose test ended so on a submission.

    `before` was done earlier in the same guest.
    """
    failure = run.examples.smallest if error is not None else None
    error = failure.error if failure else run.standing.loss or error
    if error is None and run.substitutes.unread:
        error = WrongAnswer("an object where a plain value is right")
    if error is None:
        return PASSED
    if not (run.standing.deviated or run.standing.holds_others):
        why = one_line(f"{type(error).__name__}: {_text(error)}")
        return Verdict(
            State.VOID,
            f"{where(error, suites)}: {SUITE_AT_FAULT}: {why}",
        )
    steps = [*before, *(failure.steps if failure else run.steps.of_example)]
    wrong = [one for one in reversed(steps) if one.deviates and not _reads_code(one)]
    told = (one for one in wrong[:_MOST_TOLD] if objects_told_apart(run, steps, one))
    step = _shown_first(wrong, [one for one in reversed(steps) if one.called], told)
    state, said = _state(error, step)
    share = error.share if isinstance(error, ShareAwarded) else Fraction(0)
    if step is None:
        return Verdict(state, one_line(said)[:500], share=share)
    is_answered = isinstance(error, Overtaxed) or not isinstance(error, BoundarySignal)
    expected = _in_words(step, step.right)
    got = _got(step) if is_answered else one_line(said)[:500]
    if step.called and not _differs_to_see(step):
        expected, got = step.called
    changed, right = changed_text(step.plain or step.answer), changed_text(step.expected)
    if got == expected and changed != right:
        expected, got = expected + right, got + changed
    elif got == expected and is_answered:
        expected, got = _told_apart(run, steps, step) or (expected, got)
    evidence = _shown(run, steps, step, expected, got, run.submission.neutral(_note(error)))
    if state is State.FAILED and not isinstance(error, BoundarySignal | ShareAwarded):
        known = in_its_place(expected) if step.expected else "where the solution is not asked"
        said = f"{got}, {known}"
        if _is_script(step) and step.expected and _is_ended(step.answer, step.expected):
            first = script_difference(_ended(step.answer), _ended(step.expected))
            return Verdict(state, one_line(first or _WRITES_OTHERWISE)[:500], evidence)
    is_told = isinstance(error, LostGuest | MissingAnswer | ShareAwarded)
    reason = said if is_told else f"{_in_one_line(evidence.called)}: {said}"
    return Verdict(state, one_line(reason)[:500], evidence, share)


def _in_one_line(called: str) -> str:
    """What was called; the last line alone where the lines are too many to be read in one."""
    lines = called.splitlines()
    if len(lines) > 1 and lines[-1].startswith(AMID):
        lines[-2:] = [f"{lines[-1].removeprefix(AMID)}, in {lines[-2]}"]
    whole = "; ".join(lines)
    return whole if len(whole) <= _LONGEST else lines[-1]


_LONGEST = 200
"""What was called is told in one line up to this length."""
_MOST_TOLD = 20
"""Of so many steps it is seen whether another object came than should."""
_WRITES_OTHERWISE = "it prints what it should, and leaves other files"


def _shown_first(
    wrong: Sequence[Step], called: Sequence[Step], told: Iterator[Step]
) -> Step | None:
    """The step that shows most of what is wrong.

    It is one of those that went `wrong`, or one in which the suite was `called` otherwise, each
    the last first. Of answers that were gathered before any was looked at it is the first. Where
    all that went wrong reads as it should, it is one of which it can be `told` which object came.
    """
    seen = list(filter(_differs_to_see, wrong))
    if seen and seen[0].place is not None:
        return [*itertools.takewhile(lambda one: one.place == seen[0].place, seen)][-1]
    return next(itertools.chain(seen, called, filter(_is_telling, wrong), told, wrong), None)


def _differs_to_see(step: Step) -> bool:
    """Whether an answer and the right one read differently."""
    if step.source.text.startswith("repr(") or step.right is None or _is_unanswerable(step):
        return False
    answer = step.plain or step.answer
    is_same = outcome_text(answer) == outcome_text(step.right)
    return not is_same or changed_text(answer) != changed_text(step.expected)


def _is_unanswerable(step: Step) -> bool:
    """Whether the reference was asked about what it does not have.

    That may be an attribute of an object of another class, which a test has got to because
    something else was wrong before.
    """
    right = step.expected[3] if step.expected else None
    match right, step.request[3][0], step.answer[3][0]:
        case ["ok", ["u", *_]], _, _:
            return True
        case ["raise", ["x", "builtins:AttributeError", *_]], "attr", "ok":
            return True
    return False


def _told_apart(run: Run, steps: Sequence[Step], step: Step) -> tuple[str, str] | None:
    """What is expected and what came, where both read the same; None if that cannot be said."""
    return (
        files_told_apart(step.answer, step.expected)
        or errors_told_apart(step.answer, step.expected)
        or lists_told_apart(step.answer, step.expected)
        or objects_told_apart(run, steps, step)
        or hashes_told_apart(run, steps, step)
    )


def _got(step: Step) -> str:
    """What came back: what an object holds, or that it is one where that is as it should be."""
    text = _in_words(step, step.plain or step.answer)
    is_same = text == _in_words(step, step.right) and text != _HASH
    return outcome_text(step.answer) if is_same else text


def _in_words(step: Step, answer: list[Any] | None) -> str:
    """What an answer says to what was asked in a step."""
    if _is_script(step) and answer is not None:
        return script_text(_ended(answer))
    match step.request[3], answer:
        case ["op", "hash", *_], [_, _, _, ["ok", int()], *_]:
            return _HASH
    return outcome_text(answer)


_HASH = "a hash"
"""Which number that is, differs between any two runs."""


def _is_script(step: Step) -> bool:
    """Whether a file is run as a program, by itself or amid the test."""
    return step.request[3][0] in ("run", "runpy")


def _is_ended(*answers: list[Any]) -> bool:
    """Whether a program has ended in all of these answers, and did not raise."""
    return all(one[3][0] == "ok" for one in answers)


def _ended(answer: list[Any]) -> list[Any]:
    """How a program ended, also one that ran amid the test: its names are looked up apart."""
    match answer:
        case [cells, str(out), str(err), ["ok", ["h", *_]], *rest]:
            return [cells, "", "", ["ok", ["t", 0, out, err]], *rest]
    return answer


def _is_telling(step: Step) -> bool:
    """Whether a step shows what is wrong: not by numbers of objects alone, nor to be printed."""
    if step.source.text.startswith("repr("):
        return False
    answer = step.plain or step.answer
    same = outcome_text(answer) == outcome_text(step.right)
    is_object = '["h", ' in json.dumps([step.answer[3], step.answer[0]])
    is_same = same and changed_text(answer) == changed_text(step.expected)
    return not (is_same and (is_object or '["h", ' in json.dumps(step.expected)))


def _shown(  # noqa: PLR0913, PLR0917 as for the evidence itself
    run: Run, steps: Sequence[Step], step: Step, expected: str, got: str, note: str
) -> Evidence:
    """The evidence, and less of it where something in a submission's values is too odd for more."""
    try:
        evidence = evidence_of(run, steps, step, expected, got, note)
        return replace(evidence, cause=cause_of(run, step))
    except (Exception, BoundarySignal):  # noqa: BLE001 whatever is shown, the mark stays
        return Evidence(step.text, "", expected, got, note=note)


def import_verdict(file: str, answer: list[Any]) -> Verdict:
    """The verdict on every test of a file whose first lines fail on a submission."""
    reason = f"{file} cannot be imported with this submission: it {outcome_text(answer)}"
    names, _ = _raised(answer[3][1])
    is_unwritten = "NotImplementedError" in names
    return Verdict(State.NOT_ANSWERED if is_unwritten else State.FAILED, one_line(reason)[:500])


def import_loss(file: str, reply: Any) -> Verdict:
    """The verdict on every test of a file amid whose first lines the guest is lost."""
    state, why = lost_state(lost(reply).answer)
    reason = f"{file} cannot be imported to its end with this submission: {why}"
    return Verdict(state, one_line(reason)[:500])


def where(error: BaseException, suites: Path) -> str:
    """File and line of the suite where an exception arose."""
    rows = traceback.extract_tb(error.__traceback__)
    inside = [row for row in rows if Path(row.filename).is_relative_to(suites)]
    if not rows:
        return suites.name
    last = (inside or list(rows))[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


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
    """How a test ended that did not pass, and why."""
    match error:
        case LostGuest(answer=answer):
            return lost_state(answer)
        case ShareAwarded(share=share, why=why):
            return (State.PARTIAL if share else State.FAILED), why
        case MissingAnswer():
            return State.NOT_ANSWERED, str(error)
        case RefusedSignal():
            return State.RAISED, f"it raised {error}"
        case WrongAnswer():
            return State.FAILED, f"it returned {error}"
        case Overtaxed():
            return State.TIMED_OUT, str(error)
    raised = _state_if_raised(error, step)
    if raised is None and isinstance(error, MemoryError):
        return State.OUT_OF_MEMORY, "what the test does with its answers takes too much memory"
    return raised or (State.FAILED, _comparison(error))


def _state_if_raised(error: BaseException, step: Step | None) -> tuple[State, str] | None:
    """How a test ended with what the submission has raised in this step; None if it did not."""
    if step is None or step.answer[3][0] != "raise":
        return None
    names, said = _raised(step.answer[3][1])
    if type(error).__name__ != names[0] or type(error) is AssertionError:
        return None
    if "NotImplementedError" in names:
        return State.NOT_ANSWERED, "it is not written yet (NotImplementedError)"
    if "MemoryError" in names:
        return State.OUT_OF_MEMORY, "it used more memory than it may"
    return State.RAISED, f"it raised {said}"


def _note(error: BaseException) -> str:
    return (
        ""
        if isinstance(error, BoundarySignal | ShareAwarded)
        else f"The test found: {_comparison(error)}"
    )


def _comparison(error: BaseException) -> str:
    """The failed comparison, as pytest words it, or the test's own message, in one line."""
    first, *rest = _text(error).strip().splitlines() or [""]
    more = itertools.takewhile(lambda line: line.strip() and not _EXPLAINS.match(line), rest)
    text = " ".join(filter(None, [first, *more]))
    return one_line(f"{type(error).__name__}: {text}" if text else type(error).__name__)[:1_000]


_EXPLAINS = re.compile(r"assert |\s*[-+?] |\s*At index |\s*where ")
"""How a line begins that pytest or unittest add to a message, to explain a comparison."""


def _text(error: BaseException) -> str:
    """What an exception says, without addresses, which are others each time."""
    try:
        return ADDRESS.sub(" at 0x0", str(error)[:2_000])
    except BaseException:  # noqa: BLE001 a handle in it may do anything
        return ""


def _raised(node: Any) -> tuple[list[str], str]:
    """The names of the classes of an exception, its own first, and how it reads."""
    match node:
        case ["E", [_, *_] as paths, *_]:
            pass
        case ["x", path, *_]:
            paths = [path]
        case _:
            paths = [":an exception"]
    names = [str(path).rpartition(":")[2].rpartition(".")[2] for path in paths]
    text = outcome_text([[], "", "", ["raise", node], []]).removeprefix("raises ")
    return names, text


def _reads_code(step: Step) -> bool:
    """Whether the code itself is looked at: nobody is shown the solution's, and others differ."""
    return step.request[3][:2] == ["op", "getsource"] or ".__code__" in step.source.text


def asked_in(step: Step, test: str, *, is_passed: bool) -> Asked:
    """An operation of a test with what came of it, to be shown to the instructor.

    A test that is passed has taken every answer as right, be it 1.0 in place of 1.
    """
    expected = outcome_text(step.right) if step.right is not None else ""
    return Asked(
        step.text, f"in {test}", expected, outcome_text(step.answer), is_passed or not step.deviates
    )
