"""Start files and saves."""

import os
import tempfile

from .model import FULL_DECK, Card, Foundation, Illegal, Pile, Rank, Stock, Table

PILES = "1234567"
SLOTS = "ABCD"


def read_bytes(path):
    try:
        with open(path, "rb") as stream:
            return stream.read().decode("utf-8")
    except UnicodeDecodeError:
        raise Illegal(f"{path} holds no text") from None
    except OSError as problem:
        raise Illegal(f"{path}: {problem.strerror}") from None
    except ValueError:
        raise Illegal("this cannot be the name of a file") from None


def meaningful(text):
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#", 1)[0].strip()
        if line:
            yield number, line


class Reader:
    """Reads labelled lines one by one and remembers all cards met."""

    def __init__(self, labels):
        self.labels = set(labels)
        self.done = {}
        self.met = {}

    def cards(self, number, words):
        result = []
        for word in words:
            try:
                card = Card.parse(word)
            except Illegal as problem:
                raise Illegal(f"line {number}: {problem}") from None
            self.meet(number, card)
            result.append(card)
        return result

    def meet(self, number, card):
        if card in self.met:
            raise Illegal(f"line {number}: second {card}; the first is in line {self.met[card]}")
        self.met[card] = number

    def label(self, number, line):
        label, colon, rest = line.partition(":")
        label = label.rstrip()
        if not colon or label not in self.labels:
            raise Illegal(f"line {number}: what is {line!r}?")
        if label in self.done:
            raise Illegal(f"line {number}: another line {label}:")
        self.done[label] = number
        return label, rest.split()

    def finish(self):
        for label in sorted(self.labels - set(self.done)):
            raise Illegal(f"there is no line {label}:")
        lost = [str(card) for card in FULL_DECK if card not in self.met]
        if lost:
            raise Illegal(f"not in the file: {' '.join(lost)}")


def load_start(path):
    reader = Reader([*PILES, "stock"])
    piles, stock = {}, []
    for number, line in meaningful(read_bytes(path)):
        label, words = reader.label(number, line)
        cards = reader.cards(number, words)
        if label == "stock":
            stock = cards
        elif len(cards) == int(label):
            piles[label] = Pile(cards, len(cards) - 1)
        else:
            raise Illegal(f"line {number}: {len(cards)} cards in pile {label}")
    reader.finish()
    return Table([piles[name] for name in PILES], Stock(stock))


def load_save(path):
    lines = meaningful(read_bytes(path))
    number, header = next(lines, (1, "nothing"))
    name, *version = header.split()
    if name != "solitaire" or len(version) != 1:
        raise Illegal(f"line {number}: no save begins with {header!r}")
    if version != ["1"]:
        raise Illegal(f"line {number}: version {version[0]} is unknown")
    reader = Reader([*PILES, *SLOTS, "stock"])
    piles, foundations, stock = {}, {}, None
    for number, line in lines:
        label, words = reader.label(number, line)
        if label == "stock":
            if "".join(words).count("|") != 1:
                raise Illegal(f"line {number}: there must be one bar")
            left, right = " ".join(words).split("|")
            dealt = reader.cards(number, left.split())
            stock = Stock(dealt + reader.cards(number, right.split()), len(dealt))
        elif label in SLOTS:
            if len(words) != 1:
                raise Illegal(f"line {number}: one card or []")
            foundations[label] = Foundation()
            if words != ["[]"]:
                [top] = reader.cards(number, words)
                for rank in range(1, top.rank):
                    reader.meet(number, Card(top.suit, Rank(rank)))
                foundations[label] = Foundation(top.suit, int(top.rank))
        else:
            piles[label] = _pile(reader, number, words)
    reader.finish()
    return Table([piles[p] for p in PILES], stock, [foundations[s] for s in SLOTS])


def _pile(reader, number, words):
    hidden = 0
    while hidden < len(words) and words[hidden].startswith("[") and words[hidden].endswith("]"):
        hidden += 1
    down = reader.cards(number, [word[1:-1] for word in words[:hidden]])
    if any(word.startswith("[") for word in words[hidden:]):
        raise Illegal(f"line {number}: a face-down card lies above a face-up one")
    up = reader.cards(number, words[hidden:])
    if down and not up:
        raise Illegal(f"line {number}: nothing is face up in this pile")
    for upper, lower in zip(up[1:], up):
        if not Pile([lower]).accepts(upper):
            raise Illegal(f"line {number}: {upper} on {lower}")
    return Pile(down + up, len(down))


def save(path, table):
    stock = table.stock
    dealt = " ".join(map(str, stock.cards[: stock.pointer]))
    coming = " ".join(map(str, stock.cards[stock.pointer :]))
    lines = ["solitaire 1", f"stock: {dealt} | {coming}"]
    for name, foundation in zip(SLOTS, table.foundations):
        lines.append(f"{name}: {foundation.top or '[]'}")
    for name, pile in zip(PILES, table.piles):
        faces = [
            str(card) if index >= pile.face_up_from else f"[{card}]"
            for index, card in enumerate(pile.cards)
        ]
        lines.append(f"{name}: {' '.join(faces)}")
    folder = os.path.dirname(path) or "."
    try:
        handle, temporary = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w", newline="\r\n") as stream:
            stream.write("\n".join(lines))
        os.replace(temporary, path)
    except (OSError, ValueError) as problem:
        raise Illegal(f"cannot save to {path}: {problem}") from None
