"""Exercise 1: the answerer's feedback.

Every mistake is to be charged once. So the five numbers are examined where nothing
special is in the hands: two cards a side, in an order that serves those who rely on
one, without aces, and for ranks and suits without any that come twice. What is special
is examined on its own:

- the ace is held against a number only if it is right without aces, or neither is, and where
  all that is judged is right with lower ranks in the place of the ace and of those next to it;
- the order is held against nobody for being wrong in the same way in every order;
- one, three and four cards are held against a number only if it is right with two.
"""

from collections.abc import Sequence
from itertools import islice
from typing import cast

from guessing.cards import Feedback
from patience_grader.sandbox.answers import Answer, Returned, Unreceived
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Case, Cases, Value, ask, examine, fail_case
from suites.guessing.bank import feedback as bank
from suites.guessing.hands import (
    Hands,
    Kind,
    Wanted,
    by_rank,
    by_suit,
    has_ace,
    has_no_ace,
    is_in_line,
    is_plain,
    repeats_alone,
)
from suites.guessing.manner import CARDS, HIGHER, LOWER, NAMES, RANKS, SUITS, Number, number_of
from suites.guessing.questions import SHAPES, Requirements

ALL_FIVE = range(len(NAMES))


def _asked(place: int, hands: Sequence[Hands], wanted: Wanted, kind: Kind) -> Requirements:
    """Questions with two cards."""

    def belongs(other: Hands) -> bool:
        return len(other[0]) == 2 and wanted(other) and is_in_line(other, kind)

    return Requirements(Number(place), hands, belongs)


def _sized(place: int, hands: Sequence[Hands], kind: Kind) -> Requirements:
    """Questions with other sizes."""

    def belongs(other: Hands) -> bool:
        return len(other[0]) > 2 and not has_ace(other) and is_in_line(other, kind)

    return Requirements(Number(place), hands, belongs)


def _flat(groups: Sequence[Sequence[Hands]]) -> Requirements:
    return Requirements(Number(CARDS), [hands for group in groups for hands in group])


COUNT_CARDS = _asked(CARDS, bank.PLAIN_BY_RANK, is_plain, by_rank)
COUNT_RANKS = COUNT_CARDS.judged_by(Number(RANKS))
COUNT_LOWER = _asked(LOWER, bank.NO_ACE_BY_RANK, has_no_ace, by_rank)
COUNT_HIGHER = COUNT_LOWER.judged_by(Number(HIGHER))
COUNT_SUITS = _asked(SUITS, bank.PLAIN_BY_SUIT, is_plain, by_suit)
RANKS_ONCE = _asked(RANKS, bank.RANKS_REPEATED, repeats_alone(by_rank), by_rank)
SUITS_ONCE = _asked(SUITS, bank.SUITS_REPEATED, repeats_alone(by_suit), by_suit)

ACES = Requirements(Number(LOWER), bank.ACES)
NO_ACES = Requirements(Number(LOWER), bank.NO_ACES)

ORDERS_OF_TWO = _flat(bank.IN_ORDERS_TWO)
ORDERS_OF_THREE = _flat(bank.IN_ORDERS_THREE)

SIZED = _sized(CARDS, bank.SIZED_BY_RANK, by_rank)
SIZES = (
    (SIZED, (COUNT_CARDS,)),
    (SIZED.judged_by(Number(LOWER)), (COUNT_LOWER,)),
    (SIZED.judged_by(Number(RANKS)), (COUNT_RANKS, RANKS_ONCE)),
    (SIZED.judged_by(Number(HIGHER)), (COUNT_HIGHER,)),
    (_sized(SUITS, bank.SIZED_BY_SUIT, by_suit), (COUNT_SUITS, SUITS_ONCE)),
)
"""For each of the five numbers the questions with other sizes, and those with two cards."""


def test_cards(student: Student) -> None:
    """The first number."""
    examine(student, COUNT_CARDS.of(student))


def test_lower(student: Student) -> None:
    """The second number."""
    examine(student, COUNT_LOWER.of(student))


def test_ranks(student: Student) -> None:
    """The third number."""
    examine(student, COUNT_RANKS.of(student))


def test_higher(student: Student) -> None:
    """The fourth number."""
    examine(student, COUNT_HIGHER.of(student))


def test_suits(student: Student) -> None:
    """The fifth number."""
    examine(student, COUNT_SUITS.of(student))


def test_ranks_once(student: Student) -> None:
    """Each rank of the guess is used once."""
    examine(student, RANKS_ONCE.of(student))


def test_suits_once(student: Student) -> None:
    """Each suit of the guess is used once."""
    examine(student, SUITS_ONCE.of(student))


