"""Klondike, where a table is a dictionary of the twelve lines of its save.

table["stock"] is a list like ["cK", "D8", "|", "HA"], table["A"] is ["H3"] or ["[]"], and
table["3"] is ["[c3]", "[c10]", "H4"]. Tables are not changed: every step makes a new one.
"""

from collections import deque
from enum import Enum, auto
from random import shuffle
from re import compile as pattern, IGNORECASE
from sys import argv, exit, stderr, stdin, stdout

PILES, SLOTS = list("1234567"), list("ABCD")
LINES = ["stock", *SLOTS, *PILES]
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PACK = {suit + rank for suit in "HDcs" for rank in ORDER}
CARD = pattern(r"([hdcs])(10|[2-9ajqk])", IGNORECASE)


class After(Enum):
    """What is to be done after a command."""

    SHOW = auto()
    GO_ON = auto()
    LEAVE = auto()


value = lambda card: ORDER.index(card[1:])
red = lambda card: card[0] in "HD"
is_down = lambda token: token[0] == "["
descends = lambda upper, lower: red(upper) != red(lower) and value(upper) + 1 == value(lower)


def need(condition, why):
    if not condition:
        raise ValueError(why)


def at(line, condition, why):
    need(condition, f"line {line}: {why}")


# ---------------------------------------------------------------- reading


def content(name):
    with open(name, "rb") as file:
        raw = file.read()
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{name}: that is not a text") from None
    stripped = ((n, line.split("#", 1)[0].split()) for n, line in enumerate(text.split("\n"), 1))
    return [(n, words) for n, words in stripped if words]


def lines_of(rows, labels):
    found = {}
    for n, (label, *words) in rows:
        at(n, label[-1] == ":" and label[:-1] in labels, f"{label} is not expected")
        at(n, label[:-1] not in found, f"{label} again")
        found[label[:-1]] = (n, words)
    for label in labels:
        need(label in found, f"the line {label}: is not there")
    return found


def tally(found):
    """Checks that each card is there once; what is found holds plain cards by line."""
    seen = set()
    for n, words in found:
        for word in words:
            at(n, word in PACK, f"{word} is not a card")
            at(n, word not in seen, f"{word} is there already")
            seen.add(word)
    need(seen == PACK, "missing: " + " ".join(sorted(PACK - seen)))


def start_from(name):
    found = lines_of(content(name), [*PILES, "stock"])
    tally(found.values())
    for label in PILES:
        n, words = found[label]
        at(n, len(words) == int(label), f"pile {label} needs {label} cards")
    return lay({label: words for label, (n, words) in found.items()})


def lay(cards):
    table = {label: [f"[{card}]" for card in cards[label][:-1]] + cards[label][-1:] for label in PILES}
    return table | {"stock": ["|", *cards["stock"]]} | {slot: ["[]"] for slot in SLOTS}


def lay_any():
    cards = sorted(PACK)
    shuffle(cards)
    piles = {label: [cards.pop() for _ in range(int(label))] for label in PILES}
    return lay(piles | {"stock": cards})


def under(top):
    return [top[0] + rank for rank in ORDER[: value(top) + 1]]


def save_from(name):
    rows = content(name)
    need(rows, "nothing is in this file")
    (n, first), *rows = rows
    at(n, len(first) == 2 and first[0] == "solitaire", "that is not a save")
    at(n, first[1] == "1", "only version 1 can be loaded")
    found = lines_of(rows, LINES)
    n, stock = found["stock"]
    at(n, stock.count("|") == 1, "the stock needs one |")
    cards = [(n, [word for word in stock if word != "|"])]
    for slot in SLOTS:
        n, words = found[slot]
        at(n, len(words) == 1 and words[0] in PACK | {"[]"}, "one card or [] is needed")
        cards.append((n, [] if words == ["[]"] else under(words[0])))
    for label in PILES:
        n, words = found[label]
        plain = [word[1:-1] if is_down(word) and word[-1] == "]" else word for word in words]
        cards.append((n, plain))
    tally(cards)
    for label in PILES:
        n, words = found[label]
        at(n, not words or not is_down(words[-1]), "the last card lies face down")
        for before, word in zip(words, words[1:]):
            at(n, is_down(before) or not is_down(word), f"{word} on {before}")
            at(n, is_down(before) or descends(word, before), f"{word} on {before}")
    return {label: words for label, (n, words) in found.items()}


def text_of(table):
    rows = [" ".join([f"{label}:", *table[label]]) for label in LINES]
    return "\n".join(["solitaire 1", *rows, ""])


# ---------------------------------------------------------------- the rules


def shown(table):
    bar = table["stock"].index("|")
    return table["stock"][bar - 1] if bar else None


