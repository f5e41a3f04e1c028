"""Exercise 1: the answerer's feedback.

Every mistake is to be charged once. So the five numbers are examined where nothing
special is in the hands: two cards a side, in an order that serves those who rely on
one, without aces, and for ranks and suits without any that come twice. What is special
is examined on its own:

- the ace is held against a number only where the same number is right with lower ranks
  in the place of the ace and of those next to it;
- the order is held against nobody for being wrong in the same way in every order;
- one, three and four cards are held against a number only if it is right with two.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import cast

from guessing.cards import Card, Feedback, Rank, Suit
from patience_grader.sandbox.answers import Answer, Returned, Unheard
from patience_grader.sandbox.student import Student
from patience_grader.suite import Case, Cases, Value, examine, lose_case
from suites.guessing.manner import Hands, Number, number_of, weight
from suites.guessing.questions import (
    CARDS,
    EXAMPLES,
    HIGHER,
    LOWER,
    RANKS,
    SHAPES,
    SUITS,
    Asked,
    Kind,
    Wanted,
    among_examples,
    by_rank,
    by_suit,
    drawn,
    has_ace,
    is_in_line,
    is_plain,
    orders,
    repeats,
)

NAMES = ("correct cards", "lower ranks", "correct ranks", "higher ranks", "correct suits")
ALL_FIVE = range(len(NAMES))


def _no_ace(hands: Hands) -> bool:
    return not has_ace(hands)


def _repeated(kind: Kind) -> Wanted:
    """Whether a rank (or suit) is repeated, and nothing else can be the trouble."""
    return lambda hands: (
        repeats(hands, kind) and not has_ace(hands) and not {*hands[0]} & {*hands[1]}
    )


def _asked(place: int, wanted: Wanted, kind: Kind, each: int, more: Sequence[Hands] = ()) -> Asked:
    """Questions with two cards, among them the handout's."""
    hands = [*among_examples(2, wanted, kind), *more, *drawn(2, wanted, kind, each)]

    def belongs(other: Hands) -> bool:
        return len(other[0]) == 2 and wanted(other) and is_in_line(other, kind)

    return Asked(Number(place), list(dict.fromkeys(hands)), belongs)


def _without_aces(hands: Hands) -> Hands:
    """The hands with the ace, and the ranks next to it, each taken down by one."""
    there = {card.rank for hand in hands for card in hand}
    free = max(rank for rank in Rank if rank not in there)
    answer, guess = (
        tuple(Card(card.suit, Rank(card.rank - (card.rank > free))) for card in hand)
        for hand in hands
    )
    return answer, guess


def _steps() -> list[Hands]:
    """Each rank but the ace beside the next, where the guess has one of them alone."""
    both = [(Rank(rank), Rank(rank + 1)) for rank in range(Rank.TWO, Rank.KING)]
    answers = [(Card(Suit.CLUB, low), Card(Suit.DIAMOND, high)) for low, high in both]
    return [
        (answer, (Card(Suit.HEART, one.rank), Card(Suit.SPADE, one.rank)))
        for answer in answers
        for one in answer
    ]


def _uneven(hands: Hands, kind: Kind) -> bool:
    """Whether the answer has a rank (or suit) once of which the guess has more."""
    answer, guess = (Counter(map(kind, hand)) for hand in hands)
    return any(answer[one] == 1 < guess[one] for one in guess)


def _uneven_both(hands: Hands) -> bool:
    return not has_ace(hands) and _uneven(hands, by_rank) and _uneven(hands, by_suit)


