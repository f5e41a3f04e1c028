"""Klondike with match statements: every command and every place is a dataclass."""
from __future__ import annotations

import re
import sys
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import shuffle

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
CARD = re.compile(r"([HDcs])([A2-9JQK]|10)")


class Oops(Exception):
    ...


@dataclass(frozen=True, slots=True)
class Card:
    suit: str
    number: int

    @classmethod
    def parse(cls, text: str) -> Card:
        if found := CARD.fullmatch(text):
            return cls(found[1], RANKS.index(found[2]) + 1)
        raise Oops(f'"{text}" is not a card')

    @classmethod
    def typed(cls, text: str) -> Card:
        match text[:1]:
            case "h" | "d":
                return cls.parse(text.upper())
            case "H" | "D" | "C" | "S" | "c" | "s":
                suit = text[0].lower() if text[0] in "CScs" else text[0]
                return cls.parse(suit + text[1:].upper())
        raise Oops(f'"{text}" is not a card')

    def __format__(self, _spec: str) -> str:
        return self.suit + RANKS[self.number - 1]

    def sits_on(self, other: Card) -> bool:
        match self.suit + other.suit:
            case "Hc" | "Hs" | "Dc" | "Ds" | "cH" | "cD" | "sH" | "sD":
                return other.number - self.number == 1
        return False


@dataclass
class Seen:
    """A card in a pile."""
    card: Card
    up: bool = True

    def __str__(self) -> str:
        return f"{self.card}" if self.up else "[]"


@dataclass
class OnPile:
    pile: list[Seen]
    index: int


@dataclass
class OnFoundation:
    letter: str


@dataclass
class OnStock:
    pass


@dataclass
class Board:
    piles: dict[str, list[Seen]] = field(default_factory=lambda: {n: [] for n in "1234567"})
    tops: dict[str, Card | None] = field(default_factory=lambda: dict.fromkeys("ABCD"))
    stock: list[Card] = field(default_factory=list)
    shown: int = 0

    def locate(self, card: Card) -> OnPile | OnFoundation | OnStock:
        if self.shown and self.stock[self.shown - 1] == card:
            return OnStock()
        for letter, top in self.tops.items():
            if top == card:
                return OnFoundation(letter)
        for pile in self.piles.values():
            for index, seen in enumerate(pile):
                if seen.card == card and seen.up:
                    return OnPile(pile, index)
        raise Oops(f"{card} is nowhere to be taken from")

    def move(self, card: Card, target: str) -> None:
        place = self.locate(card)
        match place, target:
            case OnFoundation(), ("A" | "B" | "C" | "D"):
                raise Oops("a card of a foundation can only go to a pile")
            case OnPile(pile, index), ("A" | "B" | "C" | "D") if index < len(pile) - 1:
                raise Oops("too many cards for a foundation")
            case _, ("A" | "B" | "C" | "D"):
                match self.tops[target]:
                    case None if card.number > 1:
                        raise Oops("aces come first")
                    case Card(suit, number) if (suit, number + 1) != (card.suit, card.number):
                        raise Oops(f"after {self.tops[target]} comes another card")
            case _, _:
                match self.piles[target]:
                    case [] if card.number < 13:
                        raise Oops("not a king")
                    case [*_, last] if not card.sits_on(last.card):
                        raise Oops(f"{card} does not match {last.card}")
        run = [Seen(card)]
        match place:
            case OnStock():
                self.shown -= 1
                self.stock.remove(card)
            case OnFoundation(letter):
                self.tops[letter] = Card(card.suit, card.number - 1) if card.number > 1 else None
            case OnPile(pile, index):
                run = pile[index:]
                pile[index:] = []
                if pile:
                    pile[-1].up = True
        if target in self.tops:
            self.tops[target] = card
        else:
            self.piles[target].extend(run)

    def deal(self) -> None:
        match len(self.stock) - self.shown:
            case 0 if not self.stock:
                raise Oops("empty stock")
            case 0:
                self.shown = 0
            case _:
                self.shown += 1

    def __str__(self) -> str:
        match self.stock, self.shown:
            case [], _:
                stock = "XX"
            case _, 0:
                stock = "[]"
            case cards, shown:
                stock = f"{cards[shown - 1]}"
        tops = "\t".join(f"{letter} {'[]' if top is None else top}" for letter, top in self.tops.items())
        piles = "\n".join(f"\t{n}:\t" + "\t".join(map(str, pile)) for n, pile in self.piles.items())
        won = all(top and top.number == 13 for top in self.tops.values())
        return f"\n\tStock:\t{stock}\n\n\tFoundations:\t{tops}\n\n{piles}\n" + "You won.\n" * won


