"""The table: what is drawn, what a click means, what students' functions do, and the windows."""

from __future__ import annotations

import asyncio
import random
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request
from aiohttp.web import HTTPForbidden
from at_table import (
    Guided,
    Scenario,
    at_table,
    click_on,
    drag,
    said,
    settled,
    sitting_of,
)
from hypothesis import given
from hypothesis import strategies as st
from klondike import deck, game
from klondike.__main__ import main as text_game
from klondike.board import EMPTY_PILLARS, Board, Placed
from klondike.errors import MoveError, WrongOrder
from klondike.rules import RULES
from klondike.seat import DRAWS
from patience_grader.errors import InputError
from patience_grader.sandbox.unlocked import UnlockedHost
from patience_table import saves
from patience_table import start as table
from patience_table.app import TableApp
from patience_table.browser import LocalServer
from patience_table.dealing import NewGame
from patience_table.drawing import HEIGHT, WIDTH, Scene, draw, rows_of
from patience_table.engine import Engine, Standing, Trouble, seated
from patience_table.history import History
from patience_table.keys import HELP
from patience_table.moves import (
    TURN,
    Move,
    Refusal,
    moves_between,
    moves_from,
    safe_to_pillars,
    to_pillars,
)
from patience_table.position import (
    SUITS,
    Card,
    Column,
    Lying,
    Position,
    Undrawable,
    board_of,
    position_of,
)
from patience_table.sitting import Outcome, TableGame, begin, click, hint, put, send_up
from patience_table.spots import (
    PILES,
    PILLARS,
    STOCK,
    WASTE,
    Spot,
    card_at,
    column,
    kept,
    pillar,
    step,
)
from patience_table.stopwatch import Stopwatch, clock_face
from patience_table.view import TableView
from patience_table.ways import Guide
from patience_table.winnable import MISSING, deal_of, is_winnable
from table_kit import COURSEWORK, KIT, SKELETON, SOLUTION, TYPES
from terminal import saves as terminal_saves
from textual import constants
from textual.pilot import Pilot
from textual.widgets import Input, Select
from won_game import SEED, WINNING

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "tests" / "pictures"


def dealt(seed: int) -> Position:
    """The position that the seed deals."""
    cards = deck.shuffle(random.Random(seed), deck.deck_of_52())
    return position_of(game.setup(cards), TYPES)


def played(seed: int, steps: int) -> Position:
    """A position after some random moves of the deal."""
    rng = random.Random(seed)
    board = board_of(dealt(seed), TYPES)
    moves: list[Callable[[Board], Board]] = [game.draw]
    moves += [lambda b, t=t: game.move_from_discard(t, b) for t in range(7)]  # type: ignore[misc]
    moves += [lambda b, s=s: game.move_to_pillar(s, b) for s in (None, *range(7))]  # type: ignore[misc]
    moves += [
        lambda b, s=s, t=t: game.move_stack(s, t, b)  # type: ignore[misc]
        for s in range(7)
        for t in range(7)
        if s != t
    ]
    for _ in range(steps):
        try:
            board = game.flip(rng.choice(moves)(board))
        except MoveError:
            continue
    return position_of(board, TYPES)


positions = st.builds(played, st.integers(0, 500), st.integers(0, 400))
columns = st.lists(st.booleans(), max_size=30).map(
    lambda faces: tuple(Lying(Card("♠", 1), visible) for visible in faces)
)
START = dealt(3)
EMPTY = Position((), (), (0, 0, 0, 0), ((),) * 7)
WON = replace(EMPTY, pillars=(13, 13, 13, 13))
NEARLY = replace(
    EMPTY, pillars=(13, 13, 13, 12), columns=((Lying(Card("♦", 13), True),), *[()] * 6)
)


# What lies where


@given(positions)
def test_a_position_says_all_that_a_board_says(position: Position) -> None:
    assert position_of(board_of(position, TYPES), TYPES) == position


BOARD = game.setup(deck.deck_of_52())


@pytest.mark.parametrize(
    ("board", "why"),
    [
        (None, "no board came back"),
        ("a text", "no board came back"),
        (replace(BOARD, columns=BOARD.columns[:6]), "not 7 columns"),
        (replace(BOARD, columns=None), "not 7 columns"),  # type: ignore[arg-type]
        (replace(BOARD, deck=None), "not a tuple"),  # type: ignore[arg-type]
        (replace(BOARD, discard=("♠A",)), "which is not a card"),  # type: ignore[arg-type]
        (replace(BOARD, columns=(("♠A",), *BOARD.columns[1:])), "not a card with a face"),  # type: ignore[arg-type]
        (replace(BOARD, pillars=None), "pillars"),  # type: ignore[arg-type]
        (replace(BOARD, pillars=replace(EMPTY_PILLARS, hearts=14)), "not a value"),  # type: ignore[arg-type]
        (
            replace(BOARD, columns=((Placed(BOARD.deck[0], None),), *BOARD.columns[1:])),  # type: ignore[arg-type]
            "not a card with a face",
        ),
    ],
)
def test_a_board_that_cannot_be_drawn_is_refused(board: object, why: str) -> None:
    with pytest.raises(Undrawable, match=why):
        position_of(board, TYPES)


# What is drawn


