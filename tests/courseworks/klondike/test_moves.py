"""Possible moves: they are those of every engine, and of the coursework's own functions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from drawn import any_board
from hypothesis import given
from hypothesis import strategies as st
from klondike import commands, fast, game, study
from klondike.board import Board, Pillars, Placed
from klondike.cards import Deck, Suit, Value
from klondike.drawing import drawing
from klondike.errors import DeckEmpty, InvalidCount, MoveError
from klondike.play import (
    Move,
    Pile,
    State,
    autoplay,
    hint,
    is_won,
    next_turn,
    play,
    possible_moves,
    start,
)
from klondike.rules import BRICK, COURSEWORK, DRAW_THREE, Q_PRINTED, RULES, VEGAS, Q, Rules, Scores
from moves_reader import (
    board_of,
    command_move,
    dealt,
    engine_move,
    engine_rules,
    q_lines,
    random_positions,
)
from suites.klondike.bank import boards
from vectors_reader import VECTORS, engine_board, engine_card, flaws, lines

COLUMNS = range(7)
CONCEIVABLE: tuple[commands.Command, ...] = (
    commands.MoveToPillar(None),
    *map(commands.MoveToPillar, COLUMNS),
    *map(commands.MoveFromDiscard, COLUMNS),
    *(commands.MoveFromPillar(suit, target) for suit in Suit for target in COLUMNS),
    *(
        commands.Move(count, source, target)
        for count, source, target in product(range(14), COLUMNS, COLUMNS)
        if source != target
    ),
)
"""Every command that is one move but a turn, allowed or not."""
NAMED = st.sampled_from(list(RULES.values()))
BOARDS = any_board()
STATES = st.builds(State, BOARDS, NAMED)


def ids(noted: list[dict[str, Any]]) -> list[str]:
    """The ids of games, deals or positions."""
    return [one["id"] for one in noted]


def unturned(moves: tuple[Move, ...]) -> list[Move]:
    """The moves but the turn."""
    return [move for move in moves if Pile.DECK not in move[1:]]


# The coursework's own functions


def accepted(board: Board, tried: Iterable[commands.Command] = CONCEIVABLE) -> Iterator[Move]:
    """Every one of these moves that the coursework's functions accept."""
    for command in tried:
        try:
            commands.play(command, board)
        except MoveError:
            continue
        move = command_move(command, board)
        assert move
        yield move


SINGLE = tuple(one for one in CONCEIVABLE if not isinstance(one, commands.Move))
RUNS = tuple(
    tuple(one for one in CONCEIVABLE if isinstance(one, commands.Move) and one.source == source)
    for source in COLUMNS
)


def near(board: Board) -> Iterator[commands.Command]:
    """The conceivable commands, but for those that move far more cards than are visible."""
    yield from SINGLE
    for column, runs in zip(board.columns, RUNS, strict=True):
        visible = sum(placed.visible for placed in column)
        yield from runs[: 6 * (visible + 2)]


def test_the_functions_accept_exactly_the_possible_moves_in_1000_random_games() -> None:
    for seed in range(1000):
        rules = (COURSEWORK, DRAW_THREE)[seed % 2]
        *_, position = random_positions(seed, rules, Random(seed).randrange(1, 200))
        state = State(board_of(position), rules)
        possible = possible_moves(state)
        assert sorted(accepted(state.board, near(state.board))) == sorted(unturned(possible))
        assert (next_turn(state) in possible) == bool(state.board.deck or state.board.discard)


@given(BOARDS)
def test_the_functions_accept_exactly_the_possible_moves_on_any_board(board: Board) -> None:
    assert sorted(accepted(board)) == sorted(unturned(possible_moves(State(board))))


