"""Exercise 3: drawing the board. What is drawn is read leniently (see `screen`)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from klondike.board import Board, Column
from klondike.cards import Card, Suit, Value
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, as_read, ask, examine
from suites.klondike.bank import BOOK
from suites.klondike.bank import show as questions
from suites.klondike.manner import Aspect
from suites.klondike.screen import HIDDEN, CapturedOutput, read_screen
from suites.klondike.shapes import visible

SHOW = "game.show"


Right = Callable[[CapturedOutput, Board], bool]
Why = Callable[[CapturedOutput, Board], str]


def _nothing(_: CapturedOutput, __: Board) -> str:
    return ""


def _cases(boards: Sequence[Arguments], right: Right, why: Why = _nothing) -> Cases:
    kind = BOOK.aspect(SHOW, boards[0])
    return Cases(_aspect(right, why), SHOW, boards, lambda one: BOOK.aspect(SHOW, one) == kind)


def _aspect(right: Right, why: Why = _nothing) -> Aspect:
    """The manner of a criterion; `why` says what was read where it is wrong."""

    def accepts(value: object, arguments: Arguments) -> bool:
        (board,) = arguments
        assert isinstance(board, Board)
        return isinstance(value, str) and right(read_screen(value), board)

    def explain(value: object, arguments: Arguments) -> str:
        (board,) = arguments
        assert isinstance(board, Board)
        return why(read_screen(value), board) if isinstance(value, str) else ""

    return Aspect(accepts, why=explain)


def _name(card: Card) -> str:
    return str(card).strip()


def _drawn(column: Column) -> list[str]:
    """A column as it is to be drawn, from top to bottom."""
    return [_name(placed.card) if placed.visible else HIDDEN for placed in reversed(column)]


def _deck_size(screen: CapturedOutput, board: Board) -> bool:
    return screen.deck_sizes == (len(board.deck),)


def _read_deck_size(screen: CapturedOutput, _: Board) -> str:
    sizes = " and ".join(map(str, screen.deck_sizes))
    return f"the deck size reads {sizes}" if sizes else "no deck size can be read"


def _recent(board: Board) -> list[str]:
    return [_name(card) for card in reversed(board.discard[:3])]


def _discard(screen: CapturedOutput, board: Board) -> bool:
    return screen.discard is not None and sorted(screen.discard) == sorted(_recent(board))


def _discard_order(screen: CapturedOutput, board: Board) -> bool:
    every = [_name(card) for card in reversed(board.discard)]
    shown = [card for card in screen.discard or () if card in every]
    one_of_two = len(shown) < len(every) == 2
    return one_of_two or (len(shown) > 1 and shown == sorted(shown, key=every.index))


def _read_discard(screen: CapturedOutput, board: Board) -> str:
    wanted = " ".join(_recent(board)) or "no card"
    return f"the discards read {' '.join(screen.discard or ()) or 'no card'}, not {wanted}"


def _pillars(screen: CapturedOutput, board: Board) -> bool:
    tops = {suit.name.lower(): (suit, board.pillars.top(suit)) for suit in Suit}
    return all(
        name in screen.pillars and (not top or screen.pillars[name] == (_name(Card(suit, top)),))
        for name, (suit, top) in tops.items()
    )


def _read_pillars(screen: CapturedOutput, board: Board) -> str:
    names = {suit: suit.name.lower() for suit in Suit}
    if missing := [name for name in names.values() if name not in screen.pillars]:
        return f"the pillar of {missing[0]} is not named"
    for suit, name in names.items():
        top, read = board.pillars.top(suit), " ".join(screen.pillars[name])
        if top and read != (wanted := _name(Card(suit, top))):
            return f"the pillar of {name} reads {read or 'no card'}, not {wanted}"
    return ""


def _empty_pillar(screen: CapturedOutput, board: Board) -> bool:
    empty = [suit.name.lower() for suit in Suit if board.pillars.top(suit) is None]
    return bool(screen.pillars) and not any(screen.pillars.get(name) for name in empty)


def _read_empty_pillar(screen: CapturedOutput, board: Board) -> str:
    for suit in Suit:
        read = " ".join(screen.pillars.get(suit.name.lower(), ()))
        if board.pillars.top(suit) is None and read:
            return f"the empty pillar of {suit.name.lower()} reads {read}"
    return ""


def _headed(screen: CapturedOutput, _: Board) -> bool:
    return screen.has_header


def _columns(screen: CapturedOutput, board: Board) -> bool:
    return all(
        Counter(shown) == Counter(_drawn(column))
        for shown, column in zip(screen.columns, board.columns, strict=True)
    )


def _read_columns(screen: CapturedOutput, board: Board) -> str:
    if not screen.has_header:
        return "no line with the column numbers 0 to 6 can be read"
    for number, column in enumerate(board.columns):
        read, wanted = screen.columns[number], _drawn(column)
        if Counter(read) != Counter(wanted):
            stands = " ".join(read) or "no card"
            return f"under [{number}] stands {stands}, not {' '.join(wanted) or 'no card'}"
    return ""


def _newest_last(screen: CapturedOutput, board: Board) -> bool:
    """The cards of every column keep their order from line to line, wherever they stand."""
    line_of = {card: line for line, row in enumerate(screen.rows) for card in row}
    lines = [
        [line_of[card] for card in _drawn(column) if card in line_of and card != HIDDEN]
        for column in board.columns
    ]
    return any(len(line) > 1 for line in lines) and all(
        one < two for line in lines for one, two in pairwise(line)
    )


def _read_newest_last(screen: CapturedOutput, board: Board) -> str:
    line_of = {card: line for line, row in enumerate(screen.rows) for card in row}
    for number, column in enumerate(board.columns):
        cards = [card for card in _drawn(column) if card != HIDDEN]
        for card, newer in pairwise(cards):
            if newer not in line_of or card not in line_of:
                return f"{card if card not in line_of else newer} of column {number} is not drawn"
            if line_of[newer] <= line_of[card]:
                return f"{newer} was played after {card} and does not stand below it"
    return ""


def _hidden(screen: CapturedOutput, board: Board) -> bool:
    hidden = [placed.card for column in board.columns for placed in column if not placed.visible]
    drawn = [token for row in screen.rows for token in row]
    return drawn.count(HIDDEN) == len(hidden) and not {_name(card) for card in hidden} & set(drawn)


def _read_hidden(screen: CapturedOutput, board: Board) -> str:
    hidden = sum(not placed.visible for column in board.columns for placed in column)
    drawn = sum(row.count(HIDDEN) for row in screen.rows)
    return "" if drawn == hidden else f"the number of {HIDDEN} is {drawn}, not {hidden}"


def _all_drawn(screen: CapturedOutput, board: Board) -> bool:
    """Whether the columns stand there, all from top to bottom or all the other way round."""
    turned = replace(board, columns=tuple(column[::-1] for column in board.columns))
    return _in_order(screen, board) or _in_order(screen, turned)


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


def _every_card(screen: CapturedOutput, board: Board) -> bool:
    return not _why_not_every_card(screen, board)


def _why_not_every_card(screen: CapturedOutput, board: Board) -> str:
    """Which visible card is drawn nowhere, or which other one is, in words; empty for none.

    How a ten is written is judged where the columns are, and hidden cards where those are.
    """
    drawn = {token for row in screen.rows for token in row}
    for number, column in enumerate(board.columns):
        for placed in visible(column):
            if placed.card.value != Value.TEN and _name(placed.card) not in drawn:
                return f"{_name(placed.card)} of column {number} is not drawn"
    in_columns = {_name(placed.card) for column in board.columns for placed in column}
    others = sorted(drawn - in_columns - {HIDDEN})
    return f"{others[0]} is drawn, and lies in no column" if others else ""


def _exchanged(right: Right) -> Right:
    """Judges a screen that shows the hidden cards, and the visible ones as hidden."""

    def judge(screen: CapturedOutput, board: Board) -> bool:
        columns = tuple(
            tuple(placed._replace(visible=not placed.visible) for placed in column)
            for column in board.columns
        )
        return right(screen, replace(board, columns=columns))

    return judge


def _in_place(screen: CapturedOutput, board: Board) -> bool:
    """Whether all columns stand there, of each some cards or all, and the others as if hidden."""
    for shown, column in zip(screen.columns, board.columns, strict=True):
        wanted = _drawn(column)
        if len(shown) != len(wanted) or (column and {*shown} == {HIDDEN} != {*wanted}):
            return False
        if any(read not in (card, HIDDEN) for read, card in zip(shown, wanted, strict=True)):
            return False
    return True


def _is_cut_off(screen: CapturedOutput, board: Board) -> bool:
    """Whether all columns begin as they should, and of some only the last cards are missing."""
    return screen.has_header and all(
        list(shown) == _drawn(column)[: len(shown)]
        for shown, column in zip(screen.columns, board.columns, strict=True)
    )


def _is_cut_off_below_two(screen: CapturedOutput, board: Board) -> bool:
    """Whether two cards of a column can be seen on such a screen."""
    return _is_cut_off(screen, board) and any(len(shown) > 1 for shown in screen.columns)


def _hides_several(arguments: Arguments) -> bool:
    """Whether several cards of a column are hidden."""
    (board,) = arguments
    assert isinstance(board, Board)
    return any(len(column) - len(visible(column)) > 1 for column in board.columns)


DECK_SIZE = _cases(questions.DECK_SIZE, _deck_size, _read_deck_size)
DISCARD = _cases(questions.DISCARD, _discard, _read_discard)
DISCARD_ORDER = _cases(questions.DISCARD_ORDER, _discard_order, _read_discard)
PILLARS = _cases(questions.PILLARS, _pillars, _read_pillars)
EMPTY_PILLAR = _cases(questions.EMPTY_PILLAR, _empty_pillar, _read_empty_pillar)
HEADER = _cases(questions.UNCOVERED, _headed, _read_columns)
COLUMNS = HEADER.judged_by(_aspect(_columns, _read_columns))
NEWEST_LAST = _cases(questions.WITHOUT_TEN, _newest_last, _read_newest_last)
HIDDEN_CARDS = _cases(questions.HIDDEN, _hidden, _read_hidden)
ANY_LENGTH = _cases(questions.ANY_LENGTH, _all_drawn, _read_columns)
UNDER_NUMBERS = ANY_LENGTH.judged_by(
    _aspect(lambda *shown: _headed(*shown) and _all_drawn(*shown), _read_columns)
)
EVERY_CARD = ANY_LENGTH.judged_by(_aspect(_every_card, _why_not_every_card))
EXCHANGED = HIDDEN_CARDS.judged_by(_aspect(_exchanged(_hidden)))
COLUMNS_EXCHANGED = HIDDEN_CARDS.judged_by(_aspect(_exchanged(_columns)))
NEWEST_LAST_EXCHANGED = _cases(
    [one for one in questions.HIDDEN if _hides_several(one)], _exchanged(_newest_last)
)
IN_PLACE = COLUMNS.judged_by(_aspect(_in_place))
NEWEST_LAST_IN_PLACE = NEWEST_LAST.judged_by(_aspect(_in_place))
ANY_LENGTH_IN_PLACE = ANY_LENGTH.judged_by(_aspect(_in_place))
CUT_OFF = COLUMNS.judged_by(_aspect(_is_cut_off))
CUT_OFF_BELOW_TWO = HIDDEN_CARDS.judged_by(_aspect(_is_cut_off_below_two))
NEWEST_LAST_CUT_OFF = NEWEST_LAST.judged_by(_aspect(_is_cut_off))
HIDDEN_CUT_OFF = HIDDEN_CARDS.judged_by(_aspect(_is_cut_off))
EVERY_CARD_EXCHANGED = ANY_LENGTH.judged_by(_aspect(_exchanged(_every_card)))


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
    if _hides_more(student):
        examine(student, IN_PLACE)
    else:
        examine(student, COLUMNS_EXCHANGED if _exchanges(student) else COLUMNS)


def test_newest_last(student: Student) -> None:
    """The most recent at the bottom."""
    if _hides_more(student):
        examine(student, NEWEST_LAST_IN_PLACE)
    elif _cuts_off(student):
        examine(student, NEWEST_LAST_CUT_OFF)
    else:
        examine(student, NEWEST_LAST_EXCHANGED if _exchanges(student) else NEWEST_LAST)


def test_hidden(student: Student) -> None:
    """Hidden cards stay hidden."""
    examine(student, HIDDEN_CUT_OFF if _cuts_off(student) else HIDDEN_CARDS)


def test_any_length(student: Student) -> None:
    """Empty and long columns. Where cards stand is judged elsewhere, if it is wrong there, too.

    So are the numbers above them.
    """
    if _hides_more(student):
        examine(student, ANY_LENGTH_IN_PLACE)
    elif all(_is_right(student, cases) for cases in (COLUMNS, HIDDEN_CARDS)):
        examine(student, UNDER_NUMBERS if _is_right(student, HEADER) else ANY_LENGTH)
    else:
        examine(student, EVERY_CARD_EXCHANGED if _exchanges(student) else EVERY_CARD)


def _hides_more(student: Student) -> bool:
    """Whether some visible cards are drawn as hidden ones, which is judged elsewhere, in place."""
    wrong = not _is_right(student, COLUMNS) and not _is_right(student, HIDDEN_CARDS)
    return wrong and _is_right(student, IN_PLACE)


def _cuts_off(student: Student) -> bool:
    """Whether the last lines of columns are missing, which is judged elsewhere."""
    if _is_right(student, COLUMNS) or not _is_right(student, CUT_OFF):
        return False
    read = as_read(student, CUT_OFF_BELOW_TWO)
    return any(read.is_right(*numbered) for numbered in enumerate(ask(student, read)))


def _exchanges(student: Student) -> bool:
    """Whether hidden and visible cards are taken for each other, which is judged elsewhere."""
    return _is_right(student, EXCHANGED)


def _is_right(student: Student, cases: Cases) -> bool:
    read = as_read(student, cases)
    return all(read.is_right(*numbered) for numbered in enumerate(ask(student, read)))
