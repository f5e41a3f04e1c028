"""The foundations: how high each is, and of which suit."""

from dataclasses import dataclass, field

from . import rules
from .cards import rank

NAMES = "ABCD"


@dataclass
class Foundations:
    tops: list[int | None] = field(default_factory=lambda: [None] * 4)

    def index_of(self, card: int) -> int | None:
        return self.tops.index(card) if card in self.tops else None

    def take(self, index: int) -> int:
        card = self.tops[index]
        assert card is not None
        self.tops[index] = card - 1 if rank(card) > 0 else None
        return card

    def check(self, card: int, index: int) -> None:
        rules.check_on_foundation(card, self.tops[index])

    def put(self, card: int, index: int) -> None:
        self.tops[index] = card

    def complete(self) -> bool:
        return all(top is not None and rank(top) == 12 for top in self.tops)

    def copy(self) -> "Foundations":
        return Foundations(list(self.tops))
