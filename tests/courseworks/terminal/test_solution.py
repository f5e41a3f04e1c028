"""The terminal game: its rules, saves and undo, the handout's session, and a real terminal.

`python tests/courseworks/terminal/test_solution.py` damages 10,000 saves, which takes some seconds.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3] / "solution"))

from terminal import files
from terminal.cards import DECK, Card, read_card
from terminal.commands import (
    MENU,
    Action,
    Command,
    Deal,
    Load,
    Menu,
    Move,
    Quit,
    Save,
    Undo,
    play,
    read_command,
)
from terminal.history import STEPS, History
from terminal.refusal import Refused
from terminal.saves import read_save, read_start, write_save
from terminal.screen import WON, coloured, draw
from terminal.table import PILES, SLOTS, Table, deal, is_won, move, set_up

ROOT = Path(__file__).parents[3]
SOLUTION = ROOT / "solution"
HANDOUT = (ROOT / "handout" / "terminal.md").read_text(encoding="utf-8")
WHOLE_GAME = """\
sA A, H3 2, c4 1, D5 4, D2 6, s3 3, d, cK 1, d, D8 7, d, HA B, d, cA C, d, d, s7 7, d, d, d, HK
2, d, DA D, D2 D, D3 D, H6 7, d, d, d, d, d, d, DQ 1, d, d, H2 B, H3 B, cQ 2, HJ 2, c2 C, d, d,
d, d, d, HQ 6, d, c5 7, H4 7, c10 2, c3 C, c4 C, sK 3, d, d, s4 4, d, d, sJ 1, d, D10 1, s9 1, D4
D, d, d, H8 7, d, d, d, D9 2, c8 2, cJ 3, c6 5, c7 7, D7 2, D6 7, s5 7, DK 5, sQ 5, s6 4, H5 4,
d, d, d, H10 3, c9 3, DJ 5, s2 A, s3 A, H4 B, c5 C, s4 A, D5 D, c6 C, s5 A, D6 D, D7 D, c7 C, c8
C, H5 B, H6 B, s6 A, s7 A, D8 D, D9 D, H7 B, H8 B, c9 C, c10 C, s8 A, s9 A, D10 D, DJ D, s10 A,
sJ A, DQ D, sQ A, DK D, H9 B, H10 B, HJ B, cJ C, cQ C, cK C, HQ B, HK B, sK A"""
WINNING = [
    "deal" if words == "d" else f"move {words}"
    for words in " ".join(WHOLE_GAME.split()).split(", ")
]
"""A won game of the handout's start file, found by search."""

PATIENCE = 120
"""Seconds after which a game that does not answer has failed its test."""


def handout_file(name: str) -> str:
    """The file of this name, as the handout prints it."""
    (text,) = re.findall(rf"(?ms)^```text {re.escape(name)}\n(.*?)^```$", HANDOUT)
    return str(text)


EXAMPLE = handout_file("example.txt")
SAVED = handout_file("game.txt")
SHORT = handout_file("almost.txt")


# Positions


