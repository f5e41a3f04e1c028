"""The picture of the table as a Textual widget."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .canvas import Ink, Picture
from .spots import Spot

FELT, PANEL = "#12261f", "#1c3a30"
_INKS = {
    Ink.PAPER: Style(color="#e8ece9", bgcolor=FELT),
    Ink.RED: Style(color="#ffa23a", bgcolor=FELT, bold=True),
    Ink.BLACK: Style(color="#f2f6ff", bgcolor=FELT),
    Ink.BACK: Style(color="#5c93c4", bgcolor=FELT),
    Ink.GHOST: Style(color="#6d8a7e", bgcolor=FELT),
    Ink.LABEL: Style(color="#9fb8ad", bgcolor=FELT),
    Ink.FACT: Style(color="#ffffff", bgcolor=FELT, bold=True),
    Ink.CURSOR: Style(color="#ffffff", bgcolor="#2d5b4b", bold=True),
    Ink.HINT: Style(color="#101010", bgcolor="#f0e442", bold=True),
    Ink.HELD: Style(color="#101010", bgcolor="#9fd3ff", bold=True),
    Ink.JOY: Style(color="#101010", bgcolor="#f0e442", bold=True),
}


class TableView(Widget, can_focus=True):
    """Shows the picture of the table."""

    class Pointed(Message):
        """A card or a place was clicked."""

        def __init__(self, spot: Spot, button: int) -> None:
            super().__init__()
            self.spot = spot
            self.button = button

    class Resized(Message):
        """The table has another size."""

    picture = Picture((), {})

    def show(self, picture: Picture) -> None:
        """Shows another picture."""
        self.picture = picture
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line of the picture."""
        lines = self.picture.lines
        spans = lines[y] if y < len(lines) else ()
        strip = Strip([Segment(span.text, _INKS[span.ink]) for span in spans])
        return strip.adjust_cell_length(self.size.width, _INKS[Ink.PAPER])

    def on_click(self, event: events.Click) -> None:
        """Tells what was clicked."""
        spot = self.picture.spots.get((event.x, event.y))
        if spot is not None:
            self.post_message(self.Pointed(spot, event.button))

    def on_resize(self) -> None:
        """Asks for a picture of the new size."""
        self.post_message(self.Resized())
