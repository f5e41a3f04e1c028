"""How many questions examine each criterion of the terminal game: lines of its sessions."""

from __future__ import annotations

from collections.abc import Mapping

from patience_grader.course.coursework import Course
from sample import ROOT
from suites.terminal.bank.bad_saves import NUMBERED, REFUSED
from suites.terminal.bank.dealing import DEALING, ROUNDS, TAKEN_OUT, WON
from suites.terminal.bank.interface import END, INTERFACE, QUIT
from suites.terminal.bank.saves import LOADED, REPLACED, SAVED
from suites.terminal.bank.several import SEVERAL
from suites.terminal.bank.single import SINGLE
from suites.terminal.bank.start import FREE, LINES, NO_FILE, PLAIN, SIZES, TWICE, UNKNOWN
from suites.terminal.bank.undo import UNDO
from suites.terminal.bank.winning import ALMOST
from suites.terminal.drawn import MOVED
from suites.terminal.scenes import Question, Scene
from suites.terminal.test_start import STARTS


def _deals(scenes: tuple[Scene, ...]) -> int:
    """How often the stock is dealt in the scenes."""
    return sum(line == "deal" for scene in scenes for line in scene.lines)


def _named(exercise: str, questions: Mapping[str, tuple[Question, ...]]) -> dict[str, int]:
    """How many questions there are, by criterion."""
    return {f"{exercise}.{aspect}": len(asked) for aspect, asked in questions.items()}


def count_lines() -> Mapping[str, int]:
    """The counts by criterion, also of those that nothing is asked for."""
    coursework = Course(ROOT).coursework("terminal")
    return {one.id: _ASKED.get(one.id, 0) for one in coursework.scheme.examined}


_ASKED: Mapping[str, int] = {
    **_named("interface", INTERFACE),
    **_named("single", SINGLE),
    **_named("dealing", DEALING),
    **_named("several", SEVERAL),
    **_named("saves", REFUSED),
    **_named("undo", UNDO),
    **dict.fromkeys(("start.piles", "start.stock"), len(PLAIN)),
    "start.free": len(FREE),
    "start.shuffled": len(STARTS),
    "start.no_file": len(NO_FILE),
    "start.lines": len(LINES),
    "start.sizes": len(SIZES),
    "start.unknown_card": len(UNKNOWN),
    "start.card_twice": len(TWICE),
    **{
        f"interface.{aspect}": len(PLAIN)
        for aspect in ("piles", "red", "black", "ranks", "hidden", "stock", "free_slots")
    },
    **{f"interface.{aspect}": len(MOVED) for aspect in ("empty_pile", "top_cards", "again")},
    "interface.quit": len(QUIT),
    "interface.end": len(END),
    "single.won": len(WON) + len(ALMOST),
    **{f"dealing.{aspect}": _deals(ROUNDS) for aspect in ("next", "again")},
    "dealing.reset": _deals(ROUNDS) // 25,
    "dealing.taken": sum(line.startswith("move") for one in TAKEN_OUT for line in one.lines),
    **{
        f"saves.{aspect}": len(SAVED["saved"])
        for aspect in ("header", "stock", "dealt", "foundations", "piles", "faces")
    },
    "saves.replaced": len(REPLACED),
    "saves.goes_on": len(SAVED["goes_on"]),
    "saves.own": len(SAVED["own"]),
    "saves.load_piles": len(LOADED["piles"]),
    "saves.load_faces": len(LOADED["faces"]),
    "saves.load_stock": len(LOADED["stock"]),
    "saves.load_reset": len(LOADED["ends"]),
    "saves.load_foundations": len(LOADED["takes"]),
    "saves.free": len(LOADED["free"]),
    "saves.line_number": len(NUMBERED),
    "undo.play_on": len(UNDO["on"]),
}
