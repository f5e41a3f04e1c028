"""Exercises 3 to 13, with a few classes of my own and match statements."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .board import Board, Column, Pillars, Placed
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


@dataclass
class Canvas:
    """Paper on which cells are written by row and column."""

    cells: dict[tuple[int, int], str] = field(default_factory=dict)

    def write(self, row: int, column: int, text: str) -> None:
        """Writes a cell."""
        self.cells[row, column] = text

    def lines(self) -> list[str]:
        """The lines of the canvas."""
        height = max(row for row, _ in self.cells) + 1
        width = max(column for _, column in self.cells) + 1
        return [
            " ".join(self.cells.get((row, column), "").ljust(3) for column in range(width))
            for row in range(height)
        ]


class Drawing:
    """Draws a board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def text(self) -> str:
        """The whole drawing."""
        lines = [f"Deck size: {len(self.board.deck)}", f"Discard: {self.discard()}", "Pillars:"]
        for suit in (Suit.SPADES, Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS):
            lines.append(f"  {suit.name.capitalize()}: {self.pillar(suit)}")
        return "\n".join([*lines, "", *self.columns().lines()])

    def discard(self) -> str:
        """The discards shown, the most recent last."""
        match self.board.discard:
            case ():
                return ""
            case (one,):
                shown = [one]
            case (one, two):
                shown = [two, one]
            case (one, two, three, *_):
                shown = [three, two, one]
        return ", ".join(str(card).strip() for card in shown)

    def pillar(self, suit: Suit) -> str:
        """The top card of a pillar."""
        match self.board.pillars.top(suit):
            case None:
                return "(no card yet)"
            case top:
                return f"{suit.symbol}{top}"

    def columns(self) -> Canvas:
        """The columns with their header."""
        canvas = Canvas()
        for number, column in enumerate(self.board.columns):
            canvas.write(0, number, f"[{number}]")
            for index, placed in enumerate(column):
                match placed:
                    case Placed(card, True):
                        text = str(card)
                    case _:
                        text = "???"
                canvas.write(len(column) - index, number, text)
        return canvas


@dataclass(frozen=True)
class Stack:
    """A column, and what can be done with it."""

    placed: Column

    @property
    def visible(self) -> int:
        """How many of its cards lie face up."""
        return sum(1 for placed in self.placed if placed.visible)

    def turned(self) -> Column:
        """The column with its last card face up."""
        match self.placed:
            case ():
                return ()
            case (Placed(card, _), *rest):
                return (Placed(card, True), *rest)

    def with_run(self, run: Column) -> Column:
        """The column with a run put on it. Raises ColumnKing or WrongOrder."""
        highest = run[-1].card
        match self.placed:
            case ():
                if highest.value < Value.KING:
                    raise ColumnKing("There is no card to put it on, and it is no king.")
            case (Placed(onto, _), *_):
                if not can_stack(highest, onto):
                    raise WrongOrder(f"{highest} does not go on {onto}.")
        return (*run, *self.placed)

    def without(self, count: int) -> Column:
        """The column after so many cards were taken, the one uncovered turned over."""
        return Stack(self.placed[count:]).turned()


@dataclass(frozen=True)
class Dealer:
    """Deals cards from the top of a deck."""

    deck: Deck

    def column(self, number: int) -> Column:
        """The column with this number."""
        start = number * (number + 1) // 2
        hidden = [Placed(card, False) for card in self.deck[start : start + number]]
        return (Placed(self.deck[start + number], True), *hidden[::-1])

    def rest(self) -> Deck:
        """What is left after 1 + 2 + ... + 7 cards."""
        return tuple(self.deck[28:])


def show(board: Board) -> str:
    """The board as text."""
    return Drawing(board).text()


def setup(deck: Deck) -> Board:
    """The board at the start of a game."""
    dealer = Dealer(deck)
    columns = tuple(dealer.column(number) for number in range(7))
    return Board(deck=dealer.rest(), discard=(), pillars=Pillars(), columns=columns)


def is_won(board: Board) -> bool:
    """Whether a king lies on every pillar."""
    match board.pillars:
        case Pillars(Value.KING, Value.KING, Value.KING, Value.KING):
            return True
        case _:
            return False


def flip(board: Board) -> Board:
    """The board with the last card of every column face up."""
    return replace(board, columns=tuple(Stack(column).turned() for column in board.columns))


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns with one of them replaced."""
    return (*columns[:index], column, *columns[index + 1 :])


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other in a column."""
    match card.is_red, onto.is_red:
        case (True, False) | (False, True):
            return card.value == onto.value - 1
        case _:
            return False


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card is the next one of its pillar."""
    match top:
        case None:
            return card.value == Value.ACE
        case _:
            return card.value - top == 1


def draw(board: Board) -> Board:
    """The board after a card was drawn."""
    match board:
        case Board(deck=(), discard=()):
            raise DeckEmpty
        case Board(deck=(), discard=discard):
            card, *rest = reversed(discard)
            return replace(board, deck=tuple(rest), discard=(card,))
        case Board(deck=(card, *rest), discard=discard):
            return replace(board, deck=tuple(rest), discard=(card, *discard))
    raise AssertionError


def move(count: int, source: int, target: int, board: Board) -> Board:
    """The board after so many cards were moved from column to column."""
    stack, onto = Stack(board.columns[source]), Stack(board.columns[target])
    match count:
        case _ if count <= 0:
            raise InvalidCount
        case _ if not stack.placed:
            raise ColumnEmpty
        case _ if count > stack.visible:
            raise MovingTooManyCards
    columns = update_column(target, onto.with_run(stack.placed[:count]), board.columns)
    return replace(board, columns=update_column(source, stack.without(count), columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """The board after all visible cards of a column were moved."""
    match Stack(board.columns[source]).visible:
        case 0:
            raise ColumnEmpty
        case count:
            return move(count, source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """The board after the top card of the discard pile was moved to a column."""
    match board.discard:
        case ():
            raise DiscardEmpty
        case (card, *rest):
            column = Stack(board.columns[target]).with_run((Placed(card, True),))
            columns = update_column(target, column, board.columns)
            return replace(board, discard=tuple(rest), columns=columns)
    raise AssertionError


def move_to_pillar(source: int | None, board: Board) -> Board:
    """The board after a card was moved to its pillar."""
    match source:
        case None:
            match board.discard:
                case ():
                    raise DiscardEmpty
                case (card, *rest):
                    after = replace(board, discard=tuple(rest))
        case number:
            match board.columns[number]:
                case ():
                    raise ColumnEmpty
                case (Placed(card, _), *_) as column:
                    left = Stack(column).without(1)
                    after = replace(board, columns=update_column(number, left, board.columns))
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    return replace(after, pillars=after.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """The board after the top card of a pillar was moved to a column."""
    match board.pillars.top(suit):
        case None:
            raise PillarEmpty
        case top:
            placed = Placed(Card(suit, top), True)
            column = Stack(board.columns[target]).with_run((placed,))
            columns = update_column(target, column, board.columns)
            return replace(board, pillars=board.pillars.lowered(suit), columns=columns)


class Solver:
    """Plays cards to the pillars."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def step(self) -> bool:
        """Plays one card, if one can go."""
        for number, column in enumerate(self.board.columns):
            match column:
                case (Placed(_, True), *_):
                    try:
                        self.board = move_to_pillar(number, self.board)
                    except WrongPillarOrder:
                        continue
                    return True
        return False


def solve(board: Board) -> Board:
    """The board after cards went up from the columns until none can."""
    solver = Solver(board)
    while solver.step():
        pass
    return solver.board
