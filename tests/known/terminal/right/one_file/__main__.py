# my solitaire game
import sys
import random
from enum import Enum

SUITS = ["H", "D", "c", "s"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ALL = [s + r for s in SUITS for r in RANKS]


class Color(Enum):
    RED = 1
    BLACK = 2


# the game is kept in these
piles = [[] for i in range(7)]  # lists of [card, faceup]
found = [[], [], [], []]
stock = []
pos = -1  # index of shown card, -1 = nothing shown
undos = []


def color(card):
    if card[0] == "H" or card[0] == "D":
        return Color.RED
    return Color.BLACK


def rank(card):
    return RANKS.index(card[1:]) + 1


def fits(card, on):
    return color(card) != color(on) and rank(card) + 1 == rank(on)


class Oops(Exception):
    pass


def snapshot():
    return ([[c[:] for c in p] for p in piles], [f[:] for f in found], stock[:], pos)


def restore(s):
    global piles, found, stock, pos
    piles, found, stock, pos = s


def remember(s):
    undos.append(s)
    while len(undos) > 5:
        undos.pop(0)


def show():
    print()
    if len(stock) == 0:
        print("Stock: XX")
    elif pos == -1:
        print("Stock: []")
    else:
        print("Stock:", stock[pos])
    print("Foundations:", end="")
    for letter, f in zip("ABCD", found):
        print(" ", letter, f[-1] if f else "[]", end="")
    print()
    for i in range(7):
        print(f"{i + 1}:", end="")
        for card, up in piles[i]:
            print("", card if up else "[]", end="")
        print()
    print()
    if all(len(f) == 13 for f in found):
        print("You won!!!")


def menu():
    print("move <card> <where>   e.g. move H3 5 or move sA B")
    print("deal                  turn the next card")
    print("undo                  oops")
    print("save <file>")
    print("load <file>")
    print("menu / help           this text")
    print("quit")


def to_card(word):
    for card in ALL:
        if card.lower() == word.lower():
            return card
    raise Oops("there is no card " + word)


def do_move(card, target):
    global pos
    card = to_card(card)
    target = target.upper()
    if target not in ["1", "2", "3", "4", "5", "6", "7", "A", "B", "C", "D"]:
        raise Oops("there is no place " + target)
    # where is it
    where = None
    cards = [card]
    for i in range(7):
        for j in range(len(piles[i])):
            if piles[i][j][0] == card:
                if not piles[i][j][1]:
                    raise Oops("this card is face down")
                where = ("pile", i, j)
                cards = [c[0] for c in piles[i][j:]]
    for i in range(4):
        if found[i] and found[i][-1] == card:
            where = ("found", i, 0)
    if pos >= 0 and stock[pos] == card:
        where = ("stock", 0, 0)
    if where is None:
        raise Oops("you can not take " + card)
    # does it go there
    match target:
        case "A" | "B" | "C" | "D":
            f = found["ABCD".index(target)]
            if where[0] == "found":
                raise Oops("it is on a foundation already")
            if len(cards) > 1:
                raise Oops("only one card can go to a foundation")
            if not f and rank(card) != 1:
                raise Oops("only an ace can go there")
            if f and (f[-1][0] != card[0] or rank(f[-1]) + 1 != rank(card)):
                raise Oops("not the next card")
        case _:
            p = piles[int(target) - 1]
            if not p and rank(card) != 13:
                raise Oops("only kings on an empty pile")
            if p and not fits(card, p[-1][0]):
                raise Oops(f"{card} does not fit on {p[-1][0]}")
    before = snapshot()
    # ok take it
    match where:
        case ("pile", i, j):
            del piles[i][j:]
            if piles[i]:
                piles[i][-1][1] = True
        case ("found", i, _):
            found[i].pop()
        case ("stock", _, _):
            stock.pop(pos)
            pos -= 1
    if target in "ABCD":
        found["ABCD".index(target)].append(card)
    else:
        piles[int(target) - 1] += [[c, True] for c in cards]
    remember(before)
    show()


def do_deal():
    global pos
    if not stock:
        raise Oops("no cards in the stock")
    remember(snapshot())
    pos += 1
    if pos == len(stock):
        pos = -1
    show()


def do_undo():
    if not undos:
        raise Oops("nothing to undo")
    restore(undos.pop())
    show()


def do_save(name):
    text = "solitaire 1\n"
    text += "stock: "
    for i in range(len(stock)):
        if i == pos + 1:
            text += "| "
        text += stock[i] + " "
    if pos == len(stock) - 1:
        text += "|"
    text += "\n"
    for letter, f in zip("ABCD", found):
        text += letter + ": " + (f[-1] if f else "[]") + "\n"
    for i in range(7):
        text += str(i + 1) + ":"
        for c, up in piles[i]:
            text += " " + c if up else " [" + c + "]"
        text += "\n"
    try:
        f = open(name, "w")
        f.write(text)
        f.close()
    except OSError as e:
        raise Oops(str(e))
    print("saved to", name)


def read_lines(name):
    try:
        with open(name, encoding="utf-8") as f:
            raw = f.readlines()
    except (OSError, ValueError) as e:
        raise Oops(name + ": " + str(e))
    lines = []
    n = 0
    for line in raw:
        n += 1
        if "#" in line:
            line = line[: line.index("#")]
        line = line.strip()
        if line != "":
            lines.append((n, line))
    return lines


def check_all(seen):
    missing = [c for c in ALL if c not in seen]
    if missing:
        raise Oops("missing cards: " + " ".join(missing))


def check_card(n, c, seen):
    if c not in ALL:
        raise Oops(f"line {n}: {c} is no card")
    if c in seen:
        raise Oops(f"line {n}: {c} twice")
    seen.append(c)


def do_load(name):
    global piles, found, stock, pos, undos
    lines = read_lines(name)
    if not lines:
        raise Oops("the file is empty")
    n, line = lines[0]
    if line.split()[0] != "solitaire" or len(line.split()) != 2:
        raise Oops(f"line {n}: this is not a save")
    if line.split()[1] != "1":
        raise Oops(f"line {n}: wrong version")
    seen = []
    new_piles = [None] * 7
    new_found = [None] * 4
    new_stock = None
    new_pos = None
    for n, line in lines[1:]:
        label, sep, rest = line.partition(":")
        words = rest.split()
        match label, sep:
            case "stock", ":":
                if new_stock is not None:
                    raise Oops(f"line {n}: stock twice")
                if words.count("|") != 1:
                    raise Oops(f"line {n}: one | please")
                new_pos = words.index("|") - 1
                words.remove("|")
                for c in words:
                    check_card(n, c, seen)
                new_stock = words
            case "A" | "B" | "C" | "D", ":":
                i = "ABCD".index(label)
                if new_found[i] is not None:
                    raise Oops(f"line {n}: {label} twice")
                match words:
                    case ["[]"]:
                        new_found[i] = []
                    case [c]:
                        if c not in ALL:
                            raise Oops(f"line {n}: {c} is no card")
                        new_found[i] = [c[0] + r for r in RANKS[: rank(c)]]
                        for x in new_found[i]:
                            check_card(n, x, seen)
                    case _:
                        raise Oops(f"line {n}: one card or []")
            case "1" | "2" | "3" | "4" | "5" | "6" | "7", ":":
                i = int(label) - 1
                if new_piles[i] is not None:
                    raise Oops(f"line {n}: {label} twice")
                pile = []
                for w in words:
                    if w[0] == "[" and w[-1] == "]":
                        c = w[1:-1]
                        up = False
                    else:
                        c = w
                        up = True
                    check_card(n, c, seen)
                    if pile and pile[-1][1]:
                        if not up:
                            raise Oops(f"line {n}: face down card on face up card")
                        if not fits(c, pile[-1][0]):
                            raise Oops(f"line {n}: {c} can not be on {pile[-1][0]}")
                    pile.append([c, up])
                if pile and not pile[-1][1]:
                    raise Oops(f"line {n}: last card is face down")
                new_piles[i] = pile
            case _:
                raise Oops(f"line {n}: what is this")
    if None in new_piles or None in new_found or new_stock is None:
        raise Oops("a line is missing")
    check_all(seen)
    piles = new_piles
    found = new_found
    stock = new_stock
    pos = new_pos
    undos = []
    show()


def start_from(name):
    global stock
    seen = []
    labels = []
    for n, line in read_lines(name):
        label, sep, rest = line.partition(":")
        if sep == "" or label not in ["1", "2", "3", "4", "5", "6", "7", "stock"]:
            raise Oops(f"line {n}: what is this")
        if label in labels:
            raise Oops(f"line {n}: {label} twice")
        labels.append(label)
        cards = rest.split()
        for c in cards:
            check_card(n, c, seen)
        if label == "stock":
            stock = cards
        else:
            if len(cards) != int(label):
                raise Oops(f"line {n}: wrong number of cards")
            piles[int(label) - 1] = [[c, False] for c in cards]
            piles[int(label) - 1][-1][1] = True
    if len(labels) != 8:
        raise Oops("a line is missing")
    check_all(seen)


def start_random():
    global stock
    cards = ALL[:]
    random.shuffle(cards)
    for i in range(7):
        for j in range(i + 1):
            piles[i].append([cards.pop(), j == i])
    stock = cards


if len(sys.argv) > 1:
    try:
        start_from(sys.argv[1])
    except Oops as e:
        print("Error:", e)
        sys.exit(2)
else:
    start_random()

print("Welcome to solitaire! Type help if you need it")
show()
while True:
    try:
        line = input("what now? ")
    except EOFError:
        break
    try:
        words = line.split()
        if words:
            words[0] = words[0].lower()
        match words:
            case []:
                pass
            case ["move", card, target]:
                do_move(card, target)
            case ["deal"]:
                do_deal()
            case ["undo"]:
                do_undo()
            case ["save", name]:
                do_save(name)
            case ["load", name]:
                do_load(name)
            case ["menu"] | ["help"]:
                menu()
            case ["quit"]:
                print("bye")
                break
            case ["move" | "deal" | "undo" | "save" | "load" | "menu" | "help" | "quit", *_]:
                raise Oops("wrong number of words, see menu")
            case _:
                raise Oops("i do not know this command")
    except Oops as e:
        print("Error:", e)
