# The terminal game, all in one file. The table is a dictionary of lists.
# A card is a list [suit, rank, face up], suit one of "HDcs", rank from 1 to 13.
import random
import sys
import os


class GameError(Exception):
    pass


SUITS = "HDcs"
NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RED = "\033[31m"
PLAIN = "\033[0m"


def card_name(card):
    return card[0] + NAMES[card[1] - 1]


def is_red(card):
    return card[0] in "HD"


def parse_card(word):
    for suit in SUITS:
        for i in range(13):
            if (suit + NAMES[i]).lower() == word.lower():
                return [suit, i + 1, True]
    raise GameError("I do not know the card " + word)


def same(a, b):
    return a[0] == b[0] and a[1] == b[1]


def copy_table(table):
    new = {}
    new["stock"] = [c[:] for c in table["stock"]]
    new["shown"] = table["shown"]
    new["found"] = [[c[:] for c in f] for f in table["found"]]
    new["piles"] = [[c[:] for c in p] for p in table["piles"]]
    return new


def clean_lines(text):
    result = []
    number = 0
    for line in text.split("\n"):
        number = number + 1
        if "#" in line:
            line = line[: line.index("#")]
        line = line.strip()
        if line != "":
            result.append((number, line))
    return result


def read_file(name):
    try:
        with open(name, encoding="utf-8") as f:
            return f.read()
    except (OSError, ValueError):
        raise GameError("cannot read the file " + name)


def labelled(lines, labels):
    found = {}
    for number, line in lines:
        if ":" not in line:
            raise GameError("line " + str(number) + ": no label")
        i = line.index(":")
        label = line[:i]
        if label not in labels:
            raise GameError("line " + str(number) + ": unknown label " + label)
        if label in found:
            raise GameError("line " + str(number) + ": the label " + label + " comes twice")
        found[label] = (number, line[i + 1 :].split())
    for label in labels:
        if label not in found:
            raise GameError("no line for " + label)
    return found


def card_in_line(number, word):
    try:
        return parse_card(word)
    except GameError as e:
        raise GameError("line " + str(number) + ": " + str(e))


def check_all(cards):
    """cards: list of (line number, card)"""
    seen = set()
    for number, card in cards:
        if card_name(card) in seen:
            raise GameError("line " + str(number) + ": " + card_name(card) + " is there twice")
        seen.add(card_name(card))
    if len(seen) != 52:
        raise GameError("only " + str(len(seen)) + " cards")


def read_start(name):
    found = labelled(clean_lines(read_file(name)), ["1", "2", "3", "4", "5", "6", "7", "stock"])
    table = {"stock": [], "shown": -1, "found": [[], [], [], []], "piles": []}
    every = []
    for p in range(1, 8):
        number, words = found[str(p)]
        if len(words) != p:
            raise GameError("line " + str(number) + ": pile " + str(p) + " needs " + str(p) + " cards")
        pile = []
        for word in words:
            card = card_in_line(number, word)
            card[2] = False
            pile.append(card)
            every.append((number, card))
        pile[-1][2] = True
        table["piles"].append(pile)
    number, words = found["stock"]
    for word in words:
        card = card_in_line(number, word)
        table["stock"].append(card)
        every.append((number, card))
    check_all(every)
    return table


def shuffled():
    deck = []
    for suit in SUITS:
        for rank in range(1, 14):
            deck.append([suit, rank, False])
    random.shuffle(deck)
    table = {"stock": [], "shown": -1, "found": [[], [], [], []], "piles": []}
    for size in range(1, 8):
        pile = []
        for _ in range(size):
            pile.append(deck.pop())
        pile[-1][2] = True
        table["piles"].append(pile)
    for card in deck:
        card[2] = True
        table["stock"].append(card)
    return table


def fits(card, below):
    return is_red(card) != is_red(below) and card[1] == below[1] - 1


