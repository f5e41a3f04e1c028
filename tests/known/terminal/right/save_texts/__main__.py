"""Klondike where everything on the table is a text, as it stands in a save."""

import random
import re
import sys
from os import replace

CARD = "(?:[HDcs](?:[2-9]|10|[AJQK]))"
ORDER = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
DECK = {suit + rank for suit in "HDcs" for rank in ORDER}
PROPER = {card.upper(): card for card in DECK}
LABELS = ["stock", *"ABCD", *"1234567"]


class No(Exception):
    """Refused. `line` is the number of the line in a file, or None."""

    def __init__(self, why, line=None):
        self.why = why if line is None else f"{why} (line {line})"
        super().__init__(self.why)


def rank(card):
    return ORDER.index(card[1:])


def goes_on(card, other):
    return card[0].isupper() != other[0].isupper() and rank(card) + 1 == rank(other)


def below(card):
    """All cards of a foundation with this top card."""
    return [card[0] + name for name in ORDER[: rank(card) + 1]]


class Game:
    def __init__(self, text):
        self.text = text
        self.history = []

    def step(self, change):
        old = dict(self.text)
        try:
            change()
        except No:
            self.text = old
            raise
        self.history = [*self.history, old][-5:]

    def undo(self):
        if not self.history:
            raise No("undo what?")
        *self.history, self.text = self.history

    # The stock

    def deal(self):
        dealt, coming = (part.split() for part in self.text["stock"].split("|"))
        match dealt, coming:
            case [], []:
                raise No("the stock is used up")
            case _, []:
                self.text["stock"] = "| " + " ".join(dealt)
            case _, [card, *rest]:
                self.text["stock"] = " ".join([*dealt, card, "|", *rest])

    def shown(self):
        dealt = self.text["stock"].split("|")[0].split()
        return dealt[-1] if dealt else None

    # Moves

    def move(self, card, target):
        run = self.take(card, target)
        if target in "ABCD":
            top = self.text[target]
            if len(run) > 1:
                raise No("only one card at once goes to a foundation")
            if top == "[]":
                if card[1:] != "A":
                    raise No("begin with an ace")
            elif card[0] != top[0]:
                raise No("another suit")
            elif rank(card) != rank(top) + 1:
                raise No("not the next card")
            self.text[target] = card
        else:
            pile = self.text[target].split()
            if not pile and card[1:] != "K":
                raise No("only a king starts a pile")
            if pile and not goes_on(card, pile[-1]):
                raise No(f"not on {pile[-1]}")
            self.text[target] = " ".join(pile + run)

    def take(self, card, target):
        if self.shown() == card:
            self.text["stock"] = re.sub(rf"{card} \|", "|", self.text["stock"])
            return [card]
        for slot in "ABCD":
            if self.text[slot] == card:
                if target in "ABCD":
                    raise No("it lies on a foundation")
                self.text[slot] = below(card)[-2] if rank(card) else "[]"
                return [card]
        for name in "1234567":
            words = self.text[name].split()
            if card in words:
                if name == target:
                    raise No("it is in that pile")
                at = words.index(card)
                rest = words[:at]
                if rest:
                    rest[-1] = rest[-1].strip("[]")
                self.text[name] = " ".join(rest)
                return words[at:]
        raise No(f"where would {card} come from?")

    # The screen

    def screen(self):
        text = self.text
        if text["stock"].strip() == "|":
            stock = "XX"
        else:
            stock = self.shown() or "[]"
        tops = " * ".join(f"{slot} {text[slot]}" for slot in "ABCD")
        print("~" * 30)
        print("Foundations:", tops)
        print("Stock:", stock)
        for name in "1234567":
            print(name + ":", re.sub(rf"\[{CARD}\]", "[]", text[name]))
        print("~" * 30)
        print("* * * 2026 * * *")
        if tops.count("K") == 4:
            print("You won the game. Farewell!")
            sys.exit(0)


# Files


def lines_of(name):
    try:
        with open(name, encoding="utf-8", newline="\n") as file:
            lines = file.read().split("\n")
    except OSError as error:
        raise No(f"{name}: {error.strerror}") from error
    except ValueError as error:
        raise No(f"{name} is not a text file") from error
    for number, line in enumerate(lines, 1):
        line = " ".join(line.split("#")[0].split())
        if line:
            yield number, line


