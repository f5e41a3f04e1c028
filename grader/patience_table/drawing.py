"""The table as a picture: cards, ghosts of empty places, and the facts beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .canvas import Canvas, Ink, Picture
from .position import COLUMNS, SUITS, Card, Column, Position
from .spots import STOCK, WASTE, Spot, column, pillar

WIDTH, HEIGHT = 80, 22
"""The smallest sheet for a picture."""
FANNED = 3
"""How many cards of the waste are seen."""
_CARD_WIDTH, _CARD_HEIGHT = 5, 3
_LEFT, _COLUMNS_AT, _PILLARS_AT, _FACTS_AT = 1, 9, 53, 61
_PITCH = 6
_TOP = 1
_HOLLOW = str.maketrans("♦♥", "♢♡")


class Frame(NamedTuple):
    """The characters of a card's border."""

    top: str
    side: str
    bottom: str


class Mark(NamedTuple):
    """How a card is set apart from the others: by its frame, and by an ink."""

    frame: Frame
    ink: Ink | None = None


_PLAIN = Mark(Frame("╭─╮", "│", "╰─╯"))
_GHOST = Frame("╭ ╮", " ", "╰ ╯")
_CURSOR = Mark(Frame("┏━┓", "┃", "┗━┛"), Ink.CURSOR)
_HINT = Mark(Frame("╔═╗", "║", "╚═╝"), Ink.HINT)
_HELD = Mark(Frame("┌┄┐", "┆", "└┄┘"), Ink.HELD)


