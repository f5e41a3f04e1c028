"""Exercise 4: dealing. Every criterion looks at the same deals, each for one aspect."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from typing import Any

from klondike.board import EMPTY_PILLARS, Board
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine
from suites.klondike.bank.setup import DECKS
from suites.klondike.manner import Aspect
from suites.klondike.shapes import is_column

SIZES = tuple(range(1, 8))
DEALT = sum(SIZES)


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
    return not _misdealt(board, arguments)


def _misdealt(board: Any, arguments: Arguments) -> str:
    """Which column has other cards than it should have, in words; empty for none.

    A column that has too few or too many cards, which is judged elsewhere, should have as many.
    """
    (deck,) = arguments
    assert isinstance(deck, tuple)
    columns = _columns(board)
    if sum(map(bool, columns)) < 2:
        return "it returned no board with several columns of cards"
    starts = accumulate((0, *map(len, columns)))
    for number, (column, (one, two)) in enumerate(zip(columns, pairwise(starts), strict=True)):
        dealt = list(map(repr, _cards(column)))
        if set(dealt) != set(map(repr, deck[one:two])):
            got, wanted = _named(_cards(column)[::-1]), _named(deck[one:two])
            return f"column {number} was dealt {got}, and should be dealt {wanted}"
    return ""


def _is_newest_first(board: Any, arguments: Arguments) -> bool:
    (deck,) = arguments
    assert isinstance(deck, tuple)
    places = {repr(card): place for place, card in enumerate(deck)}
    columns = _columns(board)
    dealt = [[places.get(repr(card), -1) for card in _cards(column)] for column in columns]
    if not any(len(column) > 1 for column in dealt) or any(-1 in column for column in dealt):
        return False
    if all(column == sorted(column, reverse=True) for column in dealt):
        return True
    # Taken one by one from the bottom, the card dealt last is the one that lay highest.
    return _is_from_bottom(board, deck) and all(column == sorted(column) for column in dealt)


def _is_from_bottom(board: Any, deck: Sequence[Any]) -> bool:
    """Whether the columns were dealt from the wrong end of the deck."""
    dealt = Counter(map(repr, chain.from_iterable(map(_cards, _columns(board)))))
    return dealt == Counter(map(repr, deck[len(deck) - DEALT :]))


def _why_not_newest_first(board: Any, arguments: Arguments) -> str:
    """The first column in another order than it was dealt in, in words; empty for none."""
    (deck,) = arguments
    assert isinstance(deck, tuple)
    for number, column in enumerate(_columns(board)):
        dealt = [card for card in deck if card in _cards(column)][::-1]
        if len(dealt) == len(column) and dealt != _cards(column):
            is_so, should_be = _named(_cards(column)), _named(dealt)
            return f"from index 0 on, column {number} is {is_so}, and should be {should_be}"
    return ""


def _shows_the_newest(board: Any, arguments: Arguments) -> bool:
    return any(len(column) > 1 for column in _columns(board)) and not _exposed(board, arguments)


def _exposed(board: Any, arguments: Arguments) -> str:
    """The first column that does not show the right card alone, in words; empty for none.

    That is the card at index 0, or the one dealt last, wherever that lies.
    """
    (deck,) = arguments
    assert isinstance(deck, tuple)
    places = {repr(card): place for place, card in enumerate(deck)}
    for number, column in enumerate(_columns(board)):
        newest = max(_cards(column), key=lambda card: places.get(repr(card), -1), default=None)
        shown = [placed[0] for placed in column if placed[1]]
        if column and shown not in ([column[0][0]], [newest]):
            wanted = _named([newest])
            return f"{_named(shown)} can be seen in column {number}, and only {wanted} should be"
    return ""


def _named(cards: Sequence[Any]) -> str:
    return " ".join(str(card).strip() for card in cards) or "no card"


def _keeps_the_rest(board: Any, arguments: Arguments) -> bool:
    return not _wrong_rest(board, arguments)


def _wrong_rest(board: Any, arguments: Arguments) -> str:
    """What is wrong with the deck that is left, in words; empty for nothing."""
    (deck,) = arguments
    assert isinstance(deck, tuple)
    if not isinstance(board, Board) or not isinstance(board.deck, tuple):
        return "it returned no board with a deck"
    size = len(deck) - DEALT
    # What is left is in its order in a deal from the bottom, too.
    left = deck[:size] if _is_from_bottom(board, deck) else deck[DEALT:]
    if board.deck == left:
        return ""
    if len(board.deck) != size:
        return f"the deck has {len(board.deck)} cards, not {size}"
    alike = Counter(map(repr, board.deck)) == Counter(map(repr, left))
    return "the cards of the deck are in another order" if alike else "the deck has other cards"


def _starts_empty(board: Any, _: Arguments) -> bool:
    if not isinstance(board, Board) or not (board.deck or any(_columns(board))):
        return False  # nothing is empty where nothing is dealt
    return bool(board.discard == () and board.pillars == EMPTY_PILLARS)


SIZED = Cases(Aspect(_has_sizes), "game.setup", DECKS)
ORDERED = SIZED.judged_by(Aspect(_is_dealt_in_order, why=_misdealt))
NEWEST_FIRST = SIZED.judged_by(Aspect(_is_newest_first, why=_why_not_newest_first))
VISIBLE = SIZED.judged_by(Aspect(_shows_the_newest, why=_exposed))
REST = SIZED.judged_by(Aspect(_keeps_the_rest, why=_wrong_rest))
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
