"""Klondike by numbers: a card is a number from 0 to 51, and the table says where each one lies.

Card n has suit n // 13 (hearts, diamonds, clubs, spades) and rank n % 13. A spot is a tuple
(zone, height, is_up). Zone 0 is the stock, 1 to 7 are the piles, 8 to 11 the foundations. In
the stock the height is the card's place from the first deal on, and `pointer` says how many of
the cards in the stock have been dealt.
"""

from __future__ import annotations

import os
import random
import sys
from typing import Generator, NamedTuple

STOCK, PILES, FOUNDATIONS = 0, range(1, 8), range(8, 12)
LETTERS = dict(zip("ABCD", FOUNDATIONS))
LABELS = {"stock": STOCK, **LETTERS, **{str(pile): pile for pile in PILES}}
NAMES = [suit + rank for suit in "HDcs" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
NUMBER = {name: number for number, name in enumerate(NAMES)}
TYPED = {name.casefold(): number for name, number in NUMBER.items()}
KING, ACE = 12, 0


class No(Exception):
    """The answer to what cannot be done."""


class Table(NamedTuple):
    """Where the 52 cards lie, and how many cards of the stock are dealt."""

    spots: tuple[tuple[int, int, bool], ...]
    pointer: int

    def cards(self, zone: int) -> list[int]:
        """The cards of a zone from below."""
        found = [(spot[1], card) for card, spot in enumerate(self.spots) if spot[0] == zone]
        return [card for _, card in sorted(found)]

    def top(self, zone: int) -> int | None:
        cards = self.cards(zone)
        if zone == STOCK:
            return cards[self.pointer - 1] if self.pointer else None
        return cards[-1] if cards else None

    def is_up(self, card: int) -> bool:
        return self.spots[card][2]

    def with_spots(self, changed: dict[int, tuple[int, int, bool]], pointer: int) -> Table:
        spots = tuple(changed.get(card, spot) for card, spot in enumerate(self.spots))
        return Table(spots, pointer)


def fits(card: int, other: int) -> bool:
    return card // 26 != other // 26 and card % 13 + 1 == other % 13


def deal(table: Table) -> Table:
    count = len(table.cards(STOCK))
    if count == 0:
        raise No("the stock has run out")
    return table._replace(pointer=(table.pointer + 1) % (count + 1))


def move(table: Table, card: int, zone: int) -> Table:
    source, height, _ = table.spots[card]
    if source in PILES:
        if not table.is_up(card):
            raise No(f"{NAMES[card]} is face down")
        cards = [other for other in table.cards(source) if table.spots[other][1] >= height]
    elif table.top(source) == card:
        cards = [card]
    else:
        raise No(f"{NAMES[card]} is not on top")
    top = table.top(zone)
    if zone in PILES:
        allowed = card % 13 == KING if top is None else fits(card, top)
    else:
        is_next = card % 13 == ACE if top is None else card % 13 != ACE and top == card - 1
        allowed = len(cards) == 1 and source not in FOUNDATIONS and is_next
    if not allowed:
        raise No(f"{NAMES[card]} cannot go there")
    base = len(table.cards(zone))
    changed = {one: (zone, base + above, True) for above, one in enumerate(cards)}
    if source in PILES:
        below = [other for other in table.cards(source) if other not in changed]
        if below:
            changed[below[-1]] = (source, table.spots[below[-1]][1], True)
    return table.with_spots(changed, table.pointer - (source == STOCK))


def won(table: Table) -> bool:
    return all(len(table.cards(zone)) == 13 for zone in FOUNDATIONS)


# Files


def rows(name: str) -> list[tuple[int, str]]:
    try:
        with open(name, "rb") as file:
            text = str(file.read(), "utf-8")
    except (OSError, ValueError) as error:
        raise No(f"{name} cannot be read: {error}") from error
    found = []
    for number, row in enumerate(text.split("\n"), 1):
        row, _, _ = row.partition("#")
        if row.strip():
            found.append((number, row.strip()))
    return found


def parts(found: list[tuple[int, str]], labels: list[str]) -> dict[str, tuple[int, list[str]]]:
    result: dict[str, tuple[int, list[str]]] = {}
    for number, row in found:
        label, colon, rest = row.partition(":")
        if not colon or label not in labels or label in result:
            raise No(f"line {number}: unexpected line {row[:20]}")
        result[label] = number, rest.split()
    if len(result) < len(labels):
        raise No("lines are missing: " + ", ".join(sorted(set(labels) - set(result))))
    return result


def number_of(name: str, line: int) -> int:
    if name not in NUMBER:
        raise No(f"line {line}: {name} is not one of the 52 cards")
    return NUMBER[name]


class Filling:
    """Spots that are filled while a file is read."""

    def __init__(self) -> None:
        self.spots: dict[int, tuple[int, int, bool]] = {}

    def put(self, card: int, zone: int, height: int, is_up: bool, line: int) -> None:
        if card in self.spots:
            raise No(f"line {line}: {NAMES[card]} for the second time")
        self.spots[card] = zone, height, is_up

    def table(self, pointer: int) -> Table:
        missing = [name for name, card in NUMBER.items() if card not in self.spots]
        if missing:
            raise No("missing cards: " + " ".join(missing))
        return Table(tuple(self.spots[card] for card in range(52)), pointer)


def read_start(name: str) -> Table:
    filling = Filling()
    labels = [str(pile) for pile in PILES] + ["stock"]
    for label, (line, words) in parts(rows(name), labels).items():
        zone = LABELS[label]
        if zone != STOCK and len(words) != zone:
            raise No(f"line {line}: a wrong number of cards")
        for height, word in enumerate(words):
            filling.put(number_of(word, line), zone, height, height == zone - 1, line)
    return filling.table(0)


def read_save(name: str) -> Table:
    found = rows(name)
    if not found:
        raise No("nothing is in the file")
    line, header = found[0]
    if header.split()[0] != "solitaire" or len(header.split()) != 2:
        raise No(f"line {line}: no game is saved here")
    if header.split()[1] != "1":
        raise No(f"line {line}: I read version 1 only")
    filling, pointer = Filling(), 0
    for label, (line, words) in parts(found[1:], list(LABELS)).items():
        zone = LABELS[label]
        if zone == STOCK:
            if words.count("|") != 1:
                raise No(f"line {line}: not one bar")
            pointer = words.index("|")
            words.remove("|")
            for height, word in enumerate(words):
                filling.put(number_of(word, line), zone, height, False, line)
        elif zone in FOUNDATIONS:
            if len(words) != 1:
                raise No(f"line {line}: not one card")
            if words != ["[]"]:
                top = number_of(words[0], line)
                for height, card in enumerate(range(top - top % 13, top + 1)):
                    filling.put(card, zone, height, True, line)
        else:
            read_pile(filling, zone, line, words)
    return filling.table(pointer)


def read_pile(filling: Filling, zone: int, line: int, words: list[str]) -> None:
    above = None
    for height, word in enumerate(words):
        is_down = word[:1] == "[" and word[-1:] == "]"
        card = number_of(word[1:-1] if is_down else word, line)
        filling.put(card, zone, height, not is_down, line)
        if above is not None and (is_down or not fits(card, above)):
            raise No(f"line {line}: {word} cannot be there")
        above = None if is_down else card
    if words and above is None:
        raise No(f"line {line}: nothing is face up at the end")


def save(table: Table, name: str) -> None:
    stock = [NAMES[card] for card in table.cards(STOCK)]
    stock.insert(table.pointer, "|")
    lines = ["solitaire 1", "stock: " + " ".join(stock)]
    for letter, zone in LETTERS.items():
        top = table.top(zone)
        lines.append(f"{letter}: {'[]' if top is None else NAMES[top]}")
    for zone in PILES:
        words = [NAMES[card] if table.is_up(card) else f"[{NAMES[card]}]" for card in table.cards(zone)]
        lines.append(f"{zone}: {' '.join(words)}".strip())
    try:
        with open(name + "~", "w") as file:
            file.writelines(line + "\n" for line in lines)
        os.replace(name + "~", name)
    except (OSError, ValueError) as error:
        raise No(f"{name} cannot be written: {error}") from error


# The player


def drawn(table: Table) -> str:
    top = table.top(STOCK)
    shown = NAMES[top] if top is not None else "[]" if table.cards(STOCK) else "XX"
    tops = ((letter, table.top(zone)) for letter, zone in LETTERS.items())
    lines = ["\tFoundations:" + "\t".join(f"{a} {'[]' if b is None else NAMES[b]}" for a, b in tops)]
    lines.append(f"\tStock:{shown}")
    for zone in PILES:
        words = [NAMES[card] if table.is_up(card) else "[]" for card in table.cards(zone)]
        lines.append(f"\t{zone}:" + " ".join(words))
    if won(table):
        lines.insert(0, "You won this one")
    return "\n".join(lines)


MENU = """
  1) move CARD TARGET (pile or foundation)
  2) deal
  3) undo
  4) save FILE, load FILE
  5) menu, help
  6) quit
"""
SIZES = dict(move=3, deal=1, undo=1, save=2, load=2, menu=1, help=1, quit=1)


def game(table: Table) -> Generator[str, str, None]:
    """Takes lines and gives what is to be printed."""
    past: list[Table] = []
    line = yield drawn(table)
    while True:
        words = line.split()
        command = words[0].casefold() if words else ""
        answer = ""
        try:
            if command not in SIZES:
                raise No(f"unknown: {line.strip()}")
            if len(words) != SIZES[command]:
                raise No(f"{command} is one of {SIZES[command]} words")
            if command == "quit":
                return
            if command in ("move", "deal"):
                after = deal(table) if command == "deal" else asked(table, *words[1:])
                past = [*past[-4:], table]
                table = after
            elif command == "undo":
                if not past:
                    raise No("that is as far back as it goes")
                table = past.pop()
            elif command == "save":
                save(table, words[1])
                answer = "Saved.\n"
            elif command == "load":
                table, past = read_save(words[1]), []
            else:
                answer = MENU
            answer += drawn(table)
        except No as why:
            answer = f"Error: {why}"
        line = yield answer


def asked(table: Table, card: str, target: str) -> Table:
    if card.casefold() not in TYPED:
        raise No(f"{card} is not one of the 52 cards")
    if target.upper() not in LABELS:
        raise No(f"{target} is not a place")
    return move(table, TYPED[card.casefold()], LABELS[target.upper()])


def shuffled(seed: int) -> Table:
    deck = random.Random(seed).sample(range(52), 52)
    spots = {}
    for zone in PILES:
        for height in range(zone):
            spots[deck.pop()] = (zone, height, height == zone - 1)
    for height, card in enumerate(deck):
        spots[card] = (STOCK, height, False)
    return Table(tuple(spots[card] for card in range(52)), 0)


def main() -> None:
    if len(sys.argv) == 2:
        try:
            table = read_start(sys.argv[1])
        except No as why:
            sys.exit(print(f"Error: {sys.argv[1]}: {why}") or 2)
    else:
        seed = random.randrange(10**6)
        print(f"Deal {seed}: play it again with --deal {seed}.")
        table = shuffled(seed if len(sys.argv) < 3 else int(sys.argv[2]))
    running = game(table)
    print(next(running))
    try:
        while True:
            print(running.send(input("? ")))
    except (EOFError, StopIteration):
        print("Until next time.")


if __name__ == "__main__":
    main()