def find(table, card):
    """Where the card can be taken: (place, index in its pile)."""
    shown = table["shown"]
    if shown >= 0 and same(table["stock"][shown], card):
        return "stock", shown
    for i in range(4):
        if table["found"][i] and same(table["found"][i][-1], card):
            return "foundation", i
    for p in range(7):
        for i in range(len(table["piles"][p])):
            c = table["piles"][p][i]
            if same(c, card):
                if not c[2]:
                    raise GameError("that card lies face down")
                return p, i
    raise GameError("that card cannot be moved now")


def move(table, card, target):
    place, index = find(table, card)
    if target in "1234567":
        pile = table["piles"][int(target) - 1]
        if pile == []:
            if card[1] != 13:
                raise GameError("an empty pile takes kings only")
        elif not fits(card, pile[-1]):
            raise GameError(card_name(card) + " does not fit on " + card_name(pile[-1]))
    else:
        pile = table["found"]["ABCD".index(target)]
        if place == "foundation":
            raise GameError("it is on a foundation already")
        if place != "stock" and index != len(table["piles"][place]) - 1:
            raise GameError("there are cards on it")
        if pile == []:
            if card[1] != 1:
                raise GameError("a free foundation takes aces only")
        elif pile[-1][0] != card[0] or pile[-1][1] + 1 != card[1]:
            raise GameError("the foundation does not take it")
    if place == "stock":
        moved = [table["stock"].pop(index)]
        table["shown"] -= 1
    elif place == "foundation":
        moved = [table["found"][index].pop()]
    else:
        moved = table["piles"][place][index:]
        del table["piles"][place][index:]
        if table["piles"][place]:
            table["piles"][place][-1][2] = True
    for c in moved:
        c[2] = True
        pile.append(c)


def deal(table):
    if table["stock"] == []:
        raise GameError("there are no cards in the stock")
    table["shown"] += 1
    if table["shown"] == len(table["stock"]):
        table["shown"] = -1


def won(table):
    for f in table["found"]:
        if len(f) != 13:
            return False
    return True


def paint(card):
    if is_red(card):
        return RED + card_name(card) + PLAIN
    return card_name(card)


def show(table):
    if table["stock"] == []:
        text = "XX"
    elif table["shown"] < 0:
        text = "[]"
    else:
        text = paint(table["stock"][table["shown"]])
    print()
    print("   Stock:   " + text)
    line = "   Foundations:"
    for i in range(4):
        line += "   " + "ABCD"[i] + " "
        if table["found"][i] == []:
            line += "[]"
        else:
            line += paint(table["found"][i][-1])
    print(line)
    for p in range(7):
        line = "   " + str(p + 1) + ":"
        for card in table["piles"][p]:
            if card[2]:
                line += "  " + paint(card)
            else:
                line += "  []"
        print(line)
    print("   In the stock there are " + str(len(table["stock"])) + " cards.")
    if won(table):
        print("You won! Congratulations.")


def save_text(table):
    lines = ["solitaire 1", "# written by the game in lists", ""]
    for p in range(7):
        words = []
        for card in table["piles"][p]:
            if card[2]:
                words.append(card_name(card))
            else:
                words.append("[" + card_name(card) + "]")
        lines.append(str(p + 1) + ": " + " ".join(words))
    lines.append("")
    dealt = [card_name(c) for c in table["stock"][: table["shown"] + 1]]
    coming = [card_name(c) for c in table["stock"][table["shown"] + 1 :]]
    for i in range(4):
        top = "[]"
        if table["found"][i]:
            top = card_name(table["found"][i][-1])
        lines.append("ABCD"[i] + ":  " + top)
    lines.append("stock: " + " ".join(dealt) + " | " + " ".join(coming) + "   # the end")
    return "\n".join(lines) + "\n"