def shuffled(seed: int) -> Table:
    """The table that this seed deals."""
    deck = tuple(Random(seed).sample(DECK, 52))
    cuts = [size * (size + 1) // 2 for size in range(8)]
    return set_up(tuple(deck[left:right] for left, right in pairwise(cuts)), deck[28:])


def table(stock: str = "|", foundations: str = "[] [] [] []", **piles: str) -> Table:
    """A table with the cards named; the rest of the deck lies face down in pile 7, under p7."""
    named = " ".join((stock, *piles.values()))
    seen = {read_card(word) for word in re.findall(r"[HDcs](?:10|[2-9AJQK])", named)}
    for top in foundations.split():
        card = None if top == "[]" else read_card(top)
        while card:
            seen.add(card)
            card = card.below
    rest = " ".join(f"[{card}]" for card in DECK if card not in seen)
    lines = ["solitaire 1", f"stock: {stock}"]
    lines += [f"{slot}: {top}" for slot, top in zip(SLOTS, foundations.split(), strict=True)]
    for name in PILES:
        cards = piles.get(f"p{name}", "")
        lines.append(f"{name}: {rest} {cards}" if name == "7" else f"{name}: {cards}")
    return read_save("\n".join(lines))


def after(before: Table, *lines: str) -> Table:
    """The table after these commands."""
    game = History(before)
    for line in lines:
        command = read_command(line)
        assert isinstance(command, Move | Deal | Undo)
        game = play(game, command)
    return game.now


def line_of(now: Table, label: str) -> str:
    """What the screen shows after this label."""
    (text,) = [
        line.removeprefix(f"{label}:").strip()
        for line in draw(now).splitlines()
        if line.startswith(f"{label}:")
    ]
    return text


def cards_of(now: Table) -> list[Card]:
    """All cards on the table."""
    cards = [*now.stock.dealt, *now.stock.coming]
    for top in now.foundations:
        card = top
        while card:
            cards.append(card)
            card = card.below
    return cards + [card for pile in now.piles for card in pile.hidden + pile.shown]


def is_whole(now: Table) -> bool:
    """Whether each card of the deck is on the table exactly once."""
    return len(cards_of(now)) == len(DECK) and set(cards_of(now)) == set(DECK)


def legal(now: Table) -> list[Action]:
    """Everything that can be done, a deal last."""
    tops = [now.stock.shown, *now.foundations]
    cards = [card for card in tops if card] + [card for pile in now.piles for card in pile.shown]
    found: list[Action] = []
    for card in cards:
        for target in PILES + SLOTS:
            with suppress(Refused):
                move(now, card, target)
                found.append(Move(card, target))
    return found if now.stock.is_empty else [*found, Deal()]


@cache
def wander(seed: int) -> tuple[Table, ...]:
    """The tables of a random game of 60 steps, the first one included. Half are moves or more."""
    rng = Random(seed)
    tables = [shuffled(seed)]
    for _ in range(60):
        actions = legal(tables[-1])
        if not actions:
            break
        action = rng.choice([rng.choice(actions), actions[-1]])
        tables.append(play(History(tables[-1]), action).now)
    return tuple(tables)


SEEDS = st.integers(0, 23)


# Cards and commands


def test_cards_are_read_as_they_are_written_and_in_any_case() -> None:
    for card in DECK:
        for word in (str(card), str(card).upper(), str(card).lower()):
            assert read_card(word) == card
    assert {"H3", "sA", "cJ", "D10"} <= {str(card) for card in DECK}


@pytest.mark.parametrize("word", ["", "H", "H1", "H11", "X3", "3H", "H03", "HA ", "[]", "♥A", "H٣"])
def test_other_words_are_no_cards(word: str) -> None:
    with pytest.raises(Refused):
        read_card(word)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("move h3 5", Move(read_card("H3"), "5")),
        ("  MOVE\tSA   d ", Move(read_card("sA"), "D")),
        ("Deal", Deal()),
        ("undo", Undo()),
        ("menu", Menu()),
        ("HELP", Menu()),
        ("quit", Quit()),
        ("SAVE Games/One.txt", Save("Games/One.txt")),
        ("load  two  blanks.txt ", Load("two  blanks.txt")),
    ],
)
def test_a_line_spells_a_command(line: str, command: Command) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize(
    "line",
    [
        *("mvoe H3 5", "move", "move H3", "move H3 5 6", "move H3 to 5", "move H3 8", "move H3 0"),
        *("move H3 E", "move H3 AB", "move H3 ٣", "move 5 H3", "deal 2", "undo 2", "menu 2"),
        *("quit now", "save", "load", "", "[]", "\x00"),
    ],
)
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(Refused):
        read_command(line)


def test_the_menu_names_every_command() -> None:
    assert all(word in MENU for word in "move deal undo save load menu help quit".split())


# Rules


