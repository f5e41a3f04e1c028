"""Exercise 2: shuffling."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from klondike.cards import Card
from patience_grader.sandbox.answers import Answer, Returned, Unreceived
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Case, Cases, Seed, examine, fail_case
from suites.klondike.bank import shuffle as questions
from suites.klondike.borrowed import borrowed
from suites.klondike.fairness import uneven, unfair
from suites.klondike.manner import Aspect

PLACE = {card: place for place, card in enumerate(questions.FULL)}
PLACE_OF_ID = {id(card): place for place, card in enumerate(questions.FULL)}
RNG_ARGUMENT, DECK_ARGUMENT = 0, 1
FORBIDDEN = ["random.Random.shuffle", "random.Random.sample", "random.Random.choices"]


def _same_cards(value: Any, arguments: Arguments) -> bool:
    _, deck = arguments
    assert isinstance(deck, tuple | list)
    if not isinstance(value, tuple) or len(value) != len(deck):
        return False
    if {id(card) for card in value} == {id(card) for card in deck}:
        return True
    try:
        return Counter(value) == Counter(deck)
    except TypeError:
        return False


def _cases(arguments: list[Arguments]) -> Cases:
    manner = Aspect(_same_cards, changes=frozenset({RNG_ARGUMENT}))
    return Cases(manner, "deck.shuffle", arguments)


SIZES = _cases(questions.SIZES)
ONE = _cases(questions.ONE)
SMALL = _cases(questions.SMALL)
SEEDED = _cases(questions.SEEDED)
TWOS = _cases(questions.TWOS)
THREES = _cases(questions.THREES)
MANY = _cases(questions.MANY)
LISTED = _cases(questions.LISTED)


def test_cards(student: Student) -> None:
    """The same cards."""
    examine(student, SIZES)
    _lose_if_idle(student)


def test_small(student: Student) -> None:
    """Small decks work."""
    examine(student, SMALL)
    _lose_if_idle(student)


def test_seed(student: Student) -> None:
    """The seed decides."""
    answers = _orders(student, SEEDED)
    for case, answer in zip(SEEDED.cases, answers, strict=True):
        if not _names_cards(answer.value, case.arguments):
            fail_case(student, SEEDED, case, answer, reason="it returned no order of the deck")
    half = len(answers) // 2
    orders = [answer.value for answer in answers]
    again = next((n for n in range(half) if orders[n] != orders[n + half]), None)
    if again is not None:
        reason = "the same seed gave another order the second time"
        fail_case(student, SEEDED, SEEDED.cases[again], answers[again + half], reason=reason)
    if len({repr(order) for order in orders[:half]}) < half:
        fail_case(
            student, SEEDED, SEEDED.cases[1], answers[1], reason="two seeds gave the same order"
        )


def test_rng(student: Student) -> None:
    """The generator given is the one that is used."""
    for case, answer in zip(SEEDED.cases, _orders(student, SEEDED), strict=True):
        if RNG_ARGUMENT not in answer.changed:
            reason = "no number was drawn from the generator given"
            fail_case(student, SEEDED, case, answer, reason=reason)


def test_fair(student: Student) -> None:
    """Every order is equally likely."""
    twos = _orders(student, TWOS)
    if len({repr(answer.value) for answer in twos}) < 2:
        odd = "two cards always come in the same order"
        fail_case(student, TWOS, TWOS.cases[-1], twos[-1], reason=odd)
    threes = _orders(student, THREES)
    for case, answer in zip(THREES.cases, threes, strict=True):
        if not _same_cards(answer.value, case.arguments):
            fail_case(student, THREES, case, answer, reason="it returned other cards")
    if uneven([_cards(answer) for answer in threes], kinds=6):
        note = f"Seen over {len(threes)} shuffles of three cards; one of them is shown."
        odd = "the six orders of three cards do not come equally often"
        fail_case(student, THREES, THREES.cases[0], threes[0], note=note, reason=odd)
    answers = _orders(student, MANY)
    for case, answer in zip(MANY.cases, answers, strict=True):
        if not _same_cards(answer.value, case.arguments):
            fail_case(student, MANY, case, answer, reason="it returned other cards")
    orders = [[_place(card) for card in _cards(answer)] for answer in answers]
    if odd := unfair(orders):
        note = f"Seen over {len(answers)} shuffles of the whole deck; one of them is shown."
        fail_case(student, MANY, MANY.cases[0], answers[0], note=note, reason=odd)


def test_untouched(student: Student) -> None:
    """The deck given stays as it was."""
    for case, answer in zip(LISTED.cases, _orders(student, LISTED), strict=True):
        if not _of_cards(answer):
            fail_case(student, LISTED, case, answer, reason="it returned no cards of the deck")
        if DECK_ARGUMENT in answer.changed:
            fail_case(student, LISTED, case, answer, reason="the list given was changed")
    _lose_if_idle(student)


def test_own(student: Student) -> None:
    """The swaps are the student's own."""
    case, answer = next(_answers(student))
    if not any(isinstance(one, Returned) and _of_cards(one) for _, one in _answers(student)):
        if isinstance(answer, Returned):
            reason = "it returned no cards of the deck"
            fail_case(student, SIZES, case, answer, reason=reason)
        fail_case(student, SIZES, case, answer)
    _lose_if_idle(student)
    if found := borrowed(student.files["deck"]):
        fail_case(student, SIZES, case, answer, reason=f"deck.py uses {found}")
    if found := _called(student):
        fail_case(student, SIZES, case, answer, reason=f"deck.py calls {found}")
    if _is_sorted_by_keys(student):
        answers = student.ask(SEEDED.batch)
        reason = "it returned what sorting by random keys gives"
        fail_case(student, SEEDED, SEEDED.cases[0], answers[0], reason=reason)


