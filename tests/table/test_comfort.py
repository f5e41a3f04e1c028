"""Comfort at the table: larger cards, options, moving cards, the timed score and the balance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from at_table import at_table, drag, settled, sitting_of
from hypothesis import given
from hypothesis import strategies as st
from patience_table.app import TableApp
from patience_table.drawing import HEIGHT, WIDTH, Scene, draw
from patience_table.engine import Engine, Standing
from patience_table.flight import Flight, begun, in_flight
from patience_table.history import History
from patience_table.memory import Memory
from patience_table.moves import TURN, Move
from patience_table.options import LABELS, Options, with_chosen
from patience_table.playing import after, allowed
from patience_table.position import Position
from patience_table.records import Record
from patience_table.scoring import timed_score
from patience_table.sitting import Outcome, TableGame, begin
from patience_table.sizes import SMALLEST, size_for
from patience_table.spots import PILES, PILLARS, STOCK, WASTE, column, pillar
from patience_table.view import _FOUR_COLOURS, _TWO_COLOURS, FELT, TableView
from rich.color import Color, ColorSystem
from table_kit import COURSEWORK
from textual.pilot import Pilot

WON = Position((), (), (13, 13, 13, 13), ((),) * 7)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A memory that is empty."""
    return Memory(tmp_path / "table")


@pytest.fixture(scope="module")
def start(engine: Engine) -> Position:
    """The position after the third deal."""
    return begin(engine, 3, COURSEWORK).sitting.now.position


def shown(pilot: Pilot[None]) -> str:
    """The picture of the table."""
    return str(pilot.app.query_one(TableView).picture)


def app_of(pilot: Pilot[None]) -> TableApp:
    """The application."""
    assert isinstance(pilot.app, TableApp)
    return pilot.app


def flight_of(pilot: Pilot[None]) -> Flight | None:
    """The card on its way."""
    return app_of(pilot)._flight


# Larger cards


@given(st.integers(WIDTH, 300), st.integers(HEIGHT, 100))
def test_cards_are_as_large_as_the_sheet_allows(width: int, height: int) -> None:
    size = size_for(width, height)
    assert size.width <= width
    assert size.height <= height
    assert size.height >= 1 + 4 * size.card_height, "the pillars"
    assert size_for(width + 1, height + 1).card_width >= size.card_width


def test_what_windows_have_which_cards() -> None:
    assert size_for(80, 22) == SMALLEST
    widths = [size_for(*sheet).card_width for sheet in ((110, 32), (120, 38), (140, 48), (200, 58))]
    assert widths == [7, 9, 11, 15]


# Colours


@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT])
def test_colours_are_told_apart_where_there_are_few(system: ColorSystem) -> None:
    felt = Color.parse(FELT).downgrade(system).number
    for inks, number in ((_TWO_COLOURS, 2), (_FOUR_COLOURS, 4)):
        suits = [style.color for ink, style in inks.items() if ink.value in "♠♥♣♦"]
        few = {colour.downgrade(system).number for colour in suits if colour}
        assert len(few) == number
        assert felt not in few


# Options


@given(st.sets(st.sampled_from(sorted(LABELS))))
def test_options_are_known_by_their_names(names: set[str]) -> None:
    assert set(with_chosen(names).chosen()) == names


def test_options_are_remembered(engine: Engine, memory: Memory) -> None:
    async def choose(pilot: Pilot[None]) -> None:
        assert not pilot.app.query_one(TableView).four_colours
        await pilot.press("o", "down", "enter", "escape")
        assert pilot.app.query_one(TableView).four_colours

    async def scenario(pilot: Pilot[None]) -> None:
        assert pilot.app.query_one(TableView).four_colours
        await pilot.press("o")
        await pilot.click("#done")

    at_table(engine, choose, memory=memory)
    at_table(engine, scenario, memory=memory)
    assert memory.options() == Options(four_colours=True)


# Score


@pytest.mark.parametrize(
    ("seconds", "won", "expected"),
    [
        (9, False, 100),
        (10, False, 98),
        (29, True, 96),
        (30, True, 100 - 6 + 23_333),
        (300, False, 40),
        (301, True, 40 + 2_325),
    ],
)
def test_time_costs_points_and_a_win_adds_some(seconds: int, won: bool, expected: int) -> None:
    assert timed_score(100, seconds, won=won) == expected


@pytest.mark.parametrize(("rules", "score"), [("q", -10), ("vegas", -52)])
def test_the_score_is_timed_where_it_scores_as_usual(
    engine: Engine, memory: Memory, rules: str, score: int
) -> None:
    seconds = iter([0.0])

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("d", "b", "y")
        await settled(pilot)

    memory.choose(Options(timed_score=True))
    at_table(engine, scenario, rules=rules, memory=memory, clock=lambda: next(seconds, 59.0))
    assert {name: one.best_score for name, one in memory.records().items()} == {
        "q, timed" if rules == "q" else rules: score
    }


