"""What the table remembers: the last game, statistics, and what it asks before it forgets."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from at_table import Scenario, at_table, said, settled, sitting_of
from hypothesis import given
from hypothesis import strategies as st
from patience_table import start as table
from patience_table.engine import Engine, Standing
from patience_table.history import History
from patience_table.memory import Memory, NotRemembered
from patience_table.position import SUITS, Card, Lying, Position
from patience_table.records import Record, records_page
from patience_table.sitting import TableGame, begin
from platformdirs import user_data_path
from table_kit import COURSEWORK, KIT
from textual.pilot import Pilot
from textual.widgets import Input, Label

WON = Position((), (), (13, 13, 13, 13), ((),) * 7)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A memory that is empty."""
    return Memory(tmp_path / "table")


@pytest.fixture(scope="module")
def sitting(engine: Engine) -> TableGame:
    """A game after two turns."""
    first, _ = engine.deal(3, COURSEWORK)
    then = History(first)
    for moves in (1, 2):
        then = then.then(replace(first, moves=moves))
    return TableGame(then, "3")


def played(*keys: str) -> Scenario:
    """Presses the keys and waits for what comes of them."""

    async def scenario(pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return scenario


# Statistics


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 999), st.integers(-52, 700)), max_size=12))
def test_a_record_counts_games_streaks_and_the_best(games: Sequence[tuple[bool, int, int]]) -> None:
    record = Record()
    for won, seconds, score in games:
        record = record.after(won=won, seconds=seconds, score=score)
    runs = "".join("w" if won else " " for won, *_ in games)
    assert (record.played, record.won) == (len(games), runs.count("w"))
    assert record.streak == len(runs) - len(runs.rstrip("w"))
    assert record.best_streak == max(map(len, runs.split(" ")))
    assert record.best_seconds == min((one[1] for one in games if one[0]), default=None)
    assert record.best_score == max((one[2] for one in games), default=None)
    assert record.balance == sum(one[2] for one in games)


def test_records_are_shown_by_rules() -> None:
    shown = records_page(
        {"vegas": Record(4, 1, 0, 1, 75, -12, -90), "coursework": Record(2), "q": Record()},
        ["vegas"],
    ).splitlines()
    assert shown[-2].split() == ["vegas", "4", "1", "25%", "0", "1", "1:15", "-12", "-90"]
    assert shown[-1].split()[-1] == "–"
    assert len(shown) == 5
    assert all(len(line) <= 62 for line in shown)
    assert records_page({}, []) == "No game has been finished yet."


def test_games_add_up_by_rules(memory: Memory, sitting: TableGame) -> None:
    won = TableGame(History(Standing(WON, "vegas", 208, won=True)), "9")
    for _ in range(2):
        memory.add(won, 60, "vegas", 208)
    memory.add(sitting, 5, COURSEWORK, 0)
    records = memory.records()
    assert records == {
        "vegas": Record(2, 2, 2, 2, 60, 208, 416),
        COURSEWORK: Record(1, best_score=0),
    }


# Files


def test_a_game_is_remembered_with_its_steps(memory: Memory, sitting: TableGame) -> None:
    assert memory.last_game(KIT.rules) is None
    memory.keep(sitting, 77)
    assert memory.last_game(KIT.rules) == (sitting, 77)


def test_a_long_game_is_remembered_with_its_deal_and_its_last_steps(
    memory: Memory, sitting: TableGame
) -> None:
    steps = tuple(replace(sitting.now, moves=number) for number in range(700))
    memory.keep(TableGame(History(steps[-1], steps[:-1]), "\udcff" + "x" * 255), 0)
    kept = memory.last_game(KIT.rules)
    assert kept is not None
    assert [one.moves for one in kept[0].history.past] == [0, *range(199, 699)]


def test_a_game_that_is_won_is_not_remembered(memory: Memory, sitting: TableGame) -> None:
    memory.keep(sitting, 0)
    memory.keep(TableGame(History(Standing(WON, COURSEWORK, won=True)), "3"), 0)
    assert memory.last_game(KIT.rules) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"type": "patience last game 9", "steps": []}',
        b'{"type": "patience statistics 1", "rules": {"q": {"played": -1}}}',
        b'{"type": "patience statistics 1", "rules": {"q": {"played": 1, "won": 2}}}',
        b'{"type": "patience last game 1", "deal": "3", "seconds": 1, "counts": true, "steps": []}',
        b'{"type":"patience last game 1","deal":"3","seconds":1,"counts":true,"steps":["hello"]}',
    ],
)
@pytest.mark.parametrize("name", ["last-game", "statistics"])
def test_a_file_that_cannot_be_read_is_kept_under_another_name(
    tmp_path: Path, sitting: TableGame, content: bytes, name: str
) -> None:
    memory, path = Memory(tmp_path), tmp_path / f"{name}.json"
    path.write_bytes(content)
    (tmp_path / f"{name}.unreadable-1.json").write_text("an older one")
    with pytest.raises(NotRemembered) as why:
        memory.last_game(KIT.rules) if name == "last-game" else memory.add(
            sitting, 1, COURSEWORK, 0
        )
    assert re.fullmatch(rf"{path} cannot be read: .*{name}\.unreadable-2\.json\.", str(why.value))
    assert (tmp_path / f"{name}.unreadable-2.json").read_bytes() == content
    assert (tmp_path / f"{name}.unreadable-1.json").read_text() == "an older one"
    memory.keep(sitting, 1)
    assert memory.last_game(KIT.rules) == (sitting, 1)
    assert memory.records().keys() <= {COURSEWORK}


