"""A table to play at by keys and mouse, and what is seen there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence

from patience_table.app import TableApp
from patience_table.dealing import NewGame
from patience_table.drawing import HEIGHT, WIDTH
from patience_table.engine import Engine, Standing
from patience_table.memory import Memory
from patience_table.moves import Move
from patience_table.sitting import TableGame
from patience_table.spots import Spot
from patience_table.view import TableView
from table_kit import COURSEWORK, KIT
from textual.pilot import Pilot
from textual.widgets import Static

Scenario = Callable[[Pilot[None]], Awaitable[None]]


class Guided:
    """A player whose hints are known."""

    def __init__(self, player: Engine, move: Move | None) -> None:
        self.deal, self.play = player.deal, player.play
        self._move = move

    def hint(self, standing: Standing) -> Move | None:
        """The move that it was given."""
        return self._move


def at_table(
    player: Engine | Guided,
    scenario: Scenario,
    *,
    seed: int | None = 3,
    rules: str = COURSEWORK,
    size: tuple[int, int] = (WIDTH, HEIGHT + 2),
    memory: Memory | None = None,
    clock: Callable[[], float] = lambda: 0.0,
    animation: bool = False,
) -> None:
    """Plays the scenario, in a window of that size."""

    async def run() -> None:
        wanted = NewGame(seed, rules)
        app = TableApp(player, KIT, wanted, memory=memory, clock=clock, chance=random.Random(1))
        app.animation_level = "full" if animation else "none"
        async with app.run_test(size=size) as pilot:
            await scenario(pilot)

    asyncio.run(run())


def sitting_of(pilot: Pilot[None]) -> TableGame:
    """The game at the table."""
    assert isinstance(pilot.app, TableApp)
    assert pilot.app._sitting is not None
    return pilot.app._sitting


async def settled(pilot: Pilot[None]) -> None:
    """Waits until the thread that the game is asked in has answered."""
    assert isinstance(pilot.app, TableApp)
    await pilot.pause()
    async with pilot.app._busy:
        pass
    await pilot.pause()


def said(pilot: Pilot[None]) -> str:
    """The line below the table."""
    return str(pilot.app.query_one("#status", Static).render())


async def click_on(pilot: Pilot[None], spot: Spot, button: int = 1) -> None:
    """Clicks where the card or the place is seen."""
    spots = pilot.app.query_one(TableView).picture.spots
    offset = next(at for at, here in spots.items() if here == spot)
    await pilot.click(TableView, offset=offset, button=button)
    await settled(pilot)


async def drag(
    pilot: Pilot[None], start: Spot, end: Spot | None, over: Sequence[Spot] = ()
) -> None:
    """Drags from one place to another, over others or none; `None` is the bare felt."""
    spots = pilot.app.query_one(TableView).picture.spots
    where = {spot: at for at, spot in reversed(spots.items())}
    felt = (WIDTH - 1, HEIGHT - 1)
    await pilot.mouse_down(TableView, offset=where[start])
    for spot in over:
        await pilot.hover(TableView, offset=where[spot])
    await pilot.mouse_up(TableView, offset=where[end] if end else felt)
    await settled(pilot)
