"""The questions about feedback, sorted by the special situation that each is free of or in.

Nearly all are asked in an order in which cards, ranks or suits that are the same on
both sides stand at the same place (see `in_line`). So a mistake in which the order of
the cards matters loses the criterion for that, and no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache
from itertools import groupby, permutations
from operator import eq
from random import Random

from guessing.cards import Card, Feedback, Rank, Suit
from guessing.guesser import feedback
from patience_grader.sandbox.answers import Returned
from patience_grader.sandbox.student import Student
from patience_grader.suite import Arguments, Cases, Manner
from suites.guessing.manner import FEEDBACK, FORM, Hand, Hands, hands_of, weight

CARDS, LOWER, RANKS, HIGHER, SUITS = range(5)
"""The places of the five numbers."""

Kind = Callable[[Card], Rank | Suit]
Wanted = Callable[[Hands], bool]

_SUITS = list(Suit)
_DRAWN = 450


def by_rank(card: Card) -> Rank:
    """The card's rank."""
    return card.rank


def by_suit(card: Card) -> Suit:
    """The card's suit."""
    return card.suit


def hands(text: str) -> Hands:
    """An answer and a guess, written with a slash between them."""
    answer, guess = (tuple(map(Card.parse, part.split())) for part in text.split("/"))
    return answer, guess


EXAMPLES = tuple(
    map(
        hands,
        (
            "3C 4H / 4H 3C",
            "3C 4H / 3C 3H",
            "3D 3S / 3C 3H",
            "3C 4H / 2H 3H",
            "AC 2C / 3C 4H",
            "2C 9D / 3H 5S",
            "3H 5S / 2C 9D",
            "QC QD QH / QD QS 2C",
            "2C 2D AH AS / 3C 4C KD KH",
            "7S 8S 9S TS / TS 9S 8S 6S",
        ),
    )
)
"""The examples of the handout."""


def in_line(given: Hands, kind: Kind) -> Hands | None:
    """The hands in an order that serves those who rely on one; None when there is none.

    The guess ascends. Of the answer, as many cards as possible, and as many ranks (or
    suits), stand where the guess has the same, and equal ones stand together.
    """
    answer, guess = given
    ascending = tuple(sorted(guess, key=lambda card: (kind(card), card)))
    ordered = ((one, ascending) for one in permutations(sorted(answer)))
    return next((one for one in ordered if is_in_line(one, kind)), None)


def is_in_line(given: Hands, kind: Kind) -> bool:
    """Whether the hands are in such an order."""
    answer, guess = given
    kinds, others = list(map(kind, answer)), list(map(kind, guess))
    return (
        others == sorted(others)
        and sum(map(eq, answer, guess)) == len({*answer} & {*guess})
        and sum(map(eq, kinds, others)) == (Counter(kinds) & Counter(others)).total()
        and len(list(groupby(kinds))) == len(set(kinds))
    )


def repeats(given: Hands, kind: Kind) -> bool:
    """Whether a rank (or suit) is more than once in the answer or in the guess."""
    return any(len(set(map(kind, hand))) < len(hand) for hand in given)


def has_ace(given: Hands) -> bool:
    """Whether there is an ace on either side."""
    return any(card.rank == Rank.ACE for hand in given for card in hand)


def is_plain(given: Hands) -> bool:
    """Whether none of the special situations is there."""
    return not (repeats(given, by_rank) or repeats(given, by_suit) or has_ace(given))


