"""How fast the table answers. Prints a table; `--clicks` says how many clicks are timed.

A click is timed from the mouse event to the picture that shows what came of it, in a
window without a terminal, by the solution's functions in a guest.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/support", "solution", "grader")]

from patience_table.app import TableApp  # noqa: E402
from patience_table.dealing import NewGame  # noqa: E402
from patience_table.drawing import HEIGHT, WIDTH, Scene, draw  # noqa: E402
from patience_table.engine import Engine, seated  # noqa: E402
from patience_table.sitting import TableGame, begin, click  # noqa: E402
from patience_table.spots import PILES, PILLARS, STOCK, WASTE, Spot  # noqa: E402
from patience_table.view import TableView  # noqa: E402
from table_kit import COURSEWORK, KIT, SOLUTION  # noqa: E402

PLACES = [Spot(pile) for pile in (STOCK, WASTE, *PILLARS, *PILES)]


def timed(what: Callable[[], object]) -> float:
    """The milliseconds that it takes."""
    before = time.perf_counter()
    what()
    return (time.perf_counter() - before) * 1000


def clicks_by_functions(engine: Engine, count: int) -> list[float]:
    """The times of clicks without a window: the moves asked, and the answers read."""
    sitting = begin(engine, 3, COURSEWORK).sitting
    rng, times = random.Random(1), []

    def once(spot: Spot, now: TableGame) -> Callable[[], TableGame]:
        return lambda: click(engine, now, spot).sitting

    for _ in range(count):
        spot = rng.choice(PLACES)
        times.append(timed(once(spot, sitting)))
        sitting = click(engine, sitting, spot).sitting
    return times


async def clicks_in_a_window(engine: Engine, count: int) -> list[float]:
    """The times of clicks from the event to the new picture."""
    app = TableApp(engine, KIT, NewGame(3, COURSEWORK))
    rng, times = random.Random(1), []
    async with app.run_test(size=(WIDTH, HEIGHT + 2)) as pilot:
        await pilot.pause()
        view = app.query_one(TableView)
        for _ in range(count):
            event = TableView.Pointed(rng.choice(PLACES), 1)
            before = time.perf_counter()
            await app.on_table_view_pointed(event)
            for y in range(view.size.height):
                view.render_line(y)
            times.append((time.perf_counter() - before) * 1000)
    return times


def row(name: str, times: Sequence[float]) -> str:
    """One line of the table."""
    worst = max(times)
    late = statistics.quantiles(times, n=20)[-1]
    return f"{name:<34}{statistics.median(times):>8.1f}{late:>8.1f}{worst:>8.1f}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=300)
    parser.add_argument("--quick", action="store_true", help="20 clicks")
    options = parser.parse_args()
    count = 20 if options.quick else options.clicks
    print(f"{'milliseconds':<34}{'median':>8}{'95 %':>8}{'most':>8}")
    with seated(KIT, SOLUTION) as engine:
        position = begin(engine, 3, COURSEWORK).sitting.now.position
        pictures = [timed(lambda: draw(Scene(position), WIDTH, HEIGHT)) for _ in range(50)]
        print(row("drawing a picture", pictures))
        print(row("a click, the functions alone", clicks_by_functions(engine, count)))
        print(row("a click, until it is drawn", asyncio.run(clicks_in_a_window(engine, count))))


if __name__ == "__main__":
    main()
