"""A submission sees no question before its turn, and leaves nothing in the suite's own objects."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, coursework_of, earned, marked, solution_of

SOLUTION = """
def clean(text):
    return " ".join(text.split()).lower()


def encode(text):
    return "".join(chr(ord(one) ^ 1) for one in text)


def decode(text):
    return encode(text)


def is_full(items):
    return len(items) > 2


def fill(store):
    return store.get("a")


def use(cls):
    return cls.limit


def visit(function):
    return function(1)


def below(number):
    return list(range(number % 7))


def half(number):
    return None if number % 2 else [number // 2]
"""

TESTS = """
import functools
from unittest.mock import Mock

from codes import below, clean, decode, encode, fill, half, is_full, use, visit
from hypothesis import given, strategies


class Shelf:
    def __init__(self):
        self.items = {"a": 1}

    def get(self, key):
        return self.items.get(key)

    def put(self, key, value):
        self.items[key] = value


class Plain:
    limit = 3


SHELF = Shelf()
CALLS = Mock(return_value=5)
ROWS = ((1, [1, 2]),)
count = 0


def counted(x, seen=[]):
    global count
    seen.append(x)
    count += 1
    return len(seen) + count


@functools.cache
def whole():
    return encode("whole")


def test_clean():
    once = clean("  A  Long Text ")
    assert once == clean(once)
    assert once == "a long text"

def test_encode():
    assert encode("hello") == "idmmn"

def test_decode():
    assert decode("idmmn") == "hello"

@given(strategies.text("bcd", min_size=5, max_size=5))
def test_round(text):
    code = encode(text)
    assert code != text
    assert decode(code) == text

@given(strategies.integers(0, 1000))
def test_below(number):
    found = below(number)
    found.append(-1)
    assert found == [*range(number % 7), -1]

@given(strategies.integers(0, 1000))
def test_half(number):
    assert half(number) == (None if number % 2 else [number // 2])

def test_full():
    items = []
    while not is_full(items):
        items.append(1)
    assert clean("A") == "a" and len(items) == 3

def test_cached():
    assert whole() == "vinmd"

def test_fill():
    assert fill(SHELF) == 1

def test_use():
    assert use(Plain) == 3

def test_visit():
    assert visit(counted) == 2

def test_calls():
    assert visit(CALLS) == 5
    assert CALLS.call_count == 1

def test_late():
    assert (Plain.limit, SHELF.get("a"), ROWS[0][1]) == (3, 1, [1, 2])
    assert clean("A") == "a"
"""

PEEKS = """
import gc
import sys


def requests():
    for one in gc.get_objects():
        if type(one) is list and len(one) == 4 and type(one[3]) is list and one[3][:1] == ["call"]:
            yield one[3]


def arguments():
    return [one[2][0] for one in requests() if one[2] and type(one[2][0]) is str]


def clean(text):
    if not text.startswith(" "):
        return text
    for one in arguments():
        if one.strip() == one and one.replace(" ", "") == text.replace(" ", "").lower():
            return one
    return "?"


def encode(text):
    return next((one for one in arguments() if one != text and len(one) == len(text)), "?")


def is_full(items):
    return sum("is_full" in str(one) for one in requests()) - 1 == len(items)


decode = encode
fill = use = visit = clean

seen = False


def coming():  # the request after this one, if it came with it
    frame = sys._getframe()
    while frame:
        if {"requests", "number"} <= frame.f_locals.keys():
            return next(iter(frame.f_locals["requests"][frame.f_locals["number"] + 1 :]), None)
        frame = frame.f_back


def below(number):  # what the suite has made of the answer says it
    global seen
    after = coming()
    if after is None and seen:
        return list(range(number % 7))
    for cell, content in after[1] if after else ():
        if cell < 0:
            seen = True
            return content[1:-1]
    return []


def half(number):  # that the suite drops a list says that the answer is one
    global seen
    after = coming()
    if after is None and not seen:
        return "?"
    is_list = number % 2 == 0 if after is None else any(cell < 0 for cell in after[0])
    seen |= is_list
    return [number // 2] if is_list else None
"""

POISONS = """
def clean(text):
    return "?"


encode = decode = clean


def is_full(items):
    return True


def fill(store):
    store.put("a", 666)
    store.items = {}
    return 1


def use(cls):
    cls.limit = 666
    cls.more = 5
    return 3


def visit(function):
    for _ in range(4):
        function(2)
    return 2
"""


WORDS = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    text: str
"""

KNOWN = """
from words import Word


def encode(word):
    return Word("".join(chr(ord(one) ^ 1) for one in word.text))


def shout(word):
    return Word(word.text.upper())
"""

KNOWN_TESTS = """
import pytest
from known import encode, shout
from words import Word


@pytest.mark.parametrize("text", ["hello", "theres"])
def test_encode(text):
    assert encode(Word(text)) == Word({"hello": "idmmn", "theres": "uidsdr"}[text])


def test_decode():
    assert encode(Word("idmmn")) == Word("hello")
    assert encode(Word("uidsdr")) == Word("theres")


def test_loud():
    assert shout(Word("LOUDEST")) == Word("LOUDEST")


def test_shout():
    assert shout(Word("a whisper")) == Word("A WHISPER")
"""

SEARCHES = """
import gc
from words import Word

gc.unfreeze()


def encode(word):
    for one in gc.get_objects():
        if type(one) is Word and one != word and len(one.text) == len(word.text):
            return one
    return Word("?")


def shout(word):
    for one in gc.get_objects():
        if type(one) is Word and one.text.isupper():
            return one
    return Word("?")
"""


def test_what_is_known_beforehand_answers_no_question(tmp_path: Path) -> None:
    """Values that guests know from their parent are not what other questions are answered with."""
    files = {
        "solution/known.py": KNOWN,
        "solution/words.py": WORDS,
        "stub/known.py": "",
        "tests/test_known.py": KNOWN_TESTS,
    }
    assert adopted(tmp_path, "known", files).criteria == 4
    handout = tmp_path / "course" / "handout" / "known.md"
    text = handout.read_text("utf-8")
    for before, after in {
        "shared_types = []": 'shared_types = ["words"]',
        'required = ["known.py", "words.py"]': 'required = ["known.py"]',
    }.items():
        assert before in text
        text = text.replace(before, after)
    handout.write_text(text, "utf-8")
    given = {"a_search": SEARCHES, "b_right": KNOWN}
    found = marked(tmp_path, "known", {name: {"known.py": text} for name, text in given.items()})
    assert earned(found["a_search"]) == {"known.loud"}
    assert len(earned(found["b_right"])) == 4


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    root = tmp_path_factory.mktemp("ahead")
    files = {"solution/codes.py": SOLUTION, "tests/test_codes.py": TESTS}
    assert adopted(root, "codes", files).criteria == 13
    right = solution_of(coursework_of(root, "codes"))["codes.py"]
    texts = {"a_peek": PEEKS, "b_poison": POISONS, "c_right": right}
    found: dict[str, dict[str, str]] = marked(
        root, "codes", {name: {"codes.py": text} for name, text in texts.items()}
    )
    return found


def test_what_is_asked_next_tells_no_answer(results: dict[str, dict[str, str]]) -> None:
    assert earned(results["a_peek"]) == set()
    assert "void" not in results["a_peek"].values()


def test_what_a_submission_does_to_the_suites_objects_is_gone(
    results: dict[str, dict[str, str]],
) -> None:
    assert "void" not in results["b_poison"].values()
    assert earned(results["b_poison"]) == {"codes.fill", "codes.use", "codes.visit"}
    assert len(earned(results["c_right"])) == 13
