"""Exercises 3 to 13, driven by tables."""

from __future__ import annotations

from dataclasses import replace

from .board import EMPTY_PILLARS, Board, Column, Placed
from .cards import Card, Deck, Suit, Value
from .errors import (
    ColumnEmpty,
    ColumnKing,
    DeckEmpty,
    DiscardEmpty,
    InvalidCount,
    MovingTooManyCards,
    PillarEmpty,
    WrongOrder,
    WrongPillarOrder,
)

NAMES = {
    "spades": Suit.SPADES,
    "clubs": Suit.CLUBS,
    "hearts": Suit.HEARTS,
    "diamonds": Suit.DIAMONDS,
}
COLOUR = {Suit.SPADES: "black", Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red"}
OTHER = {"black": "red", "red": "black"}
# The value that a card must lie on in a column; there is none for a king.
ABOVE = {value: Value(value + 1) for value in Value if value < Value.KING}
# The value that a pillar wants next; there is none on a king.
NEXT = {None: Value.ACE, **ABOVE}
# The number of the first card that is dealt to each column, and one after the last.
DEAL = {0: (0, 1), 1: (1, 3), 2: (3, 6), 3: (6, 10), 4: (10, 15), 5: (15, 21), 6: (21, 28)}
PAINT = {"black": "{}", "red": "\x1b[31m{}\x1b[0m"}
FACE = {True: lambda card: PAINT[COLOUR[card.suit]].format(card), False: lambda card: "???"}


def show(board: Board) -> str:
    """The board as text, red cards in red."""
    parts = {
        "deck size": len(board.deck),
        "discard": " ".join(FACE[True](card) for card in board.discard[2::-1]),
    }
    lines = [f"{name}: {value}" for name, value in parts.items()]
    lines.append("pillars:")
    for name, suit in NAMES.items():
        top = board.pillars.top(suit)
        lines.append(f"  {name}: " + ("-" if top is None else FACE[True](Card(suit, top))))
    lines.append("")
    lines.append(" ".join(f" {number} " for number in range(7)))
    cells = {
        (row, number): FACE[placed.visible](placed.card)
        for number, column in enumerate(board.columns)
        for row, placed in enumerate(reversed(column))
    }
    for row in range(max(map(len, board.columns))):
        lines.append(" ".join(cells.get((row, number), "   ") for number in range(7)))
    return "\n".join(lines)


def setup(deck: Deck) -> Board:
    """The board at the start of a game."""
    columns = tuple(
        tuple(Placed(deck[place], place == end - 1) for place in reversed(range(start, end)))
        for start, end in DEAL.values()
    )
    return Board(tuple(deck[28:]), (), EMPTY_PILLARS, columns)


def is_won(board: Board) -> bool:
    """Whether a king lies on every pillar."""
    return {board.pillars.top(suit) for suit in NAMES.values()} == {Value.KING}


def flip(board: Board) -> Board:
    """The board with the last card of every column face up."""
    table = dict(enumerate(board.columns))
    for number, column in table.items():
        if column:
            table[number] = (Placed(column[0].card, True), *column[1:])
    return replace(board, columns=tuple(table.values()))


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns with one entry changed."""
    return tuple({**dict(enumerate(columns)), index: column}.values())


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other in a column."""
    return OTHER[COLOUR[card.suit]] == COLOUR[onto.suit] and ABOVE.get(card.value) == onto.value


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card is the next one of its pillar."""
    return NEXT.get(top) == card.value


def draw_card(board: Board) -> Board:
    """Draws from a deck that is not empty."""
    return replace(board, deck=board.deck[1:], discard=(board.deck[0], *board.discard))


def turn_over(board: Board) -> Board:
    """Turns over the discard pile, and draws."""
    return draw_card(replace(board, deck=tuple(reversed(board.discard)), discard=()))


def nothing_to_draw(board: Board) -> Board:
    """Refuses to draw."""
    raise DeckEmpty


# What drawing is, by whether there are cards in the deck and in the discard pile.
DRAWS = {
    (True, True): draw_card,
    (True, False): draw_card,
    (False, True): turn_over,
    (False, False): nothing_to_draw,
}


def draw(board: Board) -> Board:
    """The board after a card was drawn."""
    return DRAWS[bool(board.deck), bool(board.discard)](board)


def refuse(failures: dict) -> None:
    """Raises the first error whose failure holds."""
    for error, failed in failures.items():
        if failed():
            raise error


def landing(card: Card, column: Column) -> dict:
    """What can be wrong with a card that is put on a column."""
    return {
        ColumnKing: lambda: not column and card.value != Value.KING,
        WrongOrder: lambda: column and not can_stack(card, column[0].card),
    }


def changed(board: Board, changes: dict[int, Column], **others: object) -> Board:
    """The board with some columns, and other fields, changed."""
    columns = board.columns
    for index, column in changes.items():
        columns = update_column(index, column, columns)
    return replace(board, columns=columns, **others)


def face_up(column: Column) -> int:
    """How many cards of the column lie face up."""
    return [placed.visible for placed in column].count(True)


def move(count: int, source: int, target: int, board: Board) -> Board:
    """The board after so many cards were moved from column to column."""
    old, onto = board.columns[source], board.columns[target]
    refuse(
        {
            InvalidCount: lambda: count < 1,
            MovingTooManyCards: lambda: count > face_up(old),
        }
    )
    refuse(landing(old[count - 1].card, onto))
    return changed(board, {source: old[count:], target: old[:count] + onto})


def move_stack(source: int, target: int, board: Board) -> Board:
    """The board after all visible cards of a column were moved."""
    old, onto = board.columns[source], board.columns[target]
    count = face_up(old)
    refuse({InvalidCount: lambda: count == 0})
    refuse(landing(old[count - 1].card, onto))
    return changed(board, {target: old[:count] + onto, source: old[count:]})


def move_from_discard(target: int, board: Board) -> Board:
    """The board after the top card of the discard pile was moved to a column."""
    onto = board.columns[target]
    refuse({DiscardEmpty: lambda: not board.discard})
    card = board.discard[0]
    refuse(landing(card, onto))
    return changed(board, {target: (Placed(card, True), *onto)}, discard=board.discard[1:])


def move_to_pillar(source: int | None, board: Board) -> Board:
    """The board after a card was moved to its pillar."""
    piles = {**dict(enumerate(board.columns)), None: board.discard}
    empty = {**dict.fromkeys(range(7), ColumnEmpty), None: DiscardEmpty}
    pile = piles[source]
    refuse({empty[source]: lambda: not pile})
    card = {True: lambda: pile[0], False: lambda: pile[0].card}[source is None]()
    refuse({WrongPillarOrder: lambda: not can_stack_on_pillar(card, board.pillars.top(card.suit))})
    piles[source] = pile[1:]
    discard = piles.pop(None)
    return Board(board.deck, discard, board.pillars.raised(card.suit), tuple(piles.values()))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """The board after the top card of a pillar was moved to a column."""
    top, onto = board.pillars.top(suit), board.columns[target]
    refuse({PillarEmpty: lambda: top is None})
    card = Card(suit, top)
    refuse(landing(card, onto))
    pillars = board.pillars.lowered(suit)
    return changed(board, {target: (Placed(card, True), *onto)}, pillars=pillars)


def solve(board: Board) -> Board:
    """The board after cards went up from the columns until none can."""
    tops = {suit: board.pillars.top(suit) for suit in Suit}
    table = dict(enumerate(board.columns))
    while True:
        bottoms = {column[0].card: number for number, column in table.items() if column}
        wanted = [Card(suit, NEXT[top]) for suit, top in tops.items() if top in NEXT]
        ready = [card for card in wanted if card in bottoms]
        if not ready:
            break
        for card in ready:
            number = bottoms[card]
            table[number] = table[number][1:]
            tops[card.suit] = card.value
    pillars = replace(board.pillars, **{suit.name.lower(): top for suit, top in tops.items()})
    return flip(replace(board, pillars=pillars, columns=tuple(table.values())))