def test_what_is_not_a_file_is_set_aside_too(tmp_path: Path, sitting: TableGame) -> None:
    memory = Memory(tmp_path)
    os.mkfifo(tmp_path / "last-game.json")
    (tmp_path / "statistics.json").mkdir()
    for read in (lambda: memory.last_game(KIT.rules), memory.records):
        with pytest.raises(NotRemembered, match="is not a file of the table"):
            read()
    memory.keep(sitting, 1)
    assert memory.last_game(KIT.rules) == (sitting, 1)


def test_a_game_by_rules_that_are_gone_is_set_aside(memory: Memory, sitting: TableGame) -> None:
    memory.keep(sitting, 1)
    with pytest.raises(NotRemembered, match="its rules are not known"):
        memory.last_game(["house"])


def test_a_folder_that_cannot_be_written_is_named_and_the_game_goes_on(
    engine: Engine, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")

    async def scenario(pilot: Pilot[None]) -> None:
        await played("d", "d", "t", "escape")(pilot)
        assert sitting_of(pilot).now.moves == 2
        notes = [note.message for note in pilot.app._notifications]
        assert len(notes) == 1
        assert "file cannot be written: File exists." in notes[0]

    at_table(engine, scenario, memory=Memory(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "mine"


def test_the_memory_lies_where_the_platform_keeps_such_things() -> None:
    assert table._home() == user_data_path("patience-table", appauthor=False)


# At the table


def test_the_table_goes_on_with_the_last_game(engine: Engine, memory: Memory) -> None:
    seconds = iter(range(10_000))
    at_table(
        engine, played("d", "d", "q"), rules="vegas", memory=memory, clock=lambda: next(seconds)
    )

    async def scenario(pilot: Pilot[None]) -> None:
        assert said(pilot) == "Going on with the last game; press n for a new one."
        now = sitting_of(pilot).now
        assert (now.moves, now.rules, sitting_of(pilot).name) == (2, "vegas", "3")
        assert pilot.app._watch.seconds > 0  # type: ignore[attr-defined]
        await played("u", "u", "u")(pilot)
        assert sitting_of(pilot).now == begin(engine, 3, "vegas").sitting.now

    at_table(engine, scenario, seed=None, memory=memory)
    assert memory.records() == {}


def test_another_deal_is_asked_for_before_the_last_game_is_given_up(
    engine: Engine, memory: Memory
) -> None:
    at_table(engine, played("d"), memory=memory)

    async def scenario(pilot: Pilot[None]) -> None:
        asked = str(pilot.app.screen.query_one(Label).render())
        assert asked == "Deal 3 is not finished. Give it up?"
        await played("n")(pilot)
        assert sitting_of(pilot).name == "3"

    at_table(engine, scenario, seed=4, memory=memory)

    async def given_up(pilot: Pilot[None]) -> None:
        await played("y")(pilot)
        assert sitting_of(pilot).name == "4"

    at_table(engine, given_up, seed=4, memory=memory)
    assert memory.records()[COURSEWORK] == Record(1, best_score=0)


@pytest.mark.slow
def test_a_game_is_given_up_only_when_that_is_wanted(
    engine: Engine, memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def scenario(pilot: Pilot[None]) -> None:
        await played("b", "d", "s", "enter")(pilot)
        before = sitting_of(pilot)
        for keys in (("n", "enter"), ("b",), ("l", "enter")):
            for refusal in ("n", "escape", "enter"):
                await played(*keys, refusal)(pilot)
                assert sitting_of(pilot) is before, keys
        assert memory.records() == {}
        await played("b", "y")(pilot)
        assert (sitting_of(pilot).now.moves, said(pilot)) == (0, "The same deal again.")
        await played("l", "enter", "d", "b", "y", "d", "n", "enter", "y")(pilot)
        assert sitting_of(pilot).name not in {"3", "game.txt"}

    at_table(engine, scenario, memory=memory)
    assert memory.records()[COURSEWORK].played == 1, "games loaded from a file do not count"


def test_a_game_counts_as_won_once(engine: Engine, memory: Memory) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await played("a")(pilot)
        assert sitting_of(pilot).now.won
        await played("u", "a", "n", "enter")(pilot)
        assert sitting_of(pilot).name != "3"

    kings = tuple((Lying(Card(suit, 13), True),) for suit in SUITS)
    nearly = Position((), (), (12,) * 4, (*kings, (), (), ()))
    memory.keep(TableGame(History(Standing(nearly, COURSEWORK, 5)), "3"), 12)
    at_table(engine, scenario, memory=memory)
    assert memory.records() == {COURSEWORK: Record(1, 1, 1, 1, 12, 5, 5)}


def test_statistics_are_shown(engine: Engine, memory: Memory, sitting: TableGame) -> None:
    memory.add(sitting, 9, COURSEWORK, 0)

    async def scenario(pilot: Pilot[None]) -> None:
        await played("t")(pilot)
        shown = str(pilot.app.screen.query_one(Label).render())
        assert shown == records_page(memory.records(), KIT.paid)

    at_table(engine, scenario, memory=memory)


def test_saving_asks_before_it_replaces_a_file(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("mine")

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        pilot.app.screen.query_one(Input).value = "mine.txt"
        await played("enter", "enter")(pilot)
        assert Path("mine.txt").read_text() == "mine"
        await pilot.press("s")
        pilot.app.screen.query_one(Input).value = "mine.txt"
        await played("enter", "y")(pilot)
        assert said(pilot) == "Saved to mine.txt."
        assert Path("mine.txt").read_text().startswith("solitaire 1")

    at_table(engine, scenario)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
