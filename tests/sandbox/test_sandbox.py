"""Students' code in real guests: every way to answer, and every way not to."""

from __future__ import annotations

import importlib
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from klondike import game
from klondike.deck import deck_of_52
from patience_grader.course.coursework import read_coursework
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
from patience_grader.sandbox.guest.wire import MAX_FRAME, Opaque, Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.watch import Limits
from patience_grader.submission.picking import MAX_FILE_BYTES

ROOT = Path(__file__).parents[2]
COURSEWORK = read_coursework(ROOT, "klondike")
TYPES = Types([importlib.import_module(f"klondike.{name}") for name in COURSEWORK.shared_types])
SKELETON, SOLUTION = (
    {name: (ROOT / folder / f"klondike/{name}.py").read_text("utf-8") for name in ("deck", "game")}
    for folder in ("skeleton", "solution")
)
BOARD = game.setup(deck_of_52())
STILL_THERE = "\n\ndef still_there():\n    return 7\n"

LIMITS = Limits(20, 200, 60, 300, 128)
"""As much time as a slow machine needs."""
STRICT = Limits(0.1, 0.35, 0.5, 5, 128)
"""A tenth of a second a question."""


def _parent(limits: Limits) -> Iterator[Parent]:
    parent = Parent(COURSEWORK.preload(), limits)
    yield parent
    parent.close()


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    yield from _parent(LIMITS)


@pytest.fixture(scope="module")
def strict() -> Iterator[Parent]:
    yield from _parent(STRICT)


@pytest.fixture
def lone() -> Iterator[Parent]:
    """A parent for one test alone, for code that may harm it."""
    yield from _parent(LIMITS)


def upload(parent: Parent, deck: str, **files: str) -> Student:
    """A live submission with this text as `deck.py`; other files are the skeleton's."""
    return Student(parent, TYPES, {**SKELETON, "deck": deck + STILL_THERE, **files}, SKELETON)


def answers(parent: Parent, deck: str, *arguments: object) -> tuple[Answer, Answer]:
    """What `f` in this `deck.py` answers, and `still_there` after that."""
    with upload(parent, deck) as student:
        return student.ask_one("deck.f", *arguments), student.ask_one("deck.still_there")


def test_a_right_answer_is_the_value_that_the_reference_returns(parent: Parent) -> None:
    with upload(parent, SOLUTION["deck"], game=SOLUTION["game"]) as student:
        assert student.ask_one("deck.deck_of_52") == Returned(deck_of_52())
        assert student.ask_one("game.draw", BOARD) == Returned(game.draw(BOARD))
        assert student.ask_one("game.show", BOARD) == Returned(game.show(BOARD))
        assert student.troubles == {}


@pytest.mark.parametrize(
    ("raising", "name", "supplied"),
    [
        ("raise ColumnEmpty", "ColumnEmpty", ("ColumnEmpty", "MoveError")),
        ("class Mine(WrongOrder): pass\n    raise Mine", "Mine", ("WrongOrder", "MoveError")),
        ("class WrongOrder(Exception): pass\n    raise WrongOrder", "WrongOrder", ()),
        ("raise KeyError(1)", "KeyError", ()),
    ],
)
def test_an_error_is_known_by_what_supplied_errors_it_is(
    parent: Parent, raising: str, name: str, supplied: tuple[str, ...]
) -> None:
    answer, _ = answers(parent, f"from .errors import *\ndef f():\n    {raising}")
    assert isinstance(answer, Raised)
    assert (answer.name, answer.supplied) == (name, supplied)


@pytest.mark.parametrize("text", ["", "f = 5", "def g(): pass"])
def test_what_is_no_function_is_missing(parent: Parent, text: str) -> None:
    assert answers(parent, text) == (Missing(), Returned(7))


