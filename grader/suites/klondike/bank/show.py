"""The boards that `show` is asked to draw."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from klondike.board import Board, Placed
from klondike.cards import Suit, Value
from klondike.deck import deck_of_52
from patience_grader.suite.bank import Arguments, is_public
from suites.klondike.bank.aspects import any_hidden, is_full
from suites.klondike.bank.pool import pool
from suites.klondike.shapes import visible

__all__ = [
    "ANY_LENGTH",
    "DECK_SIZE",
    "DISCARD",
    "DISCARD_ORDER",
    "HIDDEN",
    "PILLARS",
    "UNCOVERED",
    "WITHOUT_TEN",
]


def _without_hidden(board: Board) -> Board:
    """The board with its hidden cards put under the deck."""
    under = tuple(one.card for column in board.columns for one in column if not one.visible)
    columns = tuple(visible(column) for column in board.columns)
    return replace(board, deck=board.deck + under, columns=columns)


def _long(count: int) -> Board:
    """A board with one column of that many cards, the others empty."""
    column = tuple(Placed(card, number < 13) for number, card in enumerate(_CARDS[:count]))
    return replace(pool()[0], columns=((), column, (), (), (), (), ()))


def _pick(features: Callable[[Board], Iterable[object]], among: Iterable[Board]) -> list[Board]:
    """The first board for every feature that occurs."""
    found: dict[object, Board] = {}
    for board in among:
        for feature in features(board):
            found.setdefault(feature, board)
    return list({id(board): board for board in found.values()}.values())


def _shows_ten(board: Board) -> bool:
    return any(one.card.value == Value.TEN for column in board.columns for one in column)


def _recent_ten(board: Board) -> bool:
    return any(card.value == Value.TEN for card in board.discard[:3])


def _recent_features(board: Board) -> Iterator[object]:
    yield len(board.discard[:4])
    for place, card in enumerate(board.discard[:3]):
        yield place, len(str(card).strip()), card.suit
    yield from (card.value for card in board.discard[:3])


def _pillar_features(board: Board) -> Iterator[object]:
    for suit in Suit:
        top = board.pillars.top(suit)
        yield suit, top is None, len(str(top)), top == Value.ACE
        yield top


_CARDS = deck_of_52()[::-1] if is_public() else deck_of_52()
_FULL = [board for board in pool() if is_full(board)]
_UNCOVERED = [
    board
    for board in map(_without_hidden, _FULL)
    if any(len(column) > 1 for column in board.columns)
]
_SHORT = [board for board in _UNCOVERED if not _shows_ten(board)] or _UNCOVERED
"""In them no card in a column is spelled with two digits, which is another rule."""
_COVERED = [board for board in _FULL if any_hidden(board)]
_UNEVEN = [board for board in pool() if not all(board.columns)][::40] + [_long(20), _long(40)]
_BARE = replace(_UNEVEN[0], columns=((),) * len(_UNEVEN[0].columns))
_TURNED = [
    board
    for board in _FULL
    if sum(1 < card.value < 10 for card in board.discard[:3]) > 1 and not _recent_ten(board)
]
_FEWER = [
    replace(_TURNED[-1], discard=_TURNED[-1].discard[:count], deck=_TURNED[-1].discard[count:])
    for count in range(5)
]
_DECKS = _pick(lambda board: [min(len(board.deck), 2), len(str(len(board.deck)))], _FULL)


def _questions(boards: Iterable[Board]) -> list[Arguments]:
    return [(board,) for board in boards]


DECK_SIZE = _questions([*_DECKS, *_FULL[:: len(_FULL) // 8]])
DISCARD = _questions([*_FEWER, *_pick(_recent_features, _FULL)])
DISCARD_ORDER = _questions(_pick(_recent_features, _TURNED)[:12])
PILLARS = _questions(_pick(_pillar_features, _FULL))
UNCOVERED = _questions(_UNCOVERED[:: max(1, len(_UNCOVERED) // 16)])
WITHOUT_TEN = _questions(_SHORT[:: max(1, len(_SHORT) // 16)])
HIDDEN = _questions(_COVERED[:: max(1, len(_COVERED) // 12)])
ANY_LENGTH = _questions([_BARE, *_UNEVEN])
