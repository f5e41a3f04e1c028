"""What is right for a Klondike question, and how a question is drawn and written as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from klondike import board as board_module
from klondike import cards as cards_module
from klondike import errors as errors_module
from klondike.board import Board
from patience_grader.sandbox.guest.wire import Types
from patience_grader.suite.bank import Known
from patience_grader.suite.cases import Arguments, Cases, Expected, Manner, Refusal, Value
from suites.klondike.bank import BOOK
from suites.klondike.drawing import drawn
from suites.klondike.shapes import is_board, is_column, settled
from suites.klondike.snippets import call_of, snippet_of, snippet_of_change


def expected_of(function: str, known: Known) -> Expected:
    """What is right where this is known to be, with what the handout leaves open beside it."""
    if known.refusals:
        return Refusal(known.refusals)
    right = known.value
    if function == "game.flip" or not is_board(right):
        return Value(right, lambda value: bool(value == right))
    wanted = [settled(one) for one in (right, *known.others)]
    return Value(right, lambda value: is_board(value) and settled(value) in wanted)


class Klondike(Manner):
    """The manner of this coursework."""

    types = Types([cards_module, board_module, errors_module])
    functions = BOOK.functions

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """What the book says, and what the handout leaves open beside it."""
        return expected_of(function, BOOK.answer(function, arguments))

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        """The same question on simpler boards, and with a smaller count."""
        return BOOK.simpler(function, arguments)

    def draw(self, value: object) -> str:
        """A board as the book has it, cards by their symbols, anything else as Python has it."""
        return drawn(value)

    def given(self, arguments: Arguments) -> str:
        """The board or the columns that a question is asked on, drawn."""
        match arguments:
            case (int(), column, tuple(columns)) if is_column(column):
                return f"columns:\n{drawn(columns)}\n\ncolumn: {drawn(column)}"
        return "\n\n".join(drawn(one) for one in arguments if isinstance(one, Board))

    def call(self, function: str, arguments: Arguments) -> str:
        """The call in short: `move(2, 3, 6, board)`."""
        return call_of(function, arguments)

    def snippet(self, function: str, arguments: Arguments) -> str:
        """Lines that make the same call in the student's own folder."""
        return snippet_of(function, arguments)

    def snippet_of_change(self, function: str, arguments: Arguments) -> str:
        """Lines that print whether the arguments stay as they are."""
        return snippet_of_change(function, arguments)


class Aspect(Klondike):
    """The manner of a criterion that judges only one aspect of the value that comes back."""

    def __init__(
        self,
        accepts: Callable[[Any, Arguments], bool],
        changes: frozenset[int] = frozenset(),
        words: Callable[[Arguments], str] = lambda _: "",
        why: Callable[[Any, Arguments], str] = lambda *_: "",
    ) -> None:
        """`accepts` is given the value and the arguments; `changes` are free to change.

        `words` say what is right where many values are, and `why` what is wrong with a value.
        """
        self._accepts = accepts
        self._changes = changes
        self._words = words
        self._why = why

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """Whatever has the aspect is right; the value in the book is shown."""
        shown = BOOK.answer(function, arguments).value
        return Value(
            shown,
            lambda value: self._accepts(value, arguments),
            self._changes,
            self._words(arguments),
            lambda value: self._why(value, arguments),
        )

    def expect_inside(self, function: str, arguments: Arguments) -> Expected:
        """What the book says: the aspect is one of the function that the criterion asks."""
        return super().expect(function, arguments)


MANNER = Klondike()
"""The manner of a criterion for which the whole value counts."""


def cases(function: str, aspect: str, questions: Mapping[str, Sequence[Arguments]]) -> Cases:
    """The cases of one criterion of a move, from the questions for every aspect of it."""
    return Cases(
        MANNER, function, questions[aspect], lambda one: BOOK.aspect(function, one) == aspect
    )
