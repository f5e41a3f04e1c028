"""The suites: what a drawing says, which questions are asked in which edition, on which boards."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from drawn import any_board
from hypothesis import given
from hypothesis import strategies as st
from klondike import game
from klondike.board import Board, Column, Pillars, Placed
from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from klondike.drawn import drawn
from klondike.errors import MoveError
from lazily import lazily
from patience_grader.course.coursework import read_coursework
from patience_grader.marks.scheme import Criterion
from patience_grader.sandbox.answers import Answer, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.suite.cases import Arguments, Cases, Refusal
from patience_grader.suite.judging import Value as RightValue
from patience_grader.suite.judging import why_wrong
from suites.klondike.bank import boards
from suites.klondike.bank.aspects import aspect_of
from suites.klondike.bank.endings import endings
from suites.klondike.bank.pool import pool
from suites.klondike.bank.reference import reference
from suites.klondike.bank.simpler import simpler, size
from suites.klondike.manner import MANNER
from suites.klondike.screen import CapturedOutput, read_screen
from suites.klondike.sideways import sideways
from vectors_reader import example_board, examples, flaws, visible

if TYPE_CHECKING:
    from suites.klondike import test_setup, test_show, test_shuffle, test_solve
else:
    test_setup = lazily("suites.klondike.test_setup")
    test_show = lazily("suites.klondike.test_show")
    test_shuffle = lazily("suites.klondike.test_shuffle")
    test_solve = lazily("suites.klondike.test_solve")

ROOT = Path(__file__).parents[3]
COURSEWORK = read_coursework(ROOT, "klondike")
CRITERIA = {criterion.id: criterion for criterion in COURSEWORK.scheme.criteria}
MOVES = {
    "draw": {"DeckEmpty"},
    "move": {"InvalidCount", "MovingTooManyCards", "ColumnKing", "WrongOrder"},
    "move_stack": {
        *("InvalidCount", "ColumnEmpty", "MovingTooManyCards"),
        *("ColumnKing", "WrongOrder"),
    },
    "move_from_discard": {"DiscardEmpty", "ColumnKing", "WrongOrder"},
    "move_to_pillar": {"DiscardEmpty", "ColumnEmpty", "WrongPillarOrder"},
    "move_from_pillar": {"PillarEmpty", "ColumnKing", "WrongOrder"},
    "solve": set[str](),
}
"""The moves, and every error that the interface names for them."""
REFUSED = {"empty", "highest"}
"""Aspects whose cases are refused although their criterion names no error."""
ALWAYS_TOGETHER = {"move_stack": {"InvalidCount", "ColumnEmpty", "MovingTooManyCards"}}
"""Errors that are never the only right one."""


# Reading a drawing


FIGURE = example_board(examples()["figure2_show"]["board"])
SHOWN = game.show(FIGURE)
HEADER = "[0] [1] [2] [3] [4] [5] [6]"
ROWS = examples()["figure2_show"]["printed"]["rows"]
SEEN = CapturedOutput(
    deck_sizes=(7,),
    discard=("♠5", "♠6"),
    pillars={"spades": ("♠2",), "clubs": (), "hearts": ("♥2",), "diamonds": ("♦2",)},
    has_header=True,
    columns=tuple(tuple(row[column] for row in ROWS if row[column]) for column in range(7)),
    rows=tuple(tuple(cell for cell in row if cell) for row in ROWS),
)
"""What the figure shows, by the rows that were printed in the document."""


def top_and_cells() -> tuple[str, list[list[str]]]:
    """The figure's text above its columns, and the columns' cells row by row."""
    top, _, rows = SHOWN.partition(HEADER + "\n")
    cells = [
        [row.ljust(28)[4 * column : 4 * column + 3] for column in range(7)]
        for row in rows.splitlines()
    ]
    return top, cells


def laid_out(
    cell: Callable[[str], str], number: str = "[{}]", between: str = " ", ends: str = ""
) -> str:
    """The figure with its cells and column numbers laid out in another way."""
    top, cells = top_and_cells()
    rows = [[number.format(column) for column in range(7)], *cells]
    return top + "\n".join(ends + between.join(map(cell, row)) + ends for row in rows)


def coloured(text: str) -> str:
    """The text with a colour before each suit, another before each value, and bold words."""
    red = re.sub(r"([♦♥])(10|[2-9AJQK])", "\x1b[1;31m\\1\x1b[38;5;9m\\2\x1b[0m", text)
    return re.sub(r"(?m)^(\w+)", "\x1b[1m\\1\x1b[22m", red)


def boxed() -> str:
    """The figure with a frame round its columns and a rule round the whole."""
    top, cells = top_and_cells()
    rows = [f"│ {' │ '.join(row)} │" for row in cells]
    rule = "┼".join("─" * 5 for _ in range(7))
    header = f"│ {' │ '.join(f' {column} ' for column in range(7))} │"
    above = "".join(f"║ {line:40}║\n" for line in top.splitlines())
    return f"╔{'═' * 40}╗\n{above}┌{rule}┐\n{header}\n├{rule}┤\n" + "\n".join(rows)


LAYOUTS = {
    "as the solution draws it": SHOWN,
    "colours": coloured(SHOWN),
    "other escapes": "\x1b[2J\x1b[H\x1b]0;Klondike\x07" + SHOWN,
    "tabs": laid_out(str.strip, between="\t"),
    "tabs before every cell": laid_out(str.strip, between="\t", ends="\t"),
    "lower case": SHOWN.lower(),
    "capitals": SHOWN.upper(),
    "boxes": boxed(),
    "no commas": SHOWN.replace(", ", " "),
    "commas without blanks": SHOWN.replace(", ", ","),
    "wide": laid_out(lambda cell: cell.ljust(12)),
    "centred": laid_out(lambda cell: cell.strip().center(9)),
    "left-justified": laid_out(lambda cell: cell.strip().ljust(3)),
    "tight": laid_out(lambda cell: cell, between=""),
    "a header without brackets": laid_out(str, number=" {} "),
    "a header of words": laid_out(lambda cell: cell.strip().center(9), number="col {}"),
    "a header with dots": laid_out(str, number="{}. "),
    "blank lines": SHOWN.replace("\n", "\n\n"),
    "blanks at the ends": SHOWN.replace("\n", "   \n"),
    "Windows line ends": SHOWN.replace("\n", "\r\n"),
    "a rule under the header": SHOWN.replace(HEADER, f"{HEADER}\n{'-' * 27}"),
    "an empty pillar as a word": SHOWN.replace("<empty>", "none"),
    "an empty pillar as a dash": SHOWN.replace("<empty>", "-"),
    "an empty pillar as nothing": SHOWN.replace("<empty>", ""),
    "an empty pillar as hidden cards": SHOWN.replace("<empty>", "??"),
    "the count of discards": SHOWN.replace("Discard:", "Discard pile (2 cards):"),
    "cards with a blank inside": re.sub(r"([♠♣♦♥])(\d?.)(?=,|$)", r"\1 \2", SHOWN, count=1),
    "other names": SHOWN.replace("Discard:", "discards are").replace("Spades:", "Spade ="),
    "pillars in one line": re.sub(r"\n  ", "  ", SHOWN),
    "other order": "\n".join(
        [*reversed(SHOWN.partition("\n\n")[0].splitlines()), SHOWN.partition("\n\n")[2]]
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_drawing_is_read_in_any_layout(layout: str) -> None:
    assert read_screen(LAYOUTS[layout]) == SEEN


def test_a_drawing_without_a_header_still_has_columns() -> None:
    seen = read_screen(SHOWN.replace(HEADER + "\n", ""))
    assert not seen.has_header
    assert seen.columns == SEEN.columns


FAULTS = {
    "no deck size": ("Deck size: 7\n", "", "deck_sizes"),
    "another deck size": ("Deck size: 7", "Deck size: 9", "deck_sizes"),
    "two deck sizes": ("Deck size: 7", "Deck size: 7 of 52", "deck_sizes"),
    "no discards": ("Discard: ♠5, ♠6\n", "", "discard"),
    "discards in the other order": ("♠5, ♠6", "♠6, ♠5", "discard"),
    "another card on a pillar": ("Hearts: ♥2", "Hearts: ♥3", "pillars"),
    "a pillar that is not named": ("  Hearts: ♥2\n", "", "pillars"),
    "a card on an empty pillar": ("<empty>", "♣A", "pillars"),
    "columns numbered from 1": (HEADER, "[1] [2] [3] [4] [5] [6] [7]", "has_header"),
    "six column numbers": (HEADER, HEADER[:-4], "has_header"),
    "a row that has slipped by a column": (" ♥9      ♣J", "     ♥9  ♣J", "columns"),
    "rows in the other order": (" ♣4\n ♦3\n", " ♦3\n ♣4\n", "columns"),
    "a hidden card that shows": ("???  ♦9", " ♣A  ♦9", "columns"),
    "two question marks": ("???  ♦9", " ??  ♦9", "columns"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_drawing_is_seen(fault: str) -> None:
    right, wrong, part = FAULTS[fault]
    assert SHOWN.count(right) == 1
    assert getattr(read_screen(SHOWN.replace(right, wrong)), part) != getattr(SEEN, part)


@given(any_board())
def test_what_the_solution_draws_is_read_as_it_is(board: Board) -> None:
    seen = read_screen(game.show(board))
    assert seen.deck_sizes == (len(board.deck),)
    assert seen.discard == tuple(str(card).strip() for card in reversed(board.discard[:3]))
    assert seen.pillars == {
        suit.name.lower(): (f"{suit.symbol}{top}",) if (top := board.pillars.top(suit)) else ()
        for suit in Suit
    }
    assert seen.columns == tuple(
        tuple(str(card).strip() if face else "???" for card, face in reversed(column))
        for column in board.columns
    )


@pytest.mark.parametrize("text", ["", "\n", "TODO", SHOWN.partition("\n\n")[2]], ids=repr)
def test_a_text_without_labels_can_be_read(text: str) -> None:
    assert read_screen(text).deck_sizes == ()


PIECES = [*SHOWN.split(), *"0 1 2 3 4 5 6".split(), "\n", " ", "\t", "\x1b[31m", "♠", "1", "A"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)))
def test_any_text_with_a_label_can_be_read(text: str) -> None:
    seen = read_screen(f"deck\n{text}")
    assert len(seen.columns) == 7
    drawn = {card for row in seen.rows for card in row}
    assert {card for column in seen.columns for card in column} <= drawn


# Questions


@pytest.fixture(scope="module", autouse=True)
def _imported() -> None:
    """The suites of the marked edition, made before other tests make anything.

    A public edition is made in a process of its own.
    """
    for exercise in {one.exercise for one in CRITERIA.values()}:
        importlib.import_module(f"suites.klondike.test_{exercise}")


@cache
def cases_of(criterion: str) -> tuple[Cases, ...]:
    """The cases that the test of a criterion asks."""
    exercise, _, aspect = criterion.partition(".")
    module = importlib.import_module(f"suites.klondike.test_{exercise}")
    test = getattr(module, f"test_{aspect}")
    named = (getattr(module, name, None) for name in test.__code__.co_names)
    return tuple(one for one in named if isinstance(one, Cases))


def cases_of_exercise(exercise: str) -> Iterator[Cases]:
    """The cases of all criteria of an exercise."""
    for criterion in CRITERIA.values():
        if criterion.exercise == exercise:
            yield from cases_of(criterion.id)


def refusals(cases: Cases) -> list[tuple[str, ...]]:
    """The errors that are right, for every case in which some are."""
    return [case.expected.names for case in cases.cases if isinstance(case.expected, Refusal)]


def board_of(arguments: Arguments) -> Board:
    """The board that a question is asked on."""
    return cast(Board, arguments[-1])


@pytest.mark.parametrize("criterion", CRITERIA)
def test_a_criterion_has_cases_of_its_own_function(criterion: str) -> None:
    assert cases_of(criterion)
    for cases in cases_of(criterion):
        assert cases.cases
        assert cases.function.partition(".")[2] == CRITERIA[criterion].exercise


@pytest.mark.parametrize(
    "criterion", [one for one in CRITERIA.values() if one.exercise in MOVES], ids=lambda one: one.id
)
def test_the_cases_of_a_move_examine_what_their_criterion_says(criterion: Criterion) -> None:
    aspect = criterion.id.partition(".")[2]
    named = set(re.findall(r"`([A-Z]\w+)`", criterion.title))
    for cases in cases_of(criterion.id):
        for case in cases.cases:
            assert aspect_of(cases.function, case.arguments) == aspect
            assert list(flaws(board_of(case.arguments))) == []
            refused = case.expected.names if isinstance(case.expected, Refusal) else ()
            assert named <= set(refused)
            assert bool(refused) == (bool(named) or aspect in REFUSED)


@pytest.mark.parametrize("exercise", MOVES)
def test_every_error_of_a_move_is_asked_for(exercise: str) -> None:
    names = [one for cases in cases_of_exercise(exercise) for one in refusals(cases)]
    together = ALWAYS_TOGETHER.get(exercise, set())
    assert {name for (name, *others) in names if not others} == MOVES[exercise] - together
    assert set().union(*names) >= MOVES[exercise]


@pytest.mark.parametrize("exercise", MOVES)
def test_a_move_is_also_asked_for_where_it_is_allowed(exercise: str) -> None:
    assert any(
        not isinstance(case.expected, Refusal)
        for cases in cases_of_exercise(exercise)
        for case in cases.cases
    )


def from_an_empty_column(exercise: str) -> Iterator[tuple[Arguments, set[str]]]:
    """The questions with an empty source, and the errors that are right."""
    for cases in cases_of_exercise(exercise):
        for case in cases.cases:
            *_, source, _, board = cast(tuple[int, int, Board], case.arguments)
            if not board.columns[source]:
                assert isinstance(case.expected, Refusal)
                yield case.arguments, set(case.expected.names)


def test_a_move_from_an_empty_column_is_refused_with_what_the_handout_names() -> None:
    required = list(from_an_empty_column("move"))
    assert required
    for (count, *_), names in required:
        assert isinstance(count, int)
        assert names == ({"InvalidCount"} if count < 1 else {"MovingTooManyCards", "ColumnEmpty"})
    stacks = list(from_an_empty_column("move_stack"))
    assert stacks
    assert all(names == ALWAYS_TOGETHER["move_stack"] for _, names in stacks)


# Boards


ANY_BOARD = any_board()


@given(ANY_BOARD)
def test_a_generated_board_keeps_the_invariants(board: Board) -> None:
    assert list(flaws(board)) == []


@given(ANY_BOARD)
def test_a_simpler_board_is_whole_and_no_larger(board: Board) -> None:
    for one in simpler(board):
        assert list(flaws(one)) == []
        assert one != board
        assert size(one) <= size(board)


@given(ANY_BOARD)
def test_a_board_can_be_made_simpler_until_all_cards_are_in_the_deck(board: Board) -> None:
    while size(board):
        board = min(simpler(board), key=size)
    assert (len(board.deck), list(simpler(board))) == (52, [])


@pytest.mark.parametrize("left", [0, 1])
def test_so_it_can_where_the_deck_has_to_stay_as_small_as_it_is(left: int) -> None:
    board = next(one for one in pool() if len(one.deck) == left and sum(map(len, one.columns)) > 20)
    while found := [one for one in simpler(board) if len(one.deck) == left and one.discard]:
        board = min(found, key=size)
    assert not any(board.columns)
    assert len(board.discard) <= max(1, 13 * left)


def test_a_long_run_on_a_king_becomes_a_king_and_a_queen() -> None:
    suits = (Suit.SPADES, Suit.HEARTS)
    run = tuple(Placed(Card(suits[value % 2], Value(value)), True) for value in range(6, 14))
    deck = tuple(card for card in deck_of_52() if Placed(card, True) not in run)
    question: Arguments = (8, 6, 5, Board(deck, (), Pillars(), (*((),) * 6, run)))
    while found := [one for one in MANNER.simpler("game.move", question) if _moves_a_run(one)]:
        question = found[0]
    assert question[:3] == (2, 6, 5)
    assert cast(Board, question[3]).columns[6] == run[-2:]


def _moves_a_run(question: Arguments) -> bool:
    return question[0] != 1 and aspect_of("game.move", question) == "king"


POOL = """
import hashlib, sys
sys.path[:0] = ["solution", "grader"]
from suites.klondike.bank.pool import pool
print(hashlib.sha256(repr(pool()).encode()).hexdigest())
"""
"""Prints a fingerprint of the pool."""


def fingerprint_of_pool(hash_seed: int, before: str = "") -> subprocess.Popen[str]:
    """A fresh process that runs some code and then prints the pool's fingerprint."""
    return subprocess.Popen(
        [sys.executable, "-B", "-c", before + POOL],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def fingerprints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The pool's fingerprint in a process, and in one that has imported another module."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "other.py").write_text(f"NUMBERS = {list(range(20, 120))}\n")
    importing = f"import sys; sys.path.append({str(folder)!r}); import other\n"
    running = [fingerprint_of_pool(1), fingerprint_of_pool(2, importing)]
    printed = [process.communicate()[0].strip() for process in running]
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in printed)
    return printed


