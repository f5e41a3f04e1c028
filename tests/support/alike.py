"""Programs and functions that answer everything alike, and what they may earn."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import msgspec
from patience_grader.course.coursework import Course, Coursework
from patience_grader.selftest.known import KnownSubmission
from patience_grader.selftest.outcomes import mark_known
from sample import ROOT

FIRST_SCREEN = """
import random
import sys

CARDS = [suit + rank for suit in "HDcs" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
random.shuffle(CARDS)
piles, stock = {}, CARDS[:24]
for number in range(1, 8):
    piles[str(number)] = [CARDS.pop() for _ in range(number)]
if len(sys.argv) > 1:
    for line in open(sys.argv[1]):
        label, _, cards = line.partition("#")[0].partition(":")
        if label.strip() == "stock":
            stock = cards.split()
        elif label.strip():
            piles[label.strip()] = cards.split()


def show(piles, shown="[]"):
    print(f"Stock: {shown}")
    print("Foundations: A []  B []  C []  D []")
    for label, cards in sorted(piles.items()):
        print(f"{label}:", *["[]"] * (len(cards) - 1), cards[-1])


show(piles)
"""
"""Shows a start rightly, and keeps it in `piles` and `stock`."""


class Program(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A program and what it earns."""

    name: str
    text: str
    earns: list[str]
    why: str
    first_screen: bool = False

    @property
    def source(self) -> str:
        """The whole program."""
        return (FIRST_SCREEN if self.first_screen else "") + self.text


class _Programs(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    program: list[Program]


@dataclass(frozen=True)
class Earned:
    """What a submission earned."""

    criteria: frozenset[str]
    void: frozenset[str]


def programs(path: Path) -> list[Program]:
    """The programs of a file."""
    return msgspec.toml.decode(path.read_bytes(), type=_Programs).program


def earned(coursework: Coursework, files: dict[str, dict[str, str]]) -> dict[str, Earned]:
    """What submissions earn, by their names; marked as any others are."""
    known_submissions = [
        KnownSubmission(name, {file: text.encode() for file, text in texts.items()}, None)
        for name, texts in files.items()
    ]
    every = {criterion.id for criterion in coursework.scheme.criteria}
    return {
        one.known.name: Earned(frozenset(every - one.lost - one.void.keys()), frozenset(one.void))
        for one in mark_known(coursework, known_submissions, 1, lambda: None)
    }


def klondike_functions() -> list[tuple[str, str]]:
    """The file and the name of every function that is asked for in Klondike."""
    exercises = {one.exercise for one in Course(ROOT).coursework("klondike").scheme.criteria}
    return [
        (file, node.name)
        for file in ("deck", "game")
        for node in ast.parse((ROOT / "solution/klondike" / f"{file}.py").read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name in exercises
    ]


def all_alike(does: str) -> dict[str, str]:
    """A submission for Klondike in which every function does the same."""
    texts = {"deck.py": "", "game.py": "", "status.txt": ""}
    for file, name in klondike_functions():
        heads = "".join(f"from klondike.{one} import *\n" for one in ("cards", "board", "errors"))
        text = texts[f"{file}.py"] or heads
        texts[f"{file}.py"] = f"{text}\n\ndef {name}(*given):\n    {does}\n"
    return texts
