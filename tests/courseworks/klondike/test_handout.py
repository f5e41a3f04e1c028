"""The handout: its examples run, its drawings are drawn so, and its tables are the code's."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from klondike import commands, deck, errors, game, study
from klondike.__main__ import WORDS
from klondike.board import Board
from klondike.deck import deck_of_52
from klondike.errors import MoveError
from klondike.game import draw, flip, move, setup, show, solve
from markdown_it import MarkdownIt
from markdown_it.token import Token
from patience_grader.course.coursework import read_coursework
from vectors_reader import example_board, examples

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "handout" / "klondike.md").read_text(encoding="utf-8")
FRONT, _, BODY = TEXT.removeprefix("+++\n").partition("\n+++\n")
COURSEWORK = read_coursework(ROOT, "klondike")
FUNCTIONS = [exercise.name for exercise in COURSEWORK.scheme.exercises]
TOKENS = MarkdownIt("commonmark").enable("table").parse(BODY)
IMPORTS = """\
from klondike.cards import *
from klondike.board import *
from klondike.errors import *
from klondike.deck import *
from klondike.game import *
import random
"""


def fences(language: str) -> list[Token]:
    """The fenced blocks of a language."""
    return [token for token in TOKENS if token.type == "fence" and token.info == language]


def tables(header: list[str], tokens: list[Token] = TOKENS) -> Iterator[list[list[str]]]:
    """The rows below each table with this header, cell by cell."""
    rows: list[list[str]] = []
    for token, inside in zip(tokens, [*tokens[1:], None], strict=True):
        match token.type:
            case "table_open":
                rows = []
            case "tr_open":
                rows.append([])
            case "th_open" | "td_open":
                rows[-1].append(inside.content if inside else "")
            case "table_close" if rows[0] == header:
                yield rows[1:]


def sections() -> dict[str, list[Token]]:
    """What stands under each heading, up to the next heading of any level."""
    found: dict[str, list[Token]] = {"": []}
    heading = ""
    for token, inside in zip(TOKENS, [*TOKENS[1:], None], strict=True):
        if token.type == "heading_open" and inside:
            heading = inside.content
            assert heading not in found
            found[heading] = []
        found[heading].append(token)
    return found


SECTIONS = sections()


def section(function: str) -> list[Token]:
    """What stands under the heading of a function."""
    (heading,) = (one for one in SECTIONS if re.fullmatch(rf"(Exercise \d+: )?{function}", one))
    return SECTIONS[heading]


# Examples


EXAMPLES = [block for block in fences("python") if ">>>" in block.content]


def line(block: Token) -> int:
    """The line of the handout in which a block begins."""
    assert block.map
    return FRONT.count("\n") + 4 + block.map[0]


def test_every_python_block_is_an_example_and_the_imports_come_first() -> None:
    assert fences("python") == EXAMPLES
    assert EXAMPLES[0].content.replace(">>> ", "") == IMPORTS
    assert BODY.count(">>> ") == sum(block.content.count(">>> ") for block in EXAMPLES)


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: f"line {line(block)}")
def test_an_example_runs_as_it_is_printed(block: Token) -> None:
    names: dict[str, object] = {}
    exec(IMPORTS, names)
    at = line(block)
    example = doctest.DocTestParser().get_doctest(block.content, names, f"line {at}", None, at)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted == block.content.count(">>> ")


def test_code_that_is_read_is_the_code_that_is_there() -> None:
    read = re.findall(r"(?ms)^```python (\S+)\n(.*?)^```$", BODY)
    assert [name for name, _ in read] == ["drawing.py"]
    for name, text in read:
        assert text in (COURSEWORK.solution / name).read_text(encoding="utf-8")


# Drawings


def around(name: str) -> tuple[Board, Board]:
    """The boards before and after a move of the document that the coursework comes from."""
    noted = examples()[name]
    return example_board(noted["completed_before"]), example_board(noted["completed_after"])


def side_by_side(before: Board, call: str, after: Board) -> str:
    """Two drawings as the handout puts them."""
    rows = zip_longest(
        ["before", "", *show(before).splitlines()],
        [f"after {call}", "", *show(after).splitlines()],
        fillvalue="",
    )
    return "".join(f"{left:38}{right}".rstrip() + "\n" for left, right in rows)


def drawings() -> Iterator[str]:
    """Every board that the handout draws, as the solution draws it."""
    figure = example_board(examples()["figure2_show"]["board"])
    yield show(figure) + "\n"
    deal = setup(tuple(sorted(deck_of_52())))
    yield show(deal) + "\n"
    yield show(draw(draw(draw(draw(deal))))) + "\n"
    yield side_by_side(deal, "draw(board)", draw(deal))
    before, after = around("move")
    yield side_by_side(before, "move(2, 2, 6, board)", after)
    before, after = around("movest")
    yield side_by_side(before, "move_stack(1, 0, board)", game.move_stack(1, 0, before))
    yield side_by_side(game.move_stack(1, 0, before), "flip(board)", after)
    before, after = around("movefd")
    yield side_by_side(before, "move_from_discard(5, board)", after)
    before, after = around("movetp_discard")
    yield side_by_side(before, "move_to_pillar(None, board)", after)
    before, after = around("movetp_column")
    yield side_by_side(before, "flip(move_to_pillar(4, board))", after)
    before, after = around("movefp")
    yield side_by_side(before, "move_from_pillar(Suit.HEARTS, 6, board)", after)
    before, after = around("solve")
    yield side_by_side(before, "solve(board)", after)
    partly = flip(move(2, 6, 1, move(1, 0, 6, deal)))
    yield side_by_side(partly, "flip(solve(board))", flip(solve(partly)))


def test_every_drawing_is_what_the_solution_draws() -> None:
    drawn = {block.content for block in fences("text") if "[0] [1]" in block.content}
    assert drawn == set(drawings())


def test_the_25th_draw_is_drawn_as_the_solution_draws_it() -> None:
    board = setup(tuple(sorted(deck_of_52())))
    for _ in range(24):
        board = draw(board)
    two = side_by_side(board, "draw(board)", draw(board)).splitlines(keepends=True)[:4]
    assert "".join(two) in [block.content for block in fences("text")]


# Tables


def test_the_commands_are_those_of_the_game() -> None:
    (rows,) = tables(["command", "short form", "what it does"])
    noted = [tuple(cell.replace("`", "") for cell in row) for row in rows]
    assert noted == [(form.long, form.short, form.does) for form in (*commands.FORMS, *WORDS)]


def test_the_last_commands_are_the_games_own() -> None:
    assert [form.long for form in WORDS] == ["help", "undo", "quit"]
    assert "The last three are read by the game itself." in BODY


def kinds() -> set[str]:
    """The names of all kinds of MoveError that the supplied file defines."""
    return {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, MoveError) and value is not MoveError
    }


def test_every_error_is_in_the_table_and_no_other() -> None:
    (rows,) = tables(["error", "raised when"])
    assert sorted(row[0] for row in rows) == sorted(f"`{name}`" for name in kinds())
    assert "all are kinds of `MoveError`" in " ".join(BODY.split())


def test_the_files_are_those_of_the_package() -> None:
    coursework, optional = (
        {row[0].strip("`"): "you write it" in row[1] for row in rows}
        for rows in tables(["file", "role", "what it holds"])
    )
    package = {path.name for path in COURSEWORK.solution.glob("*.*")} - {"__init__.py"}
    assert {*coursework, *optional} == package
    assert {name for name, written in coursework.items() if written} == set(COURSEWORK.required)
    assert {name for name, written in optional.items() if written} == set(COURSEWORK.optional)
    assert {name for name, written in optional.items() if not written} == set(
        COURSEWORK.not_when_marking
    )


def test_the_functions_of_the_further_study_have_their_signatures() -> None:
    signatures = [block.content.strip() for block in fences("text")]
    for function in (study.possible_moves, study.autoplay):
        written = f"{function.__name__}{inspect.signature(function)}".replace("'", "")
        assert written in signatures


FAILURES = {
    "draw": {"DeckEmpty"},
    "move": {"InvalidCount", "MovingTooManyCards", "ColumnKing", "WrongOrder"},
    "move_stack": {
        *("InvalidCount", "ColumnEmpty", "MovingTooManyCards"),
        *("ColumnKing", "WrongOrder"),
    },
    "move_from_discard": {"DiscardEmpty", "ColumnKing", "WrongOrder"},
    "move_to_pillar": {"ColumnEmpty", "DiscardEmpty", "WrongPillarOrder"},
    "move_from_pillar": {"PillarEmpty", "ColumnKing", "WrongOrder"},
}
"""What every function raises; the others raise nothing."""


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_failures_of_a_function_are_listed(function: str) -> None:
    rows = [row for table in tables(["failure", "error"], section(function)) for row in table]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row[1])]
    assert sorted(named) == sorted(FAILURES.get(function, set()))


# Headings


def written(function: str) -> str:
    """The signature of the solution's function, as its file has it."""
    found = getattr(deck, function, None) or getattr(game, function)
    return f"{function}{inspect.signature(found)}".replace("'", "")


