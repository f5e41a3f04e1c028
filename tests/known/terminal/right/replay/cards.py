class Refusal(Exception):
    pass


class Card:
    names = {1: "A", 11: "J", 12: "Q", 13: "K"}

    def __init__(self, suit, rank):
        self.suit, self.rank = suit, rank

    def __eq__(self, other):
        return (self.suit, self.rank) == (other.suit, other.rank)

    def __hash__(self):
        return hash((self.suit, self.rank))

    def __repr__(self):
        return self.suit + self.names.get(self.rank, str(self.rank))

    def may_lie_on(self, other):
        reds = (self.suit in "HD") + (other.suit in "HD")
        return reds == 1 and self.rank == other.rank - 1

    @classmethod
    def all(cls):
        return [cls(suit, rank) for rank in range(1, 14) for suit in "HDcs"]


BY_NAME = {repr(card): card for card in Card.all()}


def typed_card(word):
    for name, card in BY_NAME.items():
        if name.upper() == word.upper():
            return card
    raise Refusal(f"I know no card {word}")
