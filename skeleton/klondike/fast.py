"""The same moves on numbers and bytes, for programs that try a great many (supplied).

A card is a number from 0 to 51, four times its value less one, plus 0 for spades, 1 for hearts, 2
for clubs and 3 for diamonds. So odd cards are red, and the next card of a suit is 4 higher. A set
of cards is an integer with the bit `1 << card` for each of them. The set of the cards that the
pillars want next tells everything about the pillars: a pillar whose next card is 52 or more is
complete, and the card on top of a pillar is 4 less than the one that it wants.

A position is a tuple of plain values, which can be compared and hashed at once:

- the columns, seven `bytes`, each with the card played last at its end;
- the set of the cards that lie face up in the columns;
- the set of the cards that the pillars want next;
- the deck, `bytes` with the next card to be drawn first;
- the discard pile, `bytes` with the card drawn last at its end;
- how often the discard pile has become the deck, 0 for ever where the rules set no limit.

A move is a number too, made of its piles and its size, so that `sorted` gives the order of
`possible_moves`. The turn is the last of all.
"""

from __future__ import annotations

from .board import Board
from .cards import Card, Suit
from .rules import Rules

Position = tuple[tuple[bytes, ...], int, int, bytes, bytes, int]

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
TURN = 2 << 12
WON = 0b1111 << 52
"""What the pillars want when all are complete."""

_NUMBERS = {suit.symbol: number for number, suit in enumerate(SUITS)}
_BIT = (*(1 << card for card in range(52)), 0)
_NO_CARD = 52
_FIT = tuple(
    tuple(card for card in range(52) if card // 4 + 1 == onto // 4 and (card + onto) % 2)
    for onto in range(52)
)
"""The cards that may lie on a card in a column."""
_FITTING = tuple(sum(_BIT[card] for card in fit) for fit in _FIT)
"""The same as sets."""
_KINGS: tuple[int, ...] = (48, 49, 50, 51)
_TO_COLUMN = 1 << 12
_ONE = 14 << 4
DISCARD, PILLARS, COLUMNS = 1, 2, 6
"""The numbers of the discard pile, the first pillar and the first column, as in `Pile`."""


def pack(board: Board, passes: int = 0) -> Position:
    """The position that a board shows."""
    columns = tuple(
        bytes([_number(placed.card) for placed in reversed(column)]) for column in board.columns
    )
    visible = [placed.card for column in board.columns for placed in column if placed.visible]
    tops = [board.pillars.top(suit) or 0 for suit in SUITS]
    return (
        columns,
        sum(1 << _number(card) for card in visible),
        sum(1 << 4 * top + suit for suit, top in enumerate(tops)),
        bytes(map(_number, board.deck)),
        bytes(map(_number, reversed(board.discard))),
        passes,
    )


def _number(card: Card) -> int:
    return 4 * card.value - 4 + _NUMBERS[card.suit.symbol]


def moves(position: Position, rules: Rules) -> list[int]:
    """Every possible move, in the order of `possible_moves`."""
    columns, up, wanted, _, discard, _ = position
    drawn = discard[-1] if discard else _NO_CARD
    movable = up | wanted >> 4 | _BIT[drawn]
    found = []
    if wanted & _BIT[drawn]:
        found.append(DISCARD << 8 | _ONE | PILLARS + drawn % 4)
    for target, column in enumerate(columns, COLUMNS):
        fit = _KINGS
        if column:
            last = column[-1]
            if wanted & _BIT[last]:
                found.append(target << 8 | _ONE | PILLARS + last % 4)
            if not movable & _FITTING[last]:
                continue
            fit = _FIT[last]
        for card in fit:
            if up & _BIT[card]:
                found.append(_with_its_run(card, columns) | target)
            elif movable & _BIT[card]:
                source = DISCARD if card == drawn else PILLARS + card % 4
                found.append(_TO_COLUMN | source << 8 | _ONE | target)
    found.sort()
    if can_turn(position, rules):
        found.append(TURN)
    return found


def can_turn(position: Position, rules: Rules) -> bool:
    """Whether the turn is possible."""
    _, _, _, deck, discard, passes = position
    return bool(deck or (discard and (rules.passes is None or passes + 1 < rules.passes)))


def _with_its_run(card: int, columns: tuple[bytes, ...]) -> int:
    """The move of a card that lies in a column, and of what lies on it, to a column."""
    for source, column in enumerate(columns, COLUMNS):
        if card in column:
            return _TO_COLUMN | source << 8 | 15 - len(column) + column.index(card) << 4
    raise ValueError(card)


def parts(move: int) -> tuple[int, int, int]:
    """How many cards a move other than the turn takes, and the numbers of its piles."""
    return 15 - (move >> 4 & 15), move >> 8 & 15, move & 15


def play(position: Position, move: int, rules: Rules) -> Position:
    """The position after a possible move, with uncovered cards turned."""
    columns, up, wanted, deck, discard, passes = position
    if move == TURN:
        return _turn(position, rules)
    source, target = move >> 8 & 15, move & 15
    piles = list(columns)
    if source >= COLUMNS:
        column = columns[source - COLUMNS]
        at = len(column) - 15 + (move >> 4 & 15)
        moved, left = column[at:], column[:at]
        piles[source - COLUMNS] = left
        if left:
            up |= 1 << left[-1]
    elif source == DISCARD:
        moved, discard = discard[-1:], discard[:-1]
        up |= 1 << moved[0]
    else:
        bit = 1 << source - PILLARS
        while not wanted & bit << 4:
            bit <<= 4
        moved = bytes((bit.bit_length() - 1,))
        up |= bit
        wanted ^= bit | bit << 4
    if target >= COLUMNS:
        piles[target - COLUMNS] += moved
    else:
        bit = 1 << moved[0]
        up &= ~bit
        wanted ^= bit | bit << 4
    return tuple(piles), up, wanted, deck, discard, passes


def _turn(position: Position, rules: Rules) -> Position:
    columns, up, wanted, deck, discard, passes = position
    if not deck:
        deck, discard = discard if rules.turned_over else discard[::-1], b""
        passes += rules.passes is not None
        if not rules.redeal_draws:
            return columns, up, wanted, deck, discard, passes
    drawn = deck[: rules.draws] if rules.turned_over else deck[: rules.draws][::-1]
    return columns, up, wanted, deck[rules.draws :], discard + drawn, passes