def test_there_are_16_functions_and_each_is_marked() -> None:
    defined = {
        name
        for module in (deck, game)
        for name, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }
    assert len(FUNCTIONS) == 16
    assert set(FUNCTIONS) == defined


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_has_its_heading_and_signature(function: str) -> None:
    signature = next(token for token in section(function) if token.type == "fence")
    assert "".join(signature.content.split()) == "".join(written(function).split())


def test_the_exercises_are_numbered_as_in_the_marks_table() -> None:
    for exercise in COURSEWORK.scheme.exercises:
        under = [f"Exercise {exercise.number}: {exercise.name}", exercise.name]
        assert any(heading in SECTIONS for heading in under)
    numbers = [int(number) for number in re.findall(r"(?m)^### Exercise (\d+): ", BODY)]
    assert numbers == list(range(1, 14))
    assert {exercise.number for exercise in COURSEWORK.scheme.exercises} == {
        str(number) for number in numbers
    }


# Marks


def prose() -> str:
    """The handout without its front matter, its fenced blocks and its marks table."""
    text = re.sub(r"(?ms)^```.*?^```$", "", BODY)
    return " ".join(re.sub(r"(?ms)^\| criterion \|.*?\n\n", "", text).split())


def test_the_cap_is_the_one_of_the_front_matter() -> None:
    assert re.findall(r"capped at (\S+?)[.,]? ", prose()) == [str(COURSEWORK.cap_if_broken)]


def test_marks_stand_in_the_table_alone() -> None:
    word = r"(marks?|points?|pts|percent|per cent|%)"
    number = r"(\d+([./]\d+)?|one|two|three|four|five|six|ten|half|a)"
    assert not re.search(rf"\b{number}( a)?[ -]?{word}(?!\w)", prose(), re.IGNORECASE)
    assert not re.search(r"\b(worth|earns?|total|out of)\b[^.|]{0,20}\d", prose())
    (rows,) = tables(["criterion", "what we look for", "marks"])
    assert len(rows) == len(FUNCTIONS) + len(COURSEWORK.scheme.criteria) + 1
    assert not any(re.search(r"\d+ marks?", cell) for row in rows for cell in row)
