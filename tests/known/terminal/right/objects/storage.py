"""Tables from files, and a file of a table."""

from .cards import RANKS
from .table import Table


class BadFile(Exception):
    """A file that is no good; the number of the line stands in the text."""


class Reader:
    """Reads the lines of one file into a new table."""

    def __init__(self, name):
        self.table = Table()
        self.used = set()
        self.lines = {}
        self.rows = []
        try:
            with open(name, encoding="utf-8", newline="") as file:
                text = file.read()
        except (OSError, ValueError) as error:
            raise BadFile(f"cannot read {name}: {error}")
        for number, row in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
            words = row[: row.find("#")].split() if "#" in row else row.split()
            if words:
                self.rows.append((number, words))

    def fail(self, number, text):
        raise BadFile(f"line {number}: {text}")

    def sort(self, labels):
        for number, words in self.rows:
            label = words[0]
            if label[:-1] not in labels or not label.endswith(":"):
                self.fail(number, f"{label} means nothing")
            if label[:-1] in self.lines:
                self.fail(number, f"a second {label}")
            self.lines[label[:-1]] = number, words[1:]
        for label in labels:
            if label not in self.lines:
                raise BadFile(f"{label}: is missing")

    def card(self, number, word):
        card = self.table.deck.get(word)
        if card is None:
            self.fail(number, f"what is {word}?")
        if card in self.used:
            self.fail(number, f"{word} twice")
        self.used.add(card)
        return card

    def finish(self):
        missing = [name for name, card in self.table.deck.items() if card not in self.used]
        if missing:
            raise BadFile("cards are missing: " + ", ".join(missing))
        return self.table


class StartReader(Reader):
    def read(self):
        self.sort([*"1234567", "stock"])
        for label, pile in self.table.piles.items():
            number, words = self.lines[label]
            if len(words) != int(label):
                self.fail(number, f"{len(words)} cards in pile {label}")
            pile.cards = [self.card(number, word) for word in words]
            pile.turn()
        number, words = self.lines["stock"]
        self.table.stock.coming = [self.card(number, word) for word in words]
        return self.finish()


class SaveReader(Reader):
    def read(self):
        self.read_header()
        self.sort(["stock", *"ABCD", *"1234567"])
        self.read_stock()
        for label, place in self.table.foundations.items():
            self.read_foundation(place, *self.lines[label])
        for label, pile in self.table.piles.items():
            self.read_pile(pile, *self.lines[label])
        return self.finish()

    def read_header(self):
        if not self.rows:
            raise BadFile("an empty file")
        number, words = self.rows.pop(0)
        if words[0] != "solitaire" or len(words) != 2:
            self.fail(number, "not a saved game")
        if words[1] != "1":
            self.fail(number, f"version {words[1]} is too new")

    def read_stock(self):
        number, words = self.lines["stock"]
        if words.count("|") != 1:
            self.fail(number, "one | in the stock")
        bar = words.index("|")
        self.table.stock.cards = [self.card(number, word) for word in words[:bar]]
        self.table.stock.coming = [self.card(number, word) for word in words[bar + 1 :]]

    def read_foundation(self, place, number, words):
        if len(words) != 1:
            self.fail(number, "a foundation is one card or []")
        if words[0] == "[]":
            return
        if words[0] not in self.table.deck:
            self.fail(number, f"what is {words[0]}?")
        top = self.table.deck[words[0]]
        place.cards = [self.card(number, top.suit + rank) for rank in RANKS[: top.rank + 1]]
        for card in place.cards:
            card.is_up = True

    def read_pile(self, pile, number, words):
        for word in words:
            is_up = word[0] != "["
            if not is_up and word[-1] != "]":
                self.fail(number, f"what is {word}?")
            card = self.card(number, word if is_up else word[1:-1])
            card.is_up = is_up
            before = pile.top()
            if before is not None and before.is_up and not (is_up and card.fits(before)):
                self.fail(number, f"{card} on {before}")
            pile.cards.append(card)
        if pile.cards and not pile.top().is_up:
            self.fail(number, f"{pile.top()} must be face up")


def write(table, name):
    stock = [*map(repr, table.stock.cards), "|", *map(repr, table.stock.coming)]
    rows = ["solitaire 1", "stock: " + " ".join(stock)]
    for label, place in table.foundations.items():
        rows.append(f"{label}: {place.top() or '[]'}")
    for label, pile in table.piles.items():
        words = [card.name if card.is_up else f"[{card.name}]" for card in pile.cards]
        rows.append(" ".join([label + ":"] + words))
    try:
        with open(name, "w", encoding="utf-8") as file:
            print(*rows, sep="\n", file=file)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot write {name}: {error}")