def test_the_pool_is_the_same_in_every_process_whatever_is_imported(
    fingerprints: list[str],
) -> None:
    assert fingerprints[0] == fingerprints[1]


CORNERS: dict[str, Callable[[Board], bool]] = {
    "neither deck nor discards": lambda board: not board.deck and not board.discard,
    "a deck of one card": lambda board: len(board.deck) == 1,
    "one discard": lambda board: len(board.discard) == 1,
    "two discards": lambda board: len(board.discard) == 2,
    "more discards than are shown": lambda board: len(board.discard) > 3,
    "a full pillar": lambda board: Value.KING in map(board.pillars.top, Suit),
    "a pillar with its ace alone": lambda board: Value.ACE in map(board.pillars.top, Suit),
    "no card on any pillar": lambda board: not any(map(board.pillars.top, Suit)),
    "an empty column": lambda board: not all(board.columns),
    "two empty columns": lambda board: board.columns.count(()) > 1,
    "no empty column": lambda board: all(board.columns),
    "a run from king to ace": lambda board: 13 in map(len, map(visible, board.columns)),
    "a column of more than 12 cards": lambda board: max(map(len, board.columns)) > 12,
    "a hidden king": lambda board: any(
        placed.card.value == Value.KING and not placed.visible
        for column in board.columns
        for placed in column
    ),
    "a king alone on hidden cards": lambda board: any(
        len(visible(column)) == 1 < len(column) and column[0].card.value == Value.KING
        for column in board.columns
    ),
    "a king alone in a column": lambda board: any(
        len(column) == 1 and column[0].card.value == Value.KING for column in board.columns
    ),
    "seven columns without hidden cards": lambda board: all(
        column and visible(column) == column for column in board.columns
    ),
    "a won game": game.is_won,
}