@pytest.mark.parametrize(
    ("before", "line", "shown"),
    [
        (table(p1="H4", p7="c5"), "move H4 7", {"1": ""}),
        (table(p1="c5 H4", p2="H6", p7="cK"), "move c5 2", {"1": "", "2": "H6 c5 H4"}),
        (table(p1="c5 H4 s3", p2="s5", p7="cK"), "move H4 2", {"1": "c5", "2": "s5 H4 s3"}),
        (table(p1="[D2] sA", p2="H2", p7="cK"), "move sA 2", {"1": "D2", "2": "H2 sA"}),
        (table(p1="[D2] sA", p7="cK"), "move sA C", {"Foundations": "A []  B []  C sA  D []"}),
        (table("sA |", p7="cK"), "move sA A", {"Stock": "XX"}),
        (table("D3 sA | c4", p7="cK"), "move sA A", {"Stock": "D3"}),
        (table("sA | c4", p7="cK"), "move sA A", {"Stock": "[]"}),
        (table("DK |", p7="cK"), "move DK 3", {"3": "DK", "Stock": "XX"}),
        (table(p1="[D2] DK sQ", p7="cK"), "move DK 3", {"3": "DK sQ", "1": "D2"}),
        (table(foundations="[] H3 [] []", p1="H4", p7="cK"), "move H4 B", {"1": ""}),
        (table(foundations="[] H3 [] []", p1="c4", p7="cK"), "move H3 1", {"1": "c4 H3"}),
        (table(foundations="sA [] [] []", p1="H2", p7="cK"), "move sA 1", {"1": "H2 sA"}),
    ],
)
def test_a_legal_move_is_made(before: Table, line: str, shown: dict[str, str]) -> None:
    now = after(before, line)
    assert {label: line_of(now, label) for label in shown} == shown
    assert is_whole(now)


@pytest.mark.parametrize(
    ("before", "line"),
    [
        pytest.param(table(p1="H4", p7="D5"), "move H4 7", id="own colour"),
        pytest.param(table(p1="H4", p7="c6"), "move H4 7", id="two ranks higher"),
        pytest.param(table(p1="H4", p7="c4"), "move H4 7", id="same rank"),
        pytest.param(table(p1="H4", p7="c3"), "move H4 7", id="one rank lower"),
        pytest.param(table(p1="HQ", p7="cK"), "move HQ 2", id="only kings on an empty pile"),
        pytest.param(table(p1="c5 H4", p2="s5", p7="cK"), "move c5 2", id="only the last fits"),
        pytest.param(table(p1="c5 H4", p7="cK"), "move H4 1", id="where it lies"),
        pytest.param(table(p1="c5 H4", p7="cK"), "move c5 1", id="where it lies, covered"),
        pytest.param(table(p1="[c5] H4", p2="D6", p7="cK"), "move c5 2", id="face down"),
        pytest.param(table("c5 D9 |", p2="D6", p7="cK"), "move c5 2", id="dealt and covered"),
        pytest.param(table("D9 | c5", p2="D6", p7="cK"), "move c5 2", id="not dealt yet"),
        pytest.param(table("| c5", p2="D6", p7="cK"), "move c5 2", id="stock reset"),
        pytest.param(table(p1="[D2] H2 sA", p7="cK"), "move H2 A", id="no ace"),
        pytest.param(table(p1="D2 sA", p7="cK"), "move D2 A", id="several to a free foundation"),
        pytest.param(
            table(foundations="DA [] [] []", p1="D2 sA", p7="cK"),
            "move D2 A",
            id="several to a foundation",
        ),
        pytest.param(
            table(foundations="DA [] [] []", p1="H2", p7="cK"), "move H2 A", id="another suit"
        ),
        pytest.param(
            table(foundations="DA [] [] []", p1="D3", p7="cK"), "move D3 A", id="not next"
        ),
        pytest.param(
            table(foundations="DA [] [] []", p1="D2", p7="cK"), "move D2 B", id="another slot"
        ),
        pytest.param(
            table(foundations="D3 [] [] []", p1="c3", p7="cK"), "move D2 1", id="under a top card"
        ),
        pytest.param(
            table(foundations="DA [] [] []", p7="cK"), "move DA B", id="between foundations"
        ),
        pytest.param(
            table(foundations="DA [] [] []", p1="c3", p7="cK"), "move DA 1", id="back, not fitting"
        ),
        pytest.param(table(p7="cK"), "deal", id="empty stock"),
        pytest.param(table("H3 |", p7="cK"), "undo", id="nothing to undo"),
    ],
)
def test_an_illegal_action_is_refused(before: Table, line: str) -> None:
    with pytest.raises(Refused):
        after(before, line)


