"""What lies over the table for a moment: a new game, a file's name, help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select

from .dealing import NewGame

MOST_DIGITS = 18


class NewGameScreen(ModalScreen[NewGame | None]):
    """Asks which game is to be dealt."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(self, rules: Iterable[str], now: str) -> None:
        super().__init__()
        self._rules = list(rules)
        self._now = now

    def compose(self) -> ComposeResult:
        """The dialogue."""
        with Vertical(classes="dialogue"):
            yield Label("A new game")
            yield Input(
                placeholder="number of the deal, or empty for any",
                restrict=rf"[0-9]{{0,{MOST_DIGITS}}}",
                id="seed",
            )
            yield Select([(name, name) for name in self._rules], value=self._now, allow_blank=False)
            with Horizontal():
                yield Button("Deal", id="deal", variant="primary")
                yield Button("One that can be won", id="winnable")
                yield Button("Back", id="back")

    @on(Input.Submitted)
    @on(Button.Pressed, "#deal")
    def deal(self) -> None:
        """Deals the game that was asked for."""
        text = self.query_one(Input).value
        self.shut_down(NewGame(int(text) if text else None, self._chosen()))

    @on(Button.Pressed, "#winnable")
    def deal_winnable(self) -> None:
        """Deals a game that can be won."""
        self.shut_down(NewGame(None, self._chosen(), winnable=True))

    @on(Button.Pressed, "#back")
    def go_back(self) -> None:
        """Leaves the game as it is."""
        self.shut_down(None)

    def _chosen(self) -> str:
        return str(self.query_one(Select).value)


class FileScreen(ModalScreen[str | None]):
    """Asks for the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(self, question: str, name: str) -> None:
        super().__init__()
        self._question = question
        self._name = name

    def compose(self) -> ComposeResult:
        """The dialogue."""
        with Vertical(classes="dialogue"):
            yield Label(self._question)
            yield Input(self._name)

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Hands back the name."""
        self.shut_down(event.value.strip() or None)


class HelpScreen(ModalScreen[None]):
    """Shows what keys and mouse do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter,space", "dismiss(None)", "Back")
    ]

    def __init__(self, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The list."""
        wide = max(len(keys) for keys, _ in self._lines)
        with Vertical(classes="dialogue"):
            yield Label(
                "\n".join(f"{keys:<{wide}}  {does}" for keys, does in self._lines), markup=False
            )

    def on_click(self) -> None:
        """A click anywhere goes back."""
        self.shut_down(None)
