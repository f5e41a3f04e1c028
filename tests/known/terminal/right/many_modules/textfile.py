"""What start files and saves have in common."""

from collections.abc import Sequence
from typing import NamedTuple

from .cards import ALL_CARDS, from_file, to_text
from .errors import GameError, at_line


class Line(NamedTuple):
    number: int
    text: str


def read(path: str) -> list[Line]:
    try:
        with open(path, encoding="utf-8") as file:
            content = file.read()
    except (OSError, ValueError) as error:
        raise GameError(f"{path}: {error}") from error
    lines = []
    for number, text in enumerate(content.splitlines(), 1):
        cut = text.find("#")
        text = (text if cut < 0 else text[:cut]).strip()
        if text:
            lines.append(Line(number, text))
    return lines


def sections(lines: Sequence[Line], labels: Sequence[str]) -> dict[str, Line]:
    result: dict[str, Line] = {}
    for number, text in lines:
        label, colon, rest = text.partition(":")
        if not colon or label not in labels:
            raise at_line(number, "unknown label")
        if label in result:
            raise at_line(number, f"second line {label}:")
        result[label] = Line(number, rest.strip())
    for label in labels:
        if label not in result:
            raise GameError(f"no line {label}:")
    return result


class Register:
    """Each card may be seen once."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def card(self, number: int, word: str) -> int:
        try:
            card = from_file(word)
        except GameError as error:
            raise at_line(number, str(error)) from error
        self.add(number, card)
        return card

    def add(self, number: int, card: int) -> None:
        if card in self.seen:
            raise at_line(number, f"{to_text(card)} again")
        self.seen.add(card)

    def check_complete(self) -> None:
        for card in ALL_CARDS:
            if card not in self.seen:
                raise GameError(f"{to_text(card)} is missing")