def test_the_stock_is_dealt_reset_and_dealt_again() -> None:
    now, seen = table("| H3 c4 D9", p7="cK"), []
    for _ in range(8):
        now = deal(now)
        seen.append(line_of(now, "Stock"))
    assert seen == ["H3", "c4", "D9", "[]", "H3", "c4", "D9", "[]"]


def test_a_card_taken_leaves_the_others_in_their_order() -> None:
    now, seen = table("| H3 cA D9", p7="cK"), []
    for line in ("deal", "deal", "move cA A", "deal", "deal", "deal", "deal"):
        now = after(now, line)
        seen.append(line_of(now, "Stock"))
    assert seen == ["H3", "cA", "H3", "D9", "[]", "H3", "D9"]


def test_the_game_is_won_with_four_kings() -> None:
    before = read_save(SHORT)
    won = after(before, "deal", "move cK C", "deal", "move sK D")
    assert [is_won(before), is_won(won)] == [False, True]
    assert [WON in draw(before), WON in draw(won)] == [False, True]
    assert line_of(won, "Stock") == "XX"


@given(SEEDS)
def test_no_card_is_lost_and_the_last_of_each_pile_is_face_up(seed: int) -> None:
    for now in wander(seed):
        assert is_whole(now)
        assert all(pile.shown or not pile.hidden for pile in now.piles)


@given(SEEDS)
def test_the_screen_shows_no_face_down_card(seed: int) -> None:
    for now in wander(seed):
        words = draw(now).split()
        assert not {str(card) for pile in now.piles for card in pile.hidden} & set(words)
        assert words.count("[]") >= sum(len(pile.hidden) for pile in now.piles)
        assert re.sub(r"\x1b\[\d+m", "", coloured(draw(now))) == draw(now)


# Undo


@given(SEEDS, st.integers(0, 60), st.integers(0, STEPS))
def test_undo_gives_the_earlier_tables(seed: int, steps: int, undos: int) -> None:
    tables = wander(seed)[: steps + 1]
    game = History(tables[0])
    for now in tables[1:]:
        game = game.then(now)
    undos = min(undos, len(tables) - 1)
    for back in range(1, undos + 1):
        game = play(game, Undo())
        assert game.now == tables[-1 - back]


@given(SEEDS, st.lists(st.sampled_from("sssu"), max_size=40))
def test_undo_among_new_steps_is_a_bounded_stack(seed: int, ways: list[str]) -> None:
    rng = Random(seed)
    game, past = History(shuffled(seed)), list[Table]()
    for way in ways:
        now = game.now
        if way == "s":
            game = play(game, rng.choice(legal(now)))
            past = [*past, now][-5:]
        elif past:
            game = play(game, Undo())
            assert game.now == past.pop()
        else:
            with pytest.raises(Refused):
                play(game, Undo())


def test_a_new_step_after_an_undo_leaves_the_earlier_ones() -> None:
    game = History(shuffled(1))
    tables = [game.now]
    for _ in range(3):
        game = play(game, Deal())
        tables.append(game.now)
    game = play(play(game, Undo()), legal(tables[2])[0])
    for now in (tables[2], tables[1], tables[0]):
        game = play(game, Undo())
        assert game.now == now
    with pytest.raises(Refused):
        play(game, Undo())


# Saves


@given(SEEDS)
def test_what_is_saved_is_loaded(seed: int) -> None:
    for now in wander(seed):
        assert read_save(write_save(now)) == now


def test_lines_may_stand_in_any_order_among_comments_and_blanks() -> None:
    header, *lines = SAVED.splitlines()
    lines = [f"\t{line.replace(' ', '   ')}  # here\r\n\n" for line in reversed(lines)]
    assert read_save(f"# mine\n\n{header}\n" + "".join(lines)) == read_save(SAVED)