@pytest.mark.parametrize("corner", CORNERS)
def test_the_pool_reaches_every_corner(corner: str) -> None:
    assert any(map(CORNERS[corner], pool()))


# The public edition


ALL_THERE_ARE = {
    *("deck_of_52.count", "deck_of_52.once", "deck_of_52.all"),
    *("is_won.won", "can_stack.fits", "can_stack_on_pillar.ace", "can_stack_on_pillar.next"),
}
"""Criteria that ask all that can be asked, so that both editions ask the same."""
SHARED_IN_PART = {"can_stack.colour", "can_stack_on_pillar.only_ace"}
"""In both editions are all pairs of one colour and the right values, and all twos."""

PUBLIC = """
import sys
sys.path[:0] = ["solution", "grader", "tests/support", "tests/courseworks/klondike"]
from patience_grader.suite.bank import Edition, making
with making(Edition(public=True)):
    import json, test_suites
    json.dump(test_suites.written(), sys.stdout)
"""
"""Prints the questions of the public edition."""


def written() -> dict[str, list[str]]:
    """The questions of each criterion of this edition, each as the function and its arguments."""
    return {
        criterion: [
            f"{cases.function}{case.arguments}"
            for cases in cases_of(criterion)
            for case in cases.cases
        ]
        for criterion in CRITERIA
    }


