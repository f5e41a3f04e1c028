"""Exercises 3 to 13, with patterns wherever Haskell would have them."""

from dataclasses import replace

from .board import Board, Pillars, Placed
from .cards import Card, Suit, Value
from .errors import ColumnEmpty, ColumnKing, DeckEmpty, DiscardEmpty, InvalidCount
from .errors import MovingTooManyCards, PillarEmpty, WrongOrder, WrongPillarOrder


def show(board):
    match board:
        case Board(deck, discard, pillars, columns):
            return "\n\n".join(
                [
                    f"Deck size: {len(deck)}",
                    f"Discard: {show_discard(discard)}",
                    "Pillars:",
                    show_pillars(pillars),
                    "[0] [1] [2] [3] [4] [5] [6]",
                    "\n".join(show_rows([list(column) for column in columns])),
                ]
            )


def show_discard(discard):
    match discard:
        case ():
            return "[ ]"
        case (a,):
            return f"{a}"
        case (a, b):
            return f"{b}, {a}"
        case (a, b, c, *_):
            return f"{c}, {b}, {a}"


def show_pillars(pillars):
    match pillars:
        case Pillars(spades=s, clubs=c, hearts=h, diamonds=d):
            return "\n".join(
                [
                    "  Spades: " + show_top("♠", s),
                    "  Clubs: " + show_top("♣", c),
                    "  Hearts: " + show_top("♥", h),
                    "  Diamonds: " + show_top("♦", d),
                ]
            )


def show_top(symbol, value):
    match value:
        case None:
            return "[ ]"
        case _:
            return f"{symbol}{value}"


def show_rows(columns):
    while any(columns):
        line = ""
        for column in columns:
            match column:
                case []:
                    line += "    "
                case [*_, Placed(card, True)]:
                    line += f"{card} "
                    column.pop()
                case [*_, Placed(_, False)]:
                    line += "??? "
                    column.pop()
        yield line


def setup(deck):
    match deck:
        # fmt: off
        case (
            a1,
            b1, b2,
            c1, c2, c3,
            d1, d2, d3, d4,
            e1, e2, e3, e4, e5,
            f1, f2, f3, f4, f5, f6,
            g1, g2, g3, g4, g5, g6, g7,
            *rest,
        ):
            columns = (
                column(a1),
                column(b2, b1),
                column(c3, c2, c1),
                column(d4, d3, d2, d1),
                column(e5, e4, e3, e2, e1),
                column(f6, f5, f4, f3, f2, f1),
                column(g7, g6, g5, g4, g3, g2, g1),
            )
            return Board(tuple(rest), (), Pillars(), columns)
        # fmt: on


def column(first, *others):
    return (Placed(first, True), *(Placed(card, False) for card in others))


def is_won(board):
    match board:
        case Board(pillars=Pillars(Value.KING, Value.KING, Value.KING, Value.KING)):
            return True
        case _:
            return False


def flip(board):
    return replace(board, columns=tuple(map(flip_column, board.columns)))


def flip_column(column):
    match column:
        case (Placed(card, False), *rest):
            return (Placed(card, True), *rest)
        case _:
            return column


def update_column(index, column, columns):
    match index, columns:
        case 0, (_, *rest):
            return (column, *rest)
        case _, (first, *rest):
            return (first, *update_column(index - 1, column, tuple(rest)))


def can_stack(card, onto):
    match card, onto:
        case (
            Card(Suit.SPADES | Suit.CLUBS, low),
            Card(Suit.HEARTS | Suit.DIAMONDS, high),
        ) | (
            Card(Suit.HEARTS | Suit.DIAMONDS, low),
            Card(Suit.SPADES | Suit.CLUBS, high),
        ):
            return low + 1 == high
        case _:
            return False


def can_stack_on_pillar(card, top):
    match card, top:
        case Card(value=Value.ACE), None:
            return True
        case _, None:
            return False
        case Card(value=value), _:
            return value == top + 1


def draw(board):
    match board:
        case Board(deck=(), discard=()):
            raise DeckEmpty
        case Board(deck=(), discard=(*cards, bottom)):
            return replace(board, deck=tuple(reversed(cards)), discard=(bottom,))
        case Board(deck=(card, *rest), discard=discard):
            return replace(board, deck=tuple(rest), discard=(card, *discard))


def put(run, target, board):
    match run[-1], board.columns[target]:
        case Placed(Card(_, Value.KING)), ():
            pass
        case _, ():
            raise ColumnKing
        case Placed(card), (Placed(onto), *_) if not can_stack(card, onto):
            raise WrongOrder
    column = (*run, *board.columns[target])
    return replace(board, columns=update_column(target, column, board.columns))


def move(count, source, target, board):
    match board.columns[source]:
        case _ if count < 1:
            raise InvalidCount
        case ():
            raise ColumnEmpty
        case column if not all(placed.visible for placed in column[:count]):
            raise MovingTooManyCards
        case column if count > len(column):
            raise MovingTooManyCards
        case column:
            columns = update_column(source, column[count:], board.columns)
            return put(column[:count], target, replace(board, columns=columns))


def move_stack(source, target, board):
    match [placed for placed in board.columns[source] if placed.visible]:
        case []:
            raise ColumnEmpty
        case run:
            return move(len(run), source, target, board)


def move_from_discard(target, board):
    match board:
        case Board(discard=()):
            raise DiscardEmpty
        case Board(discard=(card, *rest)):
            return put([Placed(card, True)], target, replace(board, discard=tuple(rest)))


def move_to_pillar(source, board):
    match source, board:
        case None, Board(discard=()):
            raise DiscardEmpty
        case None, Board(discard=(card, *rest)):
            left = replace(board, discard=tuple(rest))
        case _:
            match board.columns[source]:
                case ():
                    raise ColumnEmpty
                case (Placed(card), *rest):
                    columns = update_column(source, tuple(rest), board.columns)
                    left = replace(board, columns=columns)
    match can_stack_on_pillar(card, board.pillars.top(card.suit)):
        case True:
            return replace(left, pillars=board.pillars.raised(card.suit))
        case False:
            raise WrongPillarOrder


def move_from_pillar(suit, target, board):
    match board.pillars.top(suit):
        case None:
            raise PillarEmpty
        case value:
            left = replace(board, pillars=board.pillars.lowered(suit))
            return put([Placed(Card(suit, value), True)], target, left)


def solve(board):
    for index, column in enumerate(board.columns):
        match column:
            case (Placed(Card(suit, _) as card, True), *_) if can_stack_on_pillar(
                card, board.pillars.top(suit)
            ):
                return solve(move_to_pillar(index, board))
    return board
