"""Gives odd values as answers to all that the suites of a coursework ask; prints what came of it.

Run as a program with the name of a coursework, and `whole` for more values. Real submissions give
them through real guests, and every test of every criterion is given them by a submission that is
made up.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, groupby, islice, product
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, cast

from guessing_short import short_course
from odd_values import made, source
from patience_grader.course.coursework import Coursework, find_course
from patience_grader.marking.run_suite import run_suites
from patience_grader.marking.suite_result import RunSuite
from patience_grader.marks.verdict import Evidence, State, VerdictReached
from patience_grader.questions.drawing import draw
from patience_grader.questions.secret import read_secret
from patience_grader.sandbox.answers import Answer, Raised, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest import node_writer, wire
from patience_grader.sandbox.reading import Question, Sources, read_answers
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.watch import Limits
from patience_grader.suite import cases as suite
from patience_grader.suite import smallest
from patience_grader.suite.cases import Case, Cases
from sample import ROOT

EACH = {"klondike": 5, "guessing": 3, "terminal": 24}
"""So many values are given to the tests of each exercise."""
JUDGED = 12
"""So many are judged in each manner for each function."""
SHARE = 3
"""One in so many of these values is enough, and every other submission, but for all of it."""
MOST_TEXT = 40_000
"""Characters of all evidence for one criterion."""

SPOILED = """
import sys as _sys
def _spoiled(function, number, odd):
    count = [OFFSET + number]
    def spoiled(*arguments, **named):
        count[0] += 1
        value = odd[count[0] * STEP % len(odd)]
        if count[0] % 3 == 0 and not ALWAYS:
            return function(*arguments, **named)
        for name in NAMES:
            helper = HONEST.get(name)
            if helper and not ALWAYS and count[0] % 5 == 0 and name in HELPERS:
                try: globals()[name](value, value)
                except Exception: pass
        return value
    return spoiled
"""


def submissions(coursework: Coursework) -> Iterator[dict[str, str]]:
    """Source texts by module: some that always return odd values, some that often do."""
    for offset, step, always in ((0, 1, True), (40, 7, True), (90, 11, False), (9, 3, False)):
        files = {}
        for file in coursework.required:
            text = (coursework.solution / file).read_text("utf-8")
            names = f"(OFFSET, STEP, ALWAYS) = {offset}, {step}, {always}"
            files[file.removesuffix(".py")] = f"{text}\n{names}\n{_spoiler(coursework)}"
        yield files


def _spoiler(coursework: Coursework) -> str:
    return f"""
_names = {{"__name__": "odd"}}
exec({source(coursework.slug)!r}, _names)
{SPOILED}
HELPERS = ("can_stack", "can_stack_on_pillar")
HONEST = {{name: value for name, value in globals().items()
          if getattr(value, "__module__", None) == __name__ and not name.startswith("_")
          and callable(value) and not isinstance(value, type)}}
NAMES = sorted(HONEST)
for _number, _name in enumerate(NAMES):
    globals()[_name] = _spoiled(HONEST[_name], _number, _names["ODD"])
