"""Exercise 2: shuffling."""

import ast
from collections import Counter
from typing import Any, TypeGuard

from klondike.cards import Card
from patience_grader.marks.verdict import State
from patience_grader.sandbox.answers import Answer, Returned, Unreceived
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine, fail_case, state_of
from suites.klondike.bank import shuffle as questions
from suites.klondike.fairness import uneven, unfair
from suites.klondike.manner import Aspect

PLACE = {card: place for place, card in enumerate(questions.FULL)}
PLACE_OF_ID = {id(card): place for place, card in enumerate(questions.FULL)}
MOST_SOURCE = 200_000
RNG_ARGUMENT, DECK_ARGUMENT = 0, 1
GENERATORS = {"rng", "random"}
FORBIDDEN = {"shuffle", "sample", "choices"}


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
SMALL = _cases(questions.SMALL)
SEEDED = _cases(questions.SEEDED)
TWOS = _cases(questions.TWOS)
THREES = _cases(questions.THREES)
MANY = _cases(questions.MANY)
LISTED = _cases(questions.LISTED)


def test_cards(student: Student) -> None:
    """The same cards."""
    examine(student, SIZES)


def test_small(student: Student) -> None:
    """Small decks work."""
    examine(student, SMALL)


def test_seed(student: Student) -> None:
    """The seed decides."""
    answers = _orders(student, SEEDED)
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


def test_own(student: Student) -> None:
    """The swaps are the student's own."""
    answer = student.ask(SIZES.batch)[0]
    if state_of(answer) is State.NOT_ANSWERED:
        fail_case(student, SIZES, SIZES.cases[0], answer)
    if isinstance(answer, Returned) and not _of_cards(answer):
        reason = "it returned no cards of the deck"
        fail_case(student, SIZES, SIZES.cases[0], answer, reason=reason)
    if found := _borrowed(student.files["deck"]):
        fail_case(student, SIZES, SIZES.cases[0], answer, reason=f"deck.py uses {found}")


def _orders(student: Student, cases: Cases) -> list[Returned]:
    """The answers, when all of them are values. Raises Judged otherwise."""
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


def _place(card: Any) -> int:
    place = PLACE_OF_ID.get(id(card))
    return PLACE[card] if place is None else place


def _borrowed(source: str) -> str:
    """What of Python's own shuffling `shuffle` uses, in words; empty for nothing.

    Looks at the function and at whatever of the file it uses by name, so that sorting
    elsewhere, and a method of the student's own that is called `shuffle`, do not count.
    """
    if len(source) > MOST_SOURCE:
        return f"more than {MOST_SOURCE} characters, too many to be read"
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "something that cannot be read"
    own = {
        node.name
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for node in kind.body
        if isinstance(node, ast.FunctionDef)
    }
    for part in _used_by_shuffle(tree):
        few = {id(node.value) for node in ast.walk(part) if _takes_apart(node)}
        for node in ast.walk(part):
            if id(node) not in few and (found := _borrowing(node, own)):
                return f"{found} in line {getattr(node, 'lineno', 0)}"
    return ""


def _used_by_shuffle(tree: ast.Module) -> list[ast.stmt]:
    """The statements of the module that define what `shuffle` needs, itself first."""
    defined: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined[name] = node
            case ast.ImportFrom(names=names):
                defined |= {alias.asname or alias.name: node for alias in names}
            case ast.Assign(targets=[ast.Name(id=name)]):
                defined[name] = node
    used, waiting = dict[int, ast.stmt](), ["shuffle"]
    while waiting:
        needed = defined.get(waiting.pop())
        if needed is not None and id(needed) not in used:
            used[id(needed)] = needed
            waiting += [part.id for part in ast.walk(needed) if isinstance(part, ast.Name)]
    return list(used.values())


def _takes_apart(node: ast.AST) -> TypeGuard[ast.Assign]:
    """Whether it is `a, b = ...`: sorting two indices is no way to shuffle."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)


def _borrowing(node: ast.AST, own: set[str]) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if name in FORBIDDEN:
            return f"{owner}.{name}" if owner in GENERATORS or name not in own else ""
        case ast.ImportFrom(module="random", names=names):
            return next((alias.name for alias in names if alias.name in FORBIDDEN), "")
        case ast.Call(func=ast.Name(id="sorted")):
            return "sorted"
        case ast.Call(func=ast.Attribute(attr="sort")):
            return "sort"
    return ""
