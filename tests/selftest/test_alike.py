"""Submissions that answer everything alike earn what is honestly theirs, and nothing else.

They are slow: a quarter with `-m nightly`, and all with `--whole-field`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from alike import Earned, Program, all_alike, earned, klondike_functions, programs
from patience_grader.course.coursework import Course
from sample import ROOT
from small_course import small_course

pytestmark = pytest.mark.nightly

KLONDIKE = Course(ROOT).coursework("klondike")
TERMINAL = Course(ROOT).coursework("terminal")
PROGRAMS = programs(TERMINAL.known_submissions / "alike.toml")
PROGRAM_SHARES = {False: PROGRAMS[::4], True: PROGRAMS}
"""The programs that are graded, and with `--whole-field`."""


@pytest.fixture(scope="module")
def by_program(whole_field: bool) -> dict[str, Earned]:
    """What each program earned."""
    some = PROGRAM_SHARES[whole_field]
    files = {one.name: {"__main__.py": one.source, "status.txt": ""} for one in some}
    return earned(TERMINAL, files)


def test_a_program_that_answers_every_line_alike_earns_what_is_its_own(
    program: Program, by_program: dict[str, Earned]
) -> None:
    got = by_program[program.name]
    assert got.criteria == set(program.earns), program.why
    assert not got.void


ERRORS = (
    "ColumnEmpty PillarEmpty DiscardEmpty DeckEmpty ColumnKing WrongOrder WrongPillarOrder "
    "MovingTooManyCards InvalidCount InvalidStack InvalidCommand MoveError"
).split()
NOTHING: frozenset[str] = frozenset()
NEVER = frozenset(
    [
        *("can_stack.colour", "can_stack.value", "is_won.not_yet"),
        *("can_stack_on_pillar.no_other", "can_stack_on_pillar.only_ace"),
    ]
)
"""What is right for a function that never says yes."""
ALIKE = {
    "raise NotImplementedError": NOTHING,
    'raise ValueError("no")': NOTHING,
    **{f"raise {error}()": NOTHING for error in ERRORS},
    "pass": NOTHING,
    'return ""': NOTHING,
    "return ()": NOTHING,
    "return (object(),)": NOTHING,
    "return (None,) * 52": NOTHING,
    "return tuple(range(52))": NOTHING,
    "return tuple(Card(number, number) for number in range(52))": NOTHING,
    "return Board((), (), EMPTY_PILLARS, ((),) * 7)": NOTHING,
    "return Board((), (), Pillars(*[Value.KING] * 4), ((),) * 7)": NOTHING,
    "return given[-1] if given else ()": frozenset(["solve.nothing"]),
    "return given[0] if given else ()": frozenset(["solve.nothing"]),
    "return True": frozenset(
        [
            *("can_stack.fits", "can_stack_on_pillar.ace", "can_stack_on_pillar.next"),
            *("is_won.pillars_alone", "is_won.won"),
        ]
    ),
    "return False": NEVER,
    "return 0": NEVER,
    "return (given[0].random(),) if len(given) == 2 else ()": frozenset(["shuffle.rng"]),
}
"""All that is earned by sixteen functions that all do this.

What is earned is also earned by a known single mistake that answers in the same way, and is
right there: `solve` plays on and returns the board it was given; `is_won` stays won;
`can_stack` compares with `is`, or looks for the next lower value; `shuffle` draws its
numbers and returns nothing of use. Nothing else tells them apart.
"""


SHARES = {False: list(ALIKE)[::6], True: list(ALIKE)}
"""What is graded, and with `--whole-field`."""


@pytest.fixture(scope="module")
def by_behaviour(whole_field: bool) -> dict[str, Earned]:
    """What sixteen functions earn that all do the same."""
    return earned(KLONDIKE, {does: all_alike(does) for does in SHARES[whole_field]})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives each test that asks for one what all functions do, or a program."""
    whole_field = metafunc.config.getoption("whole_field")
    if "does" in metafunc.fixturenames:
        metafunc.parametrize("does", SHARES[whole_field])
    if "program" in metafunc.fixturenames:
        metafunc.parametrize("program", PROGRAM_SHARES[whole_field], ids=lambda one: one.name)


def test_functions_that_answer_everything_alike_earn_what_is_their_own(
    does: str, by_behaviour: dict[str, Earned]
) -> None:
    assert by_behaviour[does] == Earned(ALIKE[does], NOTHING)


def test_all_functions_are_replaced() -> None:
    assert len(klondike_functions()) == 16


BORROWED = {
    "getattr": 'getattr(rng, "shuffle")(cards)',
    "a name in parts": 'getattr(rng, "shuf" + "fle")(cards)',
    "its class": "rng.__class__.shuffle(rng, cards)",
    "the class": "random.Random.shuffle(rng, cards)",
    "another name": "mix = rng.shuffle\n    mix(cards)",
    "importlib": '__import__("importlib").import_module("random").Random.shuffle(rng, cards)',
    "a dictionary": 'vars(random.Random)["shuf" + "fle"](rng, cards)',
    "sample": 'cards = vars(random.Random)["sam" + "ple"](rng, cards, len(cards))',
    "another name for sorting": "by = sorted\n    cards = by(cards, key=lambda _: rng.random())",
    "sorting by hand": (
        "keys = {place: rng.random() for place in range(len(deck))}\n"
        "    cards = []\n"
        "    while keys:\n"
        "        cards.append(deck[min(keys, key=keys.get)])\n"
        "        del keys[min(keys, key=keys.get)]"
    ),
}
OWN = {
    "as rng.shuffle": (
        "for last in range(len(cards) - 1, 0, -1):\n"
        "        other = rng.randint(0, last)\n"
        "        cards[last], cards[other] = cards[other], cards[last]"
    ),
    "as rng.sample": (
        "mixed = []\n"
        "    while cards:\n"
        "        place = rng.randrange(len(cards))\n"
        "        cards[place], cards[-1] = cards[-1], cards[place]\n"
        "        mixed.append(cards.pop())\n"
        "    cards = mixed"
    ),
    "two places in order": (
        "def swap(low, high):\n"
        "        cards[low], cards[high] = cards[high], cards[low]\n\n"
        "    for place in range(len(cards) - 1):\n"
        "        swap(*sorted((place, rng.randrange(place, len(cards)))))"
    ),
}
"""Right shuffles: the orders of Python's own, and two places that are sorted."""


def shuffling(lines: str) -> dict[str, str]:
    """The solution with another way to shuffle."""
    folder = Path(ROOT / "solution/klondike")
    head = (folder / "deck.py").read_text().partition("def shuffle")[0]
    swaps = f"cards = list(deck)\n    {lines}\n    return tuple(cards)"
    text = f"{head}def shuffle(rng, deck):\n    {swaps}\n"
    return {"deck.py": text, "game.py": (folder / "game.py").read_text(), "status.txt": ""}


def test_python_s_own_shuffle_is_found_however_it_is_reached(tmp_path: Path) -> None:
    course = Course(
        small_course(tmp_path / "course", ("deck_of_52", "shuffle", "setup"), elsewhere=True)
    )
    coursework = course.coursework("klondike")
    got = earned(coursework, {way: shuffling(lines) for way, lines in (BORROWED | OWN).items()})
    every = {criterion.id for criterion in coursework.scheme.criteria}
    lost = {way: every - got[way].criteria for way in got}
    assert lost == {way: {"shuffle.own"} if way in BORROWED else set() for way in lost}