def deal(table):
    stock = table["stock"]
    need(len(stock) > 1, "no card is left in the stock")
    bar = stock.index("|")
    if bar == len(stock) - 1:
        turned = ["|", *stock[:-1]]
    else:
        turned = [*stock[:bar], stock[bar + 1], "|", *stock[bar + 2 :]]
    return table | {"stock": turned}


def source_of(table, card):
    """The line that the card comes from, what is left of it, and the cards."""
    if shown(table) == card:
        at = table["stock"].index(card)
        return "stock", table["stock"][:at] + table["stock"][at + 1 :], [card]
    for label in PILES:
        if card in table[label]:
            at = table[label].index(card)
            left = table[label][:at]
            return label, left[:-1] + [word.strip("[]") for word in left[-1:]], table[label][at:]
    for slot in SLOTS:
        if table[slot] == [card]:
            return slot, ([card[0] + ORDER[value(card) - 1]] if value(card) else ["[]"]), [card]
    raise ValueError(f"{card} cannot be reached")


def move(table, card, target):
    source, left, cards = source_of(table, card)
    last = table[target][-1] if table[target] else None
    if target in PILES:
        if last is None:
            need(card[1:] == "K", "a king is needed there")
            put = cards
        else:
            need(descends(card, last), f"{card} cannot lie on {last}")
            put = table[target] + cards
    else:
        need(source not in SLOTS, "it is on a foundation")
        need(len(cards) == 1, f"{len(cards) - 1} cards lie on it")
        need(under(card)[-2:-1] == ([] if last == "[]" else [last]), f"{card} cannot follow {last}")
        put = cards
    return table | {source: left} | {target: put}


def is_won(table):
    return all(table[slot][0].endswith("K") for slot in SLOTS)


# ---------------------------------------------------------------- the screen


def picture(table):
    width = max(len(table[label]) for label in PILES)
    rows = []
    for label in reversed(PILES):
        cards = ["[]" if is_down(word) else word for word in table[label]]
        rows.append(f"  {label}:  " + "  ".join(cards))
    top = shown(table) or ("[]" if len(table["stock"]) > 1 else "XX")
    slots = "   ".join(f"{slot} {table[slot][0]}" for slot in SLOTS)
    rows += ["", f"  Foundations:  {slots}", "", f"  Stock:  {top}"]
    rows.append(f"  ({len(table['stock']) - 1} cards in the stock, {width} in the longest pile)")
    if is_won(table):
        rows.append("You won.")
    return "\n".join(["~" * 40, *rows])


# ---------------------------------------------------------------- commands


class Game:
    """The table in hand, and those before it."""

    def __init__(self, table):
        self.table, self.before = table, deque(maxlen=5)

    def step(self, table):
        self.before.append(self.table)
        self.table = table
        return After.SHOW

    def move(self, card, target):
        found = CARD.fullmatch(card)
        need(found, f"{card} names no card")
        suit, rank = found[1].upper(), found[2].upper()
        need(target.upper() in PILES + SLOTS, f"{target} names no target")
        name = (suit if suit in "HD" else suit.lower()) + rank
        return self.step(move(self.table, name, target.upper()))

    def deal(self):
        return self.step(deal(self.table))

    def undo(self):
        need(self.before, "no step is left to undo")
        self.table = self.before.pop()
        return After.SHOW

    def save(self, name):
        with open(name, "w") as file:
            file.write(text_of(self.table))
        return After.GO_ON

    def load(self, name):
        self.table = save_from(name)
        self.before.clear()
        return After.SHOW

    def menu(self):
        print("Commands: move CARD TARGET / deal / undo / save FILE / load FILE / menu / help / quit")
        return After.GO_ON

    def quit(self):
        return After.LEAVE

    COMMANDS = {"move": (move, 2), "deal": (deal, 0), "undo": (undo, 0), "save": (save, 1)}
    COMMANDS |= {"load": (load, 1), "menu": (menu, 0), "help": (menu, 0), "quit": (quit, 0)}

    def obey(self, line):
        name, *rest = line.split() or [""]
        need(name.lower() in self.COMMANDS, f"{name!r} is not among the commands")
        method, count = self.COMMANDS[name.lower()]
        need(len(rest) == count, f"{name} needs {count} more words")
        return method(self, *rest)


def main():
    try:
        game = Game(start_from(argv[1]) if argv[1:] else lay_any())
    except (OSError, ValueError) as error:
        print("Error:", error, file=stderr)
        exit(2)
    print(picture(game.table), flush=True)
    for line in stdin:
        try:
            after = game.obey(line)
        except (OSError, ValueError) as error:
            print("Error:", error)
            after = After.SHOW
        if after is After.LEAVE:
            break
        if after is After.SHOW:
            print(picture(game.table))
        stdout.flush()


main()
