"""Exercise 3: drawing the board. What is drawn is read leniently (see `screen`)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest

from klondike.board import Board, Column, Placed
from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from patience_grader.sandbox.student import Student
from patience_grader.suite import Arguments, Cases, examine
from suites.klondike.manner import Aspect
from suites.klondike.questions import pool
from suites.klondike.screen import HIDDEN, Screen, read_screen

LONG = 19


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
    none_of_two = not shown and len(every) == 2
    return none_of_two or (len(shown) > 1 and shown == sorted(shown, key=every.index))


def _pillars(screen: Screen, board: Board) -> bool:
    tops = {suit.name.lower(): (suit, board.pillars.top(suit)) for suit in Suit}
    return all(
        name in screen.pillars and (not top or screen.pillars[name] == (_name(Card(suit, top)),))
        for name, (suit, top) in tops.items()
    )


def _empty_pillar(screen: Screen, board: Board) -> bool:
    empty = [suit.name.lower() for suit in Suit if board.pillars.top(suit) is None]
    return bool(screen.pillars) and not any(screen.pillars.get(name) for name in empty)


def _columns(screen: Screen, board: Board) -> bool:
    return all(
        Counter(shown) == Counter(_drawn(column))
        for shown, column in zip(screen.columns, board.columns, strict=True)
    )


def _newest_last(screen: Screen, board: Board) -> bool:
    """The cards of every column keep their order from line to line, wherever they stand."""
    line_of = {card: line for line, row in enumerate(screen.rows) for card in row}
    lines = [
        [line_of[card] for card in _drawn(column) if card in line_of] for column in board.columns
    ]
    return any(len(line) > 1 for line in lines) and all(
        one < two for line in lines for one, two in pairwise(line)
    )


def _hidden(screen: Screen, board: Board) -> bool:
    hidden = [placed.card for column in board.columns for placed in column if not placed.visible]
    drawn = [token for row in screen.rows for token in row]
    return drawn.count(HIDDEN) == len(hidden) and not {_name(card) for card in hidden} & set(drawn)


def _in_order(screen: Screen, board: Board) -> bool:
    """The visible cards stand in their columns, or, without a header, in their lines."""
    wanted = [[_name(placed.card) for placed in _visible(column)][::-1] for column in board.columns]
    known = {card for column in wanted for card in column}
    if screen.has_header:
        if any(shown and not column for shown, column in zip(screen.columns, wanted, strict=True)):
            return False
        return [[card for card in column if card in known] for column in screen.columns] == wanted
    lines = zip_longest(*map(_drawn, board.columns))
    rows = [[card for card in line if card in known] for line in lines]
    return [[card for card in row if card in known] for row in screen.rows] == rows


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
    return replace(pool()[0], columns=((), column, (), (), (), (), ()))


def _pick(features: Callable[[Board], Iterable[object]], among: Iterable[Board]) -> list[Board]:
    """The first board for every feature that occurs."""
    found: dict[object, Board] = {}
    for board in among:
        for feature in features(board):
            found.setdefault(feature, board)
    return list({id(board): board for board in found.values()}.values())


def _recent_features(board: Board) -> Iterator[object]:
    yield len(board.discard[:4])
    for place, card in enumerate(board.discard[:3]):
        yield place, len(_name(card)), card.suit
    yield from (card.value for card in board.discard[:3])


def _pillar_features(board: Board) -> Iterator[object]:
    for suit in Suit:
        top = board.pillars.top(suit)
        yield suit, top is None, len(str(top)), top == Value.ACE
        yield top


FULL = [board for board in pool() if plain(board)[1]]
ORDINARY = [
    board
    for board in map(_without_hidden, FULL)
    if any(len(column) > 1 for column in board.columns)
]
COVERED = [board for board in FULL if not plain(board)[0]]
UNEVEN = [board for board in pool() if not all(board.columns)][::40] + [_long(20), _long(40)]
BARE = replace(UNEVEN[0], columns=((),) * len(UNEVEN[0].columns))
TURNED = [board for board in FULL if sum(1 < card.value < 11 for card in board.discard[:3]) > 1]
DECKS = _pick(lambda board: [min(len(board.deck), 2), len(str(len(board.deck)))], FULL)

DECK_SIZE = _cases([*DECKS, *FULL[:: len(FULL) // 8]], _deck_size)
FEWER = [
    replace(TURNED[-1], discard=TURNED[-1].discard[:count], deck=TURNED[-1].discard[count:])
    for count in range(5)
]
DISCARD = _cases([*FEWER, *_pick(_recent_features, FULL)], _discard)
DISCARD_ORDER = _cases(_pick(_recent_features, TURNED)[:12], _discard_order)
PILLARS = _cases(_pick(_pillar_features, FULL), _pillars)
EMPTY_PILLAR = PILLARS.seen_as(_aspect(_empty_pillar))
HEADER = _cases(ORDINARY[:: max(1, len(ORDINARY) // 16)], lambda screen, _: screen.has_header)
COLUMNS = HEADER.seen_as(_aspect(_columns))
NEWEST_LAST = HEADER.seen_as(_aspect(_newest_last))
HIDDEN_CARDS = _cases(COVERED[:: max(1, len(COVERED) // 12)], _hidden)
ANY_LENGTH = _cases([BARE, *UNEVEN], _in_order)


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
