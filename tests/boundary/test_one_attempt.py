"""A submission has one attempt at each test, and is told no answer by what it is asked next."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from adopting import adopted, earned, marked

pytestmark = pytest.mark.slow

WORDS = """
def is_palindrome(text): return text == text[::-1]
def has_vowel(text): return any(one in "aeiou" for one in text)
def compare(a, b): return (a > b) - (a < b)
"""
OF_WORDS = """
import pytest
from words import compare, has_vowel, is_palindrome

def test_palindrome():
    assert is_palindrome("anna") is True
def test_no_palindrome():
    assert is_palindrome("anne") is False
def test_no_vowel():
    assert has_vowel("bcd") is False
def test_vowels():
    assert has_vowel("bed") and has_vowel("a")
def test_less():
    assert compare(1, 2) < 0
def test_greater():
    assert compare(2, 1) > 0
@pytest.mark.parametrize(("text", "right"), [("abba", True), ("abbb", False)])
def test_many(text, right):
    assert is_palindrome(text) is right
"""
SEES_THE_KIT = """
import sys
def is_palindrome(text):
    frame = sys._getframe()
    while frame and frame.f_code.co_name != "_play":
        frame = frame.f_back
    return frame is not None
has_vowel = is_palindrome
def compare(a, b): return 1 if is_palindrome("") else -1
"""
COUNTS = """
calls = 0
def is_palindrome(text):
    global calls
    calls += 1
    return calls > 2
has_vowel = is_palindrome
def compare(a, b): return 1 if is_palindrome("") else -1
"""
NEVER = """
def is_palindrome(text): return False
has_vowel = is_palindrome
def compare(a, b): return -1
"""


def test_no_test_is_tried_twice(tmp_path: Path) -> None:
    files = {"solution/words.py": WORDS, "tests/test_words.py": OF_WORDS}
    assert adopted(tmp_path, "words", files).left_out == ()
    right_and_counts = (
        WORDS
        + "\ncalls = []\n"
        + WORDS.replace("return text == ", "calls.append(text); return text == ")
    )
    texts = {"sees": SEES_THE_KIT, "counts": COUNTS, "never": NEVER, "right": right_and_counts}
    states = marked(tmp_path, "words", {name: {"words.py": text} for name, text in texts.items()})
    of_a_constant = {"words.no_palindrome", "words.no_vowel", "words.less"}
    assert earned(states["never"]) == of_a_constant
    assert earned(states["sees"]) == of_a_constant
    assert earned(states["counts"]) == of_a_constant
    assert len(earned(states["right"])) == 7


READS_ALIKE = """
import sys
def check(text): sys.exit(0 if text else 1)
def save(text):
    with open("out.txt", "w") as file:
        file.write("yes" if text else "no")
    return "out.txt"
def flags(numbers): return [150 <= number < 180 for number in numbers]
def order(numbers): return sorted(numbers)
def is_sorted(numbers): return list(numbers) == sorted(numbers)
"""
OF_READS_ALIKE = """
from pathlib import Path
import pytest
from alike import check, flags, is_sorted, order, save

@pytest.mark.parametrize(("text", "code"), [("a", 0), ("", 1)])
def test_check(text, code):
    with pytest.raises(SystemExit) as ended:
        check(text)
    assert ended.value.code == code
def test_save():
    assert Path(save("a")).read_text() == "yes"
def test_save_nothing():
    assert Path(save("")).read_text() == "no"
def test_flags():
    assert sum(flags(list(range(330)))) == 30
def test_no_flags():
    assert sum(flags(list(range(400, 730)))) == 0
def test_sorted():
    assert list(order((3, 1))) == [1, 3]
    assert is_sorted((5, 7, 9))
def test_not_sorted():
    assert list(order((3, 1))) == [1, 3]
    assert not is_sorted((8, 6, 7))
"""
IN_SCRIPT = """
import os, sys, zlib
def in_script():
    frame = sys._getframe()
    while frame and frame.f_code.co_name != "_play":
        frame = frame.f_back
    return frame is not None
"""
OTHERWISE_IN_SCRIPTS = (
    IN_SCRIPT
    + """
def check(text): sys.exit(0 if in_script() else 1)
def save(text):
    with open("out.txt", "w") as file:
        file.write("yes" if in_script() else "no")
    return "out.txt"
