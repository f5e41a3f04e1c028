"""Batches that are sent to a guest before they are asked for: nothing comes out otherwise."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from patience_grader.errors import KitError
from patience_grader.sandbox.answers import Answer, Crashed, Returned, TimedOut, Unreceived
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import LockedGuest, Parent
from patience_grader.sandbox.order import Asked, Order
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload
from patience_grader.sandbox.watch import Limits, Watch

TYPES = Types([])
LIMITS = Limits(0.2, 20, 60, 300, 128)
PLAIN = "def f(x): return x + 1\n"
COUNTING = "asked = []\ndef f(x):\n asked.append(x)\n return len(asked), list(asked)\n"
BATCHES = [
    Batch([("it.f", (10 * first + n,)) for n in range(3)], TYPES, lasting=True)
    for first in range(5)
]

ORDER: Asked = [[], *([batch] for batch in BATCHES)]


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    """A parent that knows all batches, and that they are asked one after the other."""
    started = Parent(Preload("", {}, ()), LIMITS)
    for batch in BATCHES:
        started.learn(batch)
    started.order = Order(ORDER)
    yield started
    started.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is sent to guests, as often as something is."""
    found: list[bytes] = []
    post = LockedGuest._post

    def noting(guest: LockedGuest, frame: bytes, watch: object) -> Answer | None:
        found.append(frame)
        return post(guest, frame, watch)  # type: ignore[arg-type]

    monkeypatch.setattr(LockedGuest, "_post", noting)
    return found


def asked(parent: Parent, text: str, order: Sequence[int]) -> list[Sequence[Answer]]:
    """The answers to batches that are asked in this order."""
    with Student(parent, TYPES, {"it": text}, {"it": PLAIN}) as student:
        return [asked_first(student, BATCHES[number]) for number in order]


def asked_first(student: Student, batch: Batch) -> Sequence[Answer]:
    """The answers to a batch that is the first of its criterion."""
    while len(student.asked) <= BATCHES.index(batch) + 1:
        student.begin_criterion()
    return student.ask(batch)


def values(answers: Sequence[Answer]) -> list[Any]:
    return [one.value for one in answers if isinstance(one, Returned)]


def test_all_that_is_known_to_come_goes_in_one_message(parent: Parent, sent: list[bytes]) -> None:
    found = asked(parent, PLAIN, range(5))
    assert [values(one) for one in found] == [
        [10 * n + 1, 10 * n + 2, 10 * n + 3] for n in range(5)
    ]
    assert len(sent) == 2  # the files, and the questions


def test_what_is_asked_in_another_order_is_answered_in_the_order_in_which_it_was_sent(
    parent: Parent,
) -> None:
    third, first = asked(parent, COUNTING, (2, 0))
    assert [count for count, _ in values(third)] == [1, 2, 3]
    assert [count for count, _ in values(first)] == [10, 11, 12]


def test_what_is_done_between_comes_after_what_was_sent(parent: Parent) -> None:
    with Student(parent, TYPES, {"it": COUNTING}, {"it": PLAIN}) as student:
        asked_first(student, BATCHES[0])
        student.do([[]], lambda _: "nothing")
        (second, *_) = asked_first(student, BATCHES[1])
    assert second == Returned((4, (0, 1, 2, 10)))


@pytest.mark.parametrize("order", [Order(), Order(ORDER)])
@pytest.mark.parametrize(
    "beside",
    [
        lambda student: student.ask_one("it.f", 5),
        lambda student: student.ask_alone(Batch([("it.f", (5,))], TYPES)),
        lambda student: student.trace(Batch([("it.f", (5,))], TYPES), ["it.f"]),
    ],
)
def test_what_decides_nothing_changes_no_answer_that_does(
    parent: Parent,
    monkeypatch: pytest.MonkeyPatch,
    order: Order,
    beside: Callable[[Student], object],
) -> None:
    monkeypatch.setattr(parent, "order", order)
    with Student(parent, TYPES, {"it": COUNTING}, {"it": PLAIN}) as student:
        asked_first(student, BATCHES[0])
        beside(student)
        (second, *_) = asked_first(student, BATCHES[1])
        beside(student)
        (last, *_) = asked_first(student, BATCHES[4])
        used = student.cpu_seconds
    assert second == Returned((4, (0, 1, 2, 10)))
    assert values([last])[0][1][:6] == (0, 1, 2, 10, 11, 12)
    assert 0 < used <= student.cpu_seconds


HANGS_FIRST = "n = 0\ndef f(x):\n global n\n n += 1\n while n == 1 and x == 10: pass\n return n\n"


