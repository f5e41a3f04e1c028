"""The suites of the terminal game: how screens and saves are read, and what their tables hold."""

from __future__ import annotations

import importlib
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sample import ROOT

sys.path.insert(0, str(ROOT / "grader"))

from patience_grader.course.coursework import Course
from patience_grader.marks.scheme import read_scheme
from suites.terminal.bank.tables import saved, start, start_file, table
from suites.terminal.reader import (
    error_in,
    is_error_as_asked,
    read_saved,
    read_screen,
    says_won,
)
from suites.terminal.screens import PLACES, right
from terminal.saves import read_save, read_start, write_save
from terminal.screen import draw

TABLE = table(
    {1: "sK HQ", 2: "[D9] [c3] H10 s9", 4: "[HK] c7"}, "[] H2 sA []", "c2 H8 | D5 H3 * sQ"
)
PLAIN = draw(TABLE)


def suites(module: str) -> Any:
    """A module of the suites that draws questions when it is imported, which takes long."""
    return importlib.import_module(f"suites.terminal.{module}")


def turned(words: str) -> str:
    """The words in the other direction."""
    return " ".join(reversed(words.split()))


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace(" ", "   "),
        PLAIN.replace("  B ", "\nB: ").replace("  C ", "\n| C ").replace("  D ", "\nD "),
        PLAIN.replace("B H2", "B:H2").replace("C sA", "CsA"),
        PLAIN.replace("B H2", "B HA H2"),
        "\n".join(reversed(PLAIN.split("\n"))),
        "\n".join(f"|  {line}  |" for line in PLAIN.split("\n")),
        "\x1bc" + PLAIN,
        "\n".join(f"* {line:<60} *" for line in PLAIN.split("\n")),
        "\n".join(f"♠ {line} ♥" for line in PLAIN.split("\n")),
        "\n".join(f"# {line:<60} #" for line in PLAIN.replace("[]", "##").split("\n")),
        "\n".join(f"\u2502{line}\u2502" for line in PLAIN.split("\n")),
        PLAIN.replace("  B ", " * B ").replace("  C ", " * C ").replace("  D ", " * D "),
        "\x1b[2J\x1b[H" + PLAIN.replace("H8", "\x1b[31mH8\x1b[0m"),
        PLAIN.replace("A []  B H2  C sA  D []", "A: [], B: H2, C: sA, D: []"),
        f"move H8 2\n{PLAIN}\nHere is what you can type: 1. move a card\n> ",
        "Stock: XX\n1: H5\n" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        re.sub("(?m)^[1-7]:\n", "", PLAIN),
        re.sub("(?m)^([1-7]:) (.*)", lambda pile: f"{pile[1]} {turned(pile[2])}", PLAIN),
    ],
)
def test_a_screen_is_read_however_it_is_laid_out(text: str) -> None:
    shown, wanted = read_screen(text), read_screen(PLAIN)
    assert [shown.cards(place) for place in PLACES] == [wanted.cards(place) for place in PLACES]


@pytest.mark.parametrize("spelled", ["sk hq", "Sk Hq", "♠K ♥Q", "Ks Qh", "s13 H12"])
def test_cards_are_understood_in_other_spellings(spelled: str) -> None:
    assert read_screen(f"1: {spelled}").cards("1") == ("sK", "HQ")


@pytest.mark.parametrize(
    ("text", "is_error"),
    [
        ("Error: no", True),
        ("  \x1b[31mError:\x1b[0m no", True),
        ("\aError: no", True),
        ("An error", False),
        ("no Error: here", False),
    ],
)
def test_a_refusal_begins_its_line(text: str, *, is_error: bool) -> None:
    assert bool(error_in(text)) is is_error_as_asked(text) is is_error


@pytest.mark.parametrize(
    ("text", "won"), [("You won!", True), ("  you won", True), ("*** You won", False)]
)
def test_a_win_begins_its_line(text: str, *, won: bool) -> None:
    assert says_won(text) is won


def test_a_save_is_read_by_its_labels() -> None:
    text = "# mine\n" + write_save(TABLE).replace("2: ", "2:    ")
    save, plain = read_saved(text), read_saved(write_save(TABLE))
    assert save == plain
    assert save.header == "solitaire 1"
    assert save.cards("2") == ("D9", "c3", "H10", "s9")


def test_tables_are_whole() -> None:
    assert read_save(saved(TABLE)) == TABLE
    one = start({1: "D5", 2: "D8 s4", 7: "sA"}, "c7 HA")
    assert read_start(start_file(one)) == one
    assert str(one.stock.coming[0]) == "c7"


