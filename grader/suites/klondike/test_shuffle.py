"""Exercise 2: shuffling."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Any, NoReturn

from klondike.cards import Card
from patience_grader.sandbox.answers import Answer, Returned, Unreceived
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import (
    Arguments,
    Case,
    Cases,
    Seed,
    Shown,
    Value,
    ask,
    examine,
    fail_case,
)
from patience_grader.suite.guard import total
from suites.klondike.bank import shuffle as questions
from suites.klondike.borrowed import borrowed
from suites.klondike.census import census
from suites.klondike.fairness import Oddity, digest, uneven, unfair
from suites.klondike.manner import Klondike
from suites.klondike.snippets import (
    compared,
    in_two_pythons,
    shuffles_of,
    snippet_of_change,
    snippet_of_generator,
)

PLACE = {card: place for place, card in enumerate(questions.FULL)}
PLACE_OF_ID = {id(card): place for place, card in enumerate(questions.FULL)}
RNG_ARGUMENT, DECK_ARGUMENT = 0, 1
FORBIDDEN = ["random.Random.shuffle", "random.Random.sample", "random.Random.choices"]


def _same_cards(value: Any, arguments: Arguments) -> bool:
    _, deck = arguments
    assert isinstance(deck, tuple | list)
    if not isinstance(value, tuple) or len(value) != len(deck):
        return False
    if set(map(id, deck)) == set(map(id, value)):
        return True
    try:
        return Counter(value) == Counter(deck)
    except TypeError:
        return False


def _in_words(arguments: Arguments) -> str:
    _, deck = arguments
    assert isinstance(deck, tuple | list)
    if len(deck) < 2:
        return f"the {len(deck)} cards given" if not deck else "the card given"
    return f"the {len(deck)} cards given, each once, in an order that the generator decides"


def _why(value: Any, arguments: Arguments) -> str:
    _, deck = arguments
    assert isinstance(deck, tuple | list)
    return census(value, deck)


class Shuffled(Klondike):
    """The manner of a shuffle: any order of the cards is right."""

    def expect(self, function: str, arguments: Arguments) -> Value:  # noqa: ARG002 one function
        """The same cards, as they were given or in another order."""
        _, deck = arguments
        assert isinstance(deck, tuple | list)
        return Value(
            tuple(deck),
            partial(_same_cards, arguments=arguments),
            frozenset({RNG_ARGUMENT}),
            _in_words(arguments),
            partial(_why, arguments=arguments),
        )


def _cases(arguments: list[Arguments], *, seldom: bool = False) -> Cases:
    return Cases(Shuffled(), "deck.shuffle", arguments, seldom=seldom)


SIZES = _cases(questions.SIZES)
ONE = _cases(questions.ONE)
SMALL = _cases(questions.SMALL)
SEEDED = _cases(questions.SEEDED)
TWOS = _cases(questions.TWOS)
FEW = _cases(questions.FEW)
THREES = _cases(questions.THREES, seldom=True)
MANY = _cases(questions.MANY, seldom=True)
LISTED = _cases(questions.LISTED)
FAIR_ORDERS = frozenset(questions.FAIR_ORDERS)
ELSEWHERE = Batch([(SEEDED.function, one) for one in questions.SEEDED[:3]], SEEDED.manner.types)
"""Seeds that are asked again where sets are in another order."""


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
        _lose_pair(student, again, again + half, "the same order both times", orders, reason)
    pairs = [(one, two) for two in range(half) for one in range(two)]
    alike = next((pair for pair in pairs if orders[pair[0]] == orders[pair[1]]), None)
    if alike:
        reason = "two seeds gave the same order"
        _lose_pair(student, *alike, "another order for another seed", orders, reason)
    _lose_unless_alike_elsewhere(student, answers)


def _lose_pair(  # noqa: PLR0913, PLR0917 two shuffles, and what is said of them
    student: Student, one: int, two: int, expected: str, orders: list[Any], reason: str
) -> NoReturn:
    """Loses the criterion by two shuffles of the same deck."""
    cases = [SEEDED.cases[one], SEEDED.cases[two]]
    calls = [SEEDED.manner.call(SEEDED.function, case.arguments) for case in cases]
    drawn = [total(partial(SEEDED.manner.draw, orders[one]), otherwise=str) for one in (one, two)]
    shown = Shown(
        expected,
        "\n".join(f"{call}:\n{order}" for call, order in zip(calls, drawn, strict=True)),
        compared(cases[0].arguments, cases[1].arguments),
        called="\n".join(calls),
    )
    fail_case(student, SEEDED, cases[0], Returned(orders[one]), reason=reason, shown=shown)


def _lose_unless_alike_elsewhere(student: Student, answers: list[Returned]) -> None:
    """Raises VerdictReached when a seed gives another order where sets are in another order."""
    elsewhere = student.ask_elsewhere(ELSEWHERE)
    for case, here, there in zip(SEEDED.cases, answers, elsewhere, strict=False):
        if isinstance(there, Unreceived):
            continue
        if not isinstance(there, Returned):
            fail_case(student, SEEDED, case, there)
        if here.value != there.value:
            shown = Shown(
                "the same order whenever Python is started",
                f"{SEEDED.manner.draw(here.value)}\n\nwhen Python was started again:\n"
                f"{total(partial(SEEDED.manner.draw, there.value), otherwise=str)}",
                in_two_pythons(case.arguments),
            )
            reason = "the same seed gave another order when Python was started again"
            note = "Sets have another order each time that Python is started."
            fail_case(student, SEEDED, case, here, reason=reason, shown=shown, note=note)


def test_rng(student: Student) -> None:
    """The generator given is the one that is used."""
    for case, answer in zip(SEEDED.cases, _orders(student, SEEDED), strict=True):
        if RNG_ARGUMENT not in answer.changed:
            shown = Shown(
                "the generator given has moved on",
                "it is as it was before",
                snippet_of_generator(case.arguments),
            )
            reason = "no number was drawn from the generator given"
            fail_case(student, SEEDED, case, answer, reason=reason, shown=shown)


def test_fair(student: Student) -> None:
    """Every order is equally likely."""
    twos = _orders(student, TWOS)
    if len({repr(answer.value) for answer in twos}) < 2:
        alike = Oddity(
            "two cards always come in the same order",
            "shuffles of two cards that give another order than the first one",
            len(twos) / 2,
            0,
            "sum(order != orders[0] for order in orders)",
        )
        _lose_odd(student, TWOS, twos, alike)
    few = _orders(student, FEW)
    student.decide()
    _lose_unless_same_cards(student, FEW, few)
    if digest([_order(_cards(answer)) for answer in few]) in FAIR_ORDERS:
        return
    threes = _orders(student, THREES)
    _lose_unless_same_cards(student, THREES, threes)
    if uneven([_cards(answer) for answer in threes], kinds=6):
        _lose_odd(student, THREES, threes, _odd_order([_cards(answer) for answer in threes]))
    answers = _orders(student, MANY)
    _lose_unless_same_cards(student, MANY, answers)
    if odd := unfair(tuple(_order(_cards(answer)) for answer in answers)):
        _lose_odd(student, MANY, answers, odd)


def _lose_unless_same_cards(student: Student, cases: Cases, answers: list[Returned]) -> None:
    """Raises VerdictReached when a shuffle has lost cards or got others."""
    for number, answer in enumerate(answers):
        if not cases.is_right(number, answer):
            fail_case(student, cases, cases.cases[number], answer)


def _odd_order(orders: list[tuple[Any, ...]]) -> Oddity:
    """The order of three cards that comes much too often or too seldom."""
    expected = len(orders) / 6
    counted = Counter(map(_order, orders))
    odd = max(permutations(range(3)), key=lambda one: abs(counted[bytes(one)] - expected))
    shown = " ".join(str(questions.FULL[place]).strip() for place in odd)
    reason = "the six orders of three cards do not come equally often"
    code = f"orders.count({list(odd)})"
    return Oddity(reason, f"shuffles that give {shown}", expected, counted[bytes(odd)], code)


def _lose_odd(student: Student, cases: Cases, answers: list[Returned], odd: Oddity) -> NoReturn:
    """Loses the criterion by a count over all shuffles of some cases."""
    seeds = [case.arguments[RNG_ARGUMENT] for case in cases.cases]
    assert isinstance(seeds[0], Seed)
    assert isinstance(seeds[-1], Seed)
    span = range(seeds[0].seed, seeds[-1].seed + 1)
    deck = _deck_of(cases.cases[0])
    what = "a deck of" if len(deck) > 3 else "the cards"
    cards = str(len(deck)) if len(deck) > 3 else " ".join(str(one).strip() for one in deck)
    shown = Shown(
        f"{odd.what}: about {odd.expected:,.0f} in {len(span)} shuffles",
        f"{odd.what}: {odd.counted:,}",
        shuffles_of(deck, span, odd.code, odd.needs),
        called=f"shuffle(Random(seed), {what} {cards}) for the seeds {span[0]} to {span[-1]}",
    )
    fail_case(student, cases, cases.cases[0], answers[0], reason=odd.reason, shown=shown)


def test_untouched(student: Student) -> None:
    """The deck given stays as it was."""
    for case, answer in zip(LISTED.cases, _orders(student, LISTED), strict=True):
        if not _of_cards(answer):
            fail_case(student, LISTED, case, answer, reason="it returned no cards of the deck")
        if DECK_ARGUMENT in answer.changed:
            shown = Shown(
                "the list given is as it was before",
                "it has other cards, or the same in another order",
                snippet_of_change(LISTED.function, case.arguments),
            )
            reason = "the list given was changed"
            fail_case(student, LISTED, case, answer, reason=reason, shown=shown)
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
        _lose_by_source(student, case, answer, f"uses {found}")
    if found := _called(student):
        _lose_by_source(student, case, answer, f"calls {found}")
    if _is_sorted_by_keys(student):
        answers = ask(student, SEEDED)
        reason = "it returned what sorting by random keys gives"
        fail_case(student, SEEDED, SEEDED.cases[0], answers[0], reason=reason)


def _lose_by_source(student: Student, case: Case, answer: Answer, what: str) -> NoReturn:
    """Loses the criterion by what the file does, which no order of cards shows."""
    shown = Shown("swaps of cards that your own code makes", f"deck.py {what}", snippet="")
    fail_case(student, SIZES, case, answer, reason=f"deck.py {what}", shown=shown)


def _answers(student: Student) -> Iterator[tuple[Case, Answer]]:
    """What came back for whole decks and small ones, for tuples and lists.

    A single card is asked for alone: larger decks may take too long, and with them all is lost.
    """
    for cases in (SIZES, ONE, SMALL, LISTED):
        yield from zip(cases.cases, ask(student, cases), strict=False)


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
    batch = Batch([(function, arguments)], SIZES.manner.types)
    answer = student.trace_elsewhere(batch, FORBIDDEN)
    calls = answer.value if isinstance(answer, Returned) else ()
    called = calls[0] if isinstance(calls, tuple) and calls else ()
    return next((name for name in FORBIDDEN if isinstance(called, tuple) and name in called), "")


def _is_sorted_by_keys(student: Student) -> bool:
    """Whether every seed gives what sorting by keys gives, drawn by `random` for each card.

    No swaps at random positions give that for several whole decks.
    """
    upwards, downwards = [], []
    for case, answer in zip(SEEDED.cases, ask(student, SEEDED), strict=False):
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
    answers = ask(student, cases)
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


def _order(cards: Sequence[Any]) -> bytes:
    """The old places of the cards, a byte for each."""
    try:
        return bytes(map(PLACE_OF_ID.__getitem__, map(id, cards)))
    except KeyError:
        return bytes(map(PLACE.__getitem__, cards))