@pytest.mark.parametrize("order", [Order(), Order(ORDER)])
def test_what_hangs_only_where_nothing_is_decided_is_asked_where_something_is(
    parent: Parent, monkeypatch: pytest.MonkeyPatch, order: Order
) -> None:
    monkeypatch.setattr(parent, "order", order)
    with Student(parent, TYPES, {"it": HANGS_FIRST}, {"it": PLAIN}) as student:
        asked_first(student, BATCHES[0])
        alone = Batch([("it.f", (10,))], TYPES)
        assert isinstance(student.ask_alone(alone)[0], TimedOut)
        before = student.cpu_seconds
        assert isinstance(student.ask_alone(alone)[0], TimedOut)
        assert student.cpu_seconds - before < LIMITS.cpu_seconds_per_question
        assert values(asked_first(student, BATCHES[1])) == [4, 5, 6]
        assert values(asked_first(student, BATCHES[2])) == [7, 8, 9]


def test_what_others_were_taught_is_not_sent(parent: Parent, sent: list[bytes]) -> None:
    parent.learn(Batch([("it.f", (77,))], TYPES, lasting=True))
    assert len(asked(parent, PLAIN, range(5))) == 5
    assert [one.count(b'"ask"') for one in sent] == [0, 5]


def test_nothing_is_sent_ahead_where_a_criterion_asks_for_something_else(
    parent: Parent, sent: list[bytes]
) -> None:
    with Student(parent, TYPES, {"it": PLAIN}, {"it": PLAIN}) as student:
        student.ask(BATCHES[1])
        student.begin_criterion()
        student.ask(BATCHES[2])
    assert [one.count(b'"ask"') for one in sent] == [0, 1, 1]


def test_what_each_criterion_asks_for_is_noted(parent: Parent) -> None:
    with Student(parent, TYPES, {"it": PLAIN}, {"it": PLAIN}) as student:
        student.ask(BATCHES[0])
        student.begin_criterion()
        student.ask(BATCHES[0])
        student.ask_one("it.f", 5)
        student.turn(BATCHES[4], [])
        assert student.asked == [[BATCHES[0]], [BATCHES[0], None]]


def test_nothing_is_sent_ahead_where_answers_decide(parent: Parent) -> None:
    with Student(parent, TYPES, {"it": PLAIN}, {"it": PLAIN}) as student:
        student.ask(BATCHES[0])
        student.decide()
        student.begin_criterion()
        student.ask(BATCHES[1])
        order = student.asked
    assert order == [[BATCHES[0], None], [BATCHES[1]]]
    assert Order(order).sure_after((0, 0), BATCHES[0], ()) == ()


def test_the_guest_elsewhere_is_another_and_stays(parent: Parent) -> None:
    counting = Batch([("it.f", (5,))], TYPES)
    with Student(parent, TYPES, {"it": COUNTING}, {"it": PLAIN}) as student:
        student.ask(BATCHES[0])
        assert [student.ask_elsewhere(counting)[0] for _ in range(2)] == [
            Returned((1, (5,))),
            Returned((2, (5, 5))),
        ]
        assert student.ask_alone(counting) == [Returned((1, (5,)))]
        used = student.cpu_seconds
        student.begin_afresh()
        assert student.cpu_seconds == pytest.approx(used, abs=0.05)
        assert student.ask_elsewhere(counting) == [Returned((1, (5,)))]


def _ask_until_it_fails(student: Student, batch: Batch) -> None:
    """Asks on: a guest may live a moment longer than its parent."""
    for _ in range(10_000):
        student.ask_elsewhere(batch)


def test_a_parent_elsewhere_that_dies_fails_once_and_leaves_the_others(parent: Parent) -> None:
    again = Batch([("it.f", (5,))], TYPES)
    first = Parent(Preload("", {}, ()), LIMITS)
    with Student(first, TYPES, {"it": PLAIN}, {"it": PLAIN}) as student:
        assert student.ask_elsewhere(again) == [Returned(6)]
        other = first.other()
        assert isinstance(other, Parent)
        other._process.kill()
        other._process.wait()
        with pytest.raises(KitError):
            _ask_until_it_fails(student, again)
        assert student.ask_alone(again) == [Returned(6)]
    first.close()


def test_two_slow_answers_do_not_share_the_time_of_one_question(parent: Parent) -> None:
    slow = (
        "import time\ndef f(x):\n end = time.process_time() + 0.13\n"
        " while time.process_time() < end: pass\n return x\n"
    )
    batch = Batch([("it.f", (number,)) for number in range(3)], TYPES)
    with Student(parent, TYPES, {"it": slow}, {"it": PLAIN}) as student:
        assert student.ask(batch) == [Returned(number) for number in range(3)]


