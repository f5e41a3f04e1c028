"""Games against real guests: what crosses, what stays, and who pays when a guest ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from patience_grader.sandbox.answers import (
    Answer,
    Crashed,
    Frame,
    InvalidReply,
    Missing,
    Raised,
    Returned,
    TimedOut,
)
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Opaque, Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload, Turn
from patience_grader.sandbox.watch import Limits
from patience_grader.suite.games import Game, Move, play

TYPES = Types([])
TINY = Preload("tiny", {}, [])
LIMITS = Limits(20, 200, 60, 300, 128)
"""As much time as a slow machine needs."""

ADDING = """
def start(first):
    return first, [first]

def go(last, number):
    total, seen = last
    return total + number, seen + [number]

def seen(last, number):
    return tuple(last[1]), last[1]
"""
"""Adds up what it is told; the state is all that it was told."""

NAMES = ("play.start", "play.go", "play.seen", "play.odd")
NUMBERS = range(8)
CALLS = Batch([(name, (number,)) for name in NAMES for number in NUMBERS], TYPES, lasting=True)


def call(name: str, number: int = 0) -> int:
    """The place of a call in the batch."""
    return NAMES.index(f"play.{name}") * len(NUMBERS) + number


class Script:
    """A game in which these calls are made, each going on from the one before."""

    def __init__(self, *calls: int, seed: int = 0, twice: bool = False) -> None:
        self._calls = calls
        self._seed = seed
        self._twice = twice
        self.received: list[Answer] = []
        self.seconds = 0.0
        self.is_over = False

    def move(self) -> Move | None:
        made = len(self.received)
        if self.is_over or made == len(self._calls):
            return None
        return Move(self._calls[made], goes_on=made > 0, seed=self._seed + made, twice=self._twice)

    def receive(self, answer: Answer, seconds: float) -> None:
        self.received.append(answer)
        self.seconds += seconds
        match answer:
            case Returned((True, _)):
                pass
            case _:
                self.is_over = True

    @property
    def values(self) -> list[object]:
        """What crossed: the first parts of the pairs."""
        pairs = [answer.value for answer in self.received if isinstance(answer, Returned)]
        assert len(pairs) == len(self.received), self.received
        return [pair[1] for pair in pairs if isinstance(pair, tuple)]


def _parent(limits: Limits) -> Iterator[Parent]:
    parent = Parent(TINY, limits)
    yield parent
    parent.close()


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    yield from _parent(LIMITS)


@pytest.fixture
def strict() -> Iterator[Parent]:
    yield from _parent(Limits(0.2, 2, 1, 20, 128))


@pytest.fixture
def short() -> Iterator[Parent]:
    yield from _parent(Limits(10, 0.1, 10, 60, 128))


def upload(parent: Parent, text: str) -> Student:
    """A live submission with this text as `play.py`."""
    return Student(parent, TYPES, {"play": text}, {"play": ""})


def played(parent: Parent, text: str, *games: Script) -> list[Game]:
    """Plays the games; those that were cut off."""
    with upload(parent, text) as student:
        return play(student, games, CALLS)


def one(parent: Parent, body: str) -> Answer:
    """The answer to a single move, which this is the body of."""
    game = Script(call("odd"))
    played(parent, f"def odd(number):\n    {body}", game)
    (answer,) = game.received
    return answer


# What crosses and what stays


def test_a_state_is_handed_on_from_move_to_move(parent: Parent) -> None:
    game = Script(call("start", 5), call("go", 1), call("go", 7), call("seen"))
    assert played(parent, ADDING, game) == []
    assert game.values == [5, 6, 13, (5, 1, 7)]


def test_games_in_turn_have_a_state_each(parent: Parent) -> None:
    games = [
        Script(call("start", number), *[call("go", number)] * number, call("seen"))
        for number in NUMBERS
    ]
    assert played(parent, ADDING, *games) == []
    for number, game in enumerate(games):
        assert game.values[-1] == (number,) * (number + 1)
        assert len(game.received) == number + 2


@pytest.mark.parametrize("twice", [False, True])
def test_a_call_that_is_made_twice_finds_the_same_values_and_the_same_seed(
    parent: Parent, *, twice: bool
) -> None:
    text = """
from random import random
def start(number):
    return random(), []
def go(last, number):
    last[1].append(random())
    return tuple(last[1]), last[1]
