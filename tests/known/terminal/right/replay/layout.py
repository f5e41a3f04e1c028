import random

from .cards import BY_NAME, Card, Refusal

PILES = ["1", "2", "3", "4", "5", "6", "7"]
FOUNDATIONS = ["A", "B", "C", "D"]


class Layout:
    """Where everything lies when a game begins or is loaded."""

    def __init__(self):
        self.piles = {n: [] for n in PILES}
        self.hidden = {n: 0 for n in PILES}
        self.foundations = {l: [] for l in FOUNDATIONS}
        self.stock = []
        self.dealt = 0


def shuffled():
    layout = Layout()
    deck = Card.all()
    random.shuffle(deck)
    for n in PILES:
        layout.hidden[n] = int(n) - 1
        for _ in range(int(n)):
            layout.piles[n].append(deck.pop())
    layout.stock = deck
    return layout


def from_file(name, is_save):
    try:
        with open(name, encoding="utf-8", newline="") as f:
            lines = f.read().split("\n")
    except (OSError, ValueError) as e:
        raise Refusal(f"{name} cannot be read: {e.__class__.__name__}")
    parser = Parser(is_save)
    try:
        for parser.number, line in enumerate(lines, 1):
            line = line.split("#")[0].strip()
            if line:
                parser.feed(line)
    except Refusal as refusal:
        raise Refusal(f"{name}: line {parser.number}: {refusal}")
    parser.end(name)
    return parser.layout


class Parser:
    def __init__(self, is_save):
        self.is_save = is_save
        self.header_missing = is_save
        self.labels = PILES + ["stock"] + (FOUNDATIONS if is_save else [])
        self.cards = dict(BY_NAME)
        self.layout = Layout()
        self.number = 0

    def feed(self, line):
        if self.header_missing:
            self.header_missing = False
            name, *version = line.split()
            if name != "solitaire" or len(version) != 1:
                raise Refusal("a save begins otherwise")
            if version != ["1"]:
                raise Refusal("the version is unknown")
            return
        if ":" not in line:
            raise Refusal("a colon is missing")
        label, text = line.split(":", 1)
        label = label.strip()
        if label not in self.labels:
            raise Refusal(f"{label} is unknown or there twice")
        self.labels.remove(label)
        if label in FOUNDATIONS:
            self.foundation(label, text.strip())
        elif label == "stock":
            self.stock(text)
        elif self.is_save:
            self.pile(label, text.split())
        else:
            self.start_pile(label, text.split())

    def take(self, name):
        if name not in BY_NAME:
            raise Refusal(f"{name} is no card")
        if name not in self.cards:
            raise Refusal(f"{name} is there twice")
        return self.cards.pop(name)

    def stock(self, text):
        parts = text.split("|") if self.is_save else ["", text]
        if len(parts) != 2:
            raise Refusal("one | is needed")
        self.layout.dealt = len(parts[0].split())
        self.layout.stock = [self.take(name) for part in parts for name in part.split()]

    def foundation(self, label, text):
        if text != "[]":
            if text not in BY_NAME:
                raise Refusal(f"{text} is no card")
            top = BY_NAME[text]
            self.layout.foundations[label] = [self.take(repr(Card(top.suit, r))) for r in range(1, top.rank + 1)]

    def start_pile(self, label, names):
        if len(names) != int(label):
            raise Refusal(f"pile {label} has {len(names)} cards")
        self.layout.piles[label] = [self.take(name) for name in names]
        self.layout.hidden[label] = len(names) - 1

    def pile(self, label, names):
        last = None
        for name in names:
            if name[0] == "[" and name[-1] == "]":
                card = self.take(name[1:-1])
                if last:
                    raise Refusal(f"{card} is hidden, but {last} is not")
                self.layout.hidden[label] += 1
            else:
                card = self.take(name)
                if last and not card.may_lie_on(last):
                    raise Refusal(f"{card} after {last}")
                last = card
            self.layout.piles[label].append(card)
        if names and not last:
            raise Refusal("all cards are hidden")

    def end(self, name):
        if self.header_missing:
            raise Refusal(f"{name}: line 1: empty")
        if self.labels:
            raise Refusal(f"{name}: there is no line {self.labels[0]}")
        if self.cards:
            raise Refusal(f"{name}: there is no card {', '.join(self.cards)}")


def to_text(game):
    lines = ["", "# saved by my game", "solitaire 1"]
    for letter, cards in game.foundations.items():
        lines.append(f"{letter}:   {cards[-1] if cards else '[]'}")
    for n, cards in game.piles.items():
        down = [f"[{card}]" for card in cards[:game.hidden[n]]]
        lines.append(f"{n}:   " + " ".join(down + [str(card) for card in cards[game.hidden[n]:]]))
    left = "".join(f"{card} " for card in game.stock[:game.dealt])
    right = "".join(f" {card}" for card in game.stock[game.dealt:])
    return "\n".join(lines + [f"stock: {left}|{right}  # {len(game.stock)} cards"])
