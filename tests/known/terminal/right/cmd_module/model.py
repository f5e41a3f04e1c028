import random
from collections import namedtuple

NAMES = "A,2,3,4,5,6,7,8,9,10,J,Q,K".split(",")
DECK = [s + n for s in ("H", "D", "c", "s") for n in NAMES]

Snapshot = namedtuple("Snapshot", "closed opened foundations waste stock")


class Problem(Exception):
    pass


def height(card):
    return NAMES.index(card[1:])


def alternate(upper, lower):
    return upper[0].isupper() != lower[0].isupper() and height(lower) - height(upper) == 1


class Model:
    """closed and opened are lists of the cards of each pile; stock has the next card last."""

    def __init__(self):
        self.closed = [[] for _ in range(7)]
        self.opened = [[] for _ in range(7)]
        self.foundations = [[] for _ in range(4)]
        self.waste = []
        self.stock = []

    @staticmethod
    def shuffled():
        model = Model()
        deck = list(DECK)
        random.shuffle(deck)
        for i in range(7):
            for j in range(i, 7):
                (model.opened if i == j else model.closed)[j].append(deck.pop())
        model.stock = deck
        return model

    def snapshot(self):
        return Snapshot([p[:] for p in self.closed], [p[:] for p in self.opened],
                        [p[:] for p in self.foundations], self.waste[:], self.stock[:])

    def restore(self, snapshot):
        self.closed, self.opened, self.foundations, self.waste, self.stock = snapshot

    def holder(self, card):
        for group in ([self.waste], self.foundations):
            for cards in group:
                if cards and cards[-1] == card:
                    return cards
        for cards in self.opened:
            if card in cards:
                return cards
        raise Problem("you cannot move %s" % card)

    def move(self, card, target):
        holder = self.holder(card)
        run = holder[holder.index(card):]
        if target in "ABCD":
            goal = self.foundations["ABCD".index(target)]
            if len(run) > 1:
                raise Problem("%s is not alone" % card)
            if any(holder is f for f in self.foundations):
                raise Problem("%s has arrived already" % card)
            if height(card) != len(goal) or goal and goal[0][0] != card[0]:
                raise Problem("%s is not next on %s" % (card, target))
        else:
            goal = self.opened[int(target) - 1]
            if goal and not alternate(card, goal[-1]):
                raise Problem("%s and %s do not fit" % (card, goal[-1]))
            if not goal and height(card) != 12:
                raise Problem("empty piles are for kings")
        for _ in run:
            holder.pop()
        goal.extend(run)
        for closed, opened in zip(self.closed, self.opened):
            if closed and not opened:
                opened.append(closed.pop())

    def deal(self):
        if self.stock:
            self.waste.append(self.stock.pop())
        elif self.waste:
            self.stock = self.waste[::-1]
            self.waste = []
        else:
            raise Problem("there are no cards in the stock")

    def won(self):
        return [len(f) for f in self.foundations] == [13] * 4
