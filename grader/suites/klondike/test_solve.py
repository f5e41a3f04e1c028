"""Exercise 13: solving. Who stops too early may still leave alone what must be left alone."""

from collections.abc import Callable, Iterator
from typing import Any

from klondike.board import Board, Column
from klondike.cards import Card, Suit, Value
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, as_read, ask, examine
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank import BOOK
from suites.klondike.bank.solve import QUESTIONS
from suites.klondike.manner import Aspect, cases
from suites.klondike.shapes import is_board

SOLVE = "game.solve"


def _judged_by(
    aspect: str,
    why: Callable[[Board, Board], str],
    asked: Callable[[Arguments], bool] = lambda _: True,
) -> Cases:
    """The cases of a criterion that says what must not change; `why` is empty for a right board.

    `asked` says which of the questions are among them.
    """

    def explain(value: Any, arguments: Arguments) -> str:
        (board,) = arguments
        assert isinstance(board, Board)
        return why(board, value) if is_board(value) else "it returned no board"

    manner = Aspect(lambda value, arguments: not explain(value, arguments), why=explain)
    questions = list(filter(asked, QUESTIONS[aspect]))
    return Cases(
        manner, SOLVE, questions, lambda one: BOOK.aspect(SOLVE, one) == aspect and asked(one)
    )


def _goes_up(arguments: Arguments) -> bool:
    """Whether a card of the columns can go up."""
    return BOOK.answer(SOLVE, arguments).value != arguments[0]


def _touched(before: Board, after: Board) -> str:
    """What else than the columns was played from; empty for nothing."""
    if after.discard != before.discard:
        return "the discard pile has changed"
    if after.deck != before.deck:
        return "the deck has changed"
    in_columns = {placed.card for column in before.columns for placed in column}
    if not set(_on_pillars(after)) - set(_on_pillars(before)) <= in_columns:
        return "a card went up that lay in no column"
    return ""


def _disturbed(before: Board, after: Board) -> str:
    """What was moved or turned that lay under another card; empty for nothing."""
    gone = set[Card]()
    for column, left in zip(before.columns, after.columns, strict=True):
        count = len(column) - len(left)
        if count < 0 or not _is_rest(left, column[count:]):
            return "a card that was not uncovered has moved or was turned"
        gone |= {placed.card for placed in column[:count]}
    if set(_on_pillars(before)) | gone != set(_on_pillars(after)):
        return "the cards that left the columns are not those that came to the pillars"
    return ""


def _is_rest(left: Column, rest: Column) -> bool:
    """Whether they are the same but for the turning of the card that is uncovered."""
    return [one.card for one in left] == [one.card for one in rest] and left[1:] == rest[1:]


def _on_pillars(board: Board) -> Iterator[Card]:
    """The cards that lie on the pillars."""
    for suit in Suit:
        yield from (Card(suit, value) for value in Value if value <= (board.pillars.top(suit) or 0))


WINS = cases(SOLVE, "wins", QUESTIONS)
GOES_ON = cases(SOLVE, "goes_on", QUESTIONS)
NOTHING = cases(SOLVE, "nothing", QUESTIONS)
COLUMNS_ONLY = _judged_by("columns_only", _touched)
WHERE_SOME_GO_UP = _judged_by("columns_only", _touched, _goes_up)
HIDDEN = _judged_by("hidden", _disturbed)
EVERY = (WINS, GOES_ON, NOTHING, COLUMNS_ONLY, HIDDEN)
"""All questions of the exercise."""


def test_wins(student: Student) -> None:
    """A board that can be solved ends won."""
    examine_beside(student, WINS, EVERY)


def test_goes_on(student: Student) -> None:
    """Cards go up until none can."""
    examine(student, GOES_ON)


def test_nothing(student: Student) -> None:
    """Without a card that can go up nothing changes."""
    examine(student, NOTHING)


def test_columns_only(student: Student) -> None:
    """Discard pile and deck stay as they are.

    Boards on which no card goes up are judged elsewhere, if that is wrong there, too.
    """
    asked = COLUMNS_ONLY if _leaves_alone(student) else WHERE_SOME_GO_UP
    examine_beside(student, asked, EVERY)


def _leaves_alone(student: Student) -> bool:
    """Whether boards on which no card goes up come back as they were."""
    read = as_read(student, NOTHING)
    return all(read.is_right(*numbered) for numbered in enumerate(ask(student, read)))


def test_hidden(student: Student) -> None:
    """Uncovered hidden cards may take part."""
    examine_beside(student, HIDDEN, EVERY)