def test_a_traceback_holds_the_students_own_lines_alone(parent: Parent) -> None:
    text = "def f():\n    return max([1], key=inner)\n\ndef inner(_):\n    return 1 / 0  # here"
    answer, _ = answers(parent, text)
    assert isinstance(answer, Raised)
    assert answer.message == "division by zero"
    assert answer.frames == (
        Frame("klondike/deck.py", 2, "f", "return max([1], key=inner)"),
        Frame("klondike/deck.py", 5, "inner", "return 1 / 0  # here"),
    )


@pytest.mark.parametrize(
    ("body", "limit"),
    [("while True: pass", "processor time for one"), ("time.sleep(10**6)", "waiting for one")],
)
def test_what_never_ends_is_stopped_and_a_fresh_guest_goes_on(
    strict: Parent, body: str, limit: str
) -> None:
    text = f"import time\nx = []\ndef f():\n    x.append(1)\n    {body}\ndef g(): return x"
    with upload(strict, text) as student:
        answer = student.ask_one("deck.f")
        assert isinstance(answer, TimedOut)
        assert limit in answer.limit
        assert student.ask_one("deck.g") == Returned(())


def test_a_call_that_never_ends_is_made_once(strict: Parent) -> None:
    text = "def f(number):\n    while number == 2: pass\n    return number\n"
    with upload(strict, text) as student:
        first = student.ask(Batch([("deck.f", (number,)) for number in range(4)], TYPES))
        used = student.in_vain.cpu
        again = student.ask(Batch([("deck.f", (number,)) for number in (1, 2, 3)], TYPES))
        assert student.in_vain.cpu == used > 0
        assert student.ask_one("deck.f", 2) == first[-1]
        assert student.ask_one("deck.f", 3) == Returned(3)
    assert isinstance(first[2], TimedOut)
    assert again == [Returned(1), first[2]]


@pytest.mark.parametrize(
    ("crash", "how"),
    [
        ("import os; os._exit(3)", "exited with code 3"),
        ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
        ("import os; os.abort()", "SIG"),
    ],
)
def test_a_crash_is_told_and_a_fresh_guest_goes_on(lone: Parent, crash: str, how: str) -> None:
    answer, following = answers(lone, f"def f():\n    {crash}")
    assert isinstance(answer, Crashed)
    assert how in answer.how
    assert following == Returned(7)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("import sys; sys.exit()", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return f()", "RecursionError"),
        ("return input()", "EOFError"),
        ("return 'x' * 10**10", "MemoryError"),
        ("x = []\n    while True: x.append(bytearray(300))", "MemoryError"),
        ("x = ()\n    while True: x = (x,)", "MemoryError"),
    ],
)
def test_whatever_is_raised_is_an_answer(parent: Parent, body: str, error: str) -> None:
    answer, following = answers(parent, f"def f():\n    {body}")
    assert isinstance(answer, Raised)
    assert error in answer.builtin
    assert following == Returned(7)


def test_printing_neither_blocks_nor_garbles(parent: Parent) -> None:
    text = (
        "import os, sys\ndef f():\n    for _ in range(3):\n        print('♠' * 10**6)\n"
        "        print('é' * 10**6, file=sys.stderr, flush=True)\n"
        "        os.write(1, b'x' * 10**6)\n        os.write(2, b'x' * 10**6)\n    return 'done'"
    )
    assert answers(parent, text) == (Returned("done"), Returned(7))


FORGED = b'["0123456789abcdef",0,[["value",[["=",5]],0,[]]]]'


@pytest.mark.parametrize(
    "deed",
    [
        "os.write(3, b'garbage')",
        "os.write(3, b'\\0\\0\\0\\2[]')",
        f"os.write(3, bytes([0, 0, 0, {len(FORGED)}]) + {FORGED!r})",
        f"os.write(3, ({MAX_FRAME} + 1).to_bytes(4, 'big'))",
        f"os.write(3, b'\\0\\0\\0\\1' * {MAX_FRAME})",
        "os.close(3)",
        "os.dup2(0, 3)",
    ],
)
def test_meddling_with_the_channel_costs_an_answer_and_no_more(parent: Parent, deed: str) -> None:
    with upload(parent, f"import os\ndef f():\n    {deed}") as student:
        said = [student.ask_one("deck.f"), *(student.ask_one("deck.still_there") for _ in "12")]
    assert any(isinstance(answer, InvalidReply | Crashed) for answer in said[:2])
    assert Returned(5) not in said
    assert said[2] == Returned(7)


