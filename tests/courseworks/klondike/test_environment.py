"""The Gymnasium environment: the library's own check, and that it is the game."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from klondike import fast, players
from klondike.environment import ACTIONS, KlondikeEnv, observation_of
from klondike.players import Autoplay, Game, guess, rules_of, view_of

NAME = "klondike.environment:Klondike-v0"


@pytest.mark.parametrize(
    "options", [{}, {"draws": 3, "render_mode": "ansi"}, {"passes": 3, "card_reward": 0.1}]
)
def test_the_checker_of_the_library_passes(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(NAME, **options).unwrapped)


def test_the_seed_decides_the_deals() -> None:
    one, two = KlondikeEnv(), KlondikeEnv()
    deals = [[env.reset(seed=9)[1]["deal"], env.reset()[1]["deal"]] for env in (one, two)]
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 2
    observation, info = one.reset(options={"deal": 7})
    wanted = observation_of(view_of(players.deal(7, rules_of(1))))
    assert info["deal"] == 7
    assert all((observation[name] == wanted[name]).all() for name in wanted)


@pytest.mark.parametrize("draws", [1, 3])
def test_the_mask_is_what_the_rules_allow(draws: int) -> None:
    env, rng = KlondikeEnv(draws), Random(1)
    _, info = env.reset(options={"deal": 5})
    game = players.deal(5, rules_of(draws))
    for _ in range(150):
        possible = np.flatnonzero(info["action_mask"])
        assert [ACTIONS[action] for action in possible] == sorted(players.moves_of(game))
        assert (env.action_masks() == info["action_mask"]).all()
        action = rng.choice(possible)
        game = players.played(game, ACTIONS[action])
        observation, _, _, _, info = env.step(action)
        assert env.observation_space.contains(observation)
        assert env.view == view_of(game)


def test_an_observation_does_not_depend_on_hidden_cards() -> None:
    rng = Random(1)
    game = players.deal(11, rules_of(3))
    for _ in range(60):
        other = Game(guess(view_of(game), rng), game.rules, game.known)
        one, two = observation_of(view_of(game)), observation_of(view_of(other))
        assert all((one[name] == two[name]).all() for name in one)
        game = players.played(game, rng.choice(players.moves_of(game)))


def test_a_view_can_be_read_from_its_observation() -> None:
    env = KlondikeEnv(3)
    observation, _ = env.reset(options={"deal": 2})
    observation = env.step(np.int64(ACTIONS.index(fast.TURN)))[0]
    cards = players.deal(2, rules_of(3)).position
    assert [list(row[row > 1] - 2) for row in observation["columns"]] == [
        [column[-1]] for column in cards[0]
    ]
    assert list(observation["discard"][:4]) == [*(card + 2 for card in cards[3][:3]), 0]
    assert list(observation["deck"]) == [1] * 21 + [0] * 3
    assert list(observation["pillars"]) == [0, 0, 0, 0]


def test_an_impossible_action_changes_nothing() -> None:
    env = KlondikeEnv()
    env.reset(options={"deal": 1})
    impossible = np.flatnonzero(~env.action_masks())[0]
    before = env.view
    _, reward, terminated, truncated, _ = env.step(impossible)
    assert (env.view, reward, terminated, truncated) == (before, 0, False, False)


def won_episode(env: KlondikeEnv) -> list[tuple[float, bool, bool]]:
    """Rewards, whether it was the end, and whether it was won, of a deal that autoplay wins."""
    _, info = env.reset(options={"deal": 0})
    player, steps, over = Autoplay(0), [], False
    while not over:
        move = player.choose(env.view, [ACTIONS[one] for one in np.flatnonzero(env.action_masks())])
        assert move is not None
        _, reward, over, _, info = env.step(np.int64(ACTIONS.index(move)))
        steps.append((reward, over, info["won"]))
    return steps


def test_a_win_is_rewarded_once() -> None:
    steps = won_episode(KlondikeEnv())
    assert steps[-1] == (1, True, True)
    assert {step[0] for step in steps[:-1]} == {0}


def test_cards_on_pillars_can_be_rewarded() -> None:
    steps = won_episode(KlondikeEnv(card_reward=0.25))
    assert sum(step[0] for step in steps) == 1 + 52 * 0.25


def test_a_lost_game_is_truncated() -> None:
    env = gymnasium.make(NAME)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    for step in range(1, 1001):
        action = env.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = env.step(action)
        assert (terminated, truncated) == (False, step == 1000)


def test_a_game_without_a_move_is_over() -> None:
    env, turn = KlondikeEnv(draws=24, passes=1), np.int64(ACTIONS.index(fast.TURN))
    for deal in range(200):
        _, info = env.reset(options={"deal": deal})
        if info["action_mask"].sum() == 1:
            _, reward, over, truncated, info = env.step(turn)
            assert over is not bool(players.moves_of(env._game))
            if over:
                assert (reward, truncated, info["won"]) == (0, False, False)
                return
    raise AssertionError("every deal has a move after the turn")


def test_the_table_is_drawn() -> None:
    env = KlondikeEnv(draws=3, render_mode="ansi")
    env.reset(options={"deal": 7})
    env.step(np.int64(ACTIONS.index(fast.TURN)))
    drawing = str(env.render()).splitlines()
    assert drawing[0] == "Deck: 21"
    assert [line.count("??") for line in drawing[3:]] == [0, 1, 2, 3, 4, 5, 6]
    assert len(drawing[1].split()) == 4
    assert KlondikeEnv().render() is None


@pytest.mark.parametrize("options", [{"draws": 0}, {"passes": 0}, {"render_mode": "human"}])
def test_what_cannot_be_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be from|only render mode"):
        KlondikeEnv(**options)
