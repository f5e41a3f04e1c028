"""Submissions that attack the boundary earn nothing, and hurt nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted, coursework_of, earned, marked, solution_of

pytestmark = pytest.mark.slow

SOLUTION = """
class Box:
    def __init__(self, items=()):
        self.items = list(items)

    def add(self, item):
        self.items.append(item)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)


def double(x):
    return 2 * x


def visit(function, items):
    return [function(item) for item in items]


def check(x):
    if x < 0:
        raise ValueError("negative", x)
    return x


def say(text):
    print(text)
"""

TESTS = """
import pytest
from box import Box, check, double, say, visit

def test_double():
    assert double(4) == 8

def test_type():
    assert isinstance(double(4), int)

def test_list():
    assert visit(double, [1, 2]) == [2, 4]

def test_callback():
    seen = []
    visit(seen.append, [1, 2])
    assert seen == [1, 2]

def test_raises():
    with pytest.raises(ValueError, match="negative") as info:
        check(-1)
    assert info.value.args[1] == -1

def test_box():
    box = Box([1])
    box.add(5)
    assert list(box) == [1, 5]
    assert len(box) == 2

def test_said(capsys):
    say("hello")
    assert capsys.readouterr().out == "hello\\n"

def test_last():
    assert double(1) == 2
"""

LIAR = """
class Yes:
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __lt__(self, other): return True
    def __len__(self): return 2
    def __iter__(self): return iter((1, 5))
    def __getitem__(self, key): return self
    @property
    def __class__(self): return int
class Int(int):
    def __eq__(self, other): return True
class Text(str):
    def __eq__(self, other): return True
class Rows(list):
    def __eq__(self, other): return True
