"""Every card knows where it is. There are no lists of piles."""
import itertools
import os
import random
import sys
import traceback
from enum import Enum, auto

HAND_OUT = "stock 1 2 3 4 5 6 7".split()
SAVE = "stock A B C D 1 2 3 4 5 6 7".split()
RANKS = ("A",) + tuple(str(n) for n in range(2, 11)) + ("J", "Q", "K")


class Face(Enum):
    UP = auto()
    DOWN = auto()


class Card:
    place = None  # "stock", "1" to "7" or "A" to "D"
    index = 0     # how many cards lie before it in its place
    face = Face.UP

    def __init__(self, suit, rank):
        self.suit, self.rank = suit, rank
        self.red = suit in ("H", "D")
        self.text = suit + RANKS[rank - 1]

    def where(self):
        return self.place, self.index, self.face

    def fits(self, other):
        return self.red != other.red and self.rank + 1 == other.rank


class Table:
    def __init__(self):
        self.cards = [Card(s, r) for s in "HDcs" for r in range(1, 14)]
        self.dealt = 0
        self.previous = []

    def at(self, place):
        return sorted((c for c in self.cards if c.place == place), key=lambda c: c.index)

    def last(self, place):
        return max((c for c in self.cards if c.place == place), key=lambda c: c.index, default=None)

    def find(self, text, exact=True):
        for c in self.cards:
            if c.text == text or (not exact and c.text.upper() == text.upper()):
                return c
        raise ValueError(f"{text} is not the name of a card")

    def lay(self, card, place, face=Face.UP):
        card.index = len(self.at(place))
        card.place, card.face = place, face

    def shown(self):
        return self.at("stock")[self.dealt - 1] if self.dealt else None

    def remember(self):
        self.previous.append(([c.where() for c in self.cards], self.dealt))
        while len(self.previous) > 5:
            self.previous.pop(0)

    def undo(self):
        if not self.previous:
            raise ValueError("undo what?")
        places, self.dealt = self.previous.pop()
        for card, (card.place, card.index, card.face) in zip(self.cards, places):
            pass

    def deal(self):
        count = len(self.at("stock"))
        if count == 0:
            raise ValueError("the stock has been played")
        self.remember()
        self.dealt = (self.dealt + 1) % (count + 1)

    def move(self, name, target):
        card, target = self.find(name, exact=False), target.upper()
        if target not in SAVE[1:]:
            raise ValueError(f"there is no place {target}")
        above = []
        if card.place == "stock":
            if card is not self.shown():
                raise ValueError(f"{card.text} is somewhere in the stock")
        elif card.place in "ABCD":
            if card is not self.last(card.place):
                raise ValueError(f"{card.text} is covered")
        else:
            if card.face is Face.DOWN:
                raise ValueError(f"{card.text} lies face down")
            above = [c for c in self.at(card.place) if c.index > card.index]
        on = self.last(target)
        if target in "ABCD":
            if above:
                raise ValueError("one card only")
            if card.place in "ABCD":
                raise ValueError("from there you can only go to a pile")
            if card.rank != (on.rank if on else 0) + 1 or on and on.suit != card.suit:
                raise ValueError(f"{card.text} does not go to {target}")
        elif not (card.fits(on) if on else card.rank == 13):
            raise ValueError(f"{card.text} does not go to {target}")
        self.remember()
        old = card.place
        for c in [card, *above]:
            self.lay(c, target)
        if old == "stock":
            self.dealt -= 1
            for index, c in enumerate(self.at("stock")):
                c.index = index
        elif self.last(old):
            self.last(old).face = Face.UP

    def screen(self):
        yield "." * 30
        for place in "1234567":
            yield f"{place}: " + " ".join(c.text if c.face is Face.UP else "[]" for c in self.at(place))
        yield "." * 30
        tops = [self.last(f) for f in "ABCD"]
        yield "Foundations: " + "  ".join(f + " " + (t.text if t else "[]") for f, t in zip("ABCD", tops))
        shown = self.shown()
        yield "Stock: " + (shown.text if shown else "[]" if self.at("stock") else "XX")
        if all(t and t.rank == 13 for t in tops):
            yield "You won -- and nobody can take it away from you (but undo)."

    def save(self):
        yield "solitaire 1"
        yield ""
        for place in SAVE:
            words = [c.text if c.face is Face.UP else f"[{c.text}]" for c in self.at(place)]
            if place == "stock":
                words.insert(self.dealt, "|")
            elif place in "ABCD":
                words = words[-1:] or ["[]"]
            yield place + ": " + " ".join(words)