@given(STATES)
def test_a_possible_move_gives_the_board_that_the_functions_give(state: State) -> None:
    for command in CONCEIVABLE:
        try:
            board = commands.play(command, state.board)
        except MoveError:
            continue
        move = command_move(command, state.board)
        assert move
        assert play(state, move).board == board


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_triple_that_is_not_listed_is_refused(rules: Rules) -> None:
    for seed in range(3):
        *_, position = random_positions(seed, rules, 90)
        state = State(board_of(position), rules)
        possible = possible_moves(state)
        for move in map(Move, *zip(*product(range(14), Pile, Pile), strict=True)):
            if move in possible:
                assert play(state, move).moves == 1
            else:
                with pytest.raises(MoveError):
                    play(state, move)


# Other engines


GAMES = lines("games.jsonl.gz")
DEALS = [*lines("deals.jsonl.gz"), *lines("deals-draw-three.jsonl.gz")]
DRAWS = {id(noted): 1 if number < 63 else 3 for number, noted in enumerate(DEALS)}
SOLVABLE = [noted for noted in DEALS if noted["status"] == "solvable"]
PERFT = json.loads((VECTORS / "perft.json").read_text(encoding="utf-8"))["positions"]


def test_there_are_as_many_vectors_as_the_readme_says() -> None:
    assert (len(GAMES), len(DEALS), len(SOLVABLE), len(PERFT)) == (26, 126, 83, 36)


@pytest.mark.parametrize("noted", GAMES, ids=ids(GAMES))
def test_the_possible_moves_are_those_of_an_engine(noted: dict[str, Any]) -> None:
    rules = engine_rules(noted["draw"])
    state = State(game.flip(engine_board(noted["start"])), rules)
    for step in noted["steps"]:
        if "legal_before" in step:
            legal = [engine_move(move, state) for move in step["legal_before"]]
            assert sorted(filter(None, legal)) == sorted(possible_moves(state))
        for one in step["moves"]:
            move = engine_move(one, state)
            state = play(state, move) if move else state
        assert state.board == game.flip(engine_board(step["board"]))


@pytest.mark.parametrize("noted", SOLVABLE, ids=ids(SOLVABLE))
def test_every_winning_list_wins_by_possible_moves(noted: dict[str, Any]) -> None:
    state = State(engine_board(noted["board"]), engine_rules(DRAWS[id(noted)]))
    position = fast.pack(state.board)
    for one in noted["moves"]:
        move = engine_move(one, state)
        if move:
            (found,) = {
                other
                for other in fast.moves(position, state.rules)
                if (Pile.DECK in move[1:] and other == fast.TURN) or fast.parts(other) == move
            }
            position = fast.play(position, found, state.rules)
            state = play(state, move)
    assert is_won(state)
    assert position == fast.pack(state.board)
    assert state.passes == noted["redeals"]


def plain_leaves(state: State, depth: int) -> int:
    """How many sequences of possible moves there are, by the plain functions."""
    if is_won(state):
        return 0
    moves = study.possible_moves(state)
    return len(moves) if depth == 1 else sum(plain_leaves(play(state, m), depth - 1) for m in moves)


def fast_leaves(position: fast.Position, rules: Rules, depth: int) -> int:
    """The same by the fast engine."""
    if position[2] == fast.WON:
        return 0
    moves = fast.moves(position, rules)
    if depth == 1:
        return len(moves)
    return sum(fast_leaves(fast.play(position, m, rules), rules, depth - 1) for m in moves)


@pytest.mark.parametrize("noted", PERFT, ids=ids(PERFT))
def test_there_are_as_many_sequences_of_moves_as_in_an_engine(noted: dict[str, Any]) -> None:
    board, rules = engine_board(noted["board"]), engine_rules(noted["draw"])
    for depth, leaves in enumerate(noted["leaves"], 1):
        if leaves <= 20_000:
            assert fast_leaves(fast.pack(board), rules, depth) == leaves
        if leaves <= 300:
            assert plain_leaves(State(board, rules), depth) == leaves


# The fast engine


