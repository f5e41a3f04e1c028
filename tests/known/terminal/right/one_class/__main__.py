import copy
import os
import random
import sys

ORDER = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = ["H", "D", "c", "s"]


class GameError(Exception):
    pass


class Klondike:
    """The whole game. A card on the table is a list [suit, rank, face_up]."""

    def __init__(self):
        self.piles = [[] for _ in range(7)]
        self.found = {"A": [], "B": [], "C": [], "D": []}
        self.stock = []
        self.dealt = 0  # how many cards of the stock have been dealt
        self.memory = []

    # ---------------------------------------------------------------- cards

    def parse_card(self, text):
        for suit in SUITS:
            for rank, name in enumerate(ORDER, start=1):
                if (suit + name).upper() == text.upper():
                    return [suit, rank, True]
        raise GameError(f"there is no card called {text}")

    def exact_card(self, text):
        card = self.parse_card(text)
        if self.name(card) != text:
            raise GameError(f"bad card {text}")
        return card

    def name(self, card):
        return card[0] + ORDER[card[1] - 1]

    def show(self, card):
        return self.name(card) if card[2] else "[]"

    def red(self, card):
        return card[0] in "HD"

    def full_deck(self):
        return [[s, r, True] for s in SUITS for r in range(1, 14)]

    # ---------------------------------------------------------------- start

    def new_game(self):
        deck = self.full_deck()
        random.shuffle(deck)
        for i in range(7):
            self.piles[i] = [deck.pop() for _ in range(i + 1)]
        self.stock = deck
        self.hide_all()

    def hide_all(self):
        for pile in self.piles:
            for card in pile[:-1]:
                card[2] = False

    def read_lines(self, filename):
        try:
            with open(filename, encoding="utf-8") as f:
                content = f.read()
        except (OSError, ValueError):
            raise GameError(f"cannot read {filename}")
        result = []
        for number, line in enumerate(content.split("\n"), start=1):
            line = line.split("#")[0].strip()
            if line != "":
                result.append((number, line))
        return result

    def labelled(self, lines, allowed):
        found = {}
        for number, line in lines:
            label = line.split(":")[0].strip()
            if ":" not in line or label not in allowed:
                raise GameError(f"line {number}: unknown line")
            if label in found:
                raise GameError(f"line {number}: {label} is there twice")
            found[label] = (number, line[line.index(":") + 1:].strip())
        for label in allowed:
            if label not in found:
                raise GameError(f"line {label}: is missing")
        return found

    def start_from(self, filename):
        lines = self.labelled(self.read_lines(filename), ["1", "2", "3", "4", "5", "6", "7", "stock"])
        seen = []
        for label in lines:
            number, text = lines[label]
            cards = []
            for word in text.split():
                try:
                    card = self.exact_card(word)
                except GameError as e:
                    raise GameError(f"{filename}, line {number}: {e}")
                if card in seen:
                    raise GameError(f"{filename}, line {number}: {word} again")
                seen.append(card[:])
                cards.append(card)
            if label == "stock":
                self.stock = cards
            else:
                if len(cards) != int(label):
                    raise GameError(f"{filename}, line {number}: wrong number of cards")
                self.piles[int(label) - 1] = cards
        if len(seen) != 52:
            raise GameError(f"{filename}: not all cards are there")
        self.hide_all()

    # --------------------------------------------------------------- screen

    def draw(self):
        if self.dealt > 0:
            top = self.show(self.stock[self.dealt - 1])
        elif len(self.stock) > 0:
            top = "[]"
        else:
            top = "XX"
        print()
        print("Stock: " + top)
        text = "Foundations:"
        for letter in "ABCD":
            text += "   " + letter + " "
            text += self.show(self.found[letter][-1]) if self.found[letter] else "[]"
        print(text)
        for i, pile in enumerate(self.piles):
            print(f"{i + 1}:", *[self.show(card) for card in pile])
        if all(len(f) == 13 for f in self.found.values()):
            print("You won! Congratulations.")

    # ---------------------------------------------------------------- rules

    def remember(self):
        self.memory.append(copy.deepcopy((self.piles, self.found, self.stock, self.dealt)))
        self.memory = self.memory[-5:]

    def undo(self):
        if self.memory == []:
            raise GameError("no step left to undo")
        self.piles, self.found, self.stock, self.dealt = self.memory.pop()

    def deal(self):
        if not self.stock:
            raise GameError("no cards left")
        self.remember()
        self.dealt = 0 if self.dealt == len(self.stock) else self.dealt + 1

    def move(self, name, target):
        card = self.parse_card(name)
        target = target.upper()
        if target not in list("1234567ABCD"):
            raise GameError(f"{target} is not a pile or foundation")
        # where is it
        source = None
        run = [card]
        if self.dealt > 0 and self.stock[self.dealt - 1] == card:
            source = "stock"
        for letter in self.found:
            if self.found[letter] and self.found[letter][-1] == card:
                source = letter
        for i, pile in enumerate(self.piles):
            if card in pile:
                source = i
                run = pile[pile.index(card):]
        if source is None:
            raise GameError(f"{name} cannot be moved now")
        # does it fit
        if target in "ABCD":
            if len(run) > 1 or source in ("A", "B", "C", "D"):
                raise GameError("only a single card from a pile or the stock")
            there = self.found[target]
            if not there:
                if card[1] != 1:
                    raise GameError("a free foundation takes an ace")
            elif there[-1][0] != card[0] or there[-1][1] + 1 != card[1]:
                raise GameError("not the next card of this foundation")
        else:
            there = self.piles[int(target) - 1]
            if not there:
                if card[1] != 13:
                    raise GameError("an empty pile takes a king")
            elif self.red(there[-1]) == self.red(card) or there[-1][1] != card[1] + 1:
                raise GameError(f"{name} does not go on {self.name(there[-1])}")
        self.remember()
        if source == "stock":
            self.dealt -= 1
            del self.stock[self.dealt]
        elif source in ("A", "B", "C", "D"):
            self.found[source].pop()
        else:
            del self.piles[source][-len(run):]
            if self.piles[source]:
                self.piles[source][-1][2] = True
        there.extend(run)

    # ---------------------------------------------------------------- files

    def save(self, filename):
        def faced(card):
            return self.name(card) if card[2] else "[" + self.name(card) + "]"

        lines = ["solitaire 1"]
        left = [self.name(c) for c in self.stock[:self.dealt]]
        right = [self.name(c) for c in self.stock[self.dealt:]]
        lines.append(" ".join(["stock:"] + left + ["|"] + right))
        for letter in "ABCD":
            pile = self.found[letter]
            lines.append(letter + ": " + (self.name(pile[-1]) if pile else "[]"))
        for i in range(7):
            lines.append(f"{i + 1}: " + " ".join(faced(c) for c in self.piles[i]))
        try:
            with open(filename + ".tmp", "w", encoding="utf-8") as f:
                f.write("\n".join(lines) + "\n")
            os.replace(filename + ".tmp", filename)
        except (OSError, ValueError):
            raise GameError(f"cannot write {filename}")

    def load(self, filename):
        lines = self.read_lines(filename)
        if not lines or lines[0][1].split()[0] != "solitaire" or len(lines[0][1].split()) != 2:
            raise GameError(f"line {lines[0][0] if lines else 1}: {filename} is not a saved game")
        if lines[0][1].split()[1] != "1":
            raise GameError(f"line {lines[0][0]}: this version cannot be loaded")
        lines = self.labelled(lines[1:], list("ABCD1234567") + ["stock"])
        other = Klondike()
        seen = []

        def take(card):
            if card[:2] in seen:
                raise GameError(f"{self.name(card)} is there twice")
            seen.append(card[:2])

        for label, (number, text) in lines.items():
            try:
                words = text.split()
                if label == "stock":
                    if text.count("|") != 1:
                        raise GameError("there must be one |")
                    left, right = text.split("|")
                    other.dealt = len(left.split())
                    other.stock = [self.exact_card(w) for w in left.split() + right.split()]
                    for card in other.stock:
                        take(card)
                elif label in "ABCD":
                    if len(words) != 1:
                        raise GameError("one card or [] is needed")
                    if words[0] != "[]":
                        suit, rank, _ = self.exact_card(words[0])
                        other.found[label] = [[suit, r, True] for r in range(1, rank + 1)]
                        for card in other.found[label]:
                            take(card)
                else:
                    pile = other.piles[int(label) - 1]
                    for word in words:
                        if word[0] == "[" and word[-1] == "]":
                            card = self.exact_card(word[1:-1])
                            card[2] = False
                            if pile and pile[-1][2]:
                                raise GameError("a hidden card on an open one")
                        else:
                            card = self.exact_card(word)
                            if pile and pile[-1][2]:
                                below = pile[-1]
                                if self.red(below) == self.red(card) or below[1] != card[1] + 1:
                                    raise GameError(f"{word} cannot be there")
                        take(card)
                        pile.append(card)
                    if pile and not pile[-1][2]:
                        raise GameError("the last card is hidden")
            except GameError as e:
                raise GameError(f"{filename}, line {number}: {e}")
        if len(seen) != 52:
            raise GameError(f"{filename}: cards are missing")
        self.piles, self.found = other.piles, other.found
        self.stock, self.dealt = other.stock, other.dealt
        self.memory = []

    # ------------------------------------------------------------- commands

    def menu(self):
        print("move CARD TARGET, deal, undo, save FILE, load FILE, menu, help, quit")

    def command(self, line):
        """Returns False when the game is over."""
        words = line.split()
        word = words[0].lower()
        numbers = {"move": 3, "deal": 1, "undo": 1, "save": 2, "load": 2, "menu": 1, "help": 1, "quit": 1}
        if word not in numbers:
            raise GameError("I do not know this command")
        if len(words) != numbers[word]:
            raise GameError(f"{word} is not followed by {len(words) - 1} words")
        if word == "quit":
            return False
        if word in ("menu", "help"):
            self.menu()
            return True
        if word == "move":
            self.move(words[1], words[2])
        elif word == "deal":
            self.deal()
        elif word == "undo":
            self.undo()
        elif word == "save":
            self.save(words[1])
        elif word == "load":
            self.load(words[1])
        self.draw()
        return True

    def play(self):
        self.draw()
        sys.stdout.write("? ")
        sys.stdout.flush()
        for line in sys.stdin:
            if line.strip():
                try:
                    if not self.command(line):
                        return
                except GameError as e:
                    print("\nError:", e)
            sys.stdout.write("? ")
            sys.stdout.flush()


if __name__ == "__main__":
    game = Klondike()
    if len(sys.argv) > 1:
        try:
            game.start_from(sys.argv[1])
        except GameError as e:
            print("Error:", e)
            sys.exit(2)
    else:
        game.new_game()
    game.play()
