from dataclasses import dataclass, replace
import random

RANKS = ('A', *map(str, range(2, 11)), 'J', 'Q', 'K')
DECK = [s + r for s in 'HDcs' for r in RANKS]


class Problem(ValueError):
    pass


def value(card): return RANKS.index(card[1:])


def red(card): return card[0].isupper()


def fits(card, other): return red(card) ^ red(other) and value(card) + 1 == value(other)


@dataclass(frozen=True)
class Board:
    # stock: one string with a bar; piles: strings as in a save; slots: top cards
    stock: tuple
    at: int
    slots: tuple
    piles: tuple

    def shown(self): return self.stock[self.at - 1] if self.at else None

    def deal(self):
        if not self.stock: raise Problem('no more cards in the stock')
        return replace(self, at=(self.at + 1) % (len(self.stock) + 1))

    def with_pile(self, i, words): return replace(self, piles=self.piles[:i] + (tuple(words),) + self.piles[i + 1:])

    def with_slot(self, i, card): return replace(self, slots=self.slots[:i] + (card,) + self.slots[i + 1:])

    def move(self, card, target):
        taken, rest, source = self.take(card)
        if target.isdigit():
            i = int(target) - 1
            last = self.piles[i][-1] if self.piles[i] else None
            if last is None and value(card) != 12: raise Problem('an empty pile takes kings only')
            if last is not None and not fits(card, last): raise Problem(f'{last} does not take {card}')
            return rest.with_pile(i, rest.piles[i] + taken)
        i = 'ABCD'.index(target)
        top = self.slots[i]
        if source == 'slot': raise Problem('it lies on a foundation')
        if len(taken) > 1: raise Problem('one card at a time')
        if top is None and value(card) > 0: raise Problem('a free foundation takes aces only')
        if top is not None and (top[0] != card[0] or value(top) + 1 != value(card)): raise Problem(f'{top} does not take {card}')
        return rest.with_slot(i, card)

    def take(self, card):
        if card == self.shown():
            return (card,), replace(self, stock=self.stock[:self.at - 1] + self.stock[self.at:], at=self.at - 1), 'stock'
        if card in self.slots:
            under = card[0] + RANKS[value(card) - 1] if value(card) else None
            return (card,), self.with_slot(self.slots.index(card), under), 'slot'
        for i, words in enumerate(self.piles):
            if card in words:
                at = words.index(card)
                left = list(words[:at])
                if left: left[-1] = left[-1].strip('[]')
                return words[at:], self.with_pile(i, left), 'pile'
        raise Problem(f'{card} is not free')

    @property
    def won(self): return all(slot and slot[1] == 'K' for slot in self.slots)


def fresh(columns, stock):
    hide = lambda cards: tuple(f'[{c}]' for c in cards[:-1]) + tuple(cards[-1:])
    return Board(tuple(stock), 0, (None,) * 4, tuple(map(hide, columns)))


def shuffled():
    deck = random.sample(DECK, 52)
    return fresh([[deck.pop() for _ in range(n)] for n in range(1, 8)], deck)
