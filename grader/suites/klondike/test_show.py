"""Exercise 3: drawing the board. What is drawn is read leniently (see `screen`)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from klondike.board import Board, Column, Placed
from klondike.cards import Card, Suit
from klondike.deck import deck_of_52
from patience_grader.sandbox.student import Student
from patience_grader.suite import Arguments, Cases, examine
from suites.klondike.manner import Aspect
from suites.klondike.questions import pool
from suites.klondike.screen import HIDDEN, Screen, read_screen

LONG = 19

BOARDS = pool()[:: len(pool()) // 12]


def _cases(questions: list[Board], right: Callable[[Screen, Board], bool]) -> Cases:
    def belongs(arguments: Arguments) -> bool:
        (board,) = arguments
        return isinstance(board, Board) and plain(board) == plain(questions[0])

    return Cases(_aspect(right), "game.show", [(board,) for board in questions], belongs)


def _aspect(right: Callable[[Screen, Board], bool]) -> Aspect:
    def accepts(value: object, arguments: Arguments) -> bool:
        (board,) = arguments
        assert isinstance(board, Board)
        return isinstance(value, str) and right(read_screen(value), board)

    return Aspect(accepts)


def plain(board: Board) -> tuple[bool, bool]:
    """Whether no card is hidden, and whether all columns are there and of usual length."""
    hidden = any(not placed.visible for column in board.columns for placed in column)
    return not hidden, all(0 < len(column) <= LONG for column in board.columns)


def _name(card: Card) -> str:
    return str(card).strip()


def _drawn(column: Column) -> list[str]:
    """A column as it is to be drawn, from top to bottom."""
    return [_name(placed.card) if placed.visible else HIDDEN for placed in reversed(column)]


def _deck_size(screen: Screen, board: Board) -> bool:
    return screen.deck_sizes == (len(board.deck),)


def _recent(board: Board) -> list[str]:
    return [_name(card) for card in reversed(board.discard[:3])]


def _discard(screen: Screen, board: Board) -> bool:
    return screen.discard is not None and sorted(screen.discard) == sorted(_recent(board))


def _discard_order(screen: Screen, board: Board) -> bool:
    every = [_name(card) for card in reversed(board.discard)]
    shown = [card for card in screen.discard or () if card in every]
    return len(shown) > 1 and shown == sorted(shown, key=every.index)


def _pillars(screen: Screen, board: Board) -> bool:
    tops = {suit: board.pillars.top(suit) for suit in Suit}
    return all(
        screen.pillars.get(suit.name.lower()) == (_name(Card(suit, top)),)
        for suit, top in tops.items()
        if top
    )


def _empty_pillar(screen: Screen, board: Board) -> bool:
    return all(
        screen.pillars.get(suit.name.lower()) == ()
        for suit in Suit
        if board.pillars.top(suit) is None
    )


def _columns(screen: Screen, board: Board) -> bool:
    return all(
        Counter(shown) == Counter(_drawn(column))
        for shown, column in zip(screen.columns, board.columns, strict=True)
    )


def _newest_last(screen: Screen, board: Board) -> bool:
    """The drawn cards of every column keep their order, wherever they stand."""
    lines = [
        [card for card in shown if card in _drawn(column)]
        for shown, column in zip(screen.columns, board.columns, strict=True)
    ]
    return any(len(line) > 1 for line in lines) and all(
        line == sorted(line, key=_drawn(column).index)
        for line, column in zip(lines, board.columns, strict=True)
    )


def _hidden(screen: Screen, board: Board) -> bool:
    hidden = {
        _name(placed.card) for column in board.columns for placed in column if not placed.visible
    }
    return _columns(screen, board) and not hidden & screen.cards


def _in_order(screen: Screen, board: Board) -> bool:
    return screen.columns == tuple(tuple(_drawn(column)) for column in board.columns)


def _visible(column: Column) -> Column:
    return tuple(placed for placed in column if placed.visible)


def _without_hidden(board: Board) -> Board:
    """The board with its hidden cards put under the deck."""
    under = tuple(one.card for column in board.columns for one in column if not one.visible)
    columns = tuple(_visible(column) for column in board.columns)
    return replace(board, deck=board.deck + under, columns=columns)


def _long(count: int) -> Board:
    """A board with one column of that many cards, the others empty."""
    column = tuple(Placed(card, number < 13) for number, card in enumerate(deck_of_52()[:count]))
    return replace(BOARDS[0], columns=((), column, (), (), (), (), ()))


ORDINARY = [
    board
    for board in map(_without_hidden, pool())
    if all(0 < len(column) <= LONG for column in board.columns)
    and any(len(column) > 1 for column in board.columns)
][::8][:16]
DISCARDS = [board for board in pool() if len(board.discard) <= 4][::50] + list(BOARDS[-4:])
FILLED = [board for board in pool() if any(board.pillars.top(suit) for suit in Suit)][::50]
EMPTY = [board for board in pool() if any(not board.pillars.top(suit) for suit in Suit)][::50]
COVERED = [board for board in pool() if plain(board) == (False, True)][::15]
UNEVEN = [board for board in pool() if not all(board.columns)][::40] + [_long(20), _long(40)]

DECK_SIZE = _cases([*BOARDS], _deck_size)
DISCARD = _cases(DISCARDS, _discard)
DISCARD_ORDER = _cases([board for board in pool() if len(board.discard) > 1][::40], _discard_order)
PILLARS = _cases(FILLED, _pillars)
EMPTY_PILLAR = _cases(EMPTY, _empty_pillar)
HEADER = _cases(ORDINARY, lambda screen, _: screen.has_header)
COLUMNS = HEADER.seen_as(_aspect(_columns))
NEWEST_LAST = HEADER.seen_as(_aspect(_newest_last))
HIDDEN_CARDS = _cases(COVERED, _hidden)
ANY_LENGTH = _cases(UNEVEN, _in_order)


def test_deck_size(student: Student) -> None:
    """The deck's size."""
    examine(student, DECK_SIZE)


def test_discard(student: Student) -> None:
    """Up to three discards."""
    examine(student, DISCARD)


def test_discard_order(student: Student) -> None:
    """The most recent last."""
    examine(student, DISCARD_ORDER)


def test_pillars(student: Student) -> None:
    """Every pillar by name."""
    examine(student, PILLARS)


def test_empty_pillar(student: Student) -> None:
    """No card on an empty one."""
    examine(student, EMPTY_PILLAR)


def test_header(student: Student) -> None:
    """The column numbers."""
    examine(student, HEADER)


def test_columns(student: Student) -> None:
    """Side by side."""
    examine(student, COLUMNS)


def test_newest_last(student: Student) -> None:
    """The most recent at the bottom."""
    examine(student, NEWEST_LAST)


def test_hidden(student: Student) -> None:
    """Hidden cards stay hidden."""
    examine(student, HIDDEN_CARDS)


def test_any_length(student: Student) -> None:
    """Empty and long columns."""
    examine(student, ANY_LENGTH)