@given(BOARDS)
def test_a_position_says_all_about_its_board(board: Board) -> None:
    assert board_of(fast.pack(board)) == board


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_both_engines_play_the_same_random_games(rules: Rules) -> None:
    for seed in range(8):
        rng, state = Random(seed), start(dealt(seed), rules)
        position = fast.pack(state.board)
        for _ in range(60):
            plain, quick = study.possible_moves(state), fast.moves(position, rules)
            assert plain == possible_moves(state)
            assert len(plain) == len(quick)
            if not plain:
                break
            chosen = rng.randrange(len(plain))
            state = play(state, plain[chosen])
            position = fast.play(position, quick[chosen], rules)
            passes = 0 if rules.passes is None else state.passes
            assert position == fast.pack(state.board, passes)
            assert list(flaws(state.board)) == []


# Turns and passes


def turned(state: State, times: int) -> Iterator[State]:
    """The states after one turn, two turns and so on, as long as there are turns."""
    for _ in range(times):
        move = next_turn(state)
        if not move:
            return
        state = play(state, move)
        yield state


@pytest.mark.parametrize(("passes", "turns"), [(1, 24), (2, 48), (3, 72)])
def test_the_deck_is_gone_through_as_often_as_the_rules_allow(passes: int, turns: int) -> None:
    states = list(turned(start(dealt(1), replace(COURSEWORK, passes=passes)), 100))
    assert len(states) == turns
    assert states[-1].passes == passes - 1
    assert not next_turn(states[-1])
    with pytest.raises(DeckEmpty):
        play(states[-1], Move(1, Pile.DECK, Pile.DISCARD))


def test_three_cards_are_drawn_and_the_last_of_them_can_be_played() -> None:
    deal = start(dealt(1), DRAW_THREE)
    (state,) = turned(deal, 1)
    assert state.board.discard == deal.board.deck[2::-1]
    assert possible_moves(deal)[-1] == Move(3, Pile.DECK, Pile.DISCARD)
    with pytest.raises(InvalidCount):
        play(deal, Move(1, Pile.DECK, Pile.DISCARD))


