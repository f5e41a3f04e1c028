"""The session in the prompt, and the checker of the further study."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import FrozenInstanceError
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from klondike import play, study, study_check
from klondike.__main__ import start as start_text_game
from klondike.drawing import by_cards, drawing
from klondike.play import Move, Pile, State
from klondike.rules import COURSEWORK, DRAW_THREE, Q, Rules
from klondike.session import (
    Game,
    InvalidCard,
    InvalidMove,
    NotAGame,
    SessionError,
    WrongLength,
    WrongType,
    autoplay,
    deal,
    move,
    moves,
    see,
    turn,
)
from klondike.study_check import (
    along,
    check,
    deals,
    fault_in_autoplay,
    fault_in_moves,
    main,
    recorded,
)
from vectors_reader import flaws

ROOT = Path(__file__).parents[3]
DEALT = """\
24 [] __  __ __ __ __
0
8C [] [] [] [] [] []
   2D [] [] [] [] []
      TS [] [] [] []
         8H [] [] []
            7C [] []
               9H []
                  AS
_____________________
score: 0
AS
8C 9H
7C 8H
9H TS
AS 2D"""


# The session


def refusal(kind: type[SessionError], function: Callable[..., object], *given: object) -> str:
    """The text with which a call is refused."""
    with pytest.raises(kind) as caught:
        function(*given)
    assert type(caught.value) is kind
    return str(caught.value)


def test_a_game_shows_itself_as_its_drawing_and_see_prints_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    g = deal(seed=7)
    assert repr(g) == DEALT
    see(g)
    assert capsys.readouterr().out == f"{DEALT}\n"


def test_a_deal_without_a_seed_is_another_one_each_time() -> None:
    assert len({deal().board for _ in range(3)}) == 3
    assert deal(rules=Q).rules is Q


def test_several_moves_are_played_one_after_the_other() -> None:
    g = deal(seed=7)
    assert moves(g, "8C 9H", "turn", "as") == move(turn(move(g, "8C", "9H")), "AS")
    assert moves(g) is g
    with pytest.raises(InvalidMove) as caught:
        moves(g, "8C 9H", "TS 9H")
    assert caught.value.__notes__ == ["This was move 2, 'TS 9H'."]


def test_the_checker_of_the_further_study_explains_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "draws the first game in which something is wrong" in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_seed_deals_what_it_deals_in_the_text_game() -> None:
    for seed in range(5):
        session, _ = start_text_game(seed)
        assert deal(seed).board == session.boards[0]


def test_games_are_values_and_stay_as_they_were() -> None:
    g = deal(seed=7)
    assert move(g, "AS") == move(g, "AS") != g
    autoplay(turn(move(g, "8C", "9H")))
    assert repr(g) == DEALT
    with pytest.raises(FrozenInstanceError):
        g.score = 100  # type: ignore[misc]


def test_a_run_goes_with_its_first_card() -> None:
    g = move(deal(seed=7), "7C", "8H")
    g = move(g, "8C", "9H")
    g = move(g, "9H", "TS")
    assert [str(placed.card) for placed in g.board.columns[2][:3]] == [" ♣8", " ♥9", "♠10"]
    assert g.moves == 3


def test_a_king_alone_goes_to_the_first_empty_column_and_other_cards_to_their_pillars() -> None:
    g = autoplay(deal(seed=15))
    assert all(not column for column in g.board.columns)
    g = move(move(g, "KH"), "ks")
    assert [len(column) for column in g.board.columns] == [1, 1, 0, 0, 0, 0, 0]
    g = move(g, "QH", "KS")
    assert move(move(g, "QH"), "KH", "QH").board.pillars.hearts == 13
    up = move(deal(seed=7), "AS")
    assert move(up, "AS", "2D").board.pillars.spades is None


def test_what_is_no_game_is_refused() -> None:
    for function in (see, turn, move, autoplay):
        text = refusal(NotAGame, function, "g")
        assert text == "A game is needed first, as deal(seed=7) gives it, not 'g'."


@pytest.mark.parametrize(
    ("kind", "cards", "text"),
    [
        (WrongType, (9,), 'Cards are given as text, like move(g, "9C", "TH").'),
        (WrongType, (("9C", "TH"),), 'Cards are given as text, like move(g, "9C", "TH").'),
        (WrongLength, (), 'One card or two are moved, like move(g, "AS"), not 0.'),
        (WrongLength, ("9C",) * 3, 'One card or two are moved, like move(g, "AS"), not 3.'),
        (InvalidCard, ("1C",), "'1C' is not a card."),
        (InvalidCard, ("9C", "10H"), "'10H' is not a card."),
        (InvalidCard, ("",), "'' is not a card."),
        (InvalidMove, ("8C", "8H"), "8C cannot go onto 8H. A card goes on one of the other colour"),
        (InvalidMove, ("8C",), "8C cannot go to clubs. A pillar is built up from the ace"),
        (InvalidMove, ("KC",), "KC cannot go to clubs. KC does not lie face up."),
        (InvalidMove, ("8C", "KC"), "8C cannot go onto KC. KC does not lie face up."),
        (InvalidMove, ("8C", "8C"), "8C cannot go onto 8C. A card goes on one of the other"),
    ],
)
def test_what_cannot_be_moved_is_refused_with_what_to_do(
    kind: type[SessionError], cards: Sequence[Any], text: str
) -> None:
    assert refusal(kind, move, deal(seed=7), *cards).startswith(text)


def test_a_covered_card_is_out_of_reach() -> None:
    g = move(move(deal(seed=7), "8C", "9H"), "7C", "8H")
    assert "Other cards lie on 9H" in refusal(InvalidMove, move, g, "AS", "9H")
    assert "Only the last card" in refusal(InvalidMove, move, g, "8H")
    g = turn(deal(seed=7, rules=DRAW_THREE))
    covered = g.board.discard[1]
    two = f"{'A23456789TJQK'[covered.value - 1]}{covered.suit.name[0]}"
    assert f"Other cards lie on {two}" in refusal(InvalidMove, move, g, two)


def test_there_is_no_turn_without_cards() -> None:
    assert "no card left to draw" in refusal(InvalidMove, turn, autoplay(deal(seed=15)))


RULES = st.sampled_from([COURSEWORK, DRAW_THREE, Q])


@given(st.integers(0, 999), RULES, st.integers(0, 80))
def test_every_possible_move_can_be_typed_by_its_cards(seed: int, rules: Rules, steps: int) -> None:
    rng, g = Random(seed), deal(seed, rules)
    for _ in range(steps):
        possible = play.possible_moves(g)
        if not possible:
            return
        chosen = rng.choice(possible)
        expected = play.play(g, chosen)
        if Pile.DECK in chosen[1:]:
            assert turn(g) == expected
        else:
            cards = by_cards(chosen, g).split()
            same = [
                m for m in possible if by_cards(m, g).split() == cards and m.size == chosen.size
            ]
            if chosen == same[0] or len(cards) == 2:
                assert move(g, *cards) == expected
        g = expected
    assert isinstance(g, Game)


# The checker


def test_recorded_games_are_whole_and_differ() -> None:
    states = recorded()
    assert [list(flaws(state.board)) for state in states] == [[]] * len(states)
    assert len({state.rules for state in states}) == 4
    assert [study.possible_moves(one) for one in states] == [play.possible_moves(s) for s in states]


def test_deals_are_whole_and_random_games_are_right() -> None:
    for state in islice(deals(), 8):
        assert list(flaws(state.board)) == []
        assert len(list(along(state, Random(1), 30))) > 10


def test_the_solution_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["possible_moves", "autoplay"]


def without(kind: Callable[[Move, State], bool]) -> Callable[[State], Sequence[Move]]:
    """A list of moves that lacks some."""
    return lambda state: [m for m in play.possible_moves(state) if not kind(m, state)]


def parts_of_runs(move: Move, state: State) -> bool:
    """Whether a move leaves visible cards in its column."""
    column = move.source.column
    under = () if column is None else state.board.columns[column][move.size :]
    return move.target.column is not None and bool(under) and under[0].visible


WRONG_LISTS: dict[str, Callable[[State], Sequence[Any]]] = {
    "nothing": lambda state: (),
    "every move twice": lambda state: play.possible_moves(state) * 2,
    "no turn": without(lambda m, _: Pile.DECK in m[1:]),
    "nothing to pillars": without(lambda m, _: m.target.suit is not None),
    "nothing from pillars": without(lambda m, _: m.source.suit is not None),
    "no discards to columns": without(lambda m, _: m.source == 1 and m.target > 5),
    "no parts of runs": without(parts_of_runs),
    "only the first empty column": without(
        lambda m, state: (
            m.target.column is not None
            and not state.board.columns[m.target.column]
            and not all(state.board.columns[: m.target.column])
        )
    ),
    "a move too many": lambda state: (
        *play.possible_moves(state),
        Move(1, Pile.DECK, Pile.SPADES),
    ),
    "no triples": lambda state: ["draw"],
    "a turn of one card": lambda state: [
        Move(1, m.source, m.target) if m.source == Pile.DECK else m
        for m in play.possible_moves(state)
    ],
}


@pytest.mark.parametrize("way", WRONG_LISTS)
def test_a_wrong_list_of_moves_is_found_and_drawn(
    way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study, "possible_moves", WRONG_LISTS[way])
    assert main() == 1
    head, *drawn, fault = capsys.readouterr().out.strip().split("\n\n")
    assert head.startswith("possible_moves, game ")
    states = (state for _, state, wrong in check() if wrong)
    assert "\n\n".join(drawn) == drawing(next(states))
    assert "move" in fault


study_autoplay = study.autoplay
WRONG_PLAYS: dict[str, Callable[[State], Sequence[Any]]] = {
    "nothing": lambda state: (),
    "the same move again and again": lambda state: play.possible_moves(state)[:1] * 3,
    "one move too few": lambda state: study_autoplay(state)[:-1],
    "no move at all": lambda state: ["draw"],
}


@pytest.mark.parametrize("way", WRONG_PLAYS)
def test_a_wrong_autoplay_is_found(
    way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study, "autoplay", WRONG_PLAYS[way])
    monkeypatch.setattr(study_check, "deals", lambda: ())
    assert main() == 1
    assert capsys.readouterr().out.startswith("autoplay, game ")


def test_plain_triples_and_lists_are_moves_too() -> None:
    for state in recorded():
        plain: list[Any] = [(*move,) for move in study.possible_moves(state)]
        assert fault_in_moves(state, plain) is None
        played: list[Any] = [(*move,) for move in study.autoplay(state)]
        assert fault_in_autoplay(state, played)[1] is None


def test_the_skeleton_says_what_is_not_done_yet() -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-m", "klondike.study_check"],
        cwd=ROOT / "skeleton",
        env={**os.environ, "PYTHONPATH": "", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "Not done yet: possible_moves (study.py).\n"
