"""The table as a Textual application."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, TypeVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Static

from .canvas import Picture, message
from .dealing import NewGame, deal
from .drawing import HEIGHT, WIDTH, Scene, draw
from .engine import Kit, Trouble
from .history import History
from .moves import Refusal
from .saves import Refused, load, save
from .screens import FileScreen, HelpScreen, NewGameScreen
from .sitting import Outcome, Player, TableGame, click, hint, put, send_up
from .spots import STOCK, Spot, card_at, column, kept, step
from .stopwatch import Stopwatch, clock_face
from .view import FELT, PANEL, TableView
from .winnable import MISSING, has_solver

T = TypeVar("T")

_BEYOND = 2
"""Lines of the window below the table: the status and the keys."""
HELP = (
    ("click, Enter", "play the card to the first place that takes it"),
    ("drag", "take a card and those on it to another place"),
    ("right click, m", "pick a card up; then point at its new place"),
    ("arrow keys", "point at another card"),
    ("1 to 7, 0", "point at a column, or at the waste"),
    ("d", "turn the stock (or click on it)"),
    ("a", "send all cards to the pillars that can go"),
    ("h", "show a move that helps"),
    ("u, r", "undo, redo: as often as you like"),
    ("n", "a new game"),
    ("s, l", "save the game to a file, load one"),
    ("Escape", "put a card back that is picked up"),
    ("?", "this list"),
    ("q", "leave the table"),
)


class TableApp(App[None]):
    """The table."""

    TITLE = "Patience"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {FELT}; }}
    TableView {{ height: 1fr; }}
    #status {{ height: 1; padding: 0 1; background: {PANEL}; color: #ffffff; }}
    Footer {{ background: {FELT}; }}
    ModalScreen {{ align: center middle; background: #000000 50%; }}
    .dialogue {{
        width: 68; height: auto; max-height: 100%; padding: 1 2;
        background: {PANEL}; border: round #9fb8ad;
    }}
    .dialogue Horizontal {{ height: auto; }}
    .dialogue Button {{ margin-right: 2; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "turn", "Turn"),
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("a", "send_up", "Up"),
        Binding("n", "new", "New"),
        Binding("s", "save", "Save"),
        Binding("l", "load", "Load"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
        Binding("enter,space", "play", "Play", show=False),
        Binding("m", "pick_up", "Pick up", show=False),
        Binding("escape", "let_go", "Put back", show=False),
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("0", "point(0)", show=False),
        *(Binding(str(number), f"point({number})", show=False) for number in range(1, 8)),
    ]

    def __init__(
        self,
        player: Player,
        kit: Kit,
        first: NewGame,
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
    ) -> None:
        super().__init__()
        self._player = player
        self._kit = kit
        self._first = first
        self._clock = clock
        self._chance = chance or random.Random()
        self._sitting: TableGame | None = None
        self._watch = Stopwatch()
        self._cursor = column(0)
        self._held: Spot | None = None
        self._dragged: Spot | None = None
        self._hint: tuple[Spot, ...] = ()
        self._file = "game.txt"
        self._busy = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1)

    def compose(self) -> ComposeResult:
        """The table, the line below it, and the keys."""
        yield TableView()
        yield Static(id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    async def on_mount(self) -> None:
        """Deals the first game."""
        self.set_interval(1, self._draw)
        await self._begin(self._first)

    def on_unmount(self) -> None:
        """Lets the thread go."""
        self._thread.shutdown()

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
        dragged, self._dragged, self._held = self._dragged, None, None
        over = event.over
        if dragged is None or over is None or over.pile == dragged.pile:
            self._draw()
        else:
            await self._do(lambda sitting: put(self._player, sitting, dragged, over.pile))

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
                self._held = None
                self._hint, remark = await self._asked(hint, self._player, self._sitting)
                self._say(remark)

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
        self.push_screen(NewGameScreen(self._kit.rules, rules), self._begin)

    def action_save(self) -> None:
        """Asks where to save the game."""
        if self._sitting is not None:
            self.push_screen(FileScreen("Save the game to the file", self._file), self._save)

    def action_load(self) -> None:
        """Asks which game to load."""
        self.push_screen(FileScreen("Load the game in the file", self._file), self._load)

    def action_help(self) -> None:
        """Shows the keys."""
        self.push_screen(HelpScreen(HELP))

    async def _point_at(self, spot: Spot, *, pick_up: bool) -> None:
        """Plays what is there, picks it up, or puts there what is picked up."""
        held = self._held
        if held is not None:
            await self._do(lambda sitting: put(self._player, sitting, held, spot.pile))
        elif not pick_up:
            await self._do(lambda sitting: click(self._player, sitting, spot))
        elif self._sitting and (card := card_at(spot, self._sitting.now.position)):
            self._held = spot
            self._say(f"{card} is picked up: point at its new place, or press Escape.")

    async def _do(self, what: Callable[[TableGame], Outcome]) -> None:
        """Takes the sitting on, and tells what came of it."""
        async with self._busy:
            if self._sitting is not None:
                outcome = await self._asked(what, self._sitting)
                self._seat(outcome)

    async def _asked(self, what: Callable[..., T], *arguments: object) -> T:
        """What comes of it, found out while the table stays alive."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, what, *arguments)

    async def _begin(self, wanted: NewGame | None) -> None:
        if wanted is None:
            return
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
            self._watch = Stopwatch()
            self._cursor = column(0)
            self._seat(outcome)

    def _save(self, name: str | None) -> None:
        if name is None or self._sitting is None:
            return
        self._file = name
        try:
            save(Path(name).expanduser(), self._sitting.now, self._watch.at(self._clock()))
        except Refused as refusal:
            self._say(str(refusal))
        else:
            self._say(f"Saved to {name}.")

    def _load(self, name: str | None) -> None:
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
        self._watch = Stopwatch(seconds)
        self._seat(Outcome(TableGame(History(standing), Path(name).name), "Loaded."))

    def _seat(self, outcome: Outcome) -> None:
        """Shows the sitting and what is said of it."""
        self._sitting = outcome.sitting
        now = self._clock()
        won = outcome.sitting.now.won
        self._watch = self._watch.stopped(now) if won else self._watch.running(now)
        self._held, self._dragged, self._hint = None, None, ()
        self._cursor = kept(self._cursor, outcome.sitting.now.position)
        self._say(outcome.remark)

    def _say(self, remark: str) -> None:
        self.query_one("#status", Static).update(remark)
        self._draw()

    def _draw(self) -> None:
        view = self.query_one(TableView)
        width, height = view.size
        if width < WIDTH or height < HEIGHT:
            view.show(_too_small(width, height + _BEYOND))
        elif self._sitting is None:
            view.show(message("There is no game on the table.", width))
        else:
            view.show(draw(self._scene(self._sitting), width, height))

    def _scene(self, sitting: TableGame) -> Scene:
        standing = sitting.now
        shown = clock_face(self._watch.at(self._clock()))
        facts = {
            "Score": str(standing.score),
            "Moves": str(standing.moves),
            "Time": shown,
            "Deal": sitting.name,
            "Rules": standing.rules,
        }
        joy = ("You won!", f"{standing.moves} moves, {shown}", "Press n for a new game.")
        return Scene(
            standing.position,
            None if standing.won else self._cursor,
            self._dragged or self._held,
            self._hint,
            facts,
            joy if standing.won else (),
            self.no_color,
        )


def _retold(before: TableGame, after: TableGame, what: str) -> Outcome:
    return Outcome(
        after, "" if after.history is not before.history else f"There is nothing to {what}."
    )


def _too_small(width: int, height: int) -> Picture:
    """A message that fits nearly any window."""
    smallest = f"{WIDTH}×{HEIGHT + _BEYOND}"
    text = f"The table needs a window of {smallest}; this one is {width}×{height}."
    return message(text, width)
