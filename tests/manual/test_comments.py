"""The comment bank: what was written is used again, and the file stays as people leave it."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.errors import InputError
from patience_grader.manual.comments import (
    Bank,
    Comment,
    add_comments,
    applied,
    gathered,
    read_bank,
)
from patience_grader.manual.form import as_text
from patience_grader.manual.sheet import Given
from patience_grader.marks.scheme import Criterion

NAMES = Criterion("quality.names", "Names.", Fraction(4), 3, manual=True)
BANK = Bank(
    (
        Comment("quality.names", "1", "Say what it is."),
        Comment("quality.style", "loops", "Use a loop."),
        Comment("", "well", "Well done."),
    )
)
HEADER = "criterion,key,comment\n"


def _given(comment: str) -> dict[str, Given]:
    return {"quality.names": Given(Fraction(2), comment)}


def test_a_key_on_its_own_line_becomes_its_comment() -> None:
    assert BANK.filled_in("=1\nfor x = 1\n = LOOPS \n") == (
        "Say what it is.\nfor x = 1\nUse a loop.\n"
    )
    with pytest.raises(InputError, match="no =2; its keys are =1, =loops, =well"):
        BANK.filled_in("=2")


def test_what_is_new_joins_the_bank_by_paragraphs() -> None:
    typed = "=1\nShort names\nin long functions.\n\nSay  what it IS.\n\nNo plan."
    found, bank = applied(BANK, _given(typed), {})
    assert found["quality.names"].comment == typed.replace("=1", "Say what it is.")
    assert bank.comments[3:] == (
        Comment("quality.names", "2", "Short names\nin long functions."),
        Comment("quality.names", "3", "No plan."),
    )
    again, same = applied(bank, found, found)
    assert (again, same) == (found, bank), "nothing was changed"


def test_a_comment_that_was_not_changed_is_not_read_for_keys() -> None:
    assert applied(BANK, _given("=gone"), _given("=gone")) == (_given("=gone"), BANK)
    with pytest.raises(InputError, match=r"^quality\.names: the comment bank has no =gone"):
        applied(BANK, _given("=gone"), {})


def test_a_bank_begins_with_what_was_given() -> None:
    bank = gathered([_given("One.\n\nTwo."), {}, _given("two."), _given("")])
    assert [(one.key, one.text) for one in bank.comments] == [("1", "One."), ("2", "Two.")]


def test_the_form_offers_the_comments_that_fit() -> None:
    long = Comment("quality.names", "2", "x\ny " * 99)
    many = tuple(Comment("quality.names", f"k{number}", "z") for number in range(40))
    text = as_text("a", [NAMES], {}, None, bank=Bank((*BANK.comments, long, *many)))
    assert "#   =1  Say what it is.\n#   =well  Well done.\n#   =2  x y x" in text
    assert "loops" not in text
    assert "#   and 13 more in comment-bank.csv\n" in text
    assert max(map(len, text.splitlines())) < 120


def test_the_form_shows_the_code_within_bounds() -> None:
    files = {"a.py": "if x:\r\n\ty = '\x1b[2J\u202e'\n" + "#\n" * 6_000, "b.py": "last = 1\n"}
    text = as_text("a", [NAMES], {}, None, files=files)
    assert "# ---- a.py ----\n#    1  if x:\n#    2  \ty = '\\u202e'\n" in text
    assert "# and 1002 more lines\n#\n# ---- b.py ----\n# and 1 more line\n" in text
    assert all(line.startswith("#") for line in text.split("a.py ----\n")[1].splitlines())


def test_what_people_change_in_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "bank.csv"
    mine = 'key;by;comment;criterion\r\nshort;AB;"two\r\nlines; ""quoted""";quality.names\r\n;;;'
    file.write_bytes(mine.encode("cp1252"))
    assert read_bank(file).comments == (
        Comment("quality.names", "short", 'two\r\nlines; "quoted"'),
    )
    add_comments(file, [Comment("quality.style", "1", "=a;\nb")])
    assert file.read_bytes().decode("cp1252") == (mine + '\r\n1;;"\'=a;\nb";quality.style\r\n')
    assert read_bank(file).comments[1] == Comment("quality.style", "1", "=a;\nb")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30))
def test_a_comment_survives_the_file(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bank.csv"
        add_comments(file, [Comment("quality.names", "1", text)])
        kept = (Comment("quality.names", "1", text.strip()),) if text.strip() else ()
        assert read_bank(file).comments == kept


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("criterion,comment\n", ":1: a column is missing: key"),
        (HEADER + "quality.names,,Good.\n", ":2: the key is ''; write a number or a short word"),
        (HEADER + "quality.names,a b,Good.\n", ":2: the key is 'a b'; write a number"),
        (HEADER + "x,a,Good.\ny,A,Bad.\n", ":3: the key A is there twice; change one of them"),
    ],
)
def test_a_faulty_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "bank.csv"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_bank(file)
    assert said in str(caught.value)