"""
    game = Script(call("start"), *[call("go")] * 2, twice=twice)
    assert played(parent, text, game) == []
    first, second, third = game.values
    assert isinstance(first, float)
    assert isinstance(second, tuple)
    assert isinstance(third, tuple)
    assert (len(second), len(third)) == ((2, 4) if twice else (1, 2))
    assert len({*third}) == 2


def test_what_comes_back_the_second_time_counts(parent: Parent) -> None:
    text = """
CALLS = []
def start(number):
    CALLS.append(number)
    return len(CALLS), 0
def go(last, number):
    if last[0] == 1:
        raise ValueError
    CALLS.append(number)
    return len(CALLS), 0
"""
    game = Script(call("start"), call("go", 3), twice=True)
    assert played(parent, text, game) == []
    assert game.values == [2, 4]


def test_a_state_that_cannot_cross_stays_what_it_is(parent: Parent) -> None:
    text = """
KEPT = []
def start(number):
    KEPT.append((lambda: number, open, iter([3])))
    return 0, KEPT[-1]
def go(last, number):
    function, _, numbers = last[1]
    return (function(), next(numbers), last[1] is KEPT[-1]), last[1]
"""
    game = Script(call("start", 4), call("go"))
    played(parent, text, game)
    assert game.values == [0, (4, 3, True)]


def test_a_pair_may_be_a_list_and_is_handed_on_as_a_tuple(parent: Parent) -> None:
    text = "def start(number): return [number, {1}]\ndef go(last, number): return repr(last), 0"
    game = Script(call("start", 3), call("go"))
    played(parent, text, game)
    assert game.values == [3, "(3, {1})"]


@pytest.mark.parametrize(
    ("value", "crosses"),
    [("1, 2, 3", (1, 2, 3)), ("5,", (5,)), ("None", None), ("'ab'", "ab"), ("()", ())],
)
def test_what_is_no_pair_crosses_whole_and_is_told_apart(
    parent: Parent, value: str, crosses: object
) -> None:
    assert one(parent, f"return {value}") == Returned((False, crosses))


def test_a_first_part_that_cannot_cross_is_described(parent: Parent) -> None:
    answer = one(parent, "return {1: 2}.keys(), 0")
    assert isinstance(answer, Returned)
    assert isinstance(answer.value, tuple)
    is_pair, first = answer.value
    assert is_pair is True
    assert isinstance(first, Opaque)


def test_a_function_that_is_not_there_is_missing(parent: Parent) -> None:
    game = Script(call("start"), call("odd"))
    played(parent, ADDING, game)
    assert game.received[1:] == [Missing()]


def test_what_is_raised_ends_its_own_game_alone(parent: Parent) -> None:
    text = ADDING + "\ndef odd(last, number):\n    raise KeyError(number)\n"
    raising = Script(call("start"), call("odd", 3), call("go", 1))
    other = Script(call("start", 2), call("go", 1), call("go", 1))
    assert played(parent, text, raising, other) == []
    _, answer = raising.received
    assert isinstance(answer, Raised)
    assert (answer.name, answer.message) == ("KeyError", "3")
    assert answer.frames == (Frame("tiny/play.py", 13, "odd", "raise KeyError(number)"),)
    assert other.values == [2, 3, 4]


def test_values_that_are_equal_are_told_apart(parent: Parent) -> None:
    text = "def odd(number): return [1, True, 1.0, (1,), (True,)][number], 0"
    games = [Script(call("odd", number)) for number in range(5)]
    played(parent, text, *games)
    said = [game.values[0] for game in games]
    assert [repr(value) for value in said] == ["1", "True", "1.0", "(1,)", "(True,)"]


# What is forgotten


def test_a_state_is_forgotten_when_its_game_does_not_go_on(parent: Parent) -> None:
    text = """
ALIVE = []
class State:
    def __init__(self): ALIVE.append(1)
    def __del__(self): ALIVE.pop()
