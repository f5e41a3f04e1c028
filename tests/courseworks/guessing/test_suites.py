"""The suites of the guesser: its scale, the players it is compared with, and what games earn."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from guessing.cards import ALL_CARDS, Card, Rank, Suit
from guessing_oracle import noted
from guessing_short import TARGETS as FEW
from guessing_short import patience, short_course
from hypothesis import given
from hypothesis import strategies as st
from lazily import lazily
from patience_grader.course.coursework import read_coursework
from patience_grader.marks.verdict import State, Verdict, VerdictReached
from patience_grader.sandbox.answers import Answer, Missing, Raised, Returned, TimedOut
from patience_grader.sandbox.guest.wire import Opaque
from patience_grader.sandbox.student import Student
from sample import ROOT
from suites.guessing.bank import players
from suites.guessing.bank.scale import MOST_GUESSES, NOT_FOUND_COUNTS_AS, SCALES
from suites.guessing.replies import Hand

if TYPE_CHECKING:
    from suites.guessing import games, judging
    from suites.guessing import test_two_cards as two_cards
    from suites.guessing.bank import standings, targets
    from suites.guessing.games import Disturbed, Outcome
else:
    games = lazily("suites.guessing.games")
    judging = lazily("suites.guessing.judging")
    two_cards = lazily("suites.guessing.test_two_cards")
    standings = lazily("suites.guessing.bank.standings")
    targets = lazily("suites.guessing.bank.targets")

KEY = b"a key"
NOBODY = cast("Student", None)
"""Outcomes are made up here, so there is no submission to ask."""


def hand(text: str) -> Hand:
    return tuple(map(Card.parse, text.split()))


# The scale


@pytest.mark.parametrize("size", SCALES)
def test_every_row_of_the_scale_earns_just_its_percentage(size: int) -> None:
    scale = SCALES[size]
    for mean, share in scale.points:
        assert scale.share(mean) == share
    (best, _), *_, (worst, _) = scale.points
    assert scale.share(best - Fraction(1, 1000)) == scale.share(Fraction(1)) == 1
    assert scale.share(best + Fraction(1, 10**9)) < 1
    assert scale.share(worst - Fraction(1, 10**9)) > 0
    assert scale.share(worst + 1000) == 0


@pytest.mark.parametrize(
    ("size", "mean", "percent"),
    [
        (2, "3.69", "94"),
        (2, "3.675", "95"),
        (2, "4.2", "70"),
        (3, "9", "37.5"),
        (4, "4.45", "97.5"),
    ],
)
def test_between_two_rows_the_percentage_changes_evenly(size: int, mean: str, percent: str) -> None:
    assert SCALES[size].share(Fraction(mean)) * 100 == Fraction(percent)


def test_the_example_of_the_handout_earns_what_it_says() -> None:
    (worth,) = (
        one.worth
        for one in read_coursework(ROOT, "guessing").scheme.criteria
        if one.id == "two_cards.guesses"
    )
    assert SCALES[2].share(Fraction("3.69")) * worth == Fraction("28.2")


@given(st.sampled_from(sorted(SCALES)), st.fractions(1, 700), st.fractions(0, 100))
def test_more_guesses_never_earn_more(size: int, mean: Fraction, more: Fraction) -> None:
    scale = SCALES[size]
    assert 0 <= scale.share(mean + more) <= scale.share(mean) <= 1


# The targets, and the players that a submission is compared with


@pytest.mark.nightly
def test_targets_are_hands_of_their_size_and_none_comes_twice() -> None:
    for size, some in targets.TARGETS.items():
        assert len(some) == len(set(map(frozenset, some))) == SCALES[size].targets
        assert all(len(set(one)) == size and set(one) <= set(ALL_CARDS) for one in some)
    assert set(targets.TARGETS[2]) == set(combinations(ALL_CARDS, 2))


@pytest.mark.parametrize(
    ("means", "taken"),
    [([4], 0), (["4.5", "4.41", "4.40", 4], 2), ([9, *range(5, 14)], 1)],
    ids=["at once", "the third time", "the scale is out of reach"],
)
@pytest.mark.slow
def test_targets_are_drawn_again_when_they_are_hard(
    means: list[str | int], taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Sequence[Hand]] = []

    def mean(_: int, targets: Sequence[Hand]) -> Fraction:
        drawn.append(targets)
        return Fraction(means[len(drawn) - 1])

    monkeypatch.setattr("suites.guessing.bank.targets._mean_of_solution", mean)
    assert targets._marked(4) == drawn[taken]
    assert len(drawn) == (taken + 1 if taken != 1 else len(means))


@pytest.mark.nightly
def test_what_is_kept_of_the_players_is_what_they_need_now() -> None:
    kept = standings.STANDINGS
    assert players.consistent(2, players.sample(2)) == kept[2][players.CONSISTENT]
    for size, step in {2: 3, 3: 6, 4: 10}.items():
        some = players.solution(size, players.sample(size)[::step])
        assert sum(some.values()) >= 3
        assert Counter(some) <= Counter(kept[size][players.SOLUTION])


def test_every_target_counts_as_often_as_it_was_played() -> None:
    assert set(json.loads(players.FILE.read_text("utf-8"))) == {"2", "3", "4"}
    for size, standing in standings.STANDINGS.items():
        count = len(targets.TARGETS[size])
        times = players._TIMES[size]
        assert [sum(counts.values()) for counts in standing.values()] == [
            count,
            count * times,
            count,
        ]


def test_the_naive_player_makes_all_hands_in_order() -> None:
    assert judging._mean(players.naive(targets.TARGETS[2])) == Fraction("663.5")
    some = [hand("2C 3C"), hand("2C 5C"), hand("KS AS")]
    assert players.naive(some) == {1: 1, 3: 1, 1326: 1}
    assert set(players.naive([hand("QS KS AS")])) == {22_100}


# What is a guess


@pytest.mark.parametrize(
    ("guess", "text"),
    [
        ((Card.parse("3H"), Card.parse("TC")), "3H TC"),
        ((Card.parse("TC"), Card.parse("3H")), "TC 3H"),
    ],
)
def test_a_legal_guess_is_taken_in_its_own_order(guess: object, text: str) -> None:
    assert games._hand(guess, 2) == hand(text)


ILLEGAL = {
    "one card": (hand("3H"), "had 1 card, not 2"),
    "three cards": (hand("3H TC AS"), "had 3 cards, not 2"),
    "none": ((), "had 0 cards, not 2"),
    "a card twice": (hand("3H 3H"), "held a card twice"),
    "texts": (("3H", "TC"), "held something that is not a card"),
    "numbers": ((3, 4), "held something that is not a card"),
    "a tuple in it": ((hand("3H"), hand("TC")), "held something that is not a card"),
    "what cannot cross": ((Card.parse("3H"), Opaque("a thing")), "something that is not a card"),
    "a pair that looks like a card": (
        ((Suit.HEART, Rank.THREE), Card.parse("TC")),
        "held something that is not a card",
    ),
    "a card of odd parts": (
        (Card(cast("Suit", [1]), Rank.THREE), Card.parse("TC")),
        "held something that is not a card",
    ),
    "a text": ("3H TC", "was not a list or tuple of cards"),
    "a set": (frozenset(hand("3H TC")), "was not a list or tuple of cards"),
    "nothing": (None, "was not a list or tuple of cards"),
    "a card": (Card.parse("3H"), ""),
}


@pytest.mark.parametrize(("guess", "why"), ILLEGAL.values(), ids=ILLEGAL)
def test_anything_else_is_illegal_and_said_why(guess: object, why: str) -> None:
    assert games._hand(guess, 2) is None
    assert why in games._why_illegal(guess, 2)


# One game, heard by hand


def first(text: str) -> Answer:
    return Returned((True, hand(text)))


def received(*answers: Answer, target: str = "3H TC", seconds: float = 0.0) -> Outcome:
    """What comes of a game in which this is heard."""
    game = games.Guessing(hand(target), 5, 10.0, KEY)
    for answer in answers:
        assert game.move() is not None
        game.receive(answer, seconds)
    assert game.move() is None
    assert game.outcome is not None
    return game.outcome


def test_a_game_goes_from_guess_to_guess_until_the_target_is_found() -> None:
    target = hand("3H TC")
    game = games.Guessing(target, 5, 10.0, KEY)
    guesses = ["2C 9D", "3H JS", "TC 3H"]
    seeds = set()
    for number, text in enumerate(guesses):
        move = game.move()
        assert move is not None
        seeds.add(move.seed)
        assert move.goes_on == (number > 0)
        function, _ = games.CALLS.calls[move.call]
        assert function == ("guesser.next_guess" if number else "guesser.initial_guess")
        game.receive(first(text), 0.1)
    assert game.move() is None
    assert len(seeds) == 3
    assert game.outcome is not None
    assert game.outcome.is_found
    assert game.outcome.counted == 3
    assert games.protocol(game.outcome).splitlines() == [
        f" {number}  {text}   {' '.join(map(str, noted(target, hand(text))))}"
        for number, text in enumerate(guesses, 1)
    ]


def test_a_guesser_is_told_what_the_rules_say_of_its_last_guess() -> None:
    pairs = {"3H TC": "3C 4H", "2C 2D AH": "AS AC 2H", "9C 9D 3H 3S": "9C 9D 3H 3D"}
    for target, guess in pairs.items():
        game = games.Guessing(hand(target), 0, 10.0, KEY)
        game.receive(first(guess), 0.0)
        move = game.move()
        assert move is not None
        made_call = games._NEXT[move.call - len(games._FIRST)]
        assert made_call == ("guesser.next_guess", (noted(hand(target), hand(guess)),))


def seeds_of(target: str, key: bytes = KEY) -> list[int]:
    moves = [games.Guessing(hand(target), number, 10.0, key).move() for number in range(200)]
    return [move.seed for move in moves if move]


def test_seeds_say_nothing_about_targets() -> None:
    assert len({*seeds_of("3H TC")}) == 200, "no two games have a seed in common"
    assert seeds_of("3H TC") == seeds_of("2C AS")
    assert not {*seeds_of("3H TC")} & {*seeds_of("3H TC", b"another")}


@pytest.mark.parametrize(
    ("answer", "state", "why"),
    [
        (Returned((True, hand("3H 3H"))), State.FAILED, "held a card twice"),
        (
            Returned((False, (1, 2, 3))),
            State.FAILED,
            "did not return a pair of a guess and a state",
        ),
        (Missing(), State.NOT_ANSWERED, "does not define this function"),
        (TimedOut(11.0, "10 s"), State.TIMED_OUT, "too long"),
        (Raised("E", (), ("KeyError",), "x", ()), State.RAISED, "it raised E: x"),
        (Raised("E", (), ("MemoryError",), "", ()), State.OUT_OF_MEMORY, "it raised E"),
    ],
    ids=str,
)
def test_what_is_no_legal_guess_ends_the_game(answer: Answer, state: State, why: str) -> None:
    outcome = received(first("2C 9D"), answer)
    assert outcome.state is state
    assert why in outcome.why
    assert outcome.guesses == (hand("2C 9D"),)
    assert outcome.counted == NOT_FOUND_COUNTS_AS == 20
    assert outcome.is_illegal == isinstance(answer, Returned)
    assert bool(two_cards._illegal(outcome)) == isinstance(answer, Returned)


def test_a_game_that_takes_too_long_in_all_is_over() -> None:
    outcome = received(first("2C 9D"), first("2C 8D"), first("2C 7D"), seconds=4.0)
    assert outcome.state is State.TIMED_OUT
    assert "10 s in all" in outcome.why
    found = received(first("2C 9D"), first("2C 8D"), first("3H TC"), seconds=4.0)
    assert found.state is State.TIMED_OUT


def test_a_game_has_an_end() -> None:
    outcome = received(*[first("2C 9D")] * MOST_GUESSES)
    assert outcome.state is State.FAILED
    assert outcome.counted == MOST_GUESSES
    assert len(games.protocol(outcome).splitlines()) < 25


def test_a_repeated_guess_is_the_same_cards_in_any_order() -> None:
    outcome = received(first("2C 9D"), first("2C 8D"), first("9D 2C"), first("3H TC"))
    assert outcome.repeated == 3
    assert two_cards._repeated(outcome) == "guess 3, 9D 2C, was made before"
    assert received(first("2C 9D"), first("3H TC")).repeated is None


# What made-up outcomes earn


def made(target: Hand, guesses: int, state: State = State.PASSED, got: str = "") -> Outcome:
    """An outcome with so many different guesses."""
    others = [one for one in targets.TARGETS[2] if one != target][:guesses]
    if state is State.PASSED:
        others[-1] = target
    return games.Outcome(
        target, tuple(others), state, "" if state is State.PASSED else "for a why", got
    )


Made = Callable[..., None]


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Lets these outcomes be those of all games of two cards."""

    def put(*some: Outcome, disturbed: Disturbed | None = None) -> None:
        monkeypatch.setattr(
            "suites.guessing.judging.played", lambda _: games.Played({2: some}, disturbed)
        )

    return put