@pytest.fixture(scope="module")
def public() -> dict[str, list[str]]:
    """The questions of each criterion of the public edition."""
    command = [sys.executable, "-B", "-c", PUBLIC]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(ran.stdout)
    return found


def test_no_public_question_is_a_marked_one(public: dict[str, list[str]]) -> None:
    marked = {question for questions in written().values() for question in questions}
    shared = {criterion for criterion, required in public.items() if marked.intersection(required)}
    assert shared == ALL_THERE_ARE | SHARED_IN_PART
    same = {criterion for criterion, required in public.items() if marked.issuperset(required)}
    assert same == ALL_THERE_ARE


@pytest.mark.parametrize("criterion", CRITERIA)
def test_a_criterion_has_a_public_twin(criterion: str, public: dict[str, list[str]]) -> None:
    assert public[criterion]


BESIDE_THE_BANK = COURSEWORK.suites_handed_out
GIVEN = {f"klondike.{name}" for name in COURSEWORK.shared_types}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports from."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                below = {f"{module}.{alias.name}" for alias in names}
                yield from below if module == "klondike" else {module}


@pytest.mark.parametrize("path", BESIDE_THE_BANK, ids=lambda path: path.stem)
def test_what_is_handed_out_needs_neither_the_solution_nor_a_package(path: Path) -> None:
    for module in imported(path):
        first = module.partition(".")[0]
        assert module in GIVEN or first in {"suites", "patience_grader", *sys.stdlib_module_names}