def changed(old: str, new: str) -> str:
    """The save with one text in place of another, which it holds once."""
    assert SAVED.count(old) == 1
    return SAVED.replace(old, new)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: not a save"),
        ("\n# only this\n", "line 1: not a save"),
        (EXAMPLE, "line 2: not a save"),
        (SAVED.replace("solitaire 1\n", ""), "line 1: not a save"),
        (changed("solitaire 1", "solitaire"), "line 1: not a save"),
        (changed("solitaire 1", "solitaire 0"), "line 1: this save has another version"),
        (changed("solitaire 1", "solitaire 2"), "line 1: this save has another version"),
        (changed("solitaire 1", "solitaire 1.5"), "line 1: this save has another version"),
        (changed("1:\n", ""), "the line '1:' is missing"),
        (changed("1:\n", "1:\n8:\n"), "line 8: '8:' is not one of the lines"),
        (changed("1:\n", "1:\n1:\n"), "line 8: '1:' is already in line 7"),
        (changed("1:\n", "1\n"), "line 7: '1' is not one of the lines"),
        (changed("D8 |", "D8"), "line 2: one | is needed"),
        (changed("D8 |", "| D8 |"), "line 2: one | is needed"),
        (changed("A: []", "A:"), "line 3: '' is not a card"),
        (changed("A: []", "A: XX"), "line 3: 'XX' is not a card"),
        (changed("[c10]", "[c11]"), "line 9: 'c11' is not a card"),
        (changed("[c10]", "[c10"), "line 9: '\\[c10' is not a card"),
        (changed("[c10]", "[]"), "line 9: '' is not a card"),
        (changed("cQ H2", "cQ"), "cards are missing: H2$"),
        (changed("cQ H2", "cQ H2 H2"), "line 2: H2 is in line 2 already"),
        (changed("1:\n", "1: H2\n"), "line 7: H2 is in line 2 already"),
        (changed("A: []", "A: HA"), "line 3: HA is in line 2 already"),
        (changed("C: []", "C: H3"), "line 5: H2 is in line 2 already"),
        (changed("[c3] [c10] H4", "[c3] H4 [c10]"), "line 9: c10 lies face down on H4"),
        (changed("[c3] [c10] H4", "[c3] [c10] [H4]"), "line 9: H4 is the last card"),
        (changed("c6 D5 c4", "c6 c4 D5"), "line 10: c4 cannot lie on c6"),
        (changed("D2 sA", "sA D2"), "line 8: D2 cannot lie on sA"),
    ],
)
def test_a_bad_save_is_refused_with_line_and_reason(text: str, why: str) -> None:
    with pytest.raises(Refused, match=f"^{why}") as refusal:
        read_save(text)
    assert "\n" not in str(refusal.value)


