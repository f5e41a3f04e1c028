# Klondike in one file: lists, dictionaries and functions.
import os
import random
import sys

SUITS = "HDcs"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ALL = [s + r for s in SUITS for r in RANKS]
CLEAR = "\x1b[2J\x1b[H"
piles = {}  # "1" -> list of [card, is it face up]
tops = {}  # "A" -> list of cards
stock = []
position = [0]  # how many cards of the stock are dealt
memory = []


class Wrong(Exception):
    pass


def value(card):
    return RANKS.index(card[1:]) + 1


def red(card):
    return card[0] in "HD"


def goes_on(card, other):
    return red(card) != red(other) and value(card) + 1 == value(other)


def card_named(word):
    for card in ALL:
        if card.upper() == word.upper():
            return card
    raise Wrong("no such card: " + word)


def snapshot():
    return (
        {name: [list(one) for one in pile] for name, pile in piles.items()},
        {name: list(cards) for name, cards in tops.items()},
        list(stock),
        position[0],
    )


def restore(state):
    some_piles, some_tops, some_stock, place = state
    piles.clear()
    piles.update(some_piles)
    tops.clear()
    tops.update(some_tops)
    stock[:] = some_stock
    position[0] = place


def paint(card):
    return "\x1b[31m" + card + "\x1b[0m" if red(card) else card


def show():
    print(CLEAR + "=" * 60)
    for name in "7654321":
        cards = [paint(c) if up else "[]" for c, up in piles[name]]
        print("  | " + name + ":   " + "   ".join(cards))
        print()
    row = "   ".join(n + "  " + (paint(tops[n][-1]) if tops[n] else "[]") for n in "ABCD")
    print("  | Foundations:  " + row + "  |")
    if not stock:
        shown = "XX"
    elif position[0] == 0:
        shown = "[]"
    else:
        shown = paint(stock[position[0] - 1])
    print("  | Stock:   " + shown + "  |")
    print("(" + str(len(stock)) + " cards are in the stock)")
    if all(len(tops[n]) == 13 for n in "ABCD"):
        print("You won! Well played.")
    print("-" * 60)
    menu()


def menu():
    print("1) MOVE card target  2) DEAL  3) UNDO  4) SAVE file  5) LOAD file  6) MENU, HELP  7) QUIT")


def file_lines(text):
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.split("#")[0].strip()
        if line:
            yield number, line


def sections(lines, labels):
    found = {}
    for number, line in lines:
        label = line.split(":")[0].strip()
        if ":" not in line or label not in labels or label in found:
            raise Wrong("line %d: %s" % (number, line))
        found[label] = (number, line.split(":", 1)[1].split())
    for label in labels:
        if label not in found:
            raise Wrong("no line " + label)
    return found


def exact(word, number):
    if word not in ALL:
        raise Wrong("line %d: not a card: %s" % (number, word))
    return word


def whole(pairs):
    seen = set()
    for card, number in pairs:
        if card in seen:
            raise Wrong("line %d: %s twice" % (number, card))
        seen.add(card)
    if len(seen) < 52:
        raise Wrong("there are not 52 cards")


def begin(text):
    found = sections(file_lines(text), ["1", "2", "3", "4", "5", "6", "7", "stock"])
    pairs = [(exact(w, n), n) for n, words in found.values() for w in words]
    whole(pairs)
    for name in "1234567":
        number, words = found[name]
        if len(words) != int(name):
            raise Wrong("line %d: pile %s has %d cards" % (number, name, len(words)))
    deal_out([found[n][1] for n in "1234567"], found["stock"][1])


def deal_out(columns, rest):
    for name, column in zip("1234567", columns):
        piles[name] = [[c, False] for c in column]
        piles[name][-1][1] = True
    for name in "ABCD":
        tops[name] = []
    stock[:] = rest
    position[0] = 0


def load(name):
    try:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError):
        raise Wrong("cannot read " + name)
    lines = file_lines(text)
    number, first = next(lines, (1, ""))
    if first.split()[:1] != ["solitaire"] or len(first.split()) != 2:
        raise Wrong("line %d: not a save" % number)
    if first.split()[1] != "1":
        raise Wrong("line %d: another version" % number)
    found = sections(lines, ["stock", *"ABCD1234567"])
    pairs, new_piles, new_tops = [], {}, {}
    number, words = found["stock"]
    if words.count("|") != 1:
        raise Wrong("line %d: one bar, please" % number)
    bar = words.index("|")
    words.remove("|")
    new_stock = [exact(w, number) for w in words]
    pairs += [(c, number) for c in new_stock]
    for name in "ABCD":
        number, words = found[name]
        if words == ["[]"]:
            new_tops[name] = []
        elif len(words) == 1:
            card = exact(words[0], number)
            new_tops[name] = [card[0] + r for r in RANKS[: value(card)]]
        else:
            raise Wrong("line %d: one card or []" % number)
        pairs += [(c, number) for c in new_tops[name]]
    for name in "1234567":
        number, words = found[name]
        pile = []
        for word in words:
            up = not (word.startswith("[") and word.endswith("]"))
            pile.append([exact(word if up else word[1:-1], number), up])
        for a, b in zip(pile, pile[1:]):
            if a[1] and (not b[1] or not goes_on(b[0], a[0])):
                raise Wrong("line %d: %s on %s" % (number, b[0], a[0]))
        if pile and not pile[-1][1]:
            raise Wrong("line %d: the last card is face down" % number)
        new_piles[name] = pile
        pairs += [(c, number) for c, _ in pile]
    whole(pairs)
    restore((new_piles, new_tops, new_stock, bar))
    memory.clear()
    show()


