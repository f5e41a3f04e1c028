"""The stock: a waste that has been dealt and a rest to come."""

from dataclasses import dataclass, field

from .errors import GameError


@dataclass
class Stock:
    waste: list[int] = field(default_factory=list)
    rest: list[int] = field(default_factory=list)

    def shown(self) -> int | None:
        return self.waste[-1] if self.waste else None

    def is_empty(self) -> bool:
        return not self.waste and not self.rest

    def deal(self) -> None:
        if self.is_empty():
            raise GameError("the stock is empty")
        if self.rest:
            self.waste.append(self.rest.pop(0))
        else:
            self.rest, self.waste = self.waste, []

    def take(self) -> int:
        return self.waste.pop()

    def copy(self) -> "Stock":
        return Stock(list(self.waste), list(self.rest))
