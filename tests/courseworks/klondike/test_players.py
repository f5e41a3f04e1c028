"""Players of whole games: what they are told, two of them, and the match that counts wins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from klondike import fast, match, players, strategy
from klondike.match import MOST_MOVES, Result, interval, kept, main, play_game, summary
from klondike.players import HIDDEN, Autoplay, Game, RandomPlayer, View, guess, rules_of, view_of

ROOT = Path(__file__).parents[3]
DRAWS = pytest.mark.parametrize("draws", [1, 3])


def games(number: int, draws: int, steps: int = 150) -> Iterator[Game]:
    """The states of a random game."""
    rng, game = Random(number), players.deal(number, rules_of(draws))
    for _ in range(steps):
        yield game
        game = players.played(game, rng.choice(players.moves_of(game)))


@DRAWS
def test_a_view_holds_what_was_seen_and_no_other_card(draws: int) -> None:
    for number in range(5):
        drawn: set[int] = set()
        for game in games(number, draws):
            columns, up, wanted, deck, discard, _ = game.position
            drawn |= set(discard)
            view = view_of(game)
            for column, shown in zip(columns, view.columns, strict=True):
                assert list(shown) == [card if up >> card & 1 else HIDDEN for card in column]
            assert list(view.deck) == [card if card in drawn else HIDDEN for card in deck]
            assert (view.discard, view.wanted) == (discard, wanted)


@DRAWS
def test_a_guess_is_a_whole_deck_that_looks_the_same(draws: int) -> None:
    rng, others = Random(1), 0
    for game in games(7, draws):
        position = guess(view_of(game), rng)
        assert view_of(Game(position, game.rules, game.known)) == view_of(game)
        assert sorted(all_cards(position)) == list(range(52))
        others += position != game.position
    assert others > 100


def all_cards(position: fast.Position) -> Iterator[int]:
    columns, _, wanted, deck, discard, _ = position
    yield from (*b"".join(columns), *deck, *discard)
    for last in range(56):
        if wanted >> last & 1:
            yield from range(last - 4, -1, -4)


def test_every_hidden_card_is_guessed_about_equally_often() -> None:
    view, rng = view_of(players.deal(3, rules_of(1))), Random(2)
    first = [guess(view, rng)[0][6][0] for _ in range(4500)]
    counts = [first.count(card) for card in set(first)]
    assert len(counts) == 45
    assert 55 < min(counts) <= max(counts) < 155


@DRAWS
def test_autoplay_wins_what_the_strategy_wins(draws: int) -> None:
    rules = rules_of(draws)
    results = [play_game(Autoplay, number, rules) for number in range(60)]
    for number, result in enumerate(results):
        position = players.deal(number, rules).position
        while plan := strategy.plan(position, rules):
            for move in plan:
                position = fast.play(position, move, rules)
        assert result.won == (position[2] == fast.WON), number
    assert 0 < sum(one.won for one in results) < 60


def test_a_random_player_is_the_same_with_the_same_seed() -> None:
    one, two = (play_game(RandomPlayer, 5, rules_of(1)) for _ in range(2))
    assert one[:3] == two[:3] == (5, False, MOST_MOVES)


class Cheat:
    """Makes a move that is not possible."""

    def __init__(self, seed: int, budget: int | None = None) -> None:
        self.told: list[View] = []

    def choose(self, view: View, moves: Sequence[int]) -> int | None:
        self.told.append(view)
        return moves[-1] if len(self.told) < 3 else 0


def test_a_move_that_is_not_possible_is_refused() -> None:
    with pytest.raises(ValueError, match="deal 4, after 2 moves: 0 is not a possible move"):
        play_game(Cheat, 4, rules_of(1))


def test_passes_can_be_limited() -> None:
    game = players.deal(1, rules_of(3, passes=1))
    for _ in range(8):
        game = players.played(game, fast.TURN)
    assert fast.TURN not in players.moves_of(game)


def test_the_interval_is_wilsons() -> None:
    least, most = interval(353, 1000)
    assert (round(least, 4), round(most, 4)) == (0.3240, 0.3831)
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == pytest.approx(1)


def test_a_summary_says_how_often_and_how_fast() -> None:
    results = [Result(0, True, 100, 0.5), Result(1, False, 7, 1.5), Result(2, False, 9, 0.25)]
    assert summary(results) == (
        "won 1 of 3 deals, 33.3% (95 % interval 6.1% to 79.2%), 100 moves a win\n"
        "processor time a game: mean 0.750 s, median 0.500 s, most 1.500 s"
    )


def test_a_match_is_taken_up_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.csv"
    command = ["autoplay", "--draw", "3", "--games", "12", "--out", str(file)]
    assert main(command) == 0
    whole = capsys.readouterr().out
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:7]) + "\n" + lines[7][:-6] + "\n", encoding="utf-8")
    asked: list[int] = []

    def counted(maker: players.Maker, number: int, *rest: object) -> Result:
        asked.append(number)
        return play_game(maker, number, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(match, "play_game", counted)
    assert main(command) == 0
    assert asked == [0, 7, 8, 9, 10, 11]
    assert capsys.readouterr().out.splitlines()[0] == whole.splitlines()[0]
    assert len(list(kept(file, ["autoplay", 3, "", ""]))) == 12
    assert not list(kept(file, ["autoplay", 1, "", ""]))


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (
            ["nobody:Here"],
            "The player nobody:Here cannot be loaded (No module named 'nobody'): see --help",
        ),
        (
            ["klondike.players:Nobody"],
            "The player klondike.players:Nobody cannot be found: give its",
        ),
        (["random", "--games", "0"], "All numbers must be 1 or more"),
        (["random", "--out", "/nowhere/results.csv", "--games", "1"], "No such file or directory"),
    ],
)
def test_what_cannot_be_played_is_said(
    command: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    assert why in capsys.readouterr().err


def test_players_and_matches_need_nothing_that_is_installed() -> None:
    command = [sys.executable, "-I", "-S", "-c"]
    program = f"import sys; sys.path = [{str(ROOT / 'solution')!r}, *sys.path]; "
    program += "from klondike.match import main; sys.exit(main(['autoplay', '--games', '2']))"
    done = subprocess.run([*command, program], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("autoplay, draw 1, unlimited passes: won "), done.stderr


def test_the_player_of_the_handout_wins_some_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handout = (ROOT / "handout" / "klondike.md").read_text(encoding="utf-8")
    code = handout.partition("`mine.py`")[2].partition("```text\n")[2].partition("```")[0]
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["mine:Eager", "--draw", "1", "--games", "20"]) == 0
    won = int(capsys.readouterr().out.split("won ")[1].split(" of")[0])
    assert 0 < won < 20