def test_ace_high(student: Student) -> None:
    """The ace is above the king."""
    cases = ACES.of(student)
    answers, others = ask(student, cases), ask(student, NO_ACES.of(student))
    plain = {LOWER: COUNT_LOWER, HIGHER: COUNT_HIGHER}
    judged = [place for place, some in plain.items() if some.are_right(student)] or list(plain)
    none = "it returned no numbers of lower and higher ranks"
    if not any(map(_has_both, others)):
        fail_case(student, cases, cases.cases[0], answers[0], reason=_returns(answers[0], none))
    for case, answer, other in zip(cases.cases, answers, others, strict=False):
        right = _right(case)
        if isinstance(answer, Unreceived) or any(
            _number(other, one) != right[one] for one in judged
        ):
            continue
        if not _has_both(answer):
            fail_case(student, cases, case, answer, reason=_returns(answer, none))
        for place in judged:
            if _number(answer, place) != right[place]:
                reason = _returns(answer, f"the number of {NAMES[place]} is wrong for an ace")
                fail_case(student, cases, case, answer, reason=reason)
    _lose_if_constant(student, cases, answers, (LOWER, HIGHER))


def test_order(student: Student) -> None:
    """The order of the cards makes no difference."""
    _examine_orders(student, ORDERS_OF_TWO.of(student), bank.IN_ORDERS_TWO)
    if all(sized.are_right(student) for sized, _ in SIZES):
        _examine_orders(student, ORDERS_OF_THREE.of(student), bank.IN_ORDERS_THREE)


def test_sizes(student: Student) -> None:
    """What is right with two cards is right with one, three and four."""
    judged = [sized for sized, with_two in SIZES if all(one.are_right(student) for one in with_two)]
    for sized in judged or [SIZED]:
        examine(student, sized.of(student))


def test_form(student: Student) -> None:
    """A tuple of five whole numbers, of lists and of tuples that stay as they are."""
    examine(student, SHAPES)


def _examine_orders(student: Student, cases: Cases, groups: Sequence[Sequence[Hands]]) -> None:
    """Raises VerdictReached unless the five numbers are the same for all hands of a group."""
    answers = ask(student, cases)
    for case, answer in zip(cases.cases, answers, strict=False):
        if not isinstance(answer, Unreceived) and not _has_whole_numbers(answer):
            reason = _returns(answer, "it returned no list or tuple of numbers")
            fail_case(student, cases, case, answer, reason=reason)
    required = iter(zip(cases.cases, answers, strict=True))
    for group in groups:
        (first, said), *others = islice(required, len(group))
        for case, answer in others:
            if _numbers(answer) != _numbers(said):
                shown = first, said
                if _numbers(answer) != list(_right(case)):
                    shown = case, answer
                reason = "the same cards in another order give another result"
                fail_case(student, cases, *shown, reason=reason)
    _lose_if_constant(student, cases, answers, ALL_FIVE)


def _lose_if_constant(
    student: Student, cases: Cases, answers: Sequence[Answer], places: Sequence[int]
) -> None:
    """Raises VerdictReached when each of these numbers is the same for all hands."""
    if all(len({repr(_number(one, place)) for one in answers}) < 2 for place in places):
        reason = _returns(answers[0], "it returned the same for all cards")
        fail_case(student, cases, cases.cases[0], answers[0], reason=reason)


def _right(case: Case) -> Feedback:
    assert isinstance(case.expected, Value)
    return cast(Feedback, case.expected.shown)


def _numbers(answer: Answer) -> list[object] | None:
    """The five numbers in what came back; None when it is not a list or tuple."""
    if not isinstance(answer, Returned) or not isinstance(answer.value, tuple | list):
        return None
    return [number_of(answer.value, place) for place in ALL_FIVE]


def _has_whole_numbers(answer: Answer) -> bool:
    """Whether it is a list or tuple with whole numbers in it, however many."""
    value = answer.value if isinstance(answer, Returned) else ()
    return isinstance(value, tuple | list) and any(map(_is_whole, value))


def _has_both(answer: Answer) -> bool:
    """Whether there are whole numbers of lower and of higher ranks."""
    return all(_is_whole(_number(answer, place)) for place in (LOWER, HIGHER))


def _is_whole(number: object) -> bool:
    return number == 0 or (isinstance(number, int | float) and number % 1 == 0)


def _number(answer: Answer, place: int) -> object:
    return number_of(answer.value, place) if isinstance(answer, Returned) else None


def _returns(answer: Answer, reason: str) -> str:
    """The reason, if a value came back; what else came back is a reason of its own."""
    return reason if isinstance(answer, Returned) else ""