def sort_lines(lines, labels):
    text, numbers = {}, {}
    for number, line in lines:
        label, colon, rest = line.partition(":")
        if not colon or label not in labels:
            raise No("that label is new to me", number)
        if label in text:
            raise No("that label was there already", number)
        text[label], numbers[label] = rest.strip(), number
    for label in labels:
        if label not in text:
            raise No(f"no line {label}")
    return text, numbers


def check_deck(places):
    """`places` has all cards and the numbers of their lines."""
    seen = []
    for card, number in sorted(places, key=lambda place: place[1]):
        if card not in DECK:
            raise No(f"'{card}' is nothing that I know", number)
        if card in seen:
            raise No(f"again {card}", number)
        seen.append(card)
    if set(seen) != DECK:
        raise No(f"where is {min(DECK - set(seen))}?")


def start(name):
    text, numbers = sort_lines(lines_of(name), [*"1234567", "stock"])
    for size in range(1, 8):
        if len(text[str(size)].split()) != size:
            raise No(f"{size} cards belong in pile {size}", numbers[str(size)])
    check_deck([(card, numbers[label]) for label in text for card in text[label].split()])
    return dealt_out([text[name].split() for name in "1234567"], text["stock"].split())


def dealt_out(piles, stock):
    text = {"stock": "| " + " ".join(stock)}
    for slot in "ABCD":
        text[slot] = "[]"
    for name, pile in zip("1234567", piles):
        text[name] = " ".join([f"[{card}]" for card in pile[:-1]] + pile[-1:])
    return text


def random_start():
    cards = sorted(DECK)
    random.shuffle(cards)
    piles = []
    for size in range(7):
        piles.append(cards[: size + 1])
        del cards[: size + 1]
    return dealt_out(piles, cards)


def load(name):
    lines = list(lines_of(name))
    number, first = lines[0] if lines else (1, "")
    if not re.fullmatch(r"solitaire \S+", first):
        raise No("no save", number)
    if first != "solitaire 1":
        raise No("I know version 1 only", number)
    text, numbers = sort_lines(lines[1:], LABELS)
    places = []
    for label in LABELS:
        here, number = text[label], numbers[label]
        if label == "stock":
            if here.count("|") != 1:
                raise No("how many bars?", number)
            here = here.replace("|", " ")
            text[label] = " | ".join(part.strip() for part in text[label].split("|")).strip()
        elif label in "ABCD":
            if here not in DECK and here != "[]":
                raise No("that cannot lie on a foundation", number)
            here = "" if here == "[]" else " ".join(below(here))
        else:
            if not re.fullmatch(rf"((\[\S+\] )*[^\[\] ]+( [^\[\] ]+)*)?", here):
                raise No("faces", number)
            up = [word for word in here.split() if word[0] != "["]
            for lower, upper in zip(up, up[1:]):
                if {lower, upper} <= DECK and not goes_on(upper, lower):
                    raise No(f"{upper} on {lower}", number)
            here = re.sub(r"\[(\S+)\]", r"\1", here)
        places += [(card, number) for card in here.split()]
    check_deck(places)
    return text


def save(name, text):
    try:
        with open(f"{name}.part", "w") as file:
            print("solitaire 1", file=file)
            for label in LABELS:
                print(label + ":", text[label], file=file)
        replace(f"{name}.part", name)
    except (OSError, ValueError):
        raise No(f"{name} cannot be written") from None


# The player


def obey(game, words):
    match words:
        case ["move", card, target]:
            if card.upper() not in PROPER:
                raise No(f"{card} is nothing that I know")
            if target.upper() not in LABELS[1:]:
                raise No("move it where?")
            game.step(lambda: game.move(PROPER[card.upper()], target.upper()))
            game.screen()
        case ["deal"]:
            game.step(game.deal)
            game.screen()
        case ["undo"]:
            game.undo()
            game.screen()
        case ["save", name]:
            save(name, game.text)
            game.screen()
        case ["load", name]:
            game.text = load(name)
            game.history = []
            game.screen()
        case ["menu" | "help"]:
            print("Move with: move CARD TARGET. Other words: deal, undo, save FILE, load FILE,")
            print("menu, help and quit.")
        case ["quit"]:
            sys.exit()
        case _:
            raise No("what do you mean?")


def main():
    try:
        game = Game(start(sys.argv[1]) if len(sys.argv) == 2 else random_start())
    except No as no:
        print("Error:", no.why)
        sys.exit(2)
    game.screen()
    while True:
        try:
            line = input()
        except EOFError:
            break
        first, *rest = line.split() or [""]
        try:
            obey(game, [first.lower(), *rest])
        except No as no:
            print("Error:", no.why)


main()