def damaged(rng: Random, text: str) -> str:
    """The text after one to three kinds of damage."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
        words = lines[here].split(" ")
        place = rng.randrange(len(text) + 1)
        match rng.randrange(9):
            case 0:
                lines[here], lines[there] = lines[there], lines[here]
            case 1:
                del lines[here]
            case 2:
                lines.insert(there, lines[here])
            case 3:
                rng.shuffle(words)
                lines[here] = " ".join(words)
            case 4:
                words[rng.randrange(len(words))] = rng.choice(
                    [*map(str, DECK), "[]", "|", "[sA]", "[H", "XX", "\x00", "#", "٣:", "solitaire"]
                )
                lines[here] = " ".join(words)
            case 5:
                lines = [text[:place] + text[place + rng.randint(1, 9) :]]
            case 6:
                added = rng.choice("HDcsAKJQ0123[]|:# \n\t\r\0\u2028é")
                lines = [text[:place] + added + text[place:]]
            case 7:
                lines = [text[:place]]
            case _:
                lines[here] = re.sub(r"[\[\]]", "", lines[here])
        text = "\n".join(lines)
    return text


def survives(text: str) -> bool:
    """Whether the text is a save, whose table is then whole; else it is refused in one line."""
    try:
        now = read_save(text)
    except Refused as refusal:
        why = str(refusal)
    else:
        assert is_whole(now)
        assert read_save(write_save(now)) == now
        legal(now)
        return True
    assert why
    assert len(why.splitlines()) == 1
    return False


def damage_many(count: int) -> int:
    """How many of so many damaged saves are saves all the same."""
    rng = Random(count)
    saves = [write_save(now) for seed in range(10) for now in wander(seed)[::6]]
    return sum(survives(damaged(rng, rng.choice(saves))) for _ in range(count))


def test_damaged_saves_are_refused_or_whole() -> None:
    assert 10 < damage_many(600) < 590


@given(st.text())
def test_any_text_is_refused(text: str) -> None:
    assert not survives(text)
    assert not survives(f"solitaire 1\n{text}")
    with pytest.raises(Refused):
        read_start(text)


# Start files


def test_a_start_file_sets_up_the_table() -> None:
    now = read_start(EXAMPLE)
    assert not now.stock.dealt
    assert [len(pile.hidden) for pile in now.piles] == list(range(7))
    assert [str(pile.shown[0]) for pile in now.piles] == "D5 c4 H4 c6 D3 s3 sA".split()
    assert (str(now.stock.coming[0]), len(now.stock.coming)) == ("cK", 24)
    assert read_start("\n".join(reversed(EXAMPLE.splitlines()))) == now


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("1: D5", "", "the line '1:' is missing"),
        ("1: D5", "1: D5\n1: D5", "line 3: '1:' is already in line 2"),
        ("1: D5", "0: D5", "line 2: '0: D5' is not one"),
        ("D3", "D33", "line 6: 'D33' is not a card"),
        ("D3", "[D3]", r"line 6: '\[D3\]' is not a card"),
        ("H2 ", "", "cards are missing: H2"),
        ("H2 ", "H2 H2 ", "line 10: H2 is in line 10 already"),
        ("H2 ", "D5 ", "line 10: D5 is in line 2 already"),
        ("3: c3 c10 H4\n4:", "3: c3 c10\n4: H4", "line 4: pile 3 has 2 cards, not 3"),
    ],
)
def test_a_bad_start_file_is_refused(old: str, new: str, why: str) -> None:
    assert EXAMPLE.count(old) == 1
    with pytest.raises(Refused, match=f"^{why}"):
        read_start(EXAMPLE.replace(old, new))


# Files


def test_a_save_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    files.write_text(str(path), "old\n")

    def no_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_disk)
    with pytest.raises(Refused, match="No space left"):
        files.write_text(str(path), "new\n")
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    files.write_text(str(path), "new\n")
    assert path.read_text() == "new\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * 70_000, None])
def test_what_is_no_text_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "game.txt"
    path.mkdir() if content is None else path.write_bytes(content)
    with pytest.raises(Refused):
        files.read_text(str(path))


@pytest.mark.parametrize("name", ["", "\0", "nowhere/game.txt", ".", "x" * 5000])
def test_bad_names_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused):
        files.write_text(name, "text")
    with pytest.raises(Refused):
        files.read_text(name)
    assert not list(tmp_path.iterdir())


# The program


def environment(**changes: str) -> dict[str, str]:
    """The environment of a game: ours without what changes Python or the colours."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name != "NO_COLOR"
    }
    fixed = {"TERM": "xterm", "PYTHONPATH": str(SOLUTION), "PYTHONDONTWRITEBYTECODE": "1"}
    return {**ours, **fixed, **changes}


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What the program did in this folder that was given this input."""
    return subprocess.run(
        [sys.executable, "-m", "terminal", *arguments],
        input=typed,
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the handout prints, but for the save that is to be written."""
    for name in re.findall(r"(?m)^```text (\S+)$", HANDOUT):
        (tmp_path / name).write_text(handout_file(name), encoding="utf-8")
    (tmp_path / "game.txt").unlink()
    return tmp_path


def test_the_session_of_the_handout_is_played_as_it_is_printed(folder: Path) -> None:
    printed = "".join(re.findall(r"(?ms)^```console\n(.*?)^```$", HANDOUT))
    command, _, session = printed.partition("\n")
    assert command == "$ python3 -m terminal example.txt"
    assert len(re.findall(r"(?m)^> ", session)) == printed.count("> ") > 30
    typed = "".join(f"{line}\n" for line in re.findall(r"(?m)^> (.*)$", session))
    played = run(folder, "example.txt", typed=typed)
    assert played.stdout == session
    assert (played.stderr, played.returncode) == ("", 0)
    assert (folder / "game.txt").read_text(encoding="utf-8") == SAVED


