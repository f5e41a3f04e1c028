"""Where cards lie: piles, foundations and the stock. Each knows its rules."""


class Forbidden(Exception):
    """What a place does not allow."""


class Place:
    """Cards in order, the last one on top."""

    def __init__(self, label):
        self.label = label
        self.cards = []

    def top(self):
        return self.cards[-1] if self.cards else None

    def loose(self):
        """The cards that can be taken."""
        return self.cards[-1:]

    def lift(self, card):
        """Takes the card and all that lie on it away."""
        at = self.cards.index(card)
        lifted = self.cards[at:]
        del self.cards[at:]
        return lifted

    def put(self, cards):
        self.cards.extend(cards)

    def check(self, cards, source):
        """Raises Forbidden if these cards cannot be put here."""
        raise NotImplementedError


class Pile(Place):
    """One of the seven."""

    def loose(self):
        return [card for card in self.cards if card.is_up]

    def check(self, cards, source):
        if self.top() is None:
            if cards[0].rank != 12:
                raise Forbidden(f"pile {self.label} is empty and waits for a king")
        elif not cards[0].fits(self.top()):
            raise Forbidden(f"{cards[0]} does not fit on {self.top()}")

    def turn(self):
        """Turns the last card up; whether that was needed."""
        if self.top() is None or self.top().is_up:
            return False
        self.top().is_up = True
        return True


class Foundation(Place):
    """One of the four."""

    def check(self, cards, source):
        if isinstance(source, Foundation):
            raise Forbidden(f"{cards[0]} is at home")
        if len(cards) != 1:
            raise Forbidden("one card at a time")
        card = cards[0]
        if self.top() is None:
            if card.rank != 0:
                raise Forbidden("an ace comes first")
        elif (card.suit, card.rank) != (self.top().suit, self.top().rank + 1):
            raise Forbidden(f"{card} is not next after {self.top()}")


class Stock(Place):
    """The cards that are dealt, with those to come in a list of their own."""

    def __init__(self, label):
        super().__init__(label)
        self.coming = []

    def check(self, cards, source):
        raise Forbidden("nothing goes back to the stock")

    def deal(self):
        if self.coming:
            self.cards.append(self.coming.pop(0))
        elif self.cards:
            self.coming, self.cards = self.cards, []
        else:
            raise Forbidden("there is nothing to deal")

    def take_back(self):
        """Undoes a deal."""
        if self.cards:
            self.coming.insert(0, self.cards.pop())
        else:
            self.cards, self.coming = self.coming, []
