"""Files: starts are read, saves are read and written."""

import os
import re

from .cards import NAME, number_of, rank, red, suit
from .places import Foundation, Pile, Stock
from .problems import BadFile
from .table import PLACES, Table

LABEL = re.compile(r"(stock|[A-D]|[1-7])\s*:(.*)", re.DOTALL)


def _load(name):
    try:
        with open(name, "rb") as file:
            content = file.read()
        text = content.decode()
    except (OSError, UnicodeError, ValueError):
        raise BadFile(f"{name} cannot be read") from None
    lines = {}
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub("#.*", "", line, flags=re.DOTALL).strip()
        if line:
            lines[number] = line
    return lines


def _by_label(lines, labels):
    found = {}
    for number, line in lines.items():
        match = LABEL.fullmatch(line)
        if not match or match[1] not in labels:
            raise BadFile("it does not belong in this file", number)
        if match[1] in found:
            raise BadFile("this line was there before", number)
        found[match[1]] = number, match[2].strip()
    return found


def _card(word, line):
    card = number_of(word)
    if card is None:
        raise BadFile(f"{word} is no card", line)
    return card


def _whole(cards, lines):
    """All 52 cards once."""
    for card in range(52):
        if cards.count(card) > 1:
            last = max(line for c, line in zip(cards, lines) if c == card)
            raise BadFile(f"{NAME[card]} is there more than once", last)
    if len(set(cards)) < 52:
        raise BadFile("the deck is not complete")


def load_start(name):
    found = _by_label(_load(name), "1 2 3 4 5 6 7 stock".split())
    piles, cards, origins = [], [], []
    for label in "1234567":
        if label not in found:
            raise BadFile(f"pile {label} is missing")
        line, text = found[label]
        piles.append([_card(word, line) for word in text.split()])
        if len(piles[-1]) != int(label):
            raise BadFile(f"pile {label} has a wrong size", line)
        cards += piles[-1]
        origins += [line] * len(piles[-1])
    if "stock" not in found:
        raise BadFile("the stock is missing")
    line, text = found["stock"]
    stock = [_card(word, line) for word in text.split()]
    _whole(cards + stock, origins + [line] * len(stock))
    return Table.new(piles, stock)


def load_save(name):
    lines = _load(name)
    if not lines:
        raise BadFile("an empty file", 1)
    first = min(lines)
    words = lines.pop(first).split()
    if len(words) != 2 or words[0] != "solitaire":
        raise BadFile("not a save", first)
    if words[1] != "1":
        raise BadFile("a version that this program does not know", first)
    found = _by_label(lines, PLACES)
    for label in PLACES:
        if label not in found:
            raise BadFile(f"nothing about {label}")
    places, cards, origins = {}, [], []
    for label, (line, text) in found.items():
        if label == "stock":
            if text.count("|") != 1:
                raise BadFile("one bar, please", line)
            waste, coming = ([_card(w, line) for w in part.split()] for part in text.split("|"))
            places[label] = Stock(waste, coming)
            here = waste + coming
        elif label in "ABCD":
            here = []
            if text != "[]":
                top = _card(text, line)
                here = list(range(suit(top) * 13, top + 1))
            places[label] = Foundation(here)
        else:
            places[label] = _pile(text, line)
            here = places[label].down + places[label].up
        cards += here
        origins += [line] * len(here)
    _whole(cards, origins)
    return Table(places)


def _pile(text, line):
    down, up = [], []
    for word in text.split():
        if word.startswith("[") and word.endswith("]"):
            if up:
                raise BadFile("a hidden card on an open one", line)
            down.append(_card(word[1:-1], line))
        else:
            up.append(_card(word, line))
    if down and not up:
        raise BadFile("the last card must be open", line)
    for a, b in zip(up, up[1:]):
        if rank(a) != rank(b) + 1 or red(a) == red(b):
            raise BadFile(f"{NAME[b]} does not fit on {NAME[a]}", line)
    return Pile(down, up)


def store(name, table):
    lines = [f"{label}: {table.places[label].saved()}" for label in reversed(PLACES)]
    text = "\n".join(["# Klondike", "solitaire 1", *lines, ""])
    try:
        with open(name + "~", "w") as file:
            file.write(text)
        os.replace(name + "~", name)
    except (OSError, ValueError):
        raise BadFile(f"{name} cannot be written") from None
