"""What lies over the table for a moment: a new game, a file's name, a question, a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Select

from .dealing import NewGame
from .options import LABELS, Options, with_chosen

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
        self.dismiss(NewGame(int(text) if text else None, self._chosen()))

    @on(Button.Pressed, "#winnable")
    def deal_winnable(self) -> None:
        """Deals a game that can be won."""
        self.dismiss(NewGame(None, self._chosen(), winnable=True))

    @on(Button.Pressed, "#back")
    def go_back(self) -> None:
        """Leaves the game as it is."""
        self.dismiss(None)

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
        self.dismiss(event.value.strip() or None)


class OptionsScreen(ModalScreen[Options]):
    """Asks which options are wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,o", "done", "Done")]

    def __init__(self, now: Options) -> None:
        super().__init__()
        self._chosen = set(now.chosen())

    def compose(self) -> ComposeResult:
        """The dialogue."""
        with Vertical(classes="dialogue"):
            yield Label("Options (Enter changes one, Escape goes back)")
            yield OptionList(*map(self._line, LABELS), markup=False)
            yield Button("Done", id="done", variant="primary")

    @on(OptionList.OptionSelected)
    def change(self, event: OptionList.OptionSelected) -> None:
        """Turns the option on or off."""
        name = list(LABELS)[event.option_index]
        self._chosen ^= {name}
        event.option_list.replace_option_prompt_at_index(event.option_index, self._line(name))

    @on(Button.Pressed)
    def action_done(self) -> None:
        """Hands back the options."""
        self.dismiss(with_chosen(self._chosen))

    def _line(self, name: str) -> str:
        return f"[{'x' if name in self._chosen else ' '}] {LABELS[name]}"


class AskScreen(ModalScreen[bool]):
    """Asks whether to do what cannot be undone; Enter and Escape do not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", "No"),
        Binding("y", "dismiss(True)", "Yes"),
    ]

    def __init__(self, question: str, does: str) -> None:
        super().__init__()
        self._question = question
        self._does = does

    def compose(self) -> ComposeResult:
        """The dialogue."""
        with Vertical(classes="dialogue"):
            yield Label(self._question, markup=False)
            with Horizontal():
                yield Button("Back (n)", id="back", variant="primary")
                yield Button(f"{self._does} (y)", id="yes")

    @on(Button.Pressed)
    def answer(self, event: Button.Pressed) -> None:
        """Hands back whether it is wanted."""
        self.dismiss(event.button.id == "yes")


class PageScreen(ModalScreen[None]):
    """Shows lines to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter,space", "dismiss(None)", "Back")
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The lines."""
        with Vertical(classes="dialogue"):
            yield Label(self._text, markup=False)

    def on_click(self) -> None:
        """A click anywhere goes back."""
        self.dismiss(None)