"""

ATTACKS = {
    "forged_equality": LIAR
    + "double = check = say = lambda *a: Yes()\nvisit = lambda *a: [Yes(), Yes()]\nclass Box(Yes):\n    def __init__(self, *a): pass\n",
    "int_subclass": LIAR
    + "double = check = lambda x: Int(0)\nvisit = lambda *a: Rows()\nsay = print\nclass Box(Rows): pass\n",
    "not_implemented_equality": "class E:\n    def __eq__(self, o): return NotImplemented\n    __hash__ = None\ndouble = check = say = lambda *a: E()\n",
    "exits": "import sys, os\ndouble = lambda x: sys.exit(0)\ncheck = lambda x: os._exit(0)\nsay = sys.exit\n",
    "interrupts": "def double(x): raise KeyboardInterrupt\ndef check(x): raise GeneratorExit\ndef visit(*a): raise SystemExit\n",
    "skips": "class Skipped(BaseException): pass\nclass SkipTest(Exception): pass\nclass Exit(Exception): pass\ndef double(x): raise Skipped('all')\ndef check(x): raise SkipTest('x')\ndef visit(*a):\n    import unittest\n    raise unittest.SkipTest('no')\n",
    "fake_error": "class ValueError(Exception): pass\ndef check(x): raise ValueError('negative', x)\n",
    "lying_error": "class Odd(Exception):\n    __module__ = 'builtins'\n    __qualname__ = 'ValueError'\n    args = property(lambda s: ('negative', -1))\n    def __str__(self): return 'negative'\nOdd.__name__ = 'ValueError'\ndef check(x): raise Odd('negative', x)\n",
    "endless": "def endless():\n    while True: yield 1\ndef double(x): return endless()\ndef visit(*a): return endless()\nclass Box:\n    def __init__(self, *a): pass\n    def add(self, x): pass\n    def __len__(self): return 2\n    def __iter__(self): return endless()\n",
    "hangs": "def double(x):\n    while True: pass\n",
    "recursing": "def visit(function, items):\n    while True: function(0)\n",
    "deep": "def double(x):\n    v = []\n    for _ in range(100000): v = [v]\n    return v\n",
    "wide_tuple": "def double(x):\n    t = (1,)\n    for _ in range(200): t = (t, t)\n    return t\n",
    "huge_number": "double = lambda x: 1 << 10**8\n",
    "huge_text": "double = lambda x: 'x' * 10**8\n",
    "floods": "def say(text):\n    while True: print(text)\n",
    "tampers": "import sys, builtins, random\nfor name in list(sys.modules):\n    if name.startswith(('objects', 'numbering', 'named', 'taught_values', 'patches', 'values', 'answering', 'wire', 'lookup', 'proxies', 'operations')):\n        for key in list(vars(sys.modules[name])):\n            if callable(vars(sys.modules[name])[key]): setattr(sys.modules[name], key, lambda *a, **k: ['ok', 8])\nbuiltins.isinstance = lambda *a: True\n",
    "forges": "import os\nimport struct, json\ndef double(x):\n    body = json.dumps(['0' * 16, 0, [[[], '', '', ['ok', 8], [], []]]]).encode()\n    for number in range(3, 12):\n        try: os.write(number, struct.pack('>I', len(body)) + body)\n        except OSError: pass\n    return 9\n",
    "out_of_frames": "import sys, gc\ndef double(x):\n    for o in gc.get_objects():\n        if type(o).__name__ == 'Executor':\n            o.run = lambda request: [[], '', '', ['ok', 8], [], []]\n    return 9\n",
    "globals": "import os\ndouble = lambda x: os.system\nvisit = lambda *a: [exec, eval]\nclass Box: pass\n",
    "keeps_callback": "def visit(function, items):\n    for name in ('__globals__', '__self__', '__code__', '__closure__', '__func__'):\n        try: return [getattr(function, name)]\n        except Exception: pass\n",
    "string_names": "def double(x): return type('x' * 10**6, (), {})()\n",
    "bad_repr": "class R:\n    def __repr__(self): raise KeyboardInterrupt\n    def __eq__(self, o): raise SystemExit\n    def __hash__(self): raise MemoryError\ndef double(x): return R()\ndef check(x): raise Exception(R())\nBox = R\n",
    "recursion": "def double(x): return double(x)\n",
    "modules": "import os, sys, builtins\ndouble = lambda x: sys\ncheck = lambda x: builtins\nvisit = lambda *a: [os, sys]\nBox = lambda *a: os\n",
    "claims_a_class": "class Meta(type):\n    def __instancecheck__(c, o): return True\n    def __subclasscheck__(c, o): return True\n    def __eq__(c, o): return True\n    __hash__ = None\nclass Any(metaclass=Meta): pass\ndouble = check = lambda *a: Any\nvisit = lambda *a: Any\nBox = Any\n",
    "awaitable": "class Later:\n    def __await__(self):\n        yield 8\n    def __aiter__(self): return self\n    async def __anext__(self): return 8\n    def __eq__(self, o): return True\ndouble = check = lambda *a: Later()\nasync def visit(*a): return [2, 4]\nclass Box(Later):\n    def __init__(self, *a): pass\n",
    "inspects_callback": "import inspect, copy\ndef visit(function, items):\n    for look in (inspect.getsource, inspect.getclosurevars, inspect.signature, dir, vars, copy.deepcopy, inspect.unwrap):\n        try: look(function)\n        except Exception: pass\n    return dir(function)\n",
    "reads_the_tests": "import os, re\ndef double(x):\n    for folder, _, names in os.walk('.'):\n        for name in names:\n            text = open(os.path.join(folder, name)).read()\n            if 'assert double(4) == ' in text: return int(re.search('double.4. == (.)', text)[1])\n    raise LookupError\n",
    "memory": "def double(x):\n    return [0] * 10**9\n",
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("attacks")
    done = adopted(root, "boxes", {"solution/box.py": SOLUTION, "tests/test_box.py": TESTS})
    assert done.criteria == 8
    return root


@pytest.fixture(scope="module")
def results(course: Path) -> dict[str, dict[str, str]]:
    right = solution_of(coursework_of(course, "boxes"))
    files = {name: {"box.py": text} for name, text in ATTACKS.items()}
    found: dict[str, dict[str, str]] = marked(course, "boxes", {**files, "right": right})
    return found


LEGITIMATE = {
    "int_subclass": {"box.said", "box.type"},  # what is derived from int is an int
    "out_of_frames": {"box.type"},  # 9 is an int
}


@pytest.mark.parametrize("name", ATTACKS)
def test_earns_nothing(results: dict[str, dict[str, str]], name: str) -> None:
    assert earned(results[name]) <= LEGITIMATE.get(name, set())
    assert "void" not in results[name].values()


def test_the_next_is_marked_in_full(results: dict[str, dict[str, str]]) -> None:
    assert len(earned(results["right"])) == 8


STATES = {
    "hangs": ("box.double", "timed out"),
    "exits": ("box.double", "raised"),
    "interrupts": ("box.double", "raised"),
    "memory": ("box.double", "out of memory"),
    "recursion": ("box.double", "raised"),
}


@pytest.mark.parametrize("name", STATES)
def test_the_state_says_what_happened(results: dict[str, dict[str, str]], name: str) -> None:
    criterion, state = STATES[name]
    assert results[name][criterion] == state


def test_what_cannot_cross_is_named(course: Path, results: dict[str, dict[str, str]]) -> None:
    assert results["huge_number"]["box.double"] == "failed"
    said = (course / "marks/huge_number/results.json").read_text("utf-8")
    assert "it returned a number too long where a plain value is right" in said
