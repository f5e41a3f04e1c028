"""Exercises 3 to 13.

`solve` works out first how far each pillar can grow, and then builds the board in one go.
"""

from . import board as b
from . import cards as c
from . import errors as e

WIDTH = 11
"""How wide a column is drawn."""


def show(board: b.Board) -> str:
    """Return a wide picture of the board."""
    out = []
    out.append(f"{'Deck size':<{WIDTH}}: {len(board.deck)}")
    out.append(f"{'Discard':<{WIDTH}}: {' '.join(map(str, board.discard[:3][::-1])) or '...'}")
    out.append("")
    for suit in sorted(c.Suit, key=lambda suit: suit.name):
        top = board.pillars.top(suit)
        shown = "..." if top is None else c.Card(suit, top)
        out.append(f"{suit.name.title():<{WIDTH}}: {shown}")
    out.append("")
    out.append("".join(str(number).center(WIDTH) for number in range(7)))
    out.append("")
    for row in range(max(len(column) for column in board.columns)):
        line = ""
        for column in board.columns:
            if row < len(column):
                placed = column[-1 - row]
                text = str(placed.card) if placed.visible else "???"
                line += text.center(WIDTH)
            else:
                line += " " * WIDTH
        out.append(line)
    return "\n".join(out) + "\n"


def setup(deck: c.Deck) -> b.Board:
    """Return the board at the beginning of the game."""
    cards = iter(deck)
    columns = []
    for hidden in range(7):
        column: b.Column = ()
        for _ in range(hidden):
            column = (b.Placed(next(cards), False), *column)
        columns.append((b.Placed(next(cards), True), *column))
    return b.Board(tuple(cards), (), b.EMPTY_PILLARS, tuple(columns))


def is_won(board: b.Board) -> bool:
    """Return whether all the pillars are complete."""
    king = c.Value.KING
    return board.pillars == b.Pillars(king, king, king, king)


def flip(board: b.Board) -> b.Board:
    """Return the board with the top card of each column visible."""
    columns = board.columns
    for index, column in enumerate(columns):
        if column:
            top = b.Placed(column[0].card, visible=True)
            columns = update_column(index, (top, *column[1:]), columns)
    return b.Board(board.deck, board.discard, board.pillars, columns)


def update_column(index: int, column: b.Column, columns: tuple) -> tuple:
    """Return the columns with another column at the index."""
    before, after = columns[:index], columns[index + 1 :]
    return (*before, column, *after)


def can_stack(card: c.Card, onto: c.Card) -> bool:
    """Return whether the card may lie on the other in a column."""
    if card.is_red and onto.is_red:
        return False
    if not card.is_red and not onto.is_red:
        return False
    return onto.value - card.value == 1


def can_stack_on_pillar(card: c.Card, top: c.Value | None) -> bool:
    """Return whether the card is the next one of a pillar."""
    return card.value is c.Value.ACE if top is None else card.value == top + 1


def draw(board: b.Board) -> b.Board:
    """Return the board after drawing a card."""
    if not board.deck and not board.discard:
        raise e.DeckEmpty
    if board.deck:
        top, *deck = board.deck
        discard = (top, *board.discard)
    else:
        *deck, top = board.discard
        deck.reverse()
        discard = (top,)
    return b.Board(tuple(deck), discard, board.pillars, board.columns)


def accept(card: c.Card, column: b.Column) -> None:
    """Do nothing if the card may be put on the column, and raise an error otherwise."""
    if not column and card.value != c.Value.KING:
        raise e.ColumnKing
    if column and not can_stack(card, column[0].card):
        raise e.WrongOrder


def move(count: int, source: int, target: int, board: b.Board) -> b.Board:
    """Return the board after moving cards between columns.

    Where they go is looked at first, then whether there are enough of them.
    """
    old, new = board.columns[source], board.columns[target]
    if not old:
        raise e.ColumnEmpty
    if count < 1:
        raise e.InvalidCount
    if count <= len(old):
        accept(old[count - 1].card, new)
    if count > sum(placed.visible for placed in old):
        raise e.MovingTooManyCards
    columns = update_column(target, old[:count] + new, board.columns)
    columns = update_column(source, old[count:], columns)
    return b.Board(board.deck, board.discard, board.pillars, columns)


def move_stack(source: int, target: int, board: b.Board) -> b.Board:
    """Return the board after moving all the visible cards of a column."""
    return move(sum(visible for _, visible in board.columns[source]), source, target, board)


def move_from_discard(target: int, board: b.Board) -> b.Board:
    """Return the board after moving a card from the discard pile to a column."""
    if not board.discard:
        raise e.DiscardEmpty
    top, *discard = board.discard
    accept(top, board.columns[target])
    column = (b.Placed(top, True), *board.columns[target])
    columns = update_column(target, column, board.columns)
    return b.Board(board.deck, tuple(discard), board.pillars, columns)


def move_to_pillar(source: int | None, board: b.Board) -> b.Board:
    """Return the board after moving a card to its pillar."""
    if source is None and not board.discard:
        raise e.DiscardEmpty
    if source is not None and not board.columns[source]:
        raise e.ColumnEmpty

    discard, columns = board.discard, board.columns
    if source is None:
        card, *others = discard
        discard = tuple(others)
    else:
        (card, _), *rest = columns[source]
        columns = update_column(source, tuple(rest), columns)

    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise e.WrongPillarOrder
    return b.Board(board.deck, discard, board.pillars.raised(card.suit), columns)


def move_from_pillar(suit: c.Suit, target: int, board: b.Board) -> b.Board:
    """Return the board after moving a card back from its pillar to a column."""
    value = board.pillars.top(suit)
    if value is None:
        raise e.PillarEmpty
    card = c.Card(suit, value)
    accept(card, board.columns[target])
    column = (b.Placed(card, True), *board.columns[target])
    columns = update_column(target, column, board.columns)
    return b.Board(board.deck, board.discard, board.pillars.lowered(suit), columns)


def solve(board: b.Board) -> b.Board:
    """Return the board after playing every visible card that goes to a pillar.

    A card goes up when the cards before it in its column and on its pillar do, so the heights
    of the pillars and the number of cards that leave each column are enough to know.
    """
    height = {suit: board.pillars.top(suit) or 0 for suit in c.Suit}
    gone = [0] * 7
    while True:
        before = sum(gone)
        for index, column in enumerate(board.columns):
            for card, visible in column[gone[index] :]:
                if not visible or card.value != height[card.suit] + 1:
                    break
                height[card.suit] += 1
                gone[index] += 1
        if sum(gone) == before:
            break
    pillars = b.Pillars(
        **{suit.name.lower(): c.Value(top) if top else None for suit, top in height.items()}
    )
    columns = tuple(column[n:] for column, n in zip(board.columns, gone))
    return b.Board(board.deck, board.discard, pillars, columns)