@given(positions, st.sampled_from([(WIDTH, HEIGHT), (98, 27), (120, 38), (200, 58)]))
def test_every_card_that_can_be_played_is_seen_where_it_can_be_clicked(
    position: Position, sheet: tuple[int, int]
) -> None:
    picture = draw(Scene(position), *sheet)
    lines = str(picture).split("\n")
    for number, lying in enumerate(position.columns):
        for depth, (card, visible) in enumerate(lying):
            places = [at for at, spot in picture.spots.items() if spot == column(number, depth)]
            text = "".join(lines[y][x : x + 1] for x, y in sorted(places, key=lambda at: at[::-1]))
            assert places or not visible
            assert (str(card) in text) == visible


@given(columns, st.integers(3, 40))
def test_a_column_of_any_length_is_cropped_to_the_room(lying: Column, room: int) -> None:
    rows = rows_of(lying, room)
    assert len(rows) == len(lying)
    assert sum(rows) <= room
    assert rows[-1:] in ([], [3])
    untouched = sum(2 if visible else 1 for _, visible in lying[1:]) + 3 <= room
    if untouched and lying:
        assert rows[:-1] == [2 if visible else 1 for _, visible in lying[:0:-1]]


def test_cards_that_are_left_out_are_counted_over_their_column() -> None:
    long = tuple(Lying(Card("♠♥"[value % 2], value), True) for value in (*range(1, 14),) * 2)
    text = str(draw(Scene(replace(START, columns=(long, *START.columns[1:]))), WIDTH, HEIGHT))
    assert text.split("\n", maxsplit=1)[0].split() == ["1+7", "2", "3", "4", "5", "6", "7"]


@pytest.mark.parametrize(("width", "height"), [(79, 22), (80, 21), (0, 0)])
def test_a_sheet_that_is_too_small_stays_empty(width: int, height: int) -> None:
    assert str(draw(Scene(START), width, height)).strip() == ""


def test_red_suits_can_be_told_from_black_ones_without_colour() -> None:
    text = str(draw(Scene(START, hollow=True), WIDTH, HEIGHT))
    assert not set("♦♥") & set(text)
    assert set("♢♡♠♣") <= set(text)


@pytest.mark.parametrize(
    ("rules", "passes", "waste", "sign"),
    [
        (COURSEWORK, 9, START.stock, "↻"),
        (COURSEWORK, 0, (), "×"),
        ("vegas", 0, START.stock, "×"),
    ],
)
def test_the_stock_says_whether_a_pass_is_left(
    engine: Engine, rules: str, passes: int, waste: tuple[Card, ...], sign: str
) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, TableApp)
        standing = Standing(replace(EMPTY, waste=waste), rules, passes=passes)
        pilot.app._seat(Outcome(TableGame(History(standing), "3")))
        shown = str(pilot.app.query_one(TableView).picture)
        assert [one for one in "↻×" if one in shown] == [sign]

    at_table(engine, scenario, rules=rules)


# What can be pointed at


@given(positions, st.lists(st.sampled_from([(-1, 0), (1, 0), (0, -1), (0, 1)]), max_size=40))
def test_the_arrow_keys_lead_to_places_that_are_there(
    position: Position, steps: Sequence[tuple[int, int]]
) -> None:
    spot = column(0)
    for across, down in steps:
        spot = step(spot, across, down, position)
        assert spot == kept(spot, position)
        assert spot.pile in {STOCK, WASTE, *PILLARS, *PILES}


def test_the_arrow_keys_go_round_the_table() -> None:
    seen, spot = [], Spot(STOCK)
    for _ in range(9):
        spot = step(spot, 1, 0, START)
        seen.append(spot)
    assert seen == [*map(column, range(7)), pillar(SUITS[0]), Spot(STOCK)]
    assert step(Spot(STOCK), -1, 0, START) == pillar(SUITS[0])
    assert step(pillar(SUITS[0]), 0, 1, START) == pillar(SUITS[1])
    assert step(Spot(STOCK), 0, 1, START) == Spot(WASTE)


def test_a_click_tries_the_pillar_first_and_then_the_columns_from_the_left() -> None:
    first, *others = moves_from(column(1), START)
    assert first == Move(1, PILES[1], PILLARS[SUITS.index("♦")])
    assert others == [Move(1, PILES[1], pile) for pile in PILES if pile != PILES[1]]
    assert moves_from(Spot(STOCK), START) == (TURN,)


@pytest.mark.parametrize("spot", [Spot(WASTE), pillar("♠"), column(6, 1), column(0, 3)])
def test_a_click_where_no_card_can_be_taken_is_refused(spot: Spot) -> None:
    with pytest.raises(Refusal):
        moves_from(spot, START)
    with pytest.raises(Refusal):
        moves_between(spot, PILES[0], START)


def test_a_run_goes_to_no_pillar_and_a_whole_column_to_no_empty_one() -> None:
    king, queen = Lying(Card("♠", 13), True), Lying(Card("♥", 12), True)
    position = replace(EMPTY, columns=((queen, king), *[()] * 6))
    assert moves_from(column(0, 1), position) == ()
    assert moves_from(column(0), position)[0].target == PILLARS[SUITS.index("♥")]
    assert {move.target for move in moves_from(column(0), position)[1:]} == set(PILES[1:])


def test_cards_are_put_on_no_stock_and_no_waste() -> None:
    for target in (STOCK, WASTE, PILES[1]):
        with pytest.raises(Refusal, match="do not go"):
            moves_between(column(1), target, START)


# Undo and redo, and the time


