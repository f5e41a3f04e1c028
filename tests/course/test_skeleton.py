"""The skeleton: what of the solution stays, what is blanked and what vanishes."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience_grader.course.coursework import Course, Coursework, read_coursework
from patience_grader.course.page_skeleton import page_skeleton, style_skeleton
from patience_grader.course.skeleton import skeleton_files, skeleton_of, stale_files, write_skeleton

ROOT = Path(__file__).parents[2]
KLONDIKE = Course(ROOT).coursework("klondike")

WHOLE = '''\
"""Exercise 1."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain, takewhile

from .cards import Card, Deck, Value

SIZE = Value.KING * 4
"""How many cards there are."""


def deal(
    rng: random.Random,
    deck: Deck,
    *,
    size: int = 7,
) -> Deck:
    """The cards dealt.

    Raises DeckEmpty when there are none.
    """
    # The secret of dealing.
    return tuple(chain(_dealt(rng, deck)))


def _dealt(rng: random.Random, deck: Deck) -> list[Card]:
    return list(takewhile(bool, deck))


def is_red(card: Card) -> bool:
    secret = replace(card)
    return secret.is_red
'''
BLANKED = '''\
"""Exercise 1."""

from __future__ import annotations

import random

from .cards import Card, Deck, Value

SIZE = Value.KING * 4
"""How many cards there are."""


def deal(
    rng: random.Random,
    deck: Deck,
    *,
    size: int = 7,
) -> Deck:
    """The cards dealt.

    Raises DeckEmpty when there are none.
    """
    raise NotImplementedError


def is_red(card: Card) -> bool:
    raise NotImplementedError