def read_save(name):
    lines = clean_lines(read_file(name))
    if lines == []:
        raise GameError("line 1: the file is empty")
    number, first = lines[0]
    words = first.split()
    if len(words) != 2 or words[0] != "solitaire":
        raise GameError("line " + str(number) + ": this is not a save")
    if words[1] != "1":
        raise GameError("line " + str(number) + ": I can only read version 1")
    labels = ["1", "2", "3", "4", "5", "6", "7", "A", "B", "C", "D", "stock"]
    found = labelled(lines[1:], labels)
    table = {"stock": [], "shown": -1, "found": [], "piles": []}
    every = []
    number, words = found["stock"]
    text = " ".join(words)
    if text.count("|") != 1:
        raise GameError("line " + str(number) + ": one | please")
    left, right = text.split("|")
    for word in left.split() + right.split():
        card = card_in_line(number, word)
        table["stock"].append(card)
        every.append((number, card))
    table["shown"] = len(left.split()) - 1
    for letter in "ABCD":
        number, words = found[letter]
        if len(words) != 1:
            raise GameError("line " + str(number) + ": one card or []")
        foundation = []
        if words[0] != "[]":
            top = card_in_line(number, words[0])
            for rank in range(1, top[1] + 1):
                card = [top[0], rank, True]
                foundation.append(card)
                every.append((number, card))
        table["found"].append(foundation)
    for p in range(1, 8):
        number, words = found[str(p)]
        pile = []
        for word in words:
            if word[0] == "[" and word[-1] == "]":
                card = card_in_line(number, word[1:-1])
                card[2] = False
                if pile and pile[-1][2]:
                    raise GameError("line " + str(number) + ": face down on face up")
            else:
                card = card_in_line(number, word)
                if pile and pile[-1][2] and not fits(card, pile[-1]):
                    raise GameError("line " + str(number) + ": these cannot lie on each other")
            pile.append(card)
            every.append((number, card))
        if pile and not pile[-1][2]:
            raise GameError("line " + str(number) + ": the last card is face down")
        table["piles"].append(pile)
    check_all(every)
    return table


def write_save(name, table):
    try:
        with open(name + ".new", "w", encoding="utf-8") as f:
            f.write(save_text(table))
        os.replace(name + ".new", name)
    except (OSError, ValueError):
        raise GameError("cannot write the file " + name)


def menu():
    print("1) move CARD TARGET: for example, move H3 5 or move sA B")
    print("2) deal")
    print("3) save FILE and load FILE")
    print("4) undo")
    print("5) menu or help")
    print("6) quit")


def play(table):
    before = []
    show(table)
    while True:
        print("What next?", end=" ", flush=True)
        line = sys.stdin.buffer.readline().decode()
        if line == "":
            print("Bye.")
            return
        words = line.split()
        if words == []:
            continue
        verb = words[0].lower()
        rest = words[1:]
        try:
            if verb == "quit" and rest == []:
                print("Bye.")
                return
            elif verb in ("menu", "help") and rest == []:
                menu()
            elif verb == "move" and len(rest) == 2:
                card = parse_card(rest[0])
                target = rest[1].upper()
                if target not in ["1", "2", "3", "4", "5", "6", "7", "A", "B", "C", "D"]:
                    raise GameError("there is no target " + target)
                new = copy_table(table)
                move(new, card, target)
                before.append(table)
                if len(before) > 5:
                    before = before[1:]
                table = new
                show(table)
            elif verb == "deal" and rest == []:
                new = copy_table(table)
                deal(new)
                before.append(table)
                if len(before) > 5:
                    before = before[1:]
                table = new
                show(table)
            elif verb == "undo" and rest == []:
                if before == []:
                    raise GameError("nothing to take back")
                table = before.pop()
                show(table)
            elif verb == "save" and len(rest) == 1:
                write_save(rest[0], table)
                print("Your game is in the file now.")
            elif verb == "load" and len(rest) == 1:
                table = read_save(rest[0])
                before = []
                show(table)
            else:
                raise GameError("I do not understand that line")
        except GameError as e:
            print("Error:", e, file=sys.stderr, flush=True)


def main():
    if len(sys.argv) > 1:
        try:
            table = read_start(sys.argv[1])
        except GameError as e:
            print("Error:", e, file=sys.stderr)
            sys.exit(2)
    else:
        table = shuffled()
    play(table)


main()