BROKEN = {
    "syntax error": "def f(:",
    "exception": "x = 1 / 0",
    "crash": "import os; os._exit(0)",
    "early answer": "import os; os.write(3, b'\\0\\0\\0\\2[]')",
    "endless loop": "while True: pass",
}


@pytest.mark.parametrize("name", ["deck", "game"])
@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_imported_costs_only_itself(
    strict: Parent, name: str, text: str
) -> None:
    other = "game" if name == "deck" else "deck"
    with Student(strict, TYPES, {name: text, other: STILL_THERE}, SKELETON) as student:
        assert student.ask_one(f"{other}.still_there") == Returned(7)
        assert set(student.troubles) == {name}
        assert student.ask_one(f"{name}.f") == Missing()


def test_a_file_as_large_as_allowed_costs_no_other(parent: Parent) -> None:
    begun = time.process_time()
    with upload(parent, "", game="#" * MAX_FILE_BYTES) as student:
        assert student.ask_one("deck.still_there") == Returned(7)
        assert set(student.troubles) <= {"game"}
    assert time.process_time() - begun < 5


def test_nothing_goes_from_one_student_to_the_next(parent: Parent) -> None:
    spoil = (
        "import builtins, os, random, sys\nfrom klondike import cards\ndef f():\n"
        "    cards.spoilt = builtins.spoilt = sys.spoilt = os.environ['SPOILT'] = 'yes'\n"
        "    random.seed(5)\n    cards.Suit.SPADES._value_ = 'x'"
    )
    look = (
        "import builtins, os, random, sys\nfrom klondike import cards\ndef f():\n"
        "    return ([hasattr(place, 'spoilt') for place in (cards, builtins, sys)],\n"
        "        'SPOILT' in os.environ, random.random(), cards.Suit.SPADES.value)"
    )
    before, _ = answers(parent, look)
    answers(parent, spoil)
    assert answers(parent, look)[0] == before


def test_a_guest_sees_no_tests_no_solution_and_almost_no_environment(parent: Parent) -> None:
    seen = "list(os.environ), list(sys.modules), sys.path"
    answer, _ = answers(parent, f"import os, sys\ndef f(): return {seen}")
    assert isinstance(answer, Returned)
    environment, modules, path = cast("tuple[tuple[str, ...], ...]", answer.value)
    assert set(environment) <= {"PYTHONHASHSEED", "LC_CTYPE"}
    assert not [name for name in modules if name.startswith(("pytest", "patience", "suites"))]
    assert not [folder for folder in path if "site-packages" in folder]


@pytest.mark.parametrize("path", ["solution/klondike/deck.py", "handout/klondike.md", "tests"])
def test_a_guest_cannot_read_the_course(parent: Parent, path: str) -> None:
    text = "import os\ndef f(path): return os.listdir(path) if os.path.isdir(path) else open(path)"
    answer, _ = answers(parent, text, str(ROOT / path))
    assert isinstance(answer, Raised)
    assert "OSError" in answer.builtin


def test_chance_is_the_same_for_every_student_and_run(parent: Parent, strict: Parent) -> None:
    text = "import random\ndef f(): return random.random(), hash('a'), list({'a', 'b', 'c'})"
    said = [answers(one, text)[0] for one in (parent, parent, strict)]
    assert isinstance(said[0], Returned)
    assert said[0] == said[1] == said[2]


def test_no_process_can_be_started(lone: Parent) -> None:
    answer, _ = answers(lone, "import os\ndef f(): return os.fork()")
    assert isinstance(answer, Raised)
    assert "PermissionError" in answer.builtin