"""


class MadeUp:
    """Stands for a submission that answers everything with the same value."""

    def __init__(self, answer: Answer, coursework: Coursework) -> None:
        self.answer = answer
        self.key = b"made up"
        self.reading = None
        self.is_stateless = False
        self.limits = Limits(1, 10, 1, 10, 128)
        self.troubles: dict[str, Answer] = {}
        self.wrong_alone: set[object] = set()
        self.files = {
            file.removesuffix(".py"): "def shuffle(): pass\n" for file in coursework.required
        }

    def ask(self, batch: Batch, about: object = None) -> list[Answer]:
        return [self.answer] * len(batch)

    def ask_alone(self, batch: Batch) -> list[Answer]:
        return self.ask(batch)

    def expect_elsewhere(self) -> None:
        """Nothing has to be started."""

    def ask_elsewhere(self, batch: Batch) -> list[Answer]:
        return self.ask(batch)

    def ask_one(self, function: str, *arguments: object) -> Answer:
        return self.answer

    def turn(self, batch: Batch, moves: Sequence[object]) -> list[tuple[Answer, float]]:
        if isinstance(self.answer, Returned):
            pairs = [Returned((number % 2 == 0, self.answer.value)) for number in range(len(moves))]
            return [(pair, 0.0) for pair in pairs]
        return [(self.answer, 0.0)] * len(moves)

    def decide(self) -> None:
        """Nothing is sent ahead anyway."""

    def trace_elsewhere(self, batch: Batch, names: Sequence[str]) -> Answer:
        return self.trace(batch, names)

    def trace(self, batch: Batch, names: Sequence[str]) -> Answer:
        value = self.answer.value if isinstance(self.answer, Returned) else None
        counts = zip(names, cycle((1, 2, 4)), strict=False)
        seen = [(name, (value,) * count, True, value) for name, count in counts]
        return Returned((*seen, *((name, (), False, value) for name in names)))

    def begin_afresh(self) -> None:
        """Nothing is to be forgotten."""


def answers(coursework: Coursework, types: wire.Types) -> list[Answer]:
    """What the odd values are when they come over the wire."""
    question = Question("n", 1, Batch([], types), types, Sources(coursework.package))
    found: list[Answer] = [Raised("E" * 200, (), ("\ud800",), "\ud800" * 2000, ())]
    for value in made(coursework.slug):
        try:
            nodes, ref = node_writer.Writer(types, {}, 0).answer(value)
        except BaseException:  # noqa: BLE001 the value says so itself; a guest would catch it
            continue
        frame = bytearray(wire.pack(["n", 0, [["value", nodes, ref, []]]]))
        found += read_answers(wire.unpack(frame, answers=True), 0, question)
    return found


Test = Callable[[Student], None]


def tests_of(coursework: Coursework) -> dict[str, Test]:
    """The tests, by criterion."""
    found: dict[str, Test] = {}
    modules = _suites(coursework)
    for criterion in coursework.scheme.criteria:
        if not criterion.manual:
            exercise, _, aspect = criterion.id.partition(".")
            found[criterion.id] = getattr(modules[f"test_{exercise}"], f"test_{aspect}")
    return found


def _suites(coursework: Coursework) -> dict[str, ModuleType]:
    """The modules of the suites, as they were collected."""
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    return {
        Path(file).stem: sys.modules[name]
        for name, file in files.items()
        if file and Path(file).parent == coursework.suites
    }


def cases_in(coursework: Coursework) -> list[Cases]:
    """One `Cases` for each function and manner of judging it."""
    found: dict[object, Cases] = {}
    for module in _suites(coursework).values():
        for one in vars(module).values():
            if isinstance(one, Cases):
                found[one.function, id(one.manner)] = one
    return list(found.values())


def thrown(coursework: Coursework, findings: list[str], share: int) -> Counter[str]:
    """How many tests end how; what goes wrong is added to the findings."""
    rng = random.Random(15)
    smallest._ROUNDS = 1
    every = tests_of(coursework)
    types = next((one.manner.types for one in cases_in(coursework)), wire.Types([]))
    odd = answers(coursework, types)
    ended: Counter[str] = Counter()
    for _, tests in groupby(every.items(), lambda one: one[0].partition(".")[0]):
        some = rng.sample(odd, ceil(EACH[coursework.slug] / share))
        students = [MadeUp(one, coursework) for one in some]
        for student, (name, test) in product(students, tests):
            ended[_end_of(name, test, cast(Student, student), findings)] += 1
    for cases in cases_in(coursework):
        for answer in rng.sample(odd, JUDGED // share):
            _judge(cases, cases.cases[-1], answer, coursework, findings)
    return ended


def _end_of(name: str, test: Test, student: Student, findings: list[str]) -> str:
    try:
        test(student)
    except VerdictReached as judged:
        verdict = judged.verdict
        if verdict.evidence:
            _look_at(name, verdict.evidence, verdict.reason, findings)
        if verdict.state in {State.VOID, State.LOST, State.AWAITING}:
            findings.append(f"{name}: {verdict.state}")
        return verdict.state
    except Exception as error:  # noqa: BLE001 it would be void
        findings.append(f"{name}: {type(error).__name__}: {error}"[:300])
        return "void"
    return "passed"


def _judge(
    cases: Cases, case: Case, answer: Answer, coursework: Coursework, findings: list[str]
) -> None:
    """Draws the answer in the manner of the cases, whether it is right or not."""
    student = cast(Student, MadeUp(answer, coursework))
    name = f"{type(cases.manner).__name__} of {cases.function}"
    try:
        cases.is_right(0, answer)
        suite._cause(student, cases, case)
        suite.fail_case(student, cases, case, answer, reason="shown")
    except VerdictReached as judged:
        if judged.verdict.evidence:
            _look_at(name, judged.verdict.evidence, "", findings)
    except Exception as error:  # noqa: BLE001 it would be void
        findings.append(f"{name}: {type(error).__name__}: {error}"[:300])


def _look_at(name: str, evidence: Evidence, reason: str, findings: list[str]) -> None:
    length = len(reason) + sum(len(str(part)) for part in vars(evidence).values())
    if length > MOST_TEXT:
        findings.append(f"{name}: {length} characters of evidence")


def main(slug: str, *, is_whole: bool) -> None:
    """Prints the findings, how the tests ended, and the states of the real submissions."""
    with TemporaryDirectory() as folder:
        root = short_course(Path(folder) / "course") if slug == "guessing" else ROOT
        _report(find_course(root).coursework(slug), is_whole)


def _report(coursework: Coursework, is_whole: bool) -> None:
    findings: list[str] = []
    report: dict[str, Any] = {"findings": findings}

    def use(sit: RunSuite) -> None:
        report["thrown"] = thrown(coursework, findings, 1 if is_whole else SHARE)
        report["sat"] = [
            {name: [verdict.state, verdict.reason] for name, verdict in sit(files).verdicts.items()}
            for files in islice(submissions(coursework), 0, None, 1 if is_whole else 2)
            if coursework.slug != "terminal"
        ]

    run_suites(coursework, use, draw(coursework, read_secret(coursework.root)))
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], is_whole="whole" in sys.argv[2:])
