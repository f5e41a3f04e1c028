"""A card, and the deck."""

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = "HDcs"


class Card:
    """One of 52 objects; it knows whether it lies face up."""

    def __init__(self, suit, rank):
        self.suit = suit
        self.rank = rank
        self.is_up = False

    @property
    def name(self):
        return self.suit + RANKS[self.rank]

    @property
    def colour(self):
        return "red" if self.suit in "HD" else "black"

    def fits(self, other):
        """Whether this card may be put on the other in a pile."""
        return self.colour != other.colour and other.rank - self.rank == 1

    def __repr__(self):
        return self.name


def new_deck():
    """A dictionary of new cards by name."""
    cards = [Card(suit, rank) for suit in SUITS for rank in range(13)]
    return {card.name: card for card in cards}
