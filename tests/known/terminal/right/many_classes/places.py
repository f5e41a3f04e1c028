"""The places where cards lie: piles, foundations and the stock."""
from __future__ import annotations

from abc import ABC, abstractmethod

from .card import Card, Rank
from .errors import KlondikeError


class Place(ABC):
    """Where cards come from and go to."""

    @abstractmethod
    def reach(self, card: Card) -> int:
        """How many cards go along when this one is taken; 0 if it cannot be taken."""

    @abstractmethod
    def take(self, count: int) -> tuple[list[Card], bool]:
        """The last cards, and whether a card was turned."""

    @abstractmethod
    def give_back(self, cards: list[Card], turned: bool) -> None:
        """The opposite of take."""


class Pile(Place):
    def __init__(self) -> None:
        self.down: list[Card] = []
        self.up: list[Card] = []

    def cards(self) -> list[Card]:
        return self.down + self.up

    def reach(self, card):
        return len(self.up) - self.up.index(card) if card in self.up else 0

    def take(self, count):
        taken = self.up[-count:]
        del self.up[-count:]
        turned = not self.up and bool(self.down)
        if turned:
            self.up.append(self.down.pop())
        return taken, turned

    def give_back(self, cards, turned):
        if turned:
            self.down.append(self.up.pop())
        self.up.extend(cards)

    def check(self, card: Card, count: int, source: Place) -> None:
        if not self.up:
            if card.rank is not Rank.KING:
                raise KlondikeError("only kings go to an empty pile")
        elif not card.goes_on(self.up[-1]):
            raise KlondikeError(f"{card} must not lie on {self.up[-1]}")

    def put(self, cards: list[Card]) -> None:
        self.up += cards

    def remove(self, count: int) -> None:
        del self.up[-count:]


class Foundation(Place):
    def __init__(self) -> None:
        self.content: list[Card] = []

    def reach(self, card):
        return int(self.content[-1:] == [card])

    def take(self, count):
        return [self.content.pop()], False

    def give_back(self, cards, turned):
        self.content += cards

    def check(self, card: Card, count: int, source: Place) -> None:
        if count > 1:
            raise KlondikeError(f"other cards lie on {card}")
        if isinstance(source, Foundation):
            raise KlondikeError(f"{card} is on a foundation already")
        if not self.content and card.rank is not Rank.ACE:
            raise KlondikeError("a foundation begins with an ace")
        if self.content and not card.follows(self.content[-1]):
            raise KlondikeError(f"{card} is not next after {self.content[-1]}")

    def put(self, cards: list[Card]) -> None:
        self.content += cards

    def remove(self, count: int) -> None:
        self.content.pop()


class Stock(Place):
    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.pointer = -1

    def reach(self, card):
        return int(self.pointer >= 0 and self.cards[self.pointer] == card)

    def take(self, count):
        card = self.cards.pop(self.pointer)
        self.pointer -= 1
        return [card], False

    def give_back(self, cards, turned):
        self.pointer += 1
        self.cards[self.pointer:self.pointer] = cards

    def next(self) -> int:
        """Deals, and returns where the pointer was."""
        if not self.cards:
            raise KlondikeError("nothing to deal")
        before = self.pointer
        self.pointer += 1
        if self.pointer == len(self.cards):
            self.pointer = -1
        return before