def start(number): return number, State()
def go(last, number): return len(ALIVE), last[1]
"""
    long, short = Script(call("start"), *[call("go")] * 2), Script(call("start"))
    played(parent, text, long, short, short_too := Script(call("start")))
    assert short.values == short_too.values == [0]
    assert long.values == [0, 3, 1]  # the others are there until the turn without them is over


def test_nothing_is_there_to_go_on_from_after_a_turn_without_the_game(parent: Parent) -> None:
    with upload(parent, ADDING) as student:
        student.turn(CALLS, [Turn(game, False, 0, call("start")) for game in (0, 1)])
        student.turn(CALLS, [Turn(0, True, 0, call("go", 1))])
        ((gone, _),) = student.turn(CALLS, [Turn(1, True, 0, call("go", 1))])
        ((anew, _),) = student.turn(CALLS, [Turn(1, False, 0, call("start", 2))])
    assert isinstance(gone, Crashed)
    assert anew == Returned((True, 2))


def test_games_that_use_up_the_time_cost_nothing_but_those_not_played(short: Parent) -> None:
    text = "def start(n): return n, 0\ndef go(last, n): return sum(range(300_000)), 0"
    games = [Script(call("start"), *[call("go")] * 40) for _ in range(2)]
    with upload(short, text) as student:
        first = student.ask_one("play.start", 7)
        play(student, games, CALLS)
        (last,) = student.turn(CALLS, [Turn(0, False, 0, call("start"))])
    assert first == Returned((7, 0))
    assert isinstance(last[0], TimedOut)
    assert student.stopped == ""


def test_a_fresh_guest_knows_nothing_of_earlier_games(parent: Parent) -> None:
    text = "GAMES = []\ndef start(number):\n    GAMES.append(number)\n    return len(GAMES), 0"
    games = [Script(call("start")) for _ in range(3)]
    with upload(parent, text) as student:
        play(student, games[:2], CALLS)
        student.begin_afresh()
        play(student, games[2:], CALLS)
    assert [game.values for game in games] == [[1], [2], [1]]


# Chance

DRAWING = """
import random
def start(number): return random.random(), 0
def go(last, number): return [random.random() for _ in range(number + 1)], 0
"""


def test_chance_is_seeded_for_each_move_whatever_is_played_beside_it(parent: Parent) -> None:
    def game(seed: int) -> Script:
        return Script(call("start"), call("go", 2), call("go", 1), seed=seed)

    alone, other, third = game(7), game(100), game(1000)
    played(parent, DRAWING, alone)
    beside = game(7)
    played(parent, DRAWING, other, beside, third, game(7))
    assert beside.values == alone.values
    assert len({repr(one.values) for one in (alone, other, third)}) == 3
    assert len({repr(value) for value in alone.values}) == 3


# A guest that ends

ENDING = {
    "a crash": ("import os; os._exit(4)", Crashed),
    "no end": ("while True: pass", TimedOut),
}


@pytest.mark.parametrize(("deed", "kind"), ENDING.values(), ids=ENDING)
def test_a_game_that_ends_the_guest_cuts_off_the_others_and_only_them(
    strict: Parent, deed: str, kind: type
) -> None:
    text = f"{ADDING}\ndef odd(last, number):\n    {deed}\n"
    over = Script(call("start", 6))
    before, after = (Script(call("start", n), call("go", 1), call("seen")) for n in (1, 2))
    ending = Script(call("start"), call("odd"), call("go"))
    with upload(strict, text) as student:
        assert play(student, [over, before, ending, after], CALLS) == [before, after]
        assert isinstance(ending.received[-1], kind)
        assert len(ending.received) == 2
        assert over.values == [6]
        assert after.values == [2]
        again = Script(call("start", 2), call("go", 1), call("seen"))
        assert play(student, [again], CALLS) == []
    assert again.values == [2, 3, (2, 1)]


class Stubborn(Script):
    """A game that goes on, whatever it hears."""

    def receive(self, answer: Answer, seconds: float) -> None:
        super().receive(answer, seconds)
        self.is_over = False


def test_the_game_that_ended_the_guest_is_not_cut_off(parent: Parent) -> None:
    text = "def odd(*_):\n    import os; os._exit(0)"
    assert played(parent, text, Stubborn(call("odd"), call("odd"))) == []


# Limits

BURNING = """
from time import process_time
def start(number, seconds=0.005):
    until = process_time() + seconds
    while process_time() < until: pass
    return number, 0
def odd(number):
    return start(number, number / 50)
