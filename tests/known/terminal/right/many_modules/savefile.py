"""Saves."""

import os

from .cards import rank, to_text
from .errors import GameError, at_line
from .foundations import NAMES, Foundations
from .pile import Pile
from .rules import goes_on
from .startfile import PILES
from .stock import Stock
from .table import Table
from .textfile import Line, Register, read, sections

HEADER = "solitaire"
VERSION = "1"


def dump(table: Table) -> str:
    waste = "".join(to_text(card) + " " for card in table.stock.waste)
    rest = "".join(" " + to_text(card) for card in table.stock.rest)
    lines = [f"{HEADER} {VERSION}", f"stock: {waste}|{rest}"]
    for name, top in zip(NAMES, table.foundations.tops):
        lines.append(f"{name}: {'[]' if top is None else to_text(top)}")
    for label, pile in zip(PILES, table.piles):
        words = [f"[{to_text(card)}]" for card in pile.cards[: pile.hidden]]
        words += [to_text(card) for card in pile.cards[pile.hidden :]]
        lines.append(f"{label}: {' '.join(words)}".rstrip())
    return "\n".join(lines) + "\n"


def save(table: Table, path: str) -> None:
    new = path + "~"
    try:
        with open(new, "w", encoding="utf-8") as file:
            file.write(dump(table))
        os.replace(new, path)
    except OSError as error:
        raise GameError(f"cannot write {path}: {error}") from error


def load(path: str) -> Table:
    lines = read(path)
    if not lines:
        raise GameError(f"{path} is empty")
    check_header(lines[0])
    found = sections(lines[1:], ["stock", *NAMES, *PILES])
    register = Register()
    table = Table(
        parse_stock(found["stock"], register),
        Foundations([parse_top(found[name], register) for name in NAMES]),
        [parse_pile(found[label], register) for label in PILES],
    )
    register.check_complete()
    return table


def check_header(line: Line) -> None:
    words = line.text.split()
    if words[0] != HEADER or len(words) != 2:
        raise at_line(line.number, "this is not a save")
    if words[1] != VERSION:
        raise at_line(line.number, f"version {words[1]} cannot be read")


def parse_stock(line: Line, register: Register) -> Stock:
    words = line.text.split()
    if words.count("|") != 1:
        raise at_line(line.number, "exactly one | belongs here")
    bar = words.index("|")
    waste = [register.card(line.number, word) for word in words[:bar]]
    rest = [register.card(line.number, word) for word in words[bar + 1 :]]
    return Stock(waste, rest)


def parse_top(line: Line, register: Register) -> int | None:
    if line.text == "[]":
        return None
    if len(line.text.split()) != 1:
        raise at_line(line.number, "one card or [] belongs here")
    top = register.card(line.number, line.text)
    for card in range(top - rank(top), top):
        register.add(line.number, card)
    return top


def parse_pile(line: Line, register: Register) -> Pile:
    cards: list[int] = []
    hidden = 0
    for word in line.text.split():
        if word[0] == "[" and word[-1] == "]":
            if hidden < len(cards):
                raise at_line(line.number, "a hidden card lies on an open one")
            cards.append(register.card(line.number, word[1:-1]))
            hidden += 1
            continue
        card = register.card(line.number, word)
        if hidden < len(cards) and not goes_on(card, cards[-1]):
            raise at_line(line.number, f"{to_text(card)} cannot lie on {to_text(cards[-1])}")
        cards.append(card)
    if cards and hidden == len(cards):
        raise at_line(line.number, "the last card is hidden")
    return Pile(cards, hidden)
