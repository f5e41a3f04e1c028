"""The table as a Textual application: what comes of keys, clicks and drags."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from .dealing import NewGame, deal
from .engine import Trouble
from .history import History
from .keys import BINDINGS, help_page
from .memory import Memory
from .moves import Refusal
from .options import Options
from .records import records_page
from .saves import Refused, load, save
from .screens import AskScreen, FileScreen, NewGameScreen, OptionsScreen, PageScreen
from .sitting import Outcome, TableGame, click, follow, hint, put, send_up
from .spots import STOCK, Spot, card_at, column, kept, step
from .stopwatch import Stopwatch
from .view import TableView
from .window import TableWindow
from .winnable import MISSING, has_solver


class TableApp(TableWindow):
    """The table."""

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    async def on_mount(self) -> None:
        """Goes on with the last game, or deals the first one."""
        self._set_options(self._remembered(Memory.options) or Options())
        self.set_interval(1, self._tick)
        last = self._remembered(lambda memory: memory.last_game(self._kit.rules))
        if last is None:
            await self._begin(self._first)
            return
        sitting, seconds = last
        self._watch = Stopwatch(seconds)
        self._seat(Outcome(sitting, "Going on with the last game; press n for a new one."))
        if not self._is_wanted(sitting):
            await self._new(self._first)

    def _is_wanted(self, sitting: TableGame) -> bool:
        """Whether the last game is what the table was started for, which names rules or none."""
        usual = next(iter(self._kit.rules))
        deal_fits = self._first.seed is None or str(self._first.seed) == sitting.name
        return deal_fits and self._first.rules in {usual, sitting.now.rules}

    def on_table_view_pressed(self, event: TableView.Pressed) -> None:
        """Picks up the card that is pressed, until the mouse is released."""
        if self._sitting and card_at(event.spot, self._sitting.now.position):
            self._dragged, self._hint = event.spot, ()
            self._draw()

    def on_table_view_dragged(self, event: TableView.Dragged) -> None:
        """Points at the place that the card is over."""
        if self._dragged and self._sitting and event.over:
            self._held = None
            self._cursor = kept(event.over, self._sitting.now.position)
            self._draw()

    async def on_table_view_dropped(self, event: TableView.Dropped) -> None:
        """Puts the dragged card on the pile where it was released, or back."""
        dragged, over, self._held = self._dragged, event.over, None
        if dragged is None or over is None or over.pile == dragged.pile:
            self._dragged = None
            self._draw()
        else:
            await self._play(lambda sitting: put(self._player, sitting, dragged, over.pile))

    async def on_table_view_pointed(self, event: TableView.Pointed) -> None:
        """Plays the card that was clicked, or picks it up."""
        self._dragged = None
        if self._sitting is None:
            return
        if card_at(event.spot, self._sitting.now.position) is not None:
            self._cursor = event.spot
        await self._point_at(event.spot, pick_up=event.button == 3)

    def on_table_view_resized(self) -> None:
        """Draws the table in its new size."""
        self._draw()

    async def action_play(self) -> None:
        """Plays the card at the cursor."""
        await self._point_at(self._cursor, pick_up=False)

    async def action_pick_up(self) -> None:
        """Picks up the card at the cursor, or puts the one picked up there."""
        await self._point_at(self._cursor, pick_up=True)

    async def action_turn(self) -> None:
        """Turns the stock."""
        self._held = None
        await self._point_at(Spot(STOCK), pick_up=False)

    async def action_send_up(self) -> None:
        """Sends cards to the pillars."""
        await self._do(lambda sitting: send_up(self._player, sitting))

    def action_options(self) -> None:
        """Asks for the options."""
        self.push_screen(OptionsScreen(self._options), self._choose)

    async def action_undo(self) -> None:
        """Takes the last step back."""
        await self._do(lambda sitting: _retold(sitting, sitting.undone(), "undo"))

    async def action_redo(self) -> None:
        """Makes a step again that was taken back."""
        await self._do(lambda sitting: _retold(sitting, sitting.redone(), "redo"))

    async def action_hint(self) -> None:
        """Shows a move that helps."""
        async with self._busy:
            if self._sitting is not None:
                self._held, self._dragged = None, None
                shown = await self._asked(hint, self._player, self._sitting, self._guide())
                self._hint = shown.spots
                self._say(shown.remark)

    async def action_follow(self) -> None:
        """Plays the move that a hint shows."""
        await self._play(lambda sitting: follow(self._player, sitting, self._guide()))

    def action_let_go(self) -> None:
        """Puts the card back that is picked up."""
        self._held, self._dragged, self._hint = None, None, ()
        self._say("")

    def action_step(self, across: int, down: int) -> None:
        """Moves the cursor."""
        if self._sitting is not None:
            self._cursor = step(self._cursor, across, down, self._sitting.now.position)
            self._draw()

    def action_point(self, number: int) -> None:
        """Moves the cursor to a column, or to the waste."""
        self._cursor = column(number - 1) if number else Spot(STOCK + 1)
        self._draw()

    def action_new(self) -> None:
        """Asks for a new game."""
        rules = self._sitting.now.rules if self._sitting else self._first.rules
        self.push_screen(NewGameScreen(self._kit.rules, rules), self._new)

    async def action_restart(self) -> None:
        """Lays the deal out again."""
        if self._sitting is not None:
            again = self._sitting.restarted()
            await self._instead(lambda: self._replace(Outcome(again, "The same deal again.")))

    def action_statistics(self) -> None:
        """Shows how the games so far ended."""
        records = self._remembered(Memory.records) or {}
        self.push_screen(PageScreen(records_page(records, self._kit.paid)))

    def action_save(self) -> None:
        """Asks where to save the game."""
        if self._sitting is not None:
            self.push_screen(FileScreen("Save the game to the file", self._file), self._save)

    def action_load(self) -> None:
        """Asks which game to load."""
        self.push_screen(FileScreen("Load the game in the file", self._file), self._load)

    def action_help(self) -> None:
        """Shows the keys."""
        self.push_screen(PageScreen(help_page()))

    async def _point_at(self, spot: Spot, *, pick_up: bool) -> None:
        """Plays what is there, picks it up, or puts there what is picked up."""
        held = self._held
        if held is not None:
            await self._play(lambda sitting: put(self._player, sitting, held, spot.pile))
        elif not pick_up:
            await self._play(lambda sitting: click(self._player, sitting, spot))
        elif self._sitting and (card := card_at(spot, self._sitting.now.position)):
            self._held = spot
            self._say(f"{card} is picked up: point at its new place, or press Escape.")

    async def _instead(self, replace_game: Callable[[], Awaitable[None]]) -> None:
        """Does what throws the game away, at once where nothing is lost by it, else if wanted."""

        async def answered(wanted: bool | None) -> None:
            if wanted:
                await replace_game()

        if self._sitting is None or not self._sitting.is_unfinished:
            await replace_game()
        else:
            question = f"Deal {self._sitting.name} is not finished. Give it up?"
            self.push_screen(AskScreen(question, "Give it up"), answered)

    async def _new(self, wanted: NewGame | None) -> None:
        if wanted is not None:
            await self._instead(lambda: self._begin(wanted))

    async def _begin(self, wanted: NewGame) -> None:
        if wanted.winnable and not has_solver():
            self._say(MISSING)
            return
        async with self._busy:
            self._say("Looking for a deal that can be won…" if wanted.winnable else "")
            try:
                outcome = await self._asked(deal, self._player, self._kit, wanted, self._chance)
            except (Trouble, Refusal) as trouble:
                self._say(f"No game can be dealt. {trouble}")
                return
            self._cursor = column(0)
            await self._replace(outcome)

    def _choose(self, options: Options | None) -> None:
        """Plays by the options from now on, and remembers them."""
        if options is not None and options != self._options:
            self._set_options(options)
            self._remembered(lambda memory: memory.choose(options))
            self._draw()

    def _save(self, name: str | None) -> None:
        """Saves the game, after asking where that replaces a file."""

        def answered(wanted: bool | None) -> None:
            if wanted and name is not None:
                self._write(name)

        if name is None:
            return
        if Path(name).expanduser().is_file():
            question = f"{Path(name).name} is there already. Replace it?"
            self.push_screen(AskScreen(question, "Replace it"), answered)
        else:
            self._write(name)

    def _write(self, name: str) -> None:
        if self._sitting is None:
            return
        self._file = name
        try:
            save(Path(name).expanduser(), self._sitting.now, self._watch.at(self._clock()))
        except Refused as refusal:
            self._say(str(refusal))
        else:
            self._say(f"Saved to {name}.")

    async def _load(self, name: str | None) -> None:
        if name is None:
            return
        try:
            standing, seconds = load(Path(name).expanduser(), self._first.rules)
        except Refused as refusal:
            self._say(str(refusal))
            return
        if standing.rules not in self._kit.rules:
            standing = replace(standing, rules=self._first.rules)
        self._file = name
        loaded = TableGame(History(standing), Path(name).name, counts=False)
        await self._instead(lambda: self._replace(Outcome(loaded, "Loaded."), seconds))


def _retold(before: TableGame, after: TableGame, what: str) -> Outcome:
    return Outcome(
        after, "" if after.history is not before.history else f"There is nothing to {what}."
    )