def test_a_bad_start_file_ends_the_program_as_the_handout_says(folder: Path) -> None:
    for old, new in (("D3", "D33"), ("H2 ", "")):
        (folder / "wrong.txt").write_text(EXAMPLE.replace(old, new), encoding="utf-8")
        refused = run(folder, "wrong.txt")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert f"\n{refused.stderr}```\n" in HANDOUT
    assert run(folder, "nowhere.txt").returncode == 2


def test_the_menu_of_the_handout_is_the_programs() -> None:
    assert f"> menu\n{MENU}\n```" in HANDOUT


def test_odd_input_is_refused_and_the_game_goes_on(folder: Path) -> None:
    typed = "\n  \nsave\x00x\nsave \x00\nload example.txt\nload .\nmove ♥A 1\nmove \x1b 1\ndeal\n"
    played = run(folder, "example.txt", typed=typed)
    assert (played.stderr, played.returncode) == ("", 0)
    assert len(re.findall(r"(?m)^Error: ", played.stdout)) == 6
    assert played.stdout.endswith("sA\n> \nGoodbye.\n")
    assert "Stock: cK" in played.stdout


def test_a_whole_game_is_won_with_a_save_a_load_and_undos(folder: Path) -> None:
    half = len(WINNING) // 2
    lines = [*WINNING[:half], "save half.txt", *WINNING[half : half + 4], *["undo"] * 3]
    lines += ["deal", "load half.txt", *WINNING[half:], "undo", WINNING[-1]]
    played = run(folder, "example.txt", typed="".join(f"{line}\n" for line in lines))
    assert "Error" not in played.stdout
    before, _, end = played.stdout.partition(WON)
    assert "XX" in before
    assert end.count(WON) == 1
    assert "A sK  B HK  C cK  D DK" in end
    assert (played.stderr, played.returncode) == ("", 0)


def test_a_load_that_is_refused_leaves_the_game_and_its_undo(folder: Path) -> None:
    lines = ["deal", "deal", "load damaged.txt", "load nowhere.txt", "undo", "undo", "undo"]
    played = run(folder, "example.txt", typed="".join(f"{line}\n" for line in lines))
    noted = re.findall(r"(?m)^(Stock: .*|Error: line|Error: \w+)", played.stdout)
    assert noted == [
        *("Stock: []", "Stock: cK", "Stock: D8", "Error: line", "Error: nowhere"),
        *("Stock: cK", "Stock: []", "Error: there"),
    ]


def test_damaged_files_never_end_the_game(folder: Path) -> None:
    rng = Random(5)
    for number in range(200):
        data = bytearray(damaged(rng, SAVED).encode())
        for _ in range(rng.choice([0, 1, 1, 40])):
            place = rng.randrange(len(data) + 1)
            data[place : place + 1] = rng.randbytes(rng.randint(0, 3))
        (folder / f"{number}.txt").write_bytes(data)
    typed = "".join(f"load {number}.txt\n" for number in range(200))
    played = run(folder, "example.txt", typed=typed)
    assert (played.stderr, played.returncode) == ("", 0)
    assert len(re.findall(r"(?m)^(?:Error|Stock): ", played.stdout)) == 201


def test_the_solution_needs_the_standard_library_alone() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in SOLUTION.glob("terminal/*.py"))
    imported = set(re.findall(r"(?m)^\s*(?:from|import) (\w+)", text))
    assert imported <= sys.stdlib_module_names


# A real terminal


TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "terminal", *sys.argv[1:]])
"""
"""Becomes the game, with the terminal's keys (Ctrl-C) as signals."""


