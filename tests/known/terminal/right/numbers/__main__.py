# Cards are numbers from 0 to 51: number // 13 is the suit, number % 13 the rank.
# Everything that changes is put into a journal, and undo plays the journal backwards.
import random
import sys

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
TEXT = [s + r for s in "HDcs" for r in RANKS]
NUMBER = {text: n for n, text in enumerate(TEXT)}
TYPED = {text.lower(): n for n, text in enumerate(TEXT)}
RED, GREEN, BOLD, OFF = "\033[1;31m", "\033[32m", "\033[1m", "\033[0m"


class No(Exception):
    """Raised with the reason why something is refused."""


def suit(n):
    return n // 13


def black(n):
    return n >= 26


def lies_on(n, m):
    return black(n) != black(m) and n % 13 + 1 == m % 13


class Journal:
    def __init__(self):
        self.steps = []
        self.open = []

    def note(self, function, *arguments):
        self.open.append((function, arguments))

    def close(self):
        self.steps.append(self.open)
        self.open = []
        if len(self.steps) > 5:
            self.steps.pop(0)

    def back(self):
        if not self.steps:
            raise No("there is no step to go back to")
        for function, arguments in reversed(self.steps.pop()):
            function(*arguments)


class Column(list):
    hidden = 0

    def hide(self, count):
        self.hidden = count

    def cut(self, length):
        del self[length:]


class Table:
    def __init__(self):
        self.columns = [Column() for _ in range(7)]
        self.slots = [-1] * 4
        self.stock = []
        self.position = 0
        self.journal = Journal()

    def set_slot(self, i, n):
        self.slots[i] = n

    def set_position(self, position):
        self.position = position

    def deal(self):
        if not self.stock:
            raise No("no stock")
        self.journal.note(self.set_position, self.position)
        self.position = (self.position + 1) % (len(self.stock) + 1)
        self.journal.close()

    def move(self, n, target):
        if self.position and self.stock[self.position - 1] == n:
            place, run = "stock", [n]
        elif n in self.slots:
            place, run = "slot", [n]
        else:
            for column in self.columns:
                if n in column[column.hidden:]:
                    place, run = column, column[column.index(n):]
                    break
            else:
                raise No(f"{TEXT[n]} stays where it is")
        if target < 7:
            goal = self.columns[target]
            if not goal:
                if n % 13 != 12:
                    raise No("no king")
            elif not lies_on(n, goal[-1]):
                raise No(f"{TEXT[n]} may not lie on {TEXT[goal[-1]]}")
        else:
            top = self.slots[target - 7]
            if place == "slot":
                raise No("foundations do not swap cards")
            if len(run) > 1:
                raise No(f"{len(run) - 1} cards lie on it")
            if top < 0 and n % 13:
                raise No("no ace")
            if top >= 0 and (suit(n) != suit(top) or n != top + 1):
                raise No(f"{TEXT[n]} does not come after {TEXT[top]}")
        note = self.journal.note
        if place == "stock":
            self.position -= 1
            self.stock.pop(self.position)
            note(self.set_position, self.position + 1)
            note(self.stock.insert, self.position, n)
        elif place == "slot":
            i = self.slots.index(n)
            self.slots[i] = n - 1 if n % 13 else -1
            note(self.set_slot, i, n)
        else:
            place.cut(len(place) - len(run))
            note(place.extend, run)
            if place and place.hidden == len(place):
                note(place.hide, place.hidden)
                place.hidden -= 1
        if target < 7:
            note(goal.cut, len(goal))
            goal += run
        else:
            note(self.set_slot, target - 7, self.slots[target - 7])
            self.slots[target - 7] = n
        self.journal.close()

    def draw(self):
        def colour(n):
            return TEXT[n] if black(n) else RED + TEXT[n] + OFF

        def row(label, *parts):
            print("  |  " + BOLD + label + OFF + "  " + "  ".join(parts) + "  |")

        print("\033[2J\033[H  +" + "=" * 60 + "+")
        if self.position:
            row("Stock:", colour(self.stock[self.position - 1]))
        else:
            row("Stock:", "[]" if self.stock else "XX")
        row("Foundations:", *(f"{l} {colour(n) if n >= 0 else '[]'}" for l, n in zip("ABCD", self.slots)))
        print("  +" + "-" * 60 + "+")
        for i, column in enumerate(self.columns):
            cards = [GREEN + "[]" + OFF] * column.hidden + [colour(n) for n in column[column.hidden:]]
            row(f"{i + 1}:", *cards)
        print("  +" + "=" * 60 + "+")
        if all(n % 13 == 12 and n >= 0 for n in self.slots):
            print("You won in the end, well done")