"""
"""Burns 5 ms, too short for a look at the clock, or so many times 20 ms."""


def test_many_short_turns_cannot_use_more_than_a_hand_in_may() -> None:
    parent = Parent(TINY, Limits(5, 0.3, 5, 60, 128))
    with upload(parent, BURNING) as student:
        said = [student.turn(CALLS, [Turn(0, False, 0, call("start", 1))]) for _ in range(120)]
    parent.close()
    answers = [answer for ((answer, _),) in said]
    assert answers[0] == Returned((True, 1))
    assert isinstance(answers[-1], TimedOut)
    assert "0.3 s for the whole submission" in answers[-1].limit
    assert sum(isinstance(answer, Returned) for answer in answers) <= 60


def test_a_game_that_meets_a_spent_budget_hears_so_and_is_over(parent: Parent) -> None:
    poor = Parent(TINY, Limits(5, 0.1, 5, 60, 128))
    first, second = Script(call("odd", 7)), Script(call("odd", 7))
    with upload(poor, BURNING) as student:
        play(student, [first], CALLS)
        assert play(student, [second], CALLS) == []
    poor.close()
    (answer,) = second.received
    assert isinstance(answer, TimedOut)
    assert "whole submission" in answer.limit


def test_what_is_said_in_a_turn_is_limited_but_not_in_all_turns(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience_grader.sandbox.student.MOST_SAID", 1 << 16)
    text = "def odd(*given): return chr(0x2500) * 10_000 * given[-1], 0"
    game = Script(*[call("odd", 1)] * 20, call("odd", 2))
    played(parent, text, game)
    *said, last = game.received
    assert len(said) == 20
    assert all(isinstance(answer, Returned) for answer in said)
    assert last == InvalidReply("its answers to these questions are too long")


def test_processor_time_is_charged_to_the_game_that_used_it(parent: Parent) -> None:
    idle, busy, also_idle = (Script(call("odd", number)) for number in (0, 7, 0))
    played(parent, BURNING, idle, busy, also_idle)
    assert [game.values for game in (idle, busy, also_idle)] == [[0], [7], [0]]
    assert busy.seconds >= 0.13
    assert idle.seconds + also_idle.seconds < 0.07


# A guest that lies

LIAR = """
import json, os, sys

def inside(*names):
    frame = sys._getframe()
    while frame.f_code.co_name != "_turn":
        frame = frame.f_back
    return [frame.f_locals[name] for name in names]

def say(*parts):
    body = json.dumps(parts).encode()
    os.write(3, len(body).to_bytes(4, "big") + body)

def free():
    return len(inside("table")[0].values)

def row(value):
    start = free()
    return ["value", [["b", True], ["=", value], ["t", start, start + 1]], start + 2, []]

def start(number):
    return 1, 0

def odd(last, number):
    nonce, sent = inside("nonce", "sent")
"""
"""Knows how to write an answer to the channel by hand."""


def test_the_liar_knows_how_an_answer_is_written(parent: Parent) -> None:
    deed = "    say(nonce, sent, [row(5)])\n    os._exit(0)"
    game = Script(call("start"), call("odd"))
    played(parent, LIAR + deed, game)
    assert game.received == [Returned((True, 1)), Returned((True, 5))]


LIES = {
    "more answers": "say(nonce, sent, [row(5)] * 3)",
    "no answers": "say(nonce, sent, [])",
    "the answer to another turn": "say('0' * 16, sent, [row(5)])",
    "the answer to another move": "say(nonce, sent + 1, [row(5)])",
    "what is no answer": "say(nonce, sent, [['value', [['=', 5]], 10**6, []]])",
    "a number for the truth": "say(nonce, sent, [eval(repr(row(1)).replace('True', '1'))])",
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_lie_is_no_answer_and_ends_the_guest(parent: Parent, lie: str) -> None:
    lying, other = (Script(call("start"), call("odd")) for _ in range(2))
    with upload(parent, f"{LIAR}    {lie}\n    return 5, 0") as student:
        assert play(student, [lying, other], CALLS) == [other]
        assert isinstance(lying.received[-1], InvalidReply)
        again = Script(call("start"))
        play(student, [again], CALLS)
    assert again.values == [1]


def test_answers_that_were_not_asked_for_yet_are_found_out_in_the_next_turn(
    parent: Parent,
) -> None:
    deed = "    say(nonce, sent, [row(5)])\n    return 6, 0"
    game = Script(call("start"), *[call("odd")] * 4)
    played(parent, LIAR + deed, game)
    assert len(game.received) < 4
    assert isinstance(game.received[-1], InvalidReply)
