"""Adopted suites as notebooks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import adopted, coursework_of
from patience_grader.errors import InputError
from patience_grader.nbgrader_plugin.writing import instructor_notebook

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
    notebook = json.loads(instructor_notebook(coursework_of(tmp_path, "texts")))
    cells = ["".join(one["source"]) for one in notebook["cells"] if one["cell_type"] == "code"]
    assert any("def count" in one for one in cells)
    assert not any("texts.cleaning" in one for one in cells)
    assert any(one.startswith("# 2 marks: ") for one in cells)


def test_a_file_of_classes_is_refused_by_name(tmp_path: Path) -> None:
    solution = "class Box:\n    def size(self):\n        return 1\n"
    tests = "from box import Box\n\ndef test_size():\n    assert Box().size() == 1\n"
    adopted(tmp_path, "boxes", {"solution/box.py": solution, "tests/test_box.py": tests})
    with pytest.raises(InputError, match=r"solution/boxes/box\.py has no function of its own"):
        instructor_notebook(coursework_of(tmp_path, "boxes"))
