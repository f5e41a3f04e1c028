"""The picture of the table as a Textual widget."""

from __future__ import annotations

from itertools import zip_longest

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from .canvas import Ink, Picture
from .spots import Spot

FELT, PANEL = "#12261f", "#1c3a30"
_INKS = {
    Ink.PAPER: Style(color="#e8ece9", bgcolor=FELT),
    Ink.BACK: Style(color="#5c93c4", bgcolor=FELT),
    Ink.GHOST: Style(color="#6d8a7e", bgcolor=FELT),
    Ink.LABEL: Style(color="#9fb8ad", bgcolor=FELT),
    Ink.FACT: Style(color="#ffffff", bgcolor=FELT, bold=True),
    Ink.CURSOR: Style(color="#ffffff", bgcolor="#2d5b4b", bold=True),
    Ink.HINT: Style(color="#101010", bgcolor="#f0e442", bold=True),
    Ink.HELD: Style(color="#101010", bgcolor="#9fd3ff", bold=True),
    Ink.JOY: Style(color="#101010", bgcolor="#f0e442", bold=True),
}
_BLACK = Style(color="#f2f6ff", bgcolor=FELT)
_RED = Style(color="#ffa23a", bgcolor=FELT, bold=True)
_TWO_COLOURS = _INKS | {
    Ink.SPADE: _BLACK,
    Ink.CLUB: _BLACK,
    Ink.HEART: _RED,
    Ink.DIAMOND: _RED,
}
_FOUR_COLOURS = _TWO_COLOURS | {
    Ink.CLUB: Style(color="#5fe08a", bgcolor=FELT),
    Ink.DIAMOND: Style(color="#6cc4ff", bgcolor=FELT, bold=True),
}


class TableView(Widget, can_focus=True):
    """Shows the picture of the table."""

    class Pressed(Message):
        """A mouse button went down on a card or a place."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Pointed(Message):
        """A card or a place was clicked: pressed and released without leaving it."""

        def __init__(self, spot: Spot, button: int) -> None:
            super().__init__()
            self.spot = spot
            self.button = button

    class Dragged(Message):
        """The mouse is over another place than the one where it was pressed."""

        def __init__(self, over: Spot | None) -> None:
            super().__init__()
            self.over = over

    class Dropped(Message):
        """The mouse was released after a drag, over a place or over none."""

        def __init__(self, over: Spot | None) -> None:
            super().__init__()
            self.over = over

    class Resized(Message):
        """The table has another size."""

    picture = Picture((), {})
    four_colours = reactive(default=False)
    _pressed: Spot | None = None
    _over: Spot | None = None
    _dragging = False

    def show(self, picture: Picture) -> None:
        """Shows another picture, of which only the lines that differ are written."""
        before, self.picture = self.picture, picture
        pairs = enumerate(zip_longest(before.lines, picture.lines))
        rows = [y for y, (old, new) in pairs if old != new]
        if rows:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))

    def render_line(self, y: int) -> Strip:
        """The line of the picture."""
        lines = self.picture.lines
        spans = lines[y] if y < len(lines) else ()
        inks = _FOUR_COLOURS if self.four_colours else _TWO_COLOURS
        strip = Strip([Segment(span.text, inks[span.ink]) for span in spans])
        return strip.adjust_cell_length(self.size.width, inks[Ink.PAPER])

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remembers where the mouse was pressed, and follows it from there."""
        self._pressed = self._over = self._spot_at(event)
        self._dragging = False
        if self._pressed is not None:
            self.capture_mouse()
            self.post_message(self.Pressed(self._pressed))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Reports where a drag leads."""
        over = self._spot_at(event)
        if self._pressed is not None and over != self._over:
            self._over, self._dragging = over, True
            self.post_message(self.Dragged(over))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Reports a click, or the end of a drag."""
        pressed, over = self._pressed, self._spot_at(event)
        self._pressed = None
        self.release_mouse()
        if pressed is None:
            return
        if self._dragging or over != pressed:
            self.post_message(self.Dropped(over))
        else:
            self.post_message(self.Pointed(pressed, event.button))

    def _spot_at(self, event: events.MouseEvent) -> Spot | None:
        return self.picture.spots.get((event.x, event.y))

    def on_resize(self) -> None:
        """Asks for a picture of the new size."""
        self.post_message(self.Resized())
