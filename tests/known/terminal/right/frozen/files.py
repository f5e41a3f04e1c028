"""Start files and saves."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from .cards import BY_NAME, DECK, Card
from .table import LETTERS, Pile, Table, laid_out

PILES = "1234567"
Lines = Mapping[str, tuple[int, list[str]]]


class BadFile(Exception):
    """What is wrong with a file."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)


def _meaningful(name: str) -> Iterator[tuple[int, str]]:
    try:
        data = Path(name).read_bytes()
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{name} holds no text") from None
    except (OSError, ValueError) as fault:
        raise BadFile(f"{name} cannot be read ({fault})") from None
    for number, line in enumerate(text.split("\n"), 1):
        if wanted := line.partition("#")[0].strip():
            yield number, wanted


def _labelled(lines: Iterator[tuple[int, str]], labels: list[str]) -> Lines:
    found: dict[str, tuple[int, list[str]]] = {}
    for number, line in lines:
        match = re.fullmatch(r"(\w+):(.*)", line)
        if match is None or match[1] not in labels:
            raise BadFile("no such line belongs here", number)
        if match[1] in found:
            raise BadFile(f"there is a second line {match[1]}:", number)
        found[match[1]] = number, match[2].split()
    if missing := [label for label in labels if label not in found]:
        raise BadFile(f"no line begins with {missing[0]}:")
    return found


def _card(word: str, line: int) -> Card:
    if word not in BY_NAME:
        raise BadFile(f"{word!r} is no card", line)
    return BY_NAME[word]


class _Counted:
    """All cards that were read so far."""

    def __init__(self) -> None:
        self._times: Counter[Card] = Counter()

    def add(self, card: Card, line: int) -> Card:
        self._times[card] += 1
        if self._times[card] > 1:
            raise BadFile(f"{card} comes a second time", line)
        return card

    def finish(self) -> None:
        if missing := [str(card) for card in DECK if card not in self._times]:
            raise BadFile(f"not there: {', '.join(missing)}")


def read_start(name: str) -> Table:
    """The table of a start file."""
    found = _labelled(_meaningful(name), [*PILES, "stock"])
    counted = _Counted()
    cards = []
    for label in [*PILES, "stock"]:
        line, words = found[label]
        cards += [counted.add(_card(word, line), line) for word in words]
        if label in PILES and len(words) != int(label):
            raise BadFile(f"pile {label} has {len(words)} cards", line)
    counted.finish()
    return laid_out(cards)


def read_save(name: str) -> Table:
    """The table of a save."""
    lines = _meaningful(name)
    number, first = next(lines, (0, ""))
    match first.split():
        case ["solitaire", "1"]:
            pass
        case ["solitaire", version]:
            raise BadFile(f"version {version} is not known", number)
        case _:
            raise BadFile("it does not begin like a save", number)
    found = _labelled(lines, ["stock", *LETTERS, *PILES])
    counted = _Counted()
    line, words = found["stock"]
    if words.count("|") != 1:
        raise BadFile("one | parts the stock", line)
    bar = words.index("|")
    dealt = [counted.add(_card(word, line), line) for word in words[:bar]]
    coming = [counted.add(_card(word, line), line) for word in words[bar + 1 :]]
    tops = [_top(*found[letter], counted) for letter in LETTERS]
    piles = [_pile(*found[label], counted) for label in PILES]
    counted.finish()
    return Table(tuple(piles), tuple(tops), tuple(dealt), tuple(coming))


def _top(line: int, words: list[str], counted: _Counted) -> Card | None:
    if words == ["[]"]:
        return None
    if len(words) != 1:
        raise BadFile("a foundation has one card, or []", line)
    top = _card(words[0], line)
    for card in top.below():
        counted.add(card, line)
    return top


def _pile(line: int, words: list[str], counted: _Counted) -> Pile:
    hidden: list[Card] = []
    shown: list[Card] = []
    for word in words:
        bracketed = re.fullmatch(r"\[(.*)\]", word)
        card = counted.add(_card(bracketed[1] if bracketed else word, line), line)
        if bracketed and shown:
            raise BadFile(f"{card} is face down on {shown[-1]}", line)
        if shown and not card.goes_on(shown[-1]):
            raise BadFile(f"{card} does not go on {shown[-1]}", line)
        (hidden if bracketed else shown).append(card)
    if hidden and not shown:
        raise BadFile("the last card must be face up", line)
    return Pile(tuple(hidden), tuple(shown))


def written(table: Table) -> str:
    """The text of a save, the piles first."""
    lines = ["# A game of Klondike", "solitaire 1", ""]
    for label, pile in zip(PILES, table.piles, strict=True):
        words = [f"[{card}]" for card in pile.hidden] + [str(card) for card in pile.shown]
        lines.append(" ".join([f"{label}:", *words]))
    lines += [f"{letter}:  {top or '[]'}" for letter, top in zip(LETTERS, table.tops, strict=True)]
    stock = [*map(str, table.dealt), "|", *map(str, table.coming)]
    lines.append("stock: " + "  ".join(stock))
    return "\n".join(lines) + "\n"


def save(table: Table, name: str) -> None:
    """Writes a save, so that an old one is there until the new one is complete."""
    path = Path(name)
    if path.is_dir():
        raise BadFile(f"{name} is a folder")
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(written(table), encoding="utf-8")
        os.replace(beside, path)
    except (OSError, ValueError) as fault:
        raise BadFile(f"{name} cannot be written ({fault})") from None
