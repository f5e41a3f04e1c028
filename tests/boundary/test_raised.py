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


HELD = """
class Failed:
    def __init__(self, error):
        self.error = error

    def result(self):
        raise self.error


class Keeping:
    def __init__(self):
        self.errors = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.errors.append(error)
        return True


def collect(functions):
    errors = []
    for function in functions:
        try:
            function()
        except Exception as error:
            errors.append(error)
    return errors


def in_short(function):
    try:
        function()
    except ValueError as error:
        raise ValueError(str(error))
"""
OF_HELD = """
import pytest
from held import Failed, Keeping, collect, in_short


class Own(Exception):
    pass


def raising(error):
    def function():
        raise error

    return function


@pytest.mark.parametrize("error", [ValueError("a"), Own("b", 1), OSError(2, "c", "d")], ids=repr)
def test_failed(error):
    failed = Failed(error)
    assert failed.error is error
    with pytest.raises(type(error)) as caught:
        failed.result()
    assert caught.value is error


def test_keeping():
    error = LookupError("a")
    with Keeping() as keeping:
        raise error
    assert keeping.errors == [error]


def test_collect():
    errors = [ValueError("a"), Own("b")]
    assert collect(map(raising, errors)) == errors


def test_in_short():
    with pytest.raises(ValueError, match="a"):
        in_short(raising(ValueError("a")))
"""
HELD_OTHERWISE = {
    "as they are": ("raise ValueError(str(error))", "raise", set[str]()),
    "made anew": ("self.error = error", "self.error = type(error)(*error.args)", {"failed"}),
    "of its kind": (
        "append(error)\n        return",
        "append(kind('a'))\n        return",
        {"keeping"},
    ),
    "as texts": (
        "            errors.append(error)",
        "            errors.append(str(error))",
        {"collect"},
    ),
}


def test_exceptions_that_are_handed_over_come_back_as_themselves(tmp_path: Path) -> None:
    files = {"solution/held.py": HELD, "tests/test_held.py": OF_HELD}
    found = lost_by(tmp_path, "held", files, altered(HELD, HELD_OTHERWISE))
    assert found == {name: loses for name, (_, _, loses) in HELD_OTHERWISE.items()}
