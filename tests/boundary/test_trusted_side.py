"""What a submission can do to the process that decides marks: nothing.

Answers that are forged, values that are small to send and huge to use, and the suite's own
lists and files in a submission's hands.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import adopted, coursework_of, earned, marked, solution_of

pytestmark = pytest.mark.slow

SOLUTION = """
def double(x):
    return 2 * x


def rows(n):
    return [[i] for i in range(n)]


def names(n):
    return set(range(n))


def total(numbers):
    return sum(numbers)


def is_long(text):
    return len(text) > 3


def words(text):
    return text.split()


def save(text):
    with open("out.txt", "w") as file:
        file.write(text)
    return "out.txt"


def check(x):
    if x < 0:
        raise ValueError("negative", x)
    return x


class Fault(Exception):
    pass


class Low(Fault):
    pass


class Lower(Low):
    pass


def fall(depth):
    raise Lower if depth > 1 else Low
"""

TESTS = """
import os
from pathlib import Path

import pytest
from box import Low, Lower, check, double, fall, is_long, names, rows, save, total, words
from supplied import Thing

NUMBERS = [1, 2, 3]

def test_double():
    assert double(3) + double(4) == 14

def test_rows():
    double(3)
    assert rows(2) == [[0], [1]]

def test_names():
    double(3)
    assert sorted(names(3)) == [0, 1, 2]

def test_total():
    assert total(NUMBERS) == 6

def test_total_again():
    assert total(NUMBERS) == 6

@pytest.mark.parametrize("numbers", [[3, 4]])
def test_total_of(numbers):
    assert total(numbers) == 7

def test_bool():
    assert is_long("abcd") is True
    assert type(double(2)) is int

def test_words():
    assert words("") == []
    assert words(Path("cases.txt").read_text()) == ["hidden", "cases"]

def test_save():
    assert Path(save("hello")).read_text() == "hello"

def test_remove():
    name = save("x")
    os.remove(name)
    assert name == "out.txt"

def test_raises():
    double(3)
    with pytest.raises(ValueError, match="negative"):
        check(-1)

def test_refuses():
    with pytest.raises(ValueError):
        check(double(double(3)) - 100)

def test_falls():
    for depth, error in ((2, Lower), (1, Low)):
        with pytest.raises(error):
            fall(depth)

def test_is_low():
    with pytest.raises(Low):
        fall(2)
"""
SUPPLIED = "import tempfile\n\n\nclass Thing:\n    pass\n"
FORGED = """
import gc

def double(x):
    for one in gc.get_objects():
        if type(one).__name__ == "Executor":
            one.run = lambda request: {answer}
    return 5

rows = names = check = total = is_long = words = save = double
"""


def forged(node: str, news: str = "[]", left: str = "[]", kind: str = "'ok'") -> str:
    """A submission that takes its process over and answers the second question with this."""
    return FORGED.format(answer=f"[{news}, '', '', [{kind}, {node}], {left}, []]")


OWN = """
def save(text): return "{place}/secret.txt"
"""
DAG = """
def double(x): return 2 * x
def rows(n):
    v = [1]
    for _ in range(22): v = [v, v]
    return v
def names(n):
    v = [[] for _ in range(9)]
    for one in v: one.extend(v)
    return v
