from .cards import Card, Refusal


class Game:
    """A position. It never forgets how it began: `begin` and `steps` give it again."""

    def __init__(self, begin):
        self.begin = begin
        self.steps = []
        self.undoable = 0
        self.reset()

    def reset(self):
        begin = self.begin
        self.piles = {n: list(cards) for n, cards in begin.piles.items()}
        self.hidden = dict(begin.hidden)
        self.foundations = {l: list(cards) for l, cards in begin.foundations.items()}
        self.stock = list(begin.stock)
        self.dealt = begin.dealt

    def step(self, *words):
        self.carry_out(*words)
        self.steps.append(words)
        self.undoable = min(self.undoable + 1, 5)

    def undo(self):
        if self.undoable == 0:
            raise Refusal("no more steps to undo")
        self.undoable -= 1
        self.steps.pop()
        self.reset()
        for words in self.steps:
            self.carry_out(*words)

    def carry_out(self, verb, *words):
        if verb == "deal":
            self.deal()
        else:
            self.move(*words)

    def deal(self):
        if len(self.stock) == 0:
            raise Refusal("the stock has no cards any more")
        self.dealt = self.dealt + 1 if self.dealt < len(self.stock) else 0

    def source(self, card):
        """(a list, where the card is in it)"""
        if self.dealt and self.stock[self.dealt - 1] == card:
            return self.stock, self.dealt - 1
        for cards in self.foundations.values():
            if cards and cards[-1] == card:
                return cards, len(cards) - 1
        for n, cards in self.piles.items():
            for i in range(self.hidden[n], len(cards)):
                if cards[i] == card:
                    return cards, i
        raise Refusal(f"{card} is not yours to move")

    def move(self, card, target):
        cards, i = self.source(card)
        run = [card] if cards is self.stock else cards[i:]
        if target in self.foundations:
            goal = self.foundations[target]
            if any(cards is f for f in self.foundations.values()):
                raise Refusal("this card is on a foundation now")
            if len(run) > 1:
                raise Refusal(f"{run[-1]} must be moved first")
            if card.rank != len(goal) + 1:
                raise Refusal(f"foundation {target} needs another rank")
            if goal and goal[0].suit != card.suit:
                raise Refusal(f"foundation {target} needs another suit")
        else:
            goal = self.piles[target]
            if not goal and card.rank != 13:
                raise Refusal(f"pile {target} needs a king")
            if goal and not card.may_lie_on(goal[-1]):
                raise Refusal(f"{goal[-1]} does not accept {card}")
        del cards[i:i + len(run)]
        if cards is self.stock:
            self.dealt -= 1
        goal += run
        for n, cards in self.piles.items():
            self.hidden[n] = min(self.hidden[n], max(0, len(cards) - 1))

    def is_won(self):
        return all(len(cards) == 13 for cards in self.foundations.values())
