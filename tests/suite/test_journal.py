"""What a submission was asked is taken down by criterion, and listed within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from patience_grader.marks.asked import Asked
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.scheme import read_scheme
from patience_grader.marks.verdict import PASSED
from patience_grader.report.explanation import explanation
from patience_grader.sandbox.answers import Answer, Raised, Returned, TimedOut, Unreceived
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.suite.cases import Arguments, Cases, Expected, Manner, Value
from patience_grader.suite.journal import Journal
from patience_grader.suite.sessions import Session

SCHEME = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `f`** | **Squares** | **2** |
| `f.small` | Small ones. | 2 |
| | **total** | **2** |
""",
    "handout/squares.md",
    2,
)


class Squares(Manner):
    """What is right for squares, or for their signs."""

    types = Types([])
    functions: Sequence[str] = ()

    def __init__(self, *, signs: bool = False) -> None:
        self._signs = signs

    def expect(self, function: str, arguments: Arguments) -> Expected:
        (number,) = arguments
        assert isinstance(number, int)
        right = number * number
        if self._signs:
            return Value(right, lambda value: isinstance(value, int) and value >= 0)
        return Value(right, lambda value: value == right)

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        return ()

    def draw(self, value: object) -> str:
        return repr(value)

    def given(self, arguments: Arguments) -> str:
        return "a\x1b[2Jline\n" * 99

    def call(self, function: str, arguments: Arguments) -> str:
        return f"{function}({arguments[0]})"

    def snippet(self, function: str, arguments: Arguments) -> str:
        return ""

    def snippet_of_change(self, function: str, arguments: Arguments) -> str:
        return ""


CASES = Cases(Squares(), "f", [(number,) for number in range(8)])
ANSWERS: list[Answer] = [
    *(Returned(number * number) for number in range(5)),
    Returned(5),
    Unreceived(),
    TimedOut(1.0, "1 second"),
]
NUMBERS = range(8)


def test_questions_are_judged_as_the_criterion_judges_them() -> None:
    journal = Journal()
    journal.begin("f.small")
    journal.hear(CASES, CASES.batch, NUMBERS, ANSWERS)
    journal.hear(CASES, CASES.batch, NUMBERS, ANSWERS)
    journal.begin("f.sign")
    signs = CASES.judged_by(Squares(signs=True))
    journal.hear(signs, signs.batch, NUMBERS, ANSWERS)
    small, sign = journal.questions("f.small", 3), journal.questions("f.sign", 100)
    assert (small.count, small.right, small.wrong) == (8, 5, 2)
    assert (sign.count, sign.right, sign.wrong) == (8, 6, 1)
    assert [number for number, _ in small.shown] == [1, 6, 8], "wrong answers first"
    _, asked = small.shown[1]
    assert (asked.called, asked.expected, asked.got) == ("f(5)", "25", "5")
    assert sign.shown[6][1].is_right is None


def test_calls_that_look_for_a_smaller_example_are_counted() -> None:
    journal = Journal()
    journal.begin("f.small")
    journal.hear(CASES, CASES.batch, NUMBERS, ANSWERS)
    journal.hear(None, Batch([("f", (1,))], Types([])), range(1), [Returned(1)])
    assert (journal.questions("f.small", 9).count, journal.questions("f.small", 9).further) == (
        8,
        1,
    )


def test_games_are_listed_for_every_criterion_that_they_judge() -> None:
    journal, calls = Journal(), Batch([("start", ()), ("go", ("x",))], Types([]), lasting=True)
    journal.begin("game.wins")
    journal.hear(None, calls, [0, 1], [Returned(3), Raised("E", (), (), "no", ())])
    journal.hear(None, calls, [1], [Returned("y" * 999)])
    journal.begin("game.speed")
    found = journal.questions("game.speed", 9)
    assert (found.count, found.asked_for) == (3, "game.wins")
    texts = [(one.called, one.got[:12]) for _, one in found.shown]
    assert texts == [("start()", "3"), ("go('x')", "raised E: no"), ("go('x')", "'yyyyyyyyyyy")]
    assert journal.questions("game.wins", 9).asked_for == ""


def test_a_session_is_shown_as_it_was_typed() -> None:
    session = Session("cards", ("d", "q"))
    journal = Journal()
    journal.begin("ui.draw")
    answer = Returned((("> ", "\u2660A\n> ", "bye"), "exit 0", (), ()))
    journal.hear(session, session.batch, range(1), [answer])
    ((_, asked),) = journal.questions("ui.draw", 9).shown
    assert asked.called == "python3 -m cards\n> d\n> q"
    assert asked.got.startswith("> \n\u2660A\n> \nbye\n(exit 0")


def test_the_list_is_bounded_and_text_alone() -> None:
    journal = Journal()
    journal.begin("f.small")
    journal.hear(CASES, CASES.batch, NUMBERS, ANSWERS)
    journal.note(Asked("g()\x9b", "", "", "z" * 5_000, is_right=False))
    sheet = MarkSheet("a\u202e", "1", SCHEME, award(SCHEME, {"f.small": PASSED}))
    questions = {"f.small": journal.questions("f.small", 2)}
    lines = list(explanation(sheet, sheet.awards, {}, questions, ["no\x1b[m"]))
    assert "  questions    9 asked, 5 right, 3 wrong" in lines
    assert "               7 more are left out (see --most)" in lines
    assert "                   (49 lines left out)" in lines
    assert max(map(len, lines)) < 250
    assert len(lines) < 90
    assert "\x1b" not in "".join(lines)
    assert "\x9b" not in "".join(lines)
    assert sheet.out_of == Fraction(2)
