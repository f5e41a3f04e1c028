"""Klondike as an object that changes. The functions at the end make one, use it, freeze it."""

from .board import Board, Column, Pillars, Placed
from .cards import Card, Deck, Suit, Value
from .deck import Pack
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


class Spot:
    """A card on the table."""

    def __init__(self, card, visible):
        self.card = card
        self.visible = visible

    def __str__(self):
        if self.visible:
            return str(self.card)
        return "???"


class Pile:
    """A column. Here the last one of the list is the one on top."""

    def __init__(self, spots=None):
        self.spots = [] if spots is None else spots

    @classmethod
    def thaw(cls, column):
        return cls([Spot(card, visible) for card, visible in reversed(column)])

    def freeze(self):
        return tuple(Placed(spot.card, spot.visible) for spot in reversed(self.spots))

    def __len__(self):
        return len(self.spots)

    @property
    def top(self):
        return self.spots[-1]

    def run_length(self):
        return len([spot for spot in self.spots if spot.visible])

    def push(self, spots):
        """Put cards on the pile, if they fit."""
        lowest = spots[0].card
        if not self.spots:
            if lowest.value is not Value.KING:
                raise ColumnKing
        elif not can_stack(lowest, self.top.card):
            raise WrongOrder
        self.spots += spots

    def pop(self, count):
        """Take cards off the pile."""
        taken = self.spots[-count:]
        del self.spots[-count:]
        return taken


class Game:
    """A game in progress."""

    def __init__(self, deck, discard, tops, piles):
        self.deck = deck
        self.discard = discard
        self.tops = tops
        self.piles = piles

    @classmethod
    def of(cls, board):
        """A game that starts from the board; the board is not touched."""
        tops = {}
        for suit in Suit:
            tops[suit] = board.pillars.top(suit) or 0
        piles = [Pile.thaw(column) for column in board.columns]
        return cls(list(board.deck), list(board.discard), tops, piles)

    @classmethod
    def deal(cls, pack):
        piles = []
        for number in range(7):
            spots = [Spot(pack.take(), False) for _ in range(number + 1)]
            spots[-1].visible = True
            piles.append(Pile(spots))
        return cls(list(pack.cards), [], dict.fromkeys(Suit, 0), piles)

    @property
    def board(self):
        """The game as a board."""
        tops = {suit.name.lower(): Value(n) if n else None for suit, n in self.tops.items()}
        return Board(
            deck=tuple(self.deck),
            discard=tuple(self.discard),
            pillars=Pillars(**tops),
            columns=tuple(pile.freeze() for pile in self.piles),
        )

    def clone(self):
        return Game.of(self.board)

    @property
    def won(self):
        return set(self.tops.values()) == {13}

    def flip(self):
        for pile in self.piles:
            if len(pile):
                pile.top.visible = True

    def draw(self):
        if not self.deck:
            if not self.discard:
                raise DeckEmpty
            self.discard.reverse()
            self.deck, self.discard = self.discard, []
        self.discard.insert(0, self.deck.pop(0))

    def move(self, count, source, target):
        if count < 1:
            raise InvalidCount
        if not len(self.piles[source]):
            raise ColumnEmpty
        if count > self.piles[source].run_length():
            raise MovingTooManyCards
        self.piles[target].push(self.piles[source].pop(count))

    def move_stack(self, source, target):
        if not len(self.piles[source]):
            raise ColumnEmpty
        self.move(self.piles[source].run_length(), source, target)

    def from_discard(self, target):
        if not self.discard:
            raise DiscardEmpty
        self.piles[target].push([Spot(self.discard.pop(0), True)])

    def to_pillar(self, source):
        if source is None:
            if not self.discard:
                raise DiscardEmpty
            card = self.discard.pop(0)
        else:
            if not len(self.piles[source]):
                raise ColumnEmpty
            [spot] = self.piles[source].pop(1)
            card = spot.card
        if card.value != self.tops[card.suit] + 1:
            raise WrongPillarOrder
        self.tops[card.suit] += 1

    def from_pillar(self, suit, target):
        if not self.tops[suit]:
            raise PillarEmpty
        card = Card(suit, Value(self.tops[suit]))
        self.piles[target].push([Spot(card, True)])
        self.tops[suit] -= 1

    def solve(self):
        """Try every pile on a clone first, and do it for real if it works."""
        number = 0
        while number < 7:
            trial = self.clone()
            try:
                trial.to_pillar(number)
            except (ColumnEmpty, WrongPillarOrder):
                number += 1
            else:
                self.to_pillar(number)
                self.flip()
                number = 0

    def __str__(self):
        lines = [f"DECK SIZE: {len(self.deck)}"]
        recent = [str(card).strip() for card in self.discard[:3]]
        lines.append("DISCARD: " + (", ".join(reversed(recent)) or "-"))
        lines.append("PILLARS:")
        for suit, top in self.tops.items():
            text = str(Card(suit, Value(top))).strip() if top else "-"
            lines.append(f"  {suit.name}: {text}")
        lines.append("[0] [1] [2] [3] [4] [5] [6]")
        for i in range(max(len(pile) for pile in self.piles)):
            cells = [str(p.spots[i]) if i < len(p) else "   " for p in self.piles]
            lines.append(" ".join(cells).rstrip())
        return "\n".join(lines)


def _after(board, action):
    game = Game.of(board)
    action(game)
    return game.board


def show(board: Board) -> str:
    return str(Game.of(board))


def setup(deck: Deck) -> Board:
    return Game.deal(Pack(deck)).board


def is_won(board: Board) -> bool:
    return Game.of(board).won


def flip(board: Board) -> Board:
    return _after(board, Game.flip)


def update_column(
    index: int, column: Column, columns: tuple[Column, ...]
) -> tuple[Column, ...]:
    result = list(columns)
    result[index] = column
    return tuple(result)


def can_stack(card: Card, onto: Card) -> bool:
    return card.is_red is not onto.is_red and card.value == onto.value - 1


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    return card.value - (top or 0) == 1


def draw(board: Board) -> Board:
    return _after(board, Game.draw)


def move(count: int, source: int, target: int, board: Board) -> Board:
    return _after(board, lambda game: game.move(count, source, target))


def move_stack(source: int, target: int, board: Board) -> Board:
    return _after(board, lambda game: game.move_stack(source, target))


def move_from_discard(target: int, board: Board) -> Board:
    return _after(board, lambda game: game.from_discard(target))


def move_to_pillar(source: int | None, board: Board) -> Board:
    return _after(board, lambda game: game.to_pillar(source))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    return _after(board, lambda game: game.from_pillar(suit, target))


def solve(board: Board) -> Board:
    return _after(board, Game.solve)