@given(st.lists(st.integers()), st.integers(0, 30))
def test_what_is_undone_can_be_redone_without_end(steps: Sequence[int], back: int) -> None:
    history = History(-1)
    for one in steps:
        history = history.then(one)
    then = history
    back = min(back, len(steps))
    for _ in range(back):
        history = history.undone()
    assert history.now == [-1, *steps][len(steps) - back]
    for _ in range(back):
        history = history.redone()
    assert history == then
    assert history.redone() is history
    assert history.undone().then(7).future == ()
    assert History(1).undone() == History(1)


def test_the_time_stands_still_once_the_game_is_won() -> None:
    watch = Stopwatch(60).running(now=10).stopped(now=25)
    assert (watch.at(10_000), watch.running(100).at(105)) == (75, 80)
    assert [clock_face(seconds) for seconds in (0, 61, 3_725)] == ["0:00", "1:01", "1:02:05"]


# Saves


@given(positions, st.integers(-60, 700), st.integers(0, 999))
def test_a_save_is_loaded_as_it_was(position: Position, score: int, moves: int) -> None:
    standing = Standing(position, "vegas", score, moves, 2, emptied=True)
    assert saves.read_save(saves.write_save(standing, 77), COURSEWORK) == (standing, 77)


@given(positions)
def test_the_game_with_typed_commands_reads_and_writes_the_same_saves(position: Position) -> None:
    text = saves.write_save(Standing(position, COURSEWORK), 0)
    again = terminal_saves.write_save(terminal_saves.read_save(text))
    assert saves.read_save(again, COURSEWORK) == (Standing(position, COURSEWORK), 0)


SAVE = saves.write_save(Standing(START, COURSEWORK), 0)


@pytest.mark.parametrize(
    ("find", "put_there", "why"),
    [
        ("solitaire 1", "hello", "line 1: a save begins"),
        ("solitaire 1", "solitaire 2", "line 1: .* another version"),
        (" |", "", "line 2: one | belongs"),
        ("A: []", "A: x9", "line 3: 'x9' is not a card"),
        ("A: []", "B: []", "line 4: 'B:' is there twice"),
        ("A: []", "E: []", "line 3: 'E: .*' is not a line"),
        ("A: []\n", "", "the line 'A:' is missing"),
        ("A: []", "A: sA", "sA is in line 3 too"),
        ("1: c3", "1: [c3]", "line 7: the last card"),
        ("1: c3", "1: [c3", "line 7: a card is written"),
        ("1: c3", "1:", "cards are missing: c3"),
    ],
)
def test_a_save_that_is_wrong_is_refused_with_its_line(find: str, put_there: str, why: str) -> None:
    assert SAVE.count(find) == 1
    with pytest.raises(saves.Refused, match=why.replace("|", r"\|").replace("'E: .*'", "'E: .*'")):
        saves.read_save(SAVE.replace(find, put_there), COURSEWORK)


def test_a_column_of_a_save_must_be_one_that_can_be(tmp_path: Path) -> None:
    for lying, why in {"sK [hx]": "card", "sK sQ": "lie on", "sK [HQ] sJ": "face down"}.items():
        text = re.sub(r"^1: .*$", f"1: {lying}", SAVE, flags=re.MULTILINE)
        with pytest.raises(saves.Refused, match=why):
            saves.read_save(text, COURSEWORK)


def test_files_that_cannot_be_read_or_written_are_refused(tmp_path: Path) -> None:
    standing = Standing(START, COURSEWORK)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "nothing", tmp_path, tmp_path / "bytes"):
        with pytest.raises(saves.Refused, match=str(path)):
            saves.load(path, COURSEWORK)
    for path in (tmp_path / "no folder" / "game.txt", tmp_path):
        with pytest.raises(saves.Refused, match="cannot be written"):
            saves.save(path, standing, 5)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bytes"]
    saves.save(tmp_path / "game.txt", standing, 5)
    assert saves.load(tmp_path / "game.txt", "vegas") == (standing, 5)


# Deals that can be won


def test_the_solver_is_told_the_deal_row_by_row_and_then_the_stock() -> None:
    deal = deal_of(START)
    assert [deal[at : at + 3] for at in (0, 3, 28 * 3)] == ["031", "132", "091"]
    assert len({deal[at : at + 3] for at in range(0, len(deal), 3)}) == 52
    assert is_winnable(START, draws=1)


def test_what_is_no_whole_deal_is_not_winnable() -> None:
    assert not is_winnable(EMPTY, draws=1)
    assert not is_winnable(replace(START, stock=START.stock[1:]), draws=1)


# Students' functions


Changed = Callable[..., Engine]


@pytest.fixture
def changed(engine: Engine) -> Iterator[Changed]:
    """An engine with functions of the solution replaced."""
    built: list[Engine] = []

    def build(text: str, module: str = "game") -> Engine:
        files = {
            name: (SOLUTION / f"klondike/{name}.py").read_text("utf-8") for name in KIT.required
        }
        files[module] += f"\n\n{text}\n"
        built.append(Engine(engine._host, KIT, files))
        return built[-1]

    yield build
    for player in built:
        player.close()


def test_the_solution_deals_what_it_deals_anywhere(engine: Engine) -> None:
    standing, remark = engine.deal(3, COURSEWORK)
    assert (standing, remark) == (Standing(START, COURSEWORK), "")
    assert engine.deal(3, "vegas")[0].score == -52
    assert len(engine.deal(3, "q")[0].position.waste) == 3


