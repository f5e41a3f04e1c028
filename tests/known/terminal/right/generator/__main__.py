"""Klondike as generators: a game is sent lines and yields what is to be printed."""

import random
import re
import sys
from collections import namedtuple
from pathlib import Path

Table = namedtuple("Table", "left right tops down up")
"""The stock on both sides of the bar, the heights of the foundations, and the piles."""
FULL = {s + r: (s, n) for s in "HDcs" for n, r in enumerate("A 2 3 4 5 6 7 8 9 10 J Q K".split(), 1)}
WORD = {v: k for k, v in FULL.items()}
NOTICE = "".join(f"~ rule number {n}: play fairly and keep calm, dear friend ~\n" for n in range(20))


class No(ValueError):
    """What the player cannot do."""


def screen(table):
    """Yields the screen, line by line."""
    yield NOTICE
    yield "Stock:\t" + ("XX" if not table.left + table.right else [*map(WORD.get, table.left), "[]"][len(table.left) - 1])
    yield "Foundations:   " + "     ".join(f"{a} {WORD[t] if t else '[]'}" for a, t in zip("ABCD", table.tops))
    for name, down, up in zip("1234567", table.down, table.up):
        yield f"*** {name}: {' [] ' * len(down)} {'  '.join(map(WORD.get, up))}"
        yield ""
    yield "~~~~ that is all ~~~~"
    if [t and t[1] for t in table.tops] == [13] * 4:
        yield "You won"


def lines(text):
    for number, line in enumerate(text.split("\n"), 1):
        if line := re.sub("#.*", "", line).strip():
            yield number, line


def labelled(given, labels):
    found = {}
    for number, line in given:
        label, colon, rest = line.partition(":")
        label = label.strip()
        if not colon or label not in labels or label in found:
            raise No(f"line {number} is not wanted: {line}")
        found[label] = number, rest
    if lost := labels - found.keys():
        raise No(f"missing lines: {', '.join(sorted(lost))}")
    return found


def read(words, number):
    for word in words:
        if word not in FULL:
            raise No(f"line {number}: {word} is not a card")
        yield FULL[word]


def complete(cards):
    seen = set()
    for number, card in cards:
        if card in seen:
            raise No(f"line {number}: {WORD[card]} again")
        seen.add(card)
    if len(seen) != 52:
        raise No("cards are missing")


def fits(card, last):
    return card[0].isupper() != last[0].isupper() and card[1] + 1 == last[1]


def from_start(text):
    found = labelled(lines(text), {*"1234567", "stock"})
    cards = {k: tuple(read(rest.split(), n)) for k, (n, rest) in found.items()}
    complete((found[k][0], c) for k, some in cards.items() for c in some)
    for name in "1234567":
        if len(cards[name]) != int(name):
            raise No(f"line {found[name][0]}: {len(cards[name])} cards in pile {name}")
    return start([cards[n] for n in "1234567"], cards["stock"])


def start(columns, stock):
    return Table((), tuple(stock), (None,) * 4, tuple(c[:-1] for c in columns), tuple(c[-1:] for c in columns))


def from_save(text):
    rows = lines(text)
    number, first = next(rows, (1, "nothing"))
    if not re.fullmatch(r"solitaire\s+\S+", first):
        raise No(f"line {number}: this is not a save")
    if first.split()[1] != "1":
        raise No(f"line {number}: this is not version 1")
    found = labelled(rows, {"stock", *"ABCD", *"1234567"})
    number, text = found["stock"]
    if text.count("|") != 1:
        raise No(f"line {number}: exactly one |")
    left, right = (tuple(read(side.split(), number)) for side in text.split("|"))
    tops, downs, ups, everything = [], [], [], [(number, c) for c in left + right]
    for name in "ABCD":
        number, text = found[name]
        top = None
        if text.split() != ["[]"]:
            cards = list(read(text.split(), number))
            if len(cards) != 1:
                raise No(f"line {number}: one card")
            (top,) = cards
            everything += [(number, (top[0], n)) for n in range(1, top[1] + 1)]
        tops.append(top)
    for name in "1234567":
        number, text = found[name]
        words = text.split()
        closed = [w for w in words if re.fullmatch(r"\[.*\]", w)]
        if words[: len(closed)] != closed:
            raise No(f"line {number}: face down on face up")
        down = tuple(read((w[1:-1] for w in closed), number))
        up = tuple(read(words[len(closed) :], number))
        if down and not up:
            raise No(f"line {number}: the last card is face down")
        if not all(fits(b, a) for a, b in zip(up, up[1:])):
            raise No(f"line {number}: these cards cannot lie so")
        everything += [(number, c) for c in down + up]
        downs.append(down)
        ups.append(up)
    complete(sorted(everything))
    return Table(left, right, tuple(tops), tuple(downs), tuple(ups))