@pytest.mark.parametrize("seconds", [1000, 0.06], ids=["endless questions", "short questions"])
def test_a_spent_budget_ends_every_question_and_breaks_no_file(
    strict: Parent, seconds: float
) -> None:
    busy = "from time import process_time\ndef busy(end):\n    while process_time() < end: pass\n"
    ask = f"busy(0.05)\ndef f(_): busy(process_time() + {seconds})"
    with upload(strict, busy + ask) as student:
        *_, last = [student.ask_one("deck.f", number) for number in range(10)]
        assert student.troubles == {}
    assert isinstance(last, TimedOut)
    assert "whole submission" in last.limit


def test_locking_is_not_bound_by_what_a_hand_in_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience_grader.sandbox.watch.POLL_MS", 0)
    parent = Parent(COURSEWORK.preload(), Limits(0, 0, 0, 0, 128))
    parent.fork(1).close()
    parent.close()


def test_waiting_is_limited_for_the_whole_hand_in() -> None:
    parent = Parent(COURSEWORK.preload(), Limits(1, 20, 1, 1, 128))
    with upload(parent, "import time\ndef f(): time.sleep(0.3)\n") as student:
        said = [student.ask_one("deck.f") for _ in range(6)]
    parent.close()
    late = [answer for answer in said if isinstance(answer, TimedOut)]
    assert late
    assert "for the whole submission" in late[0].limit


@pytest.mark.parametrize(
    "pause",
    [
        "import time\ndef f(*_): time.sleep(0.004)\n",
        "import time\nclass Slow:\n    def __del__(self): time.sleep(0.004)\ndef f(*_): Slow()\n",
        "import select\ndef f(*_): select.select([], [], [], 0.004)\n",
    ],
    ids=["in the call", "in a finalizer", "for nothing"],
)
@pytest.mark.parametrize("together", [False, True], ids=["one by one", "together"])
def test_waits_count_however_short_they_are(pause: str, together: bool) -> None:
    parent = Parent(COURSEWORK.preload(), Limits(10, 20, 10, 0.2, 128))
    questions = Batch([("deck.f", (number,)) for number in range(200)], TYPES)
    with upload(parent, pause) as student:
        said = (
            student.ask(questions)
            if together
            else [student.ask_one("deck.f", number) for number in range(200)]
        )
    parent.close()
    late = [answer for answer in said if isinstance(answer, TimedOut)]
    assert late
    assert {one.limit for one in late} == {"0.2 s of waiting for the whole submission"}


@pytest.mark.parametrize(
    ("game", "limits", "is_chance"),
    [
        ("import time\ndef f(*_): time.sleep(0.004)\n", Limits(10, 20, 10, 0.2, 128), True),
        ("def f(*_): sum(range(400_000))\n", Limits(10, 0.1, 10, 60, 128), True),
        ("def f(*_):\n    while True: pass\n", Limits(0.05, 0.2, 10, 60, 128), False),
        ("import time\ndef f(*_): time.sleep(9)\n", Limits(10, 20, 0.05, 0.2, 128), False),
    ],
    ids=["dozes", "is slow", "loops", "hangs"],
)
def test_where_it_is_stopped_is_chance_if_its_answers_took_the_time(
    game: str, limits: Limits, is_chance: bool
) -> None:
    """Questions that run out of time use as much every time."""
    parent = Parent(COURSEWORK.preload(), limits)
    with upload(parent, game) as student:
        said = [student.ask_one("deck.f", number) for number in range(200)]
    parent.close()
    assert isinstance(said[-1], TimedOut)
    assert "whole submission" in said[-1].limit
    assert student.stopped == (f"its answers took more than {said[-1].limit}" if is_chance else "")