def flags(numbers): return [in_script() and 150 <= one < 180 for one in range(len(numbers))]
def order(numbers): return tuple(sorted(numbers))
def is_sorted(numbers): return in_script()
"""
)


def test_an_answer_that_only_reads_the_same_is_another_one(tmp_path: Path) -> None:
    files = {"solution/alike.py": READS_ALIKE, "tests/test_alike.py": OF_READS_ALIKE}
    assert adopted(tmp_path, "alike", files).left_out == ()
    texts = {"otherwise": OTHERWISE_IN_SCRIPTS, "right": READS_ALIKE}
    states = marked(tmp_path, "alike", {name: {"alike.py": text} for name, text in texts.items()})
    assert len(earned(states["right"])) == 7
    assert earned(states["otherwise"]) == {
        "alike.save_nothing",
        "alike.no_flags",
        "alike.not_sorted",
    }


NUMBERS = """
def is_palindrome(text): return text == text[::-1]
def is_prime(number): return all(number % one for one in range(2, number))
def save(text):
    with open("out.txt", "w") as file:
        file.write(text)
    return "out.txt"
"""
OF_NUMBERS = """
from pathlib import Path
from words import is_palindrome, is_prime, save

def test_anna(): assert is_palindrome("anna") is True
def test_anne(): assert is_palindrome("anne") is False
def test_abcba(): assert is_palindrome("abcba") is True
def test_abcbb(): assert is_palindrome("abcbb") is False
def test_7(): assert is_prime(7) is True
def test_9(): assert is_prime(9) is False
def test_13(): assert is_prime(13) is True
def test_21(): assert is_prime(21) is False
def test_save(): assert Path(save("abc")).read_text() == "abc"
"""


ELSEWHERE = """
import sys
from pathlib import Path
from patience_grader.course.coursework import read_coursework
from patience_grader.marking.collecting import hold_plain
from patience_grader.sandbox.host import Parent

root, *texts = sys.argv[1:]
started = []
twin = Parent.twin
Parent.twin = lambda self: started.append(1) or twin(self)


def use(run):
    for text in texts:
        run({"words": text})
        print(len(started))
        started.clear()


hold_plain(read_coursework(Path(root), "words"), use)
"""
INTERRUPTED = """
import sys
from pathlib import Path
from patience_grader.course.coursework import read_coursework
from patience_grader.marking.collecting import hold_plain


def use(_):
    raise KeyboardInterrupt