'''


def functions(text: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def described(function: ast.FunctionDef) -> tuple[str, str, str | None]:
    """What a student must find unchanged: parameters, result and docstring."""
    result = "" if function.returns is None else ast.unparse(function.returns)
    return ast.unparse(function.args), result, ast.get_docstring(function, clean=False)


COMMENTED = """\
<!-- stays -->
<body class="$state">
<h1 title="<b>">Patience</h1>
<form>
  <!-- What to write
  here. -->
  <p>Secret <!-- and not told --> <br> <img src=x> <i/></p>
  <form><!-- nor this --></form>
</form>
<p>This stays.<!-- So does this. --></p>
<br><!-- And this. -->
<template id=card>
<!-- Here as well. --><b>Secret</b></template>
</body>
"""
COMMENTS = """\
<!-- stays -->
<body class="$state">
<h1 title="<b>">Patience</h1>
<form>
  <!-- What to write
  here. -->
</form>
<p>This stays.<!-- So does this. --></p>
<br><!-- And this. -->
<template id=card>
<!-- Here as well. -->
</template>
</body>
"""
STYLE = """\
/* About
all of it. */
:root { --secret: 1px; }

.card {
  /* What a card { looks } like. */
  color: red;
}
/* About what vanishes. */
.card:hover { color: blue; }
@media (width < 30rem) {
  /* On a phone. */
  .card { color: green; }
}
"""
STYLED = """\
/* About
all of it. */

.card {
  /* What a card { looks } like. */
}

/* About what vanishes. */

@media (width < 30rem) {
  /* On a phone. */
}
"""


@pytest.fixture
def klondike(tmp_path: Path) -> Coursework:
    """The coursework in a copy of the course, with a fresh skeleton."""
    for folder in ("handout", "solution", "skeleton"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "grader" / "suites" / "klondike").mkdir(parents=True)
    klondike = read_coursework(tmp_path, "klondike")
    write_skeleton(klondike)
    return klondike


def test_the_committed_skeleton_is_what_the_solution_gives() -> None:
    wanted = {name: text.encode() for name, text in skeleton_files(KLONDIKE).items()}
    there = {file.name: file.read_bytes() for file in KLONDIKE.skeleton.glob("*.*")}
    assert there == wanted
    assert list(stale_files(KLONDIKE)) == []


def test_supplied_files_are_copied_byte_for_byte() -> None:
    assert KLONDIKE.supplied
    for name in KLONDIKE.supplied:
        assert (KLONDIKE.skeleton / name).read_bytes() == (KLONDIKE.solution / name).read_bytes()


@pytest.mark.parametrize("name", [*KLONDIKE.required, "study.py"])
def test_the_skeleton_asks_for_every_public_function_and_answers_none(name: str) -> None:
    solved = functions((KLONDIKE.solution / name).read_text(encoding="utf-8"))
    required = functions((KLONDIKE.skeleton / name).read_text(encoding="utf-8"))
    assert list(required) == [one for one in solved if not one.startswith("_")]
    for one, function in required.items():
        assert described(function) == described(solved[one])
        docstring, *body = map(ast.unparse, function.body)
        assert ast.literal_eval(docstring)
        assert body == ["raise NotImplementedError"]


def test_every_exercise_is_in_the_skeleton() -> None:
    texts = [(KLONDIKE.skeleton / name).read_text(encoding="utf-8") for name in KLONDIKE.required]
    names = [name for text in texts for name in functions(text)]
    assert names == [exercise.name for exercise in KLONDIKE.scheme.exercises]


def test_the_skeleton_compiles_and_can_be_imported() -> None:
    modules = [file.stem for file in sorted(KLONDIKE.skeleton.glob("*.py"))]
    for name in modules:
        file = KLONDIKE.skeleton / f"{name}.py"
        compile(file.read_text(encoding="utf-8"), file.name, "exec")
    imports = "; ".join(f"import klondike.{name}" for name in modules if name[0] != "_")
    subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", imports],
        cwd=KLONDIKE.skeleton.parent,
        env={**os.environ, "PYTHONPATH": ""},
        check=True,
    )


def test_signatures_docstrings_and_constants_stay_and_bodies_go() -> None:
    assert skeleton_of(WHOLE) == BLANKED


def test_a_skeleton_is_its_own_skeleton() -> None:
    assert skeleton_of(BLANKED) == BLANKED
    assert page_skeleton(COMMENTS) == COMMENTS
    assert style_skeleton(STYLED) == STYLED


def test_what_begins_with_a_comment_on_a_page_keeps_the_comment_alone() -> None:
    assert page_skeleton(COMMENTED) == COMMENTS
    assert style_skeleton(STYLE) == STYLED


def test_decorators_stay_with_public_functions_and_vanish_with_private_ones() -> None:
    given = """\
import functools
import operator


@functools.cache
def draw() -> int:
    return 1


@operator.itemgetter
@functools.cache
def _draw() -> int:
    return 2
"""
    assert (
        skeleton_of(given)
        == """\
import functools


@functools.cache
def draw() -> int:
    raise NotImplementedError
"""
    )


def test_what_runs_while_classes_are_declared_keeps_its_body() -> None:
    text = (
        "class Shape:\n    def __init_subclass__(cls, **more):\n        cls.known = []\n\n"
        "    def area(self):\n        return 1\n\n\nclass Square(Shape):\n    pass\n"
    )
    made = skeleton_of(text, methods=True)
    assert "cls.known = []" in made
    assert "return 1" not in made
    exec(made + "assert Square.known == []", {})


def test_functions_inside_functions_vanish_with_the_body() -> None:
    given = "def draw():\n    def inner():\n        return 1\n\n    return inner()\n"
    assert skeleton_of(given) == "def draw():\n    raise NotImplementedError\n"


def test_types_and_constants_of_an_asked_file_stay() -> None:
    given = "class Pile:\n    size = 3\n\n    def top(self):\n        return 1\n\n\n_SIZE = 3\n"
    assert skeleton_of(given) == given


@pytest.mark.parametrize(
    ("line", "use", "kept"),
    [
        ("import random", "random.Random", "import random\n"),
        ("import random", "int", ""),
        ("from .cards import Card, Deck", "Deck", "from .cards import Deck\n"),
        ("from .cards import Card as C", "Card", ""),
        ("from .cards import Card as C", "C", "from .cards import Card as C\n"),
        ("import random as chance", "chance.Random", "import random as chance\n"),
        ("import collections.abc", "collections.abc.Sequence", "import collections.abc\n"),
        ("import os.path", "os.PathLike", "import os.path\n"),
        ("from . import cards", "cards.Card", "from . import cards\n"),
        ("from ..errors import (\n    A,\n    B,\n)", "A | B", "from ..errors import A, B\n"),
    ],
)
def test_imports_stay_while_something_names_them(line: str, use: str, kept: str) -> None:
    made = skeleton_of(f"{line}\n\n\ndef draw(what: {use}) -> None:\n    return what\n")
    assert made.partition("def ")[0].rstrip("\n") == kept.rstrip("\n")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("from .cards import Card, Deck, _same", "from .cards import Card, Deck\n"),
        ("from .secrets import Card", ""),
        ("from ..cards import Card", ""),
        ("from itertools import chain", ""),
        ("from cards import Card", ""),
    ],
)
def test_what_other_files_of_the_coursework_give_stays_imported(line: str, kept: str) -> None:
    text = f"{line}\n\n\ndef draw() -> None:\n    return None\n"
    assert skeleton_of(text, beside={"cards"}).partition("def ")[0].rstrip("\n") == kept.rstrip(
        "\n"
    )


def test_an_import_that_a_docstring_names_stays() -> None:
    given = '''from .errors import Full, Empty\n\n\ndef f():\n    """Raises Empty."""\n    Full\n'''
    assert skeleton_of(given).startswith("from .errors import Empty\n")


def test_a_long_import_is_broken_into_lines() -> None:
    names = [f"SomethingLong{number}" for number in range(9)]
    uses = " | ".join(names)
    text = f"from .cards import {', '.join(names)}\n\n\ndef f(x: {uses}):\n    return x\n"
    made = skeleton_of(text)
    assert made.startswith("from .cards import (\n    SomethingLong0,\n")
    assert ast.dump(ast.parse(made).body[0]) == ast.dump(ast.parse(text).body[0])


SECRETS = {
    "on one line": "def draw(): return SECRET\n",
    "on the docstring's line": 'def draw():\n    """Draws."""; return SECRET\n',
    "in a comment at the end": "def draw():\n    return 1\n    # SECRET\n\n\nSIZE = 7\n",
    "asynchronous": "async def draw():\n    return SECRET\n",
    "after a form feed": 'PAGE = "\x0c"\n\n\ndef draw():\n    """Draws."""\n    return SECRET\n',
    "in a comment": "def draw():\n    # SECRET\n    return 1\n",
}


@pytest.mark.parametrize("text", SECRETS.values(), ids=SECRETS)
def test_no_body_is_given_away(text: str) -> None:
    made = skeleton_of(text)
    assert "SECRET" not in made
    assert "raise NotImplementedError" in made
    compile(made, "made", "exec")


def test_a_function_that_is_only_a_docstring_keeps_it() -> None:
    assert '"""Draws."""' in skeleton_of('def draw() -> int:\n    """Draws."""\n')


def spoiled(klondike: Coursework) -> Iterator[str]:
    """Spoils files of the skeleton in every way there is, and names them."""
    folder = klondike.skeleton
    (folder / "game.py").write_text((folder / "game.py").read_text() + "\n")
    yield "skeleton/klondike/game.py"
    (folder / "cards.py").unlink()
    yield "skeleton/klondike/cards.py"
    (folder / "deck.py").write_bytes((folder / "deck.py").read_bytes().replace(b"\n", b"\r\n"))
    yield "skeleton/klondike/deck.py"
    for extra in ("answers.py", "old/game.py"):
        (folder / extra).parent.mkdir(exist_ok=True)
        (folder / extra).write_text((klondike.solution / "game.py").read_text())
        yield f"skeleton/klondike/{extra}"


def test_stale_files_are_found_and_mended(klondike: Coursework) -> None:
    assert list(stale_files(klondike)) == []
    names = sorted(spoiled(klondike))
    assert sorted(stale_files(klondike)) == names
    extra = {"skeleton/klondike/answers.py", "skeleton/klondike/old/game.py"}
    written = write_skeleton(klondike)
    assert written == {name: "deleted" if name in extra else "written" for name in names}
    assert list(stale_files(klondike)) == []
    there = {file.name: file.read_bytes() for file in klondike.skeleton.glob("*.*")}
    assert there == {name: text.encode() for name, text in skeleton_files(KLONDIKE).items()}


def test_a_change_of_the_solution_makes_the_skeleton_stale(klondike: Coursework) -> None:
    game = klondike.solution / "game.py"
    game.write_text(game.read_text(encoding="utf-8").replace("Whether a king", "If a king"))
    assert list(stale_files(klondike)) == ["skeleton/klondike/game.py"]


def test_a_skeleton_that_is_not_there_is_written(klondike: Coursework) -> None:
    shutil.rmtree(klondike.skeleton)
    assert len(write_skeleton(klondike)) == len(skeleton_files(klondike))
    assert list(stale_files(klondike)) == []


def test_compiled_files_are_no_part_of_the_skeleton(klondike: Coursework) -> None:
    (klondike.skeleton / "__pycache__").mkdir(exist_ok=True)
    (klondike.skeleton / "__pycache__" / "game.pyc").write_bytes(b"")
    assert write_skeleton(klondike) == {}
    assert (klondike.skeleton / "__pycache__" / "game.pyc").exists()
