"""Adopted suites as notebooks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import adopt_folder, adopted, coursework_of, marked
from nbgrading import nbgrader, patience, read_notebook
from patience_grader.nbgrader_plugin.writing import instructor_notebook
from patience_grader.submission.notebook.cells import read_cells
from patience_grader.submission.notebook.extract import extract

ADOPTED = Path(__file__).parents[1] / "adopted"
SLOW = pytest.mark.slow
DECORATORS = ("fib_meta", "annotations_of_returned")

COUNTING = '''"""Counting."""

from texts.cleaning import clean


def count(text):
    """How many words there are."""
    return len(clean(text).split())
'''
CLEANING = '''"""Cleaning."""


def clean(text):
    """The text without what is no letter."""
    return "".join(one if one.isalpha() else " " for one in text)
'''
TESTS = """
from texts.cleaning import clean
from texts.counting import count

class TestBoth:
    def test_count(self):
        assert count("a b") == 2

    def test_clean(self):
        assert clean("a.b") == "a b"
"""


def test_cells_import_nothing_that_stands_in_other_cells(tmp_path: Path) -> None:
    files = {"counting.py": COUNTING, "cleaning.py": CLEANING, "__init__.py": ""}
    files = {f"solution/texts/{name}": text for name, text in files.items()}
    adopted(tmp_path, "texts", {**files, "tests/test_texts.py": TESTS})
    handout = tmp_path / "course" / "handout" / "texts.md"
    text = handout.read_text("utf-8").replace("total = 2\n", 'total = 3\nmanual = ["style"]\n')
    style = "| **2 `style`** | **Style** | **1** |\n| `style.names` | Names | 1 |\n"
    total = "| | **total** | **2** |"
    handout.write_text(text.replace(total, style + total.replace("2", "3")), "utf-8")
    notebook = json.loads(instructor_notebook(coursework_of(tmp_path, "texts")))
    assert "**Style, 1 mark.** Names" in ["".join(one["source"]) for one in notebook["cells"]]
    cells = ["".join(one["source"]) for one in notebook["cells"] if one["cell_type"] == "code"]
    assert any("def count" in one for one in cells)
    assert not any("texts.cleaning" in one for one in cells)
    assert any(one.startswith("# 2 marks: ") for one in cells)
    said = "".join("".join(one["source"]) for one in notebook["cells"][:3])
    assert "there is no zip, and its name" in said
    assert "status.txt" not in said  # as Klondike asks for
    assert "python3 -m" not in said  # nothing is played


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        pytest.param("account", {"account.docs"}, marks=SLOW),
        pytest.param("decor", {f"decorators.{one}" for one in DECORATORS}, marks=SLOW),
        pytest.param("console", set(), marks=SLOW),
    ],
)
def test_classes_and_functions_come_back_whole_from_the_instructors_notebook(
    name: str, lost: set[str], tmp_path: Path
) -> None:
    """Lost is what the text of the module or unread annotations decide: cells have none."""
    adopt_folder(tmp_path / "course", name, ADOPTED / name)
    coursework = coursework_of(tmp_path, name)
    notebook = instructor_notebook(coursework).encode()
    files = extract(read_cells(notebook), coursework).files
    states = marked(tmp_path, name, {"from-notebook": files})["from-notebook"]
    assert {one for one, state in states.items() if state != "passed"} == lost


@pytest.mark.nightly
def test_students_get_classes_with_their_methods_to_fill_in(tmp_path: Path) -> None:
    adopt_folder(tmp_path / "course", "account", ADOPTED / "account")
    coursework, there = coursework_of(tmp_path, "account"), tmp_path / "nbgrader"
    done = patience("notebook", "build", "account", "--course", there, cwd=tmp_path / "course")
    assert done.returncode == 0, done.stderr
    done = nbgrader(
        there, "validate source/account/account.ipynb", "generate_assignment account --force"
    )
    assert done.returncode == 0, done.stderr[-3000:]
    cells = read_notebook(there / "release" / "account" / "account.ipynb")["cells"]
    texts = ["".join(one["source"]) for one in cells if one["cell_type"] == "code"]
    own = "\n".join(one for one in texts if "check" not in one)
    names: dict[str, object] = {}
    exec(compile(own, "cells", "exec"), names)
    account = names["Account"]
    assert isinstance(account, type)
    with pytest.raises(NotImplementedError):
        account("Ada")
    assert {"InsufficientFunds", "Current", "Savings", "transfer"} <= names.keys()
    right = (coursework.solution / "account.py").read_text("utf-8")
    secret = {line.strip() for line in right.splitlines() if " = " in line}
    assert not secret & {line.strip() for line in "\n".join(texts).splitlines()}
