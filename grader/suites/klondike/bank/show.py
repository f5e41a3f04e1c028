"""The boards that `show` is asked to draw."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from klondike.board import Board, Column, Pillars, Placed
from klondike.cards import Card, Suit, Value
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
    "EMPTY_PILLAR",
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


def _filled(board: Board) -> Board:
    """The board with a card on every pillar and three discards, as far as the deck has them.

    Who crashes without them loses the criterion that is about that, and no other.
    """
    deck, discard = list(board.deck), list(board.discard)
    columns, pillars = [list(column) for column in board.columns], board.pillars
    for suit in Suit:
        ace = Card(suit, Value.ACE)
        if pillars.top(suit) is not None or not deck:
            continue
        pillars = pillars.raised(suit)
        for pile in (deck, discard):
            if ace in pile:
                pile.remove(ace)
        for column in columns:
            column[:] = [
                one._replace(card=deck.pop()) if one.card == ace else one for one in column
            ]
    filled = Board(tuple(deck), tuple(discard), pillars, tuple(map(tuple, columns)))
    return _with_discards(filled)


def _with_discards(board: Board) -> Board:
    """The board with three discards, as far as the deck has them."""
    missing = max(0, 3 - len(board.discard))
    more = board.deck[:missing]
    return replace(board, deck=board.deck[missing:], discard=board.discard + more)


def _turned_over(board: Board) -> Board:
    """The board with the faces of every column from its other end: no game leads to it."""
    columns = tuple(
        tuple(
            placed._replace(visible=face.visible)
            for placed, face in zip(column, column[::-1], strict=True)
        )
        for column in board.columns
    )
    return replace(board, columns=columns)


def _has_all(board: Board) -> bool:
    """Whether every pillar has a card, and three are discarded."""
    return len(board.discard) > 2 and None not in map(board.pillars.top, Suit)


def _long(count: int) -> tuple[Column, ...]:
    """Columns of which one has that many cards, and the others none."""
    column = tuple(Placed(card, number < 13) for number, card in enumerate(_CARDS[:count]))
    return (), column, (), (), (), (), ()


def _pick(features: Callable[[Board], Iterable[object]], among: Iterable[Board]) -> list[Board]:
    """The first board for every feature that occurs."""
    found: dict[object, Board] = {}
    for board in among:
        for feature in features(board):
            found.setdefault(feature, board)
    return list({id(board): board for board in found.values()}.values())


def _is_short(board: Board) -> bool:
    """Whether no column is longer than there are columns: others are another rule."""
    return max(map(len, board.columns)) <= len(board.columns)


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


def _with_king(suit: Suit) -> Board:
    """A board with this pillar full, an ace on the others, and a card in every column."""
    cards = [card for card in _CARDS if card.suit != suit and card.value > Value.ACE]
    tops = {one.name.lower(): Value.KING if one == suit else Value.ACE for one in Suit}
    columns = tuple((Placed(card, True),) for card in cards[:7])
    return Board(tuple(cards[10:]), tuple(cards[7:10]), Pillars(**tops), columns)


_CARDS = deck_of_52()[::-1] if is_public() else deck_of_52()
_FULL = [board for board in pool() if is_full(board)]
_FILLED = [board for board in map(_filled, _FULL) if is_full(board) and _has_all(board)]
_UNCOVERED = [
    board
    for board in map(_filled, map(_without_hidden, _FULL))
    if any(len(column) > 1 for column in board.columns) and _is_short(board) and _has_all(board)
]
_SHORT = [
    board
    for board in _UNCOVERED
    if not _shows_ten(board) and sum(len(column) > 1 for column in board.columns) > 1
] or _UNCOVERED
"""In them no card in a column is spelled with two digits, which is another rule, and two columns
have an order, so that it can be seen where one of them is not drawn."""
_COVERED = [board for board in _FILLED if any_hidden(board) and _is_short(board)]
_UNEVEN = [
    *[one for one in map(_filled, pool()) if not all(one.columns) and _has_all(one)][::40],
    *(replace(_FILLED[0], columns=_long(count)) for count in (20, 40)),
]
_BARE = replace(_UNEVEN[0], columns=((),) * len(_UNEVEN[0].columns))
_TURNED = [
    board
    for board in _FILLED
    if sum(1 < card.value < 10 for card in board.discard[:3]) > 1 and not _recent_ten(board)
]
_FEWER = [
    replace(_TURNED[-1], discard=_TURNED[-1].discard[:count], deck=_TURNED[-1].discard[count:])
    for count in range(5)
]
_DECKS = _pick(lambda board: [min(len(board.deck), 2), len(str(len(board.deck)))], _FILLED)
_WITH_EMPTY_PILLAR = [
    board
    for board in map(_with_discards, _FULL)
    if len(board.discard) > 2 and None in map(board.pillars.top, Suit)
]
_TWO = [
    replace(board, discard=board.discard[:2], deck=board.discard[2:] + board.deck)
    for board in _TURNED
    if all(1 < card.value < 10 for card in board.discard[:2])
][:1]


def _questions(boards: Iterable[Board]) -> list[Arguments]:
    return [(board,) for board in boards]


DECK_SIZE = _questions([*_DECKS, *_FILLED[:: max(1, len(_FILLED) // 8)]])
DISCARD = _questions([*_FEWER, *_pick(_recent_features, _FILLED)])
DISCARD_ORDER = _questions([*_pick(_recent_features, _TURNED)[:12], *_TWO])
EMPTY_PILLAR = _questions(_pick(_pillar_features, _WITH_EMPTY_PILLAR))
PILLARS = [
    *_questions([*_pick(_pillar_features, _FILLED), *map(_with_king, Suit)]),
    *EMPTY_PILLAR[:3],
]
"""Empty ones have names, too."""
UNCOVERED = _questions(_UNCOVERED[:: max(1, len(_UNCOVERED) // 16)])
WITHOUT_TEN = _questions(_SHORT[:: max(1, len(_SHORT) // 16)])
_HIDING = _COVERED[:: max(1, len(_COVERED) // 12)]
HIDDEN = _questions([*_HIDING, *map(_turned_over, _HIDING[:4])])
"""The last ones have visible cards under hidden ones."""
ANY_LENGTH = _questions([_BARE, *_UNEVEN])
