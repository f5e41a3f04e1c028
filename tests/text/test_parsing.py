"""What Python warns of in a stranger's file is not printed. Warnings are errors in these tests."""

from __future__ import annotations

import ast

import pytest
from patience_grader.submission.notebook.statements import read_code
from patience_grader.text.parsing import tree_of

WARNED_OF = 'x = "\\\x0e"'
"""From Python 3.12 on, this letter would reach the terminal, which draws lines for text then."""


def test_what_is_warned_of_is_read_all_the_same() -> None:
    with pytest.raises(SyntaxError, match="invalid escape sequence"):
        ast.parse(WARNED_OF)
    assert len(tree_of(WARNED_OF).body) == 1


@pytest.mark.parametrize("text", [WARNED_OF, "x = 5 is 5", "x = 5()", "x = [5]['a']"])
def test_a_cell_that_is_warned_of_is_python(text: str) -> None:
    assert read_code(text).is_python