# What the book says, and boards without it


def fully_visible(column: Column) -> Column:
    """The column with all of its cards face up."""
    return tuple(Placed(card, True) for card, _ in column)


def solved_by_chance(rng: Random, board: Board) -> Board:
    """What `solve` may make of a board: hidden cards go up only by chance, all others must."""
    shown = {card for column in board.columns for card, face in column if face}
    while going := [
        index
        for index, column in enumerate(board.columns)
        for card, _ in column[:1]
        if game.can_stack_on_pillar(card, board.pillars.top(card.suit))
    ]:
        index = rng.choice(going)
        if not shown & {board.columns[one][0].card for one in going} and rng.random() < 0.3:
            break
        board = game.flip(game.move_to_pillar(index, board))
    return board


@given(ANY_BOARD, st.randoms(use_true_random=False))
def test_what_solve_may_make_of_a_board_is_known(board: Board, rng: Random) -> None:
    known = endings(board)
    assert game.solve(board) in known
    assert solved_by_chance(rng, board) in known
    assert len(set(known)) == len(known) < 32


def test_a_call_that_solve_makes_is_judged_by_its_own_rules() -> None:
    board = next(one for one in pool() if one.deck)
    expected = test_solve.COLUMNS_ONLY.manner.expect_inside("game.draw", (board,))
    assert isinstance(expected, RightValue)
    assert expected.accepts(game.draw(board))


