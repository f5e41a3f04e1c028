"""Hints that win: what moves do to the cards, the solver's ways, and ways back to them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from at_table import Guided, at_table, said, settled, sitting_of
from hypothesis import given
from hypothesis import strategies as st
from klondike import deck, game, play
from klondike.rules import RULES
from patience_table.engine import Engine
from patience_table.history import History
from patience_table.moves import TURN, Move
from patience_table.playing import after, allowed
from patience_table.position import Card, Lying, Position, board_of, position_of
from patience_table.sitting import begin, follow, hint
from patience_table.ways import Advice, Chance, Guide
from patience_table.winnable import MISSING, has_solver
from table_kit import COURSEWORK, KIT, TYPES
from textual.pilot import Pilot

SEEDS = {COURSEWORK: 1, "draw three": 2, "brick": 2}
"""Deals that the solver wins."""
STUCK = Position(
    (),
    (),
    (0, 0, 0, 0),
    ((Lying(Card("♠", 2), True), Lying(Card("♠", 1), False)), *[()] * 6),
)


def dealt(seed: int) -> Position:
    """The position that the seed deals."""
    return position_of(game.setup(deck.shuffle(random.Random(seed), deck.deck_of_52())), TYPES)


@given(st.integers(0, 200), st.integers(0, 2**32), st.sampled_from([COURSEWORK, "draw three"]))
def test_moves_do_what_the_game_does(seed: int, choices: int, rules: str) -> None:
    rng, position, draws = random.Random(choices), dealt(seed), KIT.rules[rules]
    for _ in range(40):
        state = play.State(board_of(position, TYPES), RULES[rules])
        theirs = {
            TURN if one.source == TURN.source else Move(one.size, int(one.source), int(one.target))
            for one in play.possible_moves(state)
        }
        ours = list(allowed(position))
        assert len(ours) == len(set(ours))
        assert set(ours) == theirs
        move = rng.choice(ours)
        turn = play.next_turn(state)
        assert turn is not None or move != TURN
        size, source, target = turn if move == TURN and turn else move
        done = play.play(state, play.Move(size, play.Pile(source), play.Pile(target)))
        position = after(position, move, draws)
        assert position == position_of(done.board, TYPES)


@pytest.mark.parametrize("rules", SEEDS)
def test_hints_win_a_deal_that_can_be_won(engine: Engine, rules: str) -> None:
    guide = Guide(KIT.rules[rules])
    sitting = begin(engine, SEEDS[rules], rules).sitting
    for _ in range(400):
        if sitting.now.won:
            break
        shown = hint(engine, sitting, guide)
        assert shown.remark.startswith("It can still be won. Try ")
        assert len(shown.remark) <= 78
        sitting = follow(engine, sitting, guide).sitting
    assert sitting.now.won


def test_a_game_that_left_the_way_is_led_back_to_it() -> None:
    guide, deal = Guide(1), dealt(1)
    position = deal
    for _ in range(30):
        position = after(position, TURN, 1)
    assert not guide.wins(deal, position)
    assert guide.advice(deal, position).chance is Chance.WINNABLE
    for _ in range(400):
        if position.is_complete:
            break
        move = guide.advice(deal, position).move
        assert move is not None
        assert move in set(allowed(position))
        position = after(position, move, 1)
    assert position.is_complete


def test_a_game_without_a_way_is_lost_and_the_hint_says_what_to_undo(engine: Engine) -> None:
    guide, sitting = Guide(1), begin(engine, 1, COURSEWORK).sitting
    assert guide.advice(sitting.now.position, STUCK) == Advice(Chance.LOST)
    then = sitting.history.then(sitting.now).then(replace(sitting.now, position=STUCK))
    remark = hint(Guided(engine, None), replace(sitting, history=then), guide).remark
    assert remark == "It cannot be won any more. Undo 1 of your moves and it can be won."
    lost = replace(sitting, history=History(replace(sitting.now, position=STUCK)))
    assert hint(Guided(engine, None), lost, guide).remark == "It cannot be won any more."


def test_a_deal_that_cannot_be_won_is_known(engine: Engine) -> None:
    sitting = begin(engine, 16, "draw three").sitting
    remark = hint(Guided(engine, None), sitting, Guide(3)).remark
    assert remark == "This deal cannot be won."


def test_nothing_is_known_by_rules_that_the_solver_does_not_know() -> None:
    assert Guide(0).advice(dealt(1), dealt(1)) == Advice(Chance.UNKNOWN)


def test_without_the_solver_the_player_gives_the_hint(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience_table.ways.has_solver", lambda: False)
    assert has_solver(), MISSING
    sitting = begin(engine, 1, COURSEWORK).sitting
    assert hint(Guided(engine, TURN), sitting, Guide(1)).remark == "Try turning the stock: press p."


def test_a_key_plays_the_hint(engine: Engine) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await settled(pilot)
        assert said(pilot).startswith("It can still be won. Try ")
        await pilot.press("p")
        await settled(pilot)
        assert said(pilot).startswith("Played ")
        assert sitting_of(pilot).now.moves == 1

    at_table(engine, scenario, seed=1)