def test_the_games_that_are_won_are_won_with_the_last_move() -> None:
    won, almost = suites("bank.dealing").WON, suites("bank.winning").ALMOST
    for scene in (*won, *almost):
        assert [step.won for step in scene.steps].index(True) == len(scene.lines)
        assert not any(
            step.refused
            for step, line in zip(scene.steps[1:], scene.lines, strict=True)
            if line != "deal"
        )
    assert all(any("Stock: XX" in step.drawn for step in scene.steps) for scene in won)


@pytest.mark.parametrize(
    ("texts", "uses"),
    [
        (["class Card: pass\nx = Card()"], True),
        (["class Card: pass", "from .cards import Card\nx = Card()"], True),
        (["class Card: pass", "from . import cards\nx = cards.Card()"], True),
        (["class Card: pass"], False),
        (["def f(): pass\nf()"], False),
        (["from enum import Enum\nx = Enum"], False),
    ],
)
def test_a_class_of_ones_own_is_defined_and_used(texts: Sequence[str], *, uses: bool) -> None:
    files = {f"m{number}": text for number, text in enumerate(texts)}
    assert suites("test_interface").uses_class(files.values()) is uses


def test_a_file_that_is_long_to_parse_is_not_looked_into() -> None:
    uses_class = suites("test_interface").uses_class
    used = "class A: pass\nA()\n"
    assert uses_class(["", used])
    tracemalloc.start()
    assert not uses_class([used + "[[],[],[],[],[],[],[],[]]\n" * 38_000])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 << 20


NEVER_ALONE = {"interface.class"}
"""It is tested here."""


def test_every_criterion_is_lost_by_a_mistake() -> None:
    coursework = Course(ROOT).coursework("terminal")
    rows = (coursework.known_submissions / "wrong.toml").read_text(encoding="utf-8")
    never = {one.id for one in coursework.scheme.criteria if f'"{one.id}"' not in rows}
    assert never == NEVER_ALONE


RIGHT = sorted((ROOT / "tests" / "known" / "terminal" / "right").iterdir())


@pytest.mark.parametrize("game", RIGHT, ids=lambda path: path.name)
def test_what_a_right_game_shows_on_a_real_terminal_is_read(game: Path, tmp_path: Path) -> None:
    """Played on a pseudo-terminal, with its echo, its line ends and its colours."""
    shutil.copytree(game, tmp_path / "terminal")
    saves = suites("bank.saves")
    question = saves.SAVED["saved"][2]
    scene = question.alone
    for name, text in scene.session.files:
        assert isinstance(text, str)
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = on_terminal(tmp_path, *scene.session.arguments, lines=scene.lines)
    screen, wanted = read_screen(shown), right(scene.steps[-1])
    assert [screen.cards(place) for place in PLACES] == [wanted.cards(place) for place in PLACES]
    written = (tmp_path / saves.GAME).read_text(encoding="utf-8")
    assert read_save(written) == read_save(scene.steps[question.step].saved)


def on_terminal(folder: Path, *arguments: str, lines: Sequence[str]) -> str:
    """All that the game of this folder shows until it ends; each line is typed when it waits."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "terminal", *arguments]
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=settings
    ) as game:
        os.close(theirs)
        shown = b""
        for line in [*lines, "quit"]:
            shown += until_it_waits(game.pid, ours)
            os.write(ours, f"{line}\n".encode())
        with suppress(OSError):  # the program has gone
            while data := os.read(ours, 1 << 16):
                shown += data
        os.close(ours)
        assert game.wait() == 0
    return shown.decode()


# Where Linux sleeps for a line or a ready file; a kernel that does not tell says "0".
WAITS_FOR_INPUT = ("wait_woken", "poll_schedule_timeout", "do_select", "do_poll", "0")


def until_it_waits(process: int, terminal: int) -> bytes:
    """What a program shows before it sleeps until its input is ready.

    A program also sleeps elsewhere, on a lock or a process it has begun: a line typed then would
    be echoed amid what it still shows.
    """
    shown = b""
    while True:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        waits = Path(f"/proc/{process}/wchan").read_text(encoding="utf-8")
        if select.select([terminal], [], [], 0.01)[0]:
            shown += os.read(terminal, 1 << 16)
        elif state.split()[0] == "S" and waits.startswith(WAITS_FOR_INPUT):
            return shown


BONUS = """
| criterion | what we look for | marks |
|---|---|---:|
| **1 `one`** | **One** | **1** |
| `one.a` | A. | 1 |
| | **total** | **1** |

| criterion | what we look for | marks |
|---|---|---:|
| **2 `two`** | **Two** | **2** |
| `two.a` | A. | 2 |
| | **bonus** | **2** |
"""


def test_a_bonus_is_not_part_of_the_total() -> None:
    scheme = read_scheme(BONUS, "x.md", 1, 2)
    assert [one.name for one in scheme.exercises] == ["one", "two"]
    assert [one.name for one in scheme.bonus] == ["two"]
    assert (scheme.total, scheme.most_bonus) == (Fraction(1), Fraction(2))