A, B, C, D = BATCHES[:4]


@pytest.mark.parametrize(
    ("order", "sure"),
    [
        ([[A], [B], [C], [D]], [B, C, D]),
        ([[A, B], [C], [D]], []),  # C, if A is lost
        ([[A, B], [B], [C]], [B, C]),  # B in any case, for one criterion or the other
        ([[A, B, C], [B, A], [C], [D]], [B, C, D]),
        ([[A, B, C], [B, D], [C]], [B]),
        ([[A], [], [B]], [B]),
        ([[A, None], [B]], []),
        ([[A], [None, B]], []),
        ([[A], [A, B], [C]], []),
        ([[A, B]], []),
        ([[A]], []),
    ],
)
def test_what_is_sure_to_come_does_so_whatever_is_lost(order: Asked, sure: Sequence[Batch]) -> None:
    assert list(Order(order).sure_after((0, 0), A, ())) == sure


def test_what_was_asked_does_not_come_again() -> None:
    order = Order([[A], [B, C], [C], [D]])
    assert order.sure_after((0, 0), A, {id(B), id(C)}) == (D,)
    assert order.sure_after((0, 0), A, ()) == (B, C, D)


def test_nothing_is_sure_after_another_batch_than_is_asked_there() -> None:
    order = Order([[A], [B]])
    assert order.sure_after((0, 0), A, ()) == (B,)
    assert order.sure_after((0, 0), C, ()) == ()
    assert order.sure_after((0, -1), A, ()) == order.sure_after((5, 0), A, ()) == ()


def test_a_guest_that_ends_or_hangs_in_what_was_sent_ahead_loses_what_it_would_have_lost(
    parent: Parent, sent: list[bytes]
) -> None:
    text = "import os\ndef f(x):\n if x == 11: os._exit(3)\n while x == 31: pass\n return x\n"
    first, second, third, fourth, fifth = asked(parent, text, range(5))
    assert values(first) == [0, 1, 2]
    assert second == [Unreceived(), Crashed("it exited with code 3")]
    assert values(third) == [20, 21, 22]
    assert isinstance(fourth[-1], TimedOut)
    assert len(fourth) == 2
    assert values(fifth) == [40, 41, 42]
    assert len(sent) == 6  # three guests, each with its files and its questions


def test_a_call_that_hung_is_not_sent_ahead_again(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = Batch([("it.f", (11,)), ("it.f", (60,))], TYPES, lasting=True)
    parent.learn(again)
    monkeypatch.setattr(parent, "order", Order([*ORDER[:4], [again]]))
    text = "def f(x):\n while x == 11: pass\n return x\n"
    with Student(parent, TYPES, {"it": text}, {"it": PLAIN}) as student:
        asked_first(student, BATCHES[1])
        before = student.cpu_seconds
        asked_first(student, BATCHES[2])
        student.begin_criterion()
        assert isinstance(student.ask(again)[0], TimedOut)
        assert student.ask_one("it.f", 5) == Returned(5)
        assert student.cpu_seconds - before < LIMITS.cpu_seconds_per_question


def test_nothing_is_sent_ahead_of_what_takes_long(sent: list[bytes]) -> None:
    long = [
        Batch([("it.f", (number,))], TYPES, lasting=True, takes_long=True) for number in range(2)
    ]
    started = Parent(Preload("", {}, ()), LIMITS)
    for batch in long:
        started.learn(batch)
    started.order = Order([long[:1], long[1:]])
    with Student(started, TYPES, {"it": PLAIN}, {"it": PLAIN}) as student:
        assert values(student.ask(long[0])) == [1]
        student.begin_criterion()
        assert values(student.ask(long[1])) == [2]
    started.close()
    assert len(sent) == 3


def test_an_answer_that_has_come_counts_however_late_it_is_looked_for(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = Watch.begin_question

    def begin_late(watch: Any) -> None:
        """As if the guest had used ten seconds since the question, and had answered meanwhile."""
        is_asked = hasattr(watch, "_cpu")
        begin(watch)
        if is_asked:
            assert select.select([watch._guest._channel], [], [], 60)[0]
            watch._cpu -= 10

    monkeypatch.setattr(Watch, "begin_question", begin_late)
    with Student(parent, TYPES, {"it": PLAIN}, {"it": PLAIN}) as student:
        assert student.ask_one("it.f", 1) == Returned(2)
