"""Everything that cards lie on."""

from .cards import NAME, rank, red, suit
from .problems import Problem


class Place:
    def take(self, card):
        """The cards that go with this one, removed from here; None when it is not free here."""
        raise NotImplementedError

    def put(self, cards, origin):
        raise NotImplementedError


class Pile(Place):
    def __init__(self, down, up):
        self.down = list(down)
        self.up = list(up)

    def take(self, card):
        if card not in self.up:
            return None
        at = self.up.index(card)
        cards = self.up[at:]
        self.up = self.up[:at]
        if not self.up and self.down:
            self.up.append(self.down.pop())
        return cards

    def put(self, cards, origin):
        first = cards[0]
        if not self.up:
            if rank(first) != 12:
                raise Problem("Only kings go there.")
        else:
            last = self.up[-1]
            if red(last) == red(first):
                raise Problem("Same colour.")
            if rank(last) != rank(first) + 1:
                raise Problem("Wrong rank.")
        self.up.extend(cards)

    def text(self):
        return " ".join(["[]" for _ in self.down] + [NAME[card] for card in self.up])

    def saved(self):
        return " ".join([f"[{NAME[card]}]" for card in self.down] + [NAME[c] for c in self.up])


class Foundation(Place):
    def __init__(self, cards=()):
        self.cards = list(cards)

    def take(self, card):
        if not self.cards or self.cards[-1] != card:
            return None
        return [self.cards.pop()]

    def put(self, cards, origin):
        if isinstance(origin, Foundation):
            raise Problem("From a foundation, cards can only go to a pile.")
        if len(cards) != 1:
            raise Problem("One card at a time.")
        [card] = cards
        wanted = 0 if not self.cards else rank(self.cards[-1]) + 1
        if self.cards and suit(card) != suit(self.cards[-1]):
            raise Problem("Wrong suit.")
        if rank(card) != wanted:
            raise Problem("Not its turn yet.")
        self.cards.append(card)

    def text(self):
        return NAME[self.cards[-1]] if self.cards else "[]"

    saved = text


class Stock(Place):
    """The waste lies beside the stock; its last card is shown."""

    def __init__(self, waste, coming):
        self.waste = list(waste)
        self.coming = list(coming)

    def take(self, card):
        if not self.waste or self.waste[-1] != card:
            return None
        return [self.waste.pop()]

    def deal(self):
        if self.coming:
            self.waste.append(self.coming.pop(0))
        elif self.waste:
            self.waste, self.coming = [], self.waste
        else:
            raise Problem("Nothing left to deal.")

    def text(self):
        if self.waste:
            return NAME[self.waste[-1]]
        return "[]" if self.coming else "XX"

    def saved(self):
        return " ".join([NAME[c] for c in self.waste] + ["|"] + [NAME[c] for c in self.coming])