def test_a_turn_draws_as_many_cards_as_the_rules_say(engine: Engine) -> None:
    after, _ = engine.play(Standing(START, "draw three"), [TURN])
    assert (after.position.waste, after.moves) == (START.stock[2::-1], 1)
    with pytest.raises(Refusal, match="no card left"):
        engine.play(Standing(WON, COURSEWORK), [TURN])


def test_a_skeleton_says_what_is_not_done_yet() -> None:
    with (
        seated(KIT, SKELETON) as player,
        pytest.raises(Trouble, match=r"^Not done yet: deck_of_52 \(klondike/deck\.py\)\.$"),
    ):
        player.deal(1, COURSEWORK)


NOT_DONE = "def {}(*_):\n    raise NotImplementedError"


def test_a_deck_that_cannot_be_shuffled_is_dealt_as_it_is(changed: Changed) -> None:
    standing, remark = changed(NOT_DONE.format("shuffle"), "deck").deal(1, COURSEWORK)
    assert standing.position == position_of(game.setup(deck.deck_of_52()), TYPES)
    assert remark == "Not done yet: shuffle (klondike/deck.py). The deck is not shuffled."


def test_what_is_done_can_be_played_with_the_rest_not_done(changed: Changed) -> None:
    player = changed(NOT_DONE.format("move_to_pillar") + "\n\n" + NOT_DONE.format("is_won"))
    sitting = begin(player, 3, COURSEWORK).sitting
    after = click(player, sitting, Spot(STOCK))
    assert after.sitting.now.position.waste == START.stock[:1]
    assert after.remark == "Not done yet: is_won (klondike/game.py)."
    ace = click(player, sitting, column(3))
    assert ace == Outcome(sitting, "Not done yet: move_to_pillar (klondike/game.py).")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def draw(board):\n    while True: pass", "Stopped, too slow: turning the stock."),
        ("def draw(board):\n    import os\n    os._exit(3)", "Stopped: turning the stock ended"),
        (
            "def draw(board):\n    return 7",
            "Turning the stock failed: TypeError: Draw: int returned",
        ),
        (
            "def draw(board):\n    return 1 / 0",
            r"^klondike/game.py, line \d+: ZeroDivisionError",
        ),
        (
            "def flip(board):\n    return replace(board, columns=board.columns[1:])",
            "Turning the stock cannot be shown: the board has not 7 columns.",
        ),
        (
            "def flip(board):\n    return replace(board, deck=(1,))",
            "Turning the stock cannot be shown: '1' lies there, which is not a card.",
        ),
        ("def flip(board):\n    return 'board'", "Turning the stock cannot be shown: no board"),
        ("def draw(board):\n    board.deck = ()", "FrozenInstanceError"),
        (
            "raise ValueError('oh')",
            r"^game.py cannot be imported: klondike/game.py, line \d+: ValueError: oh",
        ),
    ],
)
def test_a_function_that_fails_is_told_and_the_table_goes_on(
    changed: Changed, text: str, said: str
) -> None:
    player = changed(text)
    sitting = TableGame(History(Standing(START, COURSEWORK)), "3")
    for _ in range(2 if "while" not in text else 1):
        after = click(player, sitting, Spot(STOCK))
        assert after.sitting is sitting
        assert re.search(said, after.remark), after.remark


def test_a_function_that_hangs_takes_no_other_with_it(changed: Changed) -> None:
    player = changed("def move_to_pillar(source, board):\n    while True: pass")
    red, black = Lying(Card("♥", 12), True), Lying(Card("♠", 13), True)
    position = replace(EMPTY, columns=((red,), (black,), *[()] * 5))
    after, remark = player.play(Standing(position, COURSEWORK), moves_from(column(0), position))
    assert after.position.columns[:2] == ((), (red, black))
    assert remark == "Stopped, too slow: moving a card from column 1 to the pillar of ♥."


