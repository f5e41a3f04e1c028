"""Steps know how to take themselves back."""

from .places import Stock

LIMIT = 5


class Step:
    def do(self):
        raise NotImplementedError

    def undo(self):
        raise NotImplementedError


class Deal(Step):
    def __init__(self, stock):
        self.stock = stock
        self.before = stock.dealt

    def do(self):
        self.stock.deal()

    def undo(self):
        self.stock.dealt = self.before


class Move(Step):
    def __init__(self, source, target, cards):
        self.source = source
        self.target = target
        self.cards = cards
        self.turned = None

    def do(self):
        self.target.check(self.cards, self.source)
        if isinstance(self.source, Stock):
            self.source.dealt -= 1
            del self.source.cards[self.source.dealt]
        else:
            del self.source.cards[-len(self.cards):]
            top = self.source.top
            if top is not None and not top.face_up:
                top.face_up = True
                self.turned = top
        for card in self.cards:
            card.face_up = True
        self.target.cards.extend(self.cards)

    def undo(self):
        del self.target.cards[-len(self.cards):]
        if isinstance(self.source, Stock):
            self.source.cards.insert(self.source.dealt, self.cards[0])
            self.source.dealt += 1
        else:
            if self.turned is not None:
                self.turned.face_up = False
            self.source.cards.extend(self.cards)


class History:
    def __init__(self):
        self.steps = []

    def __len__(self):
        return len(self.steps)

    def carry_out(self, step):
        step.do()
        self.steps.append(step)
        if len(self.steps) > LIMIT:
            self.steps.pop(0)

    def take_back(self):
        self.steps.pop().undo()
