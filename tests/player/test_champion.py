"""The champion: its moves are those of the game, and it never sees a hidden card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from klondike import fast, players
from klondike.match import play_game
from klondike.players import Autoplay, Game, View, guess, rules_of, view_of
from patience_player import Champion, kernel
from patience_player.champion import table_of

pytestmark = pytest.mark.slow
"""The kernel is compiled first."""

DRAWS = pytest.mark.parametrize("draws", [1, 3])
SMALL = 1000


def all_known(game: Game) -> View:
    """The view of somebody who sees all cards of the talon, but not what lies face down."""
    return view_of(game._replace(known=(1 << 52) - 1))


def useful(table: kernel.Table) -> list[int]:
    moves = np.zeros(kernel.MOST_MOVES, np.int64)
    count = kernel.useful_moves(table, moves, np.zeros(32, np.int64))
    return [int(move) for move in moves[:count]]


def in_reach(game: Game) -> dict[tuple[int, int], Game]:
    """By card and target, the games after a move that is possible now or after turns."""
    found: dict[tuple[int, int], Game] = {}
    seen = set()
    while game.position not in seen:
        seen.add(game.position)
        for move in fast.moves(game.position, game.rules):
            if move != fast.TURN:
                found.setdefault(described(game, move), players.played(game, move))
        if not fast.can_turn(game.position, game.rules):
            break
        game = players.played(game, fast.TURN)
    return found


def described(game: Game, move: int) -> tuple[int, int]:
    columns, _, wanted, _, discard, _ = game.position
    size, source, target = fast.parts(move)
    if source == fast.DISCARD:
        return discard[-1], target
    if source >= fast.COLUMNS:
        return columns[source - fast.COLUMNS][-size], target
    up = next(n for n in range(14) if wanted >> 4 * n + source - fast.PILLARS & 1)
    return 4 * (up - 1) + source - fast.PILLARS, target


def target_of(move: int) -> int:
    """The pile that a move of the kernel goes to, as `fast` numbers it."""
    target, suit = move >> 12 & 15, move >> 2 & 3
    return fast.PILLARS + suit if target == kernel.TO_PILLAR else fast.COLUMNS + target


@DRAWS
def test_its_moves_are_possible_and_lead_where_the_game_leads(draws: int) -> None:
    played = 0
    for number in range(10):
        rng, game = Random(number), players.deal(number, rules_of(draws))
        for _ in range(60):
            table = table_of(all_known(game))
            for column, cards in enumerate(game.position[0]):
                down = int(table[kernel.DOWN + column])
                table[kernel.ROOM * column :][:down] = list(cards[:down])
            moves, possible = useful(table), in_reach(game)
            assert {kernel.located(table, move & 255) for move in moves} == set(moves)
            if not moves:
                break
            after = {move: possible[(move & 255) >> 2, target_of(move)] for move in moves}
            must = {key for key in possible if is_never_left_out(game, key)}
            assert must <= {((move & 255) >> 2, target_of(move)) for move in moves}
            move = rng.choice(moves)
            kernel.play(table, move)
            game = after[move]
            assert kernel.key_of(table) == kernel.key_of(table_of(all_known(game)))
            played += 1
    assert played > 150


def is_never_left_out(game: Game, key: tuple[int, int]) -> bool:
    """Whether the move goes to a pillar, or takes a card of the talon to a column in use."""
    (card, target), (columns, _, _, deck, discard, _) = key, game.position
    if target < fast.COLUMNS:
        return True
    return card in discard + deck and bool(columns[target - fast.COLUMNS])


def test_tables_that_differ_only_in_their_pillars_have_other_keys() -> None:
    view = all_known(players.deal(1, rules_of(1)))
    views = [view._replace(wanted=view.wanted ^ (0b10001 << suit)) for suit in range(4)]
    assert len({int(kernel.key_of(table_of(one))) for one in (view, *views)}) == 5


def test_tables_that_look_different_have_other_keys() -> None:
    keys = {}
    for number in range(6):
        rng, game = Random(number), players.deal(number, rules_of(1))
        for _ in range(200):
            view = all_known(game)
            columns = sorted(
                (cards, n if players.HIDDEN in cards else 7) for n, cards in enumerate(view.columns)
            )
            seen = (tuple(columns), view.wanted, bytes(sorted(view.deck + view.discard)), number)
            keys[seen] = kernel.key_of(table_of(view))
            game = players.played(game, rng.choice(players.moves_of(game)))
    assert len(set(keys.values())) == len(keys) > 300


class Watched(Champion):
    """Notes what it is told and what it answers."""

    def __init__(self, seed: int, budget: int | None = None) -> None:
        super().__init__(seed, budget)
        self.noted: list[tuple[View, int | None]] = []

    def choose(self, view: View, moves: Sequence[int]) -> int | None:  # type: ignore[override]
        move = super().choose(view, moves)
        self.noted.append((view, move))
        return move


def noted(game: Game, seed: int) -> list[tuple[View, int | None]]:
    """What the champion was told and answered in a game."""
    player = Watched(seed, SMALL)
    while moves := players.moves_of(game):
        move = player.choose(view_of(game), moves)
        if move is None:
            break
        game = players.played(game, move)
    return player.noted


@DRAWS
def test_hidden_cards_change_no_decision_before_they_are_seen(draws: int) -> None:
    rng, decisions, parted = Random(draws), 0, 0
    for number in range(5):
        game = players.deal(number, rules_of(draws))
        other = Game(guess(all_known(game), rng), game.rules)
        assert other != game
        for (one, move), (two, same) in zip(noted(game, 1), noted(other, 1), strict=False):
            if one != two:
                parted += 1
                break
            assert move == same
            decisions += move != fast.TURN
    assert parted == 5
    assert decisions > 5


def test_the_same_seed_plays_the_same_game() -> None:
    game = players.deal(3, rules_of(3))
    one, two, other = (noted(game, seed) for seed in (1, 1, 2))
    assert one == two != other


def test_it_wins_more_than_autoplay() -> None:
    rules, deals = rules_of(3), range(30)
    champion = [play_game(Champion, number, rules, SMALL).won for number in deals]
    autoplay = [play_game(Autoplay, number, rules).won for number in deals]
    assert sum(champion) > sum(autoplay) + 2


def test_the_budget_is_kept() -> None:
    player, game = Watched(1, 20_000), players.deal(1, rules_of(3))
    while moves := players.moves_of(game):
        move = player.choose(view_of(game), moves)
        if move is None:
            break
        game = players.played(game, move)
    assert 5_000 < int(player._tree.used[2]) <= 20_000 + 60 * 200


def test_limited_passes_are_refused() -> None:
    view = view_of(players.deal(1, rules_of(1, passes=3)))
    with pytest.raises(ValueError, match="unlimited passes only"):
        Champion(1).choose(view, [fast.TURN])


def test_only_passes_that_cost_nothing_are_used_to_look() -> None:
    told = [(view.deck, view.discard) for view, move in noted(players.deal(2, rules_of(3)), 1)]
    assert [len(deck) for deck, _ in told[:9]] == [24, 21, 18, 15, 12, 9, 6, 3, 0]