@dataclass(frozen=True)
class Scene:
    """What is to be drawn."""

    position: Position
    cursor: Spot | None = None
    held: Spot | None = None
    hint: tuple[Spot, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    joy: tuple[str, ...] = ()
    """What is said over the columns when the game is won."""
    passes_left: bool = True
    """Whether the waste can become the stock once more."""
    hollow: bool = False
    """Whether red suits are drawn hollow, to be told from black ones without colour."""

    def mark(self, spot: Spot) -> Mark:
        """How the card at the spot is set apart."""
        if spot == self.held:
            return _HELD
        if spot in self.hint:
            return _HINT
        return _CURSOR if spot == self.cursor else _PLAIN


def draw(scene: Scene, width: int, height: int) -> Picture:
    """The picture of the scene on a sheet of that size."""
    canvas = Canvas(width, height)
    if width < WIDTH or height < HEIGHT:
        return canvas.picture()
    painter = _Painter(scene, canvas, (width - WIDTH) // 2)
    painter.stock()
    painter.waste()
    for number in range(COLUMNS):
        painter.column(number)
    for number in range(len(SUITS)):
        painter.pillar(number)
    painter.facts()
    painter.joy()
    return canvas.picture()


class _Painter:
    def __init__(self, scene: Scene, canvas: Canvas, margin: int) -> None:
        self._scene = scene
        self._position = scene.position
        self._canvas = canvas
        self._margin = margin

    def stock(self) -> None:
        cards = len(self._position.stock)
        if cards:
            self._back(Spot(STOCK), _LEFT, _TOP, _CARD_HEIGHT, str(cards))
        else:
            self._ghost(Spot(STOCK), _LEFT, _TOP, "↻" if self._scene.passes_left else "×")

    def waste(self) -> None:
        y = _TOP + _CARD_HEIGHT + 1
        recent = self._position.waste[:FANNED]
        if not recent:
            self._ghost(Spot(WASTE), _LEFT, y, "")
        for card in recent[:0:-1]:
            self._face(card, _PLAIN, (_LEFT, y), 2, Spot(WASTE))
            y += 2
        for card in recent[:1]:
            foot = str(len(self._position.waste))
            self._face(
                card, self._scene.mark(Spot(WASTE)), (_LEFT, y), _CARD_HEIGHT, Spot(WASTE), foot
            )

    def column(self, number: int) -> None:
        cards = self._position.columns[number]
        x, y = _COLUMNS_AT + _PITCH * number, _TOP
        heights = rows_of(cards, self._canvas.height - _TOP)
        left_out = heights.count(0)
        label = f"{number + 1}+{left_out}" if left_out else str(number + 1)
        self._write(x, 0, label.center(_CARD_WIDTH), Ink.LABEL)
        if not cards:
            self._ghost(column(number), x, y, "")
        for depth, height in zip(range(len(cards) - 1, -1, -1), heights, strict=True):
            card, visible = cards[depth]
            spot = column(number, depth)
            if visible:
                self._face(card, self._scene.mark(spot), (x, y), height, spot)
            else:
                self._back(spot, x, y, height)
            y += height

    def pillar(self, number: int) -> None:
        suit, top = SUITS[number], self._position.pillars[number]
        y = _TOP + _CARD_HEIGHT * number
        spot = pillar(suit)
        if top:
            self._face(Card(suit, top), self._scene.mark(spot), (_PILLARS_AT, y), 3, spot)
        else:
            self._ghost(spot, _PILLARS_AT, y, self._suited(suit))

    def facts(self) -> None:
        for row, (name, value) in enumerate(self._scene.facts.items()):
            y = _TOP + 2 * row
            self._write(_FACTS_AT, y, f"{name:<7}", Ink.LABEL)
            self._write(_FACTS_AT + 7, y, value[: WIDTH - _FACTS_AT - 7], Ink.FACT)

    def joy(self) -> None:
        if not self._scene.joy:
            return
        width = _PITCH * COLUMNS - 1
        garland = (" ".join(SUITS) + " ") * width
        inner = [line for text in self._scene.joy for line in ("", text)]
        lines = [garland[:width], *inner, "", garland[2 : 2 + width]]
        for row, line in enumerate(lines):
            self._write(_COLUMNS_AT, _TOP + 4 + row, line.center(width), Ink.JOY)

    def _write(self, x: int, y: int, text: str, ink: Ink, spot: Spot | None = None) -> None:
        self._canvas.write(self._margin + x, y, text, ink, spot)

    def _suited(self, text: str) -> str:
        return text.translate(_HOLLOW) if self._scene.hollow else text

    def _face(  # noqa: PLR0913, PLR0917 what a card looks like
        self,
        card: Card,
        mark: Mark,
        at: tuple[int, int],
        height: int,
        spot: Spot,
        foot: str = "",
    ) -> None:
        face = self._suited(str(card)).ljust(3)
        ink = mark.ink or (Ink.RED if card.is_red else Ink.BLACK)
        self._card(_lines(face, mark.frame, height, foot), ink, at, spot)

    def _back(self, spot: Spot, x: int, y: int, height: int, foot: str = "") -> None:
        mark = self._scene.mark(spot)
        lines = _lines("░░░" if height > 1 else "", mark.frame, height, foot)
        self._card(lines, mark.ink or Ink.BACK, (x, y), spot)

    def _ghost(self, spot: Spot, x: int, y: int, sign: str) -> None:
        mark = self._scene.mark(spot)
        frame = mark.frame if mark.ink else _GHOST
        self._card(_lines(sign.center(3), frame, 3, ""), mark.ink or Ink.GHOST, (x, y), spot)

    def _card(self, lines: Sequence[str], ink: Ink, at: tuple[int, int], spot: Spot) -> None:
        x, y = at
        for row, line in enumerate(lines):
            self._write(x, y + row, line, ink, spot)


def _lines(face: str, frame: Frame, height: int, foot: str) -> list[str]:
    """The lines of a card: whole, without its lower border, or its upper border alone."""
    left, line, right = tuple(frame.top)
    if height == 1:
        return [f"{left}{face.strip():{line}<3}{right}"]
    lower_left, lower, lower_right = tuple(frame.bottom)
    whole = [
        f"{left}{line * 3}{right}",
        f"{frame.side}{face}{frame.side}",
        f"{lower_left}{foot:{lower}>3}{lower_right}",
    ]
    return whole[:height]


def rows_of(cards: Column, room: int) -> list[int]:
    """How many lines each card of a column gets, the one at the bottom of the pile first.

    Cards that are covered are cropped: as little as the room allows, face-up ones first,
    and in a pile that is too long even so the lowest ones are left out.
    """
    rows = [2 if visible else 1 for _, visible in cards[:0:-1]] + [_CARD_HEIGHT] * bool(cards)
    for least in (1, 0):
        for place in range(len(rows) - 1):
            if sum(rows) > room and rows[place] > least:
                rows[place] -= 1
    return rows