def test_a_discard_pile_that_is_turned_over_comes_again_in_the_same_order() -> None:
    for rules in (COURSEWORK, DRAW_THREE):
        states = list(turned(start(dealt(1), rules), 48 // rules.draws))
        half = len(states) // 2
        assert [one.board for one in states[:half]] == [one.board for one in states[half:]]
    states = list(turned(start(dealt(1), BRICK), 9))
    assert str(next_turn(states[7])) == "24 from discard to deck"
    assert states[8].board == dealt(1)


def test_a_discard_pile_that_is_not_turned_over_comes_in_reverse() -> None:
    deal = start(dealt(1), replace(COURSEWORK, turned_over=False))
    *_, before, after = turned(deal, 25)
    assert after.board.discard == before.board.discard[:1] == deal.board.deck[-1:]


# Scores


def board(columns: dict[int, str], discard: str = "", **pillars: Value) -> Board:
    """A board with these cards, the card played last at the end; `*` is a hidden card."""
    seven = [columns.get(index, "").split() for index in COLUMNS]
    return Board(
        (),
        tuple(map(engine_card, discard.split())),
        Pillars(**pillars),
        tuple(
            tuple(Placed(engine_card(code), code[0] != "*") for code in reversed(column))
            for column in seven
        ),
    )


SCORED = Scores(0, 1, 2, 4, 8, 16, 32, 64)
SCENES = {
    "discard to pillar": (1, board({}, "AS"), Move(1, Pile.DISCARD, Pile.SPADES)),
    "discard to column": (2, board({}, "KS"), Move(1, Pile.DISCARD, Pile.COLUMN_0)),
    "column to pillar": (4, board({0: "KC", 1: "2S AH"}), Move(1, Pile.COLUMN_1, Pile.HEARTS)),
    "column to column": (8, board({0: "TH", 1: "JC 9S"}), Move(1, Pile.COLUMN_1, Pile.COLUMN_0)),
    "pillar to column": (16, board({}, spades=Value.KING), Move(1, Pile.SPADES, Pile.COLUMN_2)),
    "turned": (32 + 8, board({0: "TH", 1: "*2C 9S"}), Move(1, Pile.COLUMN_1, Pile.COLUMN_0)),
    "emptied": (64 + 4, board({0: "AS"}), Move(1, Pile.COLUMN_0, Pile.SPADES)),
}


@pytest.mark.parametrize("scene", SCENES)
def test_a_move_scores_what_the_table_says(scene: str) -> None:
    points, before, move = SCENES[scene]
    rules = Rules("scored", scores=SCORED)
    state = State(before, rules, emptied=scene != "emptied")
    after = play(state, move)
    assert (after.score, after.moves) == (points, 1)
    assert play(replace(after, board=before, emptied=True), move).score == points + (points & 63)


def test_a_game_begins_with_the_score_of_its_rules() -> None:
    assert start(dealt(1), VEGAS).score == -52
    assert start(dealt(1), Q) == State(next(turned(State(dealt(1), Q), 1)).board, Q)


def test_rules_are_known_by_their_names() -> None:
    assert all(rules.name == name for name, rules in RULES.items())
    assert autoplay(start(dealt(5), COURSEWORK)).score == 0


# The session in q


TRACES = json.loads((VECTORS / "q-session.json").read_text(encoding="utf-8"))["traces"]
FIRST = TRACES[0]


def q_deck(codes: list[str]) -> Deck:
    """A pile of the case study, whose top card stands last."""
    return tuple(engine_card(code) for code in reversed(codes))


def q_board(piles: list[list[str]], exposed: list[str]) -> Board:
    """The board of thirteen piles of the case study."""
    stock, waste, *rest = piles
    counts = {suit.name.lower(): len(pile) for suit, pile in zip(fast.SUITS, rest[:4], strict=True)}
    return Board(
        q_deck(stock),
        q_deck(waste),
        Pillars(**{name: Value(count) if count else None for name, count in counts.items()}),
        tuple(
            tuple(Placed(engine_card(code), code in exposed) for code in reversed(pile))
            for pile in rest[4:]
        ),
    )


def by_cards(state: State, cards: list[str]) -> Move:
    """The possible move that the cards of the case study name."""
    listed = drawing(state).splitlines()[-len(unturned(possible_moves(state))) :]
    return possible_moves(state)[listed.index(" ".join(cards))]


def acted(state: State, action: list[str]) -> State:
    """The state after `turn` or a move of the case study."""
    move = next_turn(state) if action == ["turn"] else by_cards(state, action)
    assert move
    return play(state, move)


def test_the_first_deal_has_the_piles_and_possible_moves_that_are_printed() -> None:
    board = q_board(FIRST["c_symbols"], FIRST["x"])
    state = State(board, Q)
    assert [list(move) for move in unturned(possible_moves(state))] == FIRST["pm"]
    assert drawing(state).splitlines() == q_lines(FIRST["see"], 0)
    before = replace(board, deck=board.discard + board.deck, discard=())
    assert start(before, Q) == state


@pytest.mark.parametrize("rules", [Q, Q_PRINTED], ids=lambda rules: rules.name)
def test_the_first_deal_is_played_as_the_rules_of_the_case_study_say(rules: Rules) -> None:
    state = State(q_board(FIRST["c_symbols"], FIRST["x"]), rules)
    for step in FIRST["derived_by_us"]:
        state = acted(state, [word for word in step["action"] if word != "move"])
        see = step["see"]
        score = see["score"] if rules is Q_PRINTED else state.score
        assert drawing(state).splitlines() == q_lines(see, score)
        piles = q_board(step["c_symbols"], [])
        assert (state.board.deck, state.board.discard) == (piles.deck, piles.discard)
    assert state.score == (25 if rules is Q_PRINTED else 20)


def q_start(trace: dict[str, Any]) -> Board:
    """The board of a printed session, its unknown cards filled in."""
    see = trace["initial"]
    rows = [[row[3 * index : 3 * index + 2] for index in COLUMNS] for row in see["tableau"]]
    last = [next(row[i] for row in rows[::-1] if row[i].strip()) for i in COLUMNS]
    later = [step["see"] for step in trace["steps"]]
    tops = list(dict.fromkeys([see["waste_top"], *(one["waste_top"] for one in later)]))
    known = {**{str(i): [] for i in COLUMNS}, **trace["known_cards_beneath"]}
    used = {*last, *tops, *(card for cards in known.values() for card in cards)}
    spare = [c + s for c in "A23456789TJQK" for s in "SHCD" if c + s not in used]
    columns = [
        [*(spare.pop() for _ in range(i - len(known[str(i)]))), *known[str(i)][::-1], last[i]]
        for i in COLUMNS
    ]
    drawn = tops.pop()
    waste = [spare.pop() for _ in range(3 - len(tops))] + tops[::-1]
    stock = [*(spare.pop() for _ in range(20)), drawn]
    return q_board([stock, waste, [], [], [], [], *columns], last)


@pytest.mark.parametrize("rules", [Q, Q_PRINTED], ids=lambda rules: rules.name)
@pytest.mark.parametrize("trace", TRACES[1:], ids=lambda trace: trace["name"])
def test_a_printed_session_is_replayed_move_by_move(trace: dict[str, Any], rules: Rules) -> None:
    state = State(q_start(trace), rules)
    assert list(flaws(state.board)) == []
    assert drawing(state).splitlines() == q_lines(trace["initial"], 0)
    for step in trace["steps"]:
        for action in step["actions"]:
            state = acted(state, [action] if isinstance(action, str) else action)
        score = step["score_by_prose_rules"] if rules is Q else step["see"]["score"]
        assert drawing(state).splitlines() == q_lines(step["see"], score)


# Hints and autoplay


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_autoplay_is_one_hint_after_another_and_ends(rules: Rules) -> None:
    for seed in range(4):
        state = start(dealt(seed), rules)
        played = autoplay(state)
        while move := hint(state):
            assert move in possible_moves(state)
            state = play(state, move)
        assert state == played


def test_autoplay_wins_some_games_and_none_that_cannot_be_won() -> None:
    seeds = range(40)
    won = {
        rules.name: sum(is_won(autoplay(start(dealt(seed), rules))) for seed in seeds)
        for rules in (COURSEWORK, DRAW_THREE)
    }
    assert won["coursework"] > 12
    assert won["draw three"] > 2
    for noted in DEALS:
        if noted["status"] == "unsolvable":
            state = State(engine_board(noted["board"]), engine_rules(DRAWS[id(noted)]))
            assert not is_won(autoplay(state))


@given(STATES)
def test_nothing_useful_is_left_after_autoplay(state: State) -> None:
    end = autoplay(state)
    assert hint(end) is None
    assert list(flaws(end.board)) == []
    assert not [move for move in possible_moves(end) if move.target.suit]


@given(any_board(boards.endgame))
def test_autoplay_wins_when_no_card_is_hidden_or_in_the_deck(board: Board) -> None:
    assert is_won(autoplay(State(board)))


@given(STATES)
def test_a_hint_does_not_depend_on_hidden_cards(state: State) -> None:
    hidden = [
        placed.card for column in state.board.columns for placed in column if not placed.visible
    ]
    others = iter(hidden[::-1])
    columns = tuple(
        tuple(placed if placed.visible else Placed(next(others), False) for placed in column)
        for column in state.board.columns
    )
    swapped = replace(state, board=replace(state.board, columns=columns))
    assert hint(swapped) == hint(state)


# The text of moves


def test_a_move_says_how_many_cards_go_from_where_to_where() -> None:
    assert str(Move(2, Pile.COLUMN_3, Pile.COLUMN_5)) == "2 from column 3 to column 5"
    assert str(Move(1, Pile.DISCARD, Pile.HEARTS)) == "1 from discard to hearts"
    assert [pile.column for pile in Pile] == [None] * 6 + list(COLUMNS)
    assert [pile.suit for pile in islice(Pile, 2, 6)] == list(fast.SUITS)