def save(name):
    out = ["# saved by a player", "solitaire 1", ""]
    for pile in "7654321":
        words = [c if up else "[" + c + "]" for c, up in piles[pile]]
        out.append(" ".join([pile + ":", *words]))
    for slot in "DCBA":
        out.append(slot + ": " + (tops[slot][-1] if tops[slot] else "[]"))
    place = position[0]
    out.append(" ".join(["stock:", *stock[:place], "|", *stock[place:]]))
    try:
        with open(name + ".new", "w", encoding="utf-8") as file:
            file.write("\n".join(out) + "\n")
        os.replace(name + ".new", name)
    except OSError as error:
        raise Wrong(str(error))
    print("saved")


def move(word, target):
    card, target = card_named(word), target.upper()
    if len(target) != 1 or target not in "1234567ABCD":
        raise Wrong("no such target: " + target)
    source, run = None, [card]
    if position[0] and stock[position[0] - 1] == card:
        source = "stock"
    for name in "ABCD":
        if tops[name] and tops[name][-1] == card:
            source = name
    for name in "1234567":
        for place, (one, up) in enumerate(piles[name]):
            if one == card and up:
                source, run = name, [c for c, _ in piles[name][place:]]
    if source is None:
        raise Wrong(card + " is not to be had")
    if target in "ABCD":
        if len(run) > 1 or source in "ABCD":
            raise Wrong("one card from a pile or the stock, please")
        if tops[target]:
            below = tops[target][-1]
            if card[0] != below[0] or value(card) != value(below) + 1:
                raise Wrong(card + " is not next")
        elif value(card) != 1:
            raise Wrong("only aces begin")
    elif piles[target]:
        if not goes_on(card, piles[target][-1][0]):
            raise Wrong(card + " does not go there")
    elif value(card) != 13:
        raise Wrong("only kings go there")
    remember()
    if source == "stock":
        position[0] -= 1
        del stock[position[0]]
    elif source in "ABCD":
        tops[source].pop()
    else:
        del piles[source][-len(run) :]
        if piles[source]:
            piles[source][-1][1] = True
    if target in "ABCD":
        tops[target].append(card)
    else:
        piles[target] += [[c, True] for c in run]


def remember():
    memory.append(snapshot())
    del memory[:-5]


def deal():
    if not stock:
        raise Wrong("nothing to deal")
    remember()
    position[0] = position[0] + 1 if position[0] < len(stock) else 0


def obey(words):
    verb = words[0].lower()
    if verb == "move" and len(words) == 3:
        move(words[1], words[2])
        show()
    elif verb == "deal" and len(words) == 1:
        deal()
        show()
    elif verb == "undo" and len(words) == 1:
        if not memory:
            raise Wrong("nothing to take back")
        restore(memory.pop())
        show()
    elif verb == "save" and len(words) == 2:
        save(words[1])
    elif verb == "load" and len(words) == 2:
        load(words[1])
    elif verb in ("menu", "help") and len(words) == 1:
        menu()
    else:
        raise Wrong("I do not know: " + " ".join(words))


if len(sys.argv) > 1:
    try:
        with open(sys.argv[1], encoding="utf-8") as start:
            begin(start.read())
    except (OSError, ValueError, Wrong) as error:
        print("   Error: " + sys.argv[1] + ": " + str(error))
        sys.exit(2)
else:
    random.shuffle(ALL_SHUFFLED := ALL[:])
    cut = [ALL_SHUFFLED[n * (n - 1) // 2 : n * (n + 1) // 2] for n in range(1, 8)]
    deal_out(cut, ALL_SHUFFLED[28:])
show()
while True:
    try:
        given = input("").split()
    except EOFError:
        break
    if not given:
        continue
    if [one.lower() for one in given] == ["quit"]:
        print("Bye")
        break
    try:
        obey(given)
    except Wrong as wrong:
        print("\n   Error: " + str(wrong) + "\n")