@cache
def pool(size: int) -> Sequence[tuple[Hands, Feedback]]:
    """Hands with so many cards a side and the feedback, drawn so that much is in common."""
    chosen = Random(size)
    found: dict[Hands, Feedback] = {}
    for _ in range(_DRAWN):
        width = chosen.choice((4, 6, 13))
        low = chosen.randint(Rank.TWO, Rank.ACE + 1 - width)
        ranks = chosen.sample(range(low, low + width), chosen.randint(1, 4))
        suits = chosen.sample(_SUITS, chosen.randint(1 + (size - 1) // len(ranks), 4))
        some = [Card(suit, Rank(rank)) for suit in suits for rank in ranks]
        given = tuple(chosen.sample(some, size)), tuple(chosen.sample(some, size))
        found[given] = feedback(*given)
    return tuple(found.items())


def drawn(size: int, wanted: Wanted, kind: Kind, each: int) -> list[Hands]:
    """Hands in line, the simplest first: up to so many for every feedback that there is."""
    found: dict[Feedback, list[Hands]] = {}
    for given, said in pool(size):
        alike = found.setdefault(said, [])
        if len(alike) < each and wanted(given) and (ordered := in_line(given, kind)):
            alike.append(ordered)
    return sorted((one for alike in found.values() for one in alike), key=weight)


def among_examples(size: int, wanted: Wanted, kind: Kind) -> list[Hands]:
    """The examples of this size that are wanted, in line."""
    ordered = [in_line(one, kind) for one in EXAMPLES if len(one[0]) == size and wanted(one)]
    return [one for one in ordered if one]


def as_lists(given: Hands) -> Arguments:
    """The hands as arguments, both of them lists."""
    return tuple(map(list[Card], given))


def as_tuples(given: Hands) -> Arguments:
    """The hands as arguments, both of them tuples."""
    return tuple(map(tuple[Card, ...], given))


class Asked:
    """Questions that are asked with lists, or with tuples where a function takes no lists."""

    def __init__(
        self, manner: Manner, every: Sequence[Hands], wanted: Wanted = lambda _: True
    ) -> None:
        """`wanted` says whether other hands would examine the same."""

        def belongs(arguments: Arguments) -> bool:
            return wanted(hands_of(arguments))

        self.hands = tuple(every)
        self.lists, self.tuples = (
            Cases(manner, FEEDBACK, [form(one) for one in every], belongs)
            for form in (as_lists, as_tuples)
        )

    def of(self, student: Student) -> Cases:
        """The questions as they are asked of this student."""
        return self.lists if _takes_lists(student) else self.tuples

    def seen_as(self, manner: Manner) -> Asked:
        """The same questions judged in another manner; they are asked only once."""
        other = copy(self)
        other.lists = self.lists.seen_as(manner)
        other.tuples = self.tuples.seen_as(manner)
        return other

    def are_right(self, student: Student) -> bool:
        """Whether the student answers all of them rightly."""
        cases = self.of(student)
        answers = student.ask(cases.batch)
        return len(answers) == len(cases.cases) and all(
            cases.is_right(number, answer) for number, answer in enumerate(answers)
        )


def _shapes(every: Iterable[Hands]) -> Cases:
    """The questions in both orders of cards, first with lists and then with tuples."""
    both = [order for one in every for order in (one, backwards(one))]
    return Cases(FORM, FEEDBACK, [*map(as_lists, both), *map(as_tuples, both)])


def backwards(given: Hands) -> Hands:
    """The same hands with their cards the other way round."""
    answer, guess = given
    return answer[::-1], guess[::-1]


def _two_without_aces(given: Hands) -> bool:
    return len(given[0]) == 2 and not has_ace(given)


SHAPES = _shapes([one for one in EXAMPLES if _two_without_aces(one)])
"""Questions for which only the form of what comes back counts, half of them with lists."""


def _takes_lists(student: Student) -> bool:
    """Whether the function can be called with lists, or else not with tuples either."""
    answers = student.ask(SHAPES.batch)
    half = len(SHAPES.cases) // 2
    works = [isinstance(answer, Returned) for answer in answers]
    return any(works[:half]) or not any(works[half:])


def orders(given: Hands) -> list[Hands]:
    """The same hands with the cards of one side or the other in every other order."""
    answer, guess = given
    others: list[tuple[Hand, Hand]] = [(one, guess) for one in permutations(answer)]
    others += [(answer, one) for one in permutations(guess)]
    return [given, *(one for one in others if one != given), backwards(given)]