def numbered(path: str) -> list[tuple[int, str]]:
    try:
        text = Path(path).read_bytes().decode()
    except (OSError, ValueError) as error:
        raise Oops(f"{path}: {type(error).__name__}") from error
    stripped = [(n, re.sub("#.*", "", line).strip()) for n, line in enumerate(text.split("\n"), 1)]
    return [(n, line) for n, line in stripped if line]


class Checker:
    """Counts cards and labels while a file is read."""

    def __init__(self, labels: str) -> None:
        self.labels = labels.split()
        self.cards: set[Card] = set()
        self.line = 0

    def fields(self, lines: list[tuple[int, str]]):
        left = list(self.labels)
        for self.line, line in lines:
            match re.split(r"\s*:\s*", line, maxsplit=1):
                case [label, text] if label in left:
                    left.remove(label)
                    try:
                        yield label, text
                    except GeneratorExit:
                        return
                case [label, _] if label in self.labels:
                    raise Oops(f"{label}: twice")
                case _:
                    raise Oops("no such line")
        self.line = 0
        if left:
            raise Oops(f"missing lines: {left}")
        if len(self.cards) < 52:
            raise Oops("missing cards")

    def card(self, word: str) -> Card:
        return self.count(Card.parse(word))

    def count(self, card: Card) -> Card:
        if card in self.cards:
            raise Oops(f"{card} twice")
        self.cards.add(card)
        return card

    def explain(self, path: str, oops: Oops) -> Oops:
        return Oops(f"{path}: " + (f"line {self.line}: " if self.line else "") + str(oops))


def read_start(path: str) -> Board:
    lines, board, checker = numbered(path), Board(), Checker("stock 1 2 3 4 5 6 7")
    try:
        for label, text in checker.fields(lines):
            cards = [checker.card(word) for word in text.split()]
            match label:
                case "stock":
                    board.stock = cards
                case _ if len(cards) != int(label):
                    raise Oops("the pile has another size")
                case _:
                    board.piles[label] = [Seen(card, card == cards[-1]) for card in cards]
    except Oops as oops:
        raise checker.explain(path, oops)
    return board


def read_save(path: str) -> Board:
    lines, board, checker = numbered(path), Board(), Checker("stock A B C D 1 2 3 4 5 6 7")
    checker.line = lines[0][0] if lines else 1
    try:
        match [line.split() for _, line in lines[:1]]:
            case [["solitaire", "1"]]:
                pass
            case [["solitaire", version]]:
                raise Oops(f"version {version} is not supported")
            case _:
                raise Oops("not a save")
        for label, text in checker.fields(lines[1:]):
            match label, text.split():
                case "stock", words if words.count("|") == 1 == text.count("|"):
                    board.shown = words.index("|")
                    words.remove("|")
                    board.stock = [checker.card(word) for word in words]
                case "stock", _:
                    raise Oops("where is the |?")
                case ("A" | "B" | "C" | "D"), ["[]"]:
                    pass
                case ("A" | "B" | "C" | "D"), [word]:
                    top = board.tops[label] = Card.parse(word)
                    for number in range(1, top.number + 1):
                        checker.count(Card(top.suit, number))
                case ("A" | "B" | "C" | "D"), _:
                    raise Oops("a foundation shows one card")
                case _, words:
                    board.piles[label] = read_pile(words, checker)
    except Oops as oops:
        raise checker.explain(path, oops)
    return board


