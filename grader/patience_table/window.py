"""The window of the table: the game on it, drawn, timed and remembered."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

from textual.app import App, ComposeResult
from textual.widgets import Footer, Static

from .canvas import Picture, message
from .dealing import NewGame
from .drawing import HEIGHT, WIDTH, Scene, draw
from .engine import Kit, Standing
from .flight import Flight, begun, in_flight
from .memory import Memory, NotRemembered
from .options import Options
from .scoring import timed_score
from .sitting import Outcome, Player, TableGame, with_safe_cards_up
from .sizes import size_for
from .spots import Spot, column, kept
from .stopwatch import Stopwatch, clock_face
from .view import FELT, PANEL, TableView
from .ways import Guide

T = TypeVar("T")

_STEP_SECONDS = 0.025
"""How long each picture of a card on its way is seen."""
_BEYOND = 2
"""Lines of the window below the table: the status and the keys."""


class TableWindow(App[None]):
    """The game on the table, and how it is shown."""

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
    .dialogue OptionList {{ background: {PANEL}; border: none; margin: 1 0; }}
    .dialogue Horizontal {{ height: auto; }}
    .dialogue Button {{ margin-right: 2; }}
    """

    def __init__(  # noqa: PLR0913 what the world gives it
        self,
        player: Player,
        kit: Kit,
        first: NewGame,
        *,
        memory: Memory | None = None,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
    ) -> None:
        super().__init__()
        self._player = player
        self._kit = kit
        self._first = first
        self._guides = {rules: Guide(draws) for rules, draws in kit.rules.items()}
        self._memory = memory
        self._troubles: set[str] = set()
        self._clock = clock
        self._chance = chance or random.Random()
        self._view = TableView()
        self._status = Static(id="status", markup=False)
        self._sitting: TableGame | None = None
        self._watch = Stopwatch()
        self._cursor = column(0)
        self._held: Spot | None = None
        self._dragged: Spot | None = None
        self._hint: tuple[Spot, ...] = ()
        self._options = Options()
        self._balance = 0
        self._flight: Flight | None = None
        self._file = "game.txt"
        self._busy = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1)

    def compose(self) -> ComposeResult:
        """The table, the line below it, and the keys."""
        yield self._view
        yield self._status
        yield Footer(compact=True, show_command_palette=False)

    def on_unmount(self) -> None:
        """Remembers the game as it is left, and lets the thread go."""
        self._keep()
        self._thread.shutdown()

    def _guide(self) -> Guide:
        """Who knows ways that win by the rules of the game."""
        return self._guides[self._sitting.now.rules if self._sitting else self._first.rules]

    async def _asked(self, what: Callable[..., T], *arguments: object) -> T:
        """What comes of it, found out while the table stays alive."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, what, *arguments)

    async def _do(self, what: Callable[[TableGame], Outcome]) -> None:
        """Takes the sitting on, and tells what came of it."""
        async with self._busy:
            if self._sitting is not None:
                outcome = await self._asked(what, self._sitting)
                self._seat(outcome)

    async def _play(self, what: Callable[[TableGame], Outcome]) -> None:
        """Plays, and lets safe cards go up where that is wanted."""
        if not self._options.safe_cards_up:
            await self._do(what)
            return
        await self._do(lambda before: with_safe_cards_up(self._player, before, what(before)))

    async def _replace(self, outcome: Outcome, seconds: int = 0) -> None:
        """Seats another game; one that is given up for it counts."""
        before = self._sitting
        if before is not None and before.is_unfinished:
            self._count(before)
        self._watch = Stopwatch(seconds)
        self._seat(outcome)

    def _seat(self, outcome: Outcome) -> None:
        """Shows the sitting and what is said of it."""
        sitting, now = outcome.sitting, self._clock()
        flight = self._begun(sitting)
        won = sitting.now.won
        self._watch = self._watch.stopped(now) if won else self._watch.running(now)
        if won:
            self._count(sitting)
            sitting = replace(sitting, counts=False)
        self._sitting = sitting
        self._held, self._dragged, self._hint = None, None, ()
        self._cursor = kept(self._cursor, outcome.sitting.now.position)
        self._balance = self._read_balance(sitting.now.rules)
        self._say(outcome.remark)
        self._keep()
        if flight is not None:
            self._fly(flight)

    def _count(self, sitting: TableGame) -> None:
        """Adds the game to the statistics, unless it is not to be counted."""
        if sitting.counts:
            seconds, score = self._watch.at(self._clock()), self._score(sitting.now)
            rules = sitting.now.rules
            name = f"{rules}, timed" if self._is_timed(rules) else rules
            self._remembered(lambda memory: memory.add(sitting, seconds, name, score))

    def _is_timed(self, rules: str) -> bool:
        """Whether time costs points in a game by these rules."""
        return self._options.timed_score and rules in self._kit.timed

    def _score(self, standing: Standing) -> int:
        """The points of the game, with what time does to them."""
        if not self._is_timed(standing.rules):
            return standing.score
        seconds = self._watch.at(self._clock())
        return timed_score(standing.score, seconds, won=standing.won)

    def _read_balance(self, rules: str) -> int:
        """What the games by these rules came to that are counted already."""
        if rules not in self._kit.paid:
            return 0
        records = self._remembered(Memory.records) or {}
        return records[rules].balance if rules in records else 0

    def _set_options(self, options: Options) -> None:
        self._options = options
        self._view.four_colours = options.four_colours

    def _begun(self, sitting: TableGame) -> Flight | None:
        """How a card is seen moving to the next position, `None` where none is to be seen."""
        calm = self.no_color or self.console.is_dumb_terminal or self.animation_level == "none"
        dragged = self._dragged is not None
        if self._sitting is None or calm or dragged or not self._options.animation:
            return None
        height = size_for(*self._view.size).card_height
        before, after = self._sitting.now.position, sitting.now.position
        return begun(before, after, self._view.picture, height)

    def _fly(self, flight: Flight) -> None:
        """Shows the cards on their way, until they arrive or anything else is drawn."""
        self._flight = flight
        if self._sitting is not None and _fits(*self._view.size):
            picture = in_flight(flight, self._scene(self._sitting), *self._view.size)
            self._view.show(picture)
            self.set_timer(_STEP_SECONDS, partial(self._fly_on, flight))

    def _fly_on(self, flight: Flight) -> None:
        if self._flight is flight:
            if flight.next is None:
                self._draw()
            else:
                self._fly(flight.next)

    def _keep(self) -> None:
        sitting, seconds = self._sitting, self._watch.at(self._clock())
        if sitting is not None:
            self._remembered(lambda memory: memory.keep(sitting, seconds))

    def _remembered(self, what: Callable[[Memory], T]) -> T | None:
        """What the memory gives, `None` where there is none; each trouble is reported once."""
        try:
            return what(self._memory) if self._memory else None
        except NotRemembered as trouble:
            if str(trouble) not in self._troubles:
                self._troubles.add(str(trouble))
                self.notify(str(trouble), severity="warning", timeout=15, markup=False)
            return None

    def _say(self, remark: str) -> None:
        self._status.update(remark)
        self._draw()

    def _tick(self) -> None:
        """Shows the time that has passed."""
        if self._flight is None:
            self._draw()

    def _draw(self) -> None:
        self._flight = None
        view = self._view
        width, height = view.size
        if not _fits(width, height):
            view.show(_too_small(width, height + _BEYOND))
        elif self._sitting is None:
            view.show(message("There is no game on the table.", width))
        else:
            view.show(draw(self._scene(self._sitting), width, height))

    def _scene(self, sitting: TableGame) -> Scene:
        standing = sitting.now
        shown = clock_face(self._watch.at(self._clock()))
        total = self._balance + (standing.score if sitting.counts else 0)
        balance = {"Balance": str(total)} if standing.rules in self._kit.paid else {}
        facts = {
            "Score": str(self._score(standing)),
            **balance,
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
            self._kit.can_turn_waste(standing),
            self.no_color,
        )


def _fits(width: int, height: int) -> bool:
    """Whether the table can be drawn in that size."""
    return width >= WIDTH and height >= HEIGHT


def _too_small(width: int, height: int) -> Picture:
    """A message that fits nearly any window."""
    smallest = f"{WIDTH}×{HEIGHT + _BEYOND}"
    text = f"The table needs a window of {smallest}; this one is {width}×{height}."
    return message(text, width)