def said(file):
    try:
        with open(file, encoding="utf-8") as f:
            for number, line in enumerate(f.read().split("\n"), 1):
                line = line[:line.find("#")] if "#" in line else line
                if line.strip():
                    yield number, line.strip()
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except UnicodeError:
        raise ValueError(f"{file}: no text") from None


def read(file, labels):
    lines = list(said(file))
    table, labels = Table(), list(labels)
    saved = labels == SAVE
    if saved:
        number, header = lines.pop(0) if lines else (1, "")
        if header.split() != ["solitaire", "1"]:
            raise ValueError(f"{file} cannot be loaded: line {number} is not solitaire 1")
    for number, line in lines:
        try:
            label, text = map(str.strip, line.split(":"))
            labels.remove(label)
        except ValueError:
            raise ValueError(f"{file}, line {number}: this line is not wanted") from None
        try:
            read_line(table, label, text, saved)
        except ValueError as error:
            raise ValueError(f"{file}, line {number}: {error}") from None
    if labels:
        raise ValueError(f"{file} has no line {labels[0]}")
    for card in table.cards:
        if card.place is None:
            raise ValueError(f"{file} has no {card.text}")
    return table


def read_line(table, label, text, saved):
    def lay(card, face=Face.UP):
        if card.place:
            raise ValueError(f"{card.text} is in {card.place} already")
        table.lay(card, label, face)

    words = text.split()
    if label == "stock":
        if saved:
            if text.count("|") != 1:
                raise ValueError("the bar is missing, or there are many")
            table.dealt = len(text.split("|")[0].split())
            words = text.replace("|", " ").split()
        for word in words:
            lay(table.find(word))
    elif label in "ABCD":
        if len(words) != 1:
            raise ValueError("not one word")
        if words != ["[]"]:
            top = table.find(words[0])
            for card in table.cards:
                if card.suit == top.suit and card.rank <= top.rank:
                    lay(card)
    elif not saved:
        if len(words) != int(label):
            raise ValueError("not the right number of cards")
        for word in words:
            lay(table.find(word), Face.DOWN)
        table.last(label).face = Face.UP
    else:
        for word in words:
            if word.startswith("[") and word.endswith("]"):
                lay(table.find(word[1:-1]), Face.DOWN)
            else:
                lay(table.find(word))
        for left, right in itertools.pairwise(table.at(label)):
            if left.face is Face.UP and (right.face is Face.DOWN or not right.fits(left)):
                raise ValueError(f"{right.text} after {left.text}")
        if words and table.last(label).face is Face.DOWN:
            raise ValueError("the last card has no face")


class Player:
    def __init__(self, table):
        self.table = table

    def show(self):
        print(*self.table.screen(), sep="\n")

    def move(self, card, target):
        self.table.move(card, target)
        self.show()

    def deal(self):
        self.table.deal()
        self.show()

    def undo(self):
        self.table.undo()
        self.show()

    def save(self, file):
        part = file + ".part"
        try:
            with open(part, "w", encoding="utf-8") as f:
                f.writelines(line + "\n" for line in self.table.save())
            os.replace(part, file)
        except OSError as error:
            raise ValueError(f"{file}: {error.strerror}") from None
        self.show()

    def load(self, file):
        self.table = read(file, SAVE)
        self.show()

    def menu(self):
        print("I understand: Move, Deal, Undo, Save, Load, Menu, Help, Quit.".lower())

    help = menu

    def quit(self):
        sys.exit(0)

    def play(self):
        self.show()
        for line in iter(self.ask, None):
            verb, *words = line.split() or ["nothing"]
            verb = verb.lower()
            if verb not in {"move": 2, "deal": 0, "undo": 0, "save": 1, "load": 1, "menu": 0, "help": 0, "quit": 0}:
                print(f"Error: {verb} is not understood")
                continue
            try:
                getattr(self, verb)(*words)
            except TypeError:
                print(f"Error: {len(words)} words after {verb}")
            except ValueError as error:
                print(f"Error: {error}")
            except Exception:
                print("Error: something went wrong")
                traceback.print_exc()

    def ask(self):
        print("Type a command.")
        sys.stdout.flush()
        return sys.stdin.readline() or None


if __name__ == "__main__":
    try:
        if len(sys.argv) > 1:
            game = read(sys.argv[1], HAND_OUT)
        else:
            game = Table()
            order = random.sample(game.cards, 52)
            for place, count in zip(HAND_OUT, [24, 1, 2, 3, 4, 5, 6, 7]):
                for k in range(count):
                    down = place != "stock" and k < count - 1
                    game.lay(order.pop(), place, Face.DOWN if down else Face.UP)
    except ValueError as error:
        print(f"Error: {error}")
        sys.exit(2)
    Player(game).play()
