"""Feedback where what came and what was expected would read the same, or nothing is compared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from adopting import adopted, altered, marked
from patience_grader.boundary.wording import lists_told_apart, shown

WORK = '''
"""Nodes, files, levels, and functions that call others."""

import enum
import json
import random


class Level(enum.Enum):
    LOW = 1
    HIGH = 2


class Node:
    def __init__(self, value, level=Level.LOW):
        self.value = value
        self.level = level

    def __add__(self, other):
        return Node(self.value + other.value)


def larger(a, b):
    return a if a.value >= b.value else b


def raise_level(node):
    node.level = Level.HIGH


def save(values, path):
    path.write_text(json.dumps(values, indent=1))
    return len(values)


def windows(items):
    window = []
    for item in items:
        window.append(item)
        if len(window) == 2:
            yield tuple(window)
            del window[0]


def ask():
    answer = input("number? ")
    while not answer.isdigit():
        answer = input("again? ")
    return int(answer)


def play(secret):
    while (guess := input("guess? ")) != secret:
        print("no,", guess)
        print("try again")
    print("yes")


def put_back(holder):
    holder.value = 2
    holder.value = 1


def roll(count):
    return [random.randint(1, 6) for _ in range(count)]


def count(nodes):
    return len(nodes)


def total(path):
    with open(path) as file:
        return sum(int(line) for line in file if line.strip())


class Shelf:
    def __init__(self, books=None):
        self.books = list(books or [])

    def put(self, book):
        self.books.append(book)


class TooLow(ValueError):
    def __init__(self, level):
        super().__init__(f"{level} is too low")


def check(level):
    if level < 1:
        raise TooLow(level)
'''
OF_WORK = """
import random
from pathlib import Path
from typing import Any

import pytest

from work import (
    Level,
    Node,
    Shelf,
    TooLow,
    ask,
    check,
    count,
    larger,
    play,
    put_back,
    raise_level,
    roll,
    save,
    total,
    windows,
)


def test_new_object():
    one, two = Node(1), Node(2)
    assert (one + two).value == 3
    assert one.value == 1


def test_same_object():
    first, second = Node(1), Node(1)
    assert larger(first, second) is first


def test_level():
    node = Node(1)
    raise_level(node)
    assert node.level is Level.HIGH


def test_file(tmp_path):
    assert save({"b": 2, "a": [1]}, tmp_path / "saved.json") == 2
    assert (tmp_path / "saved.json").read_text().splitlines()[1] == ' "b": 2,'


def test_windows():
    assert list(windows("abc")) == [("a", "b"), ("b", "c")]


def test_ask(monkeypatch):
    answers = ["x", "7"]

    def answer(prompt):
        if not answers:
            pytest.fail("it asks too often")
        return answers.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    assert ask() == 7