def written(table):
    yield "   solitaire   1   # the format"
    yield f"stock: {' '.join(map(WORD.get, table.left))} | {' '.join(map(WORD.get, table.right))}"
    for name, down, up in zip("1234567", table.down, table.up):
        yield f"{name}:   {'   '.join([f'[{WORD[c]}]' for c in down] + [WORD[c] for c in up])}   "
    for name, top in zip("ABCD", table.tops):
        yield f"{name}: {WORD[top] if top else '[]'}"


def put(items, place, item):
    return items[:place] + (item,) + items[place + 1 :]


def moved(table, word, target):
    names = {w.lower(): c for w, c in FULL.items()}
    if word.lower() not in names:
        raise No(f"{word} is not a card")
    if target.upper() not in [*"ABCD1234567"]:
        raise No(f"{target} is not a target")
    card, target = names[word.lower()], target.upper()
    run, rest = taken(table, card)
    if target in "ABCD":
        place = "ABCD".index(target)
        below = (card[0], card[1] - 1) if card[1] > 1 else None
        if len(run) > 1 or card in table.tops or table.tops[place] != below:
            raise No(f"{word} cannot go to {target}")
        return rest._replace(tops=put(rest.tops, place, card))
    place = int(target) - 1
    up = table.up[place]
    if not (fits(card, up[-1]) if up else card[1] == 13):
        raise No(f"{word} does not fit")
    return rest._replace(up=put(rest.up, place, rest.up[place] + run))


def taken(table, card):
    if table.left[-1:] == (card,):
        return (card,), table._replace(left=table.left[:-1])
    if card in table.tops:
        place = table.tops.index(card)
        return (card,), table._replace(tops=put(table.tops, place, (card[0], card[1] - 1) if card[1] > 1 else None))
    for place, (down, up) in enumerate(zip(table.down, table.up)):
        if card in up:
            cut = up.index(card)
            kept, under = (up[:cut], down) if cut else (down[-1:], down[:-1])
            return up[cut:], table._replace(up=put(table.up, place, kept), down=put(table.down, place, under))
    raise No("that card cannot be taken")


def dealt(table):
    if table.right:
        return table._replace(left=table.left + table.right[:1], right=table.right[1:])
    if table.left:
        return table._replace(left=(), right=table.left)
    raise No("there is no stock any more")


def game(table):
    """Takes lines and yields answers."""
    before = []
    answer = screen(table)
    while True:
        line = yield answer
        verb, *rest = line.split() or [""]
        try:
            match verb.lower(), rest:
                case "", []:
                    answer = iter(())
                case "move", [card, target]:
                    now = moved(table, card, target)
                    before, table, answer = [*before, table][-5:], now, screen(now)
                case "deal", []:
                    now = dealt(table)
                    before, table, answer = [*before, table][-5:], now, screen(now)
                case "undo", []:
                    if not before:
                        raise No("nothing to undo")
                    *before, table = before
                    answer = screen(table)
                case "save", [name]:
                    Path(name).write_text("\n".join(written(table)), encoding="utf-8")
                    answer = iter(["It is saved."])
                case "load", [name]:
                    table, before = from_save(Path(name).read_text(encoding="utf-8")), []
                    answer = screen(table)
                case ("menu" | "help"), []:
                    answer = iter(["move, deal, undo, save, load, menu, help, quit"])
                case "quit", []:
                    return
                case _:
                    raise No(f"what is {line!r}?")
        except (OSError, ValueError) as error:
            answer = iter([f"Error: {error}"])


def main():
    try:
        if sys.argv[1:]:
            table = from_start(Path(sys.argv[1]).read_text(encoding="utf-8"))
        else:
            deck = random.sample(sorted(FULL.values()), 52)
            table = start([[deck.pop() for _ in range(n)] for n in range(1, 8)], deck)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"Error: {error}\n")
        raise SystemExit(2)
    play = game(table)
    answer = next(play)
    while True:
        for line in answer:
            sys.stdout.write(line + "\n")
        sys.stdout.write("your move? ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        try:
            answer = play.send(line.strip("\r\n"))
        except StopIteration:
            return


main()