def test_the_score_of_vegas_adds_up(engine: Engine, memory: Memory) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        assert "Balance -52" in shown(pilot)
        await pilot.press("4", "enter")
        assert "Balance -47" in shown(pilot)
        await pilot.press("b", "y")
        await settled(pilot)
        assert "Balance -99" in shown(pilot)
        app_of(pilot)._seat(Outcome(TableGame(History(Standing(WON, "vegas", 208, won=True)), "3")))
        assert "Balance 161" in shown(pilot)
        await pilot.press("left")
        assert "Balance 161" in shown(pilot)

    at_table(engine, scenario, rules="vegas", memory=memory)
    assert memory.records()["vegas"].balance == 161

    async def other(pilot: Pilot[None]) -> None:
        assert "Balance" not in shown(pilot)

    at_table(engine, other, memory=memory)


def test_statistics_of_before_have_no_balance_yet(tmp_path: Path) -> None:
    (tmp_path / "statistics.json").write_text(
        '{"type": "patience statistics 1", "rules": {"vegas": {"played": 1, "best_score": -52}}}'
    )
    assert Memory(tmp_path).records() == {"vegas": Record(1, best_score=-52, balance=0)}


# Moving cards


@pytest.mark.parametrize(("width", "height"), [(80, 22), (120, 38), (200, 58)])
def test_cards_move_and_what_is_clicked_has_arrived(
    start: Position, width: int, height: int
) -> None:
    whole = size_for(width, height).card_height
    for move in allowed(start):
        then = after(start, move, 1)
        for old, new in ((start, then), (then, start)):
            before, arrived = (draw(Scene(one), width, height) for one in (old, new))
            flight = begun(old, new, before, whole)
            if move.source == STOCK and new == start:
                assert flight is None, "a turn taken back"
                continue
            seen = []
            while flight is not None:
                picture = in_flight(flight, Scene(new), width, height)
                assert picture.spots == arrived.spots
                seen.append(str(picture))
                flight = flight.next
            assert len(seen) == 5
            assert len({*seen, str(arrived)}) >= 5


def test_only_one_move_of_face_up_cards_is_seen(start: Position) -> None:
    *others, six, seven = start.columns
    hidden, wrong = (seven[0]._replace(visible=False), *six), (others[1][0], *six)
    turned = after(start, TURN, 1)
    ends = [replace(start, columns=(*others, one, seven[1:])) for one in (hidden, wrong)]
    ends += [start, WON, replace(turned, stock=turned.stock[1:])]
    covered = replace(start, columns=(*others, six, (hidden[0], *seven[1:])))
    for first, end in [(covered, ends[0]), *((start, end) for end in ends)]:
        assert begun(first, end, draw(Scene(first), 80, 22), 3) is None


def test_a_card_on_its_way_holds_nothing_up(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience_table.window._STEP_SECONDS", 3600)

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("4", "enter")
        assert flight_of(pilot) == Flight(Move(1, PILES[3], PILLARS[2]), (27, 4))
        assert sum(sitting_of(pilot).now.position.pillars) == 1
        app_of(pilot)._tick()
        assert flight_of(pilot), "the clock waits"
        await pilot.press("d")
        await settled(pilot)
        for number in range(1, 6):
            flying, flight = shown(pilot), flight_of(pilot)
            assert flight == Flight(Move(1, STOCK, WASTE), (1, 1), number)
            app_of(pilot)._fly_on(flight)
            assert shown(pilot) != flying or number < 5
        assert flight_of(pilot) is None
        await pilot.press("u", "r")
        await settled(pilot)
        assert flight_of(pilot)
        await pilot.press("left")
        assert flight_of(pilot) is None
        await drag(pilot, column(5), pillar("♠"))
        assert flight_of(pilot) is None
        assert sum(sitting_of(pilot).now.position.pillars) == 2

    at_table(engine, scenario, animation=True)


@pytest.mark.parametrize("calm", ["NO_COLOR", "TERM", "option", "TEXTUAL_ANIMATIONS"])
def test_cards_are_not_seen_moving_where_that_is_not_wanted(
    engine: Engine, memory: Memory, monkeypatch: pytest.MonkeyPatch, calm: str
) -> None:
    monkeypatch.setattr("patience_table.window._STEP_SECONDS", 3600)
    if calm in {"NO_COLOR", "TERM"}:
        monkeypatch.setenv(calm, {"NO_COLOR": "1", "TERM": "dumb"}[calm])
    memory.choose(Options(animation=calm != "option"))

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("4", "enter", "d")
        await settled(pilot)
        assert flight_of(pilot) is None

    at_table(engine, scenario, memory=memory, animation=calm != "TEXTUAL_ANIMATIONS")