def test_play(monkeypatch, capsys):
    guesses = iter(["3", "7"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(guesses))
    play("7")
    assert capsys.readouterr().out == "no, 3\\ntry again\\nyes\\n"


class Holder:
    value = 1

    def __repr__(self):
        return "Holder()"


def test_put_back():
    holder = Holder()
    put_back(holder)
    assert holder.value == 1


def test_roll():
    random.seed(5)
    assert len(roll(3)) == 3
    random.seed(5)
    assert roll(2) == [5, 3]


def test_many():
    nodes = [Node(number) for number in range(70)]
    assert count(nodes) == 70


def test_caught():
    with pytest.raises(ValueError, match="too low"):
        check(0)


def test_beside():
    assert total(Path(__file__).parent / "numbers.txt") == 5


def test_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("some.txt").write_text("4\\n\\n")
    assert total("some.txt") == 4


def test_books():
    books = [["a"], []]
    shelf = Shelf(books=books)
    books.append(["b"])
    assert shelf.books == [["a"], []]


def test_inner():
    shelf, empty = Shelf([[1], 2]), Shelf()
    shelf.books[0].append(3)
    shelf.books[1] = 4
    assert shelf.books == [[1, 3], 4]


def test_shelves():
    one, other = Shelf(), Shelf()
    one.books.append("a")
    assert other.books == []


def test_put():
    one, other, third = Shelf(), Shelf(), Shelf()
    other.put("b")
    assert one.books == third.books == []


def test_message():
    assert "too low" in str(TooLow(0))
"""
MISTAKES = {
    "in place": (
        "        return Node(self.value + other.value)",
        "        self.value += other.value\n        return self",
        set[str](),
    ),
    "the second": ("a.value >= b.value", "a.value > b.value", set[str]()),
    "low": ("node.level = Level.HIGH", "node.level = Level.LOW", set[str]()),
    "sorted": ("indent=1", "indent=1, sort_keys=True", set[str]()),
    "list": ("yield tuple(window)", "yield window", set[str]()),
    "zero": ("not answer.isdigit()", 'answer != "8"', set[str]()),
    "says": ('print("try again")', 'print("Try again")', set[str]()),
    "asks": ('input("guess? ")', 'input("Guess? ")', set[str]()),
    "left": ("    holder.value = 1\n", "", set[str]()),
    "sixty": ("randint(1, 6)", "randint(1, 60)", set[str]()),
    "off": ("len(nodes)", "len(nodes) + 1", set[str]()),
    "underived": ("class TooLow(ValueError)", "class TooLow(Exception)", set[str]()),
    "reads": (
        'is too low")\n',
        'is too low")\n\n    def __str__(self):\n        return "low"\n',
        set[str](),
    ),
    "blank": (" if line.strip()", "", set[str]()),
    "kept": ("list(books or [])", "[] if books is None else books", set[str]()),
    "copied": (
        "        self.books = list(books or [])",
        "        self.given = books\n\n    @property\n    def books(self):\n"
        "        return list(self.given or [])",
        set[str](),
    ),
    "shared": (
        "books=None):\n        self.books = list(books or [])",
        "books=[]):\n        self.books = books",
        set[str](),
    ),
    "unsaid": ('__init__(f"{level} is too low")', "__init__()", set[str]()),
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """What the feedback on each mistake says, by criterion."""
    root = tmp_path_factory.mktemp("told")
    numbers = {"tests/numbers.txt": "2\n\n3\n"}
    files = {"solution/work.py": WORK, "tests/test_work.py": OF_WORK, **numbers}
    assert not adopted(root, "workshop", files).left_out
    texts = altered(WORK, MISTAKES)
    marked(root, "workshop", {who: {"work.py": one} for who, one in texts.items()})
    found = {}
    for who in texts:
        results = json.loads((root / "marks" / who / "results.json").read_text("utf-8"))
        tests = [one for one in results["tests"] if one["tags"][-1] != "passed"]
        found[who] = {one["name"].partition(".")[2]: one["output"] for one in tests}
    return found


SAID = {
    ("in place", "new_object"): (
        "Expected:\na new Node",
        "Got:\nthe same object as node1",
        "node1 + node2",
    ),
    ("the second", "same_object"): (
        "Expected:\nthe same object as node1",
        "Got:\nthe same object as node2",
        "larger(node1, node2)",
    ),
    ("low", "level"): ("Expected:\nLevel.HIGH", "Got:\nLevel.LOW"),
    ("sorted", "file"): (
        "Expected:\nline 2 of tmp_path1/saved.json: ' \"b\": 2,'",
        "Got:\nline 2 of tmp_path1/saved.json: ' \"a\": ['",
        "Called: save({'b': 2, 'a': [1]}, Path('tmp_path1/saved.json'))",
        "\nPath('tmp_path1').mkdir(parents=True, exist_ok=True)\nsave(",
    ),
    ("list", "windows"): ("Expected:\n('a', 'b')", "Got:\n['a', 'b']"),
    ("zero", "ask"): ("Called: ask()", "Got:\nraises Failed('it asks too often')"),
    ("says", "play"): (
        "Expected:\ninput('guess? '); printing 'no, 3\\ntry again\\n' before input('guess? ')\n",
        "Got:\ninput('guess? '); printing 'no, 3\\nTry again\\n' before input('guess? ')\n",
    ),
    ("left", "put_back"): (
        "Called: put_back(Holder())",
        "Expected:\nHolder().value = 2; Holder().value = 1",
        "Got:\nHolder().value = 2",
    ),
    ("sixty", "roll"): ("import random", "random.seed(5)"),
    ("underived", "caught"): (
        "Expected:\nraises TooLow('0 is too low'), derived from ValueError",
        "Got:\nraises TooLow('0 is too low'), not derived from ValueError",
    ),
    ("reads", "caught"): (
        "Expected:\nraises TooLow('0 is too low') that reads '0 is too low'",
        "Got:\nraises TooLow('0 is too low') that reads 'low'",
    ),
    ("blank", "beside"): (
        "Called: total(Path('suite/numbers.txt'))\n",
        "\nin suite/numbers.txt:\n2\n\n3\n",
        "Path('suite/numbers.txt').write_bytes(b'2\\n\\n3\\n')\ntotal(",
    ),
    ("blank", "written"): ("Called: total('some.txt')\n", "\nos.chdir('tmp_path1')\ntotal("),
    ("kept", "books"): (
        "Called: given1 = [['a'], []]\n"
        "shelf1 = Shelf(books=given1)\ngiven1.append(['b'])\nshelf1.books\n",
        "from work import Shelf\ngiven1 = ",
    ),
    ("copied", "inner"): (
        "Called: shelf1 = Shelf([[1], 2])\n"
        "got1 = shelf1.books\ngot1[0].append(3)\ngot2 = shelf1.books\ngot2[1] = 4\nshelf1.books\n",
    ),
    ("shared", "shelves"): (
        "Called: shelf1 = Shelf()\nshelf2 = Shelf()\n"
        "got1 = shelf1.books\ngot1.append('a')\nshelf2.books\n",
    ),
    ("shared", "put"): ("Called: shelf1 = Shelf()\nshelf2 = Shelf()\n", "shelf2.put('b')\n"),
    ("unsaid", "message"): ("Expected:\nTooLow('0 is too low')", "Got:\nTooLow()"),
    ("off", "many"): ("node1 = Node(0)", "more lines", "node70 = Node(69)"),
}


@pytest.mark.parametrize(("who", "criterion"), SAID, ids=map("-".join, SAID))
def test_what_is_wrong_is_said(told: dict[str, dict[str, str]], who: str, criterion: str) -> None:
    said = told[who][criterion]
    for part in SAID[who, criterion]:
        assert part in said
    assert "/tmp/" not in said


@pytest.mark.parametrize(
    ("who", "criterion"), [("blank", "beside"), ("blank", "written"), ("sorted", "file")]
)
def test_lines_that_need_files_can_be_pasted(
    told: dict[str, dict[str, str]], tmp_path: Path, who: str, criterion: str
) -> None:
    pasted = told[who][criterion].partition("holds your files:\n")[2]
    (tmp_path / "work.py").write_text(altered(WORK, MISTAKES)[who], "utf-8")
    command = [sys.executable, "-c", pasted]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    last = (done.stderr.splitlines() or [""])[-1]
    assert last.startswith("ValueError: invalid literal" if who == "blank" else "")
    assert done.returncode == (who == "blank")


def test_few_lines(told: dict[str, dict[str, str]]) -> None:
    assert len(told["off"]["many"].splitlines()) < 60


def test_where_an_object_of_the_test_lies_is_not_said() -> None:
    assert shown(iter(range(3))) == "<range_iterator object>"
    assert shown("<b at 0x1f>") == "'<b at 0x1f>'"


def test_what_nobody_looks_at_costs_nothing(told: dict[str, dict[str, str]]) -> None:
    assert told["asks"] == {}


GATHERED = """
def square(number): return number * number
def fibonacci():
    one, two = 0, 1
    while True:
        yield one
        one, two = two, one + two
class Heap:
    def __init__(self, items): self.items = sorted(items, reverse=True)
    def pop(self): return self.items.pop()
def twice(number): return [number, number]
"""
OF_GATHERED = """
from itertools import islice
from gathered import Heap, fibonacci, square, twice

def test_squares():
    assert [square(number) for number in range(5)] == [0, 1, 4, 9, 16]
def test_fibonacci():
    assert list(islice(fibonacci(), 6)) == [0, 1, 1, 2, 3, 5]
def test_heap():
    heap = Heap([3, 1, 2])
    assert [heap.pop() for _ in range(3)] == [1, 2, 3]
def test_twice():
    for number in range(3):
        assert sum(twice(number)) == 2 * number
"""
WRONG_GATHERED = {
    "square(0)": ("number * number", "number * number + 1"),
    "next(fibonacci())": ("one, two = 0, 1", "one, two = 1, 1"),
    "Heap([3, 1, 2]).pop()": (", reverse=True", ""),
    "twice(2)": ("[number, number]", "(number, number, number == 2)"),
}


@pytest.mark.parametrize("last", WRONG_GATHERED)
def test_of_gathered_answers_the_first_wrong_one_is_shown(tmp_path: Path, last: str) -> None:
    files = {"solution/gathered.py": GATHERED, "tests/test_gathered.py": OF_GATHERED}
    adopted(tmp_path, "gathered", files)
    wrong = GATHERED.replace(*WRONG_GATHERED[last])
    states = marked(tmp_path, "gathered", {"wrong": {"gathered.py": wrong}})["wrong"]
    (lost,) = [name for name, state in states.items() if state != "passed"]
    sheet = json.loads((tmp_path / "marks/wrong/sheet.json").read_text("utf-8"))
    assert sheet["verdicts"][lost]["evidence"]["called"] == last


def board(*rows: int) -> list[Any]:
    """An answer that gives a list of these lists, by their numbers."""
    cells = [[-1, ["list", *(["c", row] for row in rows)]]]
    return [[*cells, *([row, ["list", " "]] for row in set(rows))], "", "", ["ok", ["c", -1]], []]


def test_rows_that_are_one_list_read_otherwise() -> None:
    assert lists_told_apart(board(-2, -2), board(-2, -3)) == (
        "[[' '], [' ']]: each a list of its own",
        "[[' '], [' ']]: the same list in 2 places",
    )
    assert lists_told_apart(board(-2, -3), board(-2, -3)) is None


def test_what_was_given_before_and_has_changed_is_told() -> None:
    ended = ["raise", ["x", "builtins:StopIteration", [], {}]]
    answer = [[[-2, ["list"]]], "", "", ended, []]
    assert lists_told_apart(answer, [[], *answer[1:]]) == (
        "raises StopIteration()",
        "raises StopIteration(); what it gave before is then []",
    )
