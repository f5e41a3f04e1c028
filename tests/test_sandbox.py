"""Students' code in real guests: every way to answer, and every way not to."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from klondike import game
from klondike.deck import deck_of_52
from patience_grader.course import read_coursework
from patience_grader.sandbox.answers import (
    Answer,
    Crashed,
    Frame,
    Garbled,
    Missing,
    Raised,
    Returned,
    TimedOut,
)
from patience_grader.sandbox.guest.wire import Types, Unplain
from patience_grader.sandbox.host import Limits, Parent
from patience_grader.sandbox.student import Student

ROOT = Path(__file__).parents[1]
COURSEWORK = read_coursework(ROOT, "klondike")
TYPES = Types([importlib.import_module(f"klondike.{name}") for name in COURSEWORK.values])
SKELETON = {
    name: (ROOT / f"skeleton/klondike/{name}.py").read_text("utf-8") for name in ("deck", "game")
}
BOARD = game.setup(deck_of_52())

ROOMY = Limits(
    cpu_seconds_per_question=20,
    cpu_seconds_per_hand_in=200,
    wall_seconds_per_question=60,
    memory_mib=128,
)
TIGHT = Limits(
    cpu_seconds_per_question=0.1,
    cpu_seconds_per_hand_in=0.35,
    wall_seconds_per_question=0.5,
    memory_mib=128,
)
STILL_THERE = "\n\ndef still_there():\n    return 7\n"

Enter = Callable[..., Student]


@pytest.fixture(scope="module", params=[])
def parents() -> Iterator[dict[str, Parent]]:
    limits = {"roomy": ROOMY, "tight": TIGHT}
    parents = {name: Parent(COURSEWORK.preload(), limit) for name, limit in limits.items()}
    yield parents
    for parent in parents.values():
        parent.close()


def _enter(parent: Parent) -> Iterator[Enter]:
    with ExitStack() as stack:

        def enter(deck: str = "", **files: str) -> Student:
            texts = {**SKELETON, **files}
            if deck:
                texts["deck"] = deck + STILL_THERE
            return stack.enter_context(Student(parent, TYPES, texts, SKELETON))

        yield enter