def _in_all_orders(size: int, wanted: Wanted, count: int) -> list[list[Hands]]:
    """So many hands, each in all the orders of its cards."""
    hands = drawn(size, wanted, by_rank, 1)
    return [orders(one) for one in hands[:: max(1, len(hands) // count)][:count]]


def _sized(place: int, kind: Kind) -> Asked:
    """Questions with three and four cards, and last those with one; the handout's among them."""
    sizes = (3, 4, 1)
    hands: list[Hands] = []
    for size in sizes:
        some = drawn(size, _no_ace, kind, 2)
        some = among_examples(size, _no_ace, kind) + some[:: max(1, len(some) // 24)]
        hands += sorted(dict.fromkeys(some), key=weight)

    def belongs(other: Hands) -> bool:
        return len(other[0]) > 2 and not has_ace(other) and is_in_line(other, kind)

    return Asked(Number(place), hands, belongs)


def _flat(groups: list[list[Hands]]) -> Asked:
    return Asked(Number(CARDS), [hands for group in groups for hands in group])


COUNT_CARDS = _asked(CARDS, is_plain, by_rank, 4)
COUNT_RANKS = COUNT_CARDS.seen_as(Number(RANKS))
COUNT_LOWER = _asked(LOWER, _no_ace, by_rank, 2, _steps())
COUNT_HIGHER = COUNT_LOWER.seen_as(Number(HIGHER))
COUNT_SUITS = _asked(SUITS, is_plain, by_suit, 4)
RANKS_ONCE = _asked(RANKS, _repeated(by_rank), by_rank, 3)
SUITS_ONCE = _asked(SUITS, _repeated(by_suit), by_suit, 3)

_ACES = among_examples(2, has_ace, by_rank) + among_examples(4, has_ace, by_rank)
_ACES = sorted(_ACES + drawn(2, has_ace, by_rank, 1), key=weight)
ACES = Asked(Number(LOWER), _ACES)
NO_ACES = Asked(Number(LOWER), [_without_aces(hands) for hands in _ACES])

_EXAMPLES = [hands for hands in EXAMPLES if len(hands[0]) == 2 and not has_ace(hands)]
TWOS = [*map(orders, _EXAMPLES), *_in_all_orders(2, _no_ace, 14)]
THREES = _in_all_orders(3, _uneven_both, 6)
ORDERS_OF_TWO = _flat(TWOS)
ORDERS_OF_THREE = _flat(THREES)

SIZED = _sized(CARDS, by_rank)
SIZES = (
    (SIZED, (COUNT_CARDS,)),
    (SIZED.seen_as(Number(LOWER)), (COUNT_LOWER,)),
    (SIZED.seen_as(Number(RANKS)), (COUNT_RANKS, RANKS_ONCE)),
    (SIZED.seen_as(Number(HIGHER)), (COUNT_HIGHER,)),
    (_sized(SUITS, by_suit), (COUNT_SUITS, SUITS_ONCE)),
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
    answers, others = student.ask(cases.batch), student.ask(NO_ACES.of(student).batch)
    for case, answer, other in zip(cases.cases, answers, others, strict=False):
        right = _right(case)
        for place in (LOWER, HIGHER):
            if _number(answer, place) != right[place] == _number(other, place):
                reason = _returns(answer, f"the number of {NAMES[place]} is wrong for an ace")
                lose_case(student, cases, case, answer, reason=reason)
    _lose_if_constant(student, cases, answers, (LOWER, HIGHER))


def test_order(student: Student) -> None:
    """The order of the cards makes no difference."""
    _examine_orders(student, ORDERS_OF_TWO.of(student), TWOS)
    if all(sized.are_right(student) for sized, _ in SIZES):
        _examine_orders(student, ORDERS_OF_THREE.of(student), THREES)


def test_sizes(student: Student) -> None:
    """What is right with two cards is right with one, three and four."""
    judged = [sized for sized, with_two in SIZES if all(one.are_right(student) for one in with_two)]
    for sized in judged or [SIZED]:
        examine(student, sized.of(student))


def test_form(student: Student) -> None:
    """A tuple of five whole numbers, of lists and of tuples that stay as they are."""
    examine(student, SHAPES)


def _examine_orders(student: Student, cases: Cases, groups: list[list[Hands]]) -> None:
    """Raises Judged unless the five numbers are the same for all hands of a group."""
    answers = student.ask(cases.batch)
    for case, answer in zip(cases.cases, answers, strict=False):
        if not isinstance(answer, Unheard) and _numbers(answer) is None:
            reason = _returns(answer, "it returned no list or tuple of numbers")
            lose_case(student, cases, case, answer, reason=reason)
    asked = iter(zip(cases.cases, answers, strict=True))
    for group in groups:
        (first, said), *others = islice(asked, len(group))
        for case, answer in others:
            if _numbers(answer) != _numbers(said):
                shown = first, said
                if _numbers(answer) != list(_right(case)):
                    shown = case, answer
                reason = "the same cards in another order give another result"
                lose_case(student, cases, *shown, reason=reason)
    _lose_if_constant(student, cases, answers, ALL_FIVE)


def _lose_if_constant(
    student: Student, cases: Cases, answers: Sequence[Answer], places: Sequence[int]
) -> None:
    """Raises Judged when each of these numbers is the same for all hands."""
    if all(len({repr(_number(one, place)) for one in answers}) < 2 for place in places):
        reason = _returns(answers[0], "it returned the same for all cards")
        lose_case(student, cases, cases.cases[0], answers[0], reason=reason)


def _right(case: Case) -> Feedback:
    assert isinstance(case.expected, Value)
    return cast(Feedback, case.expected.shown)


def _numbers(answer: Answer) -> list[object] | None:
    """The five numbers in what came back; None when it is no list or tuple."""
    if not isinstance(answer, Returned) or not isinstance(answer.value, tuple | list):
        return None
    return [number_of(answer.value, place) for place in ALL_FIVE]


def _number(answer: Answer, place: int) -> object:
    return number_of(answer.value, place) if isinstance(answer, Returned) else None


def _returns(answer: Answer, reason: str) -> str:
    """The reason, if a value came back; what else came back is a reason of its own."""
    return reason if isinstance(answer, Returned) else ""