def test_without_a_lock_the_table_plays_the_same_game(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("patience_grader.sandbox.at_home._locked", lambda *_: None)
    with seated(KIT, SOLUTION) as player:
        assert isinstance(player._host, UnlockedHost)
        standing, remark = player.deal(3, COURSEWORK)
        assert (standing, remark) == engine.deal(3, COURSEWORK)
        assert player.play(standing, [TURN]) == engine.play(standing, [TURN])
        assert player.hint(standing) == engine.hint(standing)
    for name in KIT.required:
        text = (SOLUTION / f"klondike/{name}.py").read_text("utf-8")
        hangs = "\n\ndef draw(board):\n    while True: pass\n" if name == "game" else ""
        (tmp_path / f"{name}.py").write_text(text + hangs, "utf-8")
    with seated(KIT, tmp_path) as player, pytest.raises(Trouble, match="Stopped, too slow"):
        player.play(standing, [TURN])


def test_what_a_function_prints_is_not_seen(
    changed: Changed, capfd: pytest.CaptureFixture[str]
) -> None:
    player = changed("def draw(board):\n    print('hello', flush=True)\n    return board")
    click(player, begin(player, 3, COURSEWORK).sitting, Spot(STOCK))
    assert capfd.readouterr() == ("", "")


def test_a_file_that_cannot_be_imported_is_named(changed: Changed) -> None:
    named = r"^deck.py cannot be imported: klondike/deck.py, line \d+: SyntaxError"
    with pytest.raises(Trouble, match=named):
        changed("def shuffle(:", "deck").deal(1, COURSEWORK)


def test_a_game_is_won_when_the_function_says_so(engine: Engine, changed: Changed) -> None:
    sitting = TableGame(History(Standing(NEARLY, COURSEWORK)), "a save")
    assert click(engine, sitting, column(0)).sitting.now.won
    assert send_up(engine, sitting).sitting.now.won
    early = changed("def is_won(board):\n    return True")
    assert click(early, begin(early, 3, COURSEWORK).sitting, Spot(STOCK)).sitting.now.won


def test_all_cards_that_can_go_to_the_pillars_go_in_one_step(engine: Engine) -> None:
    sitting = TableGame(History(Standing(START, COURSEWORK)), "3")
    after = send_up(engine, sitting).sitting
    assert sum(after.now.position.pillars) == 2
    assert after.undone().now == sitting.now
    assert send_up(engine, after) == Outcome(after, "No card can go to a pillar.")
    assert {move.source for move in to_pillars(START)} == set(PILES)


@pytest.mark.parametrize(
    ("card", "pillars", "safe"),
    [
        (Card("♠", 1), (0, 0, 0, 0), True),
        (Card("♥", 2), (0, 1, 0, 0), True),
        (Card("♥", 3), (0, 1, 0, 0), False),
        (Card("♥", 3), (1, 2, 2, 0), False),
        (Card("♥", 3), (2, 2, 2, 0), True),
        (Card("♣", 9), (0, 8, 8, 7), False),
        (Card("♣", 9), (0, 8, 8, 8), True),
    ],
)
def test_a_card_is_safe_when_no_other_can_need_it(
    card: Card, pillars: tuple[int, ...], safe: bool
) -> None:
    position = replace(EMPTY, waste=(card,), pillars=pillars)
    assert bool(safe_to_pillars(position)) == safe


def test_safe_cards_go_up_by_themselves_where_that_is_wanted(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("d", "o", "down", "up", "enter", "escape", "d")
        await settled(pilot)
        assert sum(sitting_of(pilot).now.position.pillars) == 2
        await pilot.press("u")
        assert sum(sitting_of(pilot).now.position.pillars) == 0
        await pilot.press("o", "enter", "o", "d")
        assert sum(sitting_of(pilot).now.position.pillars) == 0

    at_table(engine, scenario)


def test_a_card_without_a_place_stays(engine: Engine) -> None:
    sitting = begin(engine, 3, COURSEWORK).sitting
    assert click(engine, sitting, column(0)) == Outcome(sitting, "There is no place for ♣3.")
    refused = put(engine, sitting, column(0), PILES[1])
    assert refused == Outcome(
        sitting, "A card goes on one of the other colour and one higher in value."
    )


def test_a_run_that_can_go_nowhere_stays(engine: Engine) -> None:
    run = tuple(Lying(Card(suit, value), True) for suit, value in (("♥", 12), ("♠", 13)))
    position = replace(EMPTY, columns=(run, *[()] * 6))
    sitting = TableGame(History(Standing(position, COURSEWORK)), "3")
    assert click(engine, sitting, column(0, 1)).remark == "There is no place for ♠K."
    bare = TableGame(History(Standing(EMPTY, COURSEWORK)), "3")
    assert send_up(engine, bare).remark == "No card can go to a pillar."


def test_a_refusal_is_one_printable_line(changed: Changed) -> None:
    text = "def draw(board):\n    raise DeckEmpty('a\\n\\x1b[31mb' + 'c' * 500)"
    player = changed(text)
    remark = click(player, TableGame(History(Standing(START, COURSEWORK)), "3"), Spot(STOCK)).remark
    assert remark.startswith("a �[31mbccc")
    assert len(remark) == 120


def test_a_folder_without_the_files_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match=r"deck\.py is not a file"), seated(KIT, tmp_path):
        pass
    monkeypatch.setattr(constants, "DRIVER", "a browser's")
    assert table.sit_down(KIT, tmp_path, NewGame(1, COURSEWORK)) == 2
    assert table.serve(KIT, tmp_path, NewGame(1, COURSEWORK), 0) == 2
    assert capfd.readouterr().err.count("deck.py is not a file") == 2


# The application


async def put_on(pilot: Pilot[None], spot: Spot, pile: int) -> None:
    """Picks a card up with the right button, and puts it on the pile."""
    await click_on(pilot, spot, button=3)
    await click_on(pilot, Spot(pile))


def visible_depth(position: Position, number: int) -> int:
    """The depth of the lowest face-up card of a column."""
    return sum(lying.visible for lying in position.columns[number]) - 1


async def play_by_clicks(pilot: Pilot[None], command: str) -> None:
    """Does with the mouse what the typed command does."""
    match command.split():
        case ["d"]:
            await click_on(pilot, Spot(STOCK))
        case ["movefd", target]:
            await put_on(pilot, Spot(WASTE), PILES[int(target)])
        case ["movefp", suit, target]:
            symbol = {"hearts": "♥"}[suit]
            await put_on(pilot, pillar(symbol), PILES[int(target)])
        case ["movetp", "d"]:
            await click_on(pilot, Spot(WASTE))
        case ["movetp", source]:
            await click_on(pilot, column(int(source)))
        case ["movest", source, target]:
            depth = visible_depth(sitting_of(pilot).now.position, int(source))
            await put_on(pilot, column(int(source), depth), PILES[int(target)])
        case ["mv", count, source, target]:
            await put_on(pilot, column(int(source), int(count) - 1), PILES[int(target)])
        case ["solve"]:
            while ready := ready_columns(sitting_of(pilot).now.position):
                await click_on(pilot, column(ready[0]))


def ready_columns(position: Position) -> list[int]:
    """The columns whose last card is the next for its pillar."""
    tops = dict(zip(SUITS, position.pillars, strict=True))
    last = {number: card_at(column(number), position) for number in range(7)}
    return [number for number, card in last.items() if card and card.value == tops[card.suit] + 1]


@pytest.mark.nightly
def test_a_whole_game_is_won_by_clicks(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        for command in WINNING:
            before = sitting_of(pilot)
            await play_by_clicks(pilot, command)
            assert sitting_of(pilot) != before, command
        assert sitting_of(pilot).now.won
        assert "You won!" in str(pilot.app.query_one(TableView).picture)
        await pilot.press("u")
        assert "You won!" not in str(pilot.app.query_one(TableView).picture)

    at_table(engine, scenario, seed=SEED)


def test_a_card_is_dragged_to_where_it_is_released(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await drag(pilot, column(3), pillar("♣"), [column(4), column(6)])
        assert sitting_of(pilot).now.position.pillars[SUITS.index("♣")] == 1
        await pilot.press("u")
        await drag(pilot, column(3), pillar("♣"))
        assert sum(sitting_of(pilot).now.position.pillars) == 1

    at_table(engine, scenario)


@pytest.mark.parametrize(
    ("start", "end", "over"),
    [
        (column(0), column(3), ()),  # which a click would send to its pillar
        (column(0), Spot(STOCK), ()),
        (column(3), column(3), [column(2)]),
        (column(3), column(3, 1), ()),
        (column(3), None, [column(2)]),
        (Spot(STOCK), Spot(WASTE), ()),
        (Spot(WASTE), Spot(STOCK), ()),
        (pillar("♠"), column(3), ()),
    ],
)
def test_a_drag_never_plays_what_it_ends_on(
    engine: Engine, start: Spot, end: Spot | None, over: Sequence[Spot]
) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        before = sitting_of(pilot)
        await drag(pilot, start, end, over)
        assert sitting_of(pilot) is before
        assert "┄" not in str(pilot.app.query_one(TableView).picture)

    at_table(engine, scenario)


def test_a_card_is_picked_up_while_the_mouse_is_down(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        view = pilot.app.query_one(TableView)
        spots = {spot: at for at, spot in view.picture.spots.items()}
        before = sitting_of(pilot)
        await pilot.mouse_down(TableView, offset=spots[column(3)])
        await settled(pilot)
        assert "┌┄┄┄┐" in str(view.picture)
        await pilot.press("escape")
        assert "┄" not in str(view.picture)
        await pilot.mouse_up(TableView, offset=spots[pillar("♣")])
        await settled(pilot)
        assert sitting_of(pilot) is before

    at_table(engine, scenario)


def test_a_card_is_played_with_the_keys_alone(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("4", "enter")
        assert sum(sitting_of(pilot).now.position.pillars) == 1
        await pilot.press("d", "0", "m")
        assert said(pilot) == "♣9 is picked up: point at its new place, or press Escape."
        await pilot.press("escape", "m", "7", "space")
        assert said(pilot) == WrongOrder.reason
        await pilot.press("d", "0", "m", "7", "m")
        assert sitting_of(pilot).now.position.columns[6][0].card == Card("♣", 11)
        await pilot.press("left", "right", "up", "down", "up")
        cursor = pilot.app._cursor  # type: ignore[attr-defined]
        assert cursor == column(6, 1)

    at_table(engine, scenario)


def test_moves_are_undone_and_redone_without_end(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        first = sitting_of(pilot).now
        await pilot.press(*"d" * 9)
        last = sitting_of(pilot).now
        assert last.moves == 9
        await pilot.press(*"u" * 10)
        assert (sitting_of(pilot).now, said(pilot)) == (first, "There is nothing to undo.")
        await pilot.press(*"r" * 10)
        assert (sitting_of(pilot).now, said(pilot)) == (last, "There is nothing to redo.")

    at_table(engine, scenario)


def test_the_keys_below_the_table_can_be_clicked(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.pause()
        keys = {key.description: key for key in pilot.app.query("FooterKey")}  # type: ignore[attr-defined]
        assert list(keys) == "Turn Hint Undo Redo Up New Save Load Help Quit".split()
        for name in ("Turn", "Turn", "Undo", "Up"):
            await pilot.click(keys[name])
        now = sitting_of(pilot).now
        assert (len(now.position.waste), sum(now.position.pillars)) == (1, 2)

    at_table(engine, scenario)


def test_every_key_is_told_in_the_help() -> None:
    noted = " ".join(keys for keys, _ in HELP).replace(",", "").split()
    bound = {key for binding in TableApp.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
    by_name = {"?": "question_mark", "Enter": "enter", "Escape": "escape"}
    assert {by_name.get(key, key) for key in noted} >= bound - {
        *("space", "left", "right", "up", "down"),
        *"23456",
    }


def test_a_hint_shows_where_to_look(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        assert said(pilot) == "Try ♣A from column 4 to the pillar of ♣: press p."
        assert str(pilot.app.query_one(TableView).picture).count("╔═══╗") == 2
        await pilot.press("d")
        assert "╔" not in str(pilot.app.query_one(TableView).picture)

    at_table(Guided(engine, Move(1, PILES[3], PILLARS[SUITS.index("♣")])), scenario, rules="vegas")


@pytest.mark.parametrize(
    ("move", "remark"),
    [(TURN, "Try turning the stock: press p."), (None, "No move helps any more.")],
)
def test_a_hint_may_be_to_turn_or_none(engine: Engine, move: Move | None, remark: str) -> None:
    sitting = TableGame(History(Standing(START, COURSEWORK)), "3")
    assert hint(Guided(engine, move), sitting, Guide(draws=0)).remark == remark


def test_a_new_game_is_dealt_by_number_at_random_or_to_be_won(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("n", *"127", "enter")
        await settled(pilot)
        assert sitting_of(pilot).name == str(SEED)
        await pilot.press("n", "enter")
        await settled(pilot)
        assert sitting_of(pilot).name not in {"3", str(SEED)}
        await pilot.press("n")
        pilot.app.screen.query_one(Select).value = "draw three"
        await pilot.click("#deal")
        await settled(pilot)
        assert sitting_of(pilot).now.rules == "draw three"
        await pilot.press("n")
        await pilot.click("#winnable")
        await settled(pilot)
        assert is_winnable(sitting_of(pilot).now.position, draws=3)
        before = sitting_of(pilot)
        await pilot.press("n", "escape", "n")
        await pilot.click("#back")
        assert sitting_of(pilot) is before

    at_table(engine, scenario)


def test_the_clock_goes_on_under_a_dialogue(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        pilot.app._draw()  # type: ignore[attr-defined]
        pilot.app._say("still there")  # type: ignore[attr-defined]
        await pilot.press("escape")
        assert said(pilot) == "still there"

    at_table(engine, scenario)


def test_without_the_solver_the_table_says_what_is_missing(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience_table.app.has_solver", lambda: False)

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.click("#winnable")
        assert said(pilot) == MISSING
        assert sitting_of(pilot).name == "3"

    at_table(engine, scenario)


def test_a_table_that_is_being_closed_may_still_be_drawn(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.app.query_one(TableView).remove()
        await pilot.press("d")
        await settled(pilot)
        assert sitting_of(pilot).now.moves == 1

    at_table(engine, scenario)


def test_games_are_saved_and_loaded(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("d", "s", "enter")
        assert said(pilot) == "Saved to game.txt."
        saved = sitting_of(pilot).now
        await pilot.press("d", "l", "enter", "y")
        await settled(pilot)
        assert (sitting_of(pilot).now, said(pilot)) == (saved, "Loaded.")
        assert sitting_of(pilot).name == "game.txt"
        await pilot.press("l")
        pilot.app.screen.query_one(Input).value = "nothing"
        await pilot.press("enter")
        assert said(pilot) == "nothing cannot be read: No such file or directory"
        await pilot.press("s")
        pilot.app.screen.query_one(Input).value = "no folder/game.txt"
        await pilot.press("enter")
        assert said(pilot).startswith("no folder/game.txt cannot be written")
        await pilot.press("s", "escape", "l", "escape")
        assert sitting_of(pilot).now == saved

    at_table(engine, scenario)
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_table_without_a_game_stays_open() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        expected = "No game can be dealt. Not done yet: deck_of_52 (klondike/deck.py)."
        assert said(pilot) == expected
        await pilot.press("d", "h", "u", "r", "a", "s", "enter", "m", "left")
        assert said(pilot) == expected
        await pilot.press("q")
        assert not pilot.app.is_running

    with seated(KIT, SKELETON) as player:
        at_table(player, scenario)


# How the table is started


def test_hints_lead_on_until_nothing_useful_is_left(engine: Engine) -> None:
    standing, _ = engine.deal(SEED, "vegas")
    while move := engine.hint(standing):
        standing, _ = engine.play(standing, [move])
    assert standing.moves > 24


def test_the_game_starts_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[tuple[object, ...]] = []

    def note(*arguments: object) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(table, "sit_down", note)
    monkeypatch.setattr(table, "serve", note)
    assert text_game(["--table", "--engine", str(tmp_path), "--rules", "brick"]) == 0
    assert text_game(["--browser", "--seed", "7", "--port", "80"]) == 0
    assert started == [
        (KIT, tmp_path, NewGame(None, "brick")),
        (KIT, KIT.folder, NewGame(7, COURSEWORK), 80),
    ]
    assert {**dict.fromkeys(RULES, 0), COURSEWORK: 1, "draw three": 3, "brick": 3} == DRAWS


def test_rules_that_are_not_known_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        text_game(["--table", "--rules", "house"])
    assert "there are no rules 'house'; there are: coursework" in capsys.readouterr().err


def test_without_its_packages_the_game_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "patience_table", None)
    assert text_game(["--table"]) == 1
    assert "in a clone: pip install -e '.[table]'" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "patience_table.browser", None)
    assert table.serve(KIT, SOLUTION, NewGame(1, COURSEWORK), 0) == 2
    assert "pip install textual-serve" in capsys.readouterr().err


def test_the_table_says_that_it_needs_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert table.sit_down(KIT, SOLUTION, NewGame(1, COURSEWORK)) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_on_windows_the_browser_starts_the_table_by_a_command_of_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    python = r"C:\My Programs\python.exe"
    monkeypatch.setattr(sys, "executable", python)
    served: list[LocalServer] = []

    def note(server: LocalServer) -> None:
        served.append(server)

    monkeypatch.setattr(LocalServer, "serve", note)
    assert table.serve(KIT, SOLUTION, NewGame(7, "draw three"), 8123) == 0
    assert served[0].command.startswith(f'"{python}" -m klondike --table --rules "draw three" ')


def test_a_browser_gets_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[LocalServer] = []

    def note(server: LocalServer) -> None:
        served.append(server)

    monkeypatch.setattr(LocalServer, "serve", note)
    assert table.serve(KIT, SOLUTION, NewGame(7, "draw three"), 8123) == 0
    command = shlex.split(served[0].command)
    assert command[1:4] == ["-m", "klondike", "--table"]
    assert command[4:] == ["--rules", "draw three", "--engine", str(SOLUTION), "--seed", "7"]
    assert served[0].public_url == "http://localhost:8123"


def test_the_page_has_a_title_and_asks_no_other_server() -> None:
    async def fetch() -> tuple[str, list[int]]:
        server = LocalServer("true", 8123)
        async with TestClient(TestServer(await server._make_app())) as client:
            page = await (await client.get("/")).text()
            asked = re.findall(rf"{server.public_url}(/static/[^\"]+)", page)
            return page, [(await client.get(path)).status for path in asked]

    page, found = asyncio.run(fetch())
    assert "<title>Patience</title>" in page
    assert set(re.findall(r"[a-z]+://[^/\"]+", page)) == {
        "http://localhost:8123",
        "ws://localhost:8123",
    }
    assert found == [200] * 3, "the style, the script and the font"


@pytest.mark.parametrize("origin", [{}, {"Origin": "http://elsewhere.example"}])
def test_a_page_from_elsewhere_gets_no_line_to_the_table(origin: dict[str, str]) -> None:
    request = make_mocked_request("GET", "/ws", headers=origin)
    with pytest.raises(HTTPForbidden):
        asyncio.run(LocalServer("true", 8123).handle_websocket(request))


# Pictures of windows


def seen(svg: str) -> str:
    """The text that a picture of a window shows."""
    rows: dict[int, dict[int, str]] = {}
    for x, line, text in re.findall(
        r'<text[^>]* x="([\d.]+)"[^>]*clip-path="url\(#[^)]*line-(\d+)\)"[^>]*>(.*?)</text>', svg
    ):
        for place, character in enumerate(unescape(text), round(float(x) / 12.2)):
            rows.setdefault(int(line), {})[place] = character.replace("\xa0", " ")
    lines = (rows.get(y, {}) for y in range(max(rows) + 1))
    return "\n".join(
        "".join(line.get(x, " ") for x in range(max(line, default=0) + 1)).rstrip()
        for line in lines
    )


def presses(*keys: str) -> Scenario:
    """Presses the keys."""

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)

    return scenario


async def win(pilot: Pilot[None]) -> None:
    """Loads a game that one move wins, and makes that move."""
    app = pilot.app
    assert isinstance(app, TableApp)
    app._seat(Outcome(TableGame(History(Standing(NEARLY, "brick", 745, 140)), "3")))
    await pilot.press("enter")


MIDGAME = ("4", "enter", "6", "enter", "d", "d", "0", "enter", "d")
STATES: dict[str, tuple[Scenario, tuple[int, int]]] = {
    "start": (presses("1"), (80, 24)),
    "mid-game": (presses(*MIDGAME), (80, 24)),
    "hint": (presses("h"), (80, 24)),
    "picked-up": (presses("2", "m"), (80, 24)),
    "won": (win, (80, 24)),
    "large": (presses(*MIDGAME), (110, 34)),
    "too-small": (presses("1"), (60, 20)),
    "new-game": (presses("n"), (80, 24)),
    "help": (presses("question_mark"), (80, 24)),
    "options": (presses("o"), (80, 24)),
    "larger": (presses(*MIDGAME), (120, 40)),
    "largest": (presses(*MIDGAME), (200, 60)),
    "save": (presses("s"), (80, 24)),
}


def screenshot(player: Engine | Guided, name: str) -> str:
    """The window in this state, as SVG."""
    scenario, size = STATES[name]
    pictures = []

    async def pictured(pilot: Pilot[None]) -> None:
        await scenario(pilot)
        await pilot.pause()
        pictures.append(pilot.app.export_screenshot())

    at_table(player, pictured, size=size)
    return pictures[0]


def guided(engine: Engine) -> Guided:
    """The solution, with a hint that is known."""
    return Guided(engine, Move(1, PILES[3], PILLARS[SUITS.index("♣")]))


@pytest.mark.parametrize("name", STATES)
def test_windows_look_as_pictured(engine: Engine, name: str) -> None:
    shown = seen(screenshot(guided(engine), name))
    assert shown == (PICTURES / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


def test_there_is_no_other_picture() -> None:
    assert {path.name for path in PICTURES.iterdir()} == {f"{name}.txt" for name in STATES}


def test_without_colour_the_window_is_grey_and_red_suits_are_hollow(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    svg = screenshot(engine, "mid-game")
    used = set(re.findall(r'-r\d+ \{ fill: (#[0-9a-f]{6})|<rect fill="(#[0-9a-f]{6})" x', svg))
    assert used
    colours = {one for pair in used for one in pair if one}
    coloured = {one for one in colours if len({one[1:3], one[3:5], one[5:7]}) > 1}
    assert coloured <= {"#c5c8c6"}, "the colour of text in exported pictures that has none"
    assert not set("♦♥") & set(seen(svg))


if __name__ == "__main__":
    with seated(KIT, SOLUTION) as solution:
        for state in STATES:
            text = seen(screenshot(guided(solution), state))
            (PICTURES / f"{state}.txt").write_text(text + "\n", encoding="utf-8")
