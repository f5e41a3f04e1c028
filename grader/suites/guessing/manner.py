"""What is right for a question about feedback, and how it is drawn and written as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from guessing import cards as cards_module
from guessing.cards import Feedback
from patience_grader.sandbox.guest.wire import Types
from patience_grader.suite.cases import Arguments, Expected, Manner, Value
from suites.guessing.bank import BOOK
from suites.guessing.hands import Hand, hands_of

CARDS, LOWER, RANKS, HIGHER, SUITS = range(5)
"""The places of the five numbers."""
NAMES = ("correct cards", "lower ranks", "correct ranks", "higher ranks", "correct suits")
"""What each of the five numbers counts."""

_DRAWN_AT_MOST = 1000
_BOTH = frozenset({0, 1})
PRELUDE = """\
from guessing.cards import *
from guessing.guesser import *
def cards(text):
    return [Card.parse(word) for word in text.split()]

"""
"""What lines to paste begin with."""


class _Guessing(Manner):
    """The manner of this coursework."""

    types = Types([cards_module], keep_lists=True)
    functions = BOOK.functions

    def __init__(
        self,
        accepts: Callable[[Any, Feedback], bool],
        why: Callable[[object, Feedback], str],
        changes: frozenset[int] = frozenset(),
    ) -> None:
        """`accepts` and `why` are given a value and the right one; `changes` are free to change.

        `why` says what is wrong with a value that is not accepted.
        """
        self._accepts = accepts
        self._why = why
        self._changes = changes

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """The whole feedback is shown, whatever of it is judged."""
        right = cast(Feedback, BOOK.answer(function, arguments).value)
        return Value(
            right,
            lambda value: self._accepts(value, right),
            self._changes,
            why=lambda value: self._why(value, right),
        )

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        """What the book has."""
        return BOOK.simpler(function, arguments)

    def draw(self, value: object) -> str:
        """The value as Python has it."""
        return repr(value)[:_DRAWN_AT_MOST]

    def given(self, arguments: Arguments) -> str:  # noqa: ARG002
        """Nothing: the call says it all."""
        return ""

    def call(self, function: str, arguments: Arguments) -> str:
        """The call as the handout writes it: `feedback(cards("3C 4H"), cards("4H 3C"))`."""
        written = ", ".join(_python(hand) for hand in hands_of(arguments))
        return f"{function.partition('.')[2]}({written})"

    def snippet(self, function: str, arguments: Arguments) -> str:
        """Lines that make the same call in the student's own folder."""
        return f"{PRELUDE}print({self.call(function, arguments)})"

    def snippet_of_change(self, function: str, arguments: Arguments) -> str:
        """Lines that print whether both hands stay as they are."""
        hands = ", ".join(_python(hand) for hand in hands_of(arguments))
        name = function.partition(".")[2]
        lines = f"hands = [{hands}]\nbefore = repr(hands)\nanswered = {name}(*hands)\n"
        return f"{PRELUDE}{lines}print(repr(hands) == before)"


class Number(_Guessing):
    """The manner of a criterion that judges only one of the five numbers."""

    def __init__(self, place: int) -> None:
        def accepts(value: object, right: Feedback) -> bool:
            return number_of(value, place) == right[place]

        def why(value: object, right: Feedback) -> str:
            said = number_of(value, place)
            is_number = isinstance(said, int | float) and abs(said) < 1000
            return (
                f"the number of {NAMES[place]} is {said}, not {right[place]}" if is_number else ""
            )

        super().__init__(accepts, why, _BOTH)


def number_of(value: object, place: int) -> object:
    """The number at this place of a list or tuple; None when there is none."""
    is_there = isinstance(value, tuple | list) and place < len(value)
    return cast(Sequence[object], value)[place] if is_there else None


def is_feedback(value: object) -> bool:
    """Whether it is a tuple of five whole numbers, right or wrong."""
    return (
        isinstance(value, tuple)
        and len(value) == 5
        and all(isinstance(one, int) and not isinstance(one, bool) for one in value)
    )


def _why_no_feedback(value: object, _: Feedback) -> str:
    """Why it is not a tuple of five whole numbers."""
    if not isinstance(value, tuple):
        return "it returned a list, not a tuple" if isinstance(value, list) else ""
    if len(value) != len(NAMES):
        return f"the tuple that it returned has {len(value)} parts, not five"
    return "the tuple that it returned holds something else than whole numbers"


FORM = _Guessing(lambda value, _: is_feedback(value), _why_no_feedback)
"""The manner of the criterion that judges what comes back but not the numbers in it."""


def _python(hand: Hand) -> str:
    words = " ".join(map(str, hand))
    return f'cards("{words}")' if isinstance(hand, list) else f'tuple(cards("{words}"))'