"""
REMOVING = (
    "[[-7, ['object', 'supplied:tempfile._TemporaryFileCloser', 'close_called', ['false'],"
    " 'file', 5, 'delete', ['true'], 'name', '{place}/victim.txt']]]"
)
ATTACKS = {
    "ancestors": forged("['E', ['box:Low'] * 60000, [], 'x', 0, []]", kind="'raise'"),
    "no_class": forged("['E', ['builtins:object'], [], 'x', 0, []]", kind="'raise'"),
    "holds_none": forged("None if request[3][:2] == ['op', 'plain'] else ['h', 9, 'box:Rows', []]"),
    "swaps": "class Fault(Exception): pass\nclass Lower(Fault): pass\nclass Low(Lower): pass\n\ndef fall(depth): raise Lower if depth > 1 else Low\n",
    "alike": "def is_long(text): return 1\ndef double(x): return True\n",
    "changes_lists": "def total(numbers):\n    numbers[:] = [4]\n    return 5\n",
    "changes_right": "def total(numbers):\n    done = sum(numbers)\n    numbers.clear()\n    return done\n",
    "collides": FORGED.format(answer="[[[-1, NODE]], '', '', ['ok', ['c', -1]], [], []]")
    + "P = 2**61 - 1\nNODE = ['set', *[['z', *[['i', f'{j * P:x}'] for j in [*range(20, 80), 900 + i]]] for i in range(300)]]\n",
    "dag": DAG,
    "leaves_nothing": forged("9", left="[[]]"),
    "leaves_a_file": forged("9", left="[['file']]"),
    "leaves_nonsense": forged("9", left="[[[1], 2], [{}]]"),
    "malformed": forged("['f', 'zz']", kind="'raise'"),
    "malformed_error": forged("['E', ['a'], [['f', 'zz']], 5, 0, []]", kind="'raise'"),
    "malformed_float": forged("['f']"),
    "malformed_number": forged("['i', 'zz']"),
    "ranges": "double = lambda x: 2 * x\ndef names(n): return range(10**7)\n",
    "reads_cases": "import os\ndef words(text):\n    for folder, _, names in os.walk('.'):\n        for name in names:\n            if name == 'cases.txt': return ['found']\n    return text.split()\n",
    "removes": forged("['c', -7]", REMOVING),
    "shadows": "def check(x):\n    error = ValueError('positive')\n    error.with_traceback = error.patience_known = error.args_ = 5\n    raise error\n",
    "names_a_file": OWN,
}
LEGITIMATE = {
    "swaps": {"box.falls"},
    "changes_right": {f"box.{name}" for name in ("total", "total_again", "total_of")},
    "reads_cases": {"box.words"},
    "dag": {"box.double"},
    "ranges": {"box.double"},
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("trusted")
    files = {"solution/box.py": SOLUTION, "tests/test_box.py": TESTS}
    files |= dict.fromkeys(("solution/supplied.py", "stub/supplied.py"), SUPPLIED)
    files |= {"stub/box.py": "def double(x):\n    pass\n", "tests/cases.txt": "hidden cases"}
    assert adopted(root, "boxes", files).criteria == 14
    (root / "secret.txt").write_text("a secret of the course", "utf-8")
    (root / "victim.txt").write_text("", "utf-8")
    return root


@pytest.fixture(scope="module")
def results(place: Path) -> dict[str, dict[str, str]]:
    right = solution_of(coursework_of(place, "boxes"))
    files = {
        name: {"box.py": text.replace("{place}", str(place))} for name, text in ATTACKS.items()
    }
    found: dict[str, dict[str, str]] = marked(place, "boxes", {**files, "right": right})
    return found


@pytest.mark.parametrize("name", ATTACKS)
def test_earns_nothing(results: dict[str, dict[str, str]], name: str) -> None:
    assert earned(results[name]) == LEGITIMATE.get(name, set())
    assert "void" not in results[name].values()


def test_the_next_is_marked_in_full(results: dict[str, dict[str, str]]) -> None:
    assert len(earned(results["right"])) == 14


def test_no_file_of_the_machine_is_removed_or_quoted(
    results: dict[str, dict[str, str]], place: Path
) -> None:
    assert results["names_a_file"]["box.remove"] == "failed"
    assert (place / "victim.txt").exists()
    assert (place / "secret.txt").exists()
    for path in (place / "marks/names_a_file").rglob("*.*"):
        assert b"a secret of the course" not in path.read_bytes()


@pytest.mark.parametrize("name", ["ancestors", "no_class", "holds_none"])
def test_an_exception_of_no_class_and_an_object_that_cannot_be_are_no_answers(
    results: dict[str, dict[str, str]], name: str
) -> None:
    assert results[name]["box.rows"] == results[name]["box.names"] == "not answered"


HUGE = [("dag", "rows"), ("dag", "names"), ("ranges", "names"), ("collides", "names")]


@pytest.mark.parametrize(("name", "criterion"), HUGE)
def test_what_would_be_huge_is_not_an_answer(
    place: Path, results: dict[str, dict[str, str]], name: str, criterion: str
) -> None:
    assert results[name][f"box.{criterion}"] == "not answered"
    tests = json.loads((place / "marks" / name / "results.json").read_text("utf-8"))["tests"]
    (said,) = [json.dumps(one) for one in tests if one["name"] == f"box.{criterion}"]
    assert any(why in said for why in ("too large", "too long", "share their hashes"))