class CapturedOutput:
    """A game on a terminal: keys go in, and what it shows is read."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal

    def press(self, keys: str) -> str:
        """What is shown after these keys, up to the next prompt or to the end."""
        os.write(self._terminal, keys.encode())
        return self.read()

    def interrupt(self) -> str:
        """What is shown to the end, after Ctrl-C."""
        # Between its prompt and its wait for a key a process can miss the first Ctrl-C.
        shown, until = "", time.monotonic() + PATIENCE
        while "Goodbye" not in shown and time.monotonic() < until:
            os.write(self._terminal, b"\x03")
            shown += self.read(patience=1)
        return shown

    def read(self, patience: float = PATIENCE) -> str:
        """What is shown up to the next prompt, or to the end."""
        shown, until = b"", time.monotonic() + patience
        while not shown.endswith(b"\n> ") and time.monotonic() < until:
            if not select.select([self._terminal], [], [], 0.2)[0]:
                continue
            try:
                shown += os.read(self._terminal, 4096)
            except OSError:  # the program has gone
                break
        return shown.decode().replace("\r\n", "\n")


@contextmanager
def on_terminal(folder: Path, *arguments: str, **changes: str) -> Iterator[CapturedOutput]:
    """The game, started on a terminal of its own."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment(**changes),
        start_new_session=True,
    ) as process:
        os.close(theirs)
        try:
            yield CapturedOutput(process, ours)
        finally:
            os.close(ours)
            process.kill()


def test_a_game_on_a_real_terminal(folder: Path) -> None:
    with on_terminal(folder, "example.txt") as screen:
        opening = screen.read()
        assert "\n1: \x1b[31mD5\x1b[0m\n2: [] c4\n" in opening
        assert "\n1: \x1b[31mD5\x1b[0m c4\n" in screen.press("move c4 1\n")
        assert "\nSaved to game.txt.\n" in screen.press("save game.txt\n")
        assert "\nStock: cK\n" in screen.press("deal\n")
        assert "\n\x1b[31mError:\x1b[0m " in screen.press("move cK 2\n")
        assert "\nStock: []\n" in screen.press("undo\n")
        assert opening.endswith(screen.press("undo\n").removeprefix("undo\n"))
        assert "\n1: \x1b[31mD5\x1b[0m c4\n" in screen.press("load game.txt\n")
        assert screen.press("\x04").endswith("\nGoodbye.\n")
        assert screen.process.wait(PATIENCE) == 0
    assert read_save((folder / "game.txt").read_text()) == after(read_start(EXAMPLE), "move c4 1")


def test_a_random_deal_can_be_played_again_by_its_number(folder: Path) -> None:
    def opening(*arguments: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "terminal", *arguments],
            input="",
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.splitlines()

    first = opening()
    found = re.fullmatch(r"Deal (\d+): play it again with --deal \1\.", first[0])
    assert found
    assert opening("--deal", found[1]) == first
    assert opening("--deal", "7")[1:] != opening("--deal", "8")[1:]
    assert opening("example.txt")[0] == "Type menu to see what you can type."
    assert opening("example.txt", "--deal", "7") == []


def test_a_line_can_be_edited_and_typed_again(folder: Path) -> None:
    with on_terminal(folder, "example.txt", NO_COLOR="1") as screen:
        screen.read()
        assert "\nStock: cK\n" in screen.press("eal\x01d\n")
        assert "\nStock: D8\n" in screen.press("\x1b[A\n")


def test_ctrl_c_ends_the_game_and_colours_can_be_refused(folder: Path) -> None:
    with on_terminal(folder, "example.txt", NO_COLOR="1") as screen:
        assert "\x1b" not in screen.read()
        assert screen.interrupt().endswith("\nGoodbye.\n")
        assert screen.process.wait(PATIENCE) == 130


# The marks


def test_the_marks_add_up() -> None:
    rows = re.findall(r"(?m)^\| (\**)(?:\d )?`([a-z_.]+)`\** \| .* \| \**([\d.]+)\** \|$", HANDOUT)
    exercises = {name: Fraction(worth) for bold, name, worth in rows if bold}
    criteria = {name: Fraction(worth) for bold, name, worth in rows if not bold}
    assert list(exercises.values()) == [5, 20, 20, 10, 15, 30, 20]
    assert len(criteria) == len(rows) - len(exercises)
    assert all(worth % Fraction(1, 2) == 0 for worth in criteria.values())
    for exercise, worth in exercises.items():
        parts = [part for name, part in criteria.items() if name.partition(".")[0] == exercise]
        assert sum(parts) == worth


if __name__ == "__main__":
    whole = damage_many(10_000)
    sys.stdout.write(f"10,000 damaged saves: {10_000 - whole} refused, {whole} whole\n")