def read(name, labels, header):
    """A dictionary from the labels to the line numbers and the words of the lines."""
    try:
        with open(name, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError as error:
        raise No(f"{name}: {error.strerror}")
    except UnicodeDecodeError:
        raise No(f"{name}: that is not text")
    result = {}
    for number, line in enumerate(lines, 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if header:
            if line.split() != ["solitaire", "1"]:
                raise No(f"line {number}: 'solitaire 1' is expected here")
            header = False
            continue
        label, colon, rest = line.partition(":")
        label = label.strip()
        if not colon or label not in labels or label in result:
            raise No(f"line {number}: unexpected '{label}'")
        result[label] = number, rest.replace("|", " | ").split()
    if header:
        raise No("line 1: the file says nothing")
    for label in labels:
        if label not in result:
            raise No(f"no line for {label}")
    return result


class Deck:
    def __init__(self):
        self.free = [True] * 52

    def draw(self, word, line):
        if word not in NUMBER:
            raise No(f"line {line}: {word} is not in the deck")
        return self.mark(NUMBER[word], line)

    def mark(self, n, line):
        if not self.free[n]:
            raise No(f"line {line}: {TEXT[n]} is in two places")
        self.free[n] = False
        return n

    def done(self):
        if any(self.free):
            raise No(f"where is {TEXT[self.free.index(True)]}?")


def start(name):
    table, deck = Table(), Deck()
    for label, (line, words) in read(name, "1 2 3 4 5 6 7 stock".split(), False).items():
        cards = [deck.draw(word, line) for word in words]
        if label == "stock":
            table.stock = cards
            continue
        if len(cards) != int(label):
            raise No(f"line {line}: pile {label} with {len(cards)} cards")
        table.columns[int(label) - 1].extend(cards)
        table.columns[int(label) - 1].hidden = len(cards) - 1
    deck.done()
    return table


def load(name):
    table, deck = Table(), Deck()
    for label, (line, words) in read(name, "stock A B C D 1 2 3 4 5 6 7".split(), True).items():
        if label == "stock":
            if words.count("|") != 1:
                raise No(f"line {line}: the | is not there once")
            table.position = words.index("|")
            table.stock = [deck.draw(word, line) for word in words if word != "|"]
        elif label in "ABCD":
            if len(words) != 1:
                raise No(f"line {line}: one word, please")
            if words != ["[]"]:
                top = deck.draw(words[0], line)
                for n in range(suit(top) * 13, top):
                    deck.mark(n, line)
                table.slots["ABCD".index(label)] = top
        else:
            column = table.columns[int(label) - 1]
            for word in words:
                if word[0] + word[-1] == "[]":
                    if column.hidden < len(column):
                        raise No(f"line {line}: {word} must be open")
                    column.append(deck.draw(word[1:-1], line))
                    column.hidden += 1
                else:
                    n = deck.draw(word, line)
                    if column.hidden < len(column) and not lies_on(n, column[-1]):
                        raise No(f"line {line}: {word} is on a wrong card")
                    column.append(n)
            if column and column.hidden == len(column):
                raise No(f"line {line}: the last card must be open")
    deck.done()
    return table


def save(table, name):
    words = [TEXT[n] for n in table.stock]
    words.insert(table.position, "|")
    try:
        with open(name, "w") as file:
            print("solitaire 1", file=file)
            for i, column in enumerate(table.columns):
                cards = [f"[{TEXT[n]}]" for n in column[:column.hidden]] + [TEXT[n] for n in column[column.hidden:]]
                print(f"{i + 1}:", *cards, file=file)
            print("stock:", *words, file=file)
            for letter, n in zip("ABCD", table.slots):
                print(f"{letter}:", TEXT[n] if n >= 0 else "[]", file=file)
    except (OSError, ValueError) as error:
        raise No(f"{name}: {error}")


def obey(table, line):
    """The table after the command, or None after quit."""
    words = line.split()
    lower = line.lower().split()
    if lower in (["menu"], ["help"]):
        print("  You can   move CARD TARGET   deal   undo   save FILE   load FILE   menu   help   quit")
        return table
    if lower == ["quit"]:
        return None
    if lower == ["deal"]:
        table.deal()
    elif lower == ["undo"]:
        table.journal.back()
    elif lower[:1] == ["move"] and len(words) == 3:
        if lower[1] not in TYPED:
            raise No(words[1] + " is not in the deck")
        if lower[2] not in list("1234567abcd"):
            raise No(words[2] + " is not on the table")
        table.move(TYPED[lower[1]], "1234567abcd".index(lower[2]))
    elif lower[:1] == ["save"] and len(words) == 2:
        save(table, words[1])
        return table
    elif lower[:1] == ["load"] and len(words) == 2:
        table = load(words[1])
    else:
        raise No("that is not possible; see the menu")
    table.draw()
    return table


def main():
    try:
        if len(sys.argv) > 1:
            table = start(sys.argv[1])
        else:
            table = Table()
            cards = list(range(52))
            random.shuffle(cards)
            for i, column in enumerate(table.columns):
                column += [cards.pop() for _ in range(i + 1)]
                column.hidden = i
            table.stock = cards
    except No as no:
        sys.stderr.write(f"Error: {no}\n")
        sys.exit(2)
    table.draw()
    while table is not None:
        try:
            line = input("\n  " + GREEN + "-->" + OFF + " ")
        except EOFError:
            break
        if not line.strip():
            continue
        try:
            table = obey(table, line)
        except No as no:
            print(f"{RED}Error:{OFF} {no}")
    print()


main()