def _answers(student: Student) -> Iterator[tuple[Case, Answer]]:
    """What came back for whole decks and small ones, for tuples and lists.

    A single card is asked for alone: larger decks may take too long, and with them all is lost.
    """
    for cases in (SIZES, ONE, SMALL, LISTED):
        yield from zip(cases.cases, student.ask(cases.batch), strict=False)


def _lose_if_idle(student: Student) -> None:
    """Raises VerdictReached when no number was ever drawn and nothing was ever mixed up.

    Who returns what was given, or the same each time, may not have begun.
    """
    received = [
        (case, answer)
        for case, answer in _answers(student)
        if isinstance(answer, Returned) and len(_deck_of(case)) > 1
    ]
    if any(RNG_ARGUMENT in answer.changed for _, answer in received):
        return
    as_given = all(answer.value == tuple(_deck_of(case)) for case, answer in received)
    if received and (
        as_given or all(answer.value == received[0][1].value for _, answer in received)
    ):
        what = "the deck as it was" if as_given else "the same each time"
        fail_case(student, SIZES, *received[0], reason=f"it returned {what}, and drew no number")


def _deck_of(case: Case) -> tuple[Any, ...] | list[Any]:
    _, deck = case.arguments
    assert isinstance(deck, tuple | list)
    return deck


def _called(student: Student) -> str:
    """What of Python's own shuffling is called for a whole deck, however it is named there."""
    function, arguments = SIZES.function, SIZES.cases[-1].arguments
    answer = student.trace(Batch([(function, arguments)], SIZES.manner.types), FORBIDDEN)
    calls = answer.value if isinstance(answer, Returned) else ()
    called = calls[0] if isinstance(calls, tuple) and calls else ()
    return next((name for name in FORBIDDEN if isinstance(called, tuple) and name in called), "")


def _is_sorted_by_keys(student: Student) -> bool:
    """Whether every seed gives what sorting by keys gives, drawn by `random` for each card.

    No swaps at random positions give that for several whole decks.
    """
    upwards, downwards = [], []
    for case, answer in zip(SEEDED.cases, student.ask(SEEDED.batch), strict=False):
        seed, deck = case.arguments
        assert isinstance(seed, Seed)
        assert isinstance(deck, tuple)
        rng = random.Random(seed.seed)
        keys = {place: rng.random() for place in range(len(deck))}
        order = tuple(deck[place] for place in sorted(keys, key=keys.__getitem__))
        value = answer.value if isinstance(answer, Returned) else None
        upwards.append(value == order)
        downwards.append(value == order[::-1])
    return all(upwards) or all(downwards)


def _orders(student: Student, cases: Cases) -> list[Returned]:
    """The answers, when all of them are values. Raises VerdictReached otherwise."""
    answers = student.ask(cases.batch)
    returned = [answer for answer in answers if isinstance(answer, Returned)]
    if len(returned) < len(cases.cases):
        at, answer = next(
            (n, one) for n, one in enumerate(answers) if not isinstance(one, Returned | Unreceived)
        )
        fail_case(student, cases, cases.cases[at], answer)
    return returned


def _cards(answer: Answer) -> tuple[Any, ...]:
    assert isinstance(answer, Returned)
    assert isinstance(answer.value, tuple)
    return answer.value


def _of_cards(answer: Returned) -> bool:
    value = answer.value
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, Card) for one in value)


def _names_cards(value: object, arguments: Arguments) -> bool:
    """Whether an order of the deck can be seen in it, be it a text, or with cards missing."""
    _, deck = arguments
    assert isinstance(deck, tuple)
    if isinstance(value, str):
        named = sum(str(card).strip() in value for card in deck)
    else:
        shown = value if isinstance(value, tuple) else ()
        named = len({repr(card) for card in shown} & {repr(card) for card in deck})
    return named * 4 >= len(deck)


def _place(card: Any) -> int:
    place = PLACE_OF_ID.get(id(card))
    return PLACE[card] if place is None else place