def reason_for(cases: Cases, arguments: Arguments, value: object) -> str:
    """Why the cases do not accept this value; empty when they do."""
    return why_wrong(Returned(value), cases.manner.expect(cases.function, arguments))


SORTED = tuple(sorted(deck_of_52()))
DEALT = game.setup(SORTED)


@pytest.mark.parametrize(
    ("aspect", "dealt", "reason"),
    [
        (
            "ORDERED",
            game.setup((SORTED[0], SORTED[2], SORTED[7], *SORTED[3:7], SORTED[1], *SORTED[8:])),
            "column 1 was dealt ♠3 ♠8, and should be dealt ♠2 ♠3",
        ),
        (
            "NEWEST_FIRST",
            replace(DEALT, columns=tuple(one[::-1] for one in DEALT.columns)),
            "from index 0 on, column 1 is ♠2 ♠3, and should be ♠3 ♠2",
        ),
        ("NEWEST_FIRST", game.setup(SORTED[::-1]), ""),
        (
            "VISIBLE",
            replace(DEALT, columns=tuple(map(fully_visible, DEALT.columns))),
            "♠3 ♠2 can be seen in column 1, and only ♠3 should be",
        ),
        ("VISIBLE", replace(DEALT, columns=tuple(one[::-1] for one in DEALT.columns)), ""),
        ("REST", replace(DEALT, deck=SORTED[27:]), "the deck has 25 cards, not 24"),
        (
            "REST",
            replace(DEALT, deck=DEALT.deck[::-1]),
            "the cards of the deck are in another order",
        ),
        ("REST", replace(DEALT, deck=SORTED[:24]), "the deck has other cards"),
        ("REST", replace(game.setup(SORTED[::-1]), deck=SORTED[:24]), ""),
    ],
)
def test_feedback_says_what_is_wrong_with_a_deal(aspect: str, dealt: Board, reason: str) -> None:
    assert reason_for(getattr(test_setup, aspect), (SORTED,), dealt) == reason


@pytest.mark.parametrize(
    ("aspect", "written", "instead", "reason"),
    [
        ("DECK_SIZE", "size: 7", "size: 9", "the deck size reads 9"),
        ("DECK_SIZE", "size: 7", "", "no deck size can be read"),
        (
            "DISCARD_ORDER",
            "♠5, ♠6",
            "♠6, ♠5",
            "the discards read ♠6 ♠5, not ♠5 ♠6",
        ),
        ("PILLARS", "♥2", "2", "the pillar of hearts reads no card, not ♥2"),
        ("PILLARS", "Hearts", "Herts", "the pillar of hearts is not named"),
        ("EMPTY_PILLAR", "<empty>", "♣A", "the empty pillar of clubs reads ♣A"),
        ("HEADER", "[6]", "", "no line with the column numbers 0 to 6 can be read"),
        ("HIDDEN_CARDS", " ♦9 ???", " ♦9  ♦7", "the number of ??? is 10, not 11"),
        ("ANY_LENGTH", "     ♦5", "♦5", "under [5] stands ??? ♦9 ♦5, not ??? ♦9"),
        ("EVERY_CARD", "     ♦5", "", "♦5 of column 6 is not drawn"),
        ("EVERY_CARD", "♦5", "♦5 ♦A", "♦A is drawn, and lies in no column"),
    ],
)
def test_feedback_says_what_was_read(aspect: str, written: str, instead: str, reason: str) -> None:
    cases, board = getattr(test_show, aspect), FIGURE
    text = game.show(board)
    assert not reason_for(cases, (board,), text)
    assert reason_for(cases, (board,), text.replace(written, instead)) == reason