def verdict(judge: Callable[[], None]) -> Verdict | None:
    try:
        judge()
    except VerdictReached as judged:
        return judged.verdict
    return None


def found() -> Verdict | None:
    return verdict(lambda: judging.judge_found(NOBODY, 2))


def guesses() -> Verdict:
    given_verdict = verdict(lambda: judging.judge_guesses(NOBODY, 2))
    assert given_verdict is not None
    return given_verdict


@cache
def good_games() -> list[Outcome]:
    return [made(target, 3) for target in targets.TARGETS[2][:8]]


@cache
def slow_games() -> list[Outcome]:
    return [made(target, 5) for target in targets.TARGETS[2][8:16]]


@cache
def lost_games() -> list[Outcome]:
    return [made(target, 2, State.RAISED) for target in targets.TARGETS[2][16:24]]


@cache
def odd_games() -> list[Outcome]:
    return [made(target, 2, State.FAILED, got="3H 3H") for target in targets.TARGETS[2][24:32]]


def test_all_targets_found_with_few_guesses_earn_everything(outcomes: Made) -> None:
    outcomes(*good_games())
    assert found() is None
    passed = guesses()
    assert passed.state is State.PASSED
    assert "3.0000 guesses on average: 100.0% of the marks; 3 at most" in passed.reason
    assert passed.evidence is None
    assert verdict(lambda: judging.judge_rule(NOBODY, 2, two_cards._illegal, "")) is None
    assert verdict(lambda: judging.judge_rule(NOBODY, 2, two_cards._repeated, "")) is None
    assert verdict(lambda: judging.judge_state(NOBODY)) is None


