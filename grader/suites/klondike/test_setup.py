"""Exercise 4: dealing. Every criterion looks at the same deals, each for one aspect."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from klondike.board import EMPTY_PILLARS, Board
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine
from suites.klondike.bank.setup import DECKS
from suites.klondike.manner import Aspect
from suites.klondike.shapes import is_column

SIZES = tuple(range(1, 8))
STARTS = tuple(accumulate((0, *SIZES)))


def _columns(board: Any) -> tuple[Any, ...]:
    """The columns of whatever came back, as far as they can be looked at."""
    columns = board.columns if isinstance(board, Board) else ()
    return columns if isinstance(columns, tuple) and all(map(is_column, columns)) else ()


def _cards(column: Sequence[Any]) -> list[Any]:
    return [placed[0] for placed in column]


def _has_sizes(board: Any, _: Arguments) -> bool:
    columns = board.columns if isinstance(board, Board) else ()
    if not isinstance(columns, tuple) or not all(isinstance(one, tuple) for one in columns):
        return False
    return tuple(len(column) for column in columns) == SIZES


def _is_dealt_in_order(board: Any, arguments: Arguments) -> bool:
    (deck,) = arguments
    assert isinstance(deck, tuple)
    dealt = [set(map(repr, _cards(column))) for column in _columns(board)]
    return dealt == [set(map(repr, deck[one:two])) for one, two in pairwise(STARTS)]


def _is_newest_first(board: Any, arguments: Arguments) -> bool:
    (deck,) = arguments
    assert isinstance(deck, tuple)
    places = {repr(card): place for place, card in enumerate(deck)}
    columns = _columns(board)
    dealt = [[places.get(repr(card), -1) for card in _cards(column)] for column in columns]
    return any(len(column) > 1 for column in dealt) and all(
        column == sorted(column, reverse=True) and -1 not in column for column in dealt
    )


def _shows_the_newest(board: Any, _: Arguments) -> bool:
    columns = _columns(board)
    return any(len(column) > 1 for column in columns) and all(
        [bool(placed[1]) for placed in column] == [True] + [False] * (len(column) - 1)
        for column in columns
        if column
    )


def _keeps_the_rest(board: Any, arguments: Arguments) -> bool:
    (deck,) = arguments
    assert isinstance(deck, tuple)
    return isinstance(board, Board) and bool(board.deck == deck[STARTS[-1] :])


def _starts_empty(board: Any, _: Arguments) -> bool:
    return isinstance(board, Board) and bool(board.discard == () and board.pillars == EMPTY_PILLARS)


SIZED = Cases(Aspect(_has_sizes), "game.setup", DECKS)
ORDERED = SIZED.judged_by(Aspect(_is_dealt_in_order))
NEWEST_FIRST = SIZED.judged_by(Aspect(_is_newest_first))
VISIBLE = SIZED.judged_by(Aspect(_shows_the_newest))
REST = SIZED.judged_by(Aspect(_keeps_the_rest))
EMPTY = SIZED.judged_by(Aspect(_starts_empty))


def test_sizes(student: Student) -> None:
    """One card to seven cards."""
    examine(student, SIZED)


def test_order(student: Student) -> None:
    """Column by column from the top."""
    examine(student, ORDERED)


def test_newest_first(student: Student) -> None:
    """The card dealt last is at index 0."""
    examine(student, NEWEST_FIRST)


def test_visible(student: Student) -> None:
    """Only the card dealt last is visible."""
    examine(student, VISIBLE)


def test_deck(student: Student) -> None:
    """The rest is the deck."""
    examine(student, REST)


def test_empty(student: Student) -> None:
    """Pillars and discard pile are empty."""
    examine(student, EMPTY)
