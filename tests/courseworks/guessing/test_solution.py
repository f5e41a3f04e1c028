"""The solution of the guessing game: feedback, cards, play, and the book behind it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from guessing import __main__ as program
from guessing import guesser
from guessing.cards import (
    ALL_CARDS,
    Card,
    Feedback,
    Guess,
    Rank,
    State,
    Suit,
    read_cards,
    written,
)
from guessing.guesser import feedback, initial_guess, next_guess
from guessing.plan.__main__ import SMALL
from guessing.plan.hands import Hands
from guessing.plan.search import exact
from guessing_oracle import guesses_for, noted
from hypothesis import given
from hypothesis import strategies as st

SOLUTION = Path(__file__).parents[3] / "solution"

hands = st.integers(1, 4).flatmap(
    lambda size: st.tuples(*[st.permutations(ALL_CARDS).map(lambda pack: pack[:size])] * 2)
)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def sample(size: int, count: int) -> list[tuple[Card, ...]]:
    """The same targets every time."""
    chosen = random.Random(size)
    return [tuple(chosen.sample(ALL_CARDS, size)) for _ in range(count)]


# Cards


def test_the_pack_is_in_order() -> None:
    in_order = [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA"]
    assert list(map(str, ALL_CARDS)) == in_order
    assert sorted(ALL_CARDS, reverse=True) == list(ALL_CARDS[::-1])
    assert list(Suit) == sorted(Suit)
    assert list(Rank) == sorted(Rank)
    assert Card(Suit.CLUB, Rank.ACE) < Card(Suit.DIAMOND, Rank.TWO)


def test_parse_reads_what_str_writes() -> None:
    assert [Card.parse(str(card)) for card in ALL_CARDS] == list(ALL_CARDS)


@pytest.mark.parametrize(
    "text", ["", "2", "2c", "C2", "10C", "1C", "2C ", " 2C", "2CC", "XX", "２C"]
)
def test_parse_refuses_anything_else(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write a rank"):
        Card.parse(text)


# Feedback


@pytest.mark.parametrize(
    ("answer", "guess", "expected"),
    [
        ("3C 4H", "4H 3C", (2, 0, 2, 0, 2)),
        ("3C 4H", "3C 3H", (1, 0, 1, 1, 2)),
        ("3D 3S", "3C 3H", (0, 0, 2, 0, 0)),
        ("3C 4H", "2H 3H", (0, 0, 1, 1, 1)),
        ("AC 2C", "3C 4H", (0, 1, 0, 1, 1)),
    ],
)
def test_the_examples_of_the_rules(answer: str, guess: str, expected: Feedback) -> None:
    assert feedback(cards(answer), cards(guess)) == expected
    assert noted(cards(answer), cards(guess)) == expected


def test_feedback_is_the_oracles_on_a_fifth_of_all_guesses_for_a_tenth_of_all_answers() -> None:
    pairs = list(combinations(ALL_CARDS, 2))
    for answer in pairs[::37]:
        for guess in pairs[::5]:
            assert feedback(answer, guess) == noted(answer, guess)


@given(hands)
def test_feedback_is_the_oracles_for_any_size(two: tuple[list[Card], list[Card]]) -> None:
    answer, guess = two
    said = feedback(answer, guess)
    assert said == noted(answer, guess)
    assert said == feedback(tuple(answer[::-1]), tuple(sorted(guess)))
    assert all(type(number) is int for number in said)


@given(hands, st.permutations(list(Suit)))
def test_names_of_suits_do_not_matter(
    two: tuple[list[Card], list[Card]], suits: list[Suit]
) -> None:
    names = dict(zip(Suit, suits, strict=True))
    answer, guess = ([Card(names[card.suit], card.rank) for card in hand] for hand in two)
    assert feedback(answer, guess) == feedback(*two)


@given(hands)
def test_ranks_counted_from_the_other_end_swap_lower_and_higher(
    two: tuple[list[Card], list[Card]],
) -> None:
    answer, guess = ([Card(card.suit, Rank(16 - card.rank)) for card in hand] for hand in two)
    correct, lower, ranks, higher, suits = feedback(*two)
    assert feedback(answer, guess) == (correct, higher, ranks, lower, suits)


@given(hands)
def test_replies_of_many_are_the_feedback_of_each(two: tuple[list[Card], list[Card]]) -> None:
    guess = two[1]
    answers = [tuple(sorted(two[0])), tuple(sorted(guess)), *sample(len(guess), 20)]
    columns = tuple(map(bytes, zip(*map(guesser._hand, answers), strict=True)))
    replies = guesser._replies(columns, guesser._terms(guesser._hand(guess)), {})
    for reply, answer in zip(replies, answers, strict=True):
        digits = [reply // 5**power % 5 for power in (4, 3, 2, 1, 0)]
        assert tuple(digits) == feedback(answer, guess)


# Play


@pytest.mark.slow
def test_two_cards_are_played_as_well_as_possible() -> None:
    games = [
        len(guesses_for(target, initial_guess, next_guess)) for target in combinations(ALL_CARDS, 2)
    ]
    assert len(games) == 1326
    assert sum(games) == 4697
    assert max(games) == 5


@pytest.mark.parametrize(("size", "count", "mean"), [(3, 20, 4.05), (4, 5, 4.40)])
def test_three_and_four_cards_are_found_with_few_guesses(
    size: int, count: int, mean: float
) -> None:
    games = [len(guesses_for(target, initial_guess, next_guess)) for target in sample(size, count)]
    assert sum(games) / count <= mean
    assert max(games) <= 6


@pytest.mark.parametrize("size", [2, 3])
def test_games_played_in_turn_do_not_disturb_each_other(size: int) -> None:
    targets = sample(size, 6)
    alone = [guesses_for(target, initial_guess, next_guess) for target in targets]
    games = [play(target) for target in targets]
    together: list[list[Guess]] = [[] for _ in targets]
    for _ in range(6):
        for guesses, game in zip(together, games, strict=True):
            guesses.extend(guess for guess in [next(game, None)] if guess is not None)
    assert together == alone


def play(target: tuple[Card, ...]) -> Iterator[Guess]:
    last = initial_guess(len(target))
    yield last[0]
    while set(last[0]) != set(target):
        last = next_guess(last, noted(target, last[0]))
        yield last[0]


def test_the_same_call_gives_the_same_guess_and_leaves_its_state() -> None:
    last: tuple[Guess, State] = initial_guess(3)
    before = last[1]
    said = noted(cards("2C 2D AS"), last[0])
    assert next_guess(last, said) == next_guess(last, said)
    assert last[1] is before
    assert last == initial_guess(3)


def test_any_first_guess_can_be_gone_on_from() -> None:
    _, state = initial_guess(3)
    guess = cards("2C 2D 2H")
    target = cards("2C TD KS")
    last: tuple[Guess, State] = (guess, state)
    for _ in range(8):
        last = next_guess(last, noted(target, last[0]))
        if set(last[0]) == set(target):
            break
    assert set(last[0]) == set(target)


def test_feedback_that_no_answer_gives_is_refused() -> None:
    with pytest.raises(ValueError, match="no answer fits"):
        next_guess(initial_guess(2), (2, 2, 2, 2, 2))


# The book


def test_the_books_second_guesses_for_two_cards_are_those_of_the_exact_search() -> None:
    two = Hands(2)
    book = guesser._book()
    groups = two.groups(two.all.index(guesser._hand(book[2, ""])), two.places)
    for code, group in groups.items():
        said = "".join(str(code // 5**power % 5) for power in (4, 3, 2, 1, 0))
        assert ((2, said) in book) == (len(group) > SMALL)
        if len(group) > SMALL:
            found = two.all[exact(two, group, len(group) ** 2)[1]]
            assert book[2, said] == tuple(ALL_CARDS[number] for number in found)


def test_the_book_has_an_entry_for_every_large_group_of_three_cards() -> None:
    three, book = Hands(3), guesser._book()
    groups = three.groups(three.all.index(guesser._hand(book[3, ""])), three.places)
    large = sum(len(group) > SMALL for group in groups.values())
    assert sum(size == 3 for size, _ in book) == 1 + large


# The program


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "guessing", *arguments]
    return subprocess.run(
        command, cwd=SOLUTION, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("argument", ["3H TC", "--help"])
def test_a_reader_that_leaves_is_not_told_of_a_fault(argument: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "guessing", argument],
        cwd=SOLUTION,
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(write)
    assert done.stderr == b""


def test_a_game_is_printed_guess_by_guess() -> None:
    result = run("3H TC")
    *guesses, last = result.stdout.splitlines()
    assert result.returncode == 0
    assert guesses[0].split()[:3] == ["1.", "5C", "JD"]
    assert guesses[-1].endswith("2,0,2,0,2")
    assert last.startswith(f"Found with {len(guesses)} guesses, in ")


def test_a_sample_is_played_where_no_target_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run().stdout.splitlines()[:-1] == run("[QH,4S]").stdout.splitlines()[:-1]
    program.test()
    program.test("3H TC")
    assert capsys.readouterr().out.count("Found with ") == 2
    program.test("3H 3H")
    assert "a card stands twice" in capsys.readouterr().err


def test_cards_are_read_as_they_are_printed() -> None:
    two = [Card(Suit.CLUB, Rank.TWO), Card(Suit.HEART, Rank.ACE)]
    for text in ("[2C,AH]", "2C AH", " 2C, AH ", repr(two), written(two)):
        assert read_cards(text) == two
    assert (written(two), repr(two), read_cards("[]")) == ("[2C,AH]", "[2C, AH]", [])
    with pytest.raises(ValueError, match="is not a card"):
        read_cards("[2C,AH")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("3h TC", "'3h' is not a card"),
        ("3H 3H", "a card stands twice"),
        ("3H", "the target has 1 card; it must have two, three or four"),
        ("2C 3C 4C 5C 6C", "the target has 5 cards"),
    ],
)
def test_a_bad_target_is_one_line(target: str, message: str) -> None:
    result = run(target)
    assert result.returncode == 2
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def fail(error: Exception) -> object:
    raise error


@pytest.mark.parametrize(
    ("function", "result", "message"),
    [
        ("feedback", [1, 2, 3], "feedback returned [1, 2, 3], not a tuple of five"),
        ("feedback", [0, 0, 0, 0, 0], "not a tuple of five whole numbers"),
        ("feedback", (0, 0, 0, 0), "not a tuple of five whole numbers"),
        ("initial_guess", None, "initial_guess returned None, not a pair"),
        ("initial_guess", ("2C 3C", 0), "is not a list or tuple of cards"),
        ("initial_guess", (["2C", "3C"], 0), "is not a list or tuple of cards"),
        ("initial_guess", (cards("2C 3C 4C"), 0), "the guess 2C 3C 4C has 3 cards, not 2"),
        ("initial_guess", (cards("2C 2C"), 0), "the guess 2C 2C holds a card twice"),
        ("next_guess", 7, "next_guess returned 7, not a pair"),
        ("next_guess", (cards("JD 5C"), 0), "guess 2 is the same as guess 1"),
    ],
)
def test_a_broken_rule_is_named(
    function: str,
    result: object,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(guesser, function, lambda *_: result)
    assert program.main(["AS", "KS"]) == 1
    assert message in capsys.readouterr().err


def test_an_endless_guesser_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    threes = combinations(ALL_CARDS, 3)
    monkeypatch.setattr(guesser, "feedback", lambda *_: (0, 0, 0, 0, 0))
    monkeypatch.setattr(guesser, "initial_guess", lambda _: (next(threes), None))
    monkeypatch.setattr(guesser, "next_guess", lambda *_: (next(threes), None))
    assert program.main(["AS KS QS"]) == 1
    assert "not found after 1326 guesses" in capsys.readouterr().err


def test_an_error_of_the_guesser_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guesser, "feedback", lambda *_: (2, 2, 2, 2, 2))
    assert program.main(["AS KS"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("Not found. ValueError: no answer fits all the feedback (guessing/gue")
    assert error.count("\n") == 1


def test_a_long_thought_shows_its_time() -> None:
    shown: list[str] = []
    with program.progress(shown.append, wait=0.01):
        while not shown:
            pass
    assert shown[0].startswith("\rthinking, 0 s")
    assert shown[-1].strip() == ""


def test_importing_the_guesser_is_quick() -> None:
    code = "import time; import guessing.cards; t = time.process_time(); import guessing.guesser; "
    result = subprocess.run(
        [sys.executable, "-c", code + "print(time.process_time() - t)"],
        cwd=SOLUTION, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert float(result.stdout) < 0.05
