"""Scripts of tests that go over together: each test ends as if it had been played alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from adopting import adopted, earned, marked
from patience_grader.boundary.exchange import Exchange
from patience_grader.boundary.messages import Message, messages_of, repeated
from patience_grader.marking.plan import Plan, packs_of
from patience_grader.marking.script import Played, played_together
from patience_grader.sandbox.answers import TimedOut, Unreceived
from patience_grader.sandbox.talk import Reply
from patience_grader.sandbox.value_table import ValueTable

SOLUTION = """
class Till:
    def __init__(self, start):
        self.held = start

    def take(self, more):
        self.held += more
        return self.held


def double(number):
    return 2 * number
"""
TESTS = """
import pytest
from shop import Till, double


@pytest.mark.parametrize("number", [10, 30, 50, 70])
def test_double(number):
    assert double(number) == 2 * number


def test_till():
    till = Till(5)
    assert till.take(4) == 9
    assert till.take(4) == 13


def test_ninety():
    assert double(90) == 180


def test_hundred():
    assert double(100) == 200
"""


def call(given: Any, answer: Any) -> Exchange:
    """A call of a function with a plain value."""
    request = [[], [], [], ["call", ["m", "it:f"], [given], {}]]
    return Exchange(request, begins_example=True, answer=[[], "", "", ["ok", answer], []])


def script(*exchanges: Exchange) -> tuple[Message, ...]:
    for later in exchanges[1:]:
        later.begins_example = False
    return messages_of(exchanges)


def numbers(scripts: list[tuple[Message, ...]]) -> list[list[tuple[int, bool]]]:
    """The tests in each pack, and whether they begin there."""
    packs = packs_of(scripts, ValueTable(()), range(len(scripts)))
    return [[(part.test, part.begins) for part in pack] for pack in packs]


def test_tests_of_one_message_go_together_and_others_wait_for_their_answers() -> None:
    one, long, other = (
        script(call(10, 11)),
        script(call(20, 21), call(30, 31), call(40, 41)),
        script(call(50, 51)),
    )
    assert numbers([one, long, other]) == [
        [(0, True), (1, True)],
        [(1, False)],
        [(1, False), (2, True)],
    ]
    assert numbers([]) == numbers([()]) == []


@pytest.mark.parametrize(
    "given",
    ["answer", ["t", "answer"], ["t", 5, ["t", "answer"]], ["t", ["t", 5, 6]]],
    ids=json.dumps,
)
def test_a_question_that_holds_the_answer_to_another_one_waits(given: Any) -> None:
    first = script(call(10, "answer")), script(call(11, ["t", 5, 6]))
    assert numbers([*first, script(call(given, 1))]) == [[(0, True), (1, True)], [(2, True)]]


def test_a_pack_is_not_larger_than_what_is_read_at_once() -> None:
    short = [script(call(10 * n, 10 * n + 1)) for n in range(1, 301)]
    assert [len(pack) for pack in packs_of(short, ValueTable(()), range(len(short)))] == [
        128,
        128,
        44,
    ]
    long = [script(call(f"{n}" * 100_000, n + 10)) for n in range(1, 6)]
    assert [len(pack) for pack in packs_of(long, ValueTable(()), range(len(long)))] == [2, 2, 1]


def test_what_was_answered_before_goes_over_in_few_messages_and_what_drops_it_by_itself() -> None:
    record = [call(number, number + 1) for number in range(205)]
    messages = repeated(record)
    assert [message.first for message in messages] == [0, 100, 200, 204]
    assert [one for message in messages for one in message.exchanges] == record
    assert [len(message.requests) for message in repeated(record[:1])] == [1]


class Asked:
    """Stands for a submission that answers numbers by twice as much, and hangs at some."""

    tally = None

    def __init__(self, *hangs: int, wrong: Collection[int] = ()) -> None:
        self._hangs = hangs
        self._wrong = wrong
        self.messages: list[list[int]] = []
        self.uncounted = 0

    def play(
        self, requests: list[Any], _: object, held: Callable[[int, Reply], Reply]
    ) -> list[Reply]:
        """Nothing is heard of a message of which something hangs."""
        given = [request[3][2][0] for request in requests if request]
        self.messages.append(given)
        replies: list[Reply] = []
        for request in requests:
            number = request[3][2][0] if request else 0
            answer = 0 if number in self._wrong else 2 * number
            replies.append([[], "", "", ["ok", answer], [], []] if request else [])
            if number in self._hangs:
                replies = [*[Unreceived()] * (len(replies) - 1), HANGS]
                break
        return [held(place, one) for place, one in enumerate(replies)]

    def begin_afresh(self) -> None: ...

    def uncount(self, since: object) -> None:
        self.uncounted += 1


HANGS = TimedOut(1.0, "1 s")


def outcome_of(asked: Asked, *tests: list[int]) -> dict[int, Played]:
    """What comes of tests that ask these numbers, which are sent together."""
    scripts = [script(*(call(one, 2 * one) for one in numbers)) for numbers in tests]
    packs = [packs_of(scripts, ValueTable(()), range(len(scripts)))]
    recorded: list[Any] = [SimpleNamespace(script=one, is_plain=True) for one in scripts]
    every = range(len(scripts))
    plan = Plan(recorded, [every], packs, ValueTable(()), every)
    student: Any = asked
    return dict(played_together(plan, student))


def test_what_was_answered_and_not_heard_before_a_guest_is_lost_is_asked_again() -> None:
    asked = Asked(5)
    lost = outcome_of(asked, [1], [3], [5], [7])
    assert asked.messages == [[1, 3, 5, 7], [1, 3, 7]]
    assert [*lost] == [2]
    assert lost[2].hung is None, "a guest was lost to it that had played other tests"


def test_what_hangs_as_the_first_test_of_its_guest_is_known_to_hang() -> None:
    asked = Asked(1, 3, 11)
    lost = outcome_of(asked, [1], [3], [5, 11], [7])
    assert asked.messages == [[1, 3, 5], [3, 5], [5], [11, 7], [7]]
    hung = {test: one.hung for test, one in lost.items()}
    assert hung == {0: {0: HANGS}, 1: {0: HANGS}, 2: {1: HANGS}}


def test_what_hangs_in_a_test_that_is_lost_does_not_count_and_no_other_goes_on() -> None:
    asked = Asked(11, wrong=(5, 17))
    lost = outcome_of(asked, [5, 11], [17, 19])
    assert asked.messages == [[5], [11, 17], [17]]
    assert asked.uncounted == 1
    assert [one.replies for one in lost.values()] == [None, None]


def test_a_submission_that_ends_or_hangs_amid_others_loses_that_test_alone(tmp_path: Path) -> None:
    files = {"solution/shop.py": SOLUTION, "tests/test_shop.py": TESTS}
    assert not adopted(tmp_path, "shop", files).left_out
    ends = SOLUTION.replace(
        "return 2", "__import__('os')._exit(3) if number == 90 else 0; return 2"
    )
    hangs = SOLUTION.replace("    return 2", "    while number == 50: pass\n    return 2")
    wrong = SOLUTION.replace("return 2", "return 5 if number == 90 else 2")
    till = SOLUTION.replace("+= more", "= more")
    states = marked(
        tmp_path,
        "shop",
        {
            name: {"shop.py": text}
            for name, text in {
                "right": SOLUTION, "ends": ends, "hangs": hangs, "wrong": wrong, "till": till
            }.items()
        },
    )  # fmt: skip
    every = {"shop.double", "shop.till", "shop.ninety", "shop.hundred"}
    assert earned(states["right"]) == every
    assert earned(states["ends"]) == earned(states["wrong"]) == every - {"shop.ninety"}
    assert earned(states["hangs"]) == every - {"shop.double"}
    assert earned(states["till"]) == every - {"shop.till"}


SEVERAL = """
import pytest
from steps import step

@pytest.mark.parametrize("first", range(10, 17))
def test_in_turn(first):
    assert step(first) == first + 1
    assert step(-first) == 1 - first

def test_last():
    assert step(100) == 101
"""


def test_what_hangs_after_a_wrong_answer_takes_no_time_from_other_tests(tmp_path: Path) -> None:
    """Each of seven cases goes wrong and then hangs for a fourth of a second, of 1.5 in all."""
    right = "def step(number):\n    return number + 1\n"
    adopted(tmp_path, "steps", {"solution/steps.py": right, "tests/test_steps.py": SEVERAL})
    handout = tmp_path / "course" / "handout" / "steps.md"
    text = handout.read_text("utf-8")
    assert "cpu_seconds_per_submission = 5.0" in text
    handout.write_text(
        text.replace("cpu_seconds_per_submission = 5.0", "cpu_seconds_per_submission = 1.5"),
        "utf-8",
    )
    hangs = "def step(number):\n    while number < 0: pass\n    return number + 1 + (number < 20)\n"
    states = marked(tmp_path, "steps", {"hangs": {"steps.py": hangs}})
    assert earned(states["hangs"]) == {"steps.last"}
