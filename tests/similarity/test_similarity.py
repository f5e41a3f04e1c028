"""Which submissions are alike: planted copies are found, independent work is not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.report.similar import PROVES_NOTHING, similar_page
from patience_grader.similarity.compare import compare
from patience_grader.similarity.tokens import MAX_CHARACTERS, names_in, tokens
from patience_grader.similarity.winnow import GRAM, WINDOW, Token, fingerprints
from planted import WAYS, given_files, renamed, right_submissions
from sample import ROOT

FILES = ("deck.py", "game.py")
LEAST = 0.4

TEXT = '''
def total(cards, most=7):
    """How much they are worth."""
    found = 0
    for card in cards:  # each of them
        if card.value < most and "x" not in card.name:
            found += card.value * 2 ** 3
    return found
'''
RENAMED = """
def sum_up( hand , limit = 99 ):

    # something else
    result = 5
    for one in hand :
        if (one.value < limit and
                'yy' not in one.name): result += one.value*2**3
    '''no docstring'''
    return result
"""


def kinds(text: str, given_names: set[str] | None = None) -> list[str]:
    return [one.kind for one in tokens({"a.py": text}, given_names or set())]


def test_names_layout_comments_and_docstrings_do_not_count() -> None:
    mine = kinds(TEXT)
    other = [one for one in kinds(RENAMED.replace("(one.value <", "one.value <")) if one]
    assert kinds("def f(a): return a + 1") == kinds("def  g( b ) : # x\n  return b+2")
    assert mine[:8] == ["def", "a name", "(", "a name", ",", "a name", "=", "a number"]
    assert "a string" in mine
    assert mine[: mine.index("for")] == other[: other.index("for")]
    assert mine != kinds(TEXT.replace("<", ">"))


def test_names_that_were_given_stay() -> None:
    assert kinds("move(board)", {"move"}) == ["move", "(", "a name", ")"]
    assert names_in("def move(board): 'quoted'  # said") == {"def", "move", "board"}


def test_lines_are_those_of_the_file() -> None:
    found = tokens({"a.py": 'x = """\n\n"""\ny = \\\n 3\n'})
    assert [one.line for one in found] == [1, 1, 1, 4, 4, 5]


@given(st.text(st.characters() | st.sampled_from("'\"\\#\n rbf([0._")))
def test_whatever_is_submitted_becomes_tokens(text: str) -> None:
    found = tokens({"a.py": text})
    assert [one.line for one in found] == sorted(one.line for one in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        "'''",
        '"""',
        "'",
        '"',
        "\\",
        "''' \"\"\" ",
        "r'",
        "((((",
        "#",
        "\n",
        "0",
        "_",
        "'\\",
        "€",
        "f'",
    ],
)
def test_no_text_takes_long(part: str) -> None:
    begun = process_time()
    fingerprints(tokens({"a.py": part * (10 * MAX_CHARACTERS // len(part))}))
    assert process_time() - begun < 20


def test_what_is_long_enough_and_shared_is_found_wherever_it_stands() -> None:
    rng = random.Random(5)
    shared = [str(rng.random()) for _ in range(GRAM + WINDOW - 1)]
    for _ in range(50):
        both = []
        for _ in range(2):
            before = [str(rng.random()) for _ in range(rng.randrange(40))]
            words = [*before, *shared, *(str(rng.random()) for _ in range(rng.randrange(40)))]
            some = fingerprints([Token(word, "a.py", 1) for word in words])
            both.append({one.value for one in some})
        assert both[0] & both[1]


def right() -> dict[str, dict[str, str]]:
    return right_submissions("klondike", FILES)


def skeleton() -> dict[str, str]:
    return given_files("klondike", FILES)


def test_planted_copies_are_found_and_independent_work_is_not() -> None:
    cohort: dict[str, Mapping[str, str]] = {**right()}
    planted = set()
    ways = list(WAYS.values())
    for number, (name, files) in enumerate(sorted(right().items())):
        way = ways[number % len(ways)]
        cohort[f"{name}+"] = {file: way(text) for file, text in files.items()}
        planted.add((name, f"{name}+"))
    assert len(planted) > 15
    found = compare(cohort, skeleton(), LEAST)
    pairs = {(one.pair.one, one.pair.other) for one in found.alike}
    groups = {(one, other) for group in found.identical for one in group for other in group}
    assert len(planted & (pairs | groups)) >= 0.95 * len(planted)
    assert pairs <= planted
    shares = [one.pair.share for one in found.alike]
    assert shares == sorted(shares, reverse=True)


def test_identical_submissions_are_a_group_and_one_stands_in_for_them() -> None:
    one, other, *_ = right().values()
    found = compare({"A": one, "B": dict(one), "C": other, "D": dict(one)}, skeleton(), LEAST)
    assert found.identical == (("A", "B", "D"),)
    assert found.alike == ()
    assert found.compared == 4


def test_what_was_given_to_everybody_is_nobodys_own() -> None:
    one = {"game.py": (ROOT / "solution/klondike/game.py").read_text("utf-8")}
    two = {"game.py": one["game.py"] + "\nmine = 1\n"}
    assert compare({"A": one, "B": two}, one, LEAST).alike == ()
    assert compare({"A": one, "B": two}, {}, LEAST).alike[0].pair.share == 1
    assert compare({"A": one, "B": dict(one)}, one, LEAST).identical == ()


def test_the_page_shows_both_sides_as_text_and_says_what_it_is_worth() -> None:
    text = renamed(next(iter(right().values()))["game.py"])
    odd = "</pre><script>x</script>\x1b[2J"
    cohort = {"<A>": {"game.py": f"{text}\n# {odd}\n"}, "B": {"game.py": text}}
    found = compare(cohort, {}, LEAST)
    page = similar_page(found, cohort, "Cards", LEAST)
    assert PROVES_NOTHING in page
    assert "<script" not in page
    assert "\x1b" not in page
    assert "100 %: &lt;A&gt; and B" in page
    assert page.count("<mark>") > 20
    assert PROVES_NOTHING in similar_page(compare({}, {}, LEAST), {}, "Cards", LEAST)