@pytest.mark.parametrize("aspect", ["COLUMNS_ONLY", "HIDDEN"])
def test_who_stops_early_leaves_alone_what_must_be_left_alone(aspect: str) -> None:
    cases: Cases = getattr(test_solve, aspect)
    for (board,) in (case.arguments for case in cases.cases):
        assert isinstance(board, Board)
        assert not reason_for(cases, (board,), game.solve(board))
        assert not reason_for(cases, (board,), board)


@pytest.mark.parametrize(
    ("aspect", "change", "reason"),
    [
        (
            "COLUMNS_ONLY",
            lambda board: game.move_to_pillar(None, board),
            "the discard pile has changed",
        ),
        (
            "COLUMNS_ONLY",
            lambda board: replace(game.move_to_pillar(None, board), discard=board.discard),
            "a card went up that lay in no column",
        ),
        (
            "HIDDEN",
            lambda board: replace(board, columns=tuple(map(fully_visible, board.columns))),
            "a card that was not uncovered has moved or was turned",
        ),
        (
            "HIDDEN",
            lambda board: replace(board, columns=((),) * 7),
            "the cards that left the columns are not those that came to the pillars",
        ),
    ],
)
def test_feedback_says_what_solve_should_have_left_alone(
    aspect: str, change: Callable[[Board], Board], reason: str
) -> None:
    cases: Cases = getattr(test_solve, aspect)
    boards = [case.arguments[0] for case in cases.cases]
    board = next(one for one in boards if isinstance(one, Board) and can_change(change, one))
    assert reason_for(cases, (board,), change(board)) == reason


def can_change(change: Callable[[Board], Board], board: Board) -> bool:
    """Whether the change is allowed on this board."""
    try:
        return game.flip(change(board)) != game.flip(board)
    except MoveError:
        return False


def test_a_board_is_drawn_sideways_where_the_book_has_no_picture() -> None:
    lines = sideways(FIGURE).splitlines()
    assert lines[:5] == [
        "deck: 7 cards, ♠4 on top",
        "discards: ♠5 ♠6 (the last is the newest)",
        "pillars: ♠2 ♣- ♦2 ♥2",
        "columns, each in a line, the last card at its end:",
        "[0] ♦K ♣Q ♥J ♠10 ♥9 ♣8 ♥7 ♣6 ♥5 ♣4 ♦3 ♣2",
    ]
    assert lines[8:] == ["[4] ??? ??? ??? ♥6", "[5] ??? ♦9", "[6] ??? ??? ??? ♦5"]
    assert sideways(boards.won()).splitlines()[:5] == [
        "deck: 0 cards",
        "discards: none",
        "pillars: ♠K ♣K ♦K ♥K",
        "columns, each in a line, the last card at its end:",
        "[0] (empty)",
    ]


# Snippets


def test_lines_to_paste_draw_what_comes_back() -> None:
    board = replace(FIGURE, deck=FIGURE.deck[:2])
    assert drawn(board).splitlines() == [
        "deck, its top first: ♠4 ♠8",
        "discard pile, its top first: ♠6 ♠5",
        "pillars: ♠2 ♣- ♦2 ♥2",
        "[0] ♦K ♣Q ♥J ♠10 ♥9 ♣8 ♥7 ♣6 ♥5 ♣4 ♦3 ♣2",
        "[1] ♥K ♠Q ♦J",
        "[2] (♣A) (♣3) ♠K ♥Q ♣J ♦10 ♣9",
        "[3] (♦Q) (♥10) ♦6 ♣5 ♥4",
        "[4] (♣K) (♣10) (♣7) ♥6",
        "[5] (♠3) ♦9",
        "[6] (♠9) (♦4) (♦7) ♦5",
    ]
    assert drawn(list(board.deck)) == "♠4 ♠8"
    assert drawn(board.columns[5]) == "(♠3) ♦9"


@pytest.mark.parametrize(
    "odd",
    [None, True, (), [3], replace(FIGURE, deck=cast(Any, FIGURE.columns[0])), FIGURE.columns[5][0]],
)
def test_what_cannot_be_drawn_is_written_as_python_does(odd: object) -> None:
    assert drawn(odd) == repr(odd)


