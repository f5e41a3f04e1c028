"""Exercise 3: drawing the board. What is drawn is read leniently (see `screen`)."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, zip_longest

from klondike.board import Board, Column
from klondike.cards import Card, Suit
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine
from suites.klondike.bank import BOOK
from suites.klondike.bank import show as questions
from suites.klondike.manner import Aspect
from suites.klondike.screen import HIDDEN, CapturedOutput, read_screen
from suites.klondike.shapes import visible

SHOW = "game.show"


def _cases(boards: Sequence[Arguments], right: Callable[[CapturedOutput, Board], bool]) -> Cases:
    kind = BOOK.aspect(SHOW, boards[0])
    return Cases(_aspect(right), SHOW, boards, lambda one: BOOK.aspect(SHOW, one) == kind)


def _aspect(right: Callable[[CapturedOutput, Board], bool]) -> Aspect:
    def accepts(value: object, arguments: Arguments) -> bool:
        (board,) = arguments
        assert isinstance(board, Board)
        return isinstance(value, str) and right(read_screen(value), board)

    return Aspect(accepts)


def _name(card: Card) -> str:
    return str(card).strip()


def _drawn(column: Column) -> list[str]:
    """A column as it is to be drawn, from top to bottom."""
    return [_name(placed.card) if placed.visible else HIDDEN for placed in reversed(column)]


def _deck_size(screen: CapturedOutput, board: Board) -> bool:
    return screen.deck_sizes == (len(board.deck),)


def _recent(board: Board) -> list[str]:
    return [_name(card) for card in reversed(board.discard[:3])]


def _discard(screen: CapturedOutput, board: Board) -> bool:
    return screen.discard is not None and sorted(screen.discard) == sorted(_recent(board))


def _discard_order(screen: CapturedOutput, board: Board) -> bool:
    every = [_name(card) for card in reversed(board.discard)]
    shown = [card for card in screen.discard or () if card in every]
    none_of_two = not shown and len(every) == 2
    return none_of_two or (len(shown) > 1 and shown == sorted(shown, key=every.index))


def _pillars(screen: CapturedOutput, board: Board) -> bool:
    tops = {suit.name.lower(): (suit, board.pillars.top(suit)) for suit in Suit}
    return all(
        name in screen.pillars and (not top or screen.pillars[name] == (_name(Card(suit, top)),))
        for name, (suit, top) in tops.items()
    )


def _empty_pillar(screen: CapturedOutput, board: Board) -> bool:
    empty = [suit.name.lower() for suit in Suit if board.pillars.top(suit) is None]
    return bool(screen.pillars) and not any(screen.pillars.get(name) for name in empty)


def _columns(screen: CapturedOutput, board: Board) -> bool:
    return all(
        Counter(shown) == Counter(_drawn(column))
        for shown, column in zip(screen.columns, board.columns, strict=True)
    )


def _newest_last(screen: CapturedOutput, board: Board) -> bool:
    """The cards of every column keep their order from line to line, wherever they stand."""
    line_of = {card: line for line, row in enumerate(screen.rows) for card in row}
    lines = [
        [line_of[card] for card in _drawn(column) if card in line_of] for column in board.columns
    ]
    return any(len(line) > 1 for line in lines) and all(
        one < two for line in lines for one, two in pairwise(line)
    )


def _hidden(screen: CapturedOutput, board: Board) -> bool:
    hidden = [placed.card for column in board.columns for placed in column if not placed.visible]
    drawn = [token for row in screen.rows for token in row]
    return drawn.count(HIDDEN) == len(hidden) and not {_name(card) for card in hidden} & set(drawn)


def _in_order(screen: CapturedOutput, board: Board) -> bool:
    """The visible cards stand in their columns, or, without a header, in their lines."""
    wanted = [[_name(placed.card) for placed in visible(column)][::-1] for column in board.columns]
    known = {card for column in wanted for card in column}
    if screen.has_header:
        if any(shown and not column for shown, column in zip(screen.columns, wanted, strict=True)):
            return False
        return [[card for card in column if card in known] for column in screen.columns] == wanted
    lines = zip_longest(*map(_drawn, board.columns))
    rows = [[card for card in line if card in known] for line in lines]
    return [[card for card in row if card in known] for row in screen.rows] == rows


DECK_SIZE = _cases(questions.DECK_SIZE, _deck_size)
DISCARD = _cases(questions.DISCARD, _discard)
DISCARD_ORDER = _cases(questions.DISCARD_ORDER, _discard_order)
PILLARS = _cases(questions.PILLARS, _pillars)
EMPTY_PILLAR = PILLARS.judged_by(_aspect(_empty_pillar))
HEADER = _cases(questions.UNCOVERED, lambda screen, _: screen.has_header)
COLUMNS = HEADER.judged_by(_aspect(_columns))
NEWEST_LAST = _cases(questions.WITHOUT_TEN, _newest_last)
HIDDEN_CARDS = _cases(questions.HIDDEN, _hidden)
ANY_LENGTH = _cases(questions.ANY_LENGTH, _in_order)


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
