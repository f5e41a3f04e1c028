"""The table as a picture: cards, ghosts of empty places, and the facts beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .canvas import Canvas, Ink, Picture
from .position import COLUMNS, SUITS, Card, Column, Position
from .sizes import SMALLEST, Size, size_for
from .spots import STOCK, WASTE, Spot, column, pillar

WIDTH, HEIGHT = SMALLEST.width, SMALLEST.height
"""The smallest sheet for a picture."""
FANNED = 3
"""How many cards of the waste are seen."""
_LEFT, _TOP = 1, 1
_LABEL_WIDTH = 8
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


class Flying(NamedTuple):
    """Cards on their way from one pile to another, the one that lies lowest first."""

    cards: tuple[Card, ...]
    at: tuple[int, int]
    """The column and the line of the sheet where they begin."""


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
    flying: Flying | None = None

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
    size = size_for(width, height)
    painter = _Painter(scene, canvas, size, (width - size.width) // 2)
    painter.stock()
    painter.waste()
    for number in range(COLUMNS):
        painter.column(number)
    for number in range(len(SUITS)):
        painter.pillar(number)
    painter.facts()
    painter.joy()
    painter.flying()
    return canvas.picture()


class _Painter:
    def __init__(self, scene: Scene, canvas: Canvas, size: Size, margin: int) -> None:
        self._scene = scene
        self._position = scene.position
        self._canvas = canvas
        self._size = size
        self._margin = margin

    def stock(self) -> None:
        cards = len(self._position.stock)
        if cards:
            self._back(Spot(STOCK), _LEFT, _TOP, self._size.card_height, str(cards))
        else:
            self._ghost(Spot(STOCK), _LEFT, _TOP, "↻" if self._scene.passes_left else "×")

    def waste(self) -> None:
        y = _TOP + self._size.card_height + 1
        covered = self._size.face_rows
        recent = self._position.waste[:FANNED]
        if not recent:
            self._ghost(Spot(WASTE), _LEFT, y, "")
        for card in recent[:0:-1]:
            self._face(card, _PLAIN, (_LEFT, y), covered, Spot(WASTE))
            y += covered
        for card in recent[:1]:
            foot = str(len(self._position.waste))
            mark, height = self._scene.mark(Spot(WASTE)), self._size.card_height
            self._face(card, mark, (_LEFT, y), height, Spot(WASTE), foot)

    def column(self, number: int) -> None:
        cards = self._position.columns[number]
        x, y = self._size.columns_at + self._size.pitch * number, _TOP
        heights = rows_of(cards, self._canvas.height - _TOP, self._size)
        left_out = heights.count(0)
        label = f"{number + 1}+{left_out}" if left_out else str(number + 1)
        self._write(x, 0, label.center(self._size.card_width), Ink.LABEL)
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
        x, height = self._size.pillars_at, self._size.card_height
        y = _TOP + height * number
        spot = pillar(suit)
        if top:
            self._face(Card(suit, top), self._scene.mark(spot), (x, y), height, spot)
        else:
            self._ghost(spot, x, y, self._suited(suit))

    def facts(self) -> None:
        for row, (name, value) in enumerate(self._scene.facts.items()):
            y = _TOP + 2 * row
            x, end = self._size.facts_at + _LABEL_WIDTH, self._size.width
            self._write(self._size.facts_at, y, f"{name:<{_LABEL_WIDTH}}", Ink.LABEL)
            self._write(x, y, value[: end - x], Ink.FACT)

    def joy(self) -> None:
        if not self._scene.joy:
            return
        width = self._size.pitch * COLUMNS - 1
        garland = (" ".join(SUITS) + " ") * width
        inner = [line for text in self._scene.joy for line in ("", text)]
        lines = [garland[:width], *inner, "", garland[2 : 2 + width]]
        for row, line in enumerate(lines):
            self._write(self._size.columns_at, _TOP + 4 + row, line.center(width), Ink.JOY)

    def flying(self) -> None:
        if self._scene.flying is None:
            return
        cards, (x, y) = self._scene.flying
        for row, card in enumerate(cards):
            at = (x - self._margin, y + row * self._size.face_rows)
            self._face(card, _PLAIN, at, self._size.card_height, None)

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
        spot: Spot | None,
        foot: str = "",
    ) -> None:
        rows = _face_rows(self._suited(str(card)), self._size)
        lines = _lines(rows, mark.frame, height, foot)
        self._card(lines, mark.ink or Ink(card.suit), at, spot)

    def _back(self, spot: Spot, x: int, y: int, height: int, foot: str = "") -> None:
        mark = self._scene.mark(spot)
        pattern = "░" * self._size.inner if height > 1 else " " * self._size.inner
        lines = _lines([pattern] * (self._size.card_height - 2), mark.frame, height, foot)
        self._card(lines, mark.ink or Ink.BACK, (x, y), spot)

    def _ghost(self, spot: Spot, x: int, y: int, sign: str) -> None:
        mark = self._scene.mark(spot)
        frame = mark.frame if mark.ink else _GHOST
        height = self._size.card_height
        rows = [" " * self._size.inner] * (height - 2)
        rows[(height - 3) // 2] = sign.center(self._size.inner)
        self._card(_lines(rows, frame, height, ""), mark.ink or Ink.GHOST, (x, y), spot)

    def _card(self, lines: Sequence[str], ink: Ink, at: tuple[int, int], spot: Spot | None) -> None:
        x, y = at
        for row, line in enumerate(lines):
            self._write(x, y + row, line, ink, spot)


def _face_rows(face: str, size: Size) -> list[str]:
    """What stands on a card: its face, on a larger one below it again, and the suit between."""
    rows = [" " * size.inner] * (size.card_height - 2)
    if len(rows) > 2:
        rows[len(rows) // 2] = face[0].center(size.inner)
    rows[-1] = face.rjust(size.inner)
    rows[0] = face.ljust(size.inner)
    return rows


def _lines(rows: Sequence[str], frame: Frame, height: int, foot: str) -> list[str]:
    """The lines of a card: whole, without its lower end, or its upper border alone."""
    left, line, right = tuple(frame.top)
    inner = len(rows[0])
    if height == 1:
        return [f"{left}{rows[0].strip():{line}<{inner}}{right}"]
    lower_left, lower, lower_right = tuple(frame.bottom)
    whole = [
        f"{left}{line * inner}{right}",
        *(f"{frame.side}{row}{frame.side}" for row in rows),
        f"{lower_left}{foot:{lower}>{inner}}{lower_right}",
    ]
    return whole[:height]


def rows_of(cards: Column, room: int, size: Size = SMALLEST) -> list[int]:
    """How many lines each card of a column gets, the one at the bottom of the pile first.

    Cards that are covered are cropped: as little as the room allows, face-up ones first,
    and in a pile that is too long even so the lowest ones are left out.
    """
    rows = [size.face_rows if visible else size.back_rows for _, visible in cards[:0:-1]]
    rows += [size.card_height] * bool(cards)
    for least in range(size.face_rows - 1, -1, -1):
        for place in range(len(rows) - 1):
            if sum(rows) > room and rows[place] > least:
                rows[place] -= 1
    return rows