RUN_ALL = """
import contextlib, io, json, sys
results = []
for code in json.load(sys.stdin):
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
        except Exception as raised:
            error = type(raised).__name__
    results.append([printed.getvalue(), error])
json.dump(results, sys.stdout)
"""
"""Runs each snippet in a namespace of its own; prints what each printed, and its error."""


def questions() -> Iterator[tuple[str, Arguments]]:
    """A few questions of every criterion, the first and the last among them."""
    for criterion in CRITERIA:
        for cases in cases_of(criterion):
            count = len(cases.cases)
            for number in sorted({0, count // 3, 2 * count // 3, count - 1}):
                yield cases.function, cases.cases[number].arguments


@cache
def asked() -> list[tuple[str, Arguments]]:
    """The questions, made once they are needed."""
    return list(questions())


@cache
def snippets() -> list[str]:
    """Lines that ask each of the questions."""
    return [MANNER.snippet(function, arguments) for function, arguments in asked()]


def outcomes() -> Iterator[tuple[str, str]]:
    """What the reference returns to each question, printed, or the error it raises."""
    for function, arguments in asked():
        try:
            value = reference(function, arguments)
            yield f"{value if function == 'game.show' else drawn(value)}\n", ""
        except MoveError as error:
            yield "", type(error).__name__


def in_the_solution(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    """What a fresh Python did, started in the folder that holds the package."""
    return subprocess.run(
        [sys.executable, "-E", "-B", "-X", "utf8", *arguments],
        input=typed,
        cwd=ROOT / "solution",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_there_are_snippets_of_every_function() -> None:
    functions = {function.partition(".")[2] for function, _ in asked()}
    assert functions == {exercise.name for exercise in COURSEWORK.scheme.exercises}


def test_a_snippet_run_as_a_program_prints_what_the_reference_returns() -> None:
    ran = in_the_solution("-c", RUN_ALL, typed=json.dumps(snippets()))
    assert ran.returncode == 0, ran.stderr
    for snippet, came, right in zip(snippets(), json.loads(ran.stdout), outcomes(), strict=True):
        assert tuple(came) == right, snippet


def test_a_snippet_pasted_into_python_prints_what_the_reference_returns() -> None:
    pasted = [f"{snippet}\nprint('=====')\n" for snippet in snippets()]
    ran = in_the_solution("-i", "-q", typed="".join(pasted))
    printed = ran.stdout.split("=====\n")[:-1]
    assert printed == [text for text, _ in outcomes()]
    assert "SyntaxError" not in ran.stderr


@pytest.mark.parametrize("size", ["1.5", "1,000", ",5", "7," * 9_000, "1" * 9_000])
def test_what_is_no_whole_number_is_no_size_of_a_deck(size: str) -> None:
    assert read_screen(f"Deck size: {size}").deck_sizes == ()


@pytest.mark.parametrize("size", ["24", "24.", "(24)", "24, 3"])
def test_a_whole_number_is_the_size_of_a_deck(size: str) -> None:
    assert read_screen(f"Deck size: {size}").deck_sizes[0] == 24


class Shuffling:
    """Stands for a submission that shuffles in this way, and counts what it is asked."""

    files: Mapping[str, str] = {}
    reading = None
    troubles: Mapping[str, Answer] = {}

    def __init__(self, draw: Callable[[Random, int], int]) -> None:
        self._draw = draw
        self.count = 0

    def ask(self, batch: Batch, about: object = None) -> list[Answer]:
        self.count += len(batch)
        return [Returned(self._shuffled(*arguments), (0,)) for _, arguments in batch.asked]

    def decide(self) -> None:
        """Nothing is sent ahead anyway."""

    def _shuffled(self, seed: Any, deck: Any) -> tuple[Any, ...]:
        rng, cards = Random(seed.seed), list(deck)
        for here in range(len(cards) - 1):
            there = here + self._draw(rng, len(cards) - here)
            cards[here], cards[there] = cards[there], cards[here]
        return tuple(cards)


@pytest.mark.parametrize(
    ("draw", "asked"),
    [
        (lambda rng, n: rng.randrange(n), 100),
        (lambda rng, n: int(rng.random() * n), 100),
        (lambda rng, n: n - 1 - rng.randrange(n), 1_300),
    ],
)
def test_a_shuffle_is_counted_unless_it_is_known_to_be_fair(
    draw: Callable[[Random, int], int], asked: int
) -> None:
    student = Shuffling(draw)
    test_shuffle.test_fair(cast(Any, student))
    assert student.count == asked