def read_pile(words: list[str], checker: Checker) -> list[Seen]:
    pile: list[Seen] = []
    for word in words:
        hidden = re.fullmatch(r"\[(.*)\]", word)
        seen = Seen(checker.card(hidden[1] if hidden else word), not hidden)
        match pile, seen:
            case [*_, Seen(_, True)], Seen(_, False):
                raise Oops("a face-down card lies too high")
            case [*_, Seen(below, True)], Seen(card, True) if not card.sits_on(below):
                raise Oops(f"{card} may not lie on {below}")
        pile.append(seen)
    match pile:
        case [*_, Seen(card, False)]:
            raise Oops(f"{card} should be face up")
    return pile


def save_text(board: Board) -> str:
    lines = ["# A game of Klondike. The face-down cards are in brackets.", "", "solitaire 1", "", "# piles"]
    for n in "7654321":
        cards = [f"{seen.card}" if seen.up else f"[{seen.card}]" for seen in board.piles[n]]
        lines.append("  ".join([f"{n}:", *cards]))
    lines += ["", "# foundations"]
    for letter in "DCBA":
        top = board.tops[letter]
        lines.append(f"{letter}: {top or ''}" if top else f"{letter}: []  # free")
    stock = [f"{card}" for card in board.stock]
    stock.insert(board.shown, "|")
    lines += ["", "# stock", "stock: " + " ".join(stock)]
    return "\n".join(lines) + "\n"


def new_board() -> Board:
    deck = [Card(suit, number) for suit in "HDcs" for number in range(1, 14)]
    shuffle(deck)
    board = Board()
    for size, pile in enumerate(board.piles.values(), 1):
        for _ in range(size):
            pile.append(Seen(deck.pop(), False))
        pile[-1].up = True
    board.stock = deck
    return board


def main() -> int:
    try:
        board = read_start(sys.argv[1]) if sys.argv[1:] else new_board()
    except Oops as oops:
        print("Error:", oops)
        return 2
    past: list[Board] = []
    print(board)
    while True:
        try:
            line = input()
        except EOFError:
            return 0
        try:
            match [word.lower() for word in line.split()]:
                case []:
                    continue
                case ["quit" | "q"]:
                    return 0
                case ["menu" | "help" | "?"]:
                    print("MOVE card target | DEAL (or just d) | UNDO | SAVE file | LOAD file | MENU, HELP | QUIT")
                    print("move deal undo save load menu help quit - lower case will do")
                    continue
                case ["deal" | "d"]:
                    new = deepcopy(board)
                    new.deal()
                    past = [*past, board][-5:]
                    board = new
                case ["move", card, ("1" | "2" | "3" | "4" | "5" | "6" | "7" | "a" | "b" | "c" | "d") as target]:
                    new = deepcopy(board)
                    new.move(Card.typed(card), target.upper())
                    past = [*past, board][-5:]
                    board = new
                case ["move", _, target]:
                    raise Oops(f"{target} is not a target")
                case ["undo"] if past:
                    board = past.pop()
                case ["undo"]:
                    raise Oops("nothing can be undone")
                case ["save", _]:
                    try:
                        Path(line.split()[1]).write_text(save_text(board))
                    except (OSError, ValueError) as error:
                        raise Oops(f"not saved: {error}")
                    continue
                case ["load", _]:
                    board = read_save(line.split()[1])
                    past = []
                case _:
                    raise Oops("that is not in the menu")
        except Oops as oops:
            print(f"Error: {oops}")
        else:
            print(board)


if __name__ == "__main__":
    sys.exit(main())
