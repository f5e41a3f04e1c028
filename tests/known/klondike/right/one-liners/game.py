"""Exercises 3 to 13, one expression each."""

from dataclasses import replace
from itertools import zip_longest

from .board import EMPTY_PILLARS, Board, Placed
from .cards import Card, Suit, Value
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


def fail(error):  # a lambda cannot raise
    raise error


# the order of the pillars in the picture
NAMES = ("Spades", "Clubs", "Hearts", "Diamonds")

show = lambda board: "\n".join(
    [
        f"Deck size: {len(board.deck)}",
        "Discard: " + (", ".join(str(c).strip() for c in board.discard[2::-1]) or "<empty>"),
        "Pillars:",
        *(
            f"  {name}: " + (f"{Suit[name.upper()].symbol}{top}" if top else "<empty>")
            for name in NAMES
            for top in [board.pillars.top(Suit[name.upper()])]
        ),
        "",
        " ".join(f"[{n}]" for n in range(7)),
        *(
            " ".join("   " if p is None else str(p.card) if p.visible else "???" for p in row)
            for row in zip_longest(*(column[::-1] for column in board.columns))
        ),
    ]
)

setup = lambda deck: Board(
    tuple(deck[28:]),
    (),
    EMPTY_PILLARS,
    tuple(
        tuple(
            Placed(deck[k], k == n * (n + 3) // 2)
            for k in range(n * (n + 3) // 2, n * (n + 1) // 2 - 1, -1)
        )
        for n in range(7)
    ),
)

is_won = lambda board: all(board.pillars.top(suit) == Value.KING for suit in Suit)

flip = lambda board: replace(
    board,
    columns=tuple(c and (Placed(c[0].card, True),) + c[1:] for c in board.columns),
)

update_column = lambda index, column, columns: columns[:index] + (column,) + columns[index + 1 :]

can_stack = lambda card, onto: card.is_red != onto.is_red and onto.value - card.value == 1

can_stack_on_pillar = lambda card, top: card.value == (top or 0) + 1

draw = lambda board: (
    replace(board, deck=board.deck[1:], discard=board.deck[:1] + board.discard)
    if board.deck
    else draw(replace(board, deck=board.discard[::-1], discard=()))
    if board.discard
    else fail(DeckEmpty)
)

# the cards put on column number target, or the reason why not
put = lambda run, target, board: (
    replace(board, columns=update_column(target, run + board.columns[target], board.columns))
    if (
        can_stack(run[-1].card, board.columns[target][0].card)
        if board.columns[target]
        else run[-1].card.value == Value.KING
    )
    else fail(WrongOrder if board.columns[target] else ColumnKing)
)

# the first n cards taken off column number source
cut = lambda n, source, board: replace(
    board, columns=update_column(source, board.columns[source][n:], board.columns)
)

faces_up = lambda column: sum(placed.visible for placed in column)

move = lambda count, source, target, board: (
    fail(InvalidCount)
    if count < 1
    else fail(MovingTooManyCards)
    if count > faces_up(board.columns[source])
    else put(board.columns[source][:count], target, cut(count, source, board))
)

move_stack = lambda source, target, board: move(
    faces_up(board.columns[source]), source, target, board
)

move_from_discard = lambda target, board: (
    put((Placed(board.discard[0], True),), target, replace(board, discard=board.discard[1:]))
    if board.discard
    else fail(DiscardEmpty)
)

raise_pillar = lambda card, board: (
    replace(board, pillars=board.pillars.raised(card.suit))
    if can_stack_on_pillar(card, board.pillars.top(card.suit))
    else fail(WrongPillarOrder)
)

move_to_pillar = lambda source, board: (
    (
        raise_pillar(board.discard[0], replace(board, discard=board.discard[1:]))
        if board.discard
        else fail(DiscardEmpty)
    )
    if source is None
    else (
        raise_pillar(board.columns[source][0].card, cut(1, source, board))
        if board.columns[source]
        else fail(ColumnEmpty)
    )
)

move_from_pillar = lambda suit, target, board: (
    put(
        (Placed(Card(suit, board.pillars.top(suit)), True),),
        target,
        replace(board, pillars=board.pillars.lowered(suit)),
    )
    if board.pillars.top(suit)
    else fail(PillarEmpty)
)

solve = lambda board: next(
    (
        solve(move_to_pillar(n, board))
        for n, column in enumerate(board.columns)
        if column and can_stack_on_pillar(column[0].card, board.pillars.top(column[0].card.suit))
    ),
    board,
)