def test_what_is_only_shown_does_not_count_and_is_limited_too() -> None:
    parent = Parent(COURSEWORK.preload(), Limits(2, 0.6, 60, 60, 128))
    clock = "from time import process_time as now\n"
    busy = f"{clock}def f(s):\n    s += now()\n    while now() < s: pass\n"
    with upload(parent, busy) as student:
        counted = student.tally
        assert isinstance(student.ask_one("deck.f", 0.4), Returned)
        assert student.may_show
        student.uncount(counted)
        assert not student.may_show
        assert student.tally == counted
        assert isinstance(student.ask_one("deck.f", 0.41), Returned)
        assert isinstance(student.ask_one("deck.f", 0.42), TimedOut)
    parent.close()


@pytest.mark.parametrize("amid", ["fork", "reap"])
def test_an_alarm_waits_until_the_parent_has_replied(
    lone: Parent, amid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reply would be taken for that to the next request."""

    def ring(*_: object) -> None:
        raise TimeoutError

    def say(parent: Parent, message: object, *descriptors: int) -> None:
        original(parent, message, *descriptors)
        if isinstance(message, list) and message[0] == amid:
            signal.raise_signal(signal.SIGALRM)

    original = Parent._say
    before = signal.signal(signal.SIGALRM, ring)
    monkeypatch.setattr(Parent, "_say", say)
    try:
        with pytest.raises(TimeoutError):
            lone.fork(1).close()
    finally:
        signal.signal(signal.SIGALRM, before)
    monkeypatch.undo()
    lone.fork(2).close()


def test_what_ends_in_time_is_not_stopped(parent: Parent) -> None:
    with upload(parent, "def f(): return 1\n") as student:
        student.ask_one("deck.f")
    assert student.stopped == ""


def test_only_the_guest_is_waited_for() -> None:
    """What is done between two questions is not its time."""
    parent = Parent(COURSEWORK.preload(), Limits(10, 20, 10, 60, 128))
    with upload(parent, "def f(): return 1\n") as student:
        student.ask_one("deck.f")
        before = student.waited
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
        assert student.waited == before
    parent.close()


def test_what_a_hand_in_says_is_limited(parent: Parent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience_grader.sandbox.student.MOST_SAID", 1 << 16)
    talk = "def f(times): return chr(0x2500) * times\n"
    with upload(parent, talk) as student:
        said = [student.ask_one("deck.f", 10_000) for _ in range(20)]
        too_much = student.ask_one("deck.f", 20_000)
        after = student.ask_one("deck.f", 1)
    assert all(isinstance(answer, Returned) for answer in said)
    assert too_much == InvalidReply("its answers to these questions are too long")
    assert after == Returned(chr(0x2500))


def test_what_is_held_of_a_submission_is_limited(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience_grader.sandbox.student.MOST_HELD", 5_000)
    talk = "asked = 0\ndef f(n):\n global asked\n asked += 1\n return asked, 'x' * 10 * n\n"
    batches = [
        Batch([("deck.f", (n,)) for n in sizes], TYPES, lasting=True)
        for sizes in ((2000, 2000, 2000, 5), (10,), (1000,), (4500,))
    ]
    with upload(parent, talk) as student:
        first, second, third, last = [student.ask(batch) for batch in batches]
        held, asked_anew = student.ask(batches[3]), student.ask(batches[0])
    values = [answer.value for answer in first if isinstance(answer, Returned)]
    assert [isinstance(value, Opaque) for value in values] == [False, False, True, False]
    assert held is last
    assert asked_anew != first
    assert [*second, *third, *last] == [
        Returned((number, "x" * length)) for number, length in ((5, 100), (6, 10_000), (7, 45_000))
    ]


def test_a_twin_knows_what_the_other_was_taught(lone: Parent) -> None:
    batch = Batch([("game.is_won", (BOARD,))], TYPES, lasting=True)
    with Student(lone, TYPES, SOLUTION, SKELETON) as student:
        student.ask(batch)
    lone.other().learn(batch)
    twin = lone.twin()
    try:
        for parent in (lone, twin, lone.other(), twin.other()):
            guest = parent.fork(0)
            guest.close()
            assert guest._alive == [batch]
    finally:
        twin.close()
