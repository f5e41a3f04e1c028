"""A pile: its cards, and how many of them are hidden."""

from dataclasses import dataclass, field

from . import rules


@dataclass
class Pile:
    cards: list[int] = field(default_factory=list)
    hidden: int = 0

    def open_index(self, card: int) -> int | None:
        if card in self.cards[self.hidden :]:
            return self.cards.index(card)
        return None

    def take_from(self, index: int) -> list[int]:
        taken = self.cards[index:]
        self.cards = self.cards[:index]
        self.turn()
        return taken

    def turn(self) -> None:
        if self.cards and self.hidden == len(self.cards):
            self.hidden -= 1

    def check(self, card: int) -> None:
        if self.cards:
            rules.check_on_card(card, self.cards[-1])
        else:
            rules.check_on_empty(card)

    def copy(self) -> "Pile":
        return Pile(list(self.cards), self.hidden)
