"""Start files and saves."""

import os
import random

from .cards import RANKS, Refused
from .table import Table


class Reader:
    """The lines of a file that say something, each with its number."""

    def __init__(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise Refused(f"{path}: {error}") from None
        self.lines = []
        for number, line in enumerate(text.split("\n"), start=1):
            line = line.partition("#")[0].strip()
            if line:
                self.lines.append((number, line))

    def labelled(self, lines, labels):
        found = {}
        for number, line in lines:
            label, colon, rest = line.partition(":")
            if not colon or label not in labels:
                raise Refused(f"line {number}: no label that belongs here")
            if label in found:
                raise Refused(f"line {number}: {label} is there twice")
            found[label] = (number, rest.split())
        for label in labels:
            if label not in found:
                raise Refused(f"the line {label}: is missing")
        return found


class Dealer:
    """Gives each card of the deck once."""

    def __init__(self, deck):
        self.deck = deck
        self.given = set()

    def give(self, number, name):
        try:
            card = self.deck.written(name)
        except Refused as error:
            raise Refused(f"line {number}: {error}") from None
        self.mark(number, card)
        return card

    def mark(self, number, card):
        if card in self.given:
            raise Refused(f"line {number}: {card} is there twice")
        self.given.add(card)

    def finish(self):
        missing = [str(card) for card in self.deck.cards if card not in self.given]
        if missing:
            raise Refused("cards are missing: " + " ".join(missing))


class StartFile(Reader):
    def table(self):
        table = Table()
        dealer = Dealer(table.deck)
        found = self.labelled(self.lines, [*"1234567", "stock"])
        for pile in table.piles:
            number, names = found[pile.label]
            if len(names) != int(pile.label):
                raise Refused(f"line {number}: pile {pile.label} has {len(names)} cards")
            pile.cards = [dealer.give(number, name) for name in names]
        number, names = found["stock"]
        table.stock.cards = [dealer.give(number, name) for name in names]
        dealer.finish()
        table.turn_last_cards()
        return table


class SaveFile(Reader):
    def table(self):
        if not self.lines:
            raise Refused("this is not a save")
        number, first = self.lines[0]
        words = first.split()
        if len(words) != 2 or words[0] != "solitaire":
            raise Refused(f"line {number}: this is not a save")
        if words[1] != "1":
            raise Refused(f"line {number}: this save has another version")
        table = Table()
        dealer = Dealer(table.deck)
        found = self.labelled(self.lines[1:], ["stock", *"ABCD", *"1234567"])
        self.read_stock(table, dealer, *found["stock"])
        for place in table.foundations:
            self.read_foundation(table, dealer, place, *found[place.label])
        for pile in table.piles:
            self.read_pile(dealer, pile, *found[pile.label])
        dealer.finish()
        return table

    def read_stock(self, table, dealer, number, words):
        if words.count("|") != 1:
            raise Refused(f"line {number}: there must be one bar")
        bar = words.index("|")
        names = words[:bar] + words[bar + 1:]
        table.stock.cards = [dealer.give(number, name) for name in names]
        table.stock.dealt = bar

    def read_foundation(self, table, dealer, place, number, words):
        if len(words) != 1:
            raise Refused(f"line {number}: one card or [] belongs here")
        if words == ["[]"]:
            return
        top = dealer.give(number, words[0])
        for rank in range(1, top.rank):
            card = table.deck.written(top.suit.value + RANKS[rank - 1])
            dealer.mark(number, card)
            card.face_up = True
            place.cards.append(card)
        top.face_up = True
        place.cards.append(top)

    def read_pile(self, dealer, pile, number, words):
        for word in words:
            hidden = word.startswith("[") and word.endswith("]")
            card = dealer.give(number, word[1:-1] if hidden else word)
            card.face_up = not hidden
            above = pile.top
            if above is not None and above.face_up:
                if hidden:
                    raise Refused(f"line {number}: {card} lies face down on {above}")
                if not card.fits_on(above):
                    raise Refused(f"line {number}: {card} does not fit on {above}")
            pile.cards.append(card)
        if pile.top is not None and not pile.top.face_up:
            raise Refused(f"line {number}: the last card is face down")


class Writer:
    def __init__(self, table):
        self.table = table

    def text(self):
        stock = self.table.stock
        dealt = [str(card) for card in stock.cards[: stock.dealt]]
        to_come = [str(card) for card in stock.cards[stock.dealt:]]
        lines = ["solitaire 1", " ".join(["stock:", *dealt, "|", *to_come])]
        for place in self.table.foundations:
            lines.append(f"{place.label}: {place.top or '[]'}")
        for pile in self.table.piles:
            words = [str(card) if card.face_up else f"[{card}]" for card in pile.cards]
            lines.append(" ".join([f"{pile.label}:", *words]))
        return "\n".join(lines) + "\n"

    def write(self, path):
        temporary = path + ".new"
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                file.write(self.text())
            os.replace(temporary, path)
        except OSError as error:
            raise Refused(f"{path}: {error.strerror}") from None


class Shuffle:
    def table(self):
        table = Table()
        cards = list(table.deck.cards)
        random.shuffle(cards)
        for pile in table.piles:
            for _ in range(int(pile.label)):
                pile.cards.append(cards.pop())
        table.stock.cards = cards
        table.turn_last_cards()
        return table
