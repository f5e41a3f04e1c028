"""The games of the guessing coursework: every target is played, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from statistics import fmean

import guessing.cards
from guessing.cards import ALL_CARDS, Card
from patience_grader.marks.verdict import State
from patience_grader.sandbox.answers import Answer, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Opaque, Types
from patience_grader.sandbox.seeds import random_of, seed_of
from patience_grader.sandbox.student import Student
from patience_grader.suite.games import Move, play
from patience_grader.suite.judging import describe, state_of, trace_of
from suites.guessing.bank.scale import MOST_GUESSES, NOT_FOUND_COUNTS_AS, SCALES
from suites.guessing.bank.targets import REPLIES, TARGETS
from suites.guessing.replies import Hand

_FIRST = [("guesser.initial_guess", (size,)) for size in SCALES]
_NEXT = [
    ("guesser.next_guess", ((cards, lower, ranks, higher, suits),))
    for lower, ranks, higher, suits in product(range(5), repeat=4)
    if lower + ranks + higher <= max(SCALES)
    for cards in range(min(ranks, suits) + 1)
]
_NUMBER = {arguments[0]: number for number, (_, arguments) in enumerate([*_FIRST, *_NEXT])}
CALLS = Batch([*_FIRST, *_NEXT], Types([guessing.cards]), lasting=True, common=ALL_CARDS)
"""All calls that games are made of."""

_PLACE = {card: place for place, card in enumerate(ALL_CARDS)}
_IN_TURN = {2: 51, 3: 12, 4: 1}
"""So many games are played in turn. Four cards are played alone: their states are large."""
_SHOWN_AT_MOST = 1_000
_FORGOTTEN = frozenset({2})
"""Of so many cards all hands are targets, so a fresh guest plays each of these groups: one that
remembers earlier games would know what is left. The few targets of other sizes say nothing of
each other. Within a group nothing is gained either, as its games end together."""
_LOOKED_AT = 3
"""So many games are played again alone, to see whether they are the same: those that went worst,
since those are disturbed if any are."""
_MADE_TWICE = 3
"""So many are played again with every call made twice, for the same reason."""
_COMPARED = 24
"""If they are not, so many are compared by how many guesses they need."""
_MORE_GUESSES = 1.5
_MORE_TROUBLE = 3
"""Games are disturbed if they need so many times the guesses that they need otherwise, or if
so many more of them repeat a guess or do not find the target."""


@dataclass(frozen=True)
class Outcome:
    """What came of a game."""

    target: Hand
    guesses: tuple[Hand, ...]
    state: State
    """Passed if the target was found; else how the game ended."""
    why: str = ""
    """Why it was not found, in words."""
    got: str = ""
    """What came back instead of a legal guess, as far as it can be shown."""
    trace: tuple[str, ...] = ()

    @property
    def is_found(self) -> bool:
        """Whether the target was found."""
        return self.state is State.PASSED

    @property
    def is_illegal(self) -> bool:
        """Whether something else than a legal guess ended it."""
        return bool(self.got)

    @property
    def counted(self) -> int:
        """The guesses that the scale counts."""
        return len(self.guesses) if self.is_found else max(NOT_FOUND_COUNTS_AS, len(self.guesses))

    @property
    def repeated(self) -> int | None:
        """The number of the first guess that was made before, from 1."""
        seen: set[frozenset[Card]] = set()
        for number, guess in enumerate(self.guesses, 1):
            if frozenset(guess) in seen:
                return number
            seen.add(frozenset(guess))
        return None


class Guessing:
    """One game against one target."""

    def __init__(
        self, target: Hand, number: int, seconds: float, key: bytes, *, twice: bool = False
    ) -> None:
        """`seconds` is the processor time that it may take; seeds come from the `key`.

        They go by the number of the game, and say nothing about its target. If calls are
        made `twice`, the second guess is taken, and the game may take twice the time.
        """
        self._target = target
        self._key = key
        self._number = number
        self._limit = seconds * (1 + twice)
        self._twice = twice
        self._used = 0.0
        self._guesses: list[Hand] = []
        self.outcome: Outcome | None = None

    def move(self) -> Move | None:
        """The call for the next guess; None when the game is over."""
        if self.outcome is not None:
            return None
        count = len(self._guesses)
        seed = seed_of(self._key, "game", len(self._target), self._number, count)
        if not count:
            return Move(_NUMBER[len(self._target)], goes_on=False, seed=seed)
        said = REPLIES.reply(self._target, self._guesses[-1])
        return Move(_NUMBER[said], goes_on=True, seed=seed, twice=self._twice)

    def receive(self, answer: Answer, seconds: float) -> None:
        """Takes the next guess."""
        self._used += seconds
        match answer:
            case Returned((True, guess)):
                hand = _hand(guess, len(self._target))
                if hand is None:
                    self._end(State.FAILED, _why_illegal(guess, len(self._target)), _shown(guess))
                else:
                    self._count(hand)
            case Returned((False, value)):
                why = "it did not return a pair of a guess and a state"
                self._end(State.FAILED, why, _shown(value))
            case _:
                self._end(state_of(answer), describe(answer), trace=trace_of(answer))

    def _count(self, hand: Hand) -> None:
        self._guesses.append(hand)
        if self._used > self._limit:
            self._end(State.TIMED_OUT, f"the game took more than {self._limit:g} s in all")
        elif set(hand) == set(self._target):
            self._end(State.PASSED)
        elif len(self._guesses) >= MOST_GUESSES:
            self._end(State.FAILED, f"{MOST_GUESSES:,} guesses were not enough")

    def _end(self, state: State, why: str = "", got: str = "", trace: tuple[str, ...] = ()) -> None:
        self.outcome = Outcome(self._target, tuple(self._guesses), state, why, got, trace)


def _hand(guess: object, size: int) -> Hand | None:
    """The guess, if it is legal."""
    if not isinstance(guess, tuple) or len(guess) != size:
        return None
    if not all(_is_card(card) for card in guess) or len(set(guess)) != size:
        return None
    return tuple(ALL_CARDS[_PLACE[card]] for card in guess)


def _is_card(value: object) -> bool:
    try:
        return isinstance(value, Card) and value in _PLACE
    except TypeError:
        return False


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _why_illegal(guess: object, size: int) -> str:
    if not isinstance(guess, tuple):
        return "a guess was not a list or tuple of cards"
    if not all(_is_card(card) for card in guess):
        return "a guess held something that is not a card"
    if len(guess) != size:
        return f"a guess had {_cards(len(guess))}, not {size}"
    return "a guess held a card twice"


def _shown(value: object) -> str:
    if isinstance(value, Opaque):
        return value.description
    if isinstance(value, tuple) and value and all(_is_card(card) for card in value):
        return " ".join(map(str, value))[:_SHOWN_AT_MOST]
    return repr(value)[:_SHOWN_AT_MOST]


@dataclass(frozen=True)
class Disturbed:
    """A game that goes otherwise than alone: beside others, or with every call made twice."""

    otherwise: Outcome
    alone: Outcome
    twice: bool = False
    """Whether calls were made twice, and there were no other games."""


@dataclass(frozen=True)
class Played:
    """What came of all games of a submission."""

    outcomes: Mapping[int, tuple[Outcome, ...]]
    """By the number of cards, in the order of `TARGETS`."""
    disturbed: Disturbed | None


@lru_cache(maxsize=1)
def played(student: Student) -> Played:
    """What comes of all games; they are played when a criterion first asks.

    If games of two cards disturb each other, every game is played alone in a fresh
    guest, so that this costs its own criterion only.
    """
    first = _beside(student, 2, range(_IN_TURN[2]))
    disturbed = _disturbed(student, first)
    is_alone = disturbed is not None
    disturbed = disturbed or _disturbed_by_itself(student, first)
    outcomes: dict[int, tuple[Outcome, ...]] = {}
    for size, targets in TARGETS.items():
        found = first if size == 2 and not is_alone else {}
        numbers = [number for number in range(len(targets)) if number not in found]
        if is_alone:
            found = found | _alone(student, size, numbers)
        else:
            student.begin_afresh()
            for start in range(0, len(numbers), _IN_TURN[size]):
                if size in _FORGOTTEN:
                    student.begin_afresh()
                part = numbers[start : start + _IN_TURN[size]]
                found = found | _beside(student, size, part)
        order = _order(student, size)
        by_target = {order[number]: outcome for number, outcome in found.items()}
        outcomes[size] = tuple(by_target[target] for target in targets)
    return Played(outcomes, disturbed)


@lru_cache(maxsize=len(_IN_TURN))
def _order(student: Student, size: int) -> Sequence[Hand]:
    """The targets in the order in which they are played.

    It comes from the key of the submission, so nothing can be learned about it from another
    submission, not even from one that differs in a single character.
    """
    return random_of(student.key, "order", size).sample(TARGETS[size], len(TARGETS[size]))


def _games(
    student: Student, size: int, numbers: Sequence[int], *, twice: bool = False
) -> dict[int, Guessing]:
    seconds = student.limits.cpu_seconds_per_question
    order = _order(student, size)
    return {
        number: Guessing(order[number], number, seconds, student.key, twice=twice)
        for number in numbers
        if number < len(order)
    }


def _beside(student: Student, size: int, numbers: Sequence[int]) -> dict[int, Outcome]:
    """What comes of these games, played in turn; those that are cut off are begun anew."""
    games = _games(student, size, numbers)
    if play(student, list(games.values()), CALLS):
        left = [number for number, game in games.items() if not game.outcome]
        again = _games(student, size, left)
        for game in again.values():
            play(student, [game], CALLS)
        games |= again
    return _outcomes(games)


def _alone(student: Student, size: int, numbers: Sequence[int]) -> dict[int, Outcome]:
    """What comes of these games, each played in a fresh guest."""
    games = _games(student, size, numbers)
    for game in games.values():
        student.begin_afresh()
        play(student, [game], CALLS)
    return _outcomes(games)


def _twice(student: Student, numbers: Sequence[int]) -> dict[int, Outcome]:
    """What comes of these games of two cards if every call is made twice, one after the other."""
    games = _games(student, 2, numbers, twice=True)
    for game in games.values():
        play(student, [game], CALLS)
    return _outcomes(games)


def _outcomes(games: Mapping[int, Guessing]) -> dict[int, Outcome]:
    return {number: game.outcome for number, game in games.items() if game.outcome}


def _disturbed(student: Student, beside: Mapping[int, Outcome]) -> Disturbed | None:
    """Whether games played in turn disturb each other.

    They do not if they go just as they do alone. If they go otherwise, that may still be
    chance; so they must also go clearly worse.
    """
    worst_first = sorted(beside, key=lambda number: -beside[number].counted)
    looked_at = _alone(student, 2, worst_first[:_LOOKED_AT])
    if all(beside[one] == other for one, other in looked_at.items()):
        return None
    alone = _alone(student, 2, _spread(list(beside), _COMPARED))
    if not _is_worse([beside[number] for number in alone], list(alone.values())):
        return None
    worst = max(alone, key=lambda number: beside[number].counted - alone[number].counted)
    return Disturbed(beside[worst], alone[worst])


def _spread(numbers: Sequence[int], count: int) -> Sequence[int]:
    """So many of the numbers, the first and the last among them."""
    last = len(numbers) - 1
    return [numbers[place * last // (count - 1)] for place in range(min(count, len(numbers)))]


def _disturbed_by_itself(student: Student, once: Mapping[int, Outcome]) -> Disturbed | None:
    """Whether a game goes clearly worse when each call is made twice with the same values.

    The guest that has played last goes on, so whatever it prepared need not be prepared anew.
    """
    numbers = [number for number, outcome in once.items() if outcome.is_found]
    if all(once[one] == other for one, other in _twice(student, numbers[:_MADE_TWICE]).items()):
        return None
    twice = _twice(student, numbers[:_COMPARED])
    if not _is_worse(list(twice.values()), [once[number] for number in twice]):
        return None
    worst = max(twice, key=lambda number: twice[number].counted - once[number].counted)
    return Disturbed(twice[worst], once[worst], twice=True)


def _is_worse(some: Sequence[Outcome], others: Sequence[Outcome]) -> bool:
    """Whether some games go clearly worse than as many others."""
    guesses = [fmean(one.counted for one in games) for games in (some, others)]
    trouble = [
        sum(not one.is_found or one.repeated is not None for one in games)
        for games in (some, others)
    ]
    return guesses[0] >= _MORE_GUESSES * guesses[1] or trouble[0] >= _MORE_TROUBLE + trouble[1]


def line_of(hand: Hand) -> str:
    """A hand in the handout's notation: `3H TC`."""
    return " ".join(map(str, hand))


def protocol(outcome: Outcome) -> str:
    """The guesses of a game and what was said to them, a line each; empty if there were none."""
    lines = [
        f"{number:>2}  {line_of(guess)}   {' '.join(map(str, said))}"
        for number, guess in enumerate(outcome.guesses, 1)
        for said in [REPLIES.reply(outcome.target, guess)]
    ]
    if len(lines) > 24:
        lines[12:-8] = [" …"]
    return "\n".join(lines)
