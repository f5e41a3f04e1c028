from __future__ import annotations

import os

from .card import card_from, deck
from .errors import FileProblem, KlondikeError
from .table import Table


class Reader:
    """Reads the labelled lines of a file."""

    def __init__(self, name: str, header: bool, labels: str) -> None:
        self.seen: set = set()
        try:
            with open(name, "rb") as file:
                text = file.read().decode("utf-8")
        except OSError as error:
            raise FileProblem(f"{name}: {error.strerror}")
        except ValueError:
            raise FileProblem(f"{name} is not a text file")
        self.lines: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
            self.number = number
            line = line.split("#", 1)[0].strip()
            if line and header:
                self.check_header(line)
                header = False
            elif line:
                self.add(line, labels.split())
        if header:
            raise FileProblem("this is not a save: it is empty", 1)
        for label in labels.split():
            if label not in self.lines:
                raise FileProblem(f"there is no line {label}:")

    def check_header(self, line: str) -> None:
        words = line.split()
        if len(words) != 2 or words[0] != "solitaire":
            raise FileProblem("this is not a save", self.number)
        if words[1] != "1":
            raise FileProblem(f"version {words[1]} is not known here", self.number)

    def add(self, line: str, labels: list[str]) -> None:
        label, colon, text = line.partition(":")
        label = label.rstrip()
        if not colon or label not in labels:
            raise FileProblem("this line does not belong here", self.number)
        if label in self.lines:
            raise FileProblem(f"{label} again", self.number)
        self.lines[label] = self.number, text

    def text(self, label: str) -> str:
        self.number, text = self.lines[label]
        return text

    def card(self, word: str):
        try:
            card = card_from(word, exact=True)
        except KlondikeError as error:
            raise FileProblem(str(error), self.number)
        self.use(card)
        return card

    def use(self, card) -> None:
        if card in self.seen:
            raise FileProblem(f"second {card}", self.number)
        self.seen.add(card)

    def cards(self, text: str) -> list:
        return [self.card(word) for word in text.split()]

    def check_all(self) -> None:
        lost = sorted(set(deck()) - self.seen)
        if lost:
            raise FileProblem("missing: " + " ".join(map(str, lost)))


class StartReader(Reader):
    def __init__(self, name: str) -> None:
        super().__init__(name, False, "1 2 3 4 5 6 7 stock")

    def table(self) -> Table:
        hands = {}
        for size in range(1, 8):
            hands[str(size)] = self.cards(self.text(str(size)))
            if len(hands[str(size)]) != size:
                raise FileProblem(f"not {size} cards", self.number)
        stock = self.cards(self.text("stock"))
        self.check_all()
        return Table.dealt(hands, stock)


class SaveReader(Reader):
    def __init__(self, name: str) -> None:
        super().__init__(name, True, "stock A B C D 1 2 3 4 5 6 7")

    def table(self) -> Table:
        table = Table()
        parts = self.text("stock").split("|")
        if len(parts) != 2:
            raise FileProblem("the stock has one bar", self.number)
        dealt = self.cards(parts[0])
        table.stock.pointer = len(dealt) - 1
        table.stock.cards = dealt + self.cards(parts[1])
        for letter, foundation in table.foundations.items():
            self.read_foundation(self.text(letter).strip(), foundation)
        for name, pile in table.piles.items():
            self.read_pile(self.text(name).split(), pile)
        self.check_all()
        return table

    def read_foundation(self, word: str, foundation) -> None:
        if word == "[]":
            return
        top = self.card(word)
        for card in deck():
            if card.suit is top.suit and card.rank < top.rank:
                self.use(card)
                foundation.content.append(card)
        foundation.content.append(top)

    def read_pile(self, words: list[str], pile) -> None:
        for word in words:
            if word.startswith("[") and word.endswith("]"):
                if pile.up:
                    raise FileProblem(f"{word} lies on an open card", self.number)
                pile.down.append(self.card(word[1:-1]))
                continue
            card = self.card(word)
            if pile.up and not card.goes_on(pile.up[-1]):
                raise FileProblem(f"{card} cannot lie on {pile.up[-1]}", self.number)
            pile.up.append(card)
        if pile.down and not pile.up:
            raise FileProblem("the last card lies face down", self.number)


def write(name: str, table: Table) -> None:
    def words(cards):
        return " ".join(map(str, cards))

    stock, cut = table.stock.cards, table.stock.pointer + 1
    text = f"solitaire 1\nstock: {words(stock[:cut])} | {words(stock[cut:])}\n"
    for letter, foundation in table.foundations.items():
        text += f"{letter}: {words(foundation.content[-1:]) or '[]'}\n"
    for name_, pile in table.piles.items():
        text += f"{name_}: {words([f'[{card}]' for card in pile.down] + pile.up)}".strip() + "\n"
    temporary = name + "~"
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(temporary, name)
    except (OSError, ValueError) as error:
        raise FileProblem(f"{name} cannot be written ({error})")