def test_the_marks_for_finding_are_shared_out_over_the_targets(outcomes: Made) -> None:
    outcomes(*good_games()[:6], *lost_games()[:2])
    part = found()
    assert part is not None
    assert (part.state, part.share) == (State.PARTIAL, Fraction(6, 8))
    assert part.reason == "6 of 8 targets were found"
    assert part.evidence is not None
    assert part.evidence.note == "2 times: for a why."


def test_guesses_earn_what_their_mean_earns_times_the_share_that_is_found(outcomes: Made) -> None:
    outcomes(*slow_games()[:6], *lost_games()[:2])
    part = guesses()
    mean = Fraction(6 * 5 + 2 * 20, 8)
    assert part.state is State.PARTIAL
    assert part.share == SCALES[2].share(mean) * Fraction(6, 8)
    assert "8.7500 guesses on average, and 25.0% of the targets were not found" in part.reason


def test_a_mean_of_five_earns_half(outcomes: Made) -> None:
    outcomes(*slow_games())
    part = guesses()
    assert (part.state, part.share) == (State.PARTIAL, Fraction(1, 2))
    assert found() is None


def test_in_public_every_target_must_be_found_with_few_guesses(
    outcomes: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("suites.guessing.judging.SCALES", {2: replace(SCALES[2], enough=5)})
    outcomes(*good_games(), *slow_games())
    passed = guesses()
    assert (passed.state, passed.picture, passed.evidence) == (State.PASSED, None, None)
    worth = "two cards: 4.00 guesses on average, about 79 % of 30 marks (16 public targets)"
    assert passed.reason == worth
    for trouble in (made(targets.TARGETS[2][40], 6), lost_games()[0]):
        outcomes(*good_games(), trouble)
        failed = guesses()
        mean = Fraction(8 * 3 + trouble.counted, 9)
        earned = SCALES[2].share(mean) * Fraction(8 + trouble.is_found, 9)
        assert (failed.state, failed.share) == (State.PARTIAL, earned)
        assert failed.evidence is not None
        assert failed.evidence.expected == "each target is found with 5 guesses or fewer"
        assert games.protocol(trouble) in failed.evidence.got


def test_a_mean_below_what_is_possible_is_flagged(outcomes: Made) -> None:
    outcomes(*(made(target, 1) for target in targets.TARGETS[2][:8]))
    lucky = guesses()
    assert lucky.state is State.PASSED
    assert lucky.flag == (
        f"1.0000 guesses on average are fewer than {SCALES[2].least:g}, the least possible"
    )


def test_a_mean_that_is_possible_is_not_flagged_and_neither_is_one_of_some_targets(
    outcomes: Made,
) -> None:
    outcomes(*slow_games())
    assert guesses().flag == ""
    outcomes(*(made(target, 1) for target in targets.TARGETS[2][:8]), lost_games()[0])
    assert guesses().flag == ""
    assert all(0 < scale.least < float(scale.points[0][0]) for scale in SCALES.values())


def test_nothing_found_earns_nothing_and_says_how_it_went_wrong(outcomes: Made) -> None:
    outcomes(*lost_games())
    none = found()
    assert none is not None
    assert (none.state, none.share) == (State.RAISED, Fraction(0))
    assert none.reason == "no target was found: for a why"
    assert (guesses().state, guesses().share) == (State.RAISED, Fraction(0))


def test_as_many_guesses_as_there_are_hands_earn_nothing(outcomes: Made) -> None:
    outcomes(*[made(targets.TARGETS[2][0], 1326)] * 2)
    assert (guesses().state, guesses().share) == (State.FAILED, Fraction(0))
    assert found() is None


def test_a_rule_is_broken_by_a_single_game(outcomes: Made) -> None:
    outcomes(*good_games(), odd_games()[0])
    broken = verdict(lambda: judging.judge_rule(NOBODY, 2, two_cards._illegal, "a pair"))
    assert broken is not None
    assert (broken.state, broken.reason) == (State.FAILED, "for a why")
    assert broken.evidence is not None
    assert (broken.evidence.expected, broken.evidence.note) == ("a pair", "")
    assert "3H 3H" in broken.evidence.got
    outcomes(*good_games(), *odd_games()[:3])
    broken = verdict(lambda: judging.judge_rule(NOBODY, 2, two_cards._illegal, "a pair"))
    assert broken is not None
    assert broken.evidence is not None
    assert broken.evidence.note == "3 of 11 games fail in this way."


@pytest.mark.parametrize(("count", "is_kept"), [(8, True), (9, False)])
def test_a_rule_is_kept_only_if_half_of_the_targets_are_found(
    outcomes: Made, count: int, is_kept: bool
) -> None:
    some = [*lost_games(), made(targets.TARGETS[2][40], 2, State.RAISED)]
    outcomes(*some[:count], *good_games())
    for judge in (
        lambda: judging.judge_rule(NOBODY, 2, two_cards._illegal, ""),
        lambda: judging.judge_state(NOBODY),
    ):
        lost = verdict(judge)
        assert (lost is None) == is_kept
        if lost:
            assert lost.state is State.RAISED
            assert "fewer than half" in lost.reason


def test_games_that_disturb_each_other_lose_that_and_show_both(outcomes: Made) -> None:
    outcomes(
        *good_games(), disturbed=games.Disturbed(made(targets.TARGETS[2][0], 6), good_games()[0])
    )
    lost = verdict(lambda: judging.judge_state(NOBODY))
    assert lost is not None
    assert lost.state is State.FAILED
    assert lost.evidence is not None
    assert games.protocol(good_games()[0]) in lost.evidence.expected
    assert len(lost.evidence.got.splitlines()) == 7


def test_calls_made_twice_lose_that_too_and_say_so(outcomes: Made) -> None:
    outcomes(
        *good_games(),
        disturbed=games.Disturbed(made(targets.TARGETS[2][0], 6), good_games()[0], twice=True),
    )
    lost = verdict(lambda: judging.judge_state(NOBODY))
    assert lost is not None
    assert lost.state is State.FAILED
    assert lost.evidence is not None
    assert "made twice" in lost.reason
    assert "made twice" in lost.evidence.called
    assert "other games" not in lost.evidence.called


@pytest.mark.parametrize("is_wrong", [True, False])
@pytest.mark.parametrize("twice", [True, False])
def test_the_lines_to_paste_show_what_disturbs_a_game(
    outcomes: Made, tmp_path: Path, *, twice: bool, is_wrong: bool
) -> None:
    worse, alone = made(hand("3C AS"), 6), made(hand("3C AS"), 3)
    outcomes(*good_games(), disturbed=games.Disturbed(worse, alone, twice=twice))
    lost = verdict(lambda: judging.judge_state(NOBODY))
    assert lost is not None
    assert lost.evidence is not None
    name = "takes-the-guess-out-of-the-state" if twice else "state-in-a-global"
    known_submissions = ROOT / "tests/known/guessing"
    text = (known_submissions / "right/quick/guesser.py").read_text("utf-8")
    if is_wrong:
        rows = tomllib.loads((known_submissions / "wrong.toml").read_text("utf-8"))["mistake"]
        (row,) = (row for row in rows if row["name"] == name)
        text = text.replace(row["find"], row["put"])
    package = tmp_path / "guessing"
    package.mkdir()
    shutil.copy(ROOT / "solution/guessing/cards.py", package)
    (package / "guesser.py").write_text(text, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-B", "-E", "-i", "-q"],
        input=lost.evidence.snippet + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert ("Error" in ran.stderr) == is_wrong
    assert ran.stdout.endswith("3C AS\n") != is_wrong


def test_a_picture_shows_every_game_of_everybody(outcomes: Made) -> None:
    outcomes(
        *good_games()[:2],
        *slow_games()[:3],
        *lost_games()[:1],
        made(targets.TARGETS[2][50], 9),
        made(targets.TARGETS[2][51], 8),
    )
    picture = guesses().picture
    assert picture is not None
    assert [spread.player for spread in picture.spreads] == [
        "you",
        players.SOLUTION,
        players.CONSISTENT,
        players.NAIVE,
    ]
    for spread in picture.spreads:
        assert len(spread.shares) == len(picture.steps)
        assert sum(spread.shares) == pytest.approx(1)
    assert picture.spreads[0].shares == (0, 0, 2 / 8, 0, 3 / 8, 0, 0, 2 / 8, 1 / 8)
    assert picture.spreads[-1].shares[:7] == pytest.approx((1 / 1326,) * 7)


def test_games_are_worse_by_guesses_or_by_trouble_and_not_by_a_little() -> None:
    assert not games._is_worse(good_games(), good_games())
    assert games._is_worse(slow_games(), good_games())
    assert not games._is_worse(good_games(), slow_games())
    four = [made(one.target, 4) for one in good_games()]
    assert not games._is_worse(four, good_games())
    twice = [
        games.Outcome(one.target, (*one.guesses[:1] * 2, one.target), State.PASSED)
        for one in good_games()
    ]
    assert games._is_worse([*twice[:3], *good_games()[3:]], good_games())
    assert not games._is_worse([*twice[:2], *good_games()[2:]], good_games())


# Real submissions

KNOWN = ROOT / "tests/known/guessing"
BASES = {one["base"] for one in tomllib.loads((KNOWN / "wrong.toml").read_text("utf-8"))["mistake"]}
"""Right submissions that mistakes are laid over."""


@pytest.mark.nightly
def test_specimens_earn_what_they_should_against_a_few_targets(
    tmp_path: Path, whole_field: bool
) -> None:
    course = short_course(tmp_path / "course")
    every, wrongs = ("15", 17) if whole_field else ("90", 3)
    if not whole_field:
        for folder in (course / "tests/known/guessing/right").iterdir():
            if folder.name not in BASES:
                shutil.rmtree(folder)
    done = patience("selftest", "guessing", "--every", every, "--jobs", "1", cwd=course)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    right, wrong = done.stdout.splitlines()
    count = 1 + len(list((course / "tests/known/guessing/right").iterdir()))
    assert right == f"guessing: right submissions {count}, as known {count}"
    assert wrong == f"guessing: wrong submissions {wrongs}, as known {wrongs}"


def test_the_short_course_has_few_targets(tmp_path: Path) -> None:
    scale = read_coursework(short_course(tmp_path / "course"), "guessing").suite["scale"]
    assert [one["targets"] for one in scale.values() if isinstance(one, dict)] == [*FEW.values()]