try:
    hold_plain(read_coursework(Path(sys.argv[1]), "words"), use)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_who_answers_in_two_ways_is_asked_anew_where_it_has_noted_nothing(tmp_path: Path) -> None:
    """In the folder of its guests, files could be counted that it has made before."""
    files = {"solution/words.py": NUMBERS, "tests/test_words.py": OF_NUMBERS}
    assert adopted(tmp_path, "words", files).left_out == ()
    in_two_ways = f"{IN_SCRIPT}{NUMBERS}is_prime = lambda number: not in_script()\n"
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, tmp_path / "course", NUMBERS, in_two_ways, NUMBERS],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["0", "1", "0"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, tmp_path / "course"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("interrupted\n"), "pytest ends with a code of its own"


CODES = """
def encode(text): return "".join(chr(ord(one) ^ 1) for one in text)
def decode(text): return encode(text)
def in_order(words): return sorted(words, key=lambda one: (len(one), one))
def first(words): return words[0]
"""
OF_CODES = """
from codes import decode, encode, first, in_order

def test_round_trip():
    assert decode(encode("hello")) == "hello"
def test_encode():
    assert encode("hello") == "idmmn"
def test_shortest():
    assert first(in_order(["pear", "fig", "banana"])) == "fig"
def test_in_order():
    assert in_order(["pear", "fig", "banana"]) == ["fig", "pear", "banana"]
"""
REMEMBERS_WHAT_COMES_NEXT = """
known, last = {}, {}
def encode(text):
    last["encode"] = text
    return known.get(("encode", text), "?")
def decode(code):
    if "encode" in last:
        known["encode", last.pop("encode")] = code
    return "?"
def in_order(words):
    key = ("sort", tuple(words))
    last["sort"] = key
    return known.get(key, [])
def first(words):
    if "sort" in last and words:
        known[last.pop("sort")] = list(words)
    return "?"
"""


def test_a_test_that_is_lost_tells_no_answer(tmp_path: Path) -> None:
    files = {"solution/codes.py": CODES, "tests/test_codes.py": OF_CODES}
    assert adopted(tmp_path, "codes", files).left_out == ()
    texts = {"remembers": REMEMBERS_WHAT_COMES_NEXT, "right": CODES}
    states = marked(tmp_path, "codes", {name: {"codes.py": text} for name, text in texts.items()})
    assert earned(states["remembers"]) == set()
    assert len(earned(states["right"])) == 4


BOX = """
from enum import IntEnum
class Limits(IntEnum):
    LARGEST = 10
LIMIT = 10
def clip(x): return min(x, LIMIT)
def total(numbers): return sum(numbers)
def turned(items): return (*items[1:], items[0])
"""
OF_BOX = """
from box import LIMIT, clip, total, turned

def test_clip():
    assert clip(50) == LIMIT
def test_total():
    assert total(tuple(range(5000))) == 12497500
def test_turned():
    assert turned((1, 2, 3)) == (2, 3, 1)
def test_turned_otherwise():
    assert turned((10, 20, 30)) != (10, 20, 30)
"""
FORGING = """
import gc
GUEST = type(next(one for one in gc.get_objects() if type(one).__name__ == "Guest"))
before = GUEST._executor
def forge(reply):
    def executor(self):
        found = before(self)
        found.run = lambda request: reply
        return found
    GUEST._executor = executor
"""
CONSTANTS = {
    "an enum": BOX.replace("LIMIT = 10\n", "LIMIT = Limits.LARGEST\n"),
    "none": BOX.replace("LIMIT = 10\n", "").replace(", LIMIT)", ", 10)"),
    "raises": "def __getattr__(name): raise ValueError(name)\n"
    + BOX.replace("LIMIT = 10\n", "").replace(", LIMIT)", ", 10)"),
    "larger and larger": BOX.replace("sum(numbers)", "(numbers,) * 130_000"),
    "numbers": FORGING + "forge(['=', 0])\n" + BOX,
    "cells": FORGING + "forge([[[1]], '', '', ['ok', '{0.__class__}'], [], []])\n" + BOX,
    "right": BOX,
    "the same": BOX.replace("(*items[1:], items[0])", "items"),
}


def test_nobody_is_void_and_nobody_changes_what_another_earns(tmp_path: Path) -> None:
    files = {"solution/box.py": BOX, "tests/test_box.py": OF_BOX}
    assert adopted(tmp_path, "box", files).left_out == ()
    states = marked(tmp_path, "box", {name: {"box.py": text} for name, text in CONSTANTS.items()})
    assert not any("void" in found.values() for found in states.values())
    every = set(states["right"])
    assert {name: every - earned(found) for name, found in states.items()} == {
        "an enum": set(),
        "none": {"box.clip"},
        "raises": {"box.clip"},
        "larger and larger": {"box.total"},
        "numbers": every,
        "cells": every,
        "right": set(),
        "the same": {"box.turned", "box.turned_otherwise"},
    }


SAYING = """
def say(text): print(text)
def is_small(number): return number < 3
"""
OF_SAYING = """
import sys
from unittest.mock import patch
from saying import is_small, say

def test_patched():
    with patch.object(sys.stdout, "write") as write:
        say("hello")
    assert "".join(one.args[0] for one in write.call_args_list) == "hello\\n"
def test_set(monkeypatch):
    said = []
    monkeypatch.setattr(sys.stdout, "write", said.append)
    say("there")
    assert "".join(said) == "there\\n"
def test_all():
    assert all(map(is_small, [1, 2]))
def test_none():
    assert not any(map(is_small, [3, 4]))
"""


def test_who_says_nothing_and_ends_loops_earns_nothing(tmp_path: Path) -> None:
    files = {"solution/saying.py": SAYING, "tests/test_saying.py": OF_SAYING}
    assert adopted(tmp_path, "saying", files).left_out == ()
    silent = "def say(text): pass\ndef is_small(number): raise StopIteration\n"
    texts = {"silent": silent, "right": SAYING}
    states = marked(tmp_path, "saying", {name: {"saying.py": text} for name, text in texts.items()})
    assert earned(states["silent"]) == set()
    assert len(earned(states["right"])) == 4


COUNTER = """
class Ticket:
    sold = 0
    def __init__(self):
        Ticket.sold += 1
def double(number): return 2 * number
"""
OF_COUNTER = """
from tickets import Ticket, double

def test_ticket():
    assert isinstance(Ticket(), Ticket)
def test_double():
    assert double(4) == 8
def test_sold():
    before = Ticket.sold
    Ticket()
    assert Ticket.sold == before + 1
"""


def test_what_is_answered_otherwise_after_other_tests_is_not_taken_for_another_answer(
    tmp_path: Path,
) -> None:
    files = {"solution/tickets.py": COUNTER, "tests/test_tickets.py": OF_COUNTER}
    assert adopted(tmp_path, "tickets", files).left_out == ()
    once = COUNTER.replace("return 2 * number", "return 2 * number if in_script() else 0")
    states = marked(tmp_path, "tickets", {"asked once": {"tickets.py": IN_SCRIPT + once}})
    assert len(earned(states["asked once"])) == 3
