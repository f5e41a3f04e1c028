"""What submissions give is never run as Python where marks are decided, whatever a suite does."""

from __future__ import annotations

import builtins
import datetime as dt
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from adopting import adopted, earned, marked
from patience_grader.boundary.value_text import NotAValueError, value_of

TOOLS = """
import pickle

class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __repr__(self):
        return f"Point({self.x!r}, {self.y!r})"

def quoted(values):
    return repr(list(values))

def total(text):
    return sum(map(int, text.split("+")))

def packed(values):
    return pickle.dumps(list(values))

def write_module(path, number):
    path.write_text(f"NUMBER = {number}\\n")
"""
SUITE = """
import importlib.util
import pickle
import runpy
import subprocess
import sys
from collections import namedtuple
from dataclasses import make_dataclass

import pytest
from tools import Point, packed, quoted, total, write_module

def test_repr():
    assert eval(repr(Point(1, -2.5))) == Point(1, -2.5)

def test_quoted():
    assert eval(quoted((1, "a", None))) == [1, "a", None]

def test_total():
    for text in ("1+2", "10+20+30"):
        assert total(text) == eval(text)

def test_packed():
    assert pickle.loads(packed((1, 2))) == [1, 2]

def test_module(tmp_path):
    write_module(tmp_path / "made.py", 3)
    spec = importlib.util.spec_from_file_location("made", tmp_path / "made.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.NUMBER == 3

def test_imported(tmp_path, monkeypatch):
    write_module(tmp_path / "made_by_hand.py", 3)
    monkeypatch.syspath_prepend(tmp_path)
    import made_by_hand
    sys.modules.pop("made_by_hand")
    assert made_by_hand.NUMBER == 3

def test_run_path(tmp_path):
    write_module(tmp_path / "made.py", 3)
    assert runpy.run_path(str(tmp_path / "made.py"))["NUMBER"] == 3

def test_started(tmp_path):
    write_module(tmp_path / "made.py", 3)
    assert subprocess.run([sys.executable, str(tmp_path / "made.py")]).returncode == 0

def test_own():
    x = total("1+2")
    names = {}
    exec("double = 2 * 3", names)
    Pair = namedtuple("Pair", f"one two_{x}")
    Other = make_dataclass("Other", [f"one_{x}"])
    assert (names["double"], Pair(1, 2)[1], len(Other(1).__dict__)) == (6, 2, 1)
    assert x == 3
"""
EVERY = {
    f"tools.{one}"
    for one in "repr quoted total packed module imported run_path started own".split()
}
WRITES = "__import__('pathlib').Path({0!r}).write_text('run')"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("code")
    done = adopted(root, "tools", {"solution/tools.py": TOOLS, "tests/test_tools.py": SUITE})
    assert done.left_out == ()
    return root


def test_what_submissions_give_is_not_run(place: Path, tmp_path: Path) -> None:
    bait = str(tmp_path / "bait")
    writes = WRITES.format(bait)
    forges = (
        "exec('import patience_grader.marking.examination as e, patience_grader.marks.verdict as v"
        "\\ne.verdict_of = lambda *a, **k: v.PASSED')"
    )

    def changed(**parts: str) -> dict[str, str]:
        text = TOOLS
        for found, put in (
            ('f"Point({self.x!r}, {self.y!r})"', parts.get("repr")),
            ("repr(list(values))", parts.get("quoted")),
            ("pickle.dumps(list(values))", parts.get("packed")),
            ('f"NUMBER = {number}\\n"', parts.get("module")),
        ):
            assert found in text
            text = text.replace(found, put or found)
        return {"tools.py": text}

    versions = {
        "right": changed(),
        "named": changed(
            repr='f"Point(x={self.x}, y={self.y})"',
            quoted="'[' + ' , '.join(map(repr, values)) + ',]'",
        ),
        "tuple": changed(quoted="repr(tuple(values))"),
        "writes": changed(repr=repr(writes), quoted=repr(f"[{writes}, 1]")),
        "forges": changed(repr=repr(forges), quoted=repr(f"[{forges}, None][1]")),
        "unpickles": changed(packed=repr(f"cbuiltins\neval\n(V{writes}\ntR.".encode())),
        "module": changed(module=f'f"NUMBER = {{number}}\\n{writes}\\n"'),
        "after": changed(),
    }
    states = marked(place, "tools", versions)
    assert not Path(bait).exists()
    assert {one: {name[6:] for name in EVERY - earned(states[one])} for one in versions} == {
        "right": set(),
        "named": set(),
        "tuple": {"quoted"},
        "writes": {"repr", "quoted"},
        "forges": {"repr", "quoted"},
        "unpickles": {"packed"},
        "module": {"module", "imported", "run_path", "started"},
        "after": set(),
    }


def test_a_suite_that_can_only_run_students_text_is_told_so(tmp_path: Path) -> None:
    solution = '''
def source():
    """Source text.

    >>> source()[:3]
    'def'
    """
    return "def double(x):\\n    return 2 * x\\n"
def function():
    return "lambda x: 2 * x"
'''
    suite = """
import doctest
import made

def test_exec():
    names = {}
    exec(made.source(), names)
    assert names["double"](2) == 4

def test_eval():
    assert eval(made.function())(2) == 4

def test_examples():
    doctest.run_docstring_examples(made.source, {"source": made.source})
    assert made.function()

def test_text():
    assert made.source().startswith("def double(")
"""
    done = adopted(tmp_path, "made", {"solution/made.py": solution, "tests/test_made.py": suite})
    assert [one.partition(": ")[2].partition(":")[0] for one in done.left_out] == [
        *("made.exec", "made.eval", "made.examples")
    ]
    assert all("would run" in one and "where marks are decided" in one for one in done.left_out)


def named(**names: Any) -> Callable[[str], Any]:
    def find(name: str) -> Any:
        if name in names:
            return names[name]
        return vars(builtins)[name]

    return find


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 'a', (2.5,), {3}, {'b': None}]", [1, "a", (2.5,), {3}, {"b": None}]),
        (" -1 + 2 * 3 // 2", 2),
        ("1+2j", 1 + 2j),
        ("not True", False),
        ("Fraction(1, 3)", Fraction(1, 3)),
        ("dt.date(2026, 3, day=1)", dt.date(2026, 3, 1)),
        ("frozenset({1, 2})", frozenset({1, 2})),
        ("inf", math.inf),
    ],
)
def test_a_value_is_read(text: str, value: object) -> None:
    assert value_of(text, named(Fraction=Fraction, dt=dt, inf=math.inf)) == value


@pytest.mark.parametrize(
    "text",
    [
        *("open('/etc/passwd')", "print(1)", "().__class__", "[x for x in (1,)]", "lambda: 1"),
        *("f'{1}'", "dt.sys", "dt.datetime.now()", "2 ** 9", "'a' * 9", "1 if 1 else 2", "x := 1"),
        *("dict(**{'a': 1})", "list(*[[1]])", "(1)(2)", "{**{}}", "1 < 2", "True and 1", "a[0]"),
        *("range(9)", "bytes(9)", "type('A', (), {})", "eval('1')", "getattr(1, 'real')"),
        *("-" * 30_000 + "1", "(" * 300 + ")" * 300, "1 << 9", "~1", "await x", "dt.timezone"),
    ],
)
def test_what_is_more_than_a_value_is_refused(text: str) -> None:
    with pytest.raises((NotAValueError, SyntaxError)):
        value_of(text, named(dt=dt, a=[1], x=1))
