"""What exceptions of Python's own classes hold that students' code has made."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, altered, lost, lost_by, marked

SOLUTION = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    text: str


def fail(text):
    raise ValueError(Word(text), 5)


def tell(text):
    error = LookupError("no word")
    error.word = Word(text)
    error.kind = Word
    raise error
"""
TESTS = """
import pytest
from codes import Word, fail, tell


def test_equal():
    with pytest.raises(ValueError) as caught:
        fail("a")
    assert caught.value.args == (Word("a"), 5)


def test_field():
    with pytest.raises(ValueError) as caught:
        fail("a")
    assert caught.value.args[0].text == "a"


def test_named():
    with pytest.raises(LookupError, match="no word") as caught:
        tell("b")
    assert caught.value.word == Word("b")
    assert caught.value.kind is Word
"""
CHEAT = """
class Always:
    text = "a"

    def __eq__(self, other):
        return True


def fail(text):
    raise ValueError(Always(), Always())


def tell(text):
    error = LookupError("no word")
    error.word = error.kind = Always()
    raise error
"""


def test_objects_of_students_classes_are_held_by_exceptions(tmp_path: Path) -> None:
    files = {"solution/codes.py": SOLUTION, "tests/test_codes.py": TESTS}
    done = adopted(tmp_path, "codes", files)
    assert (done.criteria, done.left_out) == (3, ())
    texts = {
        "another": SOLUTION.replace("Word(text)", "Word(text * 2)"),
        "cheat": SOLUTION + CHEAT,
        "plain": SOLUTION.replace("Word(text)", "text"),
        "right": SOLUTION,
    }
    found = marked(tmp_path, "codes", {name: {"codes.py": text} for name, text in texts.items()})
    every = {"equal", "field", "named"}
    assert lost(found) == {
        "another": every,
        "cheat": every - {"field"},  # the object that it has is of another class, and has a text
        "plain": every,
        "right": set(),
    }


STORE = """
class StoreError(Exception):
    pass


class Missing(StoreError):
    pass


class Locked(StoreError, PermissionError):
    pass


def get(name):
    raise Missing(name)


def put(name):
    raise Locked(name)
"""
OF_STORE = """
import pytest
from store import Locked, Missing, StoreError, get, put


def test_caught():
    try:
        get("a")
    except Missing as error:
        assert isinstance(error, StoreError)
    try:
        put("a")
    except StoreError as error:
        assert isinstance(error, Locked)


def test_raises():
    with pytest.raises(StoreError, match="a"):
        get("a")
    with pytest.raises(Locked, match="a"):
        put("a")


def test_no_permission():
    try:
        put("a")
    except PermissionError as error:
        assert error.args == ("a",)
"""
DERIVED = {
    "all": ("StoreError(Exception)", "StoreError(OSError)", set[str]()),
    "both": ("Missing(StoreError)", "Missing(StoreError, AttributeError)", set[str]()),
    "neither": ("Locked(StoreError, PermissionError)", "Locked(StoreError)", {"no_permission"}),
}


def test_exceptions_may_be_derived_from_others_of_pythons_as_well(tmp_path: Path) -> None:
    files = {"solution/store.py": STORE, "tests/test_store.py": OF_STORE}
    found = lost_by(tmp_path, "store", files, altered(STORE, DERIVED))
    assert found == {name: loses for name, (_, _, loses) in DERIVED.items()}
